use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::Move;

mod in_turn;

pub use in_turn::InTurn;

/// An independent part of a position of an impartial game, in canonical form: what a solver remembers values for.
///
/// A move is made in one component and turns it into any number of others. Components that play the same should be the same value: mirror
/// images, for example, are best made one. A component must be finite: every sequence of moves comes to an end.
///
/// Implementing this alone is enough to solve a game and, through [`Sum`], to play it. Kayles, where a player knocks down one pin
/// of a row or two that stand side by side:
///
/// ```
/// use std::ops::ControlFlow;
/// use jugada_core::{Component, GrundySearch, Limits};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// struct Row(u32);
///
/// impl Component for Row {
///     fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
///         for hit in 1..=self.0.min(2) {
///             for left in 0..=(self.0 - hit) / 2 {
///                 visit(&[Row(left), Row(self.0 - hit - left)])?;
///             }
///         }
///         ControlFlow::Continue(())
///     }
///     fn is_over(&self) -> bool { self.0 == 0 }
///     fn weight(&self) -> u32 { self.0 }
/// }
///
/// let mut search = GrundySearch::new();
/// assert_eq!(search.nimber(&[Row(5)], &Limits::new()).value, Some(4));
/// ```
pub trait Component: Copy + Eq + Hash + Ord + Debug {
    /// Hands every position that one move leads to to `visit`, as the list of its components, until there are no more or `visit` breaks.
    ///
    /// The same option may come several times. Components that are over may be in the list or left out.
    fn for_each_option<B>(&self, visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Whether no move is left in this component.
    fn is_over(&self) -> bool;

    /// A guess at how much work the component is, growing with it: the number of moves that can still be made serves well.
    ///
    /// It only decides what is searched first.
    fn weight(&self) -> u32;

    /// The component's nim-value where it is known without search: a heap of nim, for example.
    fn known_nimber(&self) -> Option<u32> {
        None
    }
}

/// A few components. Up to 6 are kept without heap allocation; there is no upper bound.
pub type Components<C> = SmallVec<[C; 6]>;

/// A position of a game in which both sides have the same moves, and who cannot move loses (or, in misère play, wins).
///
/// The implementing type is the position itself. It says which moves there are and into which independent [components](Component) it falls;
/// the values come from the components. [`Sum`] makes a position out of any component.
pub trait ImpartialGame: Clone {
    /// A move of this game.
    type Move: Move;
    /// An independent part of a position.
    type Component: Component;

    /// Hands the legal moves to `visit` one after the other, each once, until there are no more or `visit` breaks.
    fn for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The position after a move that is known to be legal. With any other move the result means nothing.
    #[must_use]
    fn play_unchecked(&self, chosen: Self::Move) -> Self;

    /// The independent parts of the position in canonical form, in any order. Parts that are over may be left out.
    fn components(&self) -> Components<Self::Component>;

    /// All legal moves.
    fn moves(&self) -> crate::MoveList<Self::Move> {
        let mut moves = crate::MoveList::new();
        let _ = self.for_each_move(|listed| {
            moves.push(listed);
            ControlFlow::<()>::Continue(())
        });
        moves
    }
}

/// A position that is given by its components: makes an [`ImpartialGame`] of any [`Component`].
///
/// A move is the place of its component in the list and the number of the option there, both from 0.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::{Component, ImpartialGame, Sum};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// # struct Heap(u32);
/// # impl Component for Heap {
/// #     fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         (0..self.0).try_for_each(|left| visit(&[Heap(left)]))
/// #     }
/// #     fn is_over(&self) -> bool { self.0 == 0 }
/// #     fn weight(&self) -> u32 { self.0 }
/// # }
/// let nim = Sum::new([Heap(1), Heap(2)]);
/// assert_eq!(nim.moves().as_slice(), [(0, 0), (1, 0), (1, 1)]);
/// assert_eq!(nim.play_unchecked((1, 1)), Sum::new([Heap(1), Heap(1)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum<C: Component> {
    components: Components<C>,
}

impl<C: Component> Sum<C> {
    /// The position that consists of these components. The order does not matter; parts that are over are dropped.
    pub fn new(components: impl IntoIterator<Item = C>) -> Self {
        let mut components: Components<C> = components.into_iter().filter(|part| !part.is_over()).collect();
        components.sort_unstable();
        Self { components }
    }

    /// The components that are not over, sorted.
    #[must_use]
    pub fn as_slice(&self) -> &[C] {
        &self.components
    }

    /// Hands every position that one move leads to to `visit`; the same one may come several times.
    pub fn for_each_option<B>(&self, mut visit: impl FnMut(Self) -> ControlFlow<B>) -> ControlFlow<B> {
        for (at, component) in self.components.iter().enumerate() {
            // Equal components have equal options.
            if at > 0 && self.components[at - 1] == *component {
                continue;
            }
            component.for_each_option(|parts| visit(self.with_replaced(at, parts)))?;
        }
        ControlFlow::Continue(())
    }

    /// The component at one place replaced by others.
    fn with_replaced(&self, at: usize, parts: &[C]) -> Self {
        let others = self
            .components
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, component)| *component);
        Self::new(others.chain(parts.iter().copied()))
    }
}

impl<C: Component> ImpartialGame for Sum<C> {
    type Move = (usize, usize);
    type Component = C;

    fn for_each_move<B>(&self, mut visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for (at, component) in self.components.iter().enumerate() {
            let mut option = 0;
            component.for_each_option(|_| {
                option += 1;
                visit((at, option - 1))
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&self, (at, option): Self::Move) -> Self {
        let mut number = 0;
        let played = self.components[at].for_each_option(|parts| {
            if number == option {
                return ControlFlow::Break(self.with_replaced(at, parts));
            }
            number += 1;
            ControlFlow::Continue(())
        });
        match played {
            ControlFlow::Break(position) => position,
            ControlFlow::Continue(()) => panic!("component {at} has no option {option}"),
        }
    }

    fn components(&self) -> Components<C> {
        self.components.clone()
    }
}
