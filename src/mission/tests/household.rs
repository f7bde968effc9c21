//! The household of `config/domains/household.yaml`, as the paper's Fig. 3 and Section V-A describe it.

use surefleet_fleet::{Decision, Facts, RobotId};
use surefleet_mission::{Action, PlaceId, Spot, State, Target, Transport, Whereabouts, apply, permits};

fn team(size: usize) -> Vec<RobotId> {
    (1..=size).map(|number| RobotId::new(&format!("robot_{number}")).expect("a plain name")).collect()
}

fn decision(domain: &Transport, symbol: &str) -> Decision {
    domain.options().find(symbol).unwrap_or_else(|| panic!("{symbol} is in S"))
}

/// Apples in the closed fridge, all other items on the table.
fn morning(domain: &Transport, robots: usize) -> State {
    let place = |name: &str| domain.find_place(name).expect("a place of the household");
    let at = |item| if domain.item(item).label == "apple" { place("fridge") } else { place("table") };
    let places: Vec<PlaceId> = domain.items().map(at).collect();
    State::new(domain, robots, &places, []).expect("a small team")
}

fn step(domain: &Transport, state: &State, symbols: &[&str]) -> Result<State, String> {
    let joint: Vec<_> = symbols.iter().map(|symbol| Some(decision(domain, symbol))).collect();
    apply(domain, state, &joint).map_err(|refusal| refusal.to_string())
}

#[test]
fn decision_set_has_the_canonical_37_decisions() {
    let domain = Transport::household();
    let symbols: Vec<&str> = domain.options().iter().map(|decision| domain.options().symbol(decision)).collect();
    assert_eq!(symbols.len(), 37);
    let marks = [(0, "go_to(apple_1)"), (12, "go_to(fridge)"), (15, "grab(apple_1)"), (27, "put_down(counter)")];
    for (index, symbol) in marks.into_iter().chain([(33, "open(fridge)"), (36, "idle")]) {
        assert_eq!(symbols[index], symbol);
    }
    let text = |symbol| domain.options().text(decision(&domain, symbol));
    assert_eq!(text("go_to(drawer_2)"), "go to drawer 2");
    assert_eq!(text("put_down(sink)"), "put it down in the sink");
    assert_eq!(text("grab(knife_1)"), "grab knife 1");
    let apple = domain.find_item("apple_2").expect("an apple");
    assert_eq!(domain.options().of(Action::Reach(Target::Item(apple))), Some(Decision::new(1)));
}

#[test]
fn a_symbol_is_a_skill_and_its_arguments() {
    let domain = Transport::household();
    let options = domain.options();
    let parts = |symbol| (options.skill(decision(&domain, symbol)), options.arguments(decision(&domain, symbol)));
    assert_eq!(parts("open(fridge)"), ("open", vec!["fridge".to_owned()]));
    assert_eq!(parts("idle"), ("idle", vec![]));
    for option in options.iter() {
        let arguments = options.arguments(option).join(", ");
        let called = if arguments.is_empty() { String::new() } else { format!("({arguments})") };
        assert_eq!(format!("{}{called}", options.skill(option)), options.symbol(option));
    }
}

#[test]
fn sub_task_from_a_closed_container_takes_four_steps() {
    let domain = Transport::household();
    let apple = domain.find_item("apple_1").expect("an apple");
    let state = morning(&domain, 1);
    let state = step(&domain, &state, &["go_to(apple_1)"]).expect("it can go there");
    assert_eq!(state.spot(0), Spot::Place(domain.find_place("fridge").expect("a fridge")));
    assert_eq!(
        step(&domain, &state, &["grab(apple_1)"]),
        Err("robot 1 cannot grab apple 1: the fridge is closed".into())
    );
    let state = step(&domain, &state, &["open(fridge)"]).expect("it is at the fridge");
    assert_eq!(
        step(&domain, &state, &["open(fridge)"]),
        Err("robot 1 cannot open the fridge: the fridge is open already".into())
    );
    let state = step(&domain, &state, &["grab(apple_1)"]).expect("it is open");
    assert_eq!(
        step(&domain, &state, &["grab(apple_2)"]),
        Err("robot 1 cannot grab apple 2: it already holds apple 1".into())
    );
    let state = step(&domain, &state, &["put_down(sink)"]).expect("it holds something");
    let sink = domain.find_place("sink").expect("a sink");
    assert_eq!(state.whereabouts(apple), Whereabouts::Place(sink));
    assert_eq!((state.spot(0), state.held(0)), (Spot::Place(sink), None));
}

