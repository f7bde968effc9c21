//! The sentences of paraphrases, with the forms that only paraphrases use.

use super::{
    clause::Deed,
    condition::{Atom, Condition, Literal, Who},
    manner::Mark,
    pattern::{Pattern, Then},
    reader::{Misfit, Patterns, Reader},
    robots::{Said, WIDE},
};

/// The words with which a paraphrase introduces the consequence of a trigger.
pub(super) const CONSEQUENCES: [(&str, Then); 7] = [
    ("at that moment or later", Then::Later),
    ("at that moment", Then::AtOnce),
    ("there must be a next moment and in it", Then::Next),
    ("in the next moment if there is one", Then::WeakNext),
    ("from that moment on", Then::FromNow),
    ("from the next moment on", Then::FromNext),
    ("there must be a next moment and from it on", Then::FromNextStrong),
];
pub(super) const NEVER: &str = "it must never be that";
pub(super) const ALWAYS: &str = "it must always be that";
pub(super) const SOMETIME: [&str; 2] = ["at some time", "in the end"];
/// The form into which other words for the end of the mission are put; paraphrases do not use it.
const NOT_IN_THE_END: &str = "it must not in the end be that";
const AT_SOME_TIME: &str = "it must at some time be that";
pub(super) const OFTEN: [&str; 2] = ["it must happen at most", "it must happen at least"];
pub(super) const AT_FIRST: &str = "in the first moment";
pub(super) const STRONG: &str = "and that must happen";

