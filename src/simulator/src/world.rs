//! A world on virtual time: approved steps in, skills with durations and faults, facts out.

mod approved;
mod begin;
mod belief;
mod deeds;
mod layout;
mod pace;
mod reality;
mod skill;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use surefleet_fleet::{MissionId, Stamp};
use surefleet_mission::Transport;
use surefleet_world::{Drawn, State, World};

use approved::{Acting, Course};
pub use layout::seeded_layout;
pub use pace::{Faults, Pace};
use reality::Reality;
pub use skill::{GoalTicket, SkillGoal, WorldError, WorldInput, WorldOutput};

use crate::{Scene, orders::Orders};

/// The world that robots act in where there are no robots: what a set of skill servers and perception would be.
///
/// It is of any domain: needs and effects are those of the domain's skills, and it keeps apart what is believed, with
/// what nobody knows, and what is so.
///
/// A robot acts only on its part of a step that was seen approved, and at most once per (mission, step); a repeated
/// goal gets the first one's result. Nothing is begun once the approval has lapsed, unless it is said again. Once a
/// later step of the mission was approved, an earlier one is not begun; once the mission has ended, none is, and what
/// is under way stops.
///
/// All decisions of a step happen at once: each skill's needs and effects are those it has without what its own step
/// has changed. Skills still end one by one, each after its own time, and each changes the facts when it ends, those of
/// `first` halfway; when all have, the world is what [`World::apply`] says, in whatever order they ended. A skill that
/// no longer fits what others did meanwhile (other missions act at other times), or that would break a law, fails and
/// changes nothing.
///
/// What robots find out: once a skill has worked, its robot knows all that is so of itself, of the objects that its
/// decision names, and of those that a functional fact joins to these (where it is, what it holds). If it could not be
/// done, because something is not as it was believed to be, the robot knows that too. What it knows, all know.
#[derive(Debug, Clone)]
pub struct SimulatedWorld {
    world: Arc<World>,
    /// The state that the robots believe and the facts report.
    state: State,
    reality: Reality,
    pace: Pace,
    faults: Faults,
    state_period: Duration,
    orders: Orders<Course, Acting>,
    approved: u64,
    ignored: u64,
    state_due: Stamp,
    outputs: VecDeque<WorldOutput>,
}

impl SimulatedWorld {
    /// A world as it is at a start; facts come on every change and at least every `state_period`.
    ///
    /// A goal that comes before its approval waits for it as long as `approval_patience`: the two travel separately. As
    /// one of deliveries (`transport`) it has a scene, if its robots know all of it at the start.
    ///
    /// # Errors
    /// [`WorldError::Setting`] for a period of zero.
    pub fn new(
        world: Arc<World>,
        transport: Option<Arc<Transport>>,
        start: Drawn,
        pace: Pace,
        faults: Faults,
        approval_patience: Duration,
        state_period: Duration,
    ) -> Result<Self, WorldError> {
        if state_period.is_zero() {
            return Err(WorldError::Setting { name: "state_period", value: "0".into(), mend: "choose more than 0" });
        }
        Ok(Self {
            reality: Reality::of(&world, transport, start.truth, &start.known),
            state: start.known,
            world,
            pace,
            faults,
            state_period,
            orders: Orders::new(approval_patience),
            approved: 0,
            ignored: 0,
            state_due: Stamp::ZERO,
            outputs: VecDeque::new(),
        })
    }

    /// Takes in what happened; what was due before `now` happens first, in its order.
    pub fn handle(&mut self, now: Stamp, input: WorldInput) {
        self.pass(now);
        match input {
            WorldInput::Approved { joint, until } => self.see_approved(now, joint, until),
            WorldInput::Goal { ticket, goal } => self.receive(now, ticket, goal),
            WorldInput::Cancel { ticket } => self.cancel(ticket),
            WorldInput::Noticed { mission, step, robot } => self.notice(mission, step, &robot),
            WorldInput::Ended(mission) => self.end(mission),
            WorldInput::Tick => {}
        }
        self.pass(now);
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<WorldOutput> {
        self.outputs.pop_front()
    }

    /// When a skill ends, a goal has waited long enough, or the facts are due again.
    pub fn next_deadline(&self) -> Option<Stamp> {
        let acting = self.acting().map(Acting::next);
        self.orders.next_overdue().into_iter().chain(acting).chain([self.state_due]).min()
    }

    /// The domain and its robots.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The state of the world as robots believe it to be.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The world of deliveries as it is: what went wrong unnoticed has changed this, and not the state. `None`: it is
    /// about something else, or its robots did not know all of it at the start.
    pub fn scene(&self) -> Option<&Scene> {
        match &self.reality {
            Reality::Scene(_, scene) => Some(scene),
            Reality::State(_) => None,
        }
    }

    /// The world as it is, where it has no scene.
    pub fn truth(&self) -> Option<&State> {
        match &self.reality {
            Reality::Scene(..) => None,
            Reality::State(truth) => Some(truth),
        }
    }

    /// How far the skills under way are, each 0 to 1, by the goals that wait for them.
    pub fn progress(&self, now: Stamp) -> impl Iterator<Item = (GoalTicket, f32)> {
        self.acting().flat_map(move |acting| {
            let (total, done) = (acting.until - acting.since, now - acting.since);
            let part = if total.is_zero() { 1.0 } else { done.as_secs_f32() / total.as_secs_f32() };
            acting.tickets.iter().map(move |ticket| (*ticket, part.min(1.0)))
        })
    }

    /// Messages that changed nothing: approvals of a second joint step for one (mission, step), unknown tickets.
    pub fn ignored(&self) -> u64 {
        self.ignored
    }

    fn acting(&self) -> impl Iterator<Item = &Acting> {
        self.orders.under_way().map(|(_, acting)| acting)
    }

    fn cancel(&mut self, ticket: GoalTicket) {
        let canceled = Err(WorldError::Canceled);
        if self.orders.cancel_early(ticket) {
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result: canceled });
            return;
        }
        match self.orders.cancel(ticket) {
            Some(acting) => self.tell(acting, canceled),
            None => self.ignored += 1,
        }
    }

    fn end(&mut self, mission: MissionId) {
        let Some(ending) = self.orders.end(mission) else { return };
        for (ticket, goal) in ending.early {
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result: Err(goal.mission_ended()) });
        }
        ending.stopped.into_iter().for_each(|acting| self.tell(acting, Err(WorldError::Canceled)));
    }

    /// Lets happen what is due: skills end in the order of their times, then of the robots.
    fn pass(&mut self, now: Stamp) {
        let mut changed = false;
        while let Some((due, place, key)) = self.next_deed()
            && due <= now
        {
            changed |= self.proceed(place, key);
        }
        for (ticket, goal) in self.orders.overdue(now) {
            let result = Err(goal.not_approved());
            self.outputs.push_back(WorldOutput::SkillFinished { ticket, result });
        }
        if changed || self.state_due <= now {
            self.state_due = now + self.state_period;
            self.outputs.push_back(WorldOutput::Facts(self.world.facts(&self.state)));
        }
    }
}
