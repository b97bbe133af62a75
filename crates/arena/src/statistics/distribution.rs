use std::f64::consts::SQRT_2;

use super::special::{incomplete_beta, incomplete_gamma};

/// The probability that a standard normal variable is at most `x`.
///
/// ```
/// use jugada_arena::statistics::normal_cdf;
/// assert!((normal_cdf(1.959_964) - 0.975).abs() < 1e-7);
/// ```
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    // Half the complementary error function, which is an incomplete gamma function.
    let [_, outside] = incomplete_gamma(0.5, (x / SQRT_2).powi(2));
    if x < 0.0 { outside / 2.0 } else { 1.0 - outside / 2.0 }
}

/// The `x` that a standard normal variable exceeds with probability 1 − `p`, for 0 < `p` < 1.
///
/// ```
/// use jugada_arena::statistics::normal_quantile;
/// assert!((normal_quantile(0.975) - 1.959_963_985).abs() < 1e-8);
/// ```
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    quantile(p, normal_cdf)
}

/// The `x` that a variable of Student's t distribution exceeds with probability 1 − `p`, for 0 < `p` < 1.
///
/// `freedom` is the number of degrees of freedom, above 0.
///
/// ```
/// use jugada_arena::statistics::student_quantile;
/// assert!((student_quantile(0.975, 9.0) - 2.262_157).abs() < 1e-6);
/// ```
#[must_use]
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    quantile(p, |t| {
        let outside = incomplete_beta(freedom / (freedom + t * t), freedom / 2.0, 0.5);
        if t < 0.0 { outside / 2.0 } else { 1.0 - outside / 2.0 }
    })
}

/// The probability that a variable of the χ² distribution exceeds `x`.
///
/// `freedom` is the number of degrees of freedom, above 0.
///
/// ```
/// use jugada_arena::statistics::chi_square_tail;
/// assert!((chi_square_tail(3.841_459, 1.0) - 0.05).abs() < 1e-7);
/// ```
#[must_use]
pub fn chi_square_tail(x: f64, freedom: f64) -> f64 {
    incomplete_gamma(freedom / 2.0, x / 2.0)[1]
}

/// Inverts a symmetric distribution function by bisection.
fn quantile(p: f64, cdf: impl Fn(f64) -> f64) -> f64 {
    if p < 0.5 {
        return -quantile(1.0 - p, cdf);
    }
    let mut high = 1.0;
    while cdf(high) < p && high < 1e300 {
        high *= 2.0;
    }
    bisect(0.0, high, |x| p - cdf(x))
}

/// The root of a function that does not increase, between `low` and `high`, to the last bit that can be had.
pub(super) fn bisect(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_quantiles() {
        // Percentage points as printed in every table of the distributions.
        for (p, freedom, expected) in
            [(0.975, 1.0, 12.7062), (0.975, 4.0, 2.7764), (0.95, 10.0, 1.8125), (0.995, 30.0, 2.7500)]
        {
            assert!((student_quantile(p, freedom) - expected).abs() < 5e-5, "{p} {freedom}");
            assert!((student_quantile(1.0 - p, freedom) + expected).abs() < 5e-5, "{p} {freedom}");
        }
        for (x, freedom, tail) in [(5.991, 2.0, 0.05), (18.307, 10.0, 0.05), (2.706, 1.0, 0.1)] {
            assert!((chi_square_tail(x, freedom) - tail).abs() < 5e-5, "{x} {freedom}");
        }
        assert!((student_quantile(0.975, 1e6) - normal_quantile(0.975)).abs() < 1e-5);
    }

    #[test]
    fn normal_tails() {
        for (x, expected) in [(0.0, 0.5), (-1.0, 0.158_655_254), (-5.0, 2.866_515_7e-7)] {
            assert!((normal_cdf(x) - expected).abs() < 1e-9 * (1.0 + expected), "{x}");
            assert!((normal_cdf(x) + normal_cdf(-x) - 1.0).abs() < 1e-15);
        }
    }
}
