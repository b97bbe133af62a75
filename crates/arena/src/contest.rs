use jugada_contest::Judge;

use crate::game::{Status, TimeControl, Turn};
use crate::replay::Scene;

/// A game as a contest plays it: what the arena has to know of it, and no more.
pub trait Contest: Sync {
    /// Its name in plans and records.
    fn name(&self) -> &str;

    /// A judge for one game.
    ///
    /// `category` is the contest's own way of saying what is played, such as the size of the board.
    ///
    /// # Errors
    /// One sentence that names the category or opening that makes no sense.
    fn judge(&self, category: &str, opening: Option<&str>) -> Result<Box<dyn Judge>, String>;

    /// How long the programs may think where nobody said otherwise.
    fn time(&self, category: &str) -> TimeControl;

    /// Whether one side thinks at a time, so that the other can be suspended meanwhile.
    fn alternates(&self) -> bool;

    /// Whether a program that loses in this way is disqualified from the whole contest.
    fn disqualifies(&self, status: Status) -> bool {
        let _ = status;
        false
    }

    /// What stands for `{role}` in the arguments of the program on this side (0 or 1), for games whose sides have different protocols.
    fn role(&self, side: usize) -> &str {
        if side == 0 { "first" } else { "second" }
    }

    /// The game as pictures. Lines that make no sense end them early.
    fn scene(&self, category: &str, opening: Option<&str>, turns: &[Turn]) -> Scene {
        let _ = (category, opening);
        Scene::of_lines(turns)
    }
}
