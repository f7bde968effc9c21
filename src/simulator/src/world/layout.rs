use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_mission::{MissionError, PlaceId, State, Transport};

/// A household as found in the morning: items at random places, containers open or closed, robots nowhere.
///
/// # Errors
/// [`MissionError::TeamSize`] for an empty or too large team.
pub fn seeded_layout(domain: &Transport, robots: usize, seed: u64) -> Result<State, MissionError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let all: Vec<PlaceId> = domain.places().collect();
    let places: Vec<PlaceId> = domain.items().map(|_| all[rng.random_range(0..all.len())]).collect();
    let open: Vec<PlaceId> = domain.containers().filter(|_| rng.random_bool(0.5)).collect();
    State::new(domain, robots, &places, open)
}
