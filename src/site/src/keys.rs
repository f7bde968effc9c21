mod reading;

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    path::{Path, PathBuf},
};

use rand::{TryRng, rngs::SysRng};
use rustix::{
    fs::{FlockOperation, flock},
    io::retry_on_intr,
};
use surefleet_identity::{Participant, PublicKey, Roster, SecretKey};
use surefleet_safety::FleetKey;

pub use self::reading::{read_approval_key, read_fleet_key, read_public_key, read_roster, read_secret_key};
use crate::{
    error::SiteError,
    journal::Roll,
    private::{PUBLIC, SECRET, make_folder, open_private, write_new, write_whole},
};

/// The paths of a fleet's key files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyFiles {
    /// The fleet's secret, for the safety monitor alone.
    pub secret: PathBuf,
    /// The fleet's public key, for everybody.
    pub public: PathBuf,
    /// The list of participants, signed with the fleet's secret, for everybody.
    pub roster: PathBuf,
    /// The folder of the participants' secrets. Each belongs on the machine that its participant runs on.
    pub members: PathBuf,
}

impl KeyFiles {
    /// `fleet.key`, `fleet.pub`, `fleet.roster` and `keys`.
    pub fn in_folder(folder: &Path) -> Self {
        let [secret, public, roster, members] =
            ["fleet.key", "fleet.pub", "fleet.roster", "keys"].map(|name| folder.join(name));
        Self { secret, public, roster, members }
    }

    /// The secret of a participant: `keys/planner.robot_1.key`. The safety monitor's secret is the fleet's own.
    pub fn secret_of(&self, who: &Participant) -> PathBuf {
        if *who == Participant::safety_monitor() {
            return self.secret.clone();
        }
        self.members.join(format!("{}.key", who.to_string().replace('/', ".")))
    }
}

/// The keys of the fleet and these participants in a folder. Creates the keys that do not exist yet.
///
/// A participant on the roster keeps its key, even if the secret is on another machine.
///
/// # Errors
/// A key or roster cannot be read; a public key has no secret, or belongs to another secret; the folder cannot be
/// written; there are no random numbers.
pub fn ensure_keys(folder: &Path, members: &[Participant]) -> Result<KeyFiles, SiteError> {
    let mut keys = Keys::of(folder)?;
    for who in members {
        keys.ensure(who)?;
    }
    keys.write_roster()
}

/// Puts a participant with this public key on the roster. The folder must contain the fleet's secret.
///
/// # Errors
/// As [`ensure_keys`]; or the roster has another key for this participant.
pub fn enlist(folder: &Path, who: &Participant, key: PublicKey) -> Result<KeyFiles, SiteError> {
    let mut keys = Keys::of(folder)?;
    if keys.listed.get(who).is_some_and(|listed| *listed != key) {
        let wrong = format!("lists {who} with another key: surefleet keygen {} --remove {who} first", folder.display());
        return Err(SiteError::Content { path: keys.files.roster, wrong });
    }
    keys.listed.insert(who.clone(), key);
    keys.write_roster()
}

/// Takes a participant off the roster and removes its secret from the folder. Returns whether there was a secret.
///
/// # Errors
/// As [`ensure_keys`]; the folder lacks the fleet's secret, or the participant is not on the roster.
pub fn strike(folder: &Path, who: &Participant) -> Result<bool, SiteError> {
    read_fleet_key(&KeyFiles::in_folder(folder).secret)?;
    let mut keys = Keys::of(folder)?;
    let path = keys.files.secret_of(who);
    let (was_listed, has_secret) = (keys.listed.remove(who).is_some(), is_there(&path)?);
    if *who == Participant::safety_monitor() || !(was_listed || has_secret) {
        let known: Vec<String> = keys.listed.keys().map(ToString::to_string).collect();
        let wrong = format!("does not list {who}; it lists {}", known.join(", "));
        return Err(SiteError::Content { path: keys.files.roster, wrong });
    }
    // The roster is written first: a secret without an entry on the roster is useless.
    keys.write_roster()?;
    if has_secret {
        std::fs::remove_file(&path).map_err(SiteError::file(&path))?;
    }
    Ok(has_secret)
}

/// The keys of a folder, locked against changes by others.
struct Keys {
    files: KeyFiles,
    fleet: FleetKey,
    listed: BTreeMap<Participant, PublicKey>,
    _lock: File,
}

/// Name of the lock file for reading, changing and writing the roster.
const LOCK: &str = "fleet.lock";

