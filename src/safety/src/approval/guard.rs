use std::{
    collections::{BTreeMap, btree_map::Entry},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use surefleet_fleet::{JointStep, MissionId, Stamp, StepIndex};

use super::{ApprovalError, ApprovalKey, Nonce, SignedApproval};

/// The longest validity of an approval; every monitor keeps to it.
pub const LONGEST_VALIDITY: Duration = Duration::from_secs(60);
/// With a larger clock difference than this, approvals seem to be valid for longer than any monitor allows.
const CLOCK_SKEW: Duration = Duration::from_secs(60);

/// The guard between a skill server and the network: lets each approval of the monitor through once, while it is valid.
///
/// An approval must meet five conditions: the fleet key signed it; it has not expired by the listener's clock; its
/// nonce was not heard before; no later step of its mission was approved; no other joint step was approved for the same
/// (mission, step). The monitor may say an approval again with a new nonce and expiry. This is [`Admitted::Again`]: it
/// may begin until the new expiry, but it is the same step, done once.
///
/// Clocks: no skew is allowed for. If the listener's clock is ahead of the monitor's by more than an approval's
/// validity, it refuses all. If it is behind, it accepts replays for that much longer; the nonce and the step catch
/// these while the guard lives. It refuses an expiry more than two minutes ahead, since no monitor sets one.
#[derive(Debug, Clone)]
pub struct ApprovalGuard {
    key: ApprovalKey,
    /// Nonces heard, each with its expiry: after that the approval is refused even if its nonce is forgotten.
    nonces: BTreeMap<Nonce, Stamp>,
    /// The newest step of each mission.
    newest: BTreeMap<MissionId, (StepIndex, Heard)>,
}

/// The life of the skill server in which a step was approved.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Heard {
    InThisLife(JointStep),
    Before,
}

/// The kind of an approval that was let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admitted {
    /// The first for its (mission, step): keep the [`UsedStep`] before anything moves for it.
    New,
    /// A repetition of an earlier approval; the expiry moves.
    Again,
}

/// A (mission, step) that was let through; a skill server keeps it over a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedStep {
    /// The mission.
    pub mission: MissionId,
    /// The step.
    pub step: StepIndex,
}

impl ApprovalGuard {
    /// A guard that knows only the steps that earlier lives of the skill server kept; none of these is begun again.
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

    /// Lets an approval through, or says why not. A refused approval leaves no trace except its nonce.
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
