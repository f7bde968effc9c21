//! The scenarios of `surefleet bench safety` ask for nothing that cannot be done.

use std::collections::BTreeSet;

use surefleet_ltl::{Formula, Proposition};
use surefleet_simulator::{AgentHabits, Experiment, Home, HomeState, Proposal, SafetyScenario, SimulatedAgent, Watch};

fn facts(home: &Home, state: &HomeState) -> BTreeSet<Proposition> {
    let name = |fact| Proposition::new(&home.proposition(fact)).expect("names are plain words");
    home.facts(state).into_iter().map(name).collect()
}

/// The trace of an agent that heeds these formulas, and nothing else.
fn trace(home: &Home, scenario: &SafetyScenario, formulas: &[Formula]) -> Vec<BTreeSet<Proposition>> {
    let watch = Watch::new(home, formulas).expect("formulas are small");
    let mut agent = SimulatedAgent::new(AgentHabits::DEFAULT, 0..formulas.len());
    let mut state = scenario.initial.clone();
    let mut standing = watch.after(home, None, [&state]);
    let mut trace = vec![facts(home, &state)];
    loop {
        match agent.propose(home, &watch, &state, &standing) {
            Proposal::Done => return trace,
            Proposal::GiveUp => panic!("there is a way"),
            Proposal::Act(act) => {
                let path = home.path(&state, act).expect("it can be done");
                standing = watch.after(home, Some(&standing), &path);
                trace.extend(path.iter().map(|state| facts(home, state)));
                state = path.last().expect("it does something").clone();
                agent.advance();
            }
        }
    }
}

#[test]
fn an_agent_that_heeds_everything_keeps_everything() {
    for experiment in Experiment::ALL {
        let home = experiment.home();
        let mut careless = 0;
        for seed in 0..12 {
            let scenario = experiment.draw(&home, 5, seed);
            let rules: Vec<Formula> =
                scenario.rules.iter().map(|rule| Formula::parse(&rule.meaning).expect("a formula")).collect();
            let all: Vec<Formula> = scenario.goals.iter().chain(&rules).cloned().collect();
            let careful = trace(&home, &scenario, &all);
            for formula in &all {
                assert!(formula.is_satisfied_by(&careful), "{experiment:?} {seed}: {formula}");
            }
            let hasty = trace(&home, &scenario, &scenario.goals);
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
