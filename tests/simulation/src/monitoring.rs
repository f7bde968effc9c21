use std::{rc::Rc, sync::Arc};

use rand::RngExt;
use surefleet_fleet::{Brief, MissionId, Outcome};
use surefleet_planner::{Ticket, Verdicts};
use surefleet_robot::Checked;
use surefleet_safety::{CheckRequest, Input, Monitor, MonitorEntry, Output};

use crate::{
    fleet::Fleet,
    message::{Event, Message},
    mind,
    schedule::{LEASE, mission},
    trace::brief,
    yard::MISSION,
};

/// The monitor's part in the fleet.
impl Fleet<'_> {
    /// Passes an input to the monitor, if it is up, and sends its outputs.
    pub fn tell_monitor(&mut self, input: Input) -> Result<(), String> {
        if let Some(core) = &mut self.monitor.core {
            core.handle(self.now, input);
        }
        self.drain_monitor()
    }

    /// A mission that is over or unknown is not cancelled.
    pub fn cancel_at_monitor(&mut self, mission: MissionId) -> Result<(), String> {
        if let Some(core) = &mut self.monitor.core {
            core.cancel_mission(self.now, mission, "somebody").ok();
        }
        self.drain_monitor()
    }

    /// Carries out the monitor's outputs, unless its process dies in between.
    pub fn drain_monitor(&mut self) -> Result<(), String> {
        while let Some(output) = self.monitor.core.as_mut().and_then(Monitor::poll) {
            self.note(|| format!("    monitor {}", brief(&output)));
            match output {
                Output::Journal(entry) => {
                    let is_approval = matches!(entry, MonitorEntry::Approved(_));
                    if let MonitorEntry::Approved(joint) = &entry {
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
                    let message = match verdict {
                        Ok(()) => {
                            let signed = self.monitor.sign(self.now, joint, self.rng.random());
                            self.invariants.sign(&signed);
                            Message::Approved(Rc::new(signed))
                        }
                        Err(reasons) => {
                            let reasons = reasons.iter().map(ToString::to_string).collect();
                            Message::Refused { joint: Rc::new(joint), reasons }
                        }
                    };
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

    /// Starts the monitor's next life; clients of missions that it does not know ask again.
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
        let brief = Brief::new(
            mission(number),
            MISSION.to_owned(),
            plan.horizon,
            plan.team.iter().map(|robot| self.robots[*robot].id.clone()).collect(),
        );
        self.tell_monitor(Input::Mission(brief))
    }

    /// The monitor says whether anything may move, and does everything that is due.
    pub fn tick_monitor(&mut self) -> Result<(), String> {
        self.at(self.now + LEASE / 2, Event::MonitorTick);
        self.tell_monitor(Input::Tick)?;
        if let Some(is_open) = self.monitor.core.as_ref().map(|core| core.gate(self.now).is_ok()) {
            self.say(Message::Gate { is_open, lasts: LEASE * 2 });
        }
        Ok(())
    }

    /// The monitor judges every decision that a robot might take.
    pub fn check(&mut self, robot: usize, life: u32, ticket: Ticket, request: &CheckRequest) {
        let unable = |reason: String| surefleet_robot::Input::Checked { ticket, result: Err(reason) };
        let Some(core) = &self.monitor.core else {
            return self.give_up(robot, unable("it is down".to_owned()));
        };
        let reply = match core.check(self.now, request) {
            Ok(verdicts) => {
                let candidates = verdicts.into_iter().map(|verdict| verdict.map_err(|reason| reason.to_string()));
                let verdicts = Verdicts { candidates: candidates.collect(), audited: false };
                let checked = Checked { verdicts, alarm: String::new(), calibration: mind::calibration() };
                surefleet_robot::Input::Checked { ticket, result: Ok(checked) }
            }
            Err(reason) => unable(reason.to_string()),
        };
        self.reply(self.robots.len(), robot, life, reply, unable("it did not answer".to_owned()));
    }
}
