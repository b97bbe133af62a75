use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A switch that another thread can throw to end a search; clones share the one switch.
///
/// ```
/// use jugada_core::StopFlag;
/// let flag = StopFlag::new();
/// let other = flag.clone();
/// other.stop();
/// assert!(flag.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A new flag, not yet thrown.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that watches this flag to end with what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, so that the flag can serve the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much a search may spend. What is `None` is not limited.
///
/// Limits end a search early, they never make it fail: it reports the best it has, and says whether that is proven.
///
/// ```
/// use std::time::Duration;
/// use jugada_core::Limits;
/// let limits = Limits::new().time(Duration::from_millis(100)).memory(64 << 20);
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Wall-clock time from the start of the search.
    pub time: Option<Duration>,
    /// Wall-clock time after which a search that works step by step (by deepening, say) begins no further step.
    pub soft_time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies from the root.
    pub depth: Option<u32>,
    /// Bytes for tables that grow with the search. Small fixed buffers come on top.
    pub memory: Option<usize>,
    /// Ends the search when thrown.
    pub stop: StopFlag,
}

impl Limits {
    /// No limit at all.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same limits with this wall-clock time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The same limits with this wall-clock time after which no further step is begun.
    #[must_use]
    pub fn soft_time(mut self, time: Duration) -> Self {
        self.soft_time = Some(time);
        self
    }

    /// The same limits with this number of positions.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// The same limits with this number of plies.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// The same limits with this many bytes for tables.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The same limits, watching this flag.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = flag;
        self
    }
}

/// Counts what a search spends and tells it when a limit is reached. Every search of this crate asks it once a node.
///
/// The clock and the stop flag are looked at every [`Meter::STRIDE`] nodes, since both cost more than a node.
///
/// ```
/// use jugada_core::{Limits, Meter};
/// let mut meter = Meter::start(&Limits::new().nodes(3));
/// assert_eq!((0..).take_while(|_| meter.spend()).count(), 3);
/// assert!(meter.is_exhausted());
/// ```
#[derive(Clone, Debug)]
pub struct Meter {
    start: Instant,
    deadline: Option<Instant>,
    stop: StopFlag,
    node_limit: u64,
    nodes: u64,
    next_look: u64,
    exhausted: bool,
}

impl Meter {
    /// Nodes between two looks at the clock and the stop flag.
    pub const STRIDE: u64 = 1 << 10;

    /// Starts the clock. Depth and memory are the search's own affair.
    #[must_use]
    pub fn start(limits: &Limits) -> Self {
        let start = Instant::now();
        Self {
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            stop: limits.stop.clone(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
            exhausted: false,
        }
    }

    /// Counts one node and tells whether the search may visit it.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        if self.exhausted || self.nodes >= self.node_limit {
            self.exhausted = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Tells the meter that as much work as on `nodes` nodes was done between two, so that the clock is looked at in time.
    #[inline]
    pub fn work(&mut self, nodes: u64) {
        self.next_look = self.next_look.saturating_sub(nodes);
    }

    /// A meter for a part of the search: it may spend `nodes` at most, and no more than is left here. Give it back to [`absorb`](Self::absorb).
    #[must_use]
    pub fn part(&self, nodes: u64) -> Self {
        let node_limit = nodes.min(self.node_limit - self.nodes);
        Self { node_limit, nodes: 0, next_look: 0, ..self.clone() }
    }

    /// Counts what a [`part`](Self::part) has spent.
    pub fn absorb(&mut self, part: &Self) {
        self.nodes += part.nodes;
        self.look();
    }

    /// Looks at the clock and the flag now: for work that takes long between two nodes.
    #[cold]
    pub fn look(&mut self) {
        self.next_look = self.nodes + Self::STRIDE;
        self.exhausted |=
            self.stop.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// Whether a limit was reached. Once it was, it stays so.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall-clock time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thrown_flag_stops_the_first_node() {
        let limits = Limits::new();
        limits.stop.stop();
        assert!(!Meter::start(&limits).spend());
        limits.stop.reset();
        assert!(Meter::start(&limits).spend());
    }

    #[test]
    fn no_time_means_no_node() {
        assert!(!Meter::start(&Limits::new().time(Duration::ZERO)).spend());
    }

    #[test]
    fn a_part_spends_from_the_whole() {
        let mut meter = Meter::start(&Limits::new().nodes(10));
        assert!(meter.spend());
        for (allowed, spent) in [(4, 4), (100, 5)] {
            let mut part = meter.part(allowed);
            assert_eq!((0..1_000).take_while(|_| part.spend()).count(), spent);
            meter.absorb(&part);
        }
        assert!(!meter.spend());
        assert_eq!(meter.nodes(), 10);
    }

    #[test]
    fn exhaustion_is_final() {
        let limits = Limits::new().nodes(1);
        let mut meter = Meter::start(&limits);
        assert!(meter.spend());
        assert!(!meter.is_exhausted(), "the limit was kept, not exceeded");
        assert!(!meter.spend() && !meter.spend());
        assert_eq!(meter.nodes(), 1);
    }
}
