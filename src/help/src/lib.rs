//! Requests for human help: asked once, claimed for a while, answered once, or ended by their deadline.
//!
//! Invariant: an accepted request stays in the queue until it is answered, expired or withdrawn. It is answered at most
//! once: the first answer wins. The caller's key names a request, so asking again is harmless and brings back the given
//! answer.
//!
//! [`Desk`] does not know the meaning of an option, does not choose the person to ask, and keeps nothing on disk: every
//! change comes out as an [`Event`], and [`Desk::restore`] takes the events back. Service calls are methods, because
//! their callers wait for the result. Drain [`Desk::poll`] before you send the result, so that the journal holds
//! everything promised.
//!
//! ```
//! use std::{num::NonZeroUsize, time::Duration};
//! use surefleet_fleet::{Attempt, Decision, MissionId, RobotId, SafeDefault, Stamp, StepIndex};
//! use surefleet_help::{
//!     Desk, Enclosure, OfferedOption, OptionId, Output, DeskPolicy, QuestionKind, Reply, Request, Score,
//! };
//!
//! let option = |id, decision, text: &str, refusal: Option<&str>| OfferedOption {
//!     id: OptionId::new(id),
//!     decision: Some(Decision::new(decision)),
//!     text: text.into(),
//!     score: Score::new(-0.7),
//!     in_set: true,
//!     refusal: refusal.map(Into::into),
//!     lasting: false,
//! };
//! let request = Request {
//!     key: "mission 1, step 1, attempt 0, robot_1".into(),
//!     robot: RobotId::new("robot_1")?,
//!     mission: MissionId::new([1; 16]),
//!     step: StepIndex::FIRST,
//!     attempt: Attempt::FIRST,
//!     kind: QuestionKind::Decision,
//!     question: "What should robot_1 do?".into(),
//!     options: vec![option(1, 4, "go to apple 1", None), option(2, 7, "grab apple 1", Some("it is not at apple 1"))],
//!     deadline: None,
//!     default: SafeDefault::Idle,
//!     priority: 0,
//! };
//!
//! let (kept, lease) = (NonZeroUsize::new(1000).expect("1000 is not zero"), Duration::from_secs(60));
//! let mut desk = Desk::new(DeskPolicy { kept, lease, escalate_after: None });
//! let mission = request.mission;
//! let id = desk.request(Stamp::ZERO, request.clone(), Enclosure::default())?;
//! assert_eq!(desk.request(Stamp::ZERO, request, Enclosure::default())?, id, "the same key is the same request");
//!
//! let refused = desk.answer(Stamp::ZERO, &id, mission, Reply::Option(OptionId::new(2)), "", "Ada");
//! assert_eq!(refused.unwrap_err().to_string(), "\"grab apple 1\" is not allowed: it is not at apple 1; choose another option");
//! desk.answer(Stamp::ZERO, &id, mission, Reply::Option(OptionId::new(1)), "", "Ada")?;
//! let answers = std::iter::from_fn(|| desk.poll()).filter(|output| matches!(output, Output::Answer(_)));
//! assert_eq!(answers.count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod admission;
mod answer;
mod desk;
mod error;
mod event;
mod input;
mod ledger;
mod life;
mod output;
mod policy;
mod request;
mod score;
mod statistics;

pub use answer::{Answer, Ending, Reply};
pub use desk::Desk;
pub use error::HelpError;
pub use event::{Account, Event};
pub use input::Input;
pub use ledger::{EndedRequest, Found};
pub use output::Output;
pub use policy::DeskPolicy;
pub use request::{Claim, Enclosure, OfferedOption, OpenRequest, OptionId, Pose, QuestionKind, Request, RequestId};
pub use score::Score;
pub use statistics::{DeskStatistics, RobotStatistics};
