use std::fmt;

use smallvec::SmallVec;
use surefleet_fleet::{Decision, RobotId};

use crate::{
    effects::{self, Extent, Write, Writes},
    evaluate::{Bindings, Eyes},
    ids::ObjectId,
    lawbook::Breach,
    state::{Slot, State, Value},
    world::World,
};

/// The reason why a robot cannot do something now, in plain words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The robot's place in the fleet, from 0.
    pub robot: usize,
    /// The phrase for the robot: "robot 1".
    pub who: String,
    /// The impossible action: "grab apple 1".
    pub what: String,
    /// The reason: "the fridge is closed".
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot {}: {}", self.who, self.what, self.why)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The refusal with the robot's own name: "robot_2 cannot grab apple 1: the fridge is closed".
    pub fn naming(&self, team: &[RobotId]) -> String {
        match team.get(self.robot) {
            Some(name) => format!("{name} cannot {}: {}", self.what, self.why),
            None => self.to_string(),
        }
    }
}

/// A joint step, as far as robots have decided.
///
/// All robots of a step act at once: needs and effects read the state at its start.
#[derive(Debug, Clone)]
pub struct Joint<'w> {
    world: &'w World,
    state: &'w State,
    parts: SmallVec<[Part; 4]>,
}

#[derive(Debug, Clone)]
struct Part {
    robot: usize,
    decision: Decision,
    occupies: SmallVec<[ObjectId; 2]>,
    writes: Writes,
}

/// The fault of a decision, without words: cheap enough for search.
enum Fault {
    NoSuchRobot,
    NoSuchDecision,
    NotItsSkill,
    /// The unmet need of the skill.
    Need(usize),
    /// Another robot occupies the same, or changes the same otherwise.
    Conflict(usize, Decision),
    Unlawful(Breach),
}

impl<'w> Joint<'w> {
    /// A step in which nobody has decided yet.
    pub fn new(world: &'w World, state: &'w State) -> Self {
        Self { world, state, parts: SmallVec::new() }
    }

    /// Adds a decision, whether it is permitted or not.
    ///
    /// # Panics
    /// If the robot or the decision belongs to another world.
    pub fn push(&mut self, robot: usize, decision: Decision) {
        let part = self.part(robot, decision);
        self.parts.push(part);
    }

    /// Whether a robot may decide so beside the others. What the same robot has decided before is ignored.
    pub fn is_permitted(&self, robot: usize, decision: Decision) -> bool {
        self.fault(robot, decision).is_none()
    }

    /// Whether a robot may decide so beside the others.
    ///
    /// # Errors
    /// [`Refusal`], with the reason in words.
    pub fn permits(&self, robot: usize, decision: Decision) -> Result<(), Refusal> {
        self.fault(robot, decision).map_or(Ok(()), |fault| Err(self.explain(robot, decision, &fault)))
    }

    /// The state after all decisions so far.
    pub fn after(&self) -> State {
        let (mut state, written) = (self.state.clone(), self.written(self.parts.iter()));
        written.iter().for_each(|write| state.write(&self.world.layout, write.slot, write.written));
        state
    }

    /// The state after what comes about on the way, by all decisions so far.
    pub fn on_the_way(&self) -> State {
        let first = |part: &Part| {
            let writes = effects::of(self.world, self.state, part.robot, part.decision, Extent::First);
            Part { writes, ..part.clone() }
        };
        let parts: Vec<Part> = self.parts.iter().map(first).collect();
        let mut state = self.state.clone();
        let written = self.written(parts.iter());
        written.iter().for_each(|write| state.write(&self.world.layout, write.slot, write.written));
        state
    }

    fn part(&self, robot: usize, decision: Decision) -> Part {
        let writes = effects::of(self.world, self.state, robot, decision, Extent::Whole);
        Part { robot, decision, occupies: self.occupied(robot, decision), writes }
    }

    fn bindings(&self, robot: usize, decision: Decision) -> Bindings {
        let arguments = self.world.options().arguments(decision).iter().copied();
        std::iter::once(self.world.robot(robot)).chain(arguments).collect()
    }

