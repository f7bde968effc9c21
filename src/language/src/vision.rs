use std::fmt;

use crate::{ModelFingerprint, ScoreError, Usage};

/// A picture of a camera: 8 bits each of red, green and blue, row by row from the top, without padding.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

/// A question about a picture, with the model's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The question.
    pub question: String,
    /// The model's answer.
    pub answer: String,
}

/// A model's choice among given answers to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct MultipleChoice {
    /// The probability of each given answer, in their order; they sum to one.
    pub probabilities: Vec<f64>,
    /// The probability that the model says one of the answers at all, 0 to 1: low if it did not understand.
    pub mass: f64,
    /// The cost of the call.
    pub usage: Usage,
}

/// A vision-language model that runs in this process. It looks at one picture and answers questions about it.
///
/// The picture is read once; after that each question costs only its own words.
pub trait VisionLanguageModel {
    /// The properties that its answers depend on.
    fn fingerprint(&self) -> ModelFingerprint;

    /// Turns to another picture and forgets the previous one. The same picture again costs nothing.
    ///
    /// # Errors
    /// [`ScoreError::Model`] if the picture cannot be read. The model then has no picture and answers nothing.
    fn look(&mut self, picture: &Picture) -> Result<Usage, ScoreError>;

    /// The probability of each of these answers to a question, after the previous exchanges about the picture.
    ///
    /// # Errors
    /// [`ScoreError`] without a picture, for fewer than two answers or two that it cannot tell apart, for text that
    /// contains its control tokens, and if it does not run.
    fn choose(&mut self, said: &[Exchange], question: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError>;

    /// The answer in the model's own words, after the previous exchanges, in at most `max_tokens` tokens.
    ///
    /// # Errors
    /// Like [`choose`](Self::choose).
    fn describe(&mut self, said: &[Exchange], question: &str, max_tokens: u32) -> Result<(String, Usage), ScoreError>;
}

impl Picture {
    /// A picture of these bytes, `[height, width, 3]`.
    ///
    /// # Errors
    /// [`ScoreError::Model`] for a picture without a pixel, or if the number of bytes does not fit the size.
    pub fn new(width: usize, height: usize, rgb: Vec<u8>) -> Result<Self, ScoreError> {
        let needed = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(3));
        if needed.is_none_or(|needed| needed == 0 || needed != rgb.len()) {
            let wrong = format!("a picture of {width} x {height} with {} bytes: it needs 3 for each pixel", rgb.len());
            return Err(ScoreError::Model(wrong));
        }
        Ok(Self { width, height, rgb })
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
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

impl MultipleChoice {
    /// The index of the likeliest answer; the first one of equally likely answers.
    pub fn likeliest(&self) -> usize {
        let better =
            |best: usize, place: usize| if self.probabilities[place] > self.probabilities[best] { place } else { best };
        (1..self.probabilities.len()).fold(0, better)
    }
}
