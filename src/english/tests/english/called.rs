//! What things of a site are called: a word that several of them share names none of them.

use std::sync::Arc;

use surefleet_english::{EnglishError, Vocabulary, read, readings};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

fn vocabulary(site: &str, robots: &[(&str, &str)]) -> Vocabulary {
    let file = format!("{}/../../examples/{site}/{site}.yaml", env!("CARGO_MANIFEST_DIR"));
    let yaml = std::fs::read_to_string(&file).expect("the site has a file");
    let domain = Domain::parse(&yaml, &file).unwrap_or_else(|error| panic!("{error}"));
    let robot = |(name, kind): &(&str, &str)| Robot {
        id: RobotId::new(name).expect("a plain name"),
        kind: Some((*kind).to_owned()),
    };
    let robots: Vec<Robot> = robots.iter().map(robot).collect();
    Vocabulary::of(&World::new(Arc::new(domain), &robots).expect("the team fits the site"))
}

#[test]
fn a_sort_and_a_thing_that_is_called_so_are_asked_about_together() {
    let greenhouse = vocabulary("greenhouse", &[("gardener_1", "gardener"), ("cart_1", "cart")]);
    // The potting table is called the potting bench, too.
    for (text, each) in [
        ("Put fern 2 on the bench.", "F G located(fern_2, PLACE)"),
        ("In the end fern 2 is on the bench.", "F G located(fern_2, PLACE)"),
        ("Fern 2 must always be on the bench.", "G located(fern_2, PLACE)"),
        ("Fern 2 must never be on the bench.", "G !located(fern_2, PLACE)"),
    ] {
        let error = read(text, &greenhouse).expect_err("it may be any of four");
        assert!(matches!(error, EnglishError::Unclear { .. }), "{text}: {error}");
        let found = readings(text, &greenhouse).expect("few meanings");
        let found: Vec<String> = found.iter().map(|reading| reading.formula().to_string()).collect();
        let places = ["bench_1", "bench_2", "bench_3", "potting_table"];
        assert_eq!(found, places.map(|place| each.replace("PLACE", place)), "{text}");
    }
    let one = |text: &str| read(text, &greenhouse).map(|reading| reading.formula().to_string());
    assert_eq!(one("Put fern 2 on the potting bench.").expect("one place"), "F G located(fern_2, potting_table)");
    assert_eq!(one("In the end fern 2 is on the sunny bench.").expect("one place"), "F G located(fern_2, bench_2)");
}

#[test]
fn a_robot_that_is_a_place_has_the_preposition_of_its_kind_and_an_atlas_is_one_book() {
    let library = vocabulary("library", &[("arm_1", "arm"), ("cart_1", "cart")]);
    for text in [
        "Put the atlas on cart 1.",
        "Make sure the atlas is with cart 1.",
        "I would like to have the atlas on cart 1.",
        "The atlas is needed on cart 1.",
        "I want the atlas to go to cart 1.",
    ] {
        let reading = read(text, &library).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(reading.formula().to_string(), "F G located(atlas, cart_1)", "{text}");
        assert_eq!(reading.statements[0].words, "In the end the atlas is on cart 1.");
    }
    // Arm 1 does it; the atlas is not with it in the end.
    assert!(read("Put the atlas on the issue desk with arm 1.", &library).is_err());
}

#[test]
fn a_number_that_nothing_of_a_sort_has_is_answered_with_those_that_there_are() {
    let library = vocabulary("library", &[("arm_1", "arm"), ("cart_1", "cart"), ("cart_2", "cart")]);
    for (text, hint) in [
        ("Put laptop 9 on the issue desk.", "\"9 on the issue desk\" at byte 11: say laptop 1; or: laptop 2"),
        ("Cart 7 must go to the foyer.", "say cart 1; or: cart 2"),
    ] {
        let error = read(text, &library).expect_err("there is none").to_string();
        assert!(error.ends_with(hint), "{error}");
    }
}
