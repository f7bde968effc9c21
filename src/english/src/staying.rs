//! "Robot 1 should go to the sink and wait there": that is where it is in the end.

use crate::{
    general::TOWARDS,
    inflection::Form,
    logic::Object,
    modals,
    tokens::{self, Token, denies, insert, put, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words by which whoever has come to a place stays there.
const STAYING: [&str; 9] = [
    "wait there",
    "stay there",
    "remain there",
    "waits there",
    "stays there",
    "remains there",
    "wait around there",
    "stand by there",
    "to wait there",
];
/// Verbs of going to a place.
const GOING: [&str; 10] = ["go", "come", "drive", "walk", "head", "travel", "return", "navigate", "move", "run"];
/// Marks after a robot that is called to do something.
const CALLED: [&str; 2] = [",", ":"];
/// Words before a sort of robots by which all of them are meant.
const ALL: [&str; 9] = ["the", "both", "both the", "all", "all the", "all of the", "all three", "every", "each"];

/// Everyone who is spoken to.
const EVERYONE: [&str; 5] = ["everyone", "everybody", "all of you", "all of you robots", "you all"];
/// The same, of two.
const BOTH: [&str; 4] = ["both of you", "both of you robots", "you two", "you both"];

/// The sentence with where the robot ends up, where it stays until the end.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let going = waiting(sentence, vocabulary);
    let sentence = going.as_deref().unwrap_or(sentence);
    let told = told(sentence, vocabulary).or_else(|| sent(sentence, vocabulary));
    told.unwrap_or_else(|| sentence.to_vec())
}

/// "Robot 1 should go and wait by the sink", "robot 1, go stand at the sink": go there and wait there.
fn waiting(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let go = sentence.iter().position(|token| token.word == "go")?;
    let wait = go + 1 + usize::from(word(sentence, go + 1) == "and");
    let at = wait + 1;
    let is_waiting = matches!(word(sentence, wait), "wait" | "stand" | "stay");
    let name = at + 1 + usize::from(word(sentence, at + 1) == "the");
    let (_, length) = vocabulary.nouns(sentence.get(name..)?).into_iter().next()?;
    if !is_waiting || !matches!(word(sentence, at), "by" | "at" | "in") || name + length != sentence.len() {
        return None;
    }
    let mut tokens = sentence.to_vec();
    put(&mut tokens, go, at + 1, "go to");
    let end = tokens.len();
    insert(&mut tokens, end, "and wait there");
    Some(tokens)
}

/// "Everyone to the hall", "both carts go to the hall": they must go there.
fn sent(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let polite = usize::from(word(sentence, 0) == "please");
    let begins = |words: &[&str]| words.iter().filter_map(|words| tokens::after(sentence, polite, words)).max();
    let all = begins(&EVERYONE).or_else(|| begins(&BOTH).filter(|_| vocabulary.robots.len() == 2));
    let end = match all {
        Some(end) => end,
        None => {
            begins(&ALL).filter(|_| !matches!(word(sentence, polite), "the" | "every" | "each"))?;
            robots(sentence, polite, vocabulary)?
        }
    };
    let comma = end + usize::from(word(sentence, end) == ",");
    let verb = comma + usize::from(matches!(word(sentence, comma), "go" | "come" | "get"));
    let to = ["out to", "out into", "over to", "back to", "to", "into"];
    let name = to.iter().filter_map(|words| tokens::after(sentence, verb, words)).max()?;
    let name = name + usize::from(word(sentence, name) == "the");
    let ([Noun::Object(_)], length) = vocabulary.nouns(sentence.get(name..)?).into_iter().next()? else { return None };
    let is_end = sentence[name + length..].iter().all(|token| matches!(token.word.as_str(), "," | "please"));
    if !is_end {
        return None;
    }
    let mut tokens = sentence[..name + length].to_vec();
    let the = usize::from(word(sentence, name - 1) == "the");
    put(&mut tokens, end, name - the, "must go to");
    if all.is_some() {
        put(&mut tokens, polite, end, "all robots");
    }
    Some(tokens)
}

/// The words of a clause by which another thing than the one that is moved stays "there": where that one was, or where it is brought?
pub(crate) fn unclear(sentence: &[Token], before: &[Token], vocabulary: &Vocabulary) -> Option<(usize, usize)> {
    const LEAVING: [&str; 4] = ["leave", "leaves", "keep", "keeps"];
    const REMAINING: [&str; 4] = ["stay", "stays", "remain", "remains"];
    let begins = |at: &usize| matches!(word(sentence, *at), "," | "and" | "but" | "then" | ":");
    (0..sentence.len()).filter(|at| word(sentence, *at) == "there").find_map(|there| {
        let begin = (0..there).rfind(begins).map_or(0, |at| at + 1);
        let is_verb = |at: &usize| {
            LEAVING.contains(&word(sentence, *at)) || REMAINING.contains(&word(sentence, *at)) && at + 2 >= there
        };
        let verb = (begin..there).rfind(is_verb)?;
        let leaves = LEAVING.contains(&word(sentence, verb));
        let said = if leaves { &sentence[verb + 1..there] } else { &sentence[begin..verb] };
        let (stays, _) = named(said, vocabulary).into_iter().next()?;
        // "If the jar is on the rug, the jug must stay there": on the rug.
        let is_condition = matches!(word(sentence, 0), "if" | "when" | "whenever" | "while" | "once");
        if is_condition && !(1..begin.saturating_sub(1)).any(|at| begins(&at)) {
            return None;
        }
        let earlier = [before, &sentence[..begin]].concat();
        let is_robot = |object: &Object| vocabulary.robots.contains(object);
        let (places, moved): (Vec<_>, Vec<_>) =
            named(&earlier, vocabulary).into_iter().partition(|(_, is_towards)| *is_towards);
        let mut moved = moved
            .into_iter()
            .filter(|(members, _)| !leaves || members.is_empty() || !members.iter().all(is_robot))
            .peekable();
        let is_other = moved.peek().is_some() && moved.all(|(members, _)| members != stays);
        (is_other && !places.is_empty()).then_some((begin, there + 1))
    })
}

/// What the words name, and whether something is said to be or go there.
fn named(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<(Vec<Object>, bool)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((nouns, length)) = vocabulary.nouns(&tokens[at..]).into_iter().next() else {
            if matches!(word(tokens, at), "everything" | "anything" | "whatever" | "others" | "rest") {
                found.push((Vec::new(), false));
            }
            at += 1;
            continue;
        };
        let mut members = vocabulary.members(nouns);
        members.sort_unstable();
        let first = at - usize::from(at > 0 && word(tokens, at - 1) == "the");
        let is_towards = first > 0 && TOWARDS.contains(&word(tokens, first - 1));
        found.push((members, is_towards));
        at += length;
    }
    found
}

