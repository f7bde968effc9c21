//! Clauses: a subject, a verb with its force, and what is said around it.

use std::rc::Rc;

use crate::{
    inflection::Form,
    meaning::{
        Act, Aspect, Clause, Compare, Deed, Det, Filler, Join, Mark, Mood, Noun, Np, PronounSort, Vp, When, Who,
    },
    reader::{Found, Reader},
    scope::is_no,
    taking::plain,
    verbs::Want,
};

/// A verb phrase and the adverbs before and within it.
type Predicate = (Vp, Vec<(Mark, usize)>);

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
    fn continue_predicates(
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

    fn predicate(&self, at: usize, want: Want) -> Found<Predicate> {
        let mut found = Vec::new();
        for (marks, start) in self.adverbs(at) {
            found.extend(self.bare_predicate(start, want).into_iter().map(|((vp, more), end)| {
                let marks: Vec<_> = marks.iter().copied().chain(more).collect();
                ((vp, marks), end)
            }));
        }
        found
    }

    fn bare_predicate(&self, at: usize, want: Want) -> Found<Predicate> {
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

    fn continue_states(&self, parts: Vec<Vp>, at: usize, is_neither: bool, found: &mut Found<Vp>) {
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

    /// Adverbs after a clause, with or without a comma before them.
    fn closing(&self, at: usize) -> Found<Vec<(Mark, usize)>> {
        let mut found = self.adverbs(at);
        if let Some(after) = self.after(at, ",") {
            found.extend(self.adverbs(after).into_iter().filter(|(_, end)| *end > after));
        }
        found
    }

    fn finished(
        &self,
        subject: Option<Np>,
        (vp, mut marks): Predicate,
        mood: Mood,
        at: usize,
        end: usize,
    ) -> Found<Clause> {
        // "Must never be switched on" may be about the state or about who switches it on.
        let is_denied = marks.iter().any(|(mark, _)| matches!(mark, Mark::Not | Mark::Never))
            || subject.as_ref().is_some_and(is_no);
        let vp = if is_denied && matches!(mood, Mood::Must | Mood::May) { self.rather_done(&vp) } else { vp };
        // "Somebody should take it to the table": it is to be there, whoever does it.
        let is_somebody = |np: &Np| matches!(np, Np::Noun(noun) if noun.is_wide && noun.det == Det::Some && !noun.is_other && noun.limits.is_empty());
        let is_free = matches!(mood, Mood::Must | Mood::Order) && !is_denied && vp.aspect() == Some(Aspect::Bring);
        let (subject, vp) = match (&vp, subject) {
            (Vp::One(deed), Some(np)) if is_free && is_somebody(&np) => {
                (None, Vp::One(Rc::new(Deed { distance: deed.distance + 3, ..deed.as_ref().clone() })))
            }
            (_, subject) => (subject, vp),
        };
        let vp = match turned(&vp) {
            // "Never anywhere but at the sink" is always at the sink.
            Some(turned) if is_denied && turned.deeds().iter().all(|deed| self.word(deed.at - 1) == "but") => {
                for (mark, _) in &mut marks {
                    *mark = if matches!(mark, Mark::Not | Mark::Never) { Mark::Always } else { *mark };
                }
                turned
            }
            Some(turned) => {
                marks.push((Mark::Away, at));
                turned
            }
            None => vp,
        };
        let singly = self.after_any(end, &["only one at a time", "one at a time"]).filter(|_| mood == Mood::May);
        if let (Some(end), Some(Np::Noun(noun))) = (singly, &subject)
            && matches!(noun.det, Det::Bare | Det::Plural)
        {
            let subject = Some(Np::Noun(Noun { det: Det::Count(Compare::AtMost, 1), ..noun.clone() }));
            let marks = marks.iter().copied().chain([(Mark::AtOnce, end - 1)]).collect();
            return vec![(Clause { subject, vp, mood, marks, at, end }, end)];
        }
        let closed = self.closing(end).into_iter().map(|(more, end)| {
            let marks = marks.iter().copied().chain(more).collect();
            (Clause { subject: subject.clone(), vp: vp.clone(), mood, marks, at, end }, end)
        });
        closed.collect()
    }

    /// The verb phrase as no nearer than the passive with the same word.
    fn rather_done(&self, vp: &Vp) -> Vp {
        match vp {
            Vp::One(deed) => {
                let is_participle =
                    self.vocabulary.verbs(self.word(deed.at)).iter().any(|(_, form)| *form == Form::Participle);
                let is_fact = matches!(deed.act, Act::Fact { .. }) && deed.aspect == Aspect::State;
                if is_participle && is_fact {
                    return Vp::One(Rc::new(Deed { distance: deed.distance + 1, ..deed.as_ref().clone() }));
                }
                vp.clone()
            }
            Vp::List(join, parts) => Vp::List(*join, parts.iter().map(|part| self.rather_done(part)).collect()),
        }
    }

    /// Clauses that can stand alone.
    pub(crate) fn main_clauses(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (marks, start) in self.opening(at) {
            let mut clauses = self.orders(start);
            clauses.extend(self.keeping(start));
            clauses.extend(self.having_it_so(start));
            clauses.extend(self.declarations(start));
            clauses.extend(self.wishes(start));
            clauses.extend(self.impersonal(start));
            clauses.extend(self.inverted(start, &marks));
            clauses.extend(self.signs(start));
            found.extend(clauses.into_iter().map(|(mut clause, end)| {
                clause.marks.splice(0..0, marks.iter().copied());
                clause.at = at;
                clause.settle_left();
                (clause, end)
            }));
        }
        // "No robot may hold the knife except robot 1."
        let excepting: Found<Clause> =
            found.iter().flat_map(|(clause, end)| self.with_exception(clause, *end)).collect();
        found.extend(excepting);
        found
    }

    fn with_exception(&self, clause: &Clause, at: usize) -> Found<Clause> {
        let Some(Np::Noun(noun)) = &clause.subject else { return Vec::new() };
        if noun.is_excepting || !matches!(noun.det, Det::No | Det::Every | Det::All) {
            return Vec::new();
        }
        let excepted = self.excepting(noun.clone(), at).into_iter();
        excepted.map(|(subject, end)| (Clause { subject: Some(subject), end, ..clause.clone() }, end)).collect()
    }

    /// Adverbs before a clause: "in the end, ...".
    fn opening(&self, at: usize) -> Found<Vec<(Mark, usize)>> {
        let mut found = vec![(Vec::new(), at)];
        for (marks, end) in self.adverbs(at).into_iter().filter(|(_, end)| *end > at) {
            found.push((marks.clone(), end));
            found.extend(self.after(end, ",").map(|end| (marks, end)));
        }
        found
    }

    /// "Open the fridge", "do not open it", "robot 2, open it", "let robot 2 open it".
    fn orders(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let start = self.skip(at, "please");
        let (after, is_not) = match self.after(start, "do not") {
            Some(after) => (after, true),
            None => (self.after_any(start, &["do", "go and", "just", "go ahead and"]).unwrap_or(start), false),
        };
        let mut add = |subject: Option<Np>, predicate: Predicate, end: usize, is_not: bool| {
            let (vp, mut marks) = predicate;
            if is_not {
                marks.insert(0, (Mark::Not, start));
            }
            for (clause, end) in self.finished(subject.clone(), (vp.clone(), marks.clone()), Mood::Order, at, end) {
                if subject.is_none()
                    && let Some(comma) = self.after(end, ",")
                {
                    for (whom, end) in self.robots(comma) {
                        found.push((Clause { subject: Some(whom), end, ..clause.clone() }, end));
                    }
                }
                found.push((clause, end));
            }
        };
        for (predicate, end) in self.predicates(after, Want::Base) {
            add(None, predicate, end, is_not);
        }
        for (whom, middle) in self.robots(start) {
            let Some(after) = self.after(middle, ",").or_else(|| self.after(middle, ":")) else { continue };
            let after = self.skip(after, "please");
            let (after, is_not) = self.after(after, "do not").map_or((after, false), |after| (after, true));
            let after = self.after_any(after, &["go and", "just"]).unwrap_or(after);
            for (predicate, end) in self.predicates(after, Want::Base) {
                add(Some(whom.clone()), predicate, end, is_not);
            }
        }
        for (predicate, whom, end) in self.caused(after) {
            add(Some(whom), predicate, end, is_not);
        }
        for verb in ["let", "have", "make"] {
            let Some(after) = self.after(after, verb) else { continue };
            for (whom, middle) in self.noun_phrases(after).iter() {
                for (predicate, end) in self.predicates(*middle, Want::Base) {
                    add(Some(whom.clone()), predicate, end, is_not);
                }
            }
        }
        found
    }

    /// "Dock porter 1 at charger 2": let that robot dock there.
    fn caused(&self, at: usize) -> Vec<(Predicate, Np, usize)> {
        let mut found = Vec::new();
        for (verb, form) in self.vocabulary.verbs(self.word(at)) {
            if *form != Form::Base {
                continue;
            }
            for (whom, middle) in self.robots(at + 1) {
                for (deed, end) in self.intransitive(verb, at, middle) {
                    found.push(((Vp::One(Rc::new(deed)), Vec::new()), whom.clone(), end));
                }
            }
        }
        found
    }

    /// Robots, as the ones that are spoken to or of.
    fn robots(&self, at: usize) -> Found<Np> {
        let is_robot = |np: &Np| match np {
            Np::Noun(noun) => noun.members.iter().all(|object| self.vocabulary.robots.contains(object)),
            _ => false,
        };
        self.noun_phrases(at)
            .iter()
            .filter(|(np, _)| is_robot(np) || matches!(np, Np::List(_, parts) if parts.iter().all(is_robot)))
            .cloned()
            .collect()
    }

    /// "Keep the fridge closed", "leave the knives in the drawer", "keep robot 1 away from the stove".
    fn keeping(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let start = self.skip(at, "please");
        let (after, is_not) = self.after(start, "do not").map_or((start, false), |after| (after, true));
        for verb in ["always keep", "keep", "leave"] {
            let Some(after) = self.after(after, verb) else { continue };
            for (thing, middle) in self.noun_phrases(after).iter() {
                let mut states = self.states_joined(*middle);
                for away in ["off", "clear of", "well away from"] {
                    let Some(after) = self.after(*middle, away) else { continue };
                    for (place, end) in self.noun_phrases(after).iter() {
                        let act = Act::At {
                            thing: Filler::Subject,
                            place: Filler::Object(0),
                            holds: false,
                            who: Who::Anything,
                            word: None,
                        };
                        let objects = vec![place.clone()];
                        let deed = Deed {
                            act,
                            aspect: Aspect::State,
                            objects,
                            agent: None,
                            is_of_robot: false,
                            is_motion: false,
                            at: *middle,
                            end: *end,
                            distance: 0,
                        };
                        states.push((Vp::One(Rc::new(deed)), *end));
                    }
                }
                for (vp, end) in states {
                    let mark = if verb == "leave" { Mark::Left } else { Mark::Lasting };
                    let mut marks = vec![(mark, start)];
                    if is_not {
                        marks.push((Mark::Not, start));
                    }
                    found.extend(self.finished(Some(thing.clone()), (vp, marks), Mood::Order, at, end));
                }
            }
        }
        found
    }

    /// "Have the door closed", "get the pipette sterile", "do not have both drawers open": the outcome counts.
    fn having_it_so(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let start = self.skip(at, "please");
        let (after, is_not) = self.after(start, "do not").map_or((start, false), |after| (after, true));
        for verb in ["have", "get"] {
            let Some(after) = self.after(after, verb) else { continue };
            for (thing, middle) in self.noun_phrases(after).iter() {
                for (vp, end) in self.states_joined(*middle) {
                    let (mood, marks) = match is_not {
                        true => (Mood::Must, vec![(Mark::Not, start)]),
                        false => (Mood::Wish, Vec::new()),
                    };
                    found.extend(self.finished(Some(thing.clone()), (vp, marks), mood, at, end));
                }
            }
        }
        found
    }

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
    fn been(&self, at: usize) -> Found<Rc<Deed>> {
        let Some(after) = self.after(at, "been to") else { return Vec::new() };
        let deed = |(np, end): &(Np, usize)| {
            let act = Act::At {
                thing: Filler::Subject,
                place: Filler::Object(0),
                holds: true,
                who: Who::Anything,
                word: None,
            };
            (
                Rc::new(Deed {
                    act,
                    aspect: Aspect::State,
                    objects: vec![np.clone()],
                    agent: None,
                    is_of_robot: false,
                    is_motion: false,
                    at,
                    end: *end,
                    distance: 0,
                }),
                *end,
            )
        };
        self.noun_phrases(after).iter().map(deed).collect()
    }

    /// "There must never be a knife on the stove", "there is a cup on the table".
    fn existing(&self, at: usize, start: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let mut verbs: Vec<Begun> = Vec::new();
        if self.is_form(start, "be", Want::Finite) {
            verbs.extend(self.adverbs(start + 1).into_iter().map(|(marks, end)| (Mood::Is, marks, end)));
        }
        for (words, mood, _) in MODALS {
            let Some(after) = self.after(start, words) else { continue };
            for (marks, middle) in self.adverbs(after) {
                let Some(after) = self.after(middle, "be") else { continue };
                verbs.extend(
                    self.adverbs(after)
                        .into_iter()
                        .map(|(more, end)| (*mood, marks.iter().copied().chain(more).collect(), end)),
                );
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

    /// "I want the apple on the table", "make sure that the door is closed", "the apple belongs on the table".
    fn wishes(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        let wish = ["i want", "i need", "i would like", "we want", "we need", "we would like", "i wish to have"];
        if let Some(after) = self.after_any(at, &wish) {
            for (thing, middle) in self.noun_phrases(after).iter() {
                let after = self.after_any(*middle, &["to be", "to end up", "to stay"]).unwrap_or(*middle);
                let lasting = self.after(*middle, "to stay").map(|_| (Mark::Lasting, *middle));
                for (vp, end) in self.states_joined(after) {
                    found.extend(self.finished(
                        Some(thing.clone()),
                        (vp, lasting.into_iter().collect()),
                        Mood::Wish,
                        at,
                        end,
                    ));
                }
                if let Some(after) = self.after(*middle, "to be") {
                    for (deed, end) in self.passives(after) {
                        found.extend(self.finished(
                            Some(thing.clone()),
                            (Vp::One(deed), Vec::new()),
                            Mood::Wish,
                            at,
                            end,
                        ));
                    }
                }
                if let Some(after) = self.after(*middle, "to") {
                    for (predicate, end) in self.predicates(after, Want::Base) {
                        if !matches!(predicate.0.aspect(), Some(Aspect::State)) {
                            found.extend(self.finished(Some(thing.clone()), predicate, Mood::Must, at, end));
                        }
                    }
                }
            }
        }
        for words in
            ["make sure that", "make sure", "ensure that", "ensure", "see to it that", "see that", "take care that"]
        {
            let Some(after) = self.after(at, words) else { continue };
            for (clause, end) in self.declarations(after) {
                if clause.mood == Mood::Is {
                    let mood = if clause.has(Mark::Lasting) || clause.has(Mark::Always) || clause.is_denied() {
                        Mood::Must
                    } else {
                        Mood::Wish
                    };
                    found.push((Clause { mood, at, ..clause }, end));
                } else if matches!(clause.mood, Mood::Must | Mood::May) {
                    found.push((Clause { at, ..clause }, end));
                }
            }
        }
        for words in [
            "make sure to",
            "be sure to",
            "remember to",
            "i want you to",
            "i need you to",
            "we need to",
            "we want to",
            "you need to",
            "your task is to",
        ] {
            if let Some(after) = self.after(at, words) {
                found.extend(self.orders(after));
                found.extend(self.keeping(after));
                found.extend(self.having_it_so(after));
            }
        }
        found.extend(self.going(at));
        found
    }

    /// "The apple belongs on the table", "the cups must not go in the fridge": where a thing is to be or not to be.
    fn going(&self, at: usize) -> Found<Clause> {
        const FORMS: &[(&str, Mood)] = &[
            ("belongs", Mood::Wish),
            ("belong", Mood::Wish),
            ("goes", Mood::Wish),
            ("go", Mood::Wish),
            ("is wanted", Mood::Wish),
            ("are wanted", Mood::Wish),
            ("is to go", Mood::Wish),
            ("are to go", Mood::Wish),
            ("must go", Mood::Wish),
            ("should go", Mood::Wish),
            ("has to go", Mood::Wish),
            ("have to go", Mood::Wish),
            ("needs to go", Mood::Wish),
            ("need to go", Mood::Wish),
            ("should end up", Mood::Wish),
            ("must end up", Mood::Wish),
            ("may go", Mood::May),
            ("can go", Mood::May),
            ("does not go", Mood::Must),
            ("do not go", Mood::Must),
            ("does not belong", Mood::Must),
            ("do not belong", Mood::Must),
            ("must not go", Mood::Must),
            ("may not go", Mood::Must),
            ("should not go", Mood::Must),
            ("can not go", Mood::Must),
            ("is not to go", Mood::Must),
            ("are not to go", Mood::Must),
            ("must never go", Mood::Must),
            ("may never go", Mood::Must),
            ("should never go", Mood::Must),
        ];
        let mut found = Vec::new();
        let is_thing = |np: &&(Np, usize)| self.may_be(&np.0, &|object| !self.vocabulary.robots.contains(&object));
        for (thing, middle) in self.noun_phrases(at).iter().filter(is_thing) {
            let never = self.after(*middle, "never");
            let form =
                FORMS.iter().find_map(|(words, mood)| Some((self.after(never.unwrap_or(*middle), words)?, *mood)));
            let Some((after, mood)) = form else { continue };
            let (mood, marks) = match mood {
                Mood::Must => (mood, vec![(Mark::Not, *middle)]),
                _ if never.is_some() => (Mood::Must, vec![(Mark::Never, *middle)]),
                other => (other, Vec::new()),
            };
            for (place, end) in self.towards(after) {
                let act = Act::At {
                    thing: Filler::Subject,
                    place: Filler::Object(0),
                    holds: true,
                    who: Who::Thing,
                    word: self.preposition_before(&place),
                };
                let is_outcome = mood == Mood::Wish && !is_no(thing);
                let aspect = if is_outcome { Aspect::Bring } else { Aspect::State };
                // "It must not go there" is rather about a robot.
                let distance = if is_outcome { 2 } else { 3 };
                let deed = Deed { objects: vec![place], distance, ..plain(act, aspect, *middle, end) };
                let mood = if mood == Mood::Wish && !is_outcome { Mood::Must } else { mood };
                let predicate = (Vp::One(Rc::new(deed)), marks.clone());
                found.extend(self.finished(Some(thing.clone()), predicate, mood, at, end));
            }
        }
        found
    }

    /// "To the table, bring the bread", "the kettle to the sink": short forms of orders to bring.
    pub(crate) fn short_orders(&self, at: usize) -> Found<Clause> {
        let mut found = Vec::new();
        for (things, middle) in self.noun_phrases(at).iter() {
            for (place, end) in self.towards(*middle) {
                let act = Act::At {
                    thing: Filler::Object(0),
                    place: Filler::Object(1),
                    holds: true,
                    who: Who::Anything,
                    word: self.preposition_before(&place),
                };
                let objects = vec![things.clone(), place];
                let deed = Deed {
                    act,
                    aspect: Aspect::Bring,
                    objects,
                    agent: None,
                    is_of_robot: true,
                    is_motion: false,
                    at,
                    end,
                    distance: 1,
                };
                found.extend(self.finished(None, (Vp::One(Rc::new(deed)), Vec::new()), Mood::Order, at, end));
            }
        }
        found
    }

    /// "It is forbidden for robot 1 to open the fridge", "it must never be that the fridge is open", "opening it is forbidden".
    fn impersonal(&self, at: usize) -> Found<Clause> {
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
    fn inverted(&self, at: usize, before: &[(Mark, usize)]) -> Found<Clause> {
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
    fn signs(&self, at: usize) -> Found<Clause> {
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
                let deed = Deed {
                    act,
                    aspect: Aspect::State,
                    objects: vec![place.clone()],
                    agent: None,
                    is_of_robot: false,
                    is_motion: false,
                    at: *middle,
                    end: *end,
                    distance: 0,
                };
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

    fn states_after_being(&self, at: usize) -> Found<Rc<Deed>> {
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

/// "Stay away from the stove" as "not at the stove".
fn turned(vp: &Vp) -> Option<Vp> {
    match vp {
        Vp::One(deed) => match &deed.act {
            Act::At { thing, place, holds: false, who, word } if deed.aspect == Aspect::State => {
                let act = Act::At { thing: *thing, place: *place, holds: true, who: *who, word: *word };
                Some(Vp::One(Rc::new(Deed { act, ..deed.as_ref().clone() })))
            }
            _ => None,
        },
        Vp::List(join, parts) => {
            let parts: Option<Vec<Vp>> = parts.iter().map(turned).collect();
            // Away from both is away from each.
            parts.map(|parts| Vp::List(if *join == Join::And { Join::Or } else { *join }, parts))
        }
    }
}

/// "needs to be on the table": the outcome counts.
fn is_wish(vp: &Vp) -> bool {
    vp.aspect() == Some(Aspect::State)
}
