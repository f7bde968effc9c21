use std::{
    cell::RefCell,
    path::Path,
    rc::Rc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use r2r::surefleet::msg;
use serde::Serialize;
use surefleet_fleet::{Digest, RobotId, Stamp};
use surefleet_identity::{Freshness, IdentityError, Participant, Roster, Seal, SecretKey, Signet, WINDOW, canonical};
use surefleet_safety::FleetKey;
use surefleet_site::{Access, KeyFiles, LOCAL, SiteError, read_public_key, read_roster, read_secret_key};

use crate::{
    diagnosis::Diagnosis,
    error::NodeError,
    spoken::{Repetition, Spoken},
    wire,
};

/// The identity of this process in its fleet, and the roster that it trusts: seals outgoing messages and checks
/// incoming ones.
#[derive(Clone)]
pub struct Identity(Rc<Parts>);

struct Parts {
    signet: Signet,
    roster: Roster,
    started: Instant,
    started_at: Stamp,
    refusals: RefCell<Refusals>,
}

/// Messages that were not believed.
#[derive(Default)]
struct Refusals {
    count: u64,
    last: String,
}

impl Identity {
    /// Reads a participant's key, the fleet's roster and the fleet's public key from the state folder.
    ///
    /// # Errors
    /// A file that is missing or malformed, or a roster with another key for it; the error names the remedy.
    pub fn read(folder: &Path, me: Participant) -> Result<Self, NodeError> {
        let files = KeyFiles::in_folder(folder);
        let fleet = read_public_key(&files.public)?;
        let roster = read_roster(&files.roster, fleet)?;
        let path = files.secret_of(&me);
        let key = read_secret_key(&path)?;
        Self::check(&roster, &me, key.public(), &path)?;
        Ok(Self::of(Signet::new(me, key, fleet), roster))
    }

    /// The identity of the safety monitor, whose key is the fleet's.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn of_monitor(folder: &Path, key: &FleetKey) -> Result<Self, NodeError> {
        let fleet = key.public().public();
        let roster = read_roster(&KeyFiles::in_folder(folder).roster, fleet)?;
        Ok(Self::of(Signet::new(Participant::safety_monitor(), key.secret().clone(), fleet), roster))
    }

    /// Reads the key of a person or program that speaks to a fleet.
    ///
    /// # Errors
    /// No keys, no such person on the roster, or a wrong passphrase; the error names the remedy.
    pub fn of_person(access: &Access) -> Result<Self, NodeError> {
        let folder = access.folder()?;
        let local = || Participant::operator(LOCAL).map_err(|error| NodeError::Refused(error.to_string()));
        let me = access.signer.clone().map_or_else(local, Ok)?;
        let Some(passphrase) = &access.passphrase else { return Self::read(&folder, me) };
        let files = KeyFiles::in_folder(&folder);
        let fleet = read_public_key(&files.public)?;
        let roster = read_roster(&files.roster, fleet)?;
        let key = SecretKey::of_passphrase(passphrase, me.name(), fleet);
        if roster.key_of(&me) != Some(key.public()) {
            return Err(NodeError::Refused(format!("this is not the passphrase of {me}, or another fleet's")));
        }
        Ok(Self::of(Signet::new(me, key, fleet), roster))
    }

    /// The identity that holds this key.
    pub fn of(signet: Signet, roster: Roster) -> Self {
        let (started, started_at) = (Instant::now(), system_time());
        Self(Rc::new(Parts { signet, roster, started, started_at, refusals: RefCell::default() }))
    }

    fn check(
        roster: &Roster,
        me: &Participant,
        key: surefleet_identity::PublicKey,
        path: &Path,
    ) -> Result<(), NodeError> {
        let wrong = match roster.key_of(me) {
            Some(listed) if listed == key => return Ok(()),
            Some(_) => {
                format!("is not the key of {me} on the fleet's roster: take the one that was made with the roster")
            }
            None => format!("{me} is not on the fleet's roster: surefleet keygen adds it"),
        };
        Err(SiteError::Content { path: path.to_owned(), wrong }.into())
    }

    /// The key that it seals with.
    pub fn signet(&self) -> &Signet {
        &self.0.signet
    }

    /// The roster that it trusts.
    pub fn roster(&self) -> &Roster {
        &self.0.roster
    }

    /// The participant.
    pub fn me(&self) -> &Participant {
        self.0.signet.me()
    }

    /// Seals a message; for an answer, `context` is the digest of the request.
    pub fn seal<T: Spoken>(&self, context: &[u8], message: &mut T) {
        let Some(place) = message.seal_mut() else { return };
        *place = msg::Seal::default();
        let context = if T::BOUND { context } else { &[] };
        match self.0.signet.seal(system_time(), T::KIND, context, message) {
            Ok(seal) => {
                if let Some(place) = message.seal_mut() {
                    *place = seal_message(seal);
                }
            }
            // None of our messages is of that kind; without a seal, nobody believes the message.
            Err(error) => tracing::error!(kind = T::KIND, %error, "a message could not be sealed"),
        }
    }

    /// The sender of a message, if the seal proves it and this sender may send it.
    ///
    /// # Errors
    /// Why the message should not be believed.
    pub fn prove<T: Spoken>(
        &self,
        context: &[u8],
        freshness: &mut Freshness,
        message: &mut T,
    ) -> Result<Participant, IdentityError> {
        let heard = std::mem::take(message.seal_mut().ok_or(IdentityError::Unsealed)?);
        let seal = read_seal(&heard);
        let context = if T::BOUND { context } else { &[] };
        let proved = self.0.roster.verify(&seal, T::KIND, context, message);
        if let Some(place) = message.seal_mut() {
            *place = heard;
        }
        let who = proved?;
        if let Some(wrong) = message.wrong_speaker(&who) {
            return Err(IdentityError::NotItsToSay { who, wrong });
        }
        if message.counts() != Repetition::Always {
            // A process that has just started does not know what its previous run has heard.
            if message.counts() == Repetition::Once
                && self.0.started.elapsed() < WINDOW
                && seal.stamp < self.0.started_at
            {
                return Err(IdentityError::BeforeStart(who));
            }
            freshness.admit(system_time(), &who, &seal)?;
        }
        Ok(who)
    }

    /// Proves that a node of this robot sent this.
    ///
    /// # Errors
    /// Those of [`prove`](Self::prove).
    pub fn prove_of<T: Spoken>(
        &self,
        robot: &RobotId,
        context: &[u8],
        freshness: &mut Freshness,
        message: &mut T,
    ) -> Result<(), IdentityError> {
        let who = self.prove(context, freshness, message)?;
        let wrong = "it is another robot's";
        if who.is_of(robot.as_str()) { Ok(()) } else { Err(IdentityError::NotItsToSay { who, wrong }) }
    }

    /// Counts and logs a message that is not believed.
    pub fn refuse(&self, what: &str, error: &IdentityError) {
        // A process that starts hears messages from before its start: no alarm.
        if let IdentityError::BeforeStart(who) = error {
            tracing::debug!(what, %who, "sealed before this process began");
            return;
        }
        let reason = format!("{what}: {error}");
        let mut refusals = self.0.refusals.borrow_mut();
        refusals.count += 1;
        tracing::warn!(reason, count = refusals.count, "a message is not believed");
        refusals.last = reason;
    }

    /// The last message that was not believed, in words.
    pub fn last_refused(&self) -> Option<String> {
        Some(self.0.refusals.borrow().last.clone()).filter(|last| !last.is_empty())
    }

    /// The diagnosis of this part for `/diagnostics`.
    pub fn diagnose(&self) -> Diagnosis {
        let refusals = self.0.refusals.borrow();
        let diagnosis = match refusals.count {
            0 => Diagnosis::ok("identity", format!("{}; all that was heard is proved", self.me())),
            count => Diagnosis::warn(
                "identity",
                format!("{count} messages were not believed; the last one: {}", refusals.last),
            ),
        };
        diagnosis.with("participant", self.me()).with("refused", refusals.count)
    }
}

