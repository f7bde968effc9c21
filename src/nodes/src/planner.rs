mod autonomy;
mod messages;

use std::{collections::VecDeque, time::Duration};

use autonomy::read_autonomy;
use messages::{check_request, help_message, read_answer, read_check_reply, read_verdict, record_message, ring_input};
use r2r::surefleet::{
    msg::{
        DecisionRecord as RecordMessage, Heartbeat as HeartbeatMessage, HelpAnswer, HelpRequest as HelpMessage,
        JointStep as JointStepMessage, Turn as TurnMessage, WorldState,
    },
    srv::{CheckDecisions, RequestHelp},
};
use surefleet_conformal::Autonomy;
use surefleet_fleet::{Facts, Incarnation, RobotId, Stamp};
use surefleet_planner::{DecisionRecord, HelpKey, Input, Output, Patience, Planner, PlannerConfig, Ticket};
use surefleet_ring::{Ring, RingConfig};

use crate::{
    NodeError, Room, Runtime,
    diagnostics::Diagnosis,
    endpoints::{Calls, Inbox, Outbox},
    journal::Journal,
    parameters::{ParameterKind, ParameterSpec},
    runtime::RosClock,
    scoring::{Scorer, Scoring},
    site::{AUTOSTART, FLEET, STATE_DIR, Site, USE_SIM_TIME},
    skill_client::SkillClient,
    topics::{APPROVED_STEP, DECISIONS, HEARTBEAT, HELP_ANSWERS, PROPOSED_STEP, RING, WORLD_STATE},
    wire::{self, RingReader, WireError},
};

const PARAMETERS: &[ParameterSpec] = &[
    AUTOSTART,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ParameterSpec {
        name: "robot",
        kind: ParameterKind::Text(None),
        description: "the robot that this planner decides for; one of the fleet file's order",
    },
    ParameterSpec {
        name: "check_timeout_ms",
        kind: ParameterKind::Whole { default: None, least: 1, most: 60_000 },
        description: "so long the safety monitor may take to judge the candidates of a turn",
    },
    ParameterSpec {
        name: "help_deadline_s",
        kind: ParameterKind::Number { default: None, least: 0.0, most: 86_400.0 },
        description: "after so long without an answer the robot idles; 0: it waits for ever",
    },
];

/// A record is large; its publication waits so long, so that the turn reaches the next robot first.
const LET_THE_TURN_PASS: Duration = Duration::from_millis(2);

/// Runs the node `planner` until it is told to end.
///
/// # Errors
/// Bad parameters, a journal that cannot be used, or no ROS.
pub fn run_planner() -> Result<(), NodeError> {
    let mut runtime = Runtime::start("planner", PARAMETERS)?;
    let site = Site::of(runtime.parameters())?;
    let parameters = runtime.parameters();
    let me = RobotId::new(parameters.text("robot")?)
        .map_err(|error| NodeError::Parameter { name: "robot".into(), wrong: error.to_string() })?;
    if !site.fleet.order.contains(&me) {
        let team: Vec<&str> = site.fleet.order.iter().map(RobotId::as_str).collect();
        let wrong = format!("{me} is not in the fleet file's order ({})", team.join(", "));
        return Err(NodeError::Parameter { name: "robot".into(), wrong });
    }
    let check_timeout = parameters.millis("check_timeout_ms")?;
    let help_deadline = parameters.number("help_deadline_s")?;
    let scoring = Scoring::start(Scorer::choose(&site.fleet.scorer, site.domain.clone())?)?;
    let planner = Planner::new(PlannerConfig {
        me: me.clone(),
        domain: site.domain.clone(),
        autonomy: read_autonomy(&site, &scoring),
        scorer: scoring.identity(),
        patience: Patience {
            verdicts: check_timeout,
            help: (help_deadline > 0.0).then(|| Duration::from_secs_f64(help_deadline)),
            ..Patience::default()
        },
    });
    let (journal, entries) = Journal::open(&site.state, &format!("{me}.ring.jsonl"))?;
    let (records, _) = Journal::open::<serde_json::Value>(&site.state, &format!("{me}.records.jsonl"))?;
    let config = RingConfig {
        me: me.clone(),
        incarnation: Incarnation(rand::random()),
        lease: Duration::from_millis(site.fleet.ring.lease_ms),
    };
    let ring = Ring::start(runtime.now()?, config, entries);
    let clock = runtime.clock();
    let node = runtime.node();
    let room = PlannerRoom {
        clock,
        ring,
        planner,
        scoring,
        journal,
        records,
        active: false,
        malformed: 0,
        checks: Calls::to(node, "/safety_monitor/check", check_timeout)?,
        help: Calls::to(node, "/help_desk/request", check_timeout)?,
        skills: SkillClient::new(node, &me, &site)?,
        turns: Inbox::subscribe(node, &RING)?,
        reader: RingReader::default(),
        heartbeats: Inbox::subscribe(node, &HEARTBEAT)?,
        verdicts: Inbox::subscribe(node, &APPROVED_STEP)?,
        worlds: Inbox::subscribe(node, &WORLD_STATE)?,
        answers: Inbox::subscribe(node, &HELP_ANSWERS)?,
        said: Outbox::advertise(node, &RING)?,
        alive: Outbox::advertise(node, &HEARTBEAT)?,
        proposals: Outbox::advertise(node, &PROPOSED_STEP)?,
        decisions: Outbox::advertise(node, &DECISIONS)?,
        untold: VecDeque::new(),
        domain_sha256: site.domain.digest().to_string(),
        me,
    };
    runtime.run(room)
}

