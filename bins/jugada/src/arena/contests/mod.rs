//! The games as the arena plays them.

mod alquerque;
mod demonios;
mod strip3;

use anyhow::{Context, Result};
use jugada_arena::Contest;
use jugada_arena::process::Program;
use jugada_core::quoted;

use crate::bot;

/// A game that the command line can hold contests in.
pub trait Game: Contest {
    /// The built-in strategies, the strongest first.
    fn strategies(&self) -> Vec<&'static str>;

    /// The options of the built-in bot for a strategy, with [blanks](jugada_arena::tournament::Entrant::program) to fill.
    fn options(&self, strategy: &str) -> Vec<String>;

    /// What is played where nobody says otherwise.
    fn categories(&self) -> Vec<String>;
}

/// All games.
const GAMES: [&dyn Game; 3] = [&alquerque::Alquerque, &demonios::Demonios, &strip3::Strip3];

/// The game of this name.
pub fn game(name: &str) -> Result<&'static dyn Game> {
    let known = || GAMES.map(Contest::name).join(", ");
    GAMES
        .into_iter()
        .find(|game| game.name() == name)
        .with_context(|| format!("{}: the games are {}", quoted(name), known()))
}

/// The program of a built-in strategy, if there is one of this name.
pub fn built_in(game: &dyn Game, strategy: &str) -> Option<Result<Program>> {
    game.strategies().contains(&strategy).then(|| {
        let options = game.options(strategy);
        bot::built_in(game.name(), &options.iter().map(String::as_str).collect::<Vec<_>>())
    })
}
