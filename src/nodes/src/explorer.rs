//! The node `explorer`: maps what one robot sees, looks for what missions ask for, and tells others what is relevant to them.

mod areas;
mod eyes;
mod models;
mod search;
mod showing;
mod standstill;

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use r2r::{
    nav_msgs::msg::OccupancyGrid,
    surefleet::msg::{Finding, Request, SemanticMap, Turn as TurnMessage, WorldState},
    visualization_msgs::msg::MarkerArray,
};
use surefleet_exploration::{ConfidenceCheck, ExplorerMessage, ExplorerPolicy, ExplorerRules, MessageBudget, Viewer};
use surefleet_fleet::{Facts, MissionId, RobotId, Stamp};
use surefleet_identity::Participant;
use surefleet_mapping::{Body, Metres, Optical, Point, Transform, ValueRule};
use surefleet_ros::{
    Diagnosis, Identity, Inbox, NodeError, NodeLoop, Outbox, Room, Timeline,
    topics::{FINDINGS, MAP, MAP_MARKERS, REQUESTS, RING, SEMANTIC_MAP, WORLD_STATE},
    wire::{self, RingMessage, RingReader, WireError},
};
use surefleet_simulator::RelevanceJudge;
use surefleet_site::{
    Eyes, ModelJudge, NO_JUDGE, Parameters, SearchSite, Site, SoughtThing, finding_rule, parameters, unix_s,
};

use self::{
    eyes::Senses,
    models::{LocalModels, ModelThread, Models, Simulated},
    search::Search,
};

/// A search may last so long; missions end it earlier.
const TIME_LIMIT: Duration = Duration::from_secs(24 * 3600);
/// A message that has waited this long for the budget is dropped.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Objects of a class this close to one another are one object.
const GATE: Metres = Metres::new(1.0);
/// So many views are remembered, for searches of others that begin later.
const VIEWS: usize = 1000;
/// A map is told at least this often, so that others know that its robot is there.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// Runs the node `explorer` until it is asked to end.
///
/// # Errors
/// Bad parameters, a fleet that does not explore, or no ROS.
pub fn run_explorer() -> Result<(), NodeError> {
    let mut runtime = NodeLoop::start("explorer", parameters::EXPLORER)?;
    let site = Site::read(runtime.parameters(), runtime.fleet())?;
    let search = SearchSite::of(&site.fleet, &site.world)?;
    let parameters = runtime.parameters();
    let me = parameters.robot()?;
    let mounting = mounting(parameters)?;
    let looks_per_thought = u64::try_from(parameters.whole("looks_per_thought")?).unwrap_or(1);
    let request_every = Duration::from_secs_f64(parameters.number("request_every_s")?);
    let refused = |error: &dyn std::fmt::Display| NodeError::Refused(format!("exploration in the fleet file: {error}"));
    let choice = site.fleet.exploration.as_ref().ok_or_else(|| refused(&"there is none"))?;
    let place = site.fleet.order.iter().position(|robot| *robot == me).unwrap_or(0);
    let house = site.fleet.simulator.as_ref().and_then(|simulator| simulator.house.as_ref());
    let stop = Arc::new(AtomicBool::new(false));
    let (eyes, judge) = (Eyes::of_explorer(&site.fleet, stop.clone())?, ModelJudge::of_explorer(&site.fleet)?);
    let judge = judge.map(|judge| judge.with_stop(stop.clone()));
    let simulated = match (&eyes, house) {
        (Some(_), _) => None,
        (None, Some(house)) => Some(Box::new(Simulated::of(house.house(), place, search.areas().centre()))),
        (None, None) => return Err(refused(&"no model sees: name one under eyes")),
    };
    let rule = judge.as_ref().ok_or_else(|| NO_JUDGE.to_owned()).and_then(|judge| finding_rule(&site.fleet, judge));
    let silent = rule.as_ref().err().cloned();
    let findings_until_s = rule.as_ref().ok().map(|rule| rule.expires_unix_s);
    silent.iter().for_each(|why| tracing::warn!("no findings are sent to other robots: {why}"));
    let is_truth = simulated.is_some();
    let local = LocalModels {
        viewer: eyes.map(Viewer::new),
        judge: judge
            .filter(|_| rule.is_ok())
            .map(|judge| (judge.name(), Box::new(judge) as Box<dyn RelevanceJudge + Send>)),
    };
    let runs = local.viewer.is_some() || local.judge.is_some();
    let models = Models { simulated, thread: runs.then(|| ModelThread::start(local, stop)).transpose()? };
    let policy = ExplorerPolicy {
        time_limit: TIME_LIMIT,
        request_every,
        forget_after: 3 * request_every,
        budget: MessageBudget::new(choice.messages_per_s, 1).map_err(|error| refused(&error))?,
        longest_wait: LONGEST_WAIT,
        gate: GATE,
        views: VIEWS,
        layout: search.areas().layout()?,
        values: ValueRule::DEFAULT,
    };
    let check = ConfidenceCheck::fixed(1.0 - choice.answers_above).map_err(|error| refused(&error))?;
    let rules = ExplorerRules { relevance: rule.ok().map(|rule| rule.criterion), answers: check };
    let searching = Search::new(me.clone(), search.clone(), (policy, rules), models, mounting);
    runtime.identify(Identity::read(&site.state, Participant::explorer(&me))?);
    let timeline = runtime.timeline();
    let node = runtime.node();
    let room = ExplorerRoom {
        timeline,
        search: searching.map_err(|error| refused(&error))?,
        eyes: Senses::open(node, &me, is_truth)?,
        turns: Inbox::subscribe(node, &RING)?,
        reader: RingReader::default(),
        worlds: Inbox::subscribe(node, &WORLD_STATE)?,
        requests: Inbox::subscribe(node, &REQUESTS)?,
        findings: Inbox::subscribe(node, &FINDINGS)?,
        asks: Outbox::advertise(node, &REQUESTS)?,
        tells: Outbox::advertise(node, &FINDINGS)?,
        maps: Outbox::advertise_of(node, &me, &SEMANTIC_MAP)?,
        grids: Outbox::advertise_of(node, &me, &MAP)?,
        markers: Outbox::advertise_of(node, &me, &MAP_MARKERS)?,
        looks_per_thought,
        looks: 0,
        told_at: Stamp::ZERO,
        mission: None,
        sought: None,
        facts: Facts::default(),
        site: search,
        active: false,
        malformed: 0,
        findings_until_s,
        silent,
        me,
    };
    runtime.run(room)
}

