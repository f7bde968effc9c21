//! Declarations: a subject and what it must do, may do, or is.

use std::rc::Rc;

use crate::{
    inflection::Want,
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Filler, Mark, Mood, Np, Vp, Who, plain},
    phrases::is_no,
    predicates::Predicate,
    reader::{Found, Reader},
};

/// Words after a subject that give a clause its force, and what follows them.
const MODALS: &[(&str, Mood, Want)] = &[
    ("must", Mood::Must, Want::Base),
    ("should", Mood::Must, Want::Base),
    ("shall", Mood::Must, Want::Base),
    ("will", Mood::Must, Want::Base),
    ("has to", Mood::Must, Want::Base),
    ("have to", Mood::Must, Want::Base),
    ("needs to", Mood::Must, Want::Base),
    ("need to", Mood::Must, Want::Base),
    ("ought to", Mood::Must, Want::Base),
    ("may", Mood::May, Want::Base),
    ("can", Mood::May, Want::Base),
];

/// Words after "is", "are": their force, whether they forbid, and what follows.
const ALLOWANCES: &[(&str, Mood, bool, Want)] = &[
    ("to", Mood::Must, false, Want::Base),
    ("supposed to", Mood::Must, false, Want::Base),
    ("required to", Mood::Must, false, Want::Base),
    ("obliged to", Mood::Must, false, Want::Base),
    ("allowed to", Mood::May, false, Want::Base),
    ("permitted to", Mood::May, false, Want::Base),
    ("forbidden to", Mood::Must, true, Want::Base),
    ("prohibited to", Mood::Must, true, Want::Base),
    ("forbidden from", Mood::Must, true, Want::Ing),
    ("prohibited from", Mood::Must, true, Want::Ing),
    ("barred from", Mood::Must, true, Want::Ing),
    ("banned from", Mood::Must, true, Want::Ing),
];

/// The begin of a verb phrase: its mood, the adverbs in it, and the place after it.
type Begun = (Mood, Vec<(Mark, usize)>, usize);

