//! Who is to do something, and who is not: "the hatch should be opened by robot 1, not by robot 2".

use crate::{
    general::{BRING, VISIT},
    inflection::Form,
    logic::Object,
    modals,
    tokens::{self, Token, insert, word},
    vocabulary::{Noun, Vocabulary},
};

/// Words before the one who is not to do it.
const BARRING: [&str; 8] =
    [", not by", ", not", "and not by", ", and not by", "but not by", ", but not by", ", and not", ", but not"];
/// Words after a subject that must be or do something, beside those of duty; a robot may be called by its name.
const TOLD: [&str; 4] = ["ought to", "is supposed to", "are supposed to", ","];
/// Words by which the sentence is more than one such deed.
const JOINING: [&str; 14] = [
    "and", "or", "then", "if", "when", "whenever", "while", "until", "unless", "before", "after", "once", "not",
    "never",
];

/// The sentence with a clause of its own for who is not to do it.
pub(crate) fn plain(sentence: &[Token], vocabulary: &Vocabulary) -> Vec<Token> {
    barred(sentence, vocabulary).unwrap_or_else(|| sentence.to_vec())
}

fn barred(sentence: &[Token], vocabulary: &Vocabulary) -> Option<Vec<Token>> {
    let (at, end) = (1..sentence.len()).find_map(|at| {
        let end = BARRING.iter().filter_map(|words| tokens::after(sentence, at, words)).max()?;
        Some((at, end))
    })?;
    let (other, after) = robots(sentence, end, vocabulary)?;
    let clause = &sentence[..at];
    // "The jar and the lid should ...", but not "should do this and do that".
    let is_joining = |at: &usize| {
        let name = at + 1 + usize::from(matches!(word(clause, at + 1), "the" | "both"));
        let is_list =
            word(clause, *at) == "and" && !vocabulary.nouns(clause.get(name..).unwrap_or_default()).is_empty();
        JOINING.contains(&word(clause, *at)) && !is_list
    };
    if after != sentence.len() || (0..clause.len()).any(|at| is_joining(&at)) {
        return None;
    }
    let words = |tokens: &[Token]| tokens.iter().map(|token| token.word.clone()).collect::<Vec<_>>().join(" ");
    let who = words(&sentence[end..after]);
    let is_passive = sentence[..end].last().is_some_and(|last| last.word == "by");
    let (told, ban) = passive(clause, &other, vocabulary, &who).or_else(|| {
        if is_passive { had_done(clause, vocabulary, &who) } else { active(clause, &other, vocabulary, &who) }
    })?;
    let mut tokens = told;
    let end = tokens.len();
    insert(&mut tokens, end, &format!(", and {ban}"));
    for token in &mut tokens[end..] {
        token.span = sentence[at].span.start..sentence[after - 1].span.end;
    }
    Some(tokens)
}

/// The robots that are named here, and the place after them: "robot 1", "an arm".
fn robots(tokens: &[Token], at: usize, vocabulary: &Vocabulary) -> Option<(Vec<Object>, usize)> {
    let name = at + usize::from(matches!(word(tokens, at), "the" | "a" | "an"));
    let (nouns, length) = vocabulary.nouns(tokens.get(name..)?).into_iter().next()?;
    let objects: Vec<Object> = nouns
        .iter()
        .flat_map(|noun| match noun {
            Noun::Object(object) => vec![*object],
            Noun::Kind { kind, is_plural: false } => vocabulary.kinds[*kind].members.clone(),
            Noun::Kind { .. } => Vec::new(),
        })
        .collect();
    // "The arm" is one of several.
    let is_sure = word(tokens, at) != "the" || objects.len() == 1;
    let are_robots = !objects.is_empty() && objects.iter().all(|object| vocabulary.robots.contains(object));
    (are_robots && is_sure).then_some((objects, name + length))
}

/// Whether the robot that is named here is none of the others.
fn is_apart(tokens: &[Token], at: usize, others: &[Object], vocabulary: &Vocabulary) -> Option<usize> {
    let (own, end) = robots(tokens, at, vocabulary)?;
    (!own.iter().any(|one| others.contains(one))).then_some(end)
}

fn after_told(clause: &[Token], at: usize) -> Option<usize> {
    modals::after_duty(clause, at).or_else(|| tokens::after_any(clause, at, &TOLD))
}

