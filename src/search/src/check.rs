//! The judge of plans. It shares with search only the rules of the world and the definition of formulas.

use std::collections::BTreeSet;

use surefleet_fleet::Decision;
use surefleet_ltl::{Formula, Proposition};
use surefleet_world::{Joint, State, World};

use crate::{
    PlanError,
    letters::{Letter, Meaning, pessimistic},
    plan::Plan,
};

/// The trace of a mission: the letters so far, each with the propositions that are true in it.
#[derive(Debug, Clone, Default)]
pub struct Trace(Vec<BTreeSet<Proposition>>);

/// Checks that the world allows a plan for a team, and that it satisfies formulas if `state` is the state at admission.
///
/// Formulas are judged by their definition on the whole trace, not by automata.
///
/// # Errors
/// [`PlanError`], with the first step that is refused, or the first formula that is not satisfied.
pub fn check_plan(
    world: &World,
    formulas: &[Formula],
    team: &[usize],
    state: &State,
    plan: &Plan,
) -> Result<(), PlanError> {
    check_plan_after(world, formulas, team, &Trace::default(), state, plan)
}

/// Checks a plan from the middle of a mission: `before` are the letters up to the present state, which is the last one.
///
/// # Errors
/// As [`check_plan`].
pub fn check_plan_after(
    world: &World,
    formulas: &[Formula],
    team: &[usize],
    before: &Trace,
    state: &State,
    plan: &Plan,
) -> Result<(), PlanError> {
    let propositions = propositions(world, formulas)?;
    let mut trace = before.clone();
    if trace.0.is_empty() {
        trace.0.push(letter(world, &propositions, &Letter { state, deeds: None }));
    }
    let mut state = state.clone();
    for (number, joint) in plan.steps.iter().enumerate() {
        let outsider = joint.iter().enumerate().find(|(robot, act)| act.is_some() && !team.contains(robot));
        if let Some((robot, _)) = outsider {
            return Err(PlanError::Outsider { step: number + 1, robot });
        }
        let refused = |refusal| PlanError::Refused { step: number + 1, refusal };
        let after = world.apply(&state, joint).map_err(refused)?;
        trace.push(world, &propositions, &state, joint, &after);
        state = after;
    }
    for formula in formulas {
        if !pessimistic(world, formula)?.is_satisfied_by(&trace.0) {
            return Err(PlanError::Unsatisfied { formula: formula.to_string() });
        }
    }
    Ok(())
}

impl Trace {
    /// The trace that a mission begins with.
    ///
    /// # Errors
    /// [`PlanError::Task`] for a proposition that says nothing in this world.
    pub fn begin(world: &World, formulas: &[Formula], state: &State) -> Result<Self, PlanError> {
        let propositions = propositions(world, formulas)?;
        Ok(Self(vec![letter(world, &propositions, &Letter { state, deeds: None })]))
    }

    /// Adds the letters of a joint step that led from one state to another.
    ///
    /// # Errors
    /// As [`Trace::begin`].
    pub fn add(
        &mut self,
        world: &World,
        formulas: &[Formula],
        state: &State,
        joint: &[Option<Decision>],
        after: &State,
    ) -> Result<(), PlanError> {
        let propositions = propositions(world, formulas)?;
        self.push(world, &propositions, state, joint, after);
        Ok(())
    }

    fn push(
        &mut self,
        world: &World,
        propositions: &[(Proposition, Meaning)],
        state: &State,
        joint: &[Option<Decision>],
        after: &State,
    ) {
        let mut step = Joint::new(world, state);
        for (robot, decision) in joint.iter().enumerate() {
            decision.iter().for_each(|&decision| step.push(robot, decision));
        }
        let on_the_way = step.on_the_way();
        self.0.push(letter(world, propositions, &Letter { state, deeds: Some(joint) }));
        if on_the_way != *state {
            self.0.push(letter(world, propositions, &Letter { state: &on_the_way, deeds: None }));
        }
        self.0.push(letter(world, propositions, &Letter { state: after, deeds: None }));
    }
}

fn propositions(world: &World, formulas: &[Formula]) -> Result<Vec<(Proposition, Meaning)>, PlanError> {
    let mut all = BTreeSet::new();
    for formula in formulas {
        all.extend(pessimistic(world, formula)?.propositions().cloned());
    }
    let meant = all.into_iter().map(|proposition| Ok((proposition.clone(), Meaning::of(world, &proposition)?)));
    meant.collect()
}

fn letter(world: &World, propositions: &[(Proposition, Meaning)], letter: &Letter<'_>) -> BTreeSet<Proposition> {
    let holds = propositions.iter().filter(|(_, meaning)| letter.holds(world, meaning));
    holds.map(|(proposition, _)| proposition.clone()).collect()
}
