//! Missions of one robot in a world where actions go wrong unnoticed, with and without looking (KnowLoop, Section IV
//! and Table III).
//!
//! Once a failure is noticed, what is believed of the robot, of the items that it handled and of the place before it is
//! right: whoever looked knows where they are. Finding what was taken elsewhere is not part of what is measured here.

use std::{sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_calibration::PICTURE_EDGE;
use surefleet_fleet::{Attempt, Decided, Decision, Digest, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_language::{Picture, VisionLanguageModel};
use surefleet_mission::{Action, ItemId, PlaceId, Spot, State, Subgoal, Target, Transport, Whereabouts};
use surefleet_perception::{ActionOutcome, ActionVerdict, Check, Judge, PerceptionError, QuestionWording, Tally, read};
use surefleet_simulator::{
    Appearance, Camera, Faults, GoalTicket, Pace, Scene, SimulatedWorld, SkillGoal, WorldInput, seeded_layout,
};
use surefleet_world::Drawn;

/// A robot's way to judge whether its actions worked.
pub enum Detection<'a, M> {
    /// It believes that all of them work.
    Open,
    /// It looks, and asks a person if it is not sure.
    Look {
        /// The model that looks at the pictures.
        model: &'a mut M,
        /// Decides when the model's answer is believed.
        judge: &'a mut Judge,
        /// The wording of the question to the model.
        wording: QuestionWording,
    },
}

/// The settings of the world, and the limits of a round.
#[derive(Debug, Clone, Copy)]
pub struct LoopTerms {
    /// How often an action goes wrong, 0 to 1.
    pub failure_rate: f64,
    /// Items that are to be moved.
    pub items: usize,
    /// Failures that another try may follow.
    pub max_retries: u32,
    /// Actions at most.
    pub most_actions: u32,
    /// How often a person who is asked says the wrong thing, 0 to 1.
    pub person_errs: f64,
}

/// The result of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoopRound {
    /// Whether every item is at its goal.
    pub succeeded: bool,
    /// Actions that were tried.
    pub actions: u32,
    /// The tried actions that did not have their intended effect.
    pub failed: u32,
    /// Its verdicts, by what was so.
    pub tally: Tally,
}

/// Houses that no training, calibration or detection test has.
const HOUSES: u64 = 1_300_000;
const MISSION: MissionId = MissionId::new([7; 16]);
/// How long a simulated skill takes, and an approval holds.
const SKILL: Duration = Duration::from_secs(1);
const APPROVED_FOR: Duration = Duration::from_secs(10);

/// Walks one mission; the same seed gives the same household, items and chances, whatever the detection is.
///
/// # Errors
/// [`PerceptionError`] where the model fails: such a mission says nothing about its detection.
///
/// # Panics
/// If the terms are not valid settings of a world.
pub fn walk_round<M: VisionLanguageModel>(
    domain: &Arc<Transport>,
    terms: &LoopTerms,
    seed: u64,
    detection: &mut Detection<'_, M>,
) -> Result<LoopRound, PerceptionError> {
    let mut walk = LoopWalk::begin(domain, terms, seed);
    let mut failures = 0;
    let mut round = LoopRound::default();
    let mut people = ChaCha8Rng::from_seed(*Digest::of([&b"people"[..], &seed.to_le_bytes()]).as_bytes());
    while round.actions < terms.most_actions
        && failures <= terms.max_retries
        && let Some(decision) = walk.next()
    {
        round.actions += 1;
        let believed = walk.believed();
        let subgoal = Subgoal::of(domain, &believed, 0, decision);
        walk.act(round.actions, decision);
        let Some(subgoal) = subgoal else { continue };
        let truth = walk.scene().shows(0, subgoal.effect);
        round.failed += u32::from(!truth);
        let has_worked = match detection {
            Detection::Open => true,
            Detection::Look { model, judge, wording } => {
                let check = Check::new(&walk.task, &subgoal.subtask, &subgoal.expected)?;
                model.look(&walk.picture(round.actions))?;
                let said = read(*model, &check, &judge.strategies(), &judge.uncertainties(), *wording);
                let verdict = judge.judge(0, &check, said);
                round.tally.note(if truth { ActionOutcome::Success } else { ActionOutcome::Failure }, &verdict);
                match verdict {
                    ActionVerdict::Uncertain { .. } => truth != people.random_bool(terms.person_errs),
                    verdict => verdict == ActionVerdict::Success,
                }
            }
        };
        if !has_worked {
            failures += 1;
            walk.notice(round.actions);
        }
    }
    round.succeeded = walk.is_done();
    Ok(round)
}

/// A mission under way.
struct LoopWalk {
    domain: Arc<Transport>,
    world: SimulatedWorld,
    camera: Camera,
    house: u64,
    seed: u64,
    robot: RobotId,
    goals: Vec<(ItemId, PlaceId)>,
    task: String,
}