    fn occupied(&self, robot: usize, decision: Decision) -> SmallVec<[ObjectId; 2]> {
        let skill = self.world.domain().skill(self.world.options().skill(decision));
        let mut occupied = SmallVec::new();
        if skill.occupies.is_empty() {
            return occupied;
        }
        let mut eyes = Eyes::new(self.world, self.state);
        let mut bindings = self.bindings(robot, decision);
        for one in &skill.occupies {
            // What may be occupied counts as occupied.
            if !eyes.truth(&one.when, &mut bindings).is_false()
                && let Value::Object(object) = eyes.value(&one.what, &mut bindings)
            {
                occupied.push(object);
            }
        }
        occupied
    }

    fn fault(&self, robot: usize, decision: Decision) -> Option<Fault> {
        let world = self.world;
        if robot >= world.team_size() {
            return Some(Fault::NoSuchRobot);
        }
        if !world.options().contains(decision) {
            return Some(Fault::NoSuchDecision);
        }
        if !world.has(robot, decision) {
            return Some(Fault::NotItsSkill);
        }
        let skill = world.domain().skill(world.options().skill(decision));
        let mut eyes = Eyes::new(world, self.state);
        let mut bindings = self.bindings(robot, decision);
        if let Some(need) = skill.needs.iter().position(|need| !eyes.truth(&need.that, &mut bindings).is_true()) {
            return Some(Fault::Need(need));
        }
        let others = || self.parts.iter().filter(|part| part.robot != robot);
        let occupied = self.occupied(robot, decision);
        let rival = others().find(|part| part.occupies.iter().any(|object| occupied.contains(object)));
        if let Some(rival) = rival {
            return Some(Fault::Conflict(rival.robot, rival.decision));
        }
        let writes = effects::of(world, self.state, robot, decision, Extent::Whole);
        if let Some(rival) = others().find(|part| writes.iter().any(|write| part.disagrees(write))) {
            return Some(Fault::Conflict(rival.robot, rival.decision));
        }
        if !writes.iter().any(|write| world.lawbook.is_about(write.slot)) {
            return None;
        }
        let part = Part { robot, decision, occupies: occupied, writes };
        let written = self.written(others().chain([&part]));
        let mut after = self.state.clone();
        written.iter().for_each(|write| after.write(&world.layout, write.slot, write.written));
        let slots: SmallVec<[Slot; 16]> = written.iter().map(|write| write.slot).collect();
        world.lawbook.breach_after(world, self.state, &after, &slots).map(Fault::Unlawful)
    }

    /// The changes of several decisions, one for each slot: what a robot changes of itself holds against others.
    fn written<'p>(&self, parts: impl Iterator<Item = &'p Part>) -> SmallVec<[Write; 16]> {
        let mut all: SmallVec<[Write; 16]> = SmallVec::new();
        for write in parts.flat_map(|part| &part.writes) {
            match all.iter_mut().find(|earlier| earlier.slot == write.slot) {
                Some(earlier) if earlier.is_own => {}
                Some(earlier) => *earlier = *write,
                None => all.push(*write),
            }
        }
        all
    }

    fn explain(&self, robot: usize, decision: Decision, fault: &Fault) -> Refusal {
        let world = self.world;
        let who = if robot < world.team_size() {
            world.object(world.robot(robot)).phrase.clone()
        } else {
            format!("robot {}", robot + 1)
        };
        if !world.options().contains(decision) {
            let (domain, count) = (world.domain().name(), world.options().len());
            let why = format!("domain {domain:?} has {count} decisions, numbered from 0");
            return Refusal { robot, who, what: format!("do decision {}", decision.get()), why };
        }
        let skill = world.domain().skill(world.options().skill(decision));
        let why = match fault {
            Fault::NoSuchRobot => format!("the team has {} robots", world.team_size()),
            Fault::NoSuchDecision => unreachable!("the decision was found above"),
            Fault::NotItsSkill => {
                let of = world.object(world.robot(robot)).types.iter();
                let kind = of.map(|of| world.domain().types()[of.index()].name.as_str()).collect::<Vec<_>>().join(", ");
                format!("a {kind} does not have this skill")
            }
            Fault::Need(need) => world.fill(&skill.needs[*need].otherwise, self.state, &self.bindings(robot, decision)),
            Fault::Conflict(other, theirs) => {
                let other = &world.object(world.robot(*other)).phrase;
                format!("{other} is to {} in the same step", world.text(*theirs))
            }
            Fault::Unlawful(breach) => breach.law(world),
        };
        Refusal { robot, who, what: world.text(decision), why }
    }
}

