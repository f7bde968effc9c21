//! The parser's results, against a model whose distribution is known.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use crate::mixture::Mixture;
use futures::executor::block_on;
use surefleet_grounded::{ConstrainedParser, Hypotheses, MissionGrammar, MissionParser, SearchLimits, parse};
use surefleet_language::Prompt;
use surefleet_mission::Transport;

fn found(model: &mut Mixture, limits: SearchLimits) -> (MissionGrammar, Hypotheses) {
    let grammar = MissionGrammar::new(&Transport::household().world(12));
    let prompt = Prompt { prefix: "".into(), suffix: "whatever".into() };
    let hypotheses =
        parse(model, &mut HashMap::new(), &grammar, &prompt, limits, Instant::now() + Duration::from_secs(600))
            .expect("the model answers");
    (grammar, hypotheses)
}

fn assert_near((grammar, found): &(MissionGrammar, Hypotheses), expected: &[(&str, f64)]) {
    assert_eq!(found.meanings.len(), expected.len(), "{found:?}");
    for ((meaning, p), (wanted, q)) in found.meanings.iter().zip(expected) {
        assert_eq!(Some(meaning), grammar.read(wanted).as_ref());
        assert!((p - q).abs() < 1e-6, "{meaning}: {p}, not {q}");
    }
}

/// `robot_1` begins `robot_10` and `robot_12`: beginnings that stay open for long.
const VAGUE: [(&str, f64); 4] = [
    ("F G located ( apple_1 , table ) & G ! grab ( robot_1 , knife_1 ) .", 0.5),
    ("F G located ( apple_1 , table ) & G ! grab ( robot_12 , knife_1 ) .", 0.3),
    ("F G located ( apple_1 or apple_2 , table or sink ) .", 0.15),
    ("F G located ( apple_2 , sink ) & F G located ( apple_1 , sink ) .", 0.05),
];

#[test]
fn meanings_come_with_the_models_own_probabilities_the_likeliest_first() {
    let found = found(&mut Mixture::new(&VAGUE), SearchLimits::default());
    assert_near(&found, &VAGUE);
    assert!(found.1.unexplained < 1e-3, "{}", found.1.unexplained);
}

#[test]
fn a_phrase_of_the_model_stands_for_several_symbols_and_costs_one_pass() {
    let phrases = ["F G located (", " ) & F G located (", " ) & G ! grab (", " ) ."];
    let mut plain = Mixture::new(&VAGUE);
    let mut phrased = Mixture::new(&VAGUE).with_phrases(&phrases);
    assert_near(&found(&mut phrased, SearchLimits::default()), &VAGUE);
    found(&mut plain, SearchLimits::default());
    assert!(phrased.passes < plain.passes, "{} and {}", phrased.passes, plain.passes);
}

#[test]
fn what_is_not_looked_at_is_counted() {
    let vague = |limits| found(&mut Mixture::new(&VAGUE), limits);
    let two = vague(SearchLimits { hypotheses: 2, ..SearchLimits::default() });
    assert_near(&two, &VAGUE[..2]);
    assert!((two.1.unexplained - 0.2).abs() < 1e-6, "{}", two.1.unexplained);
    let three = vague(SearchLimits { tail: 0.06, ..SearchLimits::default() });
    assert_near(&three, &VAGUE[..3]);
    assert!((three.1.unexplained - 0.05).abs() < 1e-6, "{}", three.1.unexplained);
    let none = vague(SearchLimits { passes: 10, ..SearchLimits::default() });
    assert_near(&none, &[]);
    assert_eq!(none.1.unexplained, 1.0);
}

#[test]
fn what_the_model_would_write_but_no_formula_is_stays_unexplained() {
    // The model prefers a place that is none.
    let [sink, shelf] = [("F G located ( apple_1 , sink ) .", 0.07), ("F G located ( apple_1 , shelf ) .", 0.03)];
    let answers = [("F G located ( apple_1 , apple_2 ) .", 0.9), sink, shelf];
    let found = found(&mut Mixture::new(&answers), SearchLimits::default());
    assert_near(&found, &[sink, shelf]);
    assert!((found.1.unexplained - 0.9).abs() < 1e-6, "{}", found.1.unexplained);
}

