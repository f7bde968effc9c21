//! Texts that leave open which thing is meant: all that they may mean.

use crate::sites;
use surefleet_english::{EnglishError, MOST_READINGS, read, readings};

/// The meanings in words of a text about the household.
fn meanings(text: &str) -> Vec<String> {
    let vocabulary = sites::vocabulary("household");
    let found = readings(text, &vocabulary).unwrap_or_else(|error| panic!("{text}: {error}"));
    for reading in &found {
        let again = read(&reading.words(), &vocabulary).expect("its own words");
        assert_eq!(again.formula(), reading.formula(), "{text}");
    }
    found.iter().map(|reading| reading.words()).collect()
}

#[test]
fn a_clear_text_has_one_meaning() {
    assert_eq!(meanings("Bring apple 1 to the table."), ["In the end apple 1 is on the table."]);
}

#[test]
fn the_thing_of_several_is_each_of_them_and_the_same_one_throughout() {
    let kettles = ["In the end kettle 1 is on the table.", "In the end kettle 2 is on the table."];
    assert_eq!(meanings("Could you put the kettle on the table, please?"), kettles);
    let both = meanings("Bring the apple and the kettle to the table.");
    assert_eq!(both.len(), 4, "{both:?}");
    let same = meanings("Never put the kettle on the stove. Bring the kettle to the table.");
    assert_eq!(same.len(), 2, "{same:?}");
    for words in same {
        assert!(words.contains("kettle 1") != words.contains("kettle 2"), "{words}");
    }
    // "The kettle in the fridge" is another one.
    let other = meanings("Bring the kettle to the table. Bring the kettle in the fridge to the sink.");
    assert!(other.iter().all(|words| words.contains("for some kettle: ")), "{other:?}");
}

#[test]
fn where_a_thing_comes_from_tells_which_one_is_meant_in_each_meaning() {
    let from = |drawer: &str| {
        format!("(for some tomato: (that tomato is in {drawer} and in the end that tomato is on the table)).")
    };
    let both = [from("drawer 1"), from("drawer 2")];
    for text in ["Bring the tomato from the drawer to the table.", "Bring the tomato in the drawer to the table."] {
        assert_eq!(meanings(text), both, "{text}");
    }
    for text in ["Bring the tomato out of the drawer to the table.", "Get the tomato off the shelf."] {
        let shown = readings(text, &sites::vocabulary("household")).unwrap_or_default();
        let tells = |words: &str| words.contains("drawer") || words.contains("shelf");
        assert!(shown.iter().all(|reading| tells(&reading.words())), "{text}: {shown:?}");
    }
}

#[test]
fn what_a_choice_does_not_settle_is_refused_as_before() {
    let vocabulary = sites::vocabulary("household");
    for text in ["Bring the apple to the moon.", "Bring the apple to the table, whatever.", "Put the apple."] {
        assert_eq!(readings(text, &vocabulary), Err(read(text, &vocabulary).expect_err("it is refused")), "{text}");
    }
}

#[test]
fn more_meanings_than_a_person_can_choose_from_are_refused() {
    let text = "Bring the apple, the kettle and the knife to the table.";
    let vocabulary = sites::vocabulary("household");
    assert!(2_usize.pow(3) > MOST_READINGS);
    let error = readings(text, &vocabulary).expect_err("eight meanings");
    assert!(matches!(&error, EnglishError::Unclear { choices, .. } if choices == &["apple 1", "apple 2"]), "{error}");
    assert!(error.to_string().ends_with("\"one of the\": apple 1; or: apple 2"), "{error}");
}
