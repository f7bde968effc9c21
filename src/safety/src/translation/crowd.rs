//! How many robots may be somewhere at one moment.

use super::{
    clause::Deed,
    manner::Mark,
    objects::Robots,
    pattern::{Literal, Pattern, Who},
    reader::{Misfit, Reader},
    robots::Said,
    statement::Patterns,
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
/// Words that say of a state that no moment is left out; of an act they could mean the whole mission.
const AT_ANY_TIME: [&str; 3] = ["at any time", "at any moment", "at all times"];
/// Words that say that one moment is meant.
const TOGETHER: [&str; 11] = [
    "at the same time",
    "at the same moment",
    "at any one time",
    "at any given time",
    "at one time",
    "at a time",
    "at once",
    "simultaneously",
    "together",
    "in parallel",
    "at the same place and time",
];

/// Groups of robots that are watched for one sentence at most; 15 robots make 105 pairs and 455 triples.
const MOST_GROUPS: usize = 500;

/// How many groups of so many robots a team has.
pub(super) fn groups(team: usize, size: usize) -> usize {
    (0..size).fold(1usize, |found, robot| found.saturating_mul(team.saturating_sub(robot)) / (robot + 1))
}

impl Reader<'_> {
    /// "at most two robots may be at the table at the same time", "no two robots may ..."
    pub fn crowd(&mut self) -> Patterns {
        let start = self.position();
        let team = self.lexicon.team_size();
        let is_there = self.take("there");
        let mut is_denied = false;
        if is_there {
            self.expect(&["may", "must", "should", "can"])?;
            is_denied = self.take_any(&["never", "not"]);
            self.take("always");
            self.expect(&["be"])?;
        } else if self.take_any(&["never", "at no time"]) {
            is_denied = true;
            self.expect(&["may", "must", "should", "can", "shall"])?;
        }
        // Of two robots, not both at the same time; "both" alone could mean either of them.
        let is_of_two = team == 2 && self.attempt(Self::whole_team).is_some();
        let (most, is_to_deny) = if is_of_two { (1, true) } else { self.most_at_once(team)? };
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
        let ([Literal { atom, holds: true }], (_, deed)) = (clause.0.literals.as_slice(), &clause) else {
            return self.ambiguous(start, "write a constraint for each of them");
        };
        if atom.who != Some(Who::Each) || *deed == Deed::Fall {
            return self.misfit();
        }
        if is_of_two && !is_together && !is_at_any_time && !is_ever {
            return self.misfit();
        }
        if !is_together && (*deed != Deed::State || is_ever) {
            return self.ambiguous(
                start,
                "say \"at the same time\" for how many at one moment; for the whole mission name those that may: \"only \
                 robot 1 may\"",
            );
        }
        if most == 0 || most >= team {
            return self
                .ambiguous(start, format!("the team has {team} robots: say a number from 1 to {}", team.max(2) - 1));
        }
        if groups(team, most + 1) > MOST_GROUPS {
            return self.ambiguous(start, "that many robots make too many groups to watch each: name the robots, or a number near 1 or the whole team");
        }
        Ok(vec![Pattern::Crowd { most, of: atom.clone() }])
    }

    /// The largest number of robots, and whether "not" must follow for it to be one.
    fn most_at_once(&mut self, team: usize) -> Result<(usize, bool), Misfit> {
        if self.take_any(&["not all robots", "not all of the robots", "not all the robots"]) {
            return Ok((team.saturating_sub(1), false));
        }
        if self.take_any(&AT_MOST) {
            return self.robots_counted().map(|most| (most, false));
        }
        if self.take("more than") {
            return self.robots_counted().map(|most| (most, true));
        }
        if self.take("no") {
            let many = self.robots_counted()?;
            return if many > 1 { Ok((many - 1, false)) } else { self.misfit() };
        }
        let many = self.robots_counted()?;
        if many > 1 { Ok((many - 1, true)) } else { self.misfit() }
    }

    /// "both robots"
    fn whole_team(&mut self) -> Result<(), Misfit> {
        let subject = self.subject()?;
        let is_team = matches!(subject.said, Said::All | Said::Plural) && subject.whos == [Who::Each];
        if is_team { Ok(()) } else { Err(Misfit) }
    }

    /// "two robots"
    fn robots_counted(&mut self) -> Result<usize, Misfit> {
        let Some(number) = self.take_number() else { return self.misfit() };
        self.expect(&["of the robots", "robots", "robot"])?;
        Ok(number)
    }
}
