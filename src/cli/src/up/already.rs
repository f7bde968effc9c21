//! Whether a fleet is up already: two of one name take one another's turns, and each ends the processes of the other.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io::{Read, Seek, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::Path,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use surefleet_nodes::{FleetNamespace, domain_id, other_monitor};

/// The sole owner of a state folder, for as long as it is kept.
pub struct SoleOwner {
    _lock: File,
}

/// Named beside the journals, which their nodes lock one by one.
const LOCK: &str = "up.lock";

impl SoleOwner {
    /// Takes a state folder.
    ///
    /// # Errors
    /// The fleet is up already, with this command or without it.
    pub fn of(state: &Path) -> Result<Self> {
        let mut folder = DirBuilder::new();
        folder.recursive(true).mode(0o700).create(state).with_context(|| format!("cannot make {}", state.display()))?;
        let path = state.join(LOCK);
        let mut lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot use {}", path.display()))?;
        if !take(&lock).with_context(|| format!("cannot lock {}", path.display()))? {
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
                let is_free = take(&file).unwrap_or(true);
                (!is_free).then(|| match holder(&file) {
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

/// Looks whether another fleet is up in this ROS domain and namespace.
///
/// # Errors
/// One is.
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

/// So long others have to be found; absence cannot be seen, so a start waits for all of it.
const LOOK: Duration = Duration::from_millis(800);

/// Whether nobody else had the lock.
fn take(file: &File) -> std::io::Result<bool> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

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

/// The process that has the lock of a file, as Linux lists it.
fn holder(file: &File) -> Option<u32> {
    let inode = format!(":{}", file.metadata().ok()?.ino());
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let ours = locks.lines().find(|line| line.split_whitespace().any(|word| word.ends_with(&inode)))?;
    ours.split_whitespace().nth(4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_folder_has_one_owner_and_no_journal_that_others_use() {
        let state = std::env::temp_dir().join(format!("surefleet-owner-{}", std::process::id()));
        let refusal = || SoleOwner::of(&state).err().map(|error| error.to_string()).unwrap_or_default();
        let owner = SoleOwner::of(&state).expect("it is the first");
        let process = std::process::id();
        assert!(refusal().contains(&format!("`surefleet up` (process {process}) keeps its state in")), "{}", refusal());
        drop(owner);
        let journal = File::create(state.join("robot_1.ring.jsonl")).expect("a folder of our own");
        assert!(take(&journal).expect("a file of our own"));
        assert!(refusal().contains("others use robot_1.ring.jsonl"), "{}", refusal());
        drop(journal);
        SoleOwner::of(&state).expect("everybody has gone");
        std::fs::remove_dir_all(&state).expect("a folder of our own");
    }
}
