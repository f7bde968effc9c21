//! Patterns: the constraints that controlled English can express, between words and formulas.

use surefleet_ltl::{Binary, Formula, Unary};

use super::{
    Lexicon,
    condition::{Atom, Condition, Literal, Who},
};

/// A constraint that can be put in words: M. Dwyer et al., "Patterns in property specifications", 1999, with the
/// additions of the Safety Chip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pattern {
    /// `c`: at the first moment.
    AtFirst(Condition),
    /// `G c`
    Always(Condition),
    /// `F c`
    Sometime(Condition),
    /// `F G c`: at the last moment.
    InTheEnd(Condition),
    /// `c W d`, or `c U d` if it is strong.
    Until { holds: Condition, release: Condition, is_strong: bool },
    /// `G (a -> ...)`
    After { trigger: Condition, then: Then, what: Condition },
    /// `! F (c & (c U (!c & (!c U F c))))`, nested deeper for larger numbers: counts the stretches in which `c` holds.
    AtMost(usize, Condition),
    /// The same without the first `!`.
    AtLeast(usize, Condition),
    /// `! F (!c & F (c & ...))`: counts how often `c` begins. A `c` that holds at the first moment does not count.
    BegunAtMost(usize, Condition),
    /// The same without the first `!`.
    BegunAtLeast(usize, Condition),
    /// `G ((d & !c) -> WX !c)`: `c` does not begin right after `d` held, even if `d` ends at that step.
    Barred { change: Literal, during: Condition },
    /// `c W (a & (c W !a))`, or with `U` if it is strong: the wait ends when `a` ceases to hold. It is not enough that
    /// `a` does not hold.
    UntilCeased { holds: Condition, ceased: Atom, is_strong: bool },
    /// `G (a -> a W (!a & ...))`: the consequence follows when a state ceases.
    AfterCeased { ceased: Atom, then: Then, what: Condition },
    /// `(a -> WX a) W d`: a state does not cease before something else holds.
    KeptBefore { kept: Atom, release: Condition },
    /// `G !(a & b)` for each pair of robots, and so on for larger groups: limits the robots in a state at one moment.
    Crowd { most: usize, of: Atom },
}

/// The consequence of a trigger. On a finite trace the strong next requires that there is a next moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// `c`
    AtOnce,
    /// `F c`
    Later,
    /// `X c`
    Next,
    /// `WX c`
    WeakNext,
    /// `G c`
    FromNow,
    /// `WX G c`: weak, because a prohibition does not require the mission to go on.
    FromNext,
    /// `X G c`
    FromNextStrong,
}

impl Then {
    pub const ALL: [Self; 7] =
        [Self::AtOnce, Self::Later, Self::Next, Self::WeakNext, Self::FromNow, Self::FromNext, Self::FromNextStrong];

    /// The operators, outermost first.
    pub fn operators(self) -> &'static [Unary] {
        match self {
            Self::AtOnce => &[],
            Self::Later => &[Unary::Finally],
            Self::Next => &[Unary::Next],
            Self::WeakNext => &[Unary::WeakNext],
            Self::FromNow => &[Unary::Globally],
            Self::FromNext => &[Unary::WeakNext, Unary::Globally],
            Self::FromNextStrong => &[Unary::Next, Unary::Globally],
        }
    }

    /// Whether it says that something holds forever.
    pub fn is_lasting(self) -> bool {
        matches!(self, Self::FromNow | Self::FromNext | Self::FromNextStrong)
    }
}

impl Condition {
    /// Whether all of its parts must hold, but two of them cannot hold at one moment.
    pub fn is_torn(&self, lexicon: &Lexicon) -> bool {
        let holding: Vec<&Literal> = self.literals.iter().filter(|literal| literal.holds).collect();
        let excluded = |(index, one): (usize, &&Literal)| {
            holding[..index].iter().any(|other| lexicon.excludes(&one.atom, &other.atom))
        };
        self.is_all && holding.iter().enumerate().any(excluded)
    }

