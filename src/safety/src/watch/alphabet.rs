//! The world as formulas see it: how propositions relate to states and deeds, and which states and steps exist.

use std::collections::BTreeSet;

use surefleet_fleet::Decision;
use surefleet_ltl::{Axioms, Formula, Group, Proposition, PropositionId, Spec, Valuation};
use surefleet_world::{Atom, Changes, Origin, Piece, State, Term, Truth, World};

/// Of more pairs of stored and derived facts it is not told which follow from which.
const MOST_PAIRS: usize = 64;

/// The proposition that is true in the first moment of each joint step.
pub(crate) const STEP: &str = "step";

/// The meaning of a proposition.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Meaning {
    /// A fact of the state.
    Fact(Atom),
    /// The robot at this place does this, in the first moment of a joint step.
    Deed(usize, Decision),
    /// A joint step begins.
    Step,
    /// One of these facts holds. No constraint mentions this or the next; they make one of a group true.
    Other(Vec<Atom>),
    /// The fact does not hold.
    Not(Atom),
}

/// The propositions that bear on some constraints.
pub(super) struct Alphabet {
    /// The laws of the domain for them: a functional fact has one value; a law's atoms exclude one another, and truth
    /// passes between them as skills allow; what no skill undoes stays.
    pub axioms: Axioms,
    /// For each group of the axioms the law in words.
    pub laws: Vec<String>,
    meanings: Vec<(Proposition, Meaning)>,
}

