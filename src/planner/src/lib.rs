//! One robot's turn: prompt, scores, prediction set, allowed set, act or ask (sans-io).

mod answer;
mod asking;
mod assess;
mod briefing;
mod conclude;
mod error;
mod evidence;
mod exact;
mod example;
mod held;
mod help;
mod input;
mod order;
mod output;
mod patience;
mod planner;
mod prompt;
mod record;
mod replay;
mod template;
mod turn_check;
mod weighing;

pub use answer::{Answer, Choice, HelpKey, Round};
pub use assess::{Reading, assess};
pub use conclude::{Conclusion, Coverage, Source, conclude, coverage};
pub use error::PlannerError;
pub use evidence::{Evidence, Permit, Scored};
pub use help::{HelpRequest, ShownOption};
pub use input::{Input, Ticket};
pub use order::new_order;
pub use output::Output;
pub use patience::Patience;
pub use planner::{Planner, PlannerConfig, Tally};
pub use prompt::{TEMPLATE_VERSION, labelled_options, prompt_prefix, prompt_suffix, render, template_digest};
pub use record::{DecisionRecord, RECORD_SCHEMA, read_records};
pub use replay::{ReplayMismatch, replay};
