//! The laws of a domain for the objects of one world.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use crate::{
    conjuncts::mentioned,
    domain::{Counted, Law, Origin, Rule},
    evaluate::{Bindings, Eyes, listed},
    formula::{Formula, Term},
    ids::{ObjectId, PredicateId, TypeId},
    state::{Slot, State, Value, Written},
    truth::Truth,
    world::World,
};

/// All laws, for each choice of objects.
#[derive(Debug, Default)]
pub(crate) struct Lawbook {
    counts: Vec<Count>,
    /// By slot and value, the counts that this value adds to; `None`: every value does.
    by_slot: HashMap<(Slot, Option<u16>), Vec<u32>>,
    /// By slot, all counts that it may add to.
    of_slot: HashMap<Slot, Vec<u32>>,
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
    /// The stored atoms that decide it, by its objects; `None`: which atoms they are depends on the state.
    reads: Option<Vec<(PredicateId, Vec<Term>)>>,
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
                    let mut atoms = Vec::new();
                    let reads = reads(world, formula, &mut atoms).then_some(atoms);
                    book.bans.push(Ban { law: number, hangs_on, reads });
                }
            }
        }
        book
    }

    fn add(&mut self, count: Count) {
        let number = self.counts.len() as u32;
        for (_, slot, value) in &count.members {
            let key = (*slot, value.map(|value| Value::Object(value).code()));
            self.of_slot.entry(*slot).or_default().push(number);
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
        self.of_slot.contains_key(&slot) || !self.bans.is_empty()
    }

    /// Whether some ban is about one fact of this stored predicate alone.
    pub fn bans_alone(&self, predicate: PredicateId) -> bool {
        self.bans.iter().any(|ban| ban.is_about_one_of(predicate))
    }

    /// Whether some ban about one fact alone forbids what a state has in this slot.
    pub fn forbids(&self, world: &World, state: &State, slot: Slot) -> bool {
        let (predicate, objects) = world.slot_atom(slot);
        let mut alone = self.bans.iter().filter(|ban| ban.is_about_one_of(predicate));
        alone.any(|ban| ban.breach_by(world, None, state, predicate, &objects).is_some())
    }

    /// The first law that a state breaks. Of an exact count with unknown atoms, one of these may be the true one.
    pub fn first_breach(&self, world: &World, state: &State) -> Option<Breach> {
        let counted = self.counts.iter().find_map(|count| breach_of(world, None, state, count));
        counted.or_else(|| self.bans.iter().find_map(|ban| broken(world, None, state, ban)))
    }

    /// The first law that is broken after a change of these slots, or that may be broken, as far as anybody knows, where it was
    /// kept before. To lose sight of something breaks no law that counts.
    pub fn breach_after(&self, world: &World, before: &State, after: &State, written: &[Slot]) -> Option<Breach> {
        let mut looked_at: SmallVec<[u32; 16]> = SmallVec::new();
        for &slot in written {
            let values = [before, after].map(|state| state.read(&world.layout, slot));
            // What may have been any value may have counted anywhere.
            let is_open = values.contains(&Written::Value(Value::Unknown));
            let all = self.of_slot.get(&slot).filter(|_| is_open);
            let any = self.by_slot.get(&(slot, None));
            let codes = values.map(|written| match written {
                Written::Value(value) => Some(value.code()),
                Written::Truth(_) => None,
            });
            let exact = codes.iter().flatten().filter_map(|&code| self.by_slot.get(&(slot, Some(code))));
            for &number in all.into_iter().chain(any).chain(exact).flatten() {
                if !looked_at.contains(&number) {
                    looked_at.push(number);
                    if let Some(breach) = breach_of(world, Some(before), after, &self.counts[number as usize]) {
                        return Some(breach);
                    }
                }
            }
        }
        if self.bans.is_empty() {
            return None;
        }
        let atoms: SmallVec<[_; 8]> = written.iter().map(|&slot| world.slot_atom(slot)).collect();
        self.bans.iter().find_map(|ban| {
            let touched = atoms.iter().filter(|(predicate, _)| ban.hangs_on.contains(predicate));
            // Where it is not told what the ban reads, one look is at everything.
            let looks = if ban.reads.is_some() { atoms.len() } else { 1 };
            let mut breaches = touched
                .take(looks)
                .filter_map(|(predicate, objects)| ban.breach_by(world, Some(before), after, *predicate, objects));
            breaches.next()
        })
    }
}

impl Ban {
    /// Whether it reads one fact, and that of this predicate.
    fn is_about_one_of(&self, predicate: PredicateId) -> bool {
        matches!(self.reads.as_deref(), Some([(read, _)]) if *read == predicate)
    }

