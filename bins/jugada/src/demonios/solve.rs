use std::fmt::Write;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;
use comfy_table::{CellAlignment, Table, presets};
use jugada_core::{Limits, Side};
use jugada_demonios::{Payoff, Position, Record, Size, Solved, Solver};
use serde::Serialize;

use super::lines;
use crate::limits::LimitArguments;
use crate::range::Numbers;

/// Exact values of demonios, and optimal mixed strategies of both sides.
#[derive(Debug, clap::Args)]
pub struct SolveArguments {
    /// Number of cells, or a range such as 2..=30.
    #[arg(value_name = "N", allow_negative_numbers = true, required_unless_present_any = ["position", "jsonl"])]
    n: Option<Numbers>,
    /// Longest step, or a range.
    #[arg(value_name = "K", allow_negative_numbers = true, required_unless_present_any = ["position", "jsonl"])]
    k: Option<Numbers>,
    /// What the end of the game is worth: difference (win 1, draw 0, loss −1) or security (win 10, draw 1, loss 0).
    #[arg(long, value_enum, default_value_t = Payoffs::Both)]
    payoff: Payoffs,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
    /// A position instead of the start: {"n":…,"k":…,"clean":[…],"own":…,"opponent":…}.
    #[arg(long, value_name = "JSON", conflicts_with_all = ["n", "k"])]
    position: Option<String>,
    /// Read positions from standard input, one a line, and write the lines out with their values added.
    #[arg(long, conflicts_with_all = ["n", "k", "position"])]
    jsonl: bool,
    /// Also find out which first moves keep the draw by pure strategies.
    #[arg(long)]
    openings: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Payoffs {
    Difference,
    Security,
    Both,
}

impl Payoffs {
    fn listed(self) -> &'static [Payoff] {
        match self {
            Self::Difference => &[Payoff::Difference],
            Self::Security => &[Payoff::Security],
            Self::Both => &[Payoff::Difference, Payoff::Security],
        }
    }
}

/// A position's solution, as it is written out.
#[derive(Debug, Serialize)]
struct Answer {
    n: u32,
    k: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Worth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    security: Option<Worth>,
    /// First moves that keep the draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing_openings: Option<Vec<u32>>,
    /// How many first moves there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<usize>,
    positions: u64,
    matrices: u64,
    seconds: f64,
    table_bytes: u64,
    peak_memory_bytes: Option<u64>,
    proven: bool,
}

/// The value for one payoff.
#[derive(Debug, Serialize)]
struct Worth {
    /// Missing where a limit came first; then the bounds say what is proven.
    value: Option<f64>,
    bounds: [f64; 2],
    /// Cells with their probabilities.
    own_strategy: Vec<(u32, f64)>,
    opponent_strategy: Vec<(u32, f64)>,
}

impl Worth {
    fn new(solved: &Solved) -> Self {
        let [own_strategy, opponent_strategy] = Side::BOTH.map(|side| {
            solved.strategies[side.index()].iter().map(|(cell, share)| (cell.number(), *share)).collect()
        });
        Self { value: solved.value(), bounds: [solved.lower, solved.upper], own_strategy, opponent_strategy }
    }

    fn in_words(&self) -> String {
        match self.value {
            // Rounding errors of 10⁻¹⁶ are nobody's concern.
            Some(value) => format!("{}", (value * 1e9).round() / 1e9 + 0.0),
            None => format!("{} to {}", self.bounds[0], self.bounds[1]),
        }
    }
}

