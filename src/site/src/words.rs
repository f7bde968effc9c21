//! Length limits for the texts of people, robots and clients. The safety core sets those of constraints.

use thiserror::Error;

/// Kinds of text that come from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// The task for the fleet.
    Mission,
    /// A person's answer to a question, which may be a corrected mission.
    Answer,
    /// A robot's question with everything that it shows, except pictures.
    Question,
}

/// Greatest number of constraints of one mission.
pub const MOST_CONSTRAINTS: usize = 16;

/// A text is longer than people write and read, and longer than the fleet reads while its gate is open.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{what} has {bytes} bytes, and at most {most} are read: {mend}")]
pub struct TooLong {
    what: &'static str,
    bytes: usize,
    most: usize,
    mend: &'static str,
}

impl Words {
    /// Greatest length in bytes.
    pub const fn most(self) -> usize {
        match self {
            Self::Mission => 4096,
            Self::Answer => 4096,
            Self::Question => 256 << 10,
        }
    }

    /// Checks that a text is short enough to be read.
    ///
    /// # Errors
    /// The text is too long.
    pub fn check(self, text: &str) -> Result<&str, TooLong> {
        self.check_length(text.len()).map(|()| text)
    }

    /// Checks that texts with this many bytes together are short enough to be read.
    ///
    /// # Errors
    /// They are too long.
    pub fn check_length(self, bytes: usize) -> Result<(), TooLong> {
        let (what, mend) = match self {
            Self::Mission => ("the mission", "send it as several missions"),
            Self::Answer => ("the answer", "say it shorter"),
            Self::Question => ("what the robot shows with its question", "show less"),
        };
        let most = self.most();
        if bytes > most { Err(TooLong { what, bytes, most, mend }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_up_to_its_limit_and_beyond_it_the_refusal_says_how_long_it_may_be() {
        for words in [Words::Mission, Words::Answer, Words::Question] {
            let longest = "é".repeat(words.most() / 2);
            assert_eq!(words.check(&longest), Ok(longest.as_str()));
            let longer = longest + "x";
            let refusal = words.check(&longer).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refusal.contains(&format!("at most {} are read", words.most())), "{refusal}");
        }
    }
}
