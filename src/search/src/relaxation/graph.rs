/// A node's number.
pub(crate) type Node = u32;

/// No operator: the node costs nothing.
pub(crate) const FREE: u32 = u32::MAX;
/// A joint step must pass, whatever is done in it.
pub(crate) const STEP: u32 = u32::MAX - 1;
/// Something may rest on itself: plans count on it only where they must.
pub(crate) const HOPE: u32 = u32::MAX - 2;

/// Conditions that grow out of one another if nothing is ever undone: an and-or graph.
///
/// An or-node comes true with its first child, an and-node with its last. Facts are or-nodes, whose children are the
/// effects that bring them about; an effect is an and-node that costs its operator.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// By node: for an and-node its operator, or [`FREE`], [`STEP`] or [`HOPE`]; `None` for an or-node.
    pub operators: Vec<Option<u32>>,
    /// By node: its children, as the part of `edges` between two entries.
    starts: Vec<u32>,
    edges: Vec<Node>,
    parent_starts: Vec<u32>,
    parent_edges: Vec<Node>,
    /// By node: for an and-node the number of its children.
    pub needs: Vec<u32>,
    /// And-nodes without children.
    pub roots: Vec<Node>,
}

impl Graph {
    /// The graph of nodes with these operators and children.
    pub fn new<C: Iterator<Item = Node>>(operators: Vec<Option<u32>>, children: impl Iterator<Item = C>) -> Self {
        let mut graph = Self { operators, ..Self::default() };
        for of in children {
            graph.starts.push(graph.edges.len() as u32);
            graph.edges.extend(of);
        }
        graph.starts.push(graph.edges.len() as u32);
        graph.edges.shrink_to_fit();
        // Where the parents of each node begin: after those of all nodes before it.
        graph.parent_starts = vec![0; graph.len() + 1];
        graph.edges.iter().for_each(|&child| graph.parent_starts[child as usize + 1] += 1);
        for node in 0..graph.len() {
            graph.parent_starts[node + 1] += graph.parent_starts[node];
        }
        let mut next = graph.parent_starts.clone();
        graph.parent_edges = vec![0; graph.edges.len()];
        for node in 0..graph.len() as Node {
            let of = graph.starts[node as usize]..graph.starts[node as usize + 1];
            let is_and = graph.operators[node as usize].is_some();
            graph.needs.push(if is_and { of.len() as u32 } else { 0 });
            if is_and && of.is_empty() {
                graph.roots.push(node);
            }
            for &child in &graph.edges[of.start as usize..of.end as usize] {
                graph.parent_edges[next[child as usize] as usize] = node;
                next[child as usize] += 1;
            }
        }
        graph
    }

    pub fn len(&self) -> usize {
        self.operators.len()
    }

    #[inline]
    pub fn children(&self, node: Node) -> &[Node] {
        &self.edges[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    #[inline]
    pub fn parents(&self, node: Node) -> &[Node] {
        &self.parent_edges[self.parent_starts[node as usize] as usize..self.parent_starts[node as usize + 1] as usize]
    }
}
