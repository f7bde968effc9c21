//! Robots that explore a house to answer questions, and tell one another only what is calibrated to be relevant.
//!
//! The method is that of X. Zhang et al., "CommCP: Efficient Multi-Agent Coordination via LLM-Based Communication with Conformal
//! Prediction". Where this crate departs from the paper, the item says so.
//!
//! - **Words**: an [`ExplorationQuestion`] with answers and sought classes; the [`Relevance`] of a seen object to a sought one.
//! - **Scores**: a [`RelevanceInquiry`] puts a pair to a language model that reasons first and then names a letter, in several turns of the
//!   options. [`RelevanceModel`] drives it over the traits of `language` and remembers pairs.
//! - **Calibration**: [`RelevanceLevels`] gives the least score of a letter, [`FalseMessageBound`] bounds what is wrongly said, and
//!   [`AnswerLevels`] gives the confidence from which an answer is certain. [`RelevanceCalibration`] and [`AnswerCalibration`] are the files;
//!   `verify` recomputes every threshold.
//! - **Sight**: a [`Viewer`] asks a [`VisionLanguageModel`](surefleet_language::VisionLanguageModel) what a picture shows, and [`placed`] says
//!   where that is in the map.
//! - **One robot**: an [`Explorer`] (sans-io) takes in what the robot sees, what models say and what others say; it says requests, findings
//!   and answers, and where to go.
//!
//! Invariants: nothing is said to be relevant but what the calibration keeps, to a robot that looks for it, once. An answer is certain
//! only if its confidence passes the threshold of this robot's own calibration, whoever gave it; where robots disagree nothing is. The
//! beliefs of a robot are a function of the set of messages that it heard, so late, repeated and reordered ones do no harm. A lost request
//! is repeated while a question is open. A lost answer, also a corrected one, is repeated after each request that does not acknowledge it, but
//! said five times at most. A lost finding is not repeated: it costs a search time, and makes nothing wrong. No second has more messages than the budget. Equal inputs and an equal generator give equal outputs.
//!
//! It does not run models, decode pictures, find ways, or localise. It believes who sent a message: the caller proves that. It does not notice when
//! houses differ from those of the calibration.
//!
//! ```
//! use std::time::Duration;
//!
//! use rand::SeedableRng;
//! use rand_chacha::ChaCha8Rng;
//! use surefleet_conformal::{Mode, Sha256};
//! use surefleet_exploration::*;
//! use surefleet_fleet::{RobotId, Stamp};
//! use surefleet_mapping::{Confidence, GridLayout, GroundPoint, Metres, Point, ValueRule};
//!
//! // Twenty scenes, in each a true item of letter A and one of letter B, with the model's scores.
//! let scores = |same: f64, near: f64| RelevanceScores::new(&[same, near, 1.0 - same - near, 0.0]);
//! let mut scenes = Vec::new();
//! for seed in 0..20 {
//!     let score = 0.6 + seed as f64 / 100.0;
//!     let pair = |truth, scores| LabelledPair { pair: SoughtPair::new("seen", "sought"), truth, scores };
//!     let pairs = vec![pair(Relevance::Same, scores(score, 0.1)?), pair(Relevance::Near, scores(0.1, score)?)];
//!     scenes.push(CalibrationScene { scene_sha256: Sha256::of(seed.to_string()), seed, pairs });
//! }
//! let rule = RelevanceRule::Coverage { mode: Mode::Marginal };
//! let epsilon = "1/20".parse()?;
//! let levels = RelevanceLevels { rule, epsilon_same: epsilon, epsilon_near: epsilon, false_messages: None };
//! let criterion = RelevanceCriterion::calibrate(&levels, &scenes)?;
//!
//! // robot_2 looks for a cushion; robot_1 sees a sofa.
//! let policy = ExplorerPolicy {
//!     time_limit: Duration::from_secs(600),
//!     request_every: Duration::from_secs(5),
//!     forget_after: Duration::from_secs(15),
//!     budget: MessageBudget::new(1, 1)?,
//!     longest_wait: Duration::from_secs(10),
//!     gate: Metres::new(0.5),
//!     views: 100,
//!     layout: GridLayout::covering(GroundPoint::new(0.0, 0.0), GroundPoint::new(10.0, 10.0), Metres::new(0.1))?,
//!     values: ValueRule::DEFAULT,
//! };
//! let [one, two] = [RobotId::new("robot_1")?, RobotId::new("robot_2")?];
//! let start = |robot: &RobotId, questions| {
//!     let rules = ExplorerRules { relevance: Some(criterion.clone()), answers: ConfidenceCheck::fixed(0.2)? };
//!     Explorer::new(Stamp::ZERO, robot.clone(), questions, policy.clone(), rules, ChaCha8Rng::seed_from_u64(1))
//! };
//! let id = QuestionId { owner: two.clone(), number: 1 };
//! let question = ExplorationQuestion::new(id.clone(), "What colour is the cushion?", &["red", "blue"], &["cushion"])?;
//! let (mut finder, mut seeker) = (start(&one, vec![])?, start(&two, vec![question])?);
//! let Some(Output::Say(request)) = seeker.poll() else { panic!("it says what it looks for") };
//!
//! let now = Stamp::ZERO + Duration::from_secs(1);
//! finder.handle(now, Input::Heard(request));
//! let sofa = SeenObject { class: "sofa".into(), position: Point::new(3.0, 4.0, 0.4), confidence: Confidence::new(0.9)? };
//! finder.handle(now, Input::Seen(SeenView { view: 1, objects: vec![sofa] }));
//! // A model says that a cushion is often near a sofa.
//! finder.handle(now, Input::Relevance { pair: SoughtPair::new("sofa", "cushion"), scores: Some(scores(0.1, 0.7)?) });
//! let outputs: Vec<Output> = std::iter::from_fn(|| finder.poll()).collect();
//! let Some(Output::Say(finding)) = outputs.last() else { panic!("it says what it saw") };
//! assert_eq!(finding.to_string(), "robot_1 sees a sofa at (3.0, 4.0) that may be near the cushion of question 1 of robot_2");
//!
//! seeker.handle(now, Input::Heard(finding.clone()));
//! let cell = policy.layout.cell_at(GroundPoint::new(3.0, 4.0)).ok_or("on the grid")?;
//! assert!(seeker.values(&id).is_some_and(|values| values.value(cell) > 0.6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer_limit;
mod asked_model;
mod asked_views;
mod belief;
mod budget;
mod calibration_file;
mod calibrations;
mod confidence;
mod counts;
mod criterion;
mod error;
mod exchange;
mod explorer;
mod false_messages;
mod file_error;
mod inquiry;
mod limits;
mod message;
mod outbox;
mod policy;
mod quarters;
mod question;
mod relevance;
mod relevance_model;
mod scenes;
mod short_words;
mod sightings;
mod tally;
mod travel;
mod viewing;
mod wording;

