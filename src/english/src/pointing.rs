//! Words that point back to what was named: "its hatch", "the shelf there", "the rest of the jars".

use crate::{
    listing::{self, Several},
    logic::Object,
    ones,
    tokens::{self, Token, denies, put, word},
    unconditional,
    vocabulary::{Noun, Vocabulary},
};

/// The sentences with the names of what they point to. Where that is not clear, they stay as they are.
pub(crate) fn named(cut: Vec<Vec<Token>>, vocabulary: &Vocabulary) -> Vec<Vec<Token>> {
    let mut sentences: Vec<Vec<Token>> = Vec::new();
    for mut sentence in cut {
        let before = sentences.last().map_or(&[][..], Vec::as_slice);
        let mut at = 0;
        while at < sentence.len() {
            let found = its(&sentence, at, vocabulary)
                .or_else(|| there(&sentence, at, before, vocabulary))
                .or_else(|| rest(&sentence, at, before, vocabulary));
            if let Some(order) = same(&sentence, at, before, vocabulary) {
                sentence.truncate(at);
                sentence.extend(order);
            } else if let Some((end, words)) = found {
                put(&mut sentence, at, end, &words);
            }
            at += 1;
        }
        sentences.push(sentence);
    }
    sentences
}

/// The nouns in the words, with where they begin and end.
fn nouns<'v>(tokens: &[Token], vocabulary: &'v Vocabulary) -> Vec<(usize, usize, &'v [Noun])> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((senses, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else {
            at += 1;
            continue;
        };
        found.push((at, at + length, senses));
        at += length;
    }
    found
}

fn phrase(object: Object, vocabulary: &Vocabulary) -> String {
    vocabulary.objects[usize::from(object)].phrase.clone()
}

/// "Its hatch": what bears the name of a thing that was named, and of which there is one.
fn its(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(usize, String)> {
    if word(tokens, at) != "its" {
        return None;
    }
    let part = word(tokens, at + 1);
    let own = |(begin, end, _): &(usize, usize, &[Noun])| {
        let owner: Vec<&str> = tokens[*begin..*end].iter().map(|token| token.word.as_str()).collect();
        let owner = owner.join(" ");
        let names = [
            format!("{owner} {part}"),
            format!("{owner} 's {part}"),
            format!("{part} of {owner}"),
            format!("{part} of the {owner}"),
        ];
        names.iter().find_map(|name| match vocabulary.noun(name) {
            [Noun::Object(object)] => Some(*object),
            _ => None,
        })
    };
    let mut found: Vec<Object> = nouns(&tokens[..at], vocabulary).iter().filter_map(own).collect();
    found.dedup();
    match found.as_slice() {
        [object] if !part.is_empty() => Some((at + 2, phrase(*object, vocabulary))),
        _ => None,
    }
}

/// "The shelf there": of a sort that stays where it is, the only one at the place that was named.
fn there(tokens: &[Token], at: usize, before: &[Token], vocabulary: &Vocabulary) -> Option<(usize, String)> {
    if word(tokens, at) != "the" {
        return None;
    }
    let (senses, length) = vocabulary.nouns(tokens.get(at + 1..)?).into_iter().next()?;
    let end = at + 1 + length;
    let next = word(tokens, end + 1);
    if word(tokens, end) != "there" || !matches!(next, "" | "," | "and" | "then" | "please") {
        return None;
    }
    let Noun::Kind { kind, is_plural: false } = *senses.first()? else { return None };
    let members = &vocabulary.kinds[kind].members;
    let of = |(_, _, senses): &(usize, usize, &[Noun])| {
        let place = vocabulary.only(senses)?;
        let known: Option<Vec<bool>> =
            members.iter().map(|member| ones::is_always_at(*member, place, vocabulary)).collect();
        let known = known?;
        let mut there = members.iter().zip(known).filter(|(_, is_there)| *is_there).map(|(member, _)| *member);
        let one = there.next()?;
        there.next().is_none().then_some(one)
    };
    let at_places = |tokens: &[Token]| {
        let mut found: Vec<Object> = nouns(tokens, vocabulary).iter().filter_map(of).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let own = at_places(&tokens[..at]);
    let found = if own.is_empty() { at_places(before) } else { own };
    match found.as_slice() {
        [object] => Some((end + 1, phrase(*object, vocabulary))),
        _ => None,
    }
}

/// "The rest of the jars", "jars 1 and 2 here, the rest there": those that were not named.
fn rest(tokens: &[Token], at: usize, before: &[Token], vocabulary: &Vocabulary) -> Option<(usize, String)> {
    let end = ["the rest", "the other ones", "the others"].iter().find_map(|words| tokens::after(tokens, at, words))?;
    if denies(tokens) || tokens.iter().any(|token| matches!(token.word.as_str(), "or" | "if" | "either" | "whenever")) {
        return None;
    }
    let own = listing::several(&tokens[..at], vocabulary);
    let of = tokens::after(tokens, end, "of the").or_else(|| tokens::after(tokens, end, "of"));
    let (kind, end) = match of {
        Some(of) if word(tokens, at + 1) == "rest" => {
            let (senses, length) = vocabulary.nouns(tokens.get(of..)?).into_iter().next()?;
            let [Noun::Kind { kind, .. }] = senses else { return None };
            (*kind, of + length)
        }
        Some(_) => return None,
        None => (numbered(&tokens[..at], &own, vocabulary)?, end),
    };
    let members = &vocabulary.kinds[kind].members;
    let is_own = nouns(&tokens[..at], vocabulary).iter().any(|(_, _, senses)| is_of(senses, members, vocabulary));
    let (source, lists) = if is_own { (&tokens[..at], own) } else { (before, listing::several(before, vocabulary)) };
    let mut named: Vec<Object> = Vec::new();
    for (begin, _, senses) in nouns(source, vocabulary) {
        if !is_of(senses, members, vocabulary) {
            continue;
        }
        let list = lists.iter().find(|list| (list.begin..list.end).contains(&begin));
        match (list, senses) {
            (Some(list), _) => named.extend(list.things.clone()?),
            (None, [Noun::Object(object)]) => named.push(*object),
            // "One of the jars": nobody knows which ones are left.
            _ => return None,
        }
    }
    let left: Vec<String> =
        members.iter().filter(|one| !named.contains(one)).map(|one| phrase(*one, vocabulary)).collect();
    if named.is_empty() || members.iter().any(|one| vocabulary.robots.contains(one)) {
        return None;
    }
    let (last, others) = left.split_last()?;
    let words = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(" , ")) };
    Some((end, words))
}

