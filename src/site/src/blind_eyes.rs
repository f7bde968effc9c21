use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use surefleet_fleet::Digest;
use surefleet_language::{Exchange, ModelFingerprint, MultipleChoice, Picture, ScoreError, Usage, VisionLanguageModel};

/// A vision-language model that sees nothing. It takes its time and finds all answers equally likely.
///
/// For tests of the code around a slow model.
#[derive(Debug)]
pub struct BlindEyes {
    delay: Duration,
    stop: Arc<AtomicBool>,
}

/// Interval between checks whether it has to stop.
const NOTICE: Duration = Duration::from_millis(5);

impl BlindEyes {
    /// Every answer takes `delay_ms` milliseconds; once `stop` is true, it gives none.
    pub fn new(delay_ms: u64, stop: Arc<AtomicBool>) -> Self {
        Self { delay: Duration::from_millis(delay_ms), stop }
    }

    fn think(&self) -> Result<Usage, ScoreError> {
        let until = Instant::now() + self.delay;
        while Instant::now() < until {
            if self.stop.load(Ordering::Relaxed) {
                return Err(ScoreError::Model("stopped".into()));
            }
            std::thread::sleep(NOTICE.min(until - Instant::now()));
        }
        Ok(Usage { model_calls: 1, ..Usage::default() })
    }
}

impl VisionLanguageModel for BlindEyes {
    fn fingerprint(&self) -> ModelFingerprint {
        let nothing = Digest::of([&b"simulated eyes"[..]]);
        ModelFingerprint {
            name: "simulated".into(),
            weights: nothing,
            tokenizer: nothing,
            quantisation: "none".into(),
            backend: "simulated".into(),
            backend_version: "1".into(),
            dtype: "none".into(),
        }
    }

    fn look(&mut self, _: &Picture) -> Result<Usage, ScoreError> {
        Ok(Usage::default())
    }

    fn choose(&mut self, _: &[Exchange], _: &str, answers: &[&str]) -> Result<MultipleChoice, ScoreError> {
        let usage = self.think()?;
        Ok(MultipleChoice { probabilities: vec![1.0 / answers.len() as f64; answers.len()], mass: 1.0, usage })
    }

    fn describe(&mut self, _: &[Exchange], _: &str, _: u32) -> Result<(String, Usage), ScoreError> {
        Ok(("it is dark".into(), self.think()?))
    }
}
