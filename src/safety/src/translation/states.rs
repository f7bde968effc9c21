//! Clauses about the state of a thing, about actions on it, and about where things and robots are kept.

use surefleet_mission::Kind;

use super::{
    Sense,
    clause::{Clause, Deed, NEITHER_OR_NOT_BOTH},
    condition::{Atom, Condition, Literal, Who},
    manner::{Manner, Mark},
    naming::{SUBJECT, THING},
    objects::{Robots, Things},
    reader::{Misfit, Reader},
    robots::{Said, Subject},
    verbs::{ADJECTIVES, PREPOSITIONS, VERBS, Verb, base, form},
};

const ANYTHING: [Kind; 3] = [Kind::Item, Kind::Container, Kind::Surface];
/// Words after "is" for a place that robots must not go to.
const CLOSED_TO_ROBOTS: [&str; 8] = [
    "off limits",
    "out of bounds",
    "a no go area",
    "a no go zone",
    "forbidden territory",
    "forbidden",
    "prohibited",
    "taboo",
];
/// Words between a kept thing and the place that it is kept away from.
const AWAY: [&str; 6] = ["away from", "well away from", "out of", "off", "clear of", "well clear of"];

/// A clause as read: its condition, whether it lists, and the deed and sense it tells of.
type State = (Condition, bool, Deed, Sense);

