use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use r2r::surefleet::{
    msg::{HelpAnswer, HelpQueue, HelpRequest},
    srv::AnswerHelp,
};
use surefleet_fleet::{Decision, RobotId, Stamp, Turn};
use surefleet_simulator::{OperatorHabits, SimulatedOperator};

use crate::{NodeError, OperatorChoice, endpoints::Calls, site::Site};

/// So long the help desk may take to accept an answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often a robot's earlier turns are kept: a request and its turn travel separately.
const KEPT_TURNS: usize = 8;

/// A simulated operator before the help desk's queue: for demonstrations, tests and benchmarks.
pub(crate) struct OperatorDesk {
    operator: SimulatedOperator,
    turns: BTreeMap<RobotId, Vec<Arc<Turn>>>,
    open: Vec<HelpRequest>,
    due: BTreeMap<String, (Stamp, AnswerHelp::Request)>,
    sent: BTreeSet<String>,
    /// Requests about turns that were not heard.
    puzzling: BTreeSet<String>,
    answers: Calls<AnswerHelp::Service, String>,
    answered: u64,
}

impl OperatorDesk {
    /// Sits down before the queue.
    pub(crate) fn open(node: &mut r2r::Node, site: &Site, choice: OperatorChoice) -> Result<Self, NodeError> {
        let delay = Duration::from_millis(choice.delay_ms);
        let habits =
            OperatorHabits { error_rate: choice.error_rate, least_delay: delay / 2, greatest_delay: delay * 3 / 2 };
        let operator = SimulatedOperator::new(site.domain.clone(), habits, choice.seed)
            .and_then(|operator| operator.meaning(&choice.means, &site.fleet.order))
            .map_err(|error| NodeError::Refused(format!("simulator.operator: {error}")))?;
        Ok(Self {
            operator,
            turns: BTreeMap::new(),
            open: Vec::new(),
            due: BTreeMap::new(),
            sent: BTreeSet::new(),
            puzzling: BTreeSet::new(),
            answers: Calls::to(node, "/help_desk/answer", PATIENCE)?,
            answered: 0,
        })
    }

    /// A turn went by; a request about it may follow.
    pub(crate) fn see(&mut self, turn: Arc<Turn>) {
        let Some(holder) = turn.holder() else { return };
        let kept = self.turns.entry(holder.clone()).or_default();
        if kept.len() == KEPT_TURNS {
            kept.remove(0);
        }
        kept.push(turn);
    }

    /// The queue changed.
    pub(crate) fn look_at(&mut self, now: Stamp, queue: HelpQueue) {
        self.open = queue.requests;
        let open: BTreeSet<&str> = self.open.iter().map(|request| request.id.as_str()).collect();
        self.due.retain(|id, _| open.contains(id.as_str()));
        self.sent.retain(|id| open.contains(id.as_str()));
        self.puzzling.retain(|id| open.contains(id.as_str()));
        self.think(now);
    }

    /// Sends the answers that are due; returns whether there was one.
    pub(crate) fn work(&mut self, now: Stamp) -> bool {
        self.think(now);
        let mut worked = false;
        let due: Vec<String> = self.due.iter().filter(|(_, (at, _))| now >= *at).map(|(id, _)| id.clone()).collect();
        for id in due {
            if let Some((_, answer)) = self.due.remove(&id) {
                worked = true;
                self.answers.call(now, id.clone(), &answer);
                self.sent.insert(id);
            }
        }
        while let Some((id, result)) = self.answers.take(now) {
            worked = true;
            match result {
                Ok(response) if response.accepted => self.answered += 1,
                Ok(response) => tracing::info!(reason = response.reason, "an answer came too late"),
                // The desk did not hear it: think again, it is still in the queue.
                Err(reason) => {
                    tracing::warn!(reason, "an answer did not arrive");
                    self.sent.remove(&id);
                }
            }
        }
        worked
    }

    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        self.due.values().map(|(at, _)| *at).chain(self.answers.next_deadline()).min()
    }

    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    fn think(&mut self, now: Stamp) {
        for request in &self.open {
            if self.due.contains_key(&request.id) || self.sent.contains(&request.id) {
                continue;
            }
            let Some(turn) = self.turn_of(request) else {
                if self.puzzling.insert(request.id.clone()) {
                    let (id, robot) = (request.id.as_str(), request.robot.as_str());
                    tracing::info!(id, robot, "the simulated operator waits to hear the turn that a request is about");
                }
                continue;
            };
            let offered: Vec<Decision> = request
                .options
                .iter()
                .filter(|option| option.allowed)
                .map(|option| Decision::new(option.decision))
                .collect();
            let Some(holder) = turn.holder() else { continue };
            match self.operator.answer(turn, holder, &offered) {
                Ok(answer) => {
                    let (kind, decision) = match answer.pick {
                        Some(decision) => (HelpAnswer::OPTION as u8, decision.get()),
                        None => (HelpAnswer::NONE_OF_THESE as u8, 0),
                    };
                    let reply = AnswerHelp::Request {
                        request_id: request.id.clone(),
                        kind,
                        decision,
                        text: String::new(),
                        operator_name: SimulatedOperator::NAME.to_owned(),
                    };
                    self.due.insert(request.id.clone(), (now + answer.delay, reply));
                }
                // What nobody could judge would else be waited for for ever.
                Err(error) => {
                    tracing::warn!(%error, "the simulated operator cannot tell what is right, and halts the mission");
                    let text = format!("{error}; simulator.operator.means in the fleet file says what it has in mind");
                    let reply = AnswerHelp::Request {
                        request_id: request.id.clone(),
                        kind: HelpAnswer::HALT as u8,
                        decision: 0,
                        text,
                        operator_name: SimulatedOperator::NAME.to_owned(),
                    };
                    self.due.insert(request.id.clone(), (now, reply));
                }
            }
        }
    }

    fn turn_of(&self, request: &HelpRequest) -> Option<&Arc<Turn>> {
        let robot = RobotId::new(&request.robot).ok()?;
        self.turns.get(&robot)?.iter().rev().find(|turn| {
            turn.mission().as_bytes().as_slice() == request.mission_id.as_slice()
                && turn.step.get() == request.step
                && turn.attempt.0 == request.attempt
        })
    }
}
