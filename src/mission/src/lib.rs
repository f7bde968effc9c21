//! The skills of a fleet and its tasks: [`Transport`], decision set S ([`Options`]), world [`State`], [`Mission`] with its
//! words and formulas, rules of joint steps ([`permits`], [`apply`]), plan checker and scenario distribution.
//!
//! Invariants: values are well formed (constructors parse). Decisions of one joint step happen at once. No item is ever
//! lost or held by two robots. A mission is what formulas ask for, all of it, or none. Deliberately absent: models, robots,
//! files, clocks, any reading of words (`english` reads), and any search for plans beyond the exact oracle.
//!
//! ```
//! use surefleet_fleet::RobotId;
//! use surefleet_ltl::Formula;
//! use surefleet_mission::{Mission, State, Transport, check_plan, permits};
//!
//! let domain = Transport::household();
//! let team = [RobotId::new("robot_1")?];
//! let table = domain.find_place("table").expect("the household has a table");
//! let fridge = domain.find_place("fridge").expect("the household has a fridge");
//! let mut places = vec![table; domain.items().len()];
//! places[domain.find_item("apple_1").expect("the household has apples").index()] = fridge;
//! let state = State::new(&domain, 1, &places, [])?;
//!
//! let formula = Formula::parse("F G located(apple_1, sink) & G !grab(robot_1, knife_1)")?;
//! let mission = Mission::of_formulas(&[formula], &domain, &team).expect("deliveries and prohibitions");
//! let plan = ["go_to(fridge)", "open(fridge)", "grab(apple_1)", "put_down(sink)"]
//!     .map(|symbol| vec![domain.options().find(symbol)]);
//! check_plan(&domain, &state, &mission, 4, &plan)?;
//!
//! let grab = domain.options().find("grab(apple_1)").expect("apples can be grabbed");
//! let refusal = permits(&domain, &state, &[], 0, grab).expect_err("the robot is nowhere yet");
//! assert_eq!(refusal.to_string(), "robot 1 cannot grab apple 1: it is not at the fridge");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod abstraction;
mod classes;
mod description;
mod error;
mod forms;
mod formulas;
mod grouping;
mod likeness;
mod mission;
mod objects;
mod options;
mod oracle;
mod plan;
mod propositions;
mod recognition;
mod scenario;
mod sentence_forms;
mod site_names;
mod state;
mod step;
mod subgoal;
mod team_class;
mod transport;
mod vocabulary;
mod witness;
mod wording;

pub use error::{MissionError, NoTransport};
pub use forms::{Forms, Unlike};
pub use mission::{Mission, Prohibition, Rule, Subtask};
pub use objects::{Action, Item, ItemId, Kind, Place, PlaceId, Preposition, Target};
pub use options::Options;
pub use oracle::{Judgement, Oracle};
pub use plan::{PlanFault, check_plan};
pub use scenario::{Distribution, Scenario};
pub use site_names::SiteNames;
pub use state::{Spot, State, Whereabouts};
pub use step::{apply, is_permitted, permits};
pub use subgoal::{Effect, Subgoal};
pub use surefleet_world::Refusal;
pub use team_class::TeamClass;
pub use transport::Transport;
pub use wording::Wording;
