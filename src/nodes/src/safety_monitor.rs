use std::{collections::BTreeMap, pin::Pin, time::Duration};

use futures::Stream;
use r2r::{
    ActionServerCancelRequest, ActionServerGoal, ActionServerGoalRequest,
    surefleet::{
        action::ExecuteMission,
        msg::{
            DecisionRecord, Heartbeat, JointStep as JointStepMessage, ScoredOption, Turn as TurnMessage, WorldState,
        },
        srv::CheckDecisions,
    },
};
use surefleet_conformal::Fraction;
use surefleet_fleet::{Attempt, Brief, Decision, DecisionKey, Facts, FleetError, MissionId, Outcome, RobotId, Stamp};
use surefleet_safety::{
    CheckRequest, DecisionNote, Entry, Fault, Input, MissionReport, Monitor, Output, Policy, StopProposal, Timing,
};

use crate::{
    NodeError, Room, Runtime,
    diagnostics::Diagnosis,
    endpoints::{Inbox, Outbox, Requests, take},
    journal::Journal,
    parameters::{ParameterKind, ParameterSpec},
    site::{AUTOSTART, FLEET, STATE_DIR, Site, USE_SIM_TIME},
    topics::{APPROVED_STEP, DECISIONS, HEARTBEAT, PROPOSED_STEP, RING, WORLD_STATE},
    wire::{self, WireError},
};

const PARAMETERS: &[ParameterSpec] = &[
    AUTOSTART,
    USE_SIM_TIME,
    FLEET,
    STATE_DIR,
    ParameterSpec {
        name: "world_state_timeout_ms",
        kind: ParameterKind::Whole { default: None, least: 1, most: 600_000 },
        description: "a world state older than this closes the gate: nothing is approved",
    },
    ParameterSpec {
        name: "require_grounded",
        kind: ParameterKind::Flag(true),
        description: "refuse missions whose text the domain's grammar cannot read",
    },
    ParameterSpec {
        name: "start_patience_ms",
        kind: ParameterKind::Whole { default: None, least: 0, most: 600_000 },
        description: "so long a mission waits for a world state and for its whole team to be heard, or it is refused",
    },
];

const NAME: &str = "safety_monitor";

/// Runs the node `safety_monitor` until it is told to end.
///
/// # Errors
/// Bad parameters, a journal that cannot be used, or no ROS.
pub fn run_safety_monitor() -> Result<(), NodeError> {
    let mut runtime = Runtime::start(NAME, PARAMETERS)?;
    let site = Site::of(runtime.parameters())?;
    let timing = Timing {
        world_timeout: runtime.parameters().millis("world_state_timeout_ms")?,
        lease: Duration::from_millis(site.fleet.ring.lease_ms),
        start_patience: runtime.parameters().millis("start_patience_ms")?,
    };
    let require_grounded = runtime.parameters().flag("require_grounded")?;
    let policy = Policy::new(site.domain.clone(), site.fleet.order.clone(), timing, require_grounded)
        .map_err(|error| NodeError::Refused(error.to_string()))?;
    let (journal, entries) = Journal::open::<Entry>(&site.state, "safety_monitor.jsonl")?;
    let monitor = Monitor::restore(runtime.now()?, policy, entries);
    let node = runtime.node();
    let room = MonitorRoom {
        monitor,
        journal,
        active: false,
        malformed: 0,
        goals: Box::pin(node.create_action_server("/fleet/mission").map_err(NodeError::ros("offer /fleet/mission"))?),
        clients: BTreeMap::new(),
        checks: Requests::serve(node, "/safety_monitor/check")?,
        proposals: Inbox::subscribe(node, &PROPOSED_STEP)?,
        worlds: Inbox::subscribe(node, &WORLD_STATE)?,
        records: Inbox::subscribe(node, &DECISIONS)?,
        heartbeats: Inbox::subscribe(node, &HEARTBEAT)?,
        ring: Outbox::advertise(node, &RING)?,
        verdicts: Outbox::advertise(node, &APPROVED_STEP)?,
        site,
    };
    runtime.run(room)
}

type Goals = Pin<Box<dyn Stream<Item = ActionServerGoalRequest<ExecuteMission::Action>>>>;

/// A mission's client.
struct Client {
    goal: ActionServerGoal<ExecuteMission::Action>,
    cancels: Pin<Box<dyn Stream<Item = ActionServerCancelRequest>>>,
    canceled: bool,
}

