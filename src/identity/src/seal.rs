use serde::Serialize;
use surefleet_fleet::Stamp;

use crate::{IdentityError, Participant, PublicKey, SecretKey, canonical};

/// The beginning of every signed text: a signature over anything else can never count as a seal.
const PREFIX: &[u8] = b"surefleet seal 1\n";

/// The part of a message that holds its signature: who says it, and when.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seal {
    /// The participant, in the text form of [`Participant`].
    pub signer: String,
    /// The time of sealing, by the signer's system clock; simulated time has no influence.
    pub stamp: Stamp,
    /// An ed25519 signature of 64 bytes; empty: none.
    pub signature: Vec<u8>,
}

/// A participant with its key and its fleet: it seals messages.
#[derive(Debug, Clone)]
pub struct Signet {
    me: Participant,
    key: SecretKey,
    fleet: PublicKey,
}

impl Signet {
    /// The signet of a participant.
    pub fn new(me: Participant, key: SecretKey, fleet: PublicKey) -> Self {
        Self { me, key, fleet }
    }

    /// Its participant.
    pub fn me(&self) -> &Participant {
        &self.me
    }

    /// Seals a message; see [`Roster::verify`](crate::Roster::verify) for `kind` and `context`.
    ///
    /// # Errors
    /// [`IdentityError::Unsealable`] for a value that is no ROS message.
    pub fn seal(
        &self,
        now: Stamp,
        kind: &str,
        context: &[u8],
        message: &(impl Serialize + ?Sized),
    ) -> Result<Seal, IdentityError> {
        let signer = self.me.to_string();
        let bytes = signed_bytes(self.fleet, &signer, now, kind, context, message)?;
        Ok(Seal { signer, stamp: now, signature: self.key.sign(&bytes).to_vec() })
    }
}

/// The bytes that a seal signs; docs/security.md says the same for readers in other languages.
///
/// In this order: the prefix; the fleet's public key; the signer, the kind and the context, each after its length as a
/// `u32`; the time of sealing in nanoseconds as a `u64`; the [`canonical`] bytes of the message with an empty seal.
pub(crate) fn signed_bytes(
    fleet: PublicKey,
    signer: &str,
    stamp: Stamp,
    kind: &str,
    context: &[u8],
    message: &(impl Serialize + ?Sized),
) -> Result<Vec<u8>, IdentityError> {
    let message = canonical(message)?;
    let parts = [signer.as_bytes(), kind.as_bytes(), context];
    let length: usize = parts.iter().map(|part| part.len() + 4).sum();
    let mut bytes = Vec::with_capacity(PREFIX.len() + 32 + length + 8 + message.len());
    bytes.extend(PREFIX);
    bytes.extend(fleet.as_bytes());
    for part in parts {
        let length = u32::try_from(part.len()).map_err(|_| IdentityError::Unsealable("a name of 4 GiB".into()))?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(part);
    }
    bytes.extend(stamp.as_nanos().to_le_bytes());
    bytes.extend(message);
    Ok(bytes)
}
