use surefleet_mission::{Distribution, Mission, TeamClass, Transport};

use super::*;

fn household(team_size: usize) -> MissionGrammar {
    MissionGrammar::new(&Transport::household().world(team_size))
}

#[test]
fn every_mission_of_the_distribution_is_one_sentence() {
    let domain = Arc::new(Transport::household());
    let distribution = Distribution::household(domain.clone()).expect("the household is large enough");
    for class in TeamClass::ALL {
        let grammar = MissionGrammar::new(&domain.world(class.team_size()));
        let team = grammar.world().robots();
        for seed in 0..50 {
            let scenario = distribution.sample(class, seed);
            let sentence = scenario.mission.sentence(&domain);
            let formula = grammar.read(&sentence).expect("a sentence");
            let read = Mission::of_formula(&formula, &domain, team).expect("a mission");
            assert_eq!(read.subtasks, scenario.mission.subtasks, "{sentence}");
            let formulas = scenario.mission.formulas(&domain, team);
            assert_eq!(Some(read), Mission::of_formulas(&formulas, &domain, team), "{sentence}");
        }
    }
}

#[test]
fn an_argument_stands_for_any_of_what_it_names() {
    let grammar = household(2);
    let read = |text: &str| grammar.read(text).map(|formula| formula.to_string());
    assert_eq!(
        read("F G located ( apple_1 or apple_2 , table ) & G ! open ( robot , drawer ) ."),
        Some(
            "F G(located(apple_1, table) | located(apple_2, table)) & G !(open(robot_1, drawer_1) | open(robot_1, drawer_2) | \
             (open(robot_2, drawer_1) | open(robot_2, drawer_2)))"
                .to_owned()
        )
    );
    // A container that is open, and a robot that opens it.
    assert_eq!(read("F open(fridge)."), Some("F open(fridge)".to_owned()));
    assert_eq!(read("F open(robot_2, fridge)."), Some("F open(robot_2, fridge)".to_owned()));
    // Whatever a formula can say of the site, in the words of constraints.
    for text in [
        "(!open(drawer_1)) U located(apple_1, table)",
        "F (open(fridge) & F holding(robot_1, apple_1))",
        "G ((holding(robot_1, knife_1)) -> (!holding(robot_2, apple_1)))",
    ] {
        let meant = Formula::parse(text).expect("a formula");
        assert_eq!(grammar.read(&format!("{text} .")), Some(meant), "{text}");
    }
}

#[test]
fn a_name_without_arguments_is_a_proposition_beside_any_operator() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../pddl/tests/domains/yard.yaml");
    let domain = Arc::new(Domain::parse(&std::fs::read_to_string(path).expect("a file"), path).expect("a domain"));
    let bare = domain.predicates().iter().find(|one| one.arguments.is_empty() && one.value.is_none());
    let bare = bare.expect("the yard has one").name.clone();
    let robot = surefleet_fleet::RobotId::new("robot_1").expect("a name");
    let kind = domain.kinds().next().map(|kind| domain.types()[kind.index()].name.clone());
    let world = World::new(domain, &[surefleet_world::Robot { id: robot, kind }]).expect("a world");
    let grammar = MissionGrammar::new(&Arc::new(world));
    for text in [format!("F {bare}"), format!("{bare} U {bare}"), format!("({bare} & {bare}) W F {bare}")] {
        assert_eq!(grammar.read(&format!("{text} .")), Formula::parse(&text).ok(), "{text}");
    }
}

#[test]
fn what_no_formula_of_the_world_is_is_no_sentence() {
    let grammar = household(2);
    for sentence in [
        "",
        ".",
        "F G located(apple_1, table)",
        "F G located(apple_1, robot_1) .",
        "F G located(apple_1 or apple_1, table) .",
        "F G located(apple_2 or apple_1, table) .",
        "F G located(apple or bread_1, table) .",
        "F G located(apple_1) .",
        "F G located(apple_1, table, sink) .",
        "G ! grab(robot_3, knife_1) .",
        "G ! grab(robot_1 or robot_2, knife_1) .",
        "G ! grab(knife_1) .",
        "G ! open(table) .",
        "F open(fridge) & open(drawer_1) | open(drawer_2) .",
        "(F open(fridge) .",
        "F open(fridge)) .",
        "F open(fridge) . .",
        "F open(fridge) U open(drawer_1) U open(drawer_2) .",
        "! ! ! ! open(fridge) .",
    ] {
        assert_eq!(grammar.read(sentence), None, "{sentence}");
    }
}

#[test]
fn whatever_can_be_written_symbol_by_symbol_ends_as_a_formula_of_the_world() {
    // A seeded walk through the grammar of each site: no dead end, and search can compile what comes out.
    for site in ["household", "hospital", "warehouse", "laboratory", "flat"] {
        let path = format!("{}/../../config/domains/{site}.yaml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("the site's domain");
        let domain = Arc::new(Domain::parse(&text, &path).expect("a domain"));
        let kinds: Vec<_> = domain.kinds().collect();
        let robots = kinds.iter().zip(1..).map(|(kind, number)| surefleet_world::Robot {
            id: surefleet_fleet::RobotId::new(&format!("robot_{number}")).expect("a name"),
            kind: Some(domain.types()[kind.index()].name.clone()),
        });
        let world = Arc::new(World::new(Arc::clone(&domain), &robots.collect::<Vec<_>>()).expect("a world"));
        let grammar = MissionGrammar::new(&world);
        let mut random = 7_u64;
        for _ in 0..100 {
            let mut parse = PartialParse::default();
            let formula = loop {
                let next = grammar.next(&parse);
                assert!(!next.is_empty(), "{site}: {parse:?}");
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                // It ends and closes as soon as it may, most of the time.
                let closing = next.iter().find(|&&symbol| matches!(grammar.name(symbol), "." | ")")).copied();
                let any = next[(random >> 33) as usize % next.len()];
                let symbol = closing.filter(|_| random >> 60 != 0).unwrap_or(any);
                parse = grammar.after(&parse, symbol).expect("it may follow");
                if let Some(formula) = grammar.formula(&parse) {
                    break formula;
                }
            };
            for proposition in formula.propositions() {
                let words: Vec<&str> = proposition.arguments().collect();
                assert!(words.iter().all(|word| world.find(word).is_some()), "{site}: {proposition}");
            }
            let sentence: Vec<&str> = parse.read.iter().map(|&symbol| grammar.name(symbol)).collect();
            assert_eq!(grammar.read(&sentence.join(" ")), Some(formula), "{site}: {sentence:?}");
        }
    }
}
