//! The safety monitor: admits missions, judges decisions, approves joint steps as a whole, and ends missions.
//!
//! Invariants: the monitor allows only decisions that it knows to be allowed. It approves nothing without a fresh,
//! possible world state of the right domain, and nothing that was planned from another world than it sees. It approves
//! at most one joint step for one (mission, step), ever: it journals an approval before it publishes it, and
//! [`Monitor::restore`] takes the journal back. No two turns of the monitor are the same attempt at a step, ever: they
//! are journalled likewise. [`surefleet_mission::apply`] accepts every approved joint step, no requirement of the
//! mission forbids it, and it is compatible with every skill that any robot of the fleet may still be executing, in any
//! mission. Nobody without the [`FleetKey`] can make an approval that an [`ApprovalGuard`] lets through, and the guard
//! lets none through twice.
//!
//! Where the fleet has arms that share a space ([`Policy::keeping_apart`]), no approved motion of one can come within the margin of another, however the
//! two are timed, as far as the paths and positions are as they were told; what is unknown, old or not proved is refused.
//!
//! Deliberately absent: scores, prediction sets and help (robots decide, the monitor only allows), any notion of whose
//! turn it is, and a way to stop a running skill: the robot itself does that.
//!
//! ```
//! use std::{sync::Arc, time::Duration};
//! use surefleet_fleet::{Attempt, Brief, Decided, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
//! use surefleet_safety::{Input, Monitor, Output, Policy, Timing};
//! use surefleet_world::{Domain, Robot, World};
//!
//! let (now, mission) = (Stamp::ZERO, MissionId::new([1; 16]));
//! let team = vec![RobotId::new("robot_1")?];
//! let file = include_str!("../../../config/domains/household.yaml");
//! let robots = [Robot { id: team[0].clone(), kind: None }];
//! let world = Arc::new(World::new(Arc::new(Domain::parse(file, "household.yaml")?), &robots)?);
//! let items = world.members_of(world.domain().find_type("item").expect("a household has items")).iter();
//! let facts = Facts::new(items.map(|item| format!("located({}, table)", world.object(*item).name)));
//! let [world_timeout, lease] = [2, 1].map(Duration::from_secs);
//! let timing = Timing { world_timeout, lease, start_patience: Duration::ZERO };
//! let transport = Arc::new(surefleet_mission::Transport::household());
//! let policy = Policy::new(world.clone(), Some(transport), timing, true)?;
//!
//! let mut monitor = Monitor::new(policy);
//! let domain = world.domain().digest().to_string();
//! monitor.handle(now, Input::World { observed: now, domain, facts: facts.clone(), arms: Vec::new() });
//! monitor.handle(now, Input::Heartbeat { robot: team[0].clone(), at: None, finished: None });
//! let brief = Brief::new(mission, "Move apple 1 to the sink.", 5, team.clone());
//! monitor.handle(now, Input::Mission(brief));
//!
//! let decided = |symbol| {
//!     let (robot, decision) = (team[0].clone(), world.find_decision(symbol));
//!     vec![Decided { robot, decision, attempt: Attempt::FIRST }]
//! };
//! for (symbol, attempt) in [("grab(apple_1)", Attempt(0)), ("go_to(apple_1)", Attempt(1))] {
//!     let joint = JointStep { mission, step: StepIndex::FIRST, attempt, decided: decided(symbol) };
//!     monitor.handle(now, Input::Propose { joint, facts: facts.clone() });
//! }
//! let said = std::iter::from_fn(|| monitor.poll());
//! let verdicts: Vec<Result<(), String>> = said
//!     .filter_map(|output| if let Output::Verdict { verdict, .. } = output { Some(verdict) } else { None })
//!     .map(|verdict| verdict.map_err(|reasons| reasons[0].to_string()))
//!     .collect();
//! assert_eq!(verdicts, [Err("robot_1 cannot grab apple 1: it is not at apple 1".to_owned()), Ok(())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod admission;
mod approval;
mod arms;
mod constraint;
mod error;
mod judge;
mod known;
mod monitor;
mod output;
mod past;
mod policy;
mod rule;
mod running;
mod sight;
mod translation;
mod under_way;
mod watch;

pub use approval::{
    Admitted, Approval, ApprovalError, ApprovalGuard, ApprovalKey, FleetKey, LONGEST_VALIDITY, Nonce, SignedApproval,
    UsedStep,
};
pub use arms::ArmPosition;
pub use constraint::{ConstraintId, ConstraintReport, MOST_CONSTRAINT_BYTES, Proposal, Reworded, Stage};
pub use error::{
    AdmissionError, ArmRefusal, CancelError, CheckError, ConfirmationError, ConstraintError, Contradiction,
    DecisionRefusal, Fault, GateClosed, Inactive, MissionConstraintError, NotRunning, OtherArm, OutOfSequence,
    ProposalError, StepRefusal, StillActing, StopRefusal, TeamError, Unjudged, Unplaced, UnseenWorld,
};
pub use known::{KnownMission, MissionStage};
pub use monitor::Monitor;
pub use output::{
    CheckReply, CheckRequest, ConstraintStanding, DecisionNote, FirstTurn, Input, MissionReport, MissionStatus,
    MonitorCounts, MonitorDiagnosis, MonitorEntry, NotedOption, Output, RefusedStep, StopProposal,
};
pub use policy::{Policy, PolicyError, Timing};
pub use running::read_brief;
pub use surefleet_ltl::Verdict;
pub use translation::{
    Purpose, Rewording, RewordingError, RewordingPrompt, Trace, Translation, Unreworded, read_mission_rewording,
    read_rewording, rewording_prompt, translate,
};
pub use watch::{Comparison, compare};
