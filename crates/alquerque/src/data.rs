//! Positions and moves as data. A position and a point are their text; a move is where it starts and ends and what it takes, since several
//! paths may make the same move.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Move, Point, PointSet, Position};

jugada_core::serde_as_text!(Point, Position);

impl Serialize for PointSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for PointSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Point>::deserialize(deserializer).map(Self::from_iter)
    }
}

/// What a [`Move`] looks like in data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    from: Point,
    to: Point,
    #[serde(default, skip_serializing_if = "is_empty")]
    captured: PointSet,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_empty(set: &PointSet) -> bool {
    set.is_empty()
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Parts { from: self.from(), to: self.to(), captured: self.captured() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Parts::deserialize(deserializer).map(|parts| Self::new(parts.from, parts.to, parts.captured))
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::testkit::random_game;
    use jugada_core::{Game, Random};

    use super::*;

    #[test]
    fn positions_and_moves_are_read_back() {
        for seed in 0..20 {
            for position in random_game(&Position::start(), 200, &mut Random::from_seed(seed)) {
                let written = serde_json::to_string(&position).expect("text");
                assert_eq!(written, format!("\"{position}\""));
                assert_eq!(serde_json::from_str::<Position>(&written).expect("read back"), position);
                for listed in position.moves() {
                    let written = serde_json::to_string(&listed).expect("data");
                    assert_eq!(serde_json::from_str::<Move>(&written).expect("read back"), listed);
                }
            }
        }
    }

    #[test]
    fn the_form_of_moves() {
        let quiet = Position::start().moves()[0];
        assert_eq!(serde_json::to_string(&quiet).expect("data"), r#"{"from":"c3","to":"d4"}"#);
        let position: Position = "7/7/7/3b3/2w4/7/7 w - - 1".parse().expect("a position");
        let capture = position.moves()[0];
        let written = r#"{"from":"c3","to":"e5","captured":["d4"]}"#;
        assert_eq!(serde_json::to_string(&capture).expect("data"), written);
    }

    #[test]
    fn what_is_no_position_or_move_is_named() {
        let error = serde_json::from_str::<Position>(r#""7/7""#).expect_err("no position").to_string();
        assert!(error.starts_with(r#""7/7": five fields were expected"#), "{error}");
        let error =
            serde_json::from_str::<Move>(r#"{"from":"c3","to":"h9"}"#).expect_err("no move").to_string();
        assert!(error.starts_with(r#""h9": a point is a letter"#), "{error}");
    }
}
