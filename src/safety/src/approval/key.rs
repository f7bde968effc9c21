use std::fmt;

use surefleet_fleet::{Digest, MissionId};
use surefleet_identity::{PublicKey, SecretKey};

use super::{Approval, ApprovalError, SignedApproval};

const LOT: &[u8] = b"surefleet lot of a mission";

/// The secret key that signs a fleet's approvals; only the safety monitor has it.
#[derive(Debug, Clone)]
pub struct FleetKey(SecretKey);

impl FleetKey {
    /// From 32 bytes that nobody could foresee (RFC 8032, section 5.1.5).
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SecretKey::from_seed(seed))
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// [`ApprovalError::Key`] for any other text.
    pub fn parse(text: &str) -> Result<Self, ApprovalError> {
        let mend = "give the path of fleet.key, or make a new pair in an empty folder: surefleet keygen <folder>";
        SecretKey::parse(text).map(Self).map_err(|wrong| ApprovalError::Key { wrong, mend })
    }

    /// The secret as a line of text, for a file that nobody else may read.
    pub fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// The key with which the safety monitor seals its messages and signs the fleet's roster.
    pub fn secret(&self) -> &SecretKey {
        &self.0
    }

    /// The key with which skill servers check signatures.
    pub fn public(&self) -> ApprovalKey {
        ApprovalKey(self.0.public())
    }

    /// The lot of a mission: a number in [0, 1) that never changes and that nobody without the key can foresee.
    pub fn lot(&self, mission: MissionId) -> f64 {
        let digest = Digest::of([LOT, self.0.seed(), mission.as_bytes()]);
        // 53 bits: all that an f64 below 1 can hold.
        (digest.seed() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Signs an approval.
    pub fn sign(&self, approval: Approval) -> SignedApproval {
        let signature = self.0.sign(&approval.signed_bytes());
        SignedApproval { approval, signature }
    }
}

/// The public part of a fleet's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalKey(PublicKey);

impl ApprovalKey {
    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// [`ApprovalError::Key`] for any other text, and for the few points of the curve that fit every signature.
    pub fn parse(text: &str) -> Result<Self, ApprovalError> {
        let mend = "give the path of fleet.pub, which lies beside the safety monitor's fleet.key";
        PublicKey::parse(text).map(Self).map_err(|wrong| ApprovalError::Key { wrong, mend })
    }

    /// The key as a line of text; anyone may read it.
    pub fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// The key with which the fleet's roster is checked.
    pub fn public(&self) -> PublicKey {
        self.0
    }

    /// Checks that the fleet key signed exactly this.
    ///
    /// # Errors
    /// [`ApprovalError::Forged`] if it did not.
    pub fn verify(&self, signed: &SignedApproval) -> Result<(), ApprovalError> {
        if self.0.verifies(&signed.approval.signed_bytes(), &signed.signature) {
            return Ok(());
        }
        let joint = &signed.approval.joint;
        Err(ApprovalError::Forged { mission: joint.mission, step: joint.step, key: self.to_string() })
    }
}

impl fmt::Display for ApprovalKey {
    /// The first eight digits: enough to tell keys apart in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_bytes()[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
