use surefleet_fleet::{MissionId, RobotId, SafeDefault};
use thiserror::Error;

use crate::{OptionId, RequestId};

/// Why a request, a claim or an answer was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HelpError {
    /// A request without a key.
    #[error("the request of {0} has no key: give one that is the same whenever the question is the same")]
    EmptyKey(RobotId),
    /// The key belongs to another robot's request.
    #[error("key {key:?} belongs to a request of {owner}: put the robot's name into the key")]
    KeyTaken {
        /// The key.
        key: String,
        /// The robot whose request it names.
        owner: RobotId,
    },
    /// An option that does not belong to its question.
    #[error("{text:?} cannot be offered: {wrong}")]
    WrongOption {
        /// The option in words.
        text: String,
        /// The reason and the mend.
        wrong: &'static str,
    },
    /// Since then, the robot has asked about a later step or attempt.
    #[error(
        "request {key:?} comes after a later question of {robot} in the same mission: nobody waits for it any more"
    )]
    Superseded {
        /// The key.
        key: String,
        /// The robot that asks.
        robot: RobotId,
    },
    /// An id that the desk does not know.
    #[error("there is no request {0}: it was never made, or it ended so long ago that it is forgotten")]
    UnknownRequest(RequestId),
    /// An operator without a name.
    #[error("the operator's name is empty: say who you are")]
    NoOperator,
    /// The request belongs to another mission.
    #[error("request {id} is not of mission {mission}: look at it again, since it is not what you were shown")]
    WrongMission {
        /// The request.
        id: RequestId,
        /// The mission that was named.
        mission: MissionId,
    },
    /// Another operator works on it.
    #[error("{holder} works on request {id}: take it over to answer it yourself")]
    Claimed {
        /// The request.
        id: RequestId,
        /// The operator who holds it.
        holder: String,
    },
    /// An option that was not offered.
    #[error("option {id} is not among the {offered} offered options: choose one of them, none of these, or halt")]
    NotOffered {
        /// The option.
        id: OptionId,
        /// How many options there are.
        offered: usize,
    },
    /// An option that the safety monitor forbids.
    #[error("{text:?} is not allowed: {reason}; choose another option")]
    NotAllowed {
        /// The option in words.
        text: String,
        /// The monitor's reason.
        reason: String,
    },
    /// An option that says nothing about later questions.
    #[error(
        "{text:?} cannot be chosen for the whole mission: it does not tell apart the few things that the robot hesitates \
         between; choose it for now, or say in words what the mission means"
    )]
    NotForMission {
        /// The option in words.
        text: String,
    },
    /// A corrected mission as an answer to a question about something else.
    #[error("this question is about how an action went, not about what the mission means: answer that")]
    TakesNoMission,
    /// A corrected mission without words.
    #[error("the corrected mission is empty: say the whole of it in words")]
    NoMission,
    /// Another answer came first.
    #[error("{operator} answered first: {first}")]
    AlreadyAnswered {
        /// The answer that counts, in words.
        first: String,
        /// The operator who gave it.
        operator: String,
    },
    /// The deadline has passed.
    #[error("request {id} is past its deadline: its default, {default}, was taken")]
    Expired {
        /// The request.
        id: RequestId,
        /// The default that applies instead of an answer.
        default: SafeDefault,
    },
    /// The robot does not wait for the answer any more.
    #[error("request {0} was withdrawn: the robot does not wait for it any more")]
    Withdrawn(RequestId),
}
