//! What the words of a mission ask for, of each option: search says which options still achieve a mission that is read as
//! formulas ([`FormalJudge`]), and their scores follow from that under each of its meanings ([`FormalScorer`]).
//!
//! Beside it a model may rewrite a text in the words of `surefleet_english` ([`Rewriter`]), by constrained decoding ([`parse`]).
//! Invariant: what it writes is always in the notation, whatever the model prefers ([`Notation`]); probabilities of meanings and of
//! the unexplored rest sum to one. A model that cannot answer gives an error, never a guess.
//!
//! A model may also write the joint step of a whole team ([`TeamPlanner`]); search verifies it before anybody hears of it.
//!
//! The crate does not run models ([`surefleet_language::TokenModel`] does), form prediction sets, or decide. Nothing here is a
//! safety check: the monitor reads a mission's prohibitions itself, with a grammar and without a model.

mod cost;
mod formal;
mod guesses;
mod joint_step;
mod judge;
mod kept;
mod notation;
mod rewriting;
mod search;
mod team;

pub use cost::{COST_SCALE, cost};
pub use formal::FormalScorer;
pub use judge::FormalJudge;
pub use kept::Kept;
pub use notation::{Notation, Symbol};
pub use rewriting::{Meaning, Rewriter, Rewriting};
pub use search::{Hypotheses, SearchLimits, parse};
pub use team::{TeamPlanner, TeamPrompt, Written};
