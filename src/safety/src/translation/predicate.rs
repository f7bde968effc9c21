//! Reads a clause around its verb, with the words before and after it.

use super::{
    Sense,
    clause::{Clause, Deed, NEITHER_OR_NOT_BOTH, NONE_OR_NOT_ALL},
    condition::{Condition, Who},
    manner::{Manner, Mark},
    objects::{Robots, expected},
    reader::{Memory, Misfit, Reader},
    robots::{Said, Subject},
    tokens::number,
    verbs::{VERBS, Verb, base, form},
};

/// A reading of a clause with one of the verbs that its words may be.
struct Candidate {
    /// The position of the word after it.
    end: usize,
    after: Memory,
    verb: Verb,
    condition: Condition,
    is_list: bool,
    manner: Manner,
}

/// The words before "to" that address no robot: "it is forbidden to".
const IMPERSONAL: [(&str, Mark); 12] = [
    ("it is forbidden", Mark::Avoid),
    ("it is strictly forbidden", Mark::Avoid),
    ("it is prohibited", Mark::Avoid),
    ("it is strictly prohibited", Mark::Avoid),
    ("it is not allowed", Mark::Avoid),
    ("it is never allowed", Mark::Avoid),
    ("it is not permitted", Mark::Avoid),
    ("it is never permitted", Mark::Avoid),
    ("it is necessary", Mark::Must),
    ("it is required", Mark::Must),
    ("it is mandatory", Mark::Must),
    ("it is allowed", Mark::May),
];

