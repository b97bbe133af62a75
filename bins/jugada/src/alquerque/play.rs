use std::io::{self, BufRead};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use jugada_alquerque::{Engine, EngineOptions, Move, Position};
use jugada_core::{Game, Limits, Notation, Outcome, Random, Search, Side};

use super::analyse::score;
use super::board::{drawn, state};
use super::start::StartArguments;
use crate::dialogue::{Wish, ask};
use crate::limits::seconds;

/// Play alquerque against the bot on a 7 × 7 board: captures are forced and go on as long as they can.
#[derive(Debug, clap::Args)]
pub struct PlayArguments {
    #[command(flatten)]
    start: StartArguments,
    /// Your side.
    #[arg(long, default_value = "white")]
    side: Colour,
    /// Seconds that the bot thinks about a move.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    White,
    Black,
}

const HELP: &str =
    "Type a move (c3-d4, or e5*c3*a1 with every point on the way), or: moves, hint, undo, board, help, quit.";

impl PlayArguments {
    /// Plays one game.
    pub fn run(self) -> Result<ExitCode> {
        let start = self.start.position()?;
        ensure!(start.outcome().is_none(), "the game is over in this position");
        let mut game = Table {
            positions: vec![(start, None)],
            engine: Engine::new(EngineOptions::default().seed(Random::seed_from_clock())),
            thinking: Limits::new().time(self.time),
            input: io::stdin().lock(),
        };
        println!("Alquerque: whoever takes or blocks all stones wins. {HELP}");
        game.play(if self.side == Colour::White { Side::First } else { Side::Second })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A game between a person and the bot.
struct Table<R> {
    /// All positions of the game and the moves that led to them; never empty.
    positions: Vec<(Position, Option<Move>)>,
    engine: Engine,
    thinking: Limits,
    input: R,
}

impl<R: BufRead> Table<R> {
    fn position(&self) -> Position {
        self.positions[self.positions.len() - 1].0
    }

    fn play(&mut self, person: Side) -> io::Result<()> {
        self.show();
        loop {
            let position = self.position();
            if let Some(outcome) = position.outcome() {
                println!("{}", ending(&position, outcome, person));
                return Ok(());
            }
            if position.side_to_move() != person {
                let (chosen, value) = self.think();
                let text = position.display_move(chosen);
                self.put(chosen);
                self.show();
                println!("The bot has played {text} ({value}).");
            } else if !self.person_moves()? {
                return Ok(());
            }
        }
    }

    /// The bot's choice and what it makes of it, in points.
    fn think(&mut self) -> (Move, String) {
        let position = self.position();
        let moves = position.moves();
        if let [only] = moves[..] {
            return (only, "the only move".to_owned());
        }
        let report = self.engine.search().search(&position, &self.thinking);
        let value = report.value.map_or_else(|| "no idea".to_owned(), score);
        (*report.best_move().expect("a game that goes on has a move"), value)
    }

    /// Takes a move from the person, or does what else is wanted; whether the game goes on.
    fn person_moves(&mut self) -> io::Result<bool> {
        let Some(line) = ask(&mut self.input, "Your move: ")? else { return Ok(false) };
        match Wish::read(&line, |text| self.position().parse_move(text)) {
            Err(error) => println!("Not possible: {error}."),
            Ok(Wish::Quit) => return Ok(false),
            Ok(Wish::Help) => println!("{HELP}"),
            Ok(Wish::Board) => self.show(),
            Ok(Wish::Moves) => println!("{}", self.position().paths().join(" ")),
            Ok(Wish::Hint) => {
                let (chosen, value) = self.think();
                println!("{} ({value}).", self.position().display_move(chosen));
            }
            Ok(Wish::Undo) if self.positions.len() < 3 => println!("There is no move of yours to take back."),
            Ok(Wish::Undo) => {
                self.positions.truncate(self.positions.len() - 2);
                self.show();
            }
            Ok(Wish::Move(chosen)) => {
                self.put(chosen);
                self.show();
            }
        }
        Ok(true)
    }

    fn put(&mut self, chosen: Move) {
        let next = self.position().play_unchecked(chosen);
        self.positions.push((next, Some(chosen)));
    }

    fn show(&self) {
        let (position, last) = self.positions[self.positions.len() - 1];
        println!("\n{}{}", drawn(&position, last), state(&position));
    }
}

fn ending(position: &Position, outcome: Outcome, person: Side) -> String {
    match outcome {
        Outcome::Win(winner) if winner == person => "You win, 12 to 0.".to_owned(),
        Outcome::Win(_) => "The bot wins, 12 to 0.".to_owned(),
        Outcome::Draw => {
            let points = position.draw_points();
            let (yours, other) = (points[person.index()], points[person.opponent().index()]);
            format!("A draw after 100 moves each: {yours} points for you, {other} for the bot.")
        }
    }
}
