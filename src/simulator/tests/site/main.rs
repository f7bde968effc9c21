//! The simulated world of any domain.

mod drawn;
mod knowledge;
mod simultaneous;
mod walks;
mod yard;
