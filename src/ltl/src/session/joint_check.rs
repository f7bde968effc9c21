//! Steps that several robots take at the same time: every moment, in every possible order of their moments.

use std::collections::{HashSet, VecDeque};

use super::{outlook::TurnCache, trace::Trace};
use crate::{CheckOutcome, Cube, PropositionId, Session, StateId, TraceCheck, Valuation, Verdict};

/// The changes of one robot's skill, moment by moment. Skills of one step never give a proposition two values.
pub type Part = Vec<Cube>;

/// The most moments of one constraint. With more, the answer is unknown, and the step is denied.
const MOST_MOMENTS: usize = 1 << 12;
/// The most combinations of ends that the order of moments leaves open, likewise.
const MOST_ENDS: usize = 64;

/// The answer of a specification to a step that several robots take at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointCheck {
    /// The answer.
    pub check: TraceCheck,
    /// The checked moments, in an order that violates a constraint if any order does: for [`Session::explain`].
    pub path: Vec<Valuation>,
}

/// A moment of a part: its number and the part's.
type Event = (usize, usize);

/// The results of all orders of the moments for one constraint.
enum Orders {
    /// All orders lead to these states.
    Ends(Vec<StateId>),
    /// At least one order, this one, leads to a violation for good.
    Violation(Vec<Event>),
    TooMany,
}

