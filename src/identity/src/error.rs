use std::time::Duration;

use thiserror::Error;

use crate::Participant;

/// Why nobody need believe that somebody said this, or why a text is no key, roster or participant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdentityError {
    /// It bears no seal.
    #[error("it bears no seal: only what a participant of the fleet signed counts")]
    Unsealed,
    /// Whoever it names is not on the roster.
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
        /// Who sealed it.
        who: Participant,
        /// How far its time is off.
        off: Duration,
        /// Whether that time is still to come.
        is_ahead: bool,
    },
    /// It was sealed before this process began, which cannot know whether an earlier life of it heard the seal.
    #[error("{0} sealed it before this process began: it is to be said anew")]
    BeforeStart(Participant),
    /// The same seal came before.
    #[error("it was heard before: somebody says again what {0} said once")]
    Replayed(Participant),
    /// A participant says what is not its to say.
    #[error("{who} may not say this: {wrong}")]
    NotItsToSay {
        /// Who sealed it.
        who: Participant,
        /// Whose it is.
        wrong: &'static str,
    },
    /// No participant.
    #[error(
        "{0:?} names no participant: write a role, such as help_desk, or a role and a name, such as planner/robot_1"
    )]
    Participant(String),
    /// A text that is no key. The text is not repeated: it may be a secret.
    #[error("this is not a line of {0:?} and 64 hexadecimal digits")]
    Key(&'static str),
    /// A roster that cannot be read.
    #[error("line {line} of the roster: {wrong}")]
    Roster {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
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
