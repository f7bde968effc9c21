use std::sync::Arc;

use surefleet_fleet::{Decided, Outcome, RobotId, Stamp, Turn};

use crate::{
    Entry, Output,
    mission::{Context, Mission, Phase, too_many_attempts},
    turn_check::check_order,
};

/// The most refusals by the monitor at one step before the mission is halted.
const MAX_REFUSALS: usize = 3;

impl Mission {
    /// Makes a new attempt that begins with `turn`. Unless `is_first`, the attempt of `turn` is the newest of its step.
    fn issue(&mut self, cx: &mut Context<'_>, mut turn: Turn, is_first: bool) {
        let Some(attempt) = self.own_attempt(cx, (!is_first).then_some(turn.attempt)) else {
            self.withdraw(cx);
            return self.stop(cx, too_many_attempts());
        };
        turn.attempt = attempt;
        self.pass_over_silent(cx.now, &mut turn);
        self.issued = Some((turn.step, attempt));
        let turn = Arc::new(turn);
        self.kept = turn.key();
        cx.keep(Entry::Issued(turn.clone()));
        self.publish(cx, turn);
    }

    /// Issues a lost turn again: it keeps the decisions and puts a silent holder at the end of the order.
    fn regenerate(&mut self, cx: &mut Context<'_>) {
        cx.counts.regenerated += 1;
        self.issue(cx, Turn::clone(&self.turn), false);
    }

    /// Begins the step again after a refusal.
    fn try_again(&mut self, cx: &mut Context<'_>) {
        let Phase::Refused { since, reason, .. } = &self.phase else { return };
        if self.turn.refusals.len() + 1 >= MAX_REFUSALS {
            let (step, times) = (self.turn.step, self.turn.refusals.len() + 1);
            let reason = format!("the safety monitor refused step {step} {times} times, the last time: {reason}");
            return self.stop(cx, Outcome::Halted(reason));
        }
        let Some(facts) = cx.facts_after(*since) else { return };
        let refusals = self.turn.refusals.iter().cloned().chain([reason.clone()]).collect();
        let again = Turn { facts, refusals, ..self.turn.undecided() };
        self.issue(cx, again, false);
    }

    /// Begins the next step, once this one is executed and the world was observed after it.
    fn go_on(&mut self, cx: &mut Context<'_>) {
        let Phase::Executing(execution) = &self.phase else { return };
        let Some(facts) = execution.done.and_then(|done| cx.facts_after(done)) else { return };
        let row = execution.row(&self.team);
        let failures = self.failures(&row);
        let next = Turn {
            brief: self.turn.brief.clone(),
            step: self.turn.step.next(),
            attempt: self.turn.attempt,
            order: self.team_order(),
            decided: Vec::new(),
            history: self.turn.history.iter().cloned().chain([row]).collect(),
            facts,
            reorders: 0,
            refusals: Arc::new([]),
            failures,
            team_step: None,
        };
        self.issue(cx, next, true);
    }

    /// Gives the turn up for a new order.
    pub fn reorder(&mut self, cx: &mut Context<'_>, order: Arc<[RobotId]>) {
        if let Err(reason) = check_order(&order, &self.team) {
            // The lease brings the turn back, to this robot or to another.
            cx.counts.count(&reason);
            return self.enter(Phase::Waiting, Some(cx.now + cx.config.lease));
        }
        let reorders = self.turn.reorders + 1;
        let again = Turn { order, reorders, ..self.turn.undecided() };
        self.issue(cx, again, false);
    }

    /// The monitor refused the joint step, or the stop that this robot proposed while holding the turn.
    pub fn refused(&mut self, cx: &mut Context<'_>, reason: String, is_holding: bool) {
        let order = self.turn.order.iter().filter_map(|robot| self.team.place_of(robot));
        // Most mates have just decided and hear the verdict too, but their heartbeats may still be older.
        let rank = if is_holding { 0 } else { self.team.rank(cx.now, None, order) };
        let due = self.due_of(cx, rank);
        self.enter(Phase::Refused { since: cx.now, reason, is_holding }, Some(due));
    }

    /// The time at which a robot of this rank begins, if the first robot begins now.
    pub fn due_of(&self, cx: &Context<'_>, rank: u32) -> Stamp {
        if rank == 0 { cx.now } else { cx.now + cx.config.lease + self.team.stagger(rank) }
    }

