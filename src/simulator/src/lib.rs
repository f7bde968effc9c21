//! Everything that pretends: a world of any domain, a scorer without a model, an operator without a person.
//!
//! Invariant: the same seed and the same inputs give the same outputs, on any machine and in any timing. In the
//! [`SimulatedWorld`] no robot acts without an approved step, none acts twice for one, and no law of the domain is ever
//! broken. What is deliberately absent: sensors that err, nodes, and any clock but the one handed in.
//!
//! ```
//! use std::{sync::Arc, time::Duration};
//! use surefleet_fleet::{Attempt, Decided, Facts, JointStep, MissionId, RobotId, Stamp, StepIndex};
//! use surefleet_simulator::{Faults, GoalTicket, Pace, SimulatedWorld, SkillGoal, WorldInput, WorldOutput};
//! use surefleet_world::{Domain, Drawn, Robot, World};
//!
//! let domain = Domain::parse(r#"
//! domain: lamps
//! types: [{name: lamp, words: [lamp]}]
//! objects: [{name: lamp_1, type: lamp}]
//! predicates: [{is: lit(lamp), says: "{1} is lit", denies: "{1} is dark"}]
//! skills:
//!   - {is: "light(what: lamp)", text: "light {what}", effects: [lit(what)]}
//!   - {is: idle, text: remain idle}
//! "#, "lamps.yaml")?;
//! let robot = RobotId::new("robot_1")?;
//! let world = Arc::new(World::new(Arc::new(domain), &[Robot { id: robot.clone(), kind: None }])?);
//! // It is dark, and nobody knows.
//! let start = Drawn { truth: world.empty(), known: world.read(&Facts::new(["?lit(lamp_1)".to_owned()]))? };
//! let (patience, period) = (Duration::from_secs(1), Duration::from_millis(200));
//! let pace = Pace::steady(Duration::from_secs(2));
//! let mut simulated = SimulatedWorld::new(world.clone(), None, start, pace, Faults::NONE, patience, period)?;
//!
//! let decision = world.find_decision("light(lamp_1)").expect("lamps can be lit");
//! let (mission, step, attempt) = (MissionId::new([1; 16]), StepIndex::FIRST, Attempt::FIRST);
//! let decided = vec![Decided { robot: robot.clone(), decision: Some(decision), attempt }];
//! let (joint, until) = (JointStep { mission, step, attempt, decided }, Stamp::ZERO + Duration::from_secs(5));
//! simulated.handle(Stamp::ZERO, WorldInput::Approved { joint, until });
//! let (skill, arguments) = ("light".to_owned(), vec!["lamp_1".to_owned()]);
//! let goal = SkillGoal { mission, step, attempt, robot, decision, skill, arguments };
//! simulated.handle(Stamp::ZERO, WorldInput::Goal { ticket: GoalTicket(1), goal });
//!
//! simulated.handle(Stamp::ZERO + Duration::from_secs(2), WorldInput::Tick);
//! let said: Vec<WorldOutput> = std::iter::from_fn(|| simulated.poll()).collect();
//! assert!(said.contains(&WorldOutput::SkillFinished { ticket: GoalTicket(1), result: Ok(()) }));
//! assert!(matches!(said.last(), Some(WorldOutput::Facts(facts)) if facts.holds("lit(lamp_1)")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arms;
mod assumptions;
mod camera;
mod diagram;
mod glimpse;
mod house;
mod operator;
mod orders;
mod relevance;
mod scene;
mod scorer;
mod sight;
mod trial;
mod wheels;
mod world;

pub use arms::SimulatedArms;
pub use assumptions::Assumptions;
pub use camera::{Appearance, Camera, Shot};
pub use diagram::{Form, LABEL_M, Shape, diagram, site_diagram};
pub use glimpse::{AskedQuestion, Glimpse, RelevanceJudge, ViewReader};
pub use house::{HouseSetting, SimulatedHouse, starts};
pub use operator::{OperatorAnswer, OperatorHabits, SimulatedOperator};
pub use relevance::SimulatedRelevance;
pub use scene::{Mishap, Scene};
pub use scorer::SimulatedScorer;
pub use sight::{SimulatedSight, ViewEvidence, likely_room};
pub use trial::{Trial, TrialDistribution, errand};
pub use wheels::{Progress, Wheels};
pub use world::{
    Faults, GoalTicket, Pace, SimulatedWorld, SkillGoal, WorldError, WorldInput, WorldOutput, seeded_layout,
};
