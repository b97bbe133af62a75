use anyhow::{Context, Result};
use jugada_alquerque::{Position, replay};

/// Where to begin: the start of the game, or another position, and moves from there.
#[derive(Clone, Debug, clap::Args)]
pub struct StartArguments {
    /// Moves that lead to the position, in one argument: "c3-d4 e5*c3".
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Where the moves begin: rows from rank 7 down, side to move, both bans, number of the move. The start if it is not given.
    #[arg(long)]
    position: Option<String>,
}

impl StartArguments {
    /// The position after the moves.
    pub fn position(&self) -> Result<Position> {
        let start = match &self.position {
            None => Position::start(),
            Some(text) => text.parse().context("--position")?,
        };
        replay(start, &self.moves).context("--moves")
    }
}
