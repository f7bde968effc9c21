//! The examples in refusals.

use crate::sites;
use surefleet_english::{EnglishError, read};

#[test]
fn a_refusal_gives_a_sentence_that_is_read_and_names_the_same_things() {
    for (site, text, instance) in [
        (
            "household",
            "If the electric kettle is in the fridge, get it out and stand it on the counter; otherwise leave it where it is.",
            "In the end kettle 1 is on the counter.",
        ),
        (
            "household",
            "The fridge must never be left open for more than three steps.",
            "The fridge must never be open.",
        ),
        (
            "household",
            "Under no circumstances are robots 1 and 2 to carry kettles to the stove simultaneously.",
            "Kettle 1 must never be on the stove.",
        ),
    ] {
        let vocabulary = sites::vocabulary(site);
        let refusal = read(text, &vocabulary).expect_err("it is not read");
        let (EnglishError::Unread { hints: said, .. } | EnglishError::Unclear { mend: said, .. }) = &refusal else {
            panic!("{text}: {refusal}")
        };
        let found = said.split_once("for instance \"").map_or("", |(_, rest)| rest.trim_end_matches('"'));
        assert_eq!(found, instance, "{text}: {refusal}");
        read(found, &vocabulary).unwrap_or_else(|refusal| panic!("{found}: {refusal}"));
    }
}

#[test]
fn whatever_a_refusal_gives_as_an_example_is_read() {
    let mut given = 0;
    for (site, texts) in sites::CORPORA {
        let vocabulary = sites::vocabulary(site);
        let sentences = sites::sentences(texts);
        for refusal in sentences.filter_map(|text| read(text, &vocabulary).err()) {
            let said = refusal.to_string();
            let Some((_, example)) = said.split_once("for instance \"") else { continue };
            let example = example.trim_end_matches('"');
            read(example, &vocabulary).unwrap_or_else(|refusal| panic!("{example}: {refusal}"));
            given += 1;
        }
    }
    assert!(given > 10, "{given}");
}