impl Alphabet {
    /// The alphabet of the propositions that constraints mention. A proposition that is neither a fact nor a deed of
    /// this world is false for ever.
    pub fn of<'p>(world: &World, mentioned: impl IntoIterator<Item = &'p Proposition>) -> Self {
        let mentioned: BTreeSet<&Proposition> = mentioned.into_iter().collect();
        let known = |&name: &&Proposition| Some((name.clone(), meaning(name, world)?));
        let axioms = Axioms { is_watched: true, ..Axioms::default() };
        let mut alphabet = Self { axioms, laws: Vec::new(), meanings: mentioned.iter().filter_map(known).collect() };
        let facts: Vec<Atom> = alphabet.facts().map(|(_, atom)| atom.clone()).collect();
        let in_laws = alphabet.add_law_groups(world, &facts);
        alphabet.add_values(world, &facts, &in_laws);
        alphabet.add_lasting(world, &facts);
        alphabet.add_deeds(world);
        alphabet
    }

    fn facts(&self) -> impl Iterator<Item = (&Proposition, &Atom)> {
        self.meanings.iter().filter_map(|(name, meaning)| match meaning {
            Meaning::Fact(atom) => Some((name, atom)),
            _ => None,
        })
    }

    /// Adds the laws that count some of the facts; returns for each law the facts that it counts.
    fn add_law_groups(&mut self, world: &World, facts: &[Atom]) -> Vec<Vec<Atom>> {
        let mut in_laws = Vec::new();
        for (number, group) in world.law_groups(facts).into_iter().enumerate() {
            let (mut members, mut pattern_of, mut counted) = (Vec::new(), Vec::new(), Vec::new());
            for (pattern, atoms) in group.patterns.into_iter().enumerate() {
                let (named, others): (Vec<Atom>, Vec<Atom>) = atoms.into_iter().partition(|atom| facts.contains(atom));
                members.extend(self.facts().filter(|(_, atom)| named.contains(atom)).map(|(name, _)| name.clone()));
                counted.extend(named);
                if !others.is_empty() {
                    members.push(self.add(&format!("other_{number}_{pattern}"), Meaning::Other(others)));
                }
                pattern_of.resize(members.len(), pattern);
            }
            if members.len() < 2 {
                continue;
            }
            let places = 0..members.len();
            let pairs = places.clone().flat_map(|from| places.clone().map(move |to| (from, to)));
            let moves = pairs.filter(|&(from, to)| group.moves.contains(&(pattern_of[from], pattern_of[to])));
            let moves: Vec<(usize, usize)> = moves.collect();
            let all = if group.is_exact { Group::exactly_one(members) } else { Group::at_most_one(members) };
            self.axioms.groups.push(all.with_moves(moves));
            self.laws.push(group.says);
            in_laws.push(counted);
        }
        in_laws
    }

    /// Adds that a functional fact has one value at a time, where no law says so already.
    fn add_values(&mut self, world: &World, facts: &[Atom], in_laws: &[Vec<Atom>]) {
        let mut done: Vec<&Atom> = Vec::new();
        for atom in facts.iter().filter(|atom| atom.value.is_some()) {
            let is_same = |other: &Atom| other.predicate == atom.predicate && other.arguments == atom.arguments;
            if done.iter().any(|other| is_same(other)) {
                continue;
            }
            done.push(atom);
            let values: Vec<&Atom> = facts.iter().filter(|other| is_same(other)).collect();
            let is_in_one = || in_laws.iter().any(|law| values.iter().all(|value| law.contains(value)));
            if values.len() < 2 || is_in_one() {
                continue;
            }
            let members = self.facts().filter(|(_, other)| is_same(other)).map(|(name, _)| name.clone());
            self.axioms.groups.push(Group::at_most_one(members.collect::<Vec<_>>()));
            self.laws.push(one_value(world, atom));
        }
    }

    /// Adds that what robots can bring about and not undo stays, and the other way round.
    fn add_lasting(&mut self, world: &World, facts: &[Atom]) {
        for atom in facts.iter().filter(|atom| atom.value.is_none()) {
            if world.domain().predicate(atom.predicate).origin != Origin::State {
                continue;
            }
            let (pair, ends) = match world.changes(atom.predicate) {
                Changes { to_true: true, to_false: false } => ([(1, 0)], "stays so once it is so"),
                Changes { to_true: false, to_false: true } => ([(0, 1)], "never becomes so"),
                _ => continue,
            };
            let Some(name) = self.facts().find(|(_, other)| *other == atom).map(|(name, _)| name.clone()) else {
                continue;
            };
            let negated = self.add_negation(&name, atom);
            self.axioms.groups.push(Group::exactly_one([name.clone(), negated]).with_moves(pair));
            self.laws.push(format!("{name} {ends}"));
        }
    }

    /// Adds what follows from one fact alone, whatever else holds: what is in a machine is in its room. Not of many facts.
    pub fn add_implied(&mut self, world: &World) {
        let settled = world.settled();
        let of = |alphabet: &Self, is_stored: bool| -> Vec<(Proposition, Atom)> {
            let is_so = |atom: &Atom| (world.domain().predicate(atom.predicate).origin == Origin::State) == is_stored;
            alphabet.facts().filter(|(_, atom)| is_so(atom)).map(|(name, atom)| (name.clone(), atom.clone())).collect()
        };
        let (stored, derived) = (of(self, true), of(self, false));
        if stored.len() * derived.len() > MOST_PAIRS {
            return;
        }
        for (name, atom) in derived {
            let told = |(fact, given): &(Proposition, Atom)| Some((fact.clone(), settled.truth_given(given, &atom)?));
            let told: Vec<(Proposition, bool)> = stored.iter().filter_map(told).collect();
            if told.is_empty() {
                continue;
            }
            let is_not = self.add_negation(&name, &atom);
            self.axioms.groups.push(Group::exactly_one([name.clone(), is_not.clone()]));
            self.laws.push(format!("{name} is so or not"));
            for (fact, holds) in told {
                let excluded = if holds { &is_not } else { &name };
                self.axioms.groups.push(Group::at_most_one([fact.clone(), excluded.clone()]));
                self.laws.push(format!("{name} follows from {fact}, or cannot be with it"));
            }
        }
    }

    /// Adds that a robot does one thing in a step.
    fn add_deeds(&mut self, world: &World) {
        for (place, robot) in world.robots().iter().enumerate() {
            let is_its = |meaning: &Meaning| matches!(meaning, Meaning::Deed(who, _) if *who == place);
            let members = self.meanings.iter().filter(|(_, meaning)| is_its(meaning)).map(|(name, _)| name.clone());
            let members: Vec<Proposition> = members.collect();
            if members.len() > 1 {
                self.axioms.groups.push(Group::at_most_one(members));
                self.laws.push(format!("{robot} does one thing in a step"));
            }
        }
    }

    /// Adds a proposition that the fact with this name does not hold.
    fn add_negation(&mut self, name: &Proposition, atom: &Atom) -> Proposition {
        self.add(&format!("not_{name}").replace(['(', ')', ',', ' '], "_"), Meaning::Not(atom.clone()))
    }

    fn add(&mut self, name: &str, meaning: Meaning) -> Proposition {
        let name = Proposition::new(name).expect("it is made of plain words");
        self.meanings.push((name.clone(), meaning));
        name
    }
}

/// "robot 1 is at one thing at a time".
fn one_value(world: &World, atom: &Atom) -> String {
    let predicate = world.domain().predicate(atom.predicate);
    let Some(says) = predicate.says.first() else {
        return format!("{} has one value at a time", predicate.name);
    };
    let words = says.0.iter().map(|piece| match piece {
        Piece::Words(words) => words.as_str(),
        Piece::Term(Term::Variable(place)) | Piece::OnTerm(Term::Variable(place)) => {
            atom.arguments.get(*place).map_or("one thing", |object| world.object(*object).phrase.as_str())
        }
        Piece::Term(_) | Piece::OnTerm(_) => "it",
    });
    format!("{} at a time", words.collect::<String>())
}

