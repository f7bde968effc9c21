//! What an order is to bring about: "open the door" is done where the door is open already.

use smallvec::SmallVec;

use crate::{
    logic::{self, Atom, Ltl, Object, Sort, finally},
    tree::Tree,
    vocabulary::Vocabulary,
};

/// The goal with what is so after a deed in place of that deed, where nothing else comes of it: whoever opens the door, it is
/// open; a robot that drives somewhere is there. Where deeds come one after the other they stay what they are: what is so already
/// tells no order.
pub(crate) fn brought_about(goal: &Ltl, vocabulary: &Vocabulary) -> Ltl {
    Replacing { vocabulary, keeps_more: false }.of(goal, &[])
}

/// The same, but deeds of which more comes stay deeds. "Put the bread in the oven. Switch on the oven." is about what comes of it, even
/// if the oven is on at the start.
pub(crate) fn brought_about_but_for_more(goal: &Ltl, vocabulary: &Vocabulary) -> Ltl {
    Replacing { vocabulary, keeps_more: true }.of(goal, &[])
}

/// Puts what is so after deeds in their place.
#[derive(Clone, Copy)]
struct Replacing<'a> {
    vocabulary: &'a Vocabulary,
    /// Whether deeds of which more comes stay what they are.
    keeps_more: bool,
}

impl Replacing<'_> {
    fn of(self, goal: &Ltl, beside: &[&Ltl]) -> Ltl {
        match goal {
            Ltl::And(parts) => logic::all((0..parts.len()).map(|at| self.of(&parts[at], &others(parts, at)))),
            // Who is to choose is asked to do something.
            Ltl::Or(parts) => {
                let choosing = Self { keeps_more: true, ..self };
                logic::any(parts.iter().map(|part| choosing.of(part, &[])))
            }
            Ltl::Implies(when, then) => logic::implies(when.as_ref().clone(), self.of(then, &[])),
            Ltl::Finally(event) if !self.keeps(event, beside) => {
                self.vocabulary.only_result(event).map_or_else(|| goal.clone(), finally)
            }
            other => other.clone(),
        }
    }

    fn keeps(self, event: &Ltl, beside: &[&Ltl]) -> bool {
        let things = self.vocabulary.things_of_more(event);
        !things.is_empty() && (self.keeps_more || beside.iter().any(|other| names_any(other, &things)))
    }
}

/// All but one.
fn others(parts: &[Ltl], at: usize) -> Vec<&Ltl> {
    parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other).collect()
}

/// Whether a formula speaks of one of these things.
pub(crate) fn names_any(formula: &Ltl, things: &[Object]) -> bool {
    let mut is_found = false;
    formula.for_each_atom(&mut |atom| is_found |= atom.arguments.iter().any(|argument| things.contains(argument)));
    is_found
}

/// Whether a goal counts a deed: "exactly once".
fn counts(parts: &[Ltl]) -> bool {
    parts.iter().any(|part| matches!(part, Ltl::Not(inner) if matches!(**inner, Ltl::Finally(_))))
}

/// How many orders a goal has that are to be carried out beside one another: "close the gate and wash the car" has two.
pub(crate) fn orders(goal: &Ltl) -> usize {
    match goal {
        Ltl::And(parts) if counts(parts) => 1,
        Ltl::And(parts) => parts.iter().map(orders).sum(),
        Ltl::Implies(_, then) => orders(then),
        _ => 1,
    }
}

