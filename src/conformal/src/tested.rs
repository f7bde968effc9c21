use serde::{Deserialize, Serialize};

use crate::{CalibrationError, exact_interval};

/// The results of a class's threshold on other missions than its calibration, all with the same number of vague parts.
///
/// A threshold for coverage bounds how often the right decision is missing from a set. People fear something else, which
/// is less frequent: a robot acts wrongly and asked nobody. These missions are counted here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// Sub-tasks of each mission whose words leave something open: 0 for clear missions.
    pub vague_parts: usize,
    /// Missions.
    pub missions: usize,
    /// Missions in which every set holds a right decision.
    pub covered: usize,
    /// Missions in which a robot made a wrong decision alone.
    pub wrong_unasked: usize,
    /// The exact (Clopper-Pearson) 95 % interval of their share, rounded to 4 places; null if there is no mission.
    #[serde(deserialize_with = "Option::deserialize")]
    pub wrong_unasked_95: Option<[f64; 2]>,
    /// Missions that a random allowed option at each decision would get wrong: the baseline.
    pub random_allowed_wrong: usize,
    /// The questions in these missions; none in older files, which did not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<QuestionCounts>,
}

/// The questions of several missions, each up to its first wrong decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionCounts {
    /// Decisions.
    pub decisions: usize,
    /// Decisions in which a person was asked.
    pub asked: usize,
    /// Of these, those in which the set left nothing to offer, so that all of S was offered.
    pub asked_all: usize,
    /// Of these, those in missions that the calibration does not cover, which have no sets.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub uncovered: usize,
}

/// What is not there is not written.
fn is_none_of_them(count: &usize) -> bool {
    *count == 0
}

impl Tested {
    /// Makes the counts and computes their interval.
    ///
    /// # Errors
    /// [`CalibrationError::Tested`] if a count exceeds the missions.
    pub fn new(
        vague_parts: usize,
        missions: usize,
        [covered, wrong_unasked, random_allowed_wrong]: [usize; 3],
    ) -> Result<Self, CalibrationError> {
        if let Some(&count) = [covered, wrong_unasked, random_allowed_wrong].iter().find(|count| **count > missions) {
            return Err(CalibrationError::Tested { count, missions });
        }
        let places = |value: f64| (value * 1e4).round() / 1e4;
        let interval = match missions {
            0 => None,
            _ => exact_interval(wrong_unasked, missions, 0.95).map(|it| Some([places(it.low), places(it.high)]))?,
        };
        Ok(Self {
            vague_parts,
            missions,
            covered,
            wrong_unasked,
            wrong_unasked_95: interval,
            random_allowed_wrong,
            questions: None,
        })
    }

    /// Adds the questions of these missions.
    #[must_use]
    pub fn with_questions(self, questions: QuestionCounts) -> Self {
        Self { questions: Some(questions), ..self }
    }

    /// Whether the interval follows from the counts, and no part is larger than its whole.
    pub(crate) fn follows(&self) -> bool {
        let counts = [self.covered, self.wrong_unasked, self.random_allowed_wrong];
        let again = Self::new(self.vague_parts, self.missions, counts);
        let are_parts = |it: QuestionCounts| it.asked_all + it.uncovered <= it.asked && it.asked <= it.decisions;
        again.is_ok_and(|again| Self { questions: self.questions, ..again } == *self)
            && self.questions.is_none_or(are_parts)
    }
}
