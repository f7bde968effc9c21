//! What is known of states: bounds on the steps to the goal, kept over questions.

use crate::{
    codes::Code,
    expansion::{self, Scene, Work},
    relaxation::{Cuts, Explorer, Measure, Node, Relaxation, RelaxedPlan, Sketch},
    setting::Setting,
    symmetry::Symmetry,
    table::Table,
    task::Task,
};

/// No bound.
const NONE: u16 = u16::MAX;
/// Successors are forgotten beyond this many in all.
const MOST_SUCCESSORS: usize = 1 << 24;

/// A state with so many times more joint steps than there is work left is not expanded.
const HOPELESS: f64 = 4.0;

/// What is known of a state.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// No plan has fewer steps; [`NONE`]: there is no plan.
    lower: u16,
    /// The steps of a known plan.
    upper: u16,
    is_explored: bool,
    is_cut: bool,
    /// The states that joint steps lead to, as a part of `successors`.
    successors: Option<(u32, u32)>,
}

/// The answer to whether a plan of so many steps exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Yes,
    No,
    /// The work was not enough to tell.
    Open,
}

/// The states met so far, and what is known of them. States that differ only in the names of alike objects are one.
#[derive(Debug)]
pub(crate) struct Memory {
    table: Table,
    records: Vec<Record>,
    successors: Vec<u32>,
    setting: Setting,
    symmetry: Symmetry,
    pub relaxation: Relaxation,
    /// A state that was met though the setting does not cover it: nothing that is known of it counts.
    pub outsider: Option<Vec<Code>>,
    pub explorer: Explorer,
    sketch: Sketch,
    cuts: Cuts,
    seeds: Vec<Node>,
    pub is_symmetric: bool,
    /// Whether the order of robots was seen to matter, so that exchanging robots is not safe.
    pub is_order_felt: bool,
}

impl Memory {
    /// The memory for questions about a state and those that follow from it.
    pub fn new(task: &Task, state: &[Code]) -> Self {
        Self::within(task, Setting::new(&task.problem, state, None))
    }

    fn within(task: &Task, setting: Setting) -> Self {
        Self {
            table: Table::new(task.problem.width() + task.agenda.automata.len()),
            records: Vec::new(),
            successors: Vec::new(),
            relaxation: Relaxation::new(&task.problem, &task.agenda, &setting),
            symmetry: task.symmetry.within(&setting),
            setting,
            outsider: None,
            explorer: Explorer::default(),
            sketch: Sketch::default(),
            cuts: Cuts::default(),
            seeds: Vec::new(),
            is_symmetric: true,
            is_order_felt: false,
        }
    }

    /// Forgets everything, and takes alike objects for different from now on.
    pub fn without_symmetry(&mut self, task: &Task) {
        *self = Self { is_symmetric: false, ..Self::within(task, self.setting.clone()) };
    }

    /// Forgets everything, and covers this state too from now on.
    pub fn cover(&mut self, task: &Task, state: &[Code]) {
        let setting = Setting::new(&task.problem, state, Some(&self.setting));
        *self = Self { is_symmetric: self.is_symmetric, ..Self::within(task, setting) };
    }

    /// Whether a state and those that follow from it can be asked about.
    pub fn covers(&self, state: &[Code]) -> bool {
        self.setting.covers(state)
    }

    /// The number of states met.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The number of a state.
    pub fn intern(&mut self, task: &Task, state: &[Code]) -> u32 {
        let mut canonical = state.to_vec();
        if self.is_symmetric {
            self.symmetry.canonical(&mut canonical);
        }
        let (number, is_new) = self.table.insert(&canonical);
        if is_new {
            if !self.covers(state) {
                self.outsider.get_or_insert_with(|| state.to_vec());
            }
            let is_achieved = expansion::is_achieved(task, state);
            self.records.push(Record {
                lower: u16::from(!is_achieved),
                upper: if is_achieved { 0 } else { NONE },
                is_explored: is_achieved,
                is_cut: is_achieved,
                successors: None,
            });
        }
        number
    }

    /// No plan from the state has fewer steps; `None`: there is no plan.
    pub fn lower(&self, number: u32) -> Option<u32> {
        let lower = self.records[number as usize].lower;
        (lower != NONE).then_some(u32::from(lower))
    }

    /// The steps of a known plan from the state.
    pub fn upper(&self, number: u32) -> Option<u32> {
        let upper = self.records[number as usize].upper;
        (upper != NONE).then_some(u32::from(upper))
    }

    /// Notes a plan of so many steps.
    pub fn note_upper(&mut self, number: u32, steps: u32) {
        let record = &mut self.records[number as usize];
        record.upper = record.upper.min(u16::try_from(steps).unwrap_or(NONE));
    }

