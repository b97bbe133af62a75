/// What is known of a component's nim-value: all values below `floor` are excluded, and some of those above it.
///
/// Packed into 48 bits, since a table holds millions of them. Bit i of `above` excludes `floor + 1 + i`; all its bits set means that the value is `floor` exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Knowledge {
    floor: u32,
    above: u16,
}

impl Knowledge {
    const EXACT: u16 = u16::MAX;
    /// How far above the floor a value can lie to be remembered as excluded.
    const REACH: u32 = 15;

    /// The value is this one.
    pub(super) const fn exact(value: u32) -> Self {
        Self { floor: value, above: Self::EXACT }
    }

    /// The two numbers that stand for it.
    pub(super) const fn to_parts(self) -> (u32, u16) {
        (self.floor, self.above)
    }

    /// The inverse of [`to_parts`](Self::to_parts).
    pub(super) const fn from_parts((floor, above): (u32, u16)) -> Self {
        Self { floor, above }
    }

    /// The value, if it is known.
    pub(super) fn value(self) -> Option<u32> {
        (self.above == Self::EXACT).then_some(self.floor)
    }

    /// The smallest value that is not excluded.
    pub(super) const fn floor(self) -> u32 {
        self.floor
    }

    /// Whether the value is known not to be this one.
    pub(super) fn excludes(self, value: u32) -> bool {
        if self.above == Self::EXACT {
            return value != self.floor;
        }
        match value.checked_sub(self.floor) {
            None => true,
            Some(0) => false,
            Some(beyond) => beyond <= Self::REACH && self.above & (1 << (beyond - 1)) != 0,
        }
    }

    /// Notes that the value is not this one. Values far above the floor are not remembered.
    ///
    /// Must not be called once the value is known.
    pub(super) fn exclude(&mut self, value: u32) {
        debug_assert!(self.above != Self::EXACT, "the value is known already");
        match value.checked_sub(self.floor) {
            Some(0) => {
                // The run of excluded values that begins just above the floor goes with it.
                let step = self.above.trailing_ones() + 1;
                self.floor += step;
                self.above = self.above.checked_shr(step).unwrap_or(0);
            }
            Some(beyond @ 1..=Self::REACH) => self.above |= 1 << (beyond - 1),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_a_set(values in prop::collection::vec(0_u32..20, 0..40)) {
            let mut knowledge = Knowledge::default();
            let mut excluded = BTreeSet::new();
            for value in values {
                knowledge.exclude(value);
                excluded.insert(value);
                let floor = (0..=20).find(|value| !excluded.contains(value)).expect("20 is never excluded");
                // What lies further above may be forgotten, but nothing is invented and nothing near is lost.
                for asked in 0..30 {
                    if knowledge.excludes(asked) {
                        prop_assert!(excluded.contains(&asked));
                    }
                }
                prop_assert!(knowledge.floor() <= floor);
                prop_assert!((0..knowledge.floor()).all(|below| excluded.contains(&below)));
                prop_assert_eq!(knowledge.value(), None);
            }
        }
    }

    #[test]
    fn an_exact_value_excludes_all_others() {
        let knowledge = Knowledge::exact(3);
        assert_eq!(knowledge.value(), Some(3));
        assert!((0..40).all(|asked| knowledge.excludes(asked) == (asked != 3)));
    }

    #[test]
    fn excluding_in_any_order_moves_the_floor() {
        let mut knowledge = Knowledge::default();
        for value in [2, 1, 4, 0] {
            knowledge.exclude(value);
        }
        assert_eq!(knowledge.floor(), 3);
        assert!(knowledge.excludes(4) && !knowledge.excludes(3) && !knowledge.excludes(5));
    }
}