impl Reader<'_> {
    /// Reads "keep the fridge closed", "keep robot 1 away from the stove".
    pub fn kept(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        self.before_verb(&mut manner)?;
        let start = self.position();
        if !self.peek(0).is_some_and(|word| matches!(base(word), "keep" | "leave") && form(word).is_base) {
            return self.misfit();
        }
        self.skip(1);
        manner.add(Mark::Lasting, start, start + 1);
        let robots = self.attempt(|reader| {
            let subject = reader.subject()?;
            reader.expect(&AWAY)?;
            Ok(subject)
        });
        let is_about_robots = robots.is_some();
        let (said, whos, (condition, is_list, deed, sense)) = match robots {
            Some(Subject { said: Said::No | Said::Only | Said::Some | Said::It | Said::OneAtLeast, .. }) => {
                return self.misfit();
            }
            Some(Subject { whos, is_all, said }) => {
                let robots = Robots { whos: whos.clone(), is_all };
                let things = self.things(&ANYTHING, THING, true, &mut manner)?;
                let things = Things { is_all: things.things.len() > 1, ..things };
                let (condition, is_list) = self.about(Sense::Position, false, &robots, things, true, &mut manner)?;
                (Some(said), whos, (condition, is_list, Deed::State, Sense::Position))
            }
            None => {
                let things = self.things(&ANYTHING, SUBJECT, false, &mut manner)?;
                (None, vec![], self.state_of(things, &mut manner)?)
            }
        };
        if is_about_robots && manner.is_negative() {
            return self.misfit();
        }
        Ok(Clause { condition, manner, deed, sense, is_list, said, whos, actor: false, span: 0..0 })
    }

    /// Reads a state of things, not an action: "closed", "in the sink", "off the stove".
    fn state_of(&mut self, things: Things, manner: &mut Manner) -> Result<State, Misfit> {
        let of_adjective = self.attempt(|reader| {
            let (condition, is_list, sense) = reader.adjective(manner, things.clone())?;
            Ok((condition, is_list, Deed::State, sense))
        });
        if let Some(state) = of_adjective {
            return Ok(state);
        }
        let is_away = self.take_any(&AWAY);
        let nobody = Robots::one(Who::Some);
        let is_negative = manner.is_negative();
        let read = if is_away {
            let places = self.things(self.lexicon.kinds(Sense::Location, 1), "place", true, manner)?;
            let is_each = |things: &Things| things.is_all || things.things.len() == 1;
            let Some(predicate) = self.lexicon.predicate(Sense::Location, None) else { return self.misfit() };
            let is_item = |&thing: &usize| self.lexicon.things[thing].kind == Kind::Item;
            if !is_each(&places) || !is_each(&things) || !things.things.iter().all(is_item) {
                return self.misfit();
            }
            let pairs =
                things.things.iter().flat_map(|&item| places.things.iter().map(move |&place| vec![item, place]));
            let atoms = pairs.map(|things| Atom { predicate, who: None, things });
            let literals: Vec<Literal> = atoms.map(|atom| Literal { atom, holds: false }).collect();
            let is_all = literals.len() > 1;
            (Condition { literals, is_all }, is_all)
        } else {
            self.about(Sense::Location, true, &nobody, things, is_negative, manner)?
        };
        Ok((read.0, read.1, Deed::State, Sense::Location))
    }

    /// Reads "the fridge is open", "apple 1 must never be put on the table".
    pub fn of_thing(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        self.before_verb(&mut manner)?;
        if manner.has(Mark::Not) {
            return self.misfit();
        }
        let start = self.position();
        let memory = self.memory();
        let mut scratch = Manner::default();
        self.things(&ANYTHING, THING, false, &mut scratch)?;
        self.before_verb(&mut manner)?;
        let verb_at = self.position();
        let Some(word) = self.peek(0) else { return self.misfit() };
        let head = base(word);
        let ends_up = word == "end" && self.peek(1) == Some("up") || word == "ends" && self.peek(1) == Some("up");
        let is_placed = matches!(head, "lie" | "lay" | "stand" | "stay" | "remain");
        if !(ends_up || is_placed || head == "be") || !form(word).fits(&manner) {
            return self.misfit();
        }
        self.skip(if ends_up { 2 } else { 1 });
        if ends_up && manner.is_negative() {
            return self.ambiguous(start, "say \"must never be\", or \"in the end ... must not be\"");
        }
        if manner.is_free() && form(word).is_past {
            manner.add(Mark::Past, verb_at, verb_at + 1);
        }
        if ends_up {
            manner.add(Mark::InTheEnd, verb_at, self.position());
        }
        while self.negation(&mut manner) || self.adverb(&mut manner) {}
        let is_lying = matches!(self.peek(0), Some("lying" | "standing" | "sitting" | "resting" | "located"))
            && PREPOSITIONS.iter().any(|(words, _)| self.peek(1) == words.split(' ').next());
        if is_lying && head == "be" {
            self.skip(1);
        }
        if matches!(head, "stay" | "remain") || self.take("kept") {
            manner.add(Mark::Lasting, verb_at, self.position());
        }
        let is_one_denied = manner.has(Mark::Not) || manner.has(Mark::Never);
        let is_either = (start + 1..verb_at).any(|at| self.word(at) == Some("or"));
        if is_one_denied && is_either && !matches!(self.word(start), Some("any" | "neither" | "no" | "none")) {
            return self.ambiguous(start, NEITHER_OR_NOT_BOTH);
        }
        // Read the things again, now that it is known whether the clause is negative.
        let after = self.position();
        let is_negative = manner.is_negative() || scratch.is_negative();
        self.recall(memory);
        let mut denied = manner.clone();
        if scratch.is_negative() {
            denied.add(Mark::NoOne, start, start + 1);
        }
        let things = self.things(&ANYTHING, SUBJECT, is_negative, &mut denied)?;
        // "May the kettles both be there?": both of them, not just one.
        let things = Things { is_all: things.is_all || (denied.has(Mark::Both) && things.things.len() > 1), ..things };
        let manner = denied;
        let is_it = self.word(start) == Some("it");
        self.back_to(after);
        let mut clause = self.said_of(things, manner, ends_up || (is_placed && !matches!(head, "stay" | "remain")))?;
        if is_it && clause.sense == Sense::Location && (!self.robots.is_empty() || self.is_indefinite) {
            return self.ambiguous(start, "name what is meant by \"it\"");
        }
        clause.span = start..self.position();
        Ok(clause)
    }

    /// Reads a verb's statement about things; `is_place`: it says where they are.
    pub fn said_of(&mut self, things: Things, manner: Manner, is_place: bool) -> Result<Clause, Misfit> {
        let mut stated = manner.clone();
        let state = self.attempt(|reader| reader.state_of(things.clone(), &mut stated));
        if let Some((condition, is_list, deed, sense)) = state {
            let said = None;
            let whos = vec![];
            return Ok(Clause {
                condition,
                manner: stated,
                deed,
                sense,
                is_list,
                said,
                whos,
                actor: false,
                span: 0..0,
            });
        }
        if is_place {
            return self.misfit();
        }
        let start = self.position();
        if self.take_any(&CLOSED_TO_ROBOTS) {
            let mut manner = manner;
            if things.things.iter().any(|&thing| self.lexicon.things[thing].kind == Kind::Item) {
                return self.ambiguous(start, "say \"must never hold\" or \"must never be at\"");
            }
            let subject = if self.take_any(&["for", "to"]) { self.subject()? } else { every_robot() };
            if matches!(subject.said, Said::No | Said::Only | Said::Some) || !things.is_all && things.things.len() > 1 {
                return self.misfit();
            }
            manner.add(Mark::Avoid, start, self.position());
            manner.remove(Mark::Must);
            let robots = Robots { whos: subject.whos.clone(), is_all: false };
            let things = Things { is_all: false, ..things };
            let (condition, is_list) = self.about(Sense::Position, true, &robots, things, true, &mut manner)?;
            let said = Some(subject.said);
            let whos = subject.whos;
            let deed = Deed::State;
            return Ok(Clause {
                condition,
                manner,
                deed,
                sense: Sense::Position,
                is_list,
                said,
                whos,
                actor: false,
                span: 0..0,
            });
        }
        self.passive(things, manner)
    }

    /// Reads an adjective for the state of things.
    fn adjective(&mut self, manner: &mut Manner, things: Things) -> Result<(Condition, bool, Sense), Misfit> {
        let Some((_, sense, holds)) = ADJECTIVES
            .iter()
            .find(|(words, sense, _)| self.lexicon.predicate(*sense, None).is_some() && self.take(words))
        else {
            return self.misfit();
        };
        let is_of_robot = *sense == Sense::Possession && self.peek(0) == Some("by");
        let is_place = matches!(sense, Sense::Power) && matches!(self.peek(0), Some("the" | "top"));
        if is_of_robot || is_place {
            return self.misfit();
        }
        let is_negative = manner.is_negative() || !holds;
        let nobody = Robots::one(Who::Some);
        let (condition, is_list) = self.about(*sense, *holds, &nobody, things, is_negative, manner)?;
        Ok((condition, is_list, *sense))
    }

    /// Reads "grabbed by robot 1", "put on the table".
    fn passive(&mut self, things: Things, manner: Manner) -> Result<Clause, Misfit> {
        let Some(word) = self.peek(0).filter(|word| form(word).is_participle) else { return self.misfit() };
        let head = base(word);
        let fits = |verb: &&Verb| verb.words.split(' ').next() == Some(head) && head != "be";
        let mut best: Option<(usize, _, Clause)> = None;
        for verb in VERBS.iter().filter(fits) {
            let memory = self.memory();
            let things = things.clone();
            let manner = manner.clone();
            let read = self.attempt(|reader| reader.done(*verb, things, manner));
            let end = self.position();
            let after = self.memory();
            self.recall(memory);
            if let Some(clause) = read
                && best.as_ref().is_none_or(|(longest, ..)| *longest < end)
            {
                self.last_verb = None;
                best = Some((end, after, clause));
            }
        }
        let Some((_, after, clause)) = best else { return self.misfit() };
        self.recall(after);
        Ok(clause)
    }

    /// Reads an action on things, and the robots that do it.
    fn done(&mut self, verb: Verb, things: Things, mut manner: Manner) -> Result<Clause, Misfit> {
        let start = self.position();
        self.skip(1);
        let rest = verb.words.split_once(' ').map(|(_, rest)| rest);
        if rest.is_some_and(|rest| !self.take(rest)) {
            return self.misfit();
        }
        if verb.is_state && !verb.holds {
            manner.add(Mark::Lasting, start, self.position());
        }
        while self.adverb(&mut manner) {}
        // The robot that acts is named before the place, or after it.
        let mut by = self.attempt(Self::doer);
        if let Some(named) = by.as_mut().filter(|by| by.said == Said::Named && manner.has(Mark::Only)) {
            let kept: Vec<usize> = named
                .whos
                .iter()
                .filter_map(|who| if let Who::One(robot) = who { Some(*robot) } else { None })
                .collect();
            *named = Subject { whos: self.robots_but(&kept), is_all: false, said: Said::Only };
        }
        let is_by_all = by.as_ref().is_some_and(|by| matches!(by.said, Said::All | Said::Each));
        if is_by_all && manner.is_negative() && self.lexicon.team_size() > 1 {
            return self.ambiguous(
                start,
                "say \"by any robot\" for none of them, or \"not all robots may ... at the same time\"",
            );
        }
        let whos = |by: &Option<Subject>| match by {
            Some(by) => Robots { whos: by.whos.clone(), is_all: by.is_all },
            None => Robots::one(Who::Some),
        };
        let is_negative = manner.is_negative() || by.as_ref().is_some_and(|by| by.said == Said::No) || !verb.holds;
        let is_only = by.as_ref().is_some_and(|by| by.said == Said::Only);
        let things = Things { is_all: things.is_all && !is_only, ..things };
        let (condition, is_list) = self.about(verb.sense, verb.holds, &whos(&by), things, is_negative, &mut manner)?;
        if verb.puts() {
            self.can_be_put(start, &condition)?;
        }
        let by_whom = self.position();
        let is_late = by.is_none() && self.peek(0) == Some("by");
        if (is_late || by.is_some()) && condition.literals.iter().any(|literal| literal.atom.who.is_none()) {
            let late = if is_late { self.attempt(Self::doer) } else { by };
            if late.is_none() {
                return self.misfit();
            }
            let mend = "leave out by whom".to_owned();
            return self.unobservable(by_whom.min(start), "who did it".to_owned(), mend);
        }
        let deed = match (verb.is_state, verb.holds) {
            (true, _) => Deed::State,
            (false, true) => Deed::Rise,
            (false, false) => Deed::Fall,
        };
        match by.as_ref().map(|by| by.said) {
            Some(Said::No) => manner.add(Mark::NoOne, start, self.position()),
            Some(Said::Only) => manner.add(Mark::Only, start, self.position()),
            _ => {}
        }
        let (said, whos) = by.map_or((None, vec![]), |by| (Some(by.said), by.whos));
        self.last_verb = Some((verb, if whos.is_empty() { vec![Who::Some] } else { whos.clone() }));
        if matches!(whos.as_slice(), [Who::One(_)]) && self.subject.is_none() && said != Some(Said::Only) {
            self.subject = Some(whos.clone());
        }
        Ok(Clause { condition, manner, deed, sense: verb.sense, is_list, said, whos, actor: false, span: 0..0 })
    }

    /// Reads "by robot 1", "only by robot 1".
    fn doer(&mut self) -> Result<Subject, Misfit> {
        let is_only = self.take("only by");
        if !is_only {
            self.expect(&["by"])?;
        }
        let by = self.subject()?;
        let is_only = is_only
            || (by.said == Said::Named
                && self.take_any(&[
                    "only",
                    "and by no one else",
                    "and no one else",
                    "and by nobody else",
                    "and nobody else",
                ]));
        if !is_only {
            return Ok(by);
        }
        if by.said != Said::Named {
            return self.misfit();
        }
        let kept: Vec<usize> =
            by.whos.iter().filter_map(|who| if let Who::One(robot) = who { Some(*robot) } else { None }).collect();
        Ok(Subject { whos: self.robots_but(&kept), is_all: false, said: Said::Only })
    }

    /// Reads "there must always be at least one robot at the sink".
    pub fn manned(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        self.expect(&["there"])?;
        self.before_verb(&mut manner)?;
        let Some(word) = self.peek(0).filter(|word| base(word) == "be" && form(word).fits(&manner)) else {
            return self.misfit();
        };
        if form(word).is_past {
            return self.misfit();
        }
        self.skip(1);
        while self.negation(&mut manner) || self.adverb(&mut manner) {}
        let start = self.position();
        let subject = self.subject()?;
        let said = match subject.said {
            Said::No => {
                manner.add(Mark::NoOne, start, self.position());
                Said::Any
            }
            Said::Some if manner.is_negative() => Said::Any,
            Said::Some => Said::OneAtLeast,
            said @ (Said::Any | Said::OneAtLeast) => said,
            _ => return self.misfit(),
        };
        self.expect(&["at", "in", "near", "on"])?;
        let is_negative = manner.is_negative();
        let things =
            self.things(self.lexicon.kinds(Sense::Position, 0), "thing that robots go to", is_negative, &mut manner)?;
        let robots = Robots::one(Who::Some);
        let (condition, is_list) = self.about(Sense::Position, true, &robots, things, is_negative, &mut manner)?;
        let said = Some(said);
        let whos = vec![Who::Some];
        let deed = Deed::State;
        let sense = Sense::Position;
        Ok(Clause { condition, manner, deed, sense, is_list, said, whos, actor: false, span: 0..0 })
    }
}

fn every_robot() -> Subject {
    Subject { whos: vec![Who::Each], is_all: false, said: Said::Each }
}
