//! Limits on how many things may be in a state at one moment, and rules on what robots or things may not share.

use surefleet_mission::Kind;

use super::{
    Sense,
    clause::Deed,
    condition::{Atom, Condition, Literal, Who},
    manner::{Manner, Mark},
    naming::{Mention, Quantity, THING},
    objects::{Robots, Things},
    pattern::{Pattern, Then, choices},
    reader::{Misfit, Patterns, Reader},
    verbs::{base, form},
};

/// Words before the largest number of things.
const AT_MOST: [&str; 6] = ["at most", "no more than", "not more than", "never more than", "a maximum of", "only"];
/// Words that add nothing to a limit at one moment.
const MOMENTS: [&str; 12] = [
    "at the same time",
    "at the same moment",
    "at any one time",
    "at any given time",
    "at any given moment",
    "at any time",
    "at any moment",
    "at a time",
    "at once",
    "simultaneously",
    "together",
    "ever",
];
/// Words for a shared thing or place.
const SAME: [&str; 4] = ["the same", "one and the same", "the very same", "one"];

/// At most this many groups are watched for one sentence.
const MOST_GROUPS: usize = 500;

impl Reader<'_> {
    /// Reads "at most one of the drawers may be open", "there must never be more than one item on the stove".
    pub fn load(&mut self) -> Patterns {
        let start = self.position();
        let of = self.attempt(Self::out_of);
        let is_there = self.take("there");
        let mut is_denied = false;
        if is_there {
            self.expect(&["may", "must", "should", "can"])?;
            is_denied = self.take_any(&["never", "not"]);
            self.take_any(if is_denied { &["ever"] } else { &["ever", "always"] });
            self.expect(&["be"])?;
        } else if self.take_any(&["never", "at no time"]) {
            is_denied = true;
            self.expect(&["may", "must", "should", "can", "shall"])?;
        }
        let (most, is_to_deny) = self.most_things()?;
        let things = match of {
            Some(things) => {
                self.take("of them");
                things
            }
            None => self.counted_things()?,
        };
        self.take_any(&MOMENTS);
        let (condition, is_modal) = if is_there {
            let mut manner = Manner::default();
            let things = Things { things: things.clone(), is_all: false };
            let nobody = Robots::one(Who::Some);
            (self.about(Sense::Location, true, &nobody, things, false, &mut manner)?.0, true)
        } else {
            let (condition, is_modal, is_negative, _) = self.said_of_load(&things)?;
            is_denied |= is_negative;
            (condition, is_modal || is_denied)
        };
        while self.take_any(&MOMENTS) {}
        if !is_modal || !self.is_at_end() || is_denied != is_to_deny || condition.literals.len() != things.len() {
            return self.misfit();
        }
        if most == 0 || most >= things.len() {
            return self.ambiguous(start, format!("there are {}: say a smaller number", things.len()));
        }
        let groups = choices(things.len(), most + 1);
        if groups.len() > MOST_GROUPS {
            return self.ambiguous(start, "that makes too many groups to watch each: name fewer things");
        }
        let not_all = |group: Vec<usize>| {
            let literal = |at: usize| Literal { holds: false, ..condition.literals[at].clone() };
            Pattern::Always(Condition { literals: group.into_iter().map(literal).collect(), is_all: false })
        };
        Ok(groups.into_iter().map(not_all).collect())
    }

    /// Reads the counted things in front: "of the two drawers,".
    fn out_of(&mut self) -> Result<Vec<usize>, Misfit> {
        self.expect(&["of"])?;
        let kinds = [Kind::Item, Kind::Container, Kind::Surface];
        let things = self.things(&kinds, THING, false, &mut Manner::default())?;
        self.expect(&[","])?;
        Ok(things.things)
    }

    /// Reads the largest number of things, and whether "not" must follow to make it an upper limit.
    fn most_things(&mut self) -> Result<(usize, bool), Misfit> {
        let of_less = |number: usize| number.checked_sub(1).ok_or(Misfit);
        if self.take_any(&AT_MOST) {
            return self.take_number().map(|most| (most, false)).ok_or(Misfit);
        }
        if self.take_any(&["fewer than", "less than"]) {
            let many = self.take_number().ok_or(Misfit)?;
            return Ok((of_less(many)?, false));
        }
        if self.take("more than") {
            return self.take_number().map(|most| (most, true)).ok_or(Misfit);
        }
        let is_none = self.take("no");
        match self.take_number() {
            Some(many) if many > 1 => Ok((many - 1, !is_none)),
            _ => self.misfit(),
        }
    }

    /// Reads "items", "of the drawers".
    fn counted_things(&mut self) -> Result<Vec<usize>, Misfit> {
        self.take("of the");
        let Some((name, length, ..)) = self.exact() else { return self.misfit() };
        if name.things.len() < 2 {
            return self.misfit();
        }
        self.ground(&name, length);
        Ok(name.things)
    }

    /// Reads "food and utensils must never lie on the table at the same time".
    pub fn mixture(&mut self) -> Patterns {
        if matches!(self.peek(0), Some("it" | "them" | "there")) {
            return self.misfit();
        }
        let first = self.mention(&[Kind::Item], THING)?;
        self.expect(&["and"])?;
        let second = self.mention(&[Kind::Item], THING)?;
        let is_any = |mention: &Mention| matches!(mention.quantity, Quantity::Sort | Quantity::Any | Quantity::One);
        let is_mixed = first.things.iter().all(|thing| !second.things.contains(thing));
        if !is_any(&first) || !is_any(&second) || !is_mixed || first.things.len() + second.things.len() < 3 {
            return self.misfit();
        }
        let verb_at = self.position();
        let (one, is_modal, is_denied, _) = self.said_of_load(&first.things)?;
        self.back_to(verb_at);
        let (other, _, _, mut is_together) = self.said_of_load(&second.things)?;
        while self.take_any(&MOMENTS[..11]) {
            is_together = true;
        }
        // Each at one of several places, or all at the same place?
        let is_spread = one.literals.len() > first.things.len() || other.literals.len() > second.things.len();
        if is_spread || !is_modal || !is_denied || !is_together || one.is_all || other.is_all || !self.is_at_end() {
            return self.misfit();
        }
        Ok(vec![Pattern::After { trigger: one, then: Then::AtOnce, what: other.negated() }])
    }

    /// Reads a statement about things. Returns it, then whether it has "may" or the like, "not", and "at one moment".
    fn said_of_load(&mut self, things: &[usize]) -> Result<(Condition, bool, bool, bool), Misfit> {
        let mut manner = Manner::default();
        self.before_verb(&mut manner)?;
        let Some(verb) = self.peek(0).filter(|word| form(word).fits(&manner)) else { return self.misfit() };
        if !matches!(base(verb), "be" | "lie" | "lay" | "stand" | "stay" | "remain") {
            return self.misfit();
        }
        self.skip(1);
        while self.negation(&mut manner) || self.adverb(&mut manner) {}
        let things = Things { things: things.to_vec(), is_all: false };
        let mut clause = self.said_of(things, manner, false)?;
        self.after_clause(&mut clause.manner);
        let is_at_once = clause.manner.has(Mark::Next) && self.word(self.position() - 1) == Some("once");
        if is_at_once {
            clause.manner.remove(Mark::Next);
        }
        let used = [Mark::Must, Mark::May, Mark::Not, Mark::Never, Mark::AtOnce, Mark::Ever, Mark::Both, Mark::Always];
        // An opened thing stays open. Two things put somewhere at different times are not meant.
        let is_state = clause.is_state() || (clause.sense == Sense::Opening && clause.deed == Deed::Rise);
        let holds = clause.condition.literals.iter().all(|literal| literal.holds);
        let is_torn = clause.manner.has(Mark::Not) && clause.manner.has(Mark::Always);
        if is_torn || !is_state || !holds || clause.said.is_some() || clause.manner.unused(&used).is_some() {
            return self.misfit();
        }
        let is_negative = clause.is_negative();
        let is_together = clause.manner.has(Mark::AtOnce) || is_at_once;
        Ok((clause.condition, clause.manner.is_modal(), is_negative, is_together))
    }

    /// Reads "robots 1 and 2 must never share a surface", "the apples must never be on the same surface".
    pub fn sharing(&mut self) -> Patterns {
        let start = self.position();
        if !(0..self.length()).any(|at| matches!(self.word(at), Some("share" | "same" | "one"))) {
            return self.misfit();
        }
        let is_pair = self.attempt(|reader| reader.expect(&["no two robots", "no two of the robots"])).is_some();
        let robots: Vec<usize> = if is_pair {
            (0..self.lexicon.team_size()).collect()
        } else {
            let named = self.attempt(Self::named_robots).filter(|named| named.is_all);
            let whos = named.into_iter().flat_map(|named| named.whos);
            whos.filter_map(|who| if let Who::One(robot) = who { Some(robot) } else { None }).collect()
        };
        let items = if robots.is_empty() {
            let kinds = [Kind::Item];
            self.things(&kinds, THING, false, &mut Manner::default())?.things
        } else {
            vec![]
        };
        let mut manner = Manner::default();
        self.before_verb(&mut manner)?;
        let is_denied = manner.has(Mark::Not) || manner.has(Mark::Never);
        let used = [Mark::Must, Mark::May, Mark::Not, Mark::Never, Mark::Ever, Mark::Both];
        if !manner.is_modal() || is_denied == is_pair || manner.unused(&used).is_some() {
            return self.misfit();
        }
        if self.take("share") {
            self.expect(&["a", "one", "the same", "any"])?;
        } else {
            self.expect(&["be", "lie", "stand"])?;
            self.take_any(&["both", "together"]);
            self.expect(&["at", "on", "in"])?;
            self.expect(&SAME)?;
        }
        let Some((sort, length, ..)) = self.exact() else { return self.misfit() };
        let kinds = self.lexicon.kinds(if robots.is_empty() { Sense::Location } else { Sense::Position }, 1);
        let is_place = |thing: &usize| kinds.contains(&self.lexicon.things[*thing].kind);
        let is_sort = sort.things.len() > 1 && sort.things.iter().all(is_place);
        let is_group = robots.len() > 1 || items.len() == 2;
        if !is_sort || !is_group {
            return self.misfit();
        }
        self.ground(&sort, length);
        while self.take_any(&MOMENTS) {}
        if !self.is_at_end() {
            return self.misfit();
        }
        let of_sense = if robots.is_empty() { Sense::Location } else { Sense::Position };
        let size = if robots.is_empty() { items.len() } else { robots.len() };
        if choices(size, 2).len() * sort.things.len() > MOST_GROUPS {
            return self.ambiguous(start, "that makes too many groups to watch each: name fewer");
        }
        let mut patterns = Vec::new();
        for &place in &sort.things {
            let preposition = self.lexicon.things[place].preposition.word();
            let Some(predicate) = self.lexicon.predicate(of_sense, Some(preposition)) else { return self.misfit() };
            let literal = |member: usize| {
                let atom = match robots.get(member) {
                    Some(&robot) => Atom { predicate, who: Some(Who::One(robot)), things: vec![place] },
                    None => Atom { predicate, who: None, things: vec![items[member], place] },
                };
                Literal { atom, holds: false }
            };
            let not_both = |pair: Vec<usize>| {
                Pattern::Always(Condition { literals: pair.into_iter().map(literal).collect(), is_all: false })
            };
            patterns.extend(choices(size, 2).into_iter().map(not_both));
        }
        Ok(patterns)
    }
}
