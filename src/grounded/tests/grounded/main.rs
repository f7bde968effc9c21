//! Parses and scores, against a language model whose distribution over answers is known exactly.

mod formal;
mod mixture;
mod parse;
mod rewriting;
mod sampled;
mod scorer;
