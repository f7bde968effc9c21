//! The robots that a clause is about: by name, some, each, none, only these, all but those.

use super::{
    TranslationError,
    condition::Who,
    error::SUGGESTIONS,
    lexicon::MOST_WORDS,
    reader::{Misfit, Reader},
    tokens::{key, number},
};

/// The robots that a clause is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subject {
    pub whos: Vec<Who>,
    /// Whether several robots are joined by "and".
    pub is_all: bool,
    pub said: Said,
}

/// The way in which a sentence refers to robots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// By their names, or as the robots that were named.
    Named,
    /// "it", for a robot.
    It,
    /// "you", "the robot"
    You,
    /// "this robot", after "for each robot"
    This,
    /// "the robots", "robots": in a condition it could mean all at the same time.
    Plural,
    /// "each robot"
    Each,
    /// "all robots", which could mean all at the same time; with "not" it could mean none, or not all.
    All,
    /// "a robot", "some robot"
    Some,
    /// "at least one robot"
    OneAtLeast,
    /// "any robot"
    Any,
    /// "no robot"
    No,
    /// "only robot 1": the subject then holds the other robots.
    Only,
}

impl Subject {
    fn new(who: Who, said: Said) -> Self {
        Self { whos: vec![who], is_all: false, said }
    }
}

const NOBODY: [&str; 7] =
    ["no robot", "none of the robots", "none of you", "nobody", "no one", "neither of the robots", "no robots"];
const ALL: [&str; 8] = [
    "all of the robots",
    "all the robots",
    "all robots",
    "both of the robots",
    "both robots",
    "all of you",
    "everybody",
    "everyone",
];
const ANY: [&str; 4] = ["any of the robots", "any robot", "anyone", "anybody"];
const SOME: [&str; 5] = ["some robot", "one of the robots", "a robot", "someone", "somebody"];
const ONE_AT_LEAST: [&str; 3] = ["at least one robot", "at least one of the robots", "at least 1 robot"];
const EACH: [&str; 4] = ["each of the robots", "each robot", "every robot", "every one of the robots"];
/// Words that make an exception; "but" is the last, because it also joins clauses.
pub(super) const EXCEPT: [&str; 11] = [
    "except for",
    "except",
    "other than",
    "apart from",
    "aside from",
    "besides",
    "with the exception of",
    "excluding",
    "save for",
    "save",
    "but",
];

pub(super) const NOBODY_ELSE: [&str; 9] = [
    "no other robot",
    "no other robots",
    "none of the other robots",
    "none of the others",
    "neither of the other robots",
    "neither of the others",
    "nobody else",
    "no one else",
    "none else",
];

/// Words for all; with a negation it is unclear whether none or not all are meant.
pub(super) const WIDE: [&str; 5] = ["all", "every", "each", "everyone", "everybody"];

