//! The simulated operator, on a mission whose right decisions are plain.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use surefleet_fleet::{Brief, Decision, MissionId, RobotId, Turn};
use surefleet_language::ScoreError;
use surefleet_mission::{State, Transport};
use surefleet_simulator::{OperatorAnswer, OperatorHabits, SimulatedOperator};
use surefleet_world::{Robot, World};

const RELIABLE: OperatorHabits =
    OperatorHabits { error_rate: 0.0, least_delay: Duration::ZERO, greatest_delay: Duration::from_secs(20) };

/// Apple 1 is in the closed fridge, the robot nowhere: go, open, grab, put down takes four steps.
fn turn(domain: &Transport, horizon: u32) -> Turn {
    let robot = RobotId::new("robot_1").expect("a plain name");
    let place = |name| domain.find_place(name).expect("the household has it");
    let mut places = vec![place("table"); domain.items().len()];
    places[domain.find_item("apple_1").expect("the household has apples").index()] = place("fridge");
    let state = State::new(domain, 1, &places, []).expect("a team of one");
    let brief = Brief {
        formulas: vec!["F G located(apple_1, sink)".to_owned()],
        ..Brief::new(MissionId::new([1; 16]), "Bring apple 1 to the sink.", horizon, vec![robot.clone()])
    };
    Turn::first(Arc::new(brief), state.to_facts(domain, &[robot]))
}

fn option(domain: &Transport, symbol: &str) -> Decision {
    domain.options().find(symbol).expect("the household has it")
}

fn answer(
    domain: &Arc<Transport>,
    habits: OperatorHabits,
    seed: u64,
    turn: &Turn,
    offered: &[Decision],
) -> OperatorAnswer {
    let operator = SimulatedOperator::new(domain.clone(), habits, seed).expect("usable habits");
    operator.answer(turn, &turn.brief.team[0], offered).expect("a readable mission")
}

#[test]
fn the_first_acceptable_option_from_the_top_is_picked() {
    let domain = Arc::new(Transport::household());
    let [go, grab, idle] = ["go_to(fridge)", "grab(apple_1)", "idle"].map(|symbol| option(&domain, symbol));
    let pick = |horizon, offered: &[Decision]| answer(&domain, RELIABLE, 1, &turn(&domain, horizon), offered).pick;
    // Four steps leave no time to idle; five do.
    assert_eq!(pick(4, &[grab, idle, go]), Some(go));
    assert_eq!(pick(5, &[grab, idle, go]), Some(idle));
    assert_eq!(pick(5, &[grab, go, idle]), Some(go));
    // Of the whole of S in canonical order the first is to go to the apple, which is to go to its fridge.
    let all: Vec<Decision> = domain.options().iter().collect();
    assert_eq!(pick(4, &all), Some(option(&domain, "go_to(apple_1)")));
}

#[test]
fn without_an_acceptable_option_it_is_none_of_these() {
    let domain = Arc::new(Transport::household());
    let [go, grab, idle] = ["go_to(fridge)", "grab(apple_1)", "idle"].map(|symbol| option(&domain, symbol));
    let pick = |horizon, offered: &[Decision]| answer(&domain, RELIABLE, 1, &turn(&domain, horizon), offered);
    assert_eq!(pick(4, &[grab, idle]).pick, None);
    assert_eq!(pick(4, &[]).pick, None);
    // Three steps are too few for anything.
    assert_eq!(pick(3, &[go, grab, idle]).pick, None);
    assert!(!pick(3, &[go, grab, idle]).is_error());
}

#[test]
fn requirements_beside_the_mission_and_time_left_count_each_time() {
    let domain = Arc::new(Transport::household());
    let go = option(&domain, "go_to(fridge)");
    let operator = SimulatedOperator::new(domain.clone(), RELIABLE, 1).expect("usable habits");
    let free = turn(&domain, 4);
    let with = |constraint: &str| {
        let mut brief = Brief::clone(&free.brief);
        brief.formulas.push(constraint.into());
        Turn { brief: Arc::new(brief), ..free.clone() }
    };
    let pick = |turn: &Turn| operator.answer(turn, &turn.brief.team[0], &[go]).expect("a readable mission").pick;
    // One operator hears of all of them: what it keeps of one mission does not leak into another.
    assert_eq!(pick(&free), Some(go));
    assert_eq!(pick(&with("G !open(robot_1, fridge)")), None);
    assert_eq!(pick(&with("G !open(robot_1, drawer_1)")), Some(go));
    assert_eq!(pick(&turn(&domain, 3)), None);
    assert_eq!(pick(&free), Some(go));
}

#[test]
fn an_operator_who_means_something_by_free_words_answers_by_it() {
    let domain = Arc::new(Transport::household());
    let (go, idle) = (option(&domain, "go_to(fridge)"), option(&domain, "idle"));
    let plain = turn(&domain, 4);
    let vague = Turn {
        brief: Arc::new(Brief {
            text: "Put the fruit away.".into(),
            formulas: Vec::new(),
            ..Brief::clone(&plain.brief)
        }),
        ..plain.clone()
    };
    let robot = &plain.brief.team[0];
    let operator = || SimulatedOperator::new(domain.clone(), RELIABLE, 1).expect("usable habits");
    let refused = operator().answer(&vague, robot, &[idle, go]).expect_err("it means nothing by it").to_string();
    assert!(refused.contains("fruit"), "{refused}");
    let knowing = operator().meaning([(vague.brief.text.clone(), plain.brief.formulas.clone())].into());
    let answer = |operator: &SimulatedOperator, turn| operator.answer(turn, robot, &[idle, go]).expect("it knows").pick;
    assert_eq!((answer(&knowing, &vague), answer(&operator(), &plain)), (Some(go), Some(go)));
}

