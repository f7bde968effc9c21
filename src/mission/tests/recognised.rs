//! Transports are recognised from what skills need and change: another site needs no Rust, and what is none is named.

use std::sync::Arc;

use surefleet_fleet::RobotId;
use surefleet_ltl::Formula;
use surefleet_mission::{Mission, NoTransport, Oracle, State, Transport, apply, check_plan, permits};
use surefleet_world::Domain;

const HOUSEHOLD: &str = include_str!("../../../config/domains/household.yaml");
const WORKSHOP: &str = include_str!("workshop.yaml");

fn read(yaml: &str) -> Result<Transport, NoTransport> {
    Transport::of(&Arc::new(Domain::parse(yaml, "site.yaml").unwrap_or_else(|error| panic!("{error}"))))
}

#[test]
fn another_site_needs_no_rust() {
    let domain = Arc::new(read(WORKSHOP).expect("it is a transport"));
    let symbols: Vec<&str> = domain.options().iter().map(|decision| domain.options().symbol(decision)).collect();
    assert_eq!(symbols.len(), 1 + 1 + 1 + 3 + 4);
    assert_eq!(symbols[7], "drive(locker)");
    let names = |places: Vec<_>| places.into_iter().map(|place| domain.place(place).name.clone()).collect::<Vec<_>>();
    assert_eq!(names(domain.places().collect()), ["locker", "bench_a", "cart"]);
    let place = |name: &str| domain.find_place(name).expect("a place");
    let find = |symbol: &str| domain.options().find(symbol).unwrap_or_else(|| panic!("{symbol} is in S"));
    assert_eq!(domain.whereabouts(place("cart")), "at the cart");
    let state = State::new(&domain, 2, &[place("bench_a"), place("locker"), place("cart")], []).expect("two robots");

    let refused = |decision: &str| permits(&domain, &state, &[], 1, find(decision)).expect_err(decision).to_string();
    assert_eq!(refused("pick(screws_m4)"), "robot 2 cannot pick screws m4: the tool locker is locked");
    assert_eq!(
        refused("pick(drill)"),
        "robot 2 cannot pick the drill: it is too far from the drill, or holds something"
    );
    assert_eq!(refused("place(bench_a)"), "robot 2 cannot place it on the work bench: its gripper is empty");

    let team = [RobotId::new("mule_1").expect("a plain name"), RobotId::new("crane_1").expect("a plain name")];
    let facts = state.to_facts(&domain, &team);
    assert!(facts.holds("stored(drill, bench_a)"));
    assert_eq!(State::from_facts(&domain, &team, &facts), Ok(state.clone()));

    let formula = Formula::parse("F G stored(screws_m4, bench_a) & G !pick(crane_1, drill)").expect("a formula");
    let mission = Mission::of_formulas(&[formula], &domain, &team).expect("deliveries and prohibitions");
    let joint = |first: &str, second: &str| vec![Some(find(first)), Some(find(second))];
    let plan = [
        joint("drive(drill)", "drive(locker)"),
        joint("pick(drill)", "unlock(locker)"),
        joint("wait", "pick(screws_m4)"),
        joint("wait", "place(bench_a)"),
    ];
    assert_eq!(check_plan(&domain, &state, &mission, 4, &plan), Ok(()));
    let fault = check_plan(&domain, &state, &mission, 4, &plan[..3]).expect_err("half a plan");
    assert_eq!(fault.to_string(), "after the last step, sub-task 1 (screws m4 to the work bench) is not achieved");
    let oracle = Oracle::new(&domain, &mission, 2).expect("the mission is well formed");
    assert_eq!(oracle.min_steps(&state, 9), Some(4));
    assert!(apply(&domain, &state, &joint("drive(drill)", "drive(drill)")).is_err());
}

#[test]
fn names_do_not_matter() {
    let mut yaml = HOUSEHOLD.to_owned();
    let renamed = ["spot_of", "holder_of", "located", "holding", "go_to", "grab", "put_down", "container", "surface"];
    for (name, other) in renamed.into_iter().zip('a'..) {
        yaml = yaml.replace(name, &format!("x{other}x"));
    }
    let domain = read(&yaml).expect("the structure is the household's");
    assert_eq!((domain.items().len(), domain.containers().len(), domain.surfaces().len()), (12, 3, 6));
}

#[test]
fn digest_knows_content_from_layout() {
    let digest = |yaml: &str| read(yaml).expect("a transport").digest();
    assert_eq!(digest(HOUSEHOLD), digest(&format!("# another comment\n{HOUSEHOLD}")));
    assert_ne!(digest(HOUSEHOLD), digest(&HOUSEHOLD.replace("remain idle", "stay idle")));
    let renamed = read(&HOUSEHOLD.replace("grab {target}", "seize {target}")).expect("a transport");
    assert_ne!(Transport::household().options().digest(), renamed.options().digest());
}

#[test]
fn what_is_no_transport_is_named_with_the_mend() {
    let without_laws = &HOUSEHOLD[..HOUSEHOLD.find("\nlaws:").expect("the household has laws")];
    assert!(read(without_laws).is_ok(), "nothing is lost by carrying it");
    let skill = "no transport: skill \"grab\" would be the one to take things, but has other ";
    for (from, to, part) in [
        ("      - {that: \"at(robot) = spot_of(target)\", otherwise: \"it is not at {spot_of(target)}\"}\n", "", skill),
        (
            "{that: \"at(robot) = target\"",
            "{that: \"at(robot) = target or at(robot) = table\"",
            "\"open\" would be the one to open",
        ),
        ("      - holding(robot) = target\n", "", skill),
        (
            "    occupies: [{what: target, if: item(target)}]",
            "    occupies: [target]",
            "but has other occupied objects;",
        ),
        ("put_down(target: surface)", "put_down(target: place)", "but has other parameters;"),
        (
            "  - is: idle",
            "  - {is: hum, text: hum, effects: [open(fridge)]}\n  - is: idle",
            "skill \"hum\" is one too many",
        ),
        (
            "  - {is: \"open(container)\"",
            "  - {is: \"clean(item)\"}\n  - {is: \"open(container)\"",
            "its predicate \"open\" says something else",
        ),
        (
            "laws:",
            "laws:\n  - {never: \"open(fridge)\", says: the fridge is shut}",
            "does not know of the law \"the fridge is shut\"",
        ),
        (
            "{that: \"holding(robot) != nothing\"",
            "{that: \"holding(robot) = apple_1\"",
            "\"put_down\" would be the one to put down what it holds",
        ),
        ("words: [cherry tomato]", "words: [ripe tomato]", "\"ripe tomato\" means two things"),
    ] {
        assert!(HOUSEHOLD.contains(from), "{from}");
        let message = read(&HOUSEHOLD.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(message.contains(part), "{message}\n  lacks {part}");
    }
}

#[test]
fn a_domain_of_other_things_is_no_transport() {
    let lamps = "domain: lamps\ntypes: [{name: lamp}]\nobjects: [{name: lamp_1, type: lamp}]\n\
                 predicates: [{is: lit(lamp)}]\nskills:\n  - {is: \"light(what: lamp)\", text: light, effects: [lit(what)]}\n  \
                 - {is: idle, text: idle}\n";
    let message = read(lamps).expect_err("lamps stay where they are").to_string();
    assert_eq!(
        message,
        "domain \"lamps\" is no transport: no predicate of it says where a robot is, and one that says what it holds; \
         declare one"
    );
}
