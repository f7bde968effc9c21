use std::{
    collections::BTreeMap,
    fs::OpenOptions,
    io::{ErrorKind, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use rand::{TryRng, rngs::SysRng};
use surefleet_identity::{Participant, PublicKey, Roster, SecretKey};
use surefleet_safety::{ApprovalKey, FleetKey};

use crate::{NodeError, journal::Roll, private::make_folder};

/// Where the keys of a fleet lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFiles {
    /// The fleet's secret, for the safety monitor alone.
    pub secret: PathBuf,
    /// Its public part, for everybody.
    pub public: PathBuf,
    /// Who takes part, signed with the fleet's secret, for everybody.
    pub roster: PathBuf,
    /// The folder of the participants' secrets, each for the machine that the participant runs on.
    pub members: PathBuf,
}

impl KeyFiles {
    /// `fleet.key`, `fleet.pub`, `fleet.roster` and `keys`.
    pub fn in_folder(folder: &Path) -> Self {
        let [secret, public, roster, members] =
            ["fleet.key", "fleet.pub", "fleet.roster", "keys"].map(|name| folder.join(name));
        Self { secret, public, roster, members }
    }

    /// The secret of a participant: `keys/planner.robot_1.key`; of the safety monitor the fleet's own.
    pub fn secret_of(&self, who: &Participant) -> PathBuf {
        if *who == Participant::safety_monitor() {
            return self.secret.clone();
        }
        self.members.join(format!("{}.key", who.to_string().replace('/', ".")))
    }
}

/// The keys in a folder, of the fleet and of these participants: those that are there, and new ones for who has none.
///
/// A participant that the roster lists keeps its key, also where the secret lies on another machine.
///
/// # Errors
/// A key or roster that cannot be read; a public key without its secret, or one that belongs to another; a folder that cannot be
/// written, or no random numbers.
pub fn ensure_keys(folder: &Path, members: &[Participant]) -> Result<KeyFiles, NodeError> {
    let files = ensure_fleet_key(folder)?;
    let fleet = read_fleet_key(&files.secret)?;
    make_folder(&files.members).map_err(NodeError::file(&files.members))?;
    let mut listed: BTreeMap<Participant, PublicKey> = match is_there(&files.roster)? {
        true => read_roster(&files.roster, fleet.public().public())?
            .members()
            .map(|(who, key)| (who.clone(), key))
            .collect(),
        false => BTreeMap::new(),
    };
    let before = listed.clone();
    for who in members {
        let path = files.secret_of(who);
        match (is_there(&path)?, listed.get(who)) {
            (true, Some(key)) if read_secret_key(&path)?.public() != *key => {
                let wrong = format!(
                    "is not the key of {who} on the roster: put that one back, or move both files away and start the fleet, which makes them anew"
                );
                return Err(NodeError::Content { path, wrong });
            }
            (_, Some(_)) => {}
            // Whoever made it was interrupted before the roster was written.
            (true, None) => {
                listed.insert(who.clone(), read_secret_key(&path)?.public());
            }
            (false, None) => {
                let key = SecretKey::from_seed(&new_seed()?);
                write_new(&path, SECRET_MODE, &key.to_text())?;
                listed.insert(who.clone(), key.public());
            }
        }
    }
    if listed != before || !is_there(&files.roster)? {
        write_roster(&files.roster, Roster::new(listed).signed(fleet.secret()))?;
    }
    Ok(files)
}

/// Puts a participant with this public key on the roster, in the place of the one that it had; the fleet's secret lies in the folder.
///
/// # Errors
/// As [`ensure_keys`].
pub fn enlist(folder: &Path, who: &Participant, key: PublicKey) -> Result<KeyFiles, NodeError> {
    let files = ensure_keys(folder, &[])?;
    let fleet = read_fleet_key(&files.secret)?;
    let roster = read_roster(&files.roster, fleet.public().public())?;
    let others = roster.members().filter(|(member, _)| *member != who).map(|(member, key)| (member.clone(), key));
    write_roster(&files.roster, Roster::new(others.chain([(who.clone(), key)])).signed(fleet.secret()))?;
    Ok(files)
}

/// Makes the fleet's pair of keys where there is none.
fn ensure_fleet_key(folder: &Path) -> Result<KeyFiles, NodeError> {
    let files = KeyFiles::in_folder(folder);
    match (is_there(&files.secret)?, is_there(&files.public)?) {
        (false, false) => {
            // First: keys without it are taken for those of a fleet that lost what it had.
            Roll::begin(folder)?;
            let key = FleetKey::from_seed(&new_seed()?);
            write_new(&files.secret, SECRET_MODE, &key.to_text())?;
            write_new(&files.public, PUBLIC_MODE, &key.public().to_text())?;
        }
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

/// Reads the fleet's secret key.
///
/// # Errors
/// A file that is missing, that others may read, or that holds no key; the mend is named.
pub(crate) fn read_fleet_key(path: &Path) -> Result<FleetKey, NodeError> {
    let text = read_secret(path, "without the fleet's secret key no approval can be signed; give its path")?;
    FleetKey::parse(&text).map_err(|error| NodeError::Content { path: path.to_owned(), wrong: error.to_string() })
}

/// Reads a participant's secret key.
///
/// # Errors
/// As [`read_fleet_key`].
pub(crate) fn read_secret_key(path: &Path) -> Result<SecretKey, NodeError> {
    let text = read_secret(
        path,
        "without it nobody believes what this participant says; copy it, with fleet.pub and fleet.roster, from the folder where the fleet's keys were made",
    )?;
    SecretKey::parse(&text).map_err(|error| NodeError::Content { path: path.to_owned(), wrong: error.to_string() })
}

fn read_secret(path: &Path, need: &str) -> Result<String, NodeError> {
    let text = read(path, need)?;
    let mode = std::fs::metadata(path).map_err(NodeError::file(path))?.permissions().mode();
    if mode & 0o077 != 0 {
        let wrong = format!("others may read or write this secret: chmod 600 {}", path.display());
        return Err(NodeError::Content { path: path.to_owned(), wrong });
    }
    Ok(text)
}

/// Reads the fleet's public key.
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

/// The fleet's public key.
///
/// # Errors
/// As [`ensure_keys`].
pub fn fleet_public_key(files: &KeyFiles) -> Result<PublicKey, NodeError> {
    read_public_key(&files.public)
}

/// Reads the fleet's public key, to check its roster with.
///
/// # Errors
/// As [`read_approval_key`].
pub(crate) fn read_public_key(path: &Path) -> Result<PublicKey, NodeError> {
    read_approval_key(path).map(|key| key.public())
}

/// Reads the fleet's roster.
///
/// # Errors
/// A file that is missing or malformed, or that the fleet's key did not sign; the mend is named.
pub(crate) fn read_roster(path: &Path, fleet: PublicKey) -> Result<Roster, NodeError> {
    let text = read(
        path,
        "without the fleet's roster nobody's word can be told from a stranger's; copy the one that lies beside fleet.key",
    )?;
    Roster::parse(&text, fleet).map_err(|error| NodeError::Content { path: path.to_owned(), wrong: error.to_string() })
}

const SECRET_MODE: u32 = 0o600;
const PUBLIC_MODE: u32 = 0o644;

fn read(path: &Path, need: &str) -> Result<String, NodeError> {
    std::fs::read_to_string(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            // Participants' secrets lie in a folder below that of the fleet's.
            let folder = if folder.ends_with("keys") { folder.parent().unwrap_or(folder) } else { folder };
            let wrong =
                format!("is not there, and {need}; or, where fleet.key lies: surefleet keygen {} (of a fleet's nodes with --fleet <fleet>, of a person with --for <name>)", folder.display());
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

fn is_there(path: &Path) -> Result<bool, NodeError> {
    path.try_exists().map_err(NodeError::file(path))
}

fn new_seed() -> Result<[u8; 32], NodeError> {
    let mut seed = [0; 32];
    SysRng.try_fill_bytes(&mut seed).map_err(|error| NodeError::Refused(format!("no random numbers: {error}")))?;
    Ok(seed)
}

/// Writes a roster in the place of the one that is there, whole or not at all.
fn write_roster(path: &Path, roster: Roster) -> Result<(), NodeError> {
    let draft = path.with_extension(format!("roster.{}", std::process::id()));
    // One that an interrupted run left is of no use.
    if is_there(&draft)? {
        std::fs::remove_file(&draft).map_err(NodeError::file(&draft))?;
    }
    write_new(&draft, PUBLIC_MODE, &roster.to_text())?;
    std::fs::rename(&draft, path).map_err(NodeError::file(path))
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
    fn pair_that_was_made_belongs_together_and_only_its_owner_reads_the_secrets() -> Outcome {
        let folder = Folder::new("made");
        let desk = Participant::help_desk();
        let files = ensure_keys(&folder.0, std::slice::from_ref(&desk))?;
        let fleet = read_fleet_key(&files.secret)?.public();
        assert_eq!(fleet, read_approval_key(&files.public)?);
        let roster = read_roster(&files.roster, fleet.public())?;
        assert_eq!(roster.key_of(&desk), Some(read_secret_key(&files.secret_of(&desk))?.public()));
        for secret in [&files.secret, &files.secret_of(&desk)] {
            assert_eq!(std::fs::metadata(secret)?.permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(std::fs::metadata(&files.members)?.permissions().mode() & 0o777, 0o700);
        let other = Folder::new("other");
        assert_ne!(read_approval_key(&ensure_keys(&other.0, &[])?.public)?, read_approval_key(&files.public)?);
        Ok(())
    }

    #[test]
    fn keys_are_never_overwritten_and_new_participants_join_those_that_are_there() -> Outcome {
        let folder = Folder::new("kept");
        let (desk, ada) = (Participant::help_desk(), Participant::operator("ada")?);
        let files = ensure_keys(&folder.0, std::slice::from_ref(&desk))?;
        let contents = |files: &KeyFiles| {
            [&files.secret, &files.public, &files.secret_of(&desk)].map(|path| std::fs::read(path).unwrap_or_default())
        };
        let before = contents(&files);
        ensure_keys(&folder.0, &[ada.clone(), desk.clone()])?;
        assert_eq!(contents(&files), before);
        let roster = || read_roster(&files.roster, read_public_key(&files.public)?);
        assert!(roster()?.key_of(&ada).is_some() && roster()?.key_of(&desk).is_some());
        // A secret that was taken to another machine is not made anew here.
        std::fs::remove_file(files.secret_of(&ada))?;
        let listed = roster()?.key_of(&ada);
        ensure_keys(&folder.0, std::slice::from_ref(&ada))?;
        assert!(!files.secret_of(&ada).exists() && roster()?.key_of(&ada) == listed);
        // One that was made, and not listed for want of time, is listed.
        std::fs::remove_file(&files.roster)?;
        ensure_keys(&folder.0, std::slice::from_ref(&desk))?;
        assert_eq!(roster()?.key_of(&desk), Some(read_secret_key(&files.secret_of(&desk))?.public()));
        Ok(())
    }

    #[test]
    fn key_that_is_not_the_rosters_and_a_roster_of_another_fleet_are_refused() -> Outcome {
        let (folder, other) = (Folder::new("mixed"), Folder::new("mixed-other"));
        let desk = [Participant::help_desk()];
        let (files, others) = (ensure_keys(&folder.0, &desk)?, ensure_keys(&other.0, &desk)?);
        std::fs::copy(others.secret_of(&desk[0]), files.secret_of(&desk[0]))?;
        assert!(refusal(ensure_keys(&folder.0, &desk)).contains("is not the key of help_desk on the roster"));
        std::fs::copy(&others.roster, &files.roster)?;
        assert!(refusal(ensure_keys(&folder.0, &desk)).contains("signed with another fleet's key"));
        Ok(())
    }

    #[test]
    fn lost_public_key_is_made_anew_and_a_lost_secret_is_not() -> Outcome {
        let folder = Folder::new("lost");
        let files = ensure_keys(&folder.0, &[])?;
        let public = std::fs::read(&files.public)?;
        std::fs::remove_file(&files.public)?;
        ensure_keys(&folder.0, &[])?;
        assert_eq!(std::fs::read(&files.public)?, public);
        std::fs::remove_file(&files.secret)?;
        assert!(refusal(ensure_keys(&folder.0, &[])).contains("has no fleet.key beside it"));
        std::fs::remove_file(&files.public)?;
        std::fs::remove_file(&files.roster)?;
        let other = Folder::new("lost-other");
        ensure_keys(&folder.0, &[])?;
        std::fs::copy(ensure_keys(&other.0, &[])?.public, &files.public)?;
        assert!(refusal(ensure_keys(&folder.0, &[])).contains("does not belong"));
        Ok(())
    }

    #[test]
    fn key_that_is_missing_malformed_or_open_to_others_is_refused_with_the_mend() -> Outcome {
        let folder = Folder::new("bad");
        let files = KeyFiles::in_folder(&folder.0);
        let mend = format!("surefleet keygen {}", folder.0.display());
        assert!(refusal(read_fleet_key(&files.secret)).contains(&mend));
        assert!(refusal(read_approval_key(&files.public)).contains(&mend));
        ensure_keys(&folder.0, &[])?;
        std::fs::set_permissions(&files.secret, std::fs::Permissions::from_mode(0o640))?;
        assert!(refusal(read_fleet_key(&files.secret)).contains("chmod 600"));
        std::fs::write(&files.public, "ed25519-public 00")?;
        assert!(refusal(read_approval_key(&files.public)).contains("64 hexadecimal digits"));
        std::fs::write(&files.public, [0xff; 32])?;
        assert!(refusal(read_approval_key(&files.public)).contains("surefleet keygen"));
        Ok(())
    }
}
