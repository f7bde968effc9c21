//! What a formula says of the state in which a mission begins, whatever is done later.

use surefleet_ltl::{Binary, Formula, Node, Unary};
use surefleet_world::{State, Truth, World};

/// What a mission asks for that the start alone makes impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmet {
    /// Facts, or their negations, that are to be so at the start and are not.
    NotSo(Vec<Formula>),
    /// What is to be so always, or until something else is, and is not so at the start.
    Broken {
        /// The rule.
        rule: Formula,
        /// What is to be so always, for the end.
        in_the_end: Option<Formula>,
    },
}

/// What a formula asks for that this state alone makes impossible, whatever is done later.
pub fn unmet(formula: &Formula, world: &World, state: &State) -> Option<Unmet> {
    formula.conjuncts().into_iter().find_map(|part| {
        let mut facts = Facts::default();
        let truth = First { formula: &part, world, state }.truth(part.root(), true, &mut facts);
        match part.nodes()[part.root() as usize] {
            _ if truth != Some(false) => None,
            Node::Unary(Unary::Globally, _) => {
                Some(Unmet::Broken { in_the_end: Some(Formula::unary(Unary::Finally, &part)), rule: part })
            }
            Node::Binary(Binary::Until | Binary::WeakUntil | Binary::Release | Binary::StrongRelease, ..) => {
                Some(Unmet::Broken { in_the_end: None, rule: part })
            }
            // Alternatives that are rules have no facts of the start.
            _ => Some(facts.not_so).filter(|facts| !facts.is_empty()).map(Unmet::NotSo),
        }
    })
}

/// Alternatives of which several are open, as something that is so at the start tells of each: "the toy that is on the table", where
/// two are. Empty: none, or only one.
pub fn open_alternatives(formula: &Formula, world: &World, state: &State) -> Vec<Formula> {
    First { formula, world, state }.open_alternatives(formula.root())
}

/// A formula in the first state.
struct First<'a> {
    formula: &'a Formula,
    world: &'a World,
    state: &'a State,
}

/// Facts that a formula speaks of outside of all later states.
#[derive(Default)]
struct Facts {
    /// Those that are not as the formula wants them.
    not_so: Vec<Formula>,
    /// The number of those that are.
    so: usize,
}

