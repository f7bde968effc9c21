use std::collections::HashMap;

use surefleet_fleet::{Decision, Digest};
use surefleet_world::{ObjectId, World};

use crate::{
    objects::{Action, Target},
    recognition::Role,
};

/// The decision set S of a domain, in canonical order: skills as declared, then objects as declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    choices: Vec<Choice>,
    by_symbol: HashMap<String, Decision>,
    by_action: HashMap<Action, Decision>,
    idle: Decision,
    digest: Digest,
}

/// One decision: a skill and its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub action: Action,
    pub text: String,
    pub symbol: String,
}

impl Options {
    /// The S of a world, if its skills have these roles; `target` tells what an object is.
    ///
    /// # Panics
    /// If an object that a skill takes is neither an item nor a place.
    pub(crate) fn of_world(world: &World, roles: &[Role], target: impl Fn(ObjectId) -> Option<Target>) -> Self {
        let all = world.options();
        let action = |decision| {
            let about = all.arguments(decision).first().and_then(|&object| target(object));
            match (roles[all.skill(decision).index()], about) {
                (Role::Go, Some(target)) => Action::Reach(target),
                (Role::Take, Some(Target::Item(item))) => Action::Take(item),
                (Role::Put, Some(Target::Place(place))) => Action::Leave(place),
                (Role::Open, Some(Target::Place(place))) => Action::Open(place),
                (Role::Stay, None) => Action::Idle,
                (role, _) => unreachable!("what a skill of role {role:?} takes was checked"),
            }
        };
        let choice =
            |decision| Choice { action: action(decision), text: world.text(decision), symbol: world.symbol(decision) };
        let choices: Vec<Choice> = all.iter().map(choice).collect();
        let numbered = || choices.iter().zip(all.iter());
        let by_symbol = numbered().map(|(choice, decision)| (choice.symbol.clone(), decision)).collect();
        let by_action = numbered().map(|(choice, decision)| (choice.action, decision)).collect();
        Self { by_symbol, by_action, idle: all.idle(), digest: all.digest(), choices }
    }

    /// The number of decisions.
    #[expect(clippy::len_without_is_empty, reason = "idle is always there")]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// All decisions in canonical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Decision> + Clone + use<> {
        (0..self.choices.len() as u16).map(Decision::new)
    }

    /// The decision to stay.
    pub fn idle(&self) -> Decision {
        self.idle
    }

    /// Whether the decision belongs to this S: numbers on the wire may come from another domain.
    pub fn contains(&self, decision: Decision) -> bool {
        decision.index() < self.choices.len()
    }

    /// The decision in words, as the language model reads it: "go to the fridge".
    ///
    /// # Panics
    /// If S does not contain the decision, as in all methods that take one.
    pub fn text(&self, decision: Decision) -> &str {
        &self.choice(decision).text
    }

    /// The skill's name: `go_to`.
    pub fn skill(&self, decision: Decision) -> &str {
        let symbol = self.symbol(decision);
        symbol.split_once('(').map_or(symbol, |(skill, _)| skill)
    }

    /// The skill's arguments, by name: `fridge`.
    pub fn arguments(&self, decision: Decision) -> Vec<String> {
        let inside = self.symbol(decision).strip_suffix(')').and_then(|symbol| symbol.split_once('('));
        inside.map_or_else(Vec::new, |(_, arguments)| arguments.split(", ").map(str::to_owned).collect())
    }

    /// The decision as a symbol, as formulas and files name it: `go_to(fridge)`.
    pub fn symbol(&self, decision: Decision) -> &str {
        &self.choice(decision).symbol
    }

    /// The action of the decision.
    pub fn action(&self, decision: Decision) -> Action {
        self.choice(decision).action
    }

    /// The decision with this symbol.
    pub fn find(&self, symbol: &str) -> Option<Decision> {
        self.by_symbol.get(symbol).copied()
    }

    /// The decision with this action; `None` if no skill of the domain has it.
    pub fn of(&self, action: Action) -> Option<Decision> {
        self.by_action.get(&action).copied()
    }

    /// A hash of all symbols and texts in order.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    pub(crate) fn choice(&self, decision: Decision) -> &Choice {
        &self.choices[decision.index()]
    }

    pub(crate) fn get(&self, decision: Decision) -> Option<&Choice> {
        self.choices.get(decision.index())
    }
}

impl Action {
    /// The target of the action; `None` for idle.
    pub fn target(self) -> Option<Target> {
        match self {
            Self::Reach(target) => Some(target),
            Self::Take(item) => Some(Target::Item(item)),
            Self::Leave(place) | Self::Open(place) => Some(Target::Place(place)),
            Self::Idle => None,
        }
    }
}
