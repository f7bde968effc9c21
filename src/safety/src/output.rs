use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Deserializer, Serialize};
use surefleet_fleet::{
    Attempt, Brief, Decided, Decision, DecisionKey, Facts, JointStep, MissionId, Outcome, RobotId, Stamp, StepIndex,
    Turn,
};

use crate::{
    AdmissionError, CheckError, ConstraintId, DecisionRefusal, Fault, GateClosed, Reworded, StepRefusal, StopRefusal,
};

/// What happens to the monitor.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A client asks for a mission; nothing about it is checked yet. It starts once its whole team was heard and the
    /// world is seen.
    Mission(Brief),
    /// The world was observed.
    World {
        /// When.
        observed: Stamp,
        /// The digest of the domain, as it came.
        domain: String,
        /// What is true.
        facts: Facts,
    },
    /// A joint step is complete.
    Propose {
        /// What all are to do.
        joint: JointStep,
        /// What it was planned from.
        facts: Facts,
    },
    /// A mission should end.
    ProposeStop(StopProposal),
    /// A robot tells of a decision that it made.
    Decision(DecisionNote),
    /// A robot is alive.
    Heartbeat {
        /// Which.
        robot: RobotId,
        /// The mission that it takes part in, and the step where it is.
        at: Option<(MissionId, StepIndex)>,
        /// The last step of that mission whose skill it finished, and whether the skill did what it says; a robot that
        /// was down may say of a skill that it failed and not know whether it goes on.
        finished: Option<(StepIndex, bool)>,
    },
    /// A robot says whether anything serves its skills.
    Skills {
        /// Which.
        robot: RobotId,
        /// Whether a server answers.
        are_served: bool,
    },
    /// A turn of this mission went round.
    Turn(Arc<Brief>),
    /// A robot's part of an approved step ended.
    Outcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// Whose part.
        robot: RobotId,
    },
    /// The monitor is to work, or to cease: an inactive one takes in what goes on, and neither judges nor says
    /// anything. It starts active.
    Active(bool),
    /// Time has passed.
    Tick,
}

impl Input {
    /// Whether it tells what goes on, and asks for nothing.
    pub(crate) fn is_news(&self) -> bool {
        matches!(
            self,
            Self::World { .. }
                | Self::Heartbeat { .. }
                | Self::Skills { .. }
                | Self::Turn(_)
                | Self::Outcome { .. }
                | Self::Active(_)
        )
    }
}

/// What the monitor wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this, before anything that comes after it is sent; where it cannot be kept, send nothing after it.
    Journal(Entry),
    /// Publish a turn on the ring: a mission's first, or the one that brings back a mission that nobody names.
    Turn(Box<Turn>),
    /// Publish what was said about a joint step.
    Verdict {
        /// The joint step.
        joint: JointStep,
        /// What it was planned from.
        facts: Facts,
        /// Approved, or why not; never without a reason.
        verdict: Result<(), Vec<StepRefusal>>,
    },
    /// Publish what was said about ending a mission.
    StopVerdict {
        /// The proposal.
        proposal: StopProposal,
        /// Accepted, or why not.
        verdict: Result<(), StopRefusal>,
    },
    /// Publish a mission's end on the ring.
    End {
        /// The mission.
        mission: MissionId,
        /// How it ended.
        outcome: Outcome,
    },
    /// Tell the client that its mission was not admitted.
    Refused {
        /// The mission.
        mission: MissionId,
        /// What part of it is at fault.
        fault: Fault,
        /// Why.
        reason: AdmissionError,
    },
    /// Tell the mission's client of a decision.
    Feedback(DecisionNote),
    /// Tell the mission's client how it went.
    Finished(MissionReport),
    /// Tell the mission's client that a person corrected its words: it goes on with the mission that takes its place.
    Corrected {
        /// How it went so far.
        report: MissionReport,
        /// The mission that takes its place.
        successor: MissionId,
        /// Its words.
        words: String,
    },
}

/// A proposal to end a mission instead of deciding a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StopProposal {
    /// The mission.
    pub mission: MissionId,
    /// The step at which.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// The claimed outcome.
    pub outcome: Outcome,
}

/// What a decision record says to the mission's client.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionNote {
    /// The decision's name.
    pub key: DecisionKey,
    /// What.
    pub decision: Decision,
    /// The prediction set, best first.
    pub set: Vec<NotedOption>,
    /// Whether a person was asked.
    pub helped: bool,
}

/// A member of a prediction set, as a decision record has it.
#[derive(Debug, Clone, PartialEq)]
pub struct NotedOption {
    /// Which.
    pub decision: Decision,
    /// Its score.
    pub score: f64,
    /// Why it was not allowed then; `None`: it was.
    pub refusal: Option<String>,
}

