use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use jugada_core::{Play, Random, Side};
use jugada_strip3::{Basis, Cell, Engine, Run, Settings, Strip};

use super::picture::picture;
use crate::dialogue::{Wish, ask};

/// Play strip3 against the bot: crosses in turn, never too many in a row; who cannot move loses.
#[derive(Debug, clap::Args)]
pub struct PlayArguments {
    /// Number of cells.
    #[arg(long, value_name = "CELLS", default_value_t = 12)]
    n: usize,
    /// How many crosses in a row are forbidden, 2 to 8.
    #[arg(long, default_value_t = Run::CONTEST)]
    run: Run,
    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,
    /// Who moves first; asked if it is not given.
    #[arg(long)]
    first: Option<Player>,
    /// Milliseconds that the bot thinks about a move before it plays by rule.
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time_per_move: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Player {
    You,
    Bot,
}

const HELP: &str = "Type the number of a free cell (.), or: moves, hint, undo, board, help, quit.";
/// A picture of more cells helps nobody.
const MOST_CELLS: usize = 2000;

impl PlayArguments {
    /// Plays one game.
    pub fn run(self) -> Result<ExitCode> {
        ensure!(self.n <= MOST_CELLS, "--n {}: at most {MOST_CELLS} cells can be shown", self.n);
        let mut settings = Settings::default();
        settings.play = if self.misere { Play::Misere } else { Play::Normal };
        settings.time_per_move = Duration::from_millis(self.time_per_move);
        settings.seed = Random::seed_from_clock();
        let strip = Strip::empty(self.n, self.run)?;
        let mut game = Game {
            strip,
            moves: Vec::new(),
            engine: Engine::new(settings),
            input: io::stdin().lock(),
            colours: io::stdout().is_terminal(),
        };
        let loses = if self.misere { "wins" } else { "loses" };
        println!(
            "strip3 on {} cells: never {} crosses in a row; who cannot move {loses}. {HELP}",
            self.n, self.run
        );
        let Some(first) = self.first.map_or_else(|| game.ask_first(), |first| Ok(Some(first)))? else {
            return Ok(ExitCode::SUCCESS);
        };
        game.play(if first == Player::You { Side::First } else { Side::Second }, self.misere)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A game between a person and the bot.
struct Game<R> {
    strip: Strip,
    moves: Vec<Cell>,
    engine: Engine,
    input: R,
    colours: bool,
}

impl<R: BufRead> Game<R> {
    /// Asks who moves first; nothing if the person has left.
    fn ask_first(&mut self) -> io::Result<Option<Player>> {
        loop {
            match ask(&mut self.input, "Do you want to move first (1) or second (2)? ")?.as_deref() {
                None | Some("quit" | "q") => return Ok(None),
                Some("1" | "first") => return Ok(Some(Player::You)),
                Some("2" | "second") => return Ok(Some(Player::Bot)),
                Some(other) => println!("{other:?} is neither 1 nor 2."),
            }
        }
    }

    fn play(&mut self, person: Side, misere: bool) -> io::Result<()> {
        self.show();
        loop {
            let to_move = if self.moves.len().is_multiple_of(2) { Side::First } else { Side::Second };
            if self.strip.is_over() {
                let person_wins = (to_move == person) == misere;
                let who = if to_move == person { "You have" } else { "The bot has" };
                println!("{who} no move left: {}.", if person_wins { "you win" } else { "the bot wins" });
                return Ok(());
            }
            if to_move != person {
                self.bot_moves();
            } else if !self.person_moves()? {
                return Ok(());
            }
        }
    }

    fn bot_moves(&mut self) {
        let choice = self.engine.choose(&self.strip).expect("the game is not over");
        self.put(choice.cell);
        let remark = match choice.basis {
            Basis::Won => " (it has solved this: you are lost)",
            Basis::Lost => " (it has solved this: you can win)",
            _ => "",
        };
        println!("The bot plays {}{remark}.", choice.cell);
        self.show();
    }

    /// Takes a move from the person, or does what else is wanted; whether the game goes on.
    fn person_moves(&mut self) -> io::Result<bool> {
        let Some(line) = ask(&mut self.input, "Your cell: ")? else { return Ok(false) };
        match Wish::read(&line, str::parse::<Cell>) {
            Err(error) => println!("{error}. {HELP}"),
            Ok(Wish::Quit) => return Ok(false),
            Ok(Wish::Help) => println!("{HELP}"),
            Ok(Wish::Board) => self.show(),
            Ok(Wish::Moves) => {
                let cells: Vec<String> = self.strip.legal_cells().map(|cell| cell.to_string()).collect();
                println!("{}", cells.join(" "));
            }
            Ok(Wish::Hint) => {
                let choice = self.engine.choose(&self.strip).expect("the game is not over");
                println!("Cell {}: {}.", choice.cell, choice.basis.in_words());
            }
            Ok(Wish::Undo) => {
                if self.moves.len() < 2 {
                    println!("There is no move of yours to take back.");
                } else {
                    for cell in [self.moves.pop(), self.moves.pop()].into_iter().flatten() {
                        self.strip.take_back(cell);
                    }
                    self.show();
                }
            }
            Ok(Wish::Move(cell)) => match self.strip.check(cell) {
                Err(refusal) => println!("Not possible: {refusal}."),
                Ok(()) => self.put(cell),
            },
        }
        Ok(true)
    }

    fn put(&mut self, cell: Cell) {
        self.strip.play(cell).expect("checked before");
        self.moves.push(cell);
    }

    fn show(&self) {
        print!("{}", picture(&self.strip, self.moves.last().copied(), self.colours));
    }
}
