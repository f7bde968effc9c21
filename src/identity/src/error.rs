use std::time::Duration;

use thiserror::Error;

use crate::Participant;

/// Why a message proves nothing about its sender, or why a text is no key, roster or participant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdentityError {
    /// It bears no seal.
    #[error("it bears no seal: only what a participant of the fleet signed counts")]
    Unsealed,
    /// The participant it names is not on the roster.
    #[error(
        "{0} is not on the roster that was read at the start: add it with surefleet keygen, give every machine the new fleet.roster, and restart what is to believe it"
    )]
    Unknown(Participant),
    /// It was altered, or signed with another key.
    #[error("it was altered, or signed with another key than that of {0} on the fleet's roster")]
    Forged(Participant),
    /// It was sealed too long ago, or too far ahead.
    #[error(
        "{who} sealed it {} s {}: set the clocks of the machines together, or somebody says again what is over",
        off.as_secs(),
        if *is_ahead { "in the future" } else { "ago" }
    )]
    Stale {
        /// The participant that sealed it.
        who: Participant,
        /// The difference between its time and the clock.
        off: Duration,
        /// Whether its time lies in the future.
        is_ahead: bool,
    },
    /// It was sealed before this process began. The process cannot know whether an earlier life of it heard the seal.
    #[error("{0} sealed it before this process began: it is to be said anew")]
    BeforeStart(Participant),
    /// The same seal was heard before.
    #[error("it was heard before: somebody says again what {0} said once")]
    Replayed(Participant),
    /// A participant says something that it may not say.
    #[error("{who} may not say this: {wrong}")]
    NotItsToSay {
        /// The participant that sealed it.
        who: Participant,
        /// The reason, which names the participants that may say it.
        wrong: &'static str,
    },
    /// The text names no participant.
    #[error(
        "{0:?} names no participant: write a role, such as help_desk, or a role and a name, such as planner/robot_1"
    )]
    Participant(String),
    /// A text that is not a key. The text is not repeated: it may be a secret.
    #[error("this is not a line of {0:?} and 64 hexadecimal digits")]
    Key(&'static str),
    /// A roster that cannot be read.
    #[error("line {line} of the roster: {wrong}")]
    Roster {
        /// The line, from 1.
        line: usize,
        /// The error in that line.
        wrong: String,
    },
    /// A roster that the fleet's key did not sign.
    #[error(
        "the roster was altered, or signed with another fleet's key: make it anew with surefleet keygen where fleet.key lies, and give it to every machine"
    )]
    ForgedRoster,
    /// Something that cannot be written as bytes to sign.
    #[error("{0} cannot be sealed")]
    Unsealable(String),
}
