use serde::Serialize;
use surefleet_fleet::Stamp;

use crate::{IdentityError, Participant, PublicKey, SecretKey, canonical};

/// What every signed text begins with: no signature over anything else can pass for a seal.
const PREFIX: &[u8] = b"surefleet seal 1\n";

/// Who says so, and when: the part of a message that a signature stands in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seal {
    /// The participant, as [`Participant`] is written.
    pub signer: String,
    /// When it was sealed, by the signer's system clock: simulated time has no part in it.
    pub stamp: Stamp,
    /// An ed25519 signature of 64 bytes; empty: none.
    pub signature: Vec<u8>,
}

/// A participant with its key and its fleet: what seals.
#[derive(Debug, Clone)]
pub struct Signet {
    me: Participant,
    key: SecretKey,
    fleet: PublicKey,
}

impl Signet {
    /// A participant's.
    pub fn new(me: Participant, key: SecretKey, fleet: PublicKey) -> Self {
        Self { me, key, fleet }
    }

    /// Whose.
    pub fn me(&self) -> &Participant {
        &self.me
    }

    /// Seals a message; see [`Roster::verify`](crate::Roster::verify) for `kind` and `context`.
    ///
    /// # Errors
    /// [`IdentityError::Unsealable`] for what is no ROS message.
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

/// The bytes that a seal's signature is over; docs/security.md says the same for readers in other languages.
///
/// The prefix, the fleet's public key, and then, with its length as a `u32` before each: the signer, the kind, the context and the
/// [`canonical`] bytes of the message with an empty seal; before the message stands the time of sealing in nanoseconds as a `u64`.
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
