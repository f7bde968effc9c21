//! What one robot can decide, grounded: needs, effects and occupied objects over a compact state.

use smallvec::SmallVec;
use surefleet_fleet::Decision;
use surefleet_world::{Effect, Term as Open, Truth, World};

use crate::{
    codes::{Code, NONE, TRUE, UNKNOWN},
    dependence,
    expression::{Atoms, Condition, Reader, Term, Unknown, Var},
    grounding::{Atom, Bindings, Grounder, all},
};

/// A decision of one robot.
#[derive(Debug)]
pub(crate) struct Operator {
    /// The robot's place in the fleet.
    pub robot: usize,
    pub decision: Decision,
    /// All must be known to be true.
    pub needs: Vec<Condition>,
    /// Effects on the way.
    pub first: Vec<Change>,
    pub effects: Vec<Change>,
    /// Objects that it occupies unless the condition is known to be false.
    pub occupies: Vec<(Term, Condition)>,
}

/// A grounded effect.
#[derive(Debug)]
pub(crate) enum Change {
    Write(Target, Term),
    If(Condition, Vec<Change>, Vec<Change>),
}

/// The atom that an effect changes.
#[derive(Debug)]
pub(crate) enum Target {
    Variable {
        var: Var,
        is_own: bool,
    },
    /// It depends on the state which atom of the predicate is meant.
    Open {
        predicate: usize,
        arguments: Vec<Term>,
    },
}

/// A change of one variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Write {
    pub var: Var,
    pub code: Code,
    /// Whether it is about the robot that acts: such a change holds against those of others.
    pub is_own: bool,
}

pub(crate) type Writes = SmallVec<[Write; 6]>;

impl Operator {
    /// Grounds a decision of a robot; `None` if its needs can never hold.
    pub fn ground(grounder: &mut Grounder<'_>, robot: usize, decision: Decision) -> Option<Self> {
        let world = grounder.world;
        let skill = world.domain().skill(world.options().skill(decision));
        let mut bindings = bindings(world, robot, decision);
        let needs = all(skill.needs.iter().map(|need| grounder.condition(&need.that, &mut bindings)), Truth::True);
        let needs = match needs {
            Condition::Constant(Truth::True) => Vec::new(),
            Condition::Constant(_) => return None,
            Condition::And(parts) => parts,
            one => vec![one],
        };
        let first = changes(grounder, robot, &skill.first, &mut bindings);
        let effects = changes(grounder, robot, &skill.effects, &mut bindings);
        let occupies = skill.occupies.iter().map(|one| {
            let when = grounder.condition(&one.when, &mut bindings);
            (grounder.term(&one.what, &mut bindings), when)
        });
        let occupies =
            occupies.filter(|(what, when)| *what != Term::Constant(NONE) && *when != Condition::Constant(Truth::False));
        Some(Self { robot, decision, needs, first, effects, occupies: occupies.collect() })
    }

    /// Whether a fact about one variable is so after it, whatever was before and whatever others do in the same step: it alone writes the
    /// variable, and no robot holds its own change against it. `robots` are the indices of their objects.
    pub fn brings_about(&self, fact: &Condition, atoms: &Atoms, robots: &[usize]) -> bool {
        let Condition::Is(of, content) = fact else { return false };
        let mut writing = self.effects.iter().filter(|change| dependence::written(atoms, [*change]).contains(of));
        let (one, other) = (writing.next(), writing.next());
        let Some(Change::Write(Target::Variable { is_own, .. }, Term::Constant(code))) = one else { return false };
        let is_nobodys = || atoms.variables[*of as usize].1.first().is_none_or(|owner| !robots.contains(owner));
        other.is_none() && code == content && (*is_own || is_nobodys())
    }

    /// Whether the robot can do it in a state.
    pub fn is_applicable(&self, reader: &mut Reader<'_>) -> bool {
        self.needs.iter().all(|need| reader.truth(need).is_true())
    }
}

fn bindings(world: &World, robot: usize, decision: Decision) -> Bindings {
    std::iter::once(world.robot(robot)).chain(world.options().arguments(decision).iter().copied()).collect()
}