/// What a reply of the help desk belongs to.
enum HelpCall {
    Ask(HelpKey),
    Withdraw,
}

struct PlannerRoom {
    me: RobotId,
    clock: RosClock,
    domain_sha256: String,
    ring: Ring,
    planner: Planner,
    scoring: Scoring,
    journal: Journal,
    records: Journal,
    active: bool,
    malformed: u64,
    checks: Calls<CheckDecisions::Service, Ticket>,
    help: Calls<RequestHelp::Service, HelpCall>,
    skills: SkillClient,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    heartbeats: Inbox<HeartbeatMessage>,
    verdicts: Inbox<JointStepMessage>,
    worlds: Inbox<WorldState>,
    answers: Inbox<HelpAnswer>,
    said: Outbox<TurnMessage>,
    alive: Outbox<HeartbeatMessage>,
    proposals: Outbox<JointStepMessage>,
    decisions: Outbox<RecordMessage>,
    /// Records that are kept and still to be published, each with the time of its decision and as its line.
    untold: VecDeque<(Stamp, Box<DecisionRecord>, String)>,
}

impl Room for PlannerRoom {
    fn work(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut worked = self.hear_fleet(now);
        worked |= self.hear_replies(now);
        if self.active {
            self.ring.handle(now, surefleet_ring::Input::Tick);
            self.tell_planner(now, Input::Tick);
        }
        worked |= self.speak(now)?;
        while self.untold.front().is_some_and(|(decided, ..)| *decided + LET_THE_TURN_PASS <= now) {
            if let Some((decided, record, json)) = self.untold.pop_front() {
                self.decisions.publish(&record_message(decided, &record, json));
            }
        }
        Ok(worked)
    }

    fn next_deadline(&self) -> Option<Stamp> {
        if self.scoring.is_pending() {
            // Scores come from another thread, which cannot wake the spin.
            return Some(Stamp::ZERO);
        }
        let cores = self.ring.next_deadline().into_iter().chain(self.planner.next_deadline());
        cores
            .chain(self.skills.next_deadline())
            .chain(self.checks.next_deadline())
            .chain(self.help.next_deadline())
            .min()
    }

    fn set_active(&mut self, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, _: Stamp) -> Vec<Diagnosis> {
        let autonomy = match self.planner.autonomy() {
            Autonomy::On(_) => Diagnosis::ok("calibration", "matches what runs"),
            Autonomy::Off(reason) => Diagnosis::error("calibration", format!("autonomy is off: {reason}")),
        };
        let tally = self.planner.tally();
        let turns = if self.active {
            Diagnosis::ok("turns", "taking turns")
        } else {
            Diagnosis::error("turns", "not active: decides nothing")
        };
        vec![
            autonomy.with("scorer", self.scoring.identity()),
            turns
                .with("taken", tally.turns)
                .with("prompts", tally.prompts)
                .with("late_replies", tally.late)
                .with("refused_inputs", tally.refused)
                .with("regenerated", self.ring.counts().regenerated)
                .with("rejected_turns", self.ring.counts().rejected())
                .with("malformed_messages", self.malformed),
        ]
    }
}