impl LoopWalk {
    fn begin(domain: &Arc<Transport>, terms: &LoopTerms, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*Digest::of([&b"round"[..], &seed.to_le_bytes()]).as_bytes());
        let layout = seeded_layout(domain, 1, rng.random()).expect("one robot is a team");
        let surfaces: Vec<PlaceId> = domain.surfaces().collect();
        let items: Vec<ItemId> = domain.items().collect();
        let chosen: Vec<ItemId> = items.sample(&mut rng, terms.items).copied().collect();
        let goal = |item: ItemId, rng: &mut ChaCha8Rng| {
            let there = surfaces.iter().filter(|&&place| layout.whereabouts(item) != Whereabouts::Place(place));
            let there: Vec<PlaceId> = there.copied().collect();
            (item, *there.choose(rng).expect("a household has two surfaces"))
        };
        let goals: Vec<(ItemId, PlaceId)> = chosen.into_iter().map(|item| goal(item, &mut rng)).collect();
        let sentence = |(item, place): &(ItemId, PlaceId)| {
            format!("Move {} to {}.", domain.item(*item).phrase, domain.place(*place).phrase)
        };
        let task = goals.iter().map(sentence).collect::<Vec<_>>().join(" ");
        let robot = RobotId::new("robot_1").expect("a plain name");
        let faults = Faults::new(seed, 0.0, 0.0, 1.0).and_then(|faults| faults.with_mishaps(terms.failure_rate));
        let site = domain.world(1);
        let known = domain.concrete(&site, &layout);
        let world = SimulatedWorld::new(
            site,
            Some(domain.clone()),
            Drawn { truth: known.clone(), known },
            Pace::steady(SKILL),
            faults.expect("a rate from 0 to 1"),
            SKILL,
            SKILL,
        );
        Self {
            domain: domain.clone(),
            world: world.expect("one robot, and a period"),
            camera: Camera::new(PICTURE_EDGE),
            house: HOUSES + rng.random_range(0..100_000),
            seed,
            robot,
            goals,
            task,
        }
    }

    fn scene(&self) -> &Scene {
        self.world.scene().expect("it began as a world of deliveries that is known")
    }

    /// What the robot believes.
    fn believed(&self) -> State {
        let believed = self.domain.abstracted(&self.domain.world(1), self.world.state(), &[0]);
        believed.expect("it began as a world of deliveries that is known")
    }

    /// The next decision, by the believed state; `None`: nothing is left to do.
    fn next(&self) -> Option<Decision> {
        let state = &self.believed();
        let is_open = |(item, to): &&(ItemId, PlaceId)| state.whereabouts(*item) != Whereabouts::Place(*to);
        let (item, to) = *self.goals.iter().find(is_open)?;
        self.domain.options().of(towards(&self.domain, state, item, to))
    }

    fn act(&mut self, number: u32, decision: Decision) {
        let step = StepIndex::new(number).expect("actions are counted from 1");
        let now = Stamp::ZERO + SKILL * (2 * number);
        let (mission, attempt, robot) = (MISSION, Attempt::FIRST, self.robot.clone());
        let decided = vec![Decided { robot: robot.clone(), decision: Some(decision), attempt }];
        let joint = JointStep { mission, step, attempt, decided };
        self.world.handle(now, WorldInput::Approved { joint, until: now + APPROVED_FOR });
        let options = self.domain.options();
        let skill = options.skill(decision).to_owned();
        let arguments = options.arguments(decision);
        let goal = SkillGoal { mission, step, attempt, robot, decision, skill, arguments };
        self.world.handle(now, WorldInput::Goal { ticket: GoalTicket(number.into()), goal });
        self.world.handle(now + SKILL, WorldInput::Tick);
        while self.world.poll().is_some() {}
    }

    fn picture(&mut self, number: u32) -> Picture {
        let look =
            Appearance { house: self.house, moment: self.seed * 1000 + u64::from(number), ..Appearance::default() };
        let scene = self.world.scene().expect("it began as a world of deliveries that is known");
        let shot = self.camera.shoot(&self.domain, scene, 0, &look);
        Picture::new(shot.edge, shot.edge, shot.rgb).expect("a camera's pictures are whole")
    }

    fn notice(&mut self, number: u32) {
        let step = StepIndex::new(number).expect("actions are counted from 1");
        let now = Stamp::ZERO + SKILL * (2 * number + 1);
        self.world.handle(now, WorldInput::Noticed { mission: MISSION, step, robot: self.robot.clone() });
        while self.world.poll().is_some() {}
    }

    fn is_done(&self) -> bool {
        self.goals.iter().all(|(item, to)| self.scene().whereabouts(*item) == Whereabouts::Place(*to))
    }
}

