use super::{
    Relaxation,
    explore::{Explorer, Measure},
    graph::{HOPE, Node},
};

/// Decisions that reach the goal if nothing is ever undone, shared out among the robots.
#[derive(Debug, Default)]
pub(crate) struct RelaxedPlan {
    /// The operators that have now the effect that is planned for, those of the goals first that take longest.
    pub ready: Vec<u32>,
    /// The number of decisions.
    pub decisions: u32,
    /// The fewest joint steps in which the robots can do their shares.
    pub steps: u32,
}

/// Finds relaxed plans; kept between states, so that nothing is allocated.
#[derive(Debug, Default)]
pub(crate) struct Sketch {
    pub explorer: Explorer,
    is_marked: Vec<bool>,
    /// By operator: whether it is planned.
    is_planned: Vec<bool>,
    loads: Vec<u32>,
    /// Nodes that are still to be supported, each with what its support must cost less than: plans do not go in circles.
    open: Vec<(Node, u32)>,
}

impl Sketch {
    /// The relaxed plan for a state; `None` if the goal is out of reach.
    ///
    /// Each goal goes to the robot that has reached it first, beside what it does already: so the work is shared out.
    pub fn plan(
        &mut self,
        relaxation: &Relaxation,
        seeds: impl Iterator<Item = Node>,
        fleet: usize,
    ) -> Option<RelaxedPlan> {
        self.explorer.explore(relaxation, seeds, Measure::Decisions)?;
        let graph = &relaxation.graph;
        self.is_marked.clear();
        self.is_marked.resize(graph.len(), false);
        self.is_planned.clear();
        self.is_planned.resize(relaxation.robots.len(), false);
        self.loads.clear();
        self.loads.resize(fleet, 0);
        let explorer = &self.explorer;
        let costs = |node: Node| explorer.cost(node);
        let mut goals: Vec<Node> = relaxation.goals.clone();
        goals.sort_by_key(|&goal| std::cmp::Reverse(costs(goal)));
        let mut plan = RelaxedPlan::default();
        for goal in goals {
            self.open.push((goal, u32::MAX));
            while let Some((node, ceiling)) = self.open.pop() {
                if std::mem::replace(&mut self.is_marked[node as usize], true) || costs(node) == 0 {
                    continue;
                }
                let Some(operator) = graph.operators[node as usize] else {
                    // What is planned already costs nothing more.
                    let fitting = graph.children(node).iter().filter(|&&child| costs(child) < ceiling);
                    let price = |&&child: &&Node| {
                        let load = match graph.operators[child as usize] {
                            Some(operator) if operator < HOPE => self.loads[relaxation.robots[operator as usize]],
                            _ => 0,
                        };
                        if self.is_marked[child as usize] { 0 } else { costs(child).saturating_add(load) }
                    };
                    self.open.extend(fitting.min_by_key(price).map(|&child| (child, ceiling)));
                    continue;
                };
                let ceiling = if operator < HOPE { costs(node) } else { ceiling };
                if operator < HOPE {
                    // What it needs costs nothing more: it can be done at once.
                    if costs(node) == 1 && !plan.ready.contains(&operator) {
                        plan.ready.push(operator);
                    }
                    if !std::mem::replace(&mut self.is_planned[operator as usize], true) {
                        plan.decisions += 1;
                        self.loads[relaxation.robots[operator as usize]] += 1;
                    }
                }
                self.open.extend(graph.children(node).iter().map(|&child| (child, ceiling)));
            }
        }
        plan.steps = match relaxation.is_one_at_a_time {
            true => plan.decisions,
            false => self.loads.iter().copied().max().unwrap_or(0),
        };
        Some(plan)
    }
}
