//! Whatever JSON is read as a position is one or is refused, and a position survives being written.
#![no_main]

use jugada_demonios::Record;
use jugada_demonios::testkit::check_record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Ok(record) = serde_json::from_slice::<Record>(input)
        && record.n < 10_000
    {
        check_record(&record);
    }
});
