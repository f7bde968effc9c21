//! What a fleet waits for, for somebody who looks on.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use r2r::{
    diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus},
    surefleet::msg::{HelpQueue, HelpSummary},
};

use crate::{
    NodeError,
    endpoints::Inbox,
    fleet_node::FleetNode,
    identity::Access,
    topics::{DIAGNOSTICS, HELP_QUEUE},
};

/// Listens to the help desk's queue and to the safety monitor's diagnoses; says nothing itself.
pub struct FleetWatch {
    node: FleetNode,
    /// What the monitor's diagnoses are called by.
    monitor: String,
    queue: Inbox<HelpQueue>,
    diagnostics: Inbox<DiagnosticArray>,
    requests: Vec<HelpSummary>,
    /// What the monitor complains of, by part.
    complaints: BTreeMap<String, String>,
    /// When the monitor's diagnoses were heard last, which come every second; before the first one, when the watch began.
    monitor_heard: Instant,
}

/// After so long without a word the safety monitor counts as gone.
const SILENCE: Duration = Duration::from_secs(8);

impl FleetWatch {
    /// Makes the node `surefleet_watch_<process>`.
    ///
    /// # Errors
    /// No ROS.
    pub fn open(access: &Access) -> Result<Self, NodeError> {
        let mut node = FleetNode::of_client("watch", access)?;
        let queue = Inbox::subscribe(&mut node, &HELP_QUEUE)?;
        let diagnostics = Inbox::subscribe(&mut node, &DIAGNOSTICS)?;
        Ok(Self {
            monitor: format!("{}: ", node.fleet().name("safety_monitor").trim_start_matches('/')),
            node,
            queue,
            diagnostics,
            requests: Vec::new(),
            complaints: BTreeMap::new(),
            monitor_heard: Instant::now(),
        })
    }

    /// Takes in what comes within this time.
    pub fn look(&mut self, span: Duration) {
        self.node.spin_once(span);
        while let Some(queue) = self.queue.take() {
            self.requests = queue.requests;
        }
        while let Some(array) = self.diagnostics.take() {
            array.status.into_iter().for_each(|status| self.note(status));
        }
    }

    /// What the fleet waits for, each with its subject, which stays the same while the sentence may not; the safety
    /// monitor's complaints come first. Empty: nothing that it tells of.
    pub fn waits_for(&self) -> Vec<(String, String)> {
        let complaints = self.complaints.iter().map(|(part, complaint)| (part.clone(), complaint.clone()));
        let people = self.requests.iter().map(|request| {
            let HelpSummary { id, robot, step, claimed_by, .. } = request;
            let by = if claimed_by.is_empty() { String::new() } else { format!("; {claimed_by} has claimed it") };
            (
                id.clone(),
                format!("waiting for a person: {robot} asks what to do in step {step} (surefleet help-desk){by}"),
            )
        });
        if self.monitor_heard.elapsed() > SILENCE {
            // What it said last is not news, and nobody answers without it.
            let gone =
                "the safety monitor says nothing any more: the fleet may have been stopped; Ctrl-C leaves".to_owned();
            return vec![("silence".to_owned(), gone)];
        }
        complaints.chain(people).collect()
    }

    fn note(&mut self, status: DiagnosticStatus) {
        let Some(part) = status.name.strip_prefix(&self.monitor) else { return };
        self.monitor_heard = Instant::now();
        if status.level == DiagnosticStatus::OK as u8 {
            self.complaints.remove(part);
        } else {
            let part = part.to_owned();
            let names_it = status.message.starts_with("the gate");
            let message = if names_it { status.message } else { format!("{part}: {}", status.message) };
            self.complaints.insert(part, message);
        }
    }
}