#[test]
fn what_the_grammar_forbids_is_never_bent_into_another_meaning() {
    // After "stove or" only the last surface may follow, after the first of two robots only a comma.
    for answer in [
        "F G located ( apple_1 , stove or sink ) .",
        "F G located ( knife_2 or apple_1 , table ) .",
        "F G located ( apple_1 , sink ) & G ! grab ( robot_1 or robot_2 , knife_1 ) .",
    ] {
        let (_, hypotheses) = found(&mut Mixture::new(&[(answer, 1.0)]), SearchLimits::default());
        assert!(hypotheses.meanings.is_empty() && hypotheses.unexplained == 1.0, "{answer}: {hypotheses:?}");
    }
}

#[test]
fn a_clear_text_costs_one_pass_a_token() {
    let answer = "F G located ( apple_1 , table ) & F G located ( bread_1 , sink ) .";
    let mut model = Mixture::new(&[(answer, 1.0)]);
    let (_, hypotheses) = found(&mut model, SearchLimits::default());
    assert_eq!((model.passes, hypotheses.usage.model_calls), (answer.len(), answer.len() as u64));
    assert_eq!(hypotheses.usage.prompt_tokens - hypotheses.usage.cached_tokens, answer.len() as u64);
}

#[test]
fn what_is_read_along_changes_the_number_of_passes_and_nothing_else() {
    let limits = [
        SearchLimits::default(),
        SearchLimits { hypotheses: 2, ..SearchLimits::default() },
        SearchLimits { tail: 0.06, ..SearchLimits::default() },
    ];
    for limits in limits {
        let (mut slow, mut fast) = (Mixture::new(&VAGUE), Mixture::new(&VAGUE).reading_along());
        let [one, other] = [found(&mut slow, limits).1, found(&mut fast, limits).1];
        assert_eq!((&one.meanings, one.unexplained), (&other.meanings, other.unexplained));
        assert!(fast.passes <= slow.passes, "{limits:?}");
    }
}

#[test]
fn a_meaning_that_goes_on_like_another_costs_a_pass_for_five_tokens() {
    let answer = |apple: u32| format!("F G located ( apple_{apple} , table ) & F G located ( bread_1 , sink ) .");
    let answers = [answer(1), answer(2)];
    let mut model = Mixture::new(&[(&answers[0], 0.6), (&answers[1], 0.4)]).reading_along();
    let (_, hypotheses) = found(&mut model, SearchLimits::default());
    assert_eq!(hypotheses.meanings.len(), 2);
    let rest = answers[0].len() - "F G located ( apple_1".len();
    assert_eq!(model.passes, answers[0].len() + rest.div_ceil(5));
}

#[test]
fn a_model_that_knows_nothing_explains_nothing() {
    let (_, hypotheses) = found(&mut Mixture::new(&[]), SearchLimits { passes: 300, ..SearchLimits::default() });
    assert!(hypotheses.unexplained > 0.9, "{}", hypotheses.unexplained);
}

#[test]
fn a_search_that_does_not_end_in_time_gives_no_meanings() {
    let domain = Transport::household();
    let (grammar, prompt) =
        (MissionGrammar::new(&domain.world(1)), Prompt { prefix: "".into(), suffix: "whatever".into() });
    let mut model = Mixture::new(&VAGUE);
    let refused = parse(&mut model, &mut HashMap::new(), &grammar, &prompt, SearchLimits::default(), Instant::now())
        .expect_err("no time");
    assert!(refused.to_string().contains("0 runs of it were not enough"), "{refused}");
    assert_eq!(model.passes, 0);
    let parser = ConstrainedParser::new(model).with_patience(Duration::ZERO);
    assert_eq!(block_on(parser.parse(&grammar, &prompt)), Err(refused));
}
