use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::Stamp;

use crate::schedule::{LEASE, Schedule};

/// How often and when a message from one node to another arrives.
pub(crate) fn deliveries(
    rng: &mut ChaCha8Rng,
    schedule: &Schedule,
    now: Stamp,
    from: usize,
    to: usize,
) -> impl Iterator<Item = Stamp> + use<> {
    let mut times = [None, None];
    let usual = |rng: &mut ChaCha8Rng| now + Duration::from_micros(rng.random_range(500..10_000));
    if now >= schedule.faults_end {
        times[0] = Some(usual(rng));
        return times.into_iter().flatten();
    }
    let is_cut = schedule
        .partitions
        .iter()
        .any(|cut| (cut.from..cut.to).contains(&now) && (cut.side >> from) & 1 != (cut.side >> to) & 1);
    let network = schedule.network;
    let is_lost = network.loss > 0.0 && rng.random_bool(network.loss);
    if !is_cut && !is_lost {
        let copies = 1 + usize::from(network.duplicate > 0.0 && rng.random_bool(network.duplicate));
        for time in &mut times[..copies] {
            *time = Some(if network.late > 0.0 && rng.random_bool(network.late) {
                now + Duration::from_secs_f64(rng.random_range(0.0..LEASE.as_secs_f64() * 3.0))
            } else {
                usual(rng)
            });
        }
    }
    times.into_iter().flatten()
}
