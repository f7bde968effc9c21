//! What may follow the beginning of a sentence.

use surefleet_ltl::Binary;
use surefleet_world::ObjectId;

use super::{Argument, At, DEPTH, Last, Meaning, MissionGrammar, OPERATORS, PartialParse, Signature};

impl MissionGrammar {
    /// What was read last, after this symbol too; `None` if it cannot follow.
    pub(super) fn step(&self, parse: &PartialParse, meaning: Meaning) -> Option<At> {
        match (parse.at, meaning) {
            (At::Part(operators), Meaning::Unary(_)) => (operators < OPERATORS).then_some(At::Part(operators + 1)),
            (At::Part(_), Meaning::Open) => (parse.levels.len() <= DEPTH).then_some(At::Part(0)),
            (At::Part(_), Meaning::Name(name)) => Some(At::Name(name)),
            (At::Name(name), Meaning::Open) => {
                let argument = Argument { name, place: 0, fitting: u8::MAX, last: Last::Nothing };
                Some(At::Argument(self.narrowed(argument, |of| !of.arguments.is_empty())?))
            }
            // A name without arguments is a whole part.
            (At::Name(name), _) => {
                let is_bare = self.signatures[usize::from(name)].iter().any(|of| of.arguments.is_empty());
                is_bare.then(|| Self::after_part(parse, meaning))?
            }
            (At::Argument(argument), _) => self.in_argument(argument, meaning),
            (At::After, _) => Self::after_part(parse, meaning),
            _ => None,
        }
    }

    fn after_part(parse: &PartialParse, meaning: Meaning) -> Option<At> {
        match meaning {
            Meaning::Binary(operator) => {
                let is_chain = matches!(operator, Binary::And | Binary::Or | Binary::Xor);
                let before = *parse.levels.last()?;
                before.is_none_or(|before| before == operator && is_chain).then_some(At::Part(0))
            }
            Meaning::Close => (parse.levels.len() > 1).then_some(At::After),
            Meaning::End => (parse.levels.len() == 1).then_some(At::End),
            _ => None,
        }
    }

    fn in_argument(&self, argument: Argument, meaning: Meaning) -> Option<At> {
        let place = argument.place;
        let is_whole = matches!(argument.last, Last::Object(_) | Last::Type);
        let fits = |of: &Signature, object: ObjectId| self.world.is_of(object, &of.arguments[place]);
        match meaning {
            Meaning::Object(object) => {
                let is_later = match argument.last {
                    Last::Nothing => true,
                    Last::Or(before) => before < object,
                    Last::Object(_) | Last::Type => false,
                };
                let argument = Argument { last: Last::Object(object), ..argument };
                is_later.then(|| self.narrowed(argument, |of| fits(of, object)))?
            }
            Meaning::Type(of) => {
                let members = self.world.members_of(of);
                let argument = (argument.last == Last::Nothing && !members.is_empty())
                    .then_some(Argument { last: Last::Type, ..argument })?;
                self.narrowed(argument, |of| members.iter().all(|&member| fits(of, member)))
            }
            Meaning::Or => {
                let Last::Object(before) = argument.last else { return None };
                let goes_on = |of: &Signature| {
                    let is_actor = of.is_deed && place == 0;
                    !is_actor && self.world.members(&of.arguments[place]).last().is_some_and(|&last| before < last)
                };
                self.narrowed(Argument { last: Last::Or(before), ..argument }, goes_on)
            }
            Meaning::Comma => {
                let next = Argument { place: place + 1, last: Last::Nothing, ..argument };
                is_whole.then(|| self.narrowed(next, |of| of.arguments.len() > place + 1))?
            }
            Meaning::Close => {
                let is_last = |of: &Signature| of.arguments.len() == place + 1;
                return is_whole.then(|| self.narrowed(argument, is_last).map(|_| At::After))?;
            }
            _ => None,
        }
        .map(At::Argument)
    }

    /// The argument with those of its signatures for which this holds; `None` if there is none.
    fn narrowed(&self, argument: Argument, holds: impl Fn(&Signature) -> bool) -> Option<Argument> {
        let signatures = self.signatures[usize::from(argument.name)].iter().enumerate();
        let fitting = signatures
            .filter(|(place, of)| argument.fitting & (1 << place) != 0 && holds(of))
            .fold(0, |fitting, (place, _)| fitting | 1 << place);
        (fitting != 0).then_some(Argument { fitting, ..argument })
    }
}
