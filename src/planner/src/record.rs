//! Records of decisions: all that an audit needs.

mod chain;

pub use chain::{ChainBreak, Chains};

use crate::{Coverage, Evidence, PlannerError, ShownOption, Source};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use surefleet_conformal::{Kinds, Team};
use surefleet_fleet::{Decision, DecisionKey, Digest, RobotId, Stamp, TeamStep};
use surefleet_language::{ScorerIdentity, Usage};

/// The version of [`DecisionRecord`]'s JSON; it rises when a field changes its name or its meaning.
pub const RECORD_SCHEMA: u32 = 3;

/// One decision with everything needed to repeat it without model, robots or network.
///
/// As JSON it is one object on one line. Scores and the threshold are hexadecimal floats (`float.fromhex` of Python),
/// so that every bit survives; digests are SHA-256 in hexadecimal; times are nanoseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionRecord {
    /// [`RECORD_SCHEMA`] of the build that wrote it.
    pub schema: u32,
    /// Its place among its robot's records.
    pub link: Link,
    /// Mission, step, attempt and robot: at most one accepted decision has this name.
    pub key: DecisionKey,
    /// Robots in the mission's team.
    pub team_size: usize,
    /// Their kinds; left out where all robots of the fleet are of one kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_kinds: Option<Kinds>,
    /// When it was made.
    pub decided_at: Stamp,
    /// Time from holding the turn to the decision, in nanoseconds, scoring and help included.
    pub elapsed_ns: u64,
    /// Hash of every part of the turn that the decision may depend on, except the mission id.
    pub turn_sha256: Digest,
    /// Hash of the rendered prompt.
    pub prompt_sha256: Digest,
    /// Hash of the prompt's template, as in the calibration file.
    pub template_sha256: Digest,
    /// Hash of the domain.
    pub domain_sha256: Digest,
    /// S in words, in canonical order.
    pub options: Arc<[Arc<str>]>,
    /// The scorer of the options.
    pub scorer: ScorerIdentity,
    /// The cost of scoring.
    pub usage: Usage,
    /// The scorer's understanding of the mission, in words, likeliest first, with probabilities; for people, not for
    /// replay.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meanings: Vec<(String, f64)>,
    /// The failures of the step before, as the turn told them: "robot_2: the gripper is empty".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
    /// The joint step that a planner for the team wrote, where it has a part for this robot that counted ([`surefleet_fleet::Turn::part_for`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_step: Option<Arc<TeamStep>>,
    /// The grounds of the decision: scores, how well the mission was understood, calibration, verdicts, answers.
    pub evidence: Evidence,
    /// The prediction set, best first; null if there was none.
    pub set: Option<Vec<Decision>>,
    /// The decision.
    pub decision: Decision,
    /// The decision in words.
    pub text: Arc<str>,
    /// The source of the decision.
    pub source: Source,
    /// The decision's report on the coverage of the set.
    pub coverage: Coverage,
    /// The robot's signature over [`digest`](Self::digest), in hexadecimal; absent until a holder of the robot's key
    /// has sealed the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

impl DecisionRecord {
    /// The mission's team, as classes of calibration tell teams apart.
    pub fn team(&self) -> Team {
        let kinds = self.team_kinds.clone().filter(|kinds| kinds.robots() == self.team_size);
        kinds.map_or(Team::of_size(self.team_size), Team::of_kinds)
    }

    /// Hash of the whole record except the seal; the link to the record before is included.
    pub fn digest(&self) -> Digest {
        let content = Self { seal: None, ..self.clone() };
        Digest::of([b"surefleet decision record".as_slice(), content.to_json().as_bytes()])
    }

