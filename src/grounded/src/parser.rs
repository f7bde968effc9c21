use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};

use futures::{StreamExt, TryStreamExt, stream};
use surefleet_language::{
    LanguageModel, ModelFingerprint, Prompt, Sampling, ScoreError, Text, TextRequest, TokenModel, Usage,
};
use surefleet_ltl::Formula;

use crate::{Hypotheses, MissionGrammar, SearchLimits, parse};

/// Finds the possible meanings of a mission's words: a language model and a way to ask it.
pub trait MissionParser {
    /// The model.
    fn fingerprint(&self) -> ModelFingerprint;

    /// The way of asking. The words differ whenever the same model may find something else.
    fn method(&self) -> String;

    /// The possible meanings of the prompt's text, with probabilities.
    ///
    /// # Errors
    /// [`ScoreError`] if the model gives no whole answer.
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
    // One parse at a time: the model keeps its cache from one token to the next. Beside it are its tokens for symbols.
    model: Mutex<(M, HashMap<String, Vec<u32>>)>,
    limits: SearchLimits,
    patience: Duration,
}

impl<M: TokenModel> ConstrainedParser<M> {
    /// The longest time for a parse: less than a planner waits for scores, so that a person who is asked learns why.
    pub const PATIENCE: Duration = Duration::from_secs(50);

    /// Creates a parser with the usual limits.
    pub fn new(model: M) -> Self {
        let fingerprint = model.fingerprint();
        Self {
            fingerprint,
            model: Mutex::new((model, HashMap::new())),
            limits: SearchLimits::default(),
            patience: Self::PATIENCE,
        }
    }

    /// Gives up a parse after this time. The parser then discards its findings: scores must not depend on the clock.
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
        // Calibration files hold these words: a change would make them void.
        let SearchLimits { tail, hypotheses, passes } = self.limits;
        format!("Limits {{ tail: {tail:?}, hypotheses: {hypotheses}, passes: {passes} }}")
    }

    async fn parse(&self, grammar: &MissionGrammar, prompt: &Prompt) -> Result<Hypotheses, ScoreError> {
        let until = Instant::now() + self.patience;
        let mut model = self.model.lock().map_err(|_| ScoreError::Model("it panicked; start the node again".into()))?;
        let (model, known) = &mut *model;
        parse(model, known, grammar, prompt, self.limits, until)
    }
}

/// Answers drawn from a model that only writes text, such as one behind a server. A meaning is as likely as it is
/// frequent among the answers (self-consistency, X. Wang et al. 2023, but all answers are kept instead of the most
/// frequent one).
///
/// Among n answers, a meaning that came c times has probability c / (n + 1). The remaining 1 / (n + 1) stands for
/// meanings that never came; answers that are not sentences of the grammar add to it. The i-th answer is drawn with
/// seed i. Each robot asks for itself, and finds the same as its mates and as calibration, as long as the server gives
/// the same answer to the same seed.
#[derive(Debug)]
pub struct SampledParser<M> {
    model: M,
    fingerprint: ModelFingerprint,
    samples: u32,
}

/// The most tokens of an answer: a mission of 64 deliveries is longer, and counts as not understood.
const MOST_TOKENS: u32 = 768;
/// The number of answers requested at the same time.
const AT_ONCE: usize = 4;

impl<M: LanguageModel> SampledParser<M> {
    /// Creates a parser that draws `samples` answers per mission, 1 to 256; `fingerprint` describes the model.
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
        let mut counts: HashMap<Formula, (usize, u32)> = HashMap::new();
        let mut usage = Usage::default();
        for (place, text) in texts.iter().enumerate() {
            usage += text.usage;
            if let Some(meaning) = grammar.read(&text.text).filter(|_| text.is_whole) {
                counts.entry(meaning).or_insert((place, 0)).1 += 1;
            }
        }
        let mut found: Vec<(Formula, (usize, u32))> = counts.into_iter().collect();
        // Among equally frequent ones, the one that came first.
        found.sort_by_key(|(_, (place, count))| (std::cmp::Reverse(*count), *place));
        let share = |count: u32| f64::from(count) / f64::from(self.samples + 1);
        let understood: u32 = found.iter().map(|(_, (_, count))| count).sum();
        let meanings = found.into_iter().map(|(meaning, (_, count))| (meaning, share(count))).collect();
        Ok(Hypotheses { meanings, unexplained: 1.0 - share(understood), usage })
    }
}
