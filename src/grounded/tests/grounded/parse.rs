//! The parser's results, against a model whose distribution is known.

use std::time::{Duration, Instant};

use crate::mixture::Mixture;
use futures::executor::block_on;
use surefleet_grounded::{ConstrainedParser, Hypotheses, MissionGrammar, MissionParser, SearchLimits, parse};
use surefleet_language::Prompt;
use surefleet_mission::Transport;

fn found(model: &mut Mixture, limits: SearchLimits) -> (MissionGrammar, Hypotheses) {
    let domain = Transport::household();
    let grammar = MissionGrammar::new(&domain, 12);
    let prompt = Prompt { prefix: "".into(), suffix: "whatever".into() };
    let hypotheses =
        parse(model, &grammar, &prompt, limits, Instant::now() + Duration::from_secs(600)).expect("the model answers");
    (grammar, hypotheses)
}

fn sentences(answers: &[(&str, f64)], limits: SearchLimits) -> (Vec<(String, f64)>, f64) {
    let domain = Transport::household();
    let (grammar, hypotheses) = found(&mut Mixture::new(answers), limits);
    let written = hypotheses.meanings.iter().map(|(mission, p)| (grammar.write(mission, &domain), *p)).collect();
    (written, hypotheses.unexplained)
}

fn assert_near(found: &[(String, f64)], expected: &[(&str, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((sentence, p), (wanted, q)) in found.iter().zip(expected) {
        assert_eq!(sentence, wanted);
        assert!((p - q).abs() < 1e-6, "{sentence}: {p}, not {q}");
    }
}

/// `robot_1` begins `robot_10` and `robot_12`, `apple_1 to table` ends like others: beginnings that stay open for long.
const VAGUE: [(&str, f64); 4] = [
    ("apple_1 to table ; never robot_1 grab knife_1 .", 0.5),
    ("apple_1 to table ; never robot_12 grab knife_1 .", 0.3),
    ("apple_1 or apple_2 to table or sink .", 0.15),
    ("apple_2 to sink ; apple_1 to sink .", 0.05),
];

#[test]
fn meanings_come_with_the_models_own_probabilities_the_likeliest_first() {
    let (found, unexplained) = sentences(&VAGUE, SearchLimits::default());
    assert_near(&found, &VAGUE);
    assert!(unexplained < 1e-3, "{unexplained}");
}

#[test]
fn what_is_not_looked_at_is_counted() {
    let (found, unexplained) = sentences(&VAGUE, SearchLimits { hypotheses: 2, ..SearchLimits::default() });
    assert_near(&found, &VAGUE[..2]);
    assert!((unexplained - 0.2).abs() < 1e-6, "{unexplained}");
    let (found, unexplained) = sentences(&VAGUE, SearchLimits { tail: 0.06, ..SearchLimits::default() });
    assert_near(&found, &VAGUE[..3]);
    assert!((unexplained - 0.05).abs() < 1e-6, "{unexplained}");
    let (found, unexplained) = sentences(&VAGUE, SearchLimits { passes: 10, ..SearchLimits::default() });
    assert!(found.is_empty());
    assert_eq!(unexplained, 1.0);
}

#[test]
fn what_the_model_would_write_but_no_mission_is_stays_unexplained() {
    // The model prefers an impossible mission: to deliver into the fridge.
    let answers = [("apple_1 to fridge .", 0.9), ("apple_1 to sink .", 0.07), ("apple_1 to shelf .", 0.03)];
    let (found, unexplained) = sentences(&answers, SearchLimits::default());
    assert_near(&found, &[("apple_1 to sink .", 0.07), ("apple_1 to shelf .", 0.03)]);
    assert!((unexplained - 0.9).abs() < 1e-6, "{unexplained}");
}

#[test]
fn a_clear_text_costs_one_pass_a_token() {
    let answer = "apple_1 to table ; bread_1 to sink .";
    let mut model = Mixture::new(&[(answer, 1.0)]);
    let (_, hypotheses) = found(&mut model, SearchLimits::default());
    assert_eq!((model.passes, hypotheses.usage.model_calls), (answer.len(), answer.len() as u64));
    assert_eq!(hypotheses.usage.prompt_tokens - hypotheses.usage.cached_tokens, answer.len() as u64);
}

#[test]
fn a_model_that_knows_nothing_explains_nothing() {
    let (_, hypotheses) = found(&mut Mixture::new(&[]), SearchLimits { passes: 300, ..SearchLimits::default() });
    assert!(hypotheses.unexplained > 0.9, "{}", hypotheses.unexplained);
}

#[test]
fn a_search_that_does_not_end_in_time_gives_no_meanings() {
    let domain = Transport::household();
    let (grammar, prompt) = (MissionGrammar::new(&domain, 1), Prompt { prefix: "".into(), suffix: "whatever".into() });
    let mut model = Mixture::new(&VAGUE);
    let refused = parse(&mut model, &grammar, &prompt, SearchLimits::default(), Instant::now()).expect_err("no time");
    assert!(refused.to_string().contains("0 runs of it were not enough"), "{refused}");
    assert_eq!(model.passes, 0);
    let parser = ConstrainedParser::new(model).with_patience(Duration::ZERO);
    assert_eq!(block_on(parser.parse(&grammar, &prompt)), Err(refused));
}