impl Reader<'_> {
    /// "Robot 1 must open the fridge", "the fridge is open", "robot 1 has opened it".
    pub(crate) fn declarations(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (subject, middle) in self.noun_phrases(at).iter() {
            for (marks, start) in self.adverbs(*middle) {
                found.extend(self.asserted(at, Some(subject), &marks, start));
            }
        }
        if let Some(after) = self.after(at, "there") {
            found.extend(self.existing(at, after));
        }
        for (place, frame) in self.vocabulary.prefixed() {
            let Some(after) = self.after(at, &frame.before.join(" ")) else { continue };
            for (subject, middle) in self.noun_phrases(after).iter() {
                for (marks, start) in self.adverbs(*middle) {
                    self.begun.set(Some(place));
                    found.extend(self.asserted(at, Some(subject), &marks, start));
                    self.begun.set(None);
                }
            }
        }
        found
    }

    /// What follows a subject.
    pub(crate) fn asserted(
        &self,
        at: usize,
        subject: Option<&Np>,
        before: &[(Mark, usize)],
        start: usize,
    ) -> Found<Clause> {
        let mut found = Vec::new();
        let mut add = |mood: Mood, more: &[(Mark, usize)], (vp, marks): Predicate, end: usize| {
            let marks = before.iter().chain(more).copied().chain(marks).collect();
            found.extend(self.finished(subject.cloned(), (vp, marks), mood, at, end));
        };
        for (words, mood, want) in MODALS {
            let Some(after) = self.after(start, words) else { continue };
            // "No robot has to", "robot 1 never needs to": what need not be forbids nothing.
            let is_need = words.ends_with("to");
            if is_need
                && (subject.is_some_and(is_no)
                    || before.iter().any(|(mark, _)| matches!(mark, Mark::Not | Mark::Never)))
            {
                continue;
            }
            for (predicate, end) in self.predicates(after, *want) {
                let mood = if *mood == Mood::Must && words.starts_with("need") && is_wish(&predicate.0) {
                    Mood::Wish
                } else {
                    *mood
                };
                add(mood, &[], predicate, end);
            }
            for (marks, middle) in self.adverbs(after) {
                if let Some(have) = self.after(middle, "have") {
                    let marks: Vec<_> = marks.iter().copied().chain([(Mark::Perfect, middle)]).collect();
                    for (predicate, end) in self.predicates(have, Want::Participle) {
                        add(*mood, &marks, predicate, end);
                    }
                    for (deed, end) in self.been(have) {
                        add(*mood, &marks, (Vp::One(deed), Vec::new()), end);
                    }
                }
            }
        }
        if self.is_form(start, "be", Want::Finite) {
            for (marks, middle) in self.adverbs(start + 1) {
                // "No robot is allowed in the hall".
                if let Some(after) = self.after_any(middle, &["allowed", "permitted"]) {
                    for (deed, end) in self.locations(after) {
                        add(Mood::May, &marks, (Vp::One(Rc::new(deed)), Vec::new()), end);
                    }
                }
                for (words, mood, forbids, want) in ALLOWANCES {
                    let Some(after) = self.after(middle, words) else { continue };
                    // "Is not required to": what need not be forbids nothing.
                    let is_need = matches!(*words, "required to" | "obliged to");
                    if is_need
                        && (subject.is_some_and(is_no)
                            || marks.iter().chain(before).any(|(mark, _)| matches!(mark, Mark::Not | Mark::Never)))
                    {
                        continue;
                    }
                    let marks: Vec<_> =
                        marks.iter().copied().chain(forbids.then_some((Mark::Barred, middle))).collect();
                    for (predicate, end) in self.predicates(after, *want) {
                        add(*mood, &marks, predicate, end);
                    }
                }
            }
        }
        for (predicate, end) in self.predicates(start, Want::Finite) {
            add(Mood::Is, &[], predicate, end);
        }
        for (predicate, end) in self.predicates(start, Want::Past) {
            add(Mood::Has, &[], predicate, end);
        }
        for do_not in ["do not", "does not", "did not"] {
            let Some(after) = self.after(start, do_not) else { continue };
            let mood = if do_not == "did not" { Mood::Has } else { Mood::Is };
            for (predicate, end) in self.predicates(after, Want::Base) {
                add(mood, &[(Mark::Not, start)], predicate, end);
            }
        }
        if self.is_form(start, "have", Want::Finite) {
            for (marks, middle) in self.adverbs(start + 1) {
                for (predicate, end) in self.predicates(middle, Want::Participle) {
                    add(Mood::Has, &marks, predicate, end);
                }
                for (deed, end) in self.been(middle) {
                    add(Mood::Has, &marks, (Vp::One(deed), Vec::new()), end);
                }
            }
        }
        found
    }

    /// "Been to the sink".
    pub(crate) fn been(&self, at: usize) -> Found<Rc<Deed>> {
        let Some(after) = self.after(at, "been to") else { return Vec::new() };
        let deed = |(np, end): &(Np, usize)| {
            let act = Act::At {
                thing: Filler::Subject,
                place: Filler::Object(0),
                holds: true,
                who: Who::Anything,
                word: None,
            };
            (Rc::new(Deed { objects: vec![np.clone()], ..plain(act, Aspect::State, at, *end) }), *end)
        };
        self.noun_phrases(after).iter().map(deed).collect()
    }

    /// "There must never be a knife on the stove", "there is a cup on the table".
    pub(crate) fn existing(&self, at: usize, start: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let mut verbs: Vec<Begun> = Vec::new();
        if self.is_form(start, "be", Want::Finite) {
            verbs.extend(self.adverbs(start + 1).into_iter().map(|(marks, end)| (Mood::Is, marks, end)));
        }
        for (before, start) in self.adverbs(start) {
            for (words, mood, _) in MODALS {
                let Some(after) = self.after(start, words) else { continue };
                // "There never has to be": what need not be forbids nothing.
                if words.ends_with("to") && before.iter().any(|(mark, _)| matches!(mark, Mark::Not | Mark::Never)) {
                    continue;
                }
                for (marks, middle) in self.adverbs(after) {
                    let Some(after) = self.after(middle, "be") else { continue };
                    verbs.extend(
                        self.adverbs(after).into_iter().map(|(more, end)| {
                            (*mood, before.iter().chain(&marks).copied().chain(more).collect(), end)
                        }),
                    );
                }
            }
        }
        for (mood, marks, after) in verbs {
            for (subject, middle) in self.noun_phrases(after).iter() {
                let mut subject = subject.clone();
                if let Np::Noun(noun) = &mut subject {
                    if noun.limits.iter().any(|limit| limit.deed.at > noun.id && limit.deed.end == *middle) {
                        continue;
                    }
                    // "There must be a robot in it" and "there must not be two": at one moment.
                    noun.det = match noun.det {
                        Det::A | Det::One | Det::Some => Det::Count(Compare::AtLeast, 1),
                        Det::Count(Compare::Bare, number) => Det::Count(Compare::AtLeast, number),
                        other => other,
                    };
                }
                for (vp, end) in self.states_joined(*middle) {
                    found.extend(self.finished(Some(subject.clone()), (vp, marks.clone()), mood, at, end));
                }
            }
        }
        found
    }
}

/// "needs to be on the table": the outcome counts.
fn is_wish(vp: &Vp) -> bool {
    vp.aspect() == Some(Aspect::State)
}
