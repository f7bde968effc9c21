//! Conditions in sentences about a run: "whenever A holds, B eventually holds".

use crate::{
    claims::{Claim, Joint, Reach, Said},
    course::Runs,
    logic::{self, all, implies, not},
    matters::Matter,
    reader::Found,
    times::{self, Time},
};

/// Words before a condition, and whether it is about each time.
const CONDITIONS: [(&str, bool); 7] = [
    ("whenever", true),
    ("every time that", true),
    ("every time", true),
    ("each time that", true),
    ("each time", true),
    ("when", true),
    ("if", false),
];
/// What has been so before: after "must have".
const BEEN: [&str; 5] = ["held", "occurred", "happened", "taken place", "been true"];
const BEFORE: [&str; 5] = ["beforehand", "before that", "before", "earlier", "at an earlier step"];
const ONE_TIME: &str = "say \"whenever\" for each time that it holds, or \"globally, if\"";

impl Runs<'_, '_> {
    /// "Whenever A holds, B eventually holds", "if A happens infinitely often, then so does B".
    pub(crate) fn conditionals(&self, at: usize, is_each: bool) -> Found<Claim> {
        let mut found = Vec::new();
        for (word, for_each) in CONDITIONS {
            let Some(after) = self.reader.after(at, word) else { continue };
            let mut conditions = Vec::new();
            for (claim, end) in self.parts(after) {
                conditions.extend(self.joined(&claim, end));
                conditions.push((claim, end));
            }
            for (condition, middle) in conditions {
                let start = self.reader.skip(self.reader.skip(middle, ","), "then");
                found.extend(self.beforehand(&condition, start));
                let mut consequences = self.parts(start);
                if let Some(after) = self.reader.after_any(start, &["so does", "so must", "so will"]) {
                    let same =
                        |(matter, end): &(Matter, usize)| Some((Joint::of(matter).claim(&condition.times)?, *end));
                    consequences.extend(self.matters(after).iter().filter_map(same));
                }
                for (consequence, end) in consequences {
                    let claim = self.conditional(&condition, &consequence, for_each, is_each, (at, end));
                    found.extend(claim.map(|claim| (claim, end)));
                }
            }
        }
        found
    }

    fn conditional(
        &self,
        condition: &Claim,
        consequence: &Claim,
        for_each: bool,
        is_each: bool,
        (at, end): (usize, usize),
    ) -> Option<Claim> {
        let says = condition.said.max(consequence.said) != Said::Nothing;
        let is_ever = condition.times.contains(&Time::Ever);
        let (Reach::Steps(steps), true) = (condition.reach, says && !is_ever) else {
            // A condition on the whole run.
            let is_run = condition.reach == Reach::Run && consequence.reach == Reach::Run && !for_each && !is_each;
            let formula = implies(condition.formula.clone(), consequence.formula.clone());
            return is_run.then(|| condition.with(consequence, formula).run_itself());
        };
        let is_after = consequence.times.contains(&Time::AfterThat);
        // "If A holds and B holds next, C holds in the next step": in the one after which of them?
        if steps > 0 && !is_after && matches!(consequence.reach, Reach::Steps(later) if later > 0) {
            return None;
        }
        let then = consequence.formula.clone();
        let then = if is_after { times::later(steps + 1, then) } else { then };
        let formula = implies(condition.formula.clone(), then);
        let claim = condition.with(consequence, formula);
        // A pattern of several moments can only be looked for in all of the run.
        if for_each || steps > 0 {
            return Some(claim.always().run_itself());
        }
        if !is_each {
            self.vague(at, end, ONE_TIME);
        }
        is_each.then_some(claim)
    }

    /// "If B ever holds, A must have held beforehand".
    fn beforehand(&self, condition: &Claim, at: usize) -> Found<Claim> {
        let mut found = Vec::new();
        let [Time::Ever] = condition.times.as_slice() else { return found };
        let [late] = condition.matters.as_slice() else { return found };
        for (matter, middle) in self.matters(at).iter() {
            let Some(have) = self.reader.after_any(*middle, &["must have", "has to have", "should have"]) else {
                continue;
            };
            let Some(been) = self.reader.after_any(have, &BEEN) else { continue };
            let Some(end) = self.reader.after_any(been, &BEFORE) else { continue };
            let first = all([matter.formula.clone(), not(late.clone())]);
            let claim = condition.with(&Claim::silent(&Joint::of(matter)), logic::weak_until(not(late.clone()), first));
            found.push((claim.run_itself(), end));
        }
        found
    }
}
