//! The first joint step of a question, in which some robots have decided: made by the world itself, since options may be
//! anything that the world permits.

use surefleet_fleet::Decision;
use surefleet_ltl::PropositionId;
use surefleet_world::{Joint, State};

use crate::{
    agenda::Progress,
    codes::Code,
    expansion::Work,
    joint::Act,
    memory::Memory,
    relaxation::{Measure, Node},
    task::Task,
};

/// Leaves beyond which a question is not settled by going through them.
const MOST_LEAVES: usize = 4096;
/// The work of making one of them.
const LEAF: u64 = 32;

/// A state after a joint step.
pub(super) struct Leaf {
    pub state: State,
    pub progress: Progress,
    pub compact: Vec<Code>,
    /// The decisions that led to it.
    pub chosen: Vec<(usize, Decision)>,
}

/// The joint step that begins.
pub(super) struct Opening<'t> {
    task: &'t Task,
    state: &'t State,
    progress: &'t Progress,
    /// The decisions that count.
    pub decided: Vec<(usize, Decision)>,
    pub robot: usize,
    start: Vec<Code>,
    /// The robots that have not decided, each with what it can do.
    others: Vec<(usize, Vec<Act>)>,
    staying: Staying,
}

/// Whether all robots may stay in the step that begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Staying {
    /// As any other step.
    Free,
    /// It would end the mission, so one of them has to do something.
    Barred,
    /// It ends the mission, and nothing else is left to do.
    Due,
}

impl<'t> Opening<'t> {
    pub fn new(
        task: &'t Task,
        state: &'t State,
        progress: &'t Progress,
        decided: &[(usize, Option<Decision>)],
        robot: usize,
        staying: Staying,
    ) -> Self {
        let world = task.world();
        let start = task.compact(state, progress);
        let mut joint = Joint::new(world, state);
        let mut counted = Vec::new();
        for &(other, decision) in decided.iter().filter(|(other, _)| *other != robot) {
            if let Some(decision) = decision.filter(|&decision| joint.is_permitted(other, decision)) {
                joint.push(other, decision);
                counted.push((other, decision));
            }
        }
        let is_open = |other: &usize| *other != robot && decided.iter().all(|(of, _)| of != other);
        let others = task.team().iter().copied().filter(is_open);
        let others = others.map(|other| (other, task.problem.acts(&start, other))).collect();
        Self { task, state, progress, decided: counted, robot, start, others, staying }
    }

    /// The compact state at the step's start.
    pub fn start(&self) -> &[Code] {
        &self.start
    }

    /// Whether all others have decided.
    pub fn is_last(&self) -> bool {
        self.others.is_empty()
    }

    /// What the world permits the robot beside the others, in canonical order.
    pub fn options(&self) -> Vec<Decision> {
        let joint = self.joint();
        let applicable = self.task.world().applicable(self.state, self.robot).into_iter();
        let mut options: Vec<Decision> =
            applicable.filter(|&decision| joint.is_permitted(self.robot, decision)).collect();
        options.sort_unstable();
        options
    }

