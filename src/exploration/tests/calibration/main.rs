//! The guarantees of calibrated thresholds: by simulation against published numbers, and against brute force.

#![allow(clippy::unwrap_used, reason = "a failed unwrap in a test is a failed test")]

mod answers;
mod coverage;
mod false_messages;
mod files;
mod scenes;
