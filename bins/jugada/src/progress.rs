//! Signs of life on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use jugada_core::Report;

/// What lasts no longer is not worth a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows what a search is doing once it takes longer than a second; nothing where standard error is no terminal.
pub struct SearchProgress {
    label: String,
    bar: Option<ProgressBar>,
}

impl SearchProgress {
    /// Progress of what `label` says.
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), bar: None }
    }

    /// Takes a report of progress.
    pub fn show<M, V>(&mut self, report: &Report<M, V>) {
        if report.time < PATIENCE {
            return;
        }
        let label = &self.label;
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed_precise}]")
                .expect("a fixed template");
            ProgressBar::new_spinner().with_style(style).with_elapsed(report.time)
        });
        bar.set_message(format!(
            "{label}: {} positions, {} in the table ({} MB)",
            report.nodes,
            report.table_entries,
            report.table_bytes / 1_000_000
        ));
        bar.tick();
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
