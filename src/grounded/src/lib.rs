//! Missions in any words, grounded: a language model says what they may mean, and the exact oracle scores the options.
//!
//! Invariant: what the model writes is a mission, whatever it prefers ([`MissionGrammar`]); probabilities of meanings and of
//! what was not looked at sum to one; a model that cannot answer gives an error, never a guess.
//!
//! It does not know how a model is run ([`surefleet_language::TokenModel`] and [`surefleet_language::LanguageModel`] do), form
//! prediction sets, or decide; and nothing here is a safety check: what a mission forbids is read by the monitor, with a grammar
//! and without a model.

mod cost;
mod deeds;
mod grammar;
mod kept;
mod parser;
mod prompt;
mod scorer;
mod search;
mod situation;

pub use cost::{COST_SCALE, cost};
pub use grammar::{MissionGrammar, PartialParse, Symbol};
pub use kept::Kept;
pub use parser::{ConstrainedParser, MissionParser, SampledParser};
pub use scorer::GroundedScorer;
pub use search::{Hypotheses, Limits, parse};
pub use situation::{Situation, mission_key, unread};
