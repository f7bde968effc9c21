//! Joint steps, robot by robot, over a compact state.

use smallvec::SmallVec;
use surefleet_fleet::Decision;

use crate::{
    codes::{self, Code},
    expression::{Reader, Var},
    operator::{Change, Hand, Write, Writes},
    problem::Problem,
};

/// What one robot can do in a state.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    pub operator: u32,
    /// Changes on the way.
    pub first: Writes,
    /// All changes.
    pub writes: Writes,
    occupied: SmallVec<[Code; 2]>,
}

impl Problem {
    /// What a robot can do in a state, to stay first.
    pub fn acts(&self, state: &[Code], robot: usize) -> Vec<Act> {
        let mut reader = Reader::new(&self.atoms, state);
        let mut acts = Vec::new();
        for &number in &self.operators_of[robot] {
            if self.operators[number as usize].is_applicable(&mut reader) {
                acts.push(self.act(&mut reader, state, number));
            }
        }
        acts
    }

    /// To stay, and a decision if a robot can do it in a state.
    pub fn acts_of(&self, state: &[Code], robot: usize, decision: Decision) -> Vec<Act> {
        let mut reader = Reader::new(&self.atoms, state);
        let wanted = self.number(robot, decision);
        let numbers = self.operators_of[robot].first().copied().into_iter().chain(wanted);
        let mut acts = Vec::new();
        for number in numbers {
            if self.operators[number as usize].is_applicable(&mut reader) {
                acts.push(self.act(&mut reader, state, number));
            }
        }
        acts
    }

    fn act<'a>(&'a self, reader: &mut Reader<'a>, state: &'a [Code], number: u32) -> Act {
        let operator = &self.operators[number as usize];
        let first = self.writes(reader, state, operator.robot, &[&operator.first]);
        let writes = self.writes(reader, state, operator.robot, &[&operator.first, &operator.effects]);
        let mut occupied = SmallVec::new();
        for (what, when) in &operator.occupies {
            // What may be occupied counts as occupied.
            if !reader.truth(when).is_false()
                && let code = reader.code(what)
                && codes::index(code).is_some()
            {
                occupied.push(code);
            }
        }
        Act { operator: number, first, writes, occupied }
    }

    fn writes<'a>(&'a self, reader: &mut Reader<'a>, state: &'a [Code], robot: usize, changes: &[&[Change]]) -> Writes {
        if changes.iter().all(|changes| changes.is_empty()) {
            return Writes::new();
        }
        let variables = &self.atoms.variables;
        let actor = self.actors[robot];
        let is_own = |var: Var| variables[var as usize].1.first() == Some(&actor);
        let mut hand = Hand { reader, state, is_own: &is_own, variables_of: &self.variables_of, writes: Writes::new() };
        changes.iter().for_each(|changes| hand.all(changes));
        hand.writes
    }
}

/// A joint step, as far as robots have decided.
pub(crate) struct Assembly<'a> {
    problem: &'a Problem,
    /// The state after the decisions so far.
    pub state: Vec<Code>,
    /// By variable: whether a robot has changed it that it is about.
    is_own: Vec<bool>,
    pub parts: SmallVec<[&'a Act; 16]>,
    /// Changes to take back: the variable, its content and mark before.
    trail: Vec<(Var, Code, bool)>,
    /// By part: the length of the trail before it.
    marks: SmallVec<[usize; 16]>,
}

impl<'a> Assembly<'a> {
    pub fn new(problem: &'a Problem, state: &[Code]) -> Self {
        Self {
            problem,
            state: state[..problem.width()].to_vec(),
            is_own: vec![false; problem.width()],
            parts: SmallVec::new(),
            trail: Vec::new(),
            marks: SmallVec::new(),
        }
    }

    /// Adds a decision, unless it does not go with those before or breaks a law beside them.
    pub fn push(&mut self, act: &'a Act) -> bool {
        if self.clashes(act) || self.is_others_turn(act) {
            return false;
        }
        self.marks.push(self.trail.len());
        self.parts.push(act);
        for write in &act.writes {
            let var = write.var as usize;
            if !self.is_own[var] {
                self.trail.push((write.var, self.state[var], false));
                self.state[var] = write.code;
                self.is_own[var] = write.is_own;
            }
        }
        if self.is_lawful(act) {
            return true;
        }
        self.pop();
        false
    }

    /// Whether somebody else acts, and only one may.
    fn is_others_turn(&self, act: &Act) -> bool {
        self.problem.is_one_at_a_time
            && self.problem.is_deed(act.operator)
            && self.parts.iter().any(|part| self.problem.is_deed(part.operator))
    }

    /// Whether a decision does not go with those before.
    pub fn clashes(&self, act: &Act) -> bool {
        self.parts.iter().any(|other| {
            act.occupied.iter().any(|object| other.occupied.contains(object))
                || act.writes.iter().any(|write| other.writes.iter().any(|theirs| disagree(write, theirs)))
        })
    }

    /// Takes back the last decision.
    pub fn pop(&mut self) {
        self.parts.pop();
        let mark = self.marks.pop().unwrap_or(0);
        while self.trail.len() > mark {
            if let Some((var, code, is_own)) = self.trail.pop() {
                self.state[var as usize] = code;
                self.is_own[var as usize] = is_own;
            }
        }
    }

    fn is_lawful(&self, act: &Act) -> bool {
        let laws = act.writes.iter().flat_map(|write| &self.problem.laws_of[write.var as usize]);
        let before = || {
            let mut before = self.state.clone();
            self.trail.iter().rev().for_each(|(var, code, _)| before[*var as usize] = *code);
            before
        };
        let is_broken = |law: u32| self.problem.laws[law as usize].is_broken(&self.problem.atoms, &before, &self.state);
        laws.copied().all(|law| !is_broken(law))
    }

    /// The state after what comes about on the way, if it differs from the one before.
    pub fn on_the_way(&self, before: &[Code]) -> Option<Vec<Code>> {
        if self.parts.iter().all(|part| part.first.is_empty()) {
            return None;
        }
        let mut state = before[..self.problem.width()].to_vec();
        let mut own: SmallVec<[Var; 8]> = SmallVec::new();
        for write in self.parts.iter().flat_map(|part| &part.first) {
            if !own.contains(&write.var) {
                state[write.var as usize] = write.code;
                if write.is_own {
                    own.push(write.var);
                }
            }
        }
        (state != before[..self.problem.width()]).then_some(state)
    }
}

/// Whether two robots change the same otherwise, so that neither change holds against the other.
fn disagree(one: &Write, other: &Write) -> bool {
    one.var == other.var && one.code != other.code && one.is_own == other.is_own
}
