//! The player and the referee by the contest's protocol.

use std::time::Duration;

use jugada_alquerque::{AlquerqueJudge, AlquerquePlayer, EngineOptions, Position, StrategyKind, replay};
use jugada_contest::{Arguments, FoulKind, Judge, Message, Player, Program, play_out};
use jugada_core::{Clock, Game, Side};

fn player(kind: StrategyKind, seed: u64, milliseconds: u64, opening: &str) -> AlquerquePlayer {
    let options = EngineOptions::default().memory(1 << 20).seed(seed);
    let clock = Clock::new(Duration::from_millis(milliseconds), Duration::ZERO);
    AlquerquePlayer::with_options(
        kind,
        &options,
        clock,
        replay(Position::start(), opening).expect("an opening"),
    )
}

#[test]
fn all_ways_of_playing_finish_games_without_a_foul() {
    let kinds = [StrategyKind::Best, StrategyKind::Plain, StrategyKind::Greedy, StrategyKind::Random];
    for (seed, first) in (0..).zip(kinds) {
        for second in kinds {
            let mut judge = AlquerqueJudge::new();
            let mut white = player(first, seed, 100, "");
            let mut black = player(second, seed + 10, 100, "");
            let verdict = play_out(&mut judge, &mut white, &mut black);
            assert_eq!(verdict.forfeited, None, "{first:?} against {second:?}: {}", verdict.reason);
            let end = replay(Position::start(), &judge.moves().join(" ")).expect("legal moves");
            assert!(end.outcome().is_some());
        }
    }
}

#[test]
fn best_beats_random_and_greedy() {
    for (seed, weak) in (0..).zip([StrategyKind::Random, StrategyKind::Greedy]) {
        for side in Side::BOTH {
            let mut judge = AlquerqueJudge::new();
            let mut best = player(StrategyKind::Best, seed, 500, "");
            let mut weak = player(weak, seed, 500, "");
            let verdict = match side {
                Side::First => play_out(&mut judge, &mut best, &mut weak),
                Side::Second => play_out(&mut judge, &mut weak, &mut best),
            };
            assert_eq!(verdict.points[side.index()], 12, "{weak:?} as {}: {verdict:?}", side.opponent());
        }
    }
}

#[test]
fn an_opening_decides_who_reads_start() {
    let opening = "c3-d4 e5*c3 b2*d4";
    let mut judge = AlquerqueJudge::with_opening(opening).expect("legal");
    assert_eq!(judge.start(), [Message::new(Side::Second, "Start")]);
    assert!(judge.awaits(Side::Second) && !judge.awaits(Side::First));
    let mut white = player(StrategyKind::Greedy, 1, 100, opening);
    let mut black = player(StrategyKind::Random, 2, 100, opening);
    let verdict = play_out(&mut judge, &mut white, &mut black);
    assert_eq!(verdict.forfeited, None, "{}", verdict.reason);
    assert!(AlquerqueJudge::with_opening("c3-d4 c3-d4").is_err());
}

#[test]
fn the_only_move_is_answered_and_a_win_ends_the_program() {
    // Black's reply is forced twice, whatever the way of playing.
    let mut black = player(StrategyKind::Best, 0, 100, "");
    let reply = black.receive("c3-d4").expect("legal");
    assert_eq!((reply.lines.as_slice(), reply.finished), (["e5*c3".to_owned()].as_slice(), false));
}

/// The program on the side that is to move last in this line of play, fed with the other side's moves: what it writes at the end.
fn after(start: &str, line: &str) -> (Vec<String>, bool) {
    let position: Position = start.parse().expect("a position");
    let clock = Clock::new(Duration::from_millis(200), Duration::ZERO);
    let options = EngineOptions::default().memory(1 << 16);
    let mut player = AlquerquePlayer::with_options(StrategyKind::Best, &options, clock, position);
    let reply = player.receive(line).expect("legal");
    (reply.lines, reply.finished)
}

#[test]
fn who_ends_by_itself() {
    // Winning by taking the last stone, on the last move of all, too.
    assert_eq!(after("7/7/7/3b3/2w4/7/7 w - - 9", "Start"), (vec!["c3*e5".into()], true));
    assert_eq!(after("7/7/7/3b3/2w4/7/7 b - - 100", "Start"), (vec!["d4*b2".into()], true));
    // Losing: the program waits for Quit.
    assert_eq!(after("7/7/7/3b3/2w4/7/7 w - - 9", "c3*e5"), (vec![], false));
    // A draw: Black ends after its hundredth move, White after reading it.
    let (lines, finished) = after("b6/7/7/7/7/7/6w b - - 100", "Start");
    assert_eq!((lines.len(), finished), (1, true));
    assert_eq!(after("b6/7/7/7/7/7/6w b - - 100", "a7-a6"), (vec![], true));
    assert_eq!(after("7/7/7/3b3/2w4/7/7 w - - 9", "Quit"), (vec![], true));
}

