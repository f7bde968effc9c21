use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha12Rng;

use crate::safety::home::{Fact, Home, HomeSpot};

use super::{RulePattern, Shape, WordedRule, any_fact};

/// An error in words that somebody wrote in haste, or that were misread, before anybody checked them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slip {
    /// Another thing is named.
    WrongName,
    /// The two facts are in each other's place.
    Swapped,
    /// The pattern is another: "right after" for "later", twice for once.
    WrongPattern,
    /// Two letters of a name are in each other's place.
    Letters,
}

impl WordedRule {
    /// The rule with a slip in it, and which. `None`: a name that nothing has, which no reader takes for another.
    pub fn slipped(&self, home: &Home, rng: &mut ChaCha12Rng) -> (Option<Self>, Slip) {
        let has_two = !matches!(self.pattern, RulePattern::Avoidance | RulePattern::AtMost | RulePattern::InTheEnd);
        let is_reversible =
            matches!(self.pattern, RulePattern::Precedence | RulePattern::Response | RulePattern::ProhibitionAfter);
        let mut slips = vec![Slip::WrongName, Slip::Letters];
        slips.extend(is_reversible.then_some(Slip::Swapped));
        slips.extend((self.pattern != RulePattern::InTheEnd).then_some(Slip::WrongPattern));
        let slip = *slips.choose(rng).expect("there are some");
        let Shape { first, second, .. } = self.shape;
        let shape = match slip {
            Slip::Letters => return (None, slip),
            Slip::Swapped => Shape { first: second, second: first, ..self.shape.clone() },
            Slip::WrongName if has_two && rng.random_bool(0.5) => {
                Shape { second: another(home, second, rng), ..self.shape.clone() }
            }
            Slip::WrongName => {
                let other = another(home, first, rng);
                Shape { first: other, second: if has_two { second } else { other }, ..self.shape.clone() }
            }
            Slip::WrongPattern => misread(&self.shape),
        };
        (Some(Self::new(home, shape)), slip)
    }
}

/// The same of another thing.
fn another(home: &Home, fact: Fact, rng: &mut ChaCha12Rng) -> Fact {
    let sort = |fact: &Fact| match fact {
        Fact::At(HomeSpot::Room(_)) => 1,
        Fact::At(HomeSpot::Fixture(_)) => 2,
        Fact::Open(_) => 3,
        Fact::SwitchedOn(_) => 4,
        Fact::Touched(_) => 5,
        Fact::Grabbed(_) => 6,
        Fact::Located(..) => 7,
    };
    loop {
        let other = any_fact(home, rng);
        if other != fact && sort(&other) == sort(&fact) {
            return other;
        }
    }
}

fn misread(shape: &Shape) -> Shape {
    let pattern = match shape.pattern {
        RulePattern::Avoidance => RulePattern::AtMost,
        RulePattern::Precedence => RulePattern::Response,
        RulePattern::Response => RulePattern::Precedence,
        RulePattern::ImmediateResponse => RulePattern::Response,
        RulePattern::ProhibitionAfter => RulePattern::Precedence,
        RulePattern::AtThatMoment => RulePattern::Precedence,
        other => other,
    };
    let times = match shape.pattern {
        RulePattern::Avoidance => 1,
        _ if shape.times == 3 => 2,
        _ => shape.times + 1,
    };
    Shape { pattern, times, ..shape.clone() }
}