    /// Puts a silent robot last if it would hold the turn; if only lost robots are left, they count as absent.
    pub fn pass_over_silent(&self, now: Stamp, turn: &mut Turn) {
        let place_of = |robot: &RobotId| self.team.place_of(robot).expect("the order was checked against the team");
        let is_silent = |robot: &&RobotId| self.team.is_silent(now, place_of(robot));
        if !turn.holder().as_ref().is_some_and(is_silent) {
            return;
        }
        let (before, rest) = turn.order.split_at(turn.decided.len());
        if rest.iter().all(|robot| self.team.is_lost(now, place_of(robot))) {
            let attempt = turn.attempt;
            let absent = rest.iter().map(|robot| Decided { robot: robot.clone(), decision: None, attempt });
            turn.decided.extend(absent.collect::<Vec<_>>());
        } else {
            let (silent, live): (Vec<&RobotId>, Vec<_>) = rest.iter().partition(is_silent);
            turn.order = before.iter().chain(live).chain(silent).cloned().collect();
        }
    }

    /// Acts on what is due at `now`, if it is this robot's task.
    pub fn run_due(&mut self, cx: &mut Context<'_>) {
        if self.due.is_none_or(|due| due > cx.now) {
            return;
        }
        let lease_ends = cx.now + cx.config.lease;
        match &self.phase {
            Phase::Holding { .. } => self.due = None,
            Phase::Stopping(outcome) => self.stop(cx, outcome.clone()),
            Phase::Waiting | Phase::Proposed => {
                let rank = self.rank_behind_holder(cx);
                if rank > 0 && !self.is_next {
                    self.is_next = true;
                    self.due = Some(cx.now + self.team.stagger(rank));
                } else if matches!(self.phase, Phase::Waiting) {
                    self.regenerate(cx);
                } else {
                    // A robot farther behind asks more rarely, so a large team does not flood a monitor that is down.
                    self.is_next = false;
                    self.due = Some(cx.now + cx.config.lease * (rank + 1));
                    self.propose(cx);
                    self.show_the_way(cx);
                }
            }
            Phase::Refused { .. } | Phase::Executing(_) => {
                self.is_next = true;
                self.due = Some(lease_ends);
                self.rejoin(cx);
                self.look_after_missing(cx);
                self.act_on_world(cx);
            }
        }
    }

    /// Repeats the complete turn if a mate is still in the step before. The monitor may wait for that mate, and no
    /// other message would tell it that the mission is further on.
    fn show_the_way(&self, cx: &mut Context<'_>) {
        let is_behind = |place| self.team.seen_by(place).is_some_and(|seen| seen.step < self.turn.step);
        if (0..self.team.size()).any(|place| !self.team.is_silent(cx.now, place) && is_behind(place)) {
            cx.put(Output::Publish(self.turn.clone()));
        }
    }

    /// Begins the step again if the world has changed under the turn that this robot holds.
    ///
    /// Something moved after the step began: a robot that came back late to the step before, or another mission. The
    /// monitor judges no plan that was made for another world, so waiting would never end.
    fn refresh(&mut self, cx: &mut Context<'_>, since: Stamp) {
        let Some(facts) = cx.facts_after(since) else { return };
        let (team, fleet) = (&self.turn.brief.team, &cx.config.fleet);
        if self.running.is_none() && !self.turn.facts.concerning(team, fleet).eq(facts.concerning(team, fleet)) {
            self.withdraw(cx);
            let again = Turn { facts, ..self.turn.undecided() };
            self.issue(cx, again, false);
        }
    }

    /// Continues if only an observation of the world was missing; begins again if the world differs.
    pub fn act_on_world(&mut self, cx: &mut Context<'_>) {
        match &self.phase {
            Phase::Holding { since, .. } => self.refresh(cx, *since),
            Phase::Refused { .. } if self.is_next => self.try_again(cx),
            Phase::Executing(_) if self.is_next => self.go_on(cx),
            _ => {}
        }
    }

    /// The number of robots between the holder and this one; if all have decided, it counts from the last to decide.
    fn rank_behind_holder(&self, cx: &Context<'_>) -> u32 {
        let (order, at) = (&self.turn.order, self.turn.decided.len());
        let from = if at < order.len() { at + 1 } else { at - 1 };
        let behind = (0..order.len()).map(|offset| &order[(from + offset) % order.len()]);
        self.team.rank(cx.now, Some(self.turn.key()), behind.filter_map(|robot| self.team.place_of(robot)))
    }
}
