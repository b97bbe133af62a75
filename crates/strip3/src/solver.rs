use std::ops::ControlFlow;

use jugada_core::{
    Choice, Components, GrundySearch, ImpartialGame, Limits, OutcomeClass, Play, Progress, Report, Search,
    WholeSearch,
};

use crate::{Cell, Segment, Strip, Wide, Word};

/// Solves positions of strips in which no stretch between dead cells is longer than [`Solver::LONGEST`].
///
/// Normal play goes by nim-values of [segments](Segment), misère play by whole positions, which is good for about 20 cells. Segments are kept in one, two, four
/// or sixteen machine words, whichever is enough for the longest of the position; a change of that size forgets what was found out.
///
/// ```
/// use jugada_core::{Limits, OutcomeClass, Play, Search};
/// use jugada_strip3::{Run, Solver, Strip};
/// // The text that the game comes from calls this a win for the first player; by the rules exactly two crosses fit.
/// let three_cells = Strip::empty(3, Run::CONTEST)?;
/// let report = Solver::new(Play::Normal).search(&three_cells, &Limits::new());
/// assert_eq!((report.value, report.is_proven()), (Some(OutcomeClass::Previous), true));
/// # Ok::<(), jugada_strip3::TooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    play: Play,
    searches: Size,
}

#[derive(Clone, Debug)]
enum Size {
    One(Box<Searches<u64>>),
    Two(Box<Searches<u128>>),
    Four(Box<Searches<Wide<4>>>),
    Sixteen(Box<Searches<Wide<16>>>),
}

#[derive(Clone, Debug)]
struct Searches<W: Word> {
    grundy: GrundySearch<Segment<W>>,
    whole: WholeSearch<Segment<W>>,
}

impl<W: Word> Searches<W> {
    fn new(play: Play) -> Box<Self> {
        Box::new(Self { grundy: GrundySearch::new(), whole: WholeSearch::new(play) })
    }
}

/// Does the same with searches of the size that the position needs; the second expression where no size is enough.
macro_rules! at_size_of {
    ($solver:expr, $strip:expr, |$searches:ident, $position:ident| $search:expr, else $too_long:expr) => {{
        let strip = $strip;
        match $solver.sized_for(strip) {
            None => $too_long,
            Some(Size::One($searches)) => {
                let $position = &Fitted::<u64>::new(strip);
                $search
            }
            Some(Size::Two($searches)) => {
                let $position = &Fitted::<u128>::new(strip);
                $search
            }
            Some(Size::Four($searches)) => {
                let $position = &Fitted::<Wide<4>>::new(strip);
                $search
            }
            Some(Size::Sixteen($searches)) => {
                let $position = &Fitted::<Wide<16>>::new(strip);
                $search
            }
        }
    }};
}

impl Solver {
    /// The longest stretch, in cells, that can be searched.
    pub const LONGEST: usize = Segment::<Wide<16>>::MAX_LENGTH as usize;

    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(play: Play) -> Self {
        Self { play, searches: Size::One(Searches::new(play)) }
    }

    /// The kind of play that it solves.
    #[must_use]
    pub const fn play(&self) -> Play {
        self.play
    }

    /// The position's nim-value (in normal play): proven whenever there is one. None if limits end the search or the strip is too long.
    pub fn nimber(
        &mut self,
        strip: &Strip,
        limits: &Limits,
        progress: &mut Progress<'_, (), u32>,
    ) -> Report<(), u32> {
        at_size_of!(self, strip, |searches, position| {
            searches.grundy.nimber_with(&position.components(), limits, progress)
        }, else Report::empty())
    }

    /// All cells that win, from the left: the value is their list. Those found in time where the report is not proven.
    pub fn winning_cells(
        &mut self,
        strip: &Strip,
        limits: &Limits,
        progress: &mut Progress<'_, Cell, Vec<Cell>>,
    ) -> Report<Cell, Vec<Cell>> {
        let play = self.play;
        at_size_of!(self, strip, |searches, position| match play {
            Play::Normal => searches.grundy.winning_moves(position, limits, progress),
            Play::Misere => searches.whole.winning_moves(position, limits, progress),
        }, else Report::empty())
    }

