//! What the household's missions name, against what they mean; and their plain words, read as English.

mod whole;

use std::sync::Arc;

use surefleet_english::{Vocabulary, read};
use surefleet_ltl::Formula;
use surefleet_mission::{Distribution, ItemId, Mission, PlaceId, Subtask, TeamClass, Transport};
use whole::whole;

fn household() -> Distribution {
    Distribution::household(Arc::new(Transport::household())).expect("it is large enough")
}

#[test]
fn what_is_named_accounts_for_what_is_meant_and_not_for_less_or_more() {
    let distribution = household();
    let domain = distribution.domain();
    let (mut elsewhere, mut unsaid) = (0, 0);
    for class in TeamClass::ALL {
        let vocabulary = Vocabulary::of(&domain.world(class.team_size()));
        for seed in 0..1_000 {
            let scenario = distribution.sample(class, seed);
            let (text, mission) = (&scenario.text, &scenario.mission);
            let inventory = vocabulary.inventory(text);
            let allows = |mission: &Mission| inventory.allows(&whole(mission, domain, &scenario.team));
            assert_eq!(inventory.open_parts(), 0, "{text}");
            assert!(allows(mission), "{text}");
            let named = vocabulary.mentions(text).into_iter().filter(|mention| !mention.is_sort);
            for name in named.flat_map(|mention| mention.names) {
                let formula =
                    Formula::parse(&whole(mission, domain, &scenario.team).to_string().replace(&name, "robot"));
                assert!(!inventory.allows(&formula.expect("another argument")), "{name} is dropped: {text}");
            }

            let said = text.to_lowercase();
            let is_said = |phrase: &String, words: &[String]| {
                let phrase = phrase.strip_prefix("the ").unwrap_or(phrase);
                said.contains(phrase) || words.iter().any(|word| said.contains(word.as_str()))
            };
            let is_unsaid = |place: &PlaceId| !is_said(&domain.place(*place).phrase, &domain.place(*place).words);
            if let Some(place) = domain.surfaces().find(is_unsaid) {
                let mut other = mission.clone();
                other.subtasks[0].destinations = vec![place];
                assert!(!allows(&other), "a place that is not named: {text}");
                elsewhere += 1;
            }
            // "Knives" and "loaves" begin as "knife" and "loaf" do.
            let stems = |name: &str| {
                let of_it = domain.sorts().filter(|(_, names)| names.contains(&name));
                of_it.flat_map(|(words, _)| words.iter().map(|word| word[..3].to_owned())).collect::<Vec<_>>()
            };
            let is_unsaid = |item: &ItemId| {
                let item = domain.item(*item);
                !stems(&item.name).iter().any(|stem| said.contains(stem)) && !is_said(&item.label, &item.words)
            };
            if let Some(item) = domain.items().find(is_unsaid) {
                let mut more = mission.clone();
                more.subtasks.push(Subtask { items: vec![item], ..mission.subtasks[0].clone() });
                assert!(!allows(&more), "a thing that is not named: {text}");
                unsaid += 1;
            }
        }
    }
    assert!(elsewhere > 500 && unsaid > 500, "{elsewhere} {unsaid}");
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
