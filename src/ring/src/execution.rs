use surefleet_fleet::{Decision, Facts, JointStep, RobotId, SkillOutcome, Stamp, StepIndex, TurnKey};

use crate::{
    Entry, Output,
    mission::{Context, Mission, Phase},
    team::Team,
};

/// An approved joint step during its execution.
#[derive(Debug)]
pub(crate) struct Execution {
    pub joint: JointStep,
    /// By place: whether no more reports of the robot are expected.
    reported: Vec<bool>,
    missing: usize,
    since: Stamp,
    /// When the last outcome came in.
    pub done: Option<Stamp>,
}

impl Execution {
    /// The complete turn that was approved.
    pub fn key(&self) -> TurnKey {
        let JointStep { step, attempt, ref decided, .. } = self.joint;
        TurnKey { step, attempt, position: decided.len() as u32 }
    }

    /// Returns `None` if the joint step does not name each robot of the team once.
    pub fn new(now: Stamp, joint: JointStep, team: &Team) -> Option<Self> {
        let mut is_named = vec![false; team.size()];
        let mut reported = vec![true; team.size()];
        for decided in &joint.decided {
            let place = team.place_of(&decided.robot)?;
            if std::mem::replace(&mut is_named[place], true) {
                return None;
            }
            reported[place] = decided.decision.is_none();
        }
        let missing = reported.iter().filter(|reported| !**reported).count();
        let is_whole = is_named.iter().all(|named| *named);
        is_whole.then_some(Self { joint, reported, missing, since: now, done: None })
    }

    /// The executed joint step, as a row of the history.
    pub fn row(&self, team: &Team) -> Vec<Option<Decision>> {
        let mut row = vec![None; team.size()];
        for decided in &self.joint.decided {
            if let Some(place) = team.place_of(&decided.robot) {
                row[place] = decided.decision;
            }
        }
        row
    }
}

impl Mission {
    /// Takes note of the monitor's verdict on a joint step.
    pub fn judge(&mut self, cx: &mut Context<'_>, joint: JointStep, verdict: Result<(), Vec<String>>) {
        let is_of_this_step = joint.step == self.turn.step && !matches!(self.phase, Phase::Executing(_));
        match verdict {
            Ok(()) if is_of_this_step => self.approve(cx, joint),
            Err(reasons) if matches!(self.phase, Phase::Proposed) && joint.attempt == self.turn.attempt => {
                self.refused(cx, reasons.join("; "), false);
            }
            _ => cx.counts.late += 1,
        }
    }

    fn approve(&mut self, cx: &mut Context<'_>, joint: JointStep) {
        let Some(execution) = Execution::new(cx.now, joint, &self.team) else {
            cx.counts.joint += 1;
            return;
        };
        let joint = execution.joint.clone();
        self.withdraw(cx);
        cx.keep(Entry::Approved(joint.clone()));
        self.begin(cx, execution);
        let Some(decision) = joint.decision_of(&cx.config.me) else { return };
        match self.out_of_touch(cx.now, &joint) {
            None => self.execute(cx, &joint, decision),
            Some(mate) => {
                let reason = format!("it had lost touch with {mate} when step {} was approved", joint.step);
                let outcome = SkillOutcome::Failed(reason);
                if self.is_new {
                    self.finish(cx, joint.step, outcome);
                } else {
                    // An earlier life without a journal may have begun it.
                    self.give_up(cx, joint.step, outcome);
                }
            }
        }
    }

    /// Resumes a part that an earlier life had to execute, once all robots of the step are heard to be there for it.
    ///
    /// If one of them is past the step, or is not heard for two leases, it begins nothing: the others have left it out.
    pub fn rejoin(&mut self, cx: &mut Context<'_>) {
        let (Some(until), Phase::Executing(execution)) = (self.rejoins_until, &self.phase) else { return };
        let joint = execution.joint.clone();
        let Some(decision) = joint.decision_of(&cx.config.me) else { return };
        match self.out_of_touch(cx.now, &joint) {
            None => {
                self.rejoins_until = None;
                self.execute(cx, &joint, decision);
            }
            Some(mate) if until <= cx.now || self.is_left(&joint) => {
                let reason = format!("it was down in step {} and found no touch with {mate} again", joint.step);
                self.rejoins_until = None;
                self.give_up(cx, joint.step, SkillOutcome::Failed(reason));
            }
            Some(_) => {}
        }
    }

    /// Whether a mate is past the step.
    fn is_left(&self, joint: &JointStep) -> bool {
        (0..self.team.size()).any(|place| self.team.seen_by(place).map(|seen| seen.step) > Some(joint.step))
    }

    /// Enters the execution of an approved step, but does not move yet.
    pub fn begin(&mut self, cx: &mut Context<'_>, execution: Execution) {
        self.look_for_own_decision(&execution.joint, &cx.config.me);
        let is_done = execution.missing == 0;
        self.enter(Phase::Executing(Box::new(execution)), Some(cx.now + cx.config.lease));
        if is_done {
            self.conclude(cx);
        }
    }

    /// A later step is younger than any decision in this one, so no life before that decision can have acted there.
    pub fn look_for_own_decision(&mut self, joint: &JointStep, me: &RobotId) {
        let own = joint.decided.iter().find(|decided| decided.robot == *me && decided.decision.is_some());
        if own.is_some_and(|own| self.decided == Some((joint.step, own.attempt))) {
            self.is_new = true;
        }
    }

