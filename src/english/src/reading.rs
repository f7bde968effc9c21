//! A text and its meaning: all readings of each sentence, of which there must be one.

use std::{collections::HashMap, ops::Range};

use surefleet_fleet::Digest;
use surefleet_ltl::{Binary, Formula};

use crate::{
    attachment::Spread,
    canonical, compose, courtesy, echoes,
    error::EnglishError,
    everyday, general,
    logic::{self, Ltl},
    meaning::Np,
    paraphrase::Paraphrase,
    reader::Reader,
    sense::{Meaning, NEVER, OUT_OF_REACH, Vague},
    statement::{self, Statement, Sub, nouns},
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// The meaning of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What its sentences ask for, in order. All of it must hold.
    pub statements: Vec<Asked>,
}

/// What a sentence, or a part of it, asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The formula that is meant.
    pub formula: Formula,
    /// The formula in words; reading them gives the formula again.
    pub words: String,
    /// Whether something must be done or come about: nothing done does not satisfy it, whatever the start.
    pub is_goal: bool,
    /// What the names in the sentence were taken for.
    pub groundings: Vec<Grounding>,
}

/// Words of a text and the things that they were taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grounding {
    /// The words as written.
    pub words: String,
    /// The bytes where they stand.
    pub span: Range<usize>,
    /// The names of the things on the wire.
    pub meaning: Vec<String>,
}

impl Reading {
    /// All that is asked for, as one formula.
    pub fn formula(&self) -> Formula {
        let formulas = self.statements.iter().map(|asked| asked.formula.clone());
        formulas
            .reduce(|one, other| Formula::binary(Binary::And, &one, &other))
            .unwrap_or_else(|| Formula::constant(true))
    }

