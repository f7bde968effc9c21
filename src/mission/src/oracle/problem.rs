/// The remaining work as a scheduling problem: workers, sub-tasks, doors; no names, no geometry.
///
/// Steps are counted from the present one, which is step 1. Actions decided for it count as done: those robots start
/// later. Items in a gripper count as put down, see [`super::outlook`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Problem {
    /// Robots that can still work.
    pub workers: Vec<Worker>,
    /// The number of sub-tasks to fetch.
    pub tasks: usize,
    /// The possible sources of the sub-tasks' items.
    pub sources: Vec<Source>,
    /// Containers that hold sources.
    pub doors: Vec<Door>,
    /// No schedule ends before this step: until then, robots bring the items they hold.
    pub floor: u32,
    /// A sub-task has no source left, or no robot may do what it needs.
    pub is_hopeless: bool,
}

/// A robot with an empty gripper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worker {
    /// Its place in the team.
    pub robot: u8,
    /// Robots of the same kind have the same rights.
    pub kind: u8,
    /// The first step in which it is free.
    pub start: u32,
    /// Its location then.
    pub at: At,
}

/// A robot's location, as far as it matters.
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
    /// The container that holds it. `None`: it stands on a surface.
    pub door: Option<u8>,
    /// The robots that may take it and bring it.
    pub takers: u128,
    /// The first step in which a robot may go to it, if it stands on a surface.
    pub earliest_go: u32,
    /// The first step in which a robot that is at it may take it.
    pub earliest_take: u32,
}

/// A container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Door {
    /// The container, by its index among the places.
    pub place: u8,
    /// The step in which it is or was opened, 0 when it is open already; [`CLOSED`] until a robot opens it.
    pub opened: u32,
    /// The robots that may open it.
    pub openers: u128,
}

/// A door that no robot has opened.
pub(super) const CLOSED: u32 = u32::MAX;

impl Problem {
    /// The fewest actions that the sub-tasks cost if time did not matter; [`super::Judgement::regret`] ranks by it.
    ///
    /// Going, taking and bringing cost one action each. A robot that is already there need not go; a closed container
    /// costs one more. Sub-tasks choose among their alternatives one after another, so overlapping choices may be
    /// estimated one action too high.
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

    /// A number of steps that suffices if any does: open the doors one by one, then fetch the tasks one by one.
    pub fn surely(&self) -> u32 {
        let latest = self.workers.iter().map(|worker| worker.start).max().unwrap_or(1);
        let settled = self.sources.iter().map(|source| source.earliest_go).max().unwrap_or(1);
        latest.max(settled).max(self.floor) + 2 * self.doors.len() as u32 + 3 * self.tasks as u32
    }

    /// A lower bound for the number of steps, from counting actions.
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

    /// Whether the door is closed and a sub-task has sources only behind it.
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
