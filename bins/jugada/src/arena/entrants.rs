//! Who takes part: built-in strategies and command lines.

use anyhow::Result;
use jugada_arena::tournament::Entrant;

use super::contests::{self, Game};
use crate::bot;

/// A bot as it is given: the name of a built-in strategy, a command line, or a name, an equals sign and one of the two.
pub fn entrant(game: &dyn Game, text: &str) -> Result<Entrant> {
    if let Some(program) = contests::built_in(game, text) {
        return Ok(Entrant::new(text, program?));
    }
    let name = text.split_once('=').filter(|(name, _)| {
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
    });
    if let Some((name, rest)) = name {
        let program = contests::built_in(game, rest).unwrap_or_else(|| bot::from_command(rest))?;
        return Ok(Entrant::new(name, program));
    }
    Ok(Entrant::new(text, bot::from_command(text)?))
}

/// All of them; those that share a name are numbered.
pub fn entrants(game: &dyn Game, texts: &[String]) -> Result<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = texts.iter().map(|text| entrant(game, text)).collect::<Result<_>>()?;
    for place in 0..entrants.len() {
        let name = entrants[place].name.clone();
        let earlier = texts[..place].iter().filter(|text| **text == texts[place]).count();
        if earlier > 0 {
            entrants[place].name = format!("{name}#{}", earlier + 1);
        }
    }
    Ok(entrants)
}
