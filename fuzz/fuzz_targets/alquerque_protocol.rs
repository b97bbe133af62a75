//! Whatever lines a player or a referee reads, there is an answer or an error, never a panic or an illegal move.
#![no_main]

use jugada_alquerque::testkit::check_protocol;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| check_protocol(input));