impl Session {
    /// Checks the possible skills of a robot (`candidates`) beside the other skills of the same step (`others`).
    ///
    /// Constraints are checked at every moment, in every order of moments. It must be possible to satisfy all together
    /// after the whole step, in every order.
    pub fn check_beside<'a>(
        &self,
        others: &'a [Part],
        candidates: impl IntoIterator<Item = &'a Part>,
    ) -> Vec<JointCheck> {
        let mut cache = self.turn_cache();
        let parts = others.iter().collect::<Vec<_>>();
        let check = |candidate| {
            let mut parts = parts.clone();
            parts.push(candidate);
            self.check_parts(&parts, &mut cache)
        };
        let mut checks: Vec<JointCheck> = candidates.into_iter().map(check).collect();
        checks.iter_mut().for_each(|together| together.check.nogoods = cache.nogoods.clone());
        checks
    }

    /// Checks a whole step: everything that is done in it.
    pub fn check_together(&self, parts: &[Part]) -> JointCheck {
        self.check_parts(&parts.iter().collect::<Vec<_>>(), &mut self.turn_cache())
    }

    fn check_parts(&self, parts: &[&Part], cache: &mut TurnCache) -> JointCheck {
        let mut ends = Vec::new();
        let mut is_too_much = false;
        for constraint in 0..self.trace.states.len() {
            match self.orders(constraint, parts) {
                Orders::Ends(states) if states.len() > 1 => ends.push((constraint, states)),
                Orders::Ends(_) => {}
                Orders::Violation(events) => {
                    let path = self.path(parts, events);
                    return JointCheck { check: self.outlook().check(&path, cache), path };
                }
                Orders::TooMany => is_too_much = true,
            }
        }
        let in_turn = parts.iter().enumerate().flat_map(|(part, moments)| (0..moments.len()).map(move |m| (part, m)));
        let path = self.path(parts, in_turn);
        let mut check = self.outlook().check(&path, cache);
        let combinations = ends.iter().try_fold(1_usize, |count, (_, states)| count.checked_mul(states.len()));
        is_too_much |= combinations.is_none_or(|count| count > MOST_ENDS);
        let is_settled = ends.is_empty() && !is_too_much;
        if is_settled || !matches!(check.outcome, CheckOutcome::Allowed { .. }) {
            return JointCheck { check, path };
        }
        if is_too_much {
            let after = check.trace().clone();
            let check = self.outlook().conclude(after, Some(CheckOutcome::Undetermined), check.touched(), &path, cache);
            return JointCheck { check, path };
        }
        let mut others: Vec<Trace> = vec![check.trace().clone()];
        for (constraint, states) in &ends {
            let with = |trace: Trace| {
                states.iter().map(move |&state| {
                    let mut other = trace.clone();
                    other.states[*constraint] = state;
                    other
                })
            };
            others = others.into_iter().flat_map(with).collect();
        }
        let mut touched = check.touched();
        touched.extend(ends.iter().map(|&(constraint, _)| self.spec().product.homes[constraint]));
        touched.sort_unstable();
        touched.dedup();
        let mut pending: HashSet<usize> = check.pending.iter().copied().collect();
        let mut relied_on: HashSet<PropositionId> = HashSet::new();
        for other in others {
            let other = self.outlook().conclude(other, None, touched.clone(), &path, cache);
            pending.extend(&other.pending);
            match &other.outcome {
                CheckOutcome::Allowed { relies_on } => relied_on.extend(relies_on),
                _ => return JointCheck { check: other, path },
            }
        }
        if let CheckOutcome::Allowed { relies_on } = &mut check.outcome {
            relied_on.extend(relies_on.drain(..));
            relies_on.extend(relied_on);
            relies_on.sort_unstable();
        }
        check.pending = pending.into_iter().collect();
        check.pending.sort_unstable();
        JointCheck { check, path }
    }

    /// The moments in this order; only the present one if nothing changes.
    fn path(&self, parts: &[&Part], events: impl IntoIterator<Item = Event>) -> Vec<Valuation> {
        let mut progress = vec![0; parts.len()];
        let mut now = self.trace.valuation.clone().unwrap_or_default();
        let mut path = Vec::new();
        for (part, moment) in events {
            for cube in &parts[part][progress[part]..=moment] {
                apply(&mut now, cube);
            }
            progress[part] = moment + 1;
            path.push(now.clone());
        }
        if path.is_empty() {
            path.push(now);
        }
        path
    }

    /// The results of all orders of the moments that a constraint can tell apart.
    fn orders(&self, constraint: usize, parts: &[&Part]) -> Orders {
        let product = &self.spec().product;
        let automaton = &product.automata[constraint];
        let reads = &product.reads[constraint];
        let start = self.trace.states[constraint];
        // The moments of each part that matter: all of them to a constraint that counts steps.
        let is_read = |cube: &Cube| automaton.counts_steps() || cube.iter().any(|&(id, _)| reads.holds(id));
        let matter = |(part, moments): (usize, &&Part)| {
            let moments: Vec<usize> = (0..moments.len()).filter(|&moment| is_read(&moments[moment])).collect();
            (!moments.is_empty()).then_some((part, moments))
        };
        let rows: Vec<(usize, Vec<usize>)> = parts.iter().enumerate().filter_map(matter).collect();
        if rows.is_empty() {
            return Orders::Ends(vec![start]);
        }
        let event = |row: usize, done: usize| (rows[row].0, rows[row].1[done]);
        let mut nodes = vec![Node { progress: vec![0; rows.len()], state: start, last: None }];
        let mut seen: HashSet<(Vec<usize>, StateId)> = HashSet::new();
        let mut open = VecDeque::from([0]);
        let mut ends = Vec::new();
        while let Some(number) = open.pop_front() {
            let Node { progress, state, .. } = nodes[number].clone();
            let mut now = self.trace.valuation.clone().unwrap_or_default();
            for (row, &done) in progress.iter().enumerate() {
                (0..done).map(|done| event(row, done)).for_each(|(part, moment)| apply(&mut now, &parts[part][moment]));
            }
            let mut is_end = true;
            for row in (0..rows.len()).filter(|&row| progress[row] < rows[row].1.len()) {
                is_end = false;
                let next_event = event(row, progress[row]);
                let cube = &parts[next_event.0][next_event.1];
                let mut then = now.clone();
                apply(&mut then, cube);
                let next = automaton.step(state, &then);
                if automaton.verdict(next) == Verdict::ViolatedForGood {
                    return Orders::Violation(path_to(&nodes, number, next_event));
                }
                let mut further = progress.clone();
                further[row] += 1;
                if seen.insert((further.clone(), next)) {
                    if nodes.len() == MOST_MOMENTS {
                        return Orders::TooMany;
                    }
                    open.push_back(nodes.len());
                    nodes.push(Node { progress: further, state: next, last: Some((number, next_event)) });
                }
            }
            if is_end {
                ends.push(state);
            }
        }
        ends.sort_unstable();
        ends.dedup();
        Orders::Ends(ends)
    }
}

/// The progress of each part, and the resulting state of a constraint.
#[derive(Clone)]
struct Node {
    progress: Vec<usize>,
    state: StateId,
    /// The node before, and the event since then; `None` at the start.
    last: Option<(usize, Event)>,
}

/// The events that lead to a node, and one more.
fn path_to(nodes: &[Node], mut number: usize, last: Event) -> Vec<Event> {
    let mut events = vec![last];
    while let Some((before, event)) = nodes[number].last {
        events.push(event);
        number = before;
    }
    events.reverse();
    events
}

fn apply(valuation: &mut Valuation, cube: &Cube) {
    cube.iter().for_each(|&(id, value)| valuation.set(id, value));
}