/// The digest that ties an answer to its request.
pub fn digest_of(asked: &impl Serialize) -> Digest {
    // Every message of ours has canonical bytes; an answer to any other would be tied to nothing, and not believed.
    let bytes = canonical(asked).unwrap_or_default();
    Digest::of([bytes.as_slice()])
}

/// The system's time: seals do not follow `/clock`.
fn system_time() -> Stamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Stamp::from_nanos(u64::try_from(since.as_nanos()).unwrap_or(u64::MAX))
}

fn seal_message(seal: Seal) -> msg::Seal {
    msg::Seal { signer: seal.signer, stamp: wire::time(seal.stamp), signature: seal.signature }
}

fn read_seal(message: &msg::Seal) -> Seal {
    Seal { signer: message.signer.clone(), stamp: wire::stamp(&message.stamp), signature: message.signature.clone() }
}

/// The order in which a sender's messages were sealed, if only the newest counts: anybody may replay an older one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SealOrder(Option<(Stamp, Instant)>);

impl SealOrder {
    /// Whether this fresh message is not older than the newest so far. Once no older message can be fresh any more, a
    /// message with an older time is accepted: its sender's clock was set back.
    pub fn admits(&mut self, seal: &msg::Seal) -> bool {
        self.admits_at(Instant::now(), wire::stamp(&seal.stamp))
    }

