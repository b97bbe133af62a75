//! Records and plans: torn lines, round trips, tables.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| jugada_arena::testkit::check_records(bytes));