/// "Put the pear in the bowl, and do the same with the plum": put the plum in the bowl.
fn same(tokens: &[Token], at: usize, before: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    const SAME: [&str; 6] =
        ["do the same with", "do the same for", "do the same to", "the same with", "the same for", "the same goes for"];
    let begin = SAME.iter().filter_map(|words| tokens::after(tokens, at, words)).max()?;
    let own = &tokens[..at];
    let end = own.iter().rposition(|token| !matches!(token.word.as_str(), "," | "and" | "then")).map_or(0, |at| at + 1);
    if end == 0 && at > 0 || end > 0 && end == at {
        return None;
    }
    let source = if end > 0 { &own[..end] } else { before };
    let is_simple =
        |token: &Token| !matches!(token.word.as_str(), "," | "and" | "or" | "it" | "them" | "there" | ":" | "?");
    if !unconditional::is_order(source, vocabulary) || !source.iter().all(is_simple) {
        return None;
    }
    let thing = |tokens: &[Token], at: usize| vocabulary.only_named(tokens, at).map(|(_, end)| end);
    let after = thing(tokens, begin)?;
    let is_end = tokens[after..].iter().all(|token| matches!(token.word.as_str(), "," | "please" | "too"));
    let first = (1..source.len()).find(|at| thing(source, *at).is_some())?;
    let last = thing(source, first)?;
    let span = tokens[at].span.clone();
    let here =
        |words: &[Token]| words.iter().map(|token| Token { span: span.clone(), ..token.clone() }).collect::<Vec<_>>();
    let order = [here(&source[..first]), tokens[begin..after].to_vec(), here(&source[last..])].concat();
    is_end.then_some(order)
}

/// Whether the words name some of the things.
fn is_of(senses: &[Noun], members: &[Object], vocabulary: &Vocabulary) -> bool {
    senses.iter().any(|noun| match noun {
        Noun::Object(object) => members.contains(object),
        Noun::Kind { kind, .. } => vocabulary.kinds[*kind].members.iter().any(|one| members.contains(one)),
    })
}

/// The sort of the only things that are told together, by their numbers: "jars 1 and 2".
fn numbered(tokens: &[Token], lists: &[Several], vocabulary: &Vocabulary) -> Option<usize> {
    let [list] = lists else { return None };
    let (senses, length) = vocabulary.nouns(&tokens[list.begin..]).into_iter().next()?;
    let is_numbered = tokens::number(word(tokens, list.begin + length)).is_some();
    match senses {
        [Noun::Kind { kind, is_plural: true }] if is_numbered && list.things.is_some() => Some(*kind),
        _ => None,
    }
}
