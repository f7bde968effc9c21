//! What skills can change, whatever the state: for those who reason about all possible futures.

use smallvec::SmallVec;

use crate::{
    domain::{Domain, Need, Rule, Skill},
    facts::Atom,
    formula::{Effect, Formula, Term},
    ids::{ObjectId, PredicateId},
    lawbook::Members,
    state::Slot,
    world::World,
};

/// The changes of a plain predicate that skills can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Changes {
    /// Whether some skill can make it true of something.
    pub to_true: bool,
    /// Whether some skill can make it false of something, or unknown.
    pub to_false: bool,
}

/// A law that counts atoms, for one choice of objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LawGroup {
    /// The law in words.
    pub says: String,
    /// Whether one of the atoms must be true; otherwise none may be.
    pub is_exact: bool,
    /// The patterns of the law, each with the atoms that it stands for.
    pub patterns: Vec<Vec<Atom>>,
    /// Whether truth can pass from an atom of one pattern to one of another (or another one of the same) by a skill.
    pub moves: Vec<(usize, usize)>,
}

impl World {
    /// The changes of a plain stored predicate that skills can make.
    pub fn changes(&self, predicate: PredicateId) -> Changes {
        let mut changes = Changes::default();
        for skill in self.domain().skills() {
            skill.first.iter().chain(&skill.effects).for_each(|effect| note(effect, predicate, &mut changes));
        }
        changes
    }

    /// The laws that count at least one of these atoms, for the objects in question.
    pub fn law_groups(&self, about: &[Atom]) -> Vec<LawGroup> {
        let wanted: Vec<(Slot, Option<ObjectId>)> = about.iter().filter_map(|atom| self.slot_of(atom)).collect();
        let mut groups = Vec::new();
        for count in self.lawbook.counts() {
            let covers = |&(slot, value): &(Slot, Option<ObjectId>)| {
                count.members.iter().any(|&(_, of, only)| of == slot && (only.is_none() || only == value))
            };
            if wanted.iter().any(covers) {
                groups.push(self.law_group(&count));
            }
        }
        groups
    }

    fn law_group(&self, count: &Members<'_>) -> LawGroup {
        let law = &self.domain().laws()[count.law];
        let Rule::OneOf { atoms, is_exact } = &law.rule else { unreachable!("only such laws count") };
        let mut patterns = vec![Vec::new(); atoms.len()];
        for &(pattern, slot, only) in count.members {
            let (predicate, arguments) = self.slot_atom(slot);
            let values = match (&self.domain().predicate(predicate).value, only) {
                (None, _) => vec![None],
                (Some(_), Some(value)) => vec![Some(value)],
                (Some(types), None) => self.members(types).into_iter().map(Some).collect(),
            };
            patterns[pattern].extend(values.into_iter().map(|value| Atom {
                predicate,
                arguments: arguments.clone(),
                value,
            }));
        }
        let size = patterns.len();
        let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
        let may_pass = |&(from, to): &(usize, usize)| {
            let skills = self.domain().skills().iter();
            skills.into_iter().any(|skill| passes(self.domain(), skill, &atoms[from], &atoms[to]))
        };
        let says = self.fill(&law.says, &self.empty(), count.about);
        LawGroup { says, is_exact: *is_exact, moves: pairs.filter(may_pass).collect(), patterns }
    }
}

fn note(effect: &Effect, predicate: PredicateId, changes: &mut Changes) {
    match effect {
        Effect::Set(of, _, truth) if *of == predicate => match truth {
            true => changes.to_true = true,
            false => changes.to_false = true,
        },
        Effect::Forget(of, _) if *of == predicate => *changes = Changes { to_true: true, to_false: true },
        Effect::Set(..) | Effect::Assign(..) | Effect::Forget(..) => {}
        Effect::If(_, then, otherwise) => {
            then.iter().chain(otherwise).for_each(|inner| note(inner, predicate, changes));
        }
        Effect::Each(_, inner) => inner.iter().for_each(|inner| note(inner, predicate, changes)),
    }
}

/// Whether a skill can make an atom of the pattern `to` true for an object whose atom of the pattern `from` was true.
///
/// It says no only if it can tell: the effect is about an object of which the skill needs that an atom of another
/// pattern holds.
fn passes(domain: &Domain, skill: &Skill, from: &crate::Counted, to: &crate::Counted) -> bool {
    let mut subjects = Vec::new();
    skill.first.iter().chain(&skill.effects).for_each(|effect| gained(effect, to, &mut subjects));
    subjects.iter().any(|subject| match subject {
        None => true,
        Some(subject) => match was_in(domain, skill, subject) {
            None => true,
            Some((predicate, is_value)) => predicate == from.predicate && is_value == is_about_value(from),
        },
    })
}

/// Whether the law is about the value of the pattern's atoms, not about their first argument.
fn is_about_value(pattern: &crate::Counted) -> bool {
    matches!(pattern.value, Some(Term::Variable(0)))
}

/// The objects of which effects make an atom of a pattern true; `None`: one that cannot be named.
fn gained(effect: &Effect, pattern: &crate::Counted, subjects: &mut Vec<Option<Term>>) {
    match effect {
        Effect::Assign(predicate, arguments, value) if *predicate == pattern.predicate => {
            if *value != Term::Nothing {
                let subject = if is_about_value(pattern) { Some(value) } else { arguments.first() };
                subjects.push(subject.cloned());
            }
        }
        Effect::Set(predicate, arguments, true) if *predicate == pattern.predicate => {
            subjects.push(arguments.first().cloned());
        }
        Effect::Forget(predicate, _) if *predicate == pattern.predicate => subjects.push(None),
        Effect::Set(..) | Effect::Assign(..) | Effect::Forget(..) => {}
        Effect::If(_, then, otherwise) => {
            then.iter().chain(otherwise).for_each(|inner| gained(inner, pattern, subjects));
        }
        Effect::Each(_, inner) => {
            let before = subjects.len();
            inner.iter().for_each(|inner| gained(inner, pattern, subjects));
            // Its variables mean nothing outside.
            subjects[before..].iter_mut().for_each(|subject| *subject = None);
        }
    }
}

/// The functional predicate that a skill needs to have a value for this object, or to have it as its value (true).
fn was_in(domain: &Domain, skill: &Skill, subject: &Term) -> Option<(PredicateId, bool)> {
    if let Term::Value(predicate, arguments) = subject {
        return (!arguments.is_empty()).then_some((*predicate, true));
    }
    let mut found: SmallVec<[PredicateId; 2]> = SmallVec::new();
    for Need { that, .. } in &skill.needs {
        needed(that, subject, &mut found);
    }
    let stored = found.into_iter().find(|one| domain.predicate(*one).origin == crate::Origin::State);
    stored.map(|predicate| (predicate, false))
}

fn needed(formula: &Formula, subject: &Term, found: &mut SmallVec<[PredicateId; 2]>) {
    let of_subject = |term: &Term| match term {
        Term::Value(predicate, arguments) if arguments.first() == Some(subject) => Some(*predicate),
        _ => None,
    };
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| needed(part, subject, found)),
        Formula::Not(inner) => {
            if let Formula::Equal(left, right) = inner.as_ref()
                && (*left == Term::Nothing || *right == Term::Nothing)
            {
                found.extend(of_subject(left).or_else(|| of_subject(right)));
            }
        }
        Formula::Equal(left, right) if *left != Term::Nothing && *right != Term::Nothing => {
            found.extend(of_subject(left).or_else(|| of_subject(right)));
        }
        _ => {}
    }
}
