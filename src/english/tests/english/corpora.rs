//! Sentences about five sites, each with the formulas that it means or the refusal: `tests/corpora/<site>.txt`.
//!
//! A line without indent is a sentence. Indented lines below it are the formulas of its statements, or after `!` a part of
//! the refusal. Each was reviewed by eye.

use crate::sites;
use surefleet_english::read;

/// The sentences of a file with what is expected of them.
fn cases(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match (line.starts_with(' '), cases.last_mut()) {
            (true, Some((_, expected))) => expected.push(line.trim()),
            _ => cases.push((line, Vec::new())),
        }
    }
    cases
}

fn check(site: &str) {
    let (_, text) = sites::CORPORA.into_iter().find(|(of, _)| *of == site).expect("the site has a corpus");
    let vocabulary = sites::vocabulary(site);
    let mut wrong = Vec::new();
    let cases = cases(text);
    assert!(cases.len() > 20, "{site} has sentences");
    for (sentence, expected) in cases {
        let found: Vec<String> = match read(sentence, &vocabulary) {
            Ok(reading) => reading.statements.iter().map(|asked| asked.formula.to_string()).collect(),
            Err(refusal) => vec![format!("! {refusal}")],
        };
        // What is said back is a mission as well, where the sentence is one.
        if let Ok(reading) = read(sentence, &vocabulary) {
            let again = read(&reading.words(), &vocabulary).map(|again| again.has_goal());
            if reading.has_goal() && again != Ok(true) {
                wrong.push(format!("{sentence}\n  its words {again:?}: {}", reading.words()));
            }
        }
        let is_refused = |text: &&str| text.starts_with('!');
        let fits = match (expected.iter().any(is_refused), found.first()) {
            (true, Some(found)) => found.starts_with('!') && found.contains(expected[0].trim_start_matches('!').trim()),
            _ => found == expected,
        };
        if !fits {
            wrong.push(format!("{sentence}\n  {}", found.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {site}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn sentences_of_the_household_mean_their_formulas() {
    check("household");
}

#[test]
fn sentences_of_the_hospital_mean_their_formulas() {
    check("hospital");
}

#[test]
fn sentences_of_the_warehouse_mean_their_formulas() {
    check("warehouse");
}

#[test]
fn sentences_of_the_laboratory_mean_their_formulas() {
    check("laboratory");
}

#[test]
fn sentences_of_the_flat_mean_their_formulas() {
    check("flat");
}
