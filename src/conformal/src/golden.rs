use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{CalibrationError, HexFloat, Sha256, Understood};

/// Fewest golden prompts that a calibration file may hold.
pub const FEWEST_GOLDEN_PROMPTS: usize = 8;

/// Greatest tolerance of a file: it allows for another machine's rounding, and is far below the gap between options.
pub const GREATEST_TOLERANCE: f64 = 0.01;

/// Prompts whose scores the running model must reproduce before it may act alone.
///
/// Hashes show that the files are the calibrated ones. A replay shows that backend, driver and batch mode compute the
/// same scores from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Golden {
    /// Greatest difference of a replayed log-probability from the recorded one; at most [`GREATEST_TOLERANCE`].
    pub tolerance: f64,
    /// At least [`FEWEST_GOLDEN_PROMPTS`], each once.
    pub prompts: Vec<GoldenPrompt>,
}

/// A prompt with the scores it had at calibration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenPrompt {
    /// Hash of `prompt`.
    pub prompt_sha256: Sha256,
    /// Full text given to the model.
    pub prompt: String,
    /// Options in canonical order.
    pub options: Vec<String>,
    /// Log-probability of each option.
    pub scores: Vec<HexFloat>,
    /// How well the model understood the mission; omitted for a model that does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<Understood>,
}

impl GoldenPrompt {
    /// Records the scores of the model being calibrated.
    ///
    /// # Errors
    /// [`CalibrationError::GoldenLength`] unless there is one score per option,
    /// [`ValueError::HexFloat`](crate::ValueError) for NaN.
    pub fn new(
        prompt: String,
        options: Vec<String>,
        scores: &[f64],
        understood: Option<Understood>,
    ) -> Result<Self, CalibrationError> {
        let golden = Self {
            prompt_sha256: Sha256::of(&prompt),
            prompt,
            options,
            scores: scores.iter().map(|&score| HexFloat::new(score)).collect::<Result<_, _>>()?,
            understood,
        };
        golden.check()?;
        Ok(golden)
    }

    fn check(&self) -> Result<(), CalibrationError> {
        let recomputed = Sha256::of(&self.prompt);
        if recomputed != self.prompt_sha256 {
            return Err(CalibrationError::GoldenHash { recorded: self.prompt_sha256, recomputed });
        }
        self.check_length(self.scores.len())
    }

    fn check_length(&self, scores: usize) -> Result<(), CalibrationError> {
        if scores == self.options.len() && scores > 0 {
            return Ok(());
        }
        Err(CalibrationError::GoldenLength { prompt: self.prompt_sha256, options: self.options.len(), scores })
    }
}

/// The running model's result on a golden prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct GoldenReplay {
    /// Hash of the prompt that was scored.
    pub prompt_sha256: Sha256,
    /// Log-probabilities in canonical order.
    pub scores: Vec<f64>,
    /// How well the model understood the mission.
    pub understood: Option<Understood>,
}

impl From<&GoldenPrompt> for GoldenReplay {
    /// What a model said once more.
    fn from(said: &GoldenPrompt) -> Self {
        let scores = said.scores.iter().map(|score| score.get()).collect();
        Self { prompt_sha256: said.prompt_sha256, scores, understood: said.understood }
    }
}

impl Golden {
    pub(crate) fn check(&self) -> Result<(), CalibrationError> {
        if self.prompts.len() < FEWEST_GOLDEN_PROMPTS {
            return Err(CalibrationError::TooFewGolden { count: self.prompts.len(), needed: FEWEST_GOLDEN_PROMPTS });
        }
        if !(0.0..=GREATEST_TOLERANCE).contains(&self.tolerance) {
            return Err(CalibrationError::GoldenTolerance { tolerance: self.tolerance, greatest: GREATEST_TOLERANCE });
        }
        let mut prompts = HashSet::new();
        if let Some(twice) = self.prompts.iter().find(|golden| !prompts.insert(golden.prompt_sha256)) {
            return Err(CalibrationError::GoldenRepeated { prompt: twice.prompt_sha256 });
        }
        self.prompts.iter().try_for_each(GoldenPrompt::check)
    }

    /// Compares `replays` (any order) with the recorded scores.
    ///
    /// # Errors
    /// [`CalibrationError::GoldenMissing`], [`CalibrationError::GoldenLength`], [`CalibrationError::GoldenScore`] or
    /// [`CalibrationError::GoldenUnderstood`] for the first prompt that was not replayed, or not within the tolerance.
    pub fn verify(&self, replays: &[GoldenReplay]) -> Result<(), CalibrationError> {
        self.check()?;
        for golden in &self.prompts {
            let replay = replays
                .iter()
                .find(|replay| replay.prompt_sha256 == golden.prompt_sha256)
                .ok_or(CalibrationError::GoldenMissing { prompt: golden.prompt_sha256 })?;
            golden.check_length(replay.scores.len())?;
            if !understood_alike(golden.understood, replay.understood, self.tolerance) {
                return Err(CalibrationError::GoldenUnderstood {
                    prompt: golden.prompt_sha256,
                    expected: in_words(golden.understood),
                    replayed: in_words(replay.understood),
                    tolerance: self.tolerance,
                });
            }
            for (option, (expected, &replayed)) in golden.scores.iter().zip(&replay.scores).enumerate() {
                let expected = expected.get();
                // Equality first: the difference of two equal infinities is NaN.
                let near = expected == replayed || (expected - replayed).abs() <= self.tolerance;
                if !near {
                    return Err(CalibrationError::GoldenScore {
                        prompt: golden.prompt_sha256,
                        option,
                        expected,
                        replayed,
                        tolerance: self.tolerance,
                    });
                }
            }
        }
        Ok(())
    }
}

