//! PDDL in and out: a world as a task for other planners ([`export`]), and a task of others as a domain file of surefleet
//! ([`import`]).
//!
//! Typed STRIPS with negation, disjunction, quantifiers, conditional effects, derived predicates, constants and equality
//! goes both ways. A task of PDDL is done in a sequence: one robot acts at a time. Actions that take time become skills of
//! one step.
//!
//! Invariants: what is exported permits the same deeds, with the same effects, as a world of which everything is known.
//! What is imported has the plans that the task has, but for those in which actions must overlap, and its domain file is one
//! that [`Domain::parse`](surefleet_world::Domain::parse) reads. What cannot be carried over is named, or refused where plans
//! would change. No text makes this crate panic. Deliberately absent: planning, files, conditions on numbers.
//!
//! ```
//! use surefleet_pddl::import;
//!
//! let domain = "(define (domain lamps) (:types lamp) (:predicates (lit ?x - lamp))
//!   (:action switch-on :parameters (?x - lamp) :precondition (not (lit ?x)) :effect (lit ?x)))";
//! let problem = "(define (problem evening) (:domain lamps) (:objects a b - lamp) (:init (lit a))
//!   (:goal (forall (?x - lamp) (lit ?x))))";
//! let task = import(domain, Some(problem), None)?;
//! assert!(task.domain_yaml.contains("- is: \"switch_on(x: lamp)\""));
//! assert_eq!(task.robots, [("agent_1".to_owned(), "agent".to_owned())]);
//! assert_eq!(task.goal, "F G (lit(a) & lit(b))");
//! # Ok::<(), surefleet_pddl::PddlError>(())
//! ```

mod error;
mod export;
mod import;
mod lisp;
mod print;
mod read;
mod syntax;

pub use error::{PddlError, PddlFile, SourcePlace};
pub use export::{Exported, deed, export};
pub use import::{Imported, import};
