//! Clauses without a finite verb: "opening the fridge", "having opened it", "while at the sink".

use std::rc::Rc;

use crate::{
    inflection::Want,
    meaning::{Act, Clause, Deed, Mood, Np, PronounSort, Vp},
    predicates::Predicate,
    reader::{Found, Reader},
};

impl Reader<'_> {
    /// "Opening the fridge", "being at the sink", "having opened it", "first opening it".
    pub(crate) fn gerunds(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (predicate, end) in self.predicates(at, Want::Ing) {
            found.extend(self.finished(None, predicate, Mood::Ing, at, end));
        }
        for (deed, end) in self.states_after_being(at) {
            found.extend(self.finished(None, (Vp::One(deed), Vec::new()), Mood::Ing, at, end));
        }
        for (marks, middle) in self.adverbs(at) {
            let Some(after) = self.after(middle, "having") else { continue };
            let mut add = |predicate: Predicate, end: usize| {
                let (vp, more) = predicate;
                let marks = marks.iter().copied().chain(more).collect();
                found.extend(self.finished(None, (vp, marks), Mood::Has, at, end));
            };
            self.predicates(after, Want::Participle).into_iter().for_each(|(predicate, end)| add(predicate, end));
            self.been(after).into_iter().for_each(|(deed, end)| add((Vp::One(deed), Vec::new()), end));
        }
        // "robot 1 being at the sink", "robot 1 having opened it"
        for (subject, middle) in self.noun_phrases(at).iter() {
            if matches!(subject, Np::Pronoun(pronoun) if pronoun.sort == PronounSort::There) {
                continue;
            }
            for (predicate, end) in self.predicates(*middle, Want::Ing) {
                found.extend(self.finished(Some(subject.clone()), predicate, Mood::Is, at, end));
            }
            if let Some(after) = self.after(*middle, "having") {
                for (predicate, end) in self.predicates(after, Want::Participle) {
                    found.extend(self.finished(Some(subject.clone()), predicate, Mood::Has, at, end));
                }
            }
        }
        found
    }

    pub(crate) fn states_after_being(&self, at: usize) -> Found<Rc<Deed>> {
        // "while at the sink": "being" is left out.
        let facts = self.states(at).into_iter().filter(|(deed, _)| matches!(deed.act, Act::Fact { .. }));
        let mut found: Found<Rc<Deed>> = facts.collect();
        let is_place = self.word(at) == "at";
        if is_place {
            found.extend(self.locations(at).into_iter().map(|(deed, end)| (Rc::new(deed), end)));
        }
        found
    }
}
