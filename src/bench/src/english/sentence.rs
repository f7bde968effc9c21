//! Sentences with what their author meant, one JSON object a line.

use anyhow::{Result, bail};
use serde::Deserialize;

/// A sentence and what is expected of a careful reader.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    pub site: String,
    pub kind: Kind,
    pub text: String,
    pub meant: Vec<String>,
    pub expect: Expect,
    /// Notes for people: why it is to be refused, what it means in other words, and its traits.
    #[serde(default, rename = "refuse")]
    _refuse: Option<String>,
    #[serde(default, rename = "means")]
    _means: String,
    #[serde(default, rename = "features")]
    _features: Vec<String>,
}

/// The use of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Mission,
    Constraint,
}

/// The answer of a careful reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    Formula,
    Either,
    Readings,
    Refuse,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mission => "mission",
            Self::Constraint => "constraint",
        }
    }
}

impl Sentence {
    /// Reads a line.
    ///
    /// # Errors
    /// A field that is missing, unknown, or does not go with the others.
    pub fn read(line: &str) -> Result<Self> {
        let sentence: Self = serde_json::from_str(line)?;
        if (sentence.expect == Expect::Refuse) != sentence.meant.is_empty() {
            bail!("{:?}: \"meant\" is empty for what is to be refused, and for nothing else", sentence.text);
        }
        Ok(sentence)
    }
}
