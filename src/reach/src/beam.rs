use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Board, Places};
use crate::bounds::Bounds;
use crate::options::Options;
use crate::plan::ArmPlan;
use crate::tree::{Cost, Node, plan_to};

/// The most steps of a plan that is looked for.
const MOST_STEPS: u32 = 80;

/// Looks for a plan step by step, with the most promising places after each step.
///
/// It is fast, not complete: places that are not among the best are dropped.
pub(crate) struct Beam<'a> {
    pub(crate) board: &'a Board<'a>,
    pub(crate) bounds: &'a Bounds,
    pub(crate) width: usize,
    pub(crate) expanded: u64,
}

impl Beam<'_> {
    /// A plan that costs less than the given one, if one is found.
    pub(crate) fn run(&mut self, start: Places, below: Cost) -> Option<(Cost, ArmPlan)> {
        let mut nodes = vec![Node { places: start.clone(), cost: (0, 0), parent: usize::MAX, parts: Vec::new() }];
        let mut seen = FxHashSet::from_iter([start]);
        let mut layer = vec![0];
        for _ in 0..MOST_STEPS {
            let next = self.next(&nodes, &layer, &mut seen, below);
            layer = (nodes.len()..nodes.len() + next.len()).collect();
            nodes.extend(next);
            let solved = layer.iter().filter(|number| self.board.is_solved(&nodes[**number].places));
            if let Some(&best) = solved.min_by_key(|number| nodes[**number].cost) {
                return Some((nodes[best].cost, plan_to(self.board, &nodes, best)));
            }
            if layer.is_empty() {
                return None;
            }
        }
        None
    }

    /// The best places after one more step.
    fn next(&mut self, nodes: &[Node], layer: &[usize], seen: &mut FxHashSet<Places>, below: Cost) -> Vec<Node> {
        let options = Options { board: self.board, bounds: self.bounds };
        let mut found: FxHashMap<Places, Node> = FxHashMap::default();
        for &parent in layer {
            self.expanded += 1;
            let Node { places, cost, .. } = &nodes[parent];
            for parts in options.joint_steps(places) {
                let after = self.board.after(places, &parts);
                let cost = (cost.0 + 1, cost.1 + self.board.length_um(places, &parts));
                let is_better = found.get(&after).is_none_or(|known| cost < known.cost);
                if is_better && !seen.contains(&after) {
                    found.insert(after.clone(), Node { places: after, cost, parent, parts });
                }
            }
        }
        let mut ranked: Vec<_> =
            found.into_values().filter_map(|node| Some((self.rank(&node, below)?, node))).collect();
        ranked.sort_by(|(rank, node), (other, after)| rank.cmp(other).then_with(|| node.places.cmp(&after.places)));
        ranked.truncate(self.width);
        let kept: Vec<_> = ranked.into_iter().map(|(_, node)| node).collect();
        seen.extend(kept.iter().map(|node| node.places.clone()));
        kept
    }

    /// How far from the goal places are; `None` if they cannot lead to a plan that costs less.
    fn rank(&self, node: &Node, below: Cost) -> Option<(u32, u32, u64)> {
        let left = self.bounds.steps(self.board, &node.places);
        let length_um = node.cost.1 + self.bounds.length_um(self.board, &node.places);
        let rank = (left, self.bounds.work(self.board, &node.places), length_um);
        ((node.cost.0 + left, length_um) < below).then_some(rank)
    }
}
