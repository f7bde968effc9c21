//! A text and its meaning: all readings of each sentence, of which there must be one.

use std::ops::Range;

use surefleet_fleet::Digest;
use surefleet_ltl::{Binary, Formula};

use crate::{
    achieving,
    candidates::{APART, Before},
    canonical, chatter, choices, courtesy, echoes,
    error::EnglishError,
    logic::{Ltl, Object},
    meaning::Np,
    otherwise,
    paraphrase::Paraphrase,
    passes, picks,
    sentence::{Part, Understood, names_things, understood},
    spelling::{self, Correction},
    statement::{self, Link},
    tokens::{self, Token},
    vocabulary::Vocabulary,
};

/// The meaning of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What its sentences ask for, in order. All of it must hold.
    pub statements: Vec<Asked>,
    /// Misspelt words, with those that they were read as. Whoever shows the reading shows these.
    pub corrected: Vec<Correction>,
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
    /// Whether it speaks of the one thing that is so at the start: "the toy that is on the table". Where several are so, the words do
    /// not tell which of them is meant.
    pub is_of_one: bool,
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

    /// The refusal of its first misspelt word, for whoever cannot show a person what it was taken for.
    ///
    /// # Errors
    /// [`EnglishError::UnknownWord`], with the word that it was read as.
    pub fn spelt(&self) -> Result<(), EnglishError> {
        let unknown = |Correction { written, span, read }: Correction| EnglishError::UnknownWord {
            word: written,
            at: span.start,
            nearest: Some(read),
        };
        self.corrected.first().cloned().map_or(Ok(()), |correction| Err(unknown(correction)))
    }

    /// The same where a sentence forbids something: of a ban with a misspelt word nobody sees what it forbids.
    ///
    /// # Errors
    /// Those of [`spelt`](Self::spelt).
    pub fn bans_spelt(&self) -> Result<(), EnglishError> {
        if self.statements.iter().any(|asked| !asked.is_goal) { self.spelt() } else { Ok(()) }
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
/// A word with a slip of the pen is read as the only known word that it can be ([`Reading::corrected`]).
///
/// # Errors
/// [`EnglishError`] with the words that are not understood, or all meanings of a sentence that has several.
pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Reading, EnglishError> {
    if let Some(formula) = typed(text) {
        let formula = Formula::parse(formula)?;
        let meaning = canonical::known(&formula, vocabulary)?;
        let words = Paraphrase::of(&meaning, vocabulary).to_string();
        let is_goal = formula.must_come_about();
        let statements = vec![Asked { formula, words, is_goal, groundings: Vec::new(), is_of_one: false }];
        return Ok(Reading { statements, corrected: Vec::new() });
    }
    // Small talk goes first: nobody cares for slips of the pen in it.
    let sentences = chatter::without(tokens::sentences(text), vocabulary);
    let plain = asked(text, &sentences, true, vocabulary);
    let (sentences, corrected) = spelling::corrected(&sentences, vocabulary);
    let Some(slip) = corrected.first() else { return plain.map(|statements| Reading { statements, corrected }) };
    let mended = asked(text, &sentences, false, vocabulary);
    match (plain, mended) {
        (Err(_), Ok(statements)) => Ok(Reading { statements, corrected }),
        // It is read without the word, but means something else with it.
        (Ok(plain), Ok(mended)) if formulas(&plain).ne(formulas(&mended)) => Err(EnglishError::UnknownWord {
            word: text[slip.span.clone()].to_owned(),
            at: slip.span.start,
            nearest: Some(slip.read.clone()),
        }),
        (plain, _) => plain.map(|statements| Reading { statements, corrected: Vec::new() }),
    }
}

fn formulas(statements: &[Asked]) -> impl Iterator<Item = &Formula> {
    statements.iter().map(|asked| &asked.formula)
}

/// What the sentences of a text ask for. `is_spelt`: no word was misspelt.
fn asked(text: &str, cut: &[Vec<Token>], is_spelt: bool, vocabulary: &Vocabulary) -> Result<Vec<Asked>, EnglishError> {
    plainly(text, cut, vocabulary).or_else(|error| {
        let texts = picks::texts(cut, vocabulary).unwrap_or_default();
        let all: Option<Vec<_>> = texts.iter().map(|cut| plainly(text, cut, vocabulary).ok()).collect();
        all.and_then(|all| one_of(all, is_spelt, vocabulary)).ok_or(error)
    })
}

/// That one of several readings of a text holds, and what all of them ask for.
fn one_of(all: Vec<Vec<Asked>>, is_spelt: bool, vocabulary: &Vocabulary) -> Option<Vec<Asked>> {
    let is_common = |one: &Asked| all.iter().all(|asked| formulas(asked).any(|formula| *formula == one.formula));
    let mut common: Vec<Asked> = all.first()?.iter().filter(|one| is_common(one)).cloned().collect();
    let mut own: Vec<Vec<Asked>> = all.clone();
    own.iter_mut().for_each(|asked| asked.retain(|one| !is_common(one)));
    // "Both on the rug" is the same whichever is taken first.
    let sorted = |asked: &Vec<Asked>| {
        let mut all: Vec<String> = formulas(asked).map(ToString::to_string).collect();
        all.sort_unstable();
        all
    };
    let is_new = |at: &usize| !own[..*at].iter().any(|earlier| sorted(earlier) == sorted(&own[*at]));
    let both = |one: Formula, other: Formula| Formula::binary(Binary::And, &one, &other);
    let each = (0..own.len()).filter(is_new).filter_map(|at| formulas(&own[at]).cloned().reduce(both));
    let Some(formula) = each.reduce(|one, other| Formula::binary(Binary::Or, &one, &other)) else {
        return Some(common);
    };
    // Of a ban with a misspelt word nobody sees what it forbids.
    if !is_spelt && own.iter().flatten().any(|one| !one.is_goal) {
        return None;
    }
    let words = Paraphrase::of(&canonical::known(&formula, vocabulary).ok()?, vocabulary).to_string();
    let mut groundings: Vec<Grounding> = Vec::new();
    for grounding in own.iter().flatten().flat_map(|asked| &asked.groundings) {
        match groundings.iter_mut().find(|known| known.span == grounding.span) {
            Some(known) => {
                let more = grounding.meaning.iter().filter(|name| !known.meaning.contains(name)).cloned();
                let more: Vec<String> = more.collect();
                known.meaning.extend(more);
            }
            None => groundings.push(grounding.clone()),
        }
    }
    let is_of_one = own.iter().flatten().any(|asked| asked.is_of_one);
    common.push(Asked { is_goal: formula.must_come_about(), formula, words, groundings, is_of_one });
    Some(common)
}

/// What the sentences of a text ask for, where no choice among things tells what others are.
fn plainly(text: &str, cut: &[Vec<Token>], vocabulary: &Vocabulary) -> Result<Vec<Asked>, EnglishError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut before = Before::default();
    let sentences = passes::over_text(cut.to_vec(), vocabulary);
    for (number, sentence) in sentences.iter().enumerate() {
        let is_free = |before: &Vec<Token>| choices::is_free(sentence, before) && choices::is_open(before, vocabulary);
        if number > 0 && (courtesy::is_idle(sentence) || is_free(&sentences[number - 1])) {
            continue;
        }
        let is_of_condition = before.condition.as_ref().is_some_and(|condition| condition.link == Link::AtStart);
        if is_of_condition && otherwise::is_idle(sentence) {
            before.condition = None;
            continue;
        }
        before.is_weighed = sentences.get(number + 1).is_some_and(|next| otherwise::is_for_now(next, vocabulary));
        let found = understood(text, sentence, &before, vocabulary)?;
        let Understood { parts: said, statements: best, goals, bans } = found;
        parts.extend(said);
        before.is_begun = true;
        before.is_of_things |= names_things(sentence, vocabulary);
        before.has_or |= sentence.iter().any(|token| token.word == "or");
        before.last.clone_from(sentence);
        let by = (number + 1) * APART;
        let said = best.iter().flat_map(statement::antecedents);
        before.said.extend(said.map(|np| moved(&np, by)));
        before.goals.extend(goals);
        before.bans.extend(bans);
        let last = best.last().and_then(echoes::condition);
        before.condition = last.as_ref().map(|sub| sub.map(&mut |clause| clause.map(&mut |np| moved(np, by))));
    }
    if parts.is_empty() { Err(EnglishError::Empty) } else { Ok(beside_one_another(parts, vocabulary)) }
}

