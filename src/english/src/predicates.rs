//! Predicates: verb phrases with the adverbs in them, joined by "and" or "or".

use std::rc::Rc;

use crate::{
    inflection::Want,
    meaning::{Act, Deed, Join, Mark, Vp},
    reader::{Found, Reader},
};

/// A verb phrase and the adverbs before and within it.
pub(crate) type Predicate = (Vp, Vec<(Mark, usize)>);

impl Reader<'_> {
    /// Verb phrases with the adverbs before them, joined by "and" or "or".
    pub(crate) fn predicates(&self, at: usize, want: Want) -> Found<Predicate> {
        let mut found: Found<Predicate> = Vec::new();
        for ((vp, marks), end) in self.predicate(at, want) {
            self.continue_predicates(vec![vp.clone()], &marks, end, want, &mut found);
            found.push(((vp, marks), end));
        }
        found
    }

    /// "... and wipe the table", "..., open it and take the cup".
    pub(crate) fn continue_predicates(
        &self,
        parts: Vec<Vp>,
        marks: &[(Mark, usize)],
        at: usize,
        want: Want,
        found: &mut Found<Predicate>,
    ) {
        let comma = self.after(at, ",");
        for (word, join) in [("and", Join::And), ("or", Join::Or), ("or even", Join::Or), ("nor", Join::Nor)] {
            let Some(after) = self.after(comma.unwrap_or(at), word) else { continue };
            for ((last, others), end) in self.predicate(after, want) {
                // "must never open it and never close it" is two statements.
                if others.is_empty() {
                    let parts = parts.iter().cloned().chain([last]).collect();
                    found.push(((Vp::List(join, parts), marks.to_vec()), end));
                }
            }
        }
        if let Some(after) = comma.filter(|_| parts.len() < 12) {
            for ((next, others), end) in self.predicate(after, want) {
                if others.is_empty() {
                    let parts = parts.iter().cloned().chain([next]).collect();
                    self.continue_predicates(parts, marks, end, want, found);
                }
            }
        }
    }

    pub(crate) fn predicate(&self, at: usize, want: Want) -> Found<Predicate> {
        let mut found = Vec::new();
        for (marks, start) in self.adverbs(at) {
            found.extend(self.bare_predicate(start, want).into_iter().map(|((vp, more), end)| {
                let marks: Vec<_> = marks.iter().copied().chain(more).collect();
                ((vp, marks), end)
            }));
        }
        found
    }

    pub(crate) fn bare_predicate(&self, at: usize, want: Want) -> Found<Predicate> {
        let mut found: Found<Predicate> = Vec::new();
        if self.begun.get().is_none() {
            for (deed, end) in self.verb_phrases(at, want).iter() {
                found.push(((Vp::One(deed.clone()), Vec::new()), *end));
            }
        }
        let copulas = [
            ("be", None),
            ("stay", Some(Mark::Lasting)),
            ("remain", Some(Mark::Lasting)),
            ("end", Some(Mark::InTheEnd)),
            ("finish", Some(Mark::InTheEnd)),
        ];
        for (verb, lasting) in copulas {
            if !self.is_form(at, verb, want) {
                continue;
            }
            self.reached(at + 1);
            let after = if verb == "end" { self.skip(at + 1, "up") } else { at + 1 };
            for (marks, start) in self.adverbs(after) {
                let marks: Vec<_> = lasting.map(|mark| (mark, at)).into_iter().chain(marks).collect();
                let mut complements = self.states_joined(start);
                if verb == "be" {
                    complements.extend(self.passives(start).into_iter().map(|(deed, end)| (Vp::One(deed), end)));
                    if let Some(stored) = self.after_any(start, &["stored", "found", "placed", "put"]) {
                        let states = self.states(stored).into_iter();
                        let is_fact = |deed: &Rc<Deed>| matches!(deed.act, Act::Fact { .. });
                        let facts = states.filter(|(deed, _)| is_fact(deed));
                        found.extend(facts.map(|(deed, end)| ((Vp::One(deed), marks.clone()), end)));
                    }
                    let kept = self.after(start, "kept").or_else(|| self.after(start, "left"));
                    if let Some(kept) = kept {
                        let mark = if self.word(start) == "left" { Mark::Left } else { Mark::Lasting };
                        let states = self.states_joined(kept);
                        found.extend(states.into_iter().map(|(vp, end)| {
                            let marks = marks.iter().copied().chain([(mark, start)]).collect();
                            ((vp, marks), end)
                        }));
                    }
                }
                found.extend(complements.into_iter().map(|(vp, end)| ((vp, marks.clone()), end)));
            }
        }
        // "Avoid opening the fridge", "keep holding the cup", "refrain from opening it".
        if self.is_form(at, "avoid", want) || self.is_form(at, "refrain", want) || self.is_form(at, "abstain", want) {
            let after = self.skip(at + 1, "from");
            for ((vp, mut marks), end) in self.predicate(after, Want::Ing) {
                marks.push((Mark::Away, at));
                found.push(((vp, marks), end));
            }
        }
        if self.is_form(at, "keep", want) {
            for ((vp, mut marks), end) in self.predicate(at + 1, Want::Ing) {
                marks.push((Mark::Lasting, at));
                found.push(((vp, marks), end));
            }
        }
        found
    }

    /// "Open", "open or at the sink", "neither at the sink nor at the stove".
    pub(crate) fn states_joined(&self, at: usize) -> Found<Vp> {
        let mut found: Found<Vp> = Vec::new();
        let neither = self.after(at, "neither");
        let either = self.after_any(at, &["either", "both"]);
        for (first, end) in self.states(neither.or(either).unwrap_or(at)) {
            let first = Vp::One(first);
            if neither.is_none() && either.is_none() {
                found.push((first.clone(), end));
            }
            self.continue_states(vec![first], end, neither.is_some(), &mut found);
        }
        found
    }

    pub(crate) fn continue_states(&self, parts: Vec<Vp>, at: usize, is_neither: bool, found: &mut Found<Vp>) {
        let comma = self.after(at, ",");
        for (word, join) in [("and", Join::And), ("or", Join::Or), ("nor", Join::Nor)] {
            let Some(after) = self.after(comma.unwrap_or(at), word) else { continue };
            if (join == Join::Nor) != is_neither {
                continue;
            }
            for (last, end) in self.states(after) {
                let parts = parts.iter().cloned().chain([Vp::One(last)]).collect();
                found.push((Vp::List(join, parts), end));
            }
        }
        if let Some(after) = comma.filter(|_| parts.len() < 8) {
            for (next, end) in self.states(after) {
                let parts = parts.iter().cloned().chain([Vp::One(next)]).collect();
                self.continue_states(parts, end, is_neither, found);
            }
        }
    }
}
