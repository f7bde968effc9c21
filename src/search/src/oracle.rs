//! What each option of a robot costs the mission.

mod alike;
mod case;
mod opening;
mod variants;

use std::{collections::HashMap, sync::Arc};

use surefleet_fleet::Decision;
use surefleet_world::State;

use crate::{
    agenda::Progress,
    codes::Code,
    descent,
    expansion::Work,
    memory::{Memory, Reach},
    plan::Plan,
    shortest::{Budget, is_accepted, note, walk, whole},
    task::Task,
};
use case::{Bounds, Case};
use opening::{Leaf, Opening, Staying};
use variants::Known;

/// Whether the mission can still be achieved after an option, if the robots that have not decided do their best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A plan is known that takes so many joint steps, this one included.
    Yes {
        /// The number of joint steps.
        steps: u32,
        /// Whether no plan takes fewer.
        is_least: bool,
    },
    /// No plan of so few steps exists.
    No,
    /// The budget did not suffice to tell.
    Open,
}

/// The answer for one robot's turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict for each decision that the world permits the robot beside the others, in canonical order.
    pub verdicts: Vec<(Decision, Verdict)>,
    /// The decision that the best known plan has for the robot.
    pub preferred: Option<Decision>,
    /// The work that was done.
    pub work: u64,
}

impl Judgement {
    /// Takes in that another plan of so many joint steps begins with a decision, where a longer one is known. Which decisions achieve the mission
    /// stays as it was.
    pub fn shorten(&mut self, decision: Decision, steps: u32) {
        let known = self.verdicts.iter_mut().find(|(known, _)| *known == decision);
        if let Some((_, Verdict::Yes { steps: before, is_least: false })) = known {
            *before = steps.min(*before);
        }
    }

    /// The verdict for a decision; `None` if the world does not permit it.
    pub fn verdict(&self, decision: Decision) -> Option<Verdict> {
        let place = self.verdicts.binary_search_by_key(&decision, |(decision, _)| *decision).ok()?;
        Some(self.verdicts[place].1)
    }
}

/// The oracle of one mission. It remembers what it has found out about states and plans, so ask the same one throughout.
#[derive(Debug)]
pub struct Oracle {
    task: Arc<Task>,
    /// None before the first question.
    memory: Option<Memory>,
    /// The best known plan, and the state that it begins in.
    known: Option<Known>,
    /// Whether it looks for shorter plans where one is known.
    improves: bool,
    /// Whether the mission ends when all robots stay in the same step.
    ends_idle: bool,
}

/// Where a plan in time is known, one part in this many of the work of a turn is done: to tell how much worse other
/// ways are.
const KNOWN_SHARE: u64 = 16;

/// A later plan of a mission may cost so many times as much to make it shorter as it cost to find.
const PATIENCE: u64 = 3;

/// A plan is sought that takes at most so many times the steps that are left: a longer one may get shorter on the way.
const BEYOND: u32 = 2;

/// States in memory beyond which it is emptied.
const MOST_STATES: usize = 1 << 18;

impl Oracle {
    /// The oracle for a task.
    pub fn new(task: Arc<Task>) -> Self {
        Self { task, memory: None, known: None, improves: true, ends_idle: false }
    }

    /// The same, for whom a plan in time is enough: it spends nothing on shorter ones.
    #[must_use]
    pub fn content_with_any(self) -> Self {
        Self { improves: false, ..self }
    }

    /// The same, of a mission that ends when all robots stay in the same step. Once the mission is achieved they have to, and
    /// before that one of them has to do something in the step that is judged.
    #[must_use]
    pub fn ended_by_idling(self) -> Self {
        Self { ends_idle: true, ..self }
    }

    /// The task.
    pub fn task(&self) -> &Arc<Task> {
        &self.task
    }

    /// Judges every decision that the world permits a robot, beside the decisions of others for this step.
    ///
    /// In `decided`, `None` is a robot that is absent: it stays, and does no deed. Decisions that the world does not
    /// permit count as absent. Robots of the team that are not in `decided` do their best.
    ///
    /// # Panics
    /// If the robot, the state or a decision belongs to another world.
    pub fn judge(
        &mut self,
        state: &State,
        progress: &Progress,
        steps_left: u32,
        decided: &[(usize, Option<Decision>)],
        robot: usize,
        budget: Budget,
    ) -> Judgement {
        self.ask(Asked { state, progress, steps_left, decided, robot, budget }, |turn| turn.judge(budget))
    }

