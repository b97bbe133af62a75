//! The rules against published counts, a board that is obviously right, and the test kit.

use connect_four::{Column, Position};
use jugada_core::testkit::{check_game, check_legality, check_notation, random_game};
use jugada_core::{Game, Notation, Outcome, Random, Side, perft};

#[test]
fn lines_of_play_as_published() {
    // The counts that programs for this game agree on. Six plies cannot fill a column, so it is 7ⁿ up to there; of 7⁷ lines seven do not fit.
    let counts = [1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&Position::default(), depth), count, "{depth} plies");
    }
}

#[test]
fn properties_of_the_rules() {
    let mut random = Random::from_seed(1);
    for _ in 0..200 {
        for position in random_game(&Position::default(), 42, &mut random) {
            check_game(&position);
            check_legality(&position, Column::ALL);
            check_notation(&position);
        }
    }
}

/// The outcome by looking at each four cells in a line, and nothing clever.
fn plain_outcome(columns: &[Vec<Side>; 7]) -> Option<Outcome> {
    let at = |x: i32, y: i32| -> Option<Side> {
        columns.get(usize::try_from(x).ok()?)?.get(usize::try_from(y).ok()?).copied()
    };
    for x in 0..7 {
        for y in 0..6 {
            for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line: Vec<_> = (0..4).map(|step| at(x + step * dx, y + step * dy)).collect();
                if let [Some(side), ..] = line[..]
                    && line.iter().all(|stone| *stone == Some(side))
                {
                    return Some(Outcome::Win(side));
                }
            }
        }
    }
    columns.iter().all(|column| column.len() == 6).then_some(Outcome::Draw)
}

#[test]
fn outcomes_by_a_plain_board() {
    let mut random = Random::from_seed(2);
    let mut ends = [0; 3];
    for _ in 0..2_000 {
        let mut columns: [Vec<Side>; 7] = Default::default();
        let mut position = Position::default();
        loop {
            let outcome = plain_outcome(&columns);
            assert_eq!(position.outcome(), outcome, "{columns:?}");
            if let Some(outcome) = outcome {
                ends[outcome.winner().map_or(2, Side::index)] += 1;
                break;
            }
            let open: Vec<usize> = (0..7).filter(|&column| columns[column].len() < 6).collect();
            assert_eq!(position.count_moves(), open.len() as u64);
            let column = *random.choose(&open).expect("the game goes on");
            columns[column].push(position.side_to_move());
            let text = (column + 1).to_string();
            position = position.play_unchecked(position.parse_move(&text).expect("a column with room"));
        }
    }
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

#[test]
fn games_as_text() {
    let after = |text: &str| text.parse::<Position>().map_err(|error| error.to_string());
    assert_eq!(after("").expect("no move yet"), Position::default());
    assert_eq!(after("4453").expect("a game").stones(), 4);
    let board = after("4453").expect("a game").to_string();
    assert_eq!(board.lines().collect::<Vec<_>>()[4..], ["...2...", "..211.."]);
    for (text, error) in [
        ("48", r#""8": a column from 1 to 7 was expected"#),
        ("4é", r#""é": a column from 1 to 7 was expected"#),
        ("1111111", r#""1": this column is full"#),
        ("12121212", r#""12121212": this goes on after the end of the game"#),
    ] {
        assert_eq!(after(text), Err(error.to_owned()));
    }
}
