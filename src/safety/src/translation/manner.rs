//! Words around a verb that say whether, when and how often.

use super::{
    reader::{Misfit, Reader},
    verbs::{VERBS, base},
};

/// When something is to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// "eventually", "later", "after that"
    Later,
    /// "immediately", "right after that"
    Next,
    /// "at that moment"
    AtOnce,
    /// "in the end"
    InTheEnd,
}

/// How often something may happen or has to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    AtMost(usize),
    AtLeast(usize),
    MoreThan(usize),
    Exactly(usize),
}

/// All that is said around a verb.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Manner {
    pub is_negative: bool,
    pub is_perfect: bool,
    /// "can", "may"
    pub is_permission: bool,
    /// "must", "have to"
    pub is_duty: bool,
    pub is_only: bool,
    /// "always", "stay", "keep"
    pub is_lasting: bool,
    /// "again", "from then on"
    pub is_again: bool,
    pub is_both: bool,
    /// Whether it says two things at once: "never not", "immediately and later".
    pub is_torn: bool,
    pub when: Option<When>,
    pub count: Option<Count>,
}

impl Manner {
    /// Whether a condition cannot be told of one moment, for all that is said around its verb.
    pub fn is_more_than_a_condition(&self) -> bool {
        self.is_only || self.is_again || self.when.is_some() || self.count.is_some()
    }

    pub fn negate(&mut self) {
        self.is_torn |= self.is_negative;
        self.is_negative = true;
    }

    fn happens(&mut self, when: When) {
        self.is_torn |= self.when.replace(when).is_some_and(|earlier| earlier != when);
    }
}

const LATER: [&str; 19] = [
    "at some point in the future",
    "at some point later",
    "at some point",
    "at some time in the future",
    "at some time",
    "some time later",
    "sometime",
    "later on",
    "later",
    "in the future",
    "eventually",
    "afterwards",
    "afterward",
    "after that",
    "after this",
    "thereafter",
    "then or later",
    "at that moment or later",
    "ever after",
];
const NEXT: [&str; 15] = [
    "right after that",
    "right afterwards",
    "immediately after that",
    "immediately afterwards",
    "immediately",
    "directly after that",
    "directly",
    "right away",
    "straight away",
    "at once",
    "without delay",
    "in the next moment",
    "in the next step",
    "as the next step",
    "next",
];
const AT_ONCE: [&str; 5] =
    ["at that moment", "at the same time", "at the same moment", "at that time", "simultaneously"];
const IN_THE_END: [&str; 4] = ["in the end", "at the end of the mission", "at the end", "finally"];
const AGAIN: [&str; 9] = [
    "ever again",
    "again",
    "any more",
    "anymore",
    "any longer",
    "from then on",
    "from that moment on",
    "for future visits",
    "in future",
];
const NOTHING: [&str; 10] = ["ever", "at all", "also", "first", "please", "just", "too", "then", "back", "even"];

