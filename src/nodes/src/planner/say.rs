use std::time::Duration;

use r2r::surefleet::{
    msg::{Heartbeat, HelpRequest as HelpMessage, JointStep as JointStepMessage},
    srv::RequestHelp,
};
use surefleet_fleet::Stamp;
use surefleet_robot::{HelpQuestion, Input, Notice, Output, QuestionKey};
use surefleet_ros::{NodeError, wire};

use super::{
    HelpCall, PlannerRoom,
    messages::{check_request, help_message, look_request, outcome_message, record_message},
};

/// A record is large; its publication waits this long, so that the turn reaches the next robot first.
const LET_THE_TURN_PASS: Duration = Duration::from_millis(2);

const PROPOSED: u8 = JointStepMessage::PROPOSED as u8;

impl PlannerRoom {
    /// Carries out the robot's outputs until there are none left.
    pub(super) fn speak(&mut self, now: Stamp) -> Result<(), NodeError> {
        loop {
            if let Some(output) = self.robot.poll() {
                self.say(now, output)?;
            } else if let Some((ticket, result)) = self.scoring.take() {
                self.robot.handle(now, Input::Scored { ticket, result });
            } else {
                return Ok(());
            }
        }
    }

    fn say(&mut self, now: Stamp, output: Output) -> Result<(), NodeError> {
        let sent = self.timeline.ros();
        match output {
            Output::Journal(entry) => self.journal.append(&entry)?,
            Output::Record(mut record) => {
                let json = self.records.keep(&mut record)?;
                self.untold.push_back((now, record, json));
            }
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
            Output::Propose { joint, facts } => {
                self.proposals.publish(wire::joint_step_message(sent, PROPOSED, &joint, &facts, &[]));
            }
            Output::ProposeStop { mission, step, attempt, outcome } => {
                self.proposals.publish(wire::stop_message(sent, PROPOSED, mission, (step, attempt), &outcome, &[]));
            }
            Output::Score { ticket, question } => self.scoring.ask(ticket, *question),
            Output::Check { ticket, turn, candidates } => {
                self.checks.call(now, ticket, check_request(&self.me, &turn, &candidates));
            }
            Output::Ask(question) => self.ask(now, &question),
            Output::Withdraw(question) => self.withdraw(now, question),
            Output::Look { ticket, execution, check, not_before } => {
                let request = look_request(execution, &check, self.timeline.to_ros(not_before));
                self.looks.iter_mut().for_each(|looks| looks.call(now, ticket, request.clone()));
            }
            Output::FindServer { ticket } => self.skills.find(ticket),
            Output::SendGoal { ticket, goal } => self.skills.send(ticket, goal),
            Output::CancelGoals => self.skills.cancel(),
            Output::Ended { mission, outcome } => tracing::info!(%mission, ?outcome, "a mission ended"),
            Output::Notice(notice @ Notice::AutonomyOff(_)) => tracing::error!("{notice}"),
            Output::Notice(notice) => tracing::warn!("{notice}"),
        }
        Ok(())
    }

    fn ask(&mut self, now: Stamp, question: &HelpQuestion) {
        let request = match question {
            HelpQuestion::Decision { request, anew } => help_message(&self.timeline, &self.me, request, *anew),
            HelpQuestion::Outcome { doubt, anew } => {
                let seen = self.seen.iter().rfind(|(ticket, _)| *ticket == doubt.ticket);
                outcome_message(&self.timeline, &self.me, (doubt, *anew), seen.map(|(_, seen)| seen.as_ref()))
            }
        };
        let key = question.key();
        if self.asked.note(key.clone(), request.key.clone()) {
            tracing::info!(step = request.step, question = request.question, "asks a person");
        }
        self.help.call(now, HelpCall::Ask(key), RequestHelp::Request { request, ..Default::default() });
    }

    fn withdraw(&mut self, now: Stamp, question: QuestionKey) {
        let Some(key) = self.asked.name(&question) else { return };
        let request = HelpMessage { key: key.to_owned(), robot: self.me.to_string(), ..Default::default() };
        let request = RequestHelp::Request { request, withdraw: true, ..Default::default() };
        self.help.call(now, HelpCall::Withdraw(question), request);
    }

    /// Publishes records of decisions once the turn is on its way.
    pub(super) fn catch_up(&mut self, now: Stamp) {
        while self.untold.front().is_some_and(|(decided, ..)| *decided + LET_THE_TURN_PASS <= now) {
            if let Some((decided, record, json)) = self.untold.pop_front() {
                self.decisions.publish(record_message(self.timeline.to_ros(decided), &record, json));
            }
        }
    }
}
