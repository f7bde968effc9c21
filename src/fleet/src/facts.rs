use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::RobotId;

/// The true ground propositions of the world, such as `located(apple_1, fridge)`; all others are false.
///
/// Sorted and without repeats, so that equal worlds are equal values and hash alike. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Facts(Arc<[String]>);

impl Facts {
    /// From propositions in any order.
    pub fn new(propositions: impl IntoIterator<Item = String>) -> Self {
        let mut sorted: Vec<String> = propositions.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self(sorted.into())
    }

    /// Whether the proposition is true.
    pub fn holds(&self, proposition: &str) -> bool {
        self.0.binary_search_by(|known| known.as_str().cmp(proposition)).is_ok()
    }

    /// The true propositions, sorted.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The facts that a team plans from: all but the positions of robots outside it, which do not matter to it.
    pub fn concerning<'a>(&'a self, team: &'a [RobotId]) -> impl Iterator<Item = &'a str> {
        self.iter().filter(|fact| {
            let place = fact.strip_prefix("at(").and_then(|rest| rest.split_once(','));
            place.is_none_or(|(robot, _)| team.iter().any(|member| member.as_str() == robot.trim()))
        })
    }

    /// Whether no proposition is known to be true, that is, the world was not observed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Vec<String>> for Facts {
    fn from(propositions: Vec<String>) -> Self {
        Self::new(propositions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_repeats_do_not_matter() {
        let facts = Facts::new(["open(fridge)".into(), "at(robot_1, fridge)".into(), "open(fridge)".into()]);
        assert_eq!(facts, Facts::new(["at(robot_1, fridge)".into(), "open(fridge)".into()]));
        assert!(facts.holds("open(fridge)") && !facts.holds("open(drawer)"));
    }

    #[test]
    fn where_robots_outside_the_team_stand_does_not_concern_it() {
        let facts = |facts: &[&str]| Facts::new(facts.iter().map(ToString::to_string));
        let team = [RobotId::new("robot_1").expect("a good name")];
        let before = facts(&["at(robot_1, table)", "at(robot_2, sink)", "located(apple_1, sink)"]);
        let outsider_moved = facts(&["at(robot_1, table)", "at(robot_2, shelf)", "located(apple_1, sink)"]);
        let item_moved = facts(&["at(robot_1, table)", "at(robot_2, sink)", "located(apple_1, shelf)"]);
        assert!(before.concerning(&team).eq(outsider_moved.concerning(&team)));
        assert!(!before.concerning(&team).eq(item_moved.concerning(&team)));
    }
}
