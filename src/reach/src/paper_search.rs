//! The A* that the paper's rewards and step differences are measured against (B.3, Listing 1).
//!
//! It is no optimal search: it keeps 20 successors of a state, moves four arms at most and no more than there are objects, carries an object only
//! closer to its target, and its heuristic is a distance, not a number of steps. The listing leaves four functions of the environment out, and its
//! indentation is lost. Here
//!
//! - the quality of a placement is the squared distance to the target in metres, so that the heuristic is the root of a sum of squares;
//! - the points where an object may go are those of the cells, and those that the task names, in the arm's reach;
//! - the alternative place of an arm is the free point in its reach that is nearest to its base;
//! - an arm goes there only for the sake of an object in its reach that it cannot carry now, since the listing's variable exists only there;
//! - states of equal value leave the queue in the order in which they came, where the listing draws lots.
//!
//! A carry by an arm that is not at the object is left out at once. The listing proposes it, and its environment refuses it, alone and in
//! every combination.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Board, Part, Places, Spot};
use crate::plan::ArmPlan;
use crate::task::BoxNetTask;
use crate::tree::{Node, plan_to};

/// The most successors of a state.
const MOST_SUCCESSORS: usize = 20;

/// The most arms that move in one step.
const MOST_ARMS: usize = 4;

/// The most states that are expanded, as the listing has it.
pub const PAPER_ITERATIONS: u64 = 1000;

/// What the paper's A* found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperPlan {
    /// Its plan, which need not be the shortest one; `None` where it found none.
    pub plan: Option<ArmPlan>,
    /// How many states it expanded.
    pub expanded: u64,
}

/// Plans as the paper's A* does, with at most so many states expanded; [`PAPER_ITERATIONS`] is the paper's number.
#[must_use]
pub fn paper_search(task: &BoxNetTask, most_iterations: u64) -> PaperPlan {
    let board = Board::new(task);
    let mut search =
        PaperSearch { board: &board, nodes: Vec::new(), known: FxHashMap::default(), open: BinaryHeap::new() };
    search.reached(board.start(), 0, usize::MAX, Vec::new());
    let mut closed = FxHashSet::default();
    let mut expanded = 0;
    while expanded < most_iterations
        && let Some(Reverse((_, number))) = search.open.pop()
    {
        let (places, steps) = (search.nodes[number].places.clone(), search.nodes[number].cost.0);
        if !closed.insert(places.clone()) {
            continue;
        }
        expanded += 1;
        if board.is_solved(&places) {
            return PaperPlan { plan: Some(plan_to(&board, &search.nodes, number)), expanded };
        }
        for (after, parts) in search.successors(&places) {
            if !closed.contains(&after) {
                search.reached(after, steps + 1, number, parts);
            }
        }
    }
    PaperPlan { plan: None, expanded }
}

struct PaperSearch<'a> {
    board: &'a Board<'a>,
    nodes: Vec<Node>,
    /// By places: the fewest steps known.
    known: FxHashMap<Places, u32>,
    open: BinaryHeap<Reverse<(Value, usize)>>,
}

