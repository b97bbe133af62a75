//! Whatever is public can be sent to another thread and shared with it.

use jugada_alquerque::{
    AlquerqueJudge, AlquerquePlayer, Engine, EngineOptions, Evaluation, Move, Plain, Point, PointSet,
    Position,
};

fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn values_players_and_solvers_are_send_and_sync() {
    is_send_and_sync::<AlquerqueJudge>();
    is_send_and_sync::<AlquerquePlayer>();
    is_send_and_sync::<Engine>();
    is_send_and_sync::<EngineOptions>();
    is_send_and_sync::<Evaluation>();
    is_send_and_sync::<Move>();
    is_send_and_sync::<Plain>();
    is_send_and_sync::<Point>();
    is_send_and_sync::<PointSet>();
    is_send_and_sync::<Position>();
}