    /// The record as one line of JSON, without the line's end.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has string keys and checked scores")
    }

    /// Reads a record from a line of JSON; `line` numbers it in errors, from 1.
    ///
    /// # Errors
    /// [`PlannerError::Record`], naming the line and the field.
    pub fn from_json(json: &str, line: usize) -> Result<Self, PlannerError> {
        let wrong = |field: String, problem: String| PlannerError::Record { line, field, problem };
        // Check this first: a record of another schema may lack fields or have others.
        let probe: SchemaProbe =
            serde_json::from_str(json).map_err(|error| wrong("schema".to_owned(), error.to_string()))?;
        if probe.schema != RECORD_SCHEMA {
            let problem = format!("{} is not {RECORD_SCHEMA}: read it with the build that wrote it", probe.schema);
            return Err(wrong("schema".to_owned(), problem));
        }
        let mut reader = serde_json::Deserializer::from_str(json);
        let record: Self = serde_path_to_error::deserialize(&mut reader)
            .map_err(|error| wrong(error.path().to_string(), error.inner().to_string()))?;
        reader.end().map_err(|error| wrong(".".to_owned(), error.to_string()))?;
        if record.options.len() != record.evidence.options() {
            let problem = format!("{} options but {} verdicts", record.options.len(), record.evidence.options());
            return Err(wrong("options".to_owned(), problem));
        }
        Ok(record)
    }

    /// The least score that entered the prediction set, for the wire; -inf if nothing was excluded.
    pub fn threshold(&self) -> f64 {
        self.evidence.threshold().unwrap_or(f64::NEG_INFINITY)
    }

    /// Every option of S in canonical order, for the wire.
    pub fn shown(&self) -> Vec<ShownOption> {
        let all = (0..self.options.len()).map(|option| Decision::new(option as u16));
        show(&self.evidence, &self.options, all)
    }
}

/// A record's place among all records of its robot.
///
/// Each record holds the hash of the one before, so the records form a chain. If a record is changed, removed, inserted
/// or moved, the next one shows it. The last record cannot show that later ones are missing. For that, another process
/// must have heard them ([`Chains::heard`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Running number, from 1.
    pub number: u64,
    /// [`DecisionRecord::digest`] of the record before; for the first record a fixed hash.
    pub before: Digest,
}

impl Link {
    /// The link of a robot's first record.
    pub fn first() -> Self {
        Self { number: 1, before: Digest::of([b"surefleet decision records begin".as_slice()]) }
    }

    /// The link of the record after this one.
    pub fn after(record: &DecisionRecord) -> Self {
        Self { number: record.link.number.saturating_add(1), before: record.digest() }
    }
}

/// The name and hash of a record: others keep them, and the seal covers them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The robot whose record it is.
    pub robot: RobotId,
    /// Its running number.
    pub number: u64,
    /// When the decision was made.
    pub decided_at: Stamp,
    /// [`DecisionRecord::digest`].
    pub digest: Digest,
    /// The robot's signature, in hexadecimal.
    pub seal: Option<String>,
}

impl Head {
    /// The head of a record.
    pub fn of(record: &DecisionRecord) -> Self {
        Self {
            robot: record.key.robot.clone(),
            number: record.link.number,
            decided_at: record.decided_at,
            digest: record.digest(),
            seal: record.seal.clone(),
        }
    }
}

#[derive(Deserialize)]
struct SchemaProbe {
    schema: u32,
}

/// Reads records, one per line; blank lines are skipped.
pub fn read_records(text: &str) -> impl Iterator<Item = Result<DecisionRecord, PlannerError>> + '_ {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| DecisionRecord::from_json(line, index + 1))
}

/// Options as people see them.
pub(crate) fn show(
    evidence: &Evidence,
    texts: &[Arc<str>],
    decisions: impl IntoIterator<Item = Decision>,
) -> Vec<ShownOption> {
    let set = evidence.set();
    let shown = |decision: Decision| ShownOption {
        decision,
        text: texts[decision.index()].clone(),
        score: evidence.score(decision.index()),
        in_set: set.as_ref().is_none_or(|set| set.contains(decision.index())),
        refusal: evidence.refusal(decision.index()).map(str::to_owned),
    };
    decisions.into_iter().map(shown).collect()
}
