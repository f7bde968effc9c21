//! How missions stand, for somebody who follows one: from what the safety monitor lists, over any restart of it.

use std::{
    collections::HashSet,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::{
    msg::{DecisionRecord, MissionStatus, Missions, Turn},
    srv::CancelMission,
};
use serde::Serialize;
use surefleet_fleet::{MissionId, SkillOutcome, Stamp};

use crate::{
    NodeError,
    endpoints::{Calls, Inbox},
    fleet_client::{FleetClient, LAST_WORD},
    fleet_node::FleetNode,
    identity::{Access, SealOrder},
    mission_client::{DecisionHeard, MissionReport, Progress},
    safety_monitor::CANCEL,
    topics::{DECISIONS, MISSIONS, RING_FROM_NOW},
    wire::{self, RingMessage, RingReader},
};

/// A mission of a fleet, as its safety monitor tells of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ListedMission {
    /// UUID, 32 hexadecimal digits.
    pub id: String,
    /// In plain language; empty: the monitor only heard of it.
    pub text: String,
    /// Who takes part.
    pub team: Vec<String>,
    /// `waiting`, `running`, `succeeded`, `failed` or `corrected`.
    pub state: &'static str,
    /// The step that is decided now, where it runs; else the steps that were executed.
    pub step: u32,
    /// As in ExecuteMission; 0: none.
    pub error_code: u16,
    /// Why it failed; empty where it did not.
    pub error_msg: String,
    /// The approved joint steps in words.
    pub plan: Vec<String>,
    /// Decisions that people answered.
    pub help_count: u32,
    /// Decisions made.
    pub decisions: u32,
    /// The words of a person who corrected it, and in which it goes on; empty: nobody did.
    pub corrected: String,
    /// The mission that takes its place where a person corrected it; empty: none does.
    pub successor: String,
    /// Seconds since the epoch when it was asked for; 0: nobody knows.
    pub since: f64,
    /// Likewise when it ended; 0: it has not, or nobody knows.
    pub ended: f64,
}

impl ListedMission {
    /// Whether it waits or runs.
    pub fn is_open(&self) -> bool {
        matches!(self.state, "waiting" | "running")
    }
}

