use crate::board::{Board, Part, Places};
use crate::plan::ArmPlan;

/// Steps first, then length in micrometres.
pub(crate) type Cost = (u32, u64);

/// Places of all things that a search has reached.
pub(crate) struct Node {
    pub(crate) places: Places,
    pub(crate) cost: Cost,
    /// The number of the node before; of the start `usize::MAX`.
    pub(crate) parent: usize,
    /// The joint step that led here.
    pub(crate) parts: Vec<Part>,
}

/// The plan that leads to a node.
pub(crate) fn plan_to(board: &Board, nodes: &[Node], mut number: usize) -> ArmPlan {
    let mut steps = Vec::new();
    while let Some(parent) = nodes.get(nodes[number].parent) {
        steps.push(board.step(&parent.places, &nodes[number].parts));
        number = nodes[number].parent;
    }
    steps.reverse();
    ArmPlan { steps }
}
