//! The gate between an agent and the world.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use surefleet_ltl::{Budget, CheckOutcome, Constraint, PropositionId, Session, Spec, StateId, TraceCheck, Valuation};

use super::{
    agent::{AgentHabits, Search, Watch},
    home::{Act, Fact, Home, HomeState},
};

/// Checks every step before it is done, on the states during and after it.
///
/// After each act that it allows, the agent can still stop with every constraint satisfied: the session knows that the
/// constraints can still be satisfied together, and the gate keeps acts ready that satisfy them.
pub struct Gate<'a> {
    home: &'a Home,
    session: Session,
    facts: Vec<(PropositionId, Fact)>,
    watch: Watch,
    standing: Vec<StateId>,
    /// Acts that satisfy every constraint from here; none where all are.
    retreat: Vec<Act>,
}

/// A step that may be done.
pub struct GatePermit {
    check: TraceCheck,
    standing: Vec<StateId>,
    retreat: Vec<Act>,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateRefusal {
    /// Numbers of the constraints in question.
    pub constraints: Vec<usize>,
    /// For the agent's next prompt.
    pub reason: String,
    /// Whether the session had nothing against it, but no acts are known that would keep the constraints after it.
    pub is_beyond_session: bool,
}

impl<'a> Gate<'a> {
    /// Enforces these constraints from the initial state on.
    ///
    /// # Errors
    /// Constraints that cannot all be kept from there: nothing is to be begun under them.
    pub fn new(home: &'a Home, constraints: &[Constraint], initial: &HomeState) -> Result<Self> {
        let watch = Watch::new(home, constraints.iter().map(|constraint| &constraint.formula))?;
        let names = constraints.iter().flat_map(|constraint| constraint.formula.propositions());
        let mentioned: Vec<Fact> = names.filter_map(|name| home.fact(name.as_str())).collect();
        let (axioms, laws) = home.axioms(&mentioned);
        let all = constraints.iter().cloned().chain(laws).collect();
        let spec = Spec::compile(all, &axioms, &Budget::default())?;
        if let Some(conflict) = spec.report().conflicts.first() {
            bail!("{}", conflict.explain(&spec));
        }
        let vocabulary = spec.vocabulary();
        let facts = vocabulary.ids().filter_map(|id| Some((id, home.fact(vocabulary.name(id).as_str())?))).collect();
        let session = Session::new(spec.into());
        let mut gate = Self { home, session, facts, watch, standing: vec![], retreat: vec![] };
        gate.standing = gate.watch.after(home, None, []);
        match gate.weigh(std::slice::from_ref(initial), None) {
            Ok(permit) => gate.commit(permit)?,
            Err(refusal) => bail!("{}", refusal.reason),
        }
        Ok(gate)
    }

    /// Whether a step may be done, by the states during and after it.
    ///
    /// # Errors
    /// The refusal.
    pub fn weigh(&self, path: &[HomeState], act: Option<Act>) -> Result<GatePermit, GateRefusal> {
        let states: Vec<Valuation> = path.iter().map(|state| self.valuation(state)).collect();
        let check = self.session.check(&states);
        let refuse = |constraints: Vec<usize>, is_beyond_session| {
            let constraints = constraints.into_iter().filter(|&number| number < self.watch.len()).collect();
            Err(GateRefusal { constraints, reason: self.session.explain(&check, &states), is_beyond_session })
        };
        match &check.outcome {
            CheckOutcome::Allowed { .. } => {}
            CheckOutcome::Violated(violations) => {
                return refuse(violations.iter().map(|v| v.constraint).collect(), false);
            }
            CheckOutcome::DeadEnd(all) => {
                let fewest = self.session.conflict(&check).map(|conflict| conflict.constraints);
                return refuse(fewest.unwrap_or_else(|| all.clone()), false);
            }
            CheckOutcome::Impossible { .. } | CheckOutcome::Undetermined => {
                return refuse(check.pending.clone(), false);
            }
        }
        let standing = self.watch.after(self.home, Some(&self.standing), path);
        let retreat = match (check.pending.is_empty(), act, self.retreat.split_first()) {
            (true, ..) => vec![],
            (false, Some(act), Some((first, rest))) if *first == act => rest.to_vec(),
            _ => {
                let heeded: BTreeSet<usize> = (0..self.watch.len()).collect();
                let (home, watch, expansions) = (self.home, &self.watch, AgentHabits::DEFAULT.expansions);
                let search = Search { home, watch, heeded: &heeded, barred: &[], expansions };
                let end = path.last().expect("a step has an end");
                match search.way(end, &standing) {
                    Some(way) => way,
                    None => return refuse(check.pending.clone(), true),
                }
            }
        };
        Ok(GatePermit { check, standing, retreat })
    }

    /// The step is done.
    ///
    /// # Errors
    /// A permit from before another step.
    pub fn commit(&mut self, permit: GatePermit) -> Result<()> {
        self.session.commit(permit.check)?;
        self.standing = permit.standing;
        self.retreat = permit.retreat;
        Ok(())
    }

    /// Whether the robot may stop here.
    ///
    /// # Errors
    /// The constraints that are not satisfied yet.
    pub fn stop(&self) -> Result<(), GateRefusal> {
        let owed: Vec<usize> =
            (0..self.watch.len()).filter(|&number| !self.session.verdict(number).is_satisfied()).collect();
        if owed.is_empty() {
            return Ok(());
        }
        let words = |&number: &usize| format!("{:?}", self.session.spec().constraints()[number].words);
        let reason = format!("not done yet: {}", owed.iter().map(words).collect::<Vec<_>>().join(" and "));
        Err(GateRefusal { constraints: owed, reason, is_beyond_session: false })
    }

    /// The acts that lead to where the robot may stop.
    pub fn retreat(&self) -> &[Act] {
        &self.retreat
    }

    fn valuation(&self, state: &HomeState) -> Valuation {
        let mut valuation = self.session.spec().vocabulary().valuation([]);
        for &(id, fact) in &self.facts {
            valuation.set(id, self.home.holds(state, fact));
        }
        valuation
    }
}
