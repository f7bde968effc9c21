//! A task compiled for search: relevant operators over a compact state, laws, and the facts that automata read.

use std::{collections::BTreeSet, sync::Arc};

use surefleet_fleet::Decision;
use surefleet_ltl::{PropositionId, Valuation};
use surefleet_world::{Atom, Formula, PredicateId, State, Term as Open, World};

use crate::{
    agenda::Agenda,
    codes::{self, Code},
    dependence,
    expression::{Atoms, Condition, Reader, Var},
    grounding::{Bindings, Grounder},
    laws::Law,
    letters::Meaning,
    operator::Operator,
    relevance::Relevance,
    setting::Mutability,
};

/// A compiled task.
#[derive(Debug)]
pub(crate) struct Problem {
    pub atoms: Atoms,
    pub operators: Vec<Operator>,
    /// By robot of the fleet: its operators, to stay first; none for robots outside the team.
    pub operators_of: Vec<Vec<u32>>,
    pub laws: Vec<Law>,
    /// By variable: the laws about it.
    pub laws_of: Vec<Vec<u32>>,
    /// By operator: the proposition that it is done, if some formula reads it.
    pub deeds: Vec<Option<PropositionId>>,
    /// The facts that formulas read, each true if its condition is known to hold.
    pub facts: Vec<(PropositionId, Condition)>,
    /// By variable: the facts that hang on it.
    pub facts_of: Vec<Vec<u32>>,
    /// By variable: the formula or term that reads it from a state.
    sources: Vec<Source>,
    /// By predicate: all its variables.
    pub variables_of: Vec<Vec<Var>>,
    /// By robot: the index of its object.
    pub actors: Vec<usize>,
    pub mutability: Mutability,
    /// To stay.
    pub idle: Decision,
    /// Whether at most one robot acts in a step.
    pub is_one_at_a_time: bool,
}

#[derive(Debug)]
enum Source {
    Truth(Formula),
    Value(Open),
}

impl Problem {
    /// Compiles the operators of a team that are relevant for an agenda; with `are_all_kept`, also those that surely bring about a fact
    /// that is forbidden outright.
    pub fn new(world: &World, agenda: &Agenda, team: &[usize], are_all_kept: bool) -> Self {
        let decisions = relevant(world, agenda, team, are_all_kept);
        let mut grounder = Grounder::new(world);
        let facts = facts(&mut grounder, agenda);
        let mut operators = Vec::new();
        let mut operators_of = vec![Vec::new(); world.team_size()];
        for (robot, decision) in decisions {
            if let Some(operator) = Operator::ground(&mut grounder, robot, decision) {
                operators_of[robot].push(operators.len() as u32);
                operators.push(operator);
            }
        }
        let idle = world.options().idle();
        for operators_of in &mut operators_of {
            operators_of.sort_by_key(|&number| operators[number as usize].decision != idle);
        }
        let written = written(&grounder.atoms, &operators);
        let laws = Law::ground(&mut grounder, &|var| written.contains(&var));
        let mut laws_of = vec![Vec::new(); grounder.atoms.variables.len()];
        for (number, law) in (0..).zip(&laws) {
            let vars: BTreeSet<Var> = match law {
                Law::OneOf { atoms, .. } => atoms.iter().map(|member| member.var).collect(),
                Law::Never(condition) => dependence::read_by(&grounder.atoms, condition),
            };
            vars.into_iter().for_each(|var| laws_of[var as usize].push(number));
        }
        let deeds = operators.iter().map(|one| agenda.deeds.get(&(one.robot, one.decision)).copied()).collect();
        let mut facts_of = vec![Vec::new(); grounder.atoms.variables.len()];
        for (number, (_, condition)) in (0..).zip(&facts) {
            let vars = dependence::read_by(&grounder.atoms, condition);
            vars.into_iter().for_each(|var| facts_of[var as usize].push(number));
        }
        let atoms = grounder.atoms;
        let sources = sources(world, &atoms);
        let mut variables_of = vec![Vec::new(); atoms.tables.len()];
        for (var, (predicate, _)) in (0..).zip(&atoms.variables) {
            variables_of[*predicate].push(var);
        }
        let actors = (0..world.team_size()).map(|robot| world.robot(robot).index()).collect();
        let mutability = Mutability::new(world, &atoms);
        Self {
            atoms,
            operators,
            operators_of,
            laws,
            laws_of,
            deeds,
            facts,
            facts_of,
            sources,
            variables_of,
            actors,
            mutability,
            idle,
            is_one_at_a_time: false,
        }
    }

    /// Whether an operator does something.
    pub fn is_deed(&self, operator: u32) -> bool {
        self.operators[operator as usize].decision != self.idle
    }

    /// The number of variables.
    pub fn width(&self) -> usize {
        self.sources.len()
    }

    /// The operator of a robot's decision, if it is relevant.
    pub fn number(&self, robot: usize, decision: Decision) -> Option<u32> {
        let own = &self.operators_of[robot];
        own.iter().copied().find(|&number| self.operators[number as usize].decision == decision)
    }

