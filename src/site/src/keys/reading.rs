//! Reads keys and the roster from files.

use std::{io::ErrorKind, os::unix::fs::PermissionsExt, path::Path};

use surefleet_identity::{PublicKey, Roster, SecretKey};
use surefleet_safety::{ApprovalKey, FleetKey};

use crate::error::SiteError;

/// Reads the fleet's secret key.
///
/// # Errors
/// The file is missing, others may read it, or it contains no key. The error names the remedy.
pub fn read_fleet_key(path: &Path) -> Result<FleetKey, SiteError> {
    let text = read_secret(path, "without the fleet's secret key no approval can be signed; give its path")?;
    FleetKey::parse(&text).map_err(|error| SiteError::Content { path: path.to_owned(), wrong: error.to_string() })
}

/// Reads a participant's secret key.
///
/// # Errors
/// As [`read_fleet_key`].
pub fn read_secret_key(path: &Path) -> Result<SecretKey, SiteError> {
    let text = read_secret(
        path,
        "without it nobody believes what this participant says; copy it, with fleet.pub and fleet.roster, from the folder where the fleet's keys were made",
    )?;
    SecretKey::parse(&text).map_err(|error| SiteError::Content { path: path.to_owned(), wrong: error.to_string() })
}

fn read_secret(path: &Path, need: &str) -> Result<String, SiteError> {
    let text = read(path, need)?;
    let mode = std::fs::metadata(path).map_err(SiteError::file(path))?.permissions().mode();
    if mode & 0o077 != 0 {
        let wrong = format!("others may read or write this secret: chmod 600 {}", path.display());
        return Err(SiteError::Content { path: path.to_owned(), wrong });
    }
    Ok(text)
}

/// Reads the fleet's public key.
///
/// # Errors
/// The file is missing or contains no key. The error names the remedy.
pub fn read_approval_key(path: &Path) -> Result<ApprovalKey, SiteError> {
    let text = read(
        path,
        "without the fleet's public key no approval can be told from a forged one; copy the fleet.pub beside the monitor's fleet.key",
    )?;
    ApprovalKey::parse(&text).map_err(|error| SiteError::Content { path: path.to_owned(), wrong: error.to_string() })
}

/// Reads the fleet's public key, which checks the roster.
///
/// # Errors
/// As [`read_approval_key`].
pub fn read_public_key(path: &Path) -> Result<PublicKey, SiteError> {
    read_approval_key(path).map(|key| key.public())
}

/// Reads the fleet's roster.
///
/// # Errors
/// The file is missing or malformed, or the fleet's key did not sign it. The error names the remedy.
pub fn read_roster(path: &Path, fleet: PublicKey) -> Result<Roster, SiteError> {
    let text = read(
        path,
        "without the fleet's roster nobody's word can be told from a stranger's; copy the one that lies beside fleet.key",
    )?;
    Roster::parse(&text, fleet).map_err(|error| SiteError::Content { path: path.to_owned(), wrong: error.to_string() })
}

fn read(path: &Path, need: &str) -> Result<String, SiteError> {
    std::fs::read_to_string(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            // Participants' secrets are in a subfolder of the folder with the fleet's secret.
            let folder = if folder.ends_with("keys") { folder.parent().unwrap_or(folder) } else { folder };
            let wrong =
                format!("is not there, and {need}; or, where fleet.key lies: surefleet keygen {} (of a fleet's nodes with --fleet <fleet>, of a person with --for <name>)", folder.display());
            SiteError::Content { path: path.to_owned(), wrong }
        }
        ErrorKind::InvalidData => {
            SiteError::Content { path: path.to_owned(), wrong: "is not a key made by surefleet keygen".to_owned() }
        }
        _ => SiteError::file(path)(source),
    })
}