type Told = (Vec<Token>, String);

/// "The hatch must be opened by robot 1".
fn passive(clause: &[Token], others: &[Object], vocabulary: &Vocabulary, who: &str) -> Option<Told> {
    let by = clause.iter().rposition(|token| token.word == "by")?;
    let (modal, be) = (1..by).find_map(|at| {
        let be = after_told(clause, at)?;
        Some((at, be))
    })?;
    let base = done(word(clause, be + 1), vocabulary)?;
    if word(clause, be) != "be" || is_apart(clause, by + 1, others, vocabulary)? != clause.len() {
        return None;
    }
    // "Brought to the rug by robot 1": others may bring it elsewhere.
    let is_brought = |(base, _): &(String, Form)| BRING.contains(&base.as_str());
    if vocabulary.verbs(word(clause, be + 1)).iter().any(is_brought) && by > be + 2 {
        return None;
    }
    let things = any_of(&clause[..modal], vocabulary);
    let ban = format!("{who} must never {base} {things} {}", any_of(&clause[be + 2..by], vocabulary));
    Some((clause.to_vec(), ban))
}

/// The verb of a participle.
fn done<'v>(word: &str, vocabulary: &'v Vocabulary) -> Option<&'v str> {
    let mut verbs = vocabulary.verbs(word).iter();
    verbs.find(|(_, form)| *form == Form::Participle).map(|(base, _)| base.as_str())
}

/// The words with "or" for "and" and "any" for "all", as they are said where something is forbidden.
fn any_of(tokens: &[Token], vocabulary: &Vocabulary) -> String {
    let is_plural = |at: usize| {
        let senses = vocabulary.nouns(tokens.get(at..).unwrap_or_default()).into_iter().next();
        senses.is_some_and(|(senses, _)| senses.iter().all(|noun| matches!(noun, Noun::Kind { is_plural: true, .. })))
    };
    let word = |at: usize| match tokens[at].word.as_str() {
        "and" => "or",
        "both" | "all" | "the" if is_plural(at + 1) => "any",
        word => word,
    };
    (0..tokens.len()).map(word).collect::<Vec<_>>().join(" ")
}

/// "Have the hatch opened".
fn had_done(clause: &[Token], vocabulary: &Vocabulary, who: &str) -> Option<Told> {
    let last = clause.last()?;
    let base = done(&last.word, vocabulary)?;
    let thing = &clause[1..clause.len() - 1];
    let name = usize::from(word(thing, 0) == "the");
    let length = vocabulary.nouns(thing.get(name..)?).first()?.1;
    if !matches!(word(clause, 0), "have" | "get") || name + length != thing.len() {
        return None;
    }
    Some((clause.to_vec(), format!("{who} must never {base} {}", any_of(thing, vocabulary))))
}

/// "Robot 1 should open the hatch", "let robot 1 open the hatch", "use robot 1 to open the hatch".
fn active(clause: &[Token], others: &[Object], vocabulary: &Vocabulary, who: &str) -> Option<Told> {
    let begin = usize::from(matches!(word(clause, 0), "let" | "have" | "use"));
    let robot = is_apart(clause, begin, others, vocabulary)?;
    let modal = match word(clause, 0) {
        "use" => tokens::after(clause, robot, "to")?,
        "let" | "have" => robot,
        _ => after_told(clause, robot).unwrap_or(robot),
    };
    let verbs = vocabulary.verbs(word(clause, modal));
    let is_told = |form: &Form| *form == Form::Base || modal == robot && begin == 0 && *form == Form::Present;
    let (base, _) = verbs.iter().find(|(_, form)| is_told(form))?;
    // "Robot 1 should go there, not robot 2": nor on its way?
    let is_going = VISIT.iter().any(|(verb, _)| verb == base) || base == "go";
    let is_deed = !is_going && !BRING.contains(&base.as_str()) && vocabulary.frames_of(base).next().is_some();
    let is_short = !clause[modal..].iter().any(|token| token.word == ",");
    if !is_deed || !is_short {
        return None;
    }
    let mut told = clause.to_vec();
    if word(clause, 0) == "use" {
        told.drain(robot..modal);
        insert(&mut told, robot, "should");
        told.remove(0);
    }
    let ban = format!("{who} must never {base} {}", any_of(&clause[modal + 1..], vocabulary));
    Some((told, ban))
}
