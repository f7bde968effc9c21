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
    Decoder, Features, Frames, KvCache, ModelDir, OnnxError, Preprocessor, Runtime, TextCodec, VisionEncoder,
    fingerprint::fingerprint, language_model::refused, picture_prompt::PicturePrompt,
};

/// A vision-language model from a folder. It remembers its current picture and the last question.
///
/// The picture comes first in every conversation, so it is read once for all questions.
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
    words: TextCodec,
    prompt: PicturePrompt,
    stop: Option<Arc<AtomicBool>>,
    /// The current picture.
    seen: Option<Seen>,
    /// Cache of the picture and of the text last read after it.
    cache: KvCache,
}

struct Seen {
    picture: Picture,
    features: Features,
    looked: Looked,
}

/// Time and work of looking at a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Looked {
    /// Time to resize, cut into tiles, and normalise.
    pub preprocess: Duration,
    /// Time of the vision encoder's runs.
    pub encode: Duration,
    /// Time of the decoder's runs up to the picture's end.
    pub prefill: Duration,
    /// Number of frames that were encoded.
    pub frames: usize,
    /// Number of tokens that the decoder read.
    pub tokens: usize,
}

impl OnnxVisionModel {
    /// Loads the model in a folder. `variant`: the suffix of its graphs, such as `q4`; empty: none.
    ///
    /// # Errors
    /// The errors of [`ModelDir::open`], [`Preprocessor::load`], [`VisionEncoder::load`], [`Decoder::load`] and
    /// [`TextCodec::load`], each with the file's name; [`OnnxError::NoTemplate`].
    pub fn load(folder: &Path, variant: &str, runtime: &Runtime) -> Result<Self, OnnxError> {
        let model = ModelDir::named(folder, variant)?;
        let preprocessor = Preprocessor::load(&model)?;
        let encoder = VisionEncoder::load(&model, runtime)?;
        let (decoder, words) = (Decoder::load(&model, runtime)?, TextCodec::load(&model)?);
        let prompt = PicturePrompt::new(&model, &words, encoder.token(), preprocessor.is_tiled())?;
        let fingerprint = fingerprint(&model, runtime, decoder.dtype())?;
        let (stop, seen, cache) = (None, None, KvCache::default());
        Ok(Self { fingerprint, preprocessor, encoder, decoder, words, prompt, stop, seen, cache })
    }

    /// While `stop` is true, calls end with [`OnnxError::Stopped`] before the next graph run. The caller clears it.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Time and work of looking at the current picture; `None` without one.
    pub fn looked(&self) -> Option<Looked> {
        self.seen.as_ref().map(|seen| seen.looked)
    }

    /// The first stage of looking: prepares a picture for the encoder.
    pub fn preprocess(&self, picture: &Picture) -> Frames {
        self.preprocessor.prepare(picture)
    }

    /// The second stage: the features from the encoder.
    ///
    /// # Errors
    /// Like [`VisionEncoder::encode`]; [`OnnxError::Features`] if their number differs from that in the model's files.
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

    /// The third stage: the tokens of a conversation about a picture, up to where the model has to answer.
    ///
    /// # Errors
    /// [`OnnxError::Control`] for text that contains control tokens, [`OnnxError::Template`], [`OnnxError::Tokens`],
    /// [`OnnxError::Features`].
    pub fn tokens(&self, features: &Features, said: &[Exchange], question: &str) -> Result<Vec<u32>, OnnxError> {
        self.prompt.tokens(&self.words, features, said, question)
    }

    /// The fourth stage, and each step of an answer: the logits, `[vocabulary]`, of the token after these. Tokens in
    /// the cache are not read again.
    ///
    /// # Errors
    /// [`OnnxError::Stopped`]; otherwise like [`Decoder::read_piece_seeing`].
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

    /// Runs all stages up to the picture's end.
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

    /// The logits of the next token in the conversation about the picture, and the number of decoder runs.
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
