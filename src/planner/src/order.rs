use std::sync::Arc;

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{RobotId, Turn};

/// A new ordered set I' of Algorithm 1, line 16: drawn from the turn's content, never the order it has.
///
/// `None` where the team has no other order.
pub fn new_order(turn: &Turn) -> Option<Arc<[RobotId]>> {
    if turn.order.len() < 2 {
        return None;
    }
    let mut order = turn.order.to_vec();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(turn.content().seed()));
    if *order == *turn.order {
        order.rotate_left(1);
    }
    Some(order.into())
}
