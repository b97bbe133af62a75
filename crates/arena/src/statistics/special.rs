//! The special functions behind the distributions, by their textbook series and continued fractions.

use std::f64::consts::PI;

/// Relative accuracy at which a series stops.
const ACCURACY: f64 = 1e-16;
/// Stands for zero in a denominator of Lentz's method.
const TINY: f64 = 1e-300;
/// No series here needs more terms than this for arguments that statistics on games meet.
const MOST_TERMS: u32 = 100_000;

/// ln Γ(x) for x > 0, by the approximation of C. Lanczos (1964) with g = 7 and nine terms.
pub(super) fn ln_gamma(x: f64) -> f64 {
    const G: f64 = 7.0;
    const TERMS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        // Γ(x)·Γ(1 − x) = π / sin πx
        return (PI / (PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let mut sum = TERMS[0];
    let mut place = x;
    for term in &TERMS[1..] {
        place += 1.0;
        sum += term / place;
    }
    let t = x + G + 0.5;
    0.5 * (2.0 * PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// The regularized incomplete gamma functions P(a, x) and Q(a, x) = 1 − P(a, x), each accurate where it is small.
#[expect(clippy::many_single_char_names, reason = "the names of the method's description")]
pub(super) fn incomplete_gamma(a: f64, x: f64) -> [f64; 2] {
    if x <= 0.0 {
        return [0.0, 1.0];
    }
    if x.is_infinite() {
        return [1.0, 0.0];
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let mut term = 1.0 / a;
        let mut sum = term;
        let mut denominator = a;
        for _ in 0..MOST_TERMS {
            denominator += 1.0;
            term *= x / denominator;
            sum += term;
            if term < sum * ACCURACY {
                break;
            }
        }
        let below = (scale * sum).min(1.0);
        [below, 1.0 - below]
    } else {
        // Lentz's method for the continued fraction of Q.
        let mut b = x + 1.0 - a;
        let mut c = 1.0 / TINY;
        let mut d = 1.0 / b;
        let mut fraction = d;
        for n in 1..MOST_TERMS {
            let n = f64::from(n);
            let numerator = -n * (n - a);
            b += 2.0;
            d = 1.0 / away_from_zero(numerator * d + b);
            c = away_from_zero(b + numerator / c);
            fraction *= d * c;
            if (d * c - 1.0).abs() < ACCURACY {
                break;
            }
        }
        let above = (scale * fraction).min(1.0);
        [1.0 - above, above]
    }
}

/// The regularized incomplete beta function I(x; a, b).
#[expect(clippy::many_single_char_names, reason = "the names of the method's description")]
pub(super) fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The continued fraction converges fast on one side of the mean; the symmetry gives the other side.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for m in 1..MOST_TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < ACCURACY {
            break;
        }
    }
    front * fraction
}

fn away_from_zero(value: f64) -> f64 {
    if value.abs() < TINY { TINY } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, expected) in [(1.0, 0.0), (5.0, 24.0_f64.ln()), (0.5, PI.sqrt().ln())] {
            assert!((ln_gamma(x) - expected).abs() < 1e-13, "{x}");
        }
        // P(1, x) = 1 − e⁻ˣ, I(x; 1, 1) = x, I(x; 2, 1) = x².
        for x in [0.1, 0.5, 0.9] {
            assert!((incomplete_gamma(1.0, 5.0 * x)[1] - (-5.0 * x).exp()).abs() < 1e-14);
            assert!((incomplete_beta(x, 1.0, 1.0) - x).abs() < 1e-14);
            assert!((incomplete_beta(x, 2.0, 1.0) - x * x).abs() < 1e-14);
        }
    }
}
