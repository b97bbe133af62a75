use super::OutcomeClass;
use super::resistance::Resistance;
use super::watch::{Spent, TableUse, Watch};
use crate::{Choice, Component, Components, ImpartialGame, Limits, Meter, Progress, Proof, Report, Sum};

/// Whoever can tell lost positions from won ones: what both kinds of search of impartial games come down to.
pub(super) trait Oracle<C: Component> {
    /// Bounds the bytes of its table.
    fn limit_bytes(&mut self, bytes: Option<usize>);

    /// Whether the side to move loses this sum of components; nothing if a limit was reached.
    fn is_lost(&mut self, components: &[C], watch: &mut Watch<'_>) -> Option<bool>;

    /// The same, as far as it is known without search.
    fn known_lost(&self, components: &[C]) -> Option<bool>;

    /// What its table holds.
    fn usage(&self) -> TableUse;

    /// Whether who makes the last move wins.
    fn last_mover_wins(&self) -> bool;
}

/// Nodes that each move gets in the first round, and how that grows from round to round.
const FIRST_ROUND: u64 = 1 << 12;
const ROUND_GROWTH: u64 = 4;
/// Positions that the search for the longest resistance may visit: about a second.
const RESISTANCE_NODES: u64 = 200_000;

/// All moves that win.
pub(super) fn winning_moves<P: ImpartialGame>(
    oracle: &mut impl Oracle<P::Component>,
    position: &P,
    limits: &Limits,
    progress: &mut Progress<'_, P::Move, Vec<P::Move>>,
) -> Report<P::Move, Vec<P::Move>> {
    oracle.limit_bytes(limits.memory);
    let mut observe = |spent: Spent| progress(&spent.report());
    let mut watch = Watch::new(Meter::start(limits), &mut observe);
    let mut winning = Vec::new();
    let mut all_known = true;
    for tried in position.moves() {
        match oracle.is_lost(&position.play_unchecked(tried).components(), &mut watch) {
            Some(true) => winning.push(tried),
            Some(false) => {}
            None => all_known = false,
        }
    }
    let mut report = watch.spent(oracle.usage()).report();
    if all_known {
        report.proof = Proof::Exact;
    }
    report.choice = winning.first().copied().map(Choice::Pure);
    report.value = Some(winning);
    report
}

/// A move that wins; where there is none, the one that resists longest.
pub(super) fn best_move<P: ImpartialGame>(
    oracle: &mut impl Oracle<P::Component>,
    position: &P,
    limits: &Limits,
    progress: &mut Progress<'_, P::Move, OutcomeClass>,
) -> Report<P::Move, OutcomeClass> {
    oracle.limit_bytes(limits.memory);
    let mut observe = |spent: Spent| progress(&spent.report());
    let mut watch = Watch::new(Meter::start(limits), &mut observe);
    let moves = position.moves();
    let lost = oracle.is_lost(&position.components(), &mut watch);
    let choice = match lost {
        Some(false) => winning_move(oracle, position, &mut watch),
        Some(true) if moves.len() > 1 => {
            let options = moves.iter().map(|tried| Sum::new(position.play_unchecked(*tried).components()));
            let options: Vec<_> = options.collect();
            let longest =
                watch.part(RESISTANCE_NODES, |part| Resistance::default().longest(&options, oracle, part));
            Some(moves[longest])
        }
        _ => None,
    };
    let mut report = watch.spent(oracle.usage()).report();
    report.value = lost.map(|lost| if lost { OutcomeClass::Previous } else { OutcomeClass::Next });
    // A win is only worth as much as the move that makes it.
    if lost == Some(true) || choice.is_some() || (lost.is_some() && moves.is_empty()) {
        report.proof = Proof::Exact;
    }
    report.choice = choice.or(moves.first().copied()).map(Choice::Pure);
    report
}

/// A move that wins; nothing if there is none, or none was found within the limits.
///
/// Goes round and round the moves with more nodes for each every time, until one is found.
fn winning_move<P: ImpartialGame>(
    oracle: &mut impl Oracle<P::Component>,
    position: &P,
    watch: &mut Watch<'_>,
) -> Option<P::Move> {
    let mut open: Vec<(P::Move, Components<P::Component>)> = Vec::new();
    for tried in position.moves() {
        let components = position.play_unchecked(tried).components();
        match oracle.known_lost(&components) {
            Some(true) => return Some(tried),
            Some(false) => {}
            None => open.push((tried, components)),
        }
    }
    open.sort_by_key(|(_, components)| components.iter().map(Component::weight).sum::<u32>());
    let mut nodes = FIRST_ROUND;
    while !open.is_empty() && !watch.meter.is_exhausted() {
        let mut next = Vec::new();
        for (tried, components) in open {
            match watch.part(nodes, |part| oracle.is_lost(&components, part)) {
                Some(true) => return Some(tried),
                Some(false) => {}
                None => next.push((tried, components)),
            }
        }
        open = next;
        nodes = nodes.saturating_mul(ROUND_GROWTH);
    }
    None
}
