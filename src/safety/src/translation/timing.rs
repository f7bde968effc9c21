//! Statements with "must have been", with "exactly when", and with exceptions.

use super::{
    Sense, TranslationError,
    account::OF_CONDITION,
    clause::{Clause, Deed},
    manner::{
        Count,
        Mark::{self, Always, Ever, First, HaveTo, InTheEnd, Lasting, Later, May, Must, Perfect},
    },
    pattern::{Pattern, Then},
    reader::{Patterns, Reader},
    robots::Said,
    tokens::{Token, number},
};

/// Words that join two states: both hold at the same moments.
pub(super) const EXACTLY: [&str; 7] = [
    "exactly when",
    "exactly while",
    "exactly if",
    "precisely when",
    "if and only if",
    "when and only when",
    "whenever and only when",
];

/// The refusal of a period such as "within three steps", "no longer than a minute", "at step 4": constraints see
/// changes, not the number of steps or seconds. `None`: the text has no such words.
pub(super) fn term(text: &str, tokens: &[Token]) -> Option<TranslationError> {
    const UNITS: [&str; 9] = ["step", "steps", "moves", "turns", "second", "seconds", "minute", "minutes", "hours"];
    const BEFORE: [&str; 6] = ["within", "in", "after", "for", "at", "than"];
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    let is_amount = |at: usize| number(word(at)).is_some() || word(at) == "consecutive";
    let said = |at: usize| {
        (is_amount(at) && UNITS.contains(&word(at + 1))) || (word(at) == "step" && number(word(at + 1)).is_some())
    };
    let at = (0..tokens.len()).find(|&at| said(at))?;
    let first = if at > 0 && BEFORE.contains(&word(at - 1)) { at - 1 } else { at };
    let span = tokens[first].span.start..tokens[at + 1].span.end;
    Some(TranslationError::Unobservable {
        what: "how many steps or seconds have passed".to_owned(),
        words: text[span.clone()].to_owned(),
        at: span.start,
        mend: "say \"right after that\" for the next change, or \"eventually\"".to_owned(),
    })
}

/// Turns "must have been by the end" or "at some point" into "must be at some point".
pub(super) fn done_by_then(main: &Clause) -> Option<Clause> {
    let is_timed = main.manner.has(InTheEnd) || main.manner.has(Later);
    if !is_timed || !main.manner.is_duty() || !main.manner.has(Perfect) || main.is_negative() {
        return None;
    }
    let mut done = main.clone();
    let once = Mark::Count(Count::AtLeast(1));
    [Perfect, InTheEnd, Later, once].into_iter().for_each(|mark| done.manner.remove(mark));
    done.manner.add(Later, main.span.start, main.span.end);
    Some(done)
}

/// Turns "must have been" before something else into something that must come first.
fn done_before(main: &Clause) -> Option<Clause> {
    if !main.manner.is_duty() || !main.manner.has(Perfect) || main.is_negative() {
        return None;
    }
    let mut first = main.clone();
    [Perfect, Later, First, Ever].into_iter().for_each(|mark| first.manner.remove(mark));
    if first.is_list && first.is_state() && !first.manner.has(Mark::AtOnce) {
        // The joined states may have held at different times.
        first.deed = Deed::Rise;
    }
    Some(first)
}

/// Turns "may ... except while" or "unless" something holds into "must not ... while it holds".
fn denied_during(main: &Clause) -> Option<Clause> {
    let is_permission = main.manner.has(May) && !main.is_negative() && !main.manner.has(Mark::Only);
    if !is_permission
        || main.said == Some(Said::Only)
        || matches!(main.said, Some(Said::Some | Said::OneAtLeast | Said::All))
    {
        return None;
    }
    let mut denied = main.clone();
    denied.manner.add(Mark::Never, main.span.start, main.span.end);
    Some(denied)
}

impl Reader<'_> {
    /// The patterns of "unless B, not A", "A except when B", "before B, A must have been".
    pub fn released_by(&mut self, word: &str, main: &Clause, release: &Clause) -> Patterns {
        let Some(exception) = word.strip_prefix("except ") else {
            if let Some(denied) = denied_during(main).filter(|_| word == "unless" && release.is_state()) {
                return self.follow("while", release, &denied, false);
            }
            let first = if word == "before" { done_before(main) } else { None };
            return self.precede(word, first.as_ref().unwrap_or(main), release);
        };
        if let Some(denied) = denied_during(main).filter(|_| exception != "after") {
            return self.follow("while", release, &denied, false);
        }
        if !main.is_negative() && !main.manner.has(Lasting) {
            return self.unclear(main, "say what must never be, or \"only\"");
        }
        self.precede(if exception == "after" { "until" } else { "unless" }, main, release)
    }

    /// Reads "if B, A must have been" as A before B, "as long as B has not been, A" as A until B. `None`: neither.
    pub fn timed(&mut self, word: &str, main: &Clause, trigger: &Clause) -> Option<Patterns> {
        if matches!(word, "if" | "when" | "whenever")
            && !trigger.manner.is_past()
            && !trigger.is_negative()
            && (trigger.deed != Deed::Rise || trigger.sense != Sense::Location)
            && let Some(first) = done_before(main)
        {
            return Some(self.precede("before", &first, trigger));
        }
        let is_waiting = trigger.is_negative() && trigger.manner.is_past() && trigger.deed != Deed::Fall;
        if matches!(word, "as long as" | "while") && is_waiting {
            let mut release = trigger.clone();
            [Mark::Not, Mark::NoOne].into_iter().for_each(|mark| release.manner.remove(mark));
            let is_state = main.is_state() && main.manner.is_duty() && main.manner.when().is_none();
            if release.is_negative() || !(main.is_negative() || is_state) {
                return None;
            }
            let mut holds = main.clone();
            if !main.is_negative() {
                holds.manner.add(Lasting, main.span.start, main.span.end);
            }
            return Some(self.precede("until", &holds, &release));
        }
        None
    }

    /// The patterns of "A exactly when B".
    pub fn exactly_when(&mut self, main: &Clause, other: &Clause) -> Patterns {
        let is_state = |clause: &Clause| clause.is_state() && !clause.manner.is_past();
        if !is_state(main) || !is_state(other) || main.is_negative() || main.manner.has(May) {
            return self.unclear(main, "say which states go together: \"robot 1 must be ... exactly when ... is ...\"");
        }
        self.account(main, &[Must, HaveTo, Always, Lasting])?;
        self.account(other, &OF_CONDITION)?;
        let one = main.condition.clone();
        let other = other.folded();
        let both = [(one.clone(), other.clone()), (other, one)];
        let after = |(trigger, what)| Pattern::After { trigger, then: Then::AtOnce, what };
        self.made(both.into_iter().map(after).collect())
    }
}
