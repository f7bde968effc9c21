mod hear;
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
        JointStep as JointStepMessage, SemanticMap, SubgoalVerdict, Turn as TurnMessage, WorldState,
    },
    srv::{CheckDecisions, CheckSubgoal, RequestHelp},
};
use surefleet_conformal::Autonomy;
use surefleet_fleet::{Incarnation, MissionId, RobotId, SafeDefault, Stamp};
use surefleet_identity::Participant;
use surefleet_perception::{InspectionPolicy, InspectionTicket};
use surefleet_planner::{DecisionRecord, HelpTerms, Patience, PlannerConfig, Ticket};
use surefleet_ring::RingConfig;
use surefleet_robot::{AskedQuestions, QuestionKey, Robot, RobotConfig};
use surefleet_ros::{
    Calls, Identity, Inbox, NodeError, NodeLoop, Outbox, RosClock, SealOrder, Timeline,
    topics::{
        APPROVED_STEP, DECISIONS, GATE, HEARTBEAT, HELP_ANSWERS, PROPOSED_STEP, RING, RING_FROM_NOW, SEMANTIC_MAP,
        WORLD_STATE,
    },
    wire::RingReader,
};
use surefleet_site::{
    Calibrated, Journal, Parameters, PerceptionChoice, Scorer, Scoring, SearchSite, Site, SiteError, parameters,
    team_planner,
};

use self::records::Records;
use crate::skill_client::SkillClient;

/// A question about an action's outcome is repeated after this time, in case it got lost.
const REPEAT_HELP: Duration = Duration::from_secs(5);
/// The help desk may take so long for a reply: it keeps a question with its picture on disk first.
const HELP_PATIENCE: Duration = Duration::from_secs(3);
const HOLDS: &str = "what the robot decided and did in the missions that run";

/// Runs the node `planner` until it is asked to end.
///
/// # Errors
/// Bad parameters, a journal that cannot be used, or no ROS.
pub fn run_planner() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("planner", parameters::PLANNER)?;
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
    let scoring = Scoring::start(Scorer::choose(&site.fleet, &site.world)?)?;
    let scoring = scoring.with_team(team_planner(&site.fleet, &site.world)?);
    let calibrated = Calibrated::read(&site.fleet, &site.world, &scoring.identity());
    let forms = calibrated.as_ref().map(Calibrated::forms).unwrap_or_default();
    let autonomy = calibrated.map_or_else(Autonomy::Off, |calibrated| calibrated.replayed(&scoring));
    if let Autonomy::Off(reason) = &autonomy {
        tracing::error!(%reason, "autonomy is off: every decision asks a person");
    }
    let identity = Identity::read(&site.state, Participant::planner(&me))?;
    let (records, link) = Records::open(&site.state, &me, identity.clone())?;
    let planner = PlannerConfig {
        me: me.clone(),
        world: site.world.clone(),
        transport: site.scored_deliveries(),
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
    };
    let (journal, entries) = Journal::open(&site.state, &format!("{me}.ring.jsonl"), HOLDS)?;
    let ring = RingConfig {
        me: me.clone(),
        fleet: site.fleet.order.clone().into(),
        incarnation: Incarnation(rand::random()),
        lease: Duration::from_millis(site.fleet.ring.lease_ms),
    };
    let inspection = site.fleet.perception.as_ref().map(inspection_policy);
    let patience = inspection.map(|policy| policy.settle + policy.verdict);
    // Known before the first question: a question's content is part of its key, and must not change between runs.
    let robot = Robot::start(runtime.now()?, RobotConfig { ring, planner, inspection }, entries);
    let (clock, timeline) = (runtime.clock(), runtime.timeline());
    runtime.identify(identity);
    let search = site.fleet.exploration.as_ref().map(|_| SearchSite::of(&site.fleet, &site.world)).transpose()?;
    let node = runtime.node();
    let seen = search.map(|search| Ok::<_, NodeError>((search, Inbox::subscribe_of(node, &me, &SEMANTIC_MAP)?)));
    let eyes = format!("{me}/perception/check_subgoal");
    let looks = patience.map(|patience| Calls::to(node, &eyes, patience)).transpose()?;
    let room = PlannerRoom {
        clock,
        timeline,
        robot,
        scoring,
        prepared: None,
        journal,
        records,
        active: false,
        malformed: 0,
        checks: Calls::to(node, "safety_monitor/check", check_timeout)?,
        help: Calls::to(node, "help_desk/request", HELP_PATIENCE)?,
        skills: SkillClient::new(node, &me, &site)?,
        looks,
        maps: seen.transpose()?,
        seen: VecDeque::new(),
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
        asked: AskedQuestions::default(),
        gate_order: SealOrder::default(),
        untold: VecDeque::new(),
        domain_sha256: site.world.domain().digest().to_string(),
        me,
    };
    runtime.run(room)
}

/// How long the robot waits for perception and for people after an action.
fn inspection_policy(choice: &PerceptionChoice) -> InspectionPolicy {
    InspectionPolicy {
        settle: Duration::from_millis(choice.settle_ms),
        verdict: Duration::from_millis(choice.verdict_ms),
        repeat_help: REPEAT_HELP,
        help: choice.help_s.map(Duration::from_secs_f64),
        max_retries: choice.retries,
    }
}

/// The terms on which the robot asks people, from the parameters.
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
    HelpTerms::new(priority, default, by_skill, &site.world).map_err(|error| bad(name, error.to_string()))
}

/// The question that a reply of the help desk belongs to.
enum HelpCall {
    Ask(QuestionKey),
    Withdraw(QuestionKey),
}

struct PlannerRoom {
    me: RobotId,
    clock: RosClock,
    timeline: Timeline,
    domain_sha256: String,
    robot: Robot,
    scoring: Scoring,
    /// The last mission that the scorer was told of ahead.
    prepared: Option<MissionId>,
    journal: Journal,
    records: Records,
    active: bool,
    malformed: u64,
    checks: Calls<CheckDecisions::Service, Ticket>,
    help: Calls<RequestHelp::Service, HelpCall>,
    skills: SkillClient,
    /// `None`: the fleet has no perception.
    looks: Option<Calls<CheckSubgoal::Service, InspectionTicket>>,
    /// What the robot's explorer maps, and where; `None`: the fleet does not explore.
    maps: Option<(SearchSite, Inbox<SemanticMap>)>,
    /// Perception's last answers, with their pictures, for people.
    seen: VecDeque<(InspectionTicket, Box<SubgoalVerdict>)>,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    heartbeats: Inbox<HeartbeatMessage>,
    gates: Inbox<Gate>,
    verdicts: Inbox<JointStepMessage>,
    worlds: Inbox<WorldState>,
    answers: Inbox<HelpAnswer>,
    asked: AskedQuestions,
    /// Seal order of messages about the gate: only the newest counts.
    gate_order: SealOrder,
    said: Outbox<TurnMessage>,
    alive: Outbox<HeartbeatMessage>,
    proposals: Outbox<JointStepMessage>,
    decisions: Outbox<RecordMessage>,
    /// Stored records that are not published yet, each with the time of its decision and its line.
    untold: VecDeque<(Stamp, Box<DecisionRecord>, String)>,
}
