//! The propositions of missions and constraints: what they mean in a world, and how what is unknown counts.

use surefleet_fleet::Decision;
use surefleet_ltl::{Formula, Proposition, Unary};
use surefleet_world::{Atom, State, World};

use crate::error::TaskError;

/// The proposition that is true in the first letter of every joint step, and in no other.
pub const STEP: &str = "step";

/// The mark of a proposition that says that a fact is known to be false.
const DENIED: &str = "not ";

/// What a proposition means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The fact is known to be true.
    Affirmed(Atom),
    /// The fact is known to be false.
    Denied(Atom),
    /// The robot at this place does this in the step that begins.
    Deed(usize, Decision),
    /// A deed that the robot's kind can never do.
    Never,
    /// A joint step begins.
    Step,
}

impl Meaning {
    /// The meaning of a proposition as people write it.
    fn written(world: &World, proposition: &Proposition) -> Result<Self, TaskError> {
        let name = proposition.as_str();
        if name == STEP {
            return Ok(Self::Step);
        }
        if let Some((robot, decision)) = world.find_deed(name) {
            return Ok(Self::Deed(robot, decision));
        }
        let refusal = match world.atom(name) {
            Ok(atom) => return Ok(Self::Affirmed(atom)),
            Err(refusal) => refusal,
        };
        let skill = world.domain().find_skill(proposition.predicate());
        let arguments: Option<Vec<_>> = proposition.arguments().map(|name| world.find(name)).collect();
        if let (Some(skill), Some(arguments)) = (skill, arguments)
            && arguments.len() == world.domain().skill(skill).parameters.len() + 1
            && world.place_of(arguments[0]).is_some()
        {
            return Ok(Self::Never);
        }
        Err(TaskError::Proposition { proposition: name.to_owned(), why: refusal.to_string() })
    }

    /// The meaning of a proposition in a pessimistic formula.
    pub fn of(world: &World, proposition: &Proposition) -> Result<Self, TaskError> {
        match proposition.as_str().strip_prefix(DENIED) {
            None => Self::written(world, proposition),
            Some(fact) => match Self::written(world, &Proposition::new(fact)?)? {
                Self::Affirmed(atom) => Ok(Self::Denied(atom)),
                other => Ok(other),
            },
        }
    }
}

/// The formula as it is planned for and enforced: in negation normal form, in which a fact counts as false only if that is
/// known, so that `!open(fridge)` becomes the proposition `"not open(fridge)"`; and with `X` for the next change, see
/// [`Formula::of_changes`].
///
/// # Errors
/// [`TaskError::Proposition`] for a proposition that says nothing in this world, [`TaskError::Formula`] for a formula with `X`
/// about too many things.
pub fn pessimistic(world: &World, formula: &Formula) -> Result<Formula, TaskError> {
    for proposition in formula.propositions() {
        Meaning::written(world, proposition)?;
    }
    let known = formula.with_negations(|proposition| match Meaning::written(world, proposition) {
        Ok(Meaning::Affirmed(_)) => {
            let denied = Proposition::new(&format!("{DENIED}{}", proposition.as_str()));
            Formula::proposition(denied.expect("it is a proposition with a word before it"))
        }
        _ => Formula::unary(Unary::Not, &Formula::proposition(proposition.clone())),
    });
    Ok(known.of_changes()?)
}

/// The letters of a joint step: the state and deeds of each.
pub(crate) struct Letter<'a> {
    pub state: &'a State,
    /// The decisions of the robots if a step begins.
    pub deeds: Option<&'a [Option<Decision>]>,
}

impl Letter<'_> {
    /// Whether a proposition is true.
    pub fn holds(&self, world: &World, meaning: &Meaning) -> bool {
        match meaning {
            Meaning::Affirmed(atom) => world.truth_of(self.state, atom).is_true(),
            Meaning::Denied(atom) => world.truth_of(self.state, atom).is_false(),
            Meaning::Deed(robot, decision) => {
                self.deeds.is_some_and(|deeds| deeds.get(*robot) == Some(&Some(*decision)))
            }
            Meaning::Never => false,
            Meaning::Step => self.deeds.is_some(),
        }
    }
}
