//! One whole robot (sans-io): its [ring](surefleet_ring), its [planner](surefleet_planner), the
//! [inspection](surefleet_perception) of its actions' effects, the life of its skill, and its questions to people.
//!
//! A [`Robot`] takes messages from a fleet, a safety monitor, a help desk, perception and a skill server, and puts out
//! the messages for them. The program that drives it only owns the endpoints. It proves the sender of each message and
//! turns messages into [`Input`], and [`Output`] into messages. It keeps the outputs that must be kept before it sends
//! later ones. It decides nothing.
//!
//! Invariants:
//! * It sends a goal only if the safety monitor's last message says that the gate is open and is still valid. When that
//!   message is no longer valid, the robot cancels all sent goals until its skill server proves how the skill ended.
//! * With perception, an action succeeds only if its skill reports success and a later picture or a person confirms it.
//! * An answer counts only for its own question.
//!
//! It does not know ROS, files, the clock, the sealer of a message, or the content of pictures.

mod asked;
mod inspector;
mod message;
mod robot;
mod skill;

pub use asked::AskedQuestions;
pub use message::{
    Checked, Doubt, GoalTicket, HelpQuestion, HelpReply, Input, NotTaken, Notice, Output, QuestionKey, Sight, SkillGoal,
};
pub use robot::{Robot, RobotConfig};
