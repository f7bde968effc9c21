//! Decides whether a [`Problem`] can be finished by a given step: openings are searched, the rest is matching.
//!
//! Between two openings a robot only fetches. Fetching is go, take, put. A robot never needs to wait between take and
//! put, nor to go elsewhere between go and take, and an item that is reachable stays reachable. So consider all ways to
//! fetch m items one after another until step E. The way that ends at E without pauses takes each item as late as any
//! way does, and is possible if any is. A robot with n steps until E thus has floor(n / 3) slots with fixed take steps
//! E - 1, E - 4, ...; if n = 3 k + 2, it has one more slot at its very start for the item it is already at. Given which
//! robot opens which door when, a schedule exists iff sub-tasks can be matched to slots.
//!
//! Openings are searched in the order of time, and each robot opens first and fetches later: it can fetch or wait after
//! an opening just as well as before it, and an earlier opening harms no robot. The exception is the one item that the
//! robot is at: leaving it would cost another way there, so fetching it first is the other choice. A robot at a closed
//! door that it is to open must open it or leave.

use super::{
    matching::Matching,
    problem::{At, CLOSED, Problem, Source},
};

/// The search for openings. It reuses its memory from one problem to the next.
#[derive(Debug, Default)]
pub(super) struct Scheduler {
    stretches: Vec<Stretch>,
    opened: Vec<u32>,
    /// Like `opened`, with a lower bound for each door that is still closed.
    hoped: Vec<u32>,
    /// Slots before the last opening of each robot, then room to work in.
    slots: Vec<u64>,
    matching: Matching,
}

/// The steps ahead of a robot, from the moment when its location was last fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stretch {
    start: u32,
    at: At,
}

impl Scheduler {
    /// The least number of steps in which the problem can be finished, if that is at most `at_most`.
    pub fn least(&mut self, problem: &Problem, at_most: u32) -> Option<u32> {
        if problem.is_hopeless {
            return None;
        }
        (problem.at_least()..=at_most.min(problem.surely())).find(|&last| self.is_feasible(problem, last))
    }

    fn is_feasible(&mut self, problem: &Problem, last: u32) -> bool {
        self.stretches.clear();
        self.stretches.extend(problem.workers.iter().map(|worker| Stretch { start: worker.start, at: worker.at }));
        self.opened.clear();
        self.opened.extend(problem.doors.iter().map(|door| door.opened));
        self.slots.clear();
        self.search(problem, last, 1)
    }

