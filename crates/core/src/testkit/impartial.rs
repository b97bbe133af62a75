use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::{Component, ImpartialGame, OutcomeClass, Play, Sum};

/// The nim-value of a sum by the definition: the smallest number that no option has (mex). Slow and obviously right.
///
/// `cache` saves work from call to call.
pub fn plain_nimber<C: Component>(sum: &Sum<C>, cache: &mut BTreeMap<Sum<C>, u32>) -> u32 {
    if let Some(known) = cache.get(sum) {
        return *known;
    }
    let mut values = BTreeSet::new();
    let _ = sum.for_each_option(|option| {
        values.insert(plain_nimber(&option, cache));
        ControlFlow::<()>::Continue(())
    });
    let mut value = 0;
    while values.contains(&value) {
        value += 1;
    }
    cache.insert(sum.clone(), value);
    value
}

/// Who wins a sum, by trying everything. Slow and obviously right.
///
/// `cache` saves work from call to call; use one for each kind of play.
pub fn plain_outcome<C: Component>(
    sum: &Sum<C>,
    play: Play,
    cache: &mut BTreeMap<Sum<C>, OutcomeClass>,
) -> OutcomeClass {
    if let Some(known) = cache.get(sum) {
        return *known;
    }
    let mut has_option = false;
    let mut won = false;
    let _ = sum.for_each_option(|option| {
        has_option = true;
        won |= !plain_outcome(&option, play, cache).is_won();
        ControlFlow::<()>::Continue(())
    });
    won |= !has_option && play == Play::Misere;
    let outcome = if won { OutcomeClass::Next } else { OutcomeClass::Previous };
    cache.insert(sum.clone(), outcome);
    outcome
}

/// Checks the rules of the components of a sum: a component is over exactly if it has no option, a [known](Component::known_nimber) nim-value is right, and two
/// listings agree.
///
/// Keep the sum small: values are found by trying everything.
///
/// # Panics
/// If a property does not hold.
pub fn check_sum<C: Component>(sum: &Sum<C>) {
    for component in sum.as_slice() {
        let options = || {
            let mut options = Vec::new();
            let _ = component.for_each_option(|parts| {
                options.push(Sum::new(parts.iter().copied()));
                ControlFlow::<()>::Continue(())
            });
            options
        };
        let listed = options();
        assert_eq!(listed, options(), "the options of {component:?} are listed differently the second time");
        assert_eq!(listed.is_empty(), component.is_over(), "is_over is wrong: {component:?}");
        if let Some(known) = component.known_nimber() {
            let value = plain_nimber(&Sum::new([*component]), &mut BTreeMap::new());
            assert_eq!(known, value, "known_nimber is wrong: {component:?}");
        }
    }
}

/// Checks that a position and its components tell the same game: the moves of the position lead exactly to the options of the sum of its
/// components, each move is listed once, and every component is sound ([`check_sum`]).
///
/// # Panics
/// If a property does not hold.
pub fn check_impartial<P: ImpartialGame + Debug>(position: &P) {
    let moves = position.moves();
    let distinct: BTreeSet<_> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice: {position:?}");
    let sum = Sum::new(position.components());
    check_sum(&sum);
    let by_moves: BTreeSet<_> =
        moves.iter().map(|listed| Sum::new(position.play_unchecked(*listed).components())).collect();
    let mut by_options = BTreeSet::new();
    let _ = sum.for_each_option(|option| {
        by_options.insert(option);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(by_moves, by_options, "the moves and the components of {position:?} tell different games");
}
