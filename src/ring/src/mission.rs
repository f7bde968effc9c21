use std::{collections::VecDeque, sync::Arc};

use surefleet_fleet::{
    Attempt, Decision, Facts, Issuer, MissionId, Outcome, RobotId, SkillOutcome, Stamp, StepIndex, TeamStep, Turn,
    TurnKey,
};

use crate::{Counts, Entry, Heartbeat, Output, RingConfig, execution::Execution, team::Team, turn_check::check_turn};

/// One mission as this robot sees it.
#[derive(Debug)]
pub(crate) struct Mission {
    /// The newest turn seen.
    pub turn: Arc<Turn>,
    pub team: Team,
    pub phase: Phase,
    /// When this robot must act, unless it hears that others did.
    pub due: Option<Stamp>,
    /// Whether this robot acts next: the robots before it had their time.
    pub is_next: bool,
    /// Whether no earlier life without a journal can have acted in this step or a later one.
    pub is_new: bool,
    /// The newest turn in the journal.
    pub kept: TurnKey,
    /// The newest attempt that this robot issued, as far as it knows.
    pub issued: Option<(StepIndex, Attempt)>,
    /// The newest attempt in which this robot decided.
    pub decided: Option<(StepIndex, Attempt)>,
    /// The step whose skill this robot executes.
    pub running: Option<StepIndex>,
    /// Until then, mates may show that they are still in the step that an earlier life had to execute.
    pub rejoins_until: Option<Stamp>,
    /// The last step whose skill it finished.
    pub finished: Option<(StepIndex, SkillOutcome)>,
}

/// The mission's progress at its newest turn.
#[derive(Debug)]
pub(crate) enum Phase {
    /// Another robot holds the turn, or it is lost.
    Waiting,
    /// This robot holds the turn.
    Holding {
        /// Whether the planner was told; it waits while a skill of an earlier step continues.
        is_told: bool,
        waits_for_help: bool,
        /// Start of this phase: an observation of the world after this time is news.
        since: Stamp,
    },
    /// This robot proposes that the mission ends.
    Stopping(Outcome),
    /// All have decided; the monitor judges.
    Proposed,
    /// The monitor refused; the step begins again after the next observation of the world.
    Refused { since: Stamp, reason: String, is_holding: bool },
    /// The monitor approved; robots execute, or have executed.
    Executing(Box<Execution>),
}

/// The context of everything that happens to a mission.
pub(crate) struct Context<'a> {
    pub now: Stamp,
    pub config: &'a RingConfig,
    /// The world, and the time of its observation.
    pub world: Option<&'a (Stamp, Facts)>,
    pub outputs: &'a mut VecDeque<Output>,
    pub counts: &'a mut Counts,
}

impl Context<'_> {
    pub fn put(&mut self, output: Output) {
        self.outputs.push_back(output);
    }

    pub fn keep(&mut self, entry: Entry) {
        self.put(Output::Journal(entry));
    }

    /// The world, if it was observed after `since`.
    pub fn facts_after(&self, since: Stamp) -> Option<Facts> {
        self.world.filter(|(observed, facts)| *observed > since && !facts.is_empty()).map(|(_, facts)| facts.clone())
    }
}

impl Mission {
    /// A mission that was first heard of in `turn`; no action was taken for it yet.
    pub fn new(turn: Arc<Turn>, team: Team, is_new: bool) -> Self {
        Self {
            kept: turn.key(),
            turn,
            team,
            phase: Phase::Waiting,
            due: None,
            is_next: false,
            is_new,
            issued: None,
            decided: None,
            running: None,
            rejoins_until: None,
            finished: None,
        }
    }

    pub fn id(&self) -> MissionId {
        self.turn.mission()
    }

