//! What people may rely on when they put a constraint in words.

mod frames;
mod laws;
mod paper;
mod refusals;
mod rewording;
mod strangers;
mod words;
mod worlds;
