use serde_json::{Value, json};

use super::answer::Answer;
use crate::{LabelledOption, Question, ScoreError};

/// Lower log-probabilities are raised to this value: some servers write -9999 for "no chance".
const LOWEST: f64 = -100.0;
/// Servers compute in f32: a mass below its resolution is the same as none.
const RESOLUTION: f64 = 1.0 / (1 << 24) as f64;

/// A chat request with the prompt's shared part as system message.
pub(super) fn chat_request(model: &str, question: &Question, top: u8) -> Value {
    // Temperature 1: servers that apply it to the listed log-probabilities then do not change them.
    json!({
        "model": model,
        "messages": [
            {"role": "system", "content": &*question.prompt.prefix},
            {"role": "user", "content": question.prompt.suffix},
        ],
        "max_tokens": 1,
        "temperature": 1.0,
        "logprobs": true,
        "top_logprobs": top,
    })
}

/// A completion request with the whole prompt.
pub(super) fn completion_request(model: &str, question: &Question, top: u8) -> Value {
    json!({
        "model": model,
        "prompt": question.prompt.text(),
        "max_tokens": 1,
        "temperature": 1.0,
        "logprobs": top,
    })
}

/// The likeliest first tokens with their log-probabilities, likeliest first, at most `top`.
///
/// Servers may list the drawn token after the likeliest ones. It depends on chance and is cut off.
pub(super) fn listed(answer: &Answer, top: usize) -> Result<Vec<(String, f64)>, String> {
    let choice = &answer.choices[0];
    let pair = |token: &Value, log: &Value| Some((token.as_str()?.to_owned(), log.as_f64()?));
    let chat_form = choice.pointer("/logprobs/content/0/top_logprobs").and_then(Value::as_array);
    let old_form = choice.pointer("/logprobs/top_logprobs/0").and_then(Value::as_object);
    let listed: Option<Vec<_>> = match (chat_form, old_form) {
        (Some(tokens), _) => tokens.iter().map(|one| pair(&one["token"], &one["logprob"])).collect(),
        (_, Some(tokens)) => tokens.iter().map(|(token, log)| Some((token.clone(), log.as_f64()?))).collect(),
        _ => return Err("it lists no log-probabilities of the first token".into()),
    };
    let mut listed = listed.ok_or("a listed token has no text or no log-probability")?;
    listed.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    listed.truncate(top);
    let mass: f64 = listed.iter().map(|(_, log)| log.exp()).sum();
    if listed.is_empty() || !(mass > 0.0 && mass < 1.001) {
        return Err(format!("the probabilities of its {} listed tokens sum to {mass}", listed.len()));
    }
    Ok(listed)
}

/// Each option's logit: the log of the mass of the listed tokens that are its label, ignoring blanks.
///
/// If the labels of m options are not listed, these options share a floor. Each gets at most the least listed
/// probability, and together they get at most the mass that is left: `ln(min(p_least, left / m))`.
pub(super) fn logits(listed: &[(String, f64)], options: &[LabelledOption]) -> Result<Vec<f64>, ScoreError> {
    let masses: Vec<f64> = options
        .iter()
        .map(|option| {
            let says = |token: &&(String, f64)| bare(&token.0) == &*option.label;
            listed.iter().filter(says).map(|(_, log)| log.max(LOWEST).exp()).sum()
        })
        .collect();
    let missing = masses.iter().filter(|mass| **mass == 0.0).count();
    if missing == masses.len() {
        let seen = listed.iter().take(5).map(|(token, _)| token.clone()).collect();
        return Err(ScoreError::NoLabel { listed: listed.len(), seen });
    }
    let least = listed.last().map_or(LOWEST, |(_, log)| log.max(LOWEST)).exp();
    let left = 1.0 - listed.iter().map(|(_, log)| log.exp()).sum::<f64>();
    let floor = least.min(left.max(RESOLUTION) / missing.max(1) as f64);
    Ok(masses.iter().map(|mass| if *mass == 0.0 { floor.ln() } else { mass.ln() }).collect())
}

/// A token without blanks, and without the marks that two kinds of tokenizer use for a leading blank.
fn bare(token: &str) -> &str {
    token.trim().trim_start_matches(['\u{2581}', '\u{120}']).trim()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tokens(listed: &[(&str, f64)]) -> Vec<(String, f64)> {
        listed.iter().map(|(token, mass)| ((*token).to_owned(), mass.ln())).collect()
    }

    #[test]
    fn tokens_that_say_the_same_label_add_up() {
        let options = LabelledOption::in_order(["go", "wait"]);
        let listed = tokens(&[("A", 0.4), (" A", 0.2), ("\u{120}B", 0.3), ("a", 0.05)]);
        let logits = logits(&listed, &options).expect("labels are listed");
        assert!((logits[0].exp() - 0.6).abs() < 1e-12);
        assert!((logits[1].exp() - 0.3).abs() < 1e-12);
    }

    #[test]
    fn unlisted_options_share_what_mass_is_left() {
        let options = LabelledOption::in_order(["one", "two", "three", "four", "five"]);
        let listed = tokens(&[("A", 0.8), ("x", 0.17)]);
        let floors = logits(&listed, &options).expect("a label is listed");
        for floor in &floors[1..] {
            assert!((floor.exp() - 0.03 / 4.0).abs() < 1e-12, "{}", floor.exp());
        }
        // The end of the list is a bound too: tokens outside the list are not likelier.
        let listed = tokens(&[("A", 0.5), ("x", 0.001)]);
        let floors = logits(&listed, &options).expect("a label is listed");
        assert!((floors[1].exp() - 0.001).abs() < 1e-12);
    }

    #[test]
    fn without_any_label_there_is_no_score() {
        let options = LabelledOption::in_order(["go", "wait"]);
        let refused = logits(&tokens(&[("The", 0.9)]), &options);
        assert_eq!(refused, Err(ScoreError::NoLabel { listed: 1, seen: vec!["The".into()] }));
    }

    proptest! {
        #[test]
        fn no_unlisted_option_beats_a_listed_one(
            weights in prop::collection::vec(1e-6..1.0_f64, 2..20), unlisted in 1..20_usize, rest in 0.0..1.0_f64
        ) {
            let total: f64 = weights.iter().sum::<f64>() + rest;
            let texts = vec!["option"; weights.len() + unlisted];
            let options = LabelledOption::in_order(texts);
            let mut listed: Vec<(String, f64)> = weights.iter().zip(options.iter())
                .map(|(weight, option)| (option.label.to_string(), (weight / total).ln())).collect();
            listed.sort_by(|one, other| other.1.total_cmp(&one.1));
            let logits = logits(&listed, &options).expect("labels are listed");
            let least = logits[..weights.len()].iter().copied().fold(f64::INFINITY, f64::min);
            for floor in &logits[weights.len()..] {
                prop_assert!(floor.is_finite() && *floor <= least + 1e-12);
            }
        }
    }
}
