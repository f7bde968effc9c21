//! Shared parts of the commands, and the commands that need no ROS, such as calibrate, replay and report.

#[macro_use]
pub mod arm_way;
pub mod stdout;

pub mod about;
pub mod calibrate;
pub mod calibrate_detector;
pub mod calibrate_relevance;
pub mod check;
pub mod doctor;
pub mod domain;
pub mod fleet;
pub mod keygen;
pub mod named;
mod new_files;
pub mod new_site;
pub mod percentile;
pub mod picture;
pub mod place;
pub mod plan;
pub mod prepare;
pub mod program;
pub mod recorded;
pub mod replay;
pub mod report;
pub mod scenarios;
pub mod scored;
pub mod table;
pub mod teacher;
pub mod work;
