use std::path::Path;

use surefleet_identity::{IdentityError, Participant, Roster, Seal, Signet};
use surefleet_planner::Head;

use crate::{
    error::SiteError,
    keys::{KeyFiles, read_public_key, read_roster},
};

/// The safety monitor's file about the heads of records that it has heard.
pub const HEARD: &str = "safety_monitor.heads.jsonl";

/// Kind of the content that a record's seal covers. No message on the wire has this kind.
const KIND: &str = "surefleet decision record";

/// The robot's signature over the head of its record, in hexadecimal.
///
/// # Errors
/// None in practice: the hash of a record can always be sealed.
pub fn seal_record(signet: &Signet, head: &Head) -> Result<String, IdentityError> {
    let seal = signet.seal(head.decided_at, KIND, b"", &head.digest.to_string())?;
    Ok(seal.signature.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Checks the signatures of records with a fleet's roster.
#[derive(Debug, Clone)]
pub struct RecordSeals(Roster);

impl RecordSeals {
    /// Reads `fleet.pub` and `fleet.roster`.
    ///
    /// # Errors
    /// A file is missing or malformed. The error names the remedy.
    pub fn read(folder: &Path) -> Result<Self, SiteError> {
        let files = KeyFiles::in_folder(folder);
        Ok(Self(read_roster(&files.roster, read_public_key(&files.public)?)?))
    }

    /// The seals of a roster that was read before.
    pub fn of(roster: Roster) -> Self {
        Self(roster)
    }

    /// Checks that the robot's planner sealed its record.
    ///
    /// # Errors
    /// The reason why it does not count as sealed.
    pub fn check(&self, head: &Head) -> Result<(), IdentityError> {
        let planner = Participant::planner(&head.robot);
        let signature = head.seal.as_deref().map_or_else(|| Some(Vec::new()), bytes);
        let signature = signature.ok_or_else(|| IdentityError::Forged(planner.clone()))?;
        let seal = Seal { signer: planner.to_string(), stamp: head.decided_at, signature };
        self.0.verify(&seal, KIND, b"", &head.digest.to_string()).map(drop)
    }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    if !digits.is_ascii() || digits.len() % 2 == 1 {
        return None;
    }
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use surefleet_fleet::{Digest, RobotId, Stamp};
    use surefleet_identity::SecretKey;

    use super::*;

    #[test]
    fn a_seal_is_good_for_one_record_of_one_robot() -> Result<(), Box<dyn std::error::Error>> {
        let fleet = SecretKey::from_seed(&[1; 32]);
        let robots =
            [("robot_1", [2; 32]), ("robot_2", [3; 32])].map(|(name, seed)| (name, SecretKey::from_seed(&seed)));
        let [one, two] = &robots;
        let planner = |name: &str| RobotId::new(name).map(|robot| Participant::planner(&robot));
        let roster = Roster::new([(planner(one.0)?, one.1.public()), (planner(two.0)?, two.1.public())]).signed(&fleet);
        let signet = Signet::new(planner(one.0)?, one.1.clone(), roster.fleet());
        let digest = Digest::of([b"a record".as_slice()]);
        let robot = RobotId::new("robot_1")?;
        let head = Head { robot, number: 7, decided_at: Stamp::from_nanos(5), digest, seal: None };
        let head = Head { seal: Some(seal_record(&signet, &head)?), ..head };
        let seals = RecordSeals::of(roster);
        assert_eq!(seals.check(&head), Ok(()));
        for other in [
            Head { robot: RobotId::new("robot_2")?, ..head.clone() },
            Head { digest: Digest::of([b"another".as_slice()]), ..head.clone() },
            Head { decided_at: Stamp::from_nanos(6), ..head.clone() },
            Head { seal: Some("é0".into()), ..head.clone() },
            Head { seal: Some("00".repeat(64)), ..head.clone() },
        ] {
            assert!(matches!(seals.check(&other), Err(IdentityError::Forged(_))), "{other:?}");
        }
        assert_eq!(seals.check(&Head { seal: None, ..head.clone() }), Err(IdentityError::Unsealed));
        let stranger = seals.check(&Head { robot: RobotId::new("robot_9")?, ..head });
        assert!(matches!(stranger, Err(IdentityError::Unknown(_))), "{stranger:?}");
        Ok(())
    }
}
