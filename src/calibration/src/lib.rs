//! Calibrates a fleet on its scenario distribution.
//!
//! A mission is walked once along its true history while a scorer says what it thinks of every option ([`episode`]).
//! From many such walks come a calibration file ([`calibrate`]) and, read off without scoring again, what a fleet does
//! under any threshold ([`MissionTrial`]): coverage, success, help and set sizes. `surefleet bench coverage` puts baselines beside it.
//!
//! Invariants: what a file says that it is calibrated for is computed by [`running`], which a planner calls at its
//! start as well, so the two can differ only where what runs differs. Missions that are measured on are never
//! calibrated on ([`Split`]). The result depends on seeds, not on threads or time.
//! The crate deliberately leaves out ROS, files, the clock, the ring (a walk has no faults), and any tuning to results.
//!
//! ```
//! use std::sync::Arc;
//! use surefleet_calibration::{Method, Split, MissionTrial, episode};
//! use surefleet_conformal::Threshold;
//! use surefleet_mission::{Distribution, Transport, TeamClass};
//! use surefleet_simulator::SimulatedScorer;
//!
//! let domain = Arc::new(Transport::household());
//! let distribution = Distribution::household(domain.clone())?;
//! let scorer = SimulatedScorer::new(domain, 3.0, 1)?;
//! let scenario = distribution.sample(TeamClass::One, Split::Test.seed(TeamClass::One, 0));
//! let runtime = tokio::runtime::Builder::new_current_thread().build()?;
//! let walked = runtime.block_on(episode(&distribution, &scenario, &scorer))?;
//!
//! // Under an infinite threshold nothing is excluded, so it asks each time; at its own score it is just covered.
//! let careful = MissionTrial::of(&walked, Method::Surefleet(Threshold::Infinite));
//! assert_eq!(careful.asked as usize, walked.choices.len());
//! let just = MissionTrial::of(&walked, Method::Surefleet(Threshold::Finite(walked.score)));
//! assert!(just.covered && just.succeeded && just.asked < careful.asked);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deliveries;
mod detection;
mod episode;
mod error;
mod file;
mod golden;
mod identity;
mod missions;
mod relevance;
mod site;
mod split;
mod spot_check;
mod survey;
mod tested;
mod trial;
mod walk;

pub use detection::{
    DetectionScene, DetectionScenes, DetectionSplit, HOUSEHOLD_PICTURES, ONE_PER_MISSION, PICTURE_EDGE,
    calibrate_detector, recorded_distribution,
};
pub use episode::{Episode, OptionKind, ScoredChoice, episode};
pub use error::CalibrateError;
pub use file::{CalibrationRequest, Drawn, Made, calibrate, team_named};
pub use golden::{golden_questions, replay_golden};
pub use identity::{forms_of, running};
pub use missions::{Course, Missions, able_teams};
pub use relevance::{HOUSE_SCENES, LABELLED_SCENES, LabelledSceneError, RelevanceScenes};
pub use site::SiteMissions;
pub use split::Split;
pub use spot_check::spot_check;
pub use survey::{Draw, Sorted, Workers, survey, survey_by_certainty};
pub use tested::words_of;
pub use trial::{Method, MissionTrial};
pub use walk::Walk;
