//! Exploring robots.

mod answer_limit;
mod asked_model;
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
mod question;
mod relevance;
mod relevance_model;
mod scenes;
mod sightings;
mod tally;
mod travel;
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
pub use inquiry::{InquiryStep, RelevanceInquiry, golden_question};
pub use limits::{LetterLimit, RelevanceLevels, RelevanceLimits, RelevanceRule, RelevanceSet};
pub use message::{ExplorerMessage, FoundObject, RelevantFinding, SearchRequest, SharedAnswer, SoughtQuestion};
pub use policy::ExplorerPolicy;
pub use question::{AnswerLetter, ExplorationQuestion, QuestionId};
pub use relevance::{Relevance, RelevanceScores, SoughtPair};
pub use relevance_model::RelevanceModel;
pub use scenes::{CalibrationScene, LabelledPair};
pub use tally::RelevanceTally;
pub use wording::{OptionTurns, relevance_template};
