//! Linear temporal logic over finite traces (LTLf): decides which next steps of a robot the constraints allow, and why.
//!
//! A trace is finite and not empty. `X` is the strong next, which is false in the last state; `WX` is the weak one.
//! Propositions are texts such as `at(robot_1, fridge)`; other crates define their meaning and when they hold.
//!
//! A [`Formula`] is read in one of two syntaxes and compiled to an [`Automaton`], which gives a four-valued [`Verdict`]
//! after each state. A [`Spec`] holds many of them and the [`Axioms`] of the world. A [`Session`] follows one trace and
//! checks possible next steps: no constraint may be violated for good, and it must remain possible to satisfy all
//! together.
//!
//! The crate has four layers, and each uses only those before it. `syntax` has the formulas as people write them.
//! `automaton` compiles one formula. `feasibility` plans over the product of many. `session` follows a trace and
//! answers.
//!
//! Invariants: no text can be read in two ways, and a printed formula is read back as the same formula. An automaton
//! accepts exactly the non-empty traces that satisfy its formula, with the fewest possible states, and a step of it
//! allocates nothing. An allowed step has a plan that satisfies everything and that the axioms admit; a step that
//! cannot be decided in time is denied. A check changes nothing.
//!
//! Deliberately absent: time, probabilities, past operators, games against players who do not cooperate, and the
//! product of all automata, which is too large to build.
//!
//! ```
//! use std::sync::Arc;
//! use surefleet_ltl::{Axioms, Budget, Constraint, Formula, Group, CheckOutcome, Proposition, Remark, Session, Spec};
//!
//! let constraint = |words: &str, text| Ok(Constraint { words: words.to_owned(), formula: Formula::parse(text)? });
//! let constraints: Result<Vec<Constraint>, surefleet_ltl::LtlError> = [
//!     constraint("open the gate before you take the stairs", "W ! at(robot_1, stairs) open(gate)"),
//!     constraint("in the end be upstairs", "F G at(robot_1, upstairs)"),
//!     constraint("once you leave the hall do not come back", "G(!at(robot_1, hall) -> G !at(robot_1, hall))"),
//! ]
//! .into_iter()
//! .collect();
//! let rooms = ["at(robot_1, hall)", "at(robot_1, stairs)", "at(robot_1, upstairs)", "at(robot_1, garden)"];
//! let rooms = rooms.map(Proposition::new).into_iter().collect::<Result<Vec<_>, _>>()?;
//! let map = Group::exactly_one(rooms).with_moves([(0, 1), (1, 0), (1, 2), (2, 1), (0, 3), (3, 0)]);
//!
//! let axioms = Axioms { groups: vec![map], ..Axioms::default() };
//! let spec = Arc::new(Spec::compile(constraints?, &axioms, &Budget::default())?);
//! assert_eq!(spec.report().conflicts, []);
//! let remarks = Remark::on(&spec.constraints()[1].formula, spec.automaton(1), spec.vocabulary());
//! assert!(remarks[0].to_string().starts_with("F G at(robot_1, upstairs) only says that"));
//!
//! let state = |facts: &[&str]| spec.vocabulary().valuation(facts.iter().copied());
//! let mut session = Session::new(spec.clone());
//! session.commit(session.check(&[state(&["at(robot_1, hall)"])]))?;
//!
//! let stairs = [state(&["at(robot_1, stairs)"])];
//! let refused = session.check(&stairs);
//! assert_eq!(
//!     session.explain(&refused, &stairs),
//!     "it violates \"open the gate before you take the stairs\" [!at(robot_1, stairs) W open(gate)]: \
//!      at(robot_1, stairs) (changed), not open(gate)"
//! );
//!
//! // From the garden the only way leads through the hall.
//! let garden = session.check(&[state(&["at(robot_1, garden)"])]);
//! assert!(matches!(garden.outcome, CheckOutcome::DeadEnd(_)));
//! assert_eq!(session.conflict(&garden).expect("it is a dead end").constraints, [1, 2]);
//!
//! let plan = session.check(&[state(&["at(robot_1, hall)", "open(gate)"]), state(&["at(robot_1, stairs)"])]);
//! assert_eq!((&plan.outcome, plan.pending.as_slice()), (&CheckOutcome::Allowed { relies_on: vec![] }, [1].as_slice()));
//! # Ok::<(), surefleet_ltl::LtlError>(())
//! ```

mod automaton;
mod error;
mod feasibility;
mod session;
mod syntax;

pub use automaton::{Automaton, Budget, Cube, PropositionId, Remark, StateId, Valuation, Verdict, Vocabulary};
pub use error::{LtlError, SyntaxError};
pub use feasibility::{Axioms, Conflict, Group};
pub use session::{CheckOutcome, Constraint, JointCheck, Part, Report, Session, Spec, TraceCheck, Violation};
pub use syntax::{Binary, Formula, Node, Proposition, Syntax, Unary};
