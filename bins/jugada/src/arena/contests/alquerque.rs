use std::time::Duration;

use jugada_alquerque::{AlquerqueJudge, Point, Position};
use jugada_arena::Contest;
use jugada_arena::game::{TimeControl, Turn};
use jugada_arena::replay::{Layout, Scene};
use jugada_contest::Judge;
use jugada_core::Side;

use super::Game;

/// A category is the seconds that each side has for the game.
pub struct Alquerque;

/// The contest's time for a game, in seconds.
const USUAL: &str = "30";
/// Files and ranks.
const SIZE: usize = 7;

impl Contest for Alquerque {
    fn name(&self) -> &'static str {
        "alquerque"
    }

    fn judge(&self, category: &str, opening: Option<&str>) -> Result<Box<dyn Judge>, String> {
        seconds(category).ok_or_else(|| format!("{category:?}: seconds for a game were expected"))?;
        Ok(Box::new(match opening {
            None => AlquerqueJudge::new(),
            Some(opening) => AlquerqueJudge::with_opening(opening).map_err(|error| error.to_string())?,
        }))
    }

    fn time(&self, category: &str) -> TimeControl {
        TimeControl::game(seconds(category).unwrap_or(Duration::from_secs(30)))
    }

    fn alternates(&self) -> bool {
        true
    }

    fn scene(&self, _: &str, opening: Option<&str>, turns: &[Turn]) -> Scene {
        let start = opening.and_then(|moves| jugada_alquerque::replay(Position::start(), moves).ok());
        Scene::of_game(board(), start.unwrap_or_else(Position::start), turns, state)
    }
}

impl Game for Alquerque {
    fn strategies(&self) -> Vec<&'static str> {
        vec!["best", "plain", "greedy", "random"]
    }

    fn options(&self, strategy: &str) -> Vec<String> {
        ["--seed={seed}", "--total-time={time}", "--opening={opening}", "--strategy", strategy]
            .map(str::to_owned)
            .into()
    }

    fn categories(&self) -> Vec<String> {
        vec![USUAL.to_owned()]
    }
}

fn seconds(category: &str) -> Option<Duration> {
    let seconds = category.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}

fn state(position: &Position) -> String {
    let [white, black] = Side::BOTH.map(|side| position.stones(side));
    let piece = |point| match (white.contains(point), black.contains(point)) {
        (true, _) => '1',
        (_, true) => '2',
        _ => '.',
    };
    Point::all().map(piece).collect()
}

fn board() -> Layout {
    let points: Vec<Point> = Point::all().collect();
    let place = |point: Point| {
        let [file, rank] = [point.file(), point.rank()].map(|number| number as usize);
        [file, SIZE - 1 - rank]
    };
    let lines = points.iter().enumerate().flat_map(|(from, point)| {
        let neighbours = point.neighbours();
        points
            .iter()
            .enumerate()
            .skip(from + 1)
            .filter(move |(_, other)| neighbours.contains(**other))
            .map(move |(to, _)| [from, to])
    });
    Layout::Board {
        lines: lines.collect(),
        points: points.iter().copied().map(place).collect(),
        columns: ('a'..='g').map(String::from).collect(),
        rows: (1..=SIZE).rev().map(|rank| rank.to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_game() {
        let turn =
            |text: &str| Turn { side: 0, text: text.to_owned(), wall_us: 0, cpu_us: 0, notes: String::new() };
        let scene = Alquerque.scene(USUAL, None, &[turn("c3-d4"), turn("nonsense")]);
        let Layout::Board { points, lines, .. } = &scene.layout else { panic!("a board") };
        // 84 orthogonal lines and 36 diagonal ones.
        assert_eq!((points.len(), lines.len(), scene.plies.len()), (49, 120, 2));
        let at = |ply: usize, place: [usize; 2]| {
            let index = points.iter().position(|point| *point == place).expect("on the board");
            scene.plies[ply].state.chars().nth(index).expect("a cell")
        };
        // c3 is the third column and the fifth row from the top, d4 the middle.
        assert_eq!([at(0, [2, 4]), at(0, [3, 3])], ['1', '.']);
        assert_eq!([at(1, [2, 4]), at(1, [3, 3])], ['.', '1']);
        assert_eq!([at(0, [0, 0]), at(0, [0, 3]), at(0, [6, 3])], ['2', '2', '1']);
    }
}
