use std::time::{Duration, Instant};

use surefleet_site::FleetNamespace;

use crate::{diagnosis::Diagnosis, fleet_node::FleetNode, topics::Topic};

/// Notices several publishers of a topic that should have one: two monitors, two worlds, two help desks.
pub struct Sole {
    part: &'static str,
    topic: String,
    looked: Option<Instant>,
    /// The publishers, if there are several, and since when.
    crowd: Option<(Instant, Vec<String>)>,
    is_told: bool,
}

/// How often the graph is checked.
const PERIOD: Duration = Duration::from_secs(1);
/// Fast DDS takes 20 s to forget a process that was killed; until then it is listed beside its successor.
const PATIENCE: Duration = Duration::from_secs(25);

impl Sole {
    pub fn of(part: &'static str, fleet: &FleetNamespace, topic: &Topic) -> Self {
        Self { part, topic: fleet.name(topic.name), looked: None, crowd: None, is_told: false }
    }

    /// Checks who publishes, now and then.
    pub fn look(&mut self, node: &FleetNode) {
        if self.looked.is_some_and(|looked| looked.elapsed() < PERIOD) {
            return;
        }
        self.looked = Some(Instant::now());
        let Ok(publishers) = node.get_publishers_info_by_topic(&self.topic, false) else { return };
        let full = |namespace: &str, name: &str| format!("{}/{name}", namespace.trim_end_matches('/'));
        let names = publishers.iter().map(|publisher| full(&publisher.node_namespace, &publisher.node_name));
        self.note(Instant::now(), names.collect());
    }

    fn note(&mut self, now: Instant, mut names: Vec<String>) {
        names.sort_unstable();
        match &mut self.crowd {
            _ if names.len() < 2 => (self.crowd, self.is_told) = (None, false),
            Some((since, known)) => {
                *known = names;
                if !self.is_told && now.saturating_duration_since(*since) > PATIENCE {
                    self.is_told = true;
                    tracing::error!("{}", self.complaint());
                }
            }
            None => self.crowd = Some((now, names)),
        }
    }

    /// `None`: all is well, there is only one publisher.
    pub fn diagnose(&self) -> Option<Diagnosis> {
        self.is_told.then(|| Diagnosis::error(self.part, self.complaint()))
    }

    fn complaint(&self) -> String {
        let names = self.crowd.as_ref().map(|(_, names)| names.join(", ")).unwrap_or_default();
        format!(
            "more than one publishes {}: {names}; a fleet has one: end the others, or give them a namespace",
            self.topic
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::WORLD_STATE;

    fn told(names_at: &[(u64, &[&str])]) -> Option<String> {
        let mut sole = Sole::of("world publishers", &FleetNamespace::ROOT, &WORLD_STATE);
        let start = Instant::now();
        for (second, names) in names_at {
            sole.note(start + Duration::from_secs(*second), names.iter().map(ToString::to_string).collect());
        }
        sole.diagnose().map(|diagnosis| diagnosis.message)
    }

    #[test]
    fn a_second_publisher_is_told_of_and_a_dead_one_is_not() {
        let (alone, two): (&[&str], &[&str]) = (&["/a"], &["/b", "/a"]);
        assert_eq!(told(&[(0, alone), (30, alone)]), None);
        assert_eq!(told(&[(0, two), (20, alone), (21, two)]), None, "it was killed, and forgotten after 20 s");
        let complaint = told(&[(0, two), (26, two)]).unwrap_or_default();
        assert!(complaint.contains("/world/state: /a, /b"), "{complaint}");
        assert_eq!(told(&[(0, two), (26, two), (27, alone)]), None);
    }
}
