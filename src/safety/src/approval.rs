//! Approvals that only the monitor can make: the signed bytes, the key, and the check.

mod error;
mod guard;
mod key;

use std::fmt;

use surefleet_fleet::{Decision, JointStep, Stamp};

pub use error::ApprovalError;
pub use guard::{Admitted, ApprovalGuard, LONGEST_VALIDITY, UsedStep};
pub use key::{ApprovalKey, FleetKey};

/// The beginning of every signed text: a signature over anything else can never count as an approval.
const PREFIX: &[u8] = b"surefleet approval 1\n";
/// The code for an absent robot's decision, as on the wire.
const ABSENT: u16 = u16::MAX;

/// 16 random bytes, drawn anew each time an approval is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nonce([u8; 16]);

impl Nonce {
    /// From bytes that nobody could foresee.
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The content of an approval: who may do what, and until when they may begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The mission, the step, the attempt, and the decision of each robot.
    pub joint: JointStep,
    /// Distinguishes this message from every other message of the same approval.
    pub nonce: Nonce,
    /// From this time on nothing may begin.
    pub expires: Stamp,
}

impl Approval {
    /// The bytes that are signed; docs/integration.md says the same for readers in other languages.
    ///
    /// Integers are little-endian and of fixed width, and every part of variable size has its length before it: two
    /// different approvals never have the same bytes.
    pub fn signed_bytes(&self) -> Vec<u8> {
        let mut bytes = PREFIX.to_vec();
        let joint = &self.joint;
        bytes.extend(joint.mission.as_bytes());
        bytes.extend(joint.step.get().to_le_bytes());
        bytes.extend(joint.attempt.0.to_le_bytes());
        bytes.extend((joint.decided.len() as u32).to_le_bytes());
        for decided in &joint.decided {
            let robot = decided.robot.as_str().as_bytes();
            bytes.extend((robot.len() as u32).to_le_bytes());
            bytes.extend(robot);
            bytes.extend(decided.decision.map_or(ABSENT, Decision::get).to_le_bytes());
            bytes.extend(decided.attempt.0.to_le_bytes());
        }
        bytes.extend(self.nonce.0);
        bytes.extend(self.expires.as_nanos().to_le_bytes());
        bytes
    }
}

/// An approval with a signature that nobody has checked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedApproval {
    /// The signed content, if the signature is good.
    pub approval: Approval,
    /// The ed25519 signature, or any 64 bytes.
    pub signature: [u8; 64],
}

impl SignedApproval {
    /// Parses an approval that came over the wire.
    ///
    /// # Errors
    /// [`ApprovalError::Unsigned`] for an empty signature, [`ApprovalError::Length`] for a nonce or signature that is
    /// too short or too long.
    pub fn parse(joint: JointStep, nonce: &[u8], expires: Stamp, signature: &[u8]) -> Result<Self, ApprovalError> {
        if signature.is_empty() {
            return Err(ApprovalError::Unsigned { mission: joint.mission, step: joint.step });
        }
        let length = |field, bytes: &[u8], expected| ApprovalError::Length { field, found: bytes.len(), expected };
        let signature = signature.try_into().map_err(|_| length("signature", signature, 64))?;
        let nonce = Nonce(nonce.try_into().map_err(|_| length("nonce", nonce, 16))?);
        Ok(Self { approval: Approval { joint, nonce, expires }, signature })
    }
}
