//! Exploring robots.

mod answer_limit;
mod asked_model;
mod calibration_file;
mod calibrations;
mod confidence;
mod criterion;
mod error;
mod false_messages;
mod file_error;
mod inquiry;
mod limits;
mod question;
mod relevance;
mod relevance_model;
mod scenes;
mod wording;

pub use answer_limit::{AnswerCourse, AnswerLevels, AnswerLimit, LabelledAnswer};
pub use asked_model::AskedModel;
pub use calibration_file::{CalibratedStatistics, CalibrationOrigin, ExplorationCalibration};
pub use calibrations::{AnswerCalibration, AnswerStatistics, RelevanceCalibration, RelevanceStatistics};
pub use confidence::{AnswerCertainty, CheckName, ConfidenceCheck, ViewAnswer};
pub use criterion::RelevanceCriterion;
pub use error::ExplorationError;
pub use false_messages::{FalseMessageBound, Negatives, PValue};
pub use file_error::CalibrationFileError;
pub use inquiry::{InquiryStep, RelevanceInquiry, golden_question};
pub use limits::{LetterLimit, RelevanceLevels, RelevanceLimits, RelevanceRule, RelevanceSet};
pub use question::{AnswerLetter, ExplorationQuestion, QuestionId};
pub use relevance::{Relevance, RelevanceScores, SoughtPair};
pub use relevance_model::RelevanceModel;
pub use scenes::{CalibrationScene, LabelledPair};
pub use wording::{OptionTurns, relevance_template};
