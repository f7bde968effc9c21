//! Limits on how many robots may be somewhere at one moment.

use super::{
    Sense,
    clause::Deed,
    condition::{Atom, Condition, Literal, Who},
    manner::Mark,
    objects::Robots,
    pattern::{Pattern, Then, choices, groups},
    reader::{Misfit, Patterns, Reader},
    robots::Said,
};

/// Words before the largest number of robots.
const AT_MOST: [&str; 9] = [
    "at most",
    "no more than",
    "not more than",
    "never more than",
    "a maximum of",
    "maximally",
    "up to",
    "at the most",
    "only",
];
/// Words that include every moment of a state; about an action they could mean the whole mission.
const AT_ANY_TIME: [&str; 7] = [
    "at any time",
    "at any given moment",
    "at any given time",
    "at any moment",
    "at all times",
    "at every moment",
    "at each moment",
];
/// Words that refer to a single moment.
const TOGETHER: [&str; 14] = [
    "at the same time",
    "at the same moment",
    "at any one time",
    "at any one moment",
    "at any given moment",
    "at one moment",
    "at any given time",
    "at one time",
    "at a time",
    "at once",
    "simultaneously",
    "together",
    "in parallel",
    "at the same place and time",
];

/// A count of robots in a sentence.
struct Counted {
    robots: Vec<usize>,
    most: usize,
    /// Whether "not" must follow to make it an upper limit.
    is_to_deny: bool,
    /// Whether the robots are named.
    is_named: bool,
}

/// At most this many groups of robots are watched for one sentence; 15 robots make 105 pairs and 455 triples.
const MOST_GROUPS: usize = 500;

