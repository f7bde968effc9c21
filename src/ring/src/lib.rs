//! The turn of a fleet's missions, as one robot sees it (sans-io): whose it is, what becomes of it when it is lost, and
//! how robots join and leave.
//!
//! # Invariant
//! At most one decision is accepted per (mission, step, attempt, robot), whatever is lost, repeated, delayed or
//! restarted. It rests on four rules:
//! 1. A robot decides an attempt at most once: it journals the decision before it publishes it, and never decides an
//!    attempt that is not newer than the last one it decided ([`Entry::Decided`]).
//! 2. No two robots make the same attempt: attempts are divided among them ([`Issuer`](surefleet_fleet::Issuer)),
//!    and what a robot made is journalled before it is published ([`Entry::Issued`]). So within an attempt turns form
//!    one chain, and a [`TurnKey`](surefleet_fleet::TurnKey) names one content.
//! 3. A robot follows only turns that are newer than all it has seen.
//! 4. The monitor commits one joint step per (mission, step); robots execute what it committed and nothing else.
//!
//! Everything else (leases, ranks, heartbeats) is for progress. Where it errs, an attempt is wasted.
//!
//! # Without a journal
//! A robot that lost its journal does not know what it decided, nor that it lost anything. Two things are beyond doubt
//! nevertheless:
//! * A mission that it meets in its very first turn (step 1, attempt 0, nothing decided) is new to it, since a process is
//!   not sent what was published before it started: robots hear the ring from their start on, and must do so. (The monitor
//!   may say this turn again while no robot has named the mission; the later times under attempts of its own.)
//! * An attempt that it makes itself, a random leap beyond all it knows, was not made before: one in 65,536 at worst.
//!
//! So a robot that meets a mission later than that decides only under attempts of its own making, until the monitor
//! approves a joint step with a decision of it that is in the journal. Turns of later steps are younger than that
//! decision, hence younger than the loss, and it is a robot like any other again. Nobody sits out, and a team of one
//! goes on.
//!
//! # Deliberately absent
//! What a decision means, and whether it is good; ROS, files, sockets and the clock; consensus. The monitor's own
//! journal is what makes rule 4 hold.
//!
//! ```
//! use std::{sync::Arc, time::Duration};
//! use surefleet_fleet::*;
//! use surefleet_ring::{Input, Output, Ring, RingConfig};
//!
//! let me = RobotId::new("robot_1")?;
//! let lease = Duration::from_secs(2);
//! let mut ring = Ring::start(Stamp::ZERO, RingConfig { me: me.clone(), incarnation: Incarnation(7), lease }, []);
//! let (mission, team) = (MissionId::new([1; 16]), vec![me]);
//! let brief = Brief { id: mission, text: String::new(), constraints: vec![], horizon: 3, alpha: String::new(), team };
//! let turn = Turn {
//!     order: brief.team.as_slice().into(),
//!     brief: Arc::new(brief),
//!     step: StepIndex::FIRST,
//!     attempt: Attempt::FIRST,
//!     decided: vec![],
//!     history: Arc::new([]),
//!     facts: Facts::new(["at(robot_1, fridge)".to_owned()]),
//!     reorders: 0,
//!     refusals: Arc::new([]),
//!     failures: Arc::new([]),
//! };
//! ring.handle(Stamp::ZERO, Input::Turn(Arc::new(turn)));
//! let outputs: Vec<Output> = std::iter::from_fn(|| ring.poll()).collect();
//! let is_mine = |output: &Output| matches!(output, Output::Decide(turn) if turn.step == StepIndex::FIRST);
//! assert!(outputs.iter().any(is_mine));
//!
//! let (step, attempt, decision) = (StepIndex::FIRST, Attempt::FIRST, Decision::new(4));
//! ring.handle(Stamp::ZERO, Input::Decided { mission, step, attempt, decision });
//! assert!(matches!(ring.poll(), Some(Output::Journal(_))));
//! assert!(matches!(ring.poll(), Some(Output::Publish(_))));
//! assert!(matches!(ring.poll(), Some(Output::Propose { .. })));
//! # Ok::<(), FleetError>(())
//! ```

mod ended;
mod error;
mod execution;
mod failures;
mod input;
mod issue;
mod mission;
mod output;
mod recovery;
mod ring;
mod team;
mod turn_check;

pub use error::{Counts, RejectedTurn};
pub use input::{Heartbeat, Input, RingConfig};
pub use output::{Entry, Output};
pub use ring::Ring;
