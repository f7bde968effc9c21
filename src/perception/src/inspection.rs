use std::collections::{BTreeMap, BTreeSet, VecDeque};

use surefleet_fleet::{MissionId, Stamp};

use crate::{
    ActionReading, ActionVerdict, Check, Execution, InspectionInput, InspectionOutput, InspectionPolicy,
    InspectionTicket, Said,
};

/// Checks after every skill whether it did what it should: first with a picture, then by asking a person.
///
/// Every ended skill gets exactly one outcome, except in a forgotten mission. Success needs the skill's own report, and
/// also a verdict of success or a person's confirmation. If something is missing or late, a person is asked; without an
/// answer the skill counts as failed.
#[derive(Debug, Clone)]
pub struct Inspection {
    policy: InspectionPolicy,
    missions: BTreeMap<MissionId, Progress>,
    open: BTreeMap<InspectionTicket, Open>,
    next_ticket: u64,
    late: u64,
    outputs: VecDeque<InspectionOutput>,
}

#[derive(Debug, Clone, Default)]
struct Progress {
    seen: BTreeSet<Execution>,
    failures: u32,
}

#[derive(Debug, Clone)]
struct Open {
    execution: Execution,
    check: Box<Check>,
    phase: Phase,
}

#[derive(Debug, Clone)]
enum Phase {
    Looking { until: Stamp },
    Asking { why: String, readings: Vec<ActionReading>, again: Stamp, until: Option<Stamp> },
}

const NOBODY: &str = "nobody could tell whether it worked";

impl Inspection {
    /// Starts with nothing to inspect.
    pub fn new(policy: InspectionPolicy) -> Self {
        let (missions, open, outputs) = Default::default();
        Self { policy, missions, open, next_ticket: 0, late: 0, outputs }
    }

