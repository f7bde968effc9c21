use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Digest;

use crate::ids::ArmId;
use crate::moves::{ArmMove, ArmStep};
use crate::point::TablePoint;
use crate::task::BoxNetTask;

impl BoxNetTask {
    /// The task from where it is after some random valid moves, one arm at a time: the states that a planner comes to by mistakes.
    ///
    /// An arm that stands at an object takes it along every second time. Moves that a rule forbids are not made, so there may be fewer.
    #[must_use]
    pub fn wandered(&self, seed: u64, moves: usize) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*Digest::of([&seed.to_le_bytes()[..], b"wander"]).as_bytes());
        let mut state = self.start().clone();
        let table = self.table();
        for _ in 0..moves {
            let arm = ArmId(rng.random_range(0..table.bases().len()));
            let reached: Vec<TablePoint> = table.points().filter(|point| table.reaches(arm, *point)).collect();
            if reached.is_empty() {
                continue;
            }
            let (from, to) = (state.arms()[arm.0], reached[rng.random_range(0..reached.len())]);
            let carries = rng.random_range(0..2) == 0 && state.object_at(from).is_some();
            let step = ArmStep::new(vec![ArmMove { arm, from, to, carries }]);
            if let Some(next) = step.ok().and_then(|step| table.apply(&state, &step).ok()) {
                state = next;
            }
        }
        self.begun_at(state)
    }
}