impl Reader<'_> {
    /// Reads what stands before a verb.
    pub fn before_verb(&mut self, manner: &mut Manner) -> Result<(), Misfit> {
        loop {
            let start = self.position();
            if self.take_any(&["have to", "has to", "need to", "needs to", "ought to"]) {
                if manner.is_negative {
                    return self
                        .ambiguous(start, "say \"must never\" to forbid it; what need not be needs no constraint");
                }
                manner.is_duty = true;
            } else if self.take_any(&[
                "must",
                "should",
                "shall",
                "will",
                "would",
                "make sure to",
                "be sure to",
                "remember to",
            ]) {
                manner.is_duty = true;
            } else if self.take_any(&["can", "could", "may", "might"]) {
                manner.is_permission = true;
            } else if matches!(self.peek(0), Some("avoid" | "avoids" | "refrain")) {
                let words = if self.peek(0) == Some("refrain") { 2 } else { 1 };
                if self.peek(words).is_none_or(|word| !word.ends_with("ing")) {
                    return Ok(());
                }
                self.skip(words);
                manner.negate();
            } else if !self.allowance(manner)
                && !self.perfect(manner)
                && !self.errand()
                && !self.negation(manner)
                && !self.adverb(manner)
                && !self.take_any(&["do", "does", "did", "to"])
            {
                return Ok(());
            }
        }
    }

    /// Reads what stands after a clause.
    pub fn after_clause(&mut self, manner: &mut Manner) {
        while self.adverb(manner) {}
    }

    /// "are never allowed to"
    fn allowance(&mut self, manner: &mut Manner) -> bool {
        let mut ahead = usize::from(self.peek(0).is_some_and(|word| base(word) == "be"));
        let mut is_negative = false;
        while let Some(word @ ("not" | "never" | "ever" | "only")) = self.peek(ahead) {
            is_negative |= matches!(word, "not" | "never");
            manner.is_only |= word == "only" && matches!(self.peek(ahead + 1), Some("allowed" | "permitted"));
            ahead += 1;
        }
        match (self.peek(ahead), self.peek(ahead + 1)) {
            (Some("allowed" | "permitted"), Some("to")) => {
                if is_negative {
                    manner.negate();
                }
                manner.is_permission = true;
            }
            (Some("forbidden"), Some("to")) if !is_negative => manner.negate(),
            (Some("required" | "supposed" | "obliged"), Some("to")) if !is_negative => manner.is_duty = true,
            _ => return false,
        }
        self.skip(ahead + 2);
        true
    }

    /// "have" before a participle
    fn perfect(&mut self, manner: &mut Manner) -> bool {
        let is_have = self.peek(0).is_some_and(|word| base(word) == "have");
        if is_have {
            self.skip(1);
            manner.is_perfect = true;
        }
        is_have
    }

    /// "go to" before another verb: "go to put the apple in the fridge"
    fn errand(&mut self) -> bool {
        let is_verb = |word: &str| VERBS.iter().any(|verb| verb.words.split(' ').next() == Some(word));
        let is_errand = self.peek(0).is_some_and(|word| base(word) == "go")
            && matches!(self.peek(1), Some("to" | "and"))
            && self.peek(2).is_some_and(is_verb);
        if is_errand {
            self.skip(2);
        }
        is_errand
    }

    /// "never", "not"
    pub fn negation(&mut self, manner: &mut Manner) -> bool {
        if self.take("no longer") {
            manner.is_again = true;
        } else if !self.take_any(&["never ever", "never", "not"]) {
            return false;
        }
        manner.negate();
        true
    }

    /// Reads an adverb, if one comes next.
    pub fn adverb(&mut self, manner: &mut Manner) -> bool {
        if let Some(count) = self.attempt(Self::count) {
            manner.is_torn |= manner.count.replace(count).is_some();
        } else if self.take_any(&["always", "at all times", "all the time"]) {
            manner.is_lasting = true;
        } else if self.take("only") {
            manner.is_only = true;
        } else if self.take_any(&NEXT) || self.attempt(Self::right_after).is_some() {
            manner.happens(When::Next);
        } else if self.take_any(&LATER) {
            manner.happens(When::Later);
        } else if self.take_any(&AGAIN) {
            manner.is_again = true;
        } else if self.take_any(&AT_ONCE) {
            manner.happens(When::AtOnce);
        } else if self.take_any(&IN_THE_END) {
            manner.happens(When::InTheEnd);
        } else {
            return self.take_any(&NOTHING);
        }
        true
    }

    /// "right after", where nothing follows that it is after
    fn right_after(&mut self) -> Result<(), Misfit> {
        self.expect(&["right after", "immediately after"])?;
        if self.peek(0).is_none_or(|next| next == ",") { Ok(()) } else { Err(Misfit) }
    }

    /// "at most twice", "more than three times", "once"
    fn count(&mut self) -> Result<Count, Misfit> {
        let most = ["at most", "no more than", "up to", "not more than", "a maximum of"];
        if self.take_any(&most) {
            return Ok(Count::AtMost(self.times()?));
        }
        if self.take("at least") {
            return Ok(Count::AtLeast(self.times()?));
        }
        if self.take("more than") {
            return Ok(Count::MoreThan(self.times()?));
        }
        self.take("exactly");
        let start = self.position();
        if let Some(number) = self.take_number()
            && self.take_any(&["or more times", "times or more", "or more than"])
        {
            if self.peek(0).and_then(super::tokens::number) == Some(number) {
                self.skip(1);
            }
            self.take_any(&["times", "time"]);
            return Ok(Count::AtLeast(number));
        }
        self.back_to(start);
        let is_trigger = self.peek(0) == Some("once") && self.peek(1).is_some_and(|next| next != ",");
        if is_trigger { self.misfit() } else { Ok(Count::Exactly(self.times()?)) }
    }

    fn times(&mut self) -> Result<usize, Misfit> {
        for (number, words) in (1..).zip(["once", "twice", "thrice"]) {
            if self.take(words) {
                return Ok(number);
            }
        }
        let Some(number) = self.take_number() else { return self.misfit() };
        self.expect(&["times", "time"])?;
        if number <= MOST_TIMES { Ok(number) } else { self.misfit() }
    }
}

/// The automaton of a count grows with it.
const MOST_TIMES: usize = 100;
