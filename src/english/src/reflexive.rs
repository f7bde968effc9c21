//! What a robot does to itself: "disinfect yourself", "both of them must charge themselves".

use crate::{frame::Part, tokens::Token, vocabulary::Vocabulary};

/// Words for the one who does it.
const SELVES: [&str; 6] = ["yourself", "yourselves", "itself", "themselves", "himself", "herself"];

/// The sentence as the site says such deeds: with "itself" or without a word for it.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (1..tokens.len()).rev().filter(|at| SELVES.contains(&sentence[*at].word.as_str())) {
        let verbs = vocabulary.verbs(&tokens[at - 1].word);
        let frames = verbs.iter().flat_map(|(verb, _)| vocabulary.frames_of(verb));
        let deeds: Vec<&[Part]> =
            frames.filter(|(_, frame)| frame.tells_deed()).map(|(_, frame)| frame.parts.as_slice()).collect();
        let is_said = |parts: &&[Part]| matches!(parts, [Part::Word(one)] if one == "itself");
        // "Wash yourself" where mugs are washed.
        let has_thing = |parts: &&[Part]| matches!(parts, [Part::Slot(_) | Part::Held(_), ..]);
        if deeds.iter().any(is_said) {
            "itself".clone_into(&mut tokens[at].word);
        } else if !deeds.is_empty() && !deeds.iter().any(has_thing) {
            tokens.remove(at);
        }
    }
    sent(&mut tokens, vocabulary);
    tokens
}

/// "Send robot 1 to the dock to charge": let it go there and charge.
fn sent(tokens: &mut Vec<Token>, vocabulary: &Vocabulary) {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    let whom = 1 + usize::from(word(1) == "the");
    let Some(to) = tokens.get(whom..).and_then(|rest| Some(whom + vocabulary.robot(rest)?)) else { return };
    let place = to + 1 + usize::from(word(to + 1) == "the");
    let Some(rest) = tokens.get(place..) else { return };
    let Some((_, length)) = vocabulary.nouns(rest).into_iter().next() else { return };
    let purpose = place + length;
    let is_verb = vocabulary.is_base(word(purpose + 1));
    if word(0) == "send" && word(to) == "to" && word(purpose) == "to" && is_verb {
        "and".clone_into(&mut tokens[purpose].word);
        let go = Token { word: "go".to_owned(), span: tokens[to].span.clone() };
        tokens.insert(to, go);
        "let".clone_into(&mut tokens[0].word);
    }
}