impl Reader<'_> {
    /// Reads "at most two robots may be at the table at the same time", "no two robots may ...".
    pub fn crowd(&mut self) -> Patterns {
        let start = self.position();
        let team = self.lexicon.team_size();
        if let Some(manned) = self.attempt(Self::crew) {
            return Ok(manned);
        }
        let is_there = self.take("there");
        let mut is_denied = false;
        if is_there {
            self.expect(&["may", "must", "should", "can"])?;
            is_denied = self.take_any(&["never", "not"]);
            if !is_denied {
                self.take("always");
            }
            self.expect(&["be"])?;
        } else if self.take_any(&["never", "at no time"]) {
            is_denied = true;
            self.expect(&["may", "must", "should", "can", "shall"])?;
        }
        // For two robots: not both at the same time. "Both" alone could mean either of them.
        let is_of_two = team == 2 && self.attempt(Self::whole_team).is_some();
        let Counted { robots, most, is_to_deny, is_named } = if is_of_two {
            Counted { robots: vec![0, 1], most: 1, is_to_deny: true, is_named: false }
        } else {
            self.most_at_once(team)?
        };
        let mut is_together = self.take_any(&TOGETHER);
        let mut is_at_any_time = !is_together && self.take_any(&AT_ANY_TIME);
        let mut is_ever = false;
        let clause = if is_there {
            self.expect(&["at", "in", "near"])?;
            let kinds = self.lexicon.kinds(super::Sense::Position, 0);
            let things = self.things(kinds, "thing that robots go to", false, &mut Default::default())?;
            let robots = Robots::one(Who::Each);
            let read = self.about(super::Sense::Position, true, &robots, things, false, &mut Default::default())?;
            (read.0, Deed::State)
        } else {
            let mut clause = self.clause()?;
            let is_modal = clause.manner.is_modal() || is_denied;
            is_denied |= clause.is_negative();
            is_together |= clause.manner.has(Mark::AtOnce) || (clause.manner.has(Mark::Both) && clause.is_state());
            if let Some(place) = clause.manner.place(Mark::Ever) {
                is_ever = self.word(place) == Some("ever") || self.word(place + 1) == Some("all");
                is_at_any_time |= !is_ever;
            }
            let is_at_once = clause.manner.has(Mark::Next) && self.word(clause.span.end - 2) == Some("at");
            is_together |= is_at_once;
            if is_at_once {
                clause.manner.remove(Mark::Next);
            }
            let used = [Mark::Must, Mark::May, Mark::Not, Mark::Never, Mark::AtOnce, Mark::Ever, Mark::Both];
            if !is_modal || clause.said.is_some() || clause.manner.unused(&used).is_some() {
                return self.misfit();
            }
            (clause.condition, clause.deed)
        };
        is_together |= self.take_any(&TOGETHER);
        is_at_any_time |= self.take_any(&AT_ANY_TIME);
        if !self.is_at_end() || is_denied != is_to_deny {
            return self.misfit();
        }
        let condition = clause.0;
        let deed = clause.1;
        let is_one_state = condition.literals.iter().all(|literal| {
            literal.holds
                && literal.atom.who == Some(Who::Each)
                && literal.atom.predicate == condition.literals[0].atom.predicate
        });
        if deed == Deed::Fall || condition.literals[0].atom.who != Some(Who::Each) {
            return self.misfit();
        }
        if !is_one_state || condition.is_all {
            return self.ambiguous(start, "write a constraint for each of them");
        }
        if is_named && !is_together {
            return self.misfit();
        }
        if is_of_two && !is_together && !is_at_any_time && !is_ever {
            return self.misfit();
        }
        if !is_together && (deed != Deed::State || is_ever) {
            return self.ambiguous(
                start,
                "say \"at the same time\" for how many at one moment; for the whole mission name those that may: \
                 \"only robot 1 may\"",
            );
        }
        if most == 0 || most >= team {
            return self
                .ambiguous(start, format!("the team has {team} robots: say a number from 1 to {}", team.max(2) - 1));
        }
        if groups(team, most + 1) > MOST_GROUPS {
            return self.ambiguous(
                start,
                "that many robots make too many groups to watch each: name the robots, or a number near 1 or the whole \
                 team",
            );
        }
        match condition.literals.as_slice() {
            // Named robots in one state are read elsewhere.
            [_] if is_named => self.misfit(),
            [literal] => Ok(vec![Pattern::Crowd { most, of: literal.atom.clone() }]),
            literals
                if most > 1
                    || literals
                        .iter()
                        .any(|literal| self.lexicon.predicates[literal.atom.predicate].sense == Sense::Position) =>
            {
                self.ambiguous(start, "write a constraint for each of the things")
            }
            _ => Ok(apart(&condition, &robots)),
        }
    }

    /// Reads "exactly one robot must always be at the table", "at least two robots ...".
    fn crew(&mut self) -> Patterns {
        let start = self.position();
        let mut is_always = self.take_any(&AT_ANY_TIME);
        self.take(",");
        let is_exact = self.take_any(&["exactly", "precisely"]);
        if !is_exact {
            self.expect(&["at least", "no fewer than", "no less than"])?;
        }
        let team = self.lexicon.team_size();
        let least = self.robots_counted()?;
        is_always |= self.take_any(&AT_ANY_TIME);
        let clause = self.clause()?;
        is_always |= clause.manner.has(Mark::Always) || self.take_any(&AT_ANY_TIME);
        let is_plain = clause.manner.unused(&[Mark::Must, Mark::HaveTo, Mark::Always, Mark::Lasting]).is_none();
        let [Literal { atom, holds: true }] = clause.condition.literals.as_slice() else { return self.misfit() };
        let is_of_each = clause.said.is_none() && atom.who == Some(Who::Each) && clause.is_state();
        if !is_always || !is_plain || !is_of_each || !clause.manner.is_duty() || !self.is_at_end() {
            return self.misfit();
        }
        if least == 0 || least > team || (is_exact && least == team) {
            return self
                .ambiguous(start, format!("the team has {team} robots: say a smaller number, or \"every robot\""));
        }
        if groups(team, team - least + 1) > MOST_GROUPS || groups(team, least + 1) > MOST_GROUPS {
            return self.ambiguous(start, "that many robots make too many groups to watch each: name the robots");
        }
        let one_of = |group: Vec<usize>| {
            let of = |robot: usize| Literal { atom: Atom { who: Some(Who::One(robot)), ..atom.clone() }, holds: true };
            Pattern::Always(Condition { literals: group.into_iter().map(of).collect(), is_all: false })
        };
        let mut patterns: Vec<Pattern> = choices(team, team - least + 1).into_iter().map(one_of).collect();
        if is_exact {
            patterns.push(Pattern::Crowd { most: least, of: atom.clone() });
        }
        Ok(patterns)
    }

    /// Reads the largest number of robots.
    fn most_at_once(&mut self, team: usize) -> Result<Counted, Misfit> {
        let of_all = |(most, is_to_deny)| Counted { robots: (0..team).collect(), most, is_to_deny, is_named: false };
        if self.take_any(&["not all robots", "not all of the robots", "not all the robots"]) {
            return Ok(of_all((team.saturating_sub(1), false)));
        }
        if self.take_any(&AT_MOST) {
            return self.robots_counted().map(|most| of_all((most, false)));
        }
        if self.take_any(&["fewer than", "less than"]) {
            let many = self.robots_counted()?;
            return if many > 1 { Ok(of_all((many - 1, false))) } else { self.misfit() };
        }
        if self.take("more than") {
            return self.robots_counted().map(|most| of_all((most, true)));
        }
        if self.take("no") {
            let many = self.robots_counted()?;
            return if many > 1 { Ok(of_all((many - 1, false))) } else { self.misfit() };
        }
        if let Some(named) = self.attempt(Self::named_robots) {
            let robots: Vec<usize> = named
                .whos
                .iter()
                .filter_map(|who| if let Who::One(robot) = who { Some(*robot) } else { None })
                .collect();
            let is_pair = named.is_all && robots.len() == 2 && robots[0] != robots[1];
            return if is_pair {
                Ok(Counted { robots, most: 1, is_to_deny: true, is_named: true })
            } else {
                self.misfit()
            };
        }
        let many = self.robots_counted()?;
        if many > 1 { Ok(of_all((many - 1, true))) } else { self.misfit() }
    }

    /// Reads "both robots".
    fn whole_team(&mut self) -> Result<(), Misfit> {
        let subject = self.subject()?;
        let is_team = matches!(subject.said, Said::All | Said::Plural) && subject.whos == [Who::Each];
        if is_team { Ok(()) } else { Err(Misfit) }
    }

    /// Reads "two robots".
    fn robots_counted(&mut self) -> Result<usize, Misfit> {
        let number = if self.take("a single") { Some(1) } else { self.take_number() };
        let Some(number) = number else { return self.misfit() };
        self.expect(&["of the robots", "robots", "robot"])?;
        Ok(number)
    }
}

/// The patterns that keep any two of the robots from being in one of the states at one moment.
fn apart(condition: &Condition, robots: &[usize]) -> Vec<Pattern> {
    let of = |robot: usize, holds: bool| {
        let literal =
            |literal: &Literal| Literal { atom: Atom { who: Some(Who::One(robot)), ..literal.atom.clone() }, holds };
        Condition { literals: condition.literals.iter().map(literal).collect(), is_all: !holds }
    };
    let pair = |one: usize, other: usize| Pattern::After {
        trigger: of(one, true),
        then: Then::AtOnce,
        what: of(other, false),
    };
    let pairs =
        robots.iter().enumerate().flat_map(|(place, &one)| robots[place + 1..].iter().map(move |&other| (one, other)));
    pairs.map(|(one, other)| pair(one, other)).collect()
}
