use std::{collections::BTreeMap, time::Duration};

use surefleet_fleet::{JointStep, MissionId, Outcome, RobotId, Stamp};
use surefleet_safety::{Approval, ApprovalKey, FleetKey, Monitor, MonitorEntry, Nonce, Policy, SignedApproval, Timing};

use crate::{message::Message, schedule::LEASE, yard::yard_of};

/// How long an approval holds, as config/safety_monitor.yaml says.
const APPROVAL_VALIDITY: Duration = Duration::from_secs(5);

/// The safety monitor's process: its core, its journal, and the verdicts that the network keeps.
pub(crate) struct MonitorProcess {
    policy: Policy,
    key: FleetKey,
    /// `None`: it is down.
    pub core: Option<Monitor>,
    journal: Vec<MonitorEntry>,
    /// Dies once it has journalled the next approval, before it says it.
    pub is_doomed: bool,
    /// The last verdicts: robots that start later receive them too.
    pub verdicts: Vec<Message>,
    /// The fates of the missions that it knows, in all its lives.
    fates: BTreeMap<MissionId, Fate>,
}

#[derive(Debug, Clone, PartialEq)]
enum Fate {
    Runs,
    Ended(Outcome),
}

impl MonitorProcess {
    pub fn new(fleet: Vec<RobotId>) -> Self {
        let timing = Timing { world_timeout: LEASE * 2, lease: LEASE, start_patience: LEASE * 10 };
        let policy = Policy::new(yard_of(&fleet), None, timing, false).expect("times above zero");
        Self {
            core: Some(Monitor::new(policy.clone())),
            key: FleetKey::from_seed(&[7; 32]),
            policy,
            journal: Vec::new(),
            is_doomed: false,
            verdicts: Vec::new(),
            fates: BTreeMap::new(),
        }
    }

    /// Starts with the journal and nothing else.
    pub fn start(&mut self, now: Stamp) {
        self.is_doomed = false;
        self.core = Some(Monitor::restore(now, self.policy.clone(), self.journal.iter().cloned()));
    }

    /// The key that checks its approvals.
    pub fn public_key(&self) -> ApprovalKey {
        self.key.public()
    }

    /// Signs an approval anew each time it is sent.
    pub fn sign(&self, now: Stamp, joint: JointStep, nonce: [u8; 16]) -> SignedApproval {
        self.key.sign(Approval { joint, nonce: Nonce::new(nonce), expires: now + APPROVAL_VALIDITY })
    }

    pub fn die(&mut self) {
        self.core = None;
        self.verdicts.clear();
    }

    /// Whether it promised to handle the mission, or its client was told that the mission is over.
    pub fn knows(&self, mission: MissionId) -> bool {
        self.fates.contains_key(&mission)
    }

    pub fn outcome(&self, mission: MissionId) -> Option<&Outcome> {
        match self.fates.get(&mission)? {
            Fate::Runs => None,
            Fate::Ended(outcome) => Some(outcome),
        }
    }

    pub fn keep(&mut self, entry: MonitorEntry) {
        match &entry {
            MonitorEntry::Admitted(first) => drop(self.fates.insert(first.turn.mission(), Fate::Runs)),
            MonitorEntry::Ended { mission, outcome, .. } => self.end(*mission, outcome.clone()),
            _ => {}
        }
        self.journal.push(entry);
    }

    pub fn end(&mut self, mission: MissionId, outcome: Outcome) {
        self.fates.insert(mission, Fate::Ended(outcome));
    }
}
