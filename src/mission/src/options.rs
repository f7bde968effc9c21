use std::collections::HashMap;

use surefleet_fleet::{Decision, Digest};

use crate::{
    objects::{Action, Target},
    term::Value,
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
    pub skill: usize,
    pub parameter: Value,
    pub action: Action,
    /// Whether a joint step may contain no other exclusive choice of the same object.
    pub exclusive: bool,
    pub text: String,
    pub symbol: String,
}

impl Options {
    /// An empty set, for a domain before its skills are resolved.
    pub(crate) fn none() -> Self {
        let digest = Digest::of([]);
        Self { choices: vec![], by_symbol: HashMap::new(), by_action: HashMap::new(), idle: Decision::new(0), digest }
    }

    /// Builds the set from choices in canonical order.
    ///
    /// # Errors
    /// A sentence about a missing or repeated choice: two choices of one action, two of one name, or no `idle`.
    pub(crate) fn new(choices: Vec<Choice>) -> Result<Self, String> {
        if choices.len() >= usize::from(u16::MAX) {
            return Err(format!("{} decisions are more than a decision's number can count", choices.len()));
        }
        let mut by_symbol = HashMap::new();
        let mut by_action = HashMap::new();
        for (index, choice) in choices.iter().enumerate() {
            let decision = Decision::new(index as u16);
            if by_symbol.insert(choice.symbol.clone(), decision).is_some() {
                return Err(format!("two skills give {}", choice.symbol));
            }
            if let Some(earlier) = by_action.insert(choice.action, decision) {
                return Err(format!("{} and {} do the same", choices[earlier.index()].symbol, choice.symbol));
            }
        }
        let idle = *by_action.get(&Action::Idle).ok_or("no skill has the role idle")?;
        let texts = choices.iter().flat_map(|choice| [choice.symbol.as_bytes(), choice.text.as_bytes()]);
        let digest = Digest::of(texts);
        Ok(Self { choices, by_symbol, by_action, idle, digest })
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
            Self::GoTo(target) => Some(target),
            Self::Grab(item) => Some(Target::Item(item)),
            Self::PutDown(place) | Self::Open(place) => Some(Target::Place(place)),
            Self::Idle => None,
        }
    }
}
