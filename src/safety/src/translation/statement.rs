//! Statements: clauses joined by "before", "whenever", "only if" and the like, and the patterns they make.

use super::{
    clause::Clause,
    manner::{Count, When},
    pattern::{Condition, Pattern, Then},
    reader::{Misfit, Reader},
};

const LEADS: [&str; 9] = [
    "please",
    "make sure that",
    "make sure",
    "remember that",
    "always remember that",
    "and",
    "but",
    "also",
    "for each robot",
];
/// Words that begin a clause on which another depends.
const TRIGGERS: [&str; 14] = [
    "right after",
    "immediately after",
    "as soon as",
    "every time that",
    "every time",
    "each time",
    "whenever",
    "when",
    "while",
    "as long as",
    "once",
    "after",
    "in case",
    "if",
];
/// How a paraphrase says what follows a trigger.
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
pub(super) const OFTEN: [&str; 2] = ["it must happen at most", "it must happen at least"];
pub(super) const AT_FIRST: &str = "in the first moment";
pub(super) const STRONG: &str = "and that must happen";

/// What one clause says of the other.
pub(super) type Patterns = Result<Vec<Pattern>, Misfit>;

impl Reader<'_> {
    /// Reads a statement to its end.
    pub fn statement(&mut self) -> Patterns {
        while self.take_any(&LEADS) {
            self.take(",");
        }
        let read = match self.attempt(Self::canonical) {
            Some(read) => read,
            None => self.natural()?,
        };
        if self.is_at_end() { Ok(read) } else { self.misfit() }
    }

    /// What paraphrases say and no other form reads.
    fn canonical(&mut self) -> Patterns {
        let pattern = if self.take(NEVER) {
            let never = self.condition()?.negated();
            if self.take("before") { self.released(never)? } else { Pattern::Always(never) }
        } else if self.take(AT_FIRST) {
            self.take(",");
            Pattern::AtFirst(self.condition()?)
        } else if self.take_any(&[ALWAYS, "at all times", "always"]) {
            let holds = self.condition()?;
            if self.take("until") { self.released(holds)? } else { Pattern::Always(holds) }
        } else if self.take_any(&["whenever", "once"]) {
            let trigger = self.condition()?;
            self.take(",");
            let Some((_, then)) = CONSEQUENCES.iter().find(|(words, _)| self.take(words)) else { return self.misfit() };
            self.take(",");
            let what = if self.take(NEVER) {
                self.condition()?.negated()
            } else {
                self.take_any(&["always", "it must be that"]);
                self.condition()?
            };
            Pattern::After { trigger, then: *then, what }
        } else if let Some(form) = SOMETIME.iter().position(|words| self.take(words)) {
            let said = self.subordinate()?;
            if said.is_list || said.manner.is_more_than_a_condition() {
                return Err(Misfit);
            }
            let said = if said.manner.is_negative { said.condition.negated() } else { said.condition };
            if form == 0 { Pattern::Sometime(said) } else { Pattern::InTheEnd(said) }
        } else if let Some(form) = OFTEN.iter().position(|words| self.take(words)) {
            let Some(times) = self.take_number() else { return self.misfit() };
            self.expect(&["times that", "time that"])?;
            let counted = self.condition()?;
            if form == 0 { Pattern::AtMost(times, counted) } else { Pattern::AtLeast(times, counted) }
        } else {
            return Err(Misfit);
        };
        if self.is_at_end() { Ok(vec![pattern]) } else { self.misfit() }
    }

    fn natural(&mut self) -> Patterns {
        if let Some(word) = TRIGGERS.iter().find(|word| self.take(word)) {
            let trigger = self.subordinate()?;
            self.take(",");
            self.take("then");
            let main = self.main()?;
            return self.follow(word, &trigger, &main, true);
        }
        if let Some(word) = ["before", "until", "unless"].iter().find(|word| self.take(word)) {
            let release = self.subordinate()?;
            self.take(",");
            let main = self.main()?;
            return self.precede(word, &main, &release);
        }
        let main = self.main()?;
        let comma = self.position();
        self.take(",");
        if self.take_any(&["will lock it", "locks it"]) {
            self.take_any(&["for future visits", "for ever", "forever"]);
            let Some(Count::Exactly(times)) = main.manner.count else { return self.misfit() };
            return Ok(vec![Pattern::AtMost(times, main.condition)]);
        }
        if self.take_any(&["means that", "means", "implies that", "implies", "requires that"]) {
            let then = self.main()?;
            return self.follow("if", &main, &then, true);
        }
        if self.take_any(&["but then", "but afterwards", "but after that", "and then", "then"]) {
            if !main.manner.is_permission || main.manner.is_negative {
                return self.unclear(&main, "say \"whenever\", or write a constraint for each of them");
            }
            let mut then = self.main()?;
            then.manner.when = then.manner.when.or(Some(When::Later));
            return self.follow("if", &main, &then, true);
        }
        for word in ["without first", "without", "before", "until", "unless"] {
            if self.take(word) {
                let release = self.subordinate()?;
                return self.precede(word, &main, &release);
            }
        }
        let is_only = main.manner.is_only || self.take("only") || self.take("except");
        if let Some(word) = TRIGGERS.iter().find(|word| self.take(word)) {
            let trigger = self.subordinate()?;
            return if is_only {
                self.precede(word, &main, &trigger)
            } else {
                self.follow(word, &trigger, &main, false)
            };
        }
        self.back_to(comma);
        self.alone(&main)
    }

    /// Clauses joined by "and" or by "or", each as it is negated.
    fn condition(&mut self) -> Result<Condition, Misfit> {
        let clause = self.subordinate()?;
        if clause.manner.is_more_than_a_condition() {
            return self.misfit();
        }
        Ok(if clause.manner.is_negative { clause.condition.negated() } else { clause.condition })
    }

    /// A clause on which another depends, or several of them.
    fn subordinate(&mut self) -> Result<Clause, Misfit> {
        let mut first = self.clause()?;
        self.sole(&first)?;
        loop {
            let is_negative = first.manner.is_negative;
            let more = self.attempt(|reader| {
                reader.take(",");
                let is_all = reader.take("and");
                if !is_all && !reader.take("or") {
                    return Err(Misfit);
                }
                reader.take("at the same time");
                let clause = reader.clause()?;
                reader.sole(&clause)?;
                if clause.manner.is_duty {
                    return Err(Misfit);
                }
                let fold = |condition: &Condition, is_negative| {
                    if is_negative { condition.negated() } else { condition.clone() }
                };
                let (one, other) =
                    (fold(&first.condition, is_negative), fold(&clause.condition, clause.manner.is_negative));
                match one.joined(other, is_all) {
                    Some(joined) => Ok((joined, clause)),
                    None => reader.unclear(&clause, "join clauses by \"or\" or by \"and\", not by both"),
                }
            });
            let Some((joined, clause)) = more else { return Ok(first) };
            first.condition = joined;
            first.manner.is_negative = false;
            first.manner.is_perfect &= clause.manner.is_perfect;
            first.manner.when = first.manner.when.or(clause.manner.when);
            first.is_state &= clause.is_state;
            first.is_list |= clause.is_list;
        }
    }

    /// What a clause may not say where another depends on it.
    pub fn sole(&mut self, clause: &Clause) -> Result<(), Misfit> {
        self.told(clause)?;
        if clause.is_about_all && self.lexicon.team_size() > 1 {
            return self.unclear(clause, "say \"each robot\", \"some robot\", or name the robots");
        }
        if clause.manner.is_only {
            return self.unclear(clause, "say \"only\" of what depends on it");
        }
        if clause.is_list && clause.manner.is_negative {
            return self.unclear(clause, "write a clause for each of them");
        }
        Ok(())
    }

    /// The clause has more than one meaning.
    pub fn unclear<T>(&mut self, clause: &Clause, mend: &str) -> Result<T, Misfit> {
        let end = self.position();
        self.back_to(clause.span.end);
        let refused = self.ambiguous(clause.span.start, mend);
        self.back_to(end);
        refused
    }

    /// Refuses what the world state does not tell.
    pub fn told(&mut self, clause: &Clause) -> Result<(), Misfit> {
        if clause.actor.is_none() {
            return Ok(());
        }
        let (subject, state) = self.lexicon.clause(&clause.condition.literals[0]);
        let mend = format!("leave out the robot, or say \"{subject} {state}\"");
        self.unobservable(clause.span.start, "which robot did it".to_owned(), mend)
    }

    /// What is to be or not to be: "never be at the sink or hold a knife" forbids both.
    fn main(&mut self) -> Result<Clause, Misfit> {
        let mut first = self.clause()?;
        while first.manner.is_negative {
            let more = self.attempt(|reader| {
                let start = reader.position();
                reader.take(",");
                let is_all = reader.take("and");
                if !is_all {
                    reader.expect(&["or", "nor"])?;
                }
                let clause = reader.clause()?;
                if is_all || clause.manner.is_negative || clause.actor.is_some() || first.actor.is_some() {
                    return reader.ambiguous(start, "write a constraint for each of them");
                }
                match first.condition.clone().joined(clause.condition.clone(), false) {
                    Some(joined) => Ok(joined),
                    None => reader.ambiguous(start, "write a constraint for each of them"),
                }
            });
            let Some(joined) = more else { break };
            first.condition = joined;
        }
        Ok(first)
    }

    /// Adds that what ends a wait must happen, where that is said.
    fn released(&mut self, holds: Condition) -> Result<Pattern, Misfit> {
        let release = self.condition()?;
        let is_strong = self.attempt(|reader| reader.obliged(&release)).is_some();
        Ok(Pattern::Until { holds, release, is_strong })
    }

    /// "and that must happen", or the same clause again as a duty
    pub fn obliged(&mut self, release: &Condition) -> Result<(), Misfit> {
        self.take(",");
        if self.take_any(&[STRONG, "and that has to happen", "and it must happen"]) {
            return Ok(());
        }
        self.expect(&["and"])?;
        let again = self.clause()?;
        let is_same = again.condition == *release && again.manner.is_duty && !again.manner.is_negative;
        if is_same { Ok(()) } else { self.misfit() }
    }
}
