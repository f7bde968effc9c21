use surefleet_conformal::{Certainty, MissionFeatures, SequenceScore, Understood};
use surefleet_fleet::{Decision, Digest};
use surefleet_language::{OptionScorer, Scores, Usage};
use surefleet_mission::{Distribution, Forms, Scenario};

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
    /// Sub-tasks whose words leave something open: 0 for a clear mission.
    pub vague_parts: usize,
    /// How well the scorer understood the mission, before any decision; none for one that does not say.
    pub understood: Option<Understood>,
    /// Why no calibration covers the mission, as planners find it by its text: then all its decisions are asked about. None as well
    /// where nobody looked.
    pub uncovered: Option<String>,
    /// Least, over the decisions, of the best acceptable option's score; `-inf` where the mask refused the truth.
    pub score: f64,
    /// One entry a decision, in the order in which they are made.
    pub choices: Vec<ScoredChoice>,
    /// Joint steps that were done.
    pub steps: u32,
    /// The total cost of all scores.
    pub usage: Usage,
}

/// A scorer's ranking of the options of one decision, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredChoice {
    /// Indices in S.
    pub options: Box<[u16]>,
    /// Log-probabilities, downwards; equal ones in canonical order.
    pub scores: Box<[f64]>,
    /// The kind of each option, in the same order.
    pub kinds: Box<[OptionKind]>,
}

/// The kind of an option at a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OptionKind {
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
/// [`CalibrateError::Scorer`] where a decision gets no scores, [`CalibrateError::Understanding`] where the scorer says of
/// one that it understood the mission otherwise than before, [`CalibrateError::NoWayOn`] for a scenario that the oracle calls
/// infeasible.
pub async fn episode<S: OptionScorer>(
    distribution: &Distribution,
    scenario: &Scenario,
    scorer: &S,
) -> Result<Episode, CalibrateError> {
    Begun::of(distribution, None, scenario, scorer).await?.finish(scorer).await
}

/// A mission whose first decision is scored, and none made: what the scorer says of it is known, and cheaply.
pub(crate) struct Begun<'a> {
    walk: Walk<'a>,
    scenario: &'a Scenario,
    scored: Scores,
    understood: Option<Understood>,
    uncovered: Option<String>,
}

impl<'a> Begun<'a> {
    pub async fn of<S: OptionScorer>(
        distribution: &'a Distribution,
        forms: Option<&Forms>,
        scenario: &'a Scenario,
        scorer: &S,
    ) -> Result<Self, CalibrateError> {
        let walk = Walk::new(distribution, scenario)?;
        let uncovered = forms.and_then(|forms| walk.uncovered(forms));
        let (scored, understood) = scores(&walk, scenario, scorer).await?;
        Ok(Self { walk, scenario, scored, understood, uncovered })
    }

    /// How sure the scorer is of the mission.
    pub fn certainty(&self) -> Certainty {
        Certainty::of(self.understood)
    }

    /// Whether a calibration can be about it: its text looks like those of other missions, and at least half of it was understood.
    pub fn is_covered(&self) -> bool {
        self.uncovered.is_none() && !self.understood.is_some_and(Understood::is_lost)
    }

    /// Walks it to its end.
    pub async fn finish<S: OptionScorer>(self, scorer: &S) -> Result<Episode, CalibrateError> {
        let Self { mut walk, scenario, scored, understood, uncovered } = self;
        let mut sequence = SequenceScore::new();
        let mut episode = Episode {
            seed: scenario.seed,
            scenario: walk.content(),
            vague_parts: scenario.vague.len(),
            understood,
            uncovered,
            score: 0.0,
            choices: Vec::new(),
            steps: 0,
            usage: Usage::default(),
        };
        let mut first = Some(scored);
        while let Some(turn) = walk.turn() {
            let (step, robot) = (turn.step, turn.holder().cloned());
            let scored = match first.take() {
                Some(scored) => scored,
                None => {
                    let (scored, now) = scores(&walk, scenario, scorer).await?;
                    if now != understood {
                        return Err(CalibrateError::Understanding { seed: scenario.seed, step });
                    }
                    scored
                }
            };
            episode.usage += scored.usage;
            let (judgement, allowed) = (walk.judgement(), walk.allowed());
            let acceptable: Vec<usize> = (0..allowed.len()).filter(|&option| judgement.acceptable[option]).collect();
            if acceptable.is_empty() {
                let robot = robot.expect("a turn that is to be decided has a holder");
                return Err(CalibrateError::NoWayOn { seed: scenario.seed, step, robot });
            }
            let kind = |option: usize| match (allowed[option], judgement.acceptable[option]) {
                (false, _) => OptionKind::Refused,
                (true, true) => OptionKind::Acceptable,
                (true, false) => OptionKind::Wrong,
            };
            episode.choices.push(ScoredChoice::new(&scored.log_probabilities, kind));
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
}

async fn scores<S: OptionScorer>(
    walk: &Walk<'_>,
    scenario: &Scenario,
    scorer: &S,
) -> Result<(Scores, Option<Understood>), CalibrateError> {
    let question = walk.question();
    let scored = scorer.score(&question).await.map_err(|error| CalibrateError::Scorer {
        seed: scenario.seed,
        step: question.turn.step,
        robot: question.robot.clone(),
        error,
    })?;
    let understood = understood(&scored)?;
    Ok((scored, understood))
}

/// The scorer's understanding of a mission, in the words of a calibration.
pub(crate) fn understood(scored: &Scores) -> Result<Option<Understood>, CalibrateError> {
    Ok(scored.understanding.map(|said| Understood::new(said.top, said.unexplained)).transpose()?)
}

impl Episode {
    /// The features that determine the mission's calibration class.
    pub fn features(&self, team_size: usize, options: usize) -> MissionFeatures {
        MissionFeatures { team_size, options, understood: self.understood }
    }
}

impl ScoredChoice {
    fn new(scores: &[f64], kind: impl Fn(usize) -> OptionKind) -> Self {
        let mut order: Vec<usize> = (0..scores.len()).collect();
        // Stable: equal scores keep the canonical order, as in a prediction set.
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let index = |&option: &usize| u16::try_from(option).expect("S is checked to fit 16 bits");
        Self {
            options: order.iter().map(index).collect(),
            scores: order.iter().map(|&option| scores[option]).collect(),
            kinds: order.iter().map(|&option| kind(option)).collect(),
        }
    }

    /// The place of the best acceptable option, from 0; `None` where the monitor refuses all of them.
    pub fn truth(&self) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == OptionKind::Acceptable)
    }
}
