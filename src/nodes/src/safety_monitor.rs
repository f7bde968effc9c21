mod answers;
mod audits;
mod constraints;
mod gate;
mod heads;
mod messages;
mod missions;
mod signer;
mod translator;

use std::{collections::BTreeMap, time::Duration};

use r2r::surefleet::{
    action::ExecuteMission,
    msg::{DecisionRecord, Heartbeat, JointStep as JointStepMessage, Turn as TurnMessage, WorldState},
    srv::CheckDecisions,
};
use surefleet_fleet::{Facts, MissionId, Stamp};
use surefleet_identity::Freshness;
use surefleet_ros::{
    ActionServer, Cancels, Diagnosis, Identity, Inbox, NodeError, NodeLoop, Outbox, Requests, Room, Timeline,
    topics::{APPROVED_STEP, DECISIONS, HEARTBEAT, PROPOSED_STEP, RING, RING_FROM_NOW, WORLD_STATE},
    wire::{self, RingMessage, RingReader, WireError},
};
use surefleet_safety::{Input, Monitor, MonitorEntry, Output, Policy, StopProposal, Timing};
use surefleet_site::{Journal, MONITOR_JOURNAL, RecordSeals, Site, calibration_file, parameters};

use self::{
    audits::Audits,
    constraints::ConstraintServices,
    gate::Gate,
    heads::Heads,
    messages::{
        fault_code, read_arm, read_check, read_heartbeat, read_proposal, read_record, result_message, verdict_code,
    },
    missions::{Client, Goals, MissionBoard},
    signer::Signer,
    translator::Translator,
};

const NAME: &str = "safety_monitor";
const HOLDS: &str = "the confirmed constraints, the missions that run and what was approved of them";

/// Runs the node `safety_monitor` until it is asked to end.
///
/// # Errors
/// Bad parameters, a journal that cannot be used, or no ROS.
pub fn run_safety_monitor() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start(NAME, parameters::SAFETY_MONITOR)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let timing = Timing {
        world_timeout: runtime.parameters().millis("world_state_timeout_ms")?,
        lease: Duration::from_millis(site.fleet.ring.lease_ms),
        start_patience: runtime.parameters().millis("start_patience_ms")?,
    };
    let calibration = calibration_file(&site.fleet);
    let policy = Policy::new(site.world.clone(), site.transport.clone(), timing, site.fleet.require_grounded)
        .map_err(|error| NodeError::Refused(error.to_string()))?
        .taking_meanings(site.fleet.scorer.weighs_meanings())
        .calibrated_at(calibration.as_ref().ok().map(|file| file.statistics.alpha))
        .keeping_apart(site.cell.clone());
    let translator = Translator::of(&site.fleet)?;
    let signer = Signer::of(runtime.parameters(), &site.state)?;
    let (journal, entries) = Journal::open::<MonitorEntry>(&site.state, MONITOR_JOURNAL, HOLDS)?;
    // Approvals must survive a power cut too.
    let journal = journal.kept_on_disk();
    let now = runtime.now()?;
    let mut monitor = Monitor::restore(now, policy, entries);
    let audits = Audits::open(&site, calibration)?;
    monitor.handle(now, Input::Active(false));
    let identity = Identity::of_monitor(&site.state, signer.key())?;
    runtime.identify(identity.clone());
    let heads = Heads::open(&site.state, RecordSeals::of(identity.roster().clone()))?;
    let timeline = runtime.timeline();
    let gate_lasts = runtime.parameters().millis(parameters::GATE_LASTS.name)?;
    runtime.watch_for_others("monitors", &APPROVED_STEP);
    runtime.watch_for_others("world publishers", &WORLD_STATE);
    let node = runtime.node();
    let mission = node.fleet().name("fleet/mission");
    let room = MonitorRoom {
        timeline,
        gate: Gate::advertise(node, gate_lasts)?,
        monitor,
        journal,
        signer,
        audits,
        heads,
        malformed: 0,
        identity,
        goals_heard: Freshness::default(),
        goals: ActionServer::offer(node, &mission, Cancels::Refused)?,
        clients: BTreeMap::new(),
        checks: Requests::serve(node, "safety_monitor/check")?,
        translator,
        constraints: ConstraintServices::serve(node)?,
        board: MissionBoard::open(node)?,
        proposals: Inbox::subscribe(node, &PROPOSED_STEP)?,
        worlds: Inbox::subscribe(node, &WORLD_STATE)?,
        records: Inbox::subscribe(node, &DECISIONS)?,
        heartbeats: Inbox::subscribe(node, &HEARTBEAT)?,
        turns: Inbox::subscribe(node, &RING_FROM_NOW)?,
        reader: RingReader::default(),
        ring: Outbox::advertise(node, &RING)?,
        verdicts: Outbox::advertise(node, &APPROVED_STEP)?,
        site,
    };
    runtime.run(room)
}

