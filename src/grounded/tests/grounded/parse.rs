//! What is decoded under a notation, against a model whose distribution is known.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use crate::mixture::Mixture;
use surefleet_english::Vocabulary;
use surefleet_grounded::{Hypotheses, Rewriting, SearchLimits, parse};
use surefleet_language::Prompt;
use surefleet_mission::Transport;

const LIMITS: SearchLimits = SearchLimits { tail: 5e-3, hypotheses: 64, passes: 1024 };

/// With marks for three things and two places.
fn notation() -> Rewriting {
    let vocabulary = Vocabulary::of(&Transport::household().world(2));
    Rewriting::of(&vocabulary.mark("Bring apple 1, apple 2 and bread 1 to the sink or to the table."))
}

fn prompt() -> Prompt {
    Prompt { prefix: "".into(), suffix: "whatever".into() }
}

fn found(model: &mut Mixture, limits: SearchLimits) -> Hypotheses<String> {
    let until = Instant::now() + Duration::from_secs(600);
    parse(model, &mut HashMap::new(), &notation(), &prompt(), limits, until).expect("the model answers")
}

fn assert_near(found: &Hypotheses<String>, expected: &[(&str, f64)]) {
    assert_eq!(found.meanings.len(), expected.len(), "{found:?}");
    for ((meaning, p), (wanted, q)) in found.meanings.iter().zip(expected) {
        assert_eq!(Some(meaning.as_str()), wanted.strip_suffix(" ."));
        assert!((p - q).abs() < 1e-6, "{meaning}: {p}, not {q}");
    }
}

/// "1" begins "10" and "12": beginnings that stay open for long.
const SEVERAL: [(&str, f64); 4] = [
    ("bring <t1> to <p1> at most 1 times .", 0.5),
    ("bring <t1> to <p1> at most 12 times .", 0.3),
    ("bring <t1> or <t2> to <p1> or <p2> .", 0.15),
    ("bring <t2> to <p1> ; bring <t1> to <p1> .", 0.05),
];

#[test]
fn meanings_come_with_the_models_own_probabilities_the_likeliest_first() {
    let found = found(&mut Mixture::new(&SEVERAL), LIMITS);
    assert_near(&found, &SEVERAL);
    assert!(found.unexplained < 1e-3, "{}", found.unexplained);
}

#[test]
fn a_phrase_of_the_model_stands_for_several_symbols_and_costs_one_pass() {
    let phrases = [" at most", " ; bring", " times ."];
    let mut plain = Mixture::new(&SEVERAL);
    let mut phrased = Mixture::new(&SEVERAL).with_phrases(&phrases);
    assert_near(&found(&mut phrased, LIMITS), &SEVERAL);
    found(&mut plain, LIMITS);
    assert!(phrased.passes < plain.passes, "{} and {}", phrased.passes, plain.passes);
}

#[test]
fn what_is_not_looked_at_is_counted() {
    let of = |limits| found(&mut Mixture::new(&SEVERAL), limits);
    let two = of(SearchLimits { hypotheses: 2, ..LIMITS });
    assert_near(&two, &SEVERAL[..2]);
    assert!((two.unexplained - 0.2).abs() < 1e-6, "{}", two.unexplained);
    let three = of(SearchLimits { tail: 0.06, ..LIMITS });
    assert_near(&three, &SEVERAL[..3]);
    assert!((three.unexplained - 0.05).abs() < 1e-6, "{}", three.unexplained);
    let none = of(SearchLimits { passes: 10, ..LIMITS });
    assert_near(&none, &[]);
    assert_eq!(none.unexplained, 1.0);
}

#[test]
fn what_the_model_would_write_but_the_notation_has_not_stays_unexplained() {
    // The model prefers a mark that is none of the text's.
    let [sink, table] = [("bring <t1> to <p1> .", 0.07), ("bring <t1> to <p2> .", 0.03)];
    let found = found(&mut Mixture::new(&[("bring <t1> to <p9> .", 0.9), sink, table]), LIMITS);
    assert_near(&found, &[sink, table]);
    assert!((found.unexplained - 0.9).abs() < 1e-6, "{}", found.unexplained);
}

#[test]
fn what_the_notation_forbids_is_never_bent_into_another_meaning() {
    // A text does not begin with its end, and "?" stands alone.
    for answer in [". bring <t1> .", "? bring <t1> .", "bring ? ."] {
        let found = found(&mut Mixture::new(&[(answer, 1.0)]), LIMITS);
        assert!(found.meanings.is_empty() && found.unexplained == 1.0, "{answer}: {found:?}");
    }
}

#[test]
fn a_clear_text_costs_one_pass_a_token() {
    let answer = "bring <t1> to <p1> ; bring <t3> to <p2> .";
    let mut model = Mixture::new(&[(answer, 1.0)]);
    let found = found(&mut model, LIMITS);
    assert_eq!((model.passes, found.usage.model_calls), (answer.len(), answer.len() as u64));
    assert_eq!(found.usage.prompt_tokens - found.usage.cached_tokens, answer.len() as u64);
}

#[test]
fn what_is_read_along_changes_the_number_of_passes_and_nothing_else() {
    for limits in [LIMITS, SearchLimits { hypotheses: 2, ..LIMITS }, SearchLimits { tail: 0.06, ..LIMITS }] {
        let (mut slow, mut fast) = (Mixture::new(&SEVERAL), Mixture::new(&SEVERAL).reading_along());
        let [one, other] = [found(&mut slow, limits), found(&mut fast, limits)];
        assert_eq!((&one.meanings, one.unexplained), (&other.meanings, other.unexplained));
        assert!(fast.passes <= slow.passes, "{limits:?}");
    }
}

#[test]
fn a_meaning_that_goes_on_like_another_costs_a_pass_for_five_tokens() {
    let answer = |apple: u32| format!("bring <t{apple}> to <p1> ; bring <t3> to <p2> .");
    let answers = [answer(1), answer(2)];
    let mut model = Mixture::new(&[(&answers[0], 0.6), (&answers[1], 0.4)]).reading_along();
    assert_eq!(found(&mut model, LIMITS).meanings.len(), 2);
    let rest = answers[0].len() - "bring <t1".len();
    assert_eq!(model.passes, answers[0].len() + rest.div_ceil(5));
}

#[test]
fn a_model_that_knows_nothing_explains_nothing() {
    let found = found(&mut Mixture::new(&[]), SearchLimits { passes: 300, ..LIMITS });
    assert!(found.unexplained > 0.9, "{}", found.unexplained);
}

#[test]
fn a_search_that_does_not_end_in_time_gives_no_meanings() {
    let mut model = Mixture::new(&SEVERAL);
    let refused = parse(&mut model, &mut HashMap::new(), &notation(), &prompt(), LIMITS, Instant::now());
    let refused = refused.expect_err("no time").to_string();
    assert!(refused.contains("0 runs of it were not enough"), "{refused}");
    assert_eq!(model.passes, 0);
}
