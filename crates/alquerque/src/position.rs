use std::fmt;
use std::ops::{ControlFlow, Index, IndexMut};

use jugada_core::{Game, Outcome, Side, split_mix_64};

use crate::{Move, Point, PointSet};

/// Moves that each side makes before the game is drawn.
pub const MOVES_EACH: u16 = 100;

/// Plies after which the game is drawn.
pub(crate) const LAST_PLY: u16 = 2 * MOVES_EACH;

/// One value for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct BySide<T>([T; 2]);

impl<T> BySide<T> {
    pub(crate) const fn new(first: T, second: T) -> Self {
        Self([first, second])
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

/// A quiet move that a side may not make: it would take its previous move straight back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ban {
    /// Where the stone stands that made the previous move.
    pub from: Point,
    /// Where it came from.
    pub to: Point,
}

impl Ban {
    fn applies(self, own: PointSet, empty: PointSet) -> bool {
        own.contains(self.from) && empty.contains(self.to)
    }
}

/// A position of alquerque as the `CodeCup` played it in 2008: stones, side to move, both no-return bans and the number of moves played.
///
/// White is [`Side::First`], Black [`Side::Second`]. A ban that nothing can come of, since its stone was taken or the point it came from
/// was occupied, is dropped, so that equal prospects make equal positions.
///
/// ```
/// use jugada_alquerque::Position;
/// use jugada_core::{Game, Notation, perft};
///
/// let start = Position::start();
/// let texts: Vec<String> = start.moves().into_iter().map(|listed| start.display_move(listed)).collect();
/// assert_eq!(texts, ["c3-d4", "d3-d4", "e3-d4", "e4-d4"]);
/// assert_eq!(perft(&start, 5), 101);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) stones: BySide<PointSet>,
    pub(crate) bans: BySide<Option<Ban>>,
    /// Hash of the stones, kept up move by move.
    stones_key: u64,
    plies: u16,
}

impl Position {
    /// The position at the start of the game.
    #[must_use]
    pub fn start() -> Self {
        let mut white = PointSet::EMPTY;
        let mut black = PointSet::EMPTY;
        for point in Point::all() {
            match (point.rank(), point.file()) {
                (0..=2, _) | (3, 4..) => white = white.with(point),
                (4.., _) | (3, 0..=2) => black = black.with(point),
                _ => {}
            }
        }
        Self::from_parts(white, black, None, None, 0)
    }

    /// A position from its parts, which the caller has checked.
    pub(crate) fn from_parts(
        white: PointSet,
        black: PointSet,
        white_ban: Option<Ban>,
        black_ban: Option<Ban>,
        plies: u16,
    ) -> Self {
        let stones = BySide::new(white, black);
        let bans = BySide::new(white_ban, black_ban);
        let stones_key = Side::BOTH.into_iter().fold(0, |key, side| {
            stones[side].into_iter().fold(key, |key, point| key ^ stone_key(side, point))
        });
        Self { stones, bans, stones_key, plies }
    }

    /// The stones of a side.
    #[must_use]
    pub fn stones(&self, side: Side) -> PointSet {
        self.stones[side]
    }

    /// The points without a stone.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> PointSet {
        PointSet::BOARD.without(self.stones[Side::First].union(self.stones[Side::Second]))
    }

    /// The quiet move that this side may not make at its next turn.
    #[must_use]
    pub fn ban(&self, side: Side) -> Option<Ban> {
        self.bans[side]
    }

    /// How many moves both sides together have made: 0 to 200.
    #[must_use]
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// How many moves both sides together may still make before the game is drawn.
    #[must_use]
    pub fn plies_left(&self) -> u16 {
        LAST_PLY.saturating_sub(self.plies)
    }

    /// The contest's points for the first and the second side if the game ended here in a draw: seven less the opponent's
    /// stones, and at least 0.
    ///
    /// ```
    /// use jugada_alquerque::Position;
    /// let end: Position = "w6/7/7/7/7/7/bbb4 w - - 101".parse()?;
    /// assert_eq!(end.draw_points(), [4, 6]);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn draw_points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| 7_u32.saturating_sub(self.stones[side.opponent()].len()))
    }

    /// A key for everything but the number of moves played: the same for positions that differ only in how far off the
    /// end of the game is.
    #[must_use]
    #[inline]
    pub fn key_without_plies(&self) -> u64 {
        self.key_with(self.plies & 1)
    }

    #[inline]
    fn key_with(&self, plies: u16) -> u64 {
        let code =
            |ban: Option<Ban>| ban.map_or(0, |ban| u64::from(ban.from.bit()) << 8 | u64::from(ban.to.bit()));
        let mut rest =
            u64::from(plies) | code(self.bans[Side::First]) << 16 | code(self.bans[Side::Second]) << 32;
        self.stones_key ^ split_mix_64(&mut rest)
    }

    /// The same position on a board that is turned or mirrored: every point goes to its image.
    #[cfg(any(test, feature = "testkit"))]
    pub(crate) fn map_points(&self, image: impl Fn(Point) -> Point) -> Self {
        let set = |side: Side| self.stones[side].into_iter().map(&image).collect();
        let ban = |side: Side| self.bans[side].map(|ban| Ban { from: image(ban.from), to: image(ban.to) });
        Self::from_parts(set(Side::First), set(Side::Second), ban(Side::First), ban(Side::Second), self.plies)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl Game for Position {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let to_move = self.side_to_move();
        if self.stones[to_move].is_empty() {
            // On the last move, too: only being blocked does not count any more when the game is drawn.
            Some(Outcome::Win(to_move.opponent()))
        } else if self.plies >= LAST_PLY {
            Some(Outcome::Draw)
        } else if self.has_move() {
            None
        } else {
            Some(Outcome::Win(to_move.opponent()))
        }
    }

    #[inline]
    fn for_each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_results()
    }

    fn is_legal(&self, asked: Move) -> bool {
        self.allows(asked)
    }

    #[inline]
    fn play_unchecked(&self, chosen: Move) -> Self {
        let own = self.side_to_move();
        let other = own.opponent();
        let mut next = *self;
        next.plies += 1;
        next.stones[own] = self.stones[own].without(PointSet::only(chosen.from())).with(chosen.to());
        next.stones_key ^= stone_key(own, chosen.from()) ^ stone_key(own, chosen.to());
        if chosen.is_capture() {
            next.stones[other] = self.stones[other].without(chosen.captured());
            for point in chosen.captured() {
                next.stones_key ^= stone_key(other, point);
            }
            next.bans[own] = None;
        } else {
            next.bans[own] = Some(Ban { from: chosen.to(), to: chosen.from() });
        }
        next.bans[other] = next.bans[other].filter(|ban| ban.applies(next.stones[other], next.empty()));
        next
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key_with(self.plies)
    }
}

/// The hash of one stone on one point.
#[inline]
fn stone_key(side: Side, point: Point) -> u64 {
    STONE_KEYS[side.index()][point.bit() as usize & 63]
}

static STONE_KEYS: [[u64; 64]; 2] = {
    let mut state = 0x616C_7175_6572_7175;
    let mut keys = [[0; 64]; 2];
    let mut index = 0;
    while index < 128 {
        keys[index / 64][index % 64] = split_mix_64(&mut state);
        index += 1;
    }
    keys
};
