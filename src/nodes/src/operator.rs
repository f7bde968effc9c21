use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use r2r::surefleet::{
    msg::{HelpAnswer, HelpOption, HelpQueue, HelpRequest},
    srv::{AnswerHelp, ShowHelp},
};
use surefleet_english::{Vocabulary, in_words, read};
use surefleet_fleet::{Decision, MissionId, RobotId, Stamp, StepIndex, Turn};
use surefleet_help::QuestionKind;
use surefleet_planner::SAY_SO;
use surefleet_ros::{Calls, FleetNode, NodeError, wire};
use surefleet_simulator::{OperatorHabits, SimulatedOperator};
use surefleet_site::{OperatorChoice, Site};

/// How long the help desk may take to accept an answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// An answer that was not accepted is sent again after this time: an operator may have claimed the request and left.
const AGAIN: Duration = Duration::from_secs(1);
/// How many of a robot's turns are kept: a request and its turn arrive separately.
const KEPT_TURNS: usize = 8;

/// A simulated operator at the help desk's queue, for demonstrations, tests and benchmarks.
pub(crate) struct OperatorDesk {
    operator: SimulatedOperator,
    vocabulary: Vocabulary,
    turns: BTreeMap<RobotId, Vec<Arc<Turn>>>,
    /// The requests of the queue; complete once the desk has shown them.
    open: BTreeMap<String, Option<HelpRequest>>,
    due: BTreeMap<String, (Stamp, AnswerHelp::Request)>,
    sent: BTreeSet<String>,
    /// Requests about turns that were not heard, or of an unknown kind.
    puzzling: BTreeSet<String>,
    shows: Calls<ShowHelp::Service, String>,
    answers: Calls<AnswerHelp::Service, AnswerHelp::Request>,
    answered: u64,
}

impl OperatorDesk {
    /// Opens the simulated operator's place at the queue.
    pub(crate) fn open(node: &mut FleetNode, site: &Site, choice: OperatorChoice) -> Result<Self, NodeError> {
        let delay = Duration::from_millis(choice.delay_ms);
        let habits =
            OperatorHabits { error_rate: choice.error_rate, least_delay: delay / 2, greatest_delay: delay * 3 / 2 };
        let (world, transport) = (site.world.clone(), site.transport.clone());
        let vocabulary = Vocabulary::of(&world);
        let meanings = choice.meanings(&vocabulary)?;
        let operator = SimulatedOperator::of_site(world, transport, habits, choice.seed)
            .map_err(|error| NodeError::Refused(format!("simulator.operator: {error}")))?
            .meaning(meanings);
        Ok(Self {
            operator,
            vocabulary,
            turns: BTreeMap::new(),
            open: BTreeMap::new(),
            due: BTreeMap::new(),
            sent: BTreeSet::new(),
            puzzling: BTreeSet::new(),
            shows: Calls::to(node, "help_desk/show", PATIENCE)?,
            answers: Calls::to(node, "help_desk/answer", PATIENCE)?,
            answered: 0,
        })
    }

    /// Keeps a turn, since a request about it may follow.
    pub(crate) fn see(&mut self, turn: Arc<Turn>) {
        let Some(holder) = turn.holder() else { return };
        let kept = self.turns.entry(holder.clone()).or_default();
        if kept.len() == KEPT_TURNS {
            kept.remove(0);
        }
        kept.push(turn);
    }

    /// Takes a new queue.
    pub(crate) fn look_at(&mut self, now: Stamp, queue: HelpQueue) {
        let mut before = std::mem::take(&mut self.open);
        for line in queue.requests {
            let known = before.remove(&line.id).unwrap_or_else(|| {
                self.look_into(now, &line.id);
                None
            });
            self.open.insert(line.id, known);
        }
        self.due.retain(|id, _| self.open.contains_key(id));
        self.sent.retain(|id| self.open.contains_key(id));
        self.puzzling.retain(|id| self.open.contains_key(id));
    }

    fn look_into(&mut self, now: Stamp, id: &str) {
        let request = ShowHelp::Request { request_id: id.to_owned(), ..Default::default() };
        self.shows.call(now, id.to_owned(), request);
    }

    /// Sends the answers that are due.
    ///
    /// `worked`: whether a robot's part of a step did its job, if that is known.
    pub(crate) fn work(&mut self, now: Stamp, worked: impl Fn(MissionId, StepIndex, &RobotId) -> Option<bool>) {
        let has_worked = worked;
        while let Some((id, result)) = self.shows.take(now) {
            match result {
                Ok(shown) if shown.found => {
                    if let Some(known) = self.open.get_mut(&id) {
                        *known = Some(shown.request);
                    }
                }
                Ok(_) => {}
                Err(_) if self.open.contains_key(&id) => self.look_into(now, &id),
                Err(_) => {}
            }
        }
        self.think(now, &has_worked);
        let due: Vec<String> = self.due.iter().filter(|(_, (at, _))| now >= *at).map(|(id, _)| id.clone()).collect();
        for id in due {
            if let Some((_, answer)) = self.due.remove(&id) {
                self.answers.call(now, answer.clone(), answer);
                self.sent.insert(id);
            }
        }
        while let Some((answer, result)) = self.answers.take(now) {
            let reason = match result {
                Ok(response) if response.accepted => {
                    self.answered += 1;
                    continue;
                }
                Ok(response) => response.reason,
                Err(silence) => silence,
            };
            tracing::info!(reason, "an answer was not taken; it is given again as long as the request is open");
            self.sent.remove(&answer.request_id);
            if self.open.contains_key(&answer.request_id) {
                self.due.insert(answer.request_id.clone(), (now + AGAIN, answer));
            }
        }
    }

