//! Everything that pretends: a household world, a scorer without a model, an operator without a person.
//!
//! Invariant: the same seed and the same inputs give the same outputs, on any machine and in any timing. In the
//! [`HouseholdWorld`] no robot acts without an approved step, none acts twice for one, and no item is ever lost or in two
//! places. What is deliberately absent: sensors that err, nodes, and any clock but the one handed in.
//!
//! ```
//! use std::{sync::Arc, time::Duration};
//! use surefleet_fleet::{Attempt, Decided, JointStep, MissionId, RobotId, Stamp, StepIndex};
//! use surefleet_mission::Transport;
//! use surefleet_simulator::{
//!     Faults, GoalTicket, HouseholdWorld, Pace, SkillGoal, WorldInput, WorldOutput, seeded_layout,
//! };
//!
//! let (domain, robot) = (Arc::new(Transport::household()), RobotId::new("robot_1")?);
//! let layout = seeded_layout(&domain, 1, 7)?;
//! let (patience, period) = (Duration::from_secs(1), Duration::from_millis(200));
//! let pace = Pace::steady(Duration::from_secs(2));
//! let mut world = HouseholdWorld::new(domain.clone(), vec![robot.clone()], layout, pace, Faults::NONE, patience, period)?;
//!
//! let decision = domain.options().find("go_to(fridge)").expect("the household has a fridge");
//! let (mission, step, attempt) = (MissionId::new([1; 16]), StepIndex::FIRST, Attempt::FIRST);
//! let decided = vec![Decided { robot: robot.clone(), decision: Some(decision), attempt }];
//! let (joint, until) = (JointStep { mission, step, attempt, decided }, Stamp::ZERO + Duration::from_secs(5));
//! world.handle(Stamp::ZERO, WorldInput::Approved { joint, until });
//! let (skill, arguments) = ("go_to".to_owned(), vec!["fridge".to_owned()]);
//! let goal = SkillGoal { mission, step, attempt, robot, decision, skill, arguments };
//! world.handle(Stamp::ZERO, WorldInput::Goal { ticket: GoalTicket(1), goal });
//!
//! world.handle(Stamp::ZERO + Duration::from_secs(2), WorldInput::Tick);
//! let said: Vec<WorldOutput> = std::iter::from_fn(|| world.poll()).collect();
//! assert!(said.contains(&WorldOutput::SkillFinished { ticket: GoalTicket(1), result: Ok(()) }));
//! assert!(matches!(said.last(), Some(WorldOutput::Facts(facts)) if facts.holds("at(robot_1, fridge)")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod diagram;
mod operator;
mod scene;
mod scorer;
mod trial;
mod world;

pub use camera::{Appearance, Camera, Shot};
pub use diagram::{Form, LABEL_M, Shape, diagram};
pub use operator::{OperatorAnswer, OperatorHabits, SimulatedOperator};
pub use scene::{Mishap, Scene};
pub use scorer::SimulatedScorer;
pub use trial::{Trial, TrialDistribution, errand};
pub use world::{
    Faults, GoalTicket, HouseholdWorld, Pace, SkillGoal, WorldError, WorldInput, WorldOutput, seeded_layout,
};