fn told(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    if denies(sentence) {
        return None;
    }
    let polite = usize::from(word(sentence, 0) == "please");
    let (verb, modal) = match robots(sentence, polite, vocabulary) {
        Some(end) => {
            let modal = modals::after_duty(sentence, end).or_else(|| tokens::after_any(sentence, end, &CALLED));
            (modal.unwrap_or(end), Some((end, modal.is_some())))
        }
        None => (polite, None),
    };
    let is_going = |(base, form): &(String, Form)| {
        let is_told = match modal {
            Some((_, false)) => matches!(form, Form::Base | Form::Present),
            _ => *form == Form::Base,
        };
        is_told && GOING.contains(&base.as_str())
    };
    vocabulary.verbs(word(sentence, verb)).iter().any(is_going).then_some(())?;
    let to = (verb + 1..=verb + 3).filter_map(|at| {
        let end = TOWARDS.iter().filter_map(|words| tokens::after(sentence, at, words)).max()?;
        let is_short =
            sentence[verb + 1..at].iter().all(|token| matches!(token.word.as_str(), "straight" | "right" | "on"));
        is_short.then_some(end)
    });
    let name = to.max()?;
    let name = name + usize::from(word(sentence, name) == "the");
    let (nouns, length) = vocabulary.nouns(sentence.get(name..)?).into_iter().next()?;
    let [Noun::Object(place)] = nouns else { return None };
    let comma = name + length + usize::from(word(sentence, name + length) == ",");
    let and = comma + usize::from(matches!(word(sentence, comma), "and" | "then"));
    let and = and + usize::from(word(sentence, and) == "then");
    let stay = and + usize::from(matches!(word(sentence, and), "just" | "simply" | "please"));
    let end = STAYING.iter().filter_map(|words| tokens::after(sentence, stay, words)).max()?;
    let is_end =
        end == sentence.len() || sentence[end..].iter().all(|token| matches!(token.word.as_str(), "," | "please"));
    if !is_end || (stay == comma && comma == name + length) {
        return None;
    }
    let mut tokens = sentence[..name + length].to_vec();
    let preposition = &vocabulary.objects[usize::from(*place)].preposition;
    let the = usize::from(word(sentence, name - 1) == "the");
    put(&mut tokens, verb, name - the, &format!("must end up {preposition}"));
    match modal {
        Some((end, _)) if verb > end => {
            tokens.drain(end..verb);
        }
        None => insert(&mut tokens, polite, "some robot"),
        Some(_) => {}
    }
    Some(tokens)
}

/// The place after the robot, or all robots of a sort, that are named here.
fn robots(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let all = ALL.iter().filter_map(|words| tokens::after(tokens, at, words)).max();
    let name = all.unwrap_or(at);
    let length = vocabulary.robot(tokens.get(name..)?)?;
    let (nouns, _) = vocabulary.nouns(&tokens[name..]).into_iter().next()?;
    // "Robot go there" may be any, "the robot" may be one of several.
    let is_sure = |noun: &Noun| match noun {
        Noun::Object(_) => true,
        Noun::Kind { kind, is_plural } => {
            *is_plural && all.is_some()
                || vocabulary.kinds[*kind].members.len() == 1
                || matches!(word(tokens, at), "every" | "each")
        }
    };
    nouns.iter().all(is_sure).then_some(name + length)
}
