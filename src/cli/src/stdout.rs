//! What is printed, where nobody may read it any more: `surefleet mission ... | head` must neither panic nor leave a mission behind.
//! And whatever came from elsewhere is printed [`plain`]: a terminal obeys none of it.
//!
//! The macros stand in for those of the standard library, which panic. A reader that has gone is told by SIGPIPE
//! ([`Signals`](crate::program::Signals)): it ends a command that has nothing to end, and interrupts the others as Ctrl-C does.

use std::{
    fmt::Arguments,
    io::{ErrorKind, Result, Write},
};

use surefleet_site::plain;

/// Prints, and never panics.
#[macro_export]
macro_rules! print {
    ($($words:tt)*) => { $crate::stdout::say(format_args!($($words)*)) };
}

/// Prints a line, and never panics.
#[macro_export]
macro_rules! println {
    () => { $crate::stdout::say(format_args!("\n")) };
    ($($words:tt)*) => { $crate::stdout::say(format_args!("{}\n", format_args!($($words)*))) };
}

/// Prints a line to standard error, and never panics.
#[macro_export]
macro_rules! eprintln {
    () => { $crate::stdout::complain(format_args!("\n")) };
    ($($words:tt)*) => { $crate::stdout::complain(format_args!("{}\n", format_args!($($words)*))) };
}

/// Writes to stdout.
pub fn say(words: Arguments<'_>) {
    let mut stdout = std::io::stdout().lock();
    if let Err(error) = stdout.write_all(plain(&words.to_string()).as_bytes()).and_then(|()| stdout.flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        complain(format_args!("surefleet: cannot print: {error}\n"));
        // A full disk is a reader that has gone, too; of that one the system tells by itself.
        let raised = signal_hook::low_level::raise(signal_hook::consts::SIGPIPE);
        raised.unwrap_or_else(|error| complain(format_args!("surefleet: {error}\n")));
    }
}

/// Writes to stderr; where that is closed, there is nobody to tell.
pub fn complain(words: Arguments<'_>) {
    let written: Result<()> = std::io::stderr().lock().write_all(plain(&words.to_string()).as_bytes());
    drop(written);
}

/// Whether an error says that a reader has gone.
pub fn is_closed(error: &anyhow::Error) -> bool {
    let is_pipe = |cause: &std::io::Error| cause.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_pipe))
}
