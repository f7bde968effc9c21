//! What cannot go together: one thing in two places in the end, a goal and a ban on it.

use crate::{
    leaving::Untouched,
    logic::{self, Atom, Ltl, Object, Sort},
    sense::Meaning,
    vocabulary::Vocabulary,
};

/// What is to be in the end, and under which condition at the start.
struct End<'a> {
    when: Option<&'a Ltl>,
    fact: &'a Atom,
}

impl End<'_> {
    /// Whether both can be asked for at once, and a thing would have two values of one functional predicate.
    fn is_against(&self, other: &End<'_>, vocabulary: &Vocabulary) -> bool {
        let (one, two) = (self.fact, other.fact);
        let is_one_thing = one.name == two.name
            && vocabulary.predicates[usize::from(one.name)].is_functional
            && one.arguments.split_last().map(|(_, of)| of) == two.arguments.split_last().map(|(_, of)| of)
            && one.arguments != two.arguments;
        is_one_thing && (self.when.is_none() || other.when.is_none() || self.when == other.when)
    }
}

/// Without what a later part with "but" takes back: "everything goes on the table, but the knives go in the sink".
pub(crate) fn without_exceptions(meanings: &mut [Meaning], vocabulary: &Vocabulary) {
    for place in 1..meanings.len() {
        let (before, rest) = meanings.split_at_mut(place);
        let mut taken = ends(&rest[0].formula);
        taken.extend(left_so(&rest[0].formula).into_iter().map(|fact| End { when: None, fact }));
        for earlier in before {
            let Ltl::And(parts) = &earlier.formula else { continue };
            let left = left_so(&rest[0].formula);
            let is_kept = |part: &&Ltl| {
                let is_against = |one: &End<'_>| taken.iter().any(|other| other.is_against(one, vocabulary));
                !ends(part).iter().any(is_against) && !removed(part).is_some_and(|fact| left.contains(&fact))
            };
            let kept: Vec<Ltl> = parts.iter().filter(is_kept).cloned().collect();
            if !kept.is_empty() {
                earlier.formula = logic::all(kept);
            }
        }
    }
}

/// Without what is asked for of things that another part says nobody may touch: "clear the table, but do not touch the cups".
/// False: nothing else is asked for, or it is of things of which this is not sure.
pub(crate) fn without_untouched(meanings: &mut [Meaning], untouched: &Untouched, vocabulary: &Vocabulary) -> bool {
    let moves = |part: &Ltl, things: &[Object]| {
        let of_thing = |fact: &Atom| {
            let is_place = vocabulary.predicates[usize::from(fact.name)].is_functional;
            is_place && fact.arguments.len() > 1 && fact.arguments.first().is_some_and(|thing| things.contains(thing))
        };
        placed(part).is_some_and(of_thing)
    };
    for meaning in meanings.iter_mut().filter(|meaning| meaning.is_goal) {
        let parts = if let Ltl::And(parts) = &meaning.formula { parts.clone() } else { vec![meaning.formula.clone()] };
        let count = parts.len();
        let is_unsure = parts.iter().any(|part| moves(part, &untouched.unsure));
        let kept: Vec<Ltl> = parts.into_iter().filter(|part| !moves(part, &untouched.whole)).collect();
        if is_unsure || kept.is_empty() {
            return false;
        }
        if kept.len() < count {
            meaning.formula = logic::all(kept);
        }
    }
    true
}

/// The one fact that is to hold, or not to hold, in the end.
fn placed(goal: &Ltl) -> Option<&Atom> {
    match goal {
        Ltl::Implies(_, then) => placed(then),
        Ltl::Finally(inner) => match inner.as_ref() {
            Ltl::Globally(state) => match state.as_ref() {
                Ltl::Atom(atom) if atom.sort == Sort::Fact => Some(atom),
                _ => removed(goal),
            },
            _ => None,
        },
        _ => None,
    }
}

/// The fact that must not hold in the end.
fn removed(goal: &Ltl) -> Option<&Atom> {
    let Ltl::Finally(inner) = goal else { return None };
    let Ltl::Globally(state) = inner.as_ref() else { return None };
    match state.as_ref() {
        Ltl::Not(fact) => match fact.as_ref() {
            Ltl::Atom(atom) if atom.sort == Sort::Fact => Some(atom),
            _ => None,
        },
        _ => None,
    }
}

