//! Proof of who says something. Every participant of a fleet has a key, and the fleet's [`Roster`] lists the public
//! parts. Every message that can move, end, answer, confirm, withdraw or tell something bears a [`Seal`].
//!
//! Invariant: if [`Roster::verify`] returns a [`Participant`], its key signed exactly this, for this fleet and context.
//! Deliberately absent: which participant may say what (the rules stand beside the messages), ROS, files, the clock.
//!
//! ```
//! use surefleet_fleet::Stamp;
//! use surefleet_identity::{Participant, Roster, SecretKey, Signet, WINDOW};
//!
//! let fleet = SecretKey::from_seed(&[1; 32]);
//! let robot = SecretKey::from_seed(&[2; 32]);
//! let planner: Participant = "planner/robot_1".parse()?;
//! let roster = Roster::new([(planner.clone(), robot.public())]).signed(&fleet);
//! let signet = Signet::new(planner.clone(), robot, roster.fleet());
//!
//! let said = "robot 1 is done";
//! let seal = signet.seal(Stamp::ZERO, "doc/msg/Text", b"", &said)?;
//! assert_eq!(roster.verify(&seal, "doc/msg/Text", b"", &said)?, planner);
//! assert!(roster.verify(&seal, "doc/msg/Text", b"", &"robot 1 failed").is_err());
//! # let _ = WINDOW;
//! # Ok::<(), surefleet_identity::IdentityError>(())
//! ```

mod canonical;
mod error;
mod freshness;
mod key;
mod participant;
mod roster;
mod seal;

pub use canonical::canonical;
pub use error::IdentityError;
pub use freshness::{Freshness, WINDOW};
pub use key::{PublicKey, SecretKey};
pub use participant::{Participant, Role};
pub use roster::Roster;
pub use seal::{Seal, Signet};
