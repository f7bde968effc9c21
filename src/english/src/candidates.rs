//! All that a sentence can mean, by normal form, each with how far it is from the words.

use std::collections::HashMap;

use crate::{
    attachment::Spread,
    compose,
    logic::{self, Ltl},
    meaning::Np,
    reader::Reader,
    sense::{IDLE, Meaning, Vague},
    statement::{self, Statement, Sub},
    text, thereafter,
    tokens::Token,
    vocabulary::Vocabulary,
};

/// The mend of a sentence with too many parts.
const TOO_LONG: &str = "it can be read in too many ways: write shorter sentences";

/// How far the numbers of mentions of one sentence are from those of the next.
pub(crate) const APART: usize = 1 << 12;

/// What the sentences before said.
#[derive(Default)]
pub(crate) struct Before {
    /// Whether there are any.
    pub is_begun: bool,
    /// The words of the last one.
    pub last: Vec<Token>,
    /// Whether they name a thing that "it" may mean.
    pub is_of_things: bool,
    /// Whether one of them leaves a choice: "the jar or the jug".
    pub has_or: bool,
    /// What they name; the mentions of the nth sentence have numbers from n * [`APART`] on.
    pub said: Vec<Np>,
    pub condition: Option<Sub>,
    /// Whether the next one tells what is to be done where the condition of this one does not hold.
    pub is_weighed: bool,
    /// What they ask to be done.
    pub goals: Vec<Ltl>,
    /// What they require beside.
    pub bans: Vec<Ltl>,
}

/// A reading of a whole sentence.
pub(crate) struct Candidate {
    pub distance: usize,
    pub meanings: Vec<Meaning>,
    pub statements: Vec<Statement>,
    /// Whether a clause that depends on one of its statements may be about others too.
    pub is_open: bool,
}

/// The meanings of a sentence.
pub(crate) struct Candidates {
    /// The distinct ones by normal form.
    pub candidates: HashMap<Ltl, Candidate>,
    /// Those in which a dependent clause is about more statements than the nearest one.
    pub spread: HashMap<Ltl, Candidate>,
    /// Why other ways to read it fail.
    pub reasons: Vec<Vague>,
}

impl Candidates {
    /// These, or others if there are none; if there are none at all, for all their reasons.
    pub fn or(self, other: Self) -> Self {
        match (self.candidates.is_empty(), other.candidates.is_empty()) {
            (false, _) => self,
            (true, false) => other,
            (true, true) => Self { reasons: other.reasons.into_iter().chain(self.reasons).collect(), ..self },
        }
    }
}

/// The candidates that are nearest to the words.
pub(crate) fn nearest(mut candidates: HashMap<Ltl, Candidate>) -> HashMap<Ltl, Candidate> {
    let nearest = candidates.values().map(|candidate| candidate.distance).min();
    candidates.retain(|_, candidate| Some(candidate.distance) == nearest);
    candidates
}

/// A statement with the nouns of its sentence and whether its own come first, and what it means.
type Known = (Vec<Np>, bool, Statement, Vec<Result<Meaning, Vague>>);

/// The distinct meanings of the sentence by normal form, and why other ways to read it fail.
pub(crate) fn candidates(reader: &Reader, before: &Before, vocabulary: &Vocabulary) -> Candidates {
    let mut found: HashMap<Ltl, Candidate> = HashMap::new();
    let mut wide: HashMap<Ltl, Candidate> = HashMap::new();
    let mut reasons = Vec::new();
    let mut blocked: Option<(usize, Vague)> = None;
    let mut known: Vec<Known> = Vec::new();
    let all = reader.sentence();
    if all.len() >= text::MOST_WAYS {
        let reason = Vague { at: 0, end: reader.tokens.len(), mend: TOO_LONG, blocks: true };
        return Candidates { candidates: found, spread: wide, reasons: vec![reason] };
    }
    for said in all {
        let Some(led) = reader.led(&said) else { continue };
        let spread = reader.spread(&led);
        let is_open = spread.is_some();
        for (Spread { statements, copied, has_copies }, is_spread) in
            std::iter::once((led, false)).chain(spread.map(|spread| (spread, true)))
        {
            let distance = statements.iter().map(Statement::distance).sum::<usize>() - copied;
            let (ways, vague) = ways(&statements, before, !has_copies, &mut known, vocabulary);
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
    before: &Before,
    is_near: bool,
    known: &mut Vec<Known>,
    vocabulary: &Vocabulary,
) -> (Vec<Vec<Meaning>>, Vec<Vague>) {
    let mut said = before.said.clone();
    let mut ways: Vec<Vec<Meaning>> = vec![Vec::new()];
    let mut reasons = Vec::new();
    for (place, statement) in statements.iter().enumerate() {
        let is_near = is_near || place == 0;
        let is_known = |(before, near, one, _): &&Known| *near == is_near && one == statement && *before == said;
        let meanings = match known.iter().find(is_known) {
            Some((.., meanings)) => meanings.clone(),
            None => {
                let idle = |meaning: &Meaning| meaning.formula.normal() == Ltl::Constant(true);
                let meanings = compose::compose(statement, &said, is_near, vocabulary).into_iter();
                let meanings = meanings.map(|meaning| match meaning {
                    Ok(meaning) if idle(&meaning) => Err(nothing(statement)),
                    meaning => meaning,
                });
                let meanings: Vec<_> = meanings.collect();
                known.push((said.clone(), is_near, statement.clone(), meanings.clone()));
                meanings
            }
        };
        // What follows a statement that means nothing is no reading that could be passed over.
        let is_reached = !ways.is_empty();
        let vague = meanings.iter().filter_map(|meaning| meaning.clone().err());
        reasons.extend(vague.map(|reason| Vague { blocks: reason.blocks && is_reached, ..reason }));
        let mut good: Vec<Meaning> = Vec::new();
        for meaning in meanings.into_iter().flatten() {
            if !good.contains(&meaning) {
                good.push(meaning);
            }
        }
        ways = ways
            .iter()
            .flat_map(|way| {
                good.iter().map(|meaning| {
                    let own = way.iter().filter(|meaning| meaning.is_goal).map(|meaning| &meaning.formula);
                    let goals: Vec<&Ltl> = before.goals.iter().chain(own).collect();
                    let meaning = thereafter::lasting(statement, meaning, &goals, vocabulary);
                    way.iter().cloned().chain([meaning]).collect()
                })
            })
            .collect();
        said.extend(statement::antecedents(statement));
    }
    (ways, reasons)
}

/// That a statement says nothing.
fn nothing(statement: &Statement) -> Vague {
    let (at, end) = statement.clauses().first().map_or((0, 1), |clause| (clause.at, clause.end));
    Vague { at, end, mend: IDLE, blocks: true }
}
