use std::sync::{Arc, LazyLock};

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_conformal::Autonomy;
use surefleet_fleet::{Decision, Digest, RobotId, TeamStep, Turn};
use surefleet_language::{ScorerIdentity, Scores, Usage};
use surefleet_mission::{Forms, SiteNames};
use surefleet_world::World;

use crate::{
    calibrated,
    schedule::Conduct,
    yard::{MISSION, yard_of},
};

/// The least score that enters a prediction set.
pub(crate) const THRESHOLD: f64 = -1.0;

/// The calibration of all simulated robots.
pub(crate) fn autonomy() -> Autonomy {
    static CALIBRATED: LazyLock<Autonomy> = LazyLock::new(|| calibrated::at_threshold(THRESHOLD, 2));
    CALIBRATED.clone()
}

/// The forms of the missions behind it: of the only one.
pub(crate) fn forms() -> Forms {
    static LEARNT: LazyLock<Forms> = LazyLock::new(|| {
        let mut forms = Forms::default();
        let robot = RobotId::new("robot_0").expect("a name");
        forms.learn_at(MISSION, &SiteNames::of(&yard_of(&[robot])));
        forms
    });
    LEARNT.clone()
}

/// The digest of their calibration file, as the monitor tells it.
pub(crate) fn calibration() -> String {
    match autonomy() {
        Autonomy::On(calibration) => calibration.digest().to_string(),
        Autonomy::Off(_) => String::new(),
    }
}

/// The scorer of the options, for the records.
pub(crate) fn scorer() -> ScorerIdentity {
    let nothing = Digest::of([]);
    let text = |text: &str| text.to_owned();
    ScorerIdentity {
        kind: text("simulated"),
        id: text("simulated(tests/simulation)"),
        weights: nothing,
        tokenizer: nothing,
        quantisation: text("none"),
        backend: text("none"),
        backend_version: text("1"),
        dtype: text("f64"),
        batch_mode: text("one call"),
        score_definition: text("log-probability of the option"),
        temperature: 1.0,
        normalisation: text("over S"),
        option_labels: text("letters"),
    }
}

/// Scores of a turn. The scorer is sure of a free corner or shed until `goal` skills are tried, and then of staying.
/// Sometimes it is unsure between two options, sure of none, or sure of an option that the monitor refuses.
///
/// Where the team step has a part for the robot, the scorer is sure of that in place of another corner or shed.
pub(crate) fn scores(
    rng: &mut ChaCha8Rng,
    conduct: &Conduct,
    world: &World,
    goal: u32,
    (turn, robot): (&Turn, &RobotId),
) -> Scores {
    let options = world.options();
    let idle = options.idle();
    let tried = turn.history.iter().flatten().flatten().filter(|decision| **decision != idle).count();
    let is_taken = |option: &Decision| turn.decided.iter().any(|decided| decided.decision == Some(*option));
    let is_free = |option: &Decision| !world.symbol(*option).contains("shed") || !is_taken(option);
    let errs = conduct.error > 0.0 && rng.random_bool(conduct.error);
    let places: Vec<Decision> = options.iter().filter(|option| *option != idle && (errs || is_free(option))).collect();
    let best = match places.choose(rng) {
        Some(place) if tried < goal as usize => *place,
        _ => idle,
    };
    let team_step = (conduct.team_steps && turn.awaits_team_step()).then(|| team_step(world, best, turn, robot));
    let best = turn.part_for(robot).unwrap_or(best);
    let others = places.sample(rng, 2).copied().filter(|other| *other != best);
    let favoured: Vec<Decision> = std::iter::once(best).chain(others).collect();
    let favoured = match conduct.help > 0.0 && rng.random_bool(conduct.help) {
        true => favoured.as_slice(),
        false => &favoured[..1],
    };
    // Two favoured options reach the threshold, three do not.
    let (share, rest) = (0.9 / favoured.len() as f64, 0.1 / (options.len() - favoured.len()) as f64);
    let probability = |option: Decision| if favoured.contains(&option) { share } else { rest };
    Scores {
        log_probabilities: options.iter().map(|option| probability(option).ln()).collect(),
        usage: Usage::default(),
        understanding: None,
        meanings: Arc::default(),
        team_step,
    }
}

/// A joint step for the whole team: what the first robot does, and then one place after the other, so that no two robots get the same.
fn team_step(world: &World, first: Decision, turn: &Turn, owner: &RobotId) -> Arc<TeamStep> {
    let options = world.options();
    let places = options.iter().cycle().skip(first.index()).filter(|option| *option != options.idle());
    let parts = turn.order.iter().cloned();
    let parts = match first == options.idle() {
        true => parts.map(|robot| (robot, first)).collect(),
        false => parts.zip(places).collect(),
    };
    Arc::new(TeamStep { owner: owner.clone(), by: "simulated".to_owned(), parts })
}