/// The goal with what its orders bring about until the end: "close the door", said beside another order, is not done where the door
/// is closed before somebody opens it for the other one. None where nothing is so. Where robots were sent, they need not stay.
pub(crate) fn until_the_end(goal: &Ltl, vocabulary: &Vocabulary) -> Option<Ltl> {
    let each = |parts: &[Ltl], are_beside: bool| {
        let replacing = Replacing { vocabulary, keeps_more: !are_beside };
        let beside = |at: usize| if are_beside { others(parts, at) } else { Vec::new() };
        let lasting = |(at, part): (usize, &Ltl)| {
            let is_kept = matches!(part, Ltl::Finally(event) if replacing.keeps(event, &beside(at)));
            let is_alone = |lasting: &Ltl| !beside(at).iter().any(|other| touches(other, lasting, vocabulary));
            until_the_end(part, vocabulary).filter(|lasting| !is_kept && is_alone(lasting))
        };
        let all: Vec<Option<Ltl>> = parts.iter().enumerate().map(lasting).collect();
        let other =
            |(at, lasting): (usize, Option<Ltl>)| lasting.unwrap_or_else(|| replacing.of(&parts[at], &beside(at)));
        all.iter().any(Option::is_some).then(|| all.into_iter().enumerate().map(other).collect::<Vec<_>>())
    };
    match goal {
        Ltl::And(parts) => each(parts, true).map(logic::all),
        Ltl::Or(parts) => each(parts, false).map(logic::any),
        Ltl::Implies(when, then) => Some(logic::implies(when.as_ref().clone(), until_the_end(then, vocabulary)?)),
        Ltl::Finally(event) => {
            let deed_and_state = |state| logic::all([goal.clone(), logic::in_the_end(state)]);
            let state = vocabulary.achieved(event).map(logic::in_the_end);
            state.or_else(|| vocabulary.achieved_beside_more(event).map(deed_and_state))
        }
        _ => None,
    }
}

/// What is so once the orders are carried out; `None`: one of them leaves nothing of that sort behind, or more may come of it.
pub(crate) fn achieved(orders: &Tree, vocabulary: &Vocabulary) -> Option<Tree> {
    let each = |parts: &[Tree]| parts.iter().map(|part| achieved(part, vocabulary)).collect::<Option<Vec<_>>>();
    if !vocabulary.things_of_more(&orders.now()).is_empty() {
        return None;
    }
    match orders {
        Tree::Leaf(event) => vocabulary.achieved(event).map(Tree::Leaf),
        Tree::All(parts) => each(parts).map(Tree::All),
        Tree::Any(parts) => vocabulary.achieved(&orders.now()).map(Tree::Leaf).or_else(|| each(parts).map(Tree::Any)),
        Tree::If(limit, inner) => Some(Tree::If(limit.clone(), Box::new(achieved(inner, vocabulary)?))),
        Tree::Given(_) | Tree::Not(_) => None,
    }
}

/// Whether a formula speaks of a fact that another one asks for, or of a deed that changes it. Under which condition that one asks for
/// it is told by the start.
pub(crate) fn touches(formula: &Ltl, other: &Ltl, vocabulary: &Vocabulary) -> bool {
    let mut is_touched = false;
    let other = if let Ltl::Implies(_, then) = other { then } else { other };
    other.for_each_atom(&mut |fact| {
        formula.for_each_atom(&mut |atom| is_touched |= atom == fact || vocabulary.changes(atom, fact));
    });
    is_touched
}

/// Whether two orders are for opposite conditions: one of them asks for nothing.
pub(crate) fn exclude(one: &Ltl, other: &Ltl) -> bool {
    match (one, other) {
        (Ltl::Implies(one, _), Ltl::Implies(other, _)) => **one == logic::not(other.as_ref().clone()),
        _ => false,
    }
}

/// A state that an order brings about.
struct Outcome {
    state: Ltl,
    /// Whether it is asked for only under a condition.
    is_conditional: bool,
    /// Whether it does not matter who brings it about: two robots may be told to do the same.
    is_anybodys: bool,
}

impl Outcome {
    fn of(order: &Ltl, vocabulary: &Vocabulary) -> Option<Self> {
        let (is_conditional, then) = if let Ltl::Implies(_, then) = order { (true, &**then) } else { (false, order) };
        let Ltl::Finally(event) = then else { return None };
        let sole = vocabulary.only_result(event);
        let is_anybodys = sole.is_some();
        let state = vocabulary.outcome(event).or(sole)?;
        matches!(state, Ltl::Atom(_) | Ltl::Not(_)).then_some(Self { state, is_conditional, is_anybodys })
    }

    /// Whether one undoes the other, or both are the same.
    fn is_against(&self, other: &Self) -> bool {
        let is_opposite = self.state == logic::not(other.state.clone());
        let is_same = self.state == other.state && self.is_anybodys && other.is_anybodys;
        if self.is_conditional || other.is_conditional {
            is_opposite && !(self.is_conditional && other.is_conditional)
        } else {
            is_opposite || is_same
        }
    }
}

