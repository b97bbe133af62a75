use jugada_core::{Random, Side};

use crate::strategy::{Rule, best};
use crate::{CellSet, Compact};

/// How our own play is imagined in playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// By a rule of thumb.
    Follow(Rule),
    /// Most clean cells of our own minus the other's, where what both can reach belongs to whom it is nearer to.
    Claim,
    /// The longest walk over the cells of our own.
    Walk,
}

impl Script {
    /// All that are tried.
    pub(crate) const ALL: [Self; 7] = [
        Self::Claim,
        Self::Walk,
        Self::Follow(Rule::Face),
        Self::Follow(Rule::Near),
        Self::Follow(Rule::Far),
        Self::Follow(Rule::Random),
        Self::Follow(Rule::Territory),
    ];

    /// A move of the first side; nothing if it cannot move.
    pub(crate) fn pick<S: CellSet>(
        self,
        board: &Compact<S>,
        twice_centre: i64,
        random: &mut Random,
    ) -> Option<u32> {
        match self {
            Self::Follow(rule) => rule.pick(board, Side::First, twice_centre, random),
            Self::Claim => one_of_best(board, random, |shares, _| {
                i64::from(shares[0].count()) - i64::from(shares[1].count())
            }),
            Self::Walk => one_of_best(board, random, |shares, after| after.walks(shares)[0].into()),
        }
    }
}

/// One of the first side's moves after which the shares of the board are worth most.
fn one_of_best<S: CellSet>(
    board: &Compact<S>,
    random: &mut Random,
    worth: impl Fn([S; 2], &Compact<S>) -> i64,
) -> Option<u32> {
    let cells = best(board, Side::First, |to| {
        let after = board.after(Side::First, to);
        worth(after.shares(), &after)
    });
    random.choose(&cells).copied()
}
