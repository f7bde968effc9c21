//! Deliveries that are said in other ways: "to the table: the bread", "the shelf needs the bread".

use std::rc::Rc;

use crate::{
    general,
    meaning::{Act, Aspect, Clause, Deed, Filler, Mood, Np, Vp, Who, plain},
    reader::{Found, Reader},
};

impl Reader<'_> {
    pub(crate) fn bringing(&self, things: Np, place: Np, at: usize, end: usize) -> Clause {
        let act = Act::At {
            thing: Filler::Object(0),
            place: Filler::Object(1),
            holds: true,
            who: Who::Anything,
            word: self.preposition_before(&place),
        };
        let deed =
            Deed { objects: vec![things, place], is_of_robot: true, distance: 1, ..plain(act, Aspect::Bring, at, end) };
        Clause { subject: None, vp: Vp::One(Rc::new(deed)), mood: Mood::Order, marks: Vec::new(), at, end }
    }

    /// "To the table, bring the bread", "to the table: the bread and the kettle".
    pub(crate) fn places_first(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        if !["to", "into", "onto", "over"].contains(&self.word(at)) {
            return found;
        }
        for (place, middle) in self.towards(at) {
            if let Some(after) = self.after(middle, ":") {
                found.extend(
                    self.noun_phrases(after)
                        .iter()
                        .map(|(things, end)| (self.bringing(things.clone(), place.clone(), at, *end), *end)),
                );
            }
            let after = self.skip(middle, ",");
            if general::BRING.iter().any(|verb| self.is_form(after, verb, crate::inflection::Want::Base)) {
                found.extend(
                    self.noun_phrases(after + 1)
                        .iter()
                        .map(|(things, end)| (self.bringing(things.clone(), place.clone(), at, *end), *end)),
                );
            }
        }
        found
    }

    /// "The shelf needs the bread".
    pub(crate) fn asking(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (place, middle) in self.noun_phrases(at).iter() {
            let Some(after) = self
                .after_any(*middle, &["needs", "need", "is to get", "should get", "must get", "gets", "should have"])
            else {
                continue;
            };
            let is_place = self.may_be(place, &|object| !self.vocabulary.robots.contains(&object));
            if is_place && matches!(place, Np::Noun(_)) {
                found.extend(
                    self.noun_phrases(after)
                        .iter()
                        .map(|(things, end)| (self.bringing(things.clone(), place.clone(), at, *end), *end)),
                );
            }
        }
        found
    }
}
