//! A strip drawn in the terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use jugada_strip3::{Cell, Refusal, Strip};

/// Cells in one row of the picture.
const ROW: usize = 20;

/// The strip with its cells numbered: `X` for a cross (the last one in colour), `-` for a cell where a cross would complete a run, `.` for a free one.
pub fn picture(strip: &Strip, last: Option<Cell>, colours: bool) -> String {
    let width = strip.length().to_string().len().max(2) + 1;
    let highlight =
        if colours { Style::new().bold().fg_color(Some(AnsiColor::Yellow.into())) } else { Style::new() };
    let dim = if colours { Style::new().dimmed() } else { Style::new() };
    let cells: Vec<Cell> = (1..=strip.length()).filter_map(Cell::new).collect();
    let mut picture = String::new();
    for row in cells.chunks(ROW) {
        for cell in row {
            let _ = write!(picture, "{dim}{:>width$}{dim:#}", cell.number());
        }
        picture.push('\n');
        for cell in row {
            let sign = match strip.check(*cell) {
                Ok(()) => '.',
                Err(Refusal::CompletesRun { .. }) => '-',
                Err(_) => 'X',
            };
            let style = if Some(*cell) == last { highlight } else { Style::new() };
            let _ = write!(picture, "{style}{sign:>width$}{style:#}");
        }
        picture.push('\n');
    }
    picture
}
