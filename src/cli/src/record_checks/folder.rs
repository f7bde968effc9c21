//! The folder: pictures, and a line of JSON for each.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use surefleet_calibration::DetectionScene;
use surefleet_conformal::Sha256;
use surefleet_nodes::{ActionId, read_picture};
use surefleet_perception::{Check, Outcome};

/// The lines.
const CHECKS: &str = "checks.jsonl";
/// So many lines are named where many lack the same.
const NAMED: usize = 5;

/// One line: an action, the picture from after it, and what came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCheck {
    /// A PNG or JPEG, relative to the folder.
    pub picture: PathBuf,
    /// Who acted.
    #[serde(default)]
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
    /// Who said so.
    #[serde(default)]
    pub said_by: String,
}

fn is_first(place: &usize) -> bool {
    *place == 0
}

/// Checks as they were recorded, oldest first.
#[derive(Debug)]
pub struct CheckFolder {
    path: PathBuf,
    checks: Vec<RecordedCheck>,
}

impl CheckFolder {
    /// Opens a folder to record in; makes it where there is none.
    ///
    /// # Errors
    /// A folder that cannot be made, lines that cannot be read.
    pub fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let checks = match fs::read_to_string(path.join(CHECKS)) {
            Ok(text) => lines(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.join(CHECKS).display())),
        };
        Ok(Self { path: path.to_owned(), checks })
    }

    /// Opens a folder to calibrate from.
    ///
    /// # Errors
    /// No such folder, lines that cannot be read, or that nobody has said the truth of: to leave out what nobody was asked about
    /// would leave out what the model was sure of.
    pub fn read(path: &Path) -> Result<Self> {
        let file = path.join(CHECKS);
        let text = fs::read_to_string(&file)
            .with_context(|| format!("cannot read {}: record it with surefleet record-checks", file.display()))?;
        let checks = lines(&text)?;
        let open = checks.iter().enumerate().filter(|(_, check)| check.worked.is_none());
        let open: Vec<String> = open.map(|(index, _)| (index + 1).to_string()).collect();
        if !open.is_empty() {
            let more = if open.len() > NAMED { ", ..." } else { "" };
            bail!(
                "{}: of {} of {} checks nobody has said whether they worked (check {}{more}): write true or false for their `worked`, \
                 having looked at their pictures. To leave out what nobody was asked about would make the calibration blind to \
                 where the model is surely wrong",
                file.display(),
                open.len(),
                checks.len(),
                open[..open.len().min(NAMED)].join(", ")
            );
        }
        Ok(Self { path: path.to_owned(), checks })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.checks.len()
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
    /// A folder that cannot be written.
    pub fn add(&mut self, action: &ActionId, check: RecordedCheck, picture: &[u8]) -> Result<()> {
        let name = picture_name(action);
        if self.checks.iter().any(|known| known.picture == name) {
            return Ok(());
        }
        // First the picture: a line without one could not be used.
        let path = self.path.join(&name);
        fs::write(&path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        self.checks.push(RecordedCheck { picture: name, ..check });
        self.write()
    }

    /// Keeps what a person said of an action; gives it where that is new.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn tell(&mut self, action: &ActionId, worked: bool, by: &str) -> Result<Option<RecordedCheck>> {
        let name = picture_name(action);
        let mut open = self.checks.iter_mut().filter(|check| check.worked.is_none());
        let Some(check) = open.find(|check| check.picture == name) else { return Ok(None) };
        check.worked = Some(worked);
        check.said_by = by.to_owned();
        let told = check.clone();
        self.write()?;
        Ok(Some(told))
    }

    /// Puts the new lines in place of the old ones at once, so that a crash leaves one or the other.
    fn write(&self) -> Result<()> {
        let lines: Vec<String> = self.checks.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let (file, new) = (self.path.join(CHECKS), self.path.join(format!("{CHECKS}.new")));
        fs::write(&new, lines.join("\n") + "\n").with_context(|| format!("cannot write {}", new.display()))?;
        fs::rename(&new, &file).with_context(|| format!("cannot write {}", file.display()))
    }

    /// Hash of all of it, lines and pictures.
    ///
    /// # Errors
    /// A picture that cannot be read.
    pub fn sha256(&self) -> Result<Sha256> {
        let mut content = String::new();
        for check in &self.checks {
            let (line, picture) = (Sha256::of(serde_json::to_vec(check)?), Sha256::of(self.bytes(check)?));
            content += &format!("{line} {picture}\n");
        }
        Ok(Sha256::of(content))
    }

    /// The checks with their pictures, which must have this size. Those that are the same as an earlier one in words and picture are left out:
    /// they tell nothing more.
    pub fn scenes(&self, size: [usize; 2]) -> impl Iterator<Item = Result<DetectionScene>> {
        let mut seen = BTreeSet::new();
        let scenes = self.checks.iter().zip(0..).map(move |(check, number)| {
            self.scene(check, number, size).with_context(|| format!("check {} of {CHECKS}", number + 1))
        });
        scenes.filter(move |scene| scene.as_ref().map_or(true, |scene| seen.insert(scene.sha256)))
    }

    fn scene(&self, recorded: &RecordedCheck, number: u64, size: [usize; 2]) -> Result<DetectionScene> {
        let RecordedCheck { picture, task, subtask, expected, plan, place, worked, .. } = recorded;
        let mut check = Check::new(task, subtask, expected)?;
        if !plan.is_empty() {
            check = check.in_plan(plan.iter().map(String::as_str), *place)?;
        }
        let path = self.path.join(picture);
        let seen = read_picture(&self.bytes(recorded)?);
        let seen = seen.map_err(|wrong| anyhow::anyhow!("{}: {wrong}", path.display()))?;
        let [width, height] = size;
        if [seen.width(), seen.height()] != size {
            let (w, h) = (seen.width(), seen.height());
            bail!(
                "{}: it has {w} x {h} pixels, and the fleet file's perception.pictures says {width} x {height}",
                path.display()
            );
        }
        let truth = match worked {
            Some(true) => Outcome::Success,
            Some(false) => Outcome::Failure,
            None => bail!("nobody has said whether it worked"),
        };
        Ok(DetectionScene::new(check, seen, truth, number))
    }

    fn bytes(&self, check: &RecordedCheck) -> Result<Vec<u8>> {
        let path = self.path.join(&check.picture);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    }
}

