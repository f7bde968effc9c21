mod hear;
mod inspecting;
mod messages;
mod records;
mod say;

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use r2r::surefleet::{
    msg::{
        DecisionRecord as RecordMessage, Gate, Heartbeat as HeartbeatMessage, HelpAnswer,
        JointStep as JointStepMessage, Turn as TurnMessage, WorldState,
    },
    srv::{CheckDecisions, RequestHelp},
};
use surefleet_conformal::Autonomy;
use surefleet_fleet::{Incarnation, RobotId, SafeDefault, Stamp};
use surefleet_identity::Participant;
use surefleet_planner::{DecisionRecord, HelpKey, HelpTerms, Patience, Planner, PlannerConfig, Ticket};
use surefleet_ring::{Ring, RingConfig};
use surefleet_ros::{
    Calls, Identity, Inbox, NodeError, Outbox, RosClock, Runtime, SealOrder, Timeline,
    topics::{
        APPROVED_STEP, DECISIONS, GATE, HEARTBEAT, HELP_ANSWERS, PROPOSED_STEP, RING, RING_FROM_NOW, WORLD_STATE,
    },
    wire::RingReader,
};
use surefleet_site::{Calibrated, Journal, Parameters, Scorer, Scoring, Site, SiteError, parameters};

use self::{inspecting::Inspector, records::Records};
use crate::skill_client::SkillClient;

const HOLDS: &str = "what the robot decided and did in the missions that run";

/// Runs the node `planner` until it is told to end.
///
/// # Errors
/// Bad parameters, a journal that cannot be used, or no ROS.
pub fn run_planner() -> Result<(), NodeError> {
    let mut runtime = Runtime::start("planner", parameters::PLANNER)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let parameters = runtime.parameters();
    let me = parameters.robot()?;
    if !site.fleet.order.contains(&me) {
        let team: Vec<&str> = site.fleet.order.iter().map(RobotId::as_str).collect();
        let wrong = format!("{me} is not in the fleet file's order ({})", team.join(", "));
        return Err(SiteError::Parameter { name: "robot".into(), wrong }.into());
    }
    let check_timeout = parameters.millis("check_timeout_ms")?;
    let help_deadline = parameters.number("help_deadline_s")?;
    let help = help_terms(parameters, &site)?;
    let scoring = Scoring::start(Scorer::choose(&site.fleet, site.domain.clone())?)?;
    let calibrated = Calibrated::read(&site.fleet, site.domain.clone(), &scoring.identity());
    let forms = calibrated.as_ref().map(Calibrated::forms).unwrap_or_default();
    let autonomy = calibrated.map_or_else(Autonomy::Off, |calibrated| calibrated.replayed(&scoring));
    if let Autonomy::Off(reason) = &autonomy {
        tracing::error!(%reason, "autonomy is off: every decision asks a person");
    }
    let identity = Identity::read(&site.state, Participant::planner(&me))?;
    let (records, link) = Records::open(&site.state, &me, identity.clone())?;
    let planner = Planner::new(PlannerConfig {
        me: me.clone(),
        domain: site.domain.clone(),
        autonomy,
        forms,
        scorer: scoring.identity(),
        patience: Patience {
            verdicts: check_timeout,
            help: (help_deadline > 0.0).then(|| Duration::from_secs_f64(help_deadline)),
            ..Patience::default()
        },
        help,
        link,
    });
    let (journal, entries) = Journal::open(&site.state, &format!("{me}.ring.jsonl"), HOLDS)?;
    // Known from the first question on: what a question shows is part of its key, and the one of an earlier life is the same.
    let config = RingConfig {
        me: me.clone(),
        incarnation: Incarnation(rand::random()),
        lease: Duration::from_millis(site.fleet.ring.lease_ms),
    };
    let ring = Ring::start(runtime.now()?, config, entries);
    let (clock, timeline) = (runtime.clock(), runtime.timeline());
    runtime.identify(identity);
    let node = runtime.node();
    let mut inspector = site
        .fleet
        .perception
        .as_ref()
        .map(|choice| Inspector::open(node, &me, &site, choice, timeline.clone()))
        .transpose()?;
    inspector.iter_mut().for_each(|inspector| inspector.know(ring.turns()));
    let room = PlannerRoom {
        clock,
        timeline,
        ring,
        planner,
        scoring,
        journal,
        records,
        active: false,
        malformed: 0,
        checks: Calls::to(node, "safety_monitor/check", check_timeout)?,
        help: Calls::to(node, "help_desk/request", check_timeout)?,
        skills: SkillClient::new(node, &me, &site)?,
        inspector,
        turns: Inbox::subscribe(node, &RING_FROM_NOW)?,
        reader: RingReader::default(),
        heartbeats: Inbox::subscribe(node, &HEARTBEAT)?,
        gates: Inbox::subscribe(node, &GATE)?,
        verdicts: Inbox::subscribe(node, &APPROVED_STEP)?,
        worlds: Inbox::subscribe(node, &WORLD_STATE)?,
        answers: Inbox::subscribe(node, &HELP_ANSWERS)?,
        said: Outbox::advertise(node, &RING)?,
        alive: Outbox::advertise(node, &HEARTBEAT)?,
        proposals: Outbox::advertise(node, &PROPOSED_STEP)?,
        decisions: Outbox::advertise(node, &DECISIONS)?,
        asked: VecDeque::new(),
        asked_anew: 0,
        gate_order: SealOrder::default(),
        untold: VecDeque::new(),
        unheard: VecDeque::new(),
        domain_sha256: site.domain.digest().to_string(),
        me,
    };
    runtime.run(room)
}