fn understood_alike(expected: Option<Understood>, replayed: Option<Understood>, tolerance: f64) -> bool {
    match (expected, replayed) {
        (Some(expected), Some(replayed)) => expected.is_near(replayed, tolerance),
        (expected, replayed) => expected.is_none() && replayed.is_none(),
    }
}

fn in_words(understood: Option<Understood>) -> String {
    match understood {
        Some(it) => format!("top meaning {}, unexplained {}", it.top(), it.unexplained()),
        None => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(top: f64) -> Understood {
        Understood::new(top, 0.05).expect("probabilities")
    }

    fn golden() -> Golden {
        let prompt = |i: usize| {
            let options = vec!["go to kettle".to_owned(), "wait".to_owned()];
            GoldenPrompt::new(format!("prompt {i}"), options, &[-0.25, f64::NEG_INFINITY], Some(understood(0.9)))
                .expect("a golden prompt")
        };
        Golden { tolerance: 1e-3, prompts: (0..FEWEST_GOLDEN_PROMPTS).map(prompt).collect() }
    }

    fn replays(golden: &Golden) -> Vec<GoldenReplay> {
        let replay = |golden: &GoldenPrompt| GoldenReplay {
            prompt_sha256: golden.prompt_sha256,
            scores: golden.scores.iter().map(|score| score.get()).collect(),
            understood: golden.understood,
        };
        golden.prompts.iter().rev().map(replay).collect()
    }

    #[test]
    fn replay_within_tolerance_passes_and_beyond_it_names_the_option() {
        let golden = golden();
        let mut replays = replays(&golden);
        replays[2].scores[0] += 0.9e-3;
        assert_eq!(golden.verify(&replays), Ok(()));
        replays[2].scores[0] += 0.2e-3;
        let error = golden.verify(&replays).expect_err("beyond the tolerance");
        assert!(matches!(error, CalibrationError::GoldenScore { option: 0, expected: -0.25, .. }), "{error}");
    }

    #[test]
    fn nan_and_lost_infinity_are_beyond_any_tolerance() {
        let golden = Golden { tolerance: GREATEST_TOLERANCE, ..golden() };
        for (option, score) in [(0, f64::NAN), (1, -1e300), (1, f64::NAN), (1, f64::INFINITY)] {
            let mut replays = replays(&golden);
            replays[0].scores[option] = score;
            let error = golden.verify(&replays).expect_err("not a match");
            assert!(matches!(error, CalibrationError::GoldenScore { .. }), "{error}");
        }
    }

    #[test]
    fn a_mission_that_is_understood_otherwise_is_no_match() {
        let golden = golden();
        let mut replays = replays(&golden);
        replays[1].understood = Some(understood(0.9005));
        assert_eq!(golden.verify(&replays), Ok(()));
        for other in [None, Some(understood(0.902)), Some(Understood::new(0.9, 0.06).expect("probabilities"))] {
            replays[1].understood = other;
            let error = golden.verify(&replays).expect_err("another understanding");
            assert!(matches!(error, CalibrationError::GoldenUnderstood { .. }), "{error}");
        }
    }

    #[test]
    fn missing_and_short_replays_are_named() {
        let golden = golden();
        let mut replays = replays(&golden);
        replays[7].scores.pop();
        let prompt = golden.prompts[0].prompt_sha256;
        let length = CalibrationError::GoldenLength { prompt, options: 2, scores: 1 };
        assert_eq!(golden.verify(&replays), Err(length));
        replays.pop();
        assert_eq!(golden.verify(&replays), Err(CalibrationError::GoldenMissing { prompt }));
    }

    #[test]
    fn record_needs_eight_different_prompts_their_own_hash_and_a_small_tolerance() {
        let mut few = golden();
        few.prompts.pop();
        assert_eq!(few.verify(&[]), Err(CalibrationError::TooFewGolden { count: 7, needed: 8 }));
        let mut edited = golden();
        edited.prompts[3].prompt.push('!');
        assert!(matches!(edited.verify(&[]), Err(CalibrationError::GoldenHash { .. })));
        for tolerance in [0.010_001, 1e9, f64::INFINITY, f64::NAN, -1e-9] {
            let lax = Golden { tolerance, ..golden() };
            assert!(matches!(lax.verify(&[]), Err(CalibrationError::GoldenTolerance { .. })), "{tolerance}");
        }
        let mut repeated = golden();
        repeated.prompts[6] = repeated.prompts[2].clone();
        let prompt = repeated.prompts[2].prompt_sha256;
        assert_eq!(repeated.verify(&[]), Err(CalibrationError::GoldenRepeated { prompt }));
    }
}
