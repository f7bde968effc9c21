//! The words all crates share: who ([`RobotId`]), what ([`Brief`], [`Decision`], [`JointStep`]), where in the mission
//! ([`StepIndex`], [`Attempt`], [`Turn`]), whose attempt it is ([`Issuer`]) and when ([`Stamp`]).
//!
//! Invariant: a value of these types is well formed. Constructors parse; there are no setters.
//! Deliberately absent: ROS, files, sockets, the clock, and every rule of planning.
//!
//! ```
//! use surefleet_fleet::{Attempt, Decision, RobotId, StepIndex};
//! let robot = RobotId::new("robot_1")?;
//! assert!(RobotId::new("Robot 1").is_err());
//! assert_eq!(StepIndex::FIRST.next().get(), 2);
//! assert!(Attempt::FIRST < Attempt::FIRST.next());
//! # let _ = (robot, Decision::new(3));
//! # Ok::<(), surefleet_fleet::FleetError>(())
//! ```

mod decision;
mod digest;
mod facts;
mod issuer;
mod mission;
mod robot;
mod safe_default;
mod stamp;
mod team_step;
mod turn;

pub use decision::{Attempt, Decided, Decision, DecisionKey, JointStep, StepIndex};
pub use digest::Digest;
pub use facts::Facts;
pub use issuer::Issuer;
pub use mission::{Brief, MissionId, Outcome};
pub use robot::{FleetError, Incarnation, RobotId};
pub use safe_default::SafeDefault;
pub use stamp::Stamp;
pub use team_step::TeamStep;
pub use turn::{SkillOutcome, Turn, TurnKey};
