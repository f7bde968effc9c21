//! The site of a fleet: its file, models, calibration, keys and journals, and the parameters of its nodes.
//!
//! Invariant: nothing here communicates with ROS, so every command that only reads runs on a machine without it. The
//! crate deliberately makes no decisions. It reads a file, checks it and hands it on.

mod access;
mod arguments;
mod blind_eyes;
mod calibrated;
mod clock;
mod composition;
mod detector;
mod errands;
mod error;
mod eyes;
mod fleet_file;
mod journal;
mod keys;
mod memory;
pub mod middleware;
mod missions;
mod namespace;
pub mod parameters;
mod picture;
mod private;
mod record_seals;
mod relevance;
mod scoring;
mod search_site;
mod site;
mod start;
mod team;
mod text;
mod words;
mod writing;

pub use access::{Access, Announcement, LOCAL, SIMULATED, announce_keys};
pub use arguments::{Arguments, check_parameters, read_arguments};
pub use calibrated::{Calibrated, calibration_file};
pub use clock::unix_s;
pub use composition::{Composition, FleetPart, Process, Surroundings};
pub use detector::{judge, why_detector_off};
pub use errands::Errands;
pub use error::SiteError;
pub use eyes::Eyes;
pub use fleet_file::{
    AreasChoice, ArmChoice, ArmModel, ArmsChoice, BaseChoice, CriterionChoice, ExplorationChoice, EyesChoice,
    FleetFile, FoundRule, HouseChoice, LocalChoice, ModelChoice, OpenaiChoice, OperatorChoice, PerceptionChoice,
    PicturesChoice, RelevanceChoice, RingChoice, ScorerChoice, SearchFacts, ServerChoice, SimulatorChoice,
    TeamPlannerChoice, TranslatorChoice,
};
pub use journal::{End, Journal, Lines, MONITOR_JOURNAL, Roll, read_journal};
pub use keys::{
    KeyFiles, enlist, ensure_keys, fleet_public_key, read_approval_key, read_fleet_key, read_public_key, read_roster,
    read_secret_key, strike,
};
pub use memory::{peak_memory_mb, resident_memory_mb};
pub use missions::{deliveries_of, missions_of};
pub use namespace::{FleetNamespace, domain_id};
pub use parameters::{ParameterKind, ParameterSpec, ParameterValue, Parameters};
pub use picture::{check_size, read_picture};
pub use private::{PUBLIC, SECRET, is_locked, lock_alone, make_folder, open_private, write_whole};
pub use record_seals::{HEARD, RecordSeals, seal_record};
pub use relevance::{FindingRule, ModelJudge, NO_JUDGE, finding_rule, why_findings_off};
pub use scoring::{Scorer, Scoring};
pub use search_site::{Areas, SearchSite, SoughtThing};
pub use site::Site;
pub use start::DrawnStart;
pub use team::team_planner;
pub use text::{plain, plain_line};
pub use words::{MOST_CONSTRAINTS, TooLong, Words};
pub use writing::{RewordingModel, Writer};