    /// All that is asked for, in words.
    pub fn words(&self) -> String {
        self.statements.iter().map(|asked| asked.words.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The hash of all formulas, in order.
    pub fn digest(&self) -> Digest {
        let formulas: Vec<String> = self.statements.iter().map(|asked| asked.formula.to_string()).collect();
        Digest::of(formulas.iter().map(|formula| formula.as_bytes()))
    }

    /// Whether a sentence asks for something to be done.
    pub fn has_goal(&self) -> bool {
        self.statements.iter().any(|asked| asked.is_goal)
    }
}

/// The prefix of a formula that is typed directly.
const LTL: &str = "ltl:";

/// Reads a mission or constraints: sentences in controlled English, or a formula after `ltl:`.
///
/// # Errors
/// [`EnglishError`] with the words that are not understood, or all meanings of a sentence that has several.
pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Reading, EnglishError> {
    if let Some(formula) = typed(text) {
        let formula = Formula::parse(formula)?;
        let meaning = canonical::known(&formula, vocabulary)?;
        let words = Paraphrase::of(&meaning, vocabulary).to_string();
        let is_goal = false;
        return Ok(Reading { statements: vec![Asked { formula, words, is_goal, groundings: Vec::new() }] });
    }
    let mut statements = Vec::new();
    let mut before = Before { is_nothing: true, said: Vec::new(), condition: None };
    for (number, sentence) in sentences(text).into_iter().enumerate() {
        if number > 0 && courtesy::is_idle(&sentence) {
            continue;
        }
        let (parts, best) = one(text, &sentence, &before, vocabulary)?;
        statements.extend(parts);
        before.is_nothing = false;
        let by = (number + 1) << 12;
        let said = best.iter().flat_map(statement::names);
        before.said.extend(said.map(|np| moved(&np, by)));
        let last = best.last().and_then(echoes::condition);
        before.condition = last.map(|sub| sub.map(&mut |clause| clause.map(&mut |np| moved(np, by))));
    }
    if statements.is_empty() { Err(EnglishError::Empty) } else { Ok(Reading { statements }) }
}

/// Whether a text is a formula, not words: one after `ltl:`, or one with operators or brackets.
pub fn is_typed(text: &str) -> bool {
    typed(text).is_some()
}

/// The formula in a text that is typed as one.
fn typed(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    match trimmed.get(..LTL.len()) {
        Some(mark) if mark.eq_ignore_ascii_case(LTL) => Some(&trimmed[LTL.len()..]),
        _ => (trimmed.contains('(') && Formula::parse(trimmed).is_ok()).then_some(trimmed),
    }
}

/// The sentences; one that begins with "then" goes on with the one before.
fn sentences(text: &str) -> Vec<Vec<Token>> {
    let mut sentences: Vec<Vec<Token>> = Vec::new();
    for sentence in tokens::sentences(text) {
        let begins = |words: &[&str]| {
            sentence.iter().map(|token| token.word.as_str()).take(words.len()).eq(words.iter().copied())
        };
        let goes_on = [
            &["then"][..],
            &["and", "then"],
            &["after", "that"],
            &["and", "after", "that"],
            &["afterwards"],
            &["and", "afterwards"],
            &["next", ","],
            &["finally"],
            &["and", "finally"],
            &["lastly"],
        ]
        .iter()
        .any(|words| begins(words))
            || everyday::goes_on(&sentence);
        match sentences.last_mut() {
            Some(last) if goes_on => {
                let at = sentence[0].span.start;
                last.push(Token { word: ",".to_owned(), span: at..at });
                last.extend(sentence);
            }
            _ => sentences.push(sentence),
        }
    }
    sentences
}

/// The phrase with its mentions out of the way of those of later sentences.
fn moved(np: &Np, by: usize) -> Np {
    match np {
        Np::Noun(noun) => Np::Noun(crate::meaning::Noun { id: noun.id + by, ..noun.clone() }),
        Np::List(join, parts) => Np::List(*join, parts.iter().map(|part| moved(part, by)).collect()),
        other => other.clone(),
    }
}

/// What the sentences before said.
struct Before {
    /// Whether there is none.
    is_nothing: bool,
    said: Vec<Np>,
    condition: Option<Sub>,
}

/// A reading of a whole sentence.
struct Candidate {
    distance: usize,
    meanings: Vec<Meaning>,
    statements: Vec<Statement>,
    /// Whether a clause that depends on one of its statements may be about others too.
    is_open: bool,
}

/// The meanings of a sentence.
struct Candidates {
    /// The distinct ones by normal form.
    candidates: HashMap<Ltl, Candidate>,
    /// Those in which a dependent clause is about more statements than the nearest one.
    spread: HashMap<Ltl, Candidate>,
    /// Why other ways to read it fail.
    reasons: Vec<Vague>,
}

/// The candidates that are nearest to the words.
fn nearest(mut candidates: HashMap<Ltl, Candidate>) -> HashMap<Ltl, Candidate> {
    let nearest = candidates.values().map(|candidate| candidate.distance).min();
    candidates.retain(|_, candidate| Some(candidate.distance) == nearest);
    candidates
}

/// What one sentence asks for, and its statements.
fn one(
    text: &str,
    sentence: &[Token],
    before: &Before,
    vocabulary: &Vocabulary,
) -> Result<(Vec<Asked>, Vec<Statement>), EnglishError> {
    if let Some(formula) = canonical::read(sentence, vocabulary) {
        let words = Paraphrase::of(&formula, vocabulary).to_string();
        let asked = Asked { formula: formula.formula(vocabulary), words, is_goal: false, groundings: Vec::new() };
        return Ok((vec![asked], Vec::new()));
    }
    let sentence = courtesy::plain(sentence, vocabulary);
    let sentence = everyday::plain(&sentence, before.is_nothing, vocabulary);
    let sentence = crate::remarks::without(&sentence, vocabulary);
    let sentence = sentence.as_slice();
    let reader = Reader::new(vocabulary, sentence).after_condition(before.condition.clone());
    let Candidates { candidates, spread, reasons } = candidates(&reader, &before.said, vocabulary);
    let mut nearest = nearest(candidates);
    if nearest.is_empty() {
        return Err(refusal(text, &reader, reasons, vocabulary));
    }
    // "A and B while C": of the second, or of both?
    if let Some(open) = nearest.values().find(|candidate| candidate.is_open).map(|candidate| candidate.statements.len())
    {
        let others = spread.into_iter().filter(|(_, candidate)| candidate.statements.len() == open);
        for (normal, other) in self::nearest(others.collect()) {
            nearest.entry(normal).or_insert(other);
        }
    }
    let mut best: Vec<Candidate> = nearest.into_values().collect();
    best.sort_by_key(|candidate| candidate.statements.len());
    if best.len() > 1 {
        let mut readings: Vec<String> =
            best.iter().map(|candidate| in_words(&candidate.meanings, vocabulary)).collect();
        readings.sort();
        readings.truncate(4);
        let (phrase, at) = quote(text, sentence, 0, sentence.len());
        return Err(EnglishError::Ambiguous { phrase, at, readings });
    }
    let best = best.remove(0);
    let asked = best.meanings.iter().zip(&best.statements).map(|(meaning, statement)| Asked {
        formula: meaning.formula.formula(vocabulary),
        words: Paraphrase::of(&meaning.formula, vocabulary).to_string(),
        is_goal: meaning.is_goal,
        groundings: groundings(text, sentence, statement, vocabulary),
    });
    Ok((asked.collect(), best.statements))
}

fn in_words(meanings: &[Meaning], vocabulary: &Vocabulary) -> String {
    meanings
        .iter()
        .map(|meaning| Paraphrase::of(&meaning.formula, vocabulary).to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A statement with the nouns of its sentence and whether its own come first, and what it means.
type Known = (Vec<Np>, bool, Statement, Vec<Result<Meaning, Vague>>);

/// The distinct meanings of the sentence by normal form, and why other ways to read it fail.
fn candidates(reader: &Reader, earlier: &[Np], vocabulary: &Vocabulary) -> Candidates {
    let mut found: HashMap<Ltl, Candidate> = HashMap::new();
    let mut wide: HashMap<Ltl, Candidate> = HashMap::new();
    let mut reasons = Vec::new();
    let mut blocked: Option<(usize, Vague)> = None;
    let mut known: Vec<Known> = Vec::new();
    for said in reader.sentence() {
        let Some(led) = reader.led(&said) else { continue };
        let spread = reader.spread(&led);
        let is_open = spread.is_some();
        for (Spread { statements, copied, has_copies }, is_spread) in
            std::iter::once((led, false)).chain(spread.map(|spread| (spread, true)))
        {
            let distance = statements.iter().map(Statement::distance).sum::<usize>() - copied;
            let (ways, vague) = ways(&statements, earlier, !has_copies, &mut known, vocabulary);
            if !is_spread {
                for reason in vague {
                    if reason.blocks {
                        let nearer = blocked.as_ref().is_none_or(|(known, _): &(usize, Vague)| distance < *known);
                        blocked = if nearer { Some((distance, reason.clone())) } else { blocked };
                    }
                    reasons.push(reason);
                }
            }
            let found = if is_spread { &mut wide } else { &mut found };
            for meanings in ways {
                let distance = distance + meanings.iter().map(|meaning| meaning.distance).sum::<usize>();
                let normal = logic::all(meanings.iter().map(|meaning| meaning.formula.clone())).normal();
                let is_nearer = found.get(&normal).is_none_or(|known: &Candidate| {
                    (distance, statements.len()) < (known.distance, known.statements.len())
                });
                if is_nearer {
                    found.insert(normal, Candidate { distance, meanings, statements: statements.clone(), is_open });
                }
            }
        }
    }
    // A nearer reading that needs another word is not passed over for a farther one.
    if let Some((distance, reason)) = blocked
        && found.values().all(|candidate| candidate.distance >= distance)
    {
        return Candidates { candidates: HashMap::new(), spread: HashMap::new(), reasons: vec![reason] };
    }
    Candidates { candidates: found, spread: wide, reasons }
}

/// All that statements can mean together, and why some of it is vague.
fn ways(
    statements: &[Statement],
    earlier: &[Np],
    is_near: bool,
    known: &mut Vec<Known>,
    vocabulary: &Vocabulary,
) -> (Vec<Vec<Meaning>>, Vec<Vague>) {
    let mut said = earlier.to_vec();
    let mut ways: Vec<Vec<Meaning>> = vec![Vec::new()];
    let mut reasons = Vec::new();
    for (place, statement) in statements.iter().enumerate() {
        let is_near = is_near || place == 0;
        let is_known = |(before, near, one, _): &&Known| *near == is_near && one == statement && *before == said;
        let meanings = match known.iter().find(is_known) {
            Some((.., meanings)) => meanings.clone(),
            None => {
                let meanings = compose::compose(statement, &said, is_near, vocabulary);
                known.push((said.clone(), is_near, statement.clone(), meanings.clone()));
                meanings
            }
        };
        reasons.extend(meanings.iter().filter_map(|meaning| meaning.clone().err()));
        let mut good: Vec<Meaning> = Vec::new();
        for meaning in meanings.into_iter().flatten() {
            if !good.contains(&meaning) {
                good.push(meaning);
            }
        }
        ways = ways
            .iter()
            .flat_map(|way| good.iter().map(|meaning| way.iter().cloned().chain([meaning.clone()]).collect()))
            .collect();
        said.extend(statement::names(statement));
    }
    (ways, reasons)
}

/// The words between two tokens as written, and where they begin.
fn quote(text: &str, sentence: &[Token], at: usize, end: usize) -> (String, usize) {
    let first = sentence.get(at.min(sentence.len().saturating_sub(1)));
    let last = sentence.get(end.saturating_sub(1).min(sentence.len().saturating_sub(1)));
    match (first, last) {
        (Some(first), Some(last)) if at < sentence.len() && first.span.start <= last.span.end => {
            (text[first.span.start..last.span.end].to_owned(), first.span.start)
        }
        _ => (String::new(), text.len()),
    }
}

/// The most telling reason why a sentence is not read.
fn refusal(text: &str, reader: &Reader, reasons: Vec<Vague>, vocabulary: &Vocabulary) -> EnglishError {
    let sentence = reader.tokens;
    let is_known = |token: &Token| {
        let word = token.word.as_str();
        vocabulary.knows(word) || general::FUNCTION_WORDS.contains(&word) || tokens::number(word).is_some()
    };
    if reasons.is_empty()
        && let Some(token) = sentence.iter().find(|token| !is_known(token))
    {
        let word = text[token.span.clone()].to_owned();
        return EnglishError::UnknownWord { nearest: vocabulary.nearest(&token.word), word, at: token.span.start };
    }
    // The reason about the fewest words is the most telling one.
    let best = reasons.into_iter().min_by_key(|reason| {
        let is_last = reason.mend == NEVER;
        let is_first = reason.mend == OUT_OF_REACH;
        (is_last, !is_first, reason.end.saturating_sub(reason.at), reason.at)
    });
    match best {
        Some(reason) => {
            let (words, at) = quote(text, sentence, reason.at, reason.end);
            EnglishError::Unclear { words, at, mend: reason.mend.to_owned() }
        }
        None => {
            let (words, at) = quote(text, sentence, reader.furthest(), sentence.len());
            EnglishError::Unread { words, at, hints: String::new() }
        }
    }
}

fn groundings(text: &str, sentence: &[Token], statement: &Statement, vocabulary: &Vocabulary) -> Vec<Grounding> {
    let mut found: Vec<Grounding> = Vec::new();
    for np in statement.clauses().into_iter().flat_map(|clause| clause.noun_phrases()) {
        for noun in nouns(np).into_iter().filter(|noun| !noun.is_wide && noun.end <= sentence.len()) {
            let (words, at) = quote(text, sentence, noun.id, noun.end);
            let span = at..at + words.len();
            let meaning =
                noun.members.iter().map(|object| vocabulary.objects[usize::from(*object)].name.clone()).collect();
            if !found.iter().any(|known| known.span == span) {
                found.push(Grounding { words, span, meaning });
            }
        }
    }
    found.sort_by_key(|grounding| grounding.span.start);
    found
}
