//! Constraints in the words that a person would use, with what they mean.

mod slip;
mod wording;

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha12Rng;

use crate::safety::home::{Fact, Home, HomeSpot};

/// The sort of a constraint: the patterns of the Safety Chip, with those of Dwyer's catalogue that it leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RulePattern {
    /// `G !a`
    Avoidance,
    /// `!a W b`
    Precedence,
    /// `G(a -> F b)`
    Response,
    /// `G(a -> X b)`
    ImmediateResponse,
    /// `G(a -> WX G !b)`
    ProhibitionAfter,
    /// At most n stretches of `a`.
    AtMost,
    /// `G(a -> b)`, of things that can be switched or opened.
    AtThatMoment,
    /// `F G !b`, of such things.
    InTheEnd,
}

impl RulePattern {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Avoidance,
        Self::Precedence,
        Self::Response,
        Self::ImmediateResponse,
        Self::ProhibitionAfter,
        Self::AtMost,
        Self::AtThatMoment,
        Self::InTheEnd,
    ];
}

/// One constraint: its words, and what whoever wrote them means by them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordedRule {
    /// Its sort.
    pub pattern: RulePattern,
    /// In controlled English.
    pub words: String,
    /// The formula that it means, in infix or prefix syntax; it is written beside the words, not got from them.
    pub meaning: String,
    pub(crate) shape: Shape,
}

/// The parts of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    pub pattern: RulePattern,
    pub first: Fact,
    /// Equal to `first` where the pattern has one fact.
    pub second: Fact,
    /// Whether the second is to come true or to end.
    pub value: bool,
    /// Of [`RulePattern::AtMost`], 1 to 3.
    pub times: usize,
    /// Which of the two ways to put it.
    pub wording: usize,
}

impl WordedRule {
    pub(crate) fn new(home: &Home, shape: Shape) -> Self {
        Self { pattern: shape.pattern, words: wording::words(home, &shape), meaning: meaning(home, &shape), shape }
    }

    /// A random rule; half of its facts are among `likely`, so that rules touch what the robot is about.
    pub fn draw(home: &Home, likely: &[Fact], rng: &mut ChaCha12Rng) -> Self {
        loop {
            let rule = Self::any(home, likely, rng);
            if rule.is_sensible() {
                return rule;
            }
        }
    }

    fn any(home: &Home, likely: &[Fact], rng: &mut ChaCha12Rng) -> Self {
        let has_states = home.fixtures.iter().any(|fixture| fixture.is_device);
        let patterns = if has_states { &RulePattern::ALL[..] } else { &RulePattern::ALL[..6] };
        let pattern = *patterns.choose(rng).expect("there are patterns");
        let likely_or_any = |rng: &mut ChaCha12Rng| match likely.choose(rng) {
            Some(fact) if rng.random_bool(0.5) => *fact,
            _ => any_fact(home, rng),
        };
        let first = likely_or_any(rng);
        let (second, value) = match pattern {
            RulePattern::Avoidance | RulePattern::AtMost => (first, true),
            RulePattern::AtThatMoment => (state_fact(home, rng), true),
            RulePattern::InTheEnd => (state_fact(home, rng), false),
            RulePattern::ImmediateResponse => after(home, first, rng),
            _ => (likely_or_any(rng), true),
        };
        let first = if pattern == RulePattern::InTheEnd { second } else { first };
        let times = rng.random_range(1..=3);
        let wording = rng.random_range(0..2);
        Self::new(home, Shape { pattern, first, second, value, times, wording })
    }

    /// Whether it speaks of two different facts, where its pattern has two.
    fn is_sensible(&self) -> bool {
        let is_single = matches!(self.pattern, RulePattern::Avoidance | RulePattern::AtMost | RulePattern::InTheEnd);
        is_single || self.shape.first != self.shape.second || !self.shape.value
    }
}

/// Anything that can come true.
fn any_fact(home: &Home, rng: &mut ChaCha12Rng) -> Fact {
    let fixture = |rng: &mut ChaCha12Rng| rng.random_range(0..home.fixtures.len()) as u8;
    match rng.random_range(0..if home.items.is_empty() { 2 } else { 6 }) {
        0 => Fact::At(HomeSpot::Room(rng.random_range(0..home.rooms()))),
        1 => Fact::At(HomeSpot::Fixture(fixture(rng))),
        2 => Fact::Touched(fixture(rng)),
        3 => Fact::Grabbed(rng.random_range(0..home.items.len()) as u8),
        4 => Fact::Located(rng.random_range(0..home.items.len()) as u8, fixture(rng)),
        _ => state_fact(home, rng),
    }
}

/// The fact that something is open, or switched on.
fn state_fact(home: &Home, rng: &mut ChaCha12Rng) -> Fact {
    let fixtures = || (0..home.fixtures.len()).map(|number| number as u8);
    let opened = fixtures().filter(|&number| home.is_container(number)).map(Fact::Open);
    let switched = fixtures().filter(|&number| home.fixtures[usize::from(number)].is_device).map(Fact::SwitchedOn);
    let all: Vec<Fact> = opened.chain(switched).collect();
    *all.choose(rng).expect("the home has containers and devices")
}

/// Something that can be done in the very next moment, and whether it is to come true.
fn after(home: &Home, first: Fact, rng: &mut ChaCha12Rng) -> (Fact, bool) {
    match first {
        Fact::At(HomeSpot::Room(_)) => (Fact::At(HomeSpot::Room(rng.random_range(0..home.rooms()))), true),
        Fact::At(HomeSpot::Fixture(fixture)) if home.items.is_empty() => {
            (Fact::At(HomeSpot::Room(home.room_of(fixture))), true)
        }
        Fact::At(HomeSpot::Fixture(fixture)) if home.is_container(fixture) => (Fact::Open(fixture), true),
        Fact::At(HomeSpot::Fixture(fixture)) if home.fixtures[usize::from(fixture)].is_device => {
            (Fact::SwitchedOn(fixture), true)
        }
        Fact::At(HomeSpot::Fixture(fixture)) => (Fact::Touched(fixture), true),
        Fact::Open(_) | Fact::SwitchedOn(_) => (first, false),
        Fact::Touched(fixture) => (Fact::At(HomeSpot::Room(home.room_of(fixture))), true),
        Fact::Grabbed(item) | Fact::Located(item, _) => {
            (Fact::At(HomeSpot::Room(home.room_of(home.items[usize::from(item)].1))), true)
        }
    }
}

/// The formula of a shape.
fn meaning(home: &Home, shape: &Shape) -> String {
    let a = home.proposition(shape.first);
    let b = home.proposition(shape.second);
    let b_or_not = if shape.value { b.clone() } else { format!("!{b}") };
    match shape.pattern {
        RulePattern::Avoidance => format!("G !{a}"),
        RulePattern::Precedence => format!("!{a} W {b}"),
        RulePattern::Response => format!("G({a} -> F {b})"),
        RulePattern::ImmediateResponse => format!("G({a} -> X {b_or_not})"),
        RulePattern::ProhibitionAfter => format!("G({a} -> WX G !{b})"),
        RulePattern::AtMost => {
            // A fact that is true at the start does not count as done.
            let deeper = format!("F & ! {a} F & {a} ");
            format!("! {}F & ! {a} F {a}", deeper.repeat(shape.times))
        }
        RulePattern::AtThatMoment => format!("G({a} -> {b_or_not})"),
        RulePattern::InTheEnd => format!("F G {b_or_not}"),
    }
}