/// The next action that brings an item to a surface, by what is believed.
fn towards(domain: &Transport, state: &State, item: ItemId, to: PlaceId) -> Action {
    if let Some(held) = state.held(0) {
        // The robot puts an item that is in the way down on any other surface. A separate errand takes care of that
        // item's own goal.
        let aside = domain.surfaces().find(|&place| place != to).unwrap_or(to);
        return Action::Leave(if held == item { to } else { aside });
    }
    let Whereabouts::Place(place) = state.whereabouts(item) else { return Action::Idle };
    let is_container = domain.place(place).is_container;
    let is_there = match state.spot(0) {
        Spot::Place(here) => is_container && here == place,
        Spot::Item(here) => !is_container && here == item,
        Spot::Nowhere => false,
    };
    match () {
        () if !is_there => Action::Reach(Target::Item(item)),
        () if !state.is_open(place) => Action::Open(place),
        () => Action::Take(item),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefleet_language::{Exchange, ModelFingerprint, MultipleChoice, ScoreError, Usage};
    use surefleet_perception::{Criterion, DecisionRule, Strategy, Uncertainty};

    /// A model that never knows.
    struct Blind;

    impl VisionLanguageModel for Blind {
        fn fingerprint(&self) -> ModelFingerprint {
            unreachable!("rounds do not depend on it")
        }

        fn look(&mut self, _: &Picture) -> Result<Usage, ScoreError> {
            Ok(Usage::default())
        }

        fn choose(&mut self, _: &[Exchange], _: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
            let even = vec![1.0 / answers.len() as f64; answers.len()];
            Ok(MultipleChoice { probabilities: even, mass: 1.0, usage: Usage::default() })
        }

        fn describe(&mut self, _: &[Exchange], _: &str, _: u32) -> Result<(String, Usage), ScoreError> {
            Ok((String::new(), Usage::default()))
        }
    }

    fn terms(failure_rate: f64) -> LoopTerms {
        LoopTerms { failure_rate, items: 2, max_retries: 30, most_actions: 80, person_errs: 0.0 }
    }

    fn walk(failure_rate: f64, seed: u64, tau: Option<f64>) -> LoopRound {
        walk_with(&terms(failure_rate), seed, tau)
    }

    fn walk_with(terms: &LoopTerms, seed: u64, tau: Option<f64>) -> LoopRound {
        let domain = Arc::new(Transport::household());
        let criterion = |tau| Criterion {
            strategy: Strategy::StateComparison,
            uncertainty: Uncertainty::Entropy,
            rule: DecisionRule::Fixed { tau },
            least_mass: 0.5,
            expires_unix_s: None,
        };
        let mut judge = Judge::new([Ok::<_, String>(criterion(tau.unwrap_or(0.0)))]);
        let mut blind = Blind;
        let mut detection = match tau {
            None => Detection::Open,
            Some(_) => Detection::Look { model: &mut blind, judge: &mut judge, wording: QuestionWording::Short },
        };
        walk_round(&domain, terms, seed, &mut detection).expect("the model answers")
    }

    #[test]
    fn a_round_ends_with_the_failure_that_no_retry_may_follow() {
        // Everything fails, and a person who is asked about all of it sees that.
        for max_retries in [0, 1, 5] {
            let round = walk_with(&LoopTerms { max_retries, ..terms(1.0) }, 3, Some(0.5));
            assert_eq!((round.failed, round.succeeded), (max_retries + 1, false), "{round:?}");
        }
    }

    #[test]
    fn nothing_goes_wrong_where_nothing_is_to_go_wrong() {
        for seed in 0..30 {
            let round = walk(0.0, seed, None);
            assert!(round.succeeded && round.failed == 0 && (6..=8).contains(&round.actions), "{round:?}");
        }
    }

    #[test]
    fn who_asks_about_everything_succeeds_and_who_never_looks_does_not() {
        let open: Vec<LoopRound> = (0..60).map(|seed| walk(0.3, seed, None)).collect();
        let careful: Vec<LoopRound> = (0..60).map(|seed| walk(0.3, seed, Some(0.5))).collect();
        let share = |rounds: &[LoopRound]| rounds.iter().filter(|round| round.succeeded).count();
        assert!(share(&open) < 15, "{} of 60", share(&open));
        assert_eq!(share(&careful), 60, "{careful:?}");
        let asks_all = |round: &LoopRound| {
            round.tally.human_involvement() == Some(1.0) && round.tally.failures.asked == u64::from(round.failed)
        };
        assert!(careful.iter().all(asks_all), "{careful:?}");
        // A blind detector that is believed says that everything failed: it is right about what did.
        let believed = walk(0.3, 1, Some(1.1));
        let Tally { successes, failures } = believed.tally;
        assert_eq!((failures.right, successes.right), (u64::from(believed.failed), 0));
        assert_eq!(successes.wrong, u64::from(believed.actions - believed.failed));
    }
}
