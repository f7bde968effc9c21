//! Missions in any words, grounded: a language model gives their possible meanings, the exact oracle scores options.
//!
//! Invariant: the model's output is always a formula of the world, whatever the model prefers ([`MissionGrammar`]); one
//! that asks for more than deliveries counts as not understood. Probabilities of meanings and of the unexplored rest sum
//! to one. A model that cannot answer gives an error, never a guess.
//!
//! The crate does not run models ([`surefleet_language::TokenModel`] and [`surefleet_language::LanguageModel`] do),
//! form prediction sets, or decide. Nothing here is a safety check: the monitor reads a mission's prohibitions itself,
//! with a grammar and without a model.

mod cost;
mod deeds;
mod formal;
mod grammar;
mod guesses;
mod judge;
mod kept;
mod parser;
mod prompt;
mod rewriting;
mod scorer;
mod search;
mod situation;

pub use cost::{COST_SCALE, cost};
pub use formal::FormalScorer;
pub use grammar::{MissionGrammar, PartialParse, Symbol};
pub use judge::FormalJudge;
pub use kept::Kept;
pub use parser::{ConstrainedParser, MissionParser, SampledParser};
pub use rewriting::{Meaning, Rewriter, Rewriting};
pub use scorer::GroundedScorer;
pub use search::{Hypotheses, Notation, SearchLimits, parse};
pub use situation::{Situation, beyond_oracle, mission_key};
