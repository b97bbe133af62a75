//! Rules, referee and players together.

use std::time::Duration;

use jugada_contest::{Judge, Message, Player, play_out};
use jugada_core::testkit::{check_simultaneous, random_joint_game};
use jugada_core::{Outcome, Random, Side, SimultaneousGame};
use jugada_demonios::{Bot, Cell, Compact, Options, Position, Referee, Size, Strategy, Wide};
use proptest::prelude::*;

fn size(n: u32, k: u32) -> Size {
    Size::new(n, k).expect("a size")
}

fn fast(strategy: Strategy) -> Options {
    Options::new().strategy(strategy).time_per_move(Duration::from_micros(300))
}

#[test]
fn ten_thousand_random_games_keep_every_invariant() {
    let mut random = Random::from_seed(41);
    for game in 0..10_000 {
        let size = size(1 + u32::try_from(random.below(30)).expect("small"), 1 + game % 7);
        let mut referee = Referee::new(size);
        // The same game with the sides in each other's place and counted from the other end.
        let mut mirror = Referee::new(size);
        assert_eq!(referee.start(), Side::BOTH.map(|side| Message::new(side, size.to_string())));
        mirror.start();
        let mut clean = referee.position().clean_cells().count();
        while referee.verdict().is_none() {
            assert!(Side::BOTH.iter().all(|&side| referee.awaits(side)));
            let before = referee.position().clone();
            assert_eq!(mirror.position(), &before.mirrored());
            let moves = Side::BOTH.map(|side| {
                let cells: Vec<Cell> = before.destinations(side).collect();
                *random.choose(&cells).expect("the game goes on")
            });
            let seen = [moves[0], moves[1].mirrored(size.n())];
            assert_eq!(referee.receive(Side::First, &seen[0].to_string()), Ok(Vec::new()));
            let sent = referee.receive(Side::Second, &seen[1].to_string()).expect("legal");
            assert_eq!(
                sent,
                [
                    Message::new(Side::First, moves[1].to_string()),
                    Message::new(Side::Second, moves[0].mirrored(size.n()).to_string()),
                ]
            );
            mirror.receive(Side::Second, &seen[0].to_string()).expect("legal");
            mirror.receive(Side::First, &seen[1].to_string()).expect("legal");
            let after = referee.position();
            assert!(after.clean_cells().all(|cell| before.is_clean(cell)), "a burned cell is clean again");
            let burned = clean - after.clean_cells().count();
            assert_eq!(burned, if moves[0] == moves[1] { 1 } else { 2 });
            clean -= burned;
        }
        let mut points = mirror.verdict().expect("over as well").points;
        points.reverse();
        assert_eq!(referee.verdict().expect("over").points, points);
        assert_eq!(referee.moves().len(), mirror.moves().len());
    }
}

