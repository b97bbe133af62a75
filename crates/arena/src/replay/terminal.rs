use std::fmt::Write;

use thiserror::Error;

use super::{Layout, Scene};
use crate::contest::Contest;
use crate::tournament::Record;

/// There is no such picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game} has the plies 0 to {last}, not {wanted}")]
pub struct TerminalError {
    game: String,
    wanted: usize,
    last: usize,
}

/// A game after a ply, as text: who plays, the picture, the lines that led there with their times, and at the end the verdict.
///
/// What the programs wrote is shown without control characters, so that it cannot play tricks on the terminal.
///
/// # Errors
/// [`TerminalError`] if the game is shorter.
pub fn terminal(record: &Record, contest: &dyn Contest, ply: Option<usize>) -> Result<String, TerminalError> {
    let scene = contest.scene(&record.category, record.opening.as_deref(), &record.played.turns);
    let last = scene.plies.len() - 1;
    let ply = ply.unwrap_or(last);
    if ply > last {
        return Err(TerminalError { game: record.game.clone(), wanted: ply, last });
    }
    let mut text = String::new();
    let [first, second] = record.bots.each_ref().map(|name| plain(name));
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "{} {}, game {}: {first} (1) – {second} (2)",
        record.contest,
        plain(&record.category),
        record.game
    );
    let _ = writeln!(text, "ply {ply} of {last}\n");
    text.push_str(&picture(&scene, ply));
    for turn in scene.plies[ply].turns.iter().filter_map(|turn| record.played.turns.get(*turn)) {
        let (wall, cpu) = (millis(turn.wall_us), millis(turn.cpu_us));
        let _ = writeln!(text, "{}: {}  ({wall}, {cpu} of processor time)", turn.side + 1, plain(&turn.text));
        for note in turn.notes.lines() {
            let _ = writeln!(text, "    {}", plain(note));
        }
    }
    if ply == last {
        let [a, b] = record.played.points;
        let _ = writeln!(text, "\n{a} – {b}: {}", plain(&record.played.reason));
    }
    Ok(text)
}

fn millis(micros: u64) -> String {
    format!("{}.{:03} ms", micros / 1000, micros % 1000)
}

/// The text without control characters.
fn plain(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { '\u{FFFD}' } else { character }).collect()
}

fn picture(scene: &Scene, ply: usize) -> String {
    match &scene.layout {
        Layout::Rows { cells: 0 } => String::new(),
        Layout::Rows { .. } => {
            let rows = scene.plies[..=ply].iter().enumerate();
            rows.fold(String::new(), |mut text, (number, ply)| {
                let _ = writeln!(text, "{number:>4}  {}", ply.state);
                text
            }) + "\n"
        }
        Layout::Board { points, lines, columns, rows } => {
            board(&scene.plies[ply].state, points, lines, columns, rows)
        }
    }
}

/// A board with four characters a column and two lines a row, so that there is room for its lines.
fn board(
    state: &str,
    points: &[[usize; 2]],
    lines: &[[usize; 2]],
    columns: &[String],
    rows: &[String],
) -> String {
    let width = points.iter().map(|[x, _]| x + 1).max().unwrap_or(0) * 4;
    let height = points.iter().map(|[_, y]| 2 * y + 1).max().unwrap_or(0);
    let mut canvas = vec![vec![' '; width]; height];
    for [from, to] in lines {
        let ([ax, ay], [bx, by]) = (points[*from], points[*to]);
        let stroke = match (ax == bx, ay == by) {
            (true, _) => '|',
            (_, true) => '-',
            _ if (bx > ax) == (by > ay) => '\\',
            _ => '/',
        };
        canvas[ay + by][2 * (ax + bx)] = stroke;
        if stroke == '-' {
            canvas[2 * ay][2 * (ax + bx) - 1] = '-';
            canvas[2 * ay][2 * (ax + bx) + 1] = '-';
        }
    }
    for ([x, y], piece) in points.iter().zip(state.chars()) {
        canvas[2 * y][4 * x] = piece;
    }
    let mut text = String::new();
    for (number, line) in canvas.iter().enumerate() {
        let label = if number % 2 == 0 { rows.get(number / 2).map_or("", String::as_str) } else { "" };
        let line: String = line.iter().collect();
        let _ = writeln!(text, "{label:>3} {}", line.trim_end());
    }
    text.push_str("    ");
    for name in columns {
        let _ = write!(text, "{name:<4}");
    }
    text.truncate(text.trim_end().len());
    text.push_str("\n\n");
    text
}