/// The missions of a fleet: those that ended last, oldest first, then those that run, then those that wait.
///
/// # Errors
/// No safety monitor tells of them within `patience`.
pub fn list_missions(
    access: &Access,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<Vec<ListedMission>, NodeError> {
    let mut fleet = FleetClient::create(access, "missions", patience, interrupted)?;
    let mut missions = Inbox::<Missions>::subscribe(&mut fleet.node, &MISSIONS)?;
    let end = Instant::now() + patience;
    loop {
        fleet.node.spin_once(Duration::from_millis(20));
        if let Some(list) = missions.take() {
            return Ok(list.missions.iter().map(listed).collect());
        }
        if fleet.is_interrupted() {
            return Err(NodeError::Interrupted("nothing was heard".into()));
        }
        if Instant::now() >= end {
            let monitor = fleet.node.fleet().name("safety_monitor");
            return Err(fleet.unbelieved("safety_monitor").unwrap_or_else(|| NodeError::NoAnswer {
                who: "the safety monitor".into(),
                seconds: patience.as_secs_f64(),
                mend: format!(
                    "it is not there, or not active (ros2 lifecycle get {monitor}): start the fleet (surefleet up), or look at its logs"
                ),
            }));
        }
    }
}

/// Cancels a mission, whoever sent it and however often the safety monitor was restarted since.
///
/// # Errors
/// [`NodeError::Refused`] with the monitor's reason, or no answer within `patience`.
pub fn cancel_mission(
    access: &Access,
    mission: MissionId,
    patience: Duration,
    interrupted: &AtomicBool,
) -> Result<(), NodeError> {
    let mut fleet = FleetClient::create(access, "cancel", patience, interrupted)?;
    let response = fleet.call::<CancelMission::Service>(CANCEL, &cancel_request(mission))?;
    if response.accepted { Ok(()) } else { Err(NodeError::Refused(response.reason)) }
}

/// Follows a mission that somebody sent to its end; an interrupt leaves it running.
///
/// # Errors
/// A safety monitor that does not know it, or an interrupt.
pub fn follow_mission(
    access: &Access,
    mission: MissionId,
    patience: Duration,
    interrupted: &AtomicBool,
    mut on_progress: impl FnMut(&Progress),
) -> Result<MissionReport, NodeError> {
    let mut fleet = FleetClient::create(access, "follow", patience, interrupted)?;
    let mut following = Following::open(&mut fleet.node)?;
    following.begin(mission);
    loop {
        fleet.node.spin_once(Duration::from_millis(20));
        following.hear(&mut on_progress);
        if let Some(ended) = following.ended() {
            return ended;
        }
        if fleet.is_interrupted() {
            return Err(NodeError::Interrupted(format!("the mission goes on (to end it: surefleet cancel {mission})")));
        }
    }
}

/// A request to cancel a mission.
pub(crate) fn cancel_request(mission: MissionId) -> CancelMission::Request {
    CancelMission::Request { mission_id: wire::mission_bytes(mission), ..Default::default() }
}

/// Somebody's ears for one mission.
pub(crate) struct Following {
    missions: Inbox<Missions>,
    ring: Inbox<Turn>,
    records: Inbox<DecisionRecord>,
    reader: RingReader,
    story: Option<Story>,
    /// Decisions that were told, by step, attempt and robot.
    told: HashSet<(Vec<u8>, u32, u32, String)>,
    end: Option<(Instant, MissionReport)>,
    unlisted_since: Option<Instant>,
    /// When the newest list was sealed.
    list_order: SealOrder,
}

/// So long a mission may be missing from the monitor's list before it counts as one that never began.
const UNLISTED: Duration = Duration::from_secs(5);

impl Following {
    /// Hears what is said from now on, and what was decided before: robots may be found only after they have begun.
    pub fn open(node: &mut FleetNode) -> Result<Self, NodeError> {
        Ok(Self {
            missions: Inbox::subscribe(node, &MISSIONS)?,
            ring: Inbox::subscribe(node, &RING_FROM_NOW)?,
            records: Inbox::subscribe(node, &DECISIONS)?,
            reader: RingReader::default(),
            story: None,
            told: HashSet::new(),
            end: None,
            unlisted_since: None,
            list_order: SealOrder::default(),
        })
    }

    /// Follows this mission from now on; lists that came before its goal was accepted tell nothing of it.
    pub fn begin(&mut self, mission: MissionId) {
        self.story = Some(Story::of(mission));
    }

    /// Forgets lists from before the mission was accepted, which do not have it.
    pub fn forget(&mut self) {
        while self.missions.take().is_some() {}
    }

    /// The mission that is carried out now: another one than the first where a person corrected that.
    pub fn mission(&self) -> Option<MissionId> {
        self.story.as_ref().map(|story| story.mission)
    }

    /// Takes in what has arrived.
    pub fn hear(&mut self, mut on_progress: impl FnMut(&Progress)) {
        let Some(story) = &mut self.story else { return };
        while let Some(record) = self.records.take() {
            let is_ours = story.is_part(&record.mission_id);
            let key = (record.mission_id.clone(), record.step, record.attempt, record.robot.clone());
            if is_ours && self.told.insert(key) {
                on_progress(&Progress::Decided(DecisionHeard::of(record)));
            }
        }
        while let Some(message) = self.ring.take() {
            // What cannot be read is the fleet's to complain of.
            if let Ok(RingMessage::Outcome { mission, step, robot, outcome: SkillOutcome::Failed(reason) }) =
                self.reader.read(message)
                && mission == story.mission
            {
                on_progress(&Progress::Failed { step: step.get(), robot: robot.to_string(), reason });
            }
        }
        while let Some(list) = self.missions.take() {
            // An older list may be said again by anybody.
            if !self.list_order.admits(&list.seal) {
                continue;
            }
            for news in story.hear(&list) {
                match news {
                    News::Corrected(words) => on_progress(&Progress::Corrected(words)),
                    News::Listed => self.unlisted_since = None,
                    News::Unlisted => self.unlisted_since = self.unlisted_since.or(Some(Instant::now())),
                    News::Ended(report) if self.end.is_none() => self.end = Some((Instant::now(), report)),
                    News::Ended(_) => {}
                }
            }
        }
    }

    /// Whether the monitor was heard at all.
    pub fn is_heard(&self) -> bool {
        self.list_order != SealOrder::default()
    }

    /// Takes the word of the action server that held the goal for how it ended.
    pub fn conclude(&mut self, report: MissionReport) {
        self.end = Some((Instant::now(), report));
    }

    /// How the mission ended, once all that was decided in it has been told, or can be waited for no longer.
    pub fn ended(&self) -> Option<Result<MissionReport, NodeError>> {
        if let Some((since, report)) = &self.end {
            let is_told = self.told.len() >= report.decisions as usize;
            return (is_told || since.elapsed() > STRAGGLERS).then(|| Ok(report.clone()));
        }
        let is_lost = self.unlisted_since.is_some_and(|since| since.elapsed() > UNLISTED);
        is_lost.then(|| {
            Err(NodeError::Refused(
                "the safety monitor does not know the mission: it was restarted before it admitted it, or this one ended \
                 long ago; nothing of it runs (surefleet missions lists what does)"
                    .into(),
            ))
        })
    }
}

/// So long records of decisions may come after the end of their mission.
const STRAGGLERS: Duration = Duration::from_secs(1);

/// Somebody who has a mission cancelled, and asks until that is answered.
pub(crate) struct Cancelling {
    calls: Calls<CancelMission::Service, ()>,
    since: Instant,
    asked: Option<Instant>,
    /// What the monitor answered, or why no answer counts.
    refused: Option<String>,
    called: Stamp,
    again: Option<Stamp>,
}

impl Cancelling {
    pub fn create(node: &mut FleetNode) -> Result<Self, NodeError> {
        let calls = Calls::to(node, CANCEL, ASK_AGAIN)?;
        Ok(Self { calls, since: Instant::now(), asked: None, refused: None, called: Stamp::ZERO, again: None })
    }

    fn now(&self) -> Stamp {
        Stamp::ZERO + self.since.elapsed()
    }

    /// Asks for the cancel of a mission; once, however often it is called.
    pub fn ask(&mut self, mission: MissionId) {
        if self.asked.is_none() {
            self.asked = Some(Instant::now());
            self.call(mission);
        }
    }

    fn call(&mut self, mission: MissionId) {
        self.called = self.now();
        self.calls.call(self.called, (), cancel_request(mission));
    }

    /// Asks again where no answer came.
    pub fn go_on(&mut self, mission: MissionId) {
        let now = self.now();
        if self.again.take_if(|due| *due <= now).is_some() {
            self.call(mission);
        }
        while let Some(((), answer)) = self.calls.take(now) {
            match answer {
                Ok(response) if response.accepted => self.refused = None,
                Ok(response) => self.refused = Some(response.reason),
                // One that is not believed comes at once.
                Err(reason) => (self.refused, self.again) = (Some(reason), Some(self.called + ASK_AGAIN)),
            }
        }
    }

    /// Why the cancel cannot be confirmed, after so long.
    pub fn unconfirmed(&self, patience: Duration) -> Option<NodeError> {
        let asked = self.asked?;
        (asked.elapsed() > patience.max(LAST_WORD)).then(|| {
            let why = self.refused.clone().unwrap_or_else(|| "its monitor is being restarted, or is gone".into());
            NodeError::Interrupted(format!(
                "the fleet did not confirm the cancel: {why}; the mission may go on once the monitor is back: \
                 surefleet cancel ends it then"
            ))
        })
    }
}

/// A cancel that is not answered for so long is asked for again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// What one follower makes of the monitor's lists, one after another.
#[derive(Debug)]
struct Story {
    mission: MissionId,
    /// What it was before people corrected it.
    before: Vec<MissionStatus>,
}

#[derive(Debug, PartialEq)]
enum News {
    Listed,
    Unlisted,
    Corrected(String),
    Ended(MissionReport),
}

impl Story {
    fn of(mission: MissionId) -> Self {
        Self { mission, before: Vec::new() }
    }

    /// Whether it was this mission at some time.
    fn is_part(&self, mission: &[u8]) -> bool {
        mission == self.mission.as_bytes() || self.before.iter().any(|status| status.mission_id == mission)
    }

    fn hear(&mut self, list: &Missions) -> Vec<News> {
        let mut news = Vec::new();
        loop {
            let ours = |status: &&MissionStatus| status.mission_id == self.mission.as_bytes();
            let Some(status) = list.missions.iter().find(ours) else {
                // A corrected mission that is about to begin is in the next list.
                news.push(News::Unlisted);
                return news;
            };
            news.push(News::Listed);
            if status.state != MissionStatus::ENDED as u8 {
                return news;
            }
            match wire::mission_id(&status.successor) {
                Ok(successor) if !status.corrected.is_empty() => {
                    news.push(News::Corrected(status.corrected.clone()));
                    self.before.push(status.clone());
                    self.mission = successor;
                }
                _ => {
                    news.push(News::Ended(self.report(status)));
                    return news;
                }
            }
        }
    }

    fn report(&self, last: &MissionStatus) -> MissionReport {
        let all = || self.before.iter().chain([last]);
        let plan: Vec<String> = all().flat_map(|status| status.plan.iter().cloned()).collect();
        MissionReport {
            id: self.mission.to_string(),
            corrected: self.before.last().map(|status| status.corrected.clone()).unwrap_or_default(),
            error: (last.error_code != 0).then(|| (last.error_code, last.reason.clone())),
            help_count: all().map(|status| status.help_count).sum(),
            decisions: all().map(|status| status.decisions).sum(),
            steps: plan.len() as u32,
            plan,
        }
    }
}

fn listed(message: &MissionStatus) -> ListedMission {
    let id = |bytes: &[u8]| wire::mission_id(bytes).map(|mission| mission.to_string()).unwrap_or_default();
    let seconds = |time| wire::stamp(time).as_nanos() as f64 / 1e9;
    let state = match i64::from(message.state) {
        state if state == MissionStatus::WAITING as i64 => "waiting",
        state if state == MissionStatus::RUNNING as i64 => "running",
        _ if !message.corrected.is_empty() => "corrected",
        _ if message.error_code == 0 => "succeeded",
        _ => "failed",
    };
    ListedMission {
        id: id(&message.mission_id),
        text: message.text.clone(),
        team: message.team.clone(),
        state,
        step: if state == "running" { message.step } else { message.plan.len() as u32 },
        error_code: message.error_code,
        error_msg: message.reason.clone(),
        plan: message.plan.clone(),
        help_count: message.help_count,
        decisions: message.decisions,
        corrected: message.corrected.clone(),
        successor: if message.corrected.is_empty() { String::new() } else { id(&message.successor) },
        since: seconds(&message.since),
        ended: seconds(&message.ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: MissionId = MissionId::new([1; 16]);
    const SECOND: MissionId = MissionId::new([2; 16]);

    fn status(mission: MissionId, state: u8, step: &str) -> MissionStatus {
        MissionStatus {
            mission_id: wire::mission_bytes(mission),
            state,
            plan: vec![step.to_owned()],
            help_count: 1,
            decisions: 3,
            ..Default::default()
        }
    }

    fn list(missions: &[MissionStatus]) -> Missions {
        Missions { missions: missions.to_vec(), ..Default::default() }
    }

    #[test]
    fn a_mission_is_followed_through_a_correction_to_one_report() {
        let corrected = MissionStatus {
            error_code: 6,
            corrected: "Move apple 2.".into(),
            successor: wire::mission_bytes(SECOND),
            ..status(FIRST, MissionStatus::ENDED as u8, "1: go")
        };
        let mut story = Story::of(FIRST);
        assert_eq!(story.hear(&list(&[status(FIRST, MissionStatus::RUNNING as u8, "1: go")])), [News::Listed]);
        let next = status(SECOND, MissionStatus::RUNNING as u8, "1: grab");
        let news = story.hear(&list(&[corrected.clone(), next]));
        assert_eq!(news, [News::Listed, News::Corrected("Move apple 2.".into()), News::Listed]);
        let ended = status(SECOND, MissionStatus::ENDED as u8, "1: grab");
        let news = story.hear(&list(&[corrected, ended]));
        let report = MissionReport {
            id: SECOND.to_string(),
            corrected: "Move apple 2.".into(),
            error: None,
            plan: vec!["1: go".into(), "1: grab".into()],
            help_count: 2,
            steps: 2,
            decisions: 6,
        };
        assert_eq!(news, [News::Listed, News::Ended(report)]);
    }

    #[test]
    fn a_mission_that_a_later_life_of_the_monitor_does_not_list_is_noticed() {
        let mut story = Story::of(FIRST);
        story.hear(&list(&[status(FIRST, MissionStatus::WAITING as u8, "")]));
        assert_eq!(story.hear(&list(&[status(SECOND, MissionStatus::RUNNING as u8, "")])), [News::Unlisted]);
    }
}
