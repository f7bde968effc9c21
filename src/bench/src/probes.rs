//! Measurements of a running fleet, each beside bare r2r processes that do nothing else.

mod check_times;
mod help_load;
mod hops;

pub use check_times::{CheckTimes, bare_check, measure_checks};
pub use help_load::{PanelTimes, bare_desk, measure_panel, measure_requests};
pub use hops::{Hops, bare_hops, measure_hops, measure_seals};
