use jugada_alquerque::{
    PatternClasses, Position, STEP_FEATURES, Weights, WeightsError, material_features, step_features,
};
use jugada_core::{Game, Random, Side};

use crate::games::Sample;

/// Units of a weight in the logarithm of the odds.
const UNIT: f32 = 256.0;

/// Step width of `AdaGrad`.
const RATE: f32 = 0.02;

/// What every weight's sum of squared slopes begins with, so that looks seen a few times only get no large weights.
const CAUTION: f32 = 4.0;

/// Pull of the patterns' weights towards 0 each time they are used.
const PULL: f32 = 2e-5;

/// Every so manieth game is kept out of the fit, to see whether the weights say something about games they have not seen.
const HELD_OUT: u64 = 20;

/// Weights before those of the safe steps.
const SCALARS: usize = 3;

/// Weights before those of the patterns.
const BEFORE_PATTERNS: usize = SCALARS + STEP_FEATURES;

/// One position as the regression sees it.
struct Row {
    scalars: [f32; SCALARS],
    /// Indices of weights that are there or not, and whether each counts for White.
    indicators: Vec<(usize, bool)>,
    result: f32,
}

/// Fits weights to samples, starting from `weights`, with as many passes over them as there are `epochs`.
pub fn fit(weights: &Weights, samples: &[&Sample], epochs: u64) -> Result<Weights, WeightsError> {
    let classes = PatternClasses::new();
    let (mut fitted, held_out): (Vec<_>, Vec<_>) =
        samples.iter().copied().partition(|sample| sample.game % HELD_OUT != HELD_OUT - 1);
    let held_out: Vec<Row> = held_out.into_iter().map(|sample| row(&classes, sample)).collect();
    let mut values: Vec<f32> = weights.numbers().iter().map(|&weight| f32::from(weight) / UNIT).collect();
    let mut squares = vec![CAUTION; values.len()];
    let mut random = Random::from_seed(1);
    println!("  before: loss {:.5} on {} positions held out", loss(&values, &held_out), held_out.len());
    for epoch in 1..=epochs {
        random.shuffle(&mut fitted);
        for sample in &fitted {
            let row = row(&classes, sample);
            let slope = expectation(&values, &row) - row.result;
            let mut step = |index: usize, slope: f32, pull: f32| {
                let slope = slope + pull * values[index];
                squares[index] += slope * slope;
                values[index] -= RATE * slope / squares[index].sqrt();
            };
            for (index, feature) in row.scalars.into_iter().enumerate() {
                step(index, slope * feature, 0.0);
            }
            for &(index, is_white) in &row.indicators {
                step(index, if is_white { slope } else { -slope }, PULL);
            }
        }
        println!("  epoch {epoch}: loss {:.5}", loss(&values, &held_out));
    }
    Weights::from_numbers(values.into_iter().map(rounded).collect())
}

fn row(classes: &PatternClasses, sample: &Sample) -> Row {
    let position: &Position = &sample.position;
    let [white, black] = Side::BOTH.map(|side| position.stones(side).len() as usize);
    let tempo = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
    let [more, share] = material_features(white, black).map(single);
    let [white_steps, black_steps] = step_features(position).map(|feature| SCALARS + feature);
    let steps = [(white_steps, true), (black_steps, false)];
    let patterns =
        classes.of(position).map(|(number, is_white)| (BEFORE_PATTERNS + number as usize, is_white));
    Row {
        scalars: [more, share, tempo],
        indicators: steps.into_iter().chain(patterns).collect(),
        result: sample.result,
    }
}

/// What White can expect, as a share from 0 to 1.
fn expectation(values: &[f32], row: &Row) -> f32 {
    let scalars: f32 = row.scalars.iter().zip(values).map(|(feature, weight)| feature * weight).sum();
    let indicators: f32 = row
        .indicators
        .iter()
        .map(|&(index, is_white)| if is_white { values[index] } else { -values[index] })
        .sum();
    1.0 / (1.0 + (-scalars - indicators).exp())
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

fn single(value: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a small number")]
    let value = value as f32;
    value
}

fn rounded(value: f32) -> i16 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    let rounded = (value * UNIT).round().clamp(-8000.0, 8000.0) as i16;
    rounded
}