    /// Notes that no plan has fewer steps.
    pub fn note_lower(&mut self, number: u32, steps: u32) {
        let record = &mut self.records[number as usize];
        record.lower = record.lower.max(u16::try_from(steps).unwrap_or(NONE - 1));
    }

    /// Bounds the steps from a state by its relaxation.
    pub fn estimate(&mut self, task: &Task, number: u32, work: &mut Work) {
        let record = self.records[number as usize];
        if record.is_explored || !work.take(self.cost()) {
            return;
        }
        let state = self.table.state(number);
        let bound =
            self.explorer.explore(&self.relaxation, self.relaxation.seeds(&task.problem, state), Measure::Steps);
        let record = &mut self.records[number as usize];
        record.is_explored = true;
        record.lower = bound.map_or(NONE, |steps| record.lower.max(u16::try_from(steps).unwrap_or(NONE - 1)));
    }

    /// Bounds the steps from a state by landmarks.
    pub fn estimate_closely(&mut self, task: &Task, number: u32, work: &mut Work) {
        let record = self.records[number as usize];
        if record.is_cut || record.lower == NONE || !work.take(8 * self.cost()) {
            return;
        }
        self.seeds.clear();
        self.seeds.extend(self.relaxation.seeds(&task.problem, self.table.state(number)));
        let bound = self.cuts.steps(&self.relaxation, &self.seeds);
        let record = &mut self.records[number as usize];
        record.is_cut = true;
        record.lower = bound.map_or(NONE, |steps| record.lower.max(u16::try_from(steps).unwrap_or(NONE - 1)));
    }

    /// Whether a plan of at most so many steps leads from the state to the goal.
    pub fn reach(&mut self, task: &Task, number: u32, steps: u32, work: &mut Work) -> Reach {
        if self.upper(number).is_some_and(|upper| upper <= steps) {
            return Reach::Yes;
        }
        let is_too_far = |memory: &Self| memory.lower(number).is_none_or(|lower| lower > steps);
        if is_too_far(self) {
            return Reach::No;
        }
        self.estimate(task, number, work);
        if is_too_far(self) {
            return Reach::No;
        }
        self.estimate_closely(task, number, work);
        if is_too_far(self) {
            return Reach::No;
        }
        let Some((start, end)) = self.expand(task, number, work) else { return Reach::Open };
        let mut is_open = false;
        let mut least = u32::from(NONE);
        for at in start..end {
            let next = self.successors[at as usize];
            match self.reach(task, next, steps - 1, work) {
                Reach::Yes => {
                    let upper = self.upper(next).map_or(steps, |upper| upper + 1);
                    self.note_upper(number, upper);
                    return Reach::Yes;
                }
                Reach::No => least = least.min(self.lower(next).map_or(u32::from(NONE), |lower| lower + 1)),
                Reach::Open => is_open = true,
            }
            if work.left == 0 {
                return Reach::Open;
            }
        }
        if is_open {
            return Reach::Open;
        }
        let record = &mut self.records[number as usize];
        record.lower = record.lower.max(u16::try_from(least).unwrap_or(NONE));
        Reach::No
    }

    /// The states that joint steps lead to, those nearest to the goal first.
    fn expand(&mut self, task: &Task, number: u32, work: &mut Work) -> Option<(u32, u32)> {
        if let Some(known) = self.records[number as usize].successors {
            return Some(known);
        }
        let state = self.table.state(number).to_vec();
        let mut scene = Scene::new(task, &state, self.is_symmetric);
        if scene.breadth() > HOPELESS * work.left as f64 {
            return None;
        }
        let mut found: Vec<u32> = Vec::new();
        let is_whole = scene.each(work, &mut |after, _| {
            found.push(self.intern(task, &after));
            true
        });
        self.is_order_felt |= self.is_symmetric && scene.is_order_felt;
        if !is_whole {
            return None;
        }
        found.sort_unstable();
        found.dedup();
        // To stay where one is leads nowhere.
        found.retain(|&next| next != number);
        for &next in &found {
            self.estimate(task, next, work);
        }
        found.sort_by_key(|&next| self.records[next as usize].lower);
        let start = self.successors.len() as u32;
        let end = start + found.len() as u32;
        self.successors.extend(found);
        if self.successors.len() < MOST_SUCCESSORS {
            self.records[number as usize].successors = Some((start, end));
        }
        Some((start, end))
    }

    /// The relaxed plan for a state; `None` if there is no plan.
    pub fn relaxed_plan(&mut self, task: &Task, state: &[Code]) -> Option<RelaxedPlan> {
        let seeds = self.relaxation.seeds(&task.problem, state);
        self.sketch.plan(&self.relaxation, seeds, task.world().team_size())
    }

    /// The work of looking at a state's relaxation.
    pub fn cost(&self) -> u64 {
        1 + self.relaxation.len() as u64 / 64
    }
}
