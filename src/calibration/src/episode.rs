use surefleet_conformal::{Bound, Certainty, MissionFeatures, SequenceScore, Team, Understood};
use surefleet_fleet::{Decision, Digest};
use surefleet_language::{OptionScorer, Scores, Usage};
use surefleet_mission::{Distribution, Forms, Scenario};

use crate::{CalibrateError, Course, Missions, Walk};

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
    /// Score under [`Bound::Coverage`]: least, over the decisions, of the best acceptable option's score; `-inf` where the mask
    /// refused the truth, or nobody knows it.
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
    /// The mission can still be finished in time after it; a vague one is not ended by it too early.
    Acceptable,
    /// Allowed, but not acceptable.
    Wrong,
    /// Refused by the safety monitor.
    Refused,
}

/// Walks a scenario along its true history and scores every decision on the way.
///
/// It ends as a mission does: achieved, or out of horizon. Where the monitor would refuse every acceptable option, or the
/// oracle knows of none that it is acceptable, it ends at once with the score `-inf`.
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
    Begun::of(Box::new(Walk::new(distribution, scenario)?), None, scorer).await?.finish(scorer).await
}

/// A mission whose first decision is scored, and none made: what the scorer says of it is known, and cheaply.
pub(crate) struct Begun<'a> {
    course: Box<dyn Course + 'a>,
    scored: Scores,
    understood: Option<Understood>,
    uncovered: Option<String>,
}

impl<'a> Begun<'a> {
    /// Draws a mission of a team, and begins it.
    pub async fn drawn<S: OptionScorer>(
        missions: &'a dyn Missions,
        forms: Option<&Forms>,
        (team, seed): (&Team, u64),
        scorer: &S,
    ) -> Result<Self, CalibrateError> {
        Self::of(missions.begin(team, seed)?, forms, scorer).await
    }

    async fn of<S: OptionScorer>(
        course: Box<dyn Course + 'a>,
        forms: Option<&Forms>,
        scorer: &S,
    ) -> Result<Self, CalibrateError> {
        let uncovered = forms.and_then(|forms| course.uncovered(forms));
        let (scored, understood) = scores(course.as_ref(), scorer).await?;
        Ok(Self { course, scored, understood, uncovered })
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
        let Self { mut course, scored, understood, uncovered } = self;
        let seed = course.seed();
        let mut sequence = SequenceScore::new();
        let mut episode = Episode {
            seed,
            scenario: course.content(),
            vague_parts: course.vague_parts(),
            understood,
            uncovered,
            score: 0.0,
            choices: Vec::new(),
            steps: 0,
            usage: Usage::default(),
        };
        let mut first = Some(scored);
        while let Some(turn) = course.turn() {
            let step = turn.step;
            let scored = match first.take() {
                Some(scored) => scored,
                None => {
                    let (scored, now) = scores(course.as_ref(), scorer).await?;
                    if now != understood {
                        return Err(CalibrateError::Understanding { seed, step });
                    }
                    scored
                }
            };
            episode.usage += scored.usage;
            let kinds = course.kinds()?;
            episode.choices.push(ScoredChoice::new(&scored.log_probabilities, |option| kinds[option]));
            let is_open = |option: &usize| kinds[*option] == OptionKind::Acceptable;
            let open: Vec<usize> = (0..kinds.len()).filter(is_open).collect();
            if open.is_empty() {
                sequence.push_masked_out();
                break;
            }
            let best = sequence.push(&scored.log_probabilities, &open)?;
            course.decide(Decision::new(best.option as u16))?;
        }
        episode.steps = course.steps_done();
        episode.score = sequence.score()?;
        Ok(episode)
    }
}

async fn scores<S: OptionScorer>(
    course: &dyn Course,
    scorer: &S,
) -> Result<(Scores, Option<Understood>), CalibrateError> {
    let question = course.question();
    let scored = scorer.score(&question).await.map_err(|error| CalibrateError::Scorer {
        seed: course.seed(),
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
    /// The mission's score under a bound: it loses at every threshold above, and at no other.
    ///
    /// Where the mask refused the truth, or nobody knows it, the true history ends before the mission does. Nothing is known of
    /// the decisions after that, so under either bound the score is `-inf`.
    pub fn score_of(&self, bound: Bound) -> f64 {
        match bound {
            Bound::Coverage => self.score,
            Bound::WrongUnasked => self.choices.iter().map(ScoredChoice::lone_score).fold(f64::INFINITY, f64::min),
        }
    }

    /// The features that determine the mission's calibration class.
    pub fn features(&self, team: impl Into<Team>, options: usize) -> MissionFeatures {
        MissionFeatures { team: team.into(), options, understood: self.understood }
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

    /// The decision's score under [`Bound::WrongUnasked`]; `-inf` where no right option is known or allowed.
    fn lone_score(&self) -> f64 {
        if self.truth().is_none() {
            return f64::NEG_INFINITY;
        }
        let options = self.scores.iter().zip(&self.kinds);
        let allowed = options.filter(|(_, kind)| **kind != OptionKind::Refused);
        Bound::lone_score(allowed.map(|(&score, kind)| (score, *kind == OptionKind::Acceptable)))
    }

    /// The place of the best acceptable option, from 0; `None` where the monitor refuses all of them.
    pub fn truth(&self) -> Option<usize> {
        self.kinds.iter().position(|kind| *kind == OptionKind::Acceptable)
    }
}