/// The facts that a goal leaves as they are, or brings about: "leave the knives there".
fn left_so(goal: &Ltl) -> Vec<&Atom> {
    match goal {
        Ltl::And(parts) => parts.iter().flat_map(left_so).collect(),
        Ltl::Globally(state) => match state.as_ref() {
            Ltl::Implies(_, lasts) => match lasts.as_ref() {
                Ltl::Globally(state) => facts(state),
                _ => Vec::new(),
            },
            state => facts(state),
        },
        Ltl::Implies(_, then) | Ltl::Finally(then) => left_so(then),
        _ => Vec::new(),
    }
}

/// Whether goals contradict one another.
pub(crate) fn contradict(goals: &[&Ltl], vocabulary: &Vocabulary) -> bool {
    let parts = || {
        goals
            .iter()
            .flat_map(|goal| if let Ltl::And(parts) = goal { parts.as_slice() } else { std::slice::from_ref(*goal) })
    };
    let left: Vec<&Atom> = parts().flat_map(left_so).collect();
    if parts().filter_map(removed).any(|fact| left.contains(&fact)) {
        return true;
    }
    let all: Vec<End<'_>> = goals.iter().flat_map(|goal| ends(goal)).collect();
    all.iter().enumerate().any(|(at, one)| all[..at].iter().any(|other| one.is_against(other, vocabulary)))
}

/// Whether a goal asks for what is forbidden throughout: "open the door, but it must never be open".
pub(crate) fn are_forbidden(goals: &[&Ltl], bans: &[&Ltl]) -> bool {
    let mut never = Vec::new();
    let mut always = Vec::new();
    for ban in bans
        .iter()
        .flat_map(|ban| if let Ltl::And(parts) = ban { parts.as_slice() } else { std::slice::from_ref(*ban) })
    {
        let Ltl::Globally(state) = ban else { continue };
        match state.as_ref() {
            Ltl::Atom(atom) => always.push(atom),
            Ltl::Not(inner) => never.extend(if let Ltl::Atom(atom) = inner.as_ref() { Some(atom) } else { None }),
            _ => {}
        }
    }
    let told = |atom: &Atom| {
        if never.contains(&atom) { Some(false) } else { always.contains(&atom).then_some(true) }
    };
    (!never.is_empty() || !always.is_empty()) && goals.iter().any(|goal| truth(goal, &told) == Some(false))
}

/// What a formula comes to where some propositions never change; `None`: it depends.
fn truth(formula: &Ltl, told: &dyn Fn(&Atom) -> Option<bool>) -> Option<bool> {
    let joined = |parts: &[Ltl], value: bool| {
        let truths: Vec<Option<bool>> = parts.iter().map(|part| truth(part, told)).collect();
        let is_all = truths.iter().all(|one| *one == Some(!value));
        if truths.contains(&Some(value)) { Some(value) } else { is_all.then_some(!value) }
    };
    match formula {
        Ltl::Constant(value) => Some(*value),
        Ltl::Atom(atom) => told(atom),
        Ltl::Not(inner) => truth(inner, told).map(|value| !value),
        Ltl::And(parts) => joined(parts, false),
        Ltl::Or(parts) => joined(parts, true),
        Ltl::Implies(when, then) => match (truth(when, told), truth(then, told)) {
            (Some(false), _) | (_, Some(true)) => Some(true),
            (Some(true), Some(false)) => Some(false),
            _ => None,
        },
        Ltl::Finally(inner) | Ltl::Globally(inner) => truth(inner, told),
        // There may be no next letter.
        Ltl::Next(inner) => truth(inner, told).filter(|value| !value),
        Ltl::WeakNext(inner) => truth(inner, told).filter(|value| *value),
        Ltl::Until(_, other) => truth(other, told).filter(|value| !value),
        Ltl::WeakUntil(..) => None,
    }
}

fn ends(formula: &Ltl) -> Vec<End<'_>> {
    match formula {
        Ltl::And(parts) => parts.iter().flat_map(ends).collect(),
        Ltl::Implies(when, then) => {
            ends(then).into_iter().filter(|end| end.when.is_none()).map(|end| End { when: Some(when), ..end }).collect()
        }
        Ltl::Finally(inner) => match inner.as_ref() {
            Ltl::Globally(state) => facts(state).into_iter().map(|fact| End { when: None, fact }).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn facts(state: &Ltl) -> Vec<&Atom> {
    match state {
        Ltl::Atom(atom) if atom.sort == Sort::Fact => vec![atom],
        Ltl::And(parts) => parts.iter().flat_map(facts).collect(),
        _ => Vec::new(),
    }
}