    /// Does ahead what the first question from a state needs, whoever decides first in it. What is judged is the same, but
    /// sooner.
    ///
    /// # Panics
    /// If the state belongs to another world.
    pub fn prepare(&mut self, state: &State, progress: &Progress, steps_left: u32, budget: Budget) {
        let Some(&robot) = self.task.team().first() else { return };
        self.ask(Asked { state, progress, steps_left, decided: &[], robot, budget }, |turn| turn.begin());
    }

    fn ask<R>(&mut self, asked: Asked<'_>, question: impl Fn(&mut Turn<'_>) -> R) -> R {
        let Asked { state, progress, steps_left, decided, robot, budget } = asked;
        let task = Arc::clone(&self.task);
        let start = task.compact(state, progress);
        let is_symmetric = self.memory.as_ref().is_none_or(|memory| memory.is_symmetric);
        let kept = self.memory.take().filter(|memory| memory.len() <= MOST_STATES && memory.covers(&start));
        let memory = self.memory.insert(kept.unwrap_or_else(|| Memory::new(&task, &start)));
        memory.is_symmetric = is_symmetric;
        let staying = match (self.ends_idle, task.is_achieved(progress)) {
            (false, _) => Staying::Free,
            (true, true) => Staying::Due,
            (true, false) => Staying::Barred,
        };
        loop {
            let mut turn = Turn {
                task: &task,
                memory,
                known: &mut self.known,
                opening: Opening::new(&task, state, progress, decided, robot, staying),
                state,
                progress,
                most: steps_left,
                improves: self.improves,
                work: Work { left: budget.0 },
            };
            let answer = question(&mut turn);
            if let Some(outsider) = memory.outsider.take() {
                memory.cover(&task, &outsider);
            } else if memory.is_symmetric && memory.is_order_felt {
                memory.without_symmetry(&task);
                self.known = None;
            } else {
                return answer;
            }
        }
    }
}

/// What is asked about.
struct Asked<'q> {
    state: &'q State,
    progress: &'q Progress,
    steps_left: u32,
    decided: &'q [(usize, Option<Decision>)],
    robot: usize,
    budget: Budget,
}

/// One question.
struct Turn<'t> {
    task: &'t Task,
    memory: &'t mut Memory,
    known: &'t mut Option<Known>,
    opening: Opening<'t>,
    state: &'t State,
    progress: &'t Progress,
    most: u32,
    improves: bool,
    work: Work,
}

