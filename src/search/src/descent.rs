//! Best-first search that follows relaxed plans: all robots do at once what their shares of the relaxed plan begin with.
//!
//! A state's first successor is that joint step; the others differ from it in what one robot does. Evaluation is
//! deferred: a successor is only made and looked at when it is the best one left (M. Helmert, "The Fast Downward planning
//! system", 2006).

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use surefleet_fleet::Decision;

use crate::{
    codes::Code,
    expansion::{self, Scene, Work},
    expression::Reader,
    joint::{Act, Assembly},
    memory::Memory,
    novelty::Novelty,
    relaxation::RelaxedPlan,
    task::Task,
    trim,
};

/// Joint decisions by place in the team.
type Choice = Vec<Decision>;

struct Node {
    state: Vec<Code>,
    number: u32,
    parent: Option<usize>,
    choice: Choice,
    depth: u32,
}

/// A successor that is not made yet.
struct Deferred {
    parent: usize,
    choice: Choice,
}

/// The steps of a descent, each by place in the team, and the states on the way, the first one too.
pub(crate) struct Found {
    pub steps: Vec<Choice>,
    pub states: Vec<u32>,
}

/// A plan as good as this one or shorter, and each time a shorter one, as far as the work allows.
pub(crate) fn improved(task: &Task, memory: &mut Memory, state: &[Code], found: Found, work: &mut Work) -> Found {
    let found = trim::trimmed(task, memory, state, found, work);
    shorter(task, memory, state, found.steps.len() as u32, work).unwrap_or(found)
}

/// Looks for a plan of fewer steps, and then each time for a shorter one, as far as the work allows.
pub(crate) fn shorter(
    task: &Task,
    memory: &mut Memory,
    state: &[Code],
    mut steps: u32,
    work: &mut Work,
) -> Option<Found> {
    let root = memory.intern(task, state);
    let mut best = None;
    while steps > memory.lower(root).unwrap_or(0) {
        let Some(found) = descend_for(task, memory, state, steps - 1, work, Aim::Short) else { break };
        let found = trim::trimmed(task, memory, state, found, work);
        steps = found.steps.len() as u32;
        best = Some(found);
    }
    best
}

/// What comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// A short plan: the steps so far count.
    Short,
    /// Any plan: only what is left to do counts, and what has been seen before waits.
    Any,
}

/// Looks for a plan of at most so many steps: for any with half of the work, then for a short one.
pub(crate) fn descend(task: &Task, memory: &mut Memory, state: &[Code], most: u32, work: &mut Work) -> Option<Found> {
    let found = work.part(work.left / 2, |work| descend_for(task, memory, state, most, work, Aim::Any));
    found.or_else(|| descend_for(task, memory, state, most, work, Aim::Short))
}

/// Looks for a plan of at most so many steps.
fn descend_for(
    task: &Task,
    memory: &mut Memory,
    state: &[Code],
    most: u32,
    work: &mut Work,
    aim: Aim,
) -> Option<Found> {
    let mut descent = Descent {
        task,
        aim,
        nodes: Vec::new(),
        best: HashMap::new(),
        open: BinaryHeap::new(),
        deferred: Vec::new(),
        novelty: Novelty::default(),
    };
    descent.visit(memory, state.to_vec(), None, Choice::new(), most, work);
    loop {
        if let Some(goal) = descent.goal() {
            return Some(descent.found(goal));
        }
        let Reverse((_, number)) = descent.open.pop()?;
        if !work.take(1) {
            return None;
        }
        let Deferred { parent, choice } =
            std::mem::replace(&mut descent.deferred[number], Deferred { parent: 0, choice: Choice::new() });
        let mut scene = Scene::with(task, &descent.nodes[parent].state, &choice);
        work.take(task.team().len() as u64);
        let acts = std::mem::take(&mut scene.acts);
        let mut assembly = Assembly::new(&task.problem, &scene.state);
        for (own, decision) in acts.iter().zip(&choice) {
            let act = own.iter().find(|act| scene.decision(act) == *decision);
            if !act.is_some_and(|act| assembly.push(act)) {
                own.first().map(|idle| assembly.push(idle));
            }
        }
        let choice: Choice = assembly.parts.iter().map(|act| scene.decision(act)).collect();
        if choice.len() == acts.len()
            && let Some(after) = scene.after(&assembly)
        {
            descent.visit(memory, after, Some(parent), choice, most, work);
        }
    }
}

struct Descent<'t> {
    task: &'t Task,
    aim: Aim,
    nodes: Vec<Node>,
    /// By number of a state the fewest steps to it.
    best: HashMap<u32, u32>,
    open: BinaryHeap<Reverse<(u64, usize)>>,
    deferred: Vec<Deferred>,
    novelty: Novelty,
}

