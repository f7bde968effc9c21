//! One robot's turn: prompt, scores, prediction set, allowed set, act or ask (sans-io).
//!
//! A [`Planner`] takes the turns that its robot holds. It renders the prompt, has all of S scored and judged, and
//! gathers the replies as [`Evidence`]. Only [`conclude`] makes a decision from it, live and in [`replay`]: the robot
//! takes the one allowed member of the prediction set, asks team mates for a new order, or asks a person.
//!
//! Invariant: every decision rests on a single allowed member or on a person's word, except the decision to stay. No
//! decision is one that the monitor refused, even if a person wants it. No robot decides alone in a mission that was
//! drawn for an audit. If an input is missing, late or not a number, the robot asks and never guesses.
//!
//! An [`Auditor`] draws missions in which people see every decision. It also says when robots may no longer decide
//! alone.
//!
//! It does not run models, judge safety, know who has the turn next, queue questions, or keep anything across restarts.
//! The same turn asks the same question under the same [`HelpKey`], and the help desk gives the same answer again. Its
//! records form a chain ([`Link`]). The owner of the records seals each one and names the last one at start.
//!
//! ```
//! use surefleet_conformal::{Bound, Certainty, Sha256, Threshold};
//! use surefleet_fleet::Decision;
//! use surefleet_planner::{PersonAnswer, Choice, Conclusion, Evidence, Permit, Round, Source, conclude};
//!
//! let idle = Decision::new(2);
//! let permit = Permit::On {
//!     calibration: Sha256::of("the calibration file"),
//!     bound: Bound::Coverage,
//!     alpha: "1/10".parse()?,
//!     certainty: Certainty::Any,
//!     most_unexplained: None,
//!     threshold: Threshold::Finite(-1.0),
//!     reorders_left: 0,
//! };
//! // Options 0 and 1 reach the threshold. The monitor refuses 0: one allowed member is left, so the robot acts.
//! let scores = || Ok(vec![-0.7, -0.9, -3.0]);
//! let refused = vec![Err("the fridge is closed".to_owned()), Ok(()), Ok(())];
//! let sure = Evidence::new(idle, permit.clone(), scores(), None, refused)?;
//! let act = Conclusion::Decide { decision: Decision::new(1), source: Source::Singleton };
//! assert_eq!(conclude(&sure), act);
//!
//! // Nothing is refused: two are left, so a person is asked about the set, and their word is taken.
//! let mut unsure = Evidence::new(idle, permit, scores(), None, vec![Ok(()); 3])?;
//! assert_eq!(conclude(&unsure), Conclusion::Ask(Round::Set));
//! let (text, operator, request_id) = (String::new(), "ada".to_owned(), "1".to_owned());
//! unsure.push(PersonAnswer { round: Round::Set, choice: Choice::Option(Decision::new(0)), text, operator, request_id });
//! let told = Conclusion::Decide { decision: Decision::new(0), source: Source::Human };
//! assert_eq!(conclude(&unsure), told);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod audit;
mod briefing;
mod conclude;
mod config;
mod error;
mod evidence;
mod help;
mod message;
mod planner;
mod prompt;
mod record;
mod replay;
mod standing;

pub use audit::{AuditEntry, Auditor, Finding};
pub use briefing::{Reading, assess, team_of, uncovered, uncovered_at};
pub use conclude::{Conclusion, Coverage, Source, conclude, coverage};
pub use config::{HelpTerms, Patience, PlannerConfig, PlannerCounts};
pub use error::PlannerError;
pub use evidence::{Evidence, Permit, Scored};
pub use help::{Choice, HelpKey, HelpRequest, PersonAnswer, Round, ShownOption};
pub use message::{Input, Output, Ticket, Verdicts};
pub use planner::{Planner, SAY_SO, new_order};
pub use prompt::{
    TEMPLATE_VERSION, labelled_options, prompt_prefix, prompt_suffix, render, team_prompt, template_digest,
};
pub use record::{ChainBreak, Chains, DecisionRecord, Head, Link, RECORD_SCHEMA, read_records};
pub use replay::{CalibrationMismatch, ReplayMismatch, compare, replay};
pub use standing::{Lasting, Standing, StandingWord};
