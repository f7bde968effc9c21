//! The same of several things: "the doors of rooms 1, 2 and 3", "put the lids back on the jars", "the cup and the plate both".

use crate::{
    frame::Part,
    general::DENYING,
    inflection::{self, Form},
    modals,
    tokens::{self, Token, word},
    vocabulary::{Noun, Vocabulary},
};

/// The sentence with each of such things by its name.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = sentence.to_vec();
    for at in (0..tokens.len()).rev() {
        let summed = sum(&tokens, at, vocabulary);
        if summed > 0 {
            tokens.drain(at..at + summed);
        } else if word(&tokens, at) == "back" && is_put_back(&tokens, at, vocabulary) {
            tokens.remove(at);
        } else if let Some((named, end)) = each(&tokens, at, vocabulary) {
            tokens.splice(at..end, named);
        }
    }
    tokens
}

/// Whether "back" stands within a deed that is said without it: "put the lid back on the jar".
fn is_put_back(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let fits = |part: &Part, token: &Token| matches!(part, Part::Word(one) if *one == token.word || inflection::plural(one) == token.word);
    (0..at).any(|begin| {
        let between = &tokens[begin + 1..at];
        let is_said = |parts: &[Part]| {
            let (Some(before), Some(Part::Word(next))) = (parts.get(..between.len()), parts.get(between.len())) else {
                return false;
            };
            next == word(tokens, at + 1) && before.iter().zip(between).all(|(part, token)| fits(part, token))
        };
        let verbs = vocabulary.verbs(word(tokens, begin)).iter();
        // A place may follow at once: "put back on the shelf".
        !between.is_empty()
            && verbs.flat_map(|(verb, _)| vocabulary.frames_of(verb)).any(|(_, frame)| is_said(&frame.parts))
    })
}

/// The number of words at a place that only say once more that all of a list before them are meant: "the cup and the plate both
/// on the shelf", "the cup, the plate and the jug all go there".
fn sum(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> usize {
    let is_binding = |token: &Token| DENYING.contains(&token.word.as_str()) || token.word == "or";
    let count = number(tokens, at + 1).filter(|_| word(tokens, at) == "all");
    let words = 1 + usize::from(count.is_some());
    let next = word(tokens, at + words);
    // "Both need to be off the table": in the end, or always?
    let lasts =
        |at: &usize| matches!(word(tokens, *at), "be" | "is" | "are" | "have" | "has" | "stay" | "remain" | "keep");
    let is_verb = vocabulary.verbs(next).iter().any(|(_, form)| matches!(form, Form::Base | Form::Present));
    let is_duty = modals::is_must(next);
    let is_place = matches!(next, "in" | "on" | "at" | "to" | "into" | "onto" | "inside");
    let begin = at + words;
    let goes_on = is_place || (is_verb || is_duty) && !(begin..begin + 3).any(|at| lasts(&at));
    if !matches!(word(tokens, at), "all" | "both") || !goes_on || tokens.iter().any(is_binding) {
        return 0;
    }
    let listed = listed_before(tokens, at, vocabulary);
    let fits = match word(tokens, at) {
        // "Both on the table and in the box" is about the places.
        "both" => listed == 2 && !tokens[at..].iter().any(|token| token.word == "and"),
        _ => listed > 1 && count.is_none_or(|count| count == listed),
    };
    if fits { words } else { 0 }
}

/// The number of things in the list that ends here.
fn listed_before(tokens: &[Token], end: usize, vocabulary: &Vocabulary) -> usize {
    let mut count = 0;
    let mut end = end;
    let mut has_and = false;
    loop {
        let ends =
            |at: &usize| vocabulary.nouns(&tokens[*at..end]).first().is_some_and(|(_, length)| at + length == end);
        let Some(begin) = (0..end).find(ends) else { return 0 };
        count += 1;
        let begin = begin - usize::from(begin > 0 && word(tokens, begin - 1) == "the");
        let comma = begin - usize::from(begin > 0 && word(tokens, begin - 1) == "and");
        has_and |= comma < begin;
        end = comma - usize::from(comma > 0 && word(tokens, comma - 1) == ",");
        if end == begin {
            return if has_and { count } else { 0 };
        }
    }
}

/// "The door of room 1 and the door of room 2" for "the doors of rooms 1 and 2", where these are names, and the place after it.
fn each(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(Vec<Token>, usize)> {
    let head = word(tokens, at).strip_suffix('s')?;
    if word(tokens, at.checked_sub(1)?) != "the" || !matches!(word(tokens, at + 1), "of" | "to") {
        return None;
    }
    let span = tokens[at].span.clone();
    let token = |word: &str| Token { word: word.to_owned(), span: span.clone() };
    // The name of what belongs to these words' thing, and its length.
    let named = |owner: &[Token]| {
        let name = [&[token(head), token("of")], owner].concat();
        let (nouns, length) = vocabulary.nouns(&name).into_iter().next()?;
        // "Bring the keys to rooms 1 and 2" tells where they are to be.
        let is_fixed = |noun: &Noun| matches!(noun, Noun::Object(object) if !vocabulary.can_move(*object));
        let fits = word(tokens, at + 1) == "of" || nouns.iter().all(is_fixed);
        (fits && length > 2).then(|| (name[..length].to_vec(), length - 2))
    };
    let mut names = Vec::new();
    let mut end = at + 2;
    let numbered = word(tokens, end).strip_suffix('s').filter(|_| number(tokens, end + 1).is_some());
    let mut begin = end + usize::from(numbered.is_some());
    loop {
        // "Rooms 1, 2 and 3": room 2.
        let owner = match numbered {
            Some(noun) if number(tokens, begin).is_some() => {
                named(&[token(noun), tokens[begin].clone()]).map(|(name, _)| (name, 1))
            }
            Some(_) => None,
            None => named(&tokens[begin..]),
        };
        let Some((name, length)) = owner else { break };
        names.push((tokens[end..begin].to_vec(), name));
        end = begin + length;
        // "Rooms 1 to 3".
        if let (Some(noun), "to" | "through") = (numbered, word(tokens, end))
            && let (Some(first), Some(last)) = (number(tokens, begin), number(tokens, end + 1))
        {
            let joint = |number| token(if number == last { "and" } else { "," });
            let others = (first + 1..=last).map(|number| {
                let (name, _) = named(&[token(noun), token(&number.to_string())])?;
                Some((vec![joint(number)], name))
            });
            names.extend(others.collect::<Option<Vec<_>>>()?);
            end += 2;
            break;
        }
        let comma = end + usize::from(word(tokens, end) == ",");
        begin = comma + usize::from(word(tokens, comma) == "and");
        if begin == end {
            break;
        }
    }
    let mut all = Vec::new();
    for (place, (joint, name)) in names.iter().enumerate() {
        if place > 0 {
            all.extend(joint.iter().cloned().chain([token("the")]));
        }
        all.extend(name.iter().cloned());
    }
    (names.len() > 1).then_some((all, end))
}

fn number(tokens: &[Token], at: usize) -> Option<usize> {
    tokens::number(word(tokens, at))
}
