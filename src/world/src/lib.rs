//! Domains of any site, and the worlds that they make possible: types, objects, predicates, skills and laws from one
//! file ([`Domain`]), with the robots of a fleet ([`World`]), its decision set S ([`Options`]), states of three values
//! ([`State`]) and the rules of joint steps ([`Joint`]).
//!
//! Invariants: a domain is well formed, or it is refused with the line, the thing and the mend. All that the crate knows
//! of a site comes from its file. Decisions of one joint step happen at once. No permitted step breaks a law. A need
//! that is not known to hold does not hold. Deliberately absent: missions, constraints, search, models, files, clocks.
//!
//! ```
//! use std::sync::Arc;
//! use surefleet_fleet::{Facts, RobotId};
//! use surefleet_world::{Domain, Robot, World};
//!
//! let domain = Domain::parse(r#"
//! domain: lamps
//! types: [{name: lamp, words: [lamp]}]
//! objects: [{type: lamp, each: [{name: lamp_1}, {name: lamp_2}]}]
//! predicates: [{is: lit(lamp), says: "{1} is lit", denies: "{1} is dark"}]
//! skills:
//!   - is: "light(what: lamp)"
//!     text: light {what}
//!     needs: [{that: not lit(what), otherwise: "{what} is lit already"}]
//!     effects: [lit(what)]
//!     occupies: [what]
//!   - {is: idle, text: remain idle}
//! "#, "lamps.yaml")?;
//! let world = World::new(Arc::new(domain), &[Robot { id: RobotId::new("robot_1")?, kind: None }])?;
//! let light = world.find_decision("light(lamp_1)").expect("lamps can be lit");
//! let dark = world.empty();
//! let lit = world.apply(&dark, &[Some(light)])?;
//! assert_eq!(world.facts(&lit), Facts::new(["lit(lamp_1)".to_owned()]));
//! let refusal = world.permits(&lit, &[], 0, light).expect_err("it is lit");
//! assert_eq!(refusal.to_string(), "robot 1 cannot light lamp 1: lamp 1 is lit already");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod applicable;
mod conjuncts;
mod declaration;
mod dependencies;
mod description;
mod difference;
mod domain;
mod dynamics;
mod effects;
mod error;
mod evaluate;
mod expression;
mod facts;
mod formula;
mod ids;
mod lawbook;
mod lexer;
mod lines;
mod names;
mod options;
mod resolve;
mod resolve_law;
mod resolve_skill;
mod scope;
mod settled;
mod start;
mod start_file;
mod state;
mod step;
mod subgoal;
mod template;
mod truth;
mod words;
mod world;
mod yaml;

pub use difference::Difference;
pub use domain::{
    Case, Counted, Domain, Example, Ground, Law, Need, Object, Occupied, Origin, Pose, Predicate, Rule, Skill, Type,
};
pub use dynamics::{Changes, LawGroup};
pub use error::{DomainError, WorldError};
pub use facts::Atom;
pub use formula::{Effect, Formula, Term};
pub use ids::{ObjectId, PredicateId, SkillId, TypeId};
pub use options::Options;
pub use settled::Settled;
pub use start::{Demo, Drawn, Start, StartError};
pub use state::{State, Value};
pub use step::{Expected, Joint, Refusal};
pub use subgoal::Subgoal;
pub use template::{Piece, Template};
pub use truth::Truth;
pub use world::{Robot, World};
pub use yaml::{YamlMistake, read_yaml};