impl Descent<'_> {
    fn goal(&self) -> Option<usize> {
        let last = self.nodes.len().checked_sub(1)?;
        expansion::is_achieved(self.task, &self.nodes[last].state).then_some(last)
    }

    /// Looks at a state and puts its successors in order.
    fn visit(
        &mut self,
        memory: &mut Memory,
        state: Vec<Code>,
        parent: Option<usize>,
        choice: Choice,
        most: u32,
        work: &mut Work,
    ) {
        let task = self.task;
        let depth = parent.map_or(0, |parent| self.nodes[parent].depth + 1);
        let number = memory.intern(task, &state);
        let is_no_news = self.best.get(&number).is_some_and(|&best| best <= depth);
        let bound = memory.lower(number);
        if is_no_news || bound.is_none_or(|lower| depth + lower > most) {
            return;
        }
        self.best.insert(number, depth);
        let is_achieved = expansion::is_achieved(task, &state);
        self.nodes.push(Node { state, number, parent, choice, depth });
        if is_achieved || !work.take(2 * memory.cost()) {
            return;
        }
        let at = self.nodes.len() - 1;
        let Some(plan) = memory.relaxed_plan(task, &self.nodes[at].state) else {
            memory.note_lower(number, u32::MAX);
            return;
        };
        if depth + plan.steps > most {
            memory.estimate(task, number, work);
            if memory.lower(number).is_none_or(|lower| depth + lower > most) {
                return;
            }
        }
        self.branch(at, &plan, work);
    }

    /// Defers the successors of a node.
    fn branch(&mut self, at: usize, plan: &RelaxedPlan, work: &mut Work) {
        let task = self.task;
        let mut scene = Scene::new(task, &self.nodes[at].state, false);
        let acts = std::mem::take(&mut scene.acts);
        work.take(acts.len() as u64);
        let rank = |act: &Act| plan.ready.iter().position(|&operator| operator == act.operator);
        // What a robot would rather do: its share of the plan first, then to stay, then the rest.
        let mut wishes: Vec<Vec<(usize, &Act)>> = Vec::with_capacity(acts.len());
        for own in &acts {
            let idle = task.world().options().idle();
            let mut wish: Vec<(usize, &Act)> = own
                .iter()
                .map(|act| (rank(act).unwrap_or(if scene.decision(act) == idle { 1 << 20 } else { 1 << 21 }), act))
                .collect();
            wish.sort_by_key(|(rank, _)| *rank);
            let ready = wish.iter().take_while(|(rank, _)| *rank < 1 << 20).count();
            put_fragile_first(task, &scene.state, &mut wish[..ready]);
            wishes.push(wish);
        }
        let mut assembly = Assembly::new(&task.problem, &scene.state);
        for wish in &wishes {
            let mut wanted = wish.iter().filter(|(rank, _)| *rank <= 1 << 20);
            wanted.any(|(_, act)| assembly.push(act));
        }
        if assembly.parts.len() < acts.len() {
            return;
        }
        let main: Choice = assembly.parts.iter().map(|act| scene.decision(act)).collect();
        let key = self.key(at, plan);
        self.defer(key, at, main.clone());
        let idle = task.problem.idle;
        let stay: Choice = acts.iter().map(|_| idle).collect();
        // Where one robot acts at a time, it acts instead of the one that does so in the main step.
        let base = if task.problem.is_one_at_a_time { &stay } else { &main };
        for (place, wish) in wishes.iter().enumerate() {
            for (rank, act) in wish {
                let decision = scene.decision(act);
                if decision != base[place] && (decision != main[place] || *base != main) {
                    let mut choice = base.clone();
                    choice[place] = decision;
                    let is_helpful = *rank <= 1 << 20;
                    let penalty = match (self.aim, is_helpful) {
                        (Aim::Short, true) => 3,
                        (Aim::Short, false) => 12,
                        (Aim::Any, true) => 4,
                        (Aim::Any, false) => 400,
                    };
                    self.defer(key + penalty, at, choice);
                }
            }
        }
    }

    /// The lower, the better are the successors of a node.
    fn key(&mut self, at: usize, plan: &RelaxedPlan) -> u64 {
        let node = &self.nodes[at];
        let (steps, decisions) = (u64::from(plan.steps), u64::from(plan.decisions));
        match self.aim {
            Aim::Short => 4 * u64::from(node.depth) + 8 * steps + 2 * decisions,
            Aim::Any if self.novelty.note(&node.state, plan.decisions) => 2 * steps + 8 * decisions,
            Aim::Any => 2 * steps + 8 * decisions + 60,
        }
    }

    fn defer(&mut self, key: u64, parent: usize, choice: Choice) {
        self.deferred.push(Deferred { parent, choice });
        self.open.push(Reverse((
            key << 24 | (0xff_ffff - (self.deferred.len() as u64 & 0xff_ffff)),
            self.deferred.len() - 1,
        )));
    }

    fn found(&self, goal: usize) -> Found {
        let mut steps = Vec::new();
        let mut states = vec![self.nodes[goal].number];
        let mut at = goal;
        while let Some(parent) = self.nodes[at].parent {
            steps.push(self.nodes[at].choice.clone());
            states.push(self.nodes[parent].number);
            at = parent;
        }
        steps.reverse();
        states.reverse();
        Found { steps, states }
    }
}

/// Puts first what could not be done any more after the others.
fn put_fragile_first(task: &Task, state: &[Code], ready: &mut [(usize, &Act)]) {
    if ready.len() < 2 {
        return;
    }
    let destroyed = |act: &Act| {
        let mut after = state[..task.problem.width()].to_vec();
        act.writes.iter().for_each(|write| after[write.var as usize] = write.code);
        let mut reader = Reader::new(&task.problem.atoms, &after);
        let others = ready.iter().filter(|(_, other)| other.operator != act.operator);
        others.filter(|(_, other)| !task.problem.operators[other.operator as usize].is_applicable(&mut reader)).count()
    };
    let mut counted: Vec<(usize, (usize, &Act))> =
        ready.iter().map(|&(rank, act)| (destroyed(act), (rank, act))).collect();
    counted.sort_by_key(|(count, (rank, _))| (*count, *rank));
    ready.iter_mut().zip(counted).for_each(|(place, (_, wish))| *place = wish);
}
