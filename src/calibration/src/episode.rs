use surefleet_conformal::SequenceScore;
use surefleet_fleet::{Decision, Digest};
use surefleet_language::{OptionScorer, Usage};
use surefleet_mission::{Distribution, Scenario};

use crate::{CalibrateError, Walk};

/// A mission decided rightly throughout, with what a scorer thought of every option at every decision.
///
/// The history follows the true decision of highest score (`Y_k` of S-ATLAS, Section IV): that is what an operator who
/// takes the first acceptable option from the top does, and what a robot does that takes a right singleton. So what a
/// fleet does under any threshold, up to its first wrong step, is read off here without scoring anything again.
#[derive(Debug, Clone, PartialEq)]
pub struct Episode {
    /// The scenario's seed.
    pub seed: u64,
    /// Hash of the scenario.
    pub scenario: Digest,
    /// Whether the mission's words leave something open.
    pub is_vague: bool,
    /// Least, over the decisions, of the best acceptable option's score; `-inf` where the mask refused the truth.
    pub score: f64,
    /// One entry a decision, in the order in which they are made.
    pub choices: Vec<Choice>,
    /// Joint steps that were done.
    pub steps: u32,
    /// What all scores cost.
    pub usage: Usage,
}

/// What a scorer thought of the options of one decision, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Log-probabilities, downwards; equal ones in canonical order.
    pub scores: Box<[f64]>,
    /// What each of them is, in the same order.
    pub kinds: Box<[Kind]>,
}

/// What an option is at a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The mission can still be finished in time after it; of a vague mission, it also makes no work
    /// ([`Judgement::of_free_text`](surefleet_mission::Judgement::of_free_text)).
    Acceptable,
    /// Allowed, but not acceptable.
    Wrong,
    /// Refused by the safety monitor.
    Refused,
}

/// Walks a scenario along its true history and scores every decision on the way.
///
/// It ends as a mission does: achieved, or out of horizon. Where the monitor would refuse every acceptable option it
/// ends at once with the score `-inf`.
///
/// # Errors
/// [`CalibrateError::Scorer`] where a decision gets no scores, [`CalibrateError::NoWayOn`] for a scenario that the
/// oracle calls infeasible.
pub async fn episode<S: OptionScorer>(
    distribution: &Distribution,
    scenario: &Scenario,
    scorer: &S,
) -> Result<Episode, CalibrateError> {
    let mut walk = Walk::new(distribution, scenario)?;
    let mut sequence = SequenceScore::new();
    let mut episode = Episode {
        seed: scenario.seed,
        scenario: walk.content(),
        is_vague: scenario.vague.is_some(),
        score: 0.0,
        choices: Vec::new(),
        steps: 0,
        usage: Usage::default(),
    };
    while let Some(turn) = walk.turn() {
        let step = turn.step;
        let question = walk.question();
        let scored = scorer.score(&question).await.map_err(|error| CalibrateError::Scorer {
            seed: scenario.seed,
            step,
            robot: question.robot.clone(),
            error,
        })?;
        episode.usage += scored.usage;
        let (judgement, allowed) = (walk.judgement(), walk.allowed());
        let acceptable: Vec<usize> = (0..allowed.len()).filter(|&option| judgement.acceptable[option]).collect();
        if acceptable.is_empty() {
            return Err(CalibrateError::NoWayOn { seed: scenario.seed, step, robot: question.robot });
        }
        let kind = |option: usize| match (allowed[option], judgement.acceptable[option]) {
            (false, _) => Kind::Refused,
            (true, true) => Kind::Acceptable,
            (true, false) => Kind::Wrong,
        };
        episode.choices.push(Choice::new(&scored.log_probabilities, kind));
        let open: Vec<usize> = acceptable.into_iter().filter(|&option| allowed[option]).collect();
        if open.is_empty() {
            sequence.push_masked_out();
            break;
        }
        let best = sequence.push(&scored.log_probabilities, &open)?;
        walk.decide(Decision::new(best.option as u16))?;
    }
    episode.steps = walk.steps_done();
    episode.score = sequence.score()?;
    Ok(episode)
}

impl Choice {
    fn new(scores: &[f64], kind: impl Fn(usize) -> Kind) -> Self {
        let mut order: Vec<usize> = (0..scores.len()).collect();
        // Stable: equal scores keep the canonical order, as in a prediction set.
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        Self {
            scores: order.iter().map(|&option| scores[option]).collect(),
            kinds: order.iter().map(|&option| kind(option)).collect(),
        }
    }

    /// The place of the best acceptable option, from 0; `None` where the monitor refuses all of them.
    pub fn truth(&self) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == Kind::Acceptable)
    }
}
