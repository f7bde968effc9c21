use std::fmt;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use surefleet_fleet::{Digest, MissionId};

use super::{Approval, ApprovalError, SignedApproval};

const SECRET: &str = "ed25519-secret";
const PUBLIC: &str = "ed25519-public";
const LOT: &[u8] = b"surefleet lot of a mission";

/// The secret that a fleet's approvals are signed with; the safety monitor alone has it.
#[derive(Clone)]
pub struct FleetKey(SigningKey);

impl FleetKey {
    /// From 32 bytes that nobody could foresee (RFC 8032, section 5.1.5).
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// [`ApprovalError::Key`] for any other text.
    pub fn parse(text: &str) -> Result<Self, ApprovalError> {
        let mend = "give the path of fleet.key, or make a new pair in an empty folder: surefleet keygen <folder>";
        let seed = read_line(SECRET, text).ok_or(ApprovalError::Key { expected: SECRET, mend })?;
        Ok(Self::from_seed(&seed))
    }

    /// The secret as a line of text, for a file that nobody else may read.
    pub fn to_text(&self) -> String {
        line(SECRET, self.0.as_bytes())
    }

    /// What skill servers check signatures with.
    pub fn public(&self) -> ApprovalKey {
        ApprovalKey(self.0.verifying_key())
    }

    /// The lot of a mission: a number in [0, 1) that is always the same, and that nobody without the key can foresee.
    pub fn lot(&self, mission: MissionId) -> f64 {
        let digest = Digest::of([LOT, self.0.as_bytes(), mission.as_bytes()]);
        // 53 bits: all that an f64 below 1 can hold.
        (digest.seed() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Signs an approval.
    pub fn sign(&self, approval: Approval) -> SignedApproval {
        let signature = self.0.sign(&approval.signed_bytes()).to_bytes();
        SignedApproval { approval, signature }
    }
}

impl fmt::Debug for FleetKey {
    /// Shows the public part only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FleetKey({})", self.public())
    }
}

/// The public part of a fleet's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalKey(VerifyingKey);

impl ApprovalKey {
    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// [`ApprovalError::Key`] for any other text, and for the few points of the curve that fit every signature.
    pub fn parse(text: &str) -> Result<Self, ApprovalError> {
        let mend = "give the path of fleet.pub, which lies beside the safety monitor's fleet.key";
        let bytes = read_line(PUBLIC, text);
        let key = bytes.and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok()).filter(|key| !key.is_weak());
        key.map(Self).ok_or(ApprovalError::Key { expected: PUBLIC, mend })
    }

    /// The key as a line of text; anybody may read it.
    pub fn to_text(&self) -> String {
        line(PUBLIC, self.0.as_bytes())
    }

    /// Whether the fleet key signed exactly this.
    ///
    /// # Errors
    /// [`ApprovalError::Forged`] where it did not.
    pub fn verify(&self, signed: &SignedApproval) -> Result<(), ApprovalError> {
        let signature = Signature::from_bytes(&signed.signature);
        self.0.verify_strict(&signed.approval.signed_bytes(), &signature).map_err(|_| {
            let joint = &signed.approval.joint;
            ApprovalError::Forged { mission: joint.mission, step: joint.step, key: self.to_string() }
        })
    }
}

impl fmt::Display for ApprovalKey {
    /// The first eight digits: enough to tell keys apart in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_bytes()[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn line(word: &str, bytes: &[u8; 32]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{word} {digits}\n")
}

fn read_line(word: &str, text: &str) -> Option<[u8; 32]> {
    let digits = text.trim().strip_prefix(word)?.strip_prefix(' ')?;
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, place) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&digits[place..place + 2], 16).ok()?;
    }
    Some(bytes)
}