#[test]
fn errors_come_at_their_rate_and_are_wrong() {
    let domain = Arc::new(Transport::household());
    let turn = turn(&domain, 4);
    let [go, grab, idle] = ["go_to(fridge)", "grab(apple_1)", "idle"].map(|symbol| option(&domain, symbol));
    for (error_rate, range) in [(0.0, 0..=0), (0.02, 20..=62), (0.05, 67..=133), (1.0, 2000..=2000)] {
        let habits = OperatorHabits { error_rate, ..RELIABLE };
        let operator = |seed| answer(&domain, habits, seed, &turn, &[idle, go, grab]);
        let answers: Vec<OperatorAnswer> = (0..2000).map(operator).collect();
        let errors: Vec<_> = answers.iter().filter(|answer| answer.is_error()).collect();
        // Four standard errors either way.
        assert!(range.contains(&errors.len()), "{} of 2000 at {error_rate}", errors.len());
        assert!(errors.iter().all(|error| error.right == Some(go) && error.pick != Some(go)));
        if errors.len() > 20 {
            let kinds: BTreeSet<_> = errors.iter().map(|error| error.pick).collect();
            assert_eq!(kinds, BTreeSet::from([Some(idle), Some(grab)]));
        }
    }
    // Where every option is right, the only wrong answer is to take none.
    let habits = OperatorHabits { error_rate: 1.0, ..RELIABLE };
    assert_eq!(answer(&domain, habits, 1, &turn, &[go]).pick, None);
}

#[test]
fn the_same_question_gets_the_same_answer_after_the_same_time() {
    let domain = Arc::new(Transport::household());
    let turn = turn(&domain, 4);
    let offered = ["go_to(fridge)", "idle"].map(|symbol| option(&domain, symbol));
    let habits =
        OperatorHabits { error_rate: 0.5, least_delay: Duration::from_secs(2), greatest_delay: Duration::from_secs(9) };
    let answers: Vec<OperatorAnswer> = (0..50).map(|seed| answer(&domain, habits, seed, &turn, &offered)).collect();
    for (seed, first) in (0..).zip(&answers) {
        assert_eq!(answer(&domain, habits, seed, &turn, &offered), *first);
        assert!(first.delay >= Duration::from_secs(2) && first.delay <= Duration::from_secs(9));
    }
    let delays: BTreeSet<Duration> = answers.iter().map(|answer| answer.delay).collect();
    assert!(delays.len() > 40, "{delays:?}");
}

#[test]
fn what_is_no_delivery_is_judged_by_search_at_any_site() {
    let domain = Arc::new(Transport::household());
    let plain = turn(&domain, 2);
    let robots = [Robot { id: plain.brief.team[0].clone(), kind: None }];
    let world = Arc::new(World::new(domain.domain().clone(), &robots).expect("a team of one"));
    let (text, formulas) = ("Air the fridge.".to_owned(), vec!["F open(fridge)".to_owned()]);
    let brief = Brief { text, formulas, ..Brief::clone(&plain.brief) };
    let turn = Turn { brief: Arc::new(brief), ..plain.clone() };
    let [go, idle] = ["go_to(fridge)", "idle"].map(|symbol| option(&domain, symbol));
    for transport in [None, Some(domain.clone())] {
        let operator = SimulatedOperator::of_site(world.clone(), transport, RELIABLE, 1).expect("usable habits");
        let pick = |turn: &Turn| operator.answer(turn, &turn.brief.team[0], &[idle, go]).expect("it knows").pick;
        assert_eq!(pick(&turn), Some(go), "there is no time to idle");
        let longer = Brief { horizon: 3, ..Brief::clone(&turn.brief) };
        assert_eq!(pick(&Turn { brief: Arc::new(longer), ..turn.clone() }), Some(idle));
    }
    let exact = SimulatedOperator::of_site(world.clone(), Some(domain), RELIABLE, 1).expect("usable habits");
    let robot = &plain.brief.team[0];
    assert_eq!(exact.answer(&plain, robot, &[go]).expect("it knows").pick, None, "two steps bring nothing to the sink");
    let free = Brief { text: "Air it.".to_owned(), formulas: Vec::new(), ..Brief::clone(&turn.brief) };
    let free = Turn { brief: Arc::new(free), ..turn.clone() };
    let told = SimulatedOperator::of_site(world, None, RELIABLE, 1).expect("usable habits");
    let told = told.meaning([(free.brief.text.clone(), turn.brief.formulas.clone())].into());
    assert_eq!(told.answer(&free, robot, &[idle, go]).expect("it was told").pick, Some(go));
}

#[test]
fn habits_that_make_no_sense_are_refused() {
    let domain = Arc::new(Transport::household());
    let refused = |habits| match SimulatedOperator::new(domain.clone(), habits, 1) {
        Err(ScoreError::Setting { name, .. }) => name,
        other => panic!("{other:?}"),
    };
    for error_rate in [-0.1, 1.1, f64::NAN] {
        assert_eq!(refused(OperatorHabits { error_rate, ..RELIABLE }), "error_rate");
    }
    assert_eq!(refused(OperatorHabits { least_delay: Duration::from_secs(30), ..RELIABLE }), "least_delay");
}
