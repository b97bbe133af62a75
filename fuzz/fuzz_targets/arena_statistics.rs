//! Statistics stay numbers, whatever the results.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| jugada_arena::testkit::check_statistics(bytes));
