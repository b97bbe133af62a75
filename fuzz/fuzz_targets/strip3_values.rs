//! On small boards the value is that of plain search, and the nim-sum of the values of the components.
#![no_main]

use jugada_strip3::testkit::{check_values, small_strip};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| check_values(&small_strip(input)));