    /// Whether the schedule works with the openings so far and others in step `from` or later.
    fn search(&mut self, problem: &Problem, last: u32, from: u32) -> bool {
        self.hoped.clear();
        self.hoped.extend_from_slice(&self.opened);
        let mut closed = 0;
        for door in 0..self.hoped.len() {
            if self.hoped[door] == CLOSED {
                self.hoped[door] = self.earliest_opening(problem, door).max(from);
                closed += 1;
            }
        }
        if !self.matches(problem, last, true) {
            return false;
        }
        if closed == 0 || self.matches(problem, last, false) {
            return true;
        }
        for door in 0..self.opened.len() {
            for worker in 0..self.stretches.len() {
                let may = problem.doors[door].openers >> problem.workers[worker].robot & 1 == 1;
                if self.opened[door] == CLOSED
                    && may
                    && !self.has_twin(problem, worker)
                    && self.opens(problem, last, from, door, worker)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the schedule works if this worker opens this door next.
    fn opens(&mut self, problem: &Problem, last: u32, from: u32, door: usize, worker: usize) -> bool {
        let Stretch { start, at } = self.stretches[worker];
        // An item behind the door is brought two steps after its opening at the earliest.
        let window = from..=last.saturating_sub(2);
        if at == At::Door(door as u8) {
            return window.contains(&start) && self.opens_in(problem, last, door, worker, start);
        }
        if window.contains(&(start + 1)) && self.opens_in(problem, last, door, worker, start + 1) {
            return true;
        }
        let at_hand = Fetching { problem, worker, opened: &self.opened }.at_hand(start, at);
        if at_hand == 0 || !window.contains(&(start + 3)) {
            return false;
        }
        self.slots.push(at_hand);
        let works = self.opens_in(problem, last, door, worker, start + 3);
        self.slots.pop();
        works
    }

    fn opens_in(&mut self, problem: &Problem, last: u32, door: usize, worker: usize, step: u32) -> bool {
        let before =
            std::mem::replace(&mut self.stretches[worker], Stretch { start: step + 1, at: At::Door(door as u8) });
        self.opened[door] = step;
        let works = self.search(problem, last, step);
        self.opened[door] = CLOSED;
        self.stretches[worker] = before;
        works
    }

    /// Whether sub-tasks can be matched to slots, with the doors opened as planned or as hoped for.
    fn matches(&mut self, problem: &Problem, last: u32, hoping: bool) -> bool {
        let committed = self.slots.len();
        let opened = if hoping { &self.hoped } else { &self.opened };
        let mut like = (0, 0..0);
        for worker in 0..self.stretches.len() {
            let Stretch { start, at } = self.stretches[worker];
            let same = worker > 0 && is_twin(problem, &self.stretches, like.0, worker);
            if same {
                self.slots.extend_from_within(like.1.clone());
            } else {
                let first = self.slots.len();
                let fetching = Fetching { problem, worker, opened };
                fetching.add_slots(start, at, (last + 1).saturating_sub(start), &mut self.slots);
                like = (worker, first..self.slots.len());
            }
        }
        let is_complete = self.matching.is_complete(&self.slots, problem.tasks);
        self.slots.truncate(committed);
        is_complete
    }

    /// A lower bound for the step in which a closed door is opened.
    fn earliest_opening(&self, problem: &Problem, door: usize) -> u32 {
        let may = |worker: &usize| problem.doors[door].openers >> problem.workers[*worker].robot & 1 == 1;
        let when = |worker: usize| {
            let Stretch { start, at } = self.stretches[worker];
            if at == At::Door(door as u8) { start } else { start + 1 }
        };
        (0..self.stretches.len()).filter(may).map(when).min().unwrap_or(CLOSED)
    }

    /// Whether an earlier worker is exactly like this one.
    fn has_twin(&self, problem: &Problem, worker: usize) -> bool {
        (0..worker).any(|other| is_twin(problem, &self.stretches, other, worker))
    }
}

fn is_twin(problem: &Problem, stretches: &[Stretch], one: usize, other: usize) -> bool {
    stretches[one] == stretches[other] && problem.workers[one].kind == problem.workers[other].kind
}

/// The items a worker can fetch in a stretch of steps without opening anything.
struct Fetching<'a> {
    problem: &'a Problem,
    worker: usize,
    opened: &'a [u32],
}

impl Fetching<'_> {
    /// Adds a slot for each fetch that fits into `steps` steps from `start`.
    fn add_slots(&self, start: u32, at: At, steps: u32, slots: &mut Vec<u64>) {
        let rounds = steps / 3;
        let tasks = self.problem.tasks as u32;
        for round in (rounds.saturating_sub(tasks)..rounds).rev() {
            let first_at = if round == 0 { at } else { At::Nowhere };
            slots.push(self.fitting(take_step(start, steps, round), first_at));
        }
        if steps % 3 == 2 && at != At::Nowhere && rounds < tasks {
            slots.push(self.at_hand(start, at));
        }
    }

    /// The sub-tasks for which the worker, after going there, can take something in this step.
    fn fitting(&self, take: u32, first_at: At) -> u64 {
        self.tasks(|source| match source.door {
            Some(door) => self.opened[usize::from(door)] < take && take >= source.earliest_take,
            None if first_at == At::Item(source.item) => take >= source.earliest_take,
            None => take > source.earliest_go && take >= source.earliest_take,
        })
    }

    /// The sub-tasks for which the worker can take something in this step, the first of the stretch.
    fn at_hand(&self, take: u32, at: At) -> u64 {
        self.tasks(|source| {
            take >= source.earliest_take
                && match source.door {
                    Some(door) => at == At::Door(door) && self.opened[usize::from(door)] < take,
                    None => at == At::Item(source.item),
                }
        })
    }

    fn tasks(&self, is_fit: impl Fn(&Source) -> bool) -> u64 {
        let robot = self.problem.workers[self.worker].robot;
        let fit = self.problem.sources.iter().filter(|source| source.takers >> robot & 1 == 1 && is_fit(source));
        fit.fold(0, |tasks, source| tasks | 1 << source.task)
    }
}

/// The step in which a fetch takes its item. Rounds are counted from the first, and the last ends with the stretch.
const fn take_step(start: u32, steps: u32, round: u32) -> u32 {
    start + steps % 3 + 3 * round + 1
}
