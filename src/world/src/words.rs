//! The world in words.

use crate::{
    domain::Origin,
    evaluate::{Bindings, Eyes},
    formula::Term,
    ids::{ObjectId, PredicateId, TypeId},
    state::{State, Value},
    template::{Piece, Template},
    world::World,
};

impl World {
    /// Fills a text whose variables are bound to these objects.
    ///
    /// # Panics
    /// If the text has a variable that is not bound.
    pub fn fill(&self, template: &Template, state: &State, bindings: &[ObjectId]) -> String {
        let mut eyes = Eyes::new(self, state);
        let mut bindings: Bindings = bindings.iter().copied().collect();
        let mut text = String::new();
        for piece in &template.0 {
            let (term, is_on): (&Term, bool) = match piece {
                Piece::Words(words) => {
                    text.push_str(words);
                    continue;
                }
                Piece::Term(term) => (term, false),
                Piece::OnTerm(term) => (term, true),
            };
            let value = eyes.value(term, &mut bindings);
            if let (true, Value::Object(object)) = (is_on, value) {
                text.push_str(&self.object(object).preposition);
                text.push(' ');
            }
            text.push_str(match value {
                Value::Nothing => "nothing",
                Value::Unknown => "something unknown",
                Value::Object(object) => &self.object(object).phrase,
            });
        }
        text
    }

    /// The objects by sort, each sort with its word: "Items", and their phrases. An object's sort is the widest of its
    /// types that sentences speak of. Robots, and objects without a sort, are left out.
    pub fn sorts(&self) -> Vec<(String, Vec<&str>)> {
        let mut sorts: Vec<(TypeId, Vec<&str>)> = Vec::new();
        for object in self.objects().iter().take(self.domain().objects().len()) {
            let is_sort = |of: &TypeId| {
                let of = *of;
                !self.domain().types()[of.index()].plurals.is_empty()
                    && object.types.iter().any(|&one| self.domain().is_within(one, of))
            };
            // A type comes after those that contain it.
            let Some(sort) = (0..self.domain().types().len() as u16).map(TypeId).find(is_sort) else { continue };
            match sorts.iter_mut().find(|(known, _)| *known == sort) {
                Some((_, phrases)) => phrases.push(&object.phrase),
                None => sorts.push((sort, vec![&object.phrase])),
            }
        }
        sorts.sort_by_key(|(sort, _)| *sort);
        let word = |sort: TypeId| {
            let mut word = self.domain().types()[sort.index()].plurals[0].clone();
            if let Some(first) = word.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            word
        };
        sorts.into_iter().map(|(sort, phrases)| (word(sort), phrases)).collect()
    }

    /// Whether some skill can give the object another place, or another robot to hold it: whether it is a thing.
    pub fn is_movable(&self, object: ObjectId) -> bool {
        let moves = |predicate: PredicateId| {
            let of = self.domain().predicate(predicate);
            of.value.is_some()
                && of.origin == Origin::State
                && of.arguments.len() == 1
                && self.table(predicate).place(&[object]).is_some()
        };
        self.place_of(object).is_none() && (0..self.domain().predicates().len() as u16).map(PredicateId).any(moves)
    }

    /// The things that functional facts join to a robot: what it holds, what it is at, what it carries.
    pub fn beside(&self, state: &State, robot: ObjectId) -> Vec<ObjectId> {
        let mut things = Vec::new();
        for (number, predicate) in self.domain().predicates().iter().enumerate() {
            if predicate.value.is_none() || predicate.origin != Origin::State || predicate.arguments.len() != 1 {
                continue;
            }
            let id = PredicateId(number as u16);
            for &of in &self.table(id).members[0] {
                let value = self.value(state, &Term::Value(id, vec![Term::Constant(of)]), &[]);
                match value {
                    Value::Object(value) if of == robot => things.push(value),
                    Value::Object(value) if value == robot => things.push(of),
                    _ => {}
                }
            }
        }
        things.retain(|&thing| self.is_movable(thing));
        things
    }

    /// Whether two objects are different things of the same types, so that one word can mean either.
    pub fn are_alike(&self, one: ObjectId, other: ObjectId) -> bool {
        one != other && self.is_movable(one) && self.object(one).types == self.object(other).types
    }

    /// "item or place".
    fn type_words(&self, types: &[TypeId]) -> String {
        let name = |of: &TypeId| self.domain().types()[of.index()].name.replace('_', " ");
        types.iter().map(name).collect::<Vec<_>>().join(" or ")
    }

    /// The skills of a robot, one per line: how an order for each reads, and a remark (S-ATLAS, Fig. 3, part a).
    pub fn describe_skills(&self) -> String {
        let mut text = String::new();
        for skill in self.domain().skills() {
            text.push_str("- ");
            for piece in &skill.text[0].0 {
                match piece {
                    Piece::Words(words) => text.push_str(words),
                    Piece::Term(Term::Variable(place)) if *place > 0 => {
                        text.push_str(&format!("<{}>", self.type_words(&skill.parameters[place - 1].1)));
                    }
                    Piece::OnTerm(Term::Variable(place)) if *place > 0 => {
                        let types = &skill.parameters[place - 1].1;
                        let usual = self.members(types).first().map(|&one| self.object(one).preposition.clone());
                        let preposition = usual.unwrap_or_else(|| "at".to_owned());
                        text.push_str(&format!("{preposition} the <{}>", self.type_words(types)));
                    }
                    Piece::Term(_) | Piece::OnTerm(_) => text.push_str("<it>"),
                }
            }
            if !skill.remark.is_empty() {
                text.push_str(": ");
                text.push_str(&skill.remark);
            }
            text.push('\n');
        }
        text
    }
}
