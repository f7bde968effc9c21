//! A state in words, as prompts and questions show it (S-ATLAS, Fig. 3, part b).

use surefleet_fleet::RobotId;

use crate::{
    domain::{Domain, Origin, Predicate},
    evaluate::Bindings,
    facts::Atom,
    formula::Term,
    ids::{ObjectId, PredicateId},
    state::{State, Value},
    template::{Piece, Template},
    truth::Truth,
    world::{Keeps, World},
};

impl World {
    /// The state, one line each: the places with the things there, all other facts about things, then the robots of the
    /// team.
    ///
    /// A place is what a functional predicate about things gives, if it is said as "{1} is {on 2}".
    pub fn describe(&self, state: &State, team: &[RobotId]) -> Vec<String> {
        let mut lines = Vec::new();
        let stored = self.domain().predicates().iter().zip((0..).map(PredicateId));
        let stored: Vec<(&Predicate, PredicateId)> =
            stored.filter(|(predicate, _)| predicate.origin == Origin::State && !predicate.says.is_empty()).collect();
        let of_robots = |predicate: &Predicate| {
            predicate
                .arguments
                .first()
                .is_some_and(|types| types.iter().all(|&of| self.domain().is_within(of, Domain::ROBOT)))
        };
        let flags: Vec<&(&Predicate, PredicateId)> =
            stored.iter().filter(|(one, _)| is_flag(one) && !of_robots(one)).collect();
        let mut placed: Vec<ObjectId> = Vec::new();
        for (predicate, id) in stored.iter().filter(|(one, _)| is_whereabouts(one) && !of_robots(one)) {
            self.describe_places(state, predicate, *id, &flags, (&mut lines, &mut placed));
        }
        for (predicate, id) in &stored {
            if of_robots(predicate) && predicate.arguments.len() == 1 {
                continue;
            }
            let table = self.table(*id);
            for place in 0..table.size() {
                let arguments = table.arguments(place);
                if is_whereabouts(predicate)
                    && !of_robots(predicate)
                    && self.value_at(state, *id, &arguments) != Value::Unknown
                {
                    continue;
                }
                if is_flag(predicate) && placed.contains(&arguments[0]) {
                    continue;
                }
                lines.extend(self.sentence(state, predicate, *id, &arguments, false));
            }
        }
        let robots = team.iter().filter_map(|robot| self.find(robot.as_str()));
        lines.extend(robots.filter_map(|robot| self.describe_robot(state, robot, &stored)));
        lines
    }

    fn describe_places(
        &self,
        state: &State,
        predicate: &Predicate,
        id: PredicateId,
        flags: &[&(&Predicate, PredicateId)],
        (lines, placed): (&mut Vec<String>, &mut Vec<ObjectId>),
    ) {
        let things = &self.table(id).members[0];
        let at = |place: ObjectId| {
            things.iter().copied().filter(move |&thing| self.value_at(state, id, &[thing]) == Value::Object(place))
        };
        let mut places: Vec<(ObjectId, String)> = Vec::new();
        for place in self.members(predicate.value.as_deref().unwrap_or_default()) {
            let said = flags.iter().filter_map(|(flag, id)| self.flag(state, flag, *id, place));
            let said: Vec<String> = said.collect();
            let said = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
            // What stands somewhere itself is shown as a place only if something is there.
            if !things.contains(&place) || at(place).next().is_some() {
                places.push((place, said));
            }
        }
        // Places that are never otherwise come first.
        places.sort_by_key(|(_, said)| !said.is_empty());
        for (place, said) in places {
            let names: Vec<&str> = at(place).map(|thing| self.object(thing).phrase.as_str()).collect();
            let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
            let object = self.object(place);
            let mut preposition = object.preposition.clone();
            if let Some(first) = preposition.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            lines.push(format!("{preposition} {}{said}: {names}", object.phrase));
            placed.push(place);
        }
    }