impl First<'_> {
    /// The truth of a part as far as this state tells it.
    fn truth(&self, part: u32, is_wanted: bool, facts: &mut Facts) -> Option<bool> {
        match &self.formula.nodes()[part as usize] {
            Node::Constant(truth) => Some(*truth),
            Node::Proposition(name) => {
                let truth = self.world.truth_of(self.state, &self.world.atom(name.as_str()).ok()?);
                if truth == Truth::Unknown {
                    return None;
                }
                let is_so = truth.is_true();
                if is_so == is_wanted {
                    facts.so += 1;
                } else {
                    let fact = Formula::proposition(name.clone());
                    facts.not_so.push(if is_wanted { fact } else { Formula::unary(Unary::Not, &fact) });
                }
                Some(is_so)
            }
            Node::Unary(Unary::Not, part) => self.truth(*part, !is_wanted, facts).map(|truth| !truth),
            Node::Binary(Binary::And, one, other) => {
                both(self.truth(*one, is_wanted, facts), self.truth(*other, is_wanted, facts))
            }
            Node::Binary(Binary::Or, one, other) => {
                either(self.truth(*one, is_wanted, facts), self.truth(*other, is_wanted, facts))
            }
            Node::Binary(Binary::Implies, when, then) => {
                either(self.truth(*when, !is_wanted, facts).map(|when| !when), self.truth(*then, is_wanted, facts))
            }
            // What is not so now is not always so, nor until something else is. What it would take to keep it is no fact of the start.
            Node::Unary(Unary::Globally, part) | Node::Binary(Binary::Release | Binary::StrongRelease, _, part) => {
                self.truth(*part, is_wanted, &mut Facts::default()).filter(|truth| !truth)
            }
            Node::Binary(Binary::Until | Binary::WeakUntil, held, end) => {
                match [held, end].map(|part| self.truth(*part, is_wanted, &mut Facts::default())) {
                    [_, Some(true)] => Some(true),
                    [Some(false), Some(false)] => Some(false),
                    // Held now, it may be given up later.
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn open_alternatives(&self, part: u32) -> Vec<Formula> {
        match &self.formula.nodes()[part as usize] {
            Node::Binary(Binary::And, one, other) => {
                let found = self.open_alternatives(*one);
                if found.is_empty() { self.open_alternatives(*other) } else { found }
            }
            Node::Binary(Binary::Or, ..) => {
                let mut all = Vec::new();
                self.alternatives(part, &mut all);
                let is_open = |part: &u32| {
                    let mut facts = Facts::default();
                    self.truth(*part, true, &mut facts) != Some(false) && facts.so > 0
                };
                all.retain(is_open);
                if all.len() > 1 { all.into_iter().map(|part| self.formula.part(part)).collect() } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    fn alternatives(&self, part: u32, found: &mut Vec<u32>) {
        match &self.formula.nodes()[part as usize] {
            Node::Binary(Binary::Or, one, other) => {
                [one, other].into_iter().for_each(|part| self.alternatives(*part, found))
            }
            _ => found.push(part),
        }
    }
}

/// What two truths come to that may be unknown.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    either(one.map(|one| !one), other.map(|other| !other)).map(|truth| !truth)
}

/// The same for either of them.
fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use surefleet_fleet::RobotId;
    use surefleet_world::{Domain, Robot};

    use super::*;

    const DOMAIN: &str = r#"
domain: cupboard
types:
  - {name: cup, words: [cup], plurals: [cups]}
  - {name: place, at: in}
objects:
  - {type: cup, each: [{name: cup_1}, {name: cup_2}]}
  - {type: place, each: [{name: tub}, {name: rack}]}
predicates:
  - {is: "located(cup) = place", says: "{1} is {on 2}"}
  - {is: "open(place)", says: "{1} is open"}
skills:
  - {is: "open(target: place)", text: "open {target}", effects: [open(target)]}
  - {is: idle, text: remain idle}
"#;

    fn world() -> World {
        let domain = Arc::new(Domain::parse(DOMAIN, "cupboard.yaml").unwrap_or_else(|error| panic!("{error}")));
        let robot = Robot { id: RobotId::new("robot_1").expect("a name"), kind: None };
        World::new(domain, &[robot]).expect("a world")
    }

    /// A state in which just these facts are so.
    fn state(world: &World, facts: &[&str]) -> State {
        let facts = surefleet_fleet::Facts::new(facts.iter().map(|fact| (*fact).to_owned()));
        world.read(&facts).expect("a state")
    }

    fn formula(text: &str) -> Formula {
        Formula::parse(text).expect("a formula")
    }

    const EITHER: &str =
        "(located(cup_1, tub) & F G located(cup_1, rack)) | (located(cup_2, tub) & F G located(cup_2, rack))";

    #[test]
    fn what_must_be_so_at_the_start_and_is_not_is_named() {
        let world = world();
        let named = |text: &str, facts: &[&str]| match unmet(&formula(text), &world, &state(&world, facts)) {
            Some(Unmet::NotSo(facts)) => Some(facts.iter().map(ToString::to_string).collect::<Vec<_>>()),
            Some(Unmet::Broken { rule, .. }) => panic!("{rule} is no fact"),
            None => None,
        };
        let both = ["located(cup_1, tub)", "located(cup_2, tub)"];
        assert_eq!(named(EITHER, &[]), Some(both.map(String::from).to_vec()));
        assert_eq!(named(EITHER, &both[1..]), None);
        // A tub that is shut, as it should be, is no reason, and what may still come about is none.
        assert_eq!(named("!open(tub) & located(cup_1, tub)", &[]), Some(vec![both[0].to_owned()]));
        assert_eq!(named("!open(tub) & F located(cup_1, rack)", &["open(tub)"]), Some(vec!["!open(tub)".to_owned()]));
        assert_eq!(named("F located(cup_1, tub)", &[]), None);
    }

    #[test]
    fn what_is_always_to_be_so_and_is_not_is_told_with_the_same_for_the_end() {
        let world = world();
        let broken = |text: &str, facts: &[&str]| match unmet(&formula(text), &world, &state(&world, facts)) {
            Some(Unmet::Broken { rule, in_the_end }) => {
                Some([rule.to_string(), in_the_end.map(|formula| formula.to_string()).unwrap_or_default()])
            }
            Some(Unmet::NotSo(facts)) => panic!("{facts:?} are no rule"),
            None => None,
        };
        let rule = "F open(tub) & G !located(cup_1, tub)";
        let told = ["G !located(cup_1, tub)", "F G !located(cup_1, tub)"].map(String::from);
        assert_eq!(broken(rule, &["located(cup_1, tub)"]), Some(told));
        assert_eq!(broken(rule, &[]), None);
        // "Whenever", "until" and "before".
        let whenever = "G(located(cup_1, tub) -> open(tub))";
        let told = [whenever.to_owned(), format!("F {whenever}")];
        assert_eq!(broken(whenever, &["located(cup_1, tub)"]), Some(told));
        assert_eq!(broken(whenever, &["located(cup_1, tub)", "open(tub)"]), None);
        let until = "open(tub) U located(cup_1, rack)";
        assert_eq!(broken(until, &[]), Some([until, ""].map(String::from)));
        assert_eq!(broken(until, &["open(tub)"]), None);
        assert_eq!(broken(until, &["located(cup_1, rack)"]), None);
        let release = "open(rack) R !open(tub)";
        assert_eq!(broken(release, &["open(tub)", "open(rack)"]), Some([release, ""].map(String::from)));
        assert_eq!(broken(release, &[]), None);
        // What the start leaves open, and what is done, is no reason.
        assert_eq!(broken("G open(tub) | G open(rack)", &[]), None);
        assert_eq!(broken("G (!open(tub) | F open(rack)) & G !open(robot_1, tub)", &["open(tub)"]), None);
    }

    #[test]
    fn alternatives_are_open_where_the_start_tells_of_several_of_them() {
        let world = world();
        let open = |text: &str, facts: &[&str]| open_alternatives(&formula(text), &world, &state(&world, facts)).len();
        let both = ["located(cup_1, tub)", "located(cup_2, tub)"];
        assert_eq!([open(EITHER, &[]), open(EITHER, &both[..1]), open(EITHER, &both)], [0, 0, 2]);
        assert_eq!(open(&format!("F open(tub) & ({EITHER})"), &both), 2);
        // Either place will do: nothing that is so now tells of one of them.
        assert_eq!(open("F G located(cup_1, rack) | F G located(cup_1, tub)", &["located(cup_1, rack)"]), 0);
    }
}
