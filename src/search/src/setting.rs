//! What is certain about every state that can follow from one: what never changes, and what is always known.

use surefleet_world::{Effect, ObjectId, PredicateId, Term as Open, World};

use crate::{
    codes::{Code, UNKNOWN},
    expression::{Atoms, Condition, Definition, Entries, Term, Var},
    flat::FlatWrite,
    operator::Target,
    problem::Problem,
};

/// By variable: whether some skill of some robot changes it.
#[derive(Debug)]
pub(crate) struct Mutability(Vec<bool>);

/// What is certain about the states that follow from one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    /// By variable: what it is for ever.
    pub fixed: Vec<Option<Code>>,
    /// By variable: whether it may ever be unknown.
    pub may_be_unknown: Vec<bool>,
}

impl Mutability {
    pub fn new(world: &World, atoms: &Atoms) -> Self {
        Self(is_mutable(world, atoms))
    }
}

impl Setting {
    /// What is certain about the states that follow from this one, and from any state of another setting.
    pub fn new(problem: &Problem, state: &[Code], wider: Option<&Setting>) -> Self {
        let fixed = problem.mutability.0.iter().zip(state).enumerate().map(|(var, (&is_mutable, &code))| {
            Some(code).filter(|_| !is_mutable && wider.is_none_or(|wider| wider.fixed[var] == Some(code)))
        });
        let may_be = |var: usize| state[var] == UNKNOWN || wider.is_some_and(|wider| wider.may_be_unknown[var]);
        let unknown = (0..problem.width()).map(may_be).collect();
        Self { fixed: fixed.collect(), may_be_unknown: spread(problem, unknown) }
    }

    /// Whether what is certain here is true of a state.
    pub fn covers(&self, state: &[Code]) -> bool {
        let vars = self.fixed.iter().zip(&self.may_be_unknown).zip(state);
        vars.into_iter()
            .all(|((fixed, may), &code)| fixed.is_none_or(|fixed| fixed == code) && (*may || code != UNKNOWN))
    }
}

/// What may become unknown if these variables may be.
fn spread(problem: &Problem, mut unknown: Vec<bool>) -> Vec<bool> {
    let operators = problem.operators.iter().enumerate();
    let writes: Vec<FlatWrite<'_>> = operators.flat_map(|(number, operator)| FlatWrite::of(number, operator)).collect();
    loop {
        let doubt = Doubt::new(&problem.atoms, &unknown);
        let mut news: Vec<Var> = Vec::new();
        for write in &writes {
            let is_forgotten = *write.value == Term::Constant(UNKNOWN);
            let (targets, arguments): (&[Var], &[Term]) = match write.target {
                Target::Variable { var, .. } => (std::slice::from_ref(var), &[]),
                Target::Open { predicate, arguments } => (&problem.variables_of[*predicate], arguments),
            };
            if targets.iter().any(|&var| !unknown[var as usize])
                && (is_forgotten
                    || doubt.term(write.value)
                    || arguments.iter().any(|argument| doubt.term(argument))
                    || write.when.iter().any(|(condition, _)| doubt.condition(condition)))
            {
                news.extend(targets);
            }
        }
        if news.is_empty() {
            return unknown;
        }
        news.iter().for_each(|&var| unknown[var as usize] = true);
    }
}

/// Whether conditions and terms may hang on variables that may be unknown.
struct Doubt<'a> {
    atoms: &'a Atoms,
    unknown: &'a [bool],
    derived: Vec<bool>,
}

impl<'a> Doubt<'a> {
    fn new(atoms: &'a Atoms, unknown: &'a [bool]) -> Self {
        let mut doubt = Self { atoms, unknown, derived: vec![false; atoms.derived.len()] };
        let mut is_stable = !unknown.contains(&true);
        while !std::mem::replace(&mut is_stable, true) {
            for (atom, (definition, _)) in atoms.derived.iter().enumerate() {
                let is_news = !doubt.derived[atom]
                    && match definition {
                        Definition::Formula(formula) => doubt.condition(formula),
                        Definition::Cases(cases) => {
                            cases.iter().any(|(when, value)| doubt.condition(when) || doubt.term(value))
                        }
                    };
                doubt.derived[atom] |= is_news;
                is_stable &= !is_news;
            }
        }
        doubt
    }

    fn condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(_) => false,
            Condition::Is(var, _) => self.unknown[*var as usize],
            Condition::Equal(left, right) => self.term(left) || self.term(right),
            Condition::IsIn(term, _) => self.term(term),
            Condition::Holds(predicate, arguments) => self.open(*predicate, arguments),
            Condition::Derived(atom) => self.derived[*atom as usize],
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| self.condition(part)),
        }
    }

    fn term(&self, term: &Term) -> bool {
        match term {
            Term::Constant(_) => false,
            Term::Variable(var) => self.unknown[*var as usize],
            Term::Value(predicate, arguments) => self.open(*predicate, arguments),
            Term::Derived(atom) => self.derived[*atom as usize],
        }
    }

    fn open(&self, predicate: usize, arguments: &[Term]) -> bool {
        let table = &self.atoms.tables[predicate];
        arguments.iter().any(|argument| self.term(argument))
            || match table.entries {
                Entries::Stored => table.content.iter().any(|&var| self.unknown[var as usize]),
                Entries::Fixed => false,
                Entries::Derived => table.content.iter().any(|&atom| self.derived[atom as usize]),
            }
    }
}

/// By variable: whether some skill of some robot changes it.
fn is_mutable(world: &World, atoms: &Atoms) -> Vec<bool> {
    let mut targets = Vec::new();
    for skill in world.domain().skills() {
        let types = std::iter::once(&skill.by).chain(skill.parameters.iter().map(|(_, types)| types));
        let mut scope: Vec<Vec<ObjectId>> = types.map(|types| world.members(types)).collect();
        collect(world, &skill.first, &mut scope, &mut targets);
        collect(world, &skill.effects, &mut scope, &mut targets);
    }
    let fits = |(predicate, objects): &(usize, smallvec::SmallVec<[usize; 3]>)| {
        targets.iter().any(|(of, arguments)| {
            let mut pairs = objects.iter().zip(arguments);
            of.index() == *predicate
                && pairs.all(|(object, argument)| {
                    argument.as_ref().is_none_or(|fitting| fitting.iter().any(|one| one.index() == *object))
                })
        })
    };
    atoms.variables.iter().map(fits).collect()
}

/// A predicate, and for each argument the objects that it may be; `None`: any.
type Pattern = (PredicateId, Vec<Option<Vec<ObjectId>>>);

fn collect(world: &World, effects: &[Effect], scope: &mut Vec<Vec<ObjectId>>, targets: &mut Vec<Pattern>) {
    for effect in effects {
        match effect {
            Effect::Set(predicate, arguments, _)
            | Effect::Assign(predicate, arguments, _)
            | Effect::Forget(predicate, arguments) => {
                let objects = |argument: &Open| match argument {
                    Open::Variable(place) => scope.get(*place).cloned(),
                    Open::Constant(object) => Some(vec![*object]),
                    Open::Nothing => Some(Vec::new()),
                    Open::Value(..) => None,
                };
                targets.push((*predicate, arguments.iter().map(objects).collect()));
            }
            Effect::If(_, then, otherwise) => {
                collect(world, then, scope, targets);
                collect(world, otherwise, scope, targets);
            }
            Effect::Each(types, inner) => {
                scope.push(world.members(types));
                collect(world, inner, scope, targets);
                scope.pop();
            }
        }
    }
}