    /// "closed", "open", or "nobody knows whether it is open".
    fn flag(&self, state: &State, predicate: &Predicate, id: PredicateId, of: ObjectId) -> Option<String> {
        self.table(id).place(&[of])?;
        let bare = |template: Option<&Template>| {
            let Template(pieces) = template?;
            match pieces.as_slice() {
                [Piece::Term(Term::Variable(0)), Piece::Words(words)] => words.strip_prefix(" is ").map(str::to_owned),
                _ => None,
            }
        };
        let says = bare(predicate.says.first());
        match self.truth_of(state, &Atom { predicate: id, arguments: [of].into_iter().collect(), value: None }) {
            Truth::True => says,
            Truth::False => bare(predicate.denies.first()),
            Truth::Unknown => says.map(|says| format!("nobody knows whether {says}")),
        }
    }

    /// "robot 1 is at the fridge and holds nothing".
    fn describe_robot(&self, state: &State, robot: ObjectId, stored: &[(&Predicate, PredicateId)]) -> Option<String> {
        let phrase = &self.object(robot).phrase;
        let mut clauses: Vec<String> = Vec::new();
        for (predicate, id) in stored.iter().filter(|(predicate, _)| predicate.arguments.len() == 1) {
            if self.table(*id).place(&[robot]).is_none() || !self.is_of(robot, &[Domain::ROBOT]) {
                continue;
            }
            clauses.extend(self.sentence(state, predicate, *id, &[robot], true));
        }
        let (first, rest) = clauses.split_first()?;
        let rest = rest.iter().map(|clause| clause.strip_prefix(&format!("{phrase} ")).unwrap_or(clause));
        Some(std::iter::once(first.as_str()).chain(rest).collect::<Vec<_>>().join(" and "))
    }

    fn value_at(&self, state: &State, predicate: PredicateId, arguments: &[ObjectId]) -> Value {
        let table = self.table(predicate);
        match (table.place(arguments), &table.keeps) {
            (Some(place), Keeps::Values) => state.value(place),
            _ => Value::Nothing,
        }
    }

    /// What the state tells of a predicate, as a sentence; where it does not hold, only if `says_denials`.
    fn sentence(
        &self,
        state: &State,
        predicate: &Predicate,
        id: PredicateId,
        arguments: &[ObjectId],
        says_denials: bool,
    ) -> Option<String> {
        let of: Bindings = arguments.iter().copied().collect();
        let denial = || {
            let denies = predicate.denies.first().filter(|_| says_denials)?;
            Some(self.fill(denies, state, &of))
        };
        let with = |value: Option<ObjectId>| {
            let all: Bindings = of.iter().copied().chain(value).collect();
            Some(self.fill(&predicate.says[0], state, &all))
        };
        if predicate.value.is_some() {
            return match self.value_at(state, id, arguments) {
                Value::Object(value) => with(Some(value)),
                Value::Nothing => denial(),
                Value::Unknown => Some(self.unknown(predicate, arguments)),
            };
        }
        match self.truth_of(state, &Atom { predicate: id, arguments: of.iter().copied().collect(), value: None }) {
            Truth::True => with(None),
            Truth::False => denial(),
            Truth::Unknown => Some(self.unknown(predicate, arguments)),
        }
    }

    /// "nobody knows where apple 1 is", "nobody knows whether the fridge is open".
    fn unknown(&self, predicate: &Predicate, arguments: &[ObjectId]) -> String {
        let phrase = |place: usize| arguments.get(place).map_or("which", |object| self.object(*object).phrase.as_str());
        if is_whereabouts(predicate) {
            return format!("nobody knows where {} is", phrase(0));
        }
        let words = predicate.says[0].0.iter().map(|piece| match piece {
            Piece::Words(words) => words.as_str(),
            Piece::Term(Term::Variable(place)) | Piece::OnTerm(Term::Variable(place)) => phrase(*place),
            Piece::Term(_) | Piece::OnTerm(_) => "it",
        });
        format!("nobody knows whether {}", words.collect::<String>())
    }
}

/// Whether a predicate tells where its only argument is: "{1} is {on 2}".
fn is_whereabouts(predicate: &Predicate) -> bool {
    let shape = |template: &Template| {
        matches!(template.0.as_slice(),
            [Piece::Term(Term::Variable(0)), Piece::Words(is), Piece::OnTerm(Term::Variable(1))] if is == " is ")
    };
    predicate.value.is_some() && predicate.arguments.len() == 1 && predicate.says.first().is_some_and(shape)
}

/// Whether a predicate is a property of one object.
fn is_flag(predicate: &Predicate) -> bool {
    predicate.value.is_none() && predicate.arguments.len() == 1
}
