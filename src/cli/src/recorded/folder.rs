//! The folder: pictures, and a line of JSON for each.

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
use surefleet_mission::Domain;
use surefleet_perception::{ActionId, Look, Outcome, Word};
use surefleet_site::PerceptionChoice;

/// The lines.
pub const CHECKS: &str = "checks.jsonl";
/// Who holds it records.
const LOCK: &str = "checks.lock";

/// One line: an action, the picture from after it, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCheck {
    /// A PNG or JPEG, relative to the folder.
    pub picture: PathBuf,
    /// The camera and its mount, as the fleet file names them.
    pub source: String,
    /// In which domain, and how long after an action ([`recorded_distribution`](surefleet_calibration::recorded_distribution)).
    pub distribution: String,
    /// Which mission; actions of one mission depend on each other.
    pub mission: String,
    /// Who acted.
    pub robot: String,
    /// The mission in plain language.
    pub task: String,
    /// What the robot tried.
    pub subtask: String,
    /// What is true if it worked.
    pub expected: String,
    /// The steps of the plan, where one is known; `nap` needs it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<String>,
    /// Which of them was tried, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: usize,
    /// Whether it did what it should; `null`: nobody has said so yet.
    pub worked: Option<bool>,
    /// Who answered.
    #[serde(default)]
    pub said_by: String,
    /// What else was said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

fn is_first(place: &usize) -> bool {
    *place == 0
}

/// What all lines of a folder are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The camera and its mount.
    pub source: String,
    /// Domain, and time after an action.
    pub distribution: String,
}

impl Subject {
    /// What a fleet's robots record.
    pub fn of(perception: &PerceptionChoice, domain: &Domain) -> Self {
        let distribution = recorded_distribution(domain, perception.settle_ms);
        Self { source: perception.pictures.source.clone(), distribution }
    }
}

/// A folder to record in: one process at a time does, and people may write truths into its lines.
#[derive(Debug)]
pub struct CheckFolder {
    path: PathBuf,
    subject: Subject,
    checks: Vec<RecordedCheck>,
    _lock: File,
}

impl CheckFolder {
    /// Opens a folder to record in; makes it where there is none.
    ///
    /// # Errors
    /// A folder that cannot be made, that another process records in, whose lines cannot be read, or are of something else.
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many there are, in words.
    pub fn count(&self) -> String {
        let open = self.checks.iter().filter(|check| check.worked.is_none()).count();
        let all = self.checks.len();
        let checks = if all == 1 { "1 check".to_owned() } else { format!("{all} checks") };
        if open == 0 { checks } else { format!("{checks}, {open} of which nobody has said the truth") }
    }

    /// Adds what a robot looked at, and its picture; an action that is there already stays as it is.
    ///
    /// # Errors
    /// A folder that cannot be read or written.
    pub fn add(&mut self, look: &Look) -> Result<()> {
        self.read_again()?;
        if self.checks.iter().any(|known| is_of(known, &look.action)) {
            return Ok(());
        }
        let picture = PathBuf::from(format!("{}.{}", stem(&look.action), look.kind()));
        // First the picture: a line without one could not be used.
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

    /// Keeps what a person said of an action; gives its line where that is news of it.
    ///
    /// # Errors
    /// A folder that cannot be read or written.
    pub fn tell(&mut self, word: &Word) -> Result<Option<RecordedCheck>> {
        self.read_again()?;
        let mut open = self.checks.iter_mut().filter(|check| check.worked.is_none());
        let Some(check) = open.find(|check| is_of(check, &word.action)) else { return Ok(None) };
        let worked = word.outcome.map(|outcome| outcome == Outcome::Success);
        let told = RecordedCheck { worked, said_by: word.by.clone(), note: word.text.clone(), ..check.clone() };
        if *check == told {
            return Ok(None);
        }
        check.clone_from(&told);
        self.write()?;
        Ok(Some(told))
    }

    /// What is in the file now, for people may have written truths into it; what somebody's older copy of it lacks is put back.
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
        // Also what could not be written before: it is known here, so nothing else would write it.
        if has_gone { self.write() } else { Ok(()) }
    }

    /// Puts the new lines in place of the old ones at once, so that a crash leaves one or the other.
    fn write(&self) -> Result<()> {
        let lines: Vec<String> = self.checks.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let (file, new) = (self.path.join(CHECKS), self.path.join(format!("{CHECKS}.new")));
        fs::write(&new, lines.join("\n") + "\n").with_context(|| format!("cannot write {}", new.display()))?;
        fs::rename(&new, &file).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// The lines of a folder with their numbers, oldest first, all of which must be of this.
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
