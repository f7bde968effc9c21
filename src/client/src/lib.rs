//! Clients of a running fleet: they send and follow missions, propose constraints, answer help requests, and watch.
//!
//! Invariant: the fleet need not trust a client; each client signs with the key of its person or program.

mod arms_watch;
mod check_watch;
mod constraint_client;
mod fleet_client;
mod fleet_watch;
mod help_client;
mod mission_cancelling;
mod mission_client;
mod mission_following;
mod mission_list;
mod search_watch;

pub use arms_watch::{ArmsSnapshot, ArmsWatch};
pub use check_watch::{CheckHeard, CheckWatch};
pub use constraint_client::{ConstraintClient, ExplainedRefusal, ListedConstraint, ProposedConstraint};
pub use fleet_client::FleetClient;
pub use fleet_watch::FleetWatch;
pub use help_client::{
    DeskCall, DeskQuestion, DeskWord, HelpDeskClient, MissionReading, QuestionOption, QueueLine, RobotHelp,
    answer_help, help_history, help_question, help_queue, read_mission,
};
pub use mission_cancelling::cancel_mission;
pub use mission_client::{
    DecisionHeard, MissionClient, MissionGoal, MissionResult, Progress, SentMission, run_mission,
};
pub use mission_following::follow_mission;
pub use mission_list::{ListedMission, list_missions};
pub use search_watch::{GroundSnapshot, MapSnapshot, SearchHeard, SearchWatch};
