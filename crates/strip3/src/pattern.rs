use std::time::{Duration, Instant};

use jugada_core::{Limits, OutcomeClass, Play, StopFlag};

use crate::position::Stretch;
use crate::{Cell, Run, Solver, Strip};

/// Plays where the strip is too long to be solved: by the pattern in which the values of long stretches repeat.
///
/// For three in a row, normal play, these are the nim-values of stretches of n empty cells by n mod 10, as this crate's solver finds them: without a cross (for every n
/// up to 255), with one cross at one end (3 ≤ n ≤ 60), and with a cross at both ends (27 ≤ n ≤ 60). There is no proof that they go on like that.
///
/// A move is looked for that leaves only stretches of these kinds, or short ones, with a nim-sum of 0: ends of stretches, and cells beside or one
/// away from a cross, which is where a cross makes cells dead and cuts a stretch in two. Without such a move, the longest stretch is cut in the middle, so that the position
/// comes into the solver's reach soon.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// For stretches short enough to be solved at once.
    solver: Solver,
    limits: Limits,
    deadline: Instant,
}

const EMPTY: [u32; 10] = [0, 1, 0, 0, 1, 1, 0, 1, 1, 0];
const ONE_END: [u32; 10] = [0, 1, 1, 0, 3, 1, 0, 0, 1, 2];
const BOTH_ENDS: [u32; 10] = [0, 3, 1, 2, 0, 1, 2, 0, 3, 1];
/// The shortest stretches, in empty cells, for which the patterns are used, and how far the longest of them reaches.
const SHORTEST: usize = 30;
/// Stretches of at most so many cells are solved, if that takes no more than so many positions.
const SHORT: usize = 63;
const SHORT_NODES: u64 = 2_000;
/// How many moves are looked at in one position.
const MOVES: usize = 4096;

impl Pattern {
    pub(crate) fn new(memory: usize, stop: StopFlag) -> Self {
        let limits = Limits::new().memory(memory).stop(stop).nodes(SHORT_NODES);
        Self { solver: Solver::new(Play::Normal), limits, deadline: Instant::now() }
    }

    /// Sets the time for what is asked next.
    pub(crate) fn allow(&mut self, time: Duration) {
        self.deadline = Instant::now() + time;
    }

    /// Whether the side to move wins by the pattern; nothing where it says nothing.
    pub(crate) fn outcome(&mut self, strip: &Strip) -> Option<OutcomeClass> {
        let nimber = self.nimber(strip)?;
        Some(if nimber == 0 { OutcomeClass::Previous } else { OutcomeClass::Next })
    }

    /// A move to a position that the pattern says is lost for the opponent; nothing if there is none among those looked at.
    pub(crate) fn winning_cell(&mut self, strip: &Strip) -> Option<Cell> {
        let mut next = strip.clone();
        for cell in candidates(strip) {
            if Instant::now() >= self.deadline || self.limits.stop.is_stopped() {
                break;
            }
            next.set_cross(cell);
            let nimber = self.nimber(&next);
            next.take_back(cell);
            if nimber == Some(0) {
                return Some(cell);
            }
        }
        None
    }

    fn nimber(&mut self, strip: &Strip) -> Option<u32> {
        if strip.run() != Run::CONTEST {
            return None;
        }
        strip.stretches().try_fold(0, |sum, stretch| Some(sum ^ self.stretch_nimber(strip, stretch)?))
    }

    fn stretch_nimber(&mut self, strip: &Strip, stretch: Stretch) -> Option<u32> {
        if stretch.length <= SHORT {
            let alone = strip.part(stretch);
            let left = self.deadline.saturating_duration_since(Instant::now());
            return self.solver.nimber(&alone, &self.limits.clone().time(left), &mut |_| ()).value;
        }
        let at_start = strip.has_cross(Cell::from_index(stretch.start));
        let at_end = strip.has_cross(Cell::from_index(stretch.start + stretch.length - 1));
        let crosses = usize::from(at_start) + usize::from(at_end);
        let empty = stretch.length - crosses;
        if strip.crosses_in(stretch) != crosses || empty < SHORTEST {
            return None;
        }
        Some([EMPTY, ONE_END, BOTH_ENDS][crosses][empty % 10])
    }
}

/// The cell in the middle of the longest stretch, or the legal one nearest to its left or right.
pub(crate) fn middle(strip: &Strip) -> Option<Cell> {
    let longest = strip.stretches().max_by_key(|stretch| stretch.length)?;
    let middle = longest.start + longest.length / 2;
    // A stretch has few crosses in a row, so a legal cell is near.
    (0..=strip.length())
        .flat_map(|distance| [middle.checked_sub(distance), middle.checked_add(distance)])
        .flatten()
        .map(Cell::from_index)
        .find(|cell| strip.check(*cell).is_ok())
}

/// Moves worth a look where there are too many to look at all.
fn candidates(strip: &Strip) -> Vec<Cell> {
    let mut indices = Vec::new();
    for stretch in strip.stretches() {
        let end = stretch.start + stretch.length;
        if stretch.length <= SHORT {
            indices.extend(stretch.start..end);
        } else {
            indices.extend((0..3).flat_map(|distance| [stretch.start + distance, end - 1 - distance]));
            for cross in strip.crosses_from(stretch.start).take_while(|cross| *cross < end) {
                indices.extend((1..3).flat_map(|distance| [cross.wrapping_sub(distance), cross + distance]));
                if indices.len() > MOVES {
                    break;
                }
            }
        }
        if indices.len() > MOVES {
            break;
        }
    }
    let mut cells: Vec<Cell> = indices
        .into_iter()
        .filter(|index| *index < strip.length())
        .map(Cell::from_index)
        .filter(|cell| strip.check(*cell).is_ok())
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_what_the_solver_finds() {
        for (crosses, first) in [(0, 0), (1, 3), (2, 27)] {
            for empty in first..=60 {
                let start = if crosses > 0 { "X" } else { "" };
                let end = if crosses > 1 { "X" } else { "" };
                let strip: Strip = format!("{start}{}{end}", ".".repeat(empty)).parse().expect("a position");
                let value = Solver::new(Play::Normal).nimber(&strip, &Limits::new(), &mut |_| ()).value;
                assert_eq!(value, Some([EMPTY, ONE_END, BOTH_ENDS][crosses][empty % 10]), "{strip}");
            }
        }
    }
}
