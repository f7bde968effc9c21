//! Parts of sentences about a run: "both A and B", "must never happen again".

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use crate::{
    claims::{Claim, Joint, Share},
    matters::Matter,
    meaning::{Join, Np},
    modals,
    reader::{Found, Reader},
    sense::Vague,
    times::Time,
};

/// Verbs by which something is so, or takes place.
pub(crate) const HOLDING: [&str; 9] =
    ["holds", "hold", "occurs", "occur", "happens", "happen", "takes place", "take place", "persists"];
/// The same after "is".
const SO: [&str; 6] = ["true", "the case", "so", "satisfied", "fulfilled", "given"];
/// Words before such a verb, beside those of [`modals`].
const FURTHER: [&str; 3] = ["will", "has to", "have to"];
pub(crate) const TOGETHER: &str = "say \"at the same time\", or \"each\"";

/// Reads sentences about runs.
pub(crate) struct Runs<'r, 'a> {
    pub reader: &'r Reader<'a>,
    /// Who does the deeds that name nobody.
    doer: Option<Np>,
    /// Whether it is said what somebody must do: "... must always avoid opening the gate".
    pub is_duty: bool,
    matters: RefCell<HashMap<usize, Rc<Found<Matter>>>>,
    pub reasons: RefCell<Vec<Vague>>,
    pub depth: Cell<usize>,
}

impl<'r, 'a> Runs<'r, 'a> {
    pub fn new(reader: &'r Reader<'a>, doer: Option<Np>, is_duty: bool) -> Self {
        let (matters, reasons, depth) = (RefCell::default(), RefCell::default(), Cell::new(0));
        Self { reader, doer, is_duty, matters, reasons, depth }
    }

    pub fn vague(&self, at: usize, end: usize, mend: &'static str) {
        self.reasons.borrow_mut().push(Vague { at, end, mend, blocks: false });
    }

    pub fn matters(&self, at: usize) -> Rc<Found<Matter>> {
        let known = self.matters.borrow().get(&at).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(self.reader.matters(at, self.doer.as_ref()));
            self.matters.borrow_mut().insert(at, found.clone());
            found
        })
    }

    /// "A", "both A and B", "either A or B".
    pub fn joints(&self, at: usize) -> Found<Joint> {
        let mut found = Vec::new();
        for (word, join) in [("", None), ("both", Some(Join::Both)), ("either", Some(Join::Or))] {
            let Some(start) = self.reader.after(at, word) else { continue };
            for (matter, end) in self.matters(start).iter() {
                if join.is_none() {
                    found.push((Joint::of(matter), *end));
                }
                for (other, share) in
                    [("and", if join.is_some() { Share::Both } else { Share::Open }), ("or", Share::Any)]
                {
                    if join.is_some_and(|join| (join == Join::Or) != (other == "or")) {
                        continue;
                    }
                    let Some(after) = self.reader.after(*end, other) else { continue };
                    found.extend(
                        self.matters(after).iter().map(|(second, end)| (Joint::pair(matter, second, share), *end)),
                    );
                }
            }
        }
        found
    }

    /// What can be said of it: "must always hold", "never happens again", "is true at every step".
    pub fn predications(&self, at: usize, verbs: &[&str]) -> Found<Vec<Time>> {
        let mut found = Vec::new();
        for (first, middle) in self.reader.whens(at) {
            let all = [&modals::MUST[..], &modals::MAY, &FURTHER];
            let modal = all.iter().find_map(|words| self.reader.after_any(middle, words));
            let does = self.reader.after_any(middle, &["does", "do"]).filter(|after| self.reader.word(*after) == "not");
            let is_allowed = matches!(self.reader.word(middle), "may" | "can");
            for (second, start) in self.reader.whens(modal.or(does).unwrap_or(middle)) {
                let mut ends: Found<Vec<Time>> = Vec::new();
                ends.extend(self.reader.after_any(start, verbs).map(|end| (Vec::new(), end)));
                if let Some(be) = self.reader.after_any(start, &["is", "are", "be"]).filter(|_| verbs == HOLDING) {
                    for (third, middle) in self.reader.whens(be) {
                        ends.extend(self.reader.after_any(middle, &SO).map(|end| (third.clone(), end)));
                    }
                }
                for (third, end) in ends {
                    for (fourth, end) in self.reader.whens(end) {
                        let times = [first.clone(), second.clone(), third.clone(), fourth].concat();
                        let is_denied = times.iter().any(|time| matches!(time, Time::Not | Time::Never));
                        // What may happen forbids nothing.
                        if !is_allowed || is_denied {
                            found.push((times, end));
                        }
                    }
                }
            }
        }
        found
    }

    pub fn predicated(&self, joint: &Joint, at: usize, subject: usize) -> Found<Claim> {
        let mut found = Vec::new();
        for (times, end) in self.predications(subject, &HOLDING) {
            match joint.claim(&times) {
                Some(claim) => found.push((claim, end)),
                None if joint.share == Share::Open => self.vague(at, end, TOGETHER),
                None => {}
            }
        }
        found
    }
}