/// A number that is never NaN, in its order.
#[derive(Clone, Copy, PartialEq)]
struct Value(f64);

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PaperSearch<'_> {
    fn reached(&mut self, places: Places, steps: u32, parent: usize, parts: Vec<Part>) {
        if self.known.get(&places).is_none_or(|known| steps < *known) {
            self.known.insert(places.clone(), steps);
            let value = Value(f64::from(steps) + self.heuristic(&places).0);
            self.open.push(Reverse((value, self.nodes.len())));
            self.nodes.push(Node { places, cost: (steps, 0), parent, parts });
        }
    }

    /// The listing's heuristic: the root of the sum of the placements' qualities.
    fn heuristic(&self, places: &[Spot]) -> Value {
        let objects = places[self.board.arms()..].iter().zip(&self.board.targets);
        Value(objects.map(|(spot, target)| self.quality(*spot, *target)).sum::<f64>().sqrt())
    }

    fn quality(&self, spot: Spot, target: Spot) -> f64 {
        (self.board.distance_um(spot, target) as f64 / 1e6).powi(2)
    }

    /// `generate_potential_actions`: the 20 best of all valid steps.
    fn successors(&self, places: &Places) -> Vec<(Places, Vec<Part>)> {
        let actions: Vec<_> = (0..self.board.arms()).map(|arm| self.actions(places, arm)).collect();
        let active: Vec<_> = actions.iter().filter(|actions| !actions.is_empty()).collect();
        let mut found = Vec::new();
        for size in 1..=MOST_ARMS.min(self.board.targets.len().max(1)).min(active.len()) {
            for group in groups(active.len(), size) {
                let group: Vec<_> = group.into_iter().map(|n| active[n]).collect();
                self.combine(places, &group, &mut Vec::new(), &mut found);
            }
        }
        let carries = |parts: &[Part]| parts.iter().filter(|part| part.carries).count();
        found.sort_by_cached_key(|(after, parts): &(Places, Vec<Part>)| {
            (self.heuristic(after), Reverse(carries(parts)), Reverse(parts.len()))
        });
        found.truncate(MOST_SUCCESSORS);
        found
    }

    /// The valid steps in which each of these arms does one of its actions.
    fn combine(
        &self,
        places: &Places,
        group: &[&Vec<Part>],
        chosen: &mut Vec<Part>,
        found: &mut Vec<(Places, Vec<Part>)>,
    ) {
        let Some((actions, others)) = group.split_first() else {
            let after = self.board.after(places, chosen);
            let passes = chosen.iter().all(|part| self.board.passes(places, *part, chosen));
            if passes && !self.board.has_shared_place(&after) {
                found.push((after, chosen.clone()));
            }
            return;
        };
        for part in actions.iter() {
            if chosen.iter().all(|other| self.board.pass(places, *part, *other)) {
                chosen.push(*part);
                self.combine(places, others, chosen, found);
                chosen.pop();
            }
        }
    }

    /// `generate_single_robot_action`.
    fn actions(&self, places: &[Spot], arm: usize) -> Vec<Part> {
        let mut found = Vec::new();
        for (object, &spot) in places[self.board.arms()..].iter().enumerate() {
            let target = self.board.targets[object];
            if spot == target || !self.board.reach[arm].contains(&spot) {
                continue;
            }
            let quality = self.quality(spot, target);
            let mut closer: Vec<_> = self.board.reach[arm].to_vec();
            closer.retain(|to| self.quality(*to, target) < quality);
            if places[arm] == spot {
                found.extend(closer.iter().map(|to| Part { arm, to: *to, carries: true }));
            } else if !closer.is_empty() {
                found.push(Part { arm, to: spot, carries: false });
            }
            // The listing counts a carry as one even where the arm is not at the object.
            if closer.is_empty() {
                found.extend(self.alternative(places, arm).map(|to| Part { arm, to, carries: false }));
            }
        }
        let mut unique = Vec::new();
        found.into_iter().for_each(|part| {
            if !unique.contains(&part) {
                unique.push(part)
            }
        });
        unique
    }

    fn alternative(&self, places: &[Spot], arm: usize) -> Option<Spot> {
        let base = self.board.task.table().bases()[arm];
        let free = |to: &Spot| *to != places[arm] && self.board.object_at(places, *to).is_none();
        let spots = self.board.reach[arm].iter().copied().filter(free);
        spots.min_by_key(|to| base.distance_um(self.board.points[usize::from(*to)]))
    }
}

/// All choices of `size` of the first `count` numbers, in the order of Python's `itertools.combinations`.
fn groups(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |last: usize| {
        let shorter = groups(last, size - 1).into_iter();
        shorter.map(move |group| group.into_iter().chain([last]).collect())
    };
    let mut found: Vec<Vec<usize>> = (size - 1..count).flat_map(with).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::TaskSet;

    #[test]
    fn groups_come_in_the_order_of_the_listing() {
        assert_eq!(groups(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!((groups(3, 3), groups(2, 3).len(), groups(2, 1)), (vec![vec![0, 1, 2]], 0, vec![vec![0], vec![1]]));
    }

    /// Steps and expanded states are those of the program in plain Python that `surefleet bench reach` compares with.
    #[test]
    fn it_expands_as_many_states_as_the_listing_in_python() {
        let tasks: Vec<_> = TaskSet::Test.tasks(22).take(40).collect::<Result<_, _>>().expect("tasks");
        let found = [10, 12, 15, 20, 21, 22].map(|number: usize| {
            let found = paper_search(&tasks[number], 100);
            (found.plan.map(|plan| plan.steps.len()), found.expanded)
        });
        assert_eq!(found, [(Some(6), 36), (None, 100), (Some(2), 3), (Some(3), 26), (None, 100), (None, 100)]);
    }
}
