use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use surefleet_fleet::{JointStep, MissionId, Stamp};
use surefleet_safety::{Approval, FleetKey, LONGEST_VALIDITY, Nonce, SignedApproval};

use crate::{
    NodeError,
    keys::{KeyFiles, read_fleet_key},
    parameters::{ParameterKind, ParameterSpec, Parameters},
};

pub(super) const SIGNING_KEY: ParameterSpec = ParameterSpec {
    name: "signing_key",
    kind: ParameterKind::Text(Some("")),
    description: "path of the secret key that approvals are signed with; empty: fleet.key in state_dir",
};

pub(super) const APPROVAL_VALIDITY: ParameterSpec = ParameterSpec {
    name: "approval_validity_ms",
    kind: ParameterKind::Whole { default: Some(5000), least: 100, most: LONGEST_VALIDITY.as_millis() as i64 },
    description: "so long after it was said an approved step may be begun, by the clock of its skill server",
};

/// Signs what the monitor approves, anew each time it is said.
pub(super) struct Signer {
    key: FleetKey,
    validity: Duration,
}

impl Signer {
    pub(super) fn of(parameters: &Parameters, state: &Path) -> Result<Self, NodeError> {
        let path = match parameters.text(SIGNING_KEY.name)? {
            "" => KeyFiles::in_folder(state).secret,
            path => PathBuf::from(path),
        };
        Ok(Self { key: read_fleet_key(&path)?, validity: parameters.millis(APPROVAL_VALIDITY.name)? })
    }

    /// The fleet's key, which is the safety monitor's.
    pub(super) fn key(&self) -> &FleetKey {
        &self.key
    }

    /// The lot of a mission in draws that nobody else can foresee.
    pub(super) fn lot(&self, mission: MissionId) -> f64 {
        self.key.lot(mission)
    }

    pub(super) fn sign(&self, now: Stamp, joint: JointStep) -> SignedApproval {
        self.key.sign(Approval { joint, nonce: Nonce::new(rand::random()), expires: now + self.validity })
    }
}
