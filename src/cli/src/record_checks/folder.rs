//! The folder: pictures, and a line of JSON for each.

use std::{
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
use surefleet_nodes::{ActionId, Look, Word};
use surefleet_perception::Outcome;

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

/// A folder to record in: one process at a time does, and others may write truths into its lines.
#[derive(Debug)]
pub struct CheckFolder {
    path: PathBuf,
    source: String,
    checks: Vec<RecordedCheck>,
    _lock: File,
}

impl CheckFolder {
    /// Opens a folder to record pictures of a camera in; makes it where there is none.
    ///
    /// # Errors
    /// A folder that cannot be made, that another process records in, whose lines cannot be read, or are of another camera.
    pub fn open(path: &Path, source: &str) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let lock = path.join(LOCK);
        let held = File::create(&lock).with_context(|| format!("cannot write {}", lock.display()))?;
        match flock(&held, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => bail!("{}: another process records in it; take another folder", path.display()),
            Err(error) => return Err(error).with_context(|| format!("cannot lock {}", lock.display())),
        }
        let mut folder = Self { path: path.to_owned(), source: source.to_owned(), checks: Vec::new(), _lock: held };
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
    pub fn add(&mut self, look: Look) -> Result<()> {
        self.read_again()?;
        if self.checks.iter().any(|known| is_of(known, &look.action)) {
            return Ok(());
        }
        let kind = if look.picture.starts_with(&[0xff, 0xd8]) { "jpg" } else { "png" };
        let picture = PathBuf::from(format!("{}.{kind}", stem(&look.action)));
        // First the picture: a line without one could not be used.
        let path = self.path.join(&picture);
        fs::write(&path, look.picture).with_context(|| format!("cannot write {}", path.display()))?;
        let Look { action, task, subtask, expected, .. } = look;
        let (mission, robot, source) = (action.mission.to_string(), action.robot.to_string(), self.source.clone());
        self.checks.push(RecordedCheck {
            picture,
            source,
            mission,
            robot,
            task,
            subtask,
            expected,
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

    /// What is in the file now: people may have written truths into it.
    fn read_again(&mut self) -> Result<()> {
        self.checks = match read_lines(&self.path, &self.source) {
            Err(error)
                if error.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::NotFound) =>
            {
                Vec::new()
            }
            read => read?,
        };
        Ok(())
    }

    /// Puts the new lines in place of the old ones at once, so that a crash leaves one or the other.
    fn write(&self) -> Result<()> {
        let lines: Vec<String> = self.checks.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let (file, new) = (self.path.join(CHECKS), self.path.join(format!("{CHECKS}.new")));
        fs::write(&new, lines.join("\n") + "\n").with_context(|| format!("cannot write {}", new.display()))?;
        fs::rename(&new, &file).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// The lines of a folder, oldest first, all of which must be of this camera.
pub fn read_lines(path: &Path, source: &str) -> Result<Vec<RecordedCheck>> {
    let file = path.join(CHECKS);
    let text = fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}: record it with surefleet record-checks", file.display()))?;
    let numbered = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = numbered.map(|(line, number)| {
        let check: RecordedCheck =
            serde_json::from_str(line).with_context(|| format!("line {number} of {}", file.display()))?;
        if check.source != source {
            let other = &check.source;
            bail!(
                "line {number} of {}: it is of {other:?}, and the fleet file's perception.pictures.source is {source:?}: a calibration is \
                 of one camera; take another folder",
                file.display()
            );
        }
        Ok(check)
    });
    read.collect()
}

fn stem(action: &ActionId) -> String {
    format!("{}-{}-{}", action.mission, action.step, action.robot)
}

fn is_of(check: &RecordedCheck, action: &ActionId) -> bool {
    check.picture.file_stem().is_some_and(|known| known.to_str() == Some(&stem(action)))
}
