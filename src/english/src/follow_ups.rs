//! Sentences that go on with the one before, joined to it: "open the gate. Then close it.", "take it there. Wash it first."

use crate::{
    afterwards, corrections, emptying, modals, reordering,
    tokens::{self, Token, word},
    unconditional,
    vocabulary::Vocabulary,
};

/// The sentences; one that begins with "then" goes on with the one before, and so does an order about what an order before
/// names: "put the milk in the fridge. Close it."
pub(crate) fn joined(cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut sentences: Vec<Vec<Token>> = Vec::new();
    let mut before: Vec<Token> = Vec::new();
    for sentence in cut {
        let sentence = at_last(&sentence).unwrap_or(sentence);
        let begins = |words: &[&str]| {
            sentence.iter().map(|token| token.word.as_str()).take(words.len()).eq(words.iter().copied())
        };
        let goes_on = [
            &["then"][..],
            &["and", "then"],
            &["after", "that"],
            &["and", "after", "that"],
            &["afterwards"],
            &["and", "afterwards"],
            &["next", ","],
            &["finally"],
            &["and", "finally"],
            &["lastly"],
            &["and", "lastly"],
        ]
        .iter()
        .any(|words| begins(words))
            || afterwards::goes_on(&sentence);
        let at = sentence[0].span.start;
        let before = std::mem::replace(&mut before, sentence.clone());
        let joint = |word: &str| Token { word: word.to_owned(), span: at..at };
        match sentences.last_mut() {
            Some(last) if goes_on || corrections::begins_with_one(&sentence, vocabulary) => {
                last.push(joint(","));
                last.extend(sentence);
            }
            // "The cup and the jug on the shelf. The jug first."
            Some(last) if reordering::names_first(&sentence, &before, vocabulary) => {
                last.push(joint(","));
                last.extend(sentence);
            }
            // "Put the cup on the shelf. Wash it first."
            Some(last) if reordering::goes_before(&sentence, &before, vocabulary) => {
                last.extend([joint(","), joint("but")]);
                last.extend(sentence);
            }
            Some(last)
                if unconditional::is_about(&sentence, &before, vocabulary)
                    || emptying::goes_on(&sentence, &before, vocabulary) =>
            {
                last.extend([joint(","), joint("then")]);
                last.extend(sentence);
            }
            _ => sentences.push(sentence),
        }
    }
    sentences
}

/// "Finally, the jar should be on the rug": in the end, since a wish for a state is no next thing to do.
fn at_last(sentence: &[Token]) -> Option<Vec<Token>> {
    let lead = ["and finally", "finally", "and lastly", "lastly"];
    let end = lead.iter().find_map(|words| tokens::after(sentence, 0, words))?;
    let end = end + usize::from(word(sentence, end) == ",");
    let wishes = |at: &usize| modals::after_duty(sentence, *at).is_some_and(|be| word(sentence, be) == "be");
    (end..sentence.len()).find(wishes)?;
    let mut words = sentence.to_vec();
    tokens::put(&mut words, 0, end, "in the end");
    Some(words)
}
