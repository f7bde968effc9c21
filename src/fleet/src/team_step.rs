use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Decision, RobotId};

/// A joint step that a planner for the whole team wrote. It moves nothing: each robot of the team still decides whether it
/// takes its part.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamStep {
    /// The robot whose planner put it on the ring: the one that decided the step first.
    pub owner: RobotId,
    /// The model that wrote it.
    pub by: String,
    /// What each robot of the team is to do.
    pub parts: BTreeMap<RobotId, Decision>,
}