#[test]
fn the_referee_tells_fouls_apart_and_awards_points() {
    let mut judge = AlquerqueJudge::new();
    assert_eq!(judge.start(), [Message::new(Side::First, "Start")]);
    for (line, kind) in
        [("hello", FoulKind::Malformed), ("a1-a2", FoulKind::Illegal), ("c3*e5", FoulKind::Illegal)]
    {
        let foul = judge.receive(Side::First, line).expect_err("a foul");
        assert_eq!((foul.kind, foul.line.as_str()), (kind, line));
    }
    assert_eq!(judge.receive(Side::Second, "a1-a2").expect_err("not awaited").kind, FoulKind::Malformed);
    assert_eq!(judge.receive(Side::First, "c3-d4"), Ok(vec![Message::new(Side::Second, "c3-d4")]));
    let messages = judge.forfeit(Side::Second, "it crashed");
    assert_eq!(messages, Side::BOTH.map(|side| Message::new(side, "Quit")));
    let verdict = judge.verdict().expect("a verdict").clone();
    assert_eq!((verdict.points, verdict.forfeited), ([12, 0], Some(Side::Second)));
    assert!(judge.forfeit(Side::First, "too late").is_empty());
    assert_eq!(judge.verdict(), Some(&verdict));
}

#[test]
fn the_jury_ended_these_games_at_the_same_move() {
    for line in include_str!("data/codecup2008_games.jsonl").lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mut judge = AlquerqueJudge::new();
        judge.start();
        for text in game["moves"].as_str().expect("moves").split(' ') {
            let side = judge.position().side_to_move();
            judge.receive(side, text).expect("accepted by the jury");
        }
        let side = judge.position().side_to_move();
        let rejected = game["rejected"].as_str().expect("a text");
        let foul = judge.receive(side, rejected).expect_err("rejected by the jury");
        judge.forfeit(side, &foul.to_string());
        let points = judge.verdict().expect("a verdict").points;
        assert_eq!(format!("{}-{}", points[0], points[1]), game["result"].as_str().expect("a result"));
    }
}

#[test]
fn lines_that_make_no_sense_are_named() {
    for (line, said) in [
        (
            "start",
            "\"start\": a move is written like \"c3-d4\" or, with every point on the way, \"e5*c3*a1\"; \"Start\" or a move was expected",
        ),
        ("c5-d4", "\"c5-d4\": White has no stone on c5"),
    ] {
        let error = player(StrategyKind::Random, 0, 100, "").receive(line).expect_err("refused");
        assert_eq!(error.to_string(), said);
    }
}

#[test]
fn options_that_make_no_sense_are_named() {
    for (given, named) in [
        (&["--strategy", "clever"][..], "clever"),
        (&["--total-time", "-1"], "\"-1\" for option '--total-time'"),
        (&["--total-time", "soon"], "\"soon\" for option '--total-time'"),
        (&["--margin", "NaN"], "\"NaN\" for option '--margin'"),
        (&["--memory", "lots"], "lots"),
        (&["--threads", "0"], "--threads"),
        (&["--seed", "1.5"], "1.5"),
        (&["--opening", "c3-d4 x"], "\"x\""),
        (&["--what", "1"], "--what"),
    ] {
        let arguments = Arguments::parse(given.iter().map(Into::into)).expect("well-formed");
        let error = AlquerquePlayer::from_arguments(arguments).expect_err("refused").to_string();
        assert!(error.contains(named), "{error}");
    }
    let given = ["--strategy=plain", "--total-time=2.5", "--margin=0.5", "--seed=3", "--opening=c3-d4 e5*c3"];
    let arguments = Arguments::parse(given.iter().map(Into::into)).expect("well-formed");
    let player = AlquerquePlayer::from_arguments(arguments).expect("accepted");
    assert_eq!(player.clock().left(), Duration::from_secs(2));
}

#[test]
fn a_line_that_waited_for_a_core_costs_time_three_times() {
    let mut player = player(StrategyKind::Best, 1, 1000, "");
    player.line_waited(Duration::from_millis(20));
    assert_eq!(player.clock().left(), Duration::from_millis(940));
    player.line_waited(Duration::MAX);
    assert_eq!(player.clock().left(), Duration::ZERO);
}

#[test]
fn the_seed_varies_the_first_moves_and_one_seed_never_does() {
    let opening = |seed: u64| {
        let mut judge = AlquerqueJudge::new();
        let mut white = player(StrategyKind::Random, seed, 1000, "");
        let mut black = player(StrategyKind::Greedy, seed, 1000, "");
        play_out(&mut judge, &mut white, &mut black);
        judge.moves().join(" ")
    };
    assert_eq!(opening(1), opening(1));
    assert_ne!(opening(1), opening(2));
}