    /// The searches for the longest stretch of this position; none if it is too long.
    fn sized_for(&mut self, strip: &Strip) -> Option<&mut Size> {
        let longest = strip.stretches().map(|stretch| stretch.length).max().unwrap_or(0);
        let fits = |max_length: u32| longest <= max_length as usize;
        let play = self.play;
        if fits(Segment::<u64>::MAX_LENGTH) {
            if !matches!(self.searches, Size::One(_)) {
                self.searches = Size::One(Searches::new(play));
            }
        } else if fits(Segment::<u128>::MAX_LENGTH) {
            if !matches!(self.searches, Size::Two(_)) {
                self.searches = Size::Two(Searches::new(play));
            }
        } else if fits(Segment::<Wide<4>>::MAX_LENGTH) {
            if !matches!(self.searches, Size::Four(_)) {
                self.searches = Size::Four(Searches::new(play));
            }
        } else if fits(Segment::<Wide<16>>::MAX_LENGTH) {
            if !matches!(self.searches, Size::Sixteen(_)) {
                self.searches = Size::Sixteen(Searches::new(play));
            }
        } else {
            return None;
        }
        Some(&mut self.searches)
    }
}

/// Best move: one that wins, if there is one, else the one after which the loss takes longest. Where a stretch is too long, the first legal cell, and no value.
impl Search<Strip> for Solver {
    type Move = Cell;
    type Value = OutcomeClass;

    fn search_with(
        &mut self,
        strip: &Strip,
        limits: &Limits,
        progress: &mut Progress<'_, Cell, OutcomeClass>,
    ) -> Report<Cell, OutcomeClass> {
        let play = self.play;
        at_size_of!(self, strip, |searches, position| match play {
            Play::Normal => searches.grundy.search_with(position, limits, progress),
            Play::Misere => searches.whole.search_with(position, limits, progress),
        }, else {
            let mut report = Report::empty();
            report.choice = strip.legal_cells().next().map(Choice::Pure);
            report
        })
    }
}

/// A strip whose stretches all fit into a word.
#[derive(Clone, Debug)]
pub(crate) struct Fitted<W: Word> {
    strip: Strip,
    word: std::marker::PhantomData<W>,
}

impl<W: Word> Fitted<W> {
    pub(crate) fn new(strip: &Strip) -> Self {
        Self { strip: strip.clone(), word: std::marker::PhantomData }
    }
}

impl<W: Word> ImpartialGame for Fitted<W> {
    type Move = Cell;
    type Component = Segment<W>;

    fn for_each_move<B>(&self, visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        self.strip.legal_cells().try_for_each(visit)
    }

    fn play_unchecked(&self, chosen: Cell) -> Self {
        let mut next = self.clone();
        next.strip.set_cross(chosen);
        next
    }

    fn components(&self) -> Components<Self::Component> {
        self.strip.segments().expect("only made of strips that fit")
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::testkit::check_impartial;
    use proptest::prelude::*;

    use super::*;
    use crate::Run;

    /// A position reached by legal moves: the cells are tried in the given order.
    fn strip(run: u8, length: usize, tried: &[usize]) -> Strip {
        let mut strip = Strip::empty(length, Run::new(run).expect("a run")).expect("short");
        for &index in tried {
            let _ = strip.play(Cell::from_index(index % length.max(1)));
        }
        strip
    }

    /// The segments as text, sorted: words of different size order them differently.
    fn texts<W: Word>(strip: &Strip) -> Vec<String> {
        let segments = Fitted::<W>::new(strip).components();
        let mut texts: Vec<String> = segments.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    proptest! {
        #[test]
        fn components_tell_the_game_of_the_cells(
            run in 2_u8..=8, length in 1_usize..12, tried in prop::collection::vec(0_usize..100, 0..8)
        ) {
            let strip = strip(run, length, &tried);
            check_impartial(&Fitted::<u64>::new(&strip));
            check_impartial(&Fitted::<Wide<4>>::new(&strip));
        }

        #[test]
        fn every_size_of_word_gives_the_same_segments(
            run in 2_u8..=8, length in 1_usize..63, tried in prop::collection::vec(0_usize..100, 0..40)
        ) {
            let strip = strip(run, length, &tried);
            let one = texts::<u64>(&strip);
            for other in [texts::<u128>(&strip), texts::<Wide<4>>(&strip), texts::<Wide<16>>(&strip)] {
                prop_assert_eq!(&one, &other);
            }
        }
    }
}