impl Turn<'_> {
    /// Sees to it that a plan from the present state is known, if one is easily found; gives the state's number.
    fn begin(&mut self) -> u32 {
        let start = self.opening.start().to_vec();
        let root = self.memory.intern(self.task, &start);
        self.memory.estimate(self.task, root, &mut self.work);
        let is_first = self.known.is_none();
        if let Some(known) = self.known.take() {
            *self.known = variants::from_here(self.task, known, &start);
        }
        if !self.is_in_time() {
            self.seek(&start, is_first);
        }
        if let Some(known) = &*self.known {
            self.memory.note_upper(root, known.rest.len() as u32 + 1);
        }
        root
    }

    fn judge(&mut self, budget: Budget) -> Judgement {
        let mut saved = 0;
        let options = self.opening.options();
        let root = self.begin();
        if self.improves && self.is_in_time() {
            saved = self.work.left.saturating_sub(budget.0 / KNOWN_SHARE);
            self.work.left -= saved;
        }
        self.follow_decided();
        let start = self.opening.start().to_vec();
        let classes = alike::classes(self.task, &start, &self.opening, &options);
        let mut representatives: Vec<Decision> = classes.iter().map(|(_, of)| *of).collect();
        representatives.sort_unstable();
        representatives.dedup();
        // The known plan's own decision comes first: its plan helps with the others.
        let wish = self.wish();
        representatives.sort_by_key(|&option| Some(option) != wish);
        let mut cases: Vec<Case> = representatives.iter().map(|&option| self.case(root, option)).collect();
        // Cheap certificates for all options first, then answers for those that have none, then better ones.
        let stages = [Case::certify, Case::search, Case::tighten];
        for stage in &stages[..if self.improves { 3 } else { 2 }] {
            let most = self.most;
            let unsettled = cases.iter().filter(|case| !case.bounds.is_settled(most)).count() as u64;
            let open = cases.iter_mut().filter(|case| !case.bounds.is_settled(most));
            for (case, left) in open.zip((0..unsettled).rev()) {
                let share = self.work.left / (left + 1);
                let mut own = Work { left: share };
                stage(case, self, &mut own);
                self.work.left -= share - own.left;
            }
        }
        let preferred = self.wish().filter(|&option| !self.opening.bars(option));
        let verdicts: HashMap<Decision, Verdict> =
            cases.iter().map(|case| (case.option, case.bounds.verdict(self.most))).collect();
        let verdicts: Vec<(Decision, Verdict)> =
            classes.iter().map(|(option, of)| (*option, verdicts.get(of).copied().unwrap_or(Verdict::Open))).collect();
        let is_good = |option: &Decision| verdicts.iter().any(|(of, verdict)| of == option && *verdict != Verdict::No);
        let best = verdicts.iter().filter_map(|(option, verdict)| match verdict {
            Verdict::Yes { steps, .. } => Some((*steps, *option)),
            _ => None,
        });
        let preferred = preferred.filter(is_good).or(best.min().map(|(_, option)| option));
        Judgement { verdicts, preferred, work: budget.0.saturating_sub(self.work.left + saved) }
    }

    /// Whether a plan is known that takes no more steps than are left.
    fn is_in_time(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.rest.len() < self.most as usize)
    }

    /// Looks for a plan. The first one of a mission is made as short as the work allows; a later one, after others did what
    /// was not in the plan, as short as a few times the work of finding it allows.
    fn seek(&mut self, start: &[Code], is_first: bool) {
        let (task, most) = (self.task, if self.improves { BEYOND * self.most } else { self.most });
        let improves = self.improves;
        let found = self.work.part(self.work.left / 4 * 3, |work| {
            let granted = work.left;
            let found = descent::descend(task, self.memory, start, most, work)?;
            let more = if is_first { work.left } else { PATIENCE * (granted - work.left) };
            match improves {
                true => Some(work.part(more, |work| descent::improved(task, self.memory, start, found, work))),
                false => Some(found),
            }
        });
        if let Some(found) = found
            && self.known.as_ref().is_none_or(|known| found.steps.len() <= known.rest.len())
            && is_accepted(task, self.state, self.progress, &whole(task, &found.steps))
        {
            note(self.memory, &found);
            let mut steps = found.steps;
            if steps.is_empty() {
                // Where nothing is left to do, to stay is the plan.
                steps.push(vec![task.world().options().idle(); task.team().len()]);
            }
            *self.known = variants::known(task, start, &steps);
        }
    }

    /// Changes the known plan where robots have decided otherwise.
    fn follow_decided(&mut self) {
        let Some(known) = self.known.clone() else { return };
        let mut first = known.first.clone();
        for (place, robot) in self.task.team().iter().enumerate() {
            if self.opening.is_decided(*robot) {
                first[place] = self.opening.decision(*robot).unwrap_or(self.task.world().options().idle());
            }
        }
        if first == known.first {
            return;
        }
        let Some(place) = self.place() else { return };
        let option = self.opening.possible(first[place]);
        let Some(leaf) = self.opening.leaf(option, Some(&first)) else { return };
        // Somebody may have to do something in place of staying.
        let chosen = |robot: &usize, wish: Decision| {
            leaf.chosen.iter().find(|(of, _)| of == robot).map_or(wish, |(_, decision)| *decision)
        };
        first = self.task.team().iter().zip(first).map(|(robot, wish)| chosen(robot, wish)).collect();
        let most = self.most.saturating_sub(1);
        let found = self.work.part(self.work.left / 4, |work| {
            variants::adapted(self.task, self.memory, &leaf.compact, &known, None, most, work)
                .or_else(|| descent::descend(self.task, self.memory, &leaf.compact, most, work))
        });
        if let Some(found) = found {
            *self.known = Some(Known { first, after: leaf.compact, rest: found.steps, ..known });
        }
    }

    /// The robot's place in the team.
    fn place(&self) -> Option<usize> {
        self.task.team().iter().position(|&robot| robot == self.opening.robot)
    }

    /// What the known plan has for the robot in this step.
    fn wish(&self) -> Option<Decision> {
        Some(self.known.as_ref()?.first[self.place()?])
    }

    fn case(&mut self, root: u32, option: Decision) -> Case {
        if self.opening.bars(option) {
            return Case { option, leaf: None, number: None, bounds: Bounds { lower: None, upper: None } };
        }
        let first = self.known.as_ref().map(|known| known.first.clone());
        let leaf = self.opening.leaf(option, first.as_deref()).or_else(|| self.opening.leaf(option, None));
        let number = leaf.as_ref().map(|leaf| self.memory.intern(self.task, &leaf.compact));
        // A step of a shortest plan needs no search of its own.
        let lower = self.memory.lower(root).map(|lower| lower.max(1));
        let upper = number.and_then(|number| self.memory.upper(number)).map(|steps| steps + 1);
        Case { option, leaf, number, bounds: Bounds { lower, upper } }
    }

    /// Notes a plan, if the world and the formulas accept it.
    fn accept(&mut self, leaf: &Leaf, found: Option<descent::Found>, number: u32, bounds: &mut Bounds) {
        if let Some(found) = found
            && found.steps.len() < bounds.upper.unwrap_or(u32::MAX) as usize
            && is_accepted(self.task, &leaf.state, &leaf.progress, &whole(self.task, &found.steps))
        {
            note(self.memory, &found);
            bounds.upper = self.memory.upper(number).map(|steps| steps + 1);
            self.prefer(leaf, found.steps);
        }
    }

    /// Takes a plan for the known one, if it is shorter.
    fn prefer(&mut self, leaf: &Leaf, rest: Vec<Vec<Decision>>) {
        if self.known.as_ref().is_some_and(|known| known.rest.len() <= rest.len()) {
            return;
        }
        let idle = self.task.world().options().idle();
        let decision = |robot: &usize| leaf.chosen.iter().find(|(of, _)| of == robot).map_or(idle, |(_, of)| *of);
        let first = self.task.team().iter().map(decision).collect();
        *self.known = Some(Known { state: self.opening.start().to_vec(), first, after: leaf.compact.clone(), rest });
    }

    /// Closes the gap between the bounds by going through all joint steps with the option, as far as the work allows.
    fn settle(&mut self, case: &mut Case, work: &mut Work) {
        let bounds = &mut case.bounds;
        let Some(mut leaves) = self.opening.leaves(case.option, work) else { return };
        let mut numbers: Vec<u32> = leaves.iter().map(|leaf| self.memory.intern(self.task, &leaf.compact)).collect();
        let mut seen = std::collections::HashSet::new();
        let is_new: Vec<bool> = numbers.iter().map(|number| seen.insert(*number)).collect();
        let mut keep = is_new.iter();
        leaves.retain(|_| *keep.next().unwrap_or(&true));
        let mut keep = is_new.iter();
        numbers.retain(|_| *keep.next().unwrap_or(&true));
        for &number in &numbers {
            self.memory.estimate(self.task, number, work);
        }
        let nearest = |memory: &Memory| numbers.iter().filter_map(|&number| memory.lower(number)).min();
        loop {
            let Some(lower) = nearest(self.memory).map(|lower| lower + 1) else {
                bounds.lower = None;
                return;
            };
            bounds.lower = bounds.lower.map(|known| known.max(lower));
            if bounds.is_settled(self.most) {
                return;
            }
            for (&number, leaf) in numbers.iter().zip(&leaves) {
                if self.memory.lower(number).is_none_or(|own| own + 1 > lower) {
                    continue;
                }
                match self.memory.reach(self.task, number, lower - 1, work) {
                    Reach::Open => return,
                    Reach::No => {}
                    Reach::Yes => {
                        let steps = self.memory.upper(number).unwrap_or(lower - 1);
                        let plan = walk(self.task, self.memory, &leaf.compact, steps);
                        let is_good = |plan: &Plan| is_accepted(self.task, &leaf.state, &leaf.progress, plan);
                        if plan.is_some_and(|plan| is_good(&plan)) {
                            bounds.upper = Some(steps + 1);
                        }
                        return;
                    }
                }
            }
        }
    }
}
