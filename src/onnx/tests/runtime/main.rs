//! The runtime on tiny, randomly initialised models, beside what transformers makes of them.

mod faults;
mod generation;
mod language_model;
mod models;
mod parity;
mod questions;
mod vision;
mod vision_faults;
mod words;
