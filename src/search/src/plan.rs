use surefleet_fleet::Decision;

/// A plan: joint steps, in each of them by robot of the fleet its decision, `None` for robots outside the team.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Plan {
    /// The joint steps.
    pub steps: Vec<Vec<Option<Decision>>>,
}

impl Plan {
    /// The number of joint steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
