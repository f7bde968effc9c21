use std::time::Duration;

use r2r::surefleet::{
    msg::{Heartbeat, HelpRequest as HelpMessage, JointStep as JointStepMessage},
    srv::RequestHelp,
};
use surefleet_fleet::Stamp;
use surefleet_perception::Execution;
use surefleet_planner::{HelpKey, Input, Output};
use surefleet_ros::{NodeError, wire};

use super::{
    HelpCall, PlannerRoom,
    messages::{check_request, help_message, record_message},
};

/// A record is large; its publication waits so long, so that the turn reaches the next robot first.
const LET_THE_TURN_PASS: Duration = Duration::from_millis(2);

/// So many questions are remembered.
const MOST_ASKED: usize = 16;

impl PlannerRoom {
    /// Does what the two cores want until both are content.
    pub(super) fn speak(&mut self, now: Stamp) -> Result<(), NodeError> {
        loop {
            if let Some(output) = self.ring.poll() {
                self.ring_says(now, output)?;
            } else if let Some(output) = self.planner.poll() {
                self.planner_says(now, output)?;
            } else if let Some((ticket, scores)) = self.scoring.take() {
                self.tell_planner(now, Input::Scores { ticket, result: scores });
            } else {
                return Ok(());
            }
        }
    }

    fn ring_says(&mut self, now: Stamp, output: surefleet_ring::Output) -> Result<(), NodeError> {
        use surefleet_ring::Output;
        let sent = self.timeline.ros();
        match output {
            Output::Journal(entry) => self.journal.append(&entry)?,
            Output::Publish(turn) => {
                // Hops are measured from the moment of sending.
                let sent = self.clock.now()?;
                self.said.publish(wire::turn_message(sent, self.me.as_str(), &turn));
            }
            Output::PublishOutcome { mission, step, outcome } => {
                self.said.publish(wire::outcome_message(sent, self.me.as_str(), mission, step, &outcome));
            }
            Output::Heartbeat(heartbeat) => self.alive.publish(Heartbeat {
                without_skill_server: self.skills.is_unserved(),
                ..wire::heartbeat_message(sent, &heartbeat)
            }),
            Output::Decide(turn) => {
                match self.inspector.as_ref().and_then(|inspector| inspector.ends(turn.mission())) {
                    Some(outcome) => {
                        let (mission, step, attempt, outcome) =
                            (turn.mission(), turn.step, turn.attempt, outcome.clone());
                        self.ring.handle(now, surefleet_ring::Input::Stop { mission, step, attempt, outcome });
                    }
                    None => self.tell_planner(now, Input::Hold(turn)),
                }
            }
            Output::Withdraw { mission, step, attempt } => {
                self.tell_planner(now, Input::Withdraw { mission, step, attempt });
            }
            Output::Propose { joint, facts } => {
                let proposed = JointStepMessage::PROPOSED as u8;
                self.proposals.publish(wire::joint_step_message(sent, proposed, &joint, &facts, &[]));
            }
            Output::ProposeStop { mission, step, attempt, outcome } => {
                let proposed = JointStepMessage::PROPOSED as u8;
                self.proposals.publish(wire::stop_message(sent, proposed, mission, (step, attempt), &outcome, &[]));
            }
            Output::Execute { mission, step, attempt, decision, facts } => {
                if let Some(inspector) = &mut self.inspector {
                    inspector.begin(Execution { mission, step, attempt }, decision, &facts);
                }
                self.skills.execute(now, (mission, step), attempt, decision);
            }
            Output::Ended { mission, outcome } => {
                tracing::info!(%mission, ?outcome, "a mission ended");
                self.skills.forget(mission);
                if let Some(inspector) = &mut self.inspector {
                    inspector.forget(now, mission);
                }
            }
        }
        Ok(())
    }

