use std::time::Duration;

use surefleet_fleet::{MissionId, StepIndex};
use surefleet_identity::IdentityError;
use thiserror::Error;

/// The reason why nothing may move on an approval, or why a text is no key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ApprovalError {
    /// It bears no signature.
    #[error(
        "the approval of step {step} of mission {mission} is not signed: only what the safety monitor signed counts"
    )]
    Unsigned {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
    },
    /// A field is too short or too long.
    #[error(
        "the {field} of an approval has {found} bytes, not {expected}: its sender has other interfaces, build them anew"
    )]
    Length {
        /// The field.
        field: &'static str,
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// The signature is not the fleet key's over this content.
    #[error(
        "the approval of step {step} of mission {mission} was altered, or signed with another key than {key}: if the \
         safety monitor said it, give this node the fleet.pub that lies beside the monitor's fleet.key"
    )]
    Forged {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The public key that it was checked with.
        key: String,
    },
    /// It has expired.
    #[error(
        "the approval of step {step} of mission {mission} expired {} ms ago: the safety monitor says it again when it \
         is proposed again; if all expire, set the clocks of the machines together",
        late.as_millis()
    )]
    Expired {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The time since it expired.
        late: Duration,
    },
    /// It would be valid for longer than any monitor allows.
    #[error(
        "the approval of step {step} of mission {mission} expires in {} s, later than any monitor says: set the clocks \
         of the machines together",
        ahead.as_secs()
    )]
    TooFarAhead {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The time until it would expire.
        ahead: Duration,
    },
    /// The same message was heard before.
    #[error(
        "the approval of step {step} of mission {mission} was heard before: somebody says it again who is not the \
         monitor"
    )]
    Replayed {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
    },
    /// Another joint step was approved for this (mission, step).
    #[error(
        "two joint steps were approved for step {step} of mission {mission}: two safety monitors hold the fleet key, \
         end one"
    )]
    Contradicts {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
    },
    /// A later step of the mission was approved.
    #[error("step {step} of mission {mission} is over: step {later} was approved since")]
    Superseded {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
        /// The later step.
        later: StepIndex,
    },
    /// It was approved in an earlier life of the skill server, which may have begun it.
    #[error(
        "step {step} of mission {mission} was approved before this node was started again and may have been begun: not \
         twice"
    )]
    UsedBefore {
        /// The mission.
        mission: MissionId,
        /// The step.
        step: StepIndex,
    },
    /// A text that is not a key. The text is not repeated: it may be a secret.
    #[error("{wrong}; {mend}")]
    Key {
        /// The error.
        wrong: IdentityError,
        /// The remedy.
        mend: &'static str,
    },
}

impl ApprovalError {
    /// Whether the monitor's own approvals cause this error if they arrive late or again, as after a listener's
    /// restart.
    pub fn is_benign(&self) -> bool {
        matches!(self, Self::Expired { .. } | Self::Superseded { .. } | Self::UsedBefore { .. })
    }
}
