//! Whatever is public can be sent to another thread and shared with it.

use jugada_strip3::{
    Cell, Certificate, Engine, Run, Segment, Settings, Solver, Strip, Strip3Judge, Strip3Player,
};

fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn values_players_and_solvers_are_send_and_sync() {
    is_send_and_sync::<Cell>();
    is_send_and_sync::<Certificate>();
    is_send_and_sync::<Engine>();
    is_send_and_sync::<Run>();
    is_send_and_sync::<Segment<u64>>();
    is_send_and_sync::<Settings>();
    is_send_and_sync::<Solver>();
    is_send_and_sync::<Strip>();
    is_send_and_sync::<Strip3Judge>();
    is_send_and_sync::<Strip3Player>();
}
