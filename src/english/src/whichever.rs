//! "Whichever hatch is open", "whatever food is in there": every one of that sort of which it is so.

use crate::{
    frame::{self, Part},
    inflection::Form,
    tokens::{APOSTROPHE, Token, denies, word},
    unconditional,
    vocabulary::{Noun, Vocabulary},
};

/// Verbs after which "whichever room is free" may be one of several, or after which nothing is done to it.
const OF_ONE: [&str; 14] = [
    "visit", "reach", "enter", "approach", "occupy", "leave", "exit", "avoid", "keep", "use", "find", "choose", "be",
    "let",
];

/// The sentence with "every hatch that is open" for "whichever hatch is open".
///
/// It stays as it is where a choice may be meant: after a preposition, as in "put it on whichever table is free".
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let sentence = &whatever(sentence, vocabulary);
    let found = sentence.iter().position(|token| matches!(token.word.as_str(), "whichever" | "whatever"));
    let Some(at) = found else { return sentence.to_vec() };
    let (before, said) = sentence.split_at(at);
    let Some((mut described, state)) = described(said, vocabulary) else { return sentence.to_vec() };
    if at > 0 {
        let is_told = !denies(before) && is_done_to(sentence, at, vocabulary);
        return if is_told { [before, &described].concat() } else { sentence.to_vec() };
    }
    let mut commas = (0..described.len()).filter(|comma| word(&described, *comma) == ",");
    if let Some((comma, it)) = commas.find_map(|comma| Some((comma, object(&described[comma + 1..], vocabulary)?))) {
        // "Whichever pear is ripe, put it in the jar": put every pear that is ripe in the jar.
        let order = described.split_off(comma + 1);
        described.truncate(comma);
        for token in &mut described {
            token.span.clone_from(&order[it].span);
        }
        return [&order[..it], &described, &order[it + 1..]].concat();
    }
    // "Whichever tool is clean must not be touched" may deny it of all together.
    if denies(&described[state..]) { sentence.to_vec() } else { described }
}

/// "What is in the box", "what's on the rug now": whatever is there, at the start. A question stays one, and so does what is there later.
fn whatever(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    const LATER: [&str; 10] = ["when", "whenever", "once", "after", "before", "until", "while", "if", "end", "?"];
    let mut tokens = sentence.to_vec();
    let there = |at: usize| {
        let is = matches!(word(sentence, at), "what") && matches!(word(sentence, at + 1), "is" | APOSTROPHE);
        let place = at + 2 + usize::from(word(sentence, at + 2) == "still");
        let named = || vocabulary.only_named(sentence, place + 1).map(|(_, end)| end);
        let it = || matches!(word(sentence, place + 1), "it" | "there").then_some(place + 2);
        (is && matches!(word(sentence, place), "in" | "on" | "at" | "inside")).then(|| it().or_else(named))?
    };
    let mut all = (0..sentence.len()).filter_map(|at| Some((at, there(at)?)));
    if let (Some((what, end)), None) = (all.next(), all.next())
        && !sentence.iter().any(|token| LATER.contains(&token.word.as_str()))
    {
        "whatever".clone_into(&mut tokens[what].word);
        if word(sentence, end) == "now" {
            tokens.remove(end);
        }
    }
    tokens
}

/// "Every hatch that is open ..." for the words from "whichever" on, and where its state begins.
fn described(said: &[Token], vocabulary: &Vocabulary) -> Option<(Vec<Token>, usize)> {
    let is_of_state = |at: usize| !vocabulary.adjectives(word(said, at)).is_empty();
    let mut noun = 1;
    while is_of_state(noun) && vocabulary.nouns(&said[noun..]).is_empty() {
        noun += 1;
    }
    let (det, is, that) = match vocabulary.nouns(said.get(noun..)?).into_iter().next() {
        Some((nouns, length)) => {
            let Noun::Kind { kind, is_plural } = *nouns.first()? else { return None };
            // Of robots it may tell who is to do it.
            if vocabulary.kinds[kind].members.iter().any(|member| vocabulary.robots.contains(member)) {
                return None;
            }
            (if is_plural { "all" } else { "every" }, noun + length, true)
        }
        // "Whatever is in there" is read as it is.
        None if noun == 1 => (word(said, 0), noun, false),
        None => return None,
    };
    let is_plural = det == "all";
    let mut state = is + 1;
    let mut copula = said.get(is)?.clone();
    if !matches!(copula.word.as_str(), "is" | "are" | "has" | "have" | "'s") {
        return None;
    }
    // "Have not been rinsed yet": are not rinsed now.
    if let ("has" | "have" | "'s", "not", "been") = (copula.word.as_str(), word(said, is + 1), word(said, is + 2))
        && is_of_state(is + 3)
    {
        copula.word = if is_plural { "are" } else { "is" }.to_owned();
    } else if copula.word == "'s" {
        copula.word = "is".to_owned();
    }
    let mut words = said[..is].to_vec();
    words[0].word = det.to_owned();
    if that {
        words.push(Token { word: "that".to_owned(), ..copula.clone() });
    }
    words.push(copula.clone());
    if word(said, state) == "not" {
        words.push(said[state].clone());
        state += if copula.word != said[is].word && word(said, state + 1) == "been" { 2 } else { 1 };
    }
    // It is asked for as it is at the start: "is still there", "are not spun yet".
    state += usize::from(matches!(word(said, state), "still" | "now" | "currently"));
    let after = words.len();
    words.extend_from_slice(said.get(state..)?);
    if word(&words, after + 1) == "yet" && is_of_state(state) {
        words.remove(after + 1);
    }
    Some((words, after))
}

/// Where the only "it" or "them" of an order stands, if something is done to it.
fn object(order: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let is_it = |at: &usize| matches!(word(order, *at), "it" | "them");
    let mut places = (0..order.len()).filter(is_it);
    let (Some(it), None) = (places.next(), places.next()) else { return None };
    let is_joined = matches!(word(order, it + 1), "and" | "or");
    (!is_joined && unconditional::is_order(order, vocabulary) && is_done_to(order, it, vocabulary)).then_some(it)
}

/// Whether something is done to what stands here: after "close", after "switch off".
fn is_done_to(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> bool {
    let verbs = |at: usize| {
        let is_told =
            |(base, form): &&(String, Form)| matches!(form, Form::Base | Form::Ing) && !OF_ONE.contains(&base.as_str());
        vocabulary.verbs(word(tokens, at)).iter().filter(is_told)
    };
    let Some(last) = at.checked_sub(1) else { return false };
    let particle = word(tokens, last);
    let is_of = |verb: &str| {
        let begins = |part: &Part| matches!(part, Part::Word(one) if one == particle);
        vocabulary.frames_of(verb).any(|(_, frame)| frame.parts.first().is_some_and(begins))
    };
    verbs(last).next().is_some()
        || (frame::is_particle(particle) && last > 0 && verbs(last - 1).any(|(verb, _)| is_of(verb)))
}
