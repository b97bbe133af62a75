//! Rules, values and the bot.

use jugada_contest::{TurnJudge, play_out, serve};
use jugada_core::testkit::{check_game, check_impartial, check_legality, check_notation, random_game};
use jugada_core::{GrundySearch, ImpartialGame, InTurn, Limits, Random, Side, perft};
use kayles::{Hit, KaylesPlayer, Pins};

/// Alleys with every number of pins up to 14, and games from them.
fn positions() -> Vec<InTurn<Pins>> {
    let mut random = Random::from_seed(1);
    let starts = (0..=14).map(|places| InTurn::new(Pins::all(places)));
    starts.flat_map(|start| random_game(&start, 14, &mut random)).collect()
}

#[test]
fn properties_of_the_rules() {
    let hits: Vec<Hit> = (1..=16)
        .flat_map(|pin| [format!("{pin}"), format!("{pin}-{}", pin + 1)])
        .map(|text| text.parse().expect("a hit"))
        .collect();
    for game in positions() {
        check_impartial(&game.position);
        check_game(&game);
        check_legality(&game, hits.iter().copied());
        check_notation(&game);
        assert_eq!(game.position.to_string().parse(), Ok(game.position));
    }
}

#[test]
fn the_longest_alley() {
    let all = Pins::all(64);
    assert_eq!(all.moves().len(), 64 + 63);
    assert_eq!(all.components().as_slice(), [kayles::Row(64)]);
    let last = "63-64".parse().expect("a hit");
    assert_eq!(all.play_unchecked(last).components().as_slice(), [kayles::Row(62)]);
    // Three pins have three single hits and two double ones; after them 2, 3, 2, 1 and 1 pins' hits are left: 3 + 2 + 3 + 1 + 1.
    assert_eq!(perft(&InTurn::new(Pins::all(3)), 2), 10);
}

#[test]
fn values_as_published() {
    // OEIS A002186; R. K. Guy and C. A. B. Smith, "The G-values of various games" (1956).
    let published = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4];
    let mut search = GrundySearch::new();
    for (places, value) in (0..).zip(published) {
        let components = Pins::all(places).components();
        assert_eq!(search.nimber(&components, &Limits::new()).value, Some(value), "{places} pins");
    }
}

#[test]
fn the_first_side_wins_every_full_alley() {
    // It hits the middle and then mirrors, which is why no value but that of no pins is 0.
    for places in 1..=20 {
        let start = Pins::all(places);
        let mut judge = TurnJudge::new(InTurn::new(start));
        let player = || KaylesPlayer::new(start, Limits::new());
        let verdict = play_out(&mut judge, &mut player(), &mut player());
        assert_eq!((verdict.winner, verdict.forfeited), (Some(Side::First), None), "{places} pins");
    }
}

#[test]
fn lines_as_a_contest_sends_them() {
    for (lines, output, error) in [
        ("start\n", "1\n", r"the input ends"),
        ("2-3\n", "", r#""2-3": this move is not legal here"#),
        ("2-4\n", "", r#""2-4": a pin such as 3, or two side by side such as 3-4, was expected"#),
    ] {
        let player = KaylesPlayer::new("I.I.I".parse().expect("pins"), Limits::new());
        let mut written = Vec::new();
        let end = serve(player, lines.as_bytes(), &mut written, &mut std::io::sink());
        assert_eq!(String::from_utf8_lossy(&written), output);
        assert_eq!(end.err().map_or("the input ends".to_owned(), |refused| refused.to_string()), error);
    }
    assert!("IX".parse::<Pins>().is_err() && "I".repeat(65).parse::<Pins>().is_err());
}
