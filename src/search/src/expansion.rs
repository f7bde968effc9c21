//! All joint steps from a state, robot by robot, and what they lead to.

use smallvec::SmallVec;
use surefleet_fleet::Decision;
use surefleet_ltl::{Valuation, Verdict};

use crate::{
    codes::Code,
    expression::Reader,
    joint::{Act, Assembly},
    task::Task,
};

/// The work that a search may do, counted and not timed: the same question gets the same answer on every machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Work {
    pub left: u64,
}

impl Work {
    /// Takes some of it; false if there is none left.
    pub fn take(&mut self, amount: u64) -> bool {
        let is_enough = self.left >= amount;
        self.left = self.left.saturating_sub(amount);
        is_enough
    }

    /// Does something for which at most so much of it is there.
    pub fn part<R>(&mut self, amount: u64, act: impl FnOnce(&mut Self) -> R) -> R {
        let granted = self.left.min(amount);
        let mut own = Self { left: granted };
        let done = act(&mut own);
        self.left -= granted - own.left;
        done
    }
}

/// What each robot of the team can do in one state, and what its formulas read there.
pub(crate) struct Scene<'t> {
    pub task: &'t Task,
    pub state: Vec<Code>,
    valuation: Valuation,
    /// For each robot of the team its acts, to stay first.
    pub acts: Vec<Vec<Act>>,
    /// By place in the team: an earlier place whose robot is in the same situation.
    twins: Vec<Option<usize>>,
    /// Whether it was seen that the order of robots matters: a law kept one from what a later one would have allowed.
    pub is_order_felt: bool,
}

impl<'t> Scene<'t> {
    /// `is_symmetric`: whether alike robots in the same situation share out their decisions in one way only.
    pub fn new(task: &'t Task, state: &[Code], is_symmetric: bool) -> Self {
        let acts: Vec<Vec<Act>> = task.team().iter().map(|&robot| task.problem.acts(state, robot)).collect();
        let valuation = task.problem.valuation(&state[..task.problem.width()]);
        let mut twins = vec![None; acts.len()];
        if is_symmetric {
            let actor = |place: usize| task.problem.actors[task.team()[place]];
            for (place, twin) in twins.iter_mut().enumerate().skip(1) {
                let class = task.symmetry.class(actor(place));
                *twin = (0..place).rev().find(|&other| {
                    class.is_some()
                        && class == task.symmetry.class(actor(other))
                        && task.symmetry.are_alike(state, actor(place), actor(other))
                });
            }
        }
        Self { task, state: state.to_vec(), valuation, acts, twins, is_order_felt: false }
    }

    /// The scene with only these acts, by place in the team, and to stay.
    pub fn with(task: &'t Task, state: &[Code], choice: &[Decision]) -> Self {
        let acts =
            task.team().iter().zip(choice).map(|(&robot, &decision)| task.problem.acts_of(state, robot, decision));
        let valuation = task.problem.valuation(&state[..task.problem.width()]);
        Self { task, state: state.to_vec(), valuation, acts: acts.collect(), twins: Vec::new(), is_order_felt: false }
    }

    /// About how many joint steps there are, if hardly any are ruled out.
    pub fn breadth(&self) -> f64 {
        let mut breadth = 1.0;
        let mut before: Vec<u32> = vec![0; self.acts.len()];
        for (place, own) in self.acts.iter().enumerate() {
            // Twins choose a multiset together.
            let earlier = self.twins[place].map_or(0, |twin| before[twin] + 1);
            before[place] = earlier;
            breadth *= (own.len() as f64 + f64::from(earlier)) / (f64::from(earlier) + 1.0);
        }
        breadth
    }

    /// Calls for each state that a joint step leads to and that violates nothing for good, until told to stop. False: the
    /// work was not enough.
    pub fn each(&mut self, work: &mut Work, call: &mut dyn FnMut(Vec<Code>, &[Decision]) -> bool) -> bool {
        let acts = std::mem::take(&mut self.acts);
        let mut assembly = Assembly::new(&self.task.problem, &self.state);
        let mut chosen: SmallVec<[usize; 16]> = SmallVec::new();
        let is_done = self.choose(&acts, &mut assembly, &mut chosen, work, call);
        drop(assembly);
        self.acts = acts;
        is_done != Outcome::Exhausted
    }

