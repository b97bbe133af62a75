use std::time::{Duration, Instant};

use crate::{Meter, Report};

/// Between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(200);
/// Nodes between two looks at whether a report is due.
const STRIDE: u64 = 1 << 10;

/// How much a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TableUse {
    pub(super) entries: u64,
    pub(super) bytes: u64,
}

/// What a search has spent so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) table: TableUse,
}

impl Spent {
    /// A report of what was spent.
    pub(super) fn report<M, V>(self) -> Report<M, V> {
        Report {
            nodes: self.nodes,
            time: self.time,
            table_entries: self.table.entries,
            table_bytes: self.table.bytes,
            ..Report::empty()
        }
    }
}

/// The meter of a search together with whoever wants to hear of its progress.
pub(super) struct Watch<'a> {
    pub(super) meter: Meter,
    /// Nodes that were spent before this meter's.
    before: u64,
    observe: &'a mut dyn FnMut(Spent),
    next_report: Instant,
}

impl<'a> Watch<'a> {
    pub(super) fn new(meter: Meter, observe: &'a mut dyn FnMut(Spent)) -> Self {
        Self { meter, before: 0, observe, next_report: Instant::now() + INTERVAL }
    }

    /// Counts one node, reports if a report is due, and tells whether the search may visit the node.
    #[inline]
    pub(super) fn spend(&mut self, table: impl FnOnce() -> TableUse) -> bool {
        if self.meter.nodes() % STRIDE == STRIDE - 1 && Instant::now() >= self.next_report {
            self.next_report = Instant::now() + INTERVAL;
            let spent = self.spent(table());
            (self.observe)(spent);
        }
        self.meter.spend()
    }

    /// What the search has spent so far.
    pub(super) fn spent(&self, table: TableUse) -> Spent {
        Spent { nodes: self.before + self.meter.nodes(), time: self.meter.elapsed(), table }
    }

    /// Does a part of the search with at most so many nodes.
    pub(super) fn part<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let mut part = Watch {
            meter: self.meter.part(nodes),
            before: self.before + self.meter.nodes(),
            observe: &mut *self.observe,
            next_report: self.next_report,
        };
        let result = search(&mut part);
        let (spent, next_report) = (part.meter, part.next_report);
        self.meter.absorb(&spent);
        self.next_report = next_report;
        result
    }
}
