//! The runtime with tiny, randomly initialised models, compared with transformers.

mod faults;
mod generation;
mod language_model;
mod models;
mod parity;
mod questions;
mod vision;
mod vision_faults;
mod words;
