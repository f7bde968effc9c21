//! Linear temporal logic over finite traces (LTLf): formulas in two syntaxes, their minimal automata, and verdicts.
//!
//! A trace is finite and not empty. `X` is the strong next, which is false in the last state; `WX` is the weak one.
//! Propositions are texts such as `at(robot_1, fridge)`; what they mean, and when they hold, is said elsewhere.
//!
//! Invariants: no text is read in two ways, and what is printed is read back as the same formula; an automaton accepts
//! exactly the non-empty traces that satisfy its formula, with as few states as that takes; one step allocates nothing.
//!
//! ```
//! use surefleet_ltl::{Automaton, Budget, Formula, Remark, Verdict, Vocabulary};
//!
//! let formula = Formula::parse("!at(robot_1, stairs) W open(gate)")?;
//! assert_eq!(formula, Formula::parse("W ! at(robot_1, stairs) open(gate)")?);
//!
//! let mut vocabulary = Vocabulary::default();
//! let automaton = Automaton::compile(&formula, &mut vocabulary, &Budget::default())?;
//! assert_eq!(Remark::on(&formula, &automaton, &vocabulary), []);
//!
//! let (shut, open) = (vocabulary.valuation([]), vocabulary.valuation(["open(gate)"]));
//! let on_stairs = vocabulary.valuation(["at(robot_1, stairs)"]);
//! let waiting = automaton.step(automaton.initial(), &shut);
//! assert_eq!(automaton.verdict(waiting), Verdict::CurrentlySatisfied);
//! assert_eq!(automaton.verdict(automaton.step(waiting, &open)), Verdict::SatisfiedForGood);
//! assert_eq!(automaton.verdict(automaton.step(waiting, &on_stairs)), Verdict::ViolatedForGood);
//!
//! let error = Formula::parse("G(open(gate) -> F)").expect_err("F has no operand");
//! assert!(error.to_string().starts_with("found `)` at byte 17 of the formula where a proposition"));
//! # Ok::<(), surefleet_ltl::LtlError>(())
//! ```

mod automaton;
mod diagram;
mod error;
mod formula;
mod graph;
mod infix;
mod lexer;
mod operator;
mod prefix;
mod print;
mod progression;
mod proposition;
mod remark;
mod terms;
mod vocabulary;

pub use automaton::{Automaton, Budget, Cube, StateId, Verdict};
pub use error::{LtlError, SyntaxError};
pub use formula::Formula;
pub use lexer::Syntax;
pub use operator::{Binary, Unary};
pub use proposition::Proposition;
pub use remark::Remark;
pub use vocabulary::{PropositionId, Valuation, Vocabulary};