/// What the parts of a text ask for. Where there are several orders, what one brings about must not be undone for another one,
/// unless another order is about it, too.
fn beside_one_another(parts: Vec<Part>, vocabulary: &Vocabulary) -> Vec<Asked> {
    let is_goal = |(_, part): &(usize, &Part)| part.asked.is_goal;
    let goals: Vec<(usize, Ltl)> =
        parts.iter().enumerate().filter(is_goal).map(|(at, part)| (at, part.formula.clone())).collect();
    // "If it is open, close it, otherwise clean it": nobody does both.
    let beside = |at: usize, own: &Ltl| {
        let is_other = move |(other, goal): &&(usize, Ltl)| *other != at && !achieving::exclude(own, goal);
        goals.iter().filter(is_other).map(|(_, goal)| goal).collect::<Vec<_>>()
    };
    let lasts = |at: usize, own: &Ltl, lasting: &Ltl| {
        let others = beside(at, own);
        achieving::orders(own) + others.iter().map(|goal| achieving::orders(goal)).sum::<usize>() > 1
            && !others.iter().any(|other| achieving::touches(other, lasting, vocabulary))
    };
    let all: Vec<Ltl> = parts.iter().map(|part| part.formula.clone()).collect();
    let are_named = |at: usize, things: &[Object]| {
        all.iter().enumerate().any(|(other, formula)| other != at && achieving::names_any(formula, things))
    };
    let asked = parts.into_iter().enumerate().map(|(at, Part { asked, formula, lasting, more })| match lasting {
        _ if more.as_ref().is_some_and(|more| are_named(at, &more.things)) => more.map_or(asked, |more| more.asked),
        Some((to_last, until_the_end)) if lasts(at, &formula, &until_the_end) => to_last,
        _ => asked,
    });
    asked.collect()
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

/// The phrase with its mentions out of the way of those of later sentences.
fn moved(np: &Np, by: usize) -> Np {
    match np {
        Np::Noun(noun) => Np::Noun(crate::meaning::Noun { id: noun.id + by, ..noun.clone() }),
        Np::List(join, parts) => Np::List(*join, parts.iter().map(|part| moved(part, by)).collect()),
        other => other.clone(),
    }
}
