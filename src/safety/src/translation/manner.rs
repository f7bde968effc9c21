//! Words around a verb that say whether, when and how often.
//!
//! Each leaves a mark. The meaning of a sentence is read off the marks. If the reading does not use a mark, the
//! sentence is refused, so that no word is dropped.

use super::verbs::Form;

/// The number of times that something may or must happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    AtMost(usize),
    AtLeast(usize),
    MoreThan(usize),
    /// "exactly twice"
    Exactly(usize),
    /// "twice", which may mean any of these.
    Bare(usize),
}

/// The meaning of a word or phrase around a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// "not"
    Not,
    /// "never", "at no time", "under no circumstances"
    Never,
    /// "no robot", "hold no knife"
    NoOne,
    /// "avoid", "refrain from", "forbidden to"
    Avoid,
    /// "no longer"
    NoLonger,
    /// "must", "should"
    Must,
    /// "have to", "need to": a "not" before it lifts the duty but forbids nothing.
    HaveTo,
    /// "can", "may", "is allowed to"
    May,
    /// "has been"
    Perfect,
    /// "was", "went"
    Past,
    Only,
    /// "always", "at all times"
    Always,
    /// "stay", "keep"
    Lasting,
    /// "again"
    Again,
    /// "anymore", "from then on"
    FromThenOn,
    Both,
    First,
    /// "ever", "at all": they add nothing to a "not" or to a condition.
    Ever,
    /// "each", after a list of robots
    Apiece,
    /// "eventually", "later"
    Later,
    /// "immediately", "right after that"
    Next,
    /// "at that moment", "at the same time", "together"
    AtOnce,
    /// "in the end"
    InTheEnd,
    /// "begin to": the beginning of a state.
    Begin,
    /// "cease to": the end of a state.
    Cease,
    Count(Count),
}

use Mark::{
    Always, AtOnce, Avoid, HaveTo, InTheEnd, Later, May, Must, Never, Next, NoLonger, NoOne, Not, Only, Past, Perfect,
};

const NEGATIVE: [Mark; 5] = [Not, Never, NoOne, Avoid, NoLonger];

/// All words around a verb.
#[derive(Debug, Clone, Default)]
pub(super) struct Manner {
    /// The marks in the order of the words, each with the word at which it begins and the one after it.
    marks: Vec<(Mark, usize, usize)>,
    /// The form that the verb must have next; `None`: any form.
    pub expects: Option<Expected>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Base,
    Ing,
    Participle,
}

impl Manner {
    pub fn has(&self, mark: Mark) -> bool {
        self.place(mark).is_some()
    }

    /// The word at which a mark begins.
    pub fn place(&self, mark: Mark) -> Option<usize> {
        self.marks.iter().find(|(known, ..)| *known == mark).map(|(_, start, _)| *start)
    }

    pub fn add(&mut self, mark: Mark, start: usize, end: usize) {
        self.marks.push((mark, start, end));
    }

    pub fn remove(&mut self, mark: Mark) {
        self.marks.retain(|(known, ..)| *known != mark);
    }

    pub fn is_negative(&self) -> bool {
        self.marks.iter().any(|(mark, ..)| NEGATIVE.contains(mark))
    }

    /// Whether it has "must", "may" or the like: such a clause stands alone.
    pub fn is_modal(&self) -> bool {
        [Must, HaveTo, May].into_iter().any(|mark| self.has(mark))
    }

    pub fn is_duty(&self) -> bool {
        self.has(Must) || self.has(HaveTo)
    }

    /// Whether it speaks of the past.
    pub fn is_past(&self) -> bool {
        self.has(Perfect) || self.has(Past)
    }

    pub fn is_lasting(&self) -> bool {
        self.has(Always) || self.has(Mark::Lasting)
    }

    pub fn when(&self) -> Option<Mark> {
        [Later, Next, AtOnce, InTheEnd].into_iter().find(|mark| self.has(*mark))
    }

    pub fn count(&self) -> Option<Count> {
        self.marks.iter().find_map(|(mark, ..)| if let Mark::Count(count) = mark { Some(*count) } else { None })
    }

    /// The words of the first mark that is not in `used`; counts are distinguished by [`Self::count`].
    pub fn unused(&self, used: &[Mark]) -> Option<(usize, usize)> {
        let is_used = |mark: &Mark| used.contains(mark);
        self.marks.iter().find(|(mark, ..)| !is_used(mark)).map(|(_, start, end)| (*start, *end))
    }

    /// The reason why the marks cannot be read together; `None`: they can.
    pub fn torn(&self) -> Option<&'static str> {
        let negative: Vec<&(Mark, usize, usize)> =
            self.marks.iter().filter(|(mark, ..)| NEGATIVE.contains(mark)).collect();
        let twice = |test: &dyn Fn(&Mark) -> bool| self.marks.iter().filter(|(mark, ..)| test(mark)).count() > 1;
        if negative.len() > 1
            || twice(&|mark| matches!(mark, Mark::Count(_)))
            || twice(&|mark| matches!(mark, Later | Next | AtOnce | InTheEnd))
        {
            return Some("say \"not\", when and how often once each");
        }
        let first_negative = negative.first().map(|(mark, start, _)| (*mark, *start));
        let comes_later = |mark: Mark| {
            first_negative.is_some_and(|(negation, start)| {
                self.place(mark).is_some_and(|place| place > start || negation == NoOne)
            })
        };
        if comes_later(HaveTo) {
            return Some("say \"must never\" to forbid it; what need not be needs no constraint");
        }
        if self.is_negative() && self.is_lasting() && (comes_later(Always) || !self.has(Always)) {
            return Some(
                "\"not always\" forbids nothing in particular: say \"never\", or \"at some point ... must not\"",
            );
        }
        if self.is_negative() && self.has(Only) {
            return Some("say \"only\" or \"not\", not both");
        }
        None
    }
}

impl Form {
    /// Whether a verb of this form can stand after the words before it.
    pub fn fits(self, manner: &Manner) -> bool {
        self.fits_now(manner.expects)
    }

    pub fn fits_now(self, expects: Option<Expected>) -> bool {
        match expects {
            None => true,
            Some(Expected::Base) => self.is_base,
            Some(Expected::Ing) => self.is_ing,
            Some(Expected::Participle) => self.is_participle,
        }
    }
}

impl Manner {
    /// Whether no word before the verb requires a form of it.
    pub fn is_free(&self) -> bool {
        self.expects.is_none()
    }
}
