use jugada_core::{Random, Side, SimultaneousGame};

use crate::model::{Character, SLIP};
use crate::script::Script;
use crate::strategy::Rule;
use crate::{CellSet, Compact};

/// Points by the contest's rules for a score: 10 for a win, 1 for a draw.
pub(crate) fn points(score: i32) -> f64 {
    match score {
        1.. => 10.0,
        0 => 1.0,
        _ => 0.0,
    }
}

/// A game played to its end at random by both sides: the first side's score.
pub(crate) fn random_playout<S: CellSet>(mut board: Compact<S>, random: &mut Random) -> i32 {
    use crate::board::Board;
    loop {
        match Side::BOTH.map(|side| board.any_target(side, random)) {
            [Some(first), Some(second)] => board = board.play_unchecked(narrow(first), narrow(second)),
            [first, second] => return i32::from(first.is_some()) - i32::from(second.is_some()),
        }
    }
}

/// A cell of a compact position as its move.
pub(crate) fn narrow(cell: u32) -> u8 {
    u8::try_from(cell).expect("compact positions have at most 256 cells")
}

/// A move of the second side if it is of this character; nothing if it cannot move.
pub(crate) fn imagine<S: CellSet>(
    character: Character,
    board: &Compact<S>,
    twice_centre: i64,
    random: &mut Random,
) -> Option<u32> {
    let rule = match character {
        _ if random.unit() < SLIP => Rule::Random,
        Character::Follows(rule) => rule,
        // Playing random games inside random games is too slow. What they favour is room, more or less.
        Character::Samples if random.below(2) == 0 => Rule::Territory,
        Character::Samples => Rule::Random,
    };
    rule.pick(board, Side::Second, twice_centre, random)
}

/// The game played to its end if the first side follows a script and the second is of this character: the
/// first side's score.
pub(crate) fn playout<S: CellSet>(
    mut board: Compact<S>,
    script: Script,
    character: Character,
    twice_centre: i64,
    random: &mut Random,
) -> i32 {
    loop {
        if board.is_decided() {
            return walk_out(board, character, twice_centre, random);
        }
        let own = script.pick(&board, twice_centre, random);
        let other = imagine(character, &board, twice_centre, random);
        let (Some(own), Some(other)) = (own, other) else {
            return i32::from(own.is_some()) - i32::from(other.is_some());
        };
        board = board.play_unchecked(narrow(own), narrow(other));
    }
}

/// The score where no cell is contested any more: the first side walks as long as possible, the second as its character wants, which
/// may be less than it could.
pub(crate) fn walk_out<S: CellSet>(
    mut board: Compact<S>,
    character: Character,
    twice_centre: i64,
    random: &mut Random,
) -> i32 {
    let [own, most] = board.walks(board.reach());
    if own > most {
        return 1;
    }
    for _ in 0..own {
        match imagine(character, &board, twice_centre, random) {
            Some(to) => board = board.after(Side::Second, to),
            None => return 1,
        }
    }
    // We are stuck now; whether the other is, too, tells a draw from a loss.
    if board.destinations(Side::Second).is_empty() { 0 } else { -1 }
}
