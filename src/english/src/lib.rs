//! One controlled English for missions and constraints of any site: sentences to temporal formulas, and back to words.

mod adverbs;
mod canonical;
mod clauses;
mod compose;
mod duties;
mod error;
mod forbidding;
mod frame;
mod general;
mod inflection;
mod leaves;
mod linking;
mod literal;
mod logic;
mod meaning;
mod moving;
mod nouns;
mod paraphrase;
mod patterns;
mod quantity;
mod reader;
mod reading;
mod refer;
mod remarks;
mod scope;
mod sequence;
mod statement;
mod text;
mod tokens;
mod verbs;
mod vocabulary;

pub use error::EnglishError;
pub use paraphrase::{Paraphrase, paraphrase};
pub use reading::{Asked, Grounding, Reading, read};
pub use vocabulary::Vocabulary;
