use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::board::{Board, Part, Places};
use crate::bounds::Bounds;
use crate::plan::ArmPlan;
use crate::tree::{Cost, Node, plan_to};

/// What a complete search ends with.
pub(crate) enum End {
    /// The cheapest way to the goal; `None` if there is none that is cheaper than the bound.
    Proven(Option<(Cost, ArmPlan)>),
    /// The effort was spent. Every way costs at least so much.
    Spent(Cost),
}

/// A*: all joint steps of all arms, over the points of a board, by cost so far plus lower bounds.
pub(crate) struct Exact<'a> {
    board: &'a Board<'a>,
    bounds: &'a Bounds,
    /// Only ways that cost less are looked for.
    below: Cost,
    nodes: Vec<Node>,
    known: FxHashMap<Places, Cost>,
    open: BinaryHeap<Reverse<Rank>>,
    /// How many parts and joint steps may still be looked at.
    effort: u64,
    pub(crate) expanded: u64,
}

/// The bound of the whole cost, then what is left to do, then the steps so far, more first; and the number of the node.
type Rank = (Cost, u32, Reverse<u32>, usize);

impl<'a> Exact<'a> {
    pub(crate) fn new(board: &'a Board<'a>, bounds: &'a Bounds, below: Cost, effort: u64) -> Self {
        let (known, open) = (FxHashMap::default(), BinaryHeap::new());
        Self { board, bounds, below, nodes: Vec::new(), known, open, effort, expanded: 0 }
    }

    pub(crate) fn run(&mut self, start: Places) -> End {
        self.reached(start, (0, 0), usize::MAX, Vec::new());
        while let Some(Reverse((bound, _, _, number))) = self.open.pop() {
            let Node { places, cost, .. } = &self.nodes[number];
            let (places, cost) = (places.clone(), *cost);
            if self.known.get(&places).is_some_and(|best| *best < cost) {
                continue;
            }
            if self.board.is_solved(&places) {
                return End::Proven(Some((cost, plan_to(self.board, &self.nodes, number))));
            }
            self.expanded += 1;
            // The bound's approach is a move without an object, too: it does not come on top of those that are still to be chosen.
            let least = cost.1 + self.bounds.carried_um(self.board, &places);
            let slack = if bound.0 == self.below.0 { self.below.1.saturating_sub(least) } else { u64::MAX };
            let mut chosen = Vec::new();
            self.choose(0, &places, (number, cost), &mut chosen, slack);
            if self.effort == 0 {
                return End::Spent(bound);
            }
        }
        End::Proven(None)
    }

    /// Tries all that an arm and those after it can do. `slack` is what moves without objects may still cost in length.
    fn choose(&mut self, arm: usize, places: &Places, from: (usize, Cost), chosen: &mut Vec<Part>, slack: u64) {
        self.effort = self.effort.saturating_sub(1);
        if self.effort == 0 {
            return;
        }
        if arm == self.board.arms() {
            self.take(places, from, chosen);
            return;
        }
        let here = places[arm];
        let stay = Part { arm, to: here, carries: false };
        if self.passes(places, stay, chosen) {
            self.choose(arm + 1, places, from, chosen, slack);
        }
        let has_object = self.board.object_at(places, here).is_some();
        for n in 0..self.board.reach[arm].len() {
            let to = self.board.reach[arm][n];
            let part = Part { arm, to, carries: false };
            if to == here || !self.passes(places, part, chosen) {
                continue;
            }
            let length = self.board.distance_um(here, to);
            for carries in [true, false] {
                if if carries { has_object } else { length <= slack } {
                    chosen.push(Part { carries, ..part });
                    self.choose(arm + 1, places, from, chosen, if carries { slack } else { slack - length });
                    chosen.pop();
                }
            }
        }
    }

    /// Whether an arm's part passes those of the arms before it.
    fn passes(&self, places: &Places, part: Part, chosen: &[Part]) -> bool {
        self.board.near(part.arm).filter(|other| *other < part.arm).all(|other| {
            let stays = Part { arm: other, to: places[other], carries: false };
            let other = chosen.iter().find(|one| one.arm == other).copied().unwrap_or(stays);
            self.board.pass(places, part, other)
        })
    }

    fn take(&mut self, places: &Places, (parent, cost): (usize, Cost), parts: &[Part]) {
        if parts.is_empty() {
            return;
        }
        let after = self.board.after(places, parts);
        if !self.board.has_shared_place(&after) {
            let cost = (cost.0 + 1, cost.1 + self.board.length_um(places, parts));
            self.reached(after, cost, parent, parts.to_vec());
        }
    }

    fn reached(&mut self, places: Places, cost: Cost, parent: usize, parts: Vec<Part>) {
        let bound =
            (cost.0 + self.bounds.steps(self.board, &places), cost.1 + self.bounds.length_um(self.board, &places));
        if bound >= self.below || self.known.get(&places).is_some_and(|best| *best <= cost) {
            return;
        }
        let number = self.nodes.len();
        self.known.insert(places.clone(), cost);
        let work = self.bounds.work(self.board, &places);
        self.open.push(Reverse((bound, work, Reverse(cost.0), number)));
        self.nodes.push(Node { places, cost, parent, parts });
    }
}