/// On what terms the parameters have the robot ask people.
fn help_terms(parameters: &Parameters, site: &Site) -> Result<HelpTerms, NodeError> {
    let bad = |name: &str, wrong: String| NodeError::from(SiteError::Parameter { name: name.into(), wrong });
    let read =
        |name: &str, text: &str| text.trim().parse::<SafeDefault>().map_err(|error| bad(name, error.to_string()));
    let default = read("help_default", parameters.text("help_default")?)?;
    let name = "help_default_by_skill";
    let pairs = parameters.text(name)?.split(',').filter(|pair| !pair.trim().is_empty());
    let by_skill = pairs.map(|pair| {
        let (skill, default) = pair
            .split_once('=')
            .ok_or_else(|| bad(name, format!("{pair:?} is no skill=default, such as open=halt")))?;
        Ok((skill.trim().to_owned(), read(name, default)?))
    });
    let by_skill = by_skill.collect::<Result<BTreeMap<_, _>, NodeError>>()?;
    let priority = u8::try_from(parameters.whole("help_priority")?).unwrap_or(u8::MAX);
    HelpTerms::new(priority, default, by_skill, site.domain.options()).map_err(|error| bad(name, error.to_string()))
}

/// What a reply of the help desk belongs to.
enum HelpCall {
    Ask(HelpKey),
    Withdraw(HelpKey),
}

struct PlannerRoom {
    me: RobotId,
    clock: RosClock,
    timeline: Timeline,
    domain_sha256: String,
    ring: Ring,
    planner: Planner,
    scoring: Scoring,
    journal: Journal,
    records: Records,
    active: bool,
    malformed: u64,
    checks: Calls<CheckDecisions::Service, Ticket>,
    help: Calls<RequestHelp::Service, HelpCall>,
    skills: SkillClient,
    /// `None`: what skills say of themselves counts.
    inspector: Option<Inspector>,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    heartbeats: Inbox<HeartbeatMessage>,
    gates: Inbox<Gate>,
    verdicts: Inbox<JointStepMessage>,
    worlds: Inbox<WorldState>,
    answers: Inbox<HelpAnswer>,
    /// The newest questions of this life, by the keys that the help desk knows them by: an answer to another one is no answer.
    asked: VecDeque<(HelpKey, String)>,
    /// How often a question had been withdrawn before it was asked again.
    asked_anew: u32,
    /// When the newest word about the gate was sealed.
    gate_order: SealOrder,
    said: Outbox<TurnMessage>,
    alive: Outbox<HeartbeatMessage>,
    proposals: Outbox<JointStepMessage>,
    decisions: Outbox<RecordMessage>,
    /// Records that are kept and still to be published, each with the time of its decision and as its line.
    untold: VecDeque<(Stamp, Box<DecisionRecord>, String)>,
    /// Withdrawals that the help desk did not hear, and when they are sent again: an operator's time is at stake.
    unheard: VecDeque<(Stamp, HelpKey)>,
}
