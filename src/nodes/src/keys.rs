use std::{
    fs::OpenOptions,
    io::{ErrorKind, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use rand::{TryRng, rngs::SysRng};
use surefleet_safety::{ApprovalKey, FleetKey};

use crate::{NodeError, journal::Roll};

/// Where a fleet's two keys lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFiles {
    /// The secret, for the safety monitor alone.
    pub secret: PathBuf,
    /// The public part, for every skill server.
    pub public: PathBuf,
}

impl KeyFiles {
    /// `fleet.key` and `fleet.pub`.
    pub fn in_folder(folder: &Path) -> Self {
        Self { secret: folder.join("fleet.key"), public: folder.join("fleet.pub") }
    }
}

/// Makes a fleet's keys in a folder that has none.
///
/// # Errors
/// A folder that has either already: nothing is overwritten. One that cannot be written, or no random numbers.
pub fn make_keys(folder: &Path) -> Result<KeyFiles, NodeError> {
    let files = KeyFiles::in_folder(folder);
    for path in [&files.secret, &files.public] {
        if path.try_exists().map_err(NodeError::file(path))? {
            let wrong = "is there already and is not overwritten: what it signed would not be believed any more; choose \
                         another folder, or move it away first";
            return Err(NodeError::Content { path: path.clone(), wrong: wrong.to_owned() });
        }
    }
    // First: keys without it are taken for those of a fleet that lost what it had.
    Roll::begin(folder)?;
    let mut seed = [0; 32];
    SysRng.try_fill_bytes(&mut seed).map_err(|error| NodeError::Refused(format!("no random numbers: {error}")))?;
    let key = FleetKey::from_seed(&seed);
    write_new(&files.secret, SECRET_MODE, &key.to_text())?;
    write_new(&files.public, PUBLIC_MODE, &key.public().to_text())?;
    Ok(files)
}

/// The keys in a folder: those that are there, or new ones.
///
/// # Errors
/// As [`make_keys`]; a key that cannot be read; a public key without its secret, or one that belongs to another.
pub fn ensure_keys(folder: &Path) -> Result<KeyFiles, NodeError> {
    let files = KeyFiles::in_folder(folder);
    let is_there = |path: &Path| path.try_exists().map_err(NodeError::file(path));
    match (is_there(&files.secret)?, is_there(&files.public)?) {
        (false, false) => return make_keys(folder),
        // Whoever made them was interrupted in between, or the public one was moved instead of copied.
        (true, false) => write_new(&files.public, PUBLIC_MODE, &read_fleet_key(&files.secret)?.public().to_text())?,
        (false, true) => {
            let wrong =
                "has no fleet.key beside it: put that back, or move this away and every skill server's copy with it";
            return Err(NodeError::Content { path: files.public, wrong: wrong.to_owned() });
        }
        (true, true) => {
            if read_fleet_key(&files.secret)?.public() != read_approval_key(&files.public)? {
                let wrong = "does not belong to the fleet.key beside it: move it away, and it is made anew".to_owned();
                return Err(NodeError::Content { path: files.public, wrong });
            }
        }
    }
    Ok(files)
}

/// Reads the secret key.
///
/// # Errors
/// A file that is missing, that others may read, or that holds no key; the mend is named.
pub(crate) fn read_fleet_key(path: &Path) -> Result<FleetKey, NodeError> {
    let text = read(path, "without the fleet's secret key no approval can be signed; give its path")?;
    let mode = std::fs::metadata(path).map_err(NodeError::file(path))?.permissions().mode();
    let fail = |wrong| NodeError::Content { path: path.to_owned(), wrong };
    if mode & 0o077 != 0 {
        return Err(fail(format!("others may read or write this secret: chmod 600 {}", path.display())));
    }
    FleetKey::parse(&text).map_err(|error| fail(error.to_string()))
}

/// Reads the public key.
///
/// # Errors
/// A file that is missing or that holds no key; the mend is named.
pub(crate) fn read_approval_key(path: &Path) -> Result<ApprovalKey, NodeError> {
    let text = read(
        path,
        "without the fleet's public key no approval can be told from a forged one; copy the fleet.pub beside the monitor's fleet.key",
    )?;
    ApprovalKey::parse(&text).map_err(|error| NodeError::Content { path: path.to_owned(), wrong: error.to_string() })
}

const SECRET_MODE: u32 = 0o600;
const PUBLIC_MODE: u32 = 0o644;

fn read(path: &Path, need: &str) -> Result<String, NodeError> {
    std::fs::read_to_string(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let wrong =
                format!("is not there, and {need}; or make a pair of keys with: surefleet keygen {}", folder.display());
            NodeError::Content { path: path.to_owned(), wrong }
        }
        ErrorKind::InvalidData => {
            NodeError::Content { path: path.to_owned(), wrong: "is not a key made by surefleet keygen".to_owned() }
        }
        _ => NodeError::file(path)(source),
    })
}