impl Reader<'_> {
    /// Reads the robots that a clause is about.
    pub fn subject(&mut self) -> Result<Subject, Misfit> {
        if let Some(only) = self.attempt(Self::only_these) {
            return Ok(only);
        }
        if let Some(others) = self.attempt(Self::others) {
            return Ok(others);
        }
        let sorts = [
            (Said::No, &NOBODY[..]),
            (Said::All, &ALL),
            (Said::Any, &ANY),
            (Said::Some, &SOME),
            (Said::OneAtLeast, &ONE_AT_LEAST),
            (Said::Each, &EACH),
        ];
        for (said, words) in sorts {
            // "None but robot 3"
            if said == Said::No
                && self.peek(0) == Some("none")
                && self.peek(1).is_some_and(|word| EXCEPT.contains(&word))
            {
                self.skip(1);
                let kept = self.excepted()?;
                return Ok(Subject { whos: self.robots_but(&kept), is_all: false, said });
            }
            let is_both = said == Said::All && self.peek(0) == Some("both");
            if (is_both && self.lexicon.robots.len() != 2) || !self.take_any(words) {
                continue;
            }
            if let Some(kept) = self.attempt(Self::excepted) {
                let whos = self.robots_but(&kept);
                if matches!(said, Said::Some | Said::OneAtLeast) || whos.is_empty() {
                    return self.misfit();
                }
                let is_all = matches!(said, Said::All | Said::Each);
                return Ok(Subject { whos, is_all, said });
            }
            self.is_indefinite |= matches!(said, Said::Some | Said::Any | Said::Each);
            let is_some = matches!(said, Said::Some | Said::OneAtLeast | Said::Any);
            return Ok(Subject::new(if is_some { Who::Some } else { Who::Each }, said));
        }
        let is_counted = self.peek(0) == Some("robots") && self.peek(1).and_then(number).is_some();
        if !is_counted && self.take_any(&["the robots", "robots"]) {
            return Ok(Subject::new(Who::Each, Said::Plural));
        }
        if self.take_any(&["you", "we"]) {
            return Ok(Subject::new(Who::Each, Said::You));
        }
        if self.take("this robot") {
            return Ok(Subject::new(Who::Each, Said::This));
        }
        if let Some(named) = self.attempt(Self::named_robots) {
            return Ok(named);
        }
        let start = self.position();
        if self.take("the robot") {
            return self.the_robot(start);
        }
        if self.take_any(&["it", "that robot", "that same robot", "the same robot"]) {
            return self.antecedent(start);
        }
        self.misfit()
    }

    /// Reads "the robot": the only one of the team, or the one mentioned before.
    fn the_robot(&mut self, start: usize) -> Result<Subject, Misfit> {
        if self.lexicon.team_size() == 1 {
            self.is_indefinite = true;
            return Ok(Subject::new(Who::Each, Said::You));
        }
        if self.robots.is_empty() && !self.is_indefinite {
            let names: Vec<String> =
                (0..self.lexicon.robots.len()).map(|robot| self.lexicon.robot_words(Some(Who::One(robot)))).collect();
            let mend = format!("say which of them is meant, or \"every robot\": {}", names.join(" or "));
            return self.ambiguous(start, mend);
        }
        self.antecedent(start)
    }

    /// The robot that was mentioned before.
    pub fn antecedent(&mut self, start: usize) -> Result<Subject, Misfit> {
        match (self.robots.as_slice(), self.is_indefinite) {
            (&[robot], false) => Ok(Subject::new(Who::One(robot), Said::It)),
            ([], true) => {
                self.binds = true;
                Ok(Subject::new(Who::Each, Said::It))
            }
            ([], false) => self.misfit(),
            (robots, _) => {
                let names: Vec<String> =
                    robots.iter().map(|&robot| self.lexicon.robot_words(Some(Who::One(robot)))).collect();
                self.ambiguous(start, format!("name the robot that is meant: {}", names.join(" or ")))
            }
        }
    }

    /// Reads "only robot 1", "robot 1 is the only robot that", "nobody but robot 1".
    pub fn only_these(&mut self) -> Result<Subject, Misfit> {
        let start = self.position();
        let is_first = self.take("only");
        let named = self.named_robots()?;
        let is_later = !is_first
            && self.take_any(&[
                "is the only one",
                "is the only robot",
                "alone",
                "are the only ones",
                "are the only robots",
            ]);
        if is_later {
            self.take_any(&["that", "who", "which"]);
        }
        if named.whos.len() > 1 && !named.is_all && !is_first || !is_first && !is_later {
            return self.misfit();
        }
        let kept: Vec<usize> =
            named.whos.iter().filter_map(|who| if let Who::One(robot) = who { Some(*robot) } else { None }).collect();
        let others = self.robots_but(&kept);
        if others.is_empty() {
            return self.ambiguous(start, "there is no other robot, so it forbids nothing: leave out \"only\"");
        }
        Ok(Subject { whos: others, is_all: false, said: Said::Only })
    }

    /// Reads "another robot", "no other robot".
    pub fn others(&mut self) -> Result<Subject, Misfit> {
        let start = self.position();
        let sorts = [
            (Said::No, &NOBODY_ELSE[..]),
            (
                Said::All,
                &[
                    "all other robots",
                    "all the other robots",
                    "the other robots",
                    "the others",
                    "everybody else",
                    "everyone else",
                ],
            ),
            (Said::Each, &["every other robot", "each other robot", "each of the other robots"]),
            (
                Said::Any,
                &[
                    "any other robot",
                    "any of the other robots",
                    "either of the other robots",
                    "any of the others",
                    "either of the others",
                    "anyone else",
                    "anybody else",
                ],
            ),
            (
                Said::Some,
                &[
                    "another robot",
                    "some other robot",
                    "one of the other robots",
                    "someone else",
                    "somebody else",
                    "another one",
                ],
            ),
            (Said::Named, &["the other robot", "the other one"]),
        ];
        let Some((said, _)) = sorts.into_iter().find(|(_, words)| self.take_any(words)) else { return self.misfit() };
        let &[robot] = self.robots_spoken_of().as_slice() else {
            return self.ambiguous(start, "name the robots, or say \"at most one robot ... at the same time\"");
        };
        let whos = self.robots_but(&[robot]);
        if whos.is_empty() || (said == Said::Named && whos.len() > 1) {
            return self.ambiguous(start, "name the robots that are meant");
        }
        let is_all = matches!(said, Said::All | Said::Each);
        Ok(Subject { whos, is_all, said })
    }

    /// The robots that were named before; if there are none, those that are named later: "nobody else may hold it
    /// before robot 2 has".
    fn robots_spoken_of(&mut self) -> Vec<usize> {
        if !self.robots.is_empty() || self.is_indefinite {
            return self.robots.clone();
        }
        let start = self.position();
        let mut named = Vec::new();
        for at in start..self.length() {
            self.back_to(at);
            if let Some(robot) = self.attempt(Self::one_robot).filter(|robot| !named.contains(robot)) {
                named.push(robot);
            }
        }
        self.back_to(start);
        named
    }

    /// Reads "except robot 2".
    pub fn excepted(&mut self) -> Result<Vec<usize>, Misfit> {
        self.expect(&EXCEPT)?;
        let named = self.named_robots()?;
        Ok(named.whos.iter().filter_map(|who| if let Who::One(robot) = who { Some(*robot) } else { None }).collect())
    }

    pub fn robots_but(&self, kept: &[usize]) -> Vec<Who> {
        (0..self.lexicon.robots.len()).filter(|robot| !kept.contains(robot)).map(Who::One).collect()
    }

    /// Reads "robot 1", "robots 1, 2 and 3", "neither robot 1 nor robot 2".
    pub fn named_robots(&mut self) -> Result<Subject, Misfit> {
        let is_neither = self.take("neither");
        let is_both = !is_neither && self.take("both");
        let is_either = !is_neither && !is_both && self.take("either");
        let mut robots = Vec::new();
        let is_counted = self.take("robots");
        robots.push(if is_counted { self.numbered_robot()? } else { self.one_robot()? });
        let mut has_or = false;
        let mut has_and = false;
        while let Some((robot, or, and)) = self.attempt(|reader| {
            let comma = reader.take(",");
            let or = reader.take_any(&["or", "nor"]);
            let and = reader.take("and");
            if !comma && !or && !and {
                return Err(Misfit);
            }
            let robot = if is_counted { reader.numbered_robot()? } else { reader.one_robot()? };
            Ok((robot, or, and))
        }) {
            (has_or, has_and) = (has_or || or, has_and || and);
            robots.push(robot);
        }
        let is_list = robots.len() > 1;
        if (is_list && has_or == has_and) || ((is_neither || is_either) && !has_or) || (is_both && !has_and) {
            return self.misfit();
        }
        for &robot in &robots {
            if !self.robots.contains(&robot) {
                self.robots.push(robot);
            }
        }
        let whos = robots.into_iter().map(Who::One).collect();
        Ok(Subject { whos, is_all: has_and, said: if is_neither { Said::No } else { Said::Named } })
    }

    pub fn one_robot(&mut self) -> Result<usize, Misfit> {
        let start = self.position();
        if let Some((robot, length)) = self.robot() {
            self.skip(length);
            let number = self.lexicon.robots[robot].as_str().strip_prefix("robot_").and_then(|n| n.parse().ok());
            if number.is_some_and(|number: usize| number != robot + 1 && number <= self.lexicon.robots.len()) {
                let mend = format!("it is number {} of the team: give the robots names that fit", robot + 1);
                return self.ambiguous(start, mend);
            }
            return Ok(robot);
        }
        if !self.take("robot") {
            return self.misfit();
        }
        self.numbered_robot()
    }

    pub fn numbered_robot(&mut self) -> Result<usize, Misfit> {
        let start = self.position();
        let Some(place) = self.take_number() else { return self.misfit() };
        if (1..=self.lexicon.robots.len()).contains(&place) {
            return Ok(place - 1);
        }
        let from = if start > 0 && self.word(start - 1) == Some("robot") { start - 1 } else { start };
        let (words, at) = self.quote(from, self.position());
        let near = (0..self.lexicon.robots.len()).map(|robot| self.lexicon.robot_words(Some(Who::One(robot))));
        let near = near.take(SUGGESTIONS).collect();
        let expected = "robot of the team";
        self.fail(self.position() + 1, TranslationError::Unknown { words, at, expected, near })
    }

    /// The robot whose own name comes next, and the name's length in words.
    pub fn robot(&self) -> Option<(usize, usize)> {
        (1..=MOST_WORDS).rev().find_map(|length| {
            let words: Option<Vec<&str>> = (0..length).map(|ahead| self.peek(ahead)).collect();
            let wanted = key(words?);
            let robot = self.lexicon.robots.iter().position(|robot| super::tokens::key_of(robot.as_str()) == wanted)?;
            Some((robot, length))
        })
    }
}
