//! The records of a robot as a chain, in which every change shows.

use std::collections::BTreeMap;

use surefleet_fleet::{Digest, RobotId};
use thiserror::Error;

use super::{DecisionRecord, Head, Link};

/// A place where a robot's records are not one unbroken chain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChainBreak {
    /// A record that has no seal, or that differs from the sealed one.
    #[error("{0}; the record was changed after it was made, or somebody else made it")]
    Seal(String),
    /// Records between this one and the one before it are missing.
    #[error(
        "record {found} of {robot} follows record {before}: {} between them were taken out",
        count(.found - .before - 1)
    )]
    Missing {
        /// The robot.
        robot: RobotId,
        /// The number of the record before it; 0: it is the first.
        before: u64,
        /// Its number.
        found: u64,
    },
    /// A record that came before, or stands in the wrong place.
    #[error("record {found} of {robot} follows record {before}: it was repeated or moved")]
    Repeated {
        /// The robot.
        robot: RobotId,
        /// The number of the record before it.
        before: u64,
        /// Its number.
        found: u64,
    },
    /// A record that differs from the one that another process heard under this number when it was made.
    #[error("record {number} of {robot} is {found}, but when it was made {heard} was heard: it was exchanged")]
    Heard {
        /// The robot.
        robot: RobotId,
        /// Its number.
        number: u64,
        /// Its hash.
        found: Digest,
        /// The hash that was heard.
        heard: Digest,
    },
    /// The last heard record comes after all records that are present.
    #[error(
        "the records of {robot} end with {newest}, but record {heard} was heard when it was made: {} cut off",
        count(.heard - .newest)
    )]
    CutOff {
        /// The robot.
        robot: RobotId,
        /// The number of the last record present; 0: none.
        newest: u64,
        /// The number of the last record heard.
        heard: u64,
    },
    /// A record whose link names another record than the one before it.
    #[error(
        "record {number} of {robot} follows on {recorded}, but the one before it is {found}: one of the two was \
         exchanged"
    )]
    Before {
        /// The robot.
        robot: RobotId,
        /// Its number.
        number: u64,
        /// The hash that the record states.
        recorded: Digest,
        /// The hash of the record before it.
        found: Digest,
    },
}

impl ChainBreak {
    /// The record's field that shows it.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Seal(_) => "seal",
            Self::Missing { .. } | Self::Repeated { .. } | Self::Heard { .. } | Self::CutOff { .. } => "link.number",
            Self::Before { .. } => "link.before",
        }
    }
}

fn count(records: u64) -> String {
    match records {
        1 => "1 record".to_owned(),
        more => format!("{more} records"),
    }
}

/// The robots' chains as far as they were followed; records of several robots may be mixed.
#[derive(Debug, Clone, Default)]
pub struct Chains {
    newest: BTreeMap<RobotId, Newest>,
    heard: BTreeMap<RobotId, BTreeMap<u64, Digest>>,
}

/// The last trustworthy record of a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Newest {
    number: u64,
    digest: Digest,
    /// Untrustworthy records since then: each was changed in its place, or inserted.
    unsealed: u64,
}

impl Chains {
    /// Takes the heads that another process, such as the safety monitor, heard when records were made.
    ///
    /// Give it only heads that their robots sealed. If two heads have one number, the first counts.
    #[must_use]
    pub fn heard(mut self, heads: impl IntoIterator<Item = Head>) -> Self {
        for head in heads {
            self.heard.entry(head.robot).or_default().entry(head.number).or_insert(head.digest);
        }
        self
    }

    /// Follows a robot's next record; `sealed` says whether its robot sealed it; if not, why.
    ///
    /// After a break it continues, so that each wrong record is named once.
    ///
    /// # Errors
    /// The [`ChainBreak`].
    pub fn follow(
        &mut self,
        record: &DecisionRecord,
        sealed: impl FnOnce(&Head) -> Result<(), String>,
    ) -> Result<(), ChainBreak> {
        let head = Head::of(record);
        let begin = Newest { number: 0, digest: Link::first().before, unsealed: 0 };
        let last = self.newest.entry(head.robot.clone()).or_insert(begin);
        if let Err(problem) = sealed(&head) {
            last.unsealed += 1;
            return Err(ChainBreak::Seal(problem));
        }
        let before = *last;
        let Head { robot, number, digest, .. } = head;
        if number <= before.number {
            return Err(ChainBreak::Repeated { robot, before: before.number, found: number });
        }
        *last = Newest { number, digest, unsealed: 0 };
        let skipped = number - before.number - 1;
        if skipped > before.unsealed {
            return Err(ChainBreak::Missing { robot, before: before.number, found: number });
        }
        if let Some(&heard) = self.heard.get(&robot).and_then(|heard| heard.get(&number)).filter(|it| **it != digest) {
            return Err(ChainBreak::Heard { robot, number, found: digest, heard });
        }
        if skipped == 0 && before.digest != record.link.before {
            return Err(ChainBreak::Before { robot, number, recorded: record.link.before, found: before.digest });
        }
        Ok(())
    }

    /// Robots whose records end before the last heard record; call this after following all records.
    pub fn cut_off(&self) -> impl Iterator<Item = ChainBreak> + '_ {
        self.heard.iter().filter_map(|(robot, heard)| {
            let newest = self.newest(robot);
            let heard = *heard.last_key_value()?.0;
            (newest < heard).then(|| ChainBreak::CutOff { robot: robot.clone(), newest, heard })
        })
    }

    /// The number of a robot's newest trustworthy record; 0: there is none.
    pub fn newest(&self, robot: &RobotId) -> u64 {
        self.newest.get(robot).map_or(0, |newest| newest.number)
    }
}
