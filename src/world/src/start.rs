//! How a world may be at the start, and one such state drawn from a seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use surefleet_fleet::{Digest, Facts};
use thiserror::Error;

use crate::{
    WorldError,
    evaluate::{Arguments, Bindings, Eyes, listed},
    formula::{Formula, Term},
    ids::{ObjectId, PredicateId, TypeId},
    state::{Slot, State, Value, Written},
    truth::Truth,
    world::{Keeps, World},
};

/// The most attempts to draw a state that breaks no law.
const ATTEMPTS: usize = 1000;

/// The distribution of a world's state at the start.
///
/// A state is drawn fact by fact, in the order of the file; each draw sees what was drawn before. If a draw has nothing
/// to choose from, or the whole breaks a law, everything is drawn anew.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// What holds at every start.
    pub(crate) facts: Facts,
    pub(crate) draws: Vec<Draw>,
    pub(crate) demo: Option<Demo>,
    pub(crate) digest: Digest,
}

/// A mission to show a site with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demo {
    /// The mission in English.
    pub mission: String,
    /// The formula that the mission means, at least; what is read is held against it.
    #[serde(default)]
    pub formula: Option<String>,
    /// Constraints in English.
    #[serde(default)]
    pub constraints: Vec<String>,
    /// Facts at the start of the demo, beside those of every start; what is drawn leaves them as they are.
    #[serde(default)]
    pub facts: Vec<String>,
}

/// A fact that is drawn, for each choice of objects.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Draw {
    /// The types of its variables.
    pub about: Vec<Vec<TypeId>>,
    /// The choices that it is drawn for.
    pub condition: Formula,
    pub predicate: PredicateId,
    pub arguments: Vec<Term>,
    pub outcome: Outcome,
    /// Probability that nobody knows it at the start.
    pub unknown: f64,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// Whether it holds.
    Truth { chance: f64 },
    /// Its value follows from what was drawn before.
    Value(Term),
    /// Its value is one of these: objects, or all of a type, which share the type's weight.
    From {
        among: Vec<(Result<TypeId, ObjectId>, f64)>,
        /// The values that fit; the variable after those of `about` is the value.
        fitting: Formula,
        /// Whether each value is taken once.
        different: bool,
    },
}

/// A state at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// How the world is.
    pub truth: State,
    /// The same with what nobody knows yet.
    pub known: State,
}

/// A start that cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StartError {
    /// The facts that hold at every start are no facts of the world.
    #[error("the facts of the start: {0}")]
    Facts(#[from] WorldError),
    /// Two facts give one predicate two values, or two truths.
    #[error("the facts of the start: {one:?} and {other:?} cannot both be so: leave one of them out")]
    Contradiction {
        /// The one fact.
        one: String,
        /// The other one.
        other: String,
    },
    /// No attempt led to a state that the laws admit.
    #[error(
        "of {ATTEMPTS} starts that were drawn none is possible: {last}; change the facts, loosen the draws, or place fewer things"
    )]
    Impossible {
        /// The fault of the last attempt.
        last: String,
    },
}

impl Start {
    /// A mission to show the site with.
    pub fn demo(&self) -> Option<&Demo> {
        self.demo.as_ref()
    }

    /// The start with more facts that hold; what is drawn leaves them as they are.
    #[must_use]
    pub fn with_facts(&self, facts: impl IntoIterator<Item = String>) -> Self {
        let all = self.facts.iter().map(str::to_owned).chain(facts);
        let facts = Facts::new(all);
        let told = facts.iter().map(str::as_bytes);
        let digest = Digest::of([self.digest.as_bytes().as_slice()].into_iter().chain(told));
        Self { facts, digest, ..self.clone() }
    }

    /// A hash of what is drawn, and how; comments and layout of the file do not count, nor does the demo.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The state of this seed: always and everywhere the same.
    ///
    /// # Errors
    /// [`StartError`].
    pub fn draw(&self, world: &World, seed: u64) -> Result<Drawn, StartError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut last = String::new();
        let told = self.facts.iter().map(|fact| told(world, fact)).collect::<Result<Vec<_>, _>>()?;
        contradiction(&self.facts, &told)?;
        // What nobody knows is in truth as it is drawn.
        let (unknown_ones, told): (Vec<_>, Vec<_>) =
            told.into_iter().partition(|&(slot, written)| written == unknown(slot));
        let hidden: Vec<Slot> = unknown_ones.into_iter().map(|(slot, _)| slot).collect();
        for _ in 0..ATTEMPTS {
            let mut state = world.empty();
            told.iter().for_each(|&(slot, written)| state.write(&world.layout, slot, written));
            let mut attempt = Attempt { world, rng: &mut rng, state, told: &told, hidden: hidden.clone() };
            match self.draws.iter().try_for_each(|draw| attempt.draw(draw)) {
                Err(fault) => last = fault,
                Ok(()) => {
                    let Attempt { state, hidden, .. } = attempt;
                    match world.read(&world.facts(&state)) {
                        Err(fault) => last = fault.to_string(),
                        Ok(truth) => {
                            let mut known = truth.clone();
                            hidden.iter().for_each(|&slot| known.write(&world.layout, slot, unknown(slot)));
                            return Ok(Drawn { truth, known });
                        }
                    }
                }
            }
        }
        Err(StartError::Impossible { last })
    }
}

