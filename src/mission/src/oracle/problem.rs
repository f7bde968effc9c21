/// What is left to do, as a scheduling problem: workers, sub-tasks, doors; no names, no geometry.
///
/// Steps are counted from the present one, which is step 1. What robots have decided for it is already done: they
/// start later. What robots hold is already put down, see [`super::outlook`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Problem {
    /// Robots that can still work.
    pub workers: Vec<Worker>,
    /// How many sub-tasks are to be fetched.
    pub tasks: usize,
    /// Where the item of a sub-task can come from.
    pub sources: Vec<Source>,
    /// Containers that sources are in.
    pub doors: Vec<Door>,
    /// No schedule ends before this step: robots bring what they hold until then.
    pub floor: u32,
    /// A sub-task has no source left, or what it needs no robot may do.
    pub is_hopeless: bool,
}

/// A robot with an empty gripper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worker {
    /// Its place in the team.
    pub robot: u8,
    /// Robots of one kind have the same rights.
    pub kind: u8,
    /// The first step in which it is free.
    pub start: u32,
    /// Where it is then.
    pub at: At,
}

/// Where a robot is, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Nowhere,
    /// At an item on a surface.
    Item(u8),
    /// At a container, by its index among the doors.
    Door(u8),
}

/// An item that fulfils a sub-task when a robot brings it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source {
    pub task: u8,
    pub item: u8,
    /// The container that it is in; `None`: it stands on a surface.
    pub door: Option<u8>,
    /// Who may take it and bring it.
    pub takers: u128,
    /// The first step in which a robot may go to it, where it stands on a surface.
    pub earliest_go: u32,
    /// The first step in which a robot that is at it may take it.
    pub earliest_grab: u32,
}

/// A container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Door {
    /// The container, by its index among the places.
    pub place: u8,
    /// The step in which it is or was opened, 0 when it is open already; [`CLOSED`] until somebody opens it.
    pub opened: u32,
    /// Who may open it.
    pub openers: u128,
}

/// A door that nobody has opened.
pub(super) const CLOSED: u32 = u32::MAX;

impl Problem {
    /// Fewest actions that the sub-tasks cost, were there time enough: what [`super::Judgement::regret`] ranks by.
    ///
    /// Going, taking and bringing are one each; a robot that is there already need not go; a closed container costs
    /// one more. Sub-tasks choose among their alternatives one after another, so overlapping choices may be estimated
    /// one action too dear.
    pub fn work(&self) -> u32 {
        let mut idle_at_door: Vec<u32> = vec![0; self.doors.len()];
        for worker in &self.workers {
            if let At::Door(door) = worker.at {
                idle_at_door[usize::from(door)] += 1;
            }
        }
        let mut is_paid: Vec<bool> = self.doors.iter().map(|door| door.opened != CLOSED).collect();
        let mut total = 0;
        for task in 0..self.tasks {
            let cost = |source: &&Source| match source.door {
                Some(door) => {
                    let door = usize::from(door);
                    2 + u32::from(idle_at_door[door] == 0) + u32::from(!is_paid[door])
                }
                None => 3 - u32::from(self.workers.iter().any(|worker| worker.at == At::Item(source.item))),
            };
            let of_task = self.sources.iter().filter(|source| usize::from(source.task) == task);
            let Some(cheapest) = of_task.min_by_key(cost) else { continue };
            total += cost(&cheapest);
            if let Some(door) = cheapest.door.map(usize::from) {
                idle_at_door[door] = idle_at_door[door].saturating_sub(1);
                is_paid[door] = true;
            }
        }
        total
    }

    /// A number of steps that suffices if any does: open one door after another, then fetch one task after another.
    pub fn surely(&self) -> u32 {
        let latest = self.workers.iter().map(|worker| worker.start).max().unwrap_or(1);
        let settled = self.sources.iter().map(|source| source.earliest_go).max().unwrap_or(1);
        latest.max(settled).max(self.floor) + 2 * self.doors.len() as u32 + 3 * self.tasks as u32
    }

    /// A number of steps below which counting actions shows that there is no schedule.
    pub fn at_least(&self) -> u32 {
        let spared = self.workers.iter().filter(|worker| worker.at != At::Nowhere).count();
        let must_open = (0..self.doors.len()).filter(|&door| self.is_only_way(door)).count();
        let actions = (3 * self.tasks + must_open).saturating_sub(spared) as u32;
        let steps_by =
            |last: u32| self.workers.iter().map(|worker| (last + 1).saturating_sub(worker.start)).sum::<u32>();
        let mut last = self.floor;
        while steps_by(last) < actions && last < self.surely() {
            last += 1;
        }
        last
    }

    /// Whether the door is closed and a sub-task has no source elsewhere.
    fn is_only_way(&self, door: usize) -> bool {
        let is_behind = |source: &Source| source.door.map(usize::from) == Some(door);
        self.doors[door].opened == CLOSED
            && self
                .sources
                .iter()
                .filter(|source| is_behind(source))
                .any(|behind| self.sources.iter().all(|source| source.task != behind.task || is_behind(source)))
    }
}
