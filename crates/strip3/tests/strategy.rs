//! The player wins every game, checked by walking through everything its opponent can do, against values computed here from the rules.

use std::collections::{HashMap, HashSet};

use jugada_contest::Player;
use jugada_strip3::{Basis, Cell, Engine, Run, Settings, Strip, Strip3Player};

/// Values of strips of up to 32 cells from the rules, with nothing of the crate: three in a row forbidden, normal play.
#[derive(Default)]
struct Plain {
    values: HashMap<(u32, u32), u32>,
}

/// Whether the cell may be crossed.
fn is_legal(crosses: u32, cells: u32, cell: u32) -> bool {
    let after = u64::from(crosses | 1 << cell);
    crosses >> cell & 1 == 0 && cell < cells && after & after >> 1 & after >> 2 == 0
}

impl Plain {
    /// The nim-value of a position: the nim-sum over the stretches between cells that can never be crossed.
    fn value(&mut self, crosses: u32, cells: u32) -> u32 {
        let is_open = |cell: u32| crosses >> cell & 1 == 1 || is_legal(crosses, cells, cell);
        let mut sum = 0;
        let mut cell = 0;
        while cell < cells {
            let end = (cell..cells).find(|cell| !is_open(*cell)).unwrap_or(cells);
            let length = end - cell;
            if length > 0 {
                let mask = u32::MAX >> (32 - length);
                sum ^= self.stretch_value(crosses >> cell & mask, length);
            }
            cell = end + 1;
        }
        sum
    }

    fn stretch_value(&mut self, crosses: u32, cells: u32) -> u32 {
        if let Some(value) = self.values.get(&(crosses, cells)) {
            return *value;
        }
        let legal = (0..cells).filter(|cell| is_legal(crosses, cells, *cell));
        let options: HashSet<u32> = legal.map(|cell| self.value(crosses | 1 << cell, cells)).collect();
        let value = (0..=cells).find(|value| !options.contains(value)).expect("no more options than cells");
        self.values.insert((crosses, cells), value);
        value
    }
}

/// Walks through all boards that can come up with the opponent to move while the engine plays, and checks that their value is 0.
struct Walk<'a> {
    cells: u32,
    plain: &'a mut Plain,
    engine: Engine,
    seen: HashSet<u32>,
}

impl Walk<'_> {
    fn strip(&self, crosses: u32) -> Strip {
        let text: String =
            (0..self.cells).map(|cell| if crosses >> cell & 1 == 1 { 'X' } else { '.' }).collect();
        Strip::from_text(&text, Run::CONTEST).expect("a legal position")
    }

    /// The engine moves. Its value must not be 0.
    fn engine_moves(&mut self, crosses: u32) {
        let strip = self.strip(crosses);
        let choice = self.engine.choose(&strip).expect("a won position has a move");
        assert_eq!(choice.basis, Basis::Won, "{strip}");
        let cell = u32::try_from(choice.cell.number() - 1).expect("small");
        assert!(is_legal(crosses, self.cells, cell), "{} in {strip}", choice.cell);
        self.opponent_moves(crosses | 1 << cell);
    }

    /// The opponent makes every move there is.
    fn opponent_moves(&mut self, crosses: u32) {
        if !self.seen.insert(crosses) {
            return;
        }
        assert_eq!(self.plain.value(crosses, self.cells), 0, "{}", self.strip(crosses));
        let cells = self.cells;
        for cell in (0..cells).filter(|cell| is_legal(crosses, cells, *cell)) {
            self.engine_moves(crosses | 1 << cell);
        }
    }
}

/// How many boards the opponent can get to see, all of value 0.
fn walk(cells: u32, plain: &mut Plain) -> usize {
    let first_wins = plain.value(0, cells) != 0;
    let mut walk = Walk { cells, plain, engine: Engine::new(Settings::default()), seen: HashSet::new() };
    let outcome = walk.engine.outcome(&walk.strip(0)).expect("a short strip");
    assert_eq!((outcome.0.is_won(), outcome.1), (first_wins, true), "{cells} cells");
    if first_wins {
        walk.engine_moves(0);
    } else {
        walk.opponent_moves(0);
    }
    walk.seen.len()
}

#[test]
fn always_leaves_value_0_to_20_cells() {
    let mut plain = Plain::default();
    let mut boards = 0;
    for cells in 0..=20 {
        boards += walk(cells, &mut plain);
    }
    assert!(boards > 1_000, "{boards} boards");
}

#[test]
#[ignore = "about 3 minutes in a release build: 6 million boards"]
fn always_leaves_value_0_to_30_cells() {
    let mut plain = Plain::default();
    let boards: usize = (21..=30).map(|cells| walk(cells, &mut plain)).sum();
    assert!(boards > 1_000_000, "{boards} boards");
}

/// Plays every line of the opponent against copies of the player, through the contest's protocol; how many games that makes.
fn all_games(player: &Strip3Player, strip: &Strip, games: &mut u32) {
    let legal: Vec<Cell> = strip.legal_cells().collect();
    for &cell in &legal {
        let mut player = player.clone();
        let mut strip = strip.clone();
        strip.play(cell).expect("legal");
        let reply = player.receive(&cell.to_string()).expect("a legal move is accepted");
        let [answer] = reply.lines.as_slice() else { panic!("one answer, not {reply:?}") };
        assert_ne!(answer, "0", "the player has no move: it has lost on {strip}");
        strip.play(answer.parse().expect("a cell")).expect("the player's move is legal");
        all_games(&player, &strip, games);
    }
    if legal.is_empty() {
        assert!(player.clone().receive("0").expect("the end is accepted").finished);
        *games += 1;
    }
}

#[test]
fn wins_every_game_to_16_cells() {
    let mut games = 0;
    for cells in 0..=16 {
        let mut strip = Strip::empty(cells, Run::CONTEST).expect("short");
        let mut player = Strip3Player::new(Settings::default());
        let reply = player.receive(&cells.to_string()).expect("a length is accepted");
        match reply.lines.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["2"] => {}
            ["1", first] => strip.play(first.parse().expect("a cell")).expect("legal"),
            other => panic!("{other:?}"),
        }
        all_games(&player, &strip, &mut games);
    }
    assert!(games > 10_000, "{games} games");
}
