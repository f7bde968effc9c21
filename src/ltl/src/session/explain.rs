//! Explains in words why a step is denied and what is still owed.

use crate::{CheckOutcome, Conflict, PropositionId, Session, Spec, TraceCheck, Valuation, Violation};

impl Session {
    /// Explains why the check denies its continuation, or what is still owed; for people and for a planner's prompt.
    ///
    /// `path` is the checked continuation. Of several violations, the first in time is told first. The conditions that
    /// caused it come with their earlier values, as the state change.
    pub fn explain(&self, check: &TraceCheck, path: &[Valuation]) -> String {
        let spec = self.spec();
        match &check.outcome {
            CheckOutcome::Violated(violations) => {
                let mut violations: Vec<&Violation> = violations.iter().collect();
                violations.sort_by_key(|violation| violation.at);
                violations.iter().map(|violation| self.violation(violation, path)).collect::<Vec<_>>().join("; ")
            }
            CheckOutcome::DeadEnd(constraints) => {
                let known = self.dead_end(check).and_then(|problem| self.nogoods.core(&problem));
                let fewest = known.map(<[usize]>::to_vec).or_else(|| Some(self.conflict(check)?.constraints));
                let fewest = fewest.unwrap_or_else(|| constraints.clone());
                format!("after it these cannot all be kept any more: {}", spec.quote(&fewest))
            }
            CheckOutcome::Impossible { at } => {
                let state = path.get(*at).map_or_else(|| "it".to_owned(), |state| spec.facts(state));
                let group = path.get(*at).and_then(|state| spec.product.world.contradiction(state));
                match group {
                    Some(group) => {
                        let names: Vec<String> = group.members.iter().map(|&id| spec.spell(id)).collect();
                        let count = if group.is_exact { "exactly" } else { "at most" };
                        format!("no such state can be: {state}, but {count} one holds of {}", names.join(", "))
                    }
                    None => format!("no single step leads to {state}"),
                }
            }
            CheckOutcome::Undetermined => {
                "whether all constraints can still be kept after it could not be told in time".to_owned()
            }
            CheckOutcome::Allowed { .. } if check.pending.is_empty() => "it is allowed, and nothing is owed".to_owned(),
            CheckOutcome::Allowed { relies_on } => {
                let owed: Vec<String> = check.pending.iter().map(|&number| self.owed(check, number)).collect();
                let names: Vec<String> = relies_on.iter().map(|&id| spec.spell(id)).collect();
                let reliance = if names.is_empty() {
                    String::new()
                } else {
                    format!("; that relies on a change of {}", names.join(", "))
                };
                format!("it is allowed, but not to stop after it: {}{reliance}", owed.join("; "))
            }
        }
    }

    /// Explains why a moment of the world newly violates a constraint for good.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn explain_violation(&self, constraint: usize, moment: &Valuation) -> String {
        let reasons = self.spec().automaton(constraint).reasons(self.state(constraint), moment);
        self.violation(&Violation { constraint, at: 0, reasons }, std::slice::from_ref(moment))
    }

    fn violation(&self, violation: &Violation, path: &[Valuation]) -> String {
        let before = match violation.at {
            0 => self.valuation(),
            at => path.get(at - 1),
        };
        let change = |&(id, value): &(PropositionId, bool)| {
            let name = self.spec().spell(id);
            let not = if value { "" } else { "not " };
            match before {
                Some(before) if before.holds(id) != value => format!("{not}{name} (changed)"),
                _ => format!("{not}{name}"),
            }
        };
        let reasons: Vec<String> = violation.reasons.iter().map(change).collect();
        let quoted = self.spec().quote(&[violation.constraint]);
        format!("it violates {quoted}: {}{}", reasons.join(", "), self.order(violation, path))
    }

    /// The earlier moments of a violation that takes several: "; after a, then not b".
    fn order(&self, violation: &Violation, path: &[Valuation]) -> String {
        let reads = self.spec().automaton(violation.constraint).reads();
        let states = self.valuation().into_iter().chain(path.iter().take(violation.at));
        let changes = states.clone().zip(states.skip(1)).filter_map(|(before, after)| {
            let changed = reads.iter().filter(|&&id| before.holds(id) != after.holds(id));
            let cube: Vec<(PropositionId, bool)> = changed.map(|&id| (id, after.holds(id))).collect();
            (!cube.is_empty()).then(|| self.spec().cube(&cube))
        });
        let changes: Vec<String> = changes.collect();
        if changes.is_empty() { String::new() } else { format!("; after {}", changes.join(", then ")) }
    }

    /// The least that a constraint that is pending after a check still needs.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn owed(&self, check: &TraceCheck, constraint: usize) -> String {
        let completion = self.spec().automaton(constraint).shortest_completion(check.state(constraint));
        let steps: Vec<String> = completion.into_iter().flatten().map(|cube| self.spec().cube(&cube)).collect();
        format!("{} still needs {}", self.spec().quote(&[constraint]), steps.join(", then "))
    }
}

impl Conflict {
    /// The conflict in words.
    pub fn explain(&self, spec: &Spec) -> String {
        match self.constraints.as_slice() {
            [] => "the axioms contradict one another: there is no state at all".to_owned(),
            [one] => format!("{} can never be kept", spec.quote(&[*one])),
            all => format!("these can never all be kept: {}", spec.quote(all)),
        }
    }
}

impl Spec {
    /// Constraints by their words, each with the enforced formula.
    fn quote(&self, constraints: &[usize]) -> String {
        let constraints = constraints.iter().filter_map(|&number| self.constraints().get(number));
        let quoted = constraints.map(|constraint| format!("{:?} [{}]", constraint.words, constraint.formula));
        quoted.collect::<Vec<_>>().join(" and ")
    }

    fn spell(&self, id: PropositionId) -> String {
        self.vocabulary().name(id).to_string()
    }

    fn cube(&self, cube: &[(PropositionId, bool)]) -> String {
        let literal =
            |&(id, value): &(PropositionId, bool)| format!("{}{}", if value { "" } else { "not " }, self.spell(id));
        if cube.is_empty() {
            "one more state".to_owned()
        } else {
            cube.iter().map(literal).collect::<Vec<_>>().join(" and ")
        }
    }

    fn facts(&self, state: &Valuation) -> String {
        let known = |id: &PropositionId| id.index() < self.vocabulary().len();
        let facts: Vec<String> = state.true_ids().filter(known).map(|id| self.spell(id)).collect();
        if facts.is_empty() { "nothing holds".to_owned() } else { facts.join(", ") }
    }
}
