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

    /// The facts that a team plans from: all but those of which the first argument is a robot of the fleet outside it, and that
    /// name none of the team. Such a robot moves all the time; what it does to things is a fact about them.
    pub fn concerning<'a>(&'a self, team: &'a [RobotId], fleet: &'a [RobotId]) -> impl Iterator<Item = &'a str> {
        let is_among = |robots: &[RobotId], name: &str| robots.iter().any(|robot| robot.as_str() == name);
        self.iter().filter(move |fact| {
            let arguments = fact.split_once('(').map_or("", |(_, arguments)| arguments);
            let mut arguments = arguments.split([',', ')']).map(str::trim);
            let is_outside = |name: &str| is_among(fleet, name) && !is_among(team, name);
            !arguments.next().is_some_and(is_outside) || arguments.any(|name| is_among(team, name))
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
    fn what_is_told_of_robots_outside_the_team_does_not_concern_it() {
        let facts = |facts: &[&str]| Facts::new(facts.iter().map(ToString::to_string));
        let [one, other] = ["robot_1", "robot_2"].map(|name| RobotId::new(name).expect("a good name"));
        let (team, fleet) = ([one.clone()], [one, other]);
        let before = facts(&["at(robot_1, table)", "at(robot_2, sink)", "located(apple_1, sink)"]);
        let follows = facts(&["at(robot_1, table)", "follows(robot_2, robot_1)", "located(apple_1, sink)"]);
        assert!(!before.concerning(&team, &fleet).eq(follows.concerning(&team, &fleet)));
        let outsider_moved = facts(&["at(robot_1, table)", "parked(robot_2)", "located(apple_1, sink)"]);
        let item_moved = facts(&["at(robot_1, table)", "at(robot_2, sink)", "located(apple_1, shelf)"]);
        let member_moved = facts(&["parked(robot_1)", "at(robot_2, sink)", "located(apple_1, sink)"]);
        assert!(before.concerning(&team, &fleet).eq(outsider_moved.concerning(&team, &fleet)));
        assert!(!before.concerning(&team, &fleet).eq(item_moved.concerning(&team, &fleet)));
        assert!(!before.concerning(&team, &fleet).eq(member_moved.concerning(&team, &fleet)));
    }
}
