//! Checks that records come from their robots: the evidence of each decision, the hash chain, and the seals.

use std::path::{Path, PathBuf};

use surefleet_conformal::Recomputed;
use surefleet_planner::{Chains, DecisionRecord, Head, compare, replay};
use surefleet_site::HEARD;

use crate::{
    error::RecordsError,
    find::Located,
    reading::read,
    witness::{Heard, Witness},
};

/// A fault in a record.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RecordFault {
    /// The file; empty: the records are in no file.
    pub file: PathBuf,
    /// Line in the file, from 1; 0: the records are in no file.
    pub line: usize,
    /// The robot whose record it is.
    pub robot: String,
    /// Its running number.
    pub number: u64,
    /// The record's field.
    pub field: &'static str,
    /// The recorded value and the expected one.
    pub problem: String,
}

impl RecordFault {
    /// The whole fault in words.
    pub fn in_words(&self) -> String {
        let Self { file, line, robot, number, field, problem } = self;
        match line {
            0 => format!("{robot}, {field}: {problem}"),
            _ => format!("{}, line {line} (record {number} of {robot}), {field}: {problem}", file.display()),
        }
    }
}

/// Records that were read, and their faults.
pub struct Audited {
    /// File by file.
    pub records: Vec<DecisionRecord>,
    /// Faults; empty: none.
    pub faults: Vec<RecordFault>,
    /// How many records the safety monitor heard when they were made; `None`: the monitor left no list.
    pub heard: Option<usize>,
}

impl Audited {
    /// Reads and audits files of records. `keys` names the folder of the fleet's public keys; by default it is the
    /// state folder.
    ///
    /// # Errors
    /// A file that cannot be read, a line that is not a record, or missing keys.
    pub fn of(
        located: &Located,
        keys: Option<&Path>,
        calibration: Option<&Recomputed<'_>>,
    ) -> Result<Self, RecordsError> {
        let Located { files, state, .. } = located;
        let keys = keys.or(state.as_deref()).unwrap_or(Path::new("."));
        let witness = Witness::in_folders(keys, state.as_deref())?;
        let read: Vec<Vec<(usize, DecisionRecord)>> = files.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
        let lines: Vec<(&Path, &[_])> =
            files.iter().map(PathBuf::as_path).zip(read.iter().map(Vec::as_slice)).collect();
        let is_asked_for = |head: &Head| {
            !located.is_one_file || read.iter().flatten().any(|(_, record)| record.key.robot == head.robot)
        };
        let (count, heard, gone) = match &witness.heard {
            Heard::Heads(heads) => (Some(heads.len()), heads.as_slice(), None),
            Heard::NoMonitor => (None, [].as_slice(), None),
            Heard::Gone => (None, [].as_slice(), Some(unwitnessed())),
        };
        let heard = heard.iter().filter(|head| is_asked_for(head)).cloned().collect();
        let mut faults = audit(&lines, Beside { sealed: &|head| witness.sealed(head), heard, calibration });
        faults.extend(gone);
        let records = read.into_iter().flatten().map(|(_, record)| record).collect();
        Ok(Self { records, faults, heard: count })
    }

    /// Records without a fault.
    pub fn agreed(&self) -> usize {
        let mut wrong: Vec<_> = self.faults.iter().filter(|it| it.line > 0).map(|it| (&it.file, it.line)).collect();
        wrong.dedup();
        self.records.len() - wrong.len()
    }
}

/// Evidence from outside the records.
struct Beside<'a> {
    /// Checks whether a robot sealed its record; the error says why not.
    sealed: &'a dyn Fn(&Head) -> Result<(), String>,
    /// Heads of records that the safety monitor heard when they were made.
    heard: Vec<Head>,
    /// The calibration file to compare decisions with.
    calibration: Option<&'a Recomputed<'a>>,
}

