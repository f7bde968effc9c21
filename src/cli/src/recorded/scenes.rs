//! Recorded checks as scenes for the calibration of a detector.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use surefleet_calibration::DetectionScene;
use surefleet_conformal::Sha256;
use surefleet_perception::{ActionOutcome, Check};
use surefleet_site::read_picture;

use super::folder::{CHECKS, RecordedCheck, Subject, read_lines};

/// An error names at most this many checks.
const NAMED: usize = 5;

/// Checks whose truth and pictures are complete.
#[derive(Debug)]
pub struct RecordedScenes {
    path: PathBuf,
    size: [usize; 2],
    /// Each with its line number.
    checks: Vec<(u64, RecordedCheck)>,
    /// How many checks in the folder repeat an earlier one, in picture and words.
    pub same: usize,
    /// Hash of the lines and pictures in use.
    pub sha256: Sha256,
}

impl RecordedScenes {
    /// Reads a folder of pictures of this size (columns, rows), and checks that all of it can be used.
    /// `one_per_mission`: takes one check of each mission, chosen by its hash.
    ///
    /// # Errors
    /// No such folder, a line or picture that cannot be used, or a check without a truth. Such checks may not be left
    /// out: the model was sure about every action that nobody was asked about, so those actions would be missing.
    pub fn read(path: &Path, subject: &Subject, size: [usize; 2], one_per_mission: bool) -> Result<Self> {
        let all = read_lines(path, subject)?;
        refuse_open(path, &all)?;
        let (path, count) = (path.to_owned(), all.len());
        let mut first: BTreeMap<Sha256, (u64, ActionOutcome)> = BTreeMap::new();
        let mut checks = Vec::new();
        for (line, check) in all {
            let scene = scene(&path, (line, &check), size)?;
            match first.get(&scene.sha256) {
                None => {
                    first.insert(scene.sha256, (line, scene.truth));
                    checks.push((scene.sha256, (line, check)));
                }
                Some((earlier, truth)) if *truth != scene.truth => bail!(
                    "lines {earlier} and {line} of {} have the same picture and words, and another truth: correct one `worked`, or \
                     delete both where the camera stood still",
                    path.join(CHECKS).display(),
                ),
                Some(_) => {}
            }
        }
        let same = count - checks.len();
        if one_per_mission {
            // The hash does not depend on the model's verdict.
            checks.sort_by_key(|(hash, _)| *hash);
            let mut missions = BTreeSet::new();
            checks.retain(|(_, (_, check))| missions.insert(check.mission.clone()));
            checks.sort_by_key(|(_, (line, _))| *line);
        }
        let mut content = String::new();
        for (scene, (_, check)) in &checks {
            content += &format!("{scene} {}\n", serde_json::to_string(check)?);
        }
        let checks = checks.into_iter().map(|(_, check)| check).collect();
        Ok(Self { path, size, checks, same, sha256: Sha256::of(content) })
    }

    /// First and last line, from 1; both 0 if there are none.
    pub fn lines(&self) -> [u64; 2] {
        let line = |check: Option<&(u64, RecordedCheck)>| check.map_or(0, |(line, _)| *line);
        [line(self.checks.first()), line(self.checks.last())]
    }

    /// The number of checks.
    pub fn count(&self) -> usize {
        self.checks.len()
    }

    /// How many missions have failed actions, and how many have successful ones.
    pub fn missions(&self) -> [usize; 2] {
        [false, true].map(|worked| {
            let of_class = self.checks.iter().filter(|(_, check)| check.worked == Some(worked));
            of_class.map(|(_, check)| &check.mission).collect::<BTreeSet<_>>().len()
        })
    }

    /// The scenes, one after the other.
    pub fn scenes(&self) -> impl Iterator<Item = Result<DetectionScene>> {
        self.checks.iter().map(|(line, check)| scene(&self.path, (*line, check), self.size))
    }
}

fn refuse_open(path: &Path, checks: &[(u64, RecordedCheck)]) -> Result<()> {
    let open = checks.iter().filter(|(_, check)| check.worked.is_none());
    let open: Vec<String> = open.map(|(line, _)| line.to_string()).collect();
    if open.is_empty() {
        return Ok(());
    }
    let more = if open.len() > NAMED { ", ..." } else { "" };
    bail!(
        "{}: of {} of {} checks nobody has said whether they worked (line {}{more}): write true or false for their `worked`, having \
         looked at their pictures. To leave out what nobody was asked about would make the calibration blind to where the model is \
         surely wrong",
        path.join(CHECKS).display(),
        open.len(),
        checks.len(),
        open[..open.len().min(NAMED)].join(", ")
    )
}

