//! Clauses about the state of a thing, and about what is done to it.

use surefleet_mission::Kind;

use super::{
    Sense,
    clause::Clause,
    manner::Manner,
    naming::{SUBJECT, THING},
    objects::Things,
    pattern::{Condition, Who},
    reader::{Misfit, Reader},
    verbs::{ADJECTIVES, VERBS, Verb, base},
};

const ANYTHING: [Kind; 3] = [Kind::Item, Kind::Container, Kind::Surface];

impl Reader<'_> {
    /// "keep the fridge closed"
    pub fn kept(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner { is_lasting: true, ..Manner::default() };
        self.before_verb(&mut manner)?;
        if !self.peek(0).map(base).is_some_and(|word| matches!(word, "keep" | "leave")) {
            return self.misfit();
        }
        self.skip(1);
        let (condition, is_list) = self.adjective(&mut manner, |reader, manner| {
            let things = reader.things(&ANYTHING, THING, false, manner)?;
            let is_all = things.is_all || things.is_every;
            Ok(Things { is_all, ..things })
        })?;
        Ok(Clause { condition, manner, is_state: true, is_list, is_about_all: false, actor: None, span: 0..0 })
    }

    /// "the fridge is open", "apple 1 must never be put on the table"
    pub fn of_thing(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        self.before_verb(&mut manner)?;
        let (start, groundings) = (self.position(), self.groundings.len());
        self.things(&ANYTHING, THING, false, &mut manner)?;
        self.before_verb(&mut manner)?;
        let head = self.peek(0).map(base);
        if !matches!(head, Some("be" | "stay" | "remain")) {
            return self.misfit();
        }
        self.skip(1);
        manner.is_lasting |= head != Some("be") || self.take("kept");
        while self.negation(&mut manner) || self.adverb(&mut manner) {}
        // Read again, now that it is known whether the clause is negative.
        let after = self.position();
        self.back_to(start);
        self.groundings.truncate(groundings);
        let is_negative = manner.is_negative;
        let things = self.things(&ANYTHING, SUBJECT, is_negative, &mut manner)?;
        self.back_to(after);
        let state = self.attempt(|reader| {
            let things = things.clone();
            reader.adjective(&mut manner.clone(), |_, _| Ok(things))
        });
        let is_state = state.is_some();
        let (condition, is_list) = match state {
            Some(state) => state,
            None => self
                .attempt(|reader| reader.about(Sense::Location, true, None, things.clone(), is_negative, &manner))
                .map(Ok)
                .unwrap_or_else(|| self.passive(things, &manner))?,
        };
        Ok(Clause { condition, manner, is_state, is_list, is_about_all: false, actor: None, span: 0..0 })
    }

    /// Things, then what state they are in.
    fn adjective(
        &mut self,
        manner: &mut Manner,
        things: impl FnOnce(&mut Self, &mut Manner) -> Result<Things, Misfit>,
    ) -> Result<(Condition, bool), Misfit> {
        let things = things(self, manner)?;
        let Some((_, sense, holds)) = ADJECTIVES
            .iter()
            .find(|(words, sense, _)| self.lexicon.predicate(*sense, None).is_some() && self.take(words))
        else {
            return self.misfit();
        };
        let followed_by_name = matches!(sense, Sense::Power) && self.peek(0) == Some("the");
        if followed_by_name {
            return self.misfit();
        }
        self.about(*sense, *holds, Some(Who::Some), things, manner.is_negative || !holds, manner)
    }

    /// "grabbed by robot 1", "put on the table"
    fn passive(&mut self, things: Things, manner: &Manner) -> Result<(Condition, bool), Misfit> {
        let Some(head) = self.peek(0).map(base) else { return self.misfit() };
        let fits = |verb: &&Verb| verb.words.split(' ').next() == Some(head) && head != "be";
        for verb in VERBS.iter().filter(fits) {
            let read = self.attempt(|reader| {
                reader.skip(1);
                let rest = verb.words.split_once(' ').map(|(_, rest)| rest);
                if rest.is_some_and(|rest| !reader.take(rest)) {
                    return reader.misfit();
                }
                let mut read = reader.about(
                    verb.sense,
                    verb.holds,
                    Some(Who::Some),
                    things.clone(),
                    manner.is_negative,
                    manner,
                )?;
                if reader.take("by") {
                    let by = reader.subject()?;
                    if read.0.literals.iter().any(|literal| literal.atom.who.is_none()) {
                        let mend = "leave out by whom".to_owned();
                        return reader.unobservable(reader.position() - 1, "who did it".to_owned(), mend);
                    }
                    read.0.literals.iter_mut().for_each(|literal| literal.atom.who = Some(by.who));
                }
                Ok(read)
            });
            if let Some(read) = read {
                return Ok(read);
            }
        }
        self.misfit()
    }
}