/// Audits files of records, each line with its number. All records of one robot are in one file.
fn audit(files: &[(&Path, &[(usize, DecisionRecord)])], beside: Beside<'_>) -> Vec<RecordFault> {
    let Beside { sealed, heard, calibration } = beside;
    let (unsealed, heard): (Vec<Head>, Vec<Head>) = heard.into_iter().partition(|head| sealed(head).is_err());
    let mut faults: Vec<RecordFault> = unsealed.into_iter().map(unheard).collect();
    let mut chains = Chains::default().heard(heard);
    for (file, records) in files {
        for (line, record) in *records {
            let fault = |field, problem: String| RecordFault {
                file: file.to_path_buf(),
                line: *line,
                robot: record.key.robot.to_string(),
                number: record.link.number,
                field,
                problem,
            };
            if let Some(by) = calibration {
                faults.extend(compare(record, by).err().map(|wrong| fault(wrong.field, wrong.to_string())));
            }
            faults.extend(replay(record).err().map(|wrong| fault(wrong.field(), wrong.to_string())));
            faults.extend(chains.follow(record, sealed).err().map(|wrong| fault(wrong.field(), wrong.to_string())));
        }
    }
    faults.extend(chains.cut_off().map(|wrong| {
        let (robot, number) = match &wrong {
            surefleet_planner::ChainBreak::CutOff { robot, heard, .. } => (robot.to_string(), *heard),
            _ => (String::new(), 0),
        };
        RecordFault { file: PathBuf::new(), line: 0, robot, number, field: wrong.field(), problem: wrong.to_string() }
    }));
    faults
}

fn unheard(head: Head) -> RecordFault {
    RecordFault {
        file: PathBuf::new(),
        line: 0,
        robot: head.robot.to_string(),
        number: head.number,
        field: "seal",
        problem: "what the safety monitor is said to have heard is not what the robot sealed".to_owned(),
    }
}

fn unwitnessed() -> RecordFault {
    RecordFault {
        file: PathBuf::new(),
        line: 0,
        robot: "safety_monitor".to_owned(),
        number: 0,
        field: "heads",
        problem: format!(
            "{HEARD} has gone, though a safety monitor ran here: records that were removed from the end are not noticed; put it back from a copy"
        ),
    }
}

#[cfg(test)]
mod tests {
    use surefleet_conformal::{
        Bound, CalibrationFile, Certainty, ClassKey, Golden, GoldenPrompt, HexFloat, MissionForms, Mode, ModelIdentity,
        Provenance, SCHEMA, Scope, SequenceRecord, Sha256, SizeRange, Statistics, TaskIdentity, Threshold,
    };
    use surefleet_fleet::{Decision, Digest};

    use super::*;
    use crate::fixture::{chained, decided, record, seal, sealed};

    /// Decisions of each of the two robots.
    const DECISIONS: u32 = 500;

    fn nothing() -> Sha256 {
        Sha256::from_bytes(*Digest::of([]).as_bytes())
    }

    /// A file whose threshold is p = 0.2 at alpha 1/10 and another one at 1/20.
    fn calibration() -> CalibrationFile {
        let text = || "none".to_owned();
        let scorer = record(1, 0, "robot_1", [0.9, 0.05, 0.03, 0.02], None).scorer;
        let model = ModelIdentity {
            id: scorer.id,
            weights_sha256: nothing(),
            tokenizer_sha256: nothing(),
            quantisation: text(),
            backend: text(),
            backend_version: text(),
            dtype: text(),
            batch_mode: text(),
        };
        let task = TaskIdentity {
            prompt_template_sha256: nothing(),
            action_space_sha256: nothing(),
            canonical_order: text(),
            option_labels: text(),
            score_definition: text(),
            temperature: 1.0,
            normalisation: text(),
        };
        let scope = Scope {
            scenario_distribution: text(),
            generator_sha256: nothing(),
            order_policy: text(),
            reorders: 0,
            truth_oracle_version: text(),
            operator_policy: text(),
            calibration_split: "one".to_owned(),
            test_split: "another".to_owned(),
            forms: MissionForms { rule: text(), missions: 1, most_open: 0, runs: vec!["a".to_owned()] },
        };
        // Ranks 28 and 30 of 30: the third smallest, and the smallest.
        let score =
            |seed: u64| if seed == 2 { 0.2f64.ln() } else { -0.1 - if seed < 2 { 4.0 } else { 0.01 * seed as f64 } };
        let record = |seed| SequenceRecord {
            score: HexFloat::new(score(seed)).expect("a number"),
            scenario_sha256: Sha256::of(seed.to_string()),
            seed,
            understood: None,
        };
        let range = |size| SizeRange::new(size, size).expect("a range");
        let key = ClassKey::new(range(3), range(4), Certainty::Any, &[nothing()]).expect("a key");
        let alpha = "1/10".parse().expect("a fraction");
        let classes = vec![(key, (0..30).map(record).collect())];
        let golden = |number: usize| {
            GoldenPrompt::new(number.to_string(), vec!["a".to_owned()], &[-0.1], None).expect("a golden prompt")
        };
        CalibrationFile::new(
            Provenance { schema: SCHEMA, created_unix_s: 0, expires_unix_s: 1, commit: text() },
            vec![model],
            task,
            Statistics::calibrate(Bound::Coverage, alpha, 0, Mode::Marginal, classes).expect("scores"),
            scope,
            Golden { tolerance: 1e-3, prompts: (0..8).map(golden).collect() },
        )
    }

