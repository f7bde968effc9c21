//! Facts of which one is true at a time: the contents of a variable, and what a law counts.

use smallvec::SmallVec;

use crate::{
    codes::{Code, CodeSet, NONE},
    expression::Var,
    laws::{Law, Member},
    problem::Problem,
    setting::Setting,
};

/// The number of an axis.
pub(super) type Axis = u32;

/// Sets of facts. On an axis exactly one fact is true in every state.
#[derive(Debug)]
pub(super) struct Axes {
    /// By axis: its facts.
    facts: Vec<Vec<(Var, Code)>>,
    /// By variable: the axis of its contents, unless a law with more atoms tells of each of them.
    own: Vec<Option<Axis>>,
    /// By variable: the laws that count it, each with the axis, if it is one.
    laws: Vec<SmallVec<[Counting; 2]>>,
}

/// How a law counts a variable.
#[derive(Debug, Clone, Copy)]
struct Counting {
    law: u32,
    axis: Option<Axis>,
    /// The content that counts; `None`: every object.
    code: Option<Code>,
}

impl Axes {
    pub fn new(problem: &Problem, setting: &Setting) -> Self {
        let width = problem.atoms.variables.len();
        let mut axes = Self { facts: Vec::new(), own: vec![None; width], laws: vec![SmallVec::new(); width] };
        let mut is_told = vec![false; width];
        for (law, number) in problem.laws.iter().zip(0..) {
            let Law::OneOf { atoms, is_exact } = law else { continue };
            let is_axis = *is_exact && atoms.iter().all(|member| !setting.may_be_unknown[member.var as usize]);
            let axis = is_axis.then(|| axes.add(atoms.iter().flat_map(|member| counted(problem, member)).collect()));
            for member in atoms {
                is_told[member.var as usize] |= is_axis && member.code.is_none();
                axes.laws[member.var as usize].push(Counting { law: number, axis, code: member.code });
            }
        }
        for (var, is_told) in is_told.into_iter().enumerate() {
            if !is_told && !setting.may_be_unknown[var] {
                let domain = problem.atoms.domains[var].iter();
                axes.own[var] = Some(axes.add(domain.map(|code| (var as Var, code)).collect()));
            }
        }
        axes
    }

    fn add(&mut self, facts: Vec<(Var, Code)>) -> Axis {
        self.facts.push(facts);
        (self.facts.len() - 1) as Axis
    }

    /// The facts of an axis.
    pub fn facts(&self, axis: Axis) -> &[(Var, Code)] {
        &self.facts[axis as usize]
    }

    /// The facts of which one is true where the variable has no value, if a law says so.
    pub fn instead(&self, var: Var) -> Option<Vec<(Var, Code)>> {
        let counting = self.laws[var as usize].iter().find(|one| one.axis.is_some() && one.code.is_none())?;
        Some(self.facts(counting.axis?).iter().copied().filter(|(other, _)| *other != var).collect())
    }

    /// The axes on which a variable's being in a set says something.
    pub fn of_literal<'s>(
        &'s self,
        var: Var,
        set: &'s CodeSet,
        domain: &'s CodeSet,
    ) -> impl Iterator<Item = Axis> + use<'s> {
        let counts = move |code: Code| {
            let others = || domain.iter().filter(|&other| other != code);
            set.iter().all(|one| one == code) || !set.contains(code) && others().all(|other| set.contains(other))
        };
        let told = self.laws[var as usize].iter().filter(move |one| one.code.is_none_or(counts));
        told.filter_map(|one| one.axis).chain(self.own[var as usize])
    }

    /// What a fact tells of another variable: the contents that it cannot have.
    pub fn excluded(&self, (var, code): (Var, Code), other: Var) -> Option<Excluded> {
        for one in &self.laws[var as usize] {
            if code == NONE || one.code.is_some_and(|counted| counted != code) {
                continue;
            }
            if let Some(same) = self.laws[other as usize].iter().find(|same| same.law == one.law) {
                return Some(same.code.map_or(Excluded::AllObjects, Excluded::One));
            }
        }
        None
    }
}

/// What a variable cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excluded {
    AllObjects,
    One(Code),
}

fn counted<'a>(problem: &'a Problem, member: &Member) -> impl Iterator<Item = (Var, Code)> + use<'a> {
    let (var, of) = (member.var, member.code);
    let domain = problem.atoms.domains[var as usize].iter();
    domain.filter(move |&code| of.map_or(code != NONE, |of| of == code)).map(move |code| (var, code))
}
