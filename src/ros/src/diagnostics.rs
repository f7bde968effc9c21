use std::time::{Duration, Instant};

use r2r::diagnostic_msgs::msg::{DiagnosticArray, DiagnosticStatus, KeyValue};
use surefleet_fleet::Stamp;

use crate::{endpoints::Outbox, error::NodeError, fleet_node::FleetNode, topics::DIAGNOSTICS, wire::header};

/// How well one part of a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Works, but somebody should look.
    Warn,
    /// Does not do what it is there for.
    Error,
}

/// One line of `/diagnostics`.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// The part, such as "calibration".
    pub part: &'static str,
    /// How well it is.
    pub level: Level,
    /// In a sentence.
    pub message: String,
    /// Figures by name.
    pub values: Vec<(&'static str, String)>,
}

impl Diagnosis {
    /// A part that is well.
    pub fn ok(part: &'static str, message: impl Into<String>) -> Self {
        Self { part, level: Level::Ok, message: message.into(), values: Vec::new() }
    }

    /// A part somebody should look at.
    pub fn warn(part: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Warn, ..Self::ok(part, message) }
    }

    /// A part that does not do what it is there for.
    pub fn error(part: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Error, ..Self::ok(part, message) }
    }

    /// With a figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.push((name, value.to_string()));
        self
    }
}

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

    /// Says how the node is, where a second has passed; of a node that is not active nothing is well.
    pub fn publish(&mut self, ros: Stamp, lifecycle: (&str, bool), diagnose: impl FnOnce() -> Vec<Diagnosis>) {
        // By the machine's own clock: where ROS time stands still, this is what tells of it.
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
