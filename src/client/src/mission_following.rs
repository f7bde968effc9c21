//! Follows a mission through the lists of the safety monitor, across restarts of the monitor.

use std::{
    collections::HashSet,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use r2r::surefleet::msg::{DecisionRecord, MissionStatus, Missions, Turn};
use surefleet_fleet::{MissionId, SkillOutcome};
use surefleet_ros::{
    FleetNode, Inbox, NodeError, SealOrder,
    topics::{DECISIONS, MISSIONS, RING_FROM_NOW},
    wire::{self, RingMessage, RingReader},
};
use surefleet_site::Access;

use crate::{
    fleet_client::FleetClient,
    mission_client::{DecisionHeard, MissionResult, Progress},
};

/// Follows a mission to its end, no matter who sent it; an interrupt leaves it running.
///
/// # Errors
/// The safety monitor does not know the mission, or an interrupt came.
pub fn follow_mission(
    access: &Access,
    mission: MissionId,
    patience: Duration,
    interrupted: &AtomicBool,
    mut on_progress: impl FnMut(&Progress),
) -> Result<MissionResult, NodeError> {
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

/// Subscriptions that follow one mission.
pub(crate) struct Following {
    missions: Inbox<Missions>,
    ring: Inbox<Turn>,
    records: Inbox<DecisionRecord>,
    reader: RingReader,
    story: Option<Story>,
    /// Decisions that were reported, by step, attempt and robot.
    told: HashSet<(Vec<u8>, u32, u32, String)>,
    end: Option<(Instant, MissionResult)>,
    unlisted_since: Option<Instant>,
    /// Seal order of the lists: only the newest counts.
    list_order: SealOrder,
}

/// A mission that the monitor's list lacks for this long counts as one that never began.
const UNLISTED: Duration = Duration::from_secs(5);

impl Following {
    /// Receives new messages, and earlier decisions too: robots may be found only after they have begun.
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

    /// Follows this mission from now on; lists from before the goal's acceptance do not count for it.
    pub fn begin(&mut self, mission: MissionId) {
        self.story = Some(Story::of(mission));
    }

    /// Forgets lists from before the mission was accepted: they lack it.
    pub fn forget(&mut self) {
        while self.missions.take().is_some() {}
    }

    /// The mission that is carried out now: its successor if a person corrected the first one.
    pub fn mission(&self) -> Option<MissionId> {
        self.story.as_ref().map(|story| story.mission)
    }

    /// Receives the messages that have arrived.
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
            // The fleet itself reports messages that cannot be read.
            if let Ok(RingMessage::Outcome { mission, step, robot, outcome: SkillOutcome::Failed(reason) }) =
                self.reader.read(message)
                && mission == story.mission
            {
                on_progress(&Progress::Failed { step: step.get(), robot: robot.to_string(), reason });
            }
        }
        while let Some(list) = self.missions.take() {
            // Anybody may replay an older list.
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

    /// Whether the monitor was heard.
    pub fn is_heard(&self) -> bool {
        self.list_order != SealOrder::default()
    }

    /// Accepts the action result of the server that held the goal as the mission's end.
    pub fn conclude(&mut self, report: MissionResult) {
        self.end = Some((Instant::now(), report));
    }

    /// How the mission ended, once all its decisions have been reported or the wait for them is over.
    pub fn ended(&self) -> Option<Result<MissionResult, NodeError>> {
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

/// Records of decisions may arrive this long after the end of their mission.
const STRAGGLERS: Duration = Duration::from_secs(1);

/// Evaluates the monitor's lists for one follower, one after another.
#[derive(Debug)]
struct Story {
    mission: MissionId,
    /// The missions that people corrected, before the current one.
    before: Vec<MissionStatus>,
}

#[derive(Debug, PartialEq)]
enum News {
    Listed,
    Unlisted,
    Corrected(String),
    Ended(MissionResult),
}

impl Story {
    fn of(mission: MissionId) -> Self {
        Self { mission, before: Vec::new() }
    }

    /// Whether this is the mission now or was before a correction.
    fn is_part(&self, mission: &[u8]) -> bool {
        mission == self.mission.as_bytes() || self.before.iter().any(|status| status.mission_id == mission)
    }

    fn hear(&mut self, list: &Missions) -> Vec<News> {
        let mut news = Vec::new();
        loop {
            let ours = |status: &&MissionStatus| status.mission_id == self.mission.as_bytes();
            let Some(status) = list.missions.iter().find(ours) else {
                // A corrected mission that is about to begin appears in the next list.
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

    fn report(&self, last: &MissionStatus) -> MissionResult {
        let all = || self.before.iter().chain([last]);
        let plan: Vec<String> = all().flat_map(|status| status.plan.iter().cloned()).collect();
        MissionResult {
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
        let report = MissionResult {
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
