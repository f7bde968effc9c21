//! Scores by formulas, and what a language model writes whose distribution over answers is known exactly.

mod formal;
mod mixture;
mod parse;
mod rewriting;
mod team;