    /// Its first breach for the objects for which it reads this atom; for any objects, if it is not told which atoms it reads.
    fn breach_by(
        &self,
        world: &World,
        before: Option<&State>,
        state: &State,
        predicate: PredicateId,
        objects: &[ObjectId],
    ) -> Option<Breach> {
        let Some(reads) = &self.reads else { return broken(world, before, state, self) };
        let here = reads.iter().filter(|(read, _)| *read == predicate);
        let breaches = here.filter_map(|(_, terms)| {
            let mut chosen = unified(world, &world.domain().laws()[self.law].about, terms, objects)?;
            broken_for(world, before, state, self, &mut chosen)
        });
        breaches.min_by(|one, other| one.about.cmp(&other.about))
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

/// The breach of a count in a state; `before`: the state from which a step leads here, if one does.
fn breach_of(world: &World, before: Option<&State>, state: &State, count: &Count) -> Option<Breach> {
    let truth_in =
        |state: &State, &(_, slot, value): &(usize, Slot, Option<ObjectId>)| match state.read(&world.layout, slot) {
            Written::Truth(truth) => truth,
            Written::Value(Value::Unknown) => Truth::Unknown,
            Written::Value(Value::Nothing) => Truth::False,
            Written::Value(Value::Object(object)) => Truth::from(value.is_none_or(|value| value == object)),
        };
    let breach = |atoms: Vec<Slot>| Breach { law: count.law, about: count.about.clone(), atoms };
    let mut open: Option<Slot> = None;
    let mut first: Option<Slot> = None;
    for member in &count.members {
        match (truth_in(state, member), first) {
            (Truth::True, None) => first = Some(member.1),
            (Truth::True, Some(first)) => return Some(breach(vec![first, member.1])),
            (Truth::Unknown, _) => open = Some(member.1),
            (Truth::False, _) => {}
        }
    }
    if count.is_exact && first.is_none() && open.is_none() {
        return Some(breach(Vec::new()));
    }
    let (before, first, open) = (before?, first?, open?);
    let possible = |member: &&_| !truth_in(before, member).is_false();
    let was_open = count.members.iter().filter(possible).count() > 1;
    let becomes = |member: &_| truth_in(state, member).is_true() && !truth_in(before, member).is_true();
    (!was_open && count.members.iter().any(becomes)).then(|| breach(vec![first, open]))
}

/// The breach of a ban in a state; `before`: the state from which a step leads here, if one does.
fn broken(world: &World, before: Option<&State>, state: &State, ban: &Ban) -> Option<Breach> {
    let about = &world.domain().laws()[ban.law].about;
    broken_for(world, before, state, ban, &mut smallvec![None; about.len()])
}

/// Objects that a law is about, as far as they are chosen.
type Chosen = SmallVec<[Option<ObjectId>; 4]>;

/// The objects of a law for which terms stand for these objects; `None`: there are none.
fn unified(world: &World, about: &[Vec<TypeId>], terms: &[Term], objects: &[ObjectId]) -> Option<Chosen> {
    let mut chosen: Chosen = smallvec![None; about.len()];
    for (term, &object) in terms.iter().zip(objects) {
        match term {
            Term::Variable(place) => {
                let is_another = chosen[*place].is_some_and(|known| known != object);
                if is_another || !world.is_of(object, &about[*place]) {
                    return None;
                }
                chosen[*place] = Some(object);
            }
            Term::Constant(constant) if *constant != object => return None,
            Term::Constant(_) | Term::Nothing | Term::Value(..) => {}
        }
    }
    Some(chosen)
}

/// The breach of a ban for some choice of the objects that are open.
fn broken_for(world: &World, before: Option<&State>, state: &State, ban: &Ban, chosen: &mut Chosen) -> Option<Breach> {
    let Law { about, rule: Rule::Never(formula), .. } = &world.domain().laws()[ban.law] else {
        unreachable!("a ban is made of such a law")
    };
    if let Some(open) = chosen.iter().position(Option::is_none) {
        let found = listed(world, &about[open]).iter().find_map(|&object| {
            chosen[open] = Some(object);
            broken_for(world, before, state, ban, chosen)
        });
        chosen[open] = None;
        return found;
    }
    let objects: Bindings = chosen.iter().flatten().copied().collect();
    let truth = |state: &State| Eyes::new(world, state).truth(formula, &mut objects.clone());
    let is_broken = match truth(state) {
        Truth::True => true,
        Truth::Unknown => before.is_some_and(|before| truth(before).is_false()),
        Truth::False => false,
    };
    is_broken.then(|| Breach { law: ban.law, about: objects, atoms: Vec::new() })
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
        let Some(slot) = world.table(atom.predicate).slot(&arguments) else { return };
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

/// Collects the stored atoms that decide a formula. False: which they are depends on the state.
fn reads(world: &World, formula: &Formula, all: &mut Vec<(PredicateId, Vec<Term>)>) -> bool {
    let atom = |predicate: PredicateId, terms: &[Term], all: &mut Vec<_>| {
        let is_told = terms.iter().all(|term| matches!(term, Term::Variable(_) | Term::Constant(_)));
        match world.domain().predicate(predicate).origin {
            Origin::Fixed => is_told,
            Origin::State => {
                all.push((predicate, terms.to_vec()));
                is_told
            }
            Origin::Derived(_) | Origin::Cases(_) => false,
        }
    };
    let term = |term: &Term, all: &mut Vec<_>| match term {
        Term::Nothing | Term::Variable(_) | Term::Constant(_) => true,
        Term::Value(predicate, terms) => atom(*predicate, terms, all),
    };
    match formula {
        Formula::Constant(_) => true,
        Formula::Holds(predicate, terms) => atom(*predicate, terms, all),
        Formula::Equal(left, right) => term(left, all) && term(right, all),
        Formula::IsOf(one, _) => term(one, all),
        Formula::Not(inner) => reads(world, inner, all),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|part| reads(world, part, all)),
        Formula::ForAll(..) | Formula::Exists(..) => false,
    }
}