fn meaning(name: &Proposition, world: &World) -> Option<Meaning> {
    if name.as_str() == STEP {
        return Some(Meaning::Step);
    }
    match world.atom(name.as_str()) {
        Ok(atom) => Some(Meaning::Fact(atom)),
        Err(_) => world.find_deed(name.as_str()).map(|(robot, decision)| Meaning::Deed(robot, decision)),
    }
}

/// Reads the valuations of a specification from states and deeds, without text.
#[derive(Debug, Clone, Default)]
pub(super) struct Eyes {
    facts: Vec<Sight>,
    deeds: Vec<(PropositionId, usize, Decision)>,
    step: Option<PropositionId>,
}

/// How a proposition is read from a state.
#[derive(Debug, Clone)]
struct Sight {
    id: PropositionId,
    meaning: Meaning,
    /// Whether the fact counts as true while nobody knows: some constraint asks that it be false.
    if_unknown: bool,
}

impl Eyes {
    pub fn of<'f>(spec: &Spec, alphabet: &Alphabet, formulas: impl IntoIterator<Item = &'f Formula>) -> Self {
        let mut denied: BTreeSet<Proposition> = BTreeSet::new();
        for formula in formulas {
            formula.with_negations(|proposition| {
                denied.insert(proposition.clone());
                Formula::constant(false)
            });
        }
        let denied: Vec<&Atom> =
            alphabet.facts().filter(|(name, _)| denied.contains(*name)).map(|(_, atom)| atom).collect();
        let mut eyes = Self::default();
        for (name, meaning) in &alphabet.meanings {
            let Some(id) = spec.vocabulary().find(name.as_str()) else { continue };
            match meaning {
                Meaning::Step => eyes.step = Some(id),
                Meaning::Deed(robot, decision) => eyes.deeds.push((id, *robot, *decision)),
                Meaning::Fact(atom) | Meaning::Not(atom) => {
                    let if_unknown = denied.contains(&atom);
                    eyes.facts.push(Sight { id, meaning: meaning.clone(), if_unknown });
                }
                Meaning::Other(_) => eyes.facts.push(Sight { id, meaning: meaning.clone(), if_unknown: false }),
            }
        }
        eyes
    }

    /// Whether deeds, or the beginning of a joint step, make a difference.
    pub fn minds_deeds(&self) -> bool {
        self.step.is_some() || !self.deeds.is_empty()
    }

    /// The valuation of a state, in a moment in which no joint step begins. An unknown fact counts as true where some constraint
    /// asks that it be false, and else as false: what must not be is not taken to be so because nobody looked.
    pub fn see(&self, world: &World, state: &State) -> Valuation {
        let mut valuation = Valuation::default();
        for Sight { id, meaning, if_unknown } in &self.facts {
            let holds = |atom: &Atom| match world.truth_of(state, atom) {
                Truth::Unknown => *if_unknown,
                known => known.is_true(),
            };
            let is_so = match meaning {
                Meaning::Fact(atom) => holds(atom),
                Meaning::Other(atoms) => atoms.iter().any(holds),
                Meaning::Not(atom) => !holds(atom),
                Meaning::Deed(..) | Meaning::Step => false,
            };
            valuation.set(*id, is_so);
        }
        valuation
    }

    /// The facts of which nobody knows whether they hold.
    pub fn unknown<'e>(&'e self, world: &'e World, state: &'e State) -> impl Iterator<Item = PropositionId> + 'e {
        let is_unknown = |sight: &&Sight| match &sight.meaning {
            Meaning::Fact(atom) => world.truth_of(state, atom) == Truth::Unknown,
            _ => false,
        };
        self.facts.iter().filter(is_unknown).map(|sight| sight.id)
    }

    /// The valuation of the first moment of a joint step in which robots do this.
    pub fn begin(&self, before: &Valuation, doings: &[(usize, Decision)]) -> Valuation {
        let mut valuation = before.clone();
        if let Some(step) = self.step {
            valuation.set(step, true);
        }
        for (id, robot, decision) in &self.deeds {
            valuation.set(*id, doings.contains(&(*robot, *decision)));
        }
        valuation
    }

    /// The propositions of facts that change from one state to another.
    pub fn changes(&self, before: &Valuation, after: &Valuation) -> Vec<(PropositionId, bool)> {
        let changed = self.facts.iter().map(|sight| sight.id).filter(|&id| before.holds(id) != after.holds(id));
        changed.map(|id| (id, after.holds(id))).collect()
    }
}