    pub(crate) fn next_deadline(&self) -> Option<Stamp> {
        let calls = self.shows.next_deadline().into_iter().chain(self.answers.next_deadline());
        self.due.values().map(|(at, _)| *at).chain(calls).min()
    }

    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    fn think(&mut self, now: Stamp, has_worked: &impl Fn(MissionId, StepIndex, &RobotId) -> Option<bool>) {
        for request in self.open.values().flatten() {
            if self.due.contains_key(&request.id) || self.sent.contains(&request.id) {
                continue;
            }
            match wire::question_kind(request.kind) {
                Ok(QuestionKind::Decision) => {}
                Ok(QuestionKind::Outcome) => {
                    if let Some((answer, delay)) = self.judge(request, has_worked) {
                        self.due.insert(request.id.clone(), (now + delay, answer));
                    }
                    continue;
                }
                Err(error) => {
                    if self.puzzling.insert(request.id.clone()) {
                        tracing::info!(id = request.id, %error, "the simulated operator leaves a request to people");
                    }
                    continue;
                }
            }
            let Some(turn) = self.turn_of(request) else {
                if self.puzzling.insert(request.id.clone()) {
                    let (id, robot) = (request.id.as_str(), request.robot.as_str());
                    tracing::info!(id, robot, "the simulated operator waits to hear the turn that a request is about");
                }
                continue;
            };
            let allowed = request.options.iter().filter(|option| option.allowed);
            let allowed: Vec<(Decision, &HelpOption)> =
                allowed.filter_map(|option| Some((wire::decision(option.decision)?, option))).collect();
            let offered: Vec<Decision> = allowed.iter().map(|(decision, _)| *decision).collect();
            let picked = |picked| allowed.iter().find(|(decision, _)| *decision == picked).map(|(_, option)| *option);
            let Some(holder) = turn.holder() else { continue };
            let answer = self.operator.answer(turn, holder, &offered);
            let is_only = answer.as_ref().is_ok_and(|answer| answer.is_only);
            let (delay, kind, option, text) = match answer {
                // Whoever can settle a question for the whole mission does so, unless the answer is a slip.
                Ok(answer) => {
                    match (answer.pick.and_then(picked), self.meant(turn, request).filter(|_| !answer.is_error())) {
                        (Some(_), Some(words)) => (answer.delay, HelpAnswer::MEANT as u8, 0, words),
                        (Some(one), None) => (answer.delay, HelpAnswer::OPTION as u8, one.id, String::new()),
                        (None, _) => (answer.delay, HelpAnswer::NONE_OF_THESE as u8, 0, String::new()),
                    }
                }
                // Without this halt, the fleet would wait for ever for an answer that nobody can give.
                Err(error) => {
                    tracing::warn!(%error, "the simulated operator cannot tell what is right, and halts the mission");
                    let text = format!("{error}; simulator.operator.means in the fleet file says what it has in mind");
                    (Duration::ZERO, HelpAnswer::HALT as u8, 0, text)
                }
            };
            let reply = AnswerHelp::Request {
                request_id: request.id.clone(),
                mission_id: request.mission_id.clone(),
                kind,
                option,
                for_mission: is_only
                    && kind == HelpAnswer::OPTION as u8
                    && allowed.iter().any(|(_, one)| one.id == option && one.lasting),
                text,
                question_sha256: wire::question_digest(request).to_string(),
                ..Default::default()
            };
            self.due.insert(request.id.clone(), (now + delay, reply));
        }
    }

    /// What the operator means, in words, by a mission that has several meanings, or that only its words keep from being covered by the
    /// calibration.
    fn meant(&self, turn: &Turn, request: &HelpRequest) -> Option<String> {
        let brief = &turn.brief;
        if brief.meanings.is_empty() {
            let read = read(&brief.text, &self.vocabulary).ok().filter(|_| request.question.ends_with(SAY_SO));
            return read.map(|read| read.words());
        }
        let words = |formula: &String| Some(in_words(formula, &self.vocabulary)?.to_string());
        let parts: Option<Vec<String>> = self.operator.meant(&brief.text)?.iter().map(words).collect();
        parts.map(|parts| parts.join(" "))
    }

    /// The verdict on an action by the operator, who sees the true world; `None`: the action is unknown.
    fn judge(
        &self,
        request: &HelpRequest,
        has_worked: impl Fn(MissionId, StepIndex, &RobotId) -> Option<bool>,
    ) -> Option<(AnswerHelp::Request, Duration)> {
        let (mission, step) = (wire::mission_id(&request.mission_id).ok()?, wire::step_index(request.step).ok()?);
        let truth = has_worked(mission, step, &RobotId::new(&request.robot).ok()?)?;
        let (truth, delay) = self.operator.outcome(&request.key, truth);
        let answer = AnswerHelp::Request {
            request_id: request.id.clone(),
            mission_id: request.mission_id.clone(),
            kind: HelpAnswer::OPTION as u8,
            option: wire::outcome_option_id(truth),
            question_sha256: wire::question_digest(request).to_string(),
            ..Default::default()
        };
        Some((answer, delay))
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