    /// Handles an input.
    pub fn handle(&mut self, now: Stamp, input: InspectionInput) {
        self.run_out(now);
        match input {
            InspectionInput::SkillEnded { execution, check, reported, at } => {
                if self.missions.entry(execution.mission).or_default().seen.insert(execution) {
                    match reported {
                        Ok(()) => self.look(now, execution, check, at),
                        Err(reason) => self.put_outcome(execution, Err(reason)),
                    }
                }
            }
            InspectionInput::Judged { ticket, verdict } if self.is_looking(ticket) => match verdict {
                ActionVerdict::Success => self.end(ticket, Ok(())),
                ActionVerdict::Failure(reason) => self.end(ticket, Err(reason)),
                ActionVerdict::Uncertain { why, readings } => self.ask(now, ticket, why, readings),
            },
            InspectionInput::LookFailed { ticket, reason } if self.is_looking(ticket) => {
                self.ask(now, ticket, reason, Vec::new());
            }
            InspectionInput::PersonSaid { ticket, said } if self.is_asking(ticket) => match said {
                Said::Worked => self.end(ticket, Ok(())),
                Said::Failed(reason) if reason.is_empty() => {
                    let unmet = self.open.get(&ticket).map(|open| open.check.expected().to_owned()).unwrap_or_default();
                    self.end(ticket, Err(format!("it is not so that {unmet}, says a person")));
                }
                Said::Failed(reason) => self.end(ticket, Err(reason)),
                Said::Nothing => self.end(ticket, Err(NOBODY.to_owned())),
            },
            InspectionInput::Judged { .. }
            | InspectionInput::LookFailed { .. }
            | InspectionInput::PersonSaid { .. } => {
                self.late += 1;
            }
            InspectionInput::Forget(mission) => self.forget(mission),
            InspectionInput::Tick => {}
        }
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<InspectionOutput> {
        self.outputs.pop_front()
    }

    /// The next time at which a verdict is late, a question is to be repeated, or a person's time is up.
    pub fn next_deadline(&self) -> Option<Stamp> {
        self.open.values().map(|open| open.phase.due()).min()
    }

    /// Number of replies that arrived too late; they are harmless.
    pub fn late(&self) -> u64 {
        self.late
    }

    fn look(&mut self, now: Stamp, execution: Execution, check: Box<Check>, at: Stamp) {
        let ticket = InspectionTicket(self.next_ticket);
        self.next_ticket += 1;
        let until = now + self.policy.settle + self.policy.verdict;
        let not_before = at + self.policy.settle;
        self.outputs.push_back(InspectionOutput::Look { ticket, execution, check: check.clone(), not_before });
        self.open.insert(ticket, Open { execution, check, phase: Phase::Looking { until } });
    }

    fn ask(&mut self, now: Stamp, ticket: InspectionTicket, why: String, readings: Vec<ActionReading>) {
        let Some(open) = self.open.get_mut(&ticket) else { return };
        let until = self.policy.help.map(|span| now + span);
        open.phase = Phase::Asking { why, readings, again: now + self.policy.repeat_help, until };
        self.outputs.extend(open.question(ticket));
    }

    fn end(&mut self, ticket: InspectionTicket, result: Result<(), String>) {
        if let Some(open) = self.open.remove(&ticket) {
            self.put_outcome(open.execution, result);
        }
    }

    fn put_outcome(&mut self, execution: Execution, result: Result<(), String>) {
        let failure = result.as_ref().err().cloned();
        self.outputs.push_back(InspectionOutput::Outcome { execution, result });
        let Some(reason) = failure else { return };
        let progress = self.missions.entry(execution.mission).or_default();
        progress.failures = progress.failures.saturating_add(1);
        if progress.failures == self.policy.max_retries.saturating_add(1) {
            self.outputs.push_back(InspectionOutput::GiveUp { mission: execution.mission, reason });
        }
    }

    fn forget(&mut self, mission: MissionId) {
        self.missions.remove(&mission);
        let outputs = &mut self.outputs;
        self.open.retain(|&ticket, open| {
            let stays = open.execution.mission != mission;
            if !stays {
                outputs.push_back(InspectionOutput::Withdraw { ticket });
            }
            stays
        });
    }

    /// Handles all deadlines that have passed.
    fn run_out(&mut self, now: Stamp) {
        let due: Vec<InspectionTicket> =
            self.open.iter().filter(|(_, open)| open.phase.due() <= now).map(|(ticket, _)| *ticket).collect();
        for ticket in due {
            let Some(open) = self.open.get_mut(&ticket) else { continue };
            match &mut open.phase {
                Phase::Looking { .. } => {
                    self.ask(now, ticket, "perception did not answer in time".to_owned(), Vec::new());
                }
                Phase::Asking { until: Some(until), .. } if *until <= now => {
                    self.outputs.push_back(InspectionOutput::Withdraw { ticket });
                    self.end(ticket, Err(NOBODY.to_owned()));
                }
                Phase::Asking { again, .. } => {
                    *again = now + self.policy.repeat_help;
                    self.outputs.extend(open.question(ticket));
                }
            }
        }
    }

    fn is_looking(&self, ticket: InspectionTicket) -> bool {
        self.open.get(&ticket).is_some_and(|open| matches!(open.phase, Phase::Looking { .. }))
    }

    fn is_asking(&self, ticket: InspectionTicket) -> bool {
        self.open.get(&ticket).is_some_and(|open| matches!(open.phase, Phase::Asking { .. }))
    }
}

impl Open {
    fn question(&self, ticket: InspectionTicket) -> Option<InspectionOutput> {
        let Phase::Asking { why, readings, .. } = &self.phase else { return None };
        let (execution, check) = (self.execution, self.check.clone());
        Some(InspectionOutput::AskPerson { ticket, execution, check, why: why.clone(), readings: readings.clone() })
    }
}

impl Phase {
    fn due(&self) -> Stamp {
        match self {
            Self::Looking { until } => *until,
            Self::Asking { again, until, .. } => until.map_or(*again, |until| until.min(*again)),
        }
    }
}