/// Where the camera is on the robot, by parameters.
fn mounting(parameters: &Parameters) -> Result<Transform<Body, Optical>, NodeError> {
    let [x, y, z] = ["camera_x_m", "camera_y_m", "camera_z_m"].map(|name| parameters.number(name));
    Ok(Transform::facing_forward(Point::new(x?, y?, z?), parameters.number("camera_pitch_rad")?))
}

struct ExplorerRoom {
    me: RobotId,
    timeline: Timeline,
    site: SearchSite,
    search: Search,
    eyes: Senses,
    turns: Inbox<TurnMessage>,
    reader: RingReader,
    worlds: Inbox<WorldState>,
    requests: Inbox<Request>,
    findings: Inbox<Finding>,
    asks: Outbox<Request>,
    tells: Outbox<Finding>,
    maps: Outbox<SemanticMap>,
    grids: Outbox<OccupancyGrid>,
    markers: Outbox<MarkerArray>,
    looks_per_thought: u64,
    /// Pictures since the last thought.
    looks: u64,
    told_at: Stamp,
    /// The mission that it looks for something for.
    mission: Option<MissionId>,
    /// What that mission names, as long as it runs.
    sought: Option<Vec<SoughtThing>>,
    /// The facts of the world.
    facts: Facts,
    active: bool,
    malformed: u64,
    /// Unix time in seconds from which its calibration does not hold.
    findings_until_s: Option<u64>,
    /// Why it sends no findings, if so.
    silent: Option<String>,
}

impl Room for ExplorerRoom {
    fn work(&mut self, now: Stamp) -> Result<(), NodeError> {
        if !self.active {
            self.turns.hold(64);
            self.worlds.hold(1);
            self.requests.hold(0);
            self.findings.hold(0);
            self.eyes.forget();
            return Ok(());
        }
        while let Some(world) = self.worlds.take() {
            self.facts = Facts::new(world.facts);
        }
        self.end_findings();
        self.hear_missions(now);
        self.hear_robots(now);
        self.search.attend(now);
        while let Some(look) = self.eyes.look(now) {
            if self.search.see(now, look) {
                self.looks += 1;
            }
        }
        if self.looks >= self.looks_per_thought || self.search.has_stopped(now) {
            self.looks = 0;
            let wanted = self.wanted();
            self.search.think(now, wanted.as_deref());
            self.tell(now);
        } else if now >= self.told_at + TELL_EVERY {
            self.tell(now);
        }
        self.search.tick(now);
        self.say();
        Ok(())
    }

    fn next_deadline(&self) -> Option<Stamp> {
        if !self.active {
            return None;
        }
        if self.search.models().is_busy() {
            // The model's thread cannot wake the spin.
            return Some(Stamp::ZERO);
        }
        Some(self.search.next_deadline().into_iter().fold(self.told_at + TELL_EVERY, Stamp::min))
    }

    fn set_active(&mut self, _: Stamp, active: bool) {
        self.active = active;
    }

