//! Properties of the rules, the solver and the protocol on arbitrary input.

use jugada_strip3::testkit::{check_notation, check_protocol, check_values, small_strip};
use proptest::prelude::*;

proptest! {
    #[test]
    fn notation(text in "[X.x]{0,70}|\\PC{0,10}|[0-9]{0,25}") {
        check_notation(&text);
    }

    #[test]
    fn values(bytes in prop::collection::vec(any::<u8>(), 0..10)) {
        check_values(&small_strip(&bytes));
    }

    #[test]
    fn protocol(first in "[0-9]{1,3}|\\PC{0,5}", lines in prop::collection::vec("[0-9]{1,2}|0|1|2|\\PC{0,5}", 0..12)) {
        let mut text = first;
        for line in lines {
            text.push('\n');
            text.push_str(&line);
        }
        check_protocol(text.as_bytes());
    }
}
