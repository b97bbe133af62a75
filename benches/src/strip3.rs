use jugada_core::{Limits, Play};
use jugada_strip3::{Run, Solver, Strip};

fn empty(cells: usize) -> Strip {
    Strip::empty(cells, Run::CONTEST).expect("a short strip")
}

/// The nim-values of the empty strips of 0 to 60 cells, each with an empty table.
pub fn values() -> u64 {
    (0..=60)
        .map(|cells| Solver::new(Play::Normal).nimber(&empty(cells), &Limits::new(), &mut |_| ()).nodes)
        .sum()
}

/// All winning first cells of the strips of 0 to 40 cells, each with an empty table.
pub fn winning_cells() -> u64 {
    (0..=40)
        .map(|cells| {
            Solver::new(Play::Normal).winning_cells(&empty(cells), &Limits::new(), &mut |_| ()).nodes
        })
        .sum()
}
