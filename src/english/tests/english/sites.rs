//! The sites of `config/domains`, with a team each.

use std::{path::Path, sync::Arc};

use surefleet_english::{Vocabulary, read};
use surefleet_fleet::RobotId;
use surefleet_world::{Domain, Robot, World};

/// A site, and its robots with their kinds.
pub type Site = (&'static str, &'static [(&'static str, Option<&'static str>)]);

/// The corpus of each shipped site: `tests/corpora/<site>.txt`.
pub const CORPORA: [(&str, &str); 5] = [
    ("household", include_str!("../corpora/household.txt")),
    ("hospital", include_str!("../corpora/hospital.txt")),
    ("warehouse", include_str!("../corpora/warehouse.txt")),
    ("laboratory", include_str!("../corpora/laboratory.txt")),
    ("flat", include_str!("../corpora/flat.txt")),
];

/// The sentences of a corpus, without what is expected of them.
pub fn sentences(corpus: &str) -> impl Iterator<Item = &str> {
    corpus.lines().filter(|line| !line.starts_with([' ', '#']) && !line.trim().is_empty())
}

/// The shipped sites.
pub const SITES: [Site; 5] = [
    ("household", &[("robot_1", None), ("robot_2", None)]),
    (
        "hospital",
        &[("assistant_1", Some("assistant")), ("assistant_2", Some("assistant")), ("porter_1", Some("porter"))],
    ),
    (
        "warehouse",
        &[
            ("picker_1", Some("picker")),
            ("picker_2", Some("picker")),
            ("carrier_1", Some("carrier")),
            ("carrier_2", Some("carrier")),
        ],
    ),
    ("laboratory", &[("arm_1", Some("arm")), ("arm_2", Some("arm")), ("rover_1", Some("rover"))]),
    ("flat", &[("drone_1", Some("drone")), ("dog_1", Some("dog")), ("arm_1", Some("arm")), ("arm_2", Some("arm"))]),
];

/// The world of a site with these robots.
pub fn world(site: &str, team: &[(&str, Option<&str>)]) -> World {
    let file = format!("{}/../../config/domains/{site}.yaml", env!("CARGO_MANIFEST_DIR"));
    let yaml = std::fs::read_to_string(Path::new(&file)).expect("the site has a file");
    let domain = Domain::parse(&yaml, &file).unwrap_or_else(|error| panic!("{error}"));
    let robot = |(name, kind): &(&str, Option<&str>)| Robot {
        id: RobotId::new(name).expect("a plain name"),
        kind: kind.map(str::to_owned),
    };
    let robots: Vec<Robot> = team.iter().map(robot).collect();
    World::new(Arc::new(domain), &robots).expect("the team fits the site")
}

/// The words of a site.
pub fn vocabulary(site: &str) -> Vocabulary {
    let (_, team) = SITES.iter().find(|(name, _)| *name == site).expect("a site");
    Vocabulary::of(&world(site, team))
}

/// What a text means at a site.
pub fn formula(site: &str, text: &str) -> String {
    match read(text, &vocabulary(site)) {
        Ok(reading) => reading.formula().to_string(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Each text means what the other one does.
pub fn same(site: &str, pairs: &[(&str, &str)]) {
    for (said, plain) in pairs {
        assert_eq!(formula(site, said), formula(site, plain), "{said}");
    }
}

/// Each text means what the other one does, at its site.
pub fn same_at(pairs: &[(&str, &str, &str)]) {
    for (site, said, plain) in pairs {
        same(site, &[(*said, *plain)]);
    }
}

/// No text is read at its site.
pub fn refused(texts: &[(&str, &str)]) {
    for (site, text) in texts {
        let found = read(text, &vocabulary(site));
        assert!(found.is_err(), "{text}: {}", found.expect("it is read").words());
    }
}
