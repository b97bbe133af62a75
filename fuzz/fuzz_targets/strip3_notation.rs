//! A text is refused, or reads as a position that is written back as the same text.
#![no_main]

use jugada_strip3::testkit::check_notation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| check_notation(input));