    /// The compact state of a state.
    pub fn read(&self, world: &World, state: &State) -> Vec<Code> {
        let read = |source: &Source| match source {
            Source::Truth(formula) => codes::of_truth(world.truth(state, formula, &[])),
            Source::Value(term) => codes::of_value(world.value(state, term, &[])),
        };
        self.sources.iter().map(read).collect()
    }

    /// The facts that are true in a compact state.
    pub fn valuation(&self, state: &[Code]) -> Valuation {
        let mut reader = Reader::new(&self.atoms, state);
        let mut valuation = Valuation::default();
        for (id, condition) in &self.facts {
            if reader.truth(condition).is_true() {
                valuation.set(*id, true);
            }
        }
        valuation
    }
}

/// The decisions of a team that matter, and that no formula forbids outright.
fn relevant(world: &World, agenda: &Agenda, team: &[usize], are_all_kept: bool) -> Vec<(usize, Decision)> {
    let mut grounder = Grounder::new(world);
    let facts = facts(&mut grounder, agenda);
    let barred = |(id, condition): &(PropositionId, Condition)| match condition {
        Condition::Is(..) if agenda.is_forbidden(*id, true) => Some(condition.clone()),
        Condition::Not(fact) if agenda.is_forbidden(*id, false) => Some(fact.as_ref().clone()),
        _ => None,
    };
    let barred: Vec<Condition> = if are_all_kept { Vec::new() } else { facts.iter().filter_map(barred).collect() };
    let robots: Vec<usize> = (0..world.team_size()).map(|robot| world.robot(robot).index()).collect();
    let mut operators = Vec::new();
    for &robot in team {
        for decision in world.options().iter().filter(|&decision| world.has(robot, decision)) {
            let is_forbidden =
                agenda.deeds.get(&(robot, decision)).is_some_and(|&deed| agenda.is_forbidden(deed, true));
            if !is_forbidden {
                let operator = Operator::ground(&mut grounder, robot, decision);
                let is_barred = |operator: &Operator| {
                    barred.iter().any(|fact| operator.brings_about(fact, &grounder.atoms, &robots))
                };
                operators.extend(operator.filter(|operator| !is_barred(operator)));
            }
        }
    }
    let written = written(&grounder.atoms, &operators);
    let laws = Law::ground(&mut grounder, &|var| written.contains(&var));
    let atoms = grounder.atoms;
    let mut relevance = Relevance::new(&atoms, &operators, &laws);
    for (_, condition) in &facts {
        relevance.condition(condition, true);
    }
    let idle = world.options().idle();
    for (number, operator) in operators.iter().enumerate() {
        // Where it matters whether a robot stays, anything else that it can do may be of use.
        let deed = |decision| agenda.deeds.get(&(operator.robot, decision));
        let is_asked_for = deed(operator.decision).is_some_and(|deed| agenda.wanted.contains(deed));
        let is_instead = deed(idle).is_some_and(|deed| agenda.unwanted.contains(deed));
        if is_asked_for || is_instead || operator.decision == idle {
            relevance.mark(number);
        }
    }
    relevance.settle();
    let kept = operators.iter().zip(&relevance.is_relevant).filter(|(_, is_relevant)| **is_relevant);
    kept.map(|(operator, _)| (operator.robot, operator.decision)).collect()
}

fn written(atoms: &Atoms, operators: &[Operator]) -> BTreeSet<Var> {
    operators.iter().flat_map(|operator| dependence::written_by(atoms, operator)).collect()
}

/// The facts that an agenda reads, as conditions.
fn facts(grounder: &mut Grounder<'_>, agenda: &Agenda) -> Vec<(PropositionId, Condition)> {
    let mut facts = Vec::new();
    for (id, meaning) in agenda.ids.iter().zip(&agenda.meanings) {
        let condition = match meaning {
            Meaning::Affirmed(atom) => grounder.condition(&formula(atom), &mut Bindings::new()),
            Meaning::Denied(atom) => {
                crate::grounding::negated(grounder.condition(&formula(atom), &mut Bindings::new()))
            }
            Meaning::Deed(..) | Meaning::Never | Meaning::Step => continue,
        };
        facts.push((*id, condition));
    }
    facts
}

fn formula(atom: &Atom) -> Formula {
    let arguments = atom.arguments.iter().map(|&argument| Open::Constant(argument)).collect();
    match atom.value {
        Some(value) => Formula::Equal(Open::Value(atom.predicate, arguments), Open::Constant(value)),
        None => Formula::Holds(atom.predicate, arguments),
    }
}

fn sources(world: &World, atoms: &Atoms) -> Vec<Source> {
    let objects = Arc::clone(world.domain());
    let all = world.members_of(surefleet_world::Domain::OBJECT);
    let ids: Vec<Option<PredicateId>> =
        objects.predicates().iter().map(|predicate| objects.find_predicate(&predicate.name)).collect();
    let source = |(predicate, arguments): &(usize, smallvec::SmallVec<[usize; 3]>)| {
        let id = ids[*predicate].expect("a predicate of the domain has a name of its own");
        let arguments = arguments.iter().map(|&index| Open::Constant(all[index])).collect();
        match atoms.tables[*predicate].is_functional {
            true => Source::Value(Open::Value(id, arguments)),
            false => Source::Truth(Formula::Holds(id, arguments)),
        }
    };
    atoms.variables.iter().map(source).collect()
}