/// A fact that holds, or after `not` one that does not.
fn told(world: &World, fact: &str) -> Result<(Slot, Written), WorldError> {
    let (slot, written) = world.read_fact(fact.strip_prefix("not ").unwrap_or(fact))?;
    match (fact.starts_with("not "), slot) {
        (false, _) => Ok((slot, written)),
        (true, Slot::Truth(_)) => Ok((slot, Written::Truth(Truth::False))),
        (true, Slot::Value(_)) => Err(WorldError::UnknownFact {
            fact: fact.to_owned(),
            domain: world.domain().name().to_owned(),
            mend: "tell the value that it has".to_owned(),
        }),
    }
}

/// Refuses facts of which two tell the same otherwise.
fn contradiction(facts: &Facts, told: &[(Slot, Written)]) -> Result<(), StartError> {
    for (at, (one, (slot, written))) in facts.iter().zip(told).enumerate() {
        let mut later = facts.iter().zip(told).skip(at + 1);
        if let Some((other, _)) = later.find(|(_, (of, other))| of == slot && other != written) {
            return Err(StartError::Contradiction { one: one.to_owned(), other: other.to_owned() });
        }
    }
    Ok(())
}

fn unknown(slot: Slot) -> Written {
    match slot {
        Slot::Value(_) => Written::Value(Value::Unknown),
        Slot::Truth(_) => Written::Truth(Truth::Unknown),
    }
}

struct Attempt<'a> {
    world: &'a World,
    rng: &'a mut ChaCha8Rng,
    state: State,
    told: &'a [(Slot, Written)],
    hidden: Vec<Slot>,
}

impl Attempt<'_> {
    /// Draws a fact for each choice of objects.
    fn draw(&mut self, draw: &Draw) -> Result<(), String> {
        let mut choices = Vec::new();
        choose(self.world, &draw.about, &mut Bindings::new(), &mut choices);
        let mut taken: Vec<ObjectId> = Vec::new();
        // What was told is taken first.
        choices.sort_by_key(|choice| self.slot(draw, choice).is_none_or(|slot| !self.is_told(slot)));
        for mut choice in choices {
            let Some(slot) = self.slot(draw, &choice) else { continue };
            if self.is_told(slot) {
                if let Written::Value(Value::Object(object)) = self.state.read(&self.world.layout, slot) {
                    taken.push(object);
                }
                continue;
            }
            if !Eyes::new(self.world, &self.state).truth(&draw.condition, &mut choice).is_true() {
                continue;
            }
            let written = match &draw.outcome {
                Outcome::Truth { chance } => Written::Truth(Truth::from(self.rng.random_bool(*chance))),
                Outcome::Value(term) => Written::Value(Eyes::new(self.world, &self.state).value(term, &mut choice)),
                Outcome::From { among, fitting, different } => {
                    let value = self.pick(among, fitting, &mut choice, if *different { &taken } else { &[] });
                    let value = value.ok_or_else(|| {
                        let name = &self.world.domain().predicate(draw.predicate).name;
                        format!("nothing fits {name:?}")
                    })?;
                    taken.push(value);
                    Written::Value(Value::Object(value))
                }
            };
            self.state.write(&self.world.layout, slot, written);
            if self.rng.random_bool(draw.unknown) {
                self.hidden.push(slot);
            }
        }
        Ok(())
    }

    fn is_told(&self, slot: Slot) -> bool {
        self.told.iter().any(|&(told, _)| told == slot)
    }

    fn slot(&self, draw: &Draw, choice: &Bindings) -> Option<Slot> {
        let arguments = Eyes::new(self.world, &self.state).arguments(&draw.arguments, &mut choice.clone());
        let Arguments::Objects(arguments) = arguments else { return None };
        let table = self.world.table(draw.predicate);
        let place = table.place(&arguments)? as u32;
        Some(if matches!(table.keeps, Keeps::Values) { Slot::Value(place) } else { Slot::Truth(place) })
    }

    /// One of the values that fit, by weight.
    fn pick(
        &mut self,
        among: &[(Result<TypeId, ObjectId>, f64)],
        fitting: &Formula,
        choice: &mut Bindings,
        taken: &[ObjectId],
    ) -> Option<ObjectId> {
        let mut fitting_of = |objects: &[ObjectId]| -> Vec<ObjectId> {
            let mut eyes = Eyes::new(self.world, &self.state);
            let fits = |&object: &ObjectId| {
                choice.push(object);
                let is_fitting = eyes.truth(fitting, choice).is_true();
                choice.pop();
                is_fitting && !taken.contains(&object)
            };
            objects.iter().copied().filter(fits).collect()
        };
        let mut groups: Vec<(Vec<ObjectId>, f64)> = Vec::new();
        for (of, weight) in among {
            let objects = match of {
                Ok(of) => fitting_of(listed(self.world, &[*of]).as_ref()),
                Err(object) => fitting_of(&[*object]),
            };
            if !objects.is_empty() {
                groups.push((objects, *weight));
            }
        }
        let total: f64 = groups.iter().map(|(_, weight)| weight).sum();
        let mut left = if groups.is_empty() { return None } else { self.rng.random::<f64>() * total };
        let last = groups.len() - 1;
        for (place, (objects, weight)) in groups.iter().enumerate() {
            if left < *weight || place == last {
                return Some(objects[self.rng.random_range(0..objects.len())]);
            }
            left -= weight;
        }
        None
    }
}

/// All choices of objects of these types.
fn choose(world: &World, types: &[Vec<TypeId>], chosen: &mut Bindings, all: &mut Vec<Bindings>) {
    let Some((first, rest)) = types.split_first() else { return all.push(chosen.clone()) };
    for &object in listed(world, first).iter() {
        chosen.push(object);
        choose(world, rest, chosen, all);
        chosen.pop();
    }
}
