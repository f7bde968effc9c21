//! Clauses: who does what to which thing, or in which state a thing is.

use std::ops::Range;

use super::{
    Sense,
    manner::Manner,
    naming::Subject,
    objects::expected,
    pattern::{Condition, Who},
    reader::{Misfit, Reader},
    verbs::{VERBS, Verb, base},
};

/// One clause.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// As if nothing negated it.
    pub condition: Condition,
    pub manner: Manner,
    /// Whether it tells of a state, not of an act.
    pub is_state: bool,
    /// Whether its things are joined by "and", or its literals cannot be said of one moment without saying so.
    pub is_list: bool,
    /// Whether it is about all robots, which could mean all at the same time.
    pub is_about_all: bool,
    /// The robot that acts, where the world state does not tell who did.
    pub actor: Option<usize>,
    /// Where it stands, in words.
    pub span: Range<usize>,
}

impl Reader<'_> {
    /// Reads a clause with all that is said around its verb.
    pub fn clause(&mut self) -> Result<Clause, Misfit> {
        let start = self.position();
        self.take_any(&["that", "the fact that"]);
        let mut clause = self
            .attempt(Self::active)
            .or_else(|| self.attempt(Self::kept))
            .or_else(|| self.attempt(Self::of_thing))
            .or_else(|| self.attempt(Self::elliptic))
            .ok_or(Misfit)?;
        self.after_clause(&mut clause.manner);
        clause.span = start..self.position();
        if clause.manner.is_torn {
            return self.ambiguous(start, "say \"not\", when and how often once each");
        }
        Ok(clause)
    }

    /// "robot 1 must never go to the fridge", "visiting the sink"
    fn active(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        let start = self.position();
        self.before_verb(&mut manner)?;
        let subject = self.attempt(Self::subject);
        self.before_verb(&mut manner)?;
        let verb_at = self.position();
        if subject.is_some_and(|subject| subject.is_none) {
            manner.negate();
        }
        let candidates = VERBS.iter().filter_map(|verb| {
            let start = self.position();
            let mut manner = manner;
            let read = self.attempt(|reader| {
                let condition = reader.predicate(*verb, subject, &mut manner)?;
                Ok((reader.position(), reader.last_thing, reader.groundings.clone(), condition))
            });
            self.back_to(start);
            let (end, thing, groundings, condition) = read?;
            Some((end, *verb, thing, groundings, condition, manner))
        });
        // The first of those that read furthest.
        let best = candidates.fold(None, |best: Option<(usize, _, _, _, _, _)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        });
        let Some((end, verb, thing, groundings, (condition, is_list), manner)) = best else { return self.misfit() };
        self.back_to(end);
        (self.last_thing, self.groundings) = (thing, groundings);
        let who = subject.map(|subject| subject.who).or(self.subject);
        self.last_verb = Some((verb, who));
        if let (Some(who @ Who::One(_)), None) = (subject.map(|subject| subject.who), self.subject) {
            self.subject = Some(who);
        }
        let (before, form) = (self.word(start.wrapping_sub(1)), self.word(verb_at));
        let inherits = matches!(before, Some("or" | "and" | "nor"))
            || form.is_some_and(|form| form.ends_with("ing"))
            || self.word(start) == Some("having");
        if who == Some(Who::Some) && manner.is_negative && self.lexicon.team_size() > 1 {
            return self.ambiguous(start, "say \"no robot\", or name the robot");
        }
        let is_told = condition.literals.iter().all(|literal| literal.atom.who.is_some());
        let actor = match who {
            Some(Who::One(robot)) if !is_told && self.lexicon.robots.len() > 1 && (subject.is_some() || inherits) => {
                Some(robot)
            }
            _ => None,
        };
        if is_told && subject.is_none() && self.subject.is_some() && !inherits && self.lexicon.robots.len() > 1 {
            return self.ambiguous(start, "name the robot that is to do it, or say \"each robot\"");
        }
        let is_about_all = subject.is_some_and(|subject| subject.is_all);
        Ok(Clause { condition, manner, is_state: verb.is_state, is_list, is_about_all, actor, span: 0..0 })
    }

    /// A verb and its objects.
    fn predicate(
        &mut self,
        verb: Verb,
        subject: Option<Subject>,
        manner: &mut Manner,
    ) -> Result<(Condition, bool), Misfit> {
        let mut words = verb.words.split(' ');
        let head = words.next().expect("a verb has a word");
        if self.peek(0).map(base) != Some(head) {
            return self.misfit();
        }
        self.skip(1);
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
        let mut is_up_due = false;
        manner.is_lasting |= verb.is_state && matches!(head, "stay" | "remain" | "keep" | "avoid");
        if rest.last() == Some(&"to") && self.peek(rest.len() - 1) == Some("there") {
            rest.pop();
        }
        if rest == ["up"] {
            is_up_due = !self.take("up");
        } else if !rest.is_empty() && !self.take(&rest.join(" ")) {
            return self.misfit();
        }
        let who = subject.map(|subject| subject.who).or(self.subject).unwrap_or(Who::Each);
        // "Stay away from a or b" is to stay away from both.
        let is_away = verb.is_state && !verb.holds;
        let is_negative = manner.is_negative || is_away;
        let kinds = self.lexicon.kinds(verb.sense, 0);
        if verb.sense == Sense::Opening {
            self.take_any(&["the door of", "the doors of"]);
        }
        let mut things = self.things(kinds, expected(verb.sense), is_negative, manner)?;
        things.is_all |= is_away && things.things.len() > 1;
        if is_power && holds.is_none() {
            holds = switched(self);
        }
        let Some(holds) = holds.filter(|_| !is_up_due || self.take("up")) else { return self.misfit() };
        self.about(verb.sense, holds, Some(who), things, is_negative, manner)
    }

    /// "the kitchen", where the verb was said before
    fn elliptic(&mut self) -> Result<Clause, Misfit> {
        let mut manner = Manner::default();
        let Some((verb, who)) = self.last_verb else { return self.misfit() };
        if verb.sense == Sense::Location {
            return self.misfit();
        }
        let things = self.things(self.lexicon.kinds(verb.sense, 0), expected(verb.sense), false, &mut manner)?;
        if self.peek(0).is_some_and(|word| base(word) == "be") {
            return self.misfit();
        }
        let (condition, is_list) =
            self.about(verb.sense, verb.holds, who.or(Some(Who::Each)), things, false, &manner)?;
        Ok(Clause { condition, manner, is_state: verb.is_state, is_list, is_about_all: false, actor: None, span: 0..0 })
    }
}
