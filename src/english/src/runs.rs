//! Sentences about a run: "opening the gate happens infinitely often", "whenever A holds, B eventually holds".

use std::collections::HashMap;

use crate::{
    candidates::{Candidate, Candidates},
    claims::{Claim, Joint, Reach, Said, Share},
    course::{HOLDING, Runs, TOGETHER},
    logic::{Ltl, all, any},
    meaning::{Np, PronounSort},
    reader::{Found, Reader},
    sense::{Meaning, Vague},
    statement::{Link, Statement, Sub},
    times::{self, Time},
};

const WHEN: &str = "say when: \"at all times\", \"at some point\", \"infinitely often\", \"in the next step\"";

/// The meanings of a whole sentence about a run; none of other sentences. Also whether it can be no other sentence.
pub(crate) fn candidates(reader: &Reader) -> (Candidates, bool) {
    let mut starts: Vec<(Option<Np>, bool, usize)> = vec![(None, false, 0)];
    for (np, middle) in reader.noun_phrases(0).iter() {
        let Some(after) = reader.after(*middle, "must") else { continue };
        let doer = match np {
            Np::Noun(noun) if noun.is_single() && reader.vocabulary.robots.contains(&noun.members[0]) => {
                Some(np.clone())
            }
            Np::Pronoun(pronoun) if pronoun.sort == PronounSort::Team => None,
            _ => continue,
        };
        starts.push((doer, true, after));
    }
    let mut by_sort: [HashMap<Ltl, Candidate>; 2] = Default::default();
    let mut reasons = Vec::new();
    for (doer, is_duty, at) in starts {
        let runs = Runs::new(reader, doer, is_duty);
        for (claim, end) in runs.sentences(at, false) {
            if claim.said == Said::Nothing || !reader.is_end(end) {
                continue;
            }
            match claim.whole() {
                Some(whole) => {
                    let candidates = &mut by_sort[usize::from(whole.said == Said::Whole)];
                    let candidate = candidate(&whole);
                    let is_nearer = |known: &Candidate| candidate.distance < known.distance;
                    let normal = whole.formula.normal();
                    if candidates.get(&normal).is_none_or(is_nearer) {
                        candidates.insert(normal, candidate);
                    }
                }
                None if claim.said == Said::When => {}
                None => reasons.push(Vague { at, end, mend: WHEN, blocks: false }),
            }
        }
        reasons.extend(runs.reasons.into_inner());
    }
    let [timed, whole] = by_sort;
    let is_sure = !whole.is_empty();
    (Candidates { candidates: if is_sure { whole } else { timed }, spread: HashMap::new(), reasons }, is_sure)
}

fn candidate(claim: &Claim) -> Candidate {
    let mut clauses = claim.clauses.iter().cloned();
    let statements = clauses.next().map(|main| {
        let sub = |clause: crate::meaning::Clause| {
            let at = clause.at;
            Sub::new(Link::Whenever, clause, at)
        };
        Statement::Clause { main, subs: clauses.map(sub).collect() }
    });
    let formula = claim.formula.clone();
    let meaning = Meaning { is_goal: true, formula, distance: claim.distance };
    Candidate {
        distance: claim.distance,
        meanings: vec![meaning],
        statements: statements.into_iter().collect(),
        is_open: false,
    }
}

impl Runs<'_, '_> {
    /// Sentences; `is_each`: words before it say that it is about each moment.
    fn sentences(&self, at: usize, is_each: bool) -> Found<Claim> {
        if self.depth.get() > 4 {
            return Vec::new();
        }
        self.depth.set(self.depth.get() + 1);
        let mut found = self.conditionals(at, is_each);
        for (claim, end) in self.parts(at) {
            found.extend(self.joined(&claim, end));
            found.push((claim, end));
        }
        for (time, after) in self.openings(at) {
            let inner =
                if time == Time::Always { self.sentences(after, true) } else { self.conditionals(after, false) };
            let at_time = |claim: Claim| if time == Time::Always { Some(claim.always()) } else { claim.at(time) };
            found.extend(inner.into_iter().filter_map(|(claim, end)| Some((at_time(claim)?, end))));
        }
        self.depth.set(self.depth.get() - 1);
        found
    }

    /// "Globally, ...", "it is never the case that ...".
    fn openings(&self, at: usize) -> Found<Time> {
        let mut found = Vec::new();
        for (times, end) in self.reader.whens(at) {
            if let [time] = times.as_slice() {
                found.push((*time, self.reader.skip(end, ",")));
            }
        }
        if let Some(it) = self.reader.after(at, "it") {
            for (times, middle) in self.predications(it, &HOLDING) {
                let end = self.reader.after(middle, "that").filter(|_| times.len() == 1);
                found.extend(end.map(|end| (times[0], end)));
            }
        }
        if let Some(is) = self.reader.after(at, "it is") {
            for (times, middle) in self.reader.whens(is) {
                let Some(end) = self.reader.after_any(middle, &["the case that", "true that", "so that"]) else {
                    continue;
                };
                found.push((times.first().copied().unwrap_or(Time::Idle), end));
            }
        }
        found
    }

