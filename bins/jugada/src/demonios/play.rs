use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use jugada_core::{Outcome, Side};
use jugada_demonios::{Cell, Engine, Options, Position, Size, Strategy};

use super::picture::picture;
use crate::dialogue::{Wish, ask};

/// Play demonios against the bot: both choose a cell, then both are shown; who cannot move loses.
#[derive(Debug, clap::Args)]
pub struct PlayArguments {
    /// Number of cells.
    #[arg(long, default_value_t = 20)]
    n: u32,
    /// Longest step.
    #[arg(long, default_value_t = 3)]
    k: u32,
    /// What the bot plays by: best, random, near, far, middle, mobility, territory or rollout.
    #[arg(long, default_value_t = Strategy::Best)]
    strategy: Strategy,
    /// Milliseconds that the bot thinks about a move.
    #[arg(long, value_name = "MS", default_value_t = 300)]
    time_per_move: u64,
    /// Makes the bot's choices repeatable.
    #[arg(long)]
    seed: Option<u64>,
}

const HELP: &str = "Type the number of a clean cell (.) within your reach, or: moves, board, help, quit.";
/// A picture of more cells helps nobody.
const MOST_CELLS: u32 = 2000;

impl PlayArguments {
    /// Plays one game.
    pub fn run(self) -> Result<ExitCode> {
        ensure!(self.n <= MOST_CELLS, "--n {}: at most {MOST_CELLS} cells can be shown", self.n);
        let size = Size::new(self.n, self.k)?;
        let mut options =
            Options::new().strategy(self.strategy).time_per_move(Duration::from_millis(self.time_per_move));
        options.seed = self.seed;
        // The engine always plays the first side, so it sees the strip from its own end.
        let mut engine = Engine::new(options);
        let colours = io::stdout().is_terminal();
        let mut input = io::stdin().lock();
        let mut position = Position::start(size);
        println!("demonios on {} cells, steps of up to {}. You are Y, the bot is B. {HELP}", self.n, self.k);
        print!("{}", picture(&position, colours));
        while position.result().is_none() {
            let seen = position.mirrored();
            let reply = engine.choose(&seen).mirrored(self.n);
            let Some(chosen) = ask_move(&position, &mut input, colours)? else {
                return Ok(ExitCode::SUCCESS);
            };
            engine.observe(&seen, chosen.mirrored(self.n));
            position.advance(chosen, reply)?;
            println!("You go to {chosen}, the bot to {reply}.");
            print!("{}", picture(&position, colours));
        }
        println!(
            "{}",
            match position.result() {
                Some(Outcome::Win(Side::First)) => "The bot has no move left: you win.",
                Some(Outcome::Win(Side::Second)) => "You have no move left: the bot wins.",
                _ => "Neither of you has a move left: a draw.",
            }
        );
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks until the answer is a legal move; nothing if the person leaves.
fn ask_move(position: &Position, input: &mut impl BufRead, colours: bool) -> io::Result<Option<Cell>> {
    loop {
        let Some(line) = ask(input, "Your cell: ")? else { return Ok(None) };
        match Wish::read(&line, str::parse::<Cell>) {
            Err(error) => println!("{error}."),
            Ok(Wish::Quit) => return Ok(None),
            Ok(Wish::Undo | Wish::Hint) => {
                println!("Both choose at once: there is nothing to take back, and the bot gives no advice.");
            }
            Ok(Wish::Help) => println!("{HELP}"),
            Ok(Wish::Board) => print!("{}", picture(position, colours)),
            Ok(Wish::Moves) => {
                let moves: Vec<String> =
                    position.destinations(Side::First).map(|cell| cell.to_string()).collect();
                println!("{}", moves.join(" "));
            }
            Ok(Wish::Move(cell)) => match position.check_move(Side::First, cell) {
                Ok(()) => return Ok(Some(cell)),
                Err(error) => println!("{cell} is not possible: {error}."),
            },
        }
    }
}
