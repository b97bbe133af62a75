use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use comfy_table::{CellAlignment, Table, presets};
use jugada_core::{OutcomeClass, Play, Report, Search};
use jugada_strip3::{Certificate, Run, Solver, Strip};
use serde::Serialize;

use crate::limits::LimitArguments;
use crate::progress::SearchProgress;
use crate::range::Numbers;

/// Exact values of strips: who wins, and with which first moves.
#[derive(Debug, clap::Args)]
pub struct SolveArguments {
    /// Number of cells, or a range such as 0..=60.
    #[arg(value_name = "N", required_unless_present = "position", conflicts_with = "position")]
    cells: Option<Numbers>,
    /// A position instead of an empty strip: X for a cross, . for an empty cell.
    #[arg(long, value_name = "CELLS")]
    position: Option<String>,
    /// How many crosses in a row are forbidden, 2 to 8.
    #[arg(long, default_value_t = Run::CONTEST)]
    run: Run,
    /// Misère play: who cannot move wins.
    #[arg(long)]
    misere: bool,
    /// Leave out the winning moves, which can take longer to find than the value.
    #[arg(long)]
    value_only: bool,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
    /// Write a certificate to this file: for every position that can come up against the winner, a winning reply.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

/// What is known of one strip.
#[derive(Debug, Serialize)]
struct Solution {
    n: usize,
    run: u8,
    misere: bool,
    /// The nim-value; none in misère play, where nim-values do not serve, and where a limit ended the search.
    value: Option<u32>,
    winner: Option<&'static str>,
    /// None where they were not asked for.
    winning_moves: Option<Vec<usize>>,
    nodes: u64,
    table_entries: u64,
    table_bytes: u64,
    seconds: f64,
    proven: bool,
}

impl SolveArguments {
    /// Solves and prints.
    pub fn run(self) -> Result<ExitCode> {
        let (strips, is_single) = self.strips()?;
        ensure!(self.proof.is_none() || is_single, "--proof takes one strip, not a range");
        let mut table = table(self.value_only);
        for strip in strips {
            let strip = strip?;
            let solution = self.solve(&strip);
            if self.json {
                println!("{}", serde_json::to_string(&solution)?);
            } else if is_single {
                print!("{}", solution.in_words(self.value_only));
            } else {
                table.add_row(solution.row(self.value_only));
            }
            if let Some(path) = &self.proof {
                self.write_proof(&strip, path)?;
            }
        }
        if !self.json && !is_single {
            println!("{table}");
        }
        Ok(ExitCode::SUCCESS)
    }

    fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    /// The strips to be solved, and whether a single one was asked for.
    #[expect(clippy::type_complexity, reason = "an iterator of results and a flag")]
    fn strips(&self) -> Result<(Box<dyn Iterator<Item = Result<Strip>>>, bool)> {
        let run = self.run;
        if let Some(text) = &self.position {
            let strip = Strip::from_text(text, run)?;
            return Ok((Box::new(std::iter::once(Ok(strip))), true));
        }
        let cells = self.cells.clone().context("a number of cells was expected")?;
        let strips = cells.numbers.map(move |n| Ok(Strip::empty(n, run)?));
        Ok((Box::new(strips), cells.is_single))
    }

    fn solve(&self, strip: &Strip) -> Solution {
        let limits = self.limits.limits();
        let mut progress = SearchProgress::new(format!("{} cells", strip.length()));
        let mut solver = Solver::new(self.play());
        let mut solution = Solution::new(strip, self.misere);
        if self.misere {
            let report = solver.search_with(strip, &limits, &mut |report| progress.show(report));
            solution.winner = report.value.map(winner);
            solution.add(&report);
        } else {
            let report = solver.nimber(strip, &limits, &mut |report| progress.show(report));
            solution.value = report.value;
            solution.winner = report
                .value
                .map(|value| winner(if value == 0 { OutcomeClass::Previous } else { OutcomeClass::Next }));
            solution.add(&report);
        }
        if !self.value_only {
            let report = solver.winning_cells(strip, &limits, &mut |report| progress.show(report));
            solution.winning_moves =
                report.value.as_ref().map(|cells| cells.iter().map(|cell| cell.number()).collect());
            solution.add(&report);
        }
        solution
    }