impl Keys {
    /// Waits until nobody else changes the keys. Creates the fleet's pair of keys if there is none.
    fn of(folder: &Path) -> Result<Self, SiteError> {
        make_folder(folder).map_err(SiteError::file(folder))?;
        let path = folder.join(LOCK);
        let lock = open_private(OpenOptions::new().create(true).append(true), &path).map_err(SiteError::file(&path))?;
        retry_on_intr(|| flock(&lock, FlockOperation::LockExclusive))
            .map_err(|error| SiteError::file(&path)(error.into()))?;
        let files = ensure_fleet_key(folder)?;
        let fleet = read_fleet_key(&files.secret)?;
        make_folder(&files.members).map_err(SiteError::file(&files.members))?;
        if !is_there(&files.roster)? {
            let wrong = "has gone, and it says who is believed: copy it back from any machine of the fleet; for keys that are all new, move \
                         what lies in this folder away"
                .to_owned();
            return Err(SiteError::Content { path: files.roster, wrong });
        }
        let roster = read_roster(&files.roster, fleet.public().public())?;
        let listed = roster.members().map(|(who, key)| (who.clone(), key)).collect();
        Ok(Self { files, fleet, listed, _lock: lock })
    }

    /// Creates a participant's key if it has none, and lists it.
    fn ensure(&mut self, who: &Participant) -> Result<(), SiteError> {
        let path = self.files.secret_of(who);
        let key = match (is_there(&path)?, self.listed.get(who)) {
            (true, Some(key)) if read_secret_key(&path)?.public() != *key => {
                let wrong = format!(
                    "is not the key of {who} on the roster: put that one back, or take {who} off the roster (surefleet keygen --remove) and start the fleet, \
                     which makes it a new one"
                );
                return Err(SiteError::Content { path, wrong });
            }
            (_, Some(_)) => return Ok(()),
            // The process that made it was interrupted before it wrote the roster.
            (true, None) => read_secret_key(&path)?.public(),
            (false, None) => {
                let key = SecretKey::from_seed(&new_seed()?);
                write_new(&path, SECRET, &key.to_text()).map_err(SiteError::file(&path))?;
                key.public()
            }
        };
        self.listed.insert(who.clone(), key);
        Ok(())
    }

    /// Writes the roster if it has changed.
    fn write_roster(self) -> Result<KeyFiles, SiteError> {
        let text = Roster::new(self.listed).signed(self.fleet.secret()).to_text();
        let path = &self.files.roster;
        if !std::fs::read(path).is_ok_and(|before| before == text.as_bytes()) {
            write_whole(path, PUBLIC, &text).map_err(SiteError::file(path))?;
        }
        Ok(self.files)
    }
}

/// Creates the fleet's pair of keys if there is none.
fn ensure_fleet_key(folder: &Path) -> Result<KeyFiles, SiteError> {
    let files = KeyFiles::in_folder(folder);
    match (is_there(&files.secret)?, is_there(&files.public)?) {
        (false, false) => {
            // The list comes first: keys without a list look like those of a fleet that lost its files.
            Roll::begin(folder)?;
            let key = FleetKey::from_seed(&new_seed()?);
            write_new(&files.secret, SECRET, &key.to_text()).map_err(SiteError::file(&files.secret))?;
            begin_roster(&files, &key)?;
            write_new(&files.public, PUBLIC, &key.public().to_text()).map_err(SiteError::file(&files.public))?;
        }
        // The process that made them was interrupted in between, or the public key was moved instead of copied.
        (true, false) => {
            let key = read_fleet_key(&files.secret)?;
            if !is_there(&files.roster)? && !is_there(&files.members)? {
                begin_roster(&files, &key)?;
            }
            write_new(&files.public, PUBLIC, &key.public().to_text()).map_err(SiteError::file(&files.public))?;
        }
        (false, true) => {
            let wrong =
                "has no fleet.key beside it: put that back, or move this away and every skill server's copy with it";
            return Err(SiteError::Content { path: files.public, wrong: wrong.to_owned() });
        }
        (true, true) => {
            if read_fleet_key(&files.secret)?.public() != read_approval_key(&files.public)? {
                let wrong = "does not belong to the fleet.key beside it: move it away, and it is made anew".to_owned();
                return Err(SiteError::Content { path: files.public, wrong });
            }
        }
    }
    Ok(files)
}

/// Creates an empty roster. From now on a missing roster counts as lost.
fn begin_roster(files: &KeyFiles, key: &FleetKey) -> Result<(), SiteError> {
    let text = Roster::new(BTreeMap::new()).signed(key.secret()).to_text();
    write_new(&files.roster, PUBLIC, &text).map_err(SiteError::file(&files.roster))
}

/// The fleet's public key.
///
/// # Errors
/// As [`ensure_keys`].
pub fn fleet_public_key(files: &KeyFiles) -> Result<PublicKey, SiteError> {
    read_public_key(&files.public)
}

fn is_there(path: &Path) -> Result<bool, SiteError> {
    path.try_exists().map_err(SiteError::file(path))
}

