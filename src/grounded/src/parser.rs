use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};

use futures::{StreamExt, TryStreamExt, stream};
use surefleet_language::{
    LanguageModel, ModelFingerprint, Prompt, Sampling, ScoreError, Text, TextRequest, TokenModel, Usage,
};
use surefleet_mission::Mission;

use crate::{Hypotheses, Limits, MissionGrammar, parse};

/// What finds out what a mission's words may mean: a language model, and a way to ask it.
pub trait MissionParser {
    /// The model.
    fn fingerprint(&self) -> ModelFingerprint;

    /// The way, in words that differ wherever the same model may find something else.
    fn method(&self) -> String;

    /// What the prompt's text may mean, with probabilities.
    ///
    /// # Errors
    /// [`ScoreError`] where the model gives no whole answer.
    fn parse(
        &self,
        grammar: &MissionGrammar,
        prompt: &Prompt,
    ) -> impl Future<Output = Result<Hypotheses, ScoreError>> + Send;
}

/// Constrained decoding with a model in this process: every meaning with the model's own probability ([`parse`]).
#[derive(Debug)]
pub struct ConstrainedParser<M> {
    fingerprint: ModelFingerprint,
    // One parse at a time: the model keeps its cache from one token to the next.
    model: Mutex<M>,
    limits: Limits,
    patience: Duration,
}

impl<M: TokenModel> ConstrainedParser<M> {
    /// How long a parse may take: less than a planner waits for scores, so that a person who is asked learns why.
    pub const PATIENCE: Duration = Duration::from_secs(50);

    /// With the usual limits.
    pub fn new(model: M) -> Self {
        let fingerprint = model.fingerprint();
        Self { fingerprint, model: Mutex::new(model), limits: Limits::default(), patience: Self::PATIENCE }
    }

    /// Gives a parse up after so long. What it has found by then is not used: scores must not depend on the clock.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

impl<M: TokenModel + Send> MissionParser for ConstrainedParser<M> {
    fn fingerprint(&self) -> ModelFingerprint {
        self.fingerprint.clone()
    }

    fn method(&self) -> String {
        // Calibration files hold these words: others would make them void.
        format!("{:?}", self.limits)
    }

    async fn parse(&self, grammar: &MissionGrammar, prompt: &Prompt) -> Result<Hypotheses, ScoreError> {
        let until = Instant::now() + self.patience;
        let mut model = self.model.lock().map_err(|_| ScoreError::Model("it panicked; start the node again".into()))?;
        parse(&mut *model, grammar, prompt, self.limits, until)
    }
}

/// Answers drawn from a model that only writes text, such as one behind a server: a meaning is as likely as often as it was
/// written (self-consistency, X. Wang et al. 2023, with all answers kept instead of the most frequent one).
///
/// Of n answers a meaning that came c times has probability c / (n + 1): what never came keeps 1 / (n + 1), and with it goes
/// every answer that is no sentence of the grammar. The i-th answer is drawn with seed i: each robot asks for itself, and finds
/// what its mates find, and what calibration found, as far as the server gives the same answer to the same seed.
#[derive(Debug)]
pub struct SampledParser<M> {
    model: M,
    fingerprint: ModelFingerprint,
    samples: u32,
}

/// Tokens of an answer at most: a mission of 64 deliveries is longer, and counts as not understood.
const MOST_TOKENS: u32 = 768;
/// Answers that are asked for at the same time.
const AT_ONCE: usize = 4;

impl<M: LanguageModel> SampledParser<M> {
    /// With so many answers a mission, 1 to 256; `fingerprint` is what is known of the model.
    ///
    /// # Errors
    /// [`ScoreError::Setting`] for another number.
    pub fn new(model: M, fingerprint: ModelFingerprint, samples: u32) -> Result<Self, ScoreError> {
        if !(1..=256).contains(&samples) {
            let mend = "draw 1 to 256 answers; 16 tell meanings apart that are likelier than about 1 in 10";
            return Err(ScoreError::Setting { name: "samples", value: samples.to_string(), mend });
        }
        Ok(Self { model, fingerprint, samples })
    }
}

impl<M: LanguageModel + Sync> MissionParser for SampledParser<M> {
    fn fingerprint(&self) -> ModelFingerprint {
        self.fingerprint.clone()
    }

    fn method(&self) -> String {
        format!("{} answers drawn at temperature 1, at most {MOST_TOKENS} tokens each", self.samples)
    }

    async fn parse(&self, grammar: &MissionGrammar, prompt: &Prompt) -> Result<Hypotheses, ScoreError> {
        let write = async |seed: u32| {
            let sampling = Sampling::Drawn { temperature: 1.0, top_p: 1.0, seed: u64::from(seed) };
            let prompt = prompt.clone();
            self.model.write(&TextRequest { prompt, max_tokens: MOST_TOKENS, stop: Vec::new(), sampling }).await
        };
        let texts: Vec<Text> = stream::iter(0..self.samples).map(write).buffered(AT_ONCE).try_collect().await?;
        let mut counts: HashMap<Mission, (usize, u32)> = HashMap::new();
        let mut usage = Usage::default();
        for (place, text) in texts.iter().enumerate() {
            usage += text.usage;
            if let Some(mission) = grammar.read(&text.text).filter(|_| text.is_whole) {
                counts.entry(mission).or_insert((place, 0)).1 += 1;
            }
        }
        let mut found: Vec<(Mission, (usize, u32))> = counts.into_iter().collect();
        // Of equally frequent ones the one that came first.
        found.sort_by_key(|(_, (place, count))| (std::cmp::Reverse(*count), *place));
        let share = |count: u32| f64::from(count) / f64::from(self.samples + 1);
        let understood: u32 = found.iter().map(|(_, (_, count))| count).sum();
        let meanings = found.into_iter().map(|(mission, (_, count))| (mission, share(count))).collect();
        Ok(Hypotheses { meanings, unexplained: 1.0 - share(understood), usage })
    }
}
