//! A slow, obviously right twin of the rules and properties to hold the fast ones to (feature `testkit`).
//!
//! The slow rules know a board of 7 × 7 characters and nothing of bits; they list move texts, as the contest writes them.

use std::collections::BTreeSet;

use jugada_contest::{Judge, Player};
use jugada_core::{Game, Notation, Random, Side, testkit};

use crate::{AlquerqueJudge, AlquerquePlayer, Point, Position, StrategyKind};

/// The board as characters: `board[rank][file]` is `w`, `b` or `.`.
type Board = [[char; 7]; 7];

/// Enemy stones up to which all paths of any position are listed in a moment.
const MOST_LISTED: u32 = 18;

/// All legal move texts, sorted, found by walking over a board of characters. Empty where the game is over.
#[must_use]
pub fn slow_paths(position: &Position) -> Vec<String> {
    let board = board_of(position);
    let (own, enemy) = match position.side_to_move() {
        Side::First => ('w', 'b'),
        Side::Second => ('b', 'w'),
    };
    let mut captures = Vec::new();
    let mut quiets = Vec::new();
    if position.plies() < 200 {
        for (rank, file) in points().filter(|&(rank, file)| board[rank][file] == own) {
            let mut lifted = board;
            lifted[rank][file] = '.';
            extend_capture(&lifted, enemy, &mut vec![(rank, file)], &mut captures);
            for (dr, df) in directions(rank, file) {
                if let Some(to) = step(rank, file, dr, df, 1)
                    && board[to.0][to.1] == '.'
                {
                    quiets.push(format!("{}-{}", name((rank, file)), name(to)));
                }
            }
        }
    }
    let ban = position.ban(position.side_to_move()).map(|ban| format!("{}-{}", ban.from, ban.to));
    quiets.retain(|text| Some(text) != ban.as_ref());
    let mut listed = if captures.is_empty() { quiets } else { captures };
    listed.sort_unstable();
    listed
}

fn board_of(position: &Position) -> Board {
    let mut board = [['.'; 7]; 7];
    for point in Point::all() {
        for (side, letter) in [(Side::First, 'w'), (Side::Second, 'b')] {
            if position.stones(side).contains(point) {
                board[point.rank() as usize][point.file() as usize] = letter;
            }
        }
    }
    board
}

fn points() -> impl Iterator<Item = (usize, usize)> {
    (0..7).flat_map(|rank| (0..7).map(move |file| (rank, file)))
}

/// The directions of the lines through a point, as steps in rank and file.
fn directions(rank: usize, file: usize) -> Vec<(i32, i32)> {
    let mut list = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
    if (rank + file).is_multiple_of(2) {
        list.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    }
    list
}

fn step(rank: usize, file: usize, dr: i32, df: i32, times: i32) -> Option<(usize, usize)> {
    let along = |from: usize, delta: i32| {
        i32::try_from(from).ok().map(|from| from + times * delta).filter(|to| (0..7).contains(to))
    };
    Some((usize::try_from(along(rank, dr)?).ok()?, usize::try_from(along(file, df)?).ok()?))
}

fn extend_capture(board: &Board, enemy: char, path: &mut Vec<(usize, usize)>, texts: &mut Vec<String>) {
    let (rank, file) = path[path.len() - 1];
    let mut complete = true;
    for (dr, df) in directions(rank, file) {
        if let Some(over) = step(rank, file, dr, df, 1)
            && let Some(landing) = step(rank, file, dr, df, 2)
            && board[over.0][over.1] == enemy
            && board[landing.0][landing.1] == '.'
        {
            complete = false;
            let mut after = *board;
            after[over.0][over.1] = '.';
            path.push(landing);
            extend_capture(&after, enemy, path, texts);
            path.pop();
        }
    }
    if complete && path.len() > 1 {
        texts.push(path.iter().map(|&point| name(point)).collect::<Vec<_>>().join("*"));
    }
}

fn name((rank, file): (usize, usize)) -> String {
    let file = char::from(b"abcdefg"[file]);
    format!("{file}{}", rank + 1)
}