struct MonitorRoom {
    monitor: Monitor,
    journal: Journal,
    site: Site,
    active: bool,
    malformed: u64,
    goals: Goals,
    /// Of missions that wait or run.
    clients: BTreeMap<MissionId, Client>,
    checks: Requests<CheckDecisions::Service>,
    proposals: Inbox<JointStepMessage>,
    worlds: Inbox<WorldState>,
    records: Inbox<DecisionRecord>,
    heartbeats: Inbox<Heartbeat>,
    ring: Outbox<TurnMessage>,
    verdicts: Outbox<JointStepMessage>,
}

impl Room for MonitorRoom {
    fn work(&mut self, now: Stamp) -> Result<bool, NodeError> {
        // Worlds first: everything else is judged against the newest.
        let mut worked = self.hear(now);
        worked |= self.answer_checks(now);
        worked |= self.take_goals(now);
        self.monitor.handle(now, Input::Tick);
        worked |= self.speak(now)?;
        Ok(worked)
    }

    fn next_deadline(&self) -> Option<Stamp> {
        self.monitor.next_deadline()
    }

    fn set_active(&mut self, active: bool) {
        self.active = active;
        tracing::info!(active, "the gate");
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let diagnosis = self.monitor.diagnose(now);
        let gate = match (&diagnosis.gate, self.active) {
            (_, false) => Diagnosis::error("gate", "closed: the node is not active"),
            (Some(reason), true) => Diagnosis::error("gate", reason.to_string()),
            (None, true) => Diagnosis::ok("gate", "open"),
        };
        let silent = diagnosis.missions.iter().filter(|mission| mission.is_silent).count();
        let missions = if silent == 0 {
            Diagnosis::ok("missions", format!("{} running", diagnosis.missions.len()))
        } else {
            Diagnosis::warn("missions", format!("{silent} wait for a team that is silent: look after its robots"))
        };
        let counts = diagnosis.counts;
        vec![
            gate.with("approved", counts.approved)
                .with("refused", counts.refused)
                .with("ignored", counts.ignored)
                .with("malformed_messages", self.malformed),
            missions.with("admitted", counts.admitted).with("turned_away", counts.turned_away),
        ]
    }
}

