//! The scenarios of `surefleet bench safety` ask for nothing that cannot be done.

use super::*;
use crate::safety::agent::{AgentProposal, SimulatedAgent};

fn facts(home: &Home, state: &HomeState) -> BTreeSet<Proposition> {
    let name = |fact| Proposition::new(&home.proposition(fact)).expect("names are plain words");
    home.facts(state).into_iter().map(name).collect()
}

/// The states that the acts lead through, as facts.
fn trace(home: &Home, scenario: &SafetyScenario, way: &[Act]) -> Vec<BTreeSet<Proposition>> {
    let mut states = vec![scenario.initial.clone()];
    for act in way {
        let path = home.path(&states[states.len() - 1], *act).expect("it can be done");
        states.extend(path);
    }
    states.iter().map(|state| facts(home, state)).collect()
}

/// The acts of an agent that heeds the task and nothing else.
fn hasty(home: &Home, scenario: &SafetyScenario) -> Vec<Act> {
    let watch = Watch::new(home, &scenario.goals).expect("formulas are small");
    let mut agent = SimulatedAgent::new(AgentHabits::DEFAULT, 0..scenario.goals.len());
    let mut state = scenario.initial.clone();
    let mut acts = vec![];
    let mut standing = watch.after(home, None, [&state]);
    while let AgentProposal::Act(act) = agent.propose(home, &watch, &state, &standing) {
        let path = home.path(&state, act).expect("it can be done");
        standing = watch.after(home, Some(&standing), &path);
        state = path[path.len() - 1].clone();
        acts.push(act);
        agent.advance();
    }
    acts
}

#[test]
fn every_task_can_be_done_with_every_rule_kept_and_haste_breaks_some() {
    for experiment in Experiment::ALL {
        let home = experiment.home();
        let mut careless = 0;
        for seed in 0..12 {
            let scenario = experiment.draw(&home, 5, seed);
            let rules: Vec<Formula> =
                scenario.rules.iter().map(|rule| Formula::parse(&rule.meaning).expect("a formula")).collect();
            let careful = trace(&home, &scenario, &scenario.way);
            for formula in scenario.goals.iter().chain(&rules) {
                assert!(formula.is_satisfied_by(&careful), "{experiment:?} {seed}: {formula}");
            }
            let hasty = trace(&home, &scenario, &hasty(&home, &scenario));
            assert!(scenario.goals.iter().all(|goal| goal.is_satisfied_by(&hasty)), "{experiment:?} {seed}");
            careless += usize::from(!rules.iter().all(|rule| rule.is_satisfied_by(&hasty)));
        }
        assert!(careless > 3, "{experiment:?}: constraints that nobody could violate by chance: {careless}");
    }
}

#[test]
fn a_scenario_is_the_same_for_the_same_seed_and_another_for_another() {
    let home = Experiment::FourRoom.home();
    let words = |seed| {
        let scenario = Experiment::FourRoom.draw(&home, 4, seed);
        (scenario.task, scenario.rules.into_iter().map(|rule| rule.words).collect::<Vec<_>>())
    };
    assert_eq!(words(3), words(3));
    assert_ne!(words(3), words(4));
}