#[test]
fn putting_down_passes_its_place_with_the_item_in_hand() {
    let domain = Transport::household();
    let world = domain.world(1);
    let moments = |state: &State, symbol: &str| -> Vec<State> {
        let passed = world.moments(&domain.concrete(&world, state), 0, decision(&domain, symbol));
        passed.iter().map(|moment| domain.abstracted(&world, moment, &[0]).expect("the household's own")).collect()
    };
    let held =
        |states: &[State]| states.iter().map(|state| (state.held(0).is_some(), state.spot(0))).collect::<Vec<_>>();
    let sink = Spot::Place(domain.find_place("sink").expect("there is one"));
    let at_item = step(&domain, &morning(&domain, 1), &["go_to(tomato_1)"]).expect("it is on the table");
    let grabbed = moments(&at_item, "grab(tomato_1)");
    assert_eq!(held(&grabbed), [(true, Spot::Nowhere)]);
    let put = moments(&grabbed[0], "put_down(sink)");
    assert_eq!(held(&put), [(true, sink), (false, sink)]);
    assert_eq!(moments(&put[1], "idle"), []);
}

#[test]
fn being_at_a_surface_is_not_being_at_its_items() {
    let domain = Transport::household();
    let mut state = morning(&domain, 1);
    for symbol in ["go_to(knife_1)", "grab(knife_1)", "put_down(sink)"] {
        state = step(&domain, &state, &[symbol]).expect("the steps of one sub-task");
    }
    assert_eq!(
        step(&domain, &state, &["grab(knife_1)"]),
        Err("robot 1 cannot grab knife 1: it is not at knife 1".into())
    );
}

#[test]
fn preconditions_are_read_at_the_start_of_the_joint_step() {
    let domain = Transport::household();
    let state = step(&domain, &morning(&domain, 2), &["go_to(fridge)", "go_to(fridge)"]).expect("both fit there");
    let refused = step(&domain, &state, &["open(fridge)", "grab(apple_1)"]);
    assert_eq!(refused, Err("robot 2 cannot grab apple 1: the fridge is closed".into()));
}

#[test]
fn robots_conflict_over_items_and_doors_but_not_over_standing_room() {
    let domain = Transport::household();
    let state = step(&domain, &morning(&domain, 2), &["go_to(fridge)", "go_to(fridge)"]).expect("both fit there");
    let refused = step(&domain, &state, &["open(fridge)", "open(fridge)"]);
    assert_eq!(refused, Err("robot 2 cannot open the fridge: robot 1 is to open the fridge in the same step".into()));
    let refused = step(&domain, &state, &["go_to(knife_1)", "go_to(knife_1)"]);
    assert_eq!(refused, Err("robot 2 cannot go to knife 1: robot 1 is to go to knife 1 in the same step".into()));
    let so_far = [(1, decision(&domain, "go_to(apple_1)"))];
    assert!(permits(&domain, &state, &so_far, 0, decision(&domain, "go_to(fridge)")).is_ok());
    assert!(step(&domain, &state, &["open(fridge)", "go_to(fridge)"]).is_ok());
}

#[test]
fn whoever_waits_at_an_item_that_is_taken_is_nowhere() {
    let domain = Transport::household();
    let state = step(&domain, &morning(&domain, 2), &["go_to(knife_1)", "idle"]).expect("one goes");
    let state = step(&domain, &state, &["idle", "go_to(knife_1)"]).expect("then the other");
    let state = step(&domain, &state, &["idle", "grab(knife_1)"]).expect("the second is quicker");
    assert_eq!((state.spot(0), state.spot(1)), (Spot::Nowhere, Spot::Nowhere));
    let refused = step(&domain, &state, &["go_to(knife_1)", "idle"]);
    assert_eq!(refused, Err("robot 1 cannot go to knife 1: robot 2 holds it".into()));
}

#[test]
fn facts_say_where_everything_is() {
    let domain = Transport::household();
    let state = step(&domain, &morning(&domain, 2), &["go_to(knife_1)", "go_to(fridge)"]).expect("both go");
    let state = step(&domain, &state, &["grab(knife_1)", "open(fridge)"]).expect("both act");
    let facts = state.to_facts(&domain, &team(2));
    assert_eq!(facts.iter().len(), 14);
    for fact in ["holding(robot_1, knife_1)", "at(robot_2, fridge)", "open(fridge)", "located(apple_2, fridge)"] {
        assert!(facts.holds(fact), "{fact}");
    }
    assert_eq!(State::from_facts(&domain, &team(2), &facts), Ok(state));
}

#[test]
fn wrong_facts_are_refused_with_the_mend() {
    let domain = Transport::household();
    let facts = morning(&domain, 1).to_facts(&domain, &team(1));
    let with = |drop: &str, add: &str| {
        let kept = facts.iter().filter(|fact| *fact != drop).map(str::to_owned);
        let read = State::from_facts(&domain, &team(1), &Facts::new(kept.chain([add.to_owned()])));
        read.expect_err("the facts are wrong").to_string()
    };
    assert!(with("", "opn(fridge)").ends_with("did you mean \"open\"?"));
    assert!(with("", "open(fridg)").ends_with("did you mean \"fridge\"?"));
    assert!(with("", "open(table)").ends_with("\"table\" cannot be opened or closed"));
    assert!(with("", "located(apple_1, table)").contains("contradict each other"));
    assert!(with("located(apple_1, fridge)", "open(fridge)").starts_with("no fact says where \"apple_1\" is"));
}
