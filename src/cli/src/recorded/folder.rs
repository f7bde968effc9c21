//! The folder of recorded checks: pictures, and a line of JSON for each.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use serde::{Deserialize, Serialize};
use surefleet_calibration::recorded_distribution;
use surefleet_mission::Transport;
use surefleet_perception::{ActionId, ActionOutcome, Look, Word};
use surefleet_site::PerceptionChoice;

/// The file of the lines.
pub const CHECKS: &str = "checks.jsonl";
/// The lock file: its holder may record.
const LOCK: &str = "checks.lock";

/// One line: an action, the picture after it, and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCheck {
    /// Path of a PNG or JPEG, relative to the folder.
    pub picture: PathBuf,
    /// The camera and its mount, as the fleet file names them.
    pub source: String,
    /// The domain, and the time after an action
    /// ([`recorded_distribution`](surefleet_calibration::recorded_distribution)).
    pub distribution: String,
    /// The mission; actions of one mission depend on each other.
    pub mission: String,
    /// The robot that acted.
    pub robot: String,
    /// The mission in plain language.
    pub task: String,
    /// The action that the robot tried.
    pub subtask: String,
    /// A statement that is true if the action worked.
    pub expected: String,
    /// The steps of the plan, if one is known; `nap` needs it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<String>,
    /// Index of the tried step in the plan, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: usize,
    /// Whether the action worked; `null`: nobody has said so yet.
    pub worked: Option<bool>,
    /// The person who answered.
    #[serde(default)]
    pub said_by: String,
    /// The person's remark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

fn is_first(place: &usize) -> bool {
    *place == 0
}

/// The common subject of all lines of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The camera and its mount.
    pub source: String,
    /// The domain, and the time after an action.
    pub distribution: String,
}

impl Subject {
    /// The subject of a fleet's recordings.
    pub fn of(perception: &PerceptionChoice, domain: &Transport) -> Self {
        let distribution = recorded_distribution(domain, perception.settle_ms);
        Self { source: perception.pictures.source.clone(), distribution }
    }
}

/// A folder to record in. One process at a time records; people may write truths into the lines meanwhile.
#[derive(Debug)]
pub struct CheckFolder {
    path: PathBuf,
    subject: Subject,
    checks: Vec<RecordedCheck>,
    _lock: File,
}

impl CheckFolder {
    /// Opens a folder to record in; creates it if missing.
    ///
    /// # Errors
    /// A folder that cannot be made or that another process records in; lines that cannot be read or have another
    /// subject.
    pub fn open(path: &Path, subject: Subject) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let lock = path.join(LOCK);
        let held = File::create(&lock).with_context(|| format!("cannot write {}", lock.display()))?;
        match flock(&held, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => bail!("{}: another process records in it; take another folder", path.display()),
            Err(error) => return Err(error).with_context(|| format!("cannot lock {}", lock.display())),
        }
        let mut folder = Self { path: path.to_owned(), subject, checks: Vec::new(), _lock: held };
        folder.read_again()?;
        Ok(folder)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of checks, in words.
    pub fn count(&self) -> String {
        let open = self.checks.iter().filter(|check| check.worked.is_none()).count();
        let all = self.checks.len();
        let checks = if all == 1 { "1 check".to_owned() } else { format!("{all} checks") };
        if open == 0 { checks } else { format!("{checks}, {open} of which nobody has said the truth") }
    }

    /// Adds a robot's look and its picture; an action that is already there stays as it is.
    ///
    /// # Errors
    /// A folder that cannot be read or written.
    pub fn add(&mut self, look: &Look) -> Result<()> {
        self.read_again()?;
        if self.checks.iter().any(|known| is_of(known, &look.action)) {
            return Ok(());
        }
        let picture = PathBuf::from(format!("{}.{}", stem(&look.action), look.kind()));
        // The picture first: a line without its picture could not be used.
        let path = self.path.join(&picture);
        fs::write(&path, &look.picture).with_context(|| format!("cannot write {}", path.display()))?;
        let Subject { source, distribution } = self.subject.clone();
        self.checks.push(RecordedCheck {
            picture,
            source,
            distribution,
            mission: look.action.mission.to_string(),
            robot: look.action.robot.to_string(),
            task: look.task.clone(),
            subtask: look.subtask.clone(),
            expected: look.expected.clone(),
            plan: Vec::new(),
            place: 0,
            worked: None,
            said_by: String::new(),
            note: String::new(),
        });
        self.write()
    }

