//! Short traces that show what a constraint allows and what it refuses.

use std::collections::{BTreeSet, VecDeque};

use surefleet_ltl::{Automaton, Group, PropositionId, StateId, Valuation, Verdict, Vocabulary};

/// With more propositions than this, only single ones are tried, no pairs.
const MOST_IN_PAIRS: usize = 24;

/// Moments, each with the propositions of the constraint that are true in it; the others are false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The true propositions of each moment, as `/world/state` writes them.
    pub moments: Vec<Vec<String>>,
    /// The true propositions of each moment, in words.
    words: Vec<String>,
}

impl Trace {
    /// The moments in words.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

impl std::fmt::Display for Trace {
    /// One line: `1. robot 1 is at the fridge; 2. none of it`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, words) in self.words.iter().enumerate() {
            write!(f, "{}{}. {words}", if index == 0 { "" } else { "; " }, index + 1)?;
        }
        Ok(())
    }
}

/// The propositions that are true in one moment.
struct Letter {
    facts: Vec<PropositionId>,
    valuation: Valuation,
}

/// What of a site bears on examples: which propositions exclude one another, and words for them.
pub(super) struct Backdrop<'a> {
    pub groups: Vec<Group>,
    pub words: &'a surefleet_english::Vocabulary,
}

/// Finds traces in the automaton of a constraint, using only possible moments: a robot is in one place.
pub(super) struct Showcase<'a> {
    automaton: &'a Automaton,
    vocabulary: &'a Vocabulary,
    backdrop: &'a Backdrop<'a>,
    letters: Vec<Letter>,
}

impl<'a> Showcase<'a> {
    pub fn new(automaton: &'a Automaton, vocabulary: &'a Vocabulary, backdrop: &'a Backdrop<'a>) -> Self {
        let reads = automaton.reads();
        let mut sets: BTreeSet<(usize, Vec<PropositionId>)> = BTreeSet::from([(0, vec![])]);
        sets.extend(reads.iter().map(|&one| (1, vec![one])));
        if reads.len() <= MOST_IN_PAIRS {
            for (index, &one) in reads.iter().enumerate() {
                sets.extend(reads[index + 1..].iter().map(|&other| (2, vec![one, other])));
            }
        }
        // Moments that need more than two propositions are taken from the automaton itself.
        let mut states = vec![automaton.initial()];
        let mut seen = BTreeSet::from([automaton.initial()]);
        while let Some(state) = states.pop() {
            for (next, cube) in automaton.successors(state) {
                let facts: Vec<PropositionId> = cube.iter().filter(|(_, holds)| *holds).map(|(id, _)| *id).collect();
                sets.insert((facts.len(), facts));
                if seen.insert(next) {
                    states.push(next);
                }
            }
        }
        let mut showcase = Self { automaton, vocabulary, backdrop, letters: Vec::new() };
        let possible = sets.into_iter().map(|(_, facts)| facts).filter(|facts| showcase.can_be(facts));
        let letter = |facts: Vec<PropositionId>| {
            let mut valuation = Valuation::default();
            facts.iter().for_each(|&fact| valuation.set(fact, true));
            Letter { facts, valuation }
        };
        showcase.letters = possible.map(letter).collect();
        showcase
    }

