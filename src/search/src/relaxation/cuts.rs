use super::{
    Relaxation,
    explore::UNREACHED,
    graph::{FREE, HOPE, Node, STEP},
};

/// Disjoint sets of operators, of each of which every plan has at least one: landmarks.
///
/// M. Helmert and C. Domshlak, "Landmarks, critical paths and abstractions: what's the difference anyway?", 2009 (LM-cut),
/// on the and-or graph. Every operator costs one decision, so each is in at most one landmark.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    /// By operator: whether a landmark has used it up.
    is_used: Vec<bool>,
    costs: Vec<u32>,
    missing: Vec<u32>,
    /// By and-node: its dearest child.
    supporter: Vec<Node>,
    is_settled: Vec<bool>,
    buckets: Vec<Vec<Node>>,
    zone: Vec<Zone>,
    /// For each landmark the robots that have an operator in it, as bits: a fleet has at most 100.
    teams: Vec<u128>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Zone {
    Unseen,
    /// Leads to the goal without cost.
    Goal,
    Before,
}

impl Cuts {
    /// The fewest joint steps in which robots can do one decision of each landmark; `None` if the goal is out of reach.
    pub fn steps(&mut self, relaxation: &Relaxation, seeds: &[Node]) -> Option<u32> {
        self.is_used.clear();
        self.is_used.resize(relaxation.robots.len(), false);
        self.teams.clear();
        loop {
            let goal = self.explore(relaxation, seeds);
            match goal {
                UNREACHED => return None,
                0 if relaxation.is_one_at_a_time => return Some(self.teams.len() as u32),
                0 => return Some(self.share()),
                _ => self.cut(relaxation, seeds),
            }
        }
    }

    /// The fewest steps for the landmarks found: for each team, those that only its members can do, shared out evenly.
    fn share(&self) -> u32 {
        let mut teams = self.teams.clone();
        teams.sort_unstable();
        teams.dedup();
        let all = teams.iter().fold(0, |all, team| all | team);
        teams.push(all);
        let steps = teams.iter().map(|team| {
            let count = self.teams.iter().filter(|own| *own & !team == 0).count() as u32;
            count.div_ceil(team.count_ones().max(1))
        });
        steps.max().unwrap_or(0)
    }

    fn price(&self, operator: Option<u32>) -> u32 {
        match operator {
            None | Some(FREE | STEP | HOPE) => 0,
            Some(operator) => u32::from(!self.is_used[operator as usize]),
        }
    }

    /// The costs of all nodes in steps; gives the goal's.
    fn explore(&mut self, relaxation: &Relaxation, seeds: &[Node]) -> u32 {
        let graph = &relaxation.graph;
        self.costs.clear();
        self.costs.resize(graph.len(), UNREACHED);
        self.is_settled.clear();
        self.is_settled.resize(graph.len(), false);
        self.supporter.clear();
        self.supporter.resize(graph.len(), Node::MAX);
        self.missing.clone_from(&graph.needs);
        self.buckets.iter_mut().for_each(Vec::clear);
        seeds.iter().for_each(|&seed| self.reach(seed, 0));
        for &root in &graph.roots {
            let price = self.price(graph.operators[root as usize]);
            self.reach(root, price);
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
            for &parent in graph.parents(node) {
                match graph.operators[parent as usize] {
                    None => self.reach(parent, cost),
                    operator => {
                        self.missing[parent as usize] -= 1;
                        if self.missing[parent as usize] == 0 {
                            // Children settle in order of cost, so the last is the dearest.
                            self.supporter[parent as usize] = node;
                            let price = self.price(operator);
                            self.reach(parent, cost + price);
                        }
                    }
                }
            }
        }
        self.costs[relaxation.goal as usize]
    }

    fn reach(&mut self, node: Node, cost: u32) {
        if cost < self.costs[node as usize] {
            self.costs[node as usize] = cost;
            let level = cost as usize;
            if self.buckets.len() <= level {
                self.buckets.resize_with(level + 1, Vec::new);
            }
            self.buckets[level].push(node);
        }
    }

    /// Finds a landmark that separates the state from the goal, and uses its operators up.
    fn cut(&mut self, relaxation: &Relaxation, seeds: &[Node]) {
        let graph = &relaxation.graph;
        self.zone.clear();
        self.zone.resize(graph.len(), Zone::Unseen);
        // Backwards from the goal through what costs nothing.
        let mut open = vec![relaxation.goal];
        self.zone[relaxation.goal as usize] = Zone::Goal;
        while let Some(node) = open.pop() {
            let back: &[Node] = match graph.operators[node as usize] {
                None => graph.children(node),
                operator if self.price(operator) > 0 => &[],
                _ => std::slice::from_ref(&self.supporter[node as usize]),
            };
            for &child in back {
                if child != Node::MAX
                    && self.costs[child as usize] != UNREACHED
                    && self.zone[child as usize] == Zone::Unseen
                    && self.price_of(relaxation, child) == 0
                {
                    self.zone[child as usize] = Zone::Goal;
                    open.push(child);
                }
            }
        }
        // Forwards from the state as far as the goal zone.
        let mut team = 0_u128;
        let mut used = Vec::new();
        open.extend(seeds.iter().chain(&graph.roots));
        while let Some(node) = open.pop() {
            if self.zone[node as usize] != Zone::Unseen {
                continue;
            }
            self.zone[node as usize] = Zone::Before;
            let operator = graph.operators[node as usize];
            let is_last = |above: &Node| self.zone[*above as usize] == Zone::Goal;
            if let Some(operator) = operator.filter(|_| self.price(operator) > 0)
                && graph.parents(node).iter().any(is_last)
            {
                team |= 1 << relaxation.robots[operator as usize];
                used.push(operator);
            }
            let is_followed =
                |above: &&Node| graph.operators[**above as usize].is_none() || self.supporter[**above as usize] == node;
            open.extend(graph.parents(node).iter().filter(is_followed));
        }
        debug_assert!(!used.is_empty(), "an operator separates the state from the goal");
        used.iter().for_each(|&operator| self.is_used[operator as usize] = true);
        self.teams.push(team);
    }

    fn price_of(&self, relaxation: &Relaxation, node: Node) -> u32 {
        self.price(relaxation.graph.operators[node as usize])
    }
}