    fn admits_at(&mut self, now: Instant, said: Stamp) -> bool {
        let is_old = self.0.is_some_and(|(newest, heard)| said < newest && now - heard <= 2 * WINDOW);
        if !is_old {
            self.0 = Some((said, now));
        }
        !is_old
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use r2r::surefleet::srv::{AnswerHelp, CheckDecisions, ClaimHelp, HelpHistory, ReadMission, ShowHelp};
    use serde::de::DeserializeOwned;
    use surefleet_identity::PublicKey;

    use super::*;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    #[test]
    fn an_older_word_counts_again_once_none_can_be_fresh_any_more() {
        let (start, hour) = (Instant::now(), Duration::from_secs(3600));
        let at = |seconds: u64| Stamp::ZERO + Duration::from_secs(seconds);
        let mut order = SealOrder::default();
        assert!(order.admits_at(start, at(10_000)) && order.admits_at(start, at(10_001)));
        // An attacker replays a message from before a closing.
        assert!(!order.admits_at(start + Duration::from_secs(1), at(10_000)));
        assert!(!order.admits_at(start + 2 * WINDOW, at(10_000)));
        // The clock was set back an hour: its owner is believed again, and in order.
        let later = start + 2 * WINDOW + Duration::from_millis(1);
        let back = Duration::from_secs(10_020) - hour;
        assert!(order.admits_at(later, Stamp::ZERO + back));
        assert!(!order.admits_at(later, Stamp::ZERO + (back - Duration::from_secs(1))));
    }

    /// Seals made by Python (`tests/ros/test_seal_vector.py`): docs/security.md has the layout, and this is its second
    /// reader.
    #[test]
    fn seals_of_the_documentation_are_what_this_code_makes_and_believes() -> Checked {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/seal-vector.json");
        let vector: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let fleet = SecretKey::parse(&text(&vector["fleet.key"]))?;
        let seals = vector["seals"].as_array().ok_or("seals")?;
        let members =
            seals.iter().map(|seal| Ok((text(&seal["signer"]).parse()?, PublicKey::parse(&text(&seal["public"]))?)));
        let roster = Roster::new(members.collect::<Result<Vec<_>, IdentityError>>()?).signed(&fleet);
        for seal in seals {
            match text(&seal["type"]).as_str() {
                msg::Turn::KIND => check::<msg::Turn>(seal, &roster)?,
                msg::HelpQueue::KIND => check::<msg::HelpQueue>(seal, &roster)?,
                AnswerHelp::Request::KIND => check::<AnswerHelp::Request>(seal, &roster)?,
                AnswerHelp::Response::KIND => check::<AnswerHelp::Response>(seal, &roster)?,
                CheckDecisions::Request::KIND => check::<CheckDecisions::Request>(seal, &roster)?,
                CheckDecisions::Response::KIND => check::<CheckDecisions::Response>(seal, &roster)?,
                ClaimHelp::Request::KIND => check::<ClaimHelp::Request>(seal, &roster)?,
                ClaimHelp::Response::KIND => check::<ClaimHelp::Response>(seal, &roster)?,
                HelpHistory::Request::KIND => check::<HelpHistory::Request>(seal, &roster)?,
                HelpHistory::Response::KIND => check::<HelpHistory::Response>(seal, &roster)?,
                ReadMission::Request::KIND => check::<ReadMission::Request>(seal, &roster)?,
                ReadMission::Response::KIND => check::<ReadMission::Response>(seal, &roster)?,
                ShowHelp::Request::KIND => check::<ShowHelp::Request>(seal, &roster)?,
                ShowHelp::Response::KIND => check::<ShowHelp::Response>(seal, &roster)?,
                other => return Err(format!("{other} is no type of this test").into()),
            }
        }
        assert_eq!(seals.len(), 14);
        Ok(())
    }

    fn check<T: Spoken + DeserializeOwned>(given: &serde_json::Value, roster: &Roster) -> Checked {
        let text = |name: &str| given[name].as_str().unwrap_or_default();
        let bytes = |digits: &str| -> Result<Vec<u8>, std::num::ParseIntError> {
            (0..digits.len() / 2).map(|place| u8::from_str_radix(&digits[2 * place..2 * place + 2], 16)).collect()
        };
        let mut message: T = serde_json::from_value(given["message"].clone())?;
        let (context, signature) = (bytes(text("context"))?, bytes(text("signature"))?);
        let stamp = serde_json::from_value(given["stamp"].clone())?;
        *message.seal_mut().ok_or("a seal")? = msg::Seal { signer: text("signer").to_owned(), stamp, signature };
        assert_eq!(digest_of(&message).to_string(), text("digest"));
        let seal = read_seal(&std::mem::take(message.seal_mut().ok_or("a seal")?));
        let who = roster.verify(&seal, T::KIND, &context, &message)?;
        assert_eq!((who.to_string().as_str(), message.wrong_speaker(&who)), (text("signer"), None));
        let signet = Signet::new(who.clone(), SecretKey::parse(text("key"))?, roster.fleet());
        assert_eq!(signet.seal(seal.stamp, T::KIND, &context, &message)?, seal);
        // In another context, or for another type, it is not a valid seal.
        let elsewhere = [context.as_slice(), b"x"].concat();
        assert_eq!(roster.verify(&seal, T::KIND, &elsewhere, &message), Err(IdentityError::Forged(who.clone())));
        assert_eq!(roster.verify(&seal, "surefleet/msg/Gate", &context, &message), Err(IdentityError::Forged(who)));
        Ok(())
    }
}
