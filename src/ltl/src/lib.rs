//! Linear temporal logic over finite traces (LTLf): formulas in two syntaxes, with errors that point at the place.
//!
//! A trace is finite and not empty. `X` is the strong next, which is false in the last state; `WX` is the weak one.
//!
//! ```
//! use surefleet_ltl::Formula;
//!
//! let infix = Formula::parse("!at(robot_1, stairs) W open(gate)")?;
//! let prefix = Formula::parse("W ! at(robot_1, stairs) open(gate)")?;
//! assert_eq!(infix, prefix);
//!
//! let error = Formula::parse("G(open(gate) -> F)").expect_err("F has no operand");
//! assert!(error.to_string().starts_with("found `)` at byte 17 of the formula where a proposition"));
//! # Ok::<(), surefleet_ltl::LtlError>(())
//! ```

mod error;
mod formula;
mod infix;
mod lexer;
mod operator;
mod prefix;
mod print;
mod proposition;

pub use error::{LtlError, SyntaxError};
pub use formula::Formula;
pub use lexer::Syntax;
pub use operator::{Binary, Unary};
pub use proposition::Proposition;
