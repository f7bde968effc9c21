//! How matters of a run go together: "mutually exclusive", "followed by", "until".

use crate::{
    claims::{Claim, Joint, Share},
    course::{HOLDING, Runs},
    logic::{self, Ltl, all, implies, not},
    reader::Found,
    times::{self, Time},
};

/// Words after a matter that lasts until another one comes.
const LASTING: [&str; 8] = [
    "keep holding",
    "keeps holding",
    "continue to hold",
    "continues to hold",
    "remain true",
    "stay true",
    "persist",
    "last",
];
const WHAT_IF_NEVER: &str =
    "can it last for ever? Say \"until ..., or else it holds forever\", or \"until ..., and ... must eventually hold\"";

impl Runs<'_, '_> {
    /// "A and B are mutually exclusive", "... never coincide", "... are equal", "A equals the value of B in the next step".
    pub(crate) fn related(&self, joint: &Joint, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let relation = |formula: Ltl, times: &[Time]| {
            let claim = Claim::relation(joint, formula);
            times.iter().rev().try_fold(claim, |claim, time| claim.at(*time))
        };
        if let ([one, other], Share::Open) = (joint.matters.as_slice(), joint.share) {
            let exclusive = not(all([one.clone(), other.clone()]));
            let equal = same(one, other);
            for (words, formula) in [(&["mutually exclusive"][..], &exclusive), (&["equal", "equivalent"], &equal)] {
                for (first, middle) in self.reader.whens(at) {
                    let middle = self.reader.after(middle, "must").unwrap_or(middle);
                    let Some(be) = self.reader.after_any(middle, &["are", "be"]) else { continue };
                    for (second, start) in self.reader.whens(be) {
                        let Some(end) = self.reader.after_any(start, words) else { continue };
                        for (third, end) in self.reader.whens(end) {
                            let times = [first.clone(), second.clone(), third].concat();
                            let is_plain =
                                !times.iter().any(|time| matches!(time, Time::Not | Time::Never | Time::Together));
                            found.extend(
                                relation(formula.clone(), &times).filter(|_| is_plain).map(|claim| (claim, end)),
                            );
                        }
                    }
                }
            }
            for (times, end) in self.predications(at, &["coincide", "overlap"]) {
                if times.iter().any(|time| matches!(time, Time::Not | Time::Never)) {
                    let formula = times::at(&times, all([one.clone(), other.clone()]));
                    found.extend(formula.map(|formula| (Claim::relation(joint, formula).always(), end)));
                }
            }
            for (times, end) in self.predications(at, &["exclude each other", "exclude one another"]) {
                found.extend(relation(exclusive.clone(), &times).map(|claim| (claim, end)));
            }
        }
        let equals = self.reader.after_any(at, &["equals", "is equal to"]).filter(|_| joint.share == Share::One);
        if let Some(after) = equals {
            for (matter, middle) in self.matters(self.reader.skip(after, "the value of")).iter() {
                for (times, end) in self.reader.whens(*middle) {
                    let is_near = times.iter().all(|time| matches!(time, Time::Later(_)));
                    let Some(value) = times::at(&times, matter.formula.clone()).filter(|_| is_near) else { continue };
                    let both = Joint::pair(&joint.matter(), matter, Share::Open);
                    found.push((Claim::relation(&both, same(&joint.formula, &value)), end));
                }
            }
        }
        found
    }

    /// "A must hold until B does, or else A holds forever".
    pub(crate) fn until(&self, joint: &Joint, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let verbs = [&HOLDING[..], &LASTING[..]].concat();
        for (times, middle) in self.predications(at, &verbs) {
            let Some(after) = self.reader.after(middle, "until").filter(|_| times.is_empty()) else { continue };
            let mut ends = self.parts(self.reader.skip(after, ","));
            for (other, end) in self.joints(after) {
                ends.extend(self.reader.after_any(end, &["does", "do"]).map(|end| (Claim::silent(&other), end)));
            }
            for (end_of_it, end) in ends {
                let holds = joint.formula.clone();
                let end_of_it = end_of_it.after(joint);
                let mut is_told = false;
                let rest = self.reader.skip(end, ",");
                if let Some(after) = self.reader.after_any(rest, &["or else", "otherwise", "or"]) {
                    for (other, end) in self.parts(after) {
                        if other.formula == logic::globally(holds.clone()) {
                            is_told = true;
                            let formula = logic::weak_until(holds.clone(), end_of_it.formula.clone());
                            found.push((end_of_it.run(formula), end));
                        }
                    }
                }
                if let Some(after) = self.reader.after(rest, "and") {
                    for (other, end) in self.parts(after) {
                        if other.formula == logic::finally(end_of_it.formula.clone()) {
                            is_told = true;
                            let formula = logic::until(holds.clone(), end_of_it.formula.clone());
                            found.push((end_of_it.run(formula), end));
                        }
                    }
                }
                if !is_told {
                    self.vague(middle, end, WHAT_IF_NEVER);
                }
            }
        }
        found
    }

    /// "A is eventually followed by B", "... directly followed by B in the next step": about one A.
    pub(crate) fn followed(&self, joint: &Joint, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let Some(be) = self.reader.after_any(at, &["is", "must be", "must"]) else { return found };
        for (times, middle) in self.reader.whens(be) {
            let middle = self.reader.skip(middle, "be");
            let directly = self.reader.after_any(middle, &["directly", "immediately", "right away"]);
            let Some(after) = self.reader.after(directly.unwrap_or(middle), "followed by") else { continue };
            let always = times.contains(&Time::Always);
            let how: Vec<Time> = times.into_iter().filter(|time| *time != Time::Always).collect();
            if !matches!(how.as_slice(), [] | [Time::Sometime]) || (directly.is_some() && !how.is_empty()) {
                continue;
            }
            for (matter, end) in self.matters(after).iter() {
                for (later, end) in self.reader.whens(*end) {
                    let then = match (later.as_slice(), directly) {
                        ([], Some(_)) | ([Time::Later(1)], Some(_)) => times::later(1, matter.formula.clone()),
                        ([Time::Later(steps)], None) if how.is_empty() => times::later(*steps, matter.formula.clone()),
                        ([], None) => logic::finally(matter.formula.clone()),
                        _ => continue,
                    };
                    let both = Joint::pair(&joint.matter(), matter, Share::Open);
                    let claim = Claim::relation(&both, implies(joint.formula.clone(), then));
                    found.push((if always { claim.always() } else { claim.once() }, end));
                }
            }
        }
        found
    }
}

fn same(one: &Ltl, other: &Ltl) -> Ltl {
    all([implies(one.clone(), other.clone()), implies(other.clone(), one.clone())])
}
