use std::{collections::BTreeMap, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Decision, Digest, RobotId};
use surefleet_world::{Domain, World};

use super::WorldError;

/// How long a skill usually takes of which the domain says nothing else.
const USUAL_S: f64 = 5.0;

/// How long skills take.
#[derive(Debug, Clone, PartialEq)]
pub struct Pace {
    usual: Duration,
    by_skill: BTreeMap<String, Duration>,
    jitter: f64,
}

/// How often skills go wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Faults {
    pub(super) seed: u64,
    failure_rate: f64,
    slow_rate: f64,
    slow_factor: f64,
    mishap_rate: f64,
}

impl Pace {
    /// A skill of five seconds takes the usual time, others as much more or less as the domain says; skills of `by_skill`
    /// take the time given there; all of them up to the part `jitter` more or less.
    ///
    /// # Errors
    /// [`WorldError::Setting`] for a jitter outside [0, 1] or a skill that the domain does not have.
    pub fn new(
        domain: &Domain,
        usual: Duration,
        by_skill: BTreeMap<String, Duration>,
        jitter: f64,
    ) -> Result<Self, WorldError> {
        check_rate("jitter", jitter)?;
        if let Some(unknown) = by_skill.keys().find(|skill| domain.find_skill(skill).is_none()) {
            let mend = "name a skill of the domain";
            return Err(WorldError::Setting { name: "by_skill", value: unknown.clone(), mend });
        }
        Ok(Self { usual, by_skill, jitter })
    }

    /// A skill of five seconds takes exactly so long, others as much more or less as the domain says.
    pub fn steady(span: Duration) -> Self {
        Self { usual: span, by_skill: BTreeMap::new(), jitter: 0.0 }
    }

    pub(super) fn draw(&self, world: &World, decision: Decision, rng: &mut ChaCha8Rng) -> Duration {
        let skill = world.domain().skill(world.options().skill(decision));
        let scaled = || self.usual.mul_f64(skill.duration_s / USUAL_S);
        let span = self.by_skill.get(&skill.name).copied().unwrap_or_else(scaled);
        span.mul_f64(1.0 + self.jitter * rng.random_range(-1.0..=1.0))
    }
}

impl Faults {
    /// Nothing goes wrong.
    pub const NONE: Self = Self { seed: 0, failure_rate: 0.0, slow_rate: 0.0, slow_factor: 1.0, mishap_rate: 0.0 };

    /// Skills fail at the rate given, and at `slow_rate` take `slow_factor` times as long; idle never fails.
    ///
    /// # Errors
    /// [`WorldError::Setting`] for rates that are no probabilities or a factor below 1.
    pub fn new(seed: u64, failure_rate: f64, slow_rate: f64, slow_factor: f64) -> Result<Self, WorldError> {
        check_rate("failure_rate", failure_rate)?;
        check_rate("slow_rate", slow_rate)?;
        if !(1.0..=1e6).contains(&slow_factor) {
            let (value, mend) = (slow_factor.to_string(), "choose from 1 to 1000000");
            return Err(WorldError::Setting { name: "slow_factor", value, mend });
        }
        Ok(Self { seed, failure_rate, slow_rate, slow_factor, mishap_rate: 0.0 })
    }

    /// The same, and skills go wrong at this rate without their robots feeling it: each is then told for done (see [`crate::Mishap`]).
    ///
    /// # Errors
    /// [`WorldError::Setting`] for a rate that is no probability.
    pub fn with_mishaps(self, mishap_rate: f64) -> Result<Self, WorldError> {
        check_rate("mishap_rate", mishap_rate)?;
        Ok(Self { mishap_rate, ..self })
    }

    pub(super) fn goes_wrong_unnoticed(&self, rng: &mut ChaCha8Rng) -> bool {
        // Without mishaps no chance is drawn: worlds of old seeds stay as they were.
        self.mishap_rate > 0.0 && rng.random_bool(self.mishap_rate)
    }

    pub(super) fn slow(&self, span: Duration, rng: &mut ChaCha8Rng) -> Duration {
        if rng.random_bool(self.slow_rate) { span.mul_f64(self.slow_factor) } else { span }
    }

    pub(super) fn fails(&self, world: &World, decision: Decision, rng: &mut ChaCha8Rng) -> bool {
        rng.random_bool(self.failure_rate) && decision != world.options().idle()
    }
}

/// The chances of one robot in one approved step: the same seed and history give the same ones, in any timing.
pub(super) fn stream(seed: u64, step: u64, robot: &RobotId) -> ChaCha8Rng {
    let (seed, step) = (seed.to_le_bytes(), step.to_le_bytes());
    ChaCha8Rng::from_seed(*Digest::of([&seed[..], &step, robot.as_str().as_bytes()]).as_bytes())
}

fn check_rate(name: &'static str, rate: f64) -> Result<(), WorldError> {
    if (0.0..=1.0).contains(&rate) {
        return Ok(());
    }
    Err(WorldError::Setting { name, value: rate.to_string(), mend: "choose from 0 to 1" })
}
