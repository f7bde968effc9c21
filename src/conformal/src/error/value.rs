use thiserror::Error;

/// The reason why a text or a number is not a valid value; each message names the value and the mend.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ValueError {
    /// A fraction outside the open interval (0, 1).
    #[error("fraction {value} is not above 0 and below 1: give one such as 1/10 or 0.05")]
    FractionRange {
        /// As given.
        value: String,
    },
    /// Text that is not a fraction.
    #[error("cannot read {value:?} as a fraction: write 1/10 or 0.1")]
    FractionSyntax {
        /// As given.
        value: String,
    },
    /// A division by the number of orders whose result does not fit 64 bits.
    #[error(
        "fraction {value} over {orders} orders does not fit 64 bits: give alpha as a shorter fraction such as 1/10"
    )]
    FractionSplit {
        /// The fraction to divide.
        value: String,
        /// `W + 1`.
        orders: u64,
    },
    /// Text that is not an exact hex float.
    #[error("hex float {value:?} {why}: write it as `float.hex` does, such as 0x1.8p-3 or -inf")]
    HexFloat {
        /// As given.
        value: String,
        /// The problem.
        why: &'static str,
    },
    /// Text that is not a SHA-256.
    #[error("{value:?} is no sha-256: give 64 lower-case hexadecimal digits, as `sha256sum` prints")]
    Hash {
        /// As given.
        value: String,
    },
    /// A range that contains no sizes.
    #[error("size range {least} to {greatest} is empty or holds 0: give 1 <= least <= greatest")]
    SizeRange {
        /// Least size.
        least: usize,
        /// Greatest size.
        greatest: usize,
    },
    /// Text that names no team.
    #[error(
        "{0:?} names no team: write its kinds by name, with the numbers above one, as in \"one_kind x2, other_kind\""
    )]
    Kinds(String),
    /// A class for teams of these kinds whose number of robots is another one.
    #[error("a class for teams of {kinds} has teams of {robots} robots, not of {size}")]
    TeamSize {
        /// The kinds.
        kinds: String,
        /// Their robots.
        robots: usize,
        /// Robots in the teams of the class.
        size: String,
    },
    /// A class key without models.
    #[error("a class key needs the weights hash of at least one model: give those of the team")]
    NoModels,
    /// A scorer's report on its understanding that is not a probability.
    #[error("the probability {what} is {value}, but a probability is from 0 to 1: check the scorer")]
    Understood {
        /// The name of the probability.
        what: &'static str,
        /// As given.
        value: f64,
    },
}
