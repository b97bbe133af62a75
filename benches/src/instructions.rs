//! How many instructions each signature takes, counted by valgrind: next to no noise, so that small losses of speed show.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::{SIGNATURES, file};

/// How much a count may grow before it is a regression, in percent.
const TOLERANCE: f64 = 3.0;

/// Keeps the C library to one way of clearing and copying memory, whatever the processor can do: the ways differ in how many instructions they are.
const TUNABLES: &str = "glibc.cpu.hwcaps=-AVX2_Usable,-AVX_Fast_Unaligned_Load,-ERMS";

const FILE: &str = "instructions.txt";

/// The instructions of this program when it makes one signature.
fn count(name: &str) -> Result<u64> {
    let output = Command::new("valgrind")
        .env("GLIBC_TUNABLES", TUNABLES)
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe()?)
        .args(["--only", name])
        .output()
        .context("valgrind cannot be run")?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind failed on {name}:\n{text}");
    // A line such as "==123== Collected : 456".
    let collected = text.lines().find_map(|line| line.split_once("Collected :"));
    let (_, count) = collected.with_context(|| format!("valgrind counted nothing:\n{text}"))?;
    count.trim().parse().context("the count is no number")
}

/// Counts anew and writes the file.
pub fn write() -> Result<ExitCode> {
    let mut lines = String::new();
    for (name, _) in SIGNATURES {
        writeln!(lines, "{name} {}", count(name)?)?;
    }
    print!("{lines}");
    fs::write(file(FILE), lines)?;
    Ok(ExitCode::SUCCESS)
}

/// Counts and compares with the file; fails if a count has grown by more than the tolerance.
pub fn check() -> Result<ExitCode> {
    let text = fs::read_to_string(file(FILE)).with_context(|| format!("{FILE} cannot be read"))?;
    let expected: BTreeMap<&str, u64> = text
        .lines()
        .map(|line| {
            let (name, count) =
                line.split_once(' ').with_context(|| format!("{line:?}: no name and number"))?;
            Ok((name, count.parse().with_context(|| format!("{line:?}: no number"))?))
        })
        .collect::<Result<_>>()?;
    let mut status = ExitCode::SUCCESS;
    for (name, _) in SIGNATURES {
        let counted = count(name)?;
        let before = *expected.get(name).with_context(|| format!("{FILE} has no {name}"))?;
        #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
        let change = 100.0 * (counted as f64 / before as f64 - 1.0);
        println!("{name} {counted} ({change:+.2} %)");
        if change > TOLERANCE {
            eprintln!("{name} takes {change:.2} % more instructions than {FILE} says, {before}");
            status = ExitCode::FAILURE;
        }
    }
    Ok(status)
}
