//! Domains of any site, and the worlds that they make possible: types, objects, predicates, skills and laws from one
//! file ([`Domain`]), and states of three values with the rules of joint steps.

#![allow(dead_code, reason = "the reader of domain files comes next")]

mod declaration;
mod domain;
mod formula;
mod ids;
mod template;

pub use domain::{Counted, Domain, Ground, Law, Need, Object, Occupied, Origin, Pose, Predicate, Rule, Skill, Type};
pub use formula::{Effect, Formula, Term};
pub use ids::{ObjectId, PredicateId, SkillId, TypeId};
pub use template::{Piece, Template};
