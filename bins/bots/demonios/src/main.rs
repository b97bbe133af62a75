//! Contest program for demonios.

fn main() {}
