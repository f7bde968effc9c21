//! The `surefleet` command.
fn main() {}
