use serde::{Deserialize, Serialize};

use crate::ids::ArmId;
use crate::point::TablePoint;

/// One arm's part of a joint step: its end goes straight from one point to another, with the object at its start or without.
///
/// The paper's §3 explains the move "(2.25, 1.75) → (1.25, 1.25), True" as one from (1.75, 1.25) to (2.25, 1.75). Here the points
/// mean what Listing 4 says: the first one is where the arm and the object are, the second one is where both go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ArmMove {
    /// The arm.
    pub arm: ArmId,
    /// Where its end is before.
    pub from: TablePoint,
    /// Where its end is afterwards.
    pub to: TablePoint,
    /// Whether it takes the object at `from` along.
    pub carries: bool,
}

impl ArmMove {
    /// How far the arm's end goes, in micrometres, rounded up.
    #[must_use]
    pub fn length_um(&self) -> u64 {
        self.from.distance_um(self.to)
    }
}

/// Two moves of one arm in one joint step, which Listing 4 forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{arm} has two moves in one joint step: leave out one")]
pub struct SecondMove {
    /// The arm.
    pub arm: ArmId,
}

/// The moves that arms make at the same time, at most one for each arm.
///
/// A step without moves is a pause. It counts as a step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<ArmMove>", into = "Vec<ArmMove>")]
pub struct ArmStep {
    moves: Vec<ArmMove>,
}

impl ArmStep {
    /// The step of the given moves, in whatever order.
    ///
    /// # Errors
    ///
    /// If an arm has two moves.
    pub fn new(mut moves: Vec<ArmMove>) -> Result<Self, SecondMove> {
        moves.sort_unstable();
        match moves.windows(2).find(|pair| pair[0].arm == pair[1].arm) {
            Some(pair) => Err(SecondMove { arm: pair[0].arm }),
            None => Ok(Self { moves }),
        }
    }

    /// Its moves, by arm.
    #[must_use]
    pub fn moves(&self) -> &[ArmMove] {
        &self.moves
    }

    /// How many arms move. One that is told to stay where it is does not count.
    #[must_use]
    pub fn parallelism(&self) -> usize {
        self.moves.iter().filter(|arm_move| arm_move.from != arm_move.to).count()
    }
}

impl TryFrom<Vec<ArmMove>> for ArmStep {
    type Error = SecondMove;

    fn try_from(moves: Vec<ArmMove>) -> Result<Self, SecondMove> {
        Self::new(moves)
    }
}

impl From<ArmStep> for Vec<ArmMove> {
    fn from(step: ArmStep) -> Self {
        step.moves
    }
}