pub use answer_limit::{AnswerCourse, AnswerLevels, AnswerLimit, LabelledAnswer};
pub use asked_model::AskedModel;
pub use belief::QuestionStanding;
pub use budget::MessageBudget;
pub use calibration_file::{CalibratedStatistics, CalibrationOrigin, ExplorationCalibration};
pub use calibrations::{AnswerCalibration, AnswerStatistics, RelevanceCalibration, RelevanceStatistics};
pub use confidence::{AnswerCertainty, CheckName, ConfidenceCheck, ViewAnswer};
pub use counts::ExplorerCounts;
pub use criterion::RelevanceCriterion;
pub use error::ExplorationError;
pub use exchange::{
    AnsweredQuestion, Destination, DestinationReason, ExplorationEnd, Input, Output, SeenObject, SeenView, TravelEnd,
};
pub use explorer::Explorer;
pub use false_messages::{FalseMessageBound, Negatives, PValue};
pub use file_error::CalibrationFileError;
pub use inquiry::{InquiryStep, RelevanceInquiry, golden_questions};
pub use limits::{LetterLimit, RelevanceLevels, RelevanceLimits, RelevanceRule, RelevanceSet};
pub use message::{
    AnswerReceipt, ExplorerMessage, FoundObject, RelevantFinding, SearchRequest, SharedAnswer, SoughtQuestion,
};
pub use policy::{ExplorerPolicy, ExplorerRules};
pub use quarters::Quarters;
pub use question::{AnswerLetter, ExplorationQuestion, QuestionId};
pub use relevance::{Relevance, RelevanceScores, SoughtPair};
pub use relevance_model::RelevanceModel;
pub use scenes::{CalibrationScene, LabelledPair};
pub use tally::RelevanceTally;
pub use viewing::{FRONTIER_HEIGHT, NamedThing, PictureCell, ViewOpinion, ViewWording, ViewWorth, Viewer, placed};
pub use wording::{OptionTurns, relevance_template};
