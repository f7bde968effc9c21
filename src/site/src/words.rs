//! How long what people, robots and clients write may be; of constraints the safety core says it.

use thiserror::Error;

/// Something in words that comes from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// What is to be done.
    Mission,
    /// What a person says to a question, a corrected mission included.
    Answer,
    /// What a robot asks and all that it shows with it, pictures aside.
    Question,
}

/// Constraints of one mission.
pub const MOST_CONSTRAINTS: usize = 16;

/// A text that is longer than people write and read, and than the fleet reads while its gate is open.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{what} has {bytes} bytes, and at most {most} are read: {mend}")]
pub struct TooLong {
    what: &'static str,
    bytes: usize,
    most: usize,
    mend: &'static str,
}

impl Words {
    /// So many bytes are read.
    pub const fn most(self) -> usize {
        match self {
            Self::Mission => 4096,
            Self::Answer => 4096,
            Self::Question => 256 << 10,
        }
    }

    /// Whether a text is one that is read.
    ///
    /// # Errors
    /// Where it is too long.
    pub fn check(self, text: &str) -> Result<&str, TooLong> {
        self.check_length(text.len()).map(|()| text)
    }

    /// Whether texts of so many bytes together are read.
    ///
    /// # Errors
    /// Where they are too long.
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