    /// Follows a turn if it is newer than every turn seen so far.
    pub fn hear_turn(&mut self, cx: &mut Context<'_>, turn: Arc<Turn>) {
        if turn.key() <= self.turn.key() {
            cx.counts.late += 1;
        } else if let Err(reason) = check_turn(&turn, &self.team, Some(&self.turn)) {
            cx.counts.count(&reason);
        } else if matches!(self.phase, Phase::Executing(_)) && turn.step == self.turn.step {
            // The maker of this attempt has not heard that the step is approved; the monitor repeats it on request.
            // Only the robot that the attempt waits for asks; otherwise all would ask at once.
            cx.counts.late += 1;
            if turn.holder() == Some(&cx.config.me) {
                self.propose(cx);
            }
        } else {
            self.withdraw(cx);
            self.turn = turn;
            self.take_up(cx);
        }
    }

    /// Takes the action that the newest turn requires.
    pub fn take_up(&mut self, cx: &mut Context<'_>) {
        let lease_ends = cx.now + cx.config.lease;
        match self.turn.holder() {
            Some(holder) if *holder == cx.config.me => self.hold(cx),
            Some(_) => self.enter(Phase::Waiting, Some(lease_ends)),
            None => self.enter(Phase::Proposed, Some(lease_ends)),
        }
    }

    pub fn enter(&mut self, phase: Phase, due: Option<Stamp>) {
        self.phase = phase;
        self.due = due;
        self.is_next = false;
        self.rejoins_until = None;
    }

    fn hold(&mut self, cx: &mut Context<'_>) {
        let attempt = (self.turn.step, self.turn.attempt);
        if self.decided >= Some(attempt) {
            // The robot decided it before, but did not pass it on in a valid form: the next attempt differs.
            return self.enter(Phase::Waiting, Some(cx.now + cx.config.lease));
        }
        if !self.is_new && self.issued != Some(attempt) {
            // An earlier life may have decided this attempt. It cannot have decided an attempt that does not exist yet.
            let Some(attempt) = self.own_attempt(cx, Some(self.turn.attempt)) else {
                return self.stop(cx, too_many_attempts());
            };
            self.turn = Arc::new(Turn { attempt, ..Turn::clone(&self.turn) });
            self.issued = Some((self.turn.step, attempt));
        }
        if self.kept != self.turn.key() {
            self.kept = self.turn.key();
            cx.keep(Entry::Held(self.turn.clone()));
        }
        self.enter(Phase::Holding { is_told: false, waits_for_help: false, since: cx.now }, None);
        self.tell_planner(cx);
    }

    /// Tells the planner of the turn it holds, unless the robot still moves.
    pub fn tell_planner(&mut self, cx: &mut Context<'_>) {
        if let Phase::Holding { is_told: is_told @ false, .. } = &mut self.phase
            && self.running.is_none()
        {
            *is_told = true;
            cx.put(Output::Decide(self.turn.clone()));
        }
    }

    pub fn withdraw(&mut self, cx: &mut Context<'_>) {
        if let Phase::Holding { is_told: true, .. } = self.phase {
            let (mission, step, attempt) = (self.id(), self.turn.step, self.turn.attempt);
            cx.put(Output::Withdraw { mission, step, attempt });
        }
    }

    /// Whether the planner was asked to decide this attempt, and is still asked.
    pub fn is_asked(&self, step: StepIndex, attempt: Attempt) -> bool {
        matches!(self.phase, Phase::Holding { is_told: true, .. })
            && (self.turn.step, self.turn.attempt) == (step, attempt)
    }

    /// Passes the turn on with the planner's decision, and with its team step, if the turn awaits one.
    pub fn decide(&mut self, cx: &mut Context<'_>, decision: Decision, team_step: Option<Arc<TeamStep>>) {
        let (mission, step, attempt) = (self.id(), self.turn.step, self.turn.attempt);
        let team_step = team_step.filter(|_| self.turn.awaits_team_step());
        cx.keep(Entry::Decided { mission, step, attempt, decision, team_step: team_step.clone() });
        self.decided = Some((step, attempt));
        let mut next = self.turn.after_planning(decision, team_step);
        self.pass_over_silent(cx.now, &mut next);
        self.publish(cx, Arc::new(next));
    }

    /// Publishes a turn that this robot made, and takes the action that it requires.
    pub fn publish(&mut self, cx: &mut Context<'_>, turn: Arc<Turn>) {
        cx.put(Output::Publish(turn.clone()));
        self.turn = turn;
        self.take_up(cx);
        if matches!(self.phase, Phase::Proposed) {
            self.propose(cx);
        }
    }

