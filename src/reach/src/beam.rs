use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Board, Part, Places};
use crate::bounds::Bounds;
use crate::exact::{Cost, Link};
use crate::options::Options;

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

struct Node {
    places: Places,
    length_um: u64,
    parent: usize,
    parts: Vec<Part>,
}

impl Beam<'_> {
    /// A plan that costs less than the given one, if one is found.
    pub(crate) fn run(&mut self, start: Places, below: Cost) -> Option<(Cost, Vec<Link>)> {
        let mut nodes = vec![Node { places: start.clone(), length_um: 0, parent: usize::MAX, parts: Vec::new() }];
        let mut seen = FxHashSet::from_iter([start]);
        let mut layer = vec![0];
        for steps in 1..=MOST_STEPS {
            let next = self.next(&nodes, &layer, &mut seen, (steps, below));
            layer = (nodes.len()..nodes.len() + next.len()).collect();
            nodes.extend(next);
            let solved = layer.iter().filter(|number| self.board.is_solved(&nodes[**number].places));
            if let Some(&best) = solved.min_by_key(|number| nodes[**number].length_um) {
                return Some(((steps, nodes[best].length_um), way(&nodes, best)));
            }
            if layer.is_empty() {
                return None;
            }
        }
        None
    }

    /// The best places after one more step.
    fn next(
        &mut self,
        nodes: &[Node],
        layer: &[usize],
        seen: &mut FxHashSet<Places>,
        (steps, below): Depth,
    ) -> Vec<Node> {
        let options = Options { board: self.board, bounds: self.bounds };
        let mut found: FxHashMap<Places, Node> = FxHashMap::default();
        for &parent in layer {
            self.expanded += 1;
            let Node { places, length_um, .. } = &nodes[parent];
            for parts in options.joint_steps(places) {
                let after = self.board.after(places, &parts);
                let length_um = length_um + self.board.length_um(places, &parts);
                let is_better = found.get(&after).is_none_or(|known| length_um < known.length_um);
                if is_better && !seen.contains(&after) {
                    found.insert(after.clone(), Node { places: after, length_um, parent, parts });
                }
            }
        }
        let mut ranked: Vec<_> =
            found.into_values().filter_map(|node| Some((self.rank(&node, (steps, below))?, node))).collect();
        ranked.sort_by(|(rank, node), (other, after)| rank.cmp(other).then_with(|| node.places.cmp(&after.places)));
        ranked.truncate(self.width);
        let kept: Vec<_> = ranked.into_iter().map(|(_, node)| node).collect();
        seen.extend(kept.iter().map(|node| node.places.clone()));
        kept
    }

    /// How far from the goal places are; `None` if they cannot lead to a plan that costs less.
    fn rank(&self, node: &Node, (steps, below): Depth) -> Option<(u32, u32, u64)> {
        let left = self.bounds.steps(self.board, &node.places);
        let length_um = node.length_um + self.bounds.length_um(self.board, &node.places);
        let rank = (left, self.bounds.work(self.board, &node.places), length_um);
        ((steps + left, length_um) < below).then_some(rank)
    }
}

/// The number of a step, and the cost that a plan must stay below.
type Depth = (u32, Cost);

fn way(nodes: &[Node], mut number: usize) -> Vec<Link> {
    let mut links = Vec::new();
    while let Some(parent) = nodes.get(nodes[number].parent) {
        links.push(Link { from: parent.places.clone(), parts: nodes[number].parts.clone() });
        number = nodes[number].parent;
    }
    links.reverse();
    links
}
