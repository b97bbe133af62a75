use std::time::Duration;

use jugada_arena::Contest;
use jugada_arena::game::{Status, TimeControl, Turn};
use jugada_arena::replay::{Layout, Ply, Scene};
use jugada_contest::Judge;
use jugada_core::Side;
use jugada_demonios::{Cell, Position, Referee, Size, Strategy};

use super::Game;

/// A category is the number of cells and the step, as in `25 2`.
pub struct Demonios;

/// The largest strip that is drawn.
const WIDEST: u64 = 400;

impl Contest for Demonios {
    fn name(&self) -> &'static str {
        "demonios"
    }

    fn judge(&self, category: &str, _: Option<&str>) -> Result<Box<dyn Judge>, String> {
        Ok(Box::new(Referee::new(category.parse::<Size>().map_err(|error| error.to_string())?)))
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl { game: Duration::from_mins(5), answer: Some(Duration::from_secs(5)) }
    }

    fn alternates(&self) -> bool {
        false
    }

    fn disqualifies(&self, status: Status) -> bool {
        matches!(status, Status::Illegal | Status::Malformed)
    }

    fn scene(&self, category: &str, _: Option<&str>, turns: &[Turn]) -> Scene {
        let Ok(size) = category.parse::<Size>() else { return Scene::of_lines(turns) };
        let n = u64::from(size.n());
        if n > WIDEST {
            return Scene::of_lines(turns);
        }
        let mut position = Position::start(size);
        let mut plies = vec![Ply { state: state(&position), turns: Vec::new() }];
        let mut written: [Option<(usize, Cell)>; 2] = [None; 2];
        for (number, turn) in turns.iter().enumerate() {
            let cell = turn.text.parse::<Cell>().ok().filter(|cell| u64::from(cell.number()) <= n);
            // The second side counts from the other end.
            let cell = cell.map(|cell| if turn.side == 0 { cell } else { cell.mirrored(size.n()) });
            written[turn.side] = cell.map(|cell| (number, cell));
            let [Some((one, first)), Some((other, second))] = written else { continue };
            if position.advance(first, second).is_err() {
                break;
            }
            written = [None; 2];
            plies.push(Ply { state: state(&position), turns: vec![one.min(other), one.max(other)] });
        }
        // A line that the opponent never answered.
        if let Some((number, _)) = written.into_iter().flatten().next() {
            plies.push(Ply { state: state(&position), turns: vec![number] });
        }
        Scene { layout: Layout::Rows { cells: usize::try_from(n).unwrap_or(0) }, plies }
    }
}

impl Game for Demonios {
    fn strategies(&self) -> Vec<&'static str> {
        Strategy::ALL.map(Strategy::name).into()
    }

    fn options(&self, strategy: &str) -> Vec<String> {
        ["--seed={seed}", "--strategy", strategy].map(str::to_owned).into()
    }

    fn categories(&self) -> Vec<String> {
        ["25 2", "25 5", "50 5"].map(str::to_owned).into()
    }
}

fn state(position: &Position) -> String {
    let [first, second] = Side::BOTH.map(|side| position.cell(side).number());
    (1..=position.size().n())
        .map(|number| match (first == number, second == number) {
            (true, true) => '*',
            (true, false) => '1',
            (false, true) => '2',
            (false, false) if Cell::new(number).is_some_and(|cell| position.is_clean(cell)) => '.',
            _ => '#',
        })
        .collect()
}
