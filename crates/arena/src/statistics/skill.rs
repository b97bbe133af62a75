use std::f64::consts::{PI, SQRT_2};

use super::{normal_cdf, normal_quantile};

/// A belief about a program's strength that is updated game by game: a normal distribution.
///
/// It depends on the order of the games, so it is for choosing who meets whom next, not for tables: those are made by
/// [`rate`](super::rate), which looks at all games at once.
///
/// ```
/// use jugada_arena::statistics::{Skill, TrueSkill};
/// let [winner, loser] = TrueSkill::default().after_win([Skill::default(); 2]);
/// assert!(winner.mean > 29.0 && loser.mean < 21.0 && winner.deviation < 25.0 / 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The most likely strength.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl Default for Skill {
    /// Nothing is known: 25, give or take 25/3.
    fn default() -> Self {
        Self { mean: 25.0, deviation: 25.0 / 3.0 }
    }
}

/// How far one game's performance strays from a program's strength.
const PERFORMANCE: f64 = 25.0 / 6.0;
/// How much strength may drift from game to game.
const DRIFT: f64 = 25.0 / 300.0;

impl Skill {
    fn variance_with_drift(self) -> f64 {
        self.deviation * self.deviation + DRIFT * DRIFT
    }
}

/// Updates by the factor graph of Herbrich, Minka and Graepel, "`TrueSkill`: a Bayesian skill rating system" (2006), for two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueSkill {
    /// How likely a draw is between equals, above 0 and below 1.
    pub draw_probability: f64,
}

impl Default for TrueSkill {
    /// One game in ten is drawn.
    fn default() -> Self {
        Self { draw_probability: 0.1 }
    }
}

impl TrueSkill {
    /// The two after the first has beaten the second.
    #[must_use]
    pub fn after_win(self, players: [Skill; 2]) -> [Skill; 2] {
        self.after(players, |lead, margin| {
            let ahead = lead - margin;
            // Far in the tail the ratio tends to this, and the tail itself to 0.
            let shift = if ahead < -30.0 { -ahead } else { density(ahead) / normal_cdf(ahead) };
            [shift, shift * (shift + ahead)]
        })
    }

    /// The two after a draw.
    #[must_use]
    pub fn after_draw(self, players: [Skill; 2]) -> [Skill; 2] {
        self.after(players, |lead, margin| {
            let [low, high] = [-margin - lead, margin - lead];
            let inside = (normal_cdf(high) - normal_cdf(low)).max(f64::MIN_POSITIVE);
            let shift = (density(low) - density(high)) / inside;
            let narrowing = (high * density(high) - low * density(low)) / inside;
            [shift, (shift * shift + narrowing).min(1.0)]
        })
    }

    fn after(self, players: [Skill; 2], correction: impl Fn(f64, f64) -> [f64; 2]) -> [Skill; 2] {
        let variances = players.map(Skill::variance_with_drift);
        let spread = (2.0 * PERFORMANCE * PERFORMANCE + variances.iter().sum::<f64>()).sqrt();
        let margin = normal_quantile(f64::midpoint(1.0, self.draw_probability)) * SQRT_2 * PERFORMANCE;
        let [shift, narrowing] = correction((players[0].mean - players[1].mean) / spread, margin / spread);
        [0, 1].map(|player| {
            let variance = variances[player];
            let direction = if player == 0 { 1.0 } else { -1.0 };
            Skill {
                mean: players[player].mean + direction * variance / spread * shift,
                deviation: (variance * (1.0 - variance / (spread * spread) * narrowing)).sqrt(),
            }
        })
    }
}

/// The two after the first has beaten the second, by the Plackett–Luce model of Weng and Lin, "A Bayesian approximation method for online
/// ranking" (2011), as `OpenSkill` has it.
#[must_use]
pub fn plackett_luce_win(players: [Skill; 2]) -> [Skill; 2] {
    let variances = players.map(Skill::variance_with_drift);
    let spread = variances.iter().map(|variance| variance + PERFORMANCE * PERFORMANCE).sum::<f64>().sqrt();
    let upset = 1.0 / (1.0 + ((players[0].mean - players[1].mean) / spread).exp());
    [0, 1].map(|player| {
        let variance = variances[player];
        let direction = if player == 0 { 1.0 } else { -1.0 };
        let narrowing = upset * (1.0 - upset) * variance / (spread * spread) * variance.sqrt() / spread;
        Skill {
            mean: players[player].mean + direction * upset * variance / spread,
            deviation: (variance * (1.0 - narrowing)).sqrt(),
        }
    })
}

/// The density of the standard normal distribution.
fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(players: [Skill; 2], means: [f64; 2], deviation: f64, tolerance: f64) {
        for (player, mean) in players.iter().zip(means) {
            assert!((player.mean - mean).abs() < tolerance, "{players:?}");
            assert!((player.deviation - deviation).abs() < tolerance, "{players:?}");
        }
    }

    // Computed with the Python packages trueskill and openskill.
    #[test]
    fn published_updates() {
        let new = [Skill::default(); 2];
        check(TrueSkill::default().after_win(new), [29.396, 20.604], 7.171, 5e-4);
        check(TrueSkill::default().after_draw(new), [25.0, 25.0], 6.458, 5e-4);
        check(plackett_luce_win(new), [27.635_389, 22.364_611], 8.065_901, 1e-6);
    }

    #[test]
    fn surprises_stay_finite() {
        let far = [Skill { mean: -400.0, deviation: 0.1 }, Skill { mean: 400.0, deviation: 0.1 }];
        let updates = [
            TrueSkill::default().after_win(far),
            TrueSkill::default().after_draw(far),
            plackett_luce_win(far),
        ];
        for [first, second] in updates {
            assert!(first.mean.is_finite() && second.mean.is_finite(), "{first:?} {second:?}");
            assert!(first.deviation > 0.0 && second.deviation > 0.0, "{first:?} {second:?}");
        }
    }
}
