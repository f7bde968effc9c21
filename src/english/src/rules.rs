//! Rules that have a form of their own: "it is forbidden to", "no knives on the stove", "the sink is off limits".

use std::rc::Rc;

use crate::{
    inflection::Want,
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Filler, Mark, Mood, Np, Vp, When, Who, plain},
    predicates::Predicate,
    reader::{Found, Reader},
};

impl Reader<'_> {
    /// "It is forbidden for robot 1 to open the fridge", "it must never be that the fridge is open", "opening it is forbidden".
    pub(crate) fn impersonal(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        if let Some(is) = self.after(at, "it is") {
            for (marks, middle) in self.adverbs(is) {
                let words = [
                    ("forbidden", true),
                    ("prohibited", true),
                    ("allowed", false),
                    ("permitted", false),
                    ("acceptable", false),
                    ("ok", false),
                ];
                for (word, forbids) in words {
                    let Some(after) = self.after(middle, word) else { continue };
                    let mood = if forbids { Mood::Must } else { Mood::May };
                    let mut add = |subject: Option<Np>, (vp, more): Predicate, end| {
                        let barred = if subject.is_some() { Mark::Barred } else { Mark::Not };
                        let forbidden = forbids.then_some((barred, middle));
                        let marks = marks.iter().copied().chain(forbidden).chain(more).collect();
                        found.extend(self.finished(subject, (vp, marks), mood, at, end));
                    };
                    if let Some(to) = self.after(after, "to") {
                        self.predicates(to, Want::Base)
                            .into_iter()
                            .for_each(|(predicate, end)| add(None, predicate, end));
                    }
                    if let Some(whom) = self.after(after, "for") {
                        for (subject, middle) in self.noun_phrases(whom).iter() {
                            let Some(to) = self.after(*middle, "to") else { continue };
                            self.predicates(to, Want::Base)
                                .into_iter()
                                .for_each(|(predicate, end)| add(Some(subject.clone()), predicate, end));
                        }
                    }
                }
            }
        }
        for is in ["it is", "it will be"] {
            let Some(whose) = self.after(at, is) else { continue };
            for (subject, middle) in self.noun_phrases(whose).iter() {
                let jobs = ["job to", "task to", "turn to", "duty to"];
                let Some(to) =
                    self.after(*middle, crate::tokens::APOSTROPHE).and_then(|own| self.after_any(own, &jobs))
                else {
                    continue;
                };
                for (predicate, end) in self.predicates(to, Want::Base) {
                    found.extend(self.finished(Some(subject.clone()), predicate, Mood::Must, at, end));
                }
            }
        }
        for (words, when) in [
            ("it must never happen that", When::Never),
            ("it must never be that", When::Never),
            ("it must never be the case that", When::Never),
            ("it must not happen that", When::Never),
            ("it may never happen that", When::Never),
            ("it may not happen that", When::Never),
            ("there must never be a moment at which", When::Never),
            ("there must be no moment at which", When::Never),
            ("it must always be that", When::Always),
            ("it must always be the case that", When::Always),
            ("it must always be true that", When::Always),
            ("it must at some point be that", When::Sometime),
            ("there must be a moment at which", When::Sometime),
            ("there has to be a moment at which", When::Sometime),
        ] {
            let Some(after) = self.after(at, words) else { continue };
            for (mut clause, end) in self.declarations(after) {
                if clause.mood == Mood::Is && !(clause.is_denied() && when == When::Never) {
                    clause.marks.push((Mark::That(when), at));
                    found.push((Clause { mood: Mood::Must, at, ..clause }, end));
                }
            }
        }
        for (predicate, middle) in self.predicates(at, Want::Ing) {
            let Some(after) = self.after_any(
                middle,
                &["is strictly forbidden", "is forbidden", "is not allowed", "is prohibited", "is never allowed"],
            ) else {
                continue;
            };
            let (vp, mut marks) = predicate;
            marks.push((Mark::Not, middle));
            found.extend(self.finished(None, (vp, marks), Mood::Must, at, after));
        }
        found
    }

    /// "May robot 1 open the fridge", after "never" or "at no time".
    pub(crate) fn inverted(&self, at: usize, before: &[(Mark, usize)]) -> Found<Clause> {
        if !before.iter().any(|(mark, _)| matches!(mark, Mark::Never | Mark::Not)) {
            return Vec::new();
        }
        self.asked(at)
    }

    /// "May robot 1 open the fridge".
    pub(crate) fn asked(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (word, mood) in [
            ("may", Mood::May),
            ("can", Mood::May),
            ("must", Mood::Must),
            ("should", Mood::Must),
            ("shall", Mood::Must),
        ] {
            let Some(after) = self.after(at, word) else { continue };
            for (subject, middle) in self.noun_phrases(after).iter() {
                for (predicate, end) in self.predicates(*middle, Want::Base) {
                    found.extend(self.finished(Some(subject.clone()), predicate, mood, at, end));
                }
            }
        }
        found
    }

    /// "No knives on the stove".
    pub(crate) fn signs(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (subject, middle) in self.noun_phrases(at).iter() {
            let is_bare = |np: &Np| {
                let is_sign = |det| matches!(det, Det::No | Det::Count(Compare::AtMost | Compare::Only, _));
                matches!(np, Np::Noun(noun) if is_sign(noun.det))
            };
            let is_sign = is_bare(subject) || matches!(subject, Np::List(_, parts) if parts.iter().all(is_bare));
            if !is_sign {
                continue;
            }
            for (marks, middle) in self.adverbs(*middle) {
                for (deed, end) in self.locations(middle) {
                    let predicate = (Vp::One(Rc::new(deed)), marks.clone());
                    found.extend(self.finished(Some(subject.clone()), predicate, Mood::May, at, end));
                }
            }
        }
        for (subject, middle) in self.noun_phrases(at).iter() {
            let Some(after) = self.after_any(*middle, &["has no business", "have no business"]) else { continue };
            for (deed, end) in self.locations(self.skip(after, "being")) {
                let marks = vec![(Mark::Never, *middle)];
                let vp = Vp::One(Rc::new(deed));
                found.extend(self.finished(Some(subject.clone()), (vp, marks), Mood::Must, at, end));
            }
        }
        let off = ["is off limits", "are off limits"];
        for (place, middle) in self.noun_phrases(at).iter() {
            let Some(after) = self.after_any(*middle, &off) else { continue };
            let Some(to) = self.after_any(after, &["for", "to"]) else { continue };
            for (subject, end) in self.noun_phrases(to).iter() {
                let act = Act::At {
                    thing: Filler::Subject,
                    place: Filler::Object(0),
                    holds: true,
                    who: Who::Anything,
                    word: None,
                };
                let deed = Deed { objects: vec![place.clone()], ..plain(act, Aspect::State, *middle, *end) };
                let marks = vec![(Mark::Never, *middle)];
                found.extend(self.finished(
                    Some(subject.clone()),
                    (Vp::One(Rc::new(deed)), marks),
                    Mood::Must,
                    at,
                    *end,
                ));
            }
        }
        found
    }
}
