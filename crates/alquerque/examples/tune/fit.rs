use jugada_alquerque::{
    Drive, Evaluation, MATERIAL_WEIGHTS, PatternClasses, Weights, WeightsError, material_weight,
};
use jugada_core::alpha_beta::Heuristic;
use jugada_core::{Game, Random, Side};

use crate::games::Sample;

/// Units of a weight in the logarithm of the odds.
const UNIT: f32 = 256.0;

/// Step width of `AdaGrad`.
const RATE: f32 = 0.02;

/// What every weight's sum of squared slopes begins with, so that looks seen a few times only get no large weights.
const CAUTION: f32 = 4.0;

/// Pull of the weights towards 0 each time they are used.
const PULL: f32 = 2e-5;

/// Every so manieth game is kept out of the fit, to see whether the weights say something about games they have not seen.
const HELD_OUT: u64 = 20;

/// One position as the regression sees it.
struct Row {
    /// What the position is worth without weights, for White.
    base: f32,
    /// Indices of the weights that count, and whether each counts for White.
    indicators: Vec<(usize, bool)>,
    result: f32,
}

/// Fits weights to samples, starting from `weights`, with as many passes over them as there are `epochs`.
pub fn fit(weights: &Weights, samples: &[&Sample], epochs: u64) -> Result<Weights, WeightsError> {
    let classes = PatternClasses::new();
    let drive = Evaluation::new(Drive::default(), &Weights::none());
    let (fitted, held_out): (Vec<_>, Vec<_>) =
        samples.iter().copied().partition(|sample| sample.game % HELD_OUT != HELD_OUT - 1);
    let held_out: Vec<Row> = held_out.into_iter().map(|sample| row(&drive, &classes, sample)).collect();
    let mut fitted: Vec<Row> = fitted.into_iter().map(|sample| row(&drive, &classes, sample)).collect();
    let mut values: Vec<f32> = weights.numbers().iter().map(|&weight| f32::from(weight) / UNIT).collect();
    let mut squares = vec![CAUTION; values.len()];
    let mut random = Random::from_seed(1);
    println!("  before: loss {:.5} on {} positions held out", loss(&values, &held_out), held_out.len());
    for epoch in 1..=epochs {
        random.shuffle(&mut fitted);
        for row in &fitted {
            let slope = expectation(&values, row) - row.result;
            for &(index, is_white) in &row.indicators {
                let slope = if is_white { slope } else { -slope } + PULL * values[index];
                squares[index] += slope * slope;
                values[index] -= RATE * slope / squares[index].sqrt();
            }
        }
        println!("  epoch {epoch}: loss {:.5}", loss(&values, &held_out));
    }
    Weights::from_numbers(values.into_iter().map(rounded).collect())
}

fn row(drive: &Evaluation, classes: &PatternClasses, sample: &Sample) -> Row {
    let position = &sample.position;
    let own = drive.evaluate(position);
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let base = if position.side_to_move() == Side::First { own } else { -own } as f32 / UNIT;
    let [white, black] = Side::BOTH.map(|side| position.stones(side).len() as usize);
    let material = material_weight(white, black);
    let patterns =
        classes.of(position).map(|(number, is_white)| (MATERIAL_WEIGHTS + number as usize, is_white));
    Row { base, indicators: material.into_iter().chain(patterns).collect(), result: sample.result }
}

/// What White can expect, as a share from 0 to 1.
fn expectation(values: &[f32], row: &Row) -> f32 {
    let learned: f32 = row
        .indicators
        .iter()
        .map(|&(index, is_white)| if is_white { values[index] } else { -values[index] })
        .sum();
    1.0 / (1.0 + (-row.base - learned).exp())
}

/// The mean cross entropy.
fn loss(values: &[f32], rows: &[Row]) -> f64 {
    let total: f64 = rows
        .iter()
        .map(|row| {
            let expected = f64::from(expectation(values, row)).clamp(1e-6, 1.0 - 1e-6);
            let result = f64::from(row.result);
            -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
        })
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a count of positions")]
    let count = rows.len().max(1) as f64;
    total / count
}

fn rounded(value: f32) -> i16 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    let rounded = (value * UNIT).round().clamp(-8000.0, 8000.0) as i16;
    rounded
}
