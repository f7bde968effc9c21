//! "One" for a thing of the sort that was just named: "put the red cup there and the green one here", "the one in the sink".

use crate::{
    logic::Object,
    tokens::Token,
    vocabulary::{Noun, Vocabulary},
};

/// The most words before "one" that tell which one is meant.
const MOST_TELLING: usize = 3;
/// Words after "the one" that tell which one is meant.
const WHERE: [&str; 9] = ["in", "on", "at", "from", "inside", "that", "which", "near", "of"];

/// A word for a sort that was named, and what it names.
struct Head {
    word: Token,
    members: Vec<Object>,
}

/// The sentence with words for sorts in place of "one": where only one sort that was named before it, in this sentence or
/// the one before, makes a name with the words around.
pub(crate) fn plain(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in 0..tokens.len() {
        let is_plural = tokens[at].word == "ones";
        if !is_plural && tokens[at].word != "one" {
            continue;
        }
        let Some(article) = (at.saturating_sub(MOST_TELLING + 1)..at).rfind(|&from| tokens[from].word == "the") else {
            continue;
        };
        let own = heads(&tokens[..article], is_plural, vocabulary);
        let heads = if own.is_empty() { heads(before, is_plural, vocabulary) } else { own };
        let telling = &tokens[article + 1..at];
        let is_told_after = tokens.get(at + 1).is_some_and(|next| WHERE.contains(&next.word.as_str()));
        let fitting: Vec<&Head> = heads
            .iter()
            .filter(|head| match telling {
                // "The one" by itself may be anybody.
                // "Put the mugs in the jar, and the ones in the tub on the mat" has several meanings.
                [] => !is_plural && is_told_after && head.members.len() > 1,
                [other] if other.word == "other" => head.members.len() > 1,
                _ => names(telling, head, vocabulary),
            })
            .collect();
        let Some((first, others)) = fitting.split_first() else { continue };
        if others.iter().all(|other| other.word.word == first.word.word) {
            tokens[at].word.clone_from(&first.word.word);
        }
    }
    tokens
}

/// Whether these words before the head name some of its sort.
fn names(telling: &[Token], head: &Head, vocabulary: &Vocabulary) -> bool {
    let whole: Vec<Token> = telling.iter().chain([&head.word]).cloned().collect();
    let of_sort = |noun: &Noun| members(noun, vocabulary).iter().any(|member| head.members.contains(member));
    let found = vocabulary.nouns(&whole);
    found.into_iter().any(|(nouns, length)| length == whole.len() && nouns.iter().any(of_sort))
}

/// The last words of the names in these words, in order, with all of the sorts of what is named.
fn heads(tokens: &[Token], is_plural: bool, vocabulary: &Vocabulary) -> Vec<Head> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((nouns, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        at += length;
        let last = &tokens[at - 1];
        let named: Vec<Object> = nouns.iter().flat_map(|noun| members(noun, vocabulary)).collect();
        let sorts =
            vocabulary.kinds.iter().enumerate().filter(|(_, kind)| named.iter().all(|one| kind.members.contains(one)));
        // The sort with the fewest members that the last word, in the number that is asked for, is a word of.
        let of_word =
            sorts.filter_map(|(number, kind)| Some((kind, word_of(number, &last.word, is_plural, vocabulary)?)));
        let nearest = of_word.min_by_key(|(kind, _)| kind.members.len());
        found.extend(
            nearest.map(|(kind, word)| Head {
                word: Token { word, span: last.span.clone() },
                members: kind.members.clone(),
            }),
        );
    }
    found
}

/// The word for one of a sort, or for several, if the written word is one for either.
fn word_of(kind: usize, written: &str, is_plural: bool, vocabulary: &Vocabulary) -> Option<String> {
    let is_of = |word: &str, plural: bool| {
        let is_it =
            |noun: &Noun| matches!(noun, Noun::Kind { kind: of, is_plural } if *of == kind && *is_plural == plural);
        vocabulary.noun(word).iter().any(is_it)
    };
    if is_of(written, is_plural) {
        return Some(written.to_owned());
    }
    let words = vocabulary.kinds[kind].words.iter().filter(|word| !word.contains(' '));
    let plural = vocabulary.plural_of(kind);
    let (asked, other): (Vec<String>, bool) = match is_plural {
        true => (plural.into_iter().collect(), false),
        false => (words.cloned().collect(), true),
    };
    is_of(written, other).then(|| asked.into_iter().next()).flatten()
}

fn members(noun: &Noun, vocabulary: &Vocabulary) -> Vec<Object> {
    match noun {
        Noun::Object(object) => vec![*object],
        Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.clone(),
    }
}
