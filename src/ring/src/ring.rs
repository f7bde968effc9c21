use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use surefleet_fleet::{Attempt, Facts, MissionId, Outcome, Stamp, StepIndex, Turn, TurnKey};

use crate::{
    Counts, Entry, Heartbeat, Input, Output, RejectedTurn, RingConfig,
    ended::Ended,
    mission::{Context, Mission, Phase},
    recovery::Recovered,
    team::Team,
    turn_check::check_turn,
};

/// One robot's view of the ring, over any number of missions at once.
///
/// Drive it with [`handle`](Self::handle), then [`poll`](Self::poll) until `None`, and again at
/// [`next_deadline`](Self::next_deadline) with [`Input::Tick`].
#[derive(Debug)]
pub struct Ring {
    config: RingConfig,
    missions: BTreeMap<MissionId, Mission>,
    ended: Ended,
    /// The skill that continues although its mission has ended.
    leaving: Option<(MissionId, StepIndex)>,
    world: Option<(Stamp, Facts)>,
    beat_at: Stamp,
    counts: Counts,
    outputs: VecDeque<Output>,
}

impl Ring {
    /// Starts with the [`Output::Journal`] entries of earlier lives, oldest first.
    ///
    /// It decides held turns as if there had been no break. It executes an approved step once it hears that its mates
    /// are still in it.
    pub fn start(now: Stamp, config: RingConfig, journal: impl IntoIterator<Item = Entry>) -> Self {
        let recovered = Recovered::read(now, &config, journal);
        let mut ring = Self {
            config,
            missions: BTreeMap::new(),
            ended: recovered.ended,
            leaving: None,
            world: None,
            beat_at: now,
            counts: Counts::default(),
            outputs: VecDeque::new(),
        };
        for (id, (mut mission, approved)) in recovered.missions {
            mission.resume(&mut ring.context(now).1, approved);
            ring.missions.insert(id, mission);
        }
        ring
    }

    /// Takes an input.
    pub fn handle(&mut self, now: Stamp, input: Input) {
        match input {
            Input::Turn(turn) => self.hear_turn(now, turn),
            Input::Outcome { mission, step, robot, outcome } => self.on(now, mission, |on, cx| {
                if let Some(place) = on.team.place_of(&robot) {
                    on.hear_outcome(cx, place, step, outcome);
                }
            }),
            Input::End { mission, outcome } => self.end(now, mission, outcome),
            Input::Heartbeat(heartbeat) => self.hear(now, &heartbeat),
            Input::Verdict { joint, verdict } => {
                self.on(now, joint.mission, |on, cx| on.judge(cx, joint, verdict));
            }
            Input::StopRefused { mission, step, attempt, reasons } => self.on(now, mission, |on, cx| {
                if (on.turn.step, on.turn.attempt) != (step, attempt) {
                    return;
                }
                match on.phase {
                    // Halting is always right: there is no other option, so the robot proposes it again after a lease.
                    Phase::Stopping(Outcome::Halted(_)) => on.due = Some(cx.now + cx.config.lease),
                    Phase::Stopping(_) => on.refused(cx, reasons.join("; "), true),
                    _ => {}
                }
            }),
            Input::Facts { observed, facts } => self.see(now, observed, facts),
            Input::Decided { mission, step, attempt, decision, team_step } => {
                self.on_held(now, (mission, step, attempt), |on, cx| on.decide(cx, decision, team_step));
            }
            Input::Reorder { mission, step, attempt, order } => {
                self.on_held(now, (mission, step, attempt), |on, cx| on.reorder(cx, order));
            }
            Input::Stop { mission, step, attempt, outcome } => {
                self.on_held(now, (mission, step, attempt), |on, cx| on.stop(cx, outcome));
            }
            Input::WaitsForHelp { mission, waits } => self.on(now, mission, |on, _| {
                if let Phase::Holding { waits_for_help, .. } = &mut on.phase {
                    *waits_for_help = waits;
                }
            }),
            Input::SkillFinished { mission, step, outcome } if self.leaving == Some((mission, step)) => {
                self.leaving = None;
                self.outputs.push_back(Output::PublishOutcome { mission, step, outcome });
            }
            Input::SkillFinished { mission, step, outcome } => self.on(now, mission, |on, cx| {
                if on.running == Some(step) {
                    on.finish(cx, step, outcome);
                } else {
                    cx.counts.late += 1;
                }
            }),
            Input::Tick => {}
        }
        self.run_due(now);
    }

