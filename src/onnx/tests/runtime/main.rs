//! The runtime on tiny, randomly initialised models, beside what transformers makes of them.

mod faults;
mod models;
mod parity;
mod words;