#[test]
fn impossible_lines_are_named() {
    let mut referee = Referee::new(size(20, 3));
    referee.start();
    for (line, complaint) in [
        ("", r#""": a cell is a whole number from 1 on"#),
        ("x", r#""x": a cell is a whole number from 1 on"#),
        ("0", r#""0": a cell cannot be 0, the smallest is 1"#),
        ("-4", r#""-4": a cell cannot be negative"#),
        ("21", r#""21": the strip has only cells 1 to 20"#),
        ("1", r#""1": that cell is burned"#),
        ("20", r#""20": that cell is burned"#),
        ("7", r#""7": from cell 1 it is 6 cells away and a step is at most 3"#),
    ] {
        for side in Side::BOTH {
            let foul = referee.receive(side, line).expect_err(line);
            assert_eq!(foul.to_string(), complaint);
        }
        let mut bot = Bot::new(fast(Strategy::Near));
        bot.receive("20 3").expect("a size");
        // The bot hears of the opponent's moves: from the other end, all of its near cells are too far for these.
        let error = bot.receive(line).expect_err(line).to_string();
        assert!(error.starts_with(&format!("{line:?}: ")), "{error}");
    }
    referee.receive(Side::First, "4").expect("legal");
    let messages = referee.forfeit(Side::Second, "it crashed");
    assert!(messages.is_empty());
    let verdict = referee.verdict().expect("forfeited");
    assert_eq!((verdict.points, verdict.forfeited), ([10, 0], Some(Side::Second)));
}

#[test]
fn a_game_without_a_move_is_drawn_at_once() {
    for (n, k) in [(1, 1), (1, 9), (2, 5)] {
        let mut referee = Referee::new(size(n, k));
        assert_eq!(referee.start().len(), 2);
        assert_eq!(referee.verdict().expect("nobody can move").points, [1, 1]);
        let mut bot = Bot::new(fast(Strategy::Best));
        let reply = bot.receive(&format!("{n} {k}")).expect("a size");
        assert!(reply.lines.is_empty() && reply.finished);
    }
}

#[test]
fn every_strategy_plays_every_size() {
    for (n, k) in [(3, 1), (5, 2), (20, 3), (12, 40), (70, 4), (140, 9), (300, 30)] {
        for strategy in Strategy::ALL {
            let mut first = Bot::new(fast(strategy).seed(1));
            let mut second = Bot::new(fast(Strategy::Territory).seed(2));
            let mut referee = Referee::new(size(n, k));
            let verdict = play_out(&mut referee, &mut first, &mut second);
            assert_eq!(verdict.forfeited, None, "{strategy} at {n} {k}: {}", verdict.reason);
        }
    }
}

#[test]
fn best_loses_no_game_that_it_has_proven_drawn() {
    for (seed, strategy) in (0..40).zip(Strategy::SIMPLE.into_iter().cycle()) {
        let mut best = Bot::new(fast(Strategy::Best).seed(seed));
        let mut other = Bot::new(fast(strategy).seed(seed));
        let verdict = play_out(&mut Referee::new(size(16, 3)), &mut best, &mut other);
        assert!(best.engine().guaranteed() >= Some(0), "sixteen cells are solved");
        assert_ne!(verdict.winner, Some(Side::Second), "seed {seed}");
    }
}

#[test]
fn a_strategy_has_the_name_it_is_read_by() {
    for strategy in Strategy::ALL {
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    assert!("best ".parse::<Strategy>().is_err());
}

#[test]
fn the_rules_hold_on_a_large_strip() {
    let size = size(1_000_000, 1_000);
    let mut position = Position::start(size);
    let cell = |number| Cell::new(number).expect("not 0");
    assert_eq!(position.destinations(Side::First).count(), 1_000);
    position.advance(cell(1_001), cell(999_000)).expect("legal");
    assert_eq!(position.destinations(Side::First).count(), 1_999);
    assert_eq!(position.cell(Side::Second), cell(999_000));
    assert!(position.compact::<Wide>().is_none());
    let mut bot = Bot::new(fast(Strategy::Best).seed(1));
    let reply = bot.receive("1000000 1000").expect("a size");
    assert!(reply.lines[0].parse::<u32>().expect("a cell") <= 1_001);
}

proptest! {
    #[test]
    fn compact_positions_follow_the_rules(n in 1..30_u32, k in 1..8_u32, seed in any::<u64>()) {
        let mut random = Random::from_seed(seed);
        for position in random_joint_game(&Position::start(size(n, k)), 99, &mut random) {
            let (compact, base) = position.compact::<u64>().expect("small");
            check_simultaneous(&compact);
            prop_assert_eq!(compact.score(), position.score());
            for side in Side::BOTH {
                let mut cells: Vec<u32> =
                    compact.moves(side).iter().map(|&cell| u32::from(cell) + base.number()).collect();
                cells.sort_unstable();
                let listed: Vec<u32> = position.destinations(side).map(Cell::number).collect();
                prop_assert_eq!(cells, listed);
            }
        }
    }

    #[test]
    fn a_position_of_parts_is_the_position(n in 1..52_u32, k in 1..8_u32, seed in any::<u64>()) {
        let mut random = Random::from_seed(seed);
        let game = random_joint_game(&Position::start(size(n, k)), 99, &mut random);
        let position = random.choose(&game).expect("a start");
        let clean: Vec<i64> = position.clean_cells().map(|cell| cell.number().into()).collect();
        let cells = Side::BOTH.map(|side| position.cell(side).number().into());
        let built = Position::from_parts(position.size(), &clean, cells);
        prop_assert_eq!(built.as_ref(), Ok(position));
        prop_assert_eq!(position.mirrored().mirrored(), position.clone());
        let opposite = position.result().map(|outcome| match outcome {
            Outcome::Win(side) => Outcome::Win(side.opponent()),
            Outcome::Draw => Outcome::Draw,
        });
        prop_assert_eq!(position.mirrored().result(), opposite);
        if let Some((wide, _)) = position.compact::<Wide>() {
            let (narrow, _): (Compact<u64>, _) = position.compact().expect("small");
            prop_assert_eq!(wide.canonical().key(), narrow.canonical().key());
        }
    }

    #[test]
    fn no_line_makes_a_program_panic(lines in prop::collection::vec(".{0,12}|[0-9]{1,3}( [0-9]{1,2})?", 0..12)) {
        let mut bot = Bot::new(fast(Strategy::Near).seed(1));
        let mut referee = Referee::new(size(9, 2));
        referee.start();
        for (turn, line) in lines.iter().enumerate() {
            let _ = bot.receive(line);
            let side = Side::BOTH[turn % 2];
            if referee.awaits(side) {
                let _ = referee.receive(side, line.trim());
            }
        }
    }
}

#[test]
fn a_number_of_simulations_makes_games_repeatable() {
    let game = || {
        let mut best = Bot::new(Options::new().simulations_per_move(40).seed(3));
        let mut other = Bot::new(Options::new().strategy(Strategy::Rollout).seed(4));
        play_out(&mut Referee::new("40 4".parse().expect("a size")), &mut best, &mut other)
    };
    assert_eq!(format!("{:?}", game()), format!("{:?}", game()));
}
