//! Words of courtesy around what is asked for: "could you ..., please?", "whatever happens, ...".

use crate::{
    favours,
    greetings::{GREETINGS, calls},
    inflection::Form,
    speaker,
    tokens::{self, Token},
    vocabulary::{Noun, Vocabulary},
};

/// Words that begin a request, and the ones that say the same in their place.
const OPENINGS: [(&str, &str); 59] = [
    ("would you be a dear and", ""),
    ("would you be a love and", ""),
    ("would you be a darling and", ""),
    ("could you be a dear and", ""),
    ("could you be a love and", ""),
    ("could you be a darling and", ""),
    ("be a sweetheart and", ""),
    ("would you be a sweetheart and", ""),
    ("would you be so kind as to", ""),
    ("would you be so good as to", ""),
    ("would you be kind enough to", ""),
    ("would you be good enough to", ""),
    ("could you be so kind as to", ""),
    ("be so kind as to", ""),
    ("be so good as to", ""),
    ("be a darling and", ""),
    ("be a dear and", ""),
    ("be a love and", ""),
    ("might i ask you to", ""),
    ("may i ask you to", ""),
    ("can i ask you to", ""),
    ("could i ask you to", ""),
    ("my goal is to have that", "in the end"),
    ("my goal is that", "in the end"),
    ("our goal is that", "in the end"),
    ("the goal is that", "in the end"),
    ("the aim is that", "in the end"),
    ("my goal is to", ""),
    ("our goal is to", ""),
    ("the goal is to", ""),
    ("would it be possible for", "i want"),
    ("is it possible for", "i want"),
    ("would it be possible to", ""),
    ("is it possible to", ""),
    ("i would like to ask you to", ""),
    ("i would like you to", ""),
    ("we would like you to", ""),
    ("do you think you could", ""),
    ("could one of you", ""),
    ("can one of you", ""),
    ("could one of the robots", ""),
    ("can one of the robots", ""),
    ("could somebody", ""),
    ("could someone", ""),
    ("can somebody", ""),
    ("can someone", ""),
    ("would somebody", ""),
    ("would someone", ""),
    ("will somebody", ""),
    ("will someone", ""),
    ("could anybody", ""),
    ("could anyone", ""),
    ("can anybody", ""),
    ("can anyone", ""),
    ("could you", ""),
    ("can you", ""),
    ("would you", ""),
    ("will you", ""),
    ("let us", ""),
];
/// Requests that go on with "opening the fridge".
const MINDING: [&str; 3] = ["would you mind", "do you mind", "how about"];
/// Words before a sentence that add nothing, as [`GREETINGS`] do; a comma or a colon stands after them.
const LEADS: [&str; 42] = [
    "um",
    "uh",
    "dear robots",
    "before i forget",
    "oh , before i forget",
    "sorry to bother you",
    "sorry to trouble you",
    "morning",
    "all in all",
    "whatever happens",
    "whatever else happens",
    "no matter what happens",
    "no matter what",
    "in any case",
    "at any rate",
    "as a rule",
    "as usual",
    "as always",
    "by the way",
    "for safety",
    "for safety reasons",
    "from wherever it is right now",
    "from wherever it is now",
    "from wherever it is",
    "wherever it is right now",
    "wherever it is now",
    "wherever it is",
    "one more thing",
    "just to be safe",
    "to be safe",
    "important",
    "attention",
    "hmm",
    "alright",
    "all right",
    "sorry",
    "excuse me",
    "okay",
    "ok",
    "right",
    "i believe",
    "kindly",
];
/// Words after a sentence that add nothing.
const TAILS: [&str; 40] = [
    ", obviously",
    ", of course",
    ", shall we",
    "shall we",
    ", will ya",
    "will ya",
    ", would you dear",
    "would you dear",
    ", would you love",
    "would you love",
    ", understood",
    ", would you see to that",
    "asap",
    "lol",
    ", asap",
    "as soon as possible",
    "if it is not too much trouble",
    ", if you please",
    ", if possible",
    ", if it is not too much trouble",
    ", all right",
    ", please remember",
    ", will you please",
    ", would you please",
    ", will you",
    ", would you",
    ", could you",
    ", can you",
    ", please",
    ", thanks",
    ", go",
    ", go go",
    ", thank you",
    ", ok",
    ", okay",
    "will you",
    "would you",
    "thanks",
    "thank you",
    "please",
];
/// Words between commas that only ask whether an order is welcome, or wish somebody well.
const ASIDES: [&str; 30] = [
    "if you do not mind",
    "if you would not mind",
    "if nobody minds",
    "if it is not too much trouble",
    "if that is not too much trouble",
    "if it is not too much to ask",
    "if that is not too much to ask",
    "if it is no trouble",
    "if it is no bother",
    "if it is not a bother",
    "if it is all the same to you",
    "if that is all the same to you",
    "if that is all right",
    "if that is all right with you",
    "if it is all right with you",
    "if that is alright",
    "if that is ok",
    "if that is okay",
    "if that is ok with you",
    "if you would be so kind",
    "if you will be so kind",
    "if i may ask",
    "if you would please",
    "bless it",
    "bless you",
    "bless him",
    "bless her",
    "bless them",
    "poor thing",
    "bless its heart",
];
/// Words of courtesy after an opening.
const SOFTENERS: [&str; 6] = ["please", "kindly", "perhaps", "maybe", "possibly", "just"];

