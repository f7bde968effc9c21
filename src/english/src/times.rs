//! When something holds or happens in a run: "at all times", "infinitely often", "in the next step".

use crate::{
    logic::{self, Ltl},
    reader::{Found, Reader},
    tokens::number,
};

/// What words around "holds" or "happens" say of the time, or of several matters together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Time {
    Not,
    Never,
    Always,
    Sometime,
    /// "infinitely often".
    AgainAndAgain,
    /// "from some point on".
    FromSomePoint,
    /// "from the next step on".
    FromNext,
    /// This many steps later.
    Later(usize),
    /// "now or in the next step".
    NowOrNext,
    /// "in the step after that".
    AfterThat,
    Ever,
    /// "at the same time".
    Together,
    Each,
    /// "as well": nothing is added.
    Idle,
    /// "again", after "never".
    NoMore,
}

/// Longer phrases stand before those that they begin with.
const PHRASES: &[(Time, &[&str])] = &[
    (Time::Not, &["not"]),
    (Time::Never, &["never ever", "never", "at no time", "at no point", "at no step", "at no moment", "in no step"]),
    (
        Time::Always,
        &[
            "always",
            "at all times",
            "at all steps",
            "in all steps",
            "all the time",
            "at every step",
            "in every step",
            "at each step",
            "in each step",
            "at every moment",
            "at each moment",
            "at every point in time",
            "at every point",
            "at every time",
            "at any time",
            "forever",
            "for ever",
            "globally",
            "throughout",
        ],
    ),
    (
        Time::Sometime,
        &[
            "eventually",
            "at some point in the future",
            "at some point",
            "at some time",
            "at some moment",
            "at some step",
            "at least once",
            "sooner or later",
            "in the future",
            "finally",
        ],
    ),
    (
        Time::AgainAndAgain,
        &[
            "infinitely often",
            "infinitely many times",
            "again and again",
            "over and over again",
            "over and over",
            "time and again",
        ],
    ),
    (
        Time::FromSomePoint,
        &[
            "from some point onwards",
            "from some point on",
            "from some point in time on",
            "from some time on",
            "from some moment on",
            "from some step on",
            "from a certain point on",
        ],
    ),
    (
        Time::FromNext,
        &[
            "from the next step onwards",
            "from the next step on",
            "from the next moment on",
            "from the step after that on",
        ],
    ),
    (
        Time::NowOrNext,
        &["now or in the next step", "in the same step or in the next step", "in the same step or the next"],
    ),
    (Time::AfterThat, &["in the step after that", "one step after that"]),
    (
        Time::Later(1),
        &[
            "in the next step",
            "at the next step",
            "in the following step",
            "at the following step",
            "next",
            "a step later",
        ],
    ),
    (
        Time::Together,
        &["at the same time", "at the same moment", "in the same step", "simultaneously", "together", "at once"],
    ),
    (Time::Each, &["each"]),
    (Time::Ever, &["ever"]),
    (Time::Idle, &["as well", "too", "also", "likewise"]),
    (Time::NoMore, &["ever again", "again", "any more", "anymore"]),
];
/// Words that may stand before "three steps later".
const EXACTLY: [&str; 3] = ["exactly", "precisely", "just"];

impl Reader<'_> {
    /// The words about time that stand here, of which there may be none.
    pub(crate) fn whens(&self, at: usize) -> Found<Vec<Time>> {
        let mut found = vec![(Vec::new(), at)];
        let mut done = 0;
        while let Some((times, end)) = found.get(done).cloned() {
            for (time, after) in self.time(end) {
                found.push((times.iter().copied().chain([time]).collect(), after));
            }
            done += 1;
        }
        found
    }

    fn time(&self, at: usize) -> Found<Time> {
        let phrase = |(time, phrases): &(Time, &[&str])| Some((*time, self.after_any(at, phrases)?));
        let mut found: Found<Time> = PHRASES.iter().filter_map(phrase).collect();
        let counted = EXACTLY.iter().find_map(|word| self.after(at, word)).unwrap_or(at);
        if let Some(steps) = number(self.word(counted)).filter(|steps| (1..=MOST_STEPS).contains(steps)) {
            let end = self.after_any(counted + 1, &["steps later", "step later"]);
            found.extend(end.map(|end| (Time::Later(steps), end)));
        }
        found
    }
}

