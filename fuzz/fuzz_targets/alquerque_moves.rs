//! A text is a legal move exactly if the slow rules list it, and the fast rules agree with them.
#![no_main]

use jugada_alquerque::testkit::{check_move_text, check_position, check_symmetry, position_and_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let (position, text) = position_and_text(input);
    check_position(&position);
    check_symmetry(&position);
    check_move_text(&position, &text);
});
