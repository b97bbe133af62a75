//! Reports and what they are made of as data (feature `serde`).

use std::fmt::Debug;

use jugada_core::monte_carlo::{MonteCarlo, MoveStatistics, Options};
use jugada_core::testkit::Thicket;
use jugada_core::{Choice, Limits, Outcome, OutcomeClass, Proof, Report, Search, Side};
use serde_json::{from_str, to_string};

/// Writes a value, compares what is written, and reads it back.
macro_rules! check {
    ($value:expr, $type:ty, $expected:expr) => {
        let written = to_string(&$value).expect("data");
        assert_eq!(written, $expected);
        assert_eq!(from_str::<$type>(&written).expect("read back"), $value);
    };
}

#[test]
fn the_form_of_small_values() {
    check!(Side::Second, Side, r#""second""#);
    check!(Outcome::Win(Side::First), Outcome, r#"{"win":"first"}"#);
    check!(Outcome::Draw, Outcome, r#""draw""#);
    check!(Proof::Estimate, Proof, r#""estimate""#);
    check!(OutcomeClass::Previous, OutcomeClass, r#""previous""#);
    check!(Choice::Mixed(vec![(1, 0.25), (2, 0.75)]), Choice<u8>, r#"{"mixed":[[1,0.25],[2,0.75]]}"#);
}

#[test]
fn reports_are_read_back() {
    let mut search = MonteCarlo::new(Options::default());
    for nodes in [0, 1, 1_000] {
        let report = search.search(&Thicket::new(3, 30), &Limits::new().nodes(nodes));
        let written = to_string(&report).expect("data");
        assert_eq!(from_str::<Report<u8, f64>>(&written).expect("read back"), report);
        let written = to_string(search.moves()).expect("data");
        assert_eq!(from_str::<Vec<MoveStatistics<u8>>>(&written).expect("read back"), search.moves());
        read_back(search.statistics());
    }
    read_back(&jugada_core::alpha_beta::Statistics::default());
}

fn read_back<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(from_str::<T>(&to_string(value).expect("data")).expect("read back"), *value);
}