/// Whether one goal brings about what another one undoes, or the same deed is asked for twice: what is so in the end does not tell
/// that anything was done.
pub(crate) fn is_undone(goals: &[&Ltl], vocabulary: &Vocabulary) -> bool {
    let parts = goals.iter().flat_map(|goal| match goal {
        Ltl::And(parts) => parts.as_slice(),
        goal => std::slice::from_ref(*goal),
    });
    let results: Vec<Outcome> = parts.filter_map(|part| Outcome::of(part, vocabulary)).collect();
    results.iter().enumerate().any(|(at, one)| results[..at].iter().any(|other| one.is_against(other)))
}

impl Vocabulary {
    /// The things of the deeds of a goal of which more may come than the state that they are asked for.
    pub(crate) fn things_of_more(&self, goal: &Ltl) -> Vec<Object> {
        let mut things = Vec::new();
        goal.for_each_atom(&mut |atom| {
            if atom.sort == Sort::Deed && self.brings_about_more(usize::from(atom.name)) {
                things.extend(&atom.arguments[1..]);
            }
        });
        things
    }

    /// What is so once a deed is done, if it is all that comes of it.
    fn only_result(&self, event: &Ltl) -> Option<Ltl> {
        let deeds = self.one_deed(event)?;
        let there = |deed: &&Atom| self.where_it_leads(deed).map(|fact| self.fact(fact));
        let led = || deeds.iter().map(there).collect::<Option<Vec<_>>>().map(logic::any);
        if self.asks_for_result(usize::from(deeds.first()?.name)) { self.result(event) } else { led() }
    }

    /// The same, but not where it is only that a robot is somewhere.
    fn achieved(&self, event: &Ltl) -> Option<Ltl> {
        let deeds = self.one_deed(event)?;
        self.asks_for_result(usize::from(deeds.first()?.name)).then(|| self.result(event))?
    }

    /// What is so of its things once a deed is done of which more comes: who wraps a parcel has no paper left.
    fn achieved_beside_more(&self, event: &Ltl) -> Option<Ltl> {
        let deed = self.one_deed_with_one_thing(event)?;
        self.asks_for_result_and_deed(usize::from(deed.name)).then(|| self.state_after(deed))?
    }

    /// What is so once one of the deeds is done, by whichever robot.
    fn outcome(&self, event: &Ltl) -> Option<Ltl> {
        let deed = self.one_deed_with_one_thing(event)?;
        self.asks_for_result(usize::from(deed.name)).then(|| self.state_after(deed))?
    }

    /// One of the deeds of an event that one of several robots does one thing with the same things.
    fn one_deed_with_one_thing<'a>(&self, event: &'a Ltl) -> Option<&'a Atom> {
        let deeds = self.one_deed(event)?;
        let first = *deeds.first()?;
        deeds.iter().all(|deed| deed.arguments[1..] == first.arguments[1..]).then_some(first)
    }

    /// The deeds of an event that one of several robots does one thing.
    fn one_deed<'a>(&self, event: &'a Ltl) -> Option<Vec<&'a Atom>> {
        let parts = if let Ltl::Or(parts) = event { parts.as_slice() } else { std::slice::from_ref(event) };
        let deeds: Vec<&Atom> = parts
            .iter()
            .map(|part| if let Ltl::Atom(atom) = part { Some(atom) } else { None })
            .collect::<Option<_>>()?;
        let first = *deeds.first()?;
        deeds.iter().all(|deed| deed.sort == Sort::Deed && deed.name == first.name).then_some(deeds)
    }

    /// The fact that a robot is where a skill that only moves it leads.
    fn where_it_leads(&self, deed: &Atom) -> Option<Atom> {
        let mover =
            self.movers.iter().find(|mover| mover.skill == usize::from(deed.name) && mover.only_leads_somewhere())?;
        let place = *deed.arguments.get(mover.to()?)?;
        let name = u16::try_from(mover.predicate).ok()?;
        let arguments: SmallVec<[u16; 4]> = [*deed.arguments.first()?, place].into_iter().collect();
        Some(Atom { sort: Sort::Fact, name, arguments })
    }
}
