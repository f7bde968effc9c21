use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, OnceLock},
};

use crate::{
    Automaton, Axioms, Budget, Formula, LtlError, StateId, Valuation, Vocabulary,
    feasibility::{
        Conflict, DemandsByState, Feasibility, Origin, Problem, Product, Scope, Stop, World, each, positions,
    },
};

/// The work for compiling a specification, as a multiple of the work for a check.
const PATIENCE: usize = 32;

/// A formula, and its meaning in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The words of a person, or words that a person agreed to.
    pub words: String,
    /// The enforced formula.
    pub formula: Formula,
}

/// Whether the constraints of a specification can be satisfied together at all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Conflicts that share no constraint. Without these constraints the others can be satisfied, or the answer is
    /// undetermined.
    pub conflicts: Vec<Conflict>,
    /// Whether it took too much work to tell if the constraints outside all conflicts can be satisfied together.
    pub is_undetermined: bool,
}

/// Constraints and axioms, compiled once and never changed.
#[derive(Debug, Clone)]
pub struct Spec {
    constraints: Vec<Constraint>,
    vocabulary: Vocabulary,
    pub(crate) product: Product,
    pub(crate) work: usize,
    is_watched: bool,
    /// Computed on demand: it takes far longer than the rest.
    report: OnceLock<Report>,
}

impl Spec {
    /// Compiles constraints under axioms.
    ///
    /// A specification with conflicts still compiles, so that all of them can be shown; no step is allowed under it.
    ///
    /// # Errors
    /// [`LtlError::TooLarge`] and [`LtlError::Group`].
    pub fn compile(constraints: Vec<Constraint>, axioms: &Axioms, budget: &Budget) -> Result<Self, LtlError> {
        Self::compile_with(constraints, axioms, budget, Vocabulary::default(), &HashMap::new())
    }

    /// Compiles other constraints and reuses those that this specification already has: the fewer are new, the faster.
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn recompile(&self, constraints: Vec<Constraint>, axioms: &Axioms, budget: &Budget) -> Result<Self, LtlError> {
        let formulas = self.constraints.iter().map(|constraint| &constraint.formula);
        let compiled = self.product.automata.iter().zip(&self.product.demands);
        let known = formulas.zip(compiled).filter(|_| axioms.is_watched == self.is_watched).collect();
        Self::compile_with(constraints, axioms, budget, self.vocabulary.clone(), &known)
    }

    /// Compiles with `known`: automata over this vocabulary.
    fn compile_with(
        constraints: Vec<Constraint>,
        axioms: &Axioms,
        budget: &Budget,
        mut vocabulary: Vocabulary,
        known: &HashMap<&Formula, (&Arc<Automaton>, &Arc<DemandsByState>)>,
    ) -> Result<Self, LtlError> {
        let mut automaton = |Constraint { formula, .. }: &Constraint| match known.get(formula) {
            Some(&(automaton, demands)) => Ok((automaton.clone(), Some(demands.clone()))),
            None => {
                let compile = if axioms.is_watched { Automaton::compile_of_changes } else { Automaton::compile };
                compile(formula, &mut vocabulary, budget).map(|automaton| (Arc::new(automaton), None))
            }
        };
        let automata = constraints.iter().map(&mut automaton).collect::<Result<Vec<_>, _>>()?;
        let world = World::new(axioms, &mut vocabulary)?;
        let product = Product::new(automata, world, vocabulary.len());
        let is_watched = axioms.is_watched;
        Ok(Self { constraints, vocabulary, product, work: budget.work, is_watched, report: OnceLock::new() })
    }

    /// The constraints, by number.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The automaton of a constraint.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn automaton(&self, constraint: usize) -> &Automaton {
        &self.product.automata[constraint]
    }

    /// The propositions of constraints and axioms.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The constraints that cannot be satisfied together; computed at the first call.
    pub fn report(&self) -> &Report {
        self.report.get_or_init(|| self.examine())
    }

    fn examine(&self) -> Report {
        let mut report = Report::default();
        let initial: Vec<StateId> = self.product.automata.iter().map(|automaton| automaton.initial()).collect();
        let problem = Problem { product: &self.product, states: &initial, valuation: None, is_frozen: false };
        let mut left: Vec<usize> = (0..self.constraints.len()).collect();
        let work = self.work.saturating_mul(PATIENCE);
        loop {
            match problem.feasibility(&left, work) {
                Feasibility::Feasible => return report,
                Feasibility::Undetermined => return Report { is_undetermined: true, ..report },
                Feasibility::DeadEnd(end) => {
                    let conflict = problem.minimal(end.constraints().to_vec(), work);
                    left.retain(|constraint| !conflict.constraints.contains(constraint));
                    // If the axioms admit no state at all, no constraint is to blame.
                    let is_blameless = conflict.constraints.is_empty();
                    report.conflicts.push(conflict);
                    if is_blameless {
                        return report;
                    }
                }
            }
        }
    }

    /// Whether some trace that the axioms allow violates the constraint; `None` if the answer takes too much work.
    ///
    /// The work grows with the number of other constraints that share groups with it: use a specification with only
    /// this constraint.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn can_violate(&self, constraint: usize) -> Option<bool> {
        let product = &self.product;
        let mut work = self.work.saturating_mul(PATIENCE);
        let scope = Scope::new(product, vec![constraint]);
        let mut seen = HashSet::new();
        let mut open: Vec<(StateId, Option<Valuation>)> = vec![(self.automaton(constraint).initial(), None)];
        let mut is_violated = false;
        while let Some((state, before)) = open.pop() {
            let origin = Origin { product, before: before.as_ref(), is_frozen: false, may_violate: true };
            let stop = each(origin, &scope, &[state], &mut work, &mut |states, valuation| {
                if !product.is_satisfied(constraint, states[0]) {
                    is_violated = true;
                    return Err(Stop::Enough);
                }
                if seen.insert((states[0], positions(product, &scope, &valuation))) {
                    open.push((states[0], Some(valuation)));
                }
                Ok(1)
            });
            match stop {
                Err(Stop::OutOfWork) => return None,
                Err(Stop::Enough) => break,
                Ok(()) => {}
            }
        }
        Some(is_violated)
    }
}