    /// Proposes the joint step; once a joint step is approved, proposes that one.
    pub fn propose(&mut self, cx: &mut Context<'_>) {
        let joint = match &self.phase {
            Phase::Executing(execution) => Some(execution.joint.clone()),
            _ => self.turn.joint_step(),
        };
        if let Some(joint) = joint {
            cx.put(Output::Propose { joint, facts: self.turn.facts.clone() });
        }
    }

    /// Proposes that the mission ends.
    pub fn stop(&mut self, cx: &mut Context<'_>, outcome: Outcome) {
        let (mission, step, attempt) = (self.id(), self.turn.step, self.turn.attempt);
        cx.put(Output::ProposeStop { mission, step, attempt, outcome: outcome.clone() });
        self.enter(Phase::Stopping(outcome), Some(cx.now + cx.config.lease));
    }

    /// This robot's next attempt at a step whose tried attempts end with `after`.
    pub fn own_attempt(&self, cx: &Context<'_>, after: Option<Attempt>) -> Option<Attempt> {
        // An earlier life may have issued attempts that nobody reports. It cannot have made a random leap.
        let rounds = if self.is_new { 0 } else { 1 + (cx.config.incarnation.0 & 0xffff) as u32 };
        Issuer::Robot(self.team.me).attempt_past(self.team.size(), after, rounds)
    }

    /// Takes note of a mate's heartbeat: of its life, its outcome, and that the turn is not lost.
    pub fn hear(&mut self, cx: &mut Context<'_>, heartbeat: &Heartbeat) {
        let Some(place) = self.team.place_of(&heartbeat.robot) else { return };
        // An impossible turn of the mission is not in anybody's hands, so no robot answers for it.
        let horizon = self.turn.brief.horizon;
        let can_be = |seen: &TurnKey| seen.step.get() <= horizon + 1 && seen.attempt < Attempt::LIMIT;
        let (seen, key) = (heartbeat.seen_in(self.id()).filter(can_be), self.turn.key());
        self.team.hear(cx.now, place, seen, key.step);
        let Some(seen) = seen else { return };
        let is_holder = || heartbeat.holding && self.turn.holder() == Some(&heartbeat.robot);
        let is_in_hand = match self.phase {
            Phase::Executing(_) => seen.step > key.step,
            Phase::Holding { .. } | Phase::Stopping(_) => false,
            _ => seen > key || (seen == key && is_holder()),
        };
        if is_in_hand {
            // It holds the turn, or knows a newer one and so answers for it.
            self.due = Some(cx.now + cx.config.lease);
            self.is_next = false;
        }
        if let Some((step, _)) = heartbeat.finished {
            self.report(cx, place, step);
        }
        self.rejoin(cx);
    }

    /// The content of this robot's heartbeat about the mission.
    pub fn heartbeat(&self, config: &RingConfig) -> Heartbeat {
        let holding = match self.phase {
            Phase::Holding { .. } => true,
            Phase::Stopping(_) | Phase::Refused { is_holding: true, .. } => self.turn.holder() == Some(&config.me),
            _ => false,
        };
        let seen = match &self.phase {
            // Do not name a later attempt that it may have seen: it does not act on that one, so others must.
            Phase::Executing(execution) => execution.key(),
            _ => self.turn.key(),
        };
        Heartbeat {
            robot: config.me.clone(),
            incarnation: config.incarnation,
            mission: Some(self.id()),
            holding,
            waiting_for_help: matches!(self.phase, Phase::Holding { waits_for_help: true, .. }),
            seen: Some(seen),
            finished: self.finished.as_ref().map(|(step, outcome)| (*step, *outcome == SkillOutcome::Done)),
        }
    }

    /// The team in canonical order, as an order of a step.
    pub fn team_order(&self) -> Arc<[RobotId]> {
        self.turn.brief.team.as_slice().into()
    }
}

pub(crate) fn too_many_attempts() -> Outcome {
    Outcome::Halted("a step was tried more often than attempts can count".to_owned())
}
