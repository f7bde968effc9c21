//! Language models on ONNX Runtime, with model files as the community exports them. No other crate links ONNX Runtime.
//!
//! A [`ModelDir`] names the files, a [`Decoder`] reads tokens, a [`KvCache`] stores what was read, and [`TextCodec`]
//! convert text to tokens. An [`OnnxModel`] combines them and implements [`surefleet_language::TokenModel`]. It writes
//! text token by token; a [`Sampler`] chooses each. An [`OnnxWriter`] implements [`surefleet_language::LanguageModel`].
//!
//! A [`Preprocessor`] turns a picture into [`Frames`]. A [`VisionEncoder`] turns these into [`Features`], which replace
//! the picture's tokens in a text. An [`OnnxVisionModel`] combines them and implements
//! [`surefleet_language::VisionLanguageModel`].
//!
//! Invariant: tokens after a cached prefix get the same logits as when everything is read at once (within the precision
//! of the numbers).

mod cache;
mod decoder;
mod error;
mod features;
mod fingerprint;
mod generation;
mod graph;
mod language_model;
mod library;
mod model_dir;
mod picture_prompt;
mod preprocess;
mod sampler;
mod text;
mod vision_encoder;
mod vision_model;
mod writer;

pub use cache::KvCache;
pub use decoder::{Decoder, Logits, Passes};
pub use error::OnnxError;
pub use features::Features;
pub use generation::{Generated, TextEnding, TextLimits};
pub use graph::Runtime;
pub use language_model::OnnxModel;
pub use library::{Library, Provider};
pub use model_dir::{Config, Graphs, Ids, ModelDir};
pub use preprocess::{Frames, Grid, Preprocessor};
pub use sampler::Sampler;
pub use text::{Message, TextCodec};
pub use vision_encoder::VisionEncoder;
pub use vision_model::{Looked, OnnxVisionModel};
pub use writer::OnnxWriter;
