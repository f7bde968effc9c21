use std::fmt;

use crate::{ModelFingerprint, ScoreError, Usage};

/// A picture of a camera: 8 bits each of red, green and blue, row by row from the top, without padding.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

/// One thing that was said about a picture, and what was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The question.
    pub question: String,
    /// What the model answered.
    pub answer: String,
}

/// How a model answers a question of which all answers are given.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The probability of each answer among those that were given, in their order; they sum to one.
    pub probabilities: Vec<f64>,
    /// The probability that the model says one of them at all, and not anything else, 0 to 1: low where it did not understand.
    pub mass: f64,
    /// What it cost.
    pub usage: Usage,
}

/// A vision-language model that runs in this process: it looks at one picture, and answers questions about it.
///
/// The picture is read once: each question then costs only its own words.
pub trait VisionLanguageModel {
    /// What its answers depend on.
    fn fingerprint(&self) -> ModelFingerprint;

    /// Turns to another picture and forgets the one before. The same picture again costs nothing.
    ///
    /// # Errors
    /// [`ScoreError::Model`] where the picture cannot be read; the model has then no picture, and answers nothing.
    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError>;

    /// How likely it answers a question with each of these texts, after what was said about the picture before.
    ///
    /// # Errors
    /// [`ScoreError`] without a picture, for fewer than two answers or two that it cannot tell apart, for text that names its control
    /// tokens, and where it does not run.
    fn choose(&mut self, said: &[Exchange], question: &str, answers: &[&str]) -> Result<Choice, ScoreError>;

    /// What it answers in its own words, after what was said about the picture before, in at most so many tokens.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    fn describe(&mut self, said: &[Exchange], question: &str, max_tokens: u32) -> Result<(String, Usage), ScoreError>;
}

impl Picture {
    /// Of these bytes, `[height, width, 3]`.
    ///
    /// # Errors
    /// [`ScoreError::Model`] for a picture without a pixel, or with more or fewer bytes than its size needs.
    pub fn new(width: usize, height: usize, rgb: Vec<u8>) -> Result<Self, ScoreError> {
        let needed = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(3));
        if needed.is_none_or(|needed| needed == 0 || needed != rgb.len()) {
            let wrong = format!("a picture of {width} x {height} with {} bytes: it needs 3 for each pixel", rgb.len());
            return Err(ScoreError::Model(wrong));
        }
        Ok(Self { width, height, rgb })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Red, green and blue of each pixel, `[height, width, 3]`.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} x {})", self.width, self.height)
    }
}

impl Choice {
    /// The likeliest answer's place; of equally likely ones the first.
    pub fn likeliest(&self) -> usize {
        let better =
            |best: usize, place: usize| if self.probabilities[place] > self.probabilities[best] { place } else { best };
        (1..self.probabilities.len()).fold(0, better)
    }
}
