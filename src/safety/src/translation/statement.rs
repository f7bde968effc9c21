//! Statements: clauses joined by "before", "whenever", "only if" and the like, and the patterns they make.

use super::{
    Sense,
    clause::{Clause, NONE_OR_NOT_ALL},
    condition::Who,
    manner::{Count, Mark},
    pattern::Pattern,
    reader::{Misfit, Patterns, Reader},
    robots::{Said, WIDE},
    timing::EXACTLY,
    tokens::number,
};

const LEADS: [&str; 11] = [
    "please",
    "make sure that",
    "make sure",
    "ensure that",
    "ensure",
    "see to it that",
    "take care that",
    "remember that",
    "always remember that",
    "and",
    "for each robot",
];
/// Words that begin a clause on which another depends.
const TRIGGERS: [&str; 13] = [
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
    "if",
];
/// Words that begin an exception, after the statement that it limits.
const EXCEPTIONS: [&str; 4] = ["except when", "except while", "except if", "except after"];
/// Words that begin a clause without which, or until which, something is forbidden.
const FRONTED: [&str; 9] = [
    "without first",
    "without",
    "before",
    "until",
    "unless",
    EXCEPTIONS[0],
    EXCEPTIONS[1],
    EXCEPTIONS[2],
    EXCEPTIONS[3],
];

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

    fn natural(&mut self) -> Patterns {
        let start = self.position();
        let is_denied =
            self.take_any(&["never", "at no time", "under no circumstances", "in no case", "on no account"]);
        let asked = self.position();
        self.back_to(start);
        let is_of_all = |at: usize| self.word(at).is_some_and(|word| WIDE.contains(&word));
        let is_asked = matches!(self.word(asked), Some("may" | "must" | "should" | "can" | "shall" | "is" | "are"));
        if is_denied && is_asked && is_of_all(asked + 1) {
            self.back_to(asked + 2);
            return self.ambiguous(start, "say \"no robot\", or \"not all robots at the same time\"");
        }
        self.address();
        let is_only = |at: usize| self.word(at) == Some("only") && self.word(at + 1).and_then(number).is_some();
        let is_duty = |at: usize| matches!(self.word(at), Some("must" | "should" | "shall" | "has" | "have"));
        if let Some(only) =
            (start..self.length()).find(|at| is_only(*at)).filter(|_| (start..self.length()).any(is_duty))
        {
            self.back_to(only + 2);
            return self.ambiguous(only, "say \"at most\" or \"exactly\"");
        }
        if let Some(crowd) = self.attempt(Self::crowd) {
            return Ok(crowd);
        }
        if let Some(load) = self.attempt(Self::load) {
            return Ok(load);
        }
        if let Some(shared) = self.attempt(Self::sharing).or_else(|| self.attempt(Self::mixture)) {
            return Ok(shared);
        }
        if let Some(patterns) = self.attempt(Self::of_such_robots) {
            return Ok(patterns);
        }
        if let Some(word) = TRIGGERS.iter().find(|word| self.take(word)) {
            let mut trigger = self.subordinate()?;
            self.take(",");
            self.take("then");
            let main = self.main()?;
            self.tie(&mut trigger, &main, false)?;
            if let Some(patterns) = self.timed(word, &main, &trigger) {
                return patterns;
            }
            return self.follow(word, &trigger, &main, true);
        }
        if let Some(word) = FRONTED.iter().find(|word| self.take(word)) {
            let mut release = self.subordinate()?;
            self.take(",");
            let main = self.main()?;
            self.tie(&mut release, &main, true)?;
            self.can_be_without(word, &main, &release)?;
            return self.released_by(word, &main, &release);
        }
        let mut main = self.main()?;
        let comma = self.position();
        self.take(",");
        if self.take_any(&["will lock it", "locks it"]) {
            self.take_any(&["for future visits", "for ever", "forever"]);
            let Some(Count::Exactly(times) | Count::Bare(times)) = main.manner.count() else { return self.misfit() };
            return Ok(vec![Pattern::AtMost(times, main.condition)]);
        }
        if self.take_any(&["means that", "means", "implies that", "implies", "requires that"]) {
            let mut trigger = main;
            let then = self.main()?;
            self.tie(&mut trigger, &then, false)?;
            return self.follow("if", &trigger, &then, true);
        }
        if self.take_any(&["but then", "but afterwards", "but after that", "and then", "then"]) {
            if !main.manner.has(Mark::May) || main.is_negative() || main.manner.has(Mark::Only) {
                return self.unclear(&main, "say \"whenever\", or write a constraint for each of them");
            }
            let mut then = self.main()?;
            if then.manner.when().is_none() {
                then.manner.add(Mark::Later, comma, comma);
            }
            let mut trigger = main;
            trigger.manner.remove(Mark::May);
            self.tie(&mut trigger, &then, false)?;
            return self.follow("if", &trigger, &then, true);
        }
        for word in ["without first", "without", "before", "until", "unless"] {
            if self.take(word) {
                let mut release = self.subordinate()?;
                self.bind(&mut main, &release);
                self.tie(&mut release, &main, true)?;
                let main = self.bound(main)?;
                self.can_be_without(word, &main, &release)?;
                return self.released_by(word, &main, &release);
            }
        }
        if let Some(word) = EXCEPTIONS.iter().find(|word| self.take(word)) {
            let mut release = self.subordinate()?;
            self.bind(&mut main, &release);
            self.tie(&mut release, &main, true)?;
            let main = self.bound(main)?;
            return self.released_by(word, &main, &release);
        }
        if self.take_any(&EXACTLY) {
            let mut other = self.subordinate()?;
            self.tie(&mut other, &main, true)?;
            let main = self.bound(main)?;
            return self.exactly_when(&main, &other);
        }
        let is_only = main.manner.has(Mark::Only) && main.said != Some(Said::Only);
        let late = self.position();
        let is_only = is_only || (!main.is_negative() && self.take("only"));
        if let Some(word) = TRIGGERS.iter().find(|word| self.take(word)) {
            let mut trigger = self.subordinate()?;
            self.bind(&mut main, &trigger);
            self.tie(&mut trigger, &main, is_only)?;
            let mut main = self.bound(main)?;
            if !is_only && let Some(patterns) = self.timed(word, &main, &trigger) {
                return patterns;
            }
            if !is_only {
                return self.follow(word, &trigger, &main, false);
            }
            if !main.manner.has(Mark::Only) {
                main.manner.add(Mark::Only, late, late + 1);
            }
            return self.precede(word, &main, &trigger);
        }
        self.back_to(comma);
        let mut patterns = self.alone(&main)?;
        while !self.is_at_end() {
            patterns.extend(self.further()?);
        }
        Ok(patterns)
    }

    /// Refuses "without" where it does not say when something must not be. In a duty it would say that both must be;
    /// and the world state does not tell who opens something.
    fn can_be_without(&mut self, word: &str, main: &Clause, release: &Clause) -> Result<(), Misfit> {
        if !word.starts_with("without") {
            return Ok(());
        }
        if !main.is_negative() && !main.manner.has(Mark::Only) {
            return self.unclear(main, "write a constraint for each of them");
        }
        let is_anybody = release.condition.literals.iter().any(|literal| literal.atom.who == Some(Who::Each));
        if main.sense == Sense::Opening && is_anybody {
            return self.unclear(main, "name the robot that must be there");
        }
        Ok(())
    }

    /// Reads "and must never ...": another clause with its own "must" or "not".
    fn further(&mut self) -> Patterns {
        self.take(",");
        self.expect(&["and", "but"])?;
        let main = self.main()?;
        if !main.manner.is_modal() && !main.is_negative() {
            return self.unclear(&main, "write a constraint for each of them");
        }
        if main.manner.place(Mark::Later).is_some_and(|place| !matches!(self.word(place), Some("at" | "eventually"))) {
            return self.unclear(&main, "say after what: \"whenever ..., ... must later ...\"");
        }
        self.alone(&main)
    }

    /// Reads the addressee: "Robot 2, stay away from the sink", "Stay away from the sink, robot 2".
    fn address(&mut self) {
        let is_robot = |word: &str| matches!(word, "robot" | "robots");
        let named = (0..self.length()).filter(|&at| self.word(at).is_some_and(is_robot)).count();
        let start = self.position();
        if let Some((robot, length)) = self.robot()
            && self.peek(length) == Some(",")
            && named <= 1
            && !self.peek(length + 1).is_some_and(is_robot)
        {
            self.skip(length + 1);
            (self.addressee, self.robots) = (Some(Who::One(robot)), vec![robot]);
            return;
        }
        for words in 1..=3 {
            let Some(from) = self.length().checked_sub(words).filter(|from| *from > start) else { return };
            self.back_to(from);
            let found = self.robot().filter(|(_, length)| *length == words);
            self.back_to(start);
            if let Some((robot, _)) = found
                && self.word(from - 1) == Some(",")
                && named <= 1
            {
                self.shorten(words + 1);
                (self.addressee, self.robots) = (Some(Who::One(robot)), vec![robot]);
                return;
            }
        }
    }

    /// The patterns of "a robot that holds a knife must ...": it must whenever it holds one.
    fn of_such_robots(&mut self) -> Patterns {
        let start = self.position();
        let subject = self.subject()?;
        let is_one = matches!(self.word(start), Some("some" | "somebody" | "someone" | "one" | "at"));
        if is_one || (subject.whos != [Who::Each] && subject.whos != [Who::Some]) {
            return Err(Misfit);
        }
        let is_relative = self.take_any(&["that", "which", "who"]);
        if !is_relative && !matches!(self.peek(0), Some("holding" | "carrying")) {
            return Err(Misfit);
        }
        let trigger = self.clause()?;
        self.sole(&trigger)?;
        let is_past = trigger.manner.is_past();
        let is_plain = (trigger.is_state() || is_past) && trigger.said.is_none();
        self.take(",");
        let mut main = self.main()?;
        let is_unsaid =
            main.said.is_none() && main.condition.literals.iter().all(|one| one.atom.who == Some(Who::Each));
        if !is_plain || !is_unsaid || !main.manner.is_modal() {
            return Err(Misfit);
        }
        if subject.said == Said::No {
            main.manner.add(Mark::NoOne, start, start + 1);
            if let Some(mend) = main.manner.torn() {
                return self.unclear(&main, mend);
            }
        }
        let whole = Clause { said: Some(subject.said), span: start..main.span.end, ..main.clone() };
        if matches!(subject.said, Said::All | Said::Each) && self.is_denied_of_all(&whole) {
            return self.unclear(&whole, NONE_OR_NOT_ALL);
        }
        // A robot that has done something is bound from then on.
        let word = if is_past { "if" } else { "while" };
        let patterns = self.follow(word, &trigger, &main, true)?;
        if self.is_at_end() { Ok(patterns) } else { Err(Misfit) }
    }
}
