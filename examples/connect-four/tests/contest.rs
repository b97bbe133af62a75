//! The bot in memory and as a program.

use connect_four::{ConnectFourPlayer, Position};
use jugada_contest::{Judge, TurnJudge, play_out, serve};
use jugada_core::{Limits, Side};

fn player(start: Position, nodes: u64) -> ConnectFourPlayer {
    ConnectFourPlayer::new(start, Limits::new().nodes(nodes), 1 << 20)
}

#[test]
fn a_won_position_is_won_against_anybody() {
    // A published position in which the second side loses whatever it does.
    let start: Position = "37313333717124171162542".parse().expect("a game");
    let mut judge = TurnJudge::new(start);
    let verdict = play_out(&mut judge, &mut player(start, 1), &mut player(start, 200_000));
    assert_eq!((verdict.winner, verdict.forfeited), (Some(Side::Second), None), "{:?}", judge.moves());
}

#[test]
fn games_by_the_rules_to_the_end() {
    let start = Position::default();
    let verdict = play_out(&mut TurnJudge::new(start), &mut player(start, 1_000), &mut player(start, 100));
    assert_eq!(verdict.forfeited, None);
}

#[test]
fn lines_as_a_contest_sends_them() {
    let mut output = Vec::new();
    let input = b"\r\n start \r\n8\n".as_slice();
    let end = serve(player(Position::default(), 1_000), input, &mut output, &mut std::io::sink());
    assert_eq!(end.expect_err("refused").to_string(), r#""8": a column from 1 to 7 was expected"#);
    assert_eq!(output, b"4\n", "the middle is the best opening");
}
