//! The value lies between the extremes of the matrix, and changes its sign with the sides.
#![no_main]

use jugada_demonios::testkit::check_value;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: [u8; 5]| check_value(bytes));