/// Checks everything that must hold at one position: the rules of the shared test kit, move and position texts that read back,
/// the same texts as [`slow_paths`], the count by path, and a key that equals the one of the same position put together afresh.
///
/// # Panics
/// If a property does not hold.
pub fn check_position(position: &Position) {
    testkit::check_game(position);
    testkit::check_notation(position);
    let slow = slow_paths(position);
    if position.outcome().is_none() {
        assert_eq!(position.paths(), slow, "{position}");
        let moves: BTreeSet<_> =
            slow.iter().map(|text| position.parse_move(text).expect("a listed text")).collect();
        assert_eq!(moves, position.moves().into_iter().collect(), "{position}");
        assert_eq!(position.perft_by_path(1), slow.len() as u64, "{position}");
    } else {
        assert!(position.paths().is_empty(), "{position}");
    }
    let reread: Position = position.to_string().parse().expect("a position's text");
    assert_eq!(reread, *position);
    assert_eq!(reread.key(), position.key(), "{position}");
    assert_eq!(reread.key_without_plies(), position.key_without_plies(), "{position}");
}

/// Checks that the half turn and both mirror images of a position have the mirrored moves.
///
/// # Panics
/// If one has others.
pub fn check_symmetry(position: &Position) {
    let turned = |point: Point| Point::new(6 - point.file(), 6 - point.rank()).expect("on the board");
    let mirrored = |point: Point| Point::new(6 - point.file(), point.rank()).expect("on the board");
    let transposed = |point: Point| Point::new(point.rank(), point.file()).expect("on the board");
    check_image(position, turned);
    check_image(position, mirrored);
    check_image(position, transposed);
}

fn check_image(position: &Position, image: impl Fn(Point) -> Point + Copy) {
    let other = position.map_points(image);
    assert_eq!(other.outcome(), position.outcome(), "{position} and its image {other}");
    let expected: BTreeSet<_> = position
        .moves()
        .into_iter()
        .map(|listed| {
            let captured = listed.captured().into_iter().map(image).collect();
            crate::Move::new(image(listed.from()), image(listed.to()), captured)
        })
        .collect();
    assert_eq!(
        other.moves().into_iter().collect::<BTreeSet<_>>(),
        expected,
        "{position} and its image {other}"
    );
}

/// Checks that whatever is read as a position is written so that it reads back, and keeps the rules; anything else is refused with
/// a sentence.
///
/// The rules are checked only where few enough stones can be captured to list every path in a moment.
///
/// # Panics
/// If a property does not hold.
pub fn check_position_text(text: &str) {
    match text.parse::<Position>() {
        Ok(position) if position.stones(position.side_to_move().opponent()).len() > MOST_LISTED => {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        Ok(position) => check_position(&position),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Checks that a text is a legal move exactly if the slow rules list it.
///
/// # Panics
/// If the property does not hold.
pub fn check_move_text(position: &Position, text: &str) {
    let listed = slow_paths(position).iter().any(|listed| listed == text);
    assert_eq!(
        position.parse_move(text).is_ok(),
        listed && position.outcome().is_none(),
        "{text:?} at {position}"
    );
}

/// The position after some random moves, chosen by the first bytes; the rest as text: something to try as a move there.
#[must_use]
pub fn position_and_text(bytes: &[u8]) -> (Position, String) {
    let (choice, text) = bytes.split_at(bytes.len().min(3));
    let seed = choice.iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    let plies = choice.first().map_or(0, |&byte| usize::from(byte) / 2);
    let game = testkit::random_game(&Position::start(), plies, &mut Random::from_seed(seed));
    (game[game.len() - 1], String::from_utf8_lossy(text).into_owned())
}

/// Checks that a player and a referee fed with any lines answer or complain, and that what the player writes is legal.
///
/// # Panics
/// If the player writes a move that the rules do not allow.
pub fn check_protocol(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut player = AlquerquePlayer::new(StrategyKind::Greedy, 1);
    let mut judge = AlquerqueJudge::new();
    judge.start();
    for line in lines {
        // The referee gets every line from whoever is due; the player reads them all and answers those it accepts.
        let due = judge.position().side_to_move();
        let position = *judge.position();
        let accepted = judge.awaits(due) && judge.receive(due, line).is_ok();
        assert_eq!(accepted, position.outcome().is_none() && position.parse_move(line).is_ok());
        let Ok(reply) = player.receive(line) else { return };
        if let Some(answer) = reply.lines.first()
            && judge.awaits(judge.position().side_to_move())
            && (accepted || line == "Start")
        {
            let side = judge.position().side_to_move();
            assert!(judge.receive(side, answer).is_ok(), "{answer:?} is not legal at {}", judge.position());
        }
        if reply.finished {
            return;
        }
    }
}