/// Writes a file that is not there yet, whole and on disk.
fn write_new(path: &Path, mode: u32, text: &str) -> Result<(), NodeError> {
    let mut file =
        OpenOptions::new().write(true).create_new(true).mode(mode).open(path).map_err(NodeError::file(path))?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(NodeError::file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("surefleet-keys-{name}-{}", std::process::id())))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).ok();
        }
    }

    fn refusal<T>(result: Result<T, NodeError>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn pair_that_was_made_belongs_together_and_only_its_owner_reads_the_secret() -> Outcome {
        let folder = Folder::new("made");
        let files = make_keys(&folder.0)?;
        assert_eq!(read_fleet_key(&files.secret)?.public(), read_approval_key(&files.public)?);
        assert_eq!(std::fs::metadata(&files.secret)?.permissions().mode() & 0o777, 0o600);
        let other = Folder::new("other");
        assert_ne!(read_approval_key(&make_keys(&other.0)?.public)?, read_approval_key(&files.public)?);
        Ok(())
    }

    #[test]
    fn keys_are_never_overwritten_and_are_taken_as_they_are() -> Outcome {
        let folder = Folder::new("kept");
        let files = ensure_keys(&folder.0)?;
        let (secret, public) = (std::fs::read(&files.secret)?, std::fs::read(&files.public)?);
        let refusal = refusal(make_keys(&folder.0));
        assert!(refusal.contains("fleet.key") && refusal.contains("not overwritten"), "{refusal}");
        assert_eq!(ensure_keys(&folder.0)?, files);
        assert_eq!((std::fs::read(&files.secret)?, std::fs::read(&files.public)?), (secret, public));
        Ok(())
    }

    #[test]
    fn lost_public_key_is_made_anew_and_a_lost_secret_is_not() -> Outcome {
        let folder = Folder::new("lost");
        let files = ensure_keys(&folder.0)?;
        let public = std::fs::read(&files.public)?;
        std::fs::remove_file(&files.public)?;
        ensure_keys(&folder.0)?;
        assert_eq!(std::fs::read(&files.public)?, public);
        std::fs::remove_file(&files.secret)?;
        assert!(refusal(ensure_keys(&folder.0)).contains("has no fleet.key beside it"));
        std::fs::remove_file(&files.public)?;
        let other = Folder::new("lost-other");
        ensure_keys(&folder.0)?;
        std::fs::copy(make_keys(&other.0)?.public, &files.public)?;
        assert!(refusal(ensure_keys(&folder.0)).contains("does not belong"));
        Ok(())
    }

    #[test]
    fn key_that_is_missing_malformed_or_open_to_others_is_refused_with_the_mend() -> Outcome {
        let folder = Folder::new("bad");
        let files = KeyFiles::in_folder(&folder.0);
        let mend = format!("surefleet keygen {}", folder.0.display());
        assert!(refusal(read_fleet_key(&files.secret)).contains(&mend));
        assert!(refusal(read_approval_key(&files.public)).contains(&mend));
        make_keys(&folder.0)?;
        std::fs::set_permissions(&files.secret, std::fs::Permissions::from_mode(0o640))?;
        assert!(refusal(read_fleet_key(&files.secret)).contains("chmod 600"));
        std::fs::write(&files.public, "ed25519-public 00")?;
        assert!(refusal(read_approval_key(&files.public)).contains("64 hexadecimal digits"));
        std::fs::write(&files.public, [0xff; 32])?;
        assert!(refusal(read_approval_key(&files.public)).contains("surefleet keygen"));
        Ok(())
    }
}
