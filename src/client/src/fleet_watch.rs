//! Tells an onlooker why a fleet makes no progress.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use r2r::{
    diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus},
    surefleet::msg::{Heartbeat, HelpQueue, HelpSummary},
};
use surefleet_ros::{
    FleetNode, Inbox, NodeError,
    topics::{DIAGNOSTICS, HEARTBEAT, HELP_QUEUE},
};
use surefleet_site::Access;

/// Listens to the help desk's queue, to the safety monitor's diagnoses, and to planners (their skill servers, and
/// whether they are deciding). Sends nothing itself.
pub struct FleetWatch {
    node: FleetNode,
    /// Prefixes of the names in diagnoses: of all nodes of the fleet, and of the monitor.
    namespace: String,
    monitor: String,
    queue: Inbox<HelpQueue>,
    diagnostics: Inbox<DiagnosticArray>,
    heartbeats: Inbox<Heartbeat>,
    requests: Vec<HelpSummary>,
    deciding: Deciding,
    /// Problems that the monitor reports, by part, and that planners report, by robot.
    complaints: BTreeMap<String, String>,
    /// Time of the monitor's last diagnoses, which come every second; before the first ones, the start of the watch.
    monitor_heard: Instant,
}

/// A decision that takes longer than this is reported.
const SLOW: Duration = Duration::from_secs(3);

/// The safety monitor counts as gone after this long without a message.
const SILENCE: Duration = Duration::from_secs(8);

impl FleetWatch {
    /// Makes the node `surefleet_watch_<process>`.
    ///
    /// # Errors
    /// ROS is not available.
    pub fn open(access: &Access) -> Result<Self, NodeError> {
        let mut node = FleetNode::of_client("watch", access)?;
        let queue = Inbox::subscribe(&mut node, &HELP_QUEUE)?;
        let diagnostics = Inbox::subscribe(&mut node, &DIAGNOSTICS)?;
        let heartbeats = Inbox::subscribe(&mut node, &HEARTBEAT)?;
        Ok(Self {
            namespace: node.fleet().name("").trim_start_matches('/').to_owned(),
            monitor: format!("{}: ", node.fleet().name("safety_monitor").trim_start_matches('/')),
            node,
            queue,
            diagnostics,
            heartbeats,
            deciding: Deciding::default(),
            requests: Vec::new(),
            complaints: BTreeMap::new(),
            monitor_heard: Instant::now(),
        })
    }

    /// Receives messages for this time.
    pub fn look(&mut self, span: Duration) {
        self.node.spin_once(span);
        while let Some(queue) = self.queue.take() {
            self.requests = queue.requests;
        }
        while let Some(heartbeat) = self.heartbeats.take() {
            let is_deciding = heartbeat.holding && !heartbeat.waiting_for_help;
            self.deciding.hear(Instant::now(), heartbeat.robot, is_deciding.then_some(heartbeat.step));
        }
        while let Some(array) = self.diagnostics.take() {
            array.status.into_iter().for_each(|status| self.note(status));
        }
    }

    /// Reasons why the fleet waits, each with its subject. The subject stays the same while the sentence may change.
    /// The safety monitor's problems come first. Empty: there is nothing to report.
    pub fn waits_for(&self) -> Vec<(String, String)> {
        let complaints = self.complaints.iter().map(|(part, complaint)| (part.clone(), complaint.clone()));
        let people = self.requests.iter().map(|request| {
            let HelpSummary { id, robot, step, question, claimed_by, .. } = request;
            let by = if claimed_by.is_empty() { String::new() } else { format!("; {claimed_by} has claimed it") };
            // A long queue has no questions in words.
            let asks = if question.is_empty() { format!("{robot} asks about step {step}") } else { question.clone() };
            (id.clone(), format!("waiting for a person: {asks} (surefleet help-desk{by})"))
        });
        if self.monitor_heard.elapsed() > SILENCE {
            // Its last report is out of date, and nobody answers questions while the monitor is gone.
            let gone =
                "the safety monitor says nothing any more: the fleet may have been stopped; Ctrl-C leaves".to_owned();
            return vec![("silence".to_owned(), gone)];
        }
        complaints.chain(people).chain(self.deciding.slow(Instant::now())).collect()
    }

    fn note(&mut self, status: DiagnosticStatus) {
        let ours = |planner: &str| {
            planner.strip_prefix(&self.namespace).filter(|robot| !robot.contains('/')).map(str::to_owned)
        };
        if let Some(robot) = status.name.strip_suffix("/planner: skill server").and_then(ours) {
            // The robot does nothing, and the mission waits for it.
            return self.take_down(robot, status);
        }
        let Some(part) = status.name.strip_prefix(&self.monitor).map(str::to_owned) else { return };
        self.monitor_heard = Instant::now();
        // A message that was not believed does not delay a mission.
        if part != "identity" {
            self.take_down(part, status);
        }
    }

    fn take_down(&mut self, part: String, status: DiagnosticStatus) {
        if status.level == DiagnosticStatus::OK as u8 {
            self.complaints.remove(&part);
        } else {
            let names_it = status.message.starts_with("the gate");
            let message = if names_it { status.message } else { format!("{part}: {}", status.message) };
            self.complaints.insert(part, message);
        }
    }
}

/// Robots that are deciding: the step, since when, and when each was heard last.
#[derive(Default)]
struct Deciding(BTreeMap<String, (u32, Instant, Instant)>);

impl Deciding {
    /// A robot was heard; `step`: the step that it decides, if any.
    fn hear(&mut self, now: Instant, robot: String, step: Option<u32>) {
        let Some(step) = step else {
            self.0.remove(&robot);
            return;
        };
        let since = self.0.get(&robot).filter(|known| known.0 == step).map_or(now, |known| known.1);
        self.0.insert(robot, (step, since, now));
    }

    /// Robots that have been deciding for a long time, with their subjects.
    fn slow(&self, now: Instant) -> Vec<(String, String)> {
        let slow = self
            .0
            .iter()
            .filter(|(_, (_, since, heard))| now.duration_since(*since) > SLOW && now.duration_since(*heard) < SILENCE);
        let told = slow.map(|(robot, (step, since, _))| {
            let seconds = now.duration_since(*since).as_secs();
            let words = format!("{robot} has been deciding step {step} for {seconds} s: its model takes its time");
            (format!("{robot} decides step {step}"), words)
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_takes_its_time_is_told_of_until_its_robot_has_decided() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut deciding = Deciding::default();
        deciding.hear(at(0), "robot_1".into(), Some(2));
        deciding.hear(at(0), "robot_2".into(), None);
        assert_eq!(deciding.slow(at(3)), []);
        deciding.hear(at(5), "robot_1".into(), Some(2));
        let words = "robot_1 has been deciding step 2 for 5 s: its model takes its time";
        assert_eq!(deciding.slow(at(5)), [("robot_1 decides step 2".to_owned(), words.to_owned())]);
        assert_eq!(deciding.slow(at(20)), [], "nobody hears it any more");
        deciding.hear(at(21), "robot_1".into(), Some(3));
        assert_eq!(deciding.slow(at(22)), [], "that is another decision");
        deciding.hear(at(30), "robot_1".into(), None);
        assert_eq!(deciding.slow(at(30)), []);
    }
}
