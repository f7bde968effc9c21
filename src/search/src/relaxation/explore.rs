use super::{
    Relaxation,
    graph::{FREE, HOPE, Node, STEP},
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

/// The price of hope, in decisions: more than any good way around it.
const DESPERATE: u32 = 30;

/// What is known of a node. Together, so that a visit touches one place in memory.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    cost: u32,
    /// Of an and-node: what its children cost together, as far as they are reached.
    sum: u32,
    /// Of an and-node: the children that are not reached yet.
    missing: u32,
    is_settled: bool,
}

/// The costs of nodes from one state; kept between states, so that nothing is allocated.
#[derive(Debug, Default)]
pub(crate) struct Explorer {
    marks: Vec<Mark>,
    /// The marks at the beginning.
    fresh: Vec<Mark>,
    buckets: Vec<Vec<Node>>,
}

impl Explorer {
    /// The cost of a node.
    #[inline]
    pub fn cost(&self, node: Node) -> u32 {
        self.marks[node as usize].cost
    }

    /// Finds the costs from a state until all goals are reached. `None`: they are out of reach.
    pub fn explore(
        &mut self,
        relaxation: &Relaxation,
        seeds: impl Iterator<Item = Node>,
        measure: Measure,
    ) -> Option<u32> {
        let graph = &relaxation.graph;
        if self.fresh.len() != graph.len() {
            let fresh = |&missing: &u32| Mark { cost: UNREACHED, sum: 0, missing, is_settled: false };
            self.fresh = graph.needs.iter().map(fresh).collect();
        }
        self.marks.clone_from(&self.fresh);
        self.buckets.iter_mut().for_each(Vec::clear);
        for seed in seeds {
            self.reach(seed, 0);
        }
        for &root in &graph.roots {
            self.reach(root, price(graph.operators[root as usize], measure));
        }
        let mut goals_left = relaxation.goals.len();
        let mut level = 0;
        while level < self.buckets.len() {
            let Some(node) = self.buckets[level].pop() else {
                level += 1;
                continue;
            };
            let mark = &mut self.marks[node as usize];
            if std::mem::replace(&mut mark.is_settled, true) {
                continue;
            }
            let cost = mark.cost;
            if relaxation.is_goal[node as usize] {
                goals_left -= relaxation.goals.iter().filter(|&&goal| goal == node).count();
                if goals_left == 0 {
                    break;
                }
            }
            for &parent in graph.parents(node) {
                match graph.operators[parent as usize] {
                    None => self.reach(parent, cost),
                    Some(operator) => {
                        let mark = &mut self.marks[parent as usize];
                        mark.sum = match measure {
                            Measure::Steps => mark.sum.max(cost),
                            Measure::Decisions => mark.sum + cost,
                        };
                        mark.missing -= 1;
                        if mark.missing == 0 {
                            let cost = mark.sum + price(Some(operator), measure);
                            self.reach(parent, cost);
                        }
                    }
                }
            }
        }
        let costs = relaxation.goals.iter().map(|&goal| self.cost(goal));
        match measure {
            Measure::Steps => costs.max(),
            Measure::Decisions => costs.reduce(u32::saturating_add),
        }
        .map_or(Some(0), |cost| (cost != UNREACHED).then_some(cost))
    }

    #[inline]
    fn reach(&mut self, node: Node, cost: u32) {
        /// Beyond this, all costs count as equal.
        const MOST: u32 = 1 << 14;
        let cost = cost.min(MOST);
        let mark = &mut self.marks[node as usize];
        if cost < mark.cost {
            mark.cost = cost;
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
        Some(HOPE) => {
            if measure == Measure::Steps {
                0
            } else {
                DESPERATE
            }
        }
        Some(_) => 1,
    }
}
