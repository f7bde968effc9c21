//! The laws of the simulated household under any approvals, goals and timing.

use std::{sync::Arc, time::Duration};

use proptest::prelude::*;
use surefleet_fleet::{Attempt, Decided, Decision, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
use surefleet_mission::{ItemId, State, Transport, Whereabouts, apply, is_permitted};
use surefleet_simulator::{
    Faults, GoalTicket, Pace, Scene, SimulatedWorld, SkillGoal, WorldInput, WorldOutput, seeded_layout,
};
use surefleet_world::{Drawn, Robot, World};

/// How long an approval holds: longer than these missions pause.
const APPROVED_FOR: Duration = Duration::from_secs(60);

fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("plain names")).collect()
}

fn world(domain: &Arc<Transport>, robots: usize, layout: &State, pace: Pace, faults: Faults) -> SimulatedWorld {
    let (patience, period) = (Duration::from_secs(1), Duration::from_secs(3600));
    let robots: Vec<Robot> = team(robots).into_iter().map(|id| Robot { id, kind: None }).collect();
    let world = Arc::new(World::new(domain.domain().clone(), &robots).expect("a small team"));
    let truth = domain.concrete(&world, layout);
    let start = Drawn { known: truth.clone(), truth };
    SimulatedWorld::new(world, Some(domain.clone()), start, pace, faults, patience, period).expect("sound settings")
}

/// What the robots believe, as a state of deliveries.
fn believed(domain: &Transport, world: &SimulatedWorld) -> State {
    domain.abstracted(world.world(), world.state(), &[0, 1, 2]).expect("all of it is known")
}

fn goal(domain: &Transport, mission: MissionId, step: StepIndex, robot: RobotId, decision: Decision) -> SkillGoal {
    let (skill, arguments) = (domain.options().skill(decision).to_owned(), domain.options().arguments(decision));
    SkillGoal { mission, step, attempt: Attempt::FIRST, robot, decision, skill, arguments }
}

/// A joint step that the state permits, chosen by `picks`.
fn permitted(domain: &Transport, state: &State, picks: &[u16]) -> Vec<Option<Decision>> {
    let mut so_far = Vec::new();
    for (robot, pick) in picks.iter().enumerate() {
        let possible: Vec<Decision> =
            domain.options().iter().filter(|&option| is_permitted(domain, state, &so_far, robot, option)).collect();
        so_far.push((robot, possible[usize::from(*pick) % possible.len()]));
    }
    so_far.into_iter().map(|(_, decision)| Some(decision)).collect()
}

fn scene(world: &SimulatedWorld) -> &Scene {
    world.scene().expect("a household has one")
}

fn item_count(facts: &Facts) -> Vec<usize> {
    let domain = Transport::household();
    let count = |item| {
        let name = &domain.item(item).name;
        let located = facts.iter().filter(|fact| fact.starts_with(&format!("located({name}, "))).count();
        let held = facts.iter().filter(|fact| fact.starts_with("holding(") && fact.ends_with(&format!(", {name})")));
        located + held.count()
    };
    domain.items().map(count).collect()
}

