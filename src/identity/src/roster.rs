use std::{collections::BTreeMap, fmt::Write as _};

use serde::Serialize;

use crate::{IdentityError, Participant, PublicKey, Seal, SecretKey, key::hexadecimal, seal::signed_bytes};

const FIRST_LINE: &str = "surefleet roster 1";

/// The participants of a fleet, each with the public part of its key; signed with the fleet's key.
///
/// The text form is a line `surefleet roster 1`, then a sorted line of participant and 64 hexadecimal digits for each
/// one but the safety monitor, and a last line `signed` with 128 digits: the fleet key's ed25519 signature over the
/// bytes of all lines before. The safety monitor's key is the fleet's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roster {
    fleet: PublicKey,
    members: BTreeMap<Participant, PublicKey>,
    signature: [u8; 64],
}

/// Participants that nobody has signed for yet.
#[derive(Debug, Clone, Default)]
pub struct Draft(BTreeMap<Participant, PublicKey>);

impl Draft {
    /// The roster, signed with the fleet's key.
    pub fn signed(self, fleet: &SecretKey) -> Roster {
        let signature = fleet.sign(text(&self.0).as_bytes());
        Roster { fleet: fleet.public(), members: self.0, signature }
    }
}

impl Roster {
    /// Participants with the public parts of their keys.
    #[allow(clippy::new_ret_no_self)]
    pub fn new(members: impl IntoIterator<Item = (Participant, PublicKey)>) -> Draft {
        Draft(members.into_iter().filter(|(who, _)| *who != Participant::safety_monitor()).collect())
    }

    /// Reads a roster and checks that the fleet's key signed it.
    ///
    /// # Errors
    /// The line that cannot be read, or [`IdentityError::ForgedRoster`].
    pub fn parse(roster: &str, fleet: PublicKey) -> Result<Self, IdentityError> {
        let fail = |line: usize, wrong: &str| IdentityError::Roster { line: line + 1, wrong: wrong.to_owned() };
        let mut lines = roster.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(FIRST_LINE) {
            return Err(fail(0, "a roster begins with \"surefleet roster 1\""));
        }
        let mut members = BTreeMap::new();
        for (number, line) in lines {
            let (word, digits) = line.split_once(' ').ok_or_else(|| fail(number, "it is no name and digits"))?;
            if word == "signed" {
                let signature = hexadecimal::<64>(digits).ok_or_else(|| fail(number, "a signature has 128 digits"))?;
                // The signed text must equal the text read: nothing after the signature, no other order or spelling.
                let signed = text(&members);
                let is_whole = roster.trim_end_matches('\n') == format!("{signed}signed {digits}");
                return if is_whole && fleet.verifies(signed.as_bytes(), &signature) {
                    Ok(Self { fleet, members, signature })
                } else {
                    Err(IdentityError::ForgedRoster)
                };
            }
            let who: Participant = word.parse().map_err(|error: IdentityError| fail(number, &error.to_string()))?;
            let key = PublicKey::of_digits(digits).ok_or_else(|| fail(number, "a public key has 64 digits"))?;
            if members.insert(who, key).is_some() {
                return Err(fail(number, "it is named twice"));
            }
        }
        Err(fail(roster.lines().count(), "it ends without a signature"))
    }

    /// The roster as text.
    pub fn to_text(&self) -> String {
        let mut roster = text(&self.members);
        roster.push_str("signed ");
        self.signature.iter().for_each(|byte| write!(roster, "{byte:02x}").expect("a string takes everything"));
        roster.push('\n');
        roster
    }

    /// The fleet's key, which is the safety monitor's.
    pub fn fleet(&self) -> PublicKey {
        self.fleet
    }

    /// A participant's key.
    pub fn key_of(&self, who: &Participant) -> Option<PublicKey> {
        if *who == Participant::safety_monitor() { Some(self.fleet) } else { self.members.get(who).copied() }
    }

    /// All participants except the safety monitor.
    pub fn members(&self) -> impl Iterator<Item = (&Participant, PublicKey)> {
        self.members.iter().map(|(who, key)| (who, *key))
    }

    /// The participant that sealed the message. The caller must judge its time ([`Freshness`](crate::Freshness)).
    ///
    /// `kind` is the message's type (`surefleet/msg/Turn`). `context` is what the message belongs to: for an answer the
    /// digest of the question, otherwise nothing. `message` must have an empty signature in its own seal.
    ///
    /// # Errors
    /// [`IdentityError::Unsealed`], [`IdentityError::Participant`], [`IdentityError::Unknown`] or
    /// [`IdentityError::Forged`].
    pub fn verify(
        &self,
        seal: &Seal,
        kind: &str,
        context: &[u8],
        message: &(impl Serialize + ?Sized),
    ) -> Result<Participant, IdentityError> {
        if seal.signature.is_empty() {
            return Err(IdentityError::Unsealed);
        }
        let who: Participant = seal.signer.parse()?;
        let key = self.key_of(&who).ok_or_else(|| IdentityError::Unknown(who.clone()))?;
        let Ok(signature) = <&[u8; 64]>::try_from(seal.signature.as_slice()) else {
            return Err(IdentityError::Forged(who));
        };
        let bytes = signed_bytes(self.fleet, &seal.signer, seal.stamp, kind, context, message)?;
        if key.verifies(&bytes, signature) { Ok(who) } else { Err(IdentityError::Forged(who)) }
    }
}

fn text(members: &BTreeMap<Participant, PublicKey>) -> String {
    let mut roster = format!("{FIRST_LINE}\n");
    for (who, key) in members {
        writeln!(roster, "{who} {key}").expect("a string takes everything");
    }
    roster
}
