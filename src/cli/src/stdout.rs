//! Printing to an output that may have lost its reader: `surefleet mission ... | head` must not panic or abandon a
//! mission. Text from outside is printed [`plain`]: a terminal obeys none of it.
//!
//! The macros replace those of the standard library, which panic. If the reader has gone, SIGPIPE says so
//! ([`Signals`](crate::program::Signals)): it ends a command without cleanup, and interrupts the others like Ctrl-C.

use std::{
    fmt::Arguments,
    io::{ErrorKind, Result, Write},
};

use surefleet_site::plain;

/// Prints; never panics.
#[macro_export]
macro_rules! print {
    ($($words:tt)*) => { $crate::stdout::say(format_args!($($words)*)) };
}

/// Prints a line; never panics.
#[macro_export]
macro_rules! println {
    () => { $crate::stdout::say(format_args!("\n")) };
    ($($words:tt)*) => { $crate::stdout::say(format_args!("{}\n", format_args!($($words)*))) };
}

/// Prints a line to standard error; never panics.
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
        // A full disk counts as a lost reader too; for a real one the system itself sends the signal.
        let raised = signal_hook::low_level::raise(signal_hook::consts::SIGPIPE);
        raised.unwrap_or_else(|error| complain(format_args!("surefleet: {error}\n")));
    }
}

/// Writes to stderr; if that is closed, there is nobody to tell.
pub fn complain(words: Arguments<'_>) {
    let written: Result<()> = std::io::stderr().lock().write_all(plain(&words.to_string()).as_bytes());
    drop(written);
}

/// Whether an error says that the reader has gone.
pub fn is_closed(error: &anyhow::Error) -> bool {
    let is_pipe = |cause: &std::io::Error| cause.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_pipe))
}
