//! What a way has brought about that a person might ask for.

use surefleet_fleet::Decision;
use surefleet_world::{Atom, Effect, Origin, PredicateId, Skill, Term, Truth, World};

use super::wander::Way;

/// Something that a person might ask for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Goal {
    /// A fact that holds at the end and did not hold at the start.
    Fact {
        /// The fact.
        atom: Atom,
        /// Whether it is true at the end, not false.
        holds: bool,
        /// The first moment from which it held to the end.
        since: usize,
    },
    /// Something that a robot did.
    Deed {
        /// The robot.
        robot: usize,
        /// The decision.
        decision: Decision,
        /// The joint step.
        step: usize,
    },
}

impl Goal {
    /// Whether one of them, a deed, brings about the other.
    pub fn is_part_of(&self, other: &Self, world: &World) -> bool {
        let brings = |deed: &Self, fact: &Self| match (deed, fact) {
            (Self::Deed { decision, step, .. }, Self::Fact { atom, since, .. }) => {
                let named = world.options().arguments(*decision);
                since.checked_sub(1) == Some(*step)
                    && atom.arguments.iter().chain(&atom.value).any(|of| named.contains(of))
            }
            _ => false,
        };
        brings(self, other) || brings(other, self)
    }

    /// The moment on the way at which it is achieved.
    pub fn moment(&self) -> usize {
        match self {
            Self::Fact { since, .. } => *since,
            Self::Deed { step, .. } => *step,
        }
    }
}

/// How likely a person is to ask for each goal: less for where robots are and what they have of themselves.
const ABOUT_ROBOTS: f64 = 0.2;
/// Less for what is not so.
const DENIED: f64 = 0.4;
/// Less for deeds than for what they bring about.
const DEEDS: f64 = 0.5;
/// More for where something is than for how it is.
const WHERE: f64 = 2.5;

/// All goals of a way, with how likely each of them is to be asked for.
pub(super) fn goals(world: &World, atoms: &[Atom], way: &Way) -> Vec<(Goal, f64)> {
    let mut goals = facts(world, atoms, way);
    goals.extend(deeds(world, way));
    goals
}

fn facts(world: &World, atoms: &[Atom], way: &Way) -> Vec<(Goal, f64)> {
    let (Some(start), Some(end)) = (way.states.first(), way.states.last()) else { return Vec::new() };
    let mut found: Vec<(PredicateId, Goal, f64)> = Vec::new();
    for atom in atoms {
        let (before, after) = (world.truth_of(start, atom), world.truth_of(end, atom));
        if before == after || after == Truth::Unknown {
            continue;
        }
        let holds = after.is_true();
        // What has another value now is told by that value.
        if !holds && world.domain().predicate(atom.predicate).value.is_some() {
            continue;
        }
        let is_so = |state| world.truth_of(state, atom) == after;
        let since = way.states.iter().rposition(|state| !is_so(state)).map_or(0, |last| last + 1);
        let is_of_robot = atom.arguments.first().is_some_and(|first| world.place_of(*first).is_some());
        let weight = match (is_of_robot, holds, atom.value) {
            (true, true, _) => ABOUT_ROBOTS,
            (true, false, _) => ABOUT_ROBOTS * DENIED,
            (false, true, Some(_)) => WHERE,
            (false, true, None) => 1.0,
            (false, false, _) => DENIED,
        };
        let (predicate, atom) = (atom.predicate, atom.clone());
        found.push((predicate, Goal::Fact { atom, holds, since }, weight));
    }
    // A predicate of which much has changed is no more likely for it.
    let alike = |of: PredicateId| found.iter().filter(|(predicate, ..)| *predicate == of).count() as f64;
    found.iter().map(|(predicate, goal, weight)| (goal.clone(), weight / alike(*predicate))).collect()
}

fn deeds(world: &World, way: &Way) -> Vec<(Goal, f64)> {
    let options = world.options();
    let mut found: Vec<(Decision, Goal, f64)> = Vec::new();
    for (step, joint) in way.steps.iter().enumerate() {
        for (robot, decision) in joint.iter().enumerate() {
            let Some(decision) = decision.filter(|decision| *decision != options.idle()) else { continue };
            if found.iter().any(|(known, ..)| *known == decision) {
                continue;
            }
            let of_itself = is_of_itself(world.domain().skill(options.skill(decision)));
            let weight = DEEDS * if of_itself { ABOUT_ROBOTS } else { 1.0 };
            found.push((decision, Goal::Deed { robot, decision, step }, weight));
        }
    }
    let alike = |of: Decision| found.iter().filter(|(one, ..)| options.skill(*one) == options.skill(of)).count() as f64;
    found.iter().map(|(decision, goal, weight)| (goal.clone(), weight / alike(*decision))).collect()
}

/// All facts that skills can change.
pub(super) fn changeable(world: &World) -> Vec<Atom> {
    let changed = changed(world);
    world.atoms().into_iter().filter(|atom| changed.contains(&atom.predicate)).collect()
}

/// The predicates that skills change.
fn changed(world: &World) -> Vec<PredicateId> {
    let mut changed = Vec::new();
    for skill in world.domain().skills() {
        skill
            .first
            .iter()
            .chain(&skill.effects)
            .for_each(|effect| each(effect, &mut |predicate, _| changed.push(predicate)));
    }
    changed.retain(|predicate| matches!(world.domain().predicate(*predicate).origin, Origin::State));
    changed.sort_unstable();
    changed.dedup();
    changed
}

/// Whether a skill changes nothing but what is about the robot itself.
fn is_of_itself(skill: &Skill) -> bool {
    let mut is_own = true;
    let robot = Term::Variable(0);
    let mut look = |_, arguments: &[Term]| is_own &= arguments.first() == Some(&robot);
    skill.first.iter().chain(&skill.effects).for_each(|effect| each(effect, &mut look));
    is_own
}

/// Visits each change of an effect: its predicate and its arguments.
fn each(effect: &Effect, visit: &mut impl FnMut(PredicateId, &[Term])) {
    match effect {
        Effect::Set(predicate, arguments, _)
        | Effect::Assign(predicate, arguments, _)
        | Effect::Forget(predicate, arguments) => visit(*predicate, arguments),
        Effect::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|effect| each(effect, visit)),
        Effect::Each(_, effects) => effects.iter().for_each(|effect| each(effect, visit)),
    }
}
