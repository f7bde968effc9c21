//! Clauses: a subject, a verb with its force, and what is said around it.

use std::rc::Rc;

use crate::{
    inflection::Form,
    meaning::{Act, Aspect, Clause, Compare, Deed, Det, Join, Mark, Mood, Noun, Np, Vp},
    phrases::is_no,
    predicates::Predicate,
    reader::{Found, Reader},
};

impl Reader<'_> {
    /// Adverbs after a clause, with or without a comma before them.
    pub(crate) fn closing(&self, at: usize) -> Found<Vec<(Mark, usize)>> {
        let mut found = self.adverbs(at);
        if let Some(after) = self.after(at, ",") {
            found.extend(self.adverbs(after).into_iter().filter(|(_, end)| *end > after));
        }
        // "If it is open, never put it there": what denies belongs to what follows, if something does.
        let denies = |marks: &[(Mark, usize)]| marks.iter().any(|(mark, _)| matches!(mark, Mark::Not | Mark::Never));
        found.retain(|(marks, end)| !denies(marks) || *end == self.tokens.len());
        found
    }

    pub(crate) fn finished(
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
        let is_ban = is_denied && matches!(mood, Mood::Must | Mood::May);
        if is_ban && vp.deeds().into_iter().any(|deed| self.names_deed(deed)) {
            return Vec::new();
        }
        let vp = if is_ban { self.rather_done(&vp) } else { vp };
        // "Somebody should take it to the table": it is to be there, whoever does it.
        let is_somebody = |np: &Np| matches!(np, Np::Noun(noun) if noun.is_somebody());
        let is_free = matches!(mood, Mood::Must | Mood::Order) && !is_denied && vp.aspect() == Some(Aspect::Bring);
        let (subject, vp, mood) = match (&vp, subject) {
            (Vp::One(deed), Some(np)) if is_free && is_somebody(&np) => {
                (None, Vp::One(Rc::new(Deed { distance: deed.distance + 3, ..deed.as_ref().clone() })), Mood::Order)
            }
            (_, subject) => (subject, vp, mood),
        };
        let vp = match turned(&vp) {
            // "Never anywhere but at a place" is always there.
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

    /// Whether the word for a state is one for a deed that the file does not have: "must not be used" of what is dirty.
    fn names_deed(&self, deed: &Deed) -> bool {
        let Act::Fact { predicate, .. } = deed.act else { return false };
        let word = self.word(deed.at);
        let is_achieved = |verb: &str| self.vocabulary.achievable.iter().any(|(one, ..)| one == verb);
        let verbs = self.vocabulary.verbs(word);
        let is_participle = verbs.iter().any(|(base, form)| *form == Form::Participle && is_achieved(base));
        deed.aspect == Aspect::State && is_participle && self.vocabulary.predicates[predicate].name != word
    }

    /// The verb phrase as no nearer than the passive with the same word.
    pub(crate) fn rather_done(&self, vp: &Vp) -> Vp {
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

    /// The clause with an exception at its end: to its subject, or else to the things that it is about.
    pub(crate) fn with_exception(&self, clause: &Clause, at: usize) -> Found<Clause> {
        let is_for_all = |noun: &Noun| {
            !noun.is_excepting && matches!(noun.det, Det::No | Det::Every | Det::All | Det::Plural | Det::Mass)
        };
        if let Some(Np::Noun(noun)) =
            clause.subject.as_ref().filter(|np| matches!(np, Np::Noun(noun) if is_for_all(noun)))
        {
            let excepted = self.excepting(noun.clone(), at).into_iter();
            return excepted
                .map(|(subject, end)| (Clause { subject: Some(subject), end, ..clause.clone() }, end))
                .collect();
        }
        // "Take everything out of the fridge except the milk."
        let Vp::One(deed) = &clause.vp else { return Vec::new() };
        let mut all = deed.objects.iter().enumerate().filter_map(|(place, np)| match np {
            Np::Noun(noun) if is_for_all(noun) => Some((place, noun)),
            _ => None,
        });
        let (Some((place, noun)), None) = (all.next(), all.next()) else { return Vec::new() };
        let with = |(np, end): (Np, usize)| {
            let mut objects = deed.objects.clone();
            objects[place] = np;
            let vp = Vp::One(Rc::new(Deed { objects, ..deed.as_ref().clone() }));
            (Clause { vp, end, ..clause.clone() }, end)
        };
        self.excepting(noun.clone(), at).into_iter().map(with).collect()
    }

    /// Adverbs before a clause: "in the end, ...".
    pub(crate) fn opening(&self, at: usize) -> Found<Vec<(Mark, usize)>> {
        let mut found = vec![(Vec::new(), at)];
        for (marks, end) in self.adverbs(at).into_iter().filter(|(_, end)| *end > at) {
            found.push((marks.clone(), end));
            // "If it is open in the end, ...": the comma ends the clause before it.
            let is_apart = at == 0 || matches!(self.word(at - 1), "," | ":" | "and" | "but" | "then" | "that");
            found.extend(self.after(end, ",").filter(|_| is_apart).map(|end| (marks, end)));
        }
        found
    }
}

/// "Stay away from the stove" as "not at the stove", nor on the way there.
fn turned(vp: &Vp) -> Option<Vp> {
    match vp {
        Vp::One(deed) => match &deed.act {
            Act::At { thing, place, holds: false, who, word } if deed.aspect == Aspect::State => {
                let act = Act::At { thing: *thing, place: *place, holds: true, who: *who, word: *word };
                Some(Vp::One(Rc::new(Deed { act, is_motion: true, ..deed.as_ref().clone() })))
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
