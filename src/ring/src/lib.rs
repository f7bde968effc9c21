//! The turn of a fleet's missions, as one robot sees it (sans-io): which robot holds it, how a lost turn comes back,
//! and how robots join and leave.
//!
//! # Invariant
//! At most one decision is accepted per (mission, step, attempt, robot), whatever is lost, repeated, delayed or
//! restarted. It rests on four rules:
//! 1. A robot decides an attempt at most once: it journals the decision before it publishes it. It decides an attempt
//!    only if it is newer than the last one it decided ([`Entry::Decided`]).
//! 2. No two robots make the same attempt: attempts are divided among them ([`Issuer`](surefleet_fleet::Issuer)). A
//!    robot journals its attempt before it publishes it ([`Entry::Issued`]). So within an attempt turns form one chain,
//!    and a [`TurnKey`](surefleet_fleet::TurnKey) names one content.
//! 3. A robot follows only turns that are newer than all it has seen.
//! 4. The monitor commits one joint step per (mission, step); robots execute only committed steps.
//!
//! Everything else (leases, ranks, heartbeats) is for progress. A mistake there only wastes an attempt.
//!
//! # Without a journal
//! A robot that lost its journal does not know its decisions, and does not know of the loss. Two things are certain
//! nevertheless:
//! * A mission that it meets in its very first turn (step 1, attempt 0, nothing decided) is new to it. A
//!   process does not receive messages from before its start. Robots must hear the ring from their start on. (The
//!   monitor may repeat this turn while no robot has named the mission; later it repeats it under its own attempts.)
//! * An attempt that it makes itself, a random leap beyond all it knows, is new: the risk is 1 in 65,536 at worst.
//!
//! If a robot meets a mission later than that, it decides only under attempts that it makes itself. This lasts until
//! the monitor approves a joint step with one of its decisions, and this decision is in the journal. Turns of later
//! steps are younger than that decision, so they are younger than the loss. From then on it is a normal robot again. No
//! robot is excluded, and a team of one continues.
//!
//! # Deliberately absent
//! The meaning of a decision, and whether it is good; ROS, files, sockets and the clock; consensus. The monitor's own
//! journal makes rule 4 hold.
//!
//! ```
//! use std::{sync::Arc, time::Duration};
//! use surefleet_fleet::*;
//! use surefleet_ring::{Input, Output, Ring, RingConfig};
//!
//! let me = RobotId::new("robot_1")?;
//! let lease = Duration::from_secs(2);
//! let mut ring = Ring::start(Stamp::ZERO, RingConfig { me: me.clone(), fleet: [me.clone()].into(), incarnation: Incarnation(7), lease }, []);
//! let (mission, team) = (MissionId::new([1; 16]), vec![me]);
//! let brief = Brief::new(mission, "", 3, team);
//! let turn = Turn::first(Arc::new(brief), Facts::new(["at(robot_1, fridge)".to_owned()]));
//! ring.handle(Stamp::ZERO, Input::Turn(Arc::new(turn)));
//! let outputs: Vec<Output> = std::iter::from_fn(|| ring.poll()).collect();
//! let is_mine = |output: &Output| matches!(output, Output::Decide(turn) if turn.step == StepIndex::FIRST);
//! assert!(outputs.iter().any(is_mine));
//!
//! let (step, attempt, decision) = (StepIndex::FIRST, Attempt::FIRST, Decision::new(4));
//! ring.handle(Stamp::ZERO, Input::Decided { mission, step, attempt, decision, team_step: None });
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
