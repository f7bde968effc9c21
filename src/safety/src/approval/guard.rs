use std::{
    collections::{BTreeMap, btree_map::Entry},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{JointStep, MissionId, Stamp, StepIndex};

use super::{ApprovalError, ApprovalKey, Nonce, SignedApproval};

/// No monitor lets an approval hold for longer.
pub const LONGEST_VALIDITY: Duration = Duration::from_secs(60);
/// Clocks that differ by more than this make approvals look as if they held for longer than any monitor lets them.
const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// What stands between a skill server and the wire: lets through what the monitor signed, in time, and once.
///
/// An approval is let through if the fleet key signed it, it has not expired by the listener's clock, its nonce was not
/// heard before, no later step of its mission was approved, and no other joint step was for the same (mission, step).
/// The monitor may say an approval again with a new nonce and expiry: that is [`Admitted::Again`], and may be begun
/// until then, but it is the same step, done once.
///
/// Clocks: nothing is allowed for skew. A listener whose clock is ahead of the monitor's by more than an approval's
/// validity refuses all; one whose clock is behind takes replays for so much longer, which the nonce and the step catch
/// while it lives. What expires more than two minutes ahead is refused, since no monitor says so.
#[derive(Debug, Clone)]
pub struct ApprovalGuard {
    key: ApprovalKey,
    /// What was heard, with its expiry: after that it is refused without being remembered.
    nonces: BTreeMap<Nonce, Stamp>,
    /// The newest step of each mission.
    newest: BTreeMap<MissionId, (StepIndex, Heard)>,
}

/// In which life of the skill server a step was approved.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Heard {
    InThisLife(JointStep),
    Before,
}

/// What an approval that was let through is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admitted {
    /// The first for its (mission, step): keep the [`UsedStep`] before anything moves for it.
    New,
    /// A step that was approved before is said again; its expiry moves.
    Again,
}

/// A (mission, step) that was let through: what a skill server keeps over a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedStep {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
}

impl ApprovalGuard {
    /// A guard that has heard nothing but what earlier lives of the skill server kept; none of that is begun again.
    pub fn new(key: ApprovalKey, used: impl IntoIterator<Item = UsedStep>) -> Self {
        let mut newest: BTreeMap<MissionId, (StepIndex, Heard)> = BTreeMap::new();
        for UsedStep { mission, step } in used {
            let last = newest.entry(mission).or_insert((step, Heard::Before));
            last.0 = last.0.max(step);
        }
        Self { key, nonces: BTreeMap::new(), newest }
    }

    /// The key that it checks with.
    pub fn key(&self) -> ApprovalKey {
        self.key
    }

    /// Lets an approval through, or says why not; what is refused leaves no trace but its nonce.
    ///
    /// # Errors
    /// Each reason of [`ApprovalError`] that is not about keys.
    pub fn admit(&mut self, now: Stamp, signed: &SignedApproval) -> Result<Admitted, ApprovalError> {
        self.key.verify(signed)?;
        let approval = &signed.approval;
        let mission = approval.joint.mission;
        let step = approval.joint.step;
        let expires = approval.expires;
        if expires <= now {
            return Err(ApprovalError::Expired { mission, step, late: now - expires });
        }
        let ahead = expires - now;
        if ahead > LONGEST_VALIDITY + CLOCK_SKEW {
            return Err(ApprovalError::TooFarAhead { mission, step, ahead });
        }
        self.nonces.retain(|_, expires| *expires > now);
        match self.nonces.entry(approval.nonce) {
            Entry::Occupied(_) => return Err(ApprovalError::Replayed { mission, step }),
            Entry::Vacant(place) => place.insert(expires),
        };
        match self.newest.get(&mission) {
            Some((later, _)) if step < *later => Err(ApprovalError::Superseded { mission, step, later: *later }),
            Some((known, heard)) if step == *known => match heard {
                Heard::InThisLife(joint) if *joint == approval.joint => Ok(Admitted::Again),
                Heard::InThisLife(_) => Err(ApprovalError::Contradicts { mission, step }),
                Heard::Before => Err(ApprovalError::UsedBefore { mission, step }),
            },
            _ => {
                self.newest.insert(mission, (step, Heard::InThisLife(approval.joint.clone())));
                Ok(Admitted::New)
            }
        }
    }
}
