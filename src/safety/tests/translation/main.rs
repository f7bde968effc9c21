//! Guarantees to people who put a constraint in words.

mod frames;
mod laws;
mod paper;
mod refusals;
mod rewording;
mod strangers;
mod words;
mod worlds;