impl PlannerRoom {
    /// Takes what the fleet says. An inactive planner listens, so that it knows the newest turn when it wakes.
    fn hear_fleet(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        while let Some(message) = self.worlds.take() {
            if message.domain_sha256 == self.domain_sha256 {
                let (observed, facts) = (wire::stamp(&message.header.stamp), Facts::new(message.facts));
                self.ring.handle(now, surefleet_ring::Input::Facts { observed, facts });
            } else {
                self.malformed += 1;
            }
        }
        while let Some(message) = self.turns.take() {
            worked = true;
            match self.reader.read(message) {
                Ok(message) => self.ring.handle(now, ring_input(message)),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.heartbeats.take() {
            worked = true;
            match wire::heartbeat(&message) {
                Ok(heartbeat) => self.ring.handle(now, surefleet_ring::Input::Heartbeat(heartbeat)),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.verdicts.take() {
            worked = true;
            match read_verdict(&message) {
                Ok(Some(input)) => self.ring.handle(now, input),
                Ok(None) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
        worked
    }

    /// Takes what was asked for: scores, verdicts, answers, skills.
    fn hear_replies(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        while let Some((ticket, scores)) = self.scoring.take() {
            worked = true;
            self.tell_planner(now, Input::Scores { ticket, result: scores });
        }
        while let Some((ticket, reply)) = self.checks.take(now) {
            worked = true;
            self.tell_planner(now, Input::Verdicts { ticket, result: reply.and_then(read_check_reply) });
        }
        while let Some((call, reply)) = self.help.take(now) {
            worked = true;
            let accepted = reply.and_then(|reply| if reply.accepted { Ok(reply.id) } else { Err(reply.reason) });
            match (call, accepted) {
                (HelpCall::Ask(key), accepted) => {
                    if let Err(reason) = &accepted {
                        tracing::warn!(reason, "the help desk did not take a request; it is asked again");
                    }
                    self.tell_planner(now, Input::Help { key, accepted });
                }
                // The desk drops the request by itself when the mission moves on.
                (HelpCall::Withdraw, Err(reason)) => tracing::info!(reason, "a withdrawn request was not heard"),
                (HelpCall::Withdraw, Ok(_)) => {}
            }
        }
        while let Some(message) = self.answers.take() {
            worked = true;
            if message.robot == self.me.as_str() {
                match read_answer(message) {
                    Ok((decision, answer)) => self.tell_planner(now, Input::Answer { decision, answer }),
                    Err(reason) => {
                        self.malformed += 1;
                        tracing::warn!(reason, "an answer of the help desk was ignored");
                    }
                }
            }
        }
        while let Some((mission, step, outcome)) = self.skills.take(now) {
            worked = true;
            self.ring.handle(now, surefleet_ring::Input::SkillFinished { mission, step, outcome });
        }
        worked
    }

    fn tell_planner(&mut self, now: Stamp, input: Input) {
        if let Err(error) = self.planner.handle(now, input) {
            tracing::warn!(%error, "the planner refused an input");
        }
    }

    /// Does what the two cores want until both are content.
    fn speak(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut spoke = false;
        loop {
            if let Some(output) = self.ring.poll() {
                self.ring_says(now, output)?;
            } else if let Some(output) = self.planner.poll() {
                self.planner_says(now, output)?;
            } else if let Some((ticket, scores)) = self.scoring.take() {
                self.tell_planner(now, Input::Scores { ticket, result: scores });
            } else {
                return Ok(spoke);
            }
            spoke = true;
        }
    }

    fn ring_says(&mut self, now: Stamp, output: surefleet_ring::Output) -> Result<(), NodeError> {
        use surefleet_ring::Output;
        match output {
            Output::Journal(entry) => self.journal.append(&entry)?,
            Output::Publish(turn) => {
                let sent = self.clock.now()?;
                self.said.publish(&wire::turn_message(sent, self.me.as_str(), &turn));
            }
            Output::PublishOutcome { mission, step, outcome } => {
                self.said.publish(&wire::outcome_message(now, self.me.as_str(), mission, step, &outcome));
            }
            Output::Heartbeat(heartbeat) => self.alive.publish(&wire::heartbeat_message(now, &heartbeat)),
            Output::Decide(turn) => self.tell_planner(now, Input::Hold(turn)),
            Output::Withdraw { mission, step, attempt } => {
                self.tell_planner(now, Input::Withdraw { mission, step, attempt });
            }
            Output::Propose { joint, facts } => {
                let proposed = JointStepMessage::PROPOSED as u8;
                self.proposals.publish(&wire::joint_step_message(now, proposed, &joint, &facts, &[]));
            }
            Output::ProposeStop { mission, step, attempt, outcome } => {
                let proposed = JointStepMessage::PROPOSED as u8;
                self.proposals.publish(&wire::stop_message(now, proposed, mission, (step, attempt), &outcome, &[]));
            }
            Output::Execute { mission, step, attempt, decision } => {
                self.skills.execute(now, (mission, step), attempt, decision);
            }
            Output::Ended { mission, outcome } => {
                tracing::info!(%mission, ?outcome, "a mission ended");
                self.skills.forget(mission);
            }
        }
        Ok(())
    }

    fn planner_says(&mut self, now: Stamp, output: Output) -> Result<(), NodeError> {
        match output {
            Output::Score { ticket, question } => self.scoring.ask(ticket, *question),
            Output::Check { ticket, turn, candidates } => {
                self.checks.call(now, ticket, &check_request(&self.me, &turn, &candidates));
            }
            Output::AskHelp(request) => {
                let mission = request.key.decision.mission;
                self.ring.handle(now, surefleet_ring::Input::WaitsForHelp { mission, waits: true });
                let message = help_message(now, &self.me, &request);
                let call = HelpCall::Ask(request.key);
                self.help.call(now, call, &RequestHelp::Request { request: message, withdraw: false });
            }
            Output::WithdrawHelp { key } => {
                let request = HelpMessage { key: key.to_string(), ..Default::default() };
                self.help.call(now, HelpCall::Withdraw, &RequestHelp::Request { request, withdraw: true });
            }
            Output::Decided { key, decision, record } => {
                // The evidence is kept first, then the turn goes on; telling the audience can wait for both.
                let json = record.to_json();
                self.records.append_line(&json)?;
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

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}
