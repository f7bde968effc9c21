use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use surefleet_fleet::{JointStep, MissionId, Stamp};
use surefleet_ros::NodeError;
use surefleet_safety::{Approval, FleetKey, Nonce, SignedApproval};
use surefleet_site::{KeyFiles, Parameters, parameters, read_fleet_key};

/// Signs the monitor's approvals, again each time one is sent.
pub(super) struct Signer {
    key: FleetKey,
    validity: Duration,
}

impl Signer {
    pub(super) fn of(parameters: &Parameters, state: &Path) -> Result<Self, NodeError> {
        let path = match parameters.text(parameters::SIGNING_KEY.name)? {
            "" => KeyFiles::in_folder(state).secret,
            path => PathBuf::from(path),
        };
        Ok(Self { key: read_fleet_key(&path)?, validity: parameters.millis(parameters::APPROVAL_VALIDITY.name)? })
    }

    /// The fleet's key, which is also the safety monitor's.
    pub(super) fn key(&self) -> &FleetKey {
        &self.key
    }

    /// A mission's random number for draws, which nobody else can predict.
    pub(super) fn lot(&self, mission: MissionId) -> f64 {
        self.key.lot(mission)
    }

    pub(super) fn sign(&self, now: Stamp, joint: JointStep) -> SignedApproval {
        self.key.sign(Approval { joint, nonce: Nonce::new(rand::random()), expires: now + self.validity })
    }
}