/// Sentences that add nothing after another one.
const IDLE: [&str; 6] = ["thanks", "thank you", "thanks a lot", "thank you very much", "ok ?", "okay ?"];

/// Whether a sentence adds nothing to the one before.
pub(crate) fn is_idle(sentence: &[Token]) -> bool {
    IDLE.iter().any(|words| words.split(' ').count() == sentence.len() && begins(sentence, words))
}

/// The sentence without words of courtesy. A question that is no request stays one.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut tokens = without_fillers(sentence);
    let question = tokens.last().filter(|last| last.word == "?").cloned();
    tokens.truncate(tokens.len() - usize::from(question.is_some()));
    let mut is_request = false;
    while let Some((tail, begin)) = tail(&tokens) {
        is_request |=
            ["you", "ya", "please", "ok", "right", "shall we", "understood"].iter().any(|word| tail.contains(word));
        tokens.truncate(begin);
    }
    while let Some(lead) = LEADS.iter().chain(&GREETINGS).find(|lead| {
        let after = lead.split(' ').count();
        begins(&tokens, lead) && tokens.get(after).is_some_and(|next| matches!(next.word.as_str(), "," | ":"))
    }) {
        tokens.drain(..=lead.split(' ').count());
    }
    without_asides(&mut tokens);
    // "Hey robot 1, open the fridge", "hey can you open it?"
    if let Some(first) = tokens.first()
        && (calls(&first.word) || matches!(first.word.as_str(), "um" | "uh" | "oh"))
        && (vocabulary.robot(&tokens[1..]).is_some()
            || OPENINGS.iter().any(|(opening, _)| begins(&tokens[1..], opening)))
    {
        tokens.remove(0);
    }
    let is_verb = |token: &Token| vocabulary.is_base(&token.word);
    if begins(&tokens, "please to") && tokens.get(2).is_some_and(is_verb) {
        tokens.drain(..2);
    }
    let is_asked = soften(&mut tokens);
    let is_told = |at: usize| tokens.get(at).is_some_and(is_verb) || begins(&tokens[at..], "do not");
    // Of several deeds, or things, it is one robot that does all.
    let is_one_deed = || {
        const MORE: [&str; 10] = [",", "and", "then", "do", "after", "before", "both", "all", "each", "every"];
        !tokens.iter().any(|token| MORE.contains(&token.word.as_str())) && !names_several(&tokens, vocabulary)
    };
    let is_somebody = ["somebody", "someone"].iter().any(|one| begins(&tokens, one));
    let is_called = (is_asked && begins(&tokens, "you")) || (is_somebody && is_one_deed());
    if (is_called && is_told(1)) || (begins(&tokens, "how about you") && is_told(3)) {
        // "Please you open it", "somebody open it", "how about you open it?"
        is_request = true;
        tokens.drain(..if is_called { 1 } else { 3 });
    } else if let Some(order) = favours::plain(&tokens, vocabulary) {
        tokens = order;
        is_request = true;
    } else if let Some((opening, instead)) =
        OPENINGS.iter().find(|(opening, _)| begins(&tokens, opening) && !minds(&tokens))
    {
        let at = tokens[0].span.clone();
        let instead = instead.split(' ').filter(|word| !word.is_empty());
        let instead: Vec<Token> = instead.map(|word| Token { word: word.to_owned(), span: at.clone() }).collect();
        tokens.splice(..opening.split(' ').count(), instead);
        is_request = true;
    } else if let Some(opening) = MINDING.iter().find(|opening| begins(&tokens, opening)) {
        tokens.drain(..opening.split(' ').count());
        command(&mut tokens, vocabulary);
        is_request = true;
    } else if let Some((at, opening)) = asked(&tokens, vocabulary) {
        tokens.drain(at..at + opening.split(' ').count());
        is_request = true;
    } else if question.is_some() && pleases(&tokens, vocabulary) {
        // "Would robot 2 please open the fridge?"
        tokens[0].word = "let".to_owned();
        tokens.retain(|token| token.word != "please");
        is_request = true;
    } else if question.is_some()
        && (is_request || is_asked || robot(tokens.get(1..).unwrap_or_default(), vocabulary).is_some())
        && let Some(first) = tokens
            .first_mut()
            .filter(|first| first.word == "could" || ((is_request || is_asked) && first.word == "would"))
    {
        // "Could robot 2 open the fridge?"
        first.word = "let".to_owned();
        is_request = true;
    }
    soften(&mut tokens);
    // What is no request, such as "is the fridge open?", is not read as one.
    tokens.extend(question.filter(|_| !is_request));
    if tokens.is_empty() { sentence.to_vec() } else { tokens }
}

