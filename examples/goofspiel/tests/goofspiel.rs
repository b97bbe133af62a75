//! Rules, values and the bot.

use goofspiel::{Card, Engine, Goofspiel, GoofspielPlayer};
use jugada_contest::{JointJudge, Judge, play_out, serve};
use jugada_core::testkit::{check_simultaneous, plain_value, random_joint_game};
use jugada_core::{ExactSolver, Limits, Random};

fn player(cards: u32, seed: u64) -> GoofspielPlayer {
    GoofspielPlayer::new(Goofspiel::new(cards), Engine::new(Limits::new().nodes(20_000), seed))
}

#[test]
fn properties_of_the_rules() {
    let mut random = Random::from_seed(1);
    for _ in 0..200 {
        for position in random_joint_game(&Goofspiel::new(7), 7, &mut random) {
            check_simultaneous(&position);
        }
    }
}

#[test]
fn values_by_plain_backward_induction() {
    let mut random = Random::from_seed(2);
    let mut solver = ExactSolver::new(f64::from);
    let mut uneven = 0;
    for _ in 0..100 {
        // Positions after a few bids are not even any more.
        let game = random_joint_game(&Goofspiel::new(6), 3, &mut random);
        let position = game.last().expect("there is the start");
        let value = solver.solve(position, &Limits::new()).value().expect("no limit was set");
        assert!((value - plain_value(position, f64::from)).abs() < 1e-9, "{position:?}");
        uneven += u32::from(value.abs() > 1e-9);
    }
    assert!(uneven > 10, "{uneven} uneven positions");
}

#[test]
fn the_first_card_is_drawn_as_the_solution_says() {
    let solution = ExactSolver::new(f64::from).solve(&Goofspiel::new(5), &Limits::new());
    let mut engine = Engine::new(Limits::new(), 3);
    let mut counts = [0_u32; 6];
    for _ in 0..4_000 {
        counts[usize::from(engine.choose(&Goofspiel::new(5)).value())] += 1;
    }
    for value in 1..=5_u8 {
        let share =
            solution.strategies[0].iter().find(|(card, _)| card.value() == value).map_or(0.0, |(_, p)| *p);
        let drawn = f64::from(counts[usize::from(value)]) / 4_000.0;
        // Four standard deviations of a share of a half.
        assert!((drawn - share).abs() < 0.032, "card {value}: {drawn} instead of {share}");
    }
}

#[test]
fn games_to_the_end_solved_or_not() {
    for cards in [1, 5, 9] {
        let mut judge = JointJudge::new(Goofspiel::new(cards));
        let verdict = play_out(&mut judge, &mut player(cards, 1), &mut player(cards, 2));
        assert_eq!(verdict.forfeited, None, "{:?}", judge.moves());
        assert_eq!(judge.moves().len(), 2 * cards as usize);
    }
}

#[test]
fn lines_as_a_contest_sends_them() {
    let mut written = Vec::new();
    let end = serve(player(1, 1), "start\n17\n".as_bytes(), &mut written, &mut std::io::sink());
    assert_eq!(end.expect_err("no card").to_string(), r#""17": a move was expected"#);
    assert_eq!(written, b"1\n");
    assert!(["0", "17", "-1", "x", ""].iter().all(|text| text.parse::<Card>().is_err()));
    assert_eq!("16".parse::<Card>().map(|card| card.to_string()), Ok("16".to_owned()));
}
