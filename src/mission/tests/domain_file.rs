//! Domain files: another site needs no Rust, and an error names the mistake, its line and its correction.

use surefleet_fleet::RobotId;
use surefleet_mission::{Action, Mission, State, Transport, apply, check_plan, permits};

const HOUSEHOLD: &str = include_str!("../../../config/domains/household.yaml");
const WORKSHOP: &str = include_str!("workshop.yaml");

#[test]
fn another_site_needs_no_rust() {
    let domain = Transport::parse(WORKSHOP, "workshop.yaml").expect("the workshop is well formed");
    let symbols: Vec<&str> = domain.options().iter().map(|decision| domain.options().symbol(decision)).collect();
    assert_eq!(symbols.len(), 3 + 4 + 3 + 1 + 1);
    assert_eq!(symbols[3], "drive(locker)");
    let place = |name: &str| domain.find_place(name).expect("a place");
    let find = |symbol: &str| domain.options().find(symbol).unwrap_or_else(|| panic!("{symbol} is in S"));
    let state = State::new(&domain, 2, &[place("bench"), place("locker"), place("cart")], []).expect("two robots");

    // Items on the bench are in reach from everywhere: this file says so, the household does not.
    assert!(permits(&domain, &state, &[], 0, find("pick(drill)")).is_ok());
    let refused = |decision: &str| permits(&domain, &state, &[], 1, find(decision)).expect_err(decision).to_string();
    assert_eq!(refused("pick(screws_m4)"), "robot 2 cannot pick screw box 1 at screw box 1: the locker is locked");
    assert_eq!(
        refused("pick(screws_m6)"),
        "robot 2 cannot pick screw box 2 at screw box 2: it is too far from screw box 2"
    );
    assert_eq!(refused("place(cart)"), "robot 2 cannot place it on the cart: its gripper is empty");

    let team = [RobotId::new("mule").expect("a plain name"), RobotId::new("crane").expect("a plain name")];
    let text =
        "The drill should end up in the locker. Bring the small screws to the cart; crane must never take the drill.";
    let mission = Mission::parse(text, &domain, &team).expect("the words are in the file");
    let joint = |first: &str, second: &str| vec![Some(find(first)), Some(find(second))];
    let plan = [
        joint("pick(drill)", "unlock(locker)"),
        joint("place(locker)", "pick(screws_m4)"),
        joint("wait", "place(cart)"),
    ];
    assert_eq!(check_plan(&domain, &state, &mission, 3, &plan), Ok(()));
    let fault = check_plan(&domain, &state, &mission, 3, &plan[..2]).expect_err("half a plan");
    assert_eq!(fault.to_string(), "after the last step, sub-task 2 (screw box 1 to the cart) is not achieved");
    let swapped = [joint("wait", "pick(drill)")];
    let fault = check_plan(&domain, &state, &mission, 3, &swapped).expect_err("crane may not");
    assert_eq!(fault.to_string(), "step 1: robot 2 is to pick the drill at the drill, which requirement 1 forbids");
    assert!(mission.forbids(1, Action::Grab(domain.find_item("drill").expect("an item"))));
}

#[test]
fn laws_of_the_world_hold_where_a_file_forgets_them() {
    let domain = Transport::parse(WORKSHOP, "workshop.yaml").expect("the workshop is well formed");
    let bench = domain.find_place("bench").expect("a place");
    let state = State::new(&domain, 2, &[bench; 3], []).expect("two robots");
    let pick = domain.options().find("pick(drill)");
    let both = apply(&domain, &state, &[pick, pick]).expect_err("one drill, two grippers");
    assert_eq!(both.why, "robot 1 is to pick the drill at the drill in the same step");
    let state = apply(&domain, &state, &[pick, None]).expect("one picks it");
    let again = apply(&domain, &state, &[None, pick]).expect_err("it is in a gripper");
    assert_eq!(again.why, "nothing is locked");
    let more = apply(&domain, &state, &[domain.options().find("pick(screws_m4)")]).expect_err("the gripper is full");
    assert_eq!(more.why, "its gripper is full");
}

#[test]
fn digest_knows_content_from_layout() {
    let digest = |yaml: &str| Transport::parse(yaml, "x.yaml").expect("well formed").digest();
    let commented = format!("# another comment\n{HOUSEHOLD}");
    assert_eq!(digest(HOUSEHOLD), digest(&commented));
    assert_ne!(digest(HOUSEHOLD), digest(&HOUSEHOLD.replace("remain idle", "stay idle")));
    let household = Transport::household();
    let renamed = Transport::parse(&HOUSEHOLD.replace("text: grab", "text: seize"), "x.yaml").expect("well formed");
    assert_ne!(household.options().digest(), renamed.options().digest());
}

/// The message about the household file with one text replaced, and the line that it must name.
fn broken(from: &str, to: &str) -> (String, usize) {
    let at = HOUSEHOLD.find(from).unwrap_or_else(|| panic!("{from:?} is in the file"));
    let line = HOUSEHOLD[..at].lines().count() + usize::from(HOUSEHOLD[..at].ends_with('\n'));
    let yaml = HOUSEHOLD.replacen(from, to, 1);
    let error = Transport::parse(&yaml, "house.yaml").expect_err(to);
    (error.to_string(), line)
}

#[test]
fn mistakes_are_named_with_file_line_and_mend() {
    for (from, to, part) in [
        (
            "types: [item, container], exclusive",
            "types: [itme, container], exclusive",
            "\"itme\" is not a known type; did you mean \"item\"?",
        ),
        ("type: utensil", "type: utensill", "did you mean \"utensil\"?"),
        (
            "that: placed(target), otherwise: \"{holder_of(target)} holds it\"}\n    effects",
            "that: plced(target), otherwise: x}\n    effects",
            "did you mean \"placed\"?",
        ),
        (
            "at(robot, spot_of(target))\", otherwise",
            "at(robot, spotof(target))\", otherwise",
            "did you mean \"spot_of\"?",
        ),
        (
            "effects: [\"holding(robot, target)\"]",
            "effects: [\"at(robot, target)\"]",
            "does not do what its role promises; its effects are holding(robot, target)",
        ),
        ("text: open {target}", "text: open {place_of(target)}", "it may use its parameter only"),
        ("- open(container)\n", "- opened(container)\n", "\"opened\" is not a known predicate; did you mean \"open\"?"),
        ("{name: shelf, label", "{name: Shelf, label", "\"Shelf\" is not a usable name; use a-z"),
        ("{name: kettle_2,", "{name: kettle_1,", "\"kettle_1\" names two objects"),
        ("words: [cherry tomato]", "words: [ripe tomato]", "\"ripe tomato\" means two things"),
    ] {
        let (message, line) = broken(from, to);
        assert!(message.contains(part), "{message}\n  lacks {part}");
        let named: usize = message.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line number");
        // If two entries conflict, the message names the first of them.
        assert!(named == line || part.contains("two"), "{message}\n  should name line {line}");
    }
    for (from, to, part) in [
        ("role: grab", "role: grap", "unknown variant `grap`, expected one of"),
        (
            "needs:\n      - {that: placed(target)",
            "needs:\n      - {that: placed(target",
            "ends where \",\" or \")\" belongs",
        ),
        ("text: remain idle", "txet: remain idle", "unknown field `txet`"),
    ] {
        let (message, line) = broken(from, to);
        assert!(message.starts_with("house.yaml:") && message.contains(part), "{message}\n  lacks {part}");
        let named: usize = message.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line number");
        assert!(named.abs_diff(line) <= 1, "{message}\n  should name line {line}");
    }
}