    pub fn execute(&mut self, cx: &mut Context<'_>, joint: &JointStep, decision: Decision) {
        let (mission, step, attempt) = (joint.mission, joint.step, joint.attempt);
        self.running = Some(step);
        let facts = if self.turn.step == step { self.turn.facts.clone() } else { Facts::default() };
        cx.put(Output::Execute { mission, step, attempt, decision, facts });
    }

    /// A robot that has a part in the step, but is not there for it or is past it.
    ///
    /// Mates go on without a robot that was silent for two leases. A robot that was cut off that long must not begin a
    /// part that its mates believe it left out. So a robot that cannot hear its mates for one lease does not move.
    fn out_of_touch<'a>(&self, now: Stamp, joint: &'a JointStep) -> Option<&'a str> {
        let is_there = |place| {
            self.team.is_heard(now, place) && self.team.seen_by(place).map(|seen| seen.step) <= Some(joint.step)
        };
        let parts = joint.decided.iter().filter(|decided| decided.decision.is_some());
        let mut places = parts.map(|decided| (&decided.robot, self.team.place_of(&decided.robot)));
        let missing = places.find(|(_, place)| !place.is_some_and(|place| place == self.team.me || is_there(place)));
        missing.map(|(robot, _)| robot.as_str())
    }

    /// This robot's part of a step ended.
    pub fn finish(&mut self, cx: &mut Context<'_>, step: StepIndex, outcome: SkillOutcome) {
        let mission = self.id();
        self.running = None;
        self.finished = Some((step, outcome.clone()));
        cx.keep(Entry::Finished { mission, step, outcome: outcome.clone() });
        cx.put(Output::PublishOutcome { mission, step, outcome });
        self.report(cx, self.team.me, step);
        self.tell_planner(cx);
    }

    /// This robot does not begin its part of a step. But an earlier life may have begun it: then the robot still moves.
    ///
    /// Mates read this in the heartbeat and need not wait. No outcome is published, because the monitor would take it
    /// for the end of all motion.
    fn give_up(&mut self, cx: &mut Context<'_>, step: StepIndex, outcome: SkillOutcome) {
        let mission = self.id();
        self.finished = Some((step, outcome.clone()));
        cx.keep(Entry::Finished { mission, step, outcome });
        self.report(cx, self.team.me, step);
        self.tell_planner(cx);
    }

    /// A mate ended its part of a step, so it knows that the step was approved, whatever its last heartbeat said.
    pub fn hear_outcome(&mut self, cx: &mut Context<'_>, place: usize, step: StepIndex, outcome: SkillOutcome) {
        // An immediate failure may be heard of before the approval.
        if step == self.turn.step {
            self.team.note_outcome(place, step, outcome);
        }
        if let Phase::Executing(execution) = &self.phase
            && execution.joint.step == step
        {
            self.team.note_seen(cx.now, place, execution.key());
        }
        self.report(cx, place, step);
    }

    /// Notes that no more reports of the robot are expected in this step.
    pub fn report(&mut self, cx: &mut Context<'_>, place: usize, step: StepIndex) {
        let Phase::Executing(execution) = &mut self.phase else { return };
        if execution.joint.step == step && !std::mem::replace(&mut execution.reported[place], true) {
            execution.missing -= 1;
            if execution.missing == 0 {
                self.conclude(cx);
            }
        }
    }

    /// Handles missing outcomes. A mate no longer reports if it was silent for two leases, or was not in the step all
    /// that time. For mates that may not know of the approval, it makes the monitor repeat it.
    pub fn look_after_missing(&mut self, cx: &mut Context<'_>) {
        let Phase::Executing(execution) = &self.phase else { return };
        if execution.missing == 0 {
            return;
        }
        let (step, is_late) = (execution.joint.step, cx.now - execution.since > cx.config.lease * 2);
        let is_elsewhere = |place| is_late && self.team.seen_by(place).map(|seen| seen.step) < Some(step);
        let lost: Vec<usize> = (0..self.team.size())
            .filter(|&place| place != self.team.me && !execution.reported[place])
            .filter(|&place| self.team.is_lost(cx.now, place) || is_elsewhere(place))
            .collect();
        lost.into_iter().for_each(|place| self.report(cx, place, step));
        let Phase::Executing(execution) = &self.phase else { return };
        let mut missing = (0..self.team.size()).filter(|&place| place != self.team.me && !execution.reported[place]);
        if missing.any(|place| self.team.seen_by(place) != Some(execution.key())) {
            let rank = self.rank_in_team(cx, execution.key());
            self.due = Some(cx.now + cx.config.lease * (rank + 1));
            if rank == 0 || is_late {
                self.propose(cx);
            }
        }
    }

    /// All outcomes are in: the first robot of the team that is there begins the next step.
    fn conclude(&mut self, cx: &mut Context<'_>) {
        let Phase::Executing(execution) = &mut self.phase else { return };
        execution.done = Some(cx.now);
        let key = execution.key();
        let rank = self.rank_in_team(cx, key);
        self.due = Some(self.due_of(cx, rank));
        self.is_next = false;
    }

    /// The number of robots before this one in the team that know of the approval.
    fn rank_in_team(&self, cx: &Context<'_>, approved: TurnKey) -> u32 {
        self.team.rank(cx.now, Some(approved), 0..self.team.size())
    }
}
