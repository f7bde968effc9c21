//! Things that are named first, and where they are to be after a comma: "the jar and the jug, on the shelf".

use crate::{
    general::TOWARDS,
    reader::Reader,
    tokens::{self, Token, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// The sentence with the place right after its things.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    placed(sentence, vocabulary)
        .or_else(|| offered(sentence, vocabulary))
        .or_else(|| described(sentence, vocabulary))
        .unwrap_or_else(|| sentence.to_vec())
}

/// "The jar and the jug, on the shelf": to be there.
fn placed(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let comma = sentence.iter().rposition(|token| token.word == ",").filter(|comma| *comma > 0)?;
    let reader = Reader::new(vocabulary, sentence);
    let are_named = |at: usize| {
        let name = at + usize::from(word(sentence, at) == "the");
        let nouns = vocabulary.nouns(sentence.get(name..comma).unwrap_or_default());
        nouns.iter().any(|(nouns, length)| {
            vocabulary.only(nouns).is_some_and(|one| vocabulary.can_move(one) && !vocabulary.robots.contains(&one))
                && matches!(word(sentence, name + length), "," | "and")
        })
    };
    let parts = (0..comma).filter(|at| *at == 0 || matches!(word(sentence, at - 1), "," | "and"));
    let is_list = { parts }.all(|at| word(sentence, at) == "and" || are_named(at));
    let is_towards = TOWARDS.contains(&word(sentence, comma + 1));
    let place = reader.towards(comma + 1);
    if !is_list || !is_towards || !place.iter().any(|(_, end)| *end == sentence.len()) {
        return None;
    }
    let mut tokens = sentence.to_vec();
    tokens.remove(comma);
    Some(tokens)
}

/// "Put a jar on the rug, the one that is in the box": put the jar that is in the box on the rug.
fn described(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let comma = sentence.iter().rposition(|token| token.word == ",")?;
    let (main, said) = (&sentence[..comma], &sentence[comma + 1..]);
    let sort = |tokens: &[Token], at: usize| match vocabulary.nouns(tokens.get(at..)?).into_iter().next()? {
        ([Noun::Kind { kind, is_plural: false }], length) => Some((*kind, at + length)),
        _ => None,
    };
    let named = |at: usize| vocabulary.nouns(main.get(at..).unwrap_or_default()).into_iter().next();
    let is_sort = |nouns: &[Noun]| vocabulary.members(nouns).len() > 1;
    let mut sorts = (0..main.len()).filter(|at| named(*at).is_some_and(|(nouns, _)| is_sort(nouns)));
    let noun = sorts.next().filter(|at| *at > 1 && matches!(word(main, at - 1), "a" | "an" | "the" | "one"))?;
    let (kind, end) = sort(main, noun)?;
    let is_only = sorts.all(|at| at < end) && !tokens::denies(sentence);
    // "One" may have its name already.
    let limit = match word(said, 1) {
        "one" => 2,
        _ => sort(said, 1).filter(|(other, _)| *other == kind)?.1,
    };
    let is_told = word(said, 0) == "the" && matches!(word(said, limit), "that" | "which" | "in" | "on" | "at" | "from");
    let goes_on =
        main.iter().chain(said).any(|token| matches!(token.word.as_str(), "," | "and" | "or" | "then" | "but" | "if"));
    if !is_only || !is_told || goes_on {
        return None;
    }
    let mut tokens = [&main[..noun], &main[noun..end], &said[limit..], &main[end..]].concat();
    put(&mut tokens, noun - 1, noun, "the");
    Some(tokens)
}

/// "Any jar will do, just put it on the shelf": put one of the jars there.
fn offered(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let noun = tokens::after_any(sentence, 0, &["any", "any of the", "any one of the"])?;
    let (nouns, length) = vocabulary.nouns(sentence.get(noun..)?).into_iter().next()?;
    let [Noun::Kind { kind, .. }] = nouns else { return None };
    let will = tokens::after_any(sentence, noun + length, &["will do", "would do", "is fine", "will be fine"])?;
    let verb = will + usize::from(word(sentence, will) == ",");
    let verb = verb + usize::from(matches!(word(sentence, verb), "just" | "but" | "please" | "so"));
    let verb = verb + usize::from(matches!(word(sentence, verb), "please" | "just"));
    let it = verb + 1;
    let is_moved = vocabulary.kinds[*kind].members.iter().all(|one| vocabulary.can_move(*one));
    let is_order = vocabulary.is_base(word(sentence, verb)) && matches!(word(sentence, it), "it" | "one");
    let rest = sentence.get(it + 1..)?;
    let is_one = !rest.iter().any(|token| matches!(token.word.as_str(), "it" | "and" | "," | "then"));
    if !(is_moved && is_order && is_one && will > noun) {
        return None;
    }
    let plural = vocabulary.plural_of(*kind)?;
    let mut tokens = sentence[verb..].to_vec();
    put(&mut tokens, 1, 2, &format!("one of the {plural}"));
    Some(tokens)
}
