//! The robots and things that words speak of, whether or not the grammar reads them.

use std::collections::BTreeSet;

use surefleet_ltl::Formula;

use super::super::{
    Lexicon,
    condition::Who,
    reader::Reader,
    tokens::{number, statements},
};

/// Words for all robots, or for all except one.
const QUANTIFIERS: [&str; 14] = [
    "everyone",
    "everybody",
    "nobody",
    "no one",
    "none of you",
    "all of you",
    "each of you",
    "others",
    "another one",
    "the other one",
    "the rest",
    "team",
    "fleet",
    "machines",
];
/// Words for some robot, which may be a named one.
const KIND: [&str; 6] = ["robots", "robot", "anyone", "anybody", "someone", "somebody"];

/// The robots and things that words speak of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Mentions {
    /// The robots, by their places in the team.
    robots: BTreeSet<usize>,
    /// Whether it speaks of robots without a name, or names no robot at all.
    is_about_any: bool,
    /// Whether it speaks of unnamed robots besides a named one: then these are meant too.
    is_about_others: bool,
    things: BTreeSet<usize>,
}

impl Mentions {
    /// Collects exact names, other words for them, and names of sorts, anywhere in a text.
    pub fn in_words(text: &str, lexicon: &Lexicon) -> Self {
        let mut found = Self::default();
        let mut names_a_robot = false;
        for tokens in statements(text) {
            let mut reader = Reader::new(lexicon, text, &tokens);
            while !reader.is_at_end() {
                if let Some((robot, length)) = reader.robot() {
                    names_a_robot = true;
                    found.robots.insert(robot);
                    reader.skip(length);
                    found.more_robots(&mut reader);
                } else if let Some((name, length, ..)) = reader.exact() {
                    found.things.extend(&name.things);
                    reader.skip(length);
                } else if matches!(reader.peek(0), Some("robot" | "robots"))
                    && reader.peek(1).and_then(number).is_some()
                {
                    names_a_robot = true;
                    reader.skip(1);
                    found.numbered_robot(&mut reader);
                    found.more_robots(&mut reader);
                } else if reader.take_any(&QUANTIFIERS) {
                    found.is_about_others = true;
                } else if reader.take_any(&KIND) {
                    found.is_about_any = true;
                } else {
                    reader.skip(1);
                }
            }
        }
        found.is_about_any |= found.is_about_others || !names_a_robot;
        found.is_about_others &= names_a_robot;
        found
    }

    /// Collects the robots and things in a formula of the lexicon's propositions.
    pub fn in_formula(formula: &Formula, lexicon: &Lexicon) -> Self {
        let mut found = Self::default();
        for atom in formula.propositions().filter_map(|proposition| lexicon.atom(proposition)) {
            if let Some(Who::One(robot)) = atom.who {
                found.robots.insert(robot);
            }
            found.things.extend(atom.things);
        }
        found
    }

    /// The names in `said` that are not in these words. Robots without a name come as the whole team or not at all.
    pub fn added_by(&self, said: &Self, lexicon: &Lexicon) -> Vec<String> {
        let is_whole_team =
            (0..lexicon.robots.len()).all(|robot| self.robots.contains(&robot) || said.robots.contains(&robot));
        let robots = if self.is_about_any && is_whole_team { Self::default() } else { said.clone() };
        names(&robots.robots - &self.robots, &said.things - &self.things, lexicon)
    }

    /// The names in these words that are not in `said`.
    pub fn dropped_by(&self, said: &Self, lexicon: &Lexicon) -> Vec<String> {
        let team = if self.is_about_others { (0..lexicon.robots.len()).collect() } else { BTreeSet::new() };
        names(&(&self.robots | &team) - &said.robots, &self.things - &said.things, lexicon)
    }

    /// Reads the number of a robot; a robot outside the team counts as named, too.
    fn numbered_robot(&mut self, reader: &mut Reader) {
        let robot = reader.take_number().and_then(|place| place.checked_sub(1));
        self.robots.extend(robot.filter(|&robot| robot < reader.lexicon.robots.len()));
    }

    /// Reads the further numbers of "robots 1, 2 and 3".
    fn more_robots(&mut self, reader: &mut Reader) {
        loop {
            let start = reader.position();
            reader.take(",");
            reader.take_any(&["and", "or", "nor"]);
            let is_count = reader.peek(1).is_some_and(|next| next.starts_with("time"));
            if reader.position() == start || reader.peek(0).and_then(number).is_none() || is_count {
                reader.back_to(start);
                return;
            }
            self.numbered_robot(reader);
        }
    }
}

fn names(robots: BTreeSet<usize>, things: BTreeSet<usize>, lexicon: &Lexicon) -> Vec<String> {
    let robots = robots.into_iter().map(|robot| lexicon.robot_words(Some(Who::One(robot))));
    robots.chain(things.into_iter().map(|thing| lexicon.things[thing].phrase.clone())).collect()
}

#[cfg(test)]
mod tests {
    use surefleet_fleet::RobotId;
    use surefleet_mission::Transport;

    use super::*;

    #[test]
    fn names_other_words_sorts_and_lists_of_robots_are_found_in_any_sentence() {
        let team = ["robot_1", "robot_2", "robot_3"].map(|name| RobotId::new(name).expect("a name"));
        let lexicon = Lexicon::of(&Transport::household(), &team);
        let found = |text: &str| {
            let Mentions { robots, is_about_any, things, .. } = Mentions::in_words(text, &lexicon);
            let robots: Vec<usize> = robots.into_iter().map(|robot| robot + 1).collect();
            let things: Vec<&str> = things.into_iter().map(|thing| lexicon.things[thing].name.as_str()).collect();
            (robots, is_about_any, things.join(" "))
        };
        let expect = |robots: &[usize], is_about_any, things: &str| (robots.to_vec(), is_about_any, things.to_owned());
        assert_eq!(found("ROBOT_2, hands off the Top Drawer!"), expect(&[2], false, "drawer_1"));
        assert_eq!(found("robots 1, 3 and 2 near drawer two"), expect(&[1, 2, 3], false, "drawer_2"));
        assert_eq!(found("robot 1 and 2 times the fridge"), expect(&[1], false, "fridge"));
        assert_eq!(found("no knives here"), expect(&[], true, "knife_1 knife_2"));
        assert_eq!(found("robot 2 waits while others cook; stove"), expect(&[2], true, "stove"));
        // A robot or drawer that does not exist adds nothing, and does not stand for another robot.
        assert_eq!(found("robot 7 keeps off drawer 7"), expect(&[], false, ""));
    }
}
