//! A planner on virtual time: the tests play its scorer, monitor, help desk and ring.

mod acting;
mod asking;
mod audits;
mod calibrated;
mod chain;
mod house;
mod laws;
mod prompt;
mod records;
mod standing;
mod stopping;
mod table;
mod team_steps;
mod turns;
mod understanding;
mod waiting;
