use std::sync::Arc;

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use surefleet_fleet::{Digest, RobotId, Turn};

use crate::ScoreError;

/// A rendered prompt in two parts. Turns share the first part, so that a server can cache it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Prompt {
    /// The part that stays the same within a mission: rules, skills, places.
    pub prefix: Arc<str>,
    /// The part that this turn adds: progress, decisions so far, the question.
    pub suffix: String,
}

impl Prompt {
    /// The whole text; the position of the cut does not matter.
    pub fn text(&self) -> String {
        [&self.prefix, self.suffix.as_str()].concat()
    }

    /// A hash of the whole text, for records.
    pub fn digest(&self) -> Digest {
        Digest::of([self.text().as_bytes()])
    }
}

/// One option of a decision: its label in the prompt, and its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LabelledOption {
    /// Short name, such as `A`, that a model answers with.
    pub label: Arc<str>,
    /// The option in words, such as `pick up apple_1`.
    pub text: Arc<str>,
}

impl LabelledOption {
    /// Labels options in order: A to Z, a to z. More than 52 options get numbers of equal width, from 0.
    ///
    /// No label is the beginning of another, so the first token of an answer cannot mean two labels.
    pub fn in_order<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Arc<[Self]> {
        let texts: Vec<Arc<str>> = texts.into_iter().map(|text| Arc::from(text.as_ref())).collect();
        let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
        let width = texts.len().saturating_sub(1).to_string().len();
        let few = texts.len() <= letters.len();
        let label = |place: usize| {
            if few { letters[place].to_string() } else { format!("{place:0width$}") }
        };
        texts.into_iter().enumerate().map(|(place, text)| Self { label: label(place).into(), text }).collect()
    }

    /// The same options in the same places with labels exchanged. In order 0 they keep their labels.
    ///
    /// Each order shifts the labels by a different number of places. In n orders of n options each option has each
    /// label once. The same order and number of options always give the same result.
    pub fn relabelled(options: &[Self], order: usize) -> Arc<[Self]> {
        let count = options.len();
        let mut shifts: Vec<usize> = (0..count).collect();
        if count > 1 {
            shifts[1..].shuffle(&mut ChaCha8Rng::seed_from_u64(1));
        }
        let shift = if count == 0 { 0 } else { shifts[order % count] };
        let label = |place: usize| options[(place + shift) % count].label.clone();
        let texts = options.iter().map(|option| option.text.clone());
        texts.enumerate().map(|(place, text)| Self { label: label(place), text }).collect()
    }
}

/// A question to a scorer: a prompt, the options of S in canonical order, and the turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The prompt, for scorers that read text.
    pub prompt: Prompt,
    /// The options: index i is decision i of S.
    pub options: Arc<[LabelledOption]>,
    /// The turn, for scorers that need structure.
    pub turn: Turn,
    /// The robot that has to decide.
    pub robot: RobotId,
}

impl Question {
    /// Checks that the first tokens of the labels differ.
    ///
    /// # Errors
    /// [`ScoreError::NoOptions`] without options, [`ScoreError::Labels`] if one label begins another.
    pub fn check_labels(&self) -> Result<(), ScoreError> {
        if self.options.is_empty() {
            return Err(ScoreError::NoOptions);
        }
        let mut labels: Vec<&str> = self.options.iter().map(|option| &*option.label).collect();
        // In a sorted list, a label that begins or equals any other also begins or equals its successor.
        labels.sort_unstable();
        let clash = labels.windows(2).find(|pair| pair[1].starts_with(pair[0])).map(|pair| [pair[0], pair[1]]);
        let blank = labels.iter().find(|label| label.is_empty() || label.trim() != **label);
        match clash.or(blank.map(|label| [*label; 2])) {
            Some(labels) => Err(ScoreError::Labels(labels.map(str::to_owned))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_begins_another_however_many_options_there_are() {
        for count in [1, 26, 27, 52, 53, 101, 1001] {
            let options = LabelledOption::in_order(vec!["option"; count]);
            assert_eq!(options.len(), count);
            for (place, one) in options.iter().enumerate() {
                let clash = options
                    .iter()
                    .skip(place + 1)
                    .find(|other| other.label.starts_with(&*one.label) || one.label.starts_with(&*other.label));
                assert_eq!(clash, None, "{one:?}");
            }
        }
        let options = LabelledOption::in_order(vec!["option"; 53]);
        assert_eq!((&*options[0].label, &*options[52].label), ("00", "52"));
        let letters = LabelledOption::in_order(vec!["option"; 52]);
        assert_eq!((&*letters[25].label, &*letters[26].label), ("Z", "a"));
    }

    #[test]
    fn where_a_prompt_is_cut_does_not_change_its_hash() {
        let digest = |prefix: &str, suffix: &str| Prompt { prefix: prefix.into(), suffix: suffix.into() }.digest();
        assert_eq!(digest("ab", "c"), digest("a", "bc"));
        assert_ne!(digest("ab", "c"), digest("ab", "d"));
    }
}
