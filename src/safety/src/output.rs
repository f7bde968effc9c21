use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Deserializer, Serialize};
use surefleet_english::EnglishError;
use surefleet_fleet::{
    Attempt, Brief, Decided, Decision, DecisionKey, Facts, JointStep, MissionId, Outcome, RobotId, Stamp, StepIndex,
    Turn,
};

use crate::{
    AdmissionError, ArmPosition, CheckError, ConstraintId, DecisionRefusal, Fault, GateClosed, Reworded, StepRefusal,
    StopRefusal, Unplaced, Unreworded,
};

/// An input of the monitor.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A client asks for a mission; nothing about it is checked yet. It starts once the monitor has heard its whole
    /// team and seen the world.
    Mission(Brief),
    /// A client asks for a mission that the grammar cannot read, and a language model did not reword it: it is refused.
    Unreworded {
        /// The mission.
        brief: Brief,
        /// The grammar's reason.
        problem: Box<EnglishError>,
        /// Why there are no other words.
        why: Unreworded,
    },
    /// The world was observed.
    World {
        /// The time of the observation.
        observed: Stamp,
        /// The digest of the domain, as received.
        domain: String,
        /// The true propositions.
        facts: Facts,
        /// Where the joints of arms are.
        arms: Vec<ArmPosition>,
    },
    /// A joint step is complete.
    Propose {
        /// The decisions of all robots.
        joint: JointStep,
        /// The world that it was planned from.
        facts: Facts,
    },
    /// A robot proposes to end a mission.
    ProposeStop(StopProposal),
    /// A robot reports a decision that it made.
    Decision(DecisionNote),
    /// A robot is alive.
    Heartbeat {
        /// The robot.
        robot: RobotId,
        /// The mission that it takes part in, and its step there.
        at: Option<(MissionId, StepIndex)>,
        /// The last step of that mission whose skill it finished, and whether the skill had its effect. A robot that
        /// was down may report a failed skill without knowing whether the skill goes on.
        finished: Option<(StepIndex, bool)>,
    },
    /// A robot says whether anything serves its skills.
    Skills {
        /// The robot.
        robot: RobotId,
        /// Whether a server answers.
        are_served: bool,
    },
    /// A turn of this mission was seen on the ring.
    Turn(Arc<Brief>),
    /// A robot's part of an approved step ended.
    Outcome {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The robot whose part it is.
        robot: RobotId,
    },
    /// The monitor becomes active or inactive. An inactive monitor takes in news, but neither judges nor says anything.
    /// It starts active.
    Active(bool),
    /// Time has passed.
    Tick,
}

impl Input {
    /// Whether it only reports news and asks for nothing.
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

/// An action that the monitor asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Keep this before sending any later output. If it cannot be kept, send nothing after it.
    Journal(MonitorEntry),
    /// Publish a turn on the ring: a mission's first, or one that brings back a mission that nobody names any more.
    Turn(Box<Turn>),
    /// Publish the verdict on a joint step.
    Verdict {
        /// The joint step.
        joint: JointStep,
        /// The world that it was planned from.
        facts: Facts,
        /// Approved, or the reasons against it: at least one.
        verdict: Result<(), Vec<StepRefusal>>,
    },
    /// Publish the verdict on ending a mission.
    StopVerdict {
        /// The proposal.
        proposal: StopProposal,
        /// Accepted, or the reason against it.
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
        /// The part of it that is at fault.
        fault: Fault,
        /// The reason.
        reason: AdmissionError,
    },
    /// Tell the mission's client of a decision.
    Feedback(DecisionNote),
    /// Tell the mission's client how the mission went.
    Finished(MissionReport),
    /// Tell the client that a person corrected its mission's words: it continues as the mission that takes its place.
    Corrected {
        /// How the mission went so far.
        report: MissionReport,
        /// The mission that takes its place.
        successor: MissionId,
        /// The words of that mission.
        words: String,
    },
}

/// A proposal to end a mission instead of deciding a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StopProposal {
    /// The mission.
    pub mission: MissionId,
    /// The step at which it should end.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// The claimed outcome.
    pub outcome: Outcome,
}

/// The part of a decision record that the mission's client receives.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionNote {
    /// The decision's name.
    pub key: DecisionKey,
    /// The decision.
    pub decision: Decision,
    /// The prediction set, best first.
    pub set: Vec<NotedOption>,
    /// Whether a person was asked.
    pub helped: bool,
}

/// A member of a prediction set, as in a decision record.
#[derive(Debug, Clone, PartialEq)]
pub struct NotedOption {
    /// The decision.
    pub decision: Decision,
    /// Its score.
    pub score: f64,
    /// The reason why it was not allowed at that time; `None`: it was allowed.
    pub refusal: Option<String>,
}