    fn planner_says(&mut self, now: Stamp, output: Output) -> Result<(), NodeError> {
        match output {
            Output::Score { ticket, question } => self.scoring.ask(ticket, *question),
            Output::Check { ticket, turn, candidates } => {
                self.checks.call(now, ticket, check_request(&self.me, &turn, &candidates));
            }
            Output::AskHelp(request) => {
                let mission = request.key.decision.mission;
                self.ring.handle(now, surefleet_ring::Input::WaitsForHelp { mission, waits: true });
                let message = help_message(&self.timeline, &self.me, &request, self.asked_anew);
                if !self.asked.iter().any(|(_, asked)| *asked == message.key) {
                    tracing::info!(step = message.step, question = message.question, "asks a person");
                }
                self.note_asked(request.key.clone(), message.key.clone());
                let call = HelpCall::Ask(request.key);
                let request = RequestHelp::Request { request: message, ..Default::default() };
                self.help.call(now, call, request);
            }
            Output::WithdrawHelp { key } => self.withdraw_help(now, key),
            Output::Decided { key, decision, mut record } => {
                // The evidence is kept first, then the turn goes on; telling the audience can wait for both.
                let json = self.records.keep(&mut record)?;
                let (mission, step, attempt) = (key.mission, key.step, key.attempt);
                self.ring.handle(now, surefleet_ring::Input::Decided { mission, step, attempt, decision });
                while let Some(output) = self.ring.poll() {
                    self.ring_says(now, output)?;
                }
                self.untold.push_back((now, record, json));
            }
            Output::Reorder { turn, order } => {
                let (mission, step, attempt) = (turn.mission, turn.step, turn.attempt);
                self.ring.handle(now, surefleet_ring::Input::Reorder { mission, step, attempt, order });
            }
            Output::Stop { turn, outcome } => {
                let (mission, step, attempt) = (turn.mission, turn.step, turn.attempt);
                self.ring.handle(now, surefleet_ring::Input::Stop { mission, step, attempt, outcome });
            }
        }
        Ok(())
    }

    fn note_asked(&mut self, key: HelpKey, wire_key: String) {
        self.asked.retain(|(asked, _)| *asked != key);
        self.asked.push_back((key, wire_key));
        // A robot waits for one answer at a time; a few more may still be withdrawn.
        if self.asked.len() > MOST_ASKED {
            self.asked.pop_front();
        }
    }

    fn withdraw_help(&mut self, now: Stamp, key: HelpKey) {
        // What was not asked in this life is void with the next question.
        let Some((_, asked)) = self.asked.iter().rfind(|(asked, _)| *asked == key) else { return };
        let request = HelpMessage { key: asked.clone(), robot: self.me.to_string(), ..Default::default() };
        let request = RequestHelp::Request { request, withdraw: true, ..Default::default() };
        self.help.call(now, HelpCall::Withdraw(key), request);
    }

    /// Has the monitor end the missions that a person halted when asked how an action ended.
    pub(super) fn halt(&mut self, now: Stamp) {
        for (Execution { mission, step, attempt }, outcome) in
            self.inspector.iter_mut().flat_map(|inspector| inspector.halts(now))
        {
            let proposed = JointStepMessage::PROPOSED as u8;
            self.proposals.publish(wire::stop_message(
                self.timeline.ros(),
                proposed,
                mission,
                (step, attempt),
                &outcome,
                &[],
            ));
        }
    }

    /// Sends what can wait: records once the turn is on its way, and withdrawals that were not heard.
    pub(super) fn catch_up(&mut self, now: Stamp) {
        while self.untold.front().is_some_and(|(decided, ..)| *decided + LET_THE_TURN_PASS <= now) {
            if let Some((decided, record, json)) = self.untold.pop_front() {
                self.decisions.publish(record_message(self.timeline.to_ros(decided), &record, json));
            }
        }
        while self.unheard.front().is_some_and(|(due, _)| *due <= now) {
            if let Some((_, key)) = self.unheard.pop_front() {
                self.withdraw_help(now, key);
            }
        }
    }
}
