//! What people say at any site, as a model with a known distribution rewrites it.

use crate::mixture::Mixture;
use surefleet_english::Vocabulary;
use surefleet_grounded::{Hypotheses, Meaning, Rewriter};
use surefleet_mission::Transport;

const TEXT: &str = "Would you pop the red apple in the sink, my sister is coming.";

fn meanings(text: &str, answers: &[(&str, f64)]) -> Hypotheses<Meaning> {
    let vocabulary = Vocabulary::of(&Transport::household().world(2));
    Rewriter::new(Mixture::new(answers)).meanings(text, &vocabulary).expect("the model answers")
}

fn assert_near(found: &Hypotheses<Meaning>, expected: &[(&str, f64)]) {
    assert_eq!(found.meanings.len(), expected.len(), "{found:?}");
    for ((meaning, p), (words, q)) in found.meanings.iter().zip(expected) {
        assert_eq!(meaning.words, *words);
        assert!((p - q).abs() < 1e-6, "{words}: {p}, not {q}");
    }
}

#[test]
fn what_the_model_writes_is_read_with_names_in_place_of_marks() {
    let found = meanings(TEXT, &[("bring <t1> to <p1> .", 0.75), ("take <t1> ; go to <p1> .", 0.25)]);
    assert_near(&found, &[("bring apple 1 to the sink", 0.75), ("take apple 1 ; go to the sink", 0.25)]);
    assert_eq!(found.meanings[0].0.formula.to_string(), "F G located(apple_1, sink)");
    assert!(found.unexplained < 1e-6, "{}", found.unexplained);
}

#[test]
fn different_words_for_one_formula_count_together() {
    let found = meanings(TEXT, &[("bring <t1> to <p1> .", 0.5), ("in the end <t1> is at <p1> .", 0.5)]);
    assert_eq!(found.meanings.len(), 1, "{found:?}");
    assert!((found.meanings[0].1 - 1.0).abs() < 1e-6, "{found:?}");
}

#[test]
fn what_is_unclear_or_not_read_or_leaves_something_out_is_unexplained() {
    for (answer, why) in [
        ("? .", "it says that it is unclear"),
        ("take <t1> .", "the sink is left out"),
        ("<p1> <t1> bring .", "no sentence"),
        ("never bring <t1> to <p1> to <p1> .", "no sentence"),
    ] {
        let found = meanings(TEXT, &[("bring <t1> to <p1> .", 0.7), (answer, 0.3)]);
        assert_near(&found, &[("bring apple 1 to the sink", 0.7)]);
        assert!((found.unexplained - 0.3).abs() < 1e-6, "{why}: {}", found.unexplained);
    }
}