fn changes(grounder: &mut Grounder<'_>, robot: usize, effects: &[Effect], bindings: &mut Bindings) -> Vec<Change> {
    let mut changes = Vec::new();
    for effect in effects {
        match effect {
            Effect::Set(predicate, arguments, truth) => {
                let code = if *truth { TRUE } else { NONE };
                changes.extend(write(grounder, robot, predicate.index(), arguments, Term::Constant(code), bindings));
            }
            Effect::Assign(predicate, arguments, value) => {
                let value = grounder.term(value, bindings);
                changes.extend(write(grounder, robot, predicate.index(), arguments, value, bindings));
            }
            Effect::Forget(predicate, arguments) => {
                let value = Term::Constant(UNKNOWN);
                changes.extend(write(grounder, robot, predicate.index(), arguments, value, bindings));
            }
            Effect::If(condition, then, otherwise) => match grounder.condition(condition, bindings) {
                Condition::Constant(Truth::True) => changes.extend(self::changes(grounder, robot, then, bindings)),
                Condition::Constant(Truth::False) => {
                    changes.extend(self::changes(grounder, robot, otherwise, bindings));
                }
                condition => {
                    let then = self::changes(grounder, robot, then, bindings);
                    let otherwise = self::changes(grounder, robot, otherwise, bindings);
                    if !(then.is_empty() && otherwise.is_empty()) {
                        changes.push(Change::If(condition, then, otherwise));
                    }
                }
            },
            Effect::Each(types, inner) => {
                for object in grounder.world.members(types) {
                    bindings.push(object);
                    changes.extend(self::changes(grounder, robot, inner, bindings));
                    bindings.pop();
                }
            }
        }
    }
    changes
}

fn write(
    grounder: &mut Grounder<'_>,
    robot: usize,
    predicate: usize,
    arguments: &[Open],
    value: Term,
    bindings: &mut Bindings,
) -> Option<Change> {
    let arguments: Vec<Term> = arguments.iter().map(|argument| grounder.term(argument, bindings)).collect();
    let target = match grounder.atom(predicate, &arguments) {
        Atom::Variable(var) => {
            let actor = grounder.world.robot(robot).index();
            let is_own = grounder.atoms.variables[var as usize].1.first() == Some(&actor);
            Target::Variable { var, is_own }
        }
        Atom::Open => {
            grounder.fill(predicate);
            Target::Open { predicate, arguments }
        }
        Atom::Absent | Atom::Fixed(_) | Atom::Derived(_) => return None,
    };
    Some(Change::Write(target, value))
}

/// The writes of changes that are begun in one state, at most one for each variable.
pub(crate) struct Hand<'r, 'a> {
    pub reader: &'r mut Reader<'a>,
    pub state: &'a [Code],
    /// By predicate: all its variables.
    pub variables_of: &'a [Vec<Var>],
    /// Whether a variable is about the acting robot.
    pub is_own: &'r dyn Fn(Var) -> bool,
    pub writes: Writes,
}

impl Hand<'_, '_> {
    pub fn all(&mut self, changes: &[Change]) {
        changes.iter().for_each(|change| self.one(change));
    }

    fn one(&mut self, change: &Change) {
        match change {
            Change::Write(Target::Variable { var, is_own }, value) => {
                let code = self.reader.code(value);
                self.put(Write { var: *var, code, is_own: *is_own });
            }
            Change::Write(Target::Open { predicate, arguments }, value) => {
                let code = self.reader.code(value);
                match self.reader.place(*predicate, arguments) {
                    Ok(None) => {}
                    Ok(Some(var)) => self.put(Write { var, code, is_own: (self.is_own)(var) }),
                    // It may be about anything.
                    Err(Unknown) => {
                        for &var in &self.variables_of[*predicate] {
                            self.put(Write { var, code: UNKNOWN, is_own: false });
                        }
                    }
                }
            }
            Change::If(condition, then, otherwise) => match self.reader.truth(condition) {
                Truth::True => self.all(then),
                Truth::False => self.all(otherwise),
                Truth::Unknown => {
                    for branch in [then, otherwise] {
                        let before = self.writes.clone();
                        self.all(branch);
                        let possible = std::mem::replace(&mut self.writes, before);
                        // What would not change by it stays as it is.
                        for write in possible {
                            if self.now(write.var) != write.code {
                                self.put(Write { code: UNKNOWN, ..write });
                            }
                        }
                    }
                }
            },
        }
    }

    /// What a variable holds after the changes so far.
    fn now(&self, var: Var) -> Code {
        let changed = self.writes.iter().find(|write| write.var == var).map(|write| write.code);
        changed.unwrap_or(self.state[var as usize])
    }

    /// Of two changes of one variable the later holds.
    fn put(&mut self, write: Write) {
        match self.writes.iter_mut().find(|earlier| earlier.var == write.var) {
            Some(earlier) => *earlier = write,
            None => self.writes.push(write),
        }
    }
}
