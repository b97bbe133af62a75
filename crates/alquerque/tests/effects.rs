//! What the `climb` example makes of games: effects that are there are found, and noise is not taken for one.

#[path = "../examples/climb/effects.rs"]
mod effects;

use effects::{beyond_noise, effects};
use jugada_core::Random;

/// Games whose points are the given effects and noise.
fn games(truth: &[f64], noise: i32, number: usize) -> (Vec<Vec<f64>>, Vec<f64>) {
    let mut random = Random::from_seed(1);
    (0..number)
        .map(|_| {
            let changes: Vec<f64> = truth.iter().map(|_| [-1.0, 0.0, 1.0][random.index(3)]).collect();
            let of_noise = f64::from(noise) * [-1.0, 1.0][random.index(2)];
            let points = changes.iter().zip(truth).map(|(change, effect)| change * effect).sum::<f64>();
            (changes, points + of_noise)
        })
        .unzip()
}

#[test]
fn an_effect_is_found_within_its_error_and_noise_is_told_apart_from_it() {
    let truth = [0.5, 0.0, -0.3, 0.0];
    let (changes, points) = games(&truth, 4, 20_000);
    let found = effects(&changes, &points);
    for (effect, truth) in found.iter().zip(truth) {
        assert!((effect.points - truth).abs() < 4.0 * effect.error, "{effect:?}, {truth}");
    }
    assert!(found[0].errors() > 10.0 && found[1].errors().abs() < 4.0);
    assert!(beyond_noise(&found) > 0.9);
    let (changes, points) = games(&[0.0; 40], 4, 2000);
    assert!(beyond_noise(&effects(&changes, &points)) < 0.4);
}