impl SolveArguments {
    /// Solves and prints.
    pub fn run(self) -> Result<ExitCode> {
        let limits = self.limits.limits();
        if self.jsonl {
            lines::solve(self.payoff.listed(), &limits)?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(text) = &self.position {
            let record: Record = serde_json::from_str(text).context("--position is no position")?;
            let answer = self.answer(&Position::try_from(&record)?, &limits)?;
            self.print(&answer)?;
            return Ok(ExitCode::SUCCESS);
        }
        let n = self.n.clone().context("a number of cells was expected")?;
        let k = self.k.clone().context("a longest step was expected")?;
        let is_single = n.is_single && k.is_single;
        let mut table = table(self.openings);
        for k in k.numbers {
            for n in n.numbers.clone() {
                let size: Size = format!("{n} {k}").parse()?;
                let answer = self.answer(&Position::start(size), &limits)?;
                if is_single || self.json {
                    self.print(&answer)?;
                } else {
                    table.add_row(answer.row(self.openings));
                }
            }
        }
        if !is_single && !self.json {
            println!("{table}");
        }
        Ok(ExitCode::SUCCESS)
    }

    fn answer(&self, position: &Position, limits: &Limits) -> Result<Answer> {
        let start = Instant::now();
        let mut solver = Solver::new();
        let size = position.size();
        let mut answer = Answer {
            n: size.n(),
            k: size.k(),
            difference: None,
            security: None,
            drawing_openings: None,
            openings: None,
            positions: 0,
            matrices: 0,
            seconds: 0.0,
            table_bytes: 0,
            peak_memory_bytes: None,
            proven: true,
        };
        for &payoff in self.payoff.listed() {
            let found = solver.solve(position, payoff, limits)?;
            answer.positions += found.nodes;
            answer.matrices += found.matrices;
            answer.table_bytes = found.table_bytes;
            answer.proven &= found.value().is_some();
            let value = Some(Worth::new(&found));
            match payoff {
                Payoff::Difference => answer.difference = value,
                Payoff::Security => answer.security = value,
            }
        }
        if self.openings && position.result().is_none() {
            let moves: Vec<_> = position.destinations(Side::First).collect();
            let mut drawing = Vec::new();
            for &chosen in &moves {
                match solver.keeps_draw(position, chosen, limits)? {
                    Some(true) => drawing.push(chosen.number()),
                    Some(false) => {}
                    None => answer.proven = false,
                }
            }
            answer.openings = Some(moves.len());
            answer.drawing_openings = Some(drawing);
        }
        answer.seconds = start.elapsed().as_secs_f64();
        answer.peak_memory_bytes = peak_memory();
        Ok(answer)
    }

    fn print(&self, answer: &Answer) -> Result<()> {
        if self.json {
            println!("{}", serde_json::to_string(answer)?);
        } else {
            print!("{}", answer.in_words());
        }
        Ok(())
    }
}

impl Answer {
    fn in_words(&self) -> String {
        let mut words = format!("demonios on {} cells, step {}\n", self.n, self.k);
        let values = [("difference", &self.difference), ("security", &self.security)];
        for (name, value) in values.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
            let _ = writeln!(words, "{name:<15} {}", value.in_words());
            for (side, strategy) in [("own", &value.own_strategy), ("opponent's", &value.opponent_strategy)] {
                let moves: Vec<String> = strategy
                    .iter()
                    .map(|(cell, share)| match strategy.len() {
                        1 => cell.to_string(),
                        _ => format!("{cell} with probability {share:.6}"),
                    })
                    .collect();
                if !moves.is_empty() {
                    let _ = writeln!(words, "  {side:<13} {}", moves.join(", "));
                }
            }
        }
        if let (Some(drawing), Some(openings)) = (&self.drawing_openings, self.openings) {
            let _ = writeln!(words, "drawing moves   {} of {openings}: {drawing:?}", drawing.len());
        }
        let _ = writeln!(words, "positions       {}", self.positions);
        let _ = writeln!(words, "matrix games    {}", self.matrices);
        let _ = writeln!(words, "time            {:.3} s", self.seconds);
        if let Some(bytes) = self.peak_memory_bytes {
            let _ = writeln!(words, "peak memory     {:.1} MB", megabytes(bytes));
        }
        words += if self.proven { "proven\n" } else { "not proven: a limit came first\n" };
        words
    }

    fn row(&self, openings: bool) -> Vec<String> {
        let words = |value: Option<&Worth>| value.map_or("-".into(), Worth::in_words);
        let mut row = vec![
            self.n.to_string(),
            self.k.to_string(),
            words(self.difference.as_ref()),
            words(self.security.as_ref()),
            self.positions.to_string(),
            self.matrices.to_string(),
            format!("{:.3}", self.seconds),
            if self.proven { "yes".into() } else { "no".into() },
        ];
        if openings {
            row.push(match (&self.drawing_openings, self.openings) {
                (Some(drawing), Some(openings)) => format!("{} of {openings}", drawing.len()),
                _ => "-".into(),
            });
        }
        row
    }
}

fn table(openings: bool) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["N", "K", "difference", "security", "positions", "matrices", "seconds", "proven"];
    if openings {
        header.push("drawing openings");
    }
    table.set_header(header);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[expect(clippy::cast_precision_loss, reason = "a rounded number is shown")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The most memory this process ever had in use, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
