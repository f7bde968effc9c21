use std::fmt;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::IdentityError;

const SECRET: &str = "ed25519-secret";
const PUBLIC: &str = "ed25519-public";

/// A participant's secret: an ed25519 seed (RFC 8032).
#[derive(Clone)]
pub struct SecretKey(SigningKey);

impl SecretKey {
    /// From 32 bytes that nobody could foresee (RFC 8032, section 5.1.5).
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// The key of a person who signs in with a passphrase. It is scrypt (RFC 7914) with N = 2^15, r = 8, p = 1, salted
    /// with the person's name and the fleet's key, so that one list of guessed passphrases serves against one person of
    /// one fleet only.
    ///
    /// Anyone who has the roster can try about ten passphrases a second and core: choose one of several random words.
    pub fn of_passphrase(passphrase: &str, name: &str, fleet: PublicKey) -> Self {
        let salt = [b"surefleet operator 1\n".as_slice(), fleet.as_bytes(), name.as_bytes()].concat();
        let cost = scrypt::Params::new(15, 8, 1).expect("these are the constants of RFC 7914's interactive login");
        let mut seed = [0; 32];
        scrypt::scrypt(passphrase.as_bytes(), &salt, &cost, &mut seed).expect("32 bytes are an allowed length");
        Self::from_seed(&seed)
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// [`IdentityError::Key`] for any other text.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        read_line(SECRET, text).map(|seed| Self::from_seed(&seed)).ok_or(IdentityError::Key(SECRET))
    }

    /// The secret as a line of text, for a file that nobody else may read.
    pub fn to_text(&self) -> String {
        line(SECRET, self.0.as_bytes())
    }

    /// The seed, from which other values are derived.
    pub fn seed(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The key with which others check signatures.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// The plain ed25519 signature over the bytes.
    pub fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).to_bytes()
    }
}

impl fmt::Debug for SecretKey {
    /// Shows the public part only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({})", self.public())
    }
}

/// The public part of a participant's key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// [`IdentityError::Key`] for any other text, and for the few points of the curve that fit every signature.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        read_line(PUBLIC, text).and_then(Self::of_bytes).ok_or(IdentityError::Key(PUBLIC))
    }

    /// From 64 hexadecimal digits, as [`Display`](fmt::Display) writes them.
    pub(crate) fn of_digits(digits: &str) -> Option<Self> {
        hexadecimal(digits).and_then(Self::of_bytes)
    }

    fn of_bytes(bytes: [u8; 32]) -> Option<Self> {
        VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak()).map(Self)
    }

    /// The key as a line of text; anyone may read it.
    pub fn to_text(&self) -> String {
        line(PUBLIC, self.0.as_bytes())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Whether the signature is this key's over exactly these bytes (RFC 8032, strict: one signature for each text).
    pub fn verifies(&self, bytes: &[u8], signature: &[u8; 64]) -> bool {
        self.0.verify_strict(bytes, &Signature::from_bytes(signature)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

fn line(word: &str, bytes: &[u8; 32]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{word} {digits}\n")
}

fn read_line(word: &str, text: &str) -> Option<[u8; 32]> {
    hexadecimal(text.trim().strip_prefix(word)?.strip_prefix(' ')?)
}

/// Bytes from hexadecimal digits, exactly `N` of them, in lower case: each key has one text.
pub(crate) fn hexadecimal<const N: usize>(digits: &str) -> Option<[u8; N]> {
    if digits.len() != 2 * N || !digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}
