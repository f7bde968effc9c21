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
    loads: Vec<u32>,
    open: Vec<Node>,
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
        self.loads.clear();
        self.loads.resize(fleet, 0);
        let explorer = &self.explorer;
        let costs = |node: Node| explorer.cost(node);
        let mut goals: Vec<Node> = relaxation.goals.clone();
        goals.sort_by_key(|&goal| std::cmp::Reverse(costs(goal)));
        let mut plan = RelaxedPlan::default();
        for goal in goals {
            self.open.push(goal);
            while let Some(node) = self.open.pop() {
                if std::mem::replace(&mut self.is_marked[node as usize], true) || costs(node) == 0 {
                    continue;
                }
                match graph.operators[node as usize] {
                    Some(operator) => {
                        if operator < HOPE {
                            plan.decisions += 1;
                            self.loads[relaxation.robots[operator as usize]] += 1;
                            // What it needs costs nothing more: it can be done at once.
                            if costs(node) == 1 {
                                plan.ready.push(operator);
                            }
                        }
                        self.open.extend(graph.children(node));
                    }
                    None => {
                        // What is planned already costs nothing more.
                        let price = |&child: &Node| {
                            let load = match graph.operators[child as usize] {
                                Some(operator) if operator < HOPE => self.loads[relaxation.robots[operator as usize]],
                                _ => 0,
                            };
                            costs(child).saturating_add(load)
                        };
                        let children = graph.children(node);
                        let planned = children.iter().find(|&&child| self.is_marked[child as usize]);
                        if planned.is_none() {
                            self.open.extend(children.iter().min_by_key(|child| price(child)));
                        }
                    }
                }
            }
        }
        plan.steps = self.loads.iter().copied().max().unwrap_or(0);
        Some(plan)
    }
}