/// How a mission went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissionReport {
    /// The mission.
    pub mission: MissionId,
    /// How it ended.
    pub outcome: Outcome,
    /// The approved joint steps in words, a line a step.
    pub plan: Vec<String>,
    /// Decisions that people answered, as far as this life of the monitor was told of them.
    pub helped: u32,
    /// Decisions made, likewise.
    pub decisions: u32,
}

/// A question about a robot's part of the joint step so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckRequest {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// Who is to decide.
    pub robot: RobotId,
    /// What it plans from.
    pub facts: Facts,
    /// What others have decided for the step.
    pub decided: Vec<Decided>,
    /// What it might do.
    pub candidates: Vec<Decision>,
}

/// One verdict a candidate; or why the monitor cannot judge now, and then nothing is allowed.
pub type CheckReply = Result<Vec<Result<(), DecisionRefusal>>, CheckError>;

/// What the monitor must not forget: what a journal keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A mission was admitted, with this first turn.
    Admitted(Box<FirstTurn>),
    /// A later turn was made: nothing decided yet, in an attempt that nobody made before.
    Issued {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt.
        attempt: Attempt,
    },
    /// A joint step was approved: the only one of its (mission, step), ever.
    Approved(JointStep),
    /// Somebody asks for a constraint of the fleet.
    Proposed {
        /// Its number.
        number: u32,
        /// As a person put it.
        words: String,
        /// What they were understood as, in infix syntax.
        formula: String,
        /// The formula in plain words.
        paraphrase: String,
        /// The words that were understood, where a language model put them otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reworded: Option<Reworded>,
        /// Who asks.
        by: String,
        /// When.
        at: Stamp,
    },
    /// A constraint of the fleet is enforced from now on.
    Confirmed {
        /// Its number.
        number: u32,
        /// Who confirmed it.
        by: String,
        /// When.
        at: Stamp,
    },
    /// A constraint of the fleet is not enforced any more.
    Retired {
        /// Its number.
        number: u32,
        /// Who retired it.
        by: String,
        /// When.
        at: Stamp,
    },
    /// A constraint of the fleet was violated for good by what happened.
    Broken {
        /// Its number.
        number: u32,
        /// What happened.
        why: String,
        /// When.
        at: Stamp,
    },
    /// Where constraints stand after what was seen, of those for which that has changed.
    Stood(Vec<Standing>),
    /// A joint step was refused.
    Refused(Refusal),
    /// A mission ended.
    Ended {
        /// The mission.
        mission: MissionId,
        /// How.
        outcome: Outcome,
        /// What was true of the world then; none: it was not seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        world: Option<Facts>,
        /// When; older journals do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Stamp>,
        /// Decisions that people answered; likewise.
        #[serde(default)]
        helped: u32,
        /// Decisions made; likewise.
        #[serde(default)]
        decisions: u32,
    },
}

/// The turn that a mission was admitted with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstTurn {
    /// The turn.
    #[serde(flatten)]
    pub turn: Turn,
    /// When the mission was asked for; older journals do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Stamp>,
}

/// Where a constraint stands: with the formula all that must be kept of the past.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The constraint.
    pub id: ConstraintId,
    /// Its formula, in infix syntax.
    pub formula: String,
    /// Whether `X` was followed from change to change; older monitors did otherwise, so that their states mean others.
    #[serde(default)]
    pub of_changes: bool,
    /// By conjunct of the formula: the number of the state of its automaton. Older monitors had one automaton for all.
    #[serde(alias = "state", deserialize_with = "one_or_several")]
    pub states: Vec<usize>,
}

fn one_or_several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<usize>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Numbers {
        One(usize),
        Several(Vec<usize>),
    }
    Ok(match Numbers::deserialize(from)? {
        Numbers::One(state) => vec![state],
        Numbers::Several(states) => states,
    })
}

/// A joint step that was refused, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// When.
    pub at: Stamp,
    /// Who was to do what; nothing where constraints barred options before anybody decided.
    pub decided: Vec<String>,
    /// Why not, in words: a reason each.
    pub reasons: Vec<String>,
}

/// How the monitor does, for diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// Why the gate is closed; `None`: it is open.
    pub gate: Option<GateClosed>,
    /// The running missions.
    pub missions: Vec<MissionStatus>,
    /// What was done so far in this life.
    pub counts: Counts,
}

/// A running mission, for diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissionStatus {
    /// The mission.
    pub mission: MissionId,
    /// The step that comes next.
    pub step: StepIndex,
    /// How long no robot of the team has been heard.
    pub silent_for: Duration,
    /// Whether that is too long: look after the robots, the mission waits for them.
    pub is_silent: bool,
    /// What the joint step that is proposed waits for.
    pub waits_for: Option<StepRefusal>,
}

/// How often what was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Missions admitted.
    pub admitted: u64,
    /// Missions not admitted.
    pub turned_away: u64,
    /// Joint steps approved.
    pub approved: u64,
    /// Joint steps and stops refused.
    pub refused: u64,
    /// Messages that could not be used: late, repeated, or from strangers.
    pub ignored: u64,
}