fn lines(text: &str) -> Result<Vec<RecordedCheck>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| serde_json::from_str(line).with_context(|| format!("line {number} of {CHECKS}")))
        .collect()
}

fn picture_name(action: &ActionId) -> PathBuf {
    PathBuf::from(format!("{}-{}-{}.png", action.mission, action.step, action.robot))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_calibration::{DetectionScenes, DetectionSplit, PICTURE_EDGE};
    use surefleet_fleet::{MissionId, RobotId, StepIndex};
    use surefleet_language::Picture;
    use surefleet_mission::Domain;

    use super::*;

    const SIZE: [usize; 2] = [PICTURE_EDGE; 2];

    fn new_folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("surefleet-checks-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        path
    }

    fn action(step: u32) -> ActionId {
        let (step, robot) = (StepIndex::new(step).unwrap(), RobotId::new("robot_1").unwrap());
        ActionId { mission: MissionId::new([7; 16]), step, robot }
    }

    fn png_of(picture: &Picture) -> Vec<u8> {
        let mut data = Vec::new();
        let mut encoder = png::Encoder::new(&mut data, picture.width() as u32, picture.height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(picture.rgb()).unwrap();
        data
    }

    fn recorded(check: &Check) -> RecordedCheck {
        let [task, subtask, expected] = [check.task(), check.subtask(), check.expected()].map(str::to_owned);
        let (plan, place) = (check.plan().to_vec(), check.place());
        RecordedCheck { robot: "robot_1".to_owned(), task, subtask, expected, plan, place, ..Default::default() }
    }

    /// What the simulator draws, as a fleet would have recorded it.
    fn record(path: &Path, scenes: &[DetectionScene]) -> CheckFolder {
        let mut folder = CheckFolder::open(path).unwrap();
        for (scene, step) in scenes.iter().zip(1..) {
            folder.add(&action(step), recorded(&scene.check), &png_of(&scene.picture)).unwrap();
            folder.tell(&action(step), scene.truth == Outcome::Success, "ann").unwrap();
        }
        folder
    }

    fn drawn(count: u32) -> Vec<DetectionScene> {
        let mut scenes = DetectionScenes::household(Arc::new(Domain::household()));
        (0..count).map(|number| scenes.draw(DetectionSplit::Test, number)).collect()
    }

    fn refusal<T>(result: Result<T>) -> String {
        result.err().map(|error| format!("{error:#}")).expect("a refusal")
    }

    #[test]
    fn recorded_checks_come_back_as_they_were_over_two_runs() {
        let (path, scenes) = (new_folder("whole"), drawn(6));
        record(&path, &scenes[..3]);
        record(&path, &scenes);
        let folder = CheckFolder::read(&path).unwrap();
        let back: Vec<_> = folder.scenes(SIZE).collect::<Result<_>>().unwrap();
        let numbered = scenes.into_iter().zip(0..).map(|(scene, seed)| DetectionScene { seed, ..scene });
        assert_eq!(back, numbered.collect::<Vec<_>>());
        assert_eq!(folder.checks[0].said_by, "ann");
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn the_hash_is_of_every_line_and_every_picture() {
        let (path, scenes) = (new_folder("hash"), drawn(2));
        let folder = record(&path, &scenes);
        let before = folder.sha256().unwrap();
        assert_eq!(CheckFolder::read(&path).unwrap().sha256().unwrap(), before);
        let picture = path.join(&folder.checks[1].picture);
        fs::write(&picture, png_of(&scenes[0].picture)).unwrap();
        assert_ne!(folder.sha256().unwrap(), before);
        fs::write(&picture, png_of(&scenes[1].picture)).unwrap();
        let other = fs::read_to_string(path.join(CHECKS)).unwrap().replacen("true", "false", 1);
        fs::write(path.join(CHECKS), other).unwrap();
        assert_ne!(CheckFolder::read(&path).unwrap().sha256().unwrap(), before);
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn what_nobody_told_the_truth_of_is_named_and_a_later_word_does_not_change_an_earlier_one() {
        let (path, scenes) = (new_folder("open"), drawn(3));
        let mut folder = record(&path, &scenes);
        assert!(folder.tell(&action(1), scenes[0].truth != Outcome::Success, "bob").unwrap().is_none());
        assert!(folder.tell(&action(9), true, "bob").unwrap().is_none(), "nobody has looked at it");
        folder.add(&action(4), recorded(&scenes[0].check), &png_of(&scenes[1].picture)).unwrap();
        assert_eq!(folder.count(), "4 checks, 1 of which nobody has said the truth");
        let open = refusal(CheckFolder::read(&path));
        assert!(open.contains("of 1 of 4 checks nobody has said whether they worked (check 4)"), "{open}");
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn a_picture_that_is_missing_broken_or_of_another_size_and_a_line_that_is_none_are_named() {
        let (path, scenes) = (new_folder("broken"), drawn(2));
        let folder = record(&path, &scenes);
        let wrong =
            |size| refusal(CheckFolder::read(&path).and_then(|folder| folder.scenes(size).collect::<Result<Vec<_>>>()));
        assert!(wrong([64, 48]).contains("128 x 128 pixels, and the fleet file's perception.pictures says 64 x 48"));
        let picture = path.join(&folder.checks[1].picture);
        fs::write(&picture, b"\x89PNG and no more").unwrap();
        let broken = wrong(SIZE);
        assert!(broken.starts_with("check 2 of checks.jsonl: ") && broken.contains("is a broken PNG"), "{broken}");
        fs::remove_file(&picture).unwrap();
        assert!(wrong(SIZE).contains("cannot read"), "{}", wrong(SIZE));
        fs::write(path.join(CHECKS), "{\"picture\": \"a.png\", \"worked\": true, \"weight\": 2}\n").unwrap();
        let unknown = refusal(CheckFolder::read(&path));
        assert!(unknown.starts_with("line 1 of checks.jsonl") && unknown.contains("weight"), "{unknown}");
        fs::remove_dir_all(&path).unwrap();
        assert!(refusal(CheckFolder::read(&path)).contains("surefleet record-checks"));
    }

    #[test]
    fn the_same_picture_and_words_count_once() {
        let (path, scenes) = (new_folder("same"), drawn(1));
        record(&path, &[scenes[0].clone(), scenes[0].clone()]);
        let folder = CheckFolder::read(&path).unwrap();
        assert_eq!((folder.len(), folder.scenes(SIZE).count()), (2, 1));
        fs::remove_dir_all(&path).unwrap();
    }
}
