use std::f64::consts::LN_10;

/// Elo points in one natural unit of the Bradley–Terry model: 400 / ln 10.
const ELO: f64 = 400.0 / LN_10;

/// Ratings of several programs by the Bradley–Terry model, in Elo, with how surely they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One rating a program; they sum to 0.
    pub elo: Vec<f64>,
    /// The covariance of the ratings, row by row, in Elo².
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The standard error of a program's rating.
    ///
    /// # Panics
    /// If there is no such program.
    #[must_use]
    pub fn error(&self, program: usize) -> f64 {
        self.covariance[program][program].max(0.0).sqrt()
    }

    /// The standard error of the difference between two programs' ratings: smaller than their own errors suggest where they played
    /// each other, larger where they did not.
    ///
    /// # Panics
    /// If there is no such program.
    #[must_use]
    pub fn difference_error(&self, one: usize, other: usize) -> f64 {
        let c = &self.covariance;
        (c[one][one] + c[other][other] - 2.0 * c[one][other]).max(0.0).sqrt()
    }
}

/// Rates programs by who beat whom: `wins[i][j]` is what `i` scored against `j` (a draw counts ½ for both).
///
/// The most likely ratings of the Bradley–Terry model under a normal prior of standard deviation `prior` Elo around 0, found by Newton's
/// method. The prior keeps undefeated programs finite; `f64::INFINITY` means none, and then every program must be linked to every other
/// by wins.
///
/// ```
/// use jugada_arena::statistics::rate;
/// let wins = [vec![0.0, 10.0], vec![0.0, 0.0]];
/// let ratings = rate(&wins, 1000.0);
/// assert!(ratings.elo[0] > 200.0 && ratings.elo[0] < 1000.0);
/// assert!((ratings.elo[0] + ratings.elo[1]).abs() < 1e-9);
/// ```
///
/// # Panics
/// If `wins` is not square or the prior not above 0.
#[must_use]
pub fn rate(wins: &[Vec<f64>], prior: f64) -> Ratings {
    /// Newton's method needs a handful of rounds; damping can add some.
    const ROUNDS: usize = 200;
    /// No step moves a rating further than this, in natural units: about 350 Elo.
    const LONGEST_STEP: f64 = 2.0;
    let n = wins.len();
    assert!(wins.iter().all(|row| row.len() == n), "the table of wins must be square");
    assert!(prior > 0.0, "the prior's deviation must be above 0");
    let precision = (ELO / prior).powi(2);
    let mut theta = vec![0.0; n];
    for _ in 0..ROUNDS {
        let gradient: Vec<f64> = (0..n)
            .map(|i| {
                let games = (0..n)
                    .filter(|j| *j != i)
                    .map(|j| wins[i][j] - (wins[i][j] + wins[j][i]) * expectation(theta[i] - theta[j]));
                games.sum::<f64>() - precision * theta[i]
            })
            .collect();
        let Some(inverse) = inverse(&anchored_information(wins, &theta, precision)) else { break };
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
        let longest = step.iter().map(|s: &f64| s.abs()).fold(0.0, f64::max);
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        for (rating, step) in theta.iter_mut().zip(&step) {
            *rating += scale * step;
        }
        if longest < 1e-12 {
            break;
        }
    }
    let covariance = covariance(&anchored_information(wins, &theta, precision));
    Ratings { elo: theta.iter().map(|rating| rating * ELO).collect(), covariance }
}

fn expectation(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The information matrix, plus 1/n everywhere: the likelihood does not fix the ratings' common level, that sum does.
fn anchored_information(wins: &[Vec<f64>], theta: &[f64], precision: f64) -> Vec<Vec<f64>> {
    let n = wins.len();
    #[expect(clippy::cast_precision_loss, reason = "a number of programs")]
    let mut matrix = vec![vec![1.0 / n as f64; n]; n];
    for i in 0..n {
        matrix[i][i] += precision;
        for j in (0..n).filter(|j| *j != i) {
            let expected = expectation(theta[i] - theta[j]);
            let information = (wins[i][j] + wins[j][i]) * expected * (1.0 - expected);
            matrix[i][i] += information;
            matrix[i][j] -= information;
        }
    }
    matrix
}

/// The covariance of the ratings, their sum being held at 0, in Elo².
fn covariance(anchored: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = anchored.len();
    let Some(inverse) = inverse(anchored) else { return vec![vec![f64::INFINITY; n]; n] };
    #[expect(clippy::cast_precision_loss, reason = "a number of programs")]
    let count = n as f64;
    let row_means: Vec<f64> = inverse.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let mean = row_means.iter().sum::<f64>() / count;
    let centred = |i: usize, j: usize| inverse[i][j] - row_means[i] - row_means[j] + mean;
    (0..n).map(|i| (0..n).map(|j| ELO * ELO * centred(i, j)).collect()).collect()
}

/// The inverse of a square matrix by Gauss–Jordan elimination with row exchange; nothing if it has none.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| left[*a][column].abs().total_cmp(&left[*b][column].abs()))?;
        if left[pivot][column].abs() < 1e-300 {
            return None;
        }
        left.swap(column, pivot);
        right.swap(column, pivot);
        let scale = left[column][column];
        for entry in left[column].iter_mut().chain(&mut right[column]) {
            *entry /= scale;
        }
        let (pivot_left, pivot_right) = (left[column].clone(), right[column].clone());
        for row in (0..n).filter(|row| *row != column) {
            let factor = left[row][column];
            let subtract = |entries: &mut [f64], pivot: &[f64]| {
                for (entry, p) in entries.iter_mut().zip(pivot) {
                    *entry -= factor * p;
                }
            };
            subtract(&mut left[row], &pivot_left);
            subtract(&mut right[row], &pivot_right);
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected} within {tolerance}");
    }

    // The numbers agree with choix.ilsr_pairwise and choix.opt_pairwise to a millionth.
    #[test]
    fn three_programs_without_a_prior() {
        let wins = [vec![0.0, 7.0, 9.0], vec![3.0, 0.0, 6.0], vec![1.0, 4.0, 0.0]];
        let ratings = rate(&wins, f64::INFINITY);
        for (i, (elo, error)) in
            [(163.9211, 65.527), (-27.8228, 57.023), (-136.0984, 62.216)].into_iter().enumerate()
        {
            near(ratings.elo[i], elo, 1e-4);
            near(ratings.error(i), error, 1e-3);
        }
        near(ratings.difference_error(0, 1), 105.925, 1e-3);
    }

    #[test]
    fn undefeated_and_idle_programs_stay_finite() {
        let wins = [vec![0.0, 20.0, 0.0], vec![0.0, 0.0, 0.0], vec![0.0, 0.0, 0.0]];
        let ratings = rate(&wins, 600.0);
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
        assert!(ratings.elo[0] > ratings.elo[2] && ratings.elo[2] > ratings.elo[1]);
        near(ratings.elo.iter().sum::<f64>(), 0.0, 1e-9);
        near(ratings.elo[2], 0.0, 1e-9);
    }
}