    /// A thousand decisions of two robots, alone and with help, as two planners write them.
    fn mission() -> [Vec<DecisionRecord>; 2] {
        let by = (calibration().digest(), Threshold::Finite(0.2f64.ln()));
        let of = |robot: &'static str| {
            let decide = move |step: u32| match step % 3 {
                0 => decided((step, 0, robot), [0.4, 0.3, 0.25, 0.05], Some(1), by),
                _ => decided((step, 0, robot), [0.9, 0.05, 0.03, 0.02], None, by),
            };
            chained((1..=DECISIONS).map(decide))
        };
        [of("robot_1"), of("robot_2")]
    }

    /// Writes, reads and audits both files, with the heads that the monitor heard of the genuine records.
    fn audited(
        records: &[Vec<DecisionRecord>; 2],
        heard: &[Vec<DecisionRecord>; 2],
        with_file: bool,
    ) -> Vec<RecordFault> {
        let file = calibration();
        let recomputed = file.recompute().expect("a genuine file");
        let read = records.iter().map(|records| {
            let lines = records.iter().zip(1..).map(|(record, line)| {
                (line, DecisionRecord::from_json(&record.to_json(), line).expect("still a record"))
            });
            lines.collect::<Vec<_>>()
        });
        let read: Vec<Vec<_>> = read.collect();
        let names = ["one.jsonl", "two.jsonl"].map(Path::new);
        let files: Vec<(&Path, &[_])> = names.into_iter().zip(read.iter().map(Vec::as_slice)).collect();
        let heard = heard.iter().flatten().map(Head::of).collect();
        audit(&files, Beside { sealed: &sealed, heard, calibration: with_file.then_some(&recomputed) })
    }

    /// Lines of the first file that have a fault, and the fields.
    fn forged(change: impl FnOnce(&mut Vec<DecisionRecord>)) -> Vec<(usize, &'static str)> {
        let genuine = mission();
        let mut records = genuine.clone();
        change(&mut records[0]);
        audited(&records, &genuine, true).into_iter().map(|fault| (fault.line, fault.field)).collect()
    }

    /// The record with one piece of its JSON replaced.
    fn edited(record: &DecisionRecord, from: &str, to: &str) -> DecisionRecord {
        let json = record.to_json();
        assert!(json.contains(from), "{from} is not in {json}");
        DecisionRecord::from_json(&json.replacen(from, to, 1), 1).expect("still a record")
    }

    #[test]
    fn a_thousand_genuine_decisions_have_no_fault() {
        let mission = mission();
        assert_eq!(mission.iter().map(Vec::len).sum::<usize>(), 1000);
        assert_eq!(audited(&mission, &mission, true), []);
        assert_eq!(audited(&mission, &[vec![], vec![]], false), []);
    }

    #[test]
    fn flipped_bits_and_changed_hashes_are_named_by_record_and_field() {
        let threshold = Threshold::Finite(0.2f64.ln()).to_string();
        let flipped = Threshold::Finite(0.2f64.ln().next_down()).to_string();
        let change = |from: String, to: String| forged(|records| records[299] = edited(&records[299], &from, &to));
        assert_eq!(
            change(threshold.clone(), flipped),
            [(300, "evidence.permit.on.threshold"), (300, "seal")],
            "one bit of the threshold"
        );
        let hex = |value: f64| HexFloat::new(value).expect("a number").to_string();
        assert_eq!(
            change(hex(0.3f64.ln()), hex(0.3f64.ln().next_up())),
            [(300, "seal")],
            "one bit of a score, from which the same follows: only the seal tells"
        );
        let on = "evidence.permit.on.";
        let field = |name: &str| [on, name].concat();
        let first = |faults: Vec<(usize, &'static str)>| faults[0];
        assert_eq!(
            first(change("\"alpha\":\"1/10\"".into(), "\"alpha\":\"1/20\"".into())),
            (300, field("alpha").as_str()),
        );
        assert_eq!(
            first(change("\"alpha\":\"1/10\"".into(), "\"alpha\":\"1/2\"".into())),
            (300, field("alpha").as_str()),
            "a laxer one than the file's"
        );
        assert_eq!(
            first(change("\"alpha\":\"1/10\"".into(), "\"bound\":\"wrong_unasked\",\"alpha\":\"1/10\"".into())),
            (300, field("bound").as_str()),
            "a bound under which fewer sets miss"
        );
        let zeros = "0".repeat(64);
        let digest = calibration().digest().to_string();
        assert_eq!(first(change(digest, zeros.clone())), (300, field("calibration").as_str()));
        let hash = |name: &str| (format!("\"{name}\":\"{}\"", Digest::of([])), format!("\"{name}\":\"{zeros}\""));
        for name in ["turn_sha256", "prompt_sha256", "domain_sha256"] {
            let (from, to) = hash(name);
            assert_eq!(change(from, to), [(300, "seal")], "{name}");
        }
        let (from, to) = hash("template_sha256");
        assert_eq!(change(from, to), [(300, "template_sha256"), (300, "seal")]);
        assert_eq!(first(change("\"team_size\":3".into(), "\"team_size\":10".into())), (300, "team_size"));
        assert_eq!(
            first(change("\"decision\":1,\"text\"".into(), "\"decision\":0,\"text\"".into())),
            (300, "decision")
        );
    }

    /// The holder of a robot's key can seal decisions that it never made, but cannot change the calibration file.
    #[test]
    fn a_threshold_that_was_sealed_is_still_compared_with_the_file() {
        let lax = Threshold::Finite(0.01f64.ln());
        let by = (calibration().digest(), lax);
        let faults = forged(|records| {
            let wrong = decided((DECISIONS + 1, 0, "robot_1"), [0.9, 0.009, 0.008, 0.007], None, by);
            records.push(wrong);
            *records = chained(records.drain(..));
        });
        assert_eq!(faults, [(501, "evidence.permit.on.threshold")]);
    }

    #[test]
    fn deleted_repeated_and_forged_records_are_named() {
        assert_eq!(forged(|records| drop(records.remove(99))), [(100, "link.number")]);
        assert_eq!(forged(|records| records.insert(200, records[42].clone())), [(201, "link.number")]);
        assert_eq!(forged(|records| records.truncate(400)), [(0, "link.number")]);
        assert_eq!(forged(Vec::clear), [(0, "link.number")]);
        let forgery = |records: &mut Vec<DecisionRecord>| {
            let mut forged: DecisionRecord = records[10].clone();
            forged.decision = Decision::new(3);
            records.extend(std::iter::repeat_n(forged, 60_000 / 100));
        };
        let faults = forged(forgery);
        let lines: std::collections::BTreeSet<usize> = faults.iter().map(|(line, _)| *line).collect();
        assert!(lines.into_iter().eq(501..=1100) && faults.contains(&(777, "seal")));
        // Sealed with another robot's key: the seal is valid, but it is robot 2's.
        let other = |records: &mut Vec<DecisionRecord>| {
            let mut record = records[10].clone();
            record.key.robot = surefleet_fleet::RobotId::new("robot_2").expect("a name");
            let mut record = seal(record);
            record.key.robot = records[10].key.robot.clone();
            records[10] = record;
        };
        assert_eq!(forged(other), [(11, "seal")]);
    }
}
