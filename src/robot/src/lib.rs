//! One robot whole (sans-io): its [ring](surefleet_ring), its [planner](surefleet_planner), the [inspection](surefleet_perception) of what
//! its actions brought about, the life of its skill, and its questions to people.
//!
//! A [`Robot`] takes in what a fleet, a safety monitor, a help desk, perception and a skill server say, and puts out what they are to
//! hear. Whoever drives it has endpoints only: it proves who said what, turns messages into [`Input`] and [`Output`] into messages, keeps
//! what is to be kept before it sends what follows, and decides nothing.
//!
//! Invariants:
//! * No goal is sent unless the safety monitor's last word says that the gate is open, and that word still counts. What was sent is
//!   cancelled once it does not, until the robot's own skill server proves how it ended.
//! * With perception, an action succeeded only if its skill says so and, besides, a picture from after it or a person does.
//! * An answer counts only for the question it was given to.
//!
//! It does not know ROS, files, the clock, who sealed what, or what pictures show.

mod asked;
mod inspector;
mod message;
mod robot;
mod skill;

pub use asked::Asked;
pub use message::{
    Checked, Doubt, GoalTicket, HelpQuestion, Input, NotTaken, Notice, Output, QuestionKey, Reply, Sight, SkillGoal,
};
pub use robot::{Robot, RobotConfig};