fn new_seed() -> Result<[u8; 32], SiteError> {
    let mut seed = [0; 32];
    SysRng.try_fill_bytes(&mut seed).map_err(|error| SiteError::Refused(format!("no random numbers: {error}")))?;
    Ok(seed)
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::{fs::PermissionsExt, process::ExitStatusExt},
        process::Command,
    };

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

    fn refusal<T>(result: Result<T, SiteError>) -> String {
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
        // A secret that was moved to another machine is not created again here.
        std::fs::remove_file(files.secret_of(&ada))?;
        let listed = roster()?.key_of(&ada);
        ensure_keys(&folder.0, std::slice::from_ref(&ada))?;
        assert!(!files.secret_of(&ada).exists() && roster()?.key_of(&ada) == listed);
        // A secret that was created but not yet listed is listed now.
        let secret = std::fs::read_to_string(files.secret_of(&desk))?;
        strike(&folder.0, &desk)?;
        write_new(&files.secret_of(&desk), SECRET, &secret)?;
        ensure_keys(&folder.0, std::slice::from_ref(&desk))?;
        assert_eq!(roster()?.key_of(&desk), Some(read_secret_key(&files.secret_of(&desk))?.public()));
        // Adding a key must not replace a missing roster.
        std::fs::remove_file(&files.roster)?;
        assert!(ensure_keys(&folder.0, std::slice::from_ref(&desk)).is_err());
        Ok(())
    }

    #[test]
    fn whoever_is_killed_while_a_key_is_written_leaves_none() -> Outcome {
        const VICTIM: &str = "SUREFLEET_VICTIM";
        if let Some(folder) = std::env::var_os(VICTIM) {
            ensure_keys(Path::new(&folder), &[])?;
            return Ok(());
        }
        let folder = Folder::new("killed");
        Roll::begin(&folder.0)?;
        // The system kills a process that writes more than it may.
        let name = "keys::tests::whoever_is_killed_while_a_key_is_written_leaves_none";
        let victim = Command::new("sh")
            .args([
                "-c",
                "ulimit -f 0; exec \"$0\" --exact \"$1\"",
                &std::env::current_exe()?.display().to_string(),
                name,
            ])
            .env(VICTIM, &folder.0)
            .output()?;
        assert_eq!(victim.status.signal(), Some(rustix::process::Signal::XFSZ.as_raw()), "{victim:?}");
        let files = KeyFiles::in_folder(&folder.0);
        assert!(!files.secret.exists());
        ensure_keys(&folder.0, &[Participant::help_desk()])?;
        Ok(())
    }

    #[test]
    fn those_who_join_at_once_are_all_on_the_roster() -> Outcome {
        let folder = Folder::new("at-once");
        let people: Vec<Participant> =
            (0..16).map(|number| Participant::operator(&format!("p{number}"))).collect::<Result<_, _>>()?;
        std::thread::scope(|scope| {
            let join = |(number, who): (usize, &Participant)| match number % 2 {
                0 => ensure_keys(&folder.0, std::slice::from_ref(who)).map(drop),
                _ => enlist(&folder.0, who, SecretKey::from_seed(&[number as u8; 32]).public()).map(drop),
            };
            let joining: Vec<_> = people.iter().enumerate().map(|it| scope.spawn(move || join(it))).collect();
            joining.into_iter().try_for_each(|thread| thread.join().unwrap_or(Ok(())))
        })?;
        let files = KeyFiles::in_folder(&folder.0);
        let roster = read_roster(&files.roster, read_public_key(&files.public)?)?;
        assert!(people.iter().all(|who| roster.key_of(who).is_some()));
        Ok(())
    }

    #[test]
    fn who_is_struck_is_no_longer_listed_and_leaves_no_secret() -> Outcome {
        let folder = Folder::new("struck");
        let (desk, ann) = (Participant::help_desk(), Participant::operator("ann")?);
        assert!(refusal(strike(&folder.0, &ann)).contains("fleet.key") && !folder.0.exists());
        let files = ensure_keys(&folder.0, &[desk.clone(), ann.clone()])?;
        assert!(strike(&folder.0, &ann)?);
        let roster = read_roster(&files.roster, read_public_key(&files.public)?)?;
        assert!(roster.key_of(&ann).is_none() && roster.key_of(&desk).is_some());
        assert!(!files.secret_of(&ann).exists() && files.secret_of(&desk).exists());
        assert!(refusal(strike(&folder.0, &ann)).contains("does not list operator/ann; it lists help_desk"));
        assert!(refusal(strike(&folder.0, &Participant::safety_monitor())).contains("does not list"));
        enlist(&folder.0, &ann, SecretKey::from_seed(&[7; 32]).public())?;
        assert!(!strike(&folder.0, &ann)?, "her secret is elsewhere");
        Ok(())
    }

    #[test]
    fn only_what_is_for_every_machine_is_readable_by_others() -> Outcome {
        let folder = Folder::new("modes");
        ensure_keys(&folder.0, &[Participant::help_desk()])?;
        let mut public = Vec::new();
        for entry in std::fs::read_dir(&folder.0)?.chain(std::fs::read_dir(folder.0.join("keys"))?) {
            let (path, mode) = {
                let entry = entry?;
                (entry.path(), entry.metadata()?.permissions().mode() & 0o777)
            };
            if mode & 0o077 != 0 {
                assert_eq!(mode, 0o644);
                public.push(path.file_name().unwrap_or_default().to_owned());
            }
        }
        public.sort();
        assert_eq!(public, ["fleet.pub", "fleet.roster"]);
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
