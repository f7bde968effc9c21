//! The laws of a domain for the objects of one world.

use std::collections::{HashMap, HashSet};

use crate::{
    conjuncts::mentioned,
    domain::{Counted, Law, Origin, Rule},
    evaluate::{Bindings, Eyes, listed},
    formula::{Formula, Term},
    ids::{ObjectId, PredicateId, TypeId},
    state::{Slot, State, Value, Written},
    truth::Truth,
    world::{Keeps, World},
};

/// All laws, for each choice of objects.
#[derive(Debug, Default)]
pub(crate) struct Lawbook {
    counts: Vec<Count>,
    /// By slot and value, the counts that this value adds to; `None`: every value does.
    by_slot: HashMap<(Slot, Option<u16>), Vec<u32>>,
    slots: HashSet<Slot>,
    bans: Vec<Ban>,
}

/// A law about the number of true atoms among some.
#[derive(Debug)]
struct Count {
    law: usize,
    about: Bindings,
    is_exact: bool,
    /// For each atom the number of its pattern, its slot, and its value; `None`: any value.
    members: Vec<(usize, Slot, Option<ObjectId>)>,
}

/// A law that counts, with the atoms of its patterns.
pub(crate) struct Members<'a> {
    pub law: usize,
    pub about: &'a [ObjectId],
    pub members: &'a [(usize, Slot, Option<ObjectId>)],
}

/// A law about a formula.
#[derive(Debug)]
struct Ban {
    law: usize,
    /// The stored predicates that decide it.
    hangs_on: Vec<PredicateId>,
}

/// A law that a state breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Breach {
    law: usize,
    about: Bindings,
    /// The true atoms that are too many; empty if one is missing.
    atoms: Vec<Slot>,
}

impl Lawbook {
    /// The laws of a world.
    pub fn of(world: &World) -> Self {
        let mut book = Self::default();
        for (number, law) in world.domain().laws().iter().enumerate() {
            match &law.rule {
                Rule::OneOf { atoms, is_exact } => {
                    for_all(world, &law.about, &mut Bindings::new(), &mut |about| {
                        let of_pattern = |(pattern, atom)| {
                            slots(world, atom, about).into_iter().map(move |(slot, value)| (pattern, slot, value))
                        };
                        let members = atoms.iter().enumerate().flat_map(of_pattern).collect();
                        book.add(Count { law: number, about: about.clone(), is_exact: *is_exact, members });
                    });
                }
                Rule::Never(formula) => {
                    let mut hangs_on = Vec::new();
                    stored(world, formula, &mut hangs_on, &mut Vec::new());
                    book.bans.push(Ban { law: number, hangs_on });
                }
            }
        }
        book
    }

    fn add(&mut self, count: Count) {
        let number = self.counts.len() as u32;
        for (_, slot, value) in &count.members {
            let key = (*slot, value.map(|value| Value::Object(value).code()));
            self.slots.insert(*slot);
            self.by_slot.entry(key).or_default().push(number);
        }
        self.counts.push(count);
    }

    /// The laws that count.
    pub fn counts(&self) -> impl Iterator<Item = Members<'_>> {
        self.counts.iter().map(|count| Members { law: count.law, about: &count.about, members: &count.members })
    }

    /// Whether some law is about this slot.
    pub fn is_about(&self, slot: Slot) -> bool {
        self.slots.contains(&slot) || !self.bans.is_empty()
    }

    /// The first law that a state breaks. Of an exact count with unknown atoms, one of these may be the true one.
    pub fn first_breach(&self, world: &World, state: &State) -> Option<Breach> {
        let counted = self.counts.iter().find_map(|count| breach_of(world, state, count));
        counted.or_else(|| self.bans.iter().find_map(|ban| broken(world, state, ban)))
    }

    /// The first law that a state breaks, if only these slots differ from a state that breaks none.
    pub fn breach_after(&self, world: &World, before: &State, after: &State, written: &[Slot]) -> Option<Breach> {
        let mut looked_at: smallvec::SmallVec<[u32; 16]> = smallvec::SmallVec::new();
        for &slot in written {
            let any = self.by_slot.get(&(slot, None));
            let codes = [before, after].map(|state| match state.read(&world.layout, slot) {
                Written::Value(value) => Some(value.code()),
                Written::Truth(_) => None,
            });
            let exact = codes.iter().flatten().filter_map(|&code| self.by_slot.get(&(slot, Some(code))));
            for &number in any.into_iter().chain(exact).flatten() {
                if !looked_at.contains(&number) {
                    looked_at.push(number);
                    if let Some(breach) = breach_of(world, after, &self.counts[number as usize]) {
                        return Some(breach);
                    }
                }
            }
        }
        let is_touched = |ban: &&Ban| {
            ban.hangs_on.iter().any(|&predicate| {
                let table = world.table(predicate);
                let range = table.base()..table.base() + table.size();
                written.iter().any(|slot| match (slot, &table.keeps) {
                    (Slot::Value(place), Keeps::Values) | (Slot::Truth(place), Keeps::Truths) => {
                        range.contains(&(*place as usize))
                    }
                    _ => false,
                })
            })
        };
        self.bans.iter().filter(is_touched).find_map(|ban| broken(world, after, ban))
    }
}