impl MonitorRoom {
    fn hear(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        // Worlds and heartbeats come for ever; they do not count as work, or an idle node would never be paced.
        while let Some(world) = self.worlds.take() {
            let observed = wire::stamp(&world.header.stamp);
            let facts = Facts::new(world.facts);
            self.monitor.handle(now, Input::World { observed, domain: world.domain_sha256, facts });
        }
        while let Some(message) = self.heartbeats.take() {
            match read_heartbeat(&message) {
                Ok(input) => self.monitor.handle(now, input),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.records.take() {
            worked = true;
            match read_record(&message) {
                Ok(input) => self.monitor.handle(now, input),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.proposals.take() {
            worked = true;
            if !self.active {
                tracing::warn!("a proposed step is not judged: the node is not active");
                continue;
            }
            match read_proposal(message) {
                Ok(input) => self.monitor.handle(now, input),
                Err(error) => self.note_malformed(&error),
            }
        }
        worked
    }

    fn answer_checks(&mut self, now: Stamp) -> bool {
        let (monitor, active) = (&self.monitor, self.active);
        self.checks.answer(|request| check(monitor, active, now, request))
    }

    fn take_goals(&mut self, now: Stamp) -> bool {
        let mut worked = false;
        while let Some(request) = take(self.goals.as_mut()) {
            worked = true;
            if !self.active {
                tracing::warn!("a mission is rejected: the node is not active");
                if let Err(error) = request.reject() {
                    tracing::warn!(%error, "the rejection could not be sent");
                }
                continue;
            }
            match request.accept() {
                Ok((goal, cancels)) => self.admit(now, goal, Box::pin(cancels)),
                Err(error) => tracing::warn!(%error, "a mission goal could not be accepted"),
            }
        }
        for (mission, client) in &mut self.clients {
            while let Some(cancel) = take(client.cancels.as_mut()) {
                worked = true;
                cancel.accept();
                client.canceled = true;
                self.monitor.handle(now, Input::Cancel(*mission));
            }
        }
        worked
    }

    fn admit(
        &mut self,
        now: Stamp,
        goal: ActionServerGoal<ExecuteMission::Action>,
        cancels: Pin<Box<dyn Stream<Item = ActionServerCancelRequest>>>,
    ) {
        let mission = MissionId::new(*goal.uuid.as_bytes());
        let mut client = Client { goal, cancels, canceled: false };
        match self.brief(mission, &client.goal.goal) {
            Ok(brief) => {
                tracing::info!(%mission, text = brief.text, "a mission arrived");
                self.clients.insert(mission, client);
                self.monitor.handle(now, Input::Mission(brief));
            }
            Err((code, error_msg)) => {
                finish(&mut client, ExecuteMission::Result { error_code: code, error_msg, ..Default::default() });
            }
        }
    }

    fn brief(&self, id: MissionId, goal: &ExecuteMission::Goal) -> Result<Brief, (u16, String)> {
        let fleet = &self.site.fleet;
        let team: Result<Vec<RobotId>, FleetError> = goal.robots.iter().map(|name| RobotId::new(name)).collect();
        let team = team.map_err(|error| (ExecuteMission::Result::BAD_TEAM as u16, error.to_string()))?;
        let alpha = read_alpha(goal.alpha).map_err(|wrong| (ExecuteMission::Result::BAD_PARAMETER as u16, wrong))?;
        Ok(Brief {
            id,
            text: goal.mission.clone(),
            constraints: goal.constraints.clone(),
            horizon: if goal.horizon == 0 { fleet.horizon } else { goal.horizon },
            alpha,
            team: if team.is_empty() { fleet.order.clone() } else { team },
        })
    }

    /// Puts on the wire what the monitor says, journalled first.
    fn speak(&mut self, now: Stamp) -> Result<bool, NodeError> {
        let mut spoke = false;
        while let Some(output) = self.monitor.poll() {
            spoke = true;
            match output {
                Output::Journal(entry) => self.journal.append(&entry)?,
                Output::Turn(turn) => self.ring.publish(&wire::turn_message(now, NAME, &turn)),
                Output::Verdict { joint, facts, verdict } => {
                    let reasons = verdict.err().unwrap_or_default();
                    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                    let code = verdict_code(reasons.is_empty());
                    tracing::info!(step = joint.step.get(), attempt = joint.attempt.0, ?reasons, "judged a joint step");
                    self.verdicts.publish(&wire::joint_step_message(now, code, &joint, &facts, &reasons));
                }
                Output::StopVerdict { proposal, verdict } => {
                    let reasons: Vec<String> = verdict.err().iter().map(ToString::to_string).collect();
                    let StopProposal { mission, step, attempt, outcome } = proposal;
                    let code = verdict_code(reasons.is_empty());
                    self.verdicts.publish(&wire::stop_message(now, code, mission, (step, attempt), &outcome, &reasons));
                }
                Output::End { mission, outcome } => {
                    self.ring.publish(&wire::end_message(now, NAME, mission, &outcome));
                }
                Output::Refused { mission, fault, reason } => {
                    tracing::info!(%mission, %reason, "a mission was not admitted");
                    let error_code = fault_code(fault);
                    let error_msg = reason.to_string();
                    self.conclude(mission, ExecuteMission::Result { error_code, error_msg, ..Default::default() });
                }
                Output::Feedback(note) => self.feed_back(&note),
                Output::Finished(report) => {
                    tracing::info!(mission = %report.mission, outcome = ?report.outcome, "a mission ended");
                    self.conclude(report.mission, result_message(report));
                }
            }
        }
        Ok(spoke)
    }

    fn feed_back(&self, note: &DecisionNote) {
        let Some(client) = self.clients.get(&note.key.mission) else { return };
        let options = self.site.domain.options();
        let in_words = |decision: Decision| {
            if options.contains(decision) {
                options.text(decision).to_owned()
            } else {
                format!("option {}", decision.get())
            }
        };
        let feedback = ExecuteMission::Feedback {
            step: note.key.step.get(),
            robot: note.key.robot.to_string(),
            decision: in_words(note.decision),
            prediction_set: note
                .set
                .iter()
                .map(|&(decision, score)| ScoredOption {
                    decision: decision.get(),
                    text: in_words(decision),
                    score,
                    in_set: true,
                    ..Default::default()
                })
                .collect(),
            helped: note.helped,
        };
        if let Err(error) = client.goal.publish_feedback(feedback) {
            tracing::warn!(%error, "feedback could not be published");
        }
    }

    fn conclude(&mut self, mission: MissionId, result: ExecuteMission::Result) {
        // A mission that outlived a restart of the monitor has no client any more; its records tell the rest.
        if let Some(mut client) = self.clients.remove(&mission) {
            finish(&mut client, result);
        }
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}

fn finish(client: &mut Client, result: ExecuteMission::Result) {
    let sent = if client.canceled {
        client.goal.cancel(result)
    } else if result.error_code == ExecuteMission::Result::NONE as u16 {
        client.goal.succeed(result)
    } else {
        client.goal.abort(result)
    };
    if let Err(error) = sent {
        tracing::warn!(%error, "a mission's result could not be sent; its client has probably gone");
    }
}

fn check(monitor: &Monitor, active: bool, now: Stamp, request: &CheckDecisions::Request) -> CheckDecisions::Response {
    let not_judged =
        |reason: String| CheckDecisions::Response { judged: false, allowed: Vec::new(), reasons: vec![reason] };
    if !active {
        return not_judged("the safety monitor is not active".into());
    }
    match read_check(request) {
        Err(error) => not_judged(error.to_string()),
        Ok(check) => match monitor.check(now, &check) {
            Err(reason) => not_judged(reason.to_string()),
            Ok(verdicts) => CheckDecisions::Response {
                judged: true,
                allowed: verdicts.iter().map(Result::is_ok).collect(),
                reasons: verdicts
                    .iter()
                    .map(|verdict| verdict.as_ref().err().map(ToString::to_string).unwrap_or_default())
                    .collect(),
            },
        },
    }
}

fn read_check(request: &CheckDecisions::Request) -> Result<CheckRequest, WireError> {
    Ok(CheckRequest {
        mission: wire::mission_id(&request.mission_id)?,
        step: wire::step_index(request.step)?,
        robot: RobotId::new(&request.robot)?,
        facts: Facts::new(request.facts.iter().cloned()),
        decided: wire::decided(&request.decided)?,
        candidates: request.candidates.iter().map(|&index| Decision::new(index)).collect(),
    })
}

fn read_heartbeat(message: &Heartbeat) -> Result<Input, WireError> {
    let mission = wire::mission_id(&message.mission_id)?;
    let mission = (mission != MissionId::new([0; 16])).then_some(mission);
    Ok(Input::Heartbeat { robot: RobotId::new(&message.robot)?, mission })
}

fn read_record(message: &DecisionRecord) -> Result<Input, WireError> {
    let mut set: Vec<(Decision, f64)> = message
        .options
        .iter()
        .filter(|option| option.in_set)
        .map(|option| (Decision::new(option.decision), option.score))
        .collect();
    set.sort_by(|one, other| other.1.total_cmp(&one.1));
    Ok(Input::Decision(DecisionNote {
        key: DecisionKey {
            mission: wire::mission_id(&message.mission_id)?,
            step: wire::step_index(message.step)?,
            attempt: Attempt(message.attempt),
            robot: RobotId::new(&message.robot)?,
        },
        decision: Decision::new(message.decision),
        set,
        helped: !message.help_request_id.is_empty(),
    }))
}

fn read_proposal(message: JointStepMessage) -> Result<Input, WireError> {
    if message.stop {
        let reason = message.reasons.join("; ");
        return Ok(Input::ProposeStop(StopProposal {
            mission: wire::mission_id(&message.mission_id)?,
            step: wire::step_index(message.step)?,
            attempt: Attempt(message.attempt),
            outcome: wire::mission_outcome(message.outcome, reason)?,
        }));
    }
    Ok(Input::Propose { joint: wire::joint_step(&message)?, facts: Facts::new(message.facts) })
}

/// The client's alpha as an exact fraction; 0: the calibration's default.
fn read_alpha(alpha: f64) -> Result<String, String> {
    if alpha == 0.0 {
        return Ok(String::new());
    }
    // The shortest decimal that reads back as this number is what the client wrote.
    let text = format!("{alpha}");
    text.parse::<Fraction>().map(|_| text).map_err(|error| error.to_string())
}

fn result_message(report: MissionReport) -> ExecuteMission::Result {
    use ExecuteMission::Result as Codes;
    let (error_code, error_msg) = match report.outcome {
        Outcome::Succeeded => (Codes::NONE as u16, String::new()),
        Outcome::Impossible(reason) => (Codes::IMPOSSIBLE as u16, reason),
        Outcome::OutOfHorizon => (
            Codes::OUT_OF_HORIZON as u16,
            format!("not achieved after {} steps: allow a longer horizon", report.plan.len()),
        ),
        Outcome::Halted(reason) => (Codes::HALTED as u16, reason),
        Outcome::Refused(reason) => (Codes::BAD_MISSION as u16, reason),
    };
    ExecuteMission::Result {
        error_code,
        error_msg,
        steps: report.plan.len() as u32,
        plan: report.plan,
        help_count: report.helped,
        decisions: report.decisions,
    }
}

fn fault_code(fault: Fault) -> u16 {
    use ExecuteMission::Result as Codes;
    match fault {
        Fault::Mission => Codes::BAD_MISSION as u16,
        Fault::Team => Codes::BAD_TEAM as u16,
        Fault::Parameter => Codes::BAD_PARAMETER as u16,
        Fault::Impossible => Codes::IMPOSSIBLE as u16,
        Fault::NoWorldState => Codes::NO_WORLD_STATE as u16,
    }
}

fn verdict_code(approved: bool) -> u8 {
    if approved { JointStepMessage::APPROVED as u8 } else { JointStepMessage::REFUSED as u8 }
}