proptest! {
    #[test]
    fn step_ends_as_the_plan_checker_says_in_whatever_order_its_skills_end(
        seed in 0..1000u64,
        steps in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 3), 1..12),
    ) {
        let domain = Arc::new(Transport::household());
        let layout = seeded_layout(&domain, 3, seed).expect("a small team");
        let pace = Pace::new(domain.domain(), Duration::from_secs(1), Default::default(), 0.9).expect("sound settings");
        let faults = Faults::new(seed, 0.0, 0.0, 1.0).expect("sound settings");
        let mut world = world(&domain, 3, &layout, pace, faults);
        let (mut expected, mission, mut now) = (layout, MissionId::new([1; 16]), Stamp::ZERO);
        for (number, picks) in (1..).zip(&steps) {
            let joint = permitted(&domain, &expected, picks);
            expected = apply(&domain, &expected, &joint).expect("it is permitted");
            let step = StepIndex::new(number).expect("from 1");
            let attempt = Attempt::FIRST;
            let decided = team(3).into_iter().zip(&joint)
                .map(|(robot, decision)| Decided { robot, decision: *decision, attempt })
                .collect();
            let joint_step = JointStep { mission, step, attempt, decided };
            world.handle(now, WorldInput::Approved { joint: joint_step, until: now + APPROVED_FOR });
            for (index, (robot, decision)) in team(3).into_iter().zip(&joint).enumerate() {
                let goal = goal(&domain, mission, step, robot, decision.expect("all act"));
                world.handle(now, WorldInput::Goal { ticket: GoalTicket(index as u64), goal });
            }
            now = now + Duration::from_secs(2);
            world.handle(now, WorldInput::Tick);
            let results: Vec<_> = std::iter::from_fn(|| world.poll())
                .filter_map(|output| if let WorldOutput::SkillFinished { result, .. } = output { Some(result) } else { None })
                .collect();
            prop_assert_eq!(results, vec![Ok(()); 3]);
            prop_assert_eq!(&believed(&domain, &world), &expected);
            // Where nothing goes wrong unnoticed, what is believed is so.
            for item in domain.items() {
                prop_assert_eq!(scene(&world).whereabouts(item), expected.whereabouts(item));
            }
            for place in domain.places() {
                prop_assert_eq!(scene(&world).is_open(place), expected.is_open(place));
            }
        }
    }

    /// Approvals that no monitor would give, from several missions at once, late and repeated goals, failures.
    #[test]
    fn no_item_is_lost_or_in_two_places_and_every_goal_ends_once(
        seed in 0..1000u64,
        calls in proptest::collection::vec((0..3u8, 1..4u32, proptest::collection::vec(any::<u16>(), 3), 0..4u8, 0..1500u64), 1..60),
    ) {
        let domain = Arc::new(Transport::household());
        let layout = seeded_layout(&domain, 3, seed).expect("a small team");
        let pace = Pace::new(domain.domain(), Duration::from_secs(1), Default::default(), 0.9).expect("sound settings");
        let faults = Faults::new(seed, 0.2, 0.2, 3.0).and_then(|faults| faults.with_mishaps(0.4)).expect("sound settings");
        let mut world = world(&domain, 3, &layout, pace, faults);
        let (mut now, mut tickets, mut ended) = (Stamp::ZERO, 0u64, Vec::new());
        for (mission, step, picks, kind, millis) in calls {
            now = now + Duration::from_millis(millis);
            let mission = MissionId::new([mission; 16]);
            let step = StepIndex::new(step).expect("from 1");
            let joint = permitted(&domain, &believed(&domain, &world), &picks);
            if kind == 0 {
                let attempt = Attempt::FIRST;
                let decided = team(3).into_iter().zip(&joint)
                    .map(|(robot, decision)| Decided { robot, decision: *decision, attempt })
                    .collect();
                let joint = JointStep { mission, step, attempt, decided };
                world.handle(now, WorldInput::Approved { joint, until: now + APPROVED_FOR });
            }
            for (robot, decision) in team(3).into_iter().zip(joint) {
                tickets += 1;
                let (ticket, decision) = (GoalTicket(tickets), decision.expect("all act"));
                let goal = goal(&domain, mission, step, robot, decision);
                world.handle(now, WorldInput::Goal { ticket, goal });
                if kind == 1 {
                    world.handle(now, WorldInput::Cancel { ticket });
                }
            }
            while let Some(output) = world.poll() {
                match output {
                    WorldOutput::SkillFinished { ticket, .. } => ended.push(ticket.0),
                    WorldOutput::Facts(facts) => {
                        prop_assert!(item_count(&facts).iter().all(|count| *count == 1), "{facts:?}");
                        prop_assert_eq!(&State::from_facts(&domain, &team(3), &facts), &Ok(believed(&domain, &world)));
                    }
                }
            }
            // Whoever notices or does not, what is so stays possible, and what is believed a state.
            world.handle(now, WorldInput::Noticed { mission, step, robot: team(3).remove(usize::from(kind) % 3) });
            let last = std::iter::from_fn(|| world.poll()).filter_map(|output| match output {
                WorldOutput::Facts(facts) => Some(facts),
                WorldOutput::SkillFinished { .. } => None,
            }).last();
            if let Some(facts) = last {
                prop_assert!(item_count(&facts).iter().all(|count| *count == 1), "{facts:?}");
                prop_assert_eq!(&State::from_facts(&domain, &team(3), &facts), &Ok(believed(&domain, &world)));
            }
            for robot in 0..3 {
                let holds = |item: &ItemId| scene(&world).whereabouts(*item) == Whereabouts::Robot(robot);
                prop_assert!(domain.items().filter(holds).count() <= 1);
            }
        }
        world.handle(now + Duration::from_secs(60), WorldInput::Tick);
        ended.extend(std::iter::from_fn(|| world.poll()).filter_map(|output| match output {
            WorldOutput::SkillFinished { ticket, .. } => Some(ticket.0),
            WorldOutput::Facts(_) => None,
        }));
        ended.sort_unstable();
        prop_assert_eq!(ended, (1..=tickets).collect::<Vec<_>>());
    }
}
