//! What the household's missions leave open, and their plain words, read as English.

use std::sync::Arc;

use surefleet_english::{Vocabulary, read};
use surefleet_ltl::Formula;
use surefleet_mission::{Distribution, Mission, TeamClass, Transport};

fn household() -> Distribution {
    Distribution::household(Arc::new(Transport::household())).expect("it is large enough")
}

#[test]
fn missions_of_deliveries_leave_nothing_open() {
    let distribution = household();
    for class in TeamClass::ALL {
        let vocabulary = Vocabulary::of(&distribution.domain().world(class.team_size()));
        for seed in 0..1_000 {
            let text = distribution.sample(class, seed).text;
            assert_eq!(vocabulary.inventory(&text).open_parts(), 0, "{text}");
        }
    }
}

#[test]
fn parts_of_a_mission_that_leave_something_open_are_counted() {
    let vocabulary = Vocabulary::of(&Transport::household().world(1));
    for (text, parts) in [
        ("Put apple 1 in the sink.", 0),
        ("Put the kettle away.", 1),
        ("Put the kettle away. Bring the other apple to the sink.", 2),
        ("Tidy up bread 1. Put apple 1 in the sink. Bring my kettle to the shelf. Store knife 2 somewhere.", 3),
    ] {
        assert_eq!(vocabulary.inventory(text).open_parts(), parts, "{text}");
    }
}

#[test]
fn what_english_reads_of_a_mission_is_what_is_meant() {
    let distribution = household();
    let domain = distribution.domain();
    let mut read_right = 0;
    for class in TeamClass::ALL {
        let vocabulary = Vocabulary::of(&domain.world(class.team_size()));
        for seed in 0..300 {
            let scenario = distribution.sample(class, seed);
            for text in [&scenario.text, &scenario.mission.plain_words(domain)] {
                let Ok(reading) = read(text, &vocabulary) else { continue };
                let formulas: Vec<Formula> = reading.statements.into_iter().map(|asked| asked.formula).collect();
                let meant = Mission::of_formulas(&formulas, domain, &scenario.team);
                let sorted = |mut mission: Mission| {
                    mission.subtasks.sort_by_key(|subtask| subtask.items.clone());
                    mission
                };
                assert_eq!(meant.map(sorted), Some(sorted(scenario.mission.clone())), "{text}");
                read_right += 1;
            }
        }
    }
    assert!(read_right > 700, "{read_right}");
}
