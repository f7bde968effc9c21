//! Language models on ONNX Runtime, in the files that the community exports: the only crate that links it.
//!
//! A [`ModelDir`] names the files, a [`Decoder`] reads tokens, a [`KvCache`] keeps what was
//! read, and [`Words`] turn text into tokens; an [`OnnxModel`] is all of them behind [`surefleet_language::TokenModel`]. It writes text, token by
//! token, as a [`Sampler`] chooses them; an [`OnnxWriter`] does so behind [`surefleet_language::LanguageModel`].
//!
//! A [`Preprocessor`] turns a picture into [`Frames`], a [`VisionEncoder`] these into [`Features`], which stand in a text where the
//! picture is; an [`OnnxVisionModel`] is all of them behind [`surefleet_language::VisionLanguageModel`].
//!
//! Invariant: what is read after a cached prefix gets the logits that it gets when everything is read at once (within
//! the precision of the numbers).

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
pub use generation::{Ending, Generated, Limits};
pub use graph::Runtime;
pub use language_model::OnnxModel;
pub use library::{Library, Provider};
pub use model_dir::{Config, Graphs, Ids, ModelDir};
pub use preprocess::{Frames, Grid, Preprocessor};
pub use sampler::Sampler;
pub use text::{Message, Words};
pub use vision_encoder::VisionEncoder;
pub use vision_model::{Looked, OnnxVisionModel};
pub use writer::OnnxWriter;
