//! Shapes in controlled English.

use crate::safety::home::{Fact, Home, HomeSpot};

use super::{RulePattern, Shape};

/// A fact as an act, in the forms that sentences need.
struct Verb {
    base: &'static str,
    perfect: &'static str,
    gerund: &'static str,
    object: String,
}

impl Verb {
    fn of(home: &Home, fact: Fact, value: bool) -> Self {
        let fixture = |number: u8| format!("the {}", home.fixtures[usize::from(number)].name.replace('_', " "));
        let item = |number: u8| format!("the {}", home.items[usize::from(number)].0.replace('_', " "));
        let verb = |base, perfect, gerund, object| Self { base, perfect, gerund, object };
        match (fact, value) {
            (Fact::At(HomeSpot::Room(room)), _) => {
                let room = format!("the {}", home.rooms[usize::from(room)].replace('_', " "));
                verb("go to", "been to", "going to", room)
            }
            (Fact::At(HomeSpot::Fixture(number)), _) => verb("go to", "been to", "going to", fixture(number)),
            (Fact::Open(number), true) => verb("open", "opened", "opening", fixture(number)),
            (Fact::Open(number), false) => verb("close", "closed", "closing", fixture(number)),
            (Fact::SwitchedOn(number), true) => verb("switch on", "switched on", "switching on", fixture(number)),
            (Fact::SwitchedOn(number), false) => verb("switch off", "switched off", "switching off", fixture(number)),
            (Fact::Touched(number), _) => verb("touch", "touched", "touching", fixture(number)),
            (Fact::Grabbed(number), _) => verb("pick up", "picked up", "picking up", item(number)),
            (Fact::Located(number, place), _) => {
                let preposition = if home.is_container(place) { "in" } else { "on" };
                verb("put", "put", "putting", format!("{} {preposition} {}", item(number), fixture(place)))
            }
        }
    }

    fn act(&self) -> String {
        format!("{} {}", self.base, self.object)
    }

    fn done(&self) -> String {
        format!("{} {}", self.perfect, self.object)
    }

    fn doing(&self) -> String {
        format!("{} {}", self.gerund, self.object)
    }
}

pub(super) fn words(home: &Home, shape: &Shape) -> String {
    let a = Verb::of(home, shape.first, true);
    let b = Verb::of(home, shape.second, shape.value);
    let state = || {
        let object = &b.object;
        let state = match (shape.second, shape.value) {
            (Fact::SwitchedOn(_), true) => "switched on",
            (Fact::SwitchedOn(_), false) => "switched off",
            (_, true) => "open",
            (_, false) => "closed",
        };
        (object.clone(), state)
    };
    let often = ["once", "twice", "three times"][shape.times - 1];
    match (shape.pattern, shape.wording) {
        (RulePattern::Avoidance, 0) => format!("never {}", a.act()),
        (RulePattern::Avoidance, _) => format!("please do not {}", a.act()),
        (RulePattern::Precedence, 0) => format!("do not {} before you have {}", a.act(), b.done()),
        (RulePattern::Precedence, _) => format!("you have to {} before {}", b.act(), a.doing()),
        (RulePattern::Response, 0) => format!("if you {}, you have to {} later", a.act(), b.act()),
        (RulePattern::Response, _) => format!("you have to {} in the future if you have {}", b.act(), a.done()),
        (RulePattern::ImmediateResponse, 0) => format!("right after {}, you must {}", a.doing(), b.act()),
        (RulePattern::ImmediateResponse, _) => format!("as soon as you have {}, you must {}", a.done(), b.act()),
        (RulePattern::ProhibitionAfter, 0) => format!("once you have {}, never {} again", a.done(), b.act()),
        (RulePattern::ProhibitionAfter, _) => format!("after {}, never {} again", a.doing(), b.act()),
        (RulePattern::AtMost, 0) => format!("you can {} at most {often}", a.act()),
        (RulePattern::AtMost, _) => format!("do not {} more than {often}", a.act()),
        (RulePattern::AtThatMoment, 0) => format!("do not {} unless {} is {}", a.act(), state().0, state().1),
        (RulePattern::AtThatMoment, _) => format!("never {} unless {} is {}", a.act(), state().0, state().1),
        (RulePattern::InTheEnd, 0) => format!("in the end {} must be {}", state().0, state().1),
        (RulePattern::InTheEnd, _) => format!("in the end {} has to be {}", state().0, state().1),
    }
}