    fn choose<'a>(
        &mut self,
        acts: &'a [Vec<Act>],
        assembly: &mut Assembly<'a>,
        chosen: &mut SmallVec<[usize; 16]>,
        work: &mut Work,
        call: &mut dyn FnMut(Vec<Code>, &[Decision]) -> bool,
    ) -> Outcome
    where
        't: 'a,
    {
        let place = chosen.len();
        let Some(own) = acts.get(place) else {
            let decisions = |act: &&Act| self.decision(act);
            let choice: SmallVec<[Decision; 16]> = assembly.parts.iter().map(decisions).collect();
            let goes_on = self.after(assembly).is_none_or(|after| call(after, &choice));
            return if goes_on { Outcome::Complete } else { Outcome::Stopped };
        };
        for (number, act) in own.iter().enumerate() {
            if !work.take(1) {
                return Outcome::Exhausted;
            }
            if self.twins[place].is_some_and(|twin| self.is_mirrored(acts, (twin, chosen[twin]), (place, number))) {
                continue;
            }
            if !assembly.push(act) {
                self.is_order_felt |= self.would_be_allowed(&acts[place + 1..], assembly, act);
                continue;
            }
            chosen.push(number);
            let outcome = self.choose(acts, assembly, chosen, work, call);
            chosen.pop();
            assembly.pop();
            if outcome != Outcome::Complete {
                return outcome;
            }
        }
        Outcome::Complete
    }

    /// Whether the two decisions of twins, exchanged, are a joint step that comes earlier.
    fn is_mirrored(&self, acts: &[Vec<Act>], (twin, first): (usize, usize), (place, second): (usize, usize)) -> bool {
        let problem = &self.task.problem;
        let options = self.task.world().options();
        let decision = |place: usize, number: usize| problem.operators[acts[place][number].operator as usize].decision;
        let (one, other) = (decision(twin, first), decision(place, second));
        let names_a_twin = |decision| {
            let arguments = options.arguments(decision).iter().map(|object| object.index());
            arguments
                .into_iter()
                .any(|object| self.task.symmetry.class(object).is_some() && problem.actors.contains(&object))
        };
        other < one && !names_a_twin(one) && !names_a_twin(other)
    }

    /// Whether a law that keeps the act out is about something that a later robot may change.
    fn would_be_allowed(&self, later: &[Vec<Act>], assembly: &Assembly<'_>, act: &Act) -> bool {
        let problem = &self.task.problem;
        let has_alike = self.task.symmetry.has_alike(&problem.actors);
        if !has_alike || problem.laws.is_empty() || assembly.clashes(act) {
            return false;
        }
        let laws = act.writes.iter().flat_map(|write| &problem.laws_of[write.var as usize]);
        laws.into_iter().any(|&law| {
            let concerns = |var: u32| problem.laws_of[var as usize].contains(&law);
            later.iter().flatten().any(|act| act.writes.iter().any(|write| concerns(write.var)))
        })
    }

    /// The state after a whole joint step; `None` if it violates a formula for good.
    pub fn after(&self, assembly: &Assembly<'_>) -> Option<Vec<Code>> {
        let (task, problem) = (self.task, &self.task.problem);
        let agenda = &task.agenda;
        let mut begun = self.valuation.clone();
        for part in &assembly.parts {
            if let Some(deed) = problem.deeds[part.operator as usize] {
                begun.set(deed, true);
            }
        }
        if let Some(step) = agenda.step {
            begun.set(step, true);
        }
        let way = assembly.on_the_way(&self.state).map(|state| self.valuation_of(&state));
        let end = self.valuation_of(&assembly.state);
        let mut after = assembly.state.clone();
        after.reserve(agenda.automata.len());
        for (automaton, &code) in agenda.automata.iter().zip(&self.state[problem.width()..]) {
            let mut state = automaton.state(usize::from(code))?;
            state = automaton.step(state, &begun);
            if let Some(way) = &way {
                state = automaton.step(state, way);
            }
            state = automaton.step(state, &end);
            if automaton.verdict(state) == Verdict::ViolatedForGood {
                return None;
            }
            after.push(Code::try_from(state.index()).ok()?);
        }
        Some(after)
    }

    /// The facts of a state that differs little from this one.
    fn valuation_of(&self, state: &[Code]) -> Valuation {
        let problem = &self.task.problem;
        let mut valuation = self.valuation.clone();
        let mut reader = Reader::new(&problem.atoms, state);
        let pairs = state.iter().zip(&self.state).enumerate();
        for (var, _) in pairs.filter(|(_, (now, before))| now != before) {
            for &fact in &problem.facts_of[var] {
                let (id, condition) = &problem.facts[fact as usize];
                valuation.set(*id, reader.truth(condition).is_true());
            }
        }
        valuation
    }

    /// The decision that an act stands for.
    pub fn decision(&self, act: &Act) -> Decision {
        self.task.problem.operators[act.operator as usize].decision
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// All joint steps were seen.
    Complete,
    /// The caller has seen enough.
    Stopped,
    /// There was not enough work.
    Exhausted,
}

/// Whether a compact state satisfies all formulas if the trace ends there.
pub(crate) fn is_achieved(task: &Task, state: &[Code]) -> bool {
    let states = &state[task.problem.width()..];
    let mut pairs = task.agenda.automata.iter().zip(states);
    pairs.all(|(automaton, &code)| {
        automaton.state(usize::from(code)).is_some_and(|state| automaton.verdict(state).is_satisfied())
    })
}

/// Whether a compact state violates a formula for good.
pub(crate) fn is_lost(task: &Task, state: &[Code]) -> bool {
    let states = &state[task.problem.width()..];
    let mut pairs = task.agenda.automata.iter().zip(states);
    pairs.any(|(automaton, &code)| {
        automaton.state(usize::from(code)).is_none_or(|state| automaton.verdict(state) == Verdict::ViolatedForGood)
    })
}