impl Reader<'_> {
    /// Reads a clause with all words around its verb.
    pub fn clause(&mut self) -> Result<Clause, Misfit> {
        let start = self.position();
        // "that robot" was mentioned before; "that robot 1" and "that a robot" begin a clause.
        let is_that_robot = self.peek(1) == Some("robot") && self.peek(2).and_then(number).is_none();
        let is_spoken_of = is_that_robot || self.is_same_ahead();
        if !self.take("the fact that") && !is_spoken_of {
            self.take("that");
        }
        let mut clause = self
            .attempt(Self::active)
            .or_else(|| self.attempt(Self::kept))
            .or_else(|| self.attempt(Self::of_thing))
            .or_else(|| self.attempt(Self::manned))
            .or_else(|| self.attempt(Self::elliptic))
            .ok_or(Misfit)?;
        self.after_clause(&mut clause.manner);
        clause.span = start..self.position();
        if let Some(mend) = clause.manner.torn() {
            return self.ambiguous(start, mend);
        }
        self.begun(&mut clause)?;
        let is_kept_from = clause.is_state() && clause.condition.literals.iter().any(|literal| !literal.holds);
        let is_together = clause.manner.has(Mark::AtOnce);
        let is_both = (start..clause.span.end).find(|&at| self.word(at) != Some("that")).and_then(|at| self.word(at));
        if clause.said.is_none() && clause.is_negative() && matches!(is_both, Some("both" | "either")) && !is_together {
            return self.ambiguous(start, NEITHER_OR_NOT_BOTH);
        }
        match clause.said {
            Some(Said::All | Said::Each) if self.is_denied_of_all(&clause) && !is_together => {
                self.ambiguous(start, NONE_OR_NOT_ALL)
            }
            Some(Said::All) if clause.is_negative() && !is_together && self.word(clause.span.start) == Some("both") => {
                self.ambiguous(start, "say \"no robot may\", or \"at the same time\"")
            }
            Some(Said::Some | Said::OneAtLeast)
                if (clause.is_negative() || is_kept_from) && self.lexicon.team_size() > 1 =>
            {
                self.ambiguous(start, "say \"no robot\", or name the robot")
            }
            _ => Ok(clause),
        }
    }

    /// Whether it has "not" after all robots, so that "not" could deny the word "all": "every robot may not".
    pub fn is_denied_of_all(&self, clause: &Clause) -> bool {
        let is_every = clause.span.clone().any(|at| self.word(at) == Some("every"));
        let is_wide = clause.said == Some(Said::Each) && !is_every && !clause.manner.has(Mark::May);
        clause.manner.has(Mark::Not) && !is_wide && self.lexicon.team_size() > 1
    }

    /// Turns a state into its beginning for "begin to", and into its end for "cease to".
    fn begun(&mut self, clause: &mut Clause) -> Result<(), Misfit> {
        let begins = clause.manner.has(Mark::Begin);
        let ceases = clause.manner.has(Mark::Cease);
        if !begins && !ceases {
            return Ok(());
        }
        if (begins && ceases) || !clause.is_state() || clause.condition.literals.iter().any(|literal| !literal.holds) {
            return self.misfit();
        }
        clause.manner.remove(Mark::Cease);
        clause.deed = if begins { Deed::Rise } else { Deed::Fall };
        if ceases {
            clause.condition = clause.condition.negated();
        }
        Ok(())
    }

    /// Reads "robot 1 must never go to the fridge", "visiting the sink".
    fn active(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        let start = self.position();
        let impersonal = self.impersonal(&mut manner)?;
        let is_impersonal = impersonal.is_some();
        let subject = match impersonal {
            Some(subject) => subject,
            None => {
                self.before_verb(&mut manner)?;
                self.attempt(Self::subject)
            }
        };
        if subject.is_some() && !is_impersonal && manner.has(Mark::Not) {
            return self.ambiguous(start, "say \"no robot may\", or who must never");
        }
        if let Some(Subject { said: Said::No, .. }) = subject {
            manner.add(Mark::NoOne, start, self.position());
        }
        if let Some(Subject { said: Said::Only, .. }) = subject {
            manner.add(Mark::Only, start, self.position());
        }
        self.before_verb(&mut manner)?;
        let verb_at = self.position();
        let robots = match &subject {
            // A prohibition for two robots is one for each.
            Some(subject) => {
                let is_together = (start..self.length()).any(|at| self.word(at) == Some("both"));
                let is_all = subject.is_all && (is_together || !(is_impersonal && manner.has(Mark::Avoid)));
                Robots { whos: subject.whos.clone(), is_all }
            }
            None => match &self.subject {
                Some(whos) => Robots { whos: whos.clone(), is_all: whos.len() > 1 },
                None => Robots::one(self.addressee.unwrap_or(Who::Each)),
            },
        };
        let mut best: Option<Candidate> = None;
        for verb in VERBS {
            let memory = self.memory();
            let mut manner = manner.clone();
            let is_named = subject.as_ref();
            let read = self.attempt(|reader| reader.predicate(verb, is_named, &robots, &mut manner));
            let Some((condition, is_list)) = read else { continue };
            let end = self.position();
            let after = self.memory();
            self.recall(memory);
            if best.as_ref().is_none_or(|best| best.end < end) {
                best = Some(Candidate { end, after, verb, condition, is_list, manner });
            }
        }
        let Some(Candidate { after, verb, condition, is_list, manner, .. }) = best else { return self.misfit() };
        self.recall(after);
        let is_denied = manner.is_negative() || condition.literals.iter().any(|literal| !literal.holds);
        let is_either = |subject: &Subject| subject.said == Said::Named && subject.whos.len() > 1 && !subject.is_all;
        if is_denied && subject.as_ref().is_some_and(is_either) {
            return self.ambiguous(start, NEITHER_OR_NOT_BOTH);
        }
        let before_it = self.last_verb.replace((verb, robots.whos.clone()));
        let is_named = matches!(robots.whos.as_slice(), [Who::One(_), ..]);
        if is_named && self.subject.is_none() && subject.as_ref().is_some_and(|subject| subject.said != Said::Only) {
            self.subject = Some(robots.whos.clone());
        }
        let before = self.word(start.wrapping_sub(1));
        let word = self.word(verb_at);
        let inherits = matches!(before, Some("or" | "and" | "nor"))
            || word.is_some_and(|word| form(word).is_ing)
            || self.word(start) == Some("having");
        let is_told = condition.literals.iter().all(|literal| literal.atom.who.is_some());
        let is_someone = subject.is_some() || self.addressee.is_some() || inherits;
        // "A robot that ... must put it there": that robot, not another.
        let is_it = subject.as_ref().is_some_and(|subject| subject.said == Said::It);
        let actor = !is_told && (is_named || is_it) && self.lexicon.robots.len() > 1 && is_someone;
        if is_told && subject.is_none() && self.subject.is_some() && !inherits && self.lexicon.robots.len() > 1 {
            return self.ambiguous(start, "name the robot that is to do it, or say \"each robot\"");
        }
        let said = subject.as_ref().map(|subject| subject.said);
        let is_thing = self
            .mentioned
            .iter()
            .any(|&thing| self.lexicon.kinds(Sense::Location, 0).contains(&self.lexicon.things[thing].kind));
        let is_clear = before_it.is_some_and(|(verb, _)| verb.sense == Sense::Possession && verb.holds)
            && verb.words == "be at"
            && !self.is_told_of_later();
        if said == Some(Said::It) && word.is_some_and(|word| base(word) == "be") && is_thing && !is_clear {
            return self.ambiguous(start, "name what is meant by \"it\"");
        }
        let deed = match (verb.is_state, verb.holds) {
            (true, _) => Deed::State,
            (false, true) => Deed::Rise,
            (false, false) => Deed::Fall,
        };
        let whos = subject.map(|subject| subject.whos).unwrap_or_default();
        Ok(Clause { condition, manner, deed, sense: verb.sense, is_list, said, whos, actor, span: 0..0 })
    }

    /// Whether it has a word such as "later": then "it" may mean the robot that held a thing, or the thing.
    fn is_told_of_later(&self) -> bool {
        let later = ["later", "afterwards", "afterward", "after", "eventually", "sooner", "some", "then", "end"];
        (0..self.length()).filter_map(|at| self.word(at)).any(|word| later.contains(&word))
    }

    /// Reads "it is forbidden for robot 1 to"; returns the robot, if there is one.
    fn impersonal(&mut self, manner: &mut Manner) -> Result<Option<Option<Subject>>, Misfit> {
        let start = self.position();
        let Some((_, mark)) = IMPERSONAL.iter().find(|(words, _)| self.take(words)) else { return Ok(None) };
        let end = self.position();
        let subject = if self.take("for") { Some(self.subject()?) } else { None };
        // "a robot" is any robot; "some robot" and "one of the robots" may mean a particular one. "Not allowed for
        // each" could still allow it for some.
        let is_any = self.word(end + 1) == Some("a");
        let is_not_allowed = matches!(self.word(end - 1), Some("allowed" | "permitted")) && *mark == Mark::Avoid;
        let is_open = match subject.as_ref().map(|subject| subject.said) {
            Some(Said::No | Said::Only | Said::All) => true,
            Some(Said::Some | Said::OneAtLeast) => *mark == Mark::Avoid && !is_any && self.lexicon.team_size() > 1,
            Some(Said::Each) => is_not_allowed && self.lexicon.team_size() > 1,
            _ => false,
        };
        if is_open {
            return self.ambiguous(start, "say \"no robot may\", or name the robot");
        }
        // A prohibition for "any robot" is one for each robot.
        let subject = subject.map(|subject| match subject {
            Subject { said: Said::Any | Said::Some, .. } if *mark == Mark::Avoid => {
                Subject { whos: vec![Who::Each], is_all: false, said: Said::Each }
            }
            other => other,
        });
        self.expect(&["to"])?;
        manner.add(*mark, start, end);
        Ok(Some(subject))
    }

    /// Reads a verb and its objects.
    fn predicate(
        &mut self,
        verb: Verb,
        subject: Option<&Subject>,
        robots: &Robots,
        manner: &mut Manner,
    ) -> Result<(Condition, bool), Misfit> {
        let mut words = verb.words.split(' ');
        let head = words.next().expect("a verb has a word");
        let Some(word) = self.peek(0).filter(|word| base(word) == head) else { return self.misfit() };
        let found = form(word);
        if !found.fits(manner) {
            return self.misfit();
        }
        let start = self.position();
        self.skip(1);
        let is_next = self.peek(0).is_some_and(|next| verb.words.split(' ').nth(1) == Some(next));
        if verb.is_near() && is_next && self.lexicon.names_robots() {
            return self.unobservable(start, "how near robots are".to_owned(), "say \"at\"".to_owned());
        }
        if manner.is_free() {
            // "robot 2 put down the knife" tells of the past; "you put down the knife" may be about the present.
            let is_singular = subject
                .is_some_and(|subject| !matches!(subject.said, Said::You | Said::This | Said::Plural | Said::All));
            let is_past = found.is_past && (!found.is_base || (is_singular && robots.whos.len() == 1));
            if is_past && subject.is_none() {
                return self.misfit();
            }
            if is_past {
                manner.add(Mark::Past, start, start + 1);
            }
            if !is_past && found.is_participle && !found.is_base && !found.is_third {
                return self.misfit();
            }
        }
        if head == "be" {
            while self.negation(manner) || self.adverb(manner) {}
        }
        let mut rest: Vec<&str> = words.collect();
        let is_power = verb.sense == Sense::Power;
        let switched = |reader: &mut Self| {
            let is_on = reader.take("on");
            (is_on || reader.take("off")).then_some(is_on)
        };
        let mut holds = if is_power { switched(self) } else { Some(verb.holds) };
        if verb.is_state && matches!(head, "stay" | "remain" | "keep" | "avoid" | "steer" | "wait") {
            manner.add(Mark::Lasting, start, self.position());
        }
        let last = rest.len().saturating_sub(1);
        if rest.last().is_some_and(|word| matches!(*word, "to" | "at" | "in")) && self.peek(last) == Some("there") {
            rest.pop();
        }
        let particle = rest.first().copied().filter(|_| matches!(rest.as_slice(), ["up" | "down"]));
        let mut is_particle_due = false;
        if let Some(particle) = particle {
            is_particle_due = !self.take(particle);
        } else if !rest.is_empty() && !self.take(&rest.join(" ")) {
            return self.misfit();
        }
        // A robot that stays away from a and b stays away from each.
        let is_away = verb.is_state && !verb.holds;
        let is_negative = manner.is_negative() || is_away;
        let kinds = self.lexicon.kinds(verb.sense, 0);
        if verb.sense == Sense::Opening {
            self.take_any(&["the door of", "the doors of"]);
        }
        let things = self.things(kinds, expected(verb.sense), is_negative, manner)?;
        if is_power && holds.is_none() {
            holds = switched(self);
        }
        let is_complete = !is_particle_due || particle.is_some_and(|particle| self.take(particle));
        let Some(holds) = holds.filter(|_| is_complete) else { return self.misfit() };
        let is_negative = manner.is_negative() || is_away;
        let (condition, is_list) = self.about(verb.sense, holds, robots, things, is_negative, manner)?;
        if verb.puts() {
            self.can_be_put(start, &condition)?;
        }
        Ok((condition, is_list))
    }

    /// Reads "the kitchen", where the verb came before.
    fn elliptic(&mut self) -> Result<Clause, Misfit> {
        let start = self.position();
        let mut manner = Manner::default();
        let Some((verb, whos)) = self.last_verb.clone() else { return self.misfit() };
        if verb.sense == Sense::Location {
            return self.misfit();
        }
        let things = self.things(self.lexicon.kinds(verb.sense, 0), expected(verb.sense), false, &mut manner)?;
        if manner.is_negative() || self.peek(0).is_some_and(|word| base(word) == "be") {
            return self.misfit();
        }
        // "At the sink without a knife" means that no hand holds it.
        let is_without = (0..start).any(|at| self.word(at) == Some("without"));
        if is_without && verb.sense == Sense::Position {
            return self.ambiguous(start, "say \"without being at\" or \"without holding\"");
        }
        let robots = Robots { is_all: whos.len() > 1, whos };
        let (condition, is_list) = self.about(verb.sense, verb.holds, &robots, things, false, &mut manner)?;
        let deed = match (verb.is_state, verb.holds) {
            (true, _) => Deed::State,
            (false, true) => Deed::Rise,
            (false, false) => Deed::Fall,
        };
        let said = None;
        Ok(Clause { condition, manner, deed, sense: verb.sense, is_list, said, whos: vec![], actor: false, span: 0..0 })
    }
}
