//! What is to be seen to after something else: "take it there, then see that the door is shut again".

use crate::{
    reader::Reader,
    tokens::{self, APOSTROPHE, Token, before_any, denies, insert, word},
    vocabulary::Vocabulary,
};

/// Words before what is seen to.
const SEEING: [&str; 8] =
    ["see to it that", "see to it", "see that", "make sure that", "make sure", "ensure that", "ensure", "check that"];
/// Words by which it is more than one state of one thing.
const JOINING: [&str; 8] = [",", "and", "or", "not", "never", "until", "when", "stays"];

/// "Put it in the freezer, freezer shut afterwards", "and close it after": in the end it is shut, and close it afterwards.
pub(crate) fn afterwards(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    let Some((last, said)) = sentence.split_last() else { return tokens };
    let orders =
        |at: usize| at > 0 && matches!(word(sentence, at - 1), "and" | ",") && vocabulary.is_base(word(sentence, at));
    if last.word == "after" && (1..said.len()).any(orders) {
        "afterwards".clone_into(&mut tokens[said.len()].word);
    }
    let after = ["afterwards", "at the end", "in the end", "after that", "after"];
    let Some(end) = before_any(sentence, sentence.len(), &after).filter(|end| *end > 1) else { return tokens };
    let is_state = vocabulary.has_adjective(word(sentence, end - 1));
    let names = |at: &usize| vocabulary.only_named(sentence, *at).is_some_and(|(_, after)| after + 1 == end);
    let begins = |at: &usize| *at == 0 || matches!(word(sentence, at - 1), "," | "and");
    let Some(thing) = (0..end - 1).filter(begins).find(names).filter(|_| is_state) else { return tokens };
    // "If the gate is open, ..., the fridge shut afterwards": then only?
    const DEPENDING: [&str; 8] = ["if", "when", "whenever", "once", "unless", "while", "until", "otherwise"];
    if denies(sentence) || sentence.iter().any(|token| DEPENDING.contains(&token.word.as_str())) {
        return tokens;
    }
    tokens.truncate(end);
    insert(&mut tokens, end - 1, "is");
    insert(&mut tokens, thing, "in the end");
    if thing > 0 && word(sentence, thing - 1) == "," {
        insert(&mut tokens, thing, "and");
    }
    tokens
}

/// "See that the gate is shut and no lamp is on": see that the gate is shut and see that no lamp is on. Nothing else may be said.
pub(crate) fn each(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    let begins = |at: usize| at == 0 || matches!(word(sentence, at - 1), "," | "and" | "then" | "please");
    let seen = |at: usize| Some((at, tokens::after_any(sentence, at, &SEEING)?));
    let Some((see, first)) = (0..sentence.len()).filter(|at| begins(*at)).find_map(seen) else { return tokens };
    let reader = Reader::new(vocabulary, sentence);
    let is_end = |at: usize| at == sentence.len() || word(sentence, at) == "and";
    let state = |at: usize| {
        let nobody = matches!(word(sentence, at), "nobody" | "nothing").then_some(at + 1);
        let phrases = reader.noun_phrases(at);
        let mut said = phrases
            .iter()
            .map(|(_, is)| *is)
            .chain(nobody)
            .filter(|is| matches!(word(sentence, *is), "is" | "are" | APOSTROPHE))
            .map(|is| is + 1 + usize::from(word(sentence, is + 1) == "not"))
            .filter_map(|how| match word(sentence, how) {
                "in" | "on" | "at" => Some(vocabulary.only_named(sentence, how + 1)?.1),
                adjective => vocabulary.has_adjective(adjective).then_some(how + 1),
            });
        said.find(|end| is_end(*end))
    };
    let mut others = Vec::new();
    let mut at = first;
    while let Some(end) = state(at) {
        if end == sentence.len() {
            for (and, other) in others.into_iter().rev() {
                tokens.splice(and + 1..other, sentence[see..first].iter().cloned());
            }
            return tokens;
        }
        at = end + 1 + usize::from(word(sentence, end + 1) == "that");
        others.push((end, at));
    }
    tokens
}

/// "... then see that the door is shut again": that it is shut, which it may be already, so that nobody need shut it.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    let seen = |at: usize| tokens::after_any(sentence, at, &SEEING);
    let Some(clause) = (1..sentence.len()).rev().find_map(seen) else { return tokens };
    let said = &sentence[clause..];
    let ends = said.iter().rev().take_while(|token| matches!(token.word.as_str(), "again" | "afterwards")).count();
    let end = sentence.len() - ends;
    let is_plain = !said.iter().any(|token| JOINING.contains(&token.word.as_str()));
    let is_state = vocabulary.has_adjective(word(sentence, end - 1));
    let being = (clause..end).rfind(|at| matches!(word(sentence, *at), "is" | "are" | APOSTROPHE));
    if is_plain && is_state && being.is_some_and(|being| being + 2 == end) {
        tokens.retain(|token| token.span.start < sentence[end - 1].span.end || token.word != "again");
    }
    tokens
}
