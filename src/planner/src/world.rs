use surefleet_fleet::{Decision, RobotId, Turn};
use surefleet_mission::{Domain, State, Target};

use crate::prompt::robot_words;

/// The world of a turn in words: first what is about the robot and the things of these options, then the rest.
pub(crate) fn world(domain: &Domain, turn: &Turn, robot: &RobotId, options: &[Decision]) -> Vec<String> {
    let mut lines = match State::from_facts(domain, &turn.brief.team, &turn.facts) {
        Ok(state) => state.describe(domain, &turn.brief.team),
        // A person may make more of it than the domain can.
        Err(_) => turn.facts.iter().map(str::to_owned).collect(),
    };
    let things = options.iter().filter_map(|option| domain.options().action(*option).target());
    let mut subjects: Vec<String> = things.map(|thing| phrase(domain, thing).to_owned()).collect();
    subjects.push(robot_words(turn, robot));
    // Stable: what is equally near keeps its order.
    lines.sort_by_key(|line| !subjects.iter().any(|subject| mentions(line, subject)));
    lines
}

fn phrase(domain: &Domain, thing: Target) -> &str {
    match thing {
        Target::Item(item) => &domain.item(item).phrase,
        Target::Place(place) => &domain.place(place).phrase,
    }
}

/// Whether the words stand in the line, and not as a part of others: "apple 1" is not in "apple 12".
fn mentions(line: &str, words: &str) -> bool {
    let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    line.match_indices(words)
        .any(|(at, _)| is_apart(line[..at].chars().next_back()) && is_apart(line[at + words.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn only_whole_words_are_mentions() {
        assert!(mentions("In the fridge (closed): apple 1, apple 3", "apple 1"));
        assert!(!mentions("On the table: apple 12", "apple 1"));
        assert!(mentions("robot 1 is at apple 2 and holds nothing", "apple 2"));
    }
}
