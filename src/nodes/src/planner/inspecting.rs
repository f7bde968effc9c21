//! After each action: what perception saw of it, what a person says where it is not sure, and only then its outcome.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use r2r::surefleet::{
    msg::{HelpAnswer, HelpRequest as HelpMessage, ScoredOption, SubgoalVerdict},
    srv::{CheckSubgoal, RequestHelp},
};
use surefleet_fleet::{
    Attempt, Decision, Facts, MissionId, Outcome, RobotId, SafeDefault, SkillOutcome, Stamp, StepIndex,
};
use surefleet_mission::{Domain, State, Subgoal};
use surefleet_perception::{
    AfterFailure, Check, Execution, Inspection, InspectionInput, InspectionOutput, InspectionPolicy, InspectionTicket,
    Said, Verdict,
};

use crate::{NodeError, endpoints::Calls, fleet_file::PerceptionChoice, site::Site, wire};

/// So questions about outcomes begin: the planner's own are about decisions.
const PREFIX: &str = "outcome ";
/// A question to people is repeated after so long, in case it got lost.
const ASK_AGAIN: Duration = Duration::from_secs(5);

/// Whether a question to people is about an action's outcome.
pub(crate) fn is_outcome_key(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// The number of the answer that says so.
pub(crate) fn outcome_decision(worked: bool) -> u16 {
    u16::from(!worked)
}

/// The planner's way to perception, and to people about what perception is not sure of.
pub(super) struct Inspector {
    me: RobotId,
    team: Vec<RobotId>,
    domain: Arc<Domain>,
    inspection: Inspection,
    looks: Calls<CheckSubgoal::Service, InspectionTicket>,
    help: Calls<RequestHelp::Service, String>,
    /// What is under way, and what it is to bring about; `None`: nothing that could be seen.
    under_way: Option<(Execution, Option<Box<Check>>)>,
    /// What ended last, which is looked at.
    judged: Option<Execution>,
    /// What perception answered, with its picture, for people.
    seen: BTreeMap<InspectionTicket, Box<SubgoalVerdict>>,
    /// Open questions by their keys.
    asked: BTreeMap<String, InspectionTicket>,
    /// Missions in words.
    texts: BTreeMap<MissionId, String>,
    /// Missions that are to be ended at this robot's next turn.
    ending: BTreeMap<MissionId, Outcome>,
}

/// What the ring is told.
pub(super) type Ended = (MissionId, StepIndex, SkillOutcome);

impl Inspector {
    pub fn open(node: &mut r2r::Node, me: &RobotId, site: &Site, choice: &PerceptionChoice) -> Result<Self, NodeError> {
        let (settle, verdict) = (Duration::from_millis(choice.settle_ms), Duration::from_millis(choice.verdict_ms));
        let policy = InspectionPolicy {
            settle,
            verdict,
            repeat_help: ASK_AGAIN,
            help: choice.help_s.map(Duration::from_secs_f64),
            max_retries: choice.retries,
            // A planner that goes by the state of the world does not do again what is done.
            after_failure: AfterFailure::Continue,
        };
        Ok(Self {
            me: me.clone(),
            team: site.fleet.order.clone(),
            domain: site.domain.clone(),
            inspection: Inspection::new(policy),
            looks: Calls::to(node, &format!("/{me}/perception/check_subgoal"), settle + verdict)?,
            help: Calls::to(node, "/help_desk/request", ASK_AGAIN)?,
            under_way: None,
            judged: None,
            seen: BTreeMap::new(),
            asked: BTreeMap::new(),
            texts: BTreeMap::new(),
            ending: BTreeMap::new(),
        })
    }

    /// A turn went by: missions are known by their words.
    pub fn note(&mut self, mission: MissionId, text: &str) {
        self.texts.entry(mission).or_insert_with(|| text.to_owned());
    }

    /// A skill begins, in a world where these facts hold.
    pub fn begin(&mut self, execution: Execution, decision: Decision, facts: &Facts) {
        let check = self.check_of(execution.mission, decision, facts);
        self.under_way = Some((execution, check.map(Box::new)));
    }

    fn check_of(&self, mission: MissionId, decision: Decision, facts: &Facts) -> Option<Check> {
        let place = self.team.iter().position(|robot| *robot == self.me)?;
        let state = State::from_facts(&self.domain, &self.team, facts).ok()?;
        let subgoal = Subgoal::of(&self.domain, &state, place, decision)?;
        let task = self.texts.get(&mission).map_or("The mission", String::as_str);
        Check::new(task, &subgoal.subtask, &subgoal.expected).ok()
    }

    /// A skill ended; returns its outcome where nothing is to be seen of it.
    pub fn skill_ended(&mut self, now: Stamp, ended: Ended) -> Option<Ended> {
        let (mission, step, outcome) = ended;
        let known = self.under_way.take_if(|(execution, _)| (execution.mission, execution.step) == (mission, step));
        let Some((execution, Some(check))) = known else { return Some((mission, step, outcome)) };
        let reported = match outcome {
            SkillOutcome::Done => Ok(()),
            SkillOutcome::Failed(reason) => Err(reason),
        };
        self.judged = Some(execution);
        self.inspection.handle(now, InspectionInput::SkillEnded { execution, check, reported, at: now });
        None
    }

    /// A mission is over.
    pub fn forget(&mut self, now: Stamp, mission: MissionId) {
        self.inspection.handle(now, InspectionInput::Forget(mission));
        self.texts.remove(&mission);
        self.ending.remove(&mission);
        self.under_way.take_if(|(execution, _)| execution.mission == mission);
    }

    /// How a mission is to end, at this robot's turn; `None`: it goes on.
    pub fn ends(&self, mission: MissionId) -> Option<&Outcome> {
        self.ending.get(&mission)
    }

    /// A person answered a question about an outcome; whether it was one of this robot's.
    pub fn hear(&mut self, now: Stamp, answer: &HelpAnswer) {
        let Some(ticket) = self.asked.remove(&answer.key) else { return };
        let said = match i64::from(answer.kind) {
            kind if kind == HelpAnswer::OPTION as i64 && answer.decision == outcome_decision(true) => Said::Worked,
            kind if kind == HelpAnswer::OPTION as i64 => Said::Failed(answer.text.clone()),
            kind if kind == HelpAnswer::NONE_OF_THESE as i64 => Said::Failed(answer.text.clone()),
            kind if kind == HelpAnswer::HALT as i64 => {
                if let Some(execution) = self.judged {
                    let reason = format!("halted by {}: {}", answer.operator_name, answer.text);
                    self.ending.insert(execution.mission, Outcome::Halted(reason));
                }
                Said::Nothing
            }
            _ => Said::Nothing,
        };
        self.inspection.handle(now, InspectionInput::PersonSaid { ticket, said });
    }

    /// Takes replies and does what is due; returns outcomes.
    pub fn work(&mut self, now: Stamp) -> Vec<Ended> {
        while let Some((ticket, reply)) = self.looks.take(now) {
            let input = match reply {
                Ok(CheckSubgoal::Response { verdict }) => {
                    let read = read_verdict(&verdict);
                    self.seen.insert(ticket, Box::new(verdict));
                    InspectionInput::Judged { ticket, verdict: read }
                }
                Err(reason) => InspectionInput::LookFailed { ticket, reason },
            };
            self.inspection.handle(now, input);
        }
        while let Some((key, reply)) = self.help.take(now) {
            let refused = match reply {
                Ok(reply) if reply.accepted => continue,
                Ok(reply) => reply.reason,
                Err(silence) => silence,
            };
            tracing::warn!(key, refused, "the help desk did not take a question about an outcome; it is asked again");
        }
        self.inspection.handle(now, InspectionInput::Tick);
        let mut ended = Vec::new();
        while let Some(output) = self.inspection.poll() {
            match output {
                InspectionOutput::Look { ticket, check, not_before } => self.look(now, ticket, &check, not_before),
                InspectionOutput::AskPerson { ticket, execution, check, why, .. } => {
                    self.ask(now, ticket, execution, &check, &why);
                }
                InspectionOutput::Withdraw { ticket } => self.withdraw(now, ticket),
                InspectionOutput::Outcome { execution, result, .. } => {
                    self.seen.clear();
                    let outcome = result.map_or_else(SkillOutcome::Failed, |()| SkillOutcome::Done);
                    ended.push((execution.mission, execution.step, outcome));
                }
                InspectionOutput::GiveUp { mission, reason } => {
                    let reason = format!("{} failed too often, at last: {reason}", self.me);
                    self.ending.entry(mission).or_insert(Outcome::Impossible(reason));
                }
            }
        }
        ended
    }

    pub fn next_deadline(&self) -> Option<Stamp> {
        let calls = self.looks.next_deadline().into_iter().chain(self.help.next_deadline());
        calls.chain(self.inspection.next_deadline()).min()
    }

    fn look(&mut self, now: Stamp, ticket: InspectionTicket, check: &Check, not_before: Stamp) {
        let judged = self.judged;
        let request = CheckSubgoal::Request {
            mission_id: judged.map_or_else(|| vec![0; 16], |execution| wire::mission_bytes(execution.mission)),
            step: judged.map_or(0, |execution| execution.step.get()),
            task: check.task().to_owned(),
            subtask: check.subtask().to_owned(),
            expected: check.expected().to_owned(),
            plan: check.plan().to_vec(),
            place: check.place() as u32,
            not_before: wire::time(not_before),
        };
        self.looks.call(now, ticket, &request);
    }

    fn ask(&mut self, now: Stamp, ticket: InspectionTicket, execution: Execution, check: &Check, why: &str) {
        let Execution { mission, step, attempt } = execution;
        let key = key_of(&self.me, mission, step, attempt);
        let seen = self.seen.get(&ticket);
        let readings = seen.map(|seen| seen.readings.as_slice()).unwrap_or_default();
        let p = readings.first().map_or(f64::NAN, |reading| reading.p_success);
        let option = |worked: bool, text: String, p: f64| ScoredOption {
            decision: outcome_decision(worked),
            text,
            score: p.ln(),
            in_set: true,
            allowed: true,
            reason: String::new(),
        };
        let mut options = vec![
            option(true, format!("it worked: {}", check.expected()), p),
            option(false, format!("it failed: it is not so that {}", check.expected()), 1.0 - p),
        ];
        if p < 0.5 {
            options.reverse();
        }
        let told = readings.iter().map(|reading| {
            let analysis = match reading.analysis.as_str() {
                "" => String::new(),
                words => format!(", having seen: {words}"),
            };
            format!("{}: worked with probability {:.3}{analysis}", reading.strategy, reading.p_success)
        });
        let request = HelpMessage {
            header: wire::header(now),
            key: key.clone(),
            robot: self.me.to_string(),
            mission_id: wire::mission_bytes(mission),
            mission_text: check.task().to_owned(),
            step: step.get(),
            attempt: attempt.0,
            question: format!(
                "{} tried to {}. Is it so that {}? It is not sure: {why}.",
                self.me,
                check.subtask(),
                check.expected()
            ),
            prompt: told.collect::<Vec<_>>().join("\n"),
            options,
            threshold: f64::NAN,
            picture: seen.map(|seen| seen.picture.clone()).unwrap_or_default(),
            default_action: wire::safe_default_code(SafeDefault::Hold),
            ..Default::default()
        };
        self.asked.insert(key.clone(), ticket);
        self.help.call(now, key, &RequestHelp::Request { request, withdraw: false });
    }

    fn withdraw(&mut self, now: Stamp, ticket: InspectionTicket) {
        self.seen.remove(&ticket);
        let Some(key) = self.asked.iter().find(|(_, asked)| **asked == ticket).map(|(key, _)| key.clone()) else {
            return;
        };
        self.asked.remove(&key);
        let request = HelpMessage { key: key.clone(), ..Default::default() };
        self.help.call(now, key, &RequestHelp::Request { request, withdraw: true });
    }
}

fn key_of(robot: &RobotId, mission: MissionId, step: StepIndex, attempt: Attempt) -> String {
    format!("{PREFIX}{mission} {step} {} {robot}", attempt.0)
}

/// A verdict, as perception gave it; what is none is uncertain.
fn read_verdict(message: &SubgoalVerdict) -> Verdict {
    match i64::from(message.verdict) {
        code if code == SubgoalVerdict::SUCCESS as i64 => Verdict::Success,
        code if code == SubgoalVerdict::FAILURE as i64 => Verdict::Failure(message.reason.clone()),
        _ => Verdict::Uncertain { why: message.reason.clone(), readings: Vec::new() },
    }
}
