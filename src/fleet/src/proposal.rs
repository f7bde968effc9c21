use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Decision, RobotId};

/// A joint step that a planner for the whole team wrote. It moves nothing: each robot of the team still decides whether it
/// takes its part.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamProposal {
    /// Whose planner put it on the ring: the robot that decided the step first.
    pub owner: RobotId,
    /// What wrote it: the name of a model, or [`Self::SEARCH`].
    pub by: String,
    /// What each robot of the team is to do.
    pub parts: BTreeMap<RobotId, Decision>,
}

impl TeamProposal {
    /// The name of search as an author.
    pub const SEARCH: &str = "search";

    /// The part of a robot; `None`: the proposal says nothing of it.
    pub fn part_of(&self, robot: &RobotId) -> Option<Decision> {
        self.parts.get(robot).copied()
    }
}
