use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use surefleet_fleet::{Brief, MissionId, Outcome, RobotId, Stamp};
use surefleet_safety::{Entry, Input, Monitor, Output, Policy, Timing};

use crate::{
    fleet::{Fleet, mission},
    message::{Event, Message},
    schedule::LEASE,
    trace::brief,
    world::yard,
};

/// The safety monitor's process: its core, its journal, and what the network keeps of its verdicts.
pub(crate) struct MonitorProcess {
    policy: Policy,
    /// `None`: it is down.
    pub core: Option<Monitor>,
    journal: Vec<Entry>,
    /// Dies once it has journalled the next approval, before it says it.
    pub is_doomed: bool,
    /// The last verdicts: robots that start later get them too.
    pub verdicts: Vec<Message>,
    /// What became of the missions that it knows, whatever life it is in.
    fates: BTreeMap<MissionId, Fate>,
}

#[derive(Debug, Clone, PartialEq)]
enum Fate {
    Runs,
    Ended(Outcome),
}

impl MonitorProcess {
    pub fn new(fleet: Vec<RobotId>) -> Self {
        let timing = Timing { world_timeout: LEASE * 2, lease: LEASE, start_patience: LEASE * 10 };
        let policy =
            Policy::new(yard(), fleet, timing, false).expect("a fleet that the yard holds, and times above zero");
        Self {
            core: Some(Monitor::new(policy.clone())),
            policy,
            journal: Vec::new(),
            is_doomed: false,
            verdicts: Vec::new(),
            fates: BTreeMap::new(),
        }
    }

    /// Starts with the journal and nothing else.
    pub fn start(&mut self, now: Stamp) {
        self.is_doomed = false;
        self.core = Some(Monitor::restore(now, self.policy.clone(), self.journal.iter().cloned()));
    }

    pub fn die(&mut self) {
        self.core = None;
        self.verdicts.clear();
    }

    /// Whether it promised to look after the mission, or its client was told that it is over.
    pub fn knows(&self, mission: MissionId) -> bool {
        self.fates.contains_key(&mission)
    }

    pub fn outcome(&self, mission: MissionId) -> Option<&Outcome> {
        match self.fates.get(&mission)? {
            Fate::Runs => None,
            Fate::Ended(outcome) => Some(outcome),
        }
    }

    fn keep(&mut self, entry: Entry) {
        match &entry {
            Entry::Admitted(first) => drop(self.fates.insert(first.turn.mission(), Fate::Runs)),
            Entry::Ended { mission, outcome, .. } => self.end(*mission, outcome.clone()),
            _ => {}
        }
        self.journal.push(entry);
    }

    fn end(&mut self, mission: MissionId, outcome: Outcome) {
        self.fates.insert(mission, Fate::Ended(outcome));
    }
}

/// The monitor among the others.
impl Fleet<'_> {
    /// Tells the monitor, if it is up, and sends what it has to say.
    pub fn tell_monitor(&mut self, input: Input) -> Result<(), String> {
        if let Some(core) = &mut self.monitor.core {
            core.handle(self.now, input);
        }
        self.drain_monitor()
    }

    /// A mission that is over, or that nobody knows, is not cancelled.
    pub fn cancel_at_monitor(&mut self, mission: MissionId) -> Result<(), String> {
        if let Some(core) = &mut self.monitor.core {
            core.cancel_mission(self.now, mission, "somebody").ok();
        }
        self.drain_monitor()
    }

    /// Does what the monitor wants done, unless its process dies over it.
    pub fn drain_monitor(&mut self) -> Result<(), String> {
        while let Some(output) = self.monitor.core.as_mut().and_then(Monitor::poll) {
            self.note(|| format!("    monitor {}", brief(&output)));
            match output {
                Output::Journal(entry) => {
                    let is_approval = matches!(entry, Entry::Approved(_));
                    if let Entry::Approved(joint) = &entry {
                        self.invariants.check_approval(joint)?;
                        self.world.check_approval(self.now, joint)?;
                    }
                    self.monitor.keep(entry);
                    if is_approval && self.monitor.is_doomed {
                        self.monitor.die();
                    }
                }
                Output::Turn(turn) => {
                    let turn = Arc::from(turn);
                    self.invariants.check_turn(&turn)?;
                    self.say(Message::Turn(turn));
                }
                Output::Verdict { joint, verdict, .. } => {
                    let verdict = verdict.map_err(|reasons| reasons.iter().map(ToString::to_string).collect());
                    let message = Message::Verdict { joint: Rc::new(joint), verdict };
                    self.monitor.verdicts.push(message.clone());
                    if self.monitor.verdicts.len() > 4 {
                        self.monitor.verdicts.remove(0);
                    }
                    self.say(message);
                }
                Output::StopVerdict { proposal, verdict } => {
                    if let Err(reason) = verdict {
                        let (mission, step, attempt) = (proposal.mission, proposal.step, proposal.attempt);
                        self.say(Message::StopRefused { mission, step, attempt, reason: reason.to_string() });
                    }
                }
                Output::End { mission, outcome } => self.say(Message::End { mission, outcome }),
                Output::Refused { mission, reason, .. } => {
                    self.monitor.end(mission, Outcome::Refused(reason.to_string()));
                }
                Output::Finished(report) | Output::Corrected { report, .. } => {
                    self.monitor.end(report.mission, report.outcome);
                }
                Output::Feedback(_) => {}
            }
        }
        Ok(())
    }

    fn say(&mut self, message: Message) {
        self.send(self.robots.len(), message, |_| true);
    }

    /// The monitor's next life; clients whose missions it does not know ask again.
    pub fn start_monitor(&mut self) -> Result<(), String> {
        self.monitor.start(self.now);
        let forgotten: Vec<usize> =
            self.asked.iter().copied().filter(|number| !self.monitor.knows(mission(*number))).collect();
        forgotten.into_iter().try_for_each(|number| self.ask(number))?;
        self.drain_monitor()
    }

    /// A client asks for a mission.
    pub fn ask(&mut self, number: usize) -> Result<(), String> {
        if self.monitor.core.is_none() {
            self.at(self.now + LEASE / 2, Event::Ask { number });
            return Ok(());
        }
        self.asked.insert(number);
        let plan = &self.schedule.missions[number];
        let brief = Brief {
            id: mission(number),
            text: "Patrol the yard.".to_owned(),
            constraints: Vec::new(),
            horizon: plan.horizon,
            alpha: String::new(),
            team: plan.team.iter().map(|robot| self.robots[*robot].id.clone()).collect(),
        };
        self.tell_monitor(Input::Mission(brief))
    }
}
