//! The contest program for strip3.

fn main() {}
