//! Consequences of a trigger: "whenever A, B", "once A, never B", "while A, not B".

use super::{
    Sense,
    account::{OF_CONDITION, OF_ORDER, OF_PROHIBITION, and_also},
    clause::{Clause, Deed},
    condition::Condition,
    manner::{
        Count,
        Mark::{
            self, Again, Always, AtOnce, Begin, Ever, FromThenOn, InTheEnd, Lasting, Later, May, Never, Next, NoLonger,
            NoOne, Not, Only, Past, Perfect,
        },
    },
    pattern::{Pattern, Then},
    reader::{Patterns, Reader},
    robots::Said,
    verbs::{base, is_deed},
};

impl Reader<'_> {
    /// The patterns of "whenever A, B".
    pub fn follow(&mut self, word: &str, trigger: &Clause, main: &Clause, is_first: bool) -> Patterns {
        self.told(main)?;
        self.present(main)?;
        self.carried(main)?;
        self.of_which(main)?;
        if !main.span.clone().any(|at| self.word(at).is_some_and(|word| base(word) == "be" || is_deed(word))) {
            return self.unclear(main, "say what is to be done there, and when");
        }
        self.by_whom(main)?;
        if main.is_negative() && trigger.manner.has(Ever) {
            return self.unclear(trigger, "say \"once\" for what holds from then on, or \"while\"");
        }
        if self.is_put(trigger) && !trigger.manner.is_past() {
            return self
                .unclear(trigger, "say \"is\" for \"is put\": what lies there from the start was not put there");
        }
        // Joined actions need not have happened at one moment.
        let is_both = trigger.condition.is_all && !trigger.is_negative() && !trigger.manner.has(AtOnce);
        if is_both && trigger.manner.is_past() {
            return self.unclear(
                trigger,
                "say \"at the same time\", or \"until\" or \"only after\" where both must come before",
            );
        }
        let is_others = main.said == Some(Said::Only);
        if main.manner.has(Only) && !is_others {
            return self.unclear(main, "say \"only if\" or \"only after\"");
        }
        if main.manner.has(NoLonger) && matches!(word, "while" | "as long as") {
            return self.unclear(main, "say \"never\", or \"once\"");
        }
        if main.is_negative() || (is_others && main.manner.has(May)) {
            self.forbid_after(word, trigger, main)
        } else {
            self.order_after(word, trigger, main, is_first)
        }
    }

    /// The patterns of "whenever A, never B".
    pub fn forbid_after(&mut self, word: &str, trigger: &Clause, main: &Clause) -> Patterns {
        let what = main.condition.clone();
        let is_once = matches!(word, "once" | "after");
        let is_during = matches!(word, "while" | "as long as");
        let marks = and_also(&OF_PROHIBITION, &[Only]);
        self.distinct(main)?;
        if word == "if" && trigger.is_negative() && trigger.manner.is_past() {
            self.account(main, &marks)?;
            self.account(trigger, &[Not, NoOne, Never, Perfect, Past, Ever])?;
            if trigger.deed == Deed::Fall {
                return self.unclear(trigger, "say \"only after\", or what is the case at that moment");
            }
            let positive = Clause { manner: Default::default(), ..trigger.clone() };
            return self.not_before(main, &positive);
        }
        if trigger.manner.has(Never) {
            return self.unclear(trigger, "say \"not\", or \"before\"");
        }
        let when = main.manner.when();
        if when == Some(Next) || matches!(word, "right after" | "immediately after") {
            self.account(main, &and_also(&marks, &[Next]))?;
            self.account(trigger, &OF_CONDITION)?;
            if main.deed == Deed::Fall || trigger.deed == Deed::Fall {
                return self.unclear(main, "say which states follow one another");
            }
            self.others_of(main, &trigger.folded(), true, false)?;
            return self.made(vec![Pattern::After {
                trigger: trigger.folded(),
                then: Then::WeakNext,
                what: what.negated(),
            }]);
        }
        let is_lasting = main.manner.has(Again) || main.manner.has(FromThenOn) || main.manner.has(NoLonger);
        if word == "as soon as" && !is_lasting {
            return self.unclear(main, "say \"once\", or \"right after that\"");
        }
        let is_later = when == Some(Later);
        let is_past = trigger.manner.is_past();
        if is_lasting || is_once || is_later || (is_past && !is_during && when.is_none()) {
            return self.never_after(word, trigger, main, &marks);
        }
        if is_past || !trigger.is_state() {
            return self.unclear(main, "say \"while\" and which state, or \"after that\"");
        }
        self.account(main, &and_also(&marks, &[AtOnce, Begin]))?;
        self.account(trigger, &OF_CONDITION)?;
        let during = trigger.folded();
        let main = &self.others_of(main, &during, true, true)?;
        let what = main.condition.clone();
        let is_being = matches!(main.sense, Sense::Position | Sense::Contact) && !main.manner.has(Begin);
        if main.deed == Deed::Fall || (main.deed == Deed::Rise && !is_being) {
            return self.bar(main, &during);
        }
        self.made(vec![Pattern::After { trigger: during, then: Then::AtOnce, what: what.negated() }])
    }

    /// The patterns of "once A, never B again".
    pub fn never_after(&mut self, word: &str, trigger: &Clause, main: &Clause, marks: &[Mark]) -> Patterns {
        if matches!(word, "while" | "as long as") {
            return self.unclear(main, "say \"once\" for what holds from then on, or leave that out");
        }
        self.account(main, &and_also(marks, &[Again, FromThenOn, NoLonger, Later]))?;
        let times = trigger.manner.count();
        let mut of_trigger = and_also(&OF_CONDITION, &[Again]);
        of_trigger.extend(times.map(Mark::Count));
        self.account(trigger, &of_trigger)?;
        let is_placed = matches!(main.sense, Sense::Opening | Sense::Location) && main.deed == Deed::Rise;
        if self.is_put(main) || (is_placed && (main.manner.has(FromThenOn) || main.manner.has(NoLonger))) {
            return self.unclear(main, "say which state must not be from then on: what is so already need not be done");
        }
        if main.deed == Deed::Fall && trigger.condition == main.condition.negated() && times.is_none() {
            // "Once there, never leave": a robot that is there stays.
            let stays = trigger.folded();
            return self.made(vec![Pattern::After { trigger: stays.clone(), then: Then::FromNow, what: stays }]);
        }
        if main.deed == Deed::Fall || (trigger.is_negative() && !trigger.is_state()) {
            return self.unclear(main, "say which state is to last from then on");
        }
        self.others_of(main, &trigger.folded(), true, false)?;
        let what = main.condition.clone();
        if trigger.deed == Deed::Fall {
            let ceased = self.ceasing(trigger)?;
            if times.is_some() {
                return self.unclear(trigger, "say \"at most\" and how often");
            }
            return self.made(vec![Pattern::AfterCeased { ceased, then: Then::FromNow, what: what.negated() }]);
        }
        // A robot that stays is not there again.
        let is_same = trigger.condition == main.condition && !trigger.is_negative();
        let is_again = main.manner.has(Again) || trigger.manner.has(Again);
        match (is_same, times) {
            (true, None) => self.made(vec![Pattern::AtMost(1, what)]),
            (true, Some(Count::Exactly(times) | Count::Bare(times))) => self.made(vec![Pattern::AtMost(times, what)]),
            (_, Some(_)) => self.unclear(trigger, "say \"at most\" and how often"),
            (false, None) => {
                let then = if is_again { Then::FromNext } else { Then::FromNow };
                self.made(vec![Pattern::After { trigger: trigger.folded(), then, what: what.negated() }])
            }
        }
    }

    /// The patterns of "whenever A, do B".
    pub fn order_after(&mut self, word: &str, trigger: &Clause, main: &Clause, is_first: bool) -> Patterns {
        let what = main.condition.clone();
        let is_during = matches!(word, "while" | "as long as");
        let is_once = matches!(word, "once" | "after");
        if main.manner.has(May) {
            return self.unclear(main, "a permission forbids nothing: say \"must\", or \"only\"");
        }
        if trigger.manner.count().is_some() {
            return self.unclear(trigger, "write a constraint of its own for how often");
        }
        self.account(trigger, &OF_CONDITION)?;
        if trigger.is_negative() && (!trigger.is_state() || trigger.manner.is_past()) {
            return self.unclear(trigger, "say \"before\", or what is the case at that moment");
        }
        let undone = main.deed == Deed::Fall || what == trigger.condition.negated();
        let mut marks = and_also(&OF_ORDER, &[]);
        if undone {
            marks.push(Again);
        }
        match main.manner.count() {
            None => {}
            Some(once @ (Count::Bare(1) | Count::AtLeast(1))) => marks.push(Mark::Count(once)),
            Some(_) => return self.unclear(main, "write a constraint of its own for how often"),
        }
        let when = main.manner.when();
        if when == Some(InTheEnd) {
            return self.unclear(main, "say \"later\", or write a constraint of its own for the end");
        }
        let is_next = when == Some(Next) || matches!(word, "as soon as" | "right after" | "immediately after");
        let is_state = main.deed == Deed::State;
        let is_past = trigger.manner.is_past();
        let is_lasting = main.manner.is_lasting();
        let lasts = trigger.is_state()
            && !is_past
            && matches!(trigger.sense, Sense::Opening | Sense::Possession | Sense::Location);
        let then = if is_next && lasts && self.lexicon.names_robots() {
            return self.unclear(trigger, "say what is done right before: that state lasts");
        } else if is_next && when.is_none_or(|when| when == Next) && !is_lasting {
            marks.push(Next);
            Then::Next
        } else if is_next {
            return self.unclear(main, "say \"once\" or \"right after that\"");
        } else if when == Some(AtOnce) || is_during {
            let is_plain = is_state && trigger.is_state() && !is_past;
            if !is_plain || when.is_some_and(|when| when != AtOnce) {
                return self
                    .unclear(main, "say which state must be so at that moment, or \"whenever\" and \"eventually\"");
            }
            marks.extend([AtOnce, Lasting, Always]);
            Then::AtOnce
        } else if when == Some(Later) {
            if is_lasting {
                return self.unclear(main, "say \"eventually\" or \"from then on\"");
            }
            marks.push(Later);
            Then::Later
        } else if is_once && is_state && (is_lasting || main.manner.has(FromThenOn)) {
            marks.extend([Lasting, Always, FromThenOn]);
            Then::FromNow
        } else if is_state && trigger.is_state() && !is_past && !is_once {
            marks.extend([Lasting, Always]);
            Then::AtOnce
        } else if is_state || is_lasting {
            return self.unclear(main, "say \"eventually\", \"at that moment\" or \"right after that\"");
        } else if is_once && !is_first && word == "after" {
            return self.unclear(main, "say \"only after\", or \"whenever\" and \"eventually\"");
        } else {
            Then::Later
        };
        self.account(main, &marks)?;
        let is_opened = trigger.deed == Deed::Rise && trigger.sense == Sense::Opening;
        let stays_open = is_opened && self.lexicon.names_robots();
        if stays_open && main.deed != Deed::Fall && matches!(then, Then::Later | Then::Next) {
            return self
                .unclear(trigger, "what is opened stays open: say \"while\" it is open, or what must come before");
        }
        if trigger.deed == Deed::Fall {
            let ceased = self.ceasing(trigger)?;
            if !matches!(then, Then::Later | Then::FromNow) || main.is_list {
                return self.unclear(trigger, "say in which state that is");
            }
            return self.made(vec![Pattern::AfterCeased { ceased, then, what }]);
        }
        let what = self.others_of(main, &trigger.folded(), false, then == Then::AtOnce)?.condition;
        if then != Then::Later || !main.is_list {
            return self.made(vec![Pattern::After { trigger: trigger.folded(), then, what }]);
        }
        let each = what.literals.into_iter().map(Condition::one);
        let each = each.map(|what| Pattern::After { trigger: trigger.folded(), then, what }).collect();
        self.made(each)
    }
}
