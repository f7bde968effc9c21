use std::{borrow::Cow, collections::BTreeMap, convert::Infallible, sync::Arc};

use surefleet_english::{Vocabulary, in_words};
use surefleet_fleet::{Brief, Decision, Digest, RobotId, Turn};
use surefleet_language::{OptionScorer, Question, ScoreError, ScorerIdentity, Scores, Understanding, Usage};
use surefleet_search::{Budget, Judgement, Verdict};
use surefleet_world::World;

use crate::{COST_SCALE, FormalJudge, Kept, cost};

/// The rate at which an option's probability falls with its cost.
const SHARPNESS: f64 = 8.0;
/// The number of missions whose meanings in words are kept.
const KEPT: usize = 8;
/// The work of one turn, for each meaning.
const BUDGET: Budget = Budget(300_000);

/// Scores options by the meanings that the safety monitor has read a mission as, and search says which options still achieve
/// each ([`FormalJudge`]). The score of option s among n meanings, all as likely, is
///
/// ```text
/// g(s) = log( sum over meanings m of softmax(-8 * cost_m)(s) / n )
/// ```
///
/// Where a turn has a team step, the robot's part of it has the best score if it begins a shortest known plan. It makes no option right that search
/// does not know to be right without it.
///
/// It needs no model and works for any site. Options that the search could not decide within its budget share their
/// mass as the worst that still achieve the mission: what is not known is not excluded.
#[derive(Debug)]
pub struct FormalScorer {
    judge: FormalJudge,
    vocabulary: Vocabulary,
    /// What people are told of each meaning of a mission.
    told: Kept<Arc<[(String, f64)]>>,
}

impl FormalScorer {
    /// A scorer for the missions of a world.
    pub fn new(world: Arc<World>) -> Self {
        Self::with_budget(world, BUDGET)
    }

    /// A scorer with other work for a turn.
    pub fn with_budget(world: Arc<World>, budget: Budget) -> Self {
        let vocabulary = Vocabulary::of(&world);
        Self { judge: FormalJudge::new(world, budget), vocabulary, told: Kept::new(KEPT) }
    }

    /// Scores every option. Of those that achieve the mission in the fewest known steps the one with the greatest worth has the best
    /// score, if it is worth more than nothing; `worth` is by option. Which options achieve the mission is judged as ever.
    ///
    /// # Errors
    /// As [`OptionScorer::score`].
    pub fn score_by_worth(&self, question: &Question, worth: &BTreeMap<Decision, f64>) -> Result<Scores, ScoreError> {
        let options = self.judge.world().options();
        if question.options.len() != options.len() {
            let (asked, known) = (question.options.len(), options.len());
            return Err(ScoreError::Turn(format!("it has {asked} options, but the site has {known}")));
        }
        let turn = &question.turn;
        let mut mass = vec![0.0; options.len()];
        let meanings = each_meaning(turn);
        for turn in &meanings {
            let of_one = self.mass(turn, &question.robot, worth)?;
            mass.iter_mut().zip(of_one).for_each(|(mass, one)| *mass += one / meanings.len() as f64);
        }
        let scores = Scores::from_logits(&mass.iter().map(|mass| mass.ln()).collect::<Vec<_>>(), Usage::default())?;
        let understanding = Understanding { top: 1.0 / meanings.len() as f64, unexplained: 0.0 };
        Ok(scores.understood(understanding).meaning(self.told(&turn.brief)))
    }

    /// The probability mass that one meaning gives each option.
    fn mass(&self, turn: &Turn, robot: &RobotId, worth: &BTreeMap<Decision, f64>) -> Result<Vec<f64>, ScoreError> {
        let mut judgement = self.judge.judge(turn, robot)?;
        let part = turn.part_for(robot);
        if let (Some(part), Some(team_step)) = (part, &turn.team_step)
            && let Some(Verdict::Yes { steps, .. }) = self.judge.judge_whole(turn, &team_step.parts, robot)?
        {
            judgement.shorten(part, steps);
        }
        let least = least_steps(&judgement);
        let part = part.filter(|part| begins_shortest(judgement.verdict(*part), least));
        let preferred = part.or_else(|| worthiest(&judgement, least, worth)).or(judgement.preferred);
        let cost = |option: Decision| match judgement.verdict(option) {
            Some(Verdict::Yes { .. }) if preferred == Some(option) => cost::PREFERRED,
            Some(Verdict::Yes { steps, .. }) => cost::acceptable(f64::from(steps - least.unwrap_or(steps))),
            Some(Verdict::Open) => cost::acceptable(f64::INFINITY),
            Some(Verdict::No) => cost::UNACCEPTABLE,
            None => cost::NOT_PERMITTED,
        };
        let options = self.judge.world().options().iter();
        let weights: Vec<f64> = options.map(|option| (-SHARPNESS * cost(option)).exp()).collect();
        let total: f64 = weights.iter().sum();
        Ok(weights.into_iter().map(|weight| weight / total).collect())
    }

