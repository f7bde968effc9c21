//! The guarantees that the desk gives to robots and operators.

mod answers;
mod claims;
mod ends;
mod fixture;
