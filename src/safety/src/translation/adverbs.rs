//! Reads the words around a verb, and records which marks they leave.

use super::{
    manner::{
        Count, Expected, Manner,
        Mark::{
            self, Again, Always, Apiece, AtOnce, Avoid, Begin, Both, Cease, Ever, First, FromThenOn, HaveTo, InTheEnd,
            Later, May, Must, Never, Next, NoLonger, Not, Only, Past, Perfect,
        },
    },
    reader::{Misfit, Reader},
    verbs::{VERBS, base, form},
};

/// The automaton of a count grows with this number.
const MOST_TIMES: usize = 100;
const LATER: [&str; 21] = [
    "at some point in the future",
    "at some point later",
    "at some point",
    "at some time in the future",
    "at some time",
    "some time later",
    "some time",
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
    "sooner or later",
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
const AT_ONCE: [&str; 9] = [
    "at that moment",
    "at the same time",
    "at the same moment",
    "at that time",
    "simultaneously",
    "together",
    "at one time",
    "at any one time",
    "at a time",
];
const IN_THE_END: [&str; 7] = [
    "in the end",
    "at the end of the mission",
    "by the end of the mission",
    "when the mission ends",
    "at the very end",
    "at the end",
    "by the end",
];
const FROM_THEN_ON: [&str; 8] = [
    "any more",
    "anymore",
    "any longer",
    "from then on",
    "from that moment on",
    "from that point on",
    "for future visits",
    "in future",
];
const ALWAYS: [&str; 4] = ["always", "at all times", "all the time", "the whole time"];
const NEVER: [&str; 9] = [
    "never ever",
    "never",
    "at no time",
    "at no point",
    "under no circumstances",
    "in no case",
    "on no account",
    "by no means",
    "no way",
];
const MUST: [&str; 8] =
    ["must", "should", "shall", "will", "make sure to", "be sure to", "take care to", "remember to"];

impl Reader<'_> {
    /// Reads the words before a verb.
    pub fn before_verb(&mut self, manner: &mut Manner) -> Result<(), Misfit> {
        loop {
            let start = self.position();
            if matches!(self.peek(0), Some("need" | "needs")) && self.peek(1) == Some("not") {
                self.skip(2);
                return self.ambiguous(start, "what need not be needs no constraint: say \"must never\" to forbid it");
            }
            if self.take_any(&["have to", "has to", "need to", "needs to", "ought to"]) {
                self.mark(manner, HaveTo, start);
                manner.expects = Some(Expected::Base);
            } else if self.take_any(&MUST) {
                self.mark(manner, Must, start);
                manner.expects = Some(Expected::Base);
            } else if self.take_any(&["can", "may"]) {
                self.mark(manner, May, start);
                manner.expects = Some(Expected::Base);
            } else if self.take_any(&["do", "does"]) {
                manner.expects = Some(Expected::Base);
            } else if self.take("did") {
                self.mark(manner, Past, start);
                manner.expects = Some(Expected::Base);
            } else if matches!(self.peek(0), Some("avoid" | "avoids" | "avoiding" | "refrain" | "refrains" | "abstain"))
            {
                let words = if self.peek(1) == Some("from") { 2 } else { 1 };
                if self.peek(words).is_none_or(|word| !form(word).is_ing) {
                    return Ok(());
                }
                self.skip(words);
                self.mark(manner, Avoid, start);
                manner.expects = Some(Expected::Ing);
            } else if self.take_any(&["begin to", "begins to", "start to", "starts to"]) {
                self.mark(manner, Begin, start);
                manner.expects = Some(Expected::Base);
            } else if self.take_any(&["cease to", "ceases to"]) {
                self.mark(manner, Cease, start);
                manner.expects = Some(Expected::Base);
            } else if !self.allowance(manner)?
                && !self.perfect(manner)
                && !self.progressive(manner)
                && !self.errand()
                && !self.negation(manner)
                && !self.adverb(manner)
            {
                return Ok(());
            }
        }
    }

    fn mark(&self, manner: &mut Manner, mark: Mark, start: usize) {
        manner.add(mark, start, self.position());
    }

    /// Reads the words after a clause.
    pub fn after_clause(&mut self, manner: &mut Manner) {
        while self.adverb(manner) {}
        if manner.is_negative() && manner.has(Perfect) {
            self.take("yet");
        }
    }

    /// Reads "are never allowed to", "is forbidden from".
    fn allowance(&mut self, manner: &mut Manner) -> Result<bool, Misfit> {
        let start = self.position();
        let mut ahead = usize::from(self.peek(0).is_some_and(|word| base(word) == "be"));
        let is_past = matches!(self.peek(0), Some("was" | "were"));
        let mut negations = Vec::new();
        let mut only = None;
        while let Some(word @ ("not" | "never" | "only" | "strictly")) = self.peek(ahead) {
            match word {
                "not" => negations.push((Not, start + ahead)),
                "never" => negations.push((Never, start + ahead)),
                "only" => only = Some(start + ahead),
                _ => {}
            }
            ahead += 1;
        }
        let (mark, form) = match (self.peek(ahead), self.peek(ahead + 1)) {
            (Some("allowed" | "permitted"), Some("to")) => (May, Expected::Base),
            (Some("forbidden" | "prohibited" | "banned" | "barred"), Some("from")) => (Avoid, Expected::Ing),
            (Some("forbidden" | "prohibited"), Some("to")) => (Avoid, Expected::Base),
            (Some("supposed"), Some("to")) => (Must, Expected::Base),
            (Some("required" | "obliged"), Some("to")) => (HaveTo, Expected::Base),
            _ => return Ok(false),
        };
        self.skip(ahead + 2);
        if is_past {
            return self.ambiguous(start, "say what is allowed, not what was");
        }
        negations.into_iter().for_each(|(mark, at)| manner.add(mark, at, at + 1));
        if let Some(at) = only {
            manner.add(Only, at, at + 1);
        }
        self.mark(manner, mark, start + ahead);
        manner.expects = Some(form);
        Ok(true)
    }

    /// Reads "have" before a participle; "already" may stand between them.
    fn perfect(&mut self, manner: &mut Manner) -> bool {
        let start = self.position();
        if self.peek(0).is_none_or(|word| base(word) != "have") || self.peek(0) == Some("had") {
            return false;
        }
        let mut ahead = 1;
        while matches!(self.peek(ahead), Some("not" | "never" | "ever" | "already" | "first" | "just")) {
            ahead += 1;
        }
        let is_inverted = self.peek(ahead).is_none_or(|word| !form(word).is_participle);
        if is_inverted || (1..ahead).any(|ahead| self.peek(ahead) == Some("just")) {
            return false;
        }
        self.skip(1);
        self.mark(manner, Perfect, start);
        if self.take("already") {
            // It adds nothing to the tense.
        }
        manner.expects = Some(Expected::Participle);
        true
    }

    /// Reads "is" before "holding": it tells of the state itself, not of an action in progress.
    fn progressive(&mut self, manner: &mut Manner) -> bool {
        let is_be = self.peek(0).is_some_and(|word| base(word) == "be" && form(word).fits_now(manner.expects));
        let mut ahead = 1;
        while matches!(self.peek(ahead), Some("not" | "never")) {
            ahead += 1;
        }
        let is_state = |word: &str| {
            form(word).is_ing && matches!(base(word), "hold" | "carry" | "stand" | "stay" | "remain" | "avoid")
        };
        if !is_be || !self.peek(ahead).is_some_and(is_state) {
            return false;
        }
        let start = self.position();
        self.skip(1);
        if matches!(self.word(start), Some("was" | "were")) {
            self.mark(manner, Past, start);
        }
        manner.expects = Some(Expected::Ing);
        true
    }

    /// Reads "go to" before another verb: "go to put the apple in the fridge".
    fn errand(&mut self) -> bool {
        let is_verb = |word: &str| VERBS.iter().any(|verb| verb.words.split(' ').next() == Some(word));
        let is_errand = self.peek(0) == Some("go")
            && matches!(self.peek(1), Some("to" | "and"))
            && self.peek(2).is_some_and(is_verb);
        if is_errand {
            self.skip(2);
        }
        is_errand
    }

    /// Reads "never", "not".
    pub fn negation(&mut self, manner: &mut Manner) -> bool {
        let start = self.position();
        let mark = if self.take("no longer") {
            NoLonger
        } else if self.take_any(&NEVER) {
            Never
        } else if self.take("not") {
            Not
        } else {
            return false;
        };
        self.mark(manner, mark, start);
        true
    }

    /// Reads an adverb, if one comes next.
    pub fn adverb(&mut self, manner: &mut Manner) -> bool {
        let start = self.position();
        let mark = if let Some(count) = self.attempt(Self::count) {
            Mark::Count(count)
        } else if self.take_any(&ALWAYS) {
            Always
        } else if self.peek(0) == Some("only") && !self.is_only_of_robots() {
            self.skip(1);
            Only
        } else if self.peek(0) == Some("both") && !matches!(self.peek(1), Some("robots" | "of" | "the")) {
            self.skip(1);
            Both
        } else if self.take_any(&NEXT) || self.attempt(Self::right_after).is_some() {
            Next
        } else if self.take_any(&LATER) {
            Later
        } else if self.take_any(&["ever again", "again"]) {
            Again
        } else if self.take_any(&FROM_THEN_ON) {
            FromThenOn
        } else if self.take_any(&AT_ONCE) {
            AtOnce
        } else if self.take_any(&IN_THE_END) {
            InTheEnd
        } else if self.take("first") {
            First
        } else if self.take_any(&["ever", "at any time", "at any point", "at all"]) {
            Ever
        } else if self.peek(0) == Some("each") && !self.is_name_ahead(1) {
            self.skip(1);
            Apiece
        } else {
            return self.is_at_end_after_please();
        };
        self.mark(manner, mark, start);
        true
    }

    /// Whether "only" belongs to robots: "only robot 1", "only by robot 1".
    fn is_only_of_robots(&mut self) -> bool {
        let start = self.position();
        self.skip(1);
        let is_robot = matches!(self.peek(0), Some("by" | "robot" | "robots")) || self.robot().is_some();
        self.back_to(start);
        is_robot
    }

    /// Reads a "please" at the end, which means nothing.
    fn is_at_end_after_please(&mut self) -> bool {
        let is_last = self.peek(0) == Some("please") && self.peek(1).is_none();
        if is_last {
            self.skip(1);
        }
        is_last
    }

    /// Reads "right after" where nothing follows that it could refer to.
    fn right_after(&mut self) -> Result<(), Misfit> {
        self.expect(&["right after", "immediately after"])?;
        if self.peek(0).is_none_or(|next| next == ",") { Ok(()) } else { Err(Misfit) }
    }

    /// Reads "at most twice", "more than three times in total", "once".
    fn count(&mut self) -> Result<Count, Misfit> {
        let count = self.how_often()?;
        if self.take_any(&["in total", "altogether", "in all", "all told", "all in all"]) {
            // Each occurrence is counted anyway.
        }
        Ok(count)
    }

    /// Reads "a second time", "twice or more", "once and only once", "at most twice".
    fn how_often(&mut self) -> Result<Count, Misfit> {
        for (times, words) in (1..).zip(["a second time", "a third time", "a fourth time"]) {
            if self.take(words) {
                return Ok(Count::MoreThan(times));
            }
        }
        if self.take_any(&["once and only once", "once and once only", "only once and no more"]) {
            return Ok(Count::Exactly(1));
        }
        for (times, words) in (1..).zip(["once or more", "twice or more"]) {
            if self.take(words) {
                return Ok(Count::AtLeast(times));
            }
        }
        let most = [
            "at most",
            "no more than",
            "up to",
            "not more than",
            "a maximum of",
            "at the most",
            "maximally",
            "no more often than",
            "not more often than",
        ];
        if self.take_any(&most) {
            return Ok(Count::AtMost(self.times()?));
        }
        if self.take_any(&["at least", "no fewer than", "not less than", "no less than"]) {
            return Ok(Count::AtLeast(self.times()?));
        }
        if self.take("more than") {
            return Ok(Count::MoreThan(self.times()?));
        }
        if self.take_any(&["exactly", "precisely"]) {
            return Ok(Count::Exactly(self.times()?));
        }
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
        let ends = |next: Option<&str>| next.is_none_or(|next| matches!(next, "," | "at" | "only"));
        let is_trigger = self.peek(0) == Some("once") && !ends(self.peek(1));
        if is_trigger {
            return self.misfit();
        }
        let times = self.times()?;
        Ok(if self.take_any(&["at most", "at the most"]) {
            Count::AtMost(times)
        } else if self.take("at least") {
            Count::AtLeast(times)
        } else {
            Count::Bare(times)
        })
    }

    fn times(&mut self) -> Result<usize, Misfit> {
        for (number, words) in (1..).zip(["once", "twice", "thrice"]) {
            if self.take(words) {
                return Ok(number);
            }
        }
        if self.take("a single time") {
            return Ok(1);
        }
        let Some(number) = self.take_number() else { return self.misfit() };
        self.expect(&["times", "time"])?;
        if number <= MOST_TIMES { Ok(number) } else { self.misfit() }
    }
}
