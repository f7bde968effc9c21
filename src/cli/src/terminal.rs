//! What the command shows: whatever came from elsewhere, a terminal obeys none of it.

use std::fmt::Arguments;

use surefleet_nodes::plain;

/// As the one of `std`, with [`plain`] text.
macro_rules! println {
    () => { std::println!() };
    ($($text:tt)*) => { std::println!("{}", $crate::terminal::shown(format_args!($($text)*))) };
}

/// As the one of `std`, with [`plain`] text.
macro_rules! print {
    ($($text:tt)*) => { std::print!("{}", $crate::terminal::shown(format_args!($($text)*))) };
}

/// As the one of `std`, with [`plain`] text.
macro_rules! eprintln {
    () => { std::eprintln!() };
    ($($text:tt)*) => { std::eprintln!("{}", $crate::terminal::shown(format_args!($($text)*))) };
}

pub fn shown(text: Arguments<'_>) -> String {
    plain(&text.to_string())
}
