//! The command line of jugada.

fn main() {}