    /// Checks a joint step for the whole team, of a mission that is read in one way, as the robot will judge its own part of it.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn check_team_step(
        &self,
        turn: &Turn,
        parts: &BTreeMap<RobotId, Decision>,
        robot: &RobotId,
    ) -> Result<(), String> {
        let world = self.judge.world();
        let state = world.read(&turn.facts).map_err(|error| error.to_string())?;
        let mut beside = Vec::new();
        for (each, &part) in parts {
            let place = world.place(each).ok_or_else(|| format!("{each} is not of the fleet"))?;
            world.permits(&state, &beside, place, part).map_err(|refusal| refusal.to_string())?;
            beside.push((place, part));
        }
        let refused = |error: ScoreError| error.to_string();
        let least = least_steps(&self.judge.judge(turn, robot).map_err(refused)?);
        match (self.judge.judge_whole(turn, parts, robot).map_err(refused)?, least) {
            (Some(Verdict::Yes { steps, .. }), Some(least)) if steps <= least => Ok(()),
            (Some(Verdict::Yes { steps, is_least: true }), Some(least)) => {
                Err(format!("the mission then takes {steps} steps, and it can be done in {least}"))
            }
            (Some(Verdict::Yes { steps, is_least: false }), Some(least)) => Err(format!(
                "a plan of {steps} steps is known from there, and one of {least} steps that begins otherwise"
            )),
            (Some(Verdict::No) | None, _) => {
                Err("the mission can then not be finished in time, or a requirement is broken".to_owned())
            }
            (Some(Verdict::Open), _) | (_, None) => Err("no plan is known that goes on from there".to_owned()),
        }
    }

    /// The world.
    pub fn world(&self) -> &Arc<World> {
        self.judge.world()
    }

    /// The meanings of a mission in words, each with its probability.
    fn told(&self, brief: &Brief) -> Arc<[(String, f64)]> {
        let key = Digest::of(
            std::iter::once(&brief.text).chain(&brief.formulas).chain(&brief.meanings).map(String::as_bytes),
        );
        let words = |meaning: &String| {
            let words = in_words(meaning, &self.vocabulary);
            words.map_or_else(|| format!("ltl: {meaning}"), |words| words.to_string())
        };
        let all = || -> Arc<[(String, f64)]> {
            if brief.formulas.is_empty() && brief.meanings.is_empty() {
                return [(brief.text.clone(), 1.0)].into();
            }
            if brief.meanings.is_empty() {
                return [(brief.formulas.iter().map(words).collect::<Vec<_>>().join(" "), 1.0)].into();
            }
            brief.meanings.iter().map(|meaning| (words(meaning), 1.0 / brief.meanings.len() as f64)).collect()
        };
        let told: Result<_, Infallible> = self.told.get(key, || Ok(all()));
        let Ok(told) = told;
        Arc::clone(&told)
    }

    /// The number of decisions in S.
    pub fn options(&self) -> usize {
        self.judge.world().options().len()
    }
}

impl OptionScorer for FormalScorer {
    fn identity(&self) -> ScorerIdentity {
        let weights = Digest::of([self.judge.world().domain().digest().as_bytes().as_slice()]);
        ScorerIdentity {
            kind: "grounded".into(),
            id: "grounded(grammar)".into(),
            weights,
            tokenizer: weights,
            quantisation: "none".into(),
            backend: "surefleet-search".into(),
            backend_version: env!("CARGO_PKG_VERSION").into(),
            dtype: "f64".into(),
            batch_mode: "all meanings a mission".into(),
            score_definition: format!(
                "log of the mean over the mission's meanings of softmax of -{SHARPNESS} * cost ({COST_SCALE}), by search of {} \
                 units of work a turn and meaning",
                self.judge.budget().0
            ),
            temperature: 1.0,
            normalisation: "over S".into(),
            option_labels: "none".into(),
        }
    }

    fn prepare(&self, turn: &Turn, robot: &RobotId) {
        // If that fails, the question will say why.
        each_meaning(turn).iter().for_each(|turn| drop(self.judge.prepare(turn, robot)));
    }

    async fn score(&self, question: &Question) -> Result<Scores, ScoreError> {
        self.score_by_worth(question, &BTreeMap::new())
    }
}

/// The joint steps of a shortest known plan; `None`: no plan is known.
fn least_steps(judgement: &Judgement) -> Option<u32> {
    let steps = judgement.verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Yes { steps, .. } => Some(*steps),
        Verdict::No | Verdict::Open => None,
    });
    steps.min()
}

fn begins_shortest(verdict: Option<Verdict>, least: Option<u32>) -> bool {
    matches!(verdict, Some(Verdict::Yes { steps, .. }) if Some(steps) == least)
}

/// Of the options of a shortest known plan the one that is worth most, if one is worth anything; the first of equally worthy ones.
fn worthiest(judgement: &Judgement, least: Option<u32>, worth: &BTreeMap<Decision, f64>) -> Option<Decision> {
    let worth = |option: &Decision| worth.get(option).copied().filter(|worth| worth.is_finite() && *worth > 0.0);
    let shortest = judgement.verdicts.iter().filter(|(_, verdict)| begins_shortest(Some(*verdict), least));
    let worthy = shortest.filter_map(|(option, _)| Some((*option, worth(option)?)));
    let better = |best: (Decision, f64), next: (Decision, f64)| if next.1 > best.1 { next } else { best };
    worthy.reduce(better).map(|(option, _)| option)
}

/// The turn under each meaning of its mission.
fn each_meaning(turn: &Turn) -> Vec<Cow<'_, Turn>> {
    let brief = &turn.brief;
    if brief.meanings.is_empty() {
        return vec![Cow::Borrowed(turn)];
    }
    let under = |meaning: &String| {
        let brief = Arc::new(Brief { formulas: vec![meaning.clone()], ..Brief::clone(brief) });
        Cow::Owned(Turn { brief, ..turn.clone() })
    };
    brief.meanings.iter().map(under).collect()
}
