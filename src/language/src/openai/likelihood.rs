use serde_json::{Value, json};

use super::{answer::Answer, settings::OptionLength};
use crate::Question;

/// One echoed completion per option, all in one call. Nothing is generated.
pub(super) fn echo_request(model: &str, question: &Question) -> Value {
    json!({
        "model": model,
        "prompt": prompts(question),
        "max_tokens": 0,
        "temperature": 1.0,
        "echo": true,
        "logprobs": 1,
    })
}

/// The same with vLLM's own parameter. vLLM must generate one token, which is ignored.
pub(super) fn vllm_request(model: &str, question: &Question) -> Value {
    json!({
        "model": model,
        "prompt": prompts(question),
        "max_tokens": 1,
        "temperature": 1.0,
        "prompt_logprobs": 0,
    })
}

/// Logits from the `tokens` and `token_logprobs` of echoed prompts.
pub(super) fn echo_logits(answer: &Answer, question: &Question, length: OptionLength) -> Result<Vec<f64>, String> {
    each(answer, question, length, |choice| {
        let tokens = choice.pointer("/logprobs/tokens")?.as_array()?;
        let logs = choice.pointer("/logprobs/token_logprobs")?.as_array()?;
        let pair = |(token, log): (&Value, &Value)| Some((token.as_str()?.to_owned(), log.as_f64()));
        (tokens.len() == logs.len()).then(|| tokens.iter().zip(logs).map(pair).collect())?
    })
}

/// Logits from vLLM's `prompt_logprobs`: one entry for each prompt token, null for the first.
pub(super) fn vllm_logits(answer: &Answer, question: &Question, length: OptionLength) -> Result<Vec<f64>, String> {
    each(answer, question, length, |choice| {
        let tokens = choice["prompt_logprobs"].as_array()?;
        let pair = |token: &Value| match token {
            Value::Null => Some((String::new(), None)),
            // With more than one entry it would be unclear which token stands in the prompt.
            Value::Object(entries) if entries.len() == 1 => {
                let entry = entries.values().next()?;
                Some((entry["decoded_token"].as_str()?.to_owned(), entry["logprob"].as_f64()))
            }
            _ => None,
        };
        tokens.iter().map(pair).collect()
    })
}

/// A prompt's tokens in order, each with its log-probability if it has one.
type Tokens = Vec<(String, Option<f64>)>;

fn each(
    answer: &Answer,
    question: &Question,
    length: OptionLength,
    tokens: impl Fn(&Value) -> Option<Tokens>,
) -> Result<Vec<f64>, String> {
    let (choices, options) = (answer.choices.len(), question.options.len());
    if choices != options {
        return Err(format!("it has {choices} choices for {options} options"));
    }
    let gap = gap(question);
    let logit = |(choice, place): (&Value, usize)| {
        let tokens = tokens(choice).ok_or_else(|| format!("choice {place} has no log-probabilities of its prompt"))?;
        let continuation = format!("{gap}{}", question.options[place].text);
        tail(&tokens, &continuation, length).map_err(|reason| format!("choice {place}: {reason}"))
    };
    answer.choices.iter().zip(0..).map(logit).collect()
}

/// The log-probability of the tokens that spell the continuation at the prompt's end.
///
/// Counts tokens from the end, because servers put different tokens before a prompt. If a token begins before the
/// continuation, its whole log-probability counts.
fn tail(tokens: &Tokens, continuation: &str, length: OptionLength) -> Result<f64, String> {
    let (mut text, mut total, mut count) = (String::new(), 0.0, 0_u32);
    for (token, log) in tokens.iter().rev() {
        if text.len() >= continuation.len() {
            break;
        }
        text.insert_str(0, token);
        total += log.ok_or_else(|| format!("token {token:?} of the option has no log-probability"))?;
        count += 1;
    }
    if count == 0 || !text.ends_with(continuation) {
        return Err(format!("its prompt ends with {text:?} instead of {continuation:?}"));
    }
    Ok(match length {
        OptionLength::Total => total,
        OptionLength::PerToken => total / f64::from(count),
    })
}

fn prompts(question: &Question) -> Vec<String> {
    let (prompt, gap) = (question.prompt.text(), gap(question));
    question.options.iter().map(|option| format!("{prompt}{gap}{}", option.text)).collect()
}

/// The text between prompt and option: a blank, unless the prompt ends with one.
fn gap(question: &Question) -> &'static str {
    let last = question.prompt.suffix.chars().next_back().or(question.prompt.prefix.chars().next_back());
    if last.is_none_or(char::is_whitespace) { "" } else { " " }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(texts: &[(&str, f64)]) -> Tokens {
        texts.iter().map(|(text, log)| ((*text).to_owned(), Some(*log))).collect()
    }

    #[test]
    fn only_the_options_tokens_count() {
        let tokens = tokens(&[("<s>", -9.0), ("Answer:", -5.0), (" pick", -1.0), (" up", -0.5)]);
        assert_eq!(tail(&tokens, " pick up", OptionLength::Total), Ok(-1.5));
        assert_eq!(tail(&tokens, " pick up", OptionLength::PerToken), Ok(-0.75));
    }

    #[test]
    fn a_token_across_the_boundary_counts_whole() {
        let tokens = tokens(&[("Answer", -5.0), (": pick", -1.0), (" up", -0.5)]);
        assert_eq!(tail(&tokens, "pick up", OptionLength::Total), Ok(-1.5));
    }

    #[test]
    fn another_text_at_the_end_is_refused() {
        let tokens = tokens(&[("Answer:", -5.0), (" pick", -1.0), (" up", -0.5), (" it", -0.1)]);
        assert!(tail(&tokens, " pick up", OptionLength::Total).is_err());
        assert!(tail(&Tokens::new(), " pick up", OptionLength::Total).is_err());
    }
}
