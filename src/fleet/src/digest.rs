use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::FleetError;

/// A SHA-256 content hash, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// Hashes parts in order; each part's length goes in too, so `["ab", "c"]` differs from `["a", "bc"]`.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// The first eight bytes as a number: a seed that depends on the whole content.
    pub fn seed(&self) -> u64 {
        let mut head = [0; 8];
        head.copy_from_slice(&self.0[..8]);
        u64::from_le_bytes(head)
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Digest {
    type Error = FleetError;
    fn try_from(text: String) -> Result<Self, FleetError> {
        let mut bytes = [0; 32];
        let digits = text.as_bytes();
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(FleetError::Digest(text));
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).expect("hexadecimal digits are ASCII");
            *byte = u8::from_str_radix(pair, 16).expect("two hexadecimal digits fit a byte");
        }
        Ok(Self(bytes))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_boundaries_change_the_digest() {
        assert_ne!(Digest::of([b"ab".as_slice(), b"c"]), Digest::of([b"a".as_slice(), b"bc"]));
    }

    #[test]
    fn hexadecimal_form_round_trips_and_bad_forms_are_refused() {
        let digest = Digest::of([b"surefleet".as_slice()]);
        assert_eq!(Digest::try_from(digest.to_string()), Ok(digest));
        assert!(Digest::try_from("zz".repeat(32)).is_err());
        assert!(Digest::try_from("é".repeat(32)).is_err());
    }
}