impl Part {
    /// Whether it changes the same slot otherwise, so that neither change holds against the other.
    fn disagrees(&self, theirs: &Write) -> bool {
        let mut same = self.writes.iter().filter(|write| write.slot == theirs.slot && write.written != theirs.written);
        same.any(|write| write.is_own == theirs.is_own)
    }
}

/// The changes that a decision is to bring about, as they were when it was begun.
#[derive(Debug, Clone)]
pub struct Expected(Writes);

impl Expected {
    /// Whether nothing is to change.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn writes(&self) -> &Writes {
        &self.0
    }
}

impl World {
    /// The changes that a robot's decision brings about if it is begun in this state.
    ///
    /// # Panics
    /// If the robot, the decision or the state belongs to another world.
    pub fn expected(&self, state: &State, robot: usize, decision: Decision) -> Expected {
        Expected(effects::of(self, state, robot, decision, Extent::Whole))
    }

    /// Those of the changes that come about on the way.
    ///
    /// # Panics
    /// As [`World::expected`].
    pub fn on_the_way(&self, state: &State, robot: usize, decision: Decision) -> Expected {
        Expected(effects::of(self, state, robot, decision, Extent::First))
    }

    /// Whether a state shows all of these changes.
    pub fn shows(&self, state: &State, expected: &Expected) -> bool {
        expected.0.iter().all(|write| state.read(&self.layout, write.slot) == write.written)
    }

    /// Whether a robot may decide so, given the decisions of others for the same joint step.
    ///
    /// An entry of the robot itself in `joint_so_far` is ignored.
    ///
    /// # Errors
    /// [`Refusal`], with the reason in words.
    pub fn permits(
        &self,
        state: &State,
        joint_so_far: &[(usize, Decision)],
        robot: usize,
        decision: Decision,
    ) -> Result<(), Refusal> {
        self.joint(state, joint_so_far).permits(robot, decision)
    }

    /// The answer of [`World::permits`] without the words.
    pub fn is_permitted(
        &self,
        state: &State,
        joint_so_far: &[(usize, Decision)],
        robot: usize,
        decision: Decision,
    ) -> bool {
        self.joint(state, joint_so_far).is_permitted(robot, decision)
    }

    /// A joint step in which these robots have decided. Decisions and robots of other worlds are left out.
    pub fn joint<'w>(&'w self, state: &'w State, decided: &[(usize, Decision)]) -> Joint<'w> {
        let mut joint = Joint::new(self, state);
        for &(robot, decision) in decided {
            if robot < self.team_size() && self.options().contains(decision) {
                joint.push(robot, decision);
            }
        }
        joint
    }

    /// The state after a joint step; `joint[i]` is the decision of robot i, `None` if it is absent and so stays.
    ///
    /// # Errors
    /// The first [`Refusal`] in the order of the fleet; then no part of the step happens.
    pub fn apply(&self, state: &State, joint: &[Option<Decision>]) -> Result<State, Refusal> {
        let mut so_far = Joint::new(self, state);
        for (robot, decision) in joint.iter().enumerate() {
            let Some(decision) = *decision else { continue };
            so_far.permits(robot, decision)?;
            so_far.push(robot, decision);
        }
        Ok(so_far.after())
    }

    /// The states that a robot's decision passes through if no other robot acts, whether it is permitted or not: the one after
    /// what comes about on the way, then the one after everything. Empty if nothing changes.
    ///
    /// # Panics
    /// As [`World::expected`].
    pub fn moments(&self, state: &State, robot: usize, decision: Decision) -> Vec<State> {
        self.moments_of(state, &self.changes_of(state, robot, decision))
    }

    /// The changes of a decision that is begun in this state: those that come about on the way, and all.
    ///
    /// # Panics
    /// As [`World::expected`].
    pub fn changes_of(&self, state: &State, robot: usize, decision: Decision) -> [Expected; 2] {
        [self.on_the_way(state, robot, decision), self.expected(state, robot, decision)]
    }

    /// The states that changes lead through: the one after those on the way, then the one after all. Empty if nothing changes.
    pub fn moments_of(&self, state: &State, changes: &[Expected; 2]) -> Vec<State> {
        let mut moments: Vec<State> = Vec::with_capacity(2);
        for Expected(writes) in changes {
            let mut after = state.clone();
            writes.iter().for_each(|write| after.write(&self.layout, write.slot, write.written));
            if after != *moments.last().unwrap_or(state) {
                moments.push(after);
            }
        }
        moments
    }
}
