use anyhow::{Context, Result};
use futures::executor::block_on;
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use surefleet_calibration::Walk;
use surefleet_fleet::Decision;
use surefleet_language::OptionScorer;
use surefleet_mission::{Distribution, Scenario};
use surefleet_site::Scorer;

use crate::teacher::Lesson;

/// Shares of the decisions in which a mission deviates from its teacher's way.
const STRAYS: [f64; 4] = [0.0, 0.05, 0.15, 0.3];

/// A mission's decisions, as a model is asked about them.
#[derive(Serialize)]
pub struct Decisions {
    /// The part of the prompt that all decisions share.
    prefix: String,
    turns: Vec<Taught>,
}

/// One decision.
#[derive(Serialize)]
struct Taught {
    /// The rest of the prompt.
    suffix: String,
    /// The text of the option that the teacher chooses.
    answer: String,
    /// Indices in S of all acceptable options.
    acceptable: Vec<usize>,
    by_oracle: bool,
}

/// Walks a mission and visits more of the world than the teacher's own way: with a scorer, by the scorer's decisions
/// while they are acceptable; without one, by the teacher's, but in most missions with other acceptable options now and
/// then.
pub fn decisions(distribution: &Distribution, scenario: &Scenario, scorer: Option<&Scorer>) -> Result<Decisions> {
    let domain = distribution.domain();
    let options = domain.options();
    let mut rng = ChaCha8Rng::seed_from_u64(scenario.seed ^ ((scenario.team.len() as u64) << 48));
    let strays = *STRAYS.choose(&mut rng).context("there are rates")?;
    let mut walk = Walk::new(distribution, scenario)?;
    let mut decisions = Decisions { prefix: String::new(), turns: Vec::new() };
    while walk.turn().is_some() {
        let lesson = Lesson::on(&walk, domain, &scenario.mission)?;
        let question = walk.question();
        let taken = match scorer {
            Some(scorer) => {
                let choice = best_allowed(&block_on(scorer.score(&question))?.log_probabilities, &walk.allowed());
                choice.filter(|choice| lesson.acceptable.contains(choice))
            }
            None if rng.random_bool(strays) => lesson.acceptable.choose(&mut rng).copied(),
            None => None,
        };
        walk.decide(taken.map_or(lesson.answer, |option| Decision::new(option as u16)))?;
        decisions.prefix = question.prompt.prefix.to_string();
        decisions.turns.push(Taught {
            suffix: question.prompt.suffix,
            answer: options.text(lesson.answer).to_owned(),
            acceptable: lesson.acceptable,
            by_oracle: lesson.by_oracle,
        });
    }
    Ok(decisions)
}

/// The choice of a robot that never asks: the most probable option that the monitor allows; among equals the first.
pub fn best_allowed(scores: &[f64], allowed: &[bool]) -> Option<usize> {
    let open = (0..scores.len()).filter(|&option| allowed[option]);
    open.reduce(|best, option| if scores[option] > scores[best] { option } else { best })
}
