use std::time::{Duration, Instant};

use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus, KeyValue};
use surefleet_fleet::Stamp;

use crate::{
    diagnosis::{Diagnosis, Level},
    endpoints::Outbox,
    error::NodeError,
    fleet_node::FleetNode,
    topics::DIAGNOSTICS,
    wire::header,
};

/// Publishes a node's diagnoses once a second.
pub struct Diagnostics {
    node: String,
    publisher: Outbox<DiagnosticArray>,
    said: Option<Instant>,
}

const PERIOD: Duration = Duration::from_secs(1);

impl Diagnostics {
    pub fn attach(node: &mut FleetNode) -> Result<Self, NodeError> {
        Ok(Self {
            node: node.fully_qualified_name().map_err(NodeError::ros("read the node's name"))?,
            publisher: Outbox::advertise(node, &DIAGNOSTICS)?,
            said: None,
        })
    }

    /// Publishes the node's diagnoses if a second has passed; no part of an inactive node is healthy.
    pub fn publish(&mut self, ros: Stamp, lifecycle: (&str, bool), diagnose: impl FnOnce() -> Vec<Diagnosis>) {
        // By the machine's own clock: if ROS time stands still, these diagnoses report it.
        if self.said.is_some_and(|said| said.elapsed() < PERIOD) {
            return;
        }
        self.said = Some(Instant::now());
        let (phase, is_active) = lifecycle;
        let mut diagnoses = vec![Diagnosis::ok("lifecycle", phase)];
        diagnoses.extend(diagnose());
        for diagnosis in diagnoses.iter_mut().filter(|diagnosis| !is_active && diagnosis.level == Level::Ok) {
            diagnosis.level = Level::Warn;
            if diagnosis.part != "lifecycle" {
                diagnosis.message = format!("the node is {phase}; {}", diagnosis.message);
            }
        }
        let status = diagnoses.into_iter().map(|diagnosis| self.status(diagnosis)).collect();
        self.publisher.publish(DiagnosticArray { header: header(ros), status });
    }

    fn status(&self, diagnosis: Diagnosis) -> DiagnosticStatus {
        DiagnosticStatus {
            level: match diagnosis.level {
                Level::Ok => DiagnosticStatus::OK as u8,
                Level::Warn => DiagnosticStatus::WARN as u8,
                Level::Error => DiagnosticStatus::ERROR as u8,
            },
            name: format!("{}: {}", self.node.trim_start_matches('/'), diagnosis.part),
            message: diagnosis.message,
            hardware_id: String::new(),
            values: diagnosis.values.into_iter().map(|(key, value)| KeyValue { key: key.to_owned(), value }).collect(),
        }
    }
}