    /// Its formula; replace `Who::Each` before.
    fn formula(&self, lexicon: &Lexicon) -> Formula {
        let positive = |literal: &Literal| {
            lexicon
                .propositions(&literal.atom)
                .into_iter()
                .map(Formula::proposition)
                .reduce(or)
                .expect("a team has robots")
        };
        if self.is_prohibition() {
            let any = self.literals.iter().map(positive).reduce(or).expect("a condition says something");
            return Formula::unary(Unary::Not, &any);
        }
        let whole = |literal: &Literal| {
            if literal.holds { positive(literal) } else { Formula::unary(Unary::Not, &positive(literal)) }
        };
        let join = if self.is_all { and } else { or };
        self.literals.iter().map(whole).reduce(join).expect("a condition says something")
    }
}

impl Pattern {
    /// The atoms in it.
    fn atoms(&mut self) -> Vec<&mut Atom> {
        fn of(condition: &mut Condition) -> impl Iterator<Item = &mut Atom> {
            condition.literals.iter_mut().map(|literal| &mut literal.atom)
        }
        match self {
            Self::AtFirst(c) | Self::Always(c) | Self::Sometime(c) | Self::InTheEnd(c) => of(c).collect(),
            Self::AtMost(_, c) | Self::AtLeast(_, c) | Self::BegunAtMost(_, c) | Self::BegunAtLeast(_, c) => {
                of(c).collect()
            }
            Self::Until { holds: one, release: other, .. } | Self::After { trigger: one, what: other, .. } => {
                of(one).chain(of(other)).collect()
            }
            Self::Barred { change: Literal { atom, .. }, during: c }
            | Self::UntilCeased { holds: c, ceased: atom, .. }
            | Self::AfterCeased { ceased: atom, what: c, .. }
            | Self::KeptBefore { kept: atom, release: c } => std::iter::once(atom).chain(of(c)).collect(),
            // It is about the team as a whole.
            Self::Crowd { .. } => vec![],
        }
    }

    /// The same pattern with other robots.
    pub fn with_robots(&self, change: impl Fn(Who) -> Who) -> Self {
        let mut changed = self.clone();
        changed.atoms().into_iter().for_each(|atom| atom.who = atom.who.map(&change));
        changed
    }

    /// Whether some robot in it passes the test.
    pub fn has_robot(&self, test: impl Fn(Who) -> bool) -> bool {
        self.clone().atoms().into_iter().filter_map(|atom| atom.who).any(test)
    }

    /// One pattern for each robot of the team, if it speaks of each.
    pub fn for_team(self, team: usize) -> Vec<Self> {
        if let Self::Crowd { most, of } = self {
            return crowds(most, &of, team);
        }
        if !self.has_robot(|who| who == Who::Each) {
            return vec![self];
        }
        let for_robot = |robot| self.with_robots(|who| if who == Who::Each { Who::One(robot) } else { who });
        (0..team).map(for_robot).collect()
    }

    pub fn formula(&self, lexicon: &Lexicon) -> Formula {
        let of = |condition: &Condition| condition.formula(lexicon);
        match self {
            Self::AtFirst(c) => of(c),
            Self::Always(c) => Formula::unary(Unary::Globally, &of(c)),
            Self::Sometime(c) => Formula::unary(Unary::Finally, &of(c)),
            Self::InTheEnd(c) => Formula::unary(Unary::Finally, &Formula::unary(Unary::Globally, &of(c))),
            Self::Until { holds, release, is_strong } => {
                let operator = if *is_strong { Binary::Until } else { Binary::WeakUntil };
                Formula::binary(operator, &of(holds), &of(release))
            }
            Self::After { trigger, then, what } => {
                let wrap = |inner: Formula, operator: &Unary| Formula::unary(*operator, &inner);
                let follows = then.operators().iter().rev().fold(of(what), wrap);
                Formula::unary(Unary::Globally, &Formula::binary(Binary::Implies, &of(trigger), &follows))
            }
            Self::AtMost(most, c) => Formula::unary(Unary::Not, &stretches(*most + 1, &of(c))),
            Self::AtLeast(least, c) => stretches(*least, &of(c)),
            Self::BegunAtMost(most, c) => Formula::unary(Unary::Not, &beginnings(*most + 1, &of(c))),
            Self::BegunAtLeast(least, c) => beginnings(*least, &of(c)),
            Self::Barred { change, during } => {
                let not_yet = Condition::one(Literal { holds: !change.holds, ..change.clone() });
                let what = of(&not_yet);
                let before = and(of(during), what.clone());
                let next = Formula::unary(Unary::WeakNext, &what);
                Formula::unary(Unary::Globally, &Formula::binary(Binary::Implies, &before, &next))
            }
            Self::UntilCeased { holds, ceased, is_strong } => {
                let operator = if *is_strong { Binary::Until } else { Binary::WeakUntil };
                let (state, no_more) = Self::state(ceased, lexicon);
                let holds = of(holds);
                let then = Formula::binary(operator, &holds, &no_more);
                Formula::binary(operator, &holds, &and(state, then))
            }
            Self::AfterCeased { ceased, then, what } => {
                let (state, no_more) = Self::state(ceased, lexicon);
                let wrap = |inner: Formula, operator: &Unary| Formula::unary(*operator, &inner);
                let follows = then.operators().iter().rev().fold(of(what), wrap);
                let until = Formula::binary(Binary::WeakUntil, &state, &and(no_more, follows));
                Formula::unary(Unary::Globally, &Formula::binary(Binary::Implies, &state, &until))
            }
            Self::KeptBefore { kept, release } => {
                let (state, _) = Self::state(kept, lexicon);
                let stays = Formula::unary(Unary::WeakNext, &state);
                let kept = Formula::binary(Binary::Implies, &state, &stays);
                Formula::binary(Binary::WeakUntil, &kept, &of(release))
            }
            Self::Crowd { most, of } => {
                let each = crowds(*most, of, lexicon.team_size());
                let each = each.iter().map(|pattern| pattern.formula(lexicon)).reduce(and);
                each.unwrap_or_else(|| Formula::constant(true))
            }
        }
    }