/// Whether a word for several things stands there.
fn names_several(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let is_plural = |noun: &Noun| matches!(noun, Noun::Kind { is_plural: true, .. });
    (0..tokens.len()).any(|at| vocabulary.nouns(&tokens[at..]).iter().any(|(nouns, _)| nouns.iter().any(is_plural)))
}

/// Words at the end that add nothing, and where they begin.
fn tail(tokens: &[Token]) -> Option<(&'static str, usize)> {
    let begin = |words: &&'static str| {
        let begin = tokens.len().checked_sub(words.split(' ').count()).filter(|begin| *begin > 0)?;
        ends(tokens, words).then_some((*words, begin))
    };
    TAILS.iter().chain(&speaker::ASIDES).find_map(begin)
}

/// "Robot 1, could you open the fridge?": where the words of the request begin, and those words.
fn asked(tokens: &[Token], vocabulary: &Vocabulary) -> Option<(usize, &'static str)> {
    let comma = vocabulary.robot(tokens).filter(|at| tokens.get(*at).is_some_and(|next| next.word == ","))?;
    let openings = ["could you", "can you", "would you", "will you"];
    openings.into_iter().find(|opening| begins(&tokens[comma + 1..], opening)).map(|opening| (comma + 1, opening))
}

/// The number of words of the robot that the words begin with: "robot 2", "the porter".
fn robot(tokens: &[Token], vocabulary: &Vocabulary) -> Option<usize> {
    let article = usize::from(tokens.first().is_some_and(|first| first.word == "the"));
    vocabulary.robot(&tokens[article..]).map(|length| article + length)
}