fn scene(folder: &Path, (line, recorded): (u64, &RecordedCheck), size: [usize; 2]) -> Result<DetectionScene> {
    let named = || format!("line {line} of {CHECKS}");
    let RecordedCheck { picture, task, subtask, expected, plan, place, worked, .. } = recorded;
    let mut check = Check::new(task, subtask, expected).with_context(named)?;
    if !plan.is_empty() {
        check = check.in_plan(plan.iter().map(String::as_str), *place).with_context(named)?;
    }
    let path = folder.join(picture);
    let bytes = std::fs::read(&path).with_context(|| format!("{}: cannot read {}", named(), path.display()))?;
    let seen = read_picture(&bytes).map_err(|wrong| anyhow!("{}: {}: {wrong}", named(), path.display()))?;
    let ([w, h], [width, height]) = ([seen.width(), seen.height()], size);
    if [w, h] != size {
        bail!(
            "{}: {} has {w} x {h} pixels, and the fleet file's perception.pictures says {width} x {height}",
            named(),
            path.display()
        );
    }
    let truth = match worked {
        Some(true) => ActionOutcome::Success,
        Some(false) => ActionOutcome::Failure,
        None => bail!("{}: nobody has said whether it worked", named()),
    };
    Ok(DetectionScene::new(check, seen, truth, line))
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::Arc};

    use surefleet_calibration::{DetectionScenes, DetectionSplit, PICTURE_EDGE};
    use surefleet_fleet::{MissionId, RobotId, StepIndex};
    use surefleet_language::Picture;
    use surefleet_mission::Transport;
    use surefleet_perception::{ActionId, Look, Word};

    use super::*;
    use crate::recorded::CheckFolder;

    const SIZE: [usize; 2] = [PICTURE_EDGE; 2];

    fn of(source: &str) -> Subject {
        Subject { source: source.to_owned(), distribution: "a test".to_owned() }
    }

    fn camera() -> Subject {
        of("a camera")
    }

    fn new_folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("surefleet-checks-{}-{name}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        path
    }

    /// Two actions per mission.
    fn action(number: u32) -> ActionId {
        let (step, robot) = (StepIndex::new(number + 1).unwrap(), RobotId::new("robot_1").unwrap());
        ActionId { mission: MissionId::new([number as u8 / 2; 16]), step, robot }
    }

    fn png_of(picture: &Picture) -> Vec<u8> {
        let mut data = Vec::new();
        let mut encoder = png::Encoder::new(&mut data, picture.width() as u32, picture.height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(picture.rgb()).unwrap();
        data
    }

    fn look(number: u32, scene: &DetectionScene) -> Look {
        let [task, subtask, expected] =
            [scene.check.task(), scene.check.subtask(), scene.check.expected()].map(str::to_owned);
        let (picture, reason) = (png_of(&scene.picture), String::new());
        Look { action: action(number), task, subtask, expected, verdict: None, reason, picture }
    }

    fn word(number: u32, outcome: Option<ActionOutcome>, text: &str) -> Word {
        Word { action: action(number), outcome, text: text.to_owned(), by: "ann".to_owned() }
    }

    /// Records the simulator's pictures as a fleet would.
    fn record(path: &Path, scenes: &[DetectionScene]) -> CheckFolder {
        let mut folder = CheckFolder::open(path, camera()).unwrap();
        for (scene, number) in scenes.iter().zip(0..) {
            folder.add(&look(number, scene)).unwrap();
            folder.tell(&word(number, Some(scene.truth), "")).unwrap();
        }
        folder
    }

    fn drawn(count: u32) -> Vec<DetectionScene> {
        let mut scenes = DetectionScenes::household(Arc::new(Transport::household()));
        (0..count).map(|number| scenes.draw(DetectionSplit::Test, number)).collect()
    }

    fn read(path: &Path) -> Result<RecordedScenes> {
        RecordedScenes::read(path, &camera(), SIZE, false)
    }

    fn refusal<T>(result: Result<T>) -> String {
        result.err().map(|error| format!("{error:#}")).expect("a refusal")
    }

    /// Changes the file as a person with an editor does.
    fn edit(path: &Path, from: &str, to: &str) {
        let text = fs::read_to_string(path.join(CHECKS)).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(path.join(CHECKS), text.replacen(from, to, 1)).unwrap();
    }

    #[test]
    fn recorded_checks_come_back_as_they_were_over_two_runs() {
        let (path, scenes) = (new_folder("whole"), drawn(6));
        drop(record(&path, &scenes[..3]));
        drop(record(&path, &scenes));
        let recorded = read(&path).unwrap();
        let back: Vec<_> = recorded.scenes().collect::<Result<_>>().unwrap();
        // A fleet's planner gives no plan.
        let known = scenes.into_iter().zip(1..).map(|(scene, seed)| {
            let check = Check::new(scene.check.task(), scene.check.subtask(), scene.check.expected()).unwrap();
            DetectionScene { seed, check, ..scene }
        });
        assert_eq!(back, known.collect::<Vec<_>>());
        assert_eq!((recorded.lines(), recorded.count(), recorded.same), ([1, 6], 6, 0));
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn the_hash_is_of_every_line_and_every_picture() {
        let (path, scenes) = (new_folder("hash"), drawn(3));
        drop(record(&path, &scenes[..2]));
        let hash = || read(&path).unwrap().sha256;
        let before = hash();
        assert_eq!(hash(), before);
        let picture = path.join(format!("{}-2-robot_1.png", MissionId::new([0; 16])));
        fs::write(&picture, png_of(&scenes[2].picture)).unwrap();
        assert_ne!(hash(), before);
        fs::write(&picture, png_of(&scenes[1].picture)).unwrap();
        assert_eq!(hash(), before);
        edit(&path, "\"said_by\":\"ann\"", "\"said_by\":\"bob\"");
        assert_ne!(hash(), before);
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn what_nobody_told_the_truth_of_is_named_and_what_people_write_meanwhile_stays() {
        let (path, scenes) = (new_folder("open"), drawn(4));
        let mut folder = record(&path, &scenes[..2]);
        assert_eq!(folder.tell(&word(0, None, "too late")).unwrap(), None);
        assert_eq!(folder.tell(&word(9, Some(ActionOutcome::Success), "")).unwrap(), None, "nobody has looked at it");
        folder.add(&look(2, &scenes[2])).unwrap();
        let dark = folder.tell(&word(2, None, "it is dark")).unwrap().unwrap();
        assert_eq!((dark.worked, dark.note.as_str(), dark.said_by.as_str()), (None, "it is dark", "ann"));
        assert_eq!(folder.count(), "3 checks, 1 of which nobody has said the truth");
        let open = refusal(read(&path));
        assert!(open.contains("of 1 of 3 checks nobody has said whether they worked (line 3)"), "{open}");
        // A person edits the file while the recorder runs.
        edit(&path, "\"worked\":null", "\"worked\":true");
        folder.add(&look(3, &scenes[3])).unwrap();
        folder.tell(&word(3, Some(scenes[3].truth), "")).unwrap();
        let back: Vec<_> = read(&path).unwrap().scenes().collect::<Result<_>>().unwrap();
        assert_eq!(back[2].truth, ActionOutcome::Success);
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn what_an_older_copy_lacks_is_put_back_and_a_mistake_in_it_is_named_and_can_be_mended() {
        let (path, scenes) = (new_folder("stale"), drawn(4));
        let mut folder = record(&path, &scenes[..1]);
        let stale = fs::read_to_string(path.join(CHECKS)).unwrap();
        folder.add(&look(1, &scenes[1])).unwrap();
        // A person saves an older copy of the file.
        fs::write(path.join(CHECKS), &stale).unwrap();
        folder.tell(&word(1, Some(scenes[1].truth), "")).unwrap();
        assert_eq!(read(&path).unwrap().count(), 2);
        // A program begins to write the file again.
        fs::write(path.join(CHECKS), "").unwrap();
        folder.add(&look(2, &scenes[2])).unwrap();
        folder.tell(&word(2, Some(scenes[2].truth), "")).unwrap();
        assert_eq!(read(&path).unwrap().lines(), [1, 3]);
        edit(&path, "\"worked\":", "\"worked\":x");
        assert!(refusal(folder.add(&look(3, &scenes[3]))).starts_with("line 1 of "));
        edit(&path, "\"worked\":x", "\"worked\":");
        folder.add(&look(3, &scenes[3])).unwrap();
        assert_eq!(folder.count(), "4 checks, 1 of which nobody has said the truth");
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn what_could_not_be_written_is_written_when_it_is_tried_again() {
        let (path, scenes) = (new_folder("full"), drawn(1));
        let mut folder = CheckFolder::open(&path, camera()).unwrap();
        // A folder blocks the path of the new lines.
        let new = path.join(format!("{CHECKS}.new"));
        fs::create_dir(&new).unwrap();
        assert!(refusal(folder.add(&look(0, &scenes[0]))).contains("cannot write"));
        fs::remove_dir(&new).unwrap();
        folder.add(&look(0, &scenes[0])).unwrap();
        drop(folder);
        assert_eq!(
            CheckFolder::open(&path, camera()).unwrap().count(),
            "1 check, 1 of which nobody has said the truth"
        );
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn a_picture_that_is_missing_broken_or_of_another_size_and_a_line_that_is_none_are_named() {
        let (path, scenes) = (new_folder("broken"), drawn(2));
        drop(record(&path, &scenes));
        let small = refusal(RecordedScenes::read(&path, &camera(), [64, 48], false));
        assert!(small.contains("128 x 128 pixels, and the fleet file's perception.pictures says 64 x 48"), "{small}");
        let picture = path.join(format!("{}-2-robot_1.png", MissionId::new([0; 16])));
        fs::write(&picture, b"\x89PNG and no more").unwrap();
        let broken = refusal(read(&path));
        assert!(broken.starts_with("line 2 of checks.jsonl: ") && broken.contains("is a broken PNG"), "{broken}");
        fs::remove_file(&picture).unwrap();
        assert!(refusal(read(&path)).contains("line 2 of checks.jsonl: cannot read"));
        edit(&path, "\"said_by\"", "\"weight\"");
        let unknown = refusal(read(&path));
        assert!(unknown.starts_with("line 1 of") && unknown.contains("weight"), "{unknown}");
        fs::remove_dir_all(&path).unwrap();
        assert!(refusal(read(&path)).contains("surefleet record-checks"));
    }

    #[test]
    fn the_same_scene_counts_once_and_has_one_truth() {
        let (path, scenes) = (new_folder("same"), drawn(1));
        drop(record(&path, &[scenes[0].clone(), scenes[0].clone()]));
        let recorded = read(&path).unwrap();
        assert_eq!((recorded.count(), recorded.same, recorded.scenes().count()), (1, 1, 1));
        let truth = scenes[0].truth == ActionOutcome::Success;
        edit(&path, &format!("\"worked\":{truth}"), &format!("\"worked\":{}", !truth));
        let torn = refusal(read(&path));
        assert!(
            torn.starts_with("lines 1 and 2 of ")
                && torn.contains("have the same picture and words, and another truth"),
            "{torn}"
        );
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn a_folder_is_of_one_camera_and_one_process_records_in_it() {
        let (path, scenes) = (new_folder("camera"), drawn(1));
        let folder = record(&path, &scenes);
        assert!(refusal(CheckFolder::open(&path, camera())).contains("another process records in it"));
        drop(folder);
        let later = Subject { distribution: "later".to_owned(), ..camera() };
        for (other, named) in
            [(of("another camera"), "its source is \"a camera\""), (later, "its distribution is \"a test\"")]
        {
            for wrong in
                [refusal(RecordedScenes::read(&path, &other, SIZE, false)), refusal(CheckFolder::open(&path, other))]
            {
                assert!(wrong.contains(named), "{wrong}");
            }
        }
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn of_each_mission_one_check_is_taken_whatever_the_model_makes_of_it() {
        let (path, scenes) = (new_folder("missions"), drawn(6));
        drop(record(&path, &scenes));
        let one = RecordedScenes::read(&path, &camera(), SIZE, true).unwrap();
        let least = |number: usize| if scenes[number].sha256 < scenes[number + 1].sha256 { number } else { number + 1 };
        let taken: Vec<u64> = one.scenes().map(|scene| scene.unwrap().seed).collect();
        assert_eq!(taken, [0, 2, 4].map(|first| least(first) as u64 + 1));
        assert_ne!(one.sha256, read(&path).unwrap().sha256, "it is of what is used");
        assert_eq!((one.missions().iter().sum::<usize>(), read(&path).unwrap().count()), (3, 6));
        fs::remove_dir_all(&path).unwrap();
    }
}
