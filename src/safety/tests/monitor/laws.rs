use std::collections::BTreeSet;

use proptest::prelude::*;
use surefleet_fleet::{Attempt, Decided, Decision, Facts, JointStep};
use surefleet_mission::{Mission, Prohibition, Rule};
use surefleet_safety::{CheckRequest, Input, MonitorEntry};
use surefleet_world::State;

use crate::kitchen::{Kitchen, MISSION, step, team, transport, verdicts};

const TEXT: &str = "Move apple 1 to the sink. Robot 2 must never open the fridge.";
const RULE: &str = "robot 1 must never grab a knife";

/// A proposer's behaviour in one round: three picks of decisions, and the way it proposes them.
#[derive(Debug, Clone)]
struct Round {
    picks: [u16; 3],
    /// For each pick, whether it is taken from the permitted decisions or is any number.
    sound: [bool; 3],
    absent: Option<u8>,
    step_offset: u8,
    attempt: u8,
    restart: bool,
    stale_facts: bool,
}

fn rounds() -> impl Strategy<Value = Vec<Round>> {
    let sound = proptest::bool::weighted(0.85);
    let round = (
        any::<[u16; 3]>(),
        [sound, sound, sound],
        proptest::option::weighted(0.1, 0..3u8),
        prop_oneof![8 => Just(0u8), 1 => Just(1), 1 => Just(2)],
        0..3u8,
        proptest::bool::weighted(0.1),
        proptest::bool::weighted(0.05),
    )
        .prop_map(|(picks, sound, absent, step_offset, attempt, restart, stale_facts)| Round {
            picks,
            sound,
            absent,
            step_offset,
            attempt,
            restart,
            stale_facts,
        });
    proptest::collection::vec(round, 1..15)
}

fn decide(kitchen: &Kitchen, round: &Round) -> Vec<Option<Decision>> {
    let options = kitchen.world.options();
    let mut so_far: Vec<(usize, Decision)> = Vec::new();
    let mut joint = Vec::new();
    for robot in 0..3 {
        let pick = usize::from(round.picks[robot]);
        let possible: Vec<Decision> = options
            .iter()
            .filter(|&option| !round.sound[robot] || kitchen.world.is_permitted(&kitchen.state, &so_far, robot, option))
            .collect();
        let decision = possible[pick % possible.len()];
        so_far.push((robot, decision));
        joint.push((round.absent != Some(robot as u8)).then_some(decision));
    }
    joint
}

fn breaks_a_rule(joint: &[Option<Decision>]) -> bool {
    let transport = transport();
    let never = |robot, never| Rule { robot: Some(robot), never };
    let knives = ["knife_1", "knife_2"].map(|knife| transport.find_item(knife).expect("a knife"));
    let fridge = transport.find_place("fridge").expect("a fridge");
    let rules = vec![never(0, Prohibition::Take(knives.into())), never(1, Prohibition::Open(vec![fridge]))];
    let mission = Mission { subtasks: Vec::new(), rules };
    joint.iter().enumerate().any(|(robot, decision)| {
        decision.is_some_and(|decision| mission.forbids(robot, transport.options().action(decision)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn joint_step_is_approved_exactly_when_it_can_happen_may_happen_and_is_next(rounds in rounds()) {
        let mut kitchen = Kitchen::running(TEXT, &[RULE], 3);
        let robots = team(3);
        let mut next = 1u32;
        let mut approved = Vec::<JointStep>::new();
        // A refused attempt stays refused.
        let mut refused = BTreeSet::new();
        for round in rounds {
            if round.restart {
                let journal = kitchen.journal.clone();
                kitchen.restart(&journal);
                kitchen.look();
                kitchen.finish(next);
            }
            let decisions = decide(&kitchen, &round);
            let number = next - 1 + u32::from(round.step_offset);
            let attempt = Attempt(round.attempt.into());
            let decided = robots.iter().zip(&decisions)
                .map(|(robot, decision)| Decided { robot: robot.clone(), decision: *decision, attempt })
                .collect();
            let joint = JointStep { mission: MISSION, step: step(number.max(1)), attempt, decided };
            let facts = if round.stale_facts { Facts::default() } else { kitchen.facts() };
            let said = verdicts(kitchen.tell(Input::Propose { joint: joint.clone(), facts }));
            let news: Vec<JointStep> = said.into_iter()
                .filter(|(joint, verdict)| verdict.is_ok() && !approved.contains(joint))
                .map(|(joint, _)| joint)
                .collect();
            let after = kitchen.world.apply(&kitchen.state, &decisions);
            let may = after.is_ok()
                && !breaks_a_rule(&decisions)
                && joint.step.get() == next
                && next <= 10
                && !round.stale_facts
                && !refused.contains(&(joint.step, attempt));
            if !may {
                refused.insert((joint.step, attempt));
            }
            prop_assert_eq!(news.clone(), if may { vec![joint.clone()] } else { vec![] });
            if let (true, Ok(after)) = (may, after) {
                approved.push(joint);
                kitchen.state = after;
                kitchen.look();
                kitchen.finish(next);
                next += 1;
            }
        }
        let kept: Vec<&JointStep> = kitchen.journal.iter()
            .filter_map(|entry| if let MonitorEntry::Approved(joint) = entry { Some(joint) } else { None })
            .collect();
        prop_assert_eq!(kept, approved.iter().collect::<Vec<_>>(), "one a step, in order");
    }

    /// If each robot in turn takes an allowed candidate, the whole joint step is never refused.
    #[test]
    fn joint_step_made_of_allowed_candidates_is_approved(seed in any::<[u16; 3]>(), steps in 1..6u32) {
        let mut kitchen = Kitchen::running(TEXT, &[RULE], 3);
        let all: Vec<Decision> = kitchen.world.options().iter().collect();
        for number in 1..=steps {
            let mut decided: Vec<Decided> = Vec::new();
            for (place, robot) in team(3).into_iter().enumerate() {
                let request = CheckRequest {
                    mission: MISSION,
                    step: step(number),
                    robot: robot.clone(),
                    facts: kitchen.facts(),
                    decided: decided.clone(),
                    candidates: all.clone(),
                };
                let verdicts = kitchen.monitor.check(kitchen.now, &request).expect("the gate is open");
                let is_allowed = |(option, verdict): (&Decision, &Result<_, _>)| verdict.is_ok().then_some(*option);
                let allowed: Vec<Decision> = all.iter().zip(&verdicts).filter_map(is_allowed).collect();
                prop_assert!(allowed.contains(&kitchen.world.options().idle()), "idle is always allowed");
                let pick = usize::from(seed[place].rotate_left(number)) % allowed.len();
                decided.push(Decided { robot, decision: Some(allowed[pick]), attempt: Attempt::FIRST });
            }
            let decisions: Vec<Option<Decision>> = decided.iter().map(|decided| decided.decision).collect();
            let joint = JointStep { mission: MISSION, step: step(number), attempt: Attempt::FIRST, decided };
            prop_assert_eq!(kitchen.verdict(joint), Ok(()));
            let after: Result<State, _> = kitchen.world.apply(&kitchen.state, &decisions);
            kitchen.state = after.expect("it was approved");
            kitchen.look();
            kitchen.finish(number);
        }
    }
}
