//! Arms that share a space: where their joints are, where they may be on their way, and what may be approved beside that.

mod gate;
mod motions;
mod sight;

pub(crate) use gate::ArmGate;
pub(crate) use motions::{Motion, Motions};
pub use sight::ArmPosition;
pub(crate) use sight::ArmSight;
