//! A text is refused, or reads as a position that is written back and whose moves are those of the slow rules.
#![no_main]

use jugada_alquerque::testkit::check_position_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| check_position_text(input));