    /// Records a person's answer about an action; returns the changed line, or `None` if nothing changed.
    ///
    /// # Errors
    /// A folder that cannot be read or written.
    pub fn tell(&mut self, word: &Word) -> Result<Option<RecordedCheck>> {
        self.read_again()?;
        let mut open = self.checks.iter_mut().filter(|check| check.worked.is_none());
        let Some(check) = open.find(|check| is_of(check, &word.action)) else { return Ok(None) };
        let worked = word.outcome.map(|outcome| outcome == ActionOutcome::Success);
        let told = RecordedCheck { worked, said_by: word.by.clone(), note: word.text.clone(), ..check.clone() };
        if *check == told {
            return Ok(None);
        }
        check.clone_from(&told);
        self.write()?;
        Ok(Some(told))
    }

    /// Reads the file again, since people may have written truths into it; puts back lines that an edit with an older
    /// copy removed.
    fn read_again(&mut self) -> Result<()> {
        let mut now: Vec<RecordedCheck> = match read_lines(&self.path, &self.subject) {
            Ok(lines) => lines.into_iter().map(|(_, check)| check).collect(),
            Err(error) if is_missing(&error) => Vec::new(),
            Err(error) => return Err(error),
        };
        let there: BTreeSet<PathBuf> = now.iter().map(|check| check.picture.clone()).collect();
        let held = std::mem::take(&mut self.checks).into_iter().enumerate();
        let gone: Vec<_> = held.filter(|(_, check)| !there.contains(&check.picture)).collect();
        if !gone.is_empty() {
            eprintln!(
                "{} lines had gone from {CHECKS} and are put back: delete lines while nobody records",
                gone.len()
            );
        }
        let has_gone = !gone.is_empty();
        for (place, check) in gone {
            now.insert(place.min(now.len()), check);
        }
        self.checks = now;
        // This writes also lines that could not be written before: nothing else would write them.
        if has_gone { self.write() } else { Ok(()) }
    }

    /// Replaces the file in one step, so that a crash leaves either the old lines or the new ones.
    fn write(&self) -> Result<()> {
        let lines: Vec<String> = self.checks.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let (file, new) = (self.path.join(CHECKS), self.path.join(format!("{CHECKS}.new")));
        fs::write(&new, lines.join("\n") + "\n").with_context(|| format!("cannot write {}", new.display()))?;
        fs::rename(&new, &file).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// The lines of a folder with their numbers, oldest first. All must have this subject.
pub fn read_lines(path: &Path, subject: &Subject) -> Result<Vec<(u64, RecordedCheck)>> {
    let file = path.join(CHECKS);
    let text = fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}: record it with surefleet record-checks", file.display()))?;
    let numbered = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = numbered.map(|(number, line)| {
        let check: RecordedCheck =
            serde_json::from_str(line).with_context(|| format!("line {number} of {}", file.display()))?;
        let same = |what, recorded: &str, wanted: &str| {
            if recorded == wanted {
                return Ok(());
            }
            bail!(
                "line {number} of {}: its {what} is {recorded:?}, and by the fleet file it is {wanted:?}: a calibration is of one; record in \
                 another folder, or with the fleet file that this was recorded with",
                file.display()
            )
        };
        same("source", &check.source, &subject.source)?;
        same("distribution", &check.distribution, &subject.distribution)?;
        Ok((number, check))
    });
    read.collect()
}

fn is_missing(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::NotFound)
}

fn stem(action: &ActionId) -> String {
    format!("{}-{}-{}", action.mission, action.step, action.robot)
}

fn is_of(check: &RecordedCheck, action: &ActionId) -> bool {
    check.picture.file_stem().is_some_and(|known| known.to_str() == Some(&stem(action)))
}