    /// The shortest trace that tests the constraint and satisfies it, otherwise the shortest that satisfies it.
    ///
    /// A trace tests the constraint if it fulfils an open duty or does something that would have been refused at first.
    /// If there is no such trace, these count, in this order: something is refused after it that was not refused at
    /// first; it does something that is refused without another fact, together with that fact; it does anything at all.
    pub fn allowed(&self) -> Option<Trace> {
        let initial = self.automaton.initial();
        let dead = Verdict::ViolatedForGood;
        let verdict = |state| self.automaton.verdict(state);
        let refuses = |state, letter: &Letter| verdict(self.automaton.step(state, &letter.valuation)) == dead;
        let pays = |state: StateId, letter: &Letter, next: StateId| {
            let owed = state != initial && verdict(state) == Verdict::CurrentlyViolated && verdict(next).is_satisfied();
            owed || (verdict(next) != dead && refuses(initial, letter))
        };
        let uses_up =
            |_, _: &Letter, next| self.letters.iter().any(|letter| refuses(next, letter) && !refuses(initial, letter));
        let redeems = |state, letter: &Letter, _| {
            let is_part = |other: &&Letter| other.facts.iter().all(|fact| letter.facts.contains(fact));
            self.letters.iter().filter(is_part).any(|part| refuses(state, part))
        };
        let is_satisfied = |state, is_marked| is_marked && verdict(state).is_satisfied();
        self.shortest(pays, is_satisfied)
            .or_else(|| self.shortest(uses_up, is_satisfied))
            .or_else(|| self.shortest(redeems, is_satisfied))
            .or_else(|| self.shortest(|_, letter, _| !letter.facts.is_empty(), is_satisfied))
            .or_else(|| self.shortest(|_, _, _| true, is_satisfied))
    }

    /// The shortest trace after which the constraint is violated for good. If there is none, the shortest trace that
    /// violates it by ending.
    pub fn refused(&self) -> Option<Trace> {
        let verdict = |state| self.automaton.verdict(state);
        self.shortest(|_, _, _| false, |state, _| verdict(state) == Verdict::ViolatedForGood)
            .or_else(|| self.shortest(|_, _, _| false, |state, _| !verdict(state).is_satisfied()))
    }

    /// The shortest trace to a goal; once `marks` holds for a step, the rest of the trace is marked.
    fn shortest(
        &self,
        marks: impl Fn(StateId, &Letter, StateId) -> bool,
        is_goal: impl Fn(StateId, bool) -> bool,
    ) -> Option<Trace> {
        let node = |state: StateId, is_marked: bool| state.index() * 2 + usize::from(is_marked);
        let mut reached: Vec<Option<(usize, usize)>> = vec![None; self.automaton.size() * 2];
        let start = (self.automaton.initial(), false);
        let mut open = VecDeque::from([start]);
        while let Some((state, was_marked)) = open.pop_front() {
            for (index, letter) in self.letters.iter().enumerate() {
                let next = self.automaton.step(state, &letter.valuation);
                let is_marked = was_marked || marks(state, letter, next);
                if is_goal(next, is_marked) {
                    let mut way = vec![index];
                    let mut at = node(state, was_marked);
                    while at != node(start.0, start.1) {
                        let (from, letter) = reached[at].expect("it was reached");
                        way.push(letter);
                        at = from;
                    }
                    way.reverse();
                    let moments: Vec<_> = way.iter().map(|&index| self.letters[index].facts.clone()).collect();
                    return Some(self.trace_of(&moments));
                }
                let slot = node(next, is_marked);
                if slot != node(start.0, start.1) && reached[slot].is_none() {
                    reached[slot] = Some((node(state, was_marked), index));
                    open.push_back((next, is_marked));
                }
            }
        }
        None
    }

    /// Whether the facts can be true in one moment.
    pub fn can_be(&self, facts: &[PropositionId]) -> bool {
        let names: Vec<_> = facts.iter().map(|&fact| self.vocabulary.name(fact)).collect();
        self.backdrop.groups.iter().all(|group| group.admits(|member| names.contains(&member)))
    }

    /// The trace with these propositions true in its moments.
    pub fn trace_of(&self, moments: &[Vec<PropositionId>]) -> Trace {
        let name = |&fact: &PropositionId| self.vocabulary.name(fact);
        let said =
            |fact: &PropositionId| self.backdrop.words.clause(name(fact)).unwrap_or_else(|| name(fact).to_string());
        let words = moments.iter().map(|facts| match facts.as_slice() {
            [] => "none of it is the case".to_owned(),
            facts => facts.iter().map(said).collect::<Vec<_>>().join(" and "),
        });
        let moments = moments.iter().map(|facts| facts.iter().map(|fact| name(fact).as_str().to_owned()).collect());
        Trace { moments: moments.collect(), words: words.collect() }
    }
}