impl Breach {
    /// The law in words.
    pub fn law(&self, world: &World) -> String {
        world.fill(&world.domain().laws()[self.law].says, &world.empty(), &self.about)
    }

    /// The facts that break it: "no fact says so" if one is missing.
    pub fn found(&self, world: &World, state: &State) -> String {
        if self.atoms.is_empty() {
            return match &world.domain().laws()[self.law].rule {
                Rule::OneOf { .. } => "no fact says which".to_owned(),
                Rule::Never(_) => "it is so".to_owned(),
            };
        }
        let atoms: Vec<String> = self.atoms.iter().filter_map(|&slot| world.slot_fact(state, slot)).collect();
        atoms.join(" and ")
    }
}

fn breach_of(world: &World, state: &State, count: &Count) -> Option<Breach> {
    let truth = |&(_, slot, value): &(usize, Slot, Option<ObjectId>)| match state.read(&world.layout, slot) {
        Written::Truth(truth) => truth,
        Written::Value(Value::Unknown) => Truth::Unknown,
        Written::Value(Value::Nothing) => Truth::False,
        Written::Value(Value::Object(object)) => Truth::from(value.is_none_or(|value| value == object)),
    };
    let mut is_open = false;
    let mut first: Option<Slot> = None;
    for member in &count.members {
        match (truth(member), first) {
            (Truth::True, None) => first = Some(member.1),
            (Truth::True, Some(first)) => {
                let atoms = vec![first, member.1];
                return Some(Breach { law: count.law, about: count.about.clone(), atoms });
            }
            (Truth::Unknown, _) => is_open = true,
            (Truth::False, _) => {}
        }
    }
    let is_missing = count.is_exact && first.is_none() && !is_open;
    is_missing.then(|| Breach { law: count.law, about: count.about.clone(), atoms: Vec::new() })
}

fn broken(world: &World, state: &State, ban: &Ban) -> Option<Breach> {
    let Law { about, rule: Rule::Never(formula), .. } = &world.domain().laws()[ban.law] else {
        unreachable!("a ban is made of such a law")
    };
    let mut found = None;
    for_all(world, about, &mut Bindings::new(), &mut |objects| {
        if found.is_none() && Eyes::new(world, state).truth(formula, &mut objects.clone()) == Truth::True {
            found = Some(Breach { law: ban.law, about: objects.clone(), atoms: Vec::new() });
        }
    });
    found
}

/// Calls for each choice of objects of these types, in order.
fn for_all(world: &World, types: &[Vec<TypeId>], chosen: &mut Bindings, call: &mut dyn FnMut(&Bindings)) {
    let Some((first, rest)) = types.split_first() else { return call(chosen) };
    for &object in listed(world, first).iter() {
        chosen.push(object);
        for_all(world, rest, chosen, call);
        chosen.pop();
    }
}

fn slots(world: &World, atom: &Counted, about: &Bindings) -> Vec<(Slot, Option<ObjectId>)> {
    let mut all = Vec::new();
    for_all(world, &atom.over, &mut about.clone(), &mut |objects| {
        let object = |term: &Term| match term {
            Term::Variable(place) => objects[*place],
            Term::Constant(object) => *object,
            Term::Nothing | Term::Value(..) => unreachable!("laws count atoms of variables and objects"),
        };
        let arguments: Bindings = atom.arguments.iter().map(object).collect();
        let table = world.table(atom.predicate);
        let Some(place) = table.place(&arguments) else { return };
        let slot =
            if matches!(table.keeps, Keeps::Values) { Slot::Value(place as u32) } else { Slot::Truth(place as u32) };
        all.push((slot, atom.value.as_ref().map(object)));
    });
    all
}

/// The stored predicates that decide a formula.
fn stored(world: &World, formula: &Formula, all: &mut Vec<PredicateId>, visited: &mut Vec<PredicateId>) {
    for predicate in mentioned(formula) {
        if visited.contains(&predicate) {
            continue;
        }
        visited.push(predicate);
        match &world.domain().predicate(predicate).origin {
            Origin::State => all.push(predicate),
            Origin::Fixed => {}
            Origin::Derived(inner) => stored(world, inner, all, visited),
            Origin::Cases(cases) => {
                for case in cases {
                    stored(world, &case.when, all, visited);
                    stored(world, &Formula::Equal(case.value.clone(), Term::Nothing), all, visited);
                }
            }
        }
    }
}
