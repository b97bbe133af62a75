use jugada_core::{Random, Side, SimultaneousGame};

use crate::model::{Character, SLIP};
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

/// How an imagined game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The first side's score.
    pub(crate) score: i32,
    /// How many more moves the first side could have made than the second.
    pub(crate) margin: i32,
}

impl End {
    fn by(margin: i32) -> Self {
        Self { score: margin.signum(), margin }
    }
}

/// The game played to its end if the first side follows a rule and the second is of this character.
pub(crate) fn playout<S: CellSet>(
    mut board: Compact<S>,
    rule: Rule,
    character: Character,
    twice_centre: i64,
    random: &mut Random,
) -> End {
    loop {
        if board.is_decided() {
            return walk_out(board, character, twice_centre, random);
        }
        let own = rule.pick(&board, Side::First, twice_centre, random);
        let other = imagine(character, &board, twice_centre, random);
        let (Some(own), Some(other)) = (own, other) else { return stuck(&board) };
        board = board.play_unchecked(narrow(own), narrow(other));
    }
}

/// The end of a game in which a side has no move: the other could have walked on.
pub(crate) fn stuck<S: CellSet>(board: &Compact<S>) -> End {
    let [own, other] = board.walks(board.reach());
    End::by(own.cast_signed() - other.cast_signed())
}

/// The end where no cell is contested any more: the first side walks as long as possible, the second as its character wants, which
/// may be less than it could.
pub(crate) fn walk_out<S: CellSet>(
    mut board: Compact<S>,
    character: Character,
    twice_centre: i64,
    random: &mut Random,
) -> End {
    let [own, most] = board.walks(board.reach()).map(u32::cast_signed);
    if own > most {
        return End::by(own - most);
    }
    let mut walked = 0;
    while let Some(to) = imagine(character, &board, twice_centre, random) {
        board = board.after(Side::Second, to);
        walked += 1;
    }
    End::by(own - walked)
}
