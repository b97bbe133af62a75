/// What changes of a number did to the points.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// Points a game for one step of the number.
    pub points: f64,
    /// Its standard error.
    pub error: f64,
}

impl Effect {
    /// The effect in standard errors.
    pub fn errors(self) -> f64 {
        self.points / self.error
    }
}

/// The effects of as many numbers as each game has changes, in steps, by games with those changes: least squares for each number by itself, since
/// the changes are independent of each other.
pub fn effects(changes: &[Vec<f64>], points: &[f64]) -> Vec<Effect> {
    let squares: f64 = points.iter().map(|points| points * points).sum();
    let deviation = (squares / count(points.len())).sqrt();
    (0..changes.first().map_or(0, Vec::len))
        .map(|number| {
            let (mut together, mut alone) = (0.0, 0.0);
            for (changes, points) in changes.iter().zip(points) {
                together += changes[number] * points;
                alone += changes[number] * changes[number];
            }
            let alone = alone.max(f64::MIN_POSITIVE);
            Effect { points: together / alone, error: deviation / alone.sqrt() }
        })
        .collect()
}

/// How much of the effects is more than the noise of the games, as a share from 0 to 1: by noise alone the squares of [`Effect::errors`]
/// are 1 on average (the estimator of W. James and C. Stein, "Estimation with quadratic loss", Fourth Berkeley Symposium, 1961).
pub fn beyond_noise(effects: &[Effect]) -> f64 {
    let mean = effects.iter().map(|effect| effect.errors().powi(2)).sum::<f64>() / count(effects.len());
    if mean > 1.0 { 1.0 - 1.0 / mean } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "a count of games or numbers")]
fn count(number: usize) -> f64 {
    number.max(1) as f64
}
