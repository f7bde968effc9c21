//! Checks whether a fleet is already up: two with one name would take each other's turns and end each other's
//! processes.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Seek, Write},
    os::unix::fs::MetadataExt,
    path::Path,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use surefleet_ros::other_monitor;
use surefleet_site::{FleetNamespace, domain_id, is_locked, lock_alone, make_folder, open_private};

/// The sole owner of a state folder, as long as it exists.
pub struct SoleOwner {
    _lock: File,
}

/// Its lock file, beside the journals; the nodes lock their own journals.
const LOCK: &str = "up.lock";

impl SoleOwner {
    /// Takes a state folder.
    ///
    /// # Errors
    /// The fleet is already up, started by this command or in another way.
    pub fn of(state: &Path) -> Result<Self> {
        make_folder(state).with_context(|| format!("cannot make {}", state.display()))?;
        let path = state.join(LOCK);
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let mut lock = open_private(&mut options, &path).with_context(|| format!("cannot use {}", path.display()))?;
        if !lock_alone(&lock).with_context(|| format!("cannot lock {}", path.display()))? {
            let mut owner = String::new();
            lock.read_to_string(&mut owner).with_context(|| format!("cannot read {}", path.display()))?;
            bail!(
                "this fleet is up already: `surefleet up` (process {}) keeps its state in {}. End that one first (Ctrl-C), or give \
                 this one a --namespace or a --state and ROS_DOMAIN_ID of its own",
                owner.trim(),
                state.display()
            );
        }
        lock.set_len(0).and_then(|()| lock.rewind()).and_then(|()| write!(lock, "{}", std::process::id()))?;
        let left: Vec<String> = journals(state)?
            .into_iter()
            .filter_map(|(name, file)| {
                is_locked(&file).unwrap_or(false).then(|| match holder(&file) {
                    Some(process) => format!("{name} (process {process})"),
                    None => name,
                })
            })
            .collect();
        if !left.is_empty() {
            bail!(
                "this fleet is up already, without a `surefleet up` that looks after it: in {} others use {}. End these processes \
                 (the launch file that started them, or kill), or give this fleet a --namespace or a --state and ROS_DOMAIN_ID of its own",
                state.display(),
                left.join(", ")
            );
        }
        Ok(Self { _lock: lock })
    }
}

/// Checks whether another fleet is up in this ROS domain and namespace.
///
/// # Errors
/// Another fleet is up.
pub fn look_around(namespace: &FleetNamespace) -> Result<()> {
    match other_monitor(namespace, LOOK)? {
        None => Ok(()),
        Some(gate) => bail!(
            "a fleet is up already in ROS domain {}: a safety monitor publishes {gate}. Two fleets there would take one another's turns: end that one, or \
             choose another --namespace or ROS_DOMAIN_ID for this one",
            domain_id(),
        ),
    }
}

/// Time to find other fleets; absence cannot be seen, so every start waits this long.
const LOOK: Duration = Duration::from_millis(1500);

fn journals(state: &Path) -> Result<Vec<(String, File)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(state).with_context(|| format!("cannot read {}", state.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, File::open(&path).with_context(|| format!("cannot read {}", path.display()))?));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

/// The process that holds the lock of a file, from Linux's list of locks.
fn holder(file: &File) -> Option<u32> {
    let inode = format!(":{}", file.metadata().ok()?.ino());
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let ours = locks.lines().find(|line| line.split_whitespace().any(|word| word.ends_with(&inode)))?;
    ours.split_whitespace().nth(4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::fs::PermissionsExt,
        sync::atomic::{AtomicBool, Ordering},
    };

    use surefleet_site::Journal;

    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("surefleet-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_state_folder_has_one_owner_and_no_journal_that_others_use() {
        let state = folder("owner");
        let refusal = || SoleOwner::of(&state).err().map(|error| error.to_string()).unwrap_or_default();
        let owner = SoleOwner::of(&state).expect("it is the first");
        let mode = std::fs::metadata(state.join(LOCK)).expect("a file of our own").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let process = std::process::id();
        assert!(refusal().contains(&format!("`surefleet up` (process {process}) keeps its state in")), "{}", refusal());
        drop(owner);
        let journal = File::create(state.join("robot_1.ring.jsonl")).expect("a folder of our own");
        assert!(lock_alone(&journal).expect("a file of our own"));
        assert!(refusal().contains("others use robot_1.ring.jsonl"), "{}", refusal());
        drop(journal);
        SoleOwner::of(&state).expect("everybody has gone");
        std::fs::remove_dir_all(&state).expect("a folder of our own");
    }

    #[test]
    fn a_node_that_starts_while_somebody_looks_starts_all_the_same() {
        let state = folder("looked-at");
        let open = || Journal::open::<String>(&state, "robot_1.ring.jsonl", "all that counts");
        drop(open().expect("a folder of our own"));
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    // The journal may be in use; this test does not check that.
                    drop(SoleOwner::of(&state));
                }
            });
            let failed = (0..2000).find_map(|_| open().err());
            is_over.store(true, Ordering::Relaxed);
            assert!(failed.is_none(), "{}", failed.map(|error| error.to_string()).unwrap_or_default());
        });
        std::fs::remove_dir_all(&state).expect("a folder of our own");
    }
}
