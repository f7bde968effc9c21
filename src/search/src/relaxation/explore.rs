use super::{
    Relaxation,
    graph::{FREE, Node, STEP},
};

/// What a node's cost counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Joint steps: what must all hold costs as much as the dearest of it. No plan is shorter.
    Steps,
    /// Decisions: what must all hold costs the sum.
    Decisions,
}

/// The cost of what was not reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// The costs of nodes from one state; kept between states, so that nothing is allocated.
#[derive(Debug, Default)]
pub(crate) struct Explorer {
    pub costs: Vec<u32>,
    missing: Vec<u32>,
    sums: Vec<u32>,
    is_settled: Vec<bool>,
    buckets: Vec<Vec<Node>>,
}

impl Explorer {
    /// Finds the costs from a state until the goal is reached, or of everything if `is_whole`. `None`: the goal is out of
    /// reach.
    pub fn explore(
        &mut self,
        relaxation: &Relaxation,
        seeds: impl Iterator<Item = Node>,
        measure: Measure,
        is_whole: bool,
    ) -> Option<u32> {
        let graph = &relaxation.graph;
        self.costs.clear();
        self.costs.resize(graph.len(), UNREACHED);
        self.sums.clear();
        self.sums.resize(graph.len(), 0);
        self.is_settled.clear();
        self.is_settled.resize(graph.len(), false);
        self.missing.clone_from(&graph.needs);
        self.buckets.iter_mut().for_each(Vec::clear);
        for seed in seeds {
            self.reach(seed, 0);
        }
        for &root in &graph.roots {
            self.reach(root, price(graph.operators[root as usize], measure));
        }
        let mut level = 0;
        while level < self.buckets.len() {
            let Some(node) = self.buckets[level].pop() else {
                level += 1;
                continue;
            };
            if std::mem::replace(&mut self.is_settled[node as usize], true) {
                continue;
            }
            let cost = self.costs[node as usize];
            if node == relaxation.goal && !is_whole {
                return Some(cost);
            }
            for &parent in graph.parents(node) {
                let at = parent as usize;
                match graph.operators[at] {
                    None => self.reach(parent, cost),
                    Some(operator) => {
                        let sum = match measure {
                            Measure::Steps => self.sums[at].max(cost),
                            Measure::Decisions => self.sums[at].saturating_add(cost),
                        };
                        self.sums[at] = sum;
                        self.missing[at] -= 1;
                        if self.missing[at] == 0 {
                            self.reach(parent, sum.saturating_add(price(Some(operator), measure)));
                        }
                    }
                }
            }
        }
        let cost = self.costs[relaxation.goal as usize];
        (cost != UNREACHED).then_some(cost)
    }

    fn reach(&mut self, node: Node, cost: u32) {
        /// Beyond this, all costs count as equal.
        const MOST: u32 = 1 << 14;
        let cost = cost.min(MOST);
        if cost < self.costs[node as usize] {
            self.costs[node as usize] = cost;
            let level = cost as usize;
            if self.buckets.len() <= level {
                self.buckets.resize_with(level + 1, Vec::new);
            }
            self.buckets[level].push(node);
        }
    }
}

fn price(operator: Option<u32>, measure: Measure) -> u32 {
    match operator {
        None | Some(FREE) => 0,
        Some(STEP) => u32::from(measure == Measure::Steps),
        Some(_) => 1,
    }
}