    /// The formula of a state, and its negation.
    fn state(atom: &Atom, lexicon: &Lexicon) -> (Formula, Formula) {
        let condition = Condition::one(Literal { atom: atom.clone(), holds: true });
        (condition.formula(lexicon), condition.negated().formula(lexicon))
    }
}

/// Patterns that allow at most `most` robots in a state at one moment: not all of any `most + 1`.
fn crowds(most: usize, of: &Atom, team: usize) -> Vec<Pattern> {
    let literal = |robot: usize| Literal { atom: Atom { who: Some(Who::One(robot)), ..of.clone() }, holds: false };
    let not_all = |group: Vec<usize>| Condition { literals: group.into_iter().map(literal).collect(), is_all: false };
    choices(team, most + 1).into_iter().map(not_all).map(Pattern::Always).collect()
}

/// A formula: `held` begins to hold at least this many times.
fn beginnings(count: usize, held: &Formula) -> Formula {
    let absent = Formula::unary(Unary::Not, held);
    let mut found: Option<Formula> = None;
    for _ in 0..count {
        let begun = match &found {
            Some(next) => and(held.clone(), next.clone()),
            None => held.clone(),
        };
        let begins = and(absent.clone(), Formula::unary(Unary::Finally, &begun));
        found = Some(Formula::unary(Unary::Finally, &begins));
    }
    found.unwrap_or_else(|| Formula::constant(true))
}

/// A formula: there are at least this many stretches in which `held` holds.
fn stretches(count: usize, held: &Formula) -> Formula {
    let absent = Formula::unary(Unary::Not, held);
    let mut found = Formula::unary(Unary::Finally, held);
    for _ in 1..count {
        let gap = and(absent.clone(), Formula::binary(Binary::Until, &absent, &found));
        let stretch = and(held.clone(), Formula::binary(Binary::Until, held, &gap));
        found = Formula::unary(Unary::Finally, &stretch);
    }
    found
}

pub(super) fn and(left: Formula, right: Formula) -> Formula {
    Formula::binary(Binary::And, &left, &right)
}

fn or(left: Formula, right: Formula) -> Formula {
    Formula::binary(Binary::Or, &left, &right)
}

/// The number of groups of this size in a team.
pub(super) fn groups(team: usize, size: usize) -> usize {
    (0..size).fold(1usize, |found, robot| found.saturating_mul(team.saturating_sub(robot)) / (robot + 1))
}

/// All choices of this size out of a number of things.
pub(super) fn choices(of: usize, size: usize) -> Vec<Vec<usize>> {
    let mut chosen: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..size {
        let longer = |group: &Vec<usize>| {
            let group = group.clone();
            let first = group.last().map_or(0, |last| last + 1);
            (first..of).map(move |next| group.iter().copied().chain([next]).collect())
        };
        chosen = chosen.iter().flat_map(longer).collect();
    }
    chosen
}
