//! Requests to somebody, or about something, in the form of a question: "can one of the guards ...?", "could the door be opened?"

use crate::{
    frame::{Part, Tells},
    general::{BRING, DENYING},
    greetings::calls,
    inflection::Form,
    reader::Reader,
    tokens::{self, Token, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words for all robots, and how many that are, where they tell.
const EVERYBODY: [(&str, Option<usize>); 7] = [
    ("the robots", None),
    ("you all", None),
    ("you guys", None),
    ("you robots", None),
    ("you two", Some(2)),
    ("you both", Some(2)),
    ("the two of you", Some(2)),
];
/// Verbs of what somebody may only want to know: "can one of the guards reach the hatch?"
#[rustfmt::skip]
const ASKED: [&str; 12] =
    ["reach", "be", "have", "hold", "see", "lift", "fit", "find", "keep", "stay", "know", "carry"];
/// Words by which a question is about more than one deed.
const DEPENDING: [&str; 12] =
    ["while", "when", "whenever", "if", "unless", "until", "or", "already", "ever", "still", "yet", "whether"];
/// Words of rules.
const RULING: [&str; 8] = ["always", "never", "whenever", "every", "each", "any", "only", "not"];

/// The sentence as the order that it is, without its question mark. Questions that only ask stay.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let is_question = sentence.last().is_some_and(|last| last.word == "?");
    let said = &sentence[..sentence.len() - usize::from(is_question)];
    let found = asks_one(said, vocabulary)
        .or_else(|| asks_all(said, vocabulary))
        .or_else(|| called(said, vocabulary))
        .or_else(|| named(said, vocabulary))
        .or_else(|| passive(said, vocabulary));
    found.unwrap_or_else(|| sentence.to_vec())
}

fn is_modal(tokens: &[Token]) -> bool {
    matches!(word(tokens, 0), "can" | "could" | "would" | "will")
}

/// The verb that is asked for: "open" of "open the hatch", after "please".
fn verb(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let verb = at + usize::from(word(tokens, at) == "please");
    let is_base = vocabulary.is_base(word(tokens, verb));
    (is_base && !ASKED.contains(&word(tokens, verb))).then_some(verb)
}

/// "Can one of the guards bring the tray?": let one of the guards bring it.
fn asks_one(said: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    if !is_modal(said) {
        return None;
    }
    let whom = tokens::after(said, 1, "one of the")?;
    let verb = verb(said, whom + vocabulary.robot(&said[whom..])?, vocabulary)?;
    let mut order = said.to_vec();
    "let".clone_into(&mut order[0].word);
    order.drain(verb - usize::from(word(said, verb - 1) == "please")..verb);
    Some(order)
}

/// "Robot 1 should open the gate before robot 2 goes there": let robot 1 do so before that. "Must" makes a rule.
pub(crate) fn before_another(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    let told = || {
        let (robot, should) = vocabulary.only_named(sentence, 0)?;
        let is_deed = word(sentence, should) == "should" && vocabulary.is_base(word(sentence, should + 1));
        let rest = sentence.get(should + 1..).filter(|rest| is_deed && rest[0].word != "be")?;
        let has = |words: &[&str]| rest.iter().any(|token| words.contains(&token.word.as_str()));
        let mut order = sentence.to_vec();
        order.remove(should);
        tokens::insert(&mut order, 0, "let");
        (vocabulary.robots.contains(&robot) && has(&["before"]) && !has(&RULING)).then_some(order)
    };
    told().unwrap_or_else(|| sentence.to_vec())
}

/// "Can the robots put the cup on the table?": put it there, whoever does it.
fn asks_all(said: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let fits = |number: &Option<usize>| number.is_none_or(|number| number == vocabulary.robots.len());
    let whom = EVERYBODY.iter().find_map(|(words, number)| tokens::after(said, 1, words).filter(|_| fits(number)));
    let verb = verb(said, whom.filter(|_| is_modal(said))?, vocabulary)?;
    is_to_one_thing(&said[verb..], vocabulary).then(|| said[verb..].to_vec())
}

/// "Hey robots, put the cup on the table!", "robot can you put it there?": put it there, whoever does it.
fn called(said: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let greeted = usize::from(calls(word(said, 0)));
    let whom = greeted + usize::from(greeted > 0 && word(said, greeted) == ",");
    let is_all = matches!(word(said, whom), "robots" | "everybody" | "everyone" | "guys" | "folks");
    let comma = usize::from(word(said, whom + 1) == ",");
    let opening = ["can you", "could you", "would you", "will you"].iter();
    let asked = opening.filter_map(|words| tokens::after(said, whom + 1 + comma, words)).next();
    // "Robot": one of them is called, and it does not matter which.
    let is_any = word(said, whom) == "robot";
    let begin = match (asked, comma) {
        (Some(begin), _) if is_any || is_all => begin,
        (None, 1) if is_any || is_all => whom + 2,
        _ => return None,
    };
    let verb = verb(said, begin, vocabulary)?;
    is_to_one_thing(&said[verb..], vocabulary).then(|| said[verb..].to_vec())
}

/// "Robot 1 go to the bench", "the robot robot 1, go there": robot 1, go there.
fn named(said: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let begin = [&["the", "robot"][..], &["robot"], &[]].into_iter().find_map(|words| {
        let stands = words.iter().enumerate().all(|(at, one)| word(said, at) == *one);
        (stands && vocabulary.robot(&said[words.len().min(said.len())..]).is_some()).then_some(words.len())
    })?;
    let (nouns, length) = vocabulary.nouns(&said[begin..]).into_iter().next()?;
    let end = begin + length;
    let is_called = word(said, end) == ",";
    let verb = verb(said, end + usize::from(is_called), vocabulary)?;
    if !nouns.iter().all(|noun| vocabulary.is_singular(noun))
        || (is_called && begin == 0)
        || word(said, verb - 1) == "please"
    {
        return None;
    }
    let comma = Token { word: ",".to_owned(), span: said[end].span.start..said[end].span.start };
    Some([&said[begin..end], &[comma], &said[verb..]].concat())
}

/// Whether an order is for a deed on a thing that is named, which nobody does twice: not "go there", which each can do.
fn is_to_one_thing(order: &[Token], vocabulary: &Vocabulary) -> bool {
    let verb = word(order, 0);
    let noun = 1 + usize::from(matches!(word(order, 1), "the" | "both" | "all"));
    let noun = noun + usize::from(word(order, noun) == "the");
    let Some(rest) = order.get(noun..) else { return false };
    let adjectives = rest.iter().take_while(|token| !vocabulary.adjectives(&token.word).is_empty()).count();
    let nouns = [0, adjectives].into_iter().find_map(|at| vocabulary.nouns(&rest[at..]).into_iter().next());
    let Some((nouns, _)) = nouns else { return false };
    let is_definite = noun > 1 || nouns.iter().all(|noun| matches!(noun, Noun::Object(_)));
    let things = vocabulary.members(nouns);
    let is_robot = things.iter().any(|thing| vocabulary.robots.contains(thing));
    let is_moved = BRING.contains(&verb) && things.iter().all(|thing| vocabulary.can_move(*thing));
    // "Take the lift to the basement" is what each of them does.
    let begins = |part: &Part| matches!(part, Part::Word(one) if one == word(order, 1));
    let is_saying = vocabulary.frames_of(verb).any(|(_, frame)| frame.parts.first().is_some_and(begins));
    let is_deed = || {
        vocabulary.frames_of(verb).any(|(_, frame)| {
            let stays = matches!(frame.tells, Tells::Deed { skill } if !vocabulary.moves_robot(skill));
            stays && matches!(frame.parts.first(), Some(Part::Slot(_)))
        })
    };
    is_definite && !is_robot && !is_saying && (is_moved || is_deed())
}

/// "Could the hatch be opened?": I want it to be opened.
fn passive(said: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let is_asked = said.iter().any(|token| token.word == "please");
    let depends = |token: &Token| DEPENDING.contains(&token.word.as_str()) || DENYING.contains(&token.word.as_str());
    if !(word(said, 0) == "could" || (is_asked && is_modal(said))) || said.iter().any(depends) {
        return None;
    }
    let is_please = |at: usize| word(said, at) == "please";
    let kept = (0..said.len()).filter(|at| !(is_please(*at) || word(said, *at) == "," && is_please(at + 1)));
    let said: Vec<Token> = kept.map(|at| said[at].clone()).collect();
    let things = Reader::new(vocabulary, &said).noun_phrases(1);
    let be = things.iter().map(|(_, end)| *end).filter(|end| word(&said, *end) == "be").max()?;
    let done = word(&said, be + 1);
    let is_done = |(verb, form): &(String, Form)| *form == Form::Participle && !ASKED.contains(&verb.as_str());
    let is_deed = vocabulary.verbs(done).iter().any(is_done);
    // "Could the door be closed?" may ask whether it is.
    if !is_deed || (vocabulary.has_adjective(done) && !is_asked) {
        return None;
    }
    let span = said[0].span.clone();
    let wish = ["i", "want"].map(|word| Token { word: word.to_owned(), span: span.clone() });
    let to = Token { word: "to".to_owned(), span: said[be].span.clone() };
    Some([&wish, &said[1..be], &[to], &said[be..]].concat())
}