/// How a mission went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissionReport {
    /// The mission.
    pub mission: MissionId,
    /// How it ended.
    pub outcome: Outcome,
    /// The approved joint steps in words, one line for each step.
    pub plan: Vec<String>,
    /// Decisions that people answered, as far as they were reported to this life of the monitor.
    pub helped: u32,
    /// Decisions made, counted likewise.
    pub decisions: u32,
}

/// A question about a robot's part of the joint step so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckRequest {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The robot that is to decide.
    pub robot: RobotId,
    /// The world that it plans from.
    pub facts: Facts,
    /// The decisions of the other robots for the step.
    pub decided: Vec<Decided>,
    /// The decisions that it considers.
    pub candidates: Vec<Decision>,
}

/// One verdict for each candidate; or the reason why the monitor cannot judge now, and then nothing is allowed.
pub type CheckReply = Result<Vec<Result<(), DecisionRefusal>>, CheckError>;

/// An entry of the journal: it must survive a restart of the monitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MonitorEntry {
    /// A mission was admitted, with this first turn.
    Admitted(Box<FirstTurn>),
    /// A later turn was issued: nobody has decided yet, and nobody made this attempt before.
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
    /// The world shows already what these robots' parts of the step that is approved next bring about: only their own word tells when they end.
    AlreadyShown {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The attempt that is approved.
        attempt: Attempt,
        /// The robots.
        robots: Vec<RobotId>,
    },
    /// A person asks for a constraint of the fleet.
    Proposed {
        /// Its number.
        number: u32,
        /// The person's own words.
        words: String,
        /// The formula that the words were understood as, in infix syntax.
        formula: String,
        /// The formula in plain words.
        paraphrase: String,
        /// The words that were understood, if a language model reworded the person's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reworded: Option<Reworded>,
        /// The person who asks.
        by: String,
        /// The time.
        at: Stamp,
    },
    /// A constraint of the fleet is enforced from now on.
    Confirmed {
        /// Its number.
        number: u32,
        /// The person who confirmed it.
        by: String,
        /// The time.
        at: Stamp,
    },
    /// A constraint of the fleet is not enforced any more.
    Retired {
        /// Its number.
        number: u32,
        /// The person who retired it.
        by: String,
        /// The time.
        at: Stamp,
    },
    /// An event violated a constraint of the fleet for good.
    Broken {
        /// Its number.
        number: u32,
        /// The event.
        why: String,
        /// The time.
        at: Stamp,
    },
    /// The new standings of those constraints whose standing the last observation changed.
    Stood(Vec<ConstraintStanding>),
    /// A joint step was refused.
    Refused(RefusedStep),
    /// A mission ended.
    Ended {
        /// The mission.
        mission: MissionId,
        /// The outcome.
        outcome: Outcome,
        /// The facts of the world at that time; none: it was not seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        world: Option<Facts>,
        /// The time; older journals do not have it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Stamp>,
        /// Decisions that people answered; older journals do not have it.
        #[serde(default)]
        helped: u32,
        /// Decisions made; older journals do not have it.
        #[serde(default)]
        decisions: u32,
    },
}

/// The first turn of an admitted mission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstTurn {
    /// The turn.
    #[serde(flatten)]
    pub turn: Turn,
    /// The time when the mission was asked for; older journals do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Stamp>,
}

/// The standing of a constraint: together with the formula it is all that must be kept of the past.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConstraintStanding {
    /// The constraint.
    pub id: ConstraintId,
    /// Its formula, in infix syntax.
    pub formula: String,
    /// Whether `X` speaks of the next change. Older monitors read it otherwise, so their states have another meaning.
    #[serde(default)]
    pub of_changes: bool,
    /// For each conjunct of the formula the state number of its automaton. Older monitors had one automaton for all.
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

/// A refused joint step and the reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedStep {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
    /// The attempt at the step.
    pub attempt: Attempt,
    /// The time.
    pub at: Stamp,
    /// The decision of each robot in words; empty if constraints barred options before anybody decided.
    pub decided: Vec<String>,
    /// The reasons in words, one entry for each.
    pub reasons: Vec<String>,
}

/// The state of the monitor, for diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonitorDiagnosis {
    /// The reason why the gate is closed; `None`: it is open.
    pub gate: Option<GateClosed>,
    /// The running missions.
    pub missions: Vec<MissionStatus>,
    /// Counts of this life of the monitor.
    pub counts: MonitorCounts,
    /// The arms that share a space and whose joint position does not count, with the reason: nothing moves them, nor what could touch them.
    pub unplaced: Vec<(RobotId, Unplaced)>,
}

/// A running mission, for diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissionStatus {
    /// The mission.
    pub mission: MissionId,
    /// The step that comes next.
    pub step: StepIndex,
    /// The time since any robot of the team was last heard.
    pub silent_for: Duration,
    /// Whether that is too long: the mission waits for its robots, so a person should check them.
    pub is_silent: bool,
    /// The reason why the proposed joint step has to wait.
    pub waits_for: Option<StepRefusal>,
}

/// Counts of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MonitorCounts {
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