    /// The next output.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The latest time at which it needs [`Input::Tick`].
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.missions.values().filter_map(|mission| mission.due).chain([self.beat_at]).min()
    }

    /// Counts since the start.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The newest turn of each current mission.
    pub fn turns(&self) -> impl Iterator<Item = &Arc<Turn>> {
        self.missions.values().map(|mission| &mission.turn)
    }

    fn context(&mut self, now: Stamp) -> (&mut BTreeMap<MissionId, Mission>, Context<'_>) {
        let Self { config, missions, world, outputs, counts, .. } = self;
        (missions, Context { now, config, world: world.as_ref(), outputs, counts })
    }

    fn on(&mut self, now: Stamp, mission: MissionId, act: impl FnOnce(&mut Mission, &mut Context<'_>)) {
        let (missions, mut cx) = self.context(now);
        match missions.get_mut(&mission) {
            Some(on) => act(on, &mut cx),
            None => cx.counts.late += 1,
        }
    }

    /// Like [`on`](Self::on), but for answers to the turn that this robot holds.
    fn on_held(
        &mut self,
        now: Stamp,
        (mission, step, attempt): (MissionId, StepIndex, Attempt),
        act: impl FnOnce(&mut Mission, &mut Context<'_>),
    ) {
        self.on(now, mission, |on, cx| {
            if on.is_asked(step, attempt) {
                act(on, cx);
            } else {
                cx.counts.late += 1;
            }
        });
    }

    fn hear_turn(&mut self, now: Stamp, turn: Arc<Turn>) {
        if self.ended.contains(turn.mission()) {
            self.counts.late += 1;
        } else if self.missions.contains_key(&turn.mission()) {
            self.on(now, turn.mission(), |on, cx| on.hear_turn(cx, turn));
        } else if let Err(reason) = self.meet(now, turn) {
            self.counts.count(&reason);
        }
    }

    fn meet(&mut self, now: Stamp, turn: Arc<Turn>) -> Result<(), RejectedTurn> {
        let Some(team) = Team::new(now, &turn.brief, &self.config.me, self.config.lease)? else { return Ok(()) };
        check_turn(&turn, &team, None)?;
        let first = TurnKey { step: StepIndex::FIRST, attempt: Attempt::FIRST, position: 0 };
        let is_new = turn.key() == first;
        let (missions, mut cx) = self.context(now);
        cx.keep(Entry::Met { turn: turn.clone(), is_new });
        let id = turn.mission();
        let mission = missions.entry(id).or_insert(Mission::new(turn, team, is_new));
        mission.take_up(&mut cx);
        Ok(())
    }

    fn end(&mut self, now: Stamp, mission: MissionId, outcome: Outcome) {
        let is_news = self.ended.insert(mission);
        let (missions, mut cx) = self.context(now);
        if let Some(mut on) = missions.remove(&mission) {
            on.withdraw(&mut cx);
            cx.keep(Entry::Ended(mission));
            cx.put(Output::Ended { mission, outcome });
            self.leaving = on.running.map(|step| (mission, step)).or(self.leaving);
        } else if !is_news {
            cx.counts.late += 1;
        }
    }

    fn hear(&mut self, now: Stamp, heartbeat: &Heartbeat) {
        if heartbeat.robot == self.config.me {
            self.counts.namesakes += u64::from(heartbeat.incarnation != self.config.incarnation);
            return;
        }
        let (missions, mut cx) = self.context(now);
        missions.values_mut().for_each(|on| on.hear(&mut cx, heartbeat));
    }

    fn see(&mut self, now: Stamp, observed: Stamp, facts: Facts) {
        // It would stay the newest until its time has come, and no plan would use the actual world.
        if observed - now > self.config.lease {
            self.counts.ahead += 1;
            return;
        }
        if self.world.as_ref().is_some_and(|(newest, _)| *newest >= observed) {
            self.counts.late += 1;
            return;
        }
        self.world = Some((observed, facts));
        let (missions, mut cx) = self.context(now);
        missions.values_mut().for_each(|on| on.act_on_world(&mut cx));
    }

    fn run_due(&mut self, now: Stamp) {
        let beats = self.beat_at <= now;
        let (missions, mut cx) = self.context(now);
        for mission in missions.values_mut() {
            mission.run_due(&mut cx);
            if beats {
                let heartbeat = mission.heartbeat(cx.config);
                cx.put(Output::Heartbeat(heartbeat));
            }
        }
        if beats {
            if missions.is_empty() {
                let (robot, incarnation) = (cx.config.me.clone(), cx.config.incarnation);
                let (mission, seen, finished) = (None, None, None);
                let (holding, waiting_for_help) = (false, false);
                let idle = Heartbeat { robot, incarnation, mission, holding, waiting_for_help, seen, finished };
                cx.put(Output::Heartbeat(idle));
            }
            self.beat_at = now + self.config.lease / 3;
        }
    }
}