    /// Claims without a condition.
    pub(crate) fn parts(&self, at: usize) -> Found<Claim> {
        if self.depth.get() > 6 {
            return Vec::new();
        }
        self.depth.set(self.depth.get() + 1);
        let mut found = self.alternatives(at);
        found.extend(self.plain(at));
        for (time, after) in self.openings(at) {
            for (claim, end) in self.parts(after) {
                if claim.share == Share::Open && times::are_shared_out(&[time]) {
                    self.vague(after, end, TOGETHER);
                    continue;
                }
                found.extend(claim.at(time).map(|claim| (claim, end)));
            }
        }
        self.depth.set(self.depth.get() - 1);
        found
    }

    /// "Either A happens infinitely often, or B happens in the next step."
    fn alternatives(&self, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let Some(first) = self.reader.after(at, "either") else { return found };
        for (one, middle) in self.plain(first) {
            let Some(after) = self.reader.after_any(self.reader.skip(middle, ","), &["or else", "or"]) else {
                continue;
            };
            for (other, end) in self.plain(after) {
                if (one.reach == Reach::Steps(0)) == (other.reach == Reach::Steps(0)) {
                    found.push((one.with(&other, any([one.formula.clone(), other.formula.clone()])), end));
                }
            }
        }
        found
    }

    /// "..., yet one of them is always true", "... and B holds next".
    pub(crate) fn joined(&self, first: &Claim, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let after = self.reader.after_any(self.reader.skip(at, ","), &["and", "but", "yet"]);
        let Some(after) = after.filter(|_| first.said != Said::Nothing) else { return found };
        let mut others = self.parts(after);
        for (words, is_all) in
            [("at least one of them", false), ("one of them", false), ("both of them", true), ("both", true)]
        {
            let Some(subject) = self.reader.after(after, words).filter(|_| first.matters.len() == 2) else { continue };
            let both = first.matters.iter().cloned();
            let formula = if is_all { all(both) } else { any(both) };
            let share = if is_all { Share::Both } else { Share::Any };
            let joint = Joint { formula, share, matters: first.matters.clone(), clauses: Vec::new(), distance: 0 };
            others.extend(self.predicated(&joint, after, subject));
        }
        for (other, end) in others {
            let (one, other) = (first.over_time(), other.over_time());
            // "Eventually A, and B holds": when?
            let is_untimed = |claim: &Claim| claim.reach == Reach::Steps(0);
            let is_run = |claim: &Claim| claim.reach == Reach::Run;
            if (is_run(&one) && is_untimed(&other)) || (is_untimed(&one) && is_run(&other)) {
                continue;
            }
            found.push((one.with(&other, all([one.formula.clone(), other.formula.clone()])), end));
        }
        found
    }

    /// A claim with one subject, or a clause that says by itself what is so.
    fn plain(&self, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        for (joint, end) in self.joints(at) {
            found.extend(self.predicated(&joint, at, end));
            found.extend(self.related(&joint, end));
            if joint.share == Share::One {
                found.extend(self.until(&joint, end));
                found.extend(self.followed(&joint, end));
                let is_clause = joint.clauses[0].subject.is_some() && !self.is_duty;
                if is_clause {
                    found.push((Claim::silent(&joint), end));
                    let whens = self.reader.whens(end).into_iter();
                    found.extend(whens.filter_map(|(times, end)| Some((Claim::timed(&joint, &times)?, end))));
                }
            }
        }
        if let Some(subject) = self.reader.after_any(at, &["every", "each", "any"]) {
            for (matter, end) in self.matters(subject).iter() {
                let followed = self.followed(&Joint::of(matter), *end);
                found.extend(followed.into_iter().map(|(claim, end)| (claim.always(), end)));
            }
        }
        if self.is_duty {
            found.extend(self.duties(at));
        }
        found
    }

    /// "... must always maintain both A and B", "... must always avoid A".
    fn duties(&self, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let Some(after) = self.reader.after(at, "always") else { return found };
        if let Some(after) = self.reader.after_any(after, &["maintain", "have", "keep"]) {
            let joints =
                self.joints(after).into_iter().filter(|(joint, _)| matches!(joint.share, Share::Both | Share::Any));
            found.extend(joints.filter_map(|(joint, end)| Some((joint.claim(&[Time::Always])?, end))));
        }
        if let Some(after) = self.reader.after(after, "avoid") {
            let matters = self.matters(after);
            found.extend(
                matters.iter().filter_map(|(matter, end)| Some((Joint::of(matter).claim(&[Time::Never])?, *end))),
            );
        }
        found
    }
}