struct MonitorRoom {
    timeline: Timeline,
    monitor: Monitor,
    gate: Gate,
    journal: Journal,
    signer: Signer,
    audits: Audits,
    heads: Heads,
    site: Site,
    malformed: u64,
    identity: Identity,
    goals_heard: Freshness,
    goals: Goals,
    /// Clients of missions that wait or run.
    clients: BTreeMap<MissionId, Client>,
    checks: Requests<CheckDecisions::Service>,
    translator: Option<Translator>,
    constraints: ConstraintServices,
    board: MissionBoard,
    proposals: Inbox<JointStepMessage>,
    worlds: Inbox<WorldState>,
    records: Inbox<DecisionRecord>,
    heartbeats: Inbox<Heartbeat>,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    ring: Outbox<TurnMessage>,
    verdicts: Outbox<JointStepMessage>,
}

impl Room for MonitorRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        // World states first: everything else is judged against the newest one.
        self.hear(now)?;
        self.answer_checks(now)?;
        self.answer_about_constraints(now)?;
        self.answer_reworded(now)?;
        self.take_goals(now);
        self.answer_cancels(now)?;
        self.monitor.handle(now, Input::Tick);
        self.speak()?;
        self.gate.say(now, self.timeline.ros(), &self.monitor);
        self.board.say(now, &self.monitor);
        Ok(())
    }

    fn next_deadline(&self) -> Option<Stamp> {
        let deadlines =
            [self.monitor.next_deadline(), self.gate.next_deadline(), self.board.next_deadline(&self.monitor)];
        deadlines.into_iter().flatten().min()
    }

    fn set_active(&mut self, now: Stamp, active: bool) {
        self.monitor.handle(now, Input::Active(active));
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let diagnosis = self.monitor.diagnose(now);
        let gate = match &diagnosis.gate {
            Some(reason) => Diagnosis::error("gate", reason.to_string()),
            None => Diagnosis::ok("gate", "open"),
        };
        let silent = diagnosis.missions.iter().filter(|mission| mission.is_silent).count();
        let waits_for = diagnosis.missions.iter().find_map(|mission| mission.waits_for.as_ref());
        let missions = match waits_for {
            _ if silent > 0 => {
                Diagnosis::warn("missions", format!("{silent} wait for a team that is silent: look after its robots"))
            }
            Some(reason) => Diagnosis::ok("missions", format!("{} running; {reason}", diagnosis.missions.len())),
            None => Diagnosis::ok("missions", format!("{} running", diagnosis.missions.len())),
        };
        let counts = diagnosis.counts;
        let unplaced = diagnosis.unplaced.iter().map(|(robot, why)| format!("nobody knows where {robot} is: {why}"));
        let unplaced: Vec<String> = unplaced.collect();
        let arms = match (&self.site.cell, unplaced.as_slice()) {
            (None, _) => Diagnosis::ok("arms", "none share a space, as far as the fleet file says"),
            (Some(cell), []) => Diagnosis::ok("arms", format!("{} are seen", cell.arms().len())),
            (Some(_), all) => Diagnosis::error("arms", all.join("; ")),
        };
        vec![
            gate.with("approved", counts.approved)
                .with("refused", counts.refused)
                .with("ignored", counts.ignored)
                .with("malformed_messages", self.malformed),
            arms,
            missions.with("admitted", counts.admitted).with("turned_away", counts.turned_away),
            self.audits.diagnose(),
        ]
    }
}