    fn write_proof(&self, strip: &Strip, path: &Path) -> Result<()> {
        let certificate = Certificate::prove(strip, self.play(), &self.limits.limits())
            .context("no certificate: it was not found in time, or a stretch has more than 63 cells")?;
        fs::write(path, certificate.to_string())
            .with_context(|| format!("{} cannot be written", path.display()))?;
        if !self.json {
            println!(
                "certificate     {} positions with a reply each, in {}",
                certificate.len(),
                path.display()
            );
        }
        Ok(())
    }
}

const fn winner(outcome: OutcomeClass) -> &'static str {
    match outcome {
        OutcomeClass::Next => "first",
        OutcomeClass::Previous => "second",
    }
}

impl Solution {
    fn new(strip: &Strip, misere: bool) -> Self {
        Self {
            n: strip.length(),
            run: strip.run().get(),
            misere,
            value: None,
            winner: None,
            winning_moves: None,
            nodes: 0,
            table_entries: 0,
            table_bytes: 0,
            seconds: 0.0,
            proven: true,
        }
    }

    /// Counts what a search has spent. All of them must have come to an end for the solution to be proven.
    fn add<M, V>(&mut self, report: &Report<M, V>) {
        self.nodes += report.nodes;
        self.table_entries = report.table_entries;
        self.table_bytes = report.table_bytes;
        self.seconds += report.time.as_secs_f64();
        self.proven &= report.is_proven();
    }

    fn value_in_words(&self) -> String {
        match (self.misere, self.value) {
            (true, _) => "-".to_owned(),
            (false, None) => "?".to_owned(),
            (false, Some(value)) => value.to_string(),
        }
    }

    fn winning_moves_in_words(&self) -> String {
        match &self.winning_moves {
            None => "?".to_owned(),
            Some(cells) if cells.is_empty() => if self.proven { "none" } else { "?" }.to_owned(),
            Some(cells) => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                cells.join(" ") + if self.proven { "" } else { " …" }
            }
        }
    }

    fn in_words(&self, value_only: bool) -> String {
        let Self { n, run, nodes, table_entries, seconds, .. } = self;
        let play = if self.misere { "misère" } else { "normal" };
        let mut lines = vec![format!("strip3, {n} cells, {run} in a row forbidden, {play} play")];
        let mut line = |name: &str, value: String| lines.push(format!("{name:<16}{value}"));
        if !self.misere {
            line("value", self.value_in_words());
        }
        line("winner", self.winner.map_or("?".to_owned(), |winner| format!("{winner} player")));
        if !value_only {
            line("winning moves", self.winning_moves_in_words());
        }
        line("positions", nodes.to_string());
        line("table", format!("{table_entries} entries, {} kB", self.table_bytes.div_ceil(1000)));
        line("time", format!("{seconds:.4} s"));
        line("proven", if self.proven { "yes" } else { "no: a limit ended the search" }.to_owned());
        lines.join("\n") + "\n"
    }

    fn row(&self, value_only: bool) -> Vec<String> {
        let mut row = vec![self.n.to_string(), self.value_in_words(), self.winner.unwrap_or("?").to_owned()];
        if !value_only {
            row.push(self.winning_moves_in_words());
        }
        row.extend([self.nodes.to_string(), format!("{:.4}", self.seconds)]);
        row
    }
}

/// An empty table for a range of strips.
fn table(value_only: bool) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["cells", "value", "winner"];
    if !value_only {
        header.push("winning first moves");
    }
    header.extend(["positions", "seconds"]);
    table.set_header(header);
    for (at, column) in table.column_iter_mut().enumerate() {
        if at != 2 && (value_only || at != 3) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