    fn diagnose(&self, now: Stamp) -> Vec<Diagnosis> {
        let eyes = match self.eyes.age(now) {
            Some(age) if age < Duration::from_secs(2) => {
                Diagnosis::ok("camera", "pictures with depth and odometry come")
            }
            Some(age) => {
                Diagnosis::error("camera", format!("no picture with depth and odometry for {:.0} s", age.as_secs_f64()))
            }
            None => Diagnosis::error(
                "camera",
                "no picture with depth and odometry has come: check the topics and their stamps",
            ),
        };
        let eyes = match self.eyes.fault() {
            Some(fault) => Diagnosis::error("camera", format!("pictures cannot be used: {fault}")),
            None => eyes,
        };
        let counts = self.search.counts();
        let [views, views_seen] = self.search.views();
        let search = self
            .search
            .models()
            .diagnose()
            .with("views", views)
            .with("views_seen", views_seen)
            .with("objects", self.search.objects().count())
            .with("requests", counts.requests)
            .with("findings", counts.findings)
            .with("answers", counts.answers)
            .with("dropped", counts.dropped)
            .with("unusable_messages", counts.unusable_messages)
            .with("uncounted_answers", counts.uncounted_answers)
            .with("malformed_messages", self.malformed);
        let open: Vec<String> = self.search.open().map(|question| question.sought().join(", ")).collect();
        let looking = match open.as_slice() {
            [] => Diagnosis::ok("search", "looks for nothing"),
            open => Diagnosis::ok("search", format!("looks for {}", open.join("; "))),
        };
        let findings = match &self.silent {
            None => Diagnosis::ok("findings", "a calibration says what other robots are told"),
            Some(why) => Diagnosis::warn("findings", format!("none are sent: {why}")),
        };
        vec![eyes.with("ignored", self.eyes.ignored()), search, looking, findings]
    }
}

impl ExplorerRoom {
    /// Says no more to others once its calibration has expired.
    fn end_findings(&mut self) {
        // A clock before 1970 tells nothing: it has expired then, too.
        if self.findings_until_s.take_if(|until| unix_s().is_none_or(|now| now >= *until)).is_some() {
            self.search.end_findings();
            let why = "the calibration of exploration.relevance has expired: make it anew, and start the node again"
                .to_owned();
            tracing::warn!("no findings are sent to other robots: {why}");
            self.silent = Some(why);
        }
    }

    /// Looks for what a mission asks for and nobody has found, as long as it runs.
    fn hear_missions(&mut self, now: Stamp) {
        while let Some(message) = self.turns.take() {
            match self.reader.read(message) {
                Ok(RingMessage::Turn(turn)) if self.mission != Some(turn.brief.id) => {
                    let Some(place) = turn.brief.place_of(&self.me) else { continue };
                    self.mission = Some(turn.brief.id);
                    let formulas: Vec<String> =
                        turn.brief.formulas.iter().chain(&turn.brief.meanings).cloned().collect();
                    self.sought = Some(self.site.named_in(&formulas).cloned().collect());
                    // Each robot has questions of its own.
                    let team = turn.brief.team.len().max(1);
                    let wanted = self.wanted().unwrap_or_default();
                    let mine: Vec<String> = wanted.into_iter().skip(place).step_by(team).collect();
                    self.search.begin(now, self.timeline.ros(), &mine);
                }
                Ok(RingMessage::End { mission, .. }) if self.mission == Some(mission) => {
                    self.sought = None;
                    self.search.begin(now, self.timeline.ros(), &[]);
                }
                Ok(_) => {}
                Err(error) => self.note_malformed(&error),
            }
        }
    }

    /// The classes of what the mission names and nobody has found; `None` while none runs.
    fn wanted(&self) -> Option<Vec<String>> {
        let is_lost = |thing: &&SoughtThing| !self.facts.holds(&self.site.found(&thing.name));
        let classes =
            |sought: &Vec<SoughtThing>| sought.iter().filter(is_lost).map(|thing| thing.class.clone()).collect();
        self.sought.as_ref().map(classes)
    }

    fn hear_robots(&mut self, now: Stamp) {
        while let Some(message) = self.requests.take() {
            match wire::request(&message) {
                Ok(request) => self.search.hear(now, ExplorerMessage::Request(request)),
                Err(error) => self.note_malformed(&error),
            }
        }
        while let Some(message) = self.findings.take() {
            match wire::finding(&message) {
                Ok(said) => self.search.hear(now, said),
                Err(error) => self.note_malformed(&error),
            }
        }
    }

    fn say(&mut self) {
        let ros = self.timeline.ros();
        for said in self.search.take_said() {
            tracing::info!("{said}");
            match &said {
                ExplorerMessage::Request(request) => self.asks.publish(wire::request_message(ros, request)),
                said => wire::finding_message(ros, said).into_iter().for_each(|message| self.tells.publish(message)),
            }
        }
    }

    /// Tells the whole map, if there is one yet.
    fn tell(&mut self, now: Stamp) {
        self.told_at = now;
        let ros = self.timeline.ros();
        let Some(map) = showing::semantic_map(ros, &self.me, &self.search) else { return };
        self.maps.publish(map);
        self.grids.publish(showing::grid(ros, self.search.grid()));
        self.markers.publish(showing::markers(ros, &self.search));
    }

    fn note_malformed(&mut self, error: &WireError) {
        self.malformed += 1;
        tracing::warn!(%error, count = self.malformed, "a malformed message was ignored");
    }
}
