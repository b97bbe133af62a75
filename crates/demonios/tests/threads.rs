//! Whatever is public can be sent to another thread and shared with it.

use jugada_demonios::{Bot, Cell, Compact, Engine, Options, Position, Record, Referee, Size, Solver};

fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn values_players_and_solvers_are_send_and_sync() {
    is_send_and_sync::<Bot>();
    is_send_and_sync::<Cell>();
    is_send_and_sync::<Compact<u64>>();
    is_send_and_sync::<Engine>();
    is_send_and_sync::<Options>();
    is_send_and_sync::<Position>();
    is_send_and_sync::<Record>();
    is_send_and_sync::<Referee>();
    is_send_and_sync::<Size>();
    is_send_and_sync::<Solver>();
}
