//! What the searches cost as problems grow: prints processor times, and draws them into the SVG file that is named.
//!
//! With `--threads` it prints instead what a second thread is worth.

mod plot;
mod series;
mod threads;

use std::{env, fs};

use anyhow::{Context, Result};

fn main() -> Result<()> {
    let argument = env::args().nth(1).context("the name of an SVG file, or --threads, was expected")?;
    if argument == "--threads" {
        threads::compare();
        return Ok(());
    }
    let panels = series::measure();
    for panel in &panels {
        println!("{}\n{}\tmilliseconds", panel.title, panel.size);
        for (size, time) in &panel.points {
            println!("{size}\t{:.4}", time * 1e3);
        }
    }
    fs::write(&argument, plot::draw(&panels)).with_context(|| argument)
}
