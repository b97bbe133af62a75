use std::time::Duration;

use jugada_arena::Contest;
use jugada_arena::game::{TimeControl, Turn};
use jugada_arena::replay::{Layout, Ply, Scene};
use jugada_contest::Judge;
use jugada_strip3::{Cell, Run, Strip, Strip3Judge};

use super::Game;

/// A category is the number of cells.
pub struct Strip3;

impl Contest for Strip3 {
    fn name(&self) -> &'static str {
        "strip3"
    }

    fn judge(&self, category: &str, _: Option<&str>) -> Result<Box<dyn Judge>, String> {
        let cells = cells(category).ok_or_else(|| format!("{category:?}: a number of cells was expected"))?;
        Ok(Box::new(Strip3Judge::new(cells).map_err(|error| error.to_string())?))
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl { game: Duration::from_mins(5), answer: Some(Duration::from_secs(10)) }
    }

    fn alternates(&self) -> bool {
        true
    }

    fn role(&self, side: usize) -> &str {
        if side == 0 { "chooser" } else { "other" }
    }

    fn scene(&self, category: &str, _: Option<&str>, turns: &[Turn]) -> Scene {
        let strip = cells(category).and_then(|cells| Strip::empty(cells, Run::CONTEST).ok());
        let Some(mut strip) = strip else { return Scene::of_lines(turns) };
        let cells = strip.length();
        let mut owners = vec![None; cells];
        let mut plies = vec![Ply { state: state(&strip, &owners), turns: Vec::new() }];
        for (number, turn) in turns.iter().enumerate() {
            // The first line chooses the order, and 0 says that there is no move.
            let cell = turn.text.parse::<Cell>().ok().filter(|_| number > 0);
            if let Some(cell) = cell.filter(|cell| strip.play(*cell).is_ok())
                && let Some(owner) =
                    cell.to_string().parse::<usize>().ok().and_then(|n| owners.get_mut(n - 1))
            {
                *owner = Some(turn.side);
            }
            plies.push(Ply { state: state(&strip, &owners), turns: vec![number] });
        }
        Scene { layout: Layout::Rows { cells }, plies }
    }
}

impl Game for Strip3 {
    fn strategies(&self) -> Vec<&'static str> {
        vec!["best", "random", "stubborn"]
    }

    fn options(&self, strategy: &str) -> Vec<String> {
        ["--role={role}", "--seed={seed}", "--strategy", strategy].map(str::to_owned).into()
    }

    fn categories(&self) -> Vec<String> {
        ["12", "20", "25", "30"].map(str::to_owned).into()
    }
}

fn cells(category: &str) -> Option<usize> {
    category.trim().parse().ok()
}

/// Crosses by who made them; an empty cell where a cross is forbidden is out of use.
fn state(strip: &Strip, owners: &[Option<usize>]) -> String {
    let legal: Vec<String> = strip.legal_cells().map(|cell| cell.to_string()).collect();
    let state = owners.iter().enumerate().map(|(index, owner)| match owner {
        Some(0) => '1',
        Some(_) => '2',
        None if legal.contains(&(index + 1).to_string()) => '.',
        None => '#',
    });
    state.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_game() {
        let turn = |side, text: &str| Turn {
            side,
            text: text.to_owned(),
            wall_us: 0,
            cpu_us: 0,
            notes: String::new(),
        };
        let turns = [turn(0, "1"), turn(0, "2"), turn(1, "3"), turn(0, "5"), turn(1, "0")];
        let scene = Strip3.scene("5", None, &turns);
        let states: Vec<&str> = scene.plies.iter().map(|ply| ply.state.as_str()).collect();
        assert_eq!(states, [".....", ".....", ".1...", "#12#.", "#12#1", "#12#1"]);
    }
}
