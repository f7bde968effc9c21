mod answers;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use surefleet_language::{Exchange, ModelFingerprint, Picture, ScoreError, Usage};

use crate::{
    Decoder, Features, Frames, KvCache, ModelDir, OnnxError, Preprocessor, Runtime, VisionEncoder, Words,
    fingerprint::fingerprint, language_model::refused, picture_prompt::PicturePrompt,
};

/// A vision-language model of a folder, which remembers the picture that it looks at and the question that it answered last.
///
/// The picture comes first in every conversation: what was read of it serves all questions.
///
/// ```no_run
/// use std::path::Path;
/// use surefleet_language::{Picture, VisionLanguageModel};
/// use surefleet_onnx::{OnnxVisionModel, Provider, Runtime};
/// let runtime = Runtime::from_environment(Provider::Cpu, 2)?;
/// let mut model = OnnxVisionModel::load(Path::new("/opt/models/SmolVLM-256M-Instruct"), "q4", &runtime)?;
/// model.look(&Picture::new(640, 480, vec![0; 640 * 480 * 3])?)?;
/// let choice = model.choose(&[], "Is the fridge open? Answer yes or no.", &["Yes", "No"])?;
/// println!("{:?}, said at all with {}", choice.probabilities, choice.mass);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OnnxVisionModel {
    fingerprint: ModelFingerprint,
    preprocessor: Preprocessor,
    encoder: VisionEncoder,
    decoder: Decoder,
    words: Words,
    prompt: PicturePrompt,
    stop: Option<Arc<AtomicBool>>,
    /// The picture that it looks at.
    seen: Option<Seen>,
    /// Of the picture, and of what was read behind it last.
    cache: KvCache,
}

struct Seen {
    picture: Picture,
    features: Features,
    looked: Looked,
}

/// What it took to look at a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Looked {
    /// Resizing, cutting into tiles, and normalising.
    pub preprocess: Duration,
    /// The runs of the vision encoder.
    pub encode: Duration,
    /// The runs of the decoder up to the picture's end.
    pub prefill: Duration,
    /// Frames that the encoder looked at.
    pub frames: usize,
    /// Tokens that the decoder read.
    pub tokens: usize,
}

impl OnnxVisionModel {
    /// Loads the model of a folder. `variant`: the suffix of its graphs, such as `q4`; empty: none.
    ///
    /// # Errors
    /// What [`ModelDir::open`], [`Preprocessor::load`], [`VisionEncoder::load`], [`Decoder::load`] and [`Words::load`] say, each with the
    /// file's name; [`OnnxError::NoTemplate`].
    pub fn load(folder: &Path, variant: &str, runtime: &Runtime) -> Result<Self, OnnxError> {
        let model = ModelDir::named(folder, variant)?;
        let preprocessor = Preprocessor::load(&model)?;
        let encoder = VisionEncoder::load(&model, runtime)?;
        let (decoder, words) = (Decoder::load(&model, runtime)?, Words::load(&model)?);
        let prompt = PicturePrompt::new(&model, &words, encoder.token(), preprocessor.is_tiled())?;
        let fingerprint = fingerprint(&model, runtime, decoder.dtype())?;
        let (stop, seen, cache) = (None, None, KvCache::default());
        Ok(Self { fingerprint, preprocessor, encoder, decoder, words, prompt, stop, seen, cache })
    }

    /// Stops with [`OnnxError::Stopped`] before the next run of a graph once this is true; whoever sets it clears it too.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// What it took to look at the picture; `None` without one.
    pub fn looked(&self) -> Option<Looked> {
        self.seen.as_ref().map(|seen| seen.looked)
    }

    /// The first stage of looking: a picture as the encoder wants it.
    pub fn preprocess(&self, picture: &Picture) -> Frames {
        self.preprocessor.prepare(picture)
    }

    /// The second stage: what the encoder makes of it.
    ///
    /// # Errors
    /// As [`VisionEncoder::encode`]; [`OnnxError::Features`] for another number of them than the model's files say.
    pub fn encode(&mut self, frames: &Frames) -> Result<Features, OnnxError> {
        let stop = self.stop.as_deref();
        let features = self.encoder.encode(frames, || !is_set(stop))?;
        match self.preprocessor.tokens_per_frame() {
            Some(tokens) if tokens != features.rows_per_frame() => {
                Err(OnnxError::Features { features: features.rows(), tokens: tokens * frames.count() })
            }
            _ => Ok(features),
        }
    }

    /// The third stage: the tokens of a conversation about a picture, up to where the model is to answer.
    ///
    /// # Errors
    /// [`OnnxError::Control`] for text that names control tokens, [`OnnxError::Template`], [`OnnxError::Tokens`],
    /// [`OnnxError::Features`].
    pub fn tokens(&self, features: &Features, said: &[Exchange], question: &str) -> Result<Vec<u32>, OnnxError> {
        self.prompt.tokens(&self.words, features, said, question)
    }

    /// The fourth stage, and each step of an answer: the logits, `[vocabulary]`, of what follows these tokens, of which the cache may
    /// hold the beginning.
    ///
    /// # Errors
    /// [`OnnxError::Stopped`]; as [`Decoder::read_piece_seeing`].
    pub fn read(&mut self, cache: &mut KvCache, tokens: &[u32], features: &Features) -> Result<Vec<f32>, OnnxError> {
        loop {
            if is_set(self.stop.as_deref()) {
                return Err(OnnxError::Stopped);
            }
            if let Some(logits) = self.decoder.read_piece_seeing(cache, tokens, features)? {
                return Ok(logits);
            }
        }
    }

    /// All stages up to the picture's end.
    fn look_at(&mut self, picture: &Picture) -> Result<Usage, OnnxError> {
        let before = self.decoder.usage();
        let start = Instant::now();
        let frames = self.preprocess(picture);
        let preprocessed = Instant::now();
        let features = self.encode(&frames)?;
        let encoded = Instant::now();
        let mut tokens = self.tokens(&features, &[], "")?;
        let behind = tokens.iter().rposition(|token| *token == features.token()).map_or(0, |last| last + 1);
        tokens.truncate(behind);
        let mut cache = KvCache::default();
        self.read(&mut cache, &tokens, &features)?;
        self.cache = cache;
        let looked = Looked {
            preprocess: preprocessed - start,
            encode: encoded - preprocessed,
            prefill: encoded.elapsed(),
            frames: frames.count(),
            tokens: tokens.len(),
        };
        self.seen = Some(Seen { picture: picture.clone(), features, looked });
        let passes = self.decoder.usage().passes - before.passes;
        let model_calls = passes + frames.count() as u64;
        Ok(Usage { model_calls, prompt_tokens: tokens.len() as u64, ..Usage::default() })
    }

    /// The logits of what follows these tokens in the conversation about the picture, and how many runs of the decoder they took.
    fn next(&mut self, tokens: &[u32], features: &Features) -> Result<(Vec<f32>, u64), ScoreError> {
        let before = self.decoder.usage().passes;
        let mut cache = std::mem::take(&mut self.cache);
        let logits = self.read(&mut cache, tokens, features);
        self.cache = cache;
        Ok((logits.map_err(refused)?, self.decoder.usage().passes - before))
    }

    fn features(&self) -> Result<Features, ScoreError> {
        self.seen.as_ref().map(|seen| seen.features.clone()).ok_or_else(|| refused(OnnxError::NoPicture))
    }
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}