/// "Would robot 2 please open it".
fn pleases(tokens: &[Token], vocabulary: &Vocabulary) -> bool {
    let Some((first, whom)) = tokens.split_first() else { return false };
    let after = robot(whom, vocabulary).and_then(|length| whom.get(length));
    matches!(first.word.as_str(), "could" | "would" | "can" | "will") && after.is_some_and(|next| next.word == "please")
}

/// The words without "as well" at the end of a clause and "anywhere" before "near", which add nothing.
fn without_fillers(sentence: &[Token]) -> Vec<Token> {
    let word = |at: usize| sentence.get(at).map_or("", |token| token.word.as_str());
    let is_filler = |at: usize| match word(at) {
        "as" => word(at + 1) == "well" && word(at + 2) != "as",
        "well" => at > 0 && word(at - 1) == "as" && word(at + 1) != "as",
        "anywhere" => word(at + 1) == "near",
        _ => false,
    };
    let kept = sentence.iter().enumerate().filter(|(at, _)| !is_filler(*at));
    kept.map(|(_, token)| token.clone()).collect()
}

/// Drops what asks whether an order is welcome, wherever it stands between commas: "and, if you don't mind, the cup".
fn without_asides(tokens: &mut Vec<Token>) {
    let is_comma = |tokens: &[Token], at: usize| tokens.get(at).is_some_and(|token| token.word == ",");
    for at in (0..tokens.len()).rev() {
        let Some(end) = ASIDES.iter().filter_map(|words| tokens::after(tokens, at, words)).max() else { continue };
        let is_parted = at == 0 || is_comma(tokens, at - 1);
        let is_last = end == tokens.len();
        let ends = is_last || is_comma(tokens, end);
        if !ends || (at == 0 && is_last) || !(is_parted || is_last && tokens::word(tokens, at) == "if") {
            continue;
        }
        // "And, if you don't mind, the cup": neither comma parts anything.
        let joins = at > 1 && matches!(tokens[at - 2].word.as_str(), "and" | "or" | "then" | "but");
        let begin = at - usize::from(at > 0 && is_parted && (joins || is_last));
        tokens.drain(begin..end + usize::from(!is_last));
    }
}

/// Drops words of courtesy from the begin, and says whether one of them asks: "please".
fn soften(tokens: &mut Vec<Token>) -> bool {
    let mut asks = false;
    while let Some(first) = tokens.first().filter(|first| SOFTENERS.contains(&first.word.as_str())) {
        let has_comma = first.word == "please" && tokens.get(1).is_some_and(|next| next.word == ",");
        asks |= matches!(first.word.as_str(), "please" | "kindly");
        tokens.drain(..=usize::from(has_comma));
    }
    asks
}

/// Whether a word only makes an order softer: "please", "just".
pub(crate) fn softens(word: &str) -> bool {
    SOFTENERS.contains(&word)
}

fn minds(tokens: &[Token]) -> bool {
    MINDING.iter().any(|opening| begins(tokens, opening))
}

fn begins(tokens: &[Token], words: &str) -> bool {
    tokens::after(tokens, 0, words).is_some()
}

fn ends(tokens: &[Token], words: &str) -> bool {
    let count = words.split(' ').count();
    // Something must be left.
    tokens.len() > count && begins(&tokens[tokens.len() - count..], words)
}

/// "Opening the drawer and taking it" as "open the drawer and take it".
fn command(tokens: &mut [Token], vocabulary: &Vocabulary) {
    for at in 0..tokens.len() {
        let is_first = at == 0 || matches!(tokens[at - 1].word.as_str(), "and" | "or" | "," | "then");
        let verbs = vocabulary.verbs(&tokens[at].word);
        if let Some((base, _)) = verbs.iter().find(|(_, form)| *form == Form::Ing).filter(|_| is_first) {
            tokens[at].word.clone_from(base);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_from_either_end() {
        let words = tokens::words("could you open it, please", 0);
        assert!(begins(&words, "could you") && ends(&words, ", please"));
        assert!(!begins(&words, "could we") && !ends(&words[..1], "could"));
    }
}
