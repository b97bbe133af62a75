use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// What the entries of a matrix game can be: `f64`, which rounds, or [`Rational`], which does not.
pub trait Number:
    Copy
    + PartialOrd
    + fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// What counts as zero where numbers of about the size of 1 were added up: rounding errors are smaller, what matters is larger.
    const TOLERANCE: Self;

    /// Whether this is a number that can be reckoned with.
    fn is_finite(self) -> bool;

    /// A whole number.
    fn from_i32(whole: i32) -> Self;

    /// The nearest `f64`.
    fn to_f64(self) -> f64;
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const TOLERANCE: Self = 1e-11;

    #[inline]
    fn is_finite(self) -> bool {
        Self::is_finite(self)
    }

    fn from_i32(whole: i32) -> Self {
        whole.into()
    }

    fn to_f64(self) -> f64 {
        self
    }
}

/// A fraction in lowest terms, exact.
///
/// A result whose numerator or denominator does not fit in 127 bits becomes [`Rational::OVERFLOW`], and so does everything
/// reckoned from it, as with the not-a-number of `f64`.
///
/// ```
/// use jugada_core::Rational;
/// let sum = Rational::new(1, 3) + Rational::new(1, 6);
/// assert_eq!(sum, Rational::new(2, 4));
/// assert_eq!(sum.to_string(), "1/2");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rational {
    numerator: i128,
    /// Positive; 0 for an overflow.
    denominator: i128,
}

impl Rational {
    /// What an operation gives whose result does not fit. It equals nothing, not even itself.
    pub const OVERFLOW: Self = Self { numerator: 0, denominator: 0 };

    /// The fraction `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is 0.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert!(denominator != 0, "{numerator} is divided by 0");
        Self::reduced(numerator.into(), denominator.into())
    }

    /// The numerator in lowest terms: it carries the sign.
    #[must_use]
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms: positive, or 0 after an overflow.
    #[must_use]
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    fn reduced(numerator: i128, denominator: i128) -> Self {
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let Ok(divisor) = i128::try_from(divisor) else { return Self::OVERFLOW };
        if divisor == 0 {
            return Self::OVERFLOW;
        }
        let sign = if denominator < 0 { -1 } else { 1 };
        match ((numerator / divisor).checked_mul(sign), (denominator / divisor).checked_mul(sign)) {
            (Some(numerator), Some(denominator)) => Self { numerator, denominator },
            _ => Self::OVERFLOW,
        }
    }

    fn checked(numerator: Option<i128>, denominator: Option<i128>) -> Self {
        match (numerator, denominator) {
            (Some(numerator), Some(denominator)) => Self::reduced(numerator, denominator),
            _ => Self::OVERFLOW,
        }
    }

    fn is_overflow(self) -> bool {
        self.denominator == 0
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Most numbers are small, and the division of small ones is many times faster.
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            let (mut a, mut b) = (small_a, small_b);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return a.into();
        }
        (a, b) = (b, a % b);
    }
    a
}

impl From<i32> for Rational {
    fn from(whole: i32) -> Self {
        Self { numerator: whole.into(), denominator: 1 }
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        !self.is_overflow() && self.numerator == other.numerator && self.denominator == other.denominator
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.is_overflow() || other.is_overflow() {
            return None;
        }
        // Crosswise products could overflow: compare the whole parts, then what is left over, turned upside down.
        let (mut left, mut right) =
            ((self.numerator, self.denominator), (other.numerator, other.denominator));
        loop {
            let whole = left.0.div_euclid(left.1).cmp(&right.0.div_euclid(right.1));
            let rest = (left.0.rem_euclid(left.1), right.0.rem_euclid(right.1));
            match (whole, rest) {
                (Ordering::Equal, (0, 0)) => return Some(Ordering::Equal),
                (Ordering::Equal, (0, _)) => return Some(Ordering::Less),
                (Ordering::Equal, (_, 0)) => return Some(Ordering::Greater),
                (Ordering::Equal, (left_rest, right_rest)) => {
                    (left, right) = ((right.1, right_rest), (left.1, left_rest));
                }
                (unequal, _) => return Some(unequal),
            }
        }
    }
}

impl Add for Rational {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.denominator == other.denominator {
            return Self::checked(self.numerator.checked_add(other.numerator), Some(self.denominator));
        }
        let left = self.numerator.checked_mul(other.denominator);
        let right = other.numerator.checked_mul(self.denominator);
        Self::checked(
            left.zip(right).and_then(|(left, right)| left.checked_add(right)),
            self.denominator.checked_mul(other.denominator),
        )
    }
}

impl Neg for Rational {
    type Output = Self;

    fn neg(self) -> Self {
        Self::checked(self.numerator.checked_neg(), Some(self.denominator))
    }
}

impl Sub for Rational {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Rational {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self.is_overflow() || other.is_overflow() {
            return Self::OVERFLOW;
        }
        // Crosswise reduction first: products that fit in lowest terms then never overflow on the way.
        let left = Self::reduced(self.numerator, other.denominator);
        let right = Self::reduced(other.numerator, self.denominator);
        Self::checked(
            left.numerator.checked_mul(right.numerator),
            left.denominator.checked_mul(right.denominator),
        )
    }
}

impl Div for Rational {
    type Output = Self;

    /// Division by 0 is an overflow.
    #[expect(clippy::suspicious_arithmetic_impl, reason = "dividing is multiplying by the reciprocal")]
    fn div(self, other: Self) -> Self {
        if other.is_overflow() {
            return Self::OVERFLOW;
        }
        self * Self::reduced(other.denominator, other.numerator)
    }
}

impl Number for Rational {
    const ZERO: Self = Self { numerator: 0, denominator: 1 };
    const ONE: Self = Self { numerator: 1, denominator: 1 };
    const TOLERANCE: Self = Self::ZERO;

    fn is_finite(self) -> bool {
        !self.is_overflow()
    }

    fn from_i32(whole: i32) -> Self {
        whole.into()
    }

    #[expect(clippy::cast_precision_loss, reason = "the nearest number is what is asked for")]
    fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            0 => f.pad("overflow"),
            1 => f.pad(&self.numerator.to_string()),
            _ => f.pad(&format!("{}/{}", self.numerator, self.denominator)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reckoning_in_lowest_terms() {
        let third = Rational::new(-1, -3);
        assert_eq!((third.numerator(), third.denominator()), (1, 3));
        assert_eq!(third - Rational::new(5, 6), Rational::new(-1, 2));
        assert_eq!(Rational::new(4, 9) / Rational::new(-2, 3), Rational::new(-2, 3));
        assert!(Rational::new(-1, 2) < Rational::new(-1, 3));
        let tiny = Rational::ONE / (Rational::new(i64::MAX, 1) * Rational::new(i64::MAX, 1));
        assert!(tiny < Rational::ONE && Rational::ONE - tiny < Rational::ONE && Rational::ZERO < tiny);
        assert_eq!(Rational::new(22, 7).partial_cmp(&Rational::new(355, 113)), Some(Ordering::Greater));
        assert_eq!(Rational::new(-7, 2).to_string(), "-7/2");
    }

    #[test]
    fn overflow_spreads_and_compares_with_nothing() {
        let huge = Rational::new(i64::MAX, 1);
        let product = huge * huge * huge;
        for result in [product, product - product, Rational::ONE / product, Rational::ONE / Rational::ZERO] {
            assert!(!result.is_finite(), "{result}");
            assert!(result.partial_cmp(&Rational::ONE).is_none() && result != product);
        }
    }
}
