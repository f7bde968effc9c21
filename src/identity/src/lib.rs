//! Who says so: every participant of a fleet has a key, the fleet's [`Roster`] lists the public parts, and whatever may move, end,
//! answer, confirm, withdraw or tell bears a [`Seal`].
//!
//! Invariant: a [`Participant`] that comes out of [`Roster::verify`] held its key when it said exactly that, to this fleet, in this context.
//! What is deliberately absent: which participant may say what (that stands beside the messages), ROS, files, the clock.
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