    fn joint(&self) -> Joint<'t> {
        let mut joint = Joint::new(self.task.world(), self.state);
        self.decided.iter().for_each(|&(robot, decision)| joint.push(robot, decision));
        joint
    }

    /// The joint step with an option in which the others do as a plan wishes where that is possible, and stay otherwise.
    /// Where not all may stay, one of the others does anything that it can. `None` if it violates a formula for good.
    pub fn leaf(&self, option: Decision, wishes: Option<&[Decision]>) -> Option<Leaf> {
        let mut joint = self.joint();
        let mut chosen = self.decided.clone();
        joint.push(self.robot, option);
        chosen.push((self.robot, option));
        let idle = self.task.world().options().idle();
        for (other, _) in &self.others {
            let place = self.task.team().iter().position(|robot| robot == other);
            let wish = wishes.and_then(|wishes| place.map(|place| wishes[place]));
            let decision = wish.filter(|&wish| joint.is_permitted(*other, wish)).unwrap_or(idle);
            joint.push(*other, decision);
            chosen.push((*other, decision));
        }
        if self.is_barred(&chosen) {
            return self.stirred(option, &chosen).next();
        }
        self.end(&joint, &chosen)
    }

    /// The joint steps with an option in which one of the others does anything that it can and the rest stays as `chosen`: first
    /// what is of no use to the mission.
    fn stirred(&self, option: Decision, chosen: &[(usize, Decision)]) -> impl Iterator<Item = Leaf> {
        let (idle, operators) = (self.task.world().options().idle(), &self.task.problem.operators);
        let all = self.others.iter().flat_map(|(other, acts)| {
            let all = self.task.world().applicable(self.state, *other).into_iter().filter(|decision| *decision != idle);
            let is_useful = |decision| acts.iter().any(|act| operators[act.operator as usize].decision == decision);
            all.map(move |decision| (is_useful(decision), *other, decision))
        });
        let mut all: Vec<(bool, usize, Decision)> = all.collect();
        all.sort_by_key(|(is_useful, ..)| *is_useful);
        all.into_iter().filter_map(move |(_, other, decision)| {
            let mut joint = self.joint();
            joint.push(self.robot, option);
            if !joint.is_permitted(other, decision) {
                return None;
            }
            joint.push(other, decision);
            let stir = |&(robot, stays): &(usize, Decision)| (robot, if robot == other { decision } else { stays });
            self.end(&joint, &chosen.iter().map(stir).collect::<Vec<_>>())
        })
    }

    /// Whether an option is wrong by what staying means here, whatever the others do.
    pub fn bars(&self, option: Decision) -> bool {
        let stays = option == self.task.world().options().idle();
        match self.staying {
            Staying::Free => false,
            Staying::Barred => stays && self.others.is_empty() && self.is_barred(&self.decided),
            Staying::Due => !stays,
        }
    }

    /// Whether all robots stay, and must not.
    fn is_barred(&self, chosen: &[(usize, Decision)]) -> bool {
        let idle = self.task.world().options().idle();
        self.staying == Staying::Barred && chosen.iter().all(|(_, decision)| *decision == idle)
    }

    fn end(&self, joint: &Joint<'_>, chosen: &[(usize, Decision)]) -> Option<Leaf> {
        if self.is_barred(chosen) {
            return None;
        }
        let after = joint.after();
        let mut decisions = vec![None; self.task.world().team_size()];
        chosen.iter().for_each(|&(robot, decision)| decisions[robot] = Some(decision));
        let progress = self.task.pass(self.progress, self.state, &decisions, &joint.on_the_way(), &after);
        if self.task.is_lost(&progress) {
            return None;
        }
        let compact = self.task.compact(&after, &progress);
        Some(Leaf { state: after, progress, compact, chosen: chosen.to_vec() })
    }

    /// All joint steps with an option; `None` if there are too many.
    pub fn leaves(&self, option: Decision, work: &mut Work) -> Option<Vec<Leaf>> {
        let count = self.others.iter().try_fold(1_usize, |count, (_, acts)| count.checked_mul(acts.len()));
        if count.is_none_or(|count| count > MOST_LEAVES) {
            return None;
        }
        let mut leaves: Vec<Leaf> = Vec::new();
        let mut joint = self.joint();
        joint.push(self.robot, option);
        let mut chosen = self.decided.clone();
        chosen.push((self.robot, option));
        if !self.fill(0, &joint, &mut chosen, &mut leaves, work) {
            return None;
        }
        let idle = self.task.world().options().idle();
        chosen.extend(self.others.iter().map(|(other, _)| (*other, idle)));
        if self.is_barred(&chosen) {
            // What is of no use may keep the mission from ending.
            for leaf in self.stirred(option, &chosen) {
                leaves.push(leaf);
                if !work.take(LEAF) {
                    return None;
                }
            }
        }
        Some(leaves)
    }

    fn fill(
        &self,
        at: usize,
        joint: &Joint<'t>,
        chosen: &mut Vec<(usize, Decision)>,
        leaves: &mut Vec<Leaf>,
        work: &mut Work,
    ) -> bool {
        let Some((other, acts)) = self.others.get(at) else {
            leaves.extend(self.end(joint, chosen));
            return work.take(LEAF);
        };
        for act in acts {
            let decision = self.task.problem.operators[act.operator as usize].decision;
            if !joint.is_permitted(*other, decision) {
                continue;
            }
            let mut longer = joint.clone();
            longer.push(*other, decision);
            chosen.push((*other, decision));
            let goes_on = self.fill(at + 1, &longer, chosen, leaves, work);
            chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// What the option makes of the present state by itself.
    pub fn alone(&self, option: Decision) -> Vec<Code> {
        let mut joint = Joint::new(self.task.world(), self.state);
        joint.push(self.robot, option);
        self.task.problem.read(self.task.world(), &joint.after())
    }

    /// Whether the robot has decided, or is absent.
    pub fn is_decided(&self, robot: usize) -> bool {
        robot != self.robot && self.others.iter().all(|(other, _)| *other != robot)
    }

    /// The decision of a robot that has decided.
    pub fn decision(&self, robot: usize) -> Option<Decision> {
        self.decided.iter().find(|(other, _)| *other == robot).map(|(_, decision)| *decision)
    }

    /// The decision if the world permits it, else to stay.
    pub fn possible(&self, decision: Decision) -> Decision {
        let is_permitted = self.joint().is_permitted(self.robot, decision);
        if is_permitted { decision } else { self.task.world().options().idle() }
    }

    /// No plan with the option has fewer steps, whatever the others do; `None`: there is none.
    ///
    /// The others do at once everything that they can, and nothing of the present state is lost by it.
    pub fn lower(&self, memory: &mut Memory, option: Decision, work: &mut Work) -> Option<u32> {
        let task = self.task;
        if self.is_last() || !work.take(memory.cost()) {
            return Some(1);
        }
        let mut joint = self.joint();
        joint.push(self.robot, option);
        let width = task.problem.width();
        let mut after = task.problem.read(task.world(), &joint.after());
        let way = task.problem.read(task.world(), &joint.on_the_way());
        let before = task.problem.valuation(&self.start[..width]);
        let automata = task.agenda.automata.iter().zip(&self.start[width..]);
        after.extend(automata.map(|(automaton, &code)| {
            let state = automaton.state(usize::from(code)).map(|state| automaton.step(state, &before));
            state.map_or(code, |state| Code::try_from(state.index()).unwrap_or(code))
        }));
        if !memory.covers(&after) || !memory.covers(&way) {
            return Some(1);
        }
        let relaxation = &memory.relaxation;
        let mut seeds: Vec<Node> = relaxation.seeds(&task.problem, &after).collect();
        seeds.extend(relaxation.possible(&task.agenda, &self.start[width..]));
        let fact = |var: u32, code: Code| relaxation.fact(var, code);
        let acts = || self.others.iter().flat_map(|(_, acts)| acts);
        seeds.extend(
            acts().flat_map(|act| act.first.iter().chain(&act.writes)).filter_map(|write| fact(write.var, write.code)),
        );
        if way[..] != self.start[..width] || acts().any(|act| !act.first.is_empty()) {
            seeds.extend((0..).zip(&way).filter_map(|(var, &code)| fact(var, code)));
            seeds.extend((0..).zip(&self.start[..width]).filter_map(|(var, &code)| fact(var, code)));
        }
        let bound = memory.explorer.explore(&memory.relaxation, seeds.into_iter(), Measure::Steps);
        bound.map(|steps| steps + 1)
    }

    /// Whether a step with the option violates a formula for good, whatever the others do.
    pub fn is_doomed(&self, option: Decision) -> bool {
        let task = self.task;
        let (problem, agenda) = (&task.problem, &task.agenda);
        let mut joint = self.joint();
        joint.push(self.robot, option);
        let width = problem.width();
        let after = problem.read(task.world(), &joint.after());
        if joint.on_the_way() != *self.state && joint.on_the_way() != joint.after() {
            return false;
        }
        let mut begun = problem.valuation(&self.start[..width]);
        let chosen = self.decided.iter().copied().chain([(self.robot, option)]);
        chosen.filter_map(|deed| agenda.deeds.get(&deed)).for_each(|&deed| begun.set(deed, true));
        agenda.step.iter().for_each(|&step| begun.set(step, true));
        let acts = || self.others.iter().flat_map(|(_, acts)| acts);
        if acts().any(|act| !act.first.is_empty()) {
            return false;
        }
        // What the others may yet do, and what they may yet change.
        let may_do: Vec<PropositionId> = acts().filter_map(|act| problem.deeds[act.operator as usize]).collect();
        let changed = acts().flat_map(|act| &act.writes).flat_map(|write| &problem.facts_of[write.var as usize]);
        let may_change: Vec<PropositionId> = changed.map(|&fact| problem.facts[fact as usize].0).collect();
        let end = problem.valuation(&after);
        agenda.automata.iter().zip(&self.start[width..]).any(|(automaton, &code)| {
            let Some(state) = automaton.state(usize::from(code)) else { return false };
            let mut states = vec![state];
            for (valuation, free) in [(&begun, &may_do), (&end, &may_change)] {
                let mut next = Vec::new();
                for state in states {
                    let Some(ways) = automaton.ways(state, 4096) else { return false };
                    let is_possible =
                        |(id, value): &(PropositionId, bool)| free.contains(id) || valuation.holds(*id) == *value;
                    next.extend(ways.into_iter().filter(|(_, cube)| cube.iter().all(is_possible)).map(|(to, _)| to));
                }
                next.sort_unstable();
                next.dedup();
                states = next;
            }
            states.into_iter().all(|state| automaton.verdict(state) == surefleet_ltl::Verdict::ViolatedForGood)
        })
    }
}