/// More steps are not written out.
const MOST_STEPS: usize = 20;

impl Time {
    /// The formula at this time.
    fn of(self, formula: Ltl) -> Ltl {
        match self {
            Self::Not => logic::not(formula),
            Self::Never => logic::globally(logic::not(formula)),
            Self::Always => logic::globally(formula),
            Self::Sometime => logic::finally(formula),
            Self::AgainAndAgain => logic::globally(logic::finally(formula)),
            Self::FromSomePoint => match formula {
                Ltl::Globally(_) => logic::finally(formula),
                other => logic::in_the_end(other),
            },
            Self::FromNext => match formula {
                Ltl::Globally(_) | Ltl::Finally(_) => later(1, formula),
                other => later(1, logic::globally(other)),
            },
            Self::Later(steps) => later(steps, formula),
            Self::NowOrNext => logic::any([formula.clone(), logic::next(formula)]),
            Self::AfterThat | Self::Ever | Self::Together | Self::Each | Self::Idle | Self::NoMore => formula,
        }
    }

    /// How many steps later it tells of; `None`: of the whole run.
    pub fn steps(self) -> Option<usize> {
        match self {
            Self::Later(steps) => Some(steps),
            Self::NowOrNext => Some(1),
            Self::Not | Self::AfterThat | Self::Ever | Self::Together | Self::Each | Self::Idle | Self::NoMore => {
                Some(0)
            }
            _ => None,
        }
    }

    /// Whether it is about the whole run, however long its steps are.
    pub fn is_of_run(self) -> bool {
        self.steps().is_none() && self != Self::FromNext
    }

    /// Whether "A and B" at this time may mean both at once or each by itself.
    fn is_shared_out(self) -> bool {
        !matches!(
            self,
            Self::Always | Self::FromNext | Self::Later(_) | Self::Idle | Self::NoMore | Self::Ever | Self::AfterThat
        )
    }
}

/// The formula so many steps later. What must never be need not have a next step.
pub(crate) fn later(steps: usize, formula: Ltl) -> Ltl {
    let is_ban = matches!(formula, Ltl::Globally(_) | Ltl::Not(_) | Ltl::WeakNext(_));
    (0..steps).fold(formula, |inner, _| if is_ban { logic::weak_next(inner) } else { logic::next(inner) })
}

/// The formula at these times, the first of which is about all the others. `None`: they do not go together.
pub(crate) fn at(times: &[Time], formula: Ltl) -> Option<Ltl> {
    let adds = |time: &&Time| !matches!(time, Time::Idle | Time::NoMore | Time::Together | Time::Each | Time::Ever);
    let telling = || times.iter().filter(adds);
    let denied = telling().position(|time| matches!(time, Time::Not | Time::Never));
    // "Never at some point" and "not always" leave open what is denied.
    let is_last = denied.is_none_or(|place| place + 1 == telling().count());
    // "Again" tells of what has been before, but "never again" of what comes.
    let is_done = !times.contains(&Time::NoMore) || times.contains(&Time::Never);
    let is_apart = telling().count() < 2 || !telling().any(|time| matches!(time, Time::Not | Time::AfterThat));
    (is_last && is_apart && is_done && telling().count() <= 2)
        .then(|| times.iter().rev().fold(formula, |inner, time| time.of(inner)))
}

/// Whether "A and B" at these times may mean both at once or each by itself.
pub(crate) fn are_shared_out(times: &[Time]) -> bool {
    times.iter().any(|time| time.is_shared_out() && !matches!(time, Time::Together | Time::Each))
}
