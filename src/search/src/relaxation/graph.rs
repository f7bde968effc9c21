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
    pub fn new(operators: Vec<Option<u32>>, children: &[Vec<Node>]) -> Self {
        let mut graph = Self { operators, ..Self::default() };
        let mut parents = vec![Vec::new(); children.len()];
        for (node, of) in (0..).zip(children) {
            graph.starts.push(graph.edges.len() as u32);
            graph.edges.extend(of);
            of.iter().for_each(|&child| parents[child as usize].push(node));
            let is_and = graph.operators[node as usize].is_some();
            graph.needs.push(if is_and { of.len() as u32 } else { 0 });
            if is_and && of.is_empty() {
                graph.roots.push(node);
            }
        }
        graph.starts.push(graph.edges.len() as u32);
        for of in parents {
            graph.parent_starts.push(graph.parent_edges.len() as u32);
            graph.parent_edges.extend(of);
        }
        graph.parent_starts.push(graph.parent_edges.len() as u32);
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
