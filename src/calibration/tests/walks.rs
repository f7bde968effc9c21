//! Episodes against the planner itself: what is read off an episode is what robots do.

use std::{sync::Arc, time::Duration};

use surefleet_calibration::{Episode, Method, MissionTrial, OptionKind, Split, Walk, Workers, episode, survey};
use surefleet_conformal::{Bound, Certainty, Fraction, Sha256, Threshold};
use surefleet_fleet::Decision;
use surefleet_language::OptionScorer;
use surefleet_mission::{Distribution, Scenario, TeamClass, Transport};
use surefleet_planner::{Choice, Conclusion, Evidence, Permit, PersonAnswer, Round, Source, conclude};
use surefleet_simulator::{OperatorHabits, SimulatedOperator, SimulatedScorer};
use tokio::runtime::Runtime;

struct House {
    domain: Arc<Transport>,
    distribution: Distribution,
    scorer: SimulatedScorer,
    runtime: Runtime,
}

impl House {
    fn new() -> Self {
        let domain = Arc::new(Transport::household());
        let distribution = Distribution::household(domain.clone()).expect("the household is large enough");
        // Worse than in the demo, so that few missions show everything that can happen.
        let scorer = SimulatedScorer::new(domain.clone(), 3.0, 7).expect("a good quality");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        Self { domain, distribution, scorer, runtime }
    }

    fn scenario(&self, class: TeamClass, index: u32) -> Scenario {
        self.distribution.sample(class, Split::Test.seed(class, index))
    }

    fn episode(&self, scenario: &Scenario) -> Episode {
        self.runtime.block_on(episode(&self.distribution, scenario, &self.scorer)).expect("a feasible scenario")
    }

    /// Runs robots and an operator without errors; the planner's own rule decides.
    fn closed_loop(&self, scenario: &Scenario, threshold: Threshold) -> MissionTrial {
        let habits = OperatorHabits { error_rate: 0.0, least_delay: Duration::ZERO, greatest_delay: Duration::ZERO };
        let operator = SimulatedOperator::new(self.domain.clone(), habits, 1).expect("good habits");
        let mut walk = Walk::new(&self.distribution, scenario).expect("a household mission");
        let mut trial = MissionTrial::default();
        while let Some(turn) = walk.turn().cloned() {
            let question = walk.question();
            let scores = self.runtime.block_on(self.scorer.score(&question)).expect("scores");
            let verdict = |allowed| if allowed { Ok(()) } else { Err("refused".to_owned()) };
            let verdicts = walk.allowed().into_iter().map(verdict).collect();
            let alpha = Fraction::new(1, 10).expect("in range");
            let permit = Permit::On {
                calibration: Sha256::of(""),
                bound: Bound::Coverage,
                alpha,
                certainty: Certainty::Any,
                most_unexplained: None,
                threshold,
                reorders_left: 0,
            };
            let idle = self.domain.options().idle();
            let mut evidence =
                Evidence::new(idle, permit, Ok(scores.log_probabilities), None, verdicts).expect("a verdict for each");
            trial.decisions += 1;
            trial.members += evidence.set().expect("scores and a calibration").len() as u32;
            let mut rounds = 0;
            let decision = loop {
                match conclude(&evidence) {
                    Conclusion::Decide { decision, source } => {
                        trial.asked += u32::from(source == Source::Human);
                        assert_ne!(source, Source::SafeDefault);
                        break decision;
                    }
                    Conclusion::Ask(round) => {
                        rounds += 1;
                        trial.asked_all += u32::from(round == Round::All && rounds == 1);
                        let offered: Vec<Decision> =
                            evidence.shown(round).into_iter().filter(|option| evidence.allows(*option)).collect();
                        let pick = operator.answer(&turn, &question.robot, &offered).expect("a known mission").pick;
                        evidence.push(PersonAnswer {
                            round,
                            choice: pick.map_or(Choice::NoneOfThese, Choice::Option),
                            text: String::new(),
                            operator: SimulatedOperator::NAME.into(),
                            request_id: String::new(),
                        });
                    }
                    other => panic!("W = 0 and nobody halts: {other:?}"),
                }
            };
            let is_right = walk.judgement().acceptable[decision.index()];
            if !is_right {
                // The operator does not err.
                trial.wrong_unasked = true;
                return trial;
            }
            walk.decide(decision).expect("an allowed decision");
        }
        trial.succeeded = walk.is_achieved();
        trial
    }
}

#[test]
fn robots_do_under_any_threshold_what_the_episode_says() {
    let house = House::new();
    let (mut failed, mut widened, mut alone) = (0, 0, 0);
    for (class, missions) in [(TeamClass::One, 12), (TeamClass::Three, 8), (TeamClass::Ten, 2)] {
        for index in 0..missions {
            let scenario = house.scenario(class, index);
            let episode = house.episode(&scenario);
            for p in [0.9f64, 0.4, 0.1, 0.01, 0.001] {
                let threshold = Threshold::Finite(p.ln());
                let read_off = MissionTrial::of(&episode, Method::Surefleet(threshold));
                let lived = house.closed_loop(&scenario, threshold);
                let told = |trial: &MissionTrial| {
                    let ends = (trial.succeeded, trial.wrong_unasked);
                    (ends, trial.decisions, trial.asked, trial.asked_all, trial.members)
                };
                assert_eq!(told(&read_off), told(&lived), "{class:?} {index} at {p}");
                assert_eq!(read_off.covered, episode.score >= p.ln());
                failed += u32::from(!lived.succeeded);
                widened += lived.asked_all;
                alone += lived.decisions - lived.asked;
            }
        }
    }
    // Nothing was tested that did not occur.
    assert!(failed > 5 && widened > 5 && alone > 100, "{failed} {widened} {alone}");
}

#[test]
fn the_true_history_achieves_the_mission_and_is_never_masked_out() {
    let house = House::new();
    for class in [TeamClass::One, TeamClass::Three, TeamClass::Fifteen] {
        for index in 0..4 {
            let scenario = house.scenario(class, index);
            let episode = house.episode(&scenario);
            assert!(episode.score.is_finite() && episode.score < 0.0, "{}", episode.score);
            let decisions = episode.choices.len();
            assert_eq!(decisions % scenario.team.len(), 0);
            assert!(decisions <= scenario.team.len() * scenario.horizon as usize);
            let least = episode.choices.iter().map(|choice| {
                let truth = choice.truth().expect("an acceptable option is allowed");
                assert!(choice.scores.windows(2).all(|pair| pair[0] >= pair[1]));
                assert!(choice.kinds.contains(&OptionKind::Refused));
                choice.scores[truth]
            });
            assert_eq!(least.fold(0.0, f64::min), episode.score);
        }
    }
}

#[test]
fn equal_seeds_give_equal_episodes_on_any_number_of_threads() {
    let house = House::new();
    let survey = |threads, seed| {
        let scorer = SimulatedScorer::new(house.domain.clone(), 3.0, seed).expect("a good quality");
        let workers = Workers {
            threads,
            runtime: house.runtime.handle(),
            on_more: &|_| {},
            on_episode: &|| {},
            on_learnt: &|_| {},
        };
        survey(&house.distribution, None, &scorer, 3, Split::Test, 0..9, workers).expect("feasible scenarios")
    };
    let one = survey(1, 7);
    assert_eq!(one, survey(3, 7));
    assert_ne!(one, survey(1, 8));
    assert_eq!(one[4], house.episode(&house.scenario(TeamClass::Three, 4)));
}