impl MonitorRoom {
    fn hear(&mut self, now: Stamp) -> Result<(), NodeError> {
        while let Some(world) = self.worlds.take() {
            let observed = self.timeline.of_ros(wire::stamp(&world.header.stamp));
            let arms = world.arms.into_iter().filter_map(|arm| read_arm(arm, &self.timeline)).collect();
            let facts = Facts::new(world.facts);
            self.monitor.handle(now, Input::World { observed, domain: world.domain_sha256, facts, arms });
        }
        while let Some(message) = self.heartbeats.take() {
            match read_heartbeat(&message) {
                Ok(inputs) => inputs.into_iter().for_each(|input| self.monitor.handle(now, input)),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(RingMessage::Outcome { mission, step, robot, .. }) => {
                    self.monitor.handle(now, Input::Outcome { mission, step, robot });
                }
                Ok(RingMessage::Turn(turn)) => self.monitor.handle(now, Input::Turn(turn.brief.clone())),
                // The monitor hears its own end messages.
                Ok(RingMessage::End { .. }) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.records.take() {
            match read_record(&message) {
                Ok(input) => self.monitor.handle(now, input),
                Err(error) => self.note_malformed(&error),
            }
            self.audits.hear(&message)?;
            self.heads.hear(&message)?;
        }
        while let Some(message) = self.proposals.take() {
            // A stop message does not name the team.
            if let Err(error) = self.check_proposer(&message) {
                self.note_malformed(&error);
                continue;
            }
            match read_proposal(message) {
                Ok(input) => self.monitor.handle(now, input),
                Err(error) => self.note_malformed(&error),
            }
        }
        Ok(())
    }

    /// Only a member of the team may propose a mission's end.
    fn check_proposer(&self, message: &JointStepMessage) -> Result<(), WireError> {
        let mission = wire::mission_id(&message.mission_id)?;
        let robot = message.seal.signer.strip_prefix("planner/").unwrap_or_default();
        match self.monitor.team(mission) {
            Some(team) if !team.iter().any(|member| member.as_str() == robot) => Err(WireError::Field {
                field: "seal.signer",
                value: message.seal.signer.clone(),
                wrong: "is not the planner of a robot of the mission",
            }),
            _ => Ok(()),
        }
    }

    fn answer_checks(&mut self, now: Stamp) -> Result<(), NodeError> {
        while let Some(request) = self.checks.take() {
            let response = match &request.by {
                Ok(_) => self.check(now, &request.message)?,
                Err(error) => CheckDecisions::Response {
                    reasons: vec![format!("who asks is not proved: {error}")],
                    ..Default::default()
                },
            };
            request.respond(response);
        }
        Ok(())
    }

    /// Judges the candidates, and tells whether their mission was drawn for an audit.
    fn check(&mut self, now: Stamp, request: &CheckDecisions::Request) -> Result<CheckDecisions::Response, NodeError> {
        let not_judged = |reason: String| CheckDecisions::Response { reasons: vec![reason], ..Default::default() };
        let check = match read_check(request) {
            Ok(check) => check,
            Err(error) => return Ok(not_judged(error.to_string())),
        };
        let verdicts = match self.monitor.check(now, &check) {
            Ok(verdicts) => verdicts,
            Err(reason) => return Ok(not_judged(reason.to_string())),
        };
        let reason = |verdict: &Result<(), _>| verdict.as_ref().err().map(ToString::to_string).unwrap_or_default();
        Ok(CheckDecisions::Response {
            judged: true,
            allowed: verdicts.iter().map(Result::is_ok).collect(),
            reasons: verdicts.iter().map(reason).collect(),
            audited: self.audits.draw(check.mission, || self.signer.lot(check.mission))?,
            autonomy_off: self.audits.alarm().unwrap_or_default(),
            calibration_sha256: self.audits.calibration(),
            ..Default::default()
        })
    }

    /// Sends the monitor's messages; they are journalled first.
    fn speak(&mut self) -> Result<(), NodeError> {
        let sent = self.timeline.ros();
        while let Some(output) = self.monitor.poll() {
            match output {
                Output::Journal(entry) => self.journal.append(&entry)?,
                Output::Turn(turn) => self.ring.publish(wire::turn_message(sent, NAME, &turn)),
                Output::Verdict { joint, facts, verdict } => {
                    let reasons = verdict.err().unwrap_or_default();
                    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                    tracing::info!(step = joint.step.get(), attempt = joint.attempt.0, ?reasons, "judged a joint step");
                    let message = match reasons.is_empty() {
                        true => wire::approval_message(sent, &self.signer.sign(sent, joint), &facts),
                        false => wire::joint_step_message(sent, verdict_code(false), &joint, &facts, &reasons),
                    };
                    self.verdicts.publish(message);
                }
                Output::StopVerdict { proposal, verdict } => {
                    let reasons: Vec<String> = verdict.err().iter().map(ToString::to_string).collect();
                    let StopProposal { mission, step, attempt, outcome } = proposal;
                    let code = verdict_code(reasons.is_empty());
                    self.verdicts.publish(wire::stop_message(sent, code, mission, (step, attempt), &outcome, &reasons));
                }
                Output::End { mission, outcome } => {
                    self.ring.publish(wire::end_message(sent, NAME, mission, &outcome));
                }
                Output::Refused { mission, fault, reason } => {
                    tracing::info!(%mission, %reason, "a mission was not admitted");
                    let error_code = fault_code(fault);
                    let error_msg = reason.to_string();
                    self.conclude(mission, ExecuteMission::Result { error_code, error_msg, ..Default::default() });
                }
                Output::Feedback(note) => self.feed_back(&note),
                Output::Corrected { report, successor, words } => {
                    tracing::info!(mission = %report.mission, %successor, words, "a person corrected a mission");
                    self.hand_over(report, successor, words);
                }
                Output::Finished(report) => {
                    tracing::info!(mission = %report.mission, outcome = ?report.outcome, "a mission ended");
                    self.conclude(report.mission, result_message(report));
                }
            }
        }
        Ok(())
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}
