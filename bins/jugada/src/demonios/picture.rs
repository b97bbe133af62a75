//! A strip of demonios drawn in the terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use jugada_core::Side;
use jugada_demonios::{Cell, Position};

/// Cells in one row of the picture.
const ROW: u32 = 20;

/// The strip with its cells numbered: `Y` for the first side's demon (you), `B` for the second's (the bot), `*` for both, `#` for a burned cell, `.` for
/// a clean one.
pub fn picture(position: &Position, colours: bool) -> String {
    let n = position.size().n();
    let width = n.to_string().len().max(2) + 1;
    let style = |style: Style| if colours { style } else { Style::new() };
    let dim = style(Style::new().dimmed());
    let own = style(Style::new().bold().fg_color(Some(AnsiColor::Green.into())));
    let other = style(Style::new().bold().fg_color(Some(AnsiColor::Red.into())));
    let mut picture = String::new();
    for first in (0..n).step_by(ROW as usize) {
        let row = (first..(first + ROW).min(n)).map(Cell::from_index);
        for cell in row.clone() {
            let _ = write!(picture, "{dim}{cell:>width$}{dim:#}");
        }
        picture.push('\n');
        for cell in row {
            let demons = Side::BOTH.map(|side| position.cell(side) == cell);
            let (sign, style) = match demons {
                [true, true] => ('*', other),
                [true, false] => ('Y', own),
                [false, true] => ('B', other),
                [false, false] if position.is_clean(cell) => ('.', Style::new()),
                [false, false] => ('#', dim),
            };
            let _ = write!(picture, "{style}{sign:>width$}{style:#}");
        }
        picture.push('\n');
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use jugada_demonios::Size;

    #[test]
    fn demons_and_burned_cells_are_drawn() {
        let mut position = Position::start(Size::new(5, 2).expect("a size"));
        let cell = |number| Cell::new(number).expect("not 0");
        position.advance(cell(2), cell(4)).expect("legal");
        assert_eq!(picture(&position, false), "  1  2  3  4  5\n  #  Y  .  B  #\n");
    }
}