impl Reader<'_> {
    /// Reads the forms that only paraphrases use.
    pub fn canonical(&mut self) -> Patterns {
        let start = self.position();
        let is_of_all = |at: usize| self.word(at).is_some_and(|word| WIDE.contains(&word));
        // With "all" this could mean not all or none, at one moment or each at its own: paraphrases avoid it.
        if (start..self.length()).any(is_of_all) && self.take_any(&[NEVER, NOT_IN_THE_END, AT_SOME_TIME, SOMETIME[0]]) {
            return self.misfit();
        }
        let pattern = if self.take(NEVER) {
            let never = self.present_condition()?.negated();
            if self.take("before") { self.released(never)? } else { Pattern::Always(never) }
        } else if self.take(AT_FIRST) {
            self.take(",");
            Pattern::AtFirst(self.condition()?)
        } else if self.take_any(&[ALWAYS, "at all times", "always"]) {
            let holds = self.lasting()?;
            if self.take("until") { self.released(holds)? } else { Pattern::Always(holds) }
        } else if self.take_any(&["whenever", "once"]) {
            let ceased = self.attempt(Self::ceases);
            let trigger = if ceased.is_some() { None } else { Some(self.condition()?) };
            self.take(",");
            let Some((_, then)) = CONSEQUENCES.iter().find(|(words, _)| self.take(words)) else { return self.misfit() };
            self.take(",");
            let what = if self.take(NEVER) {
                self.condition()?.negated()
            } else {
                self.take_any(&["always", "it must be that"]);
                self.condition()?
            };
            match (ceased, trigger) {
                (Some(ceased), _) => Pattern::AfterCeased { ceased, then: *then, what },
                (None, Some(trigger)) => Pattern::After { trigger, then: *then, what },
                (None, None) => return self.misfit(),
            }
        } else if self.take(NOT_IN_THE_END) {
            Pattern::InTheEnd(self.present_condition()?.negated())
        } else if self.take(AT_SOME_TIME) {
            Pattern::Sometime(self.condition()?)
        } else if let Some(form) = SOMETIME.iter().position(|words| self.take(words)) {
            let said = if form == 0 { self.condition()? } else { self.present_condition()? };
            if form == 0 { Pattern::Sometime(said) } else { Pattern::InTheEnd(said) }
        } else if let Some(form) = OFTEN.iter().position(|words| self.take(words)) {
            let Some(times) = self.take_number() else { return self.misfit() };
            self.expect(&["times that", "time that"])?;
            if let Some(begun) = self.attempt(Self::begins) {
                if form == 0 { Pattern::BegunAtMost(times, begun) } else { Pattern::BegunAtLeast(times, begun) }
            } else {
                let counted = self.condition()?;
                if form == 0 { Pattern::AtMost(times, counted) } else { Pattern::AtLeast(times, counted) }
            }
        } else {
            return Err(Misfit);
        };
        if self.is_at_end() { Ok(vec![pattern]) } else { self.misfit() }
    }

    /// Reads clauses joined by "and" or by "or", each with its own negation.
    pub fn condition(&mut self) -> Result<Condition, Misfit> {
        let mut clause = self.subordinate()?;
        if clause.said == Some(Said::No) && clause.whos == [Who::Each] {
            // "No robot is there" denies that some robot is there.
            clause.condition.literals.iter_mut().for_each(|literal| literal.atom.who = Some(Who::Some));
        }
        let mut plain = vec![Mark::Not, Mark::NoOne, Mark::Perfect, Mark::AtOnce];
        if clause.is_list {
            plain.push(Mark::Both);
        }
        if clause.manner.unused(&plain).is_some() || clause.deed == Deed::Fall {
            return self.misfit();
        }
        if self.is_put(&clause) && !clause.manner.has(Mark::Begin) {
            return self
                .unclear(&clause, "say \"is on\" for \"is put\": what lies there from the start was not put there");
        }
        // "The knives are on the table": all of them, or any? Past actions may be at different times.
        let is_said = |at: usize| matches!(self.word(at), Some("and" | "both" | "all" | "every" | "each"));
        let is_both = clause.condition.is_all && clause.condition.literals.len() > 1 && !clause.is_negative();
        if is_both && (!clause.span.clone().any(is_said) || clause.manner.is_past()) {
            return self.unclear(&clause, "say \"any of\" or \"all of\", and what is so at one moment");
        }
        Ok(clause.folded())
    }

    /// Reads a condition that is a state: nobody can always go somewhere, or put something down at all times.
    fn lasting(&mut self) -> Result<Condition, Misfit> {
        let start = self.position();
        let is_state = self.attempt(|reader| reader.subordinate().map(|clause| clause.deed == Deed::State));
        if is_state == Some(false) {
            return self.misfit();
        }
        self.back_to(start);
        self.present_condition()
    }

    /// Reads a condition about the present, not about the past.
    fn present_condition(&mut self) -> Result<Condition, Misfit> {
        let start = self.position();
        let condition = self.condition()?;
        let is_past = |at: usize| matches!(self.word(at), Some("been" | "visited" | "had"));
        if (start..self.position()).any(is_past) { self.misfit() } else { Ok(condition) }
    }

    /// Reads "robot 1 ceases to hold knife 2".
    pub fn ceases(&mut self) -> Result<Atom, Misfit> {
        let clause = self.clause()?;
        match (clause.deed, clause.condition.literals.as_slice()) {
            (Deed::Fall, [Literal { atom, .. }]) if clause.manner.unused(&[]).is_none() => Ok(atom.clone()),
            _ => self.misfit(),
        }
    }

    /// Reads "apple 1 begins to be in the sink or knife 1 begins to be in the sink".
    pub fn begins(&mut self) -> Result<Condition, Misfit> {
        let mut begun = self.beginning()?;
        while let Some(more) = self.attempt(|reader| {
            reader.expect(&["or"])?;
            reader.beginning()
        }) {
            let Some(joined) = begun.joined(more, false) else { return self.misfit() };
            begun = joined;
        }
        Ok(begun)
    }

    fn beginning(&mut self) -> Result<Condition, Misfit> {
        let clause = self.clause()?;
        let is_begun = clause.deed == Deed::Rise && clause.condition.literals.len() == 1;
        if is_begun && clause.manner.unused(&[Mark::Begin]).is_none() { Ok(clause.condition) } else { self.misfit() }
    }

    /// Reads what ends a wait, and whether the sentence says that it must happen.
    pub fn released(&mut self, holds: Condition) -> Result<Pattern, Misfit> {
        if let Some(ceased) = self.attempt(Self::ceases) {
            let is_strong = self.attempt(|reader| {
                reader.take(",");
                reader.expect(&[STRONG])
            });
            return Ok(Pattern::UntilCeased { holds, ceased, is_strong: is_strong.is_some() });
        }
        let release = self.condition()?;
        let is_strong = self.attempt(|reader| reader.obliged(&release)).is_some();
        Ok(Pattern::Until { holds, release, is_strong })
    }

    /// Reads "and that must happen", or the same clause again as a duty.
    pub fn obliged(&mut self, release: &Condition) -> Result<(), Misfit> {
        self.take(",");
        if self.take_any(&[STRONG, "and that has to happen", "and it must happen"]) {
            return Ok(());
        }
        self.expect(&["and"])?;
        let again = self.clause()?;
        let is_plain = again.manner.unused(&[Mark::Must, Mark::HaveTo]).is_none();
        let is_same = again.condition == *release && again.manner.is_duty() && is_plain;
        if is_same { Ok(()) } else { self.misfit() }
    }
}
