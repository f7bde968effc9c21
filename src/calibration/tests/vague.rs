//! Missions whose words leave something open, walked to their end as a fleet and the simulated operator would.

mod whole;

use std::{sync::Arc, time::Duration};

use surefleet_calibration::{Method, MissionTrial, Split, Walk, episode};
use surefleet_conformal::Threshold;
use surefleet_english::Vocabulary;
use surefleet_fleet::{Decision, Digest};
use surefleet_grounded::{GroundedScorer, Hypotheses, MissionGrammar, MissionParser};
use surefleet_language::{ModelFingerprint, OptionScorer, Prompt, ScoreError, Usage};
use surefleet_mission::{Distribution, Mission, Scenario, TeamClass, Transport};
use surefleet_simulator::{OperatorHabits, SimulatedOperator};
use whole::whole;

/// Finds what was meant and one other thing as likely as each other.
struct TwoMeanings([String; 2]);

impl MissionParser for TwoMeanings {
    fn fingerprint(&self) -> ModelFingerprint {
        ModelFingerprint {
            name: "two meanings".into(),
            weights: Digest::of([]),
            tokenizer: Digest::of([]),
            quantisation: "none".into(),
            backend: "test".into(),
            backend_version: "1".into(),
            dtype: "none".into(),
        }
    }

    fn method(&self) -> String {
        "by heart".into()
    }

    async fn parse(&self, grammar: &MissionGrammar, _: &Prompt) -> Result<Hypotheses, ScoreError> {
        let meanings = self.0.iter().map(|sentence| (grammar.read(sentence).expect("a sentence"), 0.4995)).collect();
        Ok(Hypotheses { meanings, unexplained: 0.001, usage: Usage::default() })
    }
}

/// Scenarios of which the place of one sub-task was left open, each with another mission that the words may mean.
fn scenarios(domain: &Arc<Transport>, count: usize) -> (Distribution, Vec<(Scenario, Mission)>) {
    let distribution = Distribution::household(domain.clone()).and_then(|it| it.with_vague(1.0)).expect("a share");
    let counter = domain.find_place("counter").expect("a counter");
    let other = |scenario: Scenario| {
        let [vague] = scenario.vague[..] else { return None };
        let mut other = scenario.mission.clone();
        let task = &mut other.subtasks[vague];
        // Nothing forbids the other one.
        let is_open =
            task.destinations.len() == 1 && task.destinations[0] != counter && scenario.mission.rules.is_empty();
        task.destinations = vec![counter];
        // The words leave the place open, not the item.
        let inventory = Vocabulary::of(&domain.world(scenario.team.len())).inventory(&scenario.text);
        let is_open = is_open && inventory.allows(&whole(&other, domain, &scenario.team));
        is_open.then_some((scenario, other))
    };
    let drawn = (0..).map(|index| distribution.sample(TeamClass::Three, Split::Test.seed(TeamClass::Three, index)));
    let scenarios = drawn.filter_map(other).take(count).collect();
    (distribution, scenarios)
}

#[test]
fn what_words_leave_open_is_asked_among_several_and_the_mission_is_achieved() {
    let domain = Arc::new(Transport::household());
    let (distribution, scenarios) = scenarios(&domain, 12);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    for (scenario, other) in scenarios {
        let scorer = GroundedScorer::new(
            domain.clone(),
            TwoMeanings([&scenario.mission, &other].map(|mission| mission.sentence(&domain))),
        );
        let episode = runtime.block_on(episode(&distribution, &scenario, &scorer)).expect("a feasible scenario");
        assert_eq!(episode.vague_parts, 1);
        // At some decision the two meanings part, and none is sure of more than a half.
        assert!((0.4..0.51).contains(&episode.score.exp()), "{}: {}", scenario.text, episode.score.exp());
        let trial = MissionTrial::of(&episode, Method::Surefleet(Threshold::Finite(0.3_f64.ln())));
        assert!(trial.covered && trial.succeeded && trial.asked > 0 && trial.asked_all == 0, "{trial:?}");

        // The same by the planner's walk and an operator who is told what was meant.
        let habits = OperatorHabits { error_rate: 0.0, least_delay: Duration::ZERO, greatest_delay: Duration::ZERO };
        let formulas = scenario.mission.formulas(&domain, &scenario.team);
        let means = [(scenario.text.clone(), formulas.iter().map(ToString::to_string).collect())];
        let operator = SimulatedOperator::new(domain.clone(), habits, 1).expect("good habits");
        let operator = operator.meaning(means.into());
        let mut walk = Walk::new(&distribution, &scenario).expect("a household mission");
        let mut decisions = 0;
        while let Some(turn) = walk.turn().cloned() {
            let question = walk.question();
            let scores = runtime.block_on(scorer.score(&question)).expect("scores").log_probabilities;
            let mut offered: Vec<Decision> = domain.options().iter().collect();
            offered.sort_by(|a, b| scores[b.index()].total_cmp(&scores[a.index()]));
            let allowed = walk.allowed();
            offered.retain(|option| allowed[option.index()]);
            let picked = operator.answer(&turn, &question.robot, &offered).expect("it knows what is meant");
            walk.decide(picked.pick.expect("there is a way on")).expect("an allowed decision");
            decisions += 1;
        }
        // It ended since all stayed idle, and not before it was achieved.
        assert!(walk.is_achieved(), "{}", scenario.text);
        assert_eq!(decisions, episode.choices.len());
    }
}

#[test]
fn staying_idle_is_right_once_the_mission_is_achieved_and_wrong_where_it_would_end_it_before() {
    let domain = Arc::new(Transport::household());
    let distribution = Distribution::household(domain.clone()).and_then(|it| it.with_vague(1.0)).expect("a share");
    let idle = domain.options().idle();
    let vague = distribution.sample(TeamClass::One, 3);
    let clear = distribution.clear().sample(TeamClass::One, 3);
    assert!(!vague.vague.is_empty() && vague.mission == clear.mission);
    let mut walks = [&vague, &clear].map(|scenario| Walk::new(&distribution, scenario).expect("a household mission"));
    // There is time to wait; but a robot that is alone ends the mission by it.
    assert_eq!(walks.each_ref().map(|walk| walk.judgement().acceptable[idle.index()]), [false, true]);
    while !walks[0].is_achieved() {
        let right = walks[0].judgement().preferred.expect("a way on");
        walks.iter_mut().for_each(|walk| walk.decide(right).expect("it may"));
    }
    assert_eq!(walks.each_ref().map(|walk| walk.turn().is_some()), [true, false]);
    let acceptable = walks[0].judgement().acceptable;
    assert_eq!((0..acceptable.len()).filter(|&option| acceptable[option]).collect::<Vec<_>>(), [idle.index()]);
    walks[0].decide(idle).expect("it may");
    assert!(walks[0].turn().is_none(), "it is over");
}
