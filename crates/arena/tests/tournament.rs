//! Many games: every one exactly once, whatever interrupts, and tables from the records alone.

mod common;

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use common::toys::Toy;
use common::{BOTS, bot};
use jugada_arena::game::{Account, Offence, Played, Status, Turn};
use jugada_arena::process::{Keeper, Limits};
use jugada_arena::statistics::{Decision, Sprt};
use jugada_arena::tournament::{
    Blanks, Entrant, Event, Log, LogError, Pair, Plan, Record, Run, Standings, Stopped, System, Trial, merge,
    read_records, run, schedule,
};
use jugada_core::{Random, StopFlag};
use proptest::prelude::*;
use rustix::process::{Pid, Signal, kill_process};

fn entrant(name: &str, mode: &str) -> Entrant {
    Entrant { name: name.to_owned(), program: bot(mode), fingerprint: String::new() }
}

fn plan(entrants: Vec<Entrant>, system: System, pairs: u32) -> Plan {
    Plan {
        contest: "counting".to_owned(),
        entrants,
        system,
        categories: vec!["3".to_owned(), "4".to_owned()],
        openings: Vec::new(),
        pairs,
        seed: 7,
        time: None,
        limits: Limits { grace: Duration::from_secs(1), ..Limits::default() },
        suspend: true,
    }
}

fn settings(plan: &Plan, share: (u32, u32)) -> Run<'_> {
    Run { plan, contest: &Toy, jobs: 2, share, stop: StopFlag::new(), keeper: Keeper::new(BOTS) }
}

fn games(records: &[Record]) -> BTreeSet<String> {
    records.iter().map(|record| record.game.clone()).collect()
}

fn all_games(plan: &Plan) -> BTreeSet<String> {
    schedule(plan, &[]).pairs.iter().flat_map(Pair::games).collect()
}

#[test]
fn a_round_robin_from_start_to_table() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("log.jsonl");
    let entrants = vec![
        entrant("good", "good"),
        entrant("also good", "remarks"),
        entrant("illegal", "wrong-number"),
        entrant("crash", "exits-thinking"),
    ];
    let plan = plan(entrants, System::RoundRobin, 1);
    plan.check(&Toy).expect("it makes sense");
    let mut log = Log::open(&file, &plan.hash()).expect("a log");
    let mut heard = Vec::new();
    let stopped = run(&settings(&plan, (0, 1)), &mut log, |event, log| {
        if let Event::Over(record) = event {
            assert!(log.has(&record.game));
            heard.push(record.game.clone());
        }
        true
    });
    assert_eq!(stopped.expect("played"), Stopped::Complete);
    assert_eq!(games(log.records()), all_games(&plan));
    assert_eq!(heard.len(), 24);
    drop(log);

    let records = read_records(&file).expect("records");
    let standings = Standings::in_contest(&plan, &records, &Toy);
    let names: Vec<&str> = standings.rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names[3], "illegal");
    assert!(standings.rows()[3].disqualified && !standings.rows()[2].disqualified);
    assert_eq!(names[2], "crash");
    let row = |name: &str| standings.rows().iter().find(|row| row.name == name).expect("a row");
    // Whoever goes first wins to 3, the other to 4: the two good ones share, and beat the others in all four games.
    assert_eq!(
        (row("good").points, row("good").results.wins, row("good").irregular),
        (2 * 12 + 8 * 12, 10, 0)
    );
    // The first line of either bad one ends the game when it goes first, or answers.
    assert_eq!(row("crash").irregular + row("illegal").irregular, 8 + 8 + 4);
    let duel = standings.duel(0, 1).expect("they met");
    assert_eq!((duel.scores.0, duel.margins.as_slice()), ([0, 0, 2, 0, 0], &[0.0, 0.0][..]));

    // The same command again finds nothing to do.
    let mut log = Log::open(&file, &plan.hash()).expect("a log");
    let again = run(&settings(&plan, (0, 1)), &mut log, |_, _| panic!("nothing is left to play"));
    assert_eq!(again.expect("nothing"), Stopped::Complete);
}

#[test]
fn interrupted_a_hundred_times() {
    let directory = tempfile::tempdir().expect("a directory");
    let [plan_file, log_file] = ["plan.json", "log.jsonl"].map(|name| directory.path().join(name));
    let plan =
        plan(vec![entrant("a", "good"), entrant("b", "good"), entrant("c", "crlf")], System::RoundRobin, 25);
    plan.write(&plan_file).expect("written");
    let tournament = || {
        let mut command = Command::new(BOTS);
        command.arg("tournament").args([&plan_file, &log_file]).stdout(Stdio::piped());
        command.spawn().expect("started")
    };
    let mut random = Random::from_seed(11);
    let mut so_far = 0;
    for round in 0..100 {
        let mut run = tournament();
        thread::sleep(Duration::from_millis(random.below(60)));
        let signal = [Signal::KILL, Signal::TERM, Signal::INT, Signal::HUP][round % 4];
        let process = i32::try_from(run.id()).ok().and_then(Pid::from_raw).expect("a process");
        // It may have ended already.
        let _ = kill_process(process, signal);
        run.wait().expect("it ended");
        let now = read_records(&log_file).map_or(0, |records| records.len());
        assert!(now >= so_far, "records were lost");
        so_far = now;
    }
    let last = tournament().wait_with_output().expect("it ended");
    assert_eq!(String::from_utf8_lossy(&last.stdout), "complete\n");
    let records = read_records(&log_file).expect("records");
    assert_eq!(games(&records), all_games(&plan));
    assert_eq!(records.len(), 300, "a game was played twice");
    assert_eq!(Standings::of(&plan, &records).rows().iter().map(|row| row.games).sum::<u64>(), 600);
}

#[test]
fn logs_that_are_damaged_foreign_or_in_use() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("log.jsonl");
    let plan = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 1);
    let mut log = Log::open(&file, &plan.hash()).expect("a log");
    assert!(matches!(Log::open(&file, &plan.hash()), Err(LogError::InUse(_))));
    run(&settings(&plan, (0, 1)), &mut log, |_, _| true).expect("played");
    drop(log);
    let whole = fs::read(&file).expect("read");
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(lines.len(), 4);
    // Cut anywhere in the last line, that game is played again, and no other.
    for cut in [1, 10, lines[3].len() / 2, lines[3].len() - 1] {
        fs::write(&file, &whole[..whole.len() - cut]).expect("written");
        assert_eq!(read_records(&file).expect("read").len(), 3);
        let mut log = Log::open(&file, &plan.hash()).expect("a log");
        let mut played = 0;
        run(&settings(&plan, (0, 1)), &mut log, |event, _| {
            played += usize::from(matches!(event, Event::Over(_)));
            true
        })
        .expect("played");
        assert_eq!((played, games(&read_records(&file).expect("read"))), (1, all_games(&plan)));
    }
    let other = Log::open(&file, "another").expect_err("refused").to_string();
    assert!(
        other.contains("line 1: this game belongs to plan") && other.contains("not to another"),
        "{other}"
    );
    OpenOptions::new().append(true).open(&file).expect("open").write_all(b"{}\n").expect("written");
    let broken = Log::open(&file, &plan.hash()).expect_err("refused").to_string();
    assert!(broken.contains("log.jsonl, line 5: this is no record of a game"), "{broken}");
}

#[test]
fn enough_is_enough() {
    let directory = tempfile::tempdir().expect("a directory");
    let plan = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 50);
    let mut log = Log::open(&directory.path().join("log"), &plan.hash()).expect("a log");
    let stopped = run(&settings(&plan, (0, 1)), &mut log, |_, log| log.records().len() < 5).expect("played");
    assert_eq!((stopped, log.records().len()), (Stopped::Enough, 5));
    let settings = settings(&plan, (0, 1));
    settings.stop.stop();
    let stopped = run(&settings, &mut log, |_, _| true).expect("nothing");
    assert_eq!((stopped, log.records().len()), (Stopped::Interrupted, 5));
}

#[test]
fn shards_merge_into_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let plan =
        plan(vec![entrant("a", "good"), entrant("b", "good"), entrant("c", "good")], System::RoundRobin, 2);
    let shard = |index: u32| {
        let path = directory.path().join(index.to_string());
        let mut log = Log::open(&path, &plan.hash()).expect("a log");
        run(&settings(&plan, (index, 3)), &mut log, |_, _| true).expect("played");
        let pairs: HashSet<_> =
            log.records().iter().filter_map(Record::place).map(|(pair, _)| pair).collect();
        assert_eq!(pairs.len() * 2, log.records().len(), "a pair is not whole");
        log.records().to_vec()
    };
    let shards = [shard(0), shard(1), shard(2)];
    let merged = merge(&plan, shards.concat()).expect("merged");
    assert_eq!((merged.duplicates, merged.missing.len(), merged.records.len()), (0, 0, 24));
    assert_eq!(games(&merged.records), all_games(&plan));
    let twice = merge(&plan, [&shards[0][..], &shards[1], &shards[0]].concat()).expect("merged");
    assert_eq!(
        (twice.duplicates, twice.missing),
        (shards[0].len(), {
            let there: BTreeSet<String> = games(&shards[0]).union(&games(&shards[1])).cloned().collect();
            let mut missing: Vec<String> = all_games(&plan).difference(&there).cloned().collect();
            missing.sort_by_key(|game| game.replace('.', "").parse::<u32>().expect("a number"));
            missing
        })
    );
    let mut other = plan.clone();
    other.seed += 1;
    let refused = merge(&other, shards.concat()).expect_err("refused").to_string();
    assert!(refused.contains(&plan.hash()) && refused.contains(&other.hash()), "{refused}");
}

/// A made-up game between "a" and "b".
fn made_up(plan: &Plan, pair: &Pair, game: usize, winner: Option<usize>, machine: &str) -> Record {
    let turn = Turn { side: 0, text: pair.number.to_string(), wall_us: 1, cpu_us: 1, notes: String::new() };
    let played = Played {
        points: match winner {
            None => [1, 1],
            Some(0) => [10, 0],
            Some(_) => [0, 10],
        },
        winner,
        forfeited: None,
        reason: String::new(),
        offences: Vec::<Offence>::new(),
        turns: vec![turn],
        accounts: [Account::default(), Account::default()],
        under_load: machine == "slow",
    };
    Record::new(plan, &plan.hash(), pair, game, machine, Duration::from_secs(1), played)
}

#[test]
fn a_machine_that_differs_stands_out() {
    let plan = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 200);
    let mut random = Random::from_seed(3);
    let mut records = |odd: bool| -> Vec<Record> {
        let pairs = schedule(&plan, &[]).pairs;
        let games = pairs.iter().flat_map(|pair| [(pair, 0), (pair, 1)]);
        games
            .map(|(pair, game)| {
                let machine = ["one", "two", "slow"][pair.number as usize % 3];
                let a = pair.seated(game).iter().position(|entrant| *entrant == 0).expect("it plays");
                let share = if odd && machine == "two" { 0.4 } else { 0.6 };
                let winner = if random.unit() < share { a } else { 1 - a };
                made_up(&plan, pair, game, Some(winner), machine)
            })
            .collect()
    };
    let alike = merge(&plan, records(false)).expect("merged").machines;
    assert!(alike.iter().all(|report| !report.differs(3)), "{alike:?}");
    let different = merge(&plan, records(true)).expect("merged").machines;
    let flagged: Vec<_> =
        different.iter().filter(|report| report.differs(3)).map(|report| &report.machine).collect();
    assert!(flagged.contains(&&"two".to_owned()), "{different:?}");
    let overloaded: Vec<_> = different.iter().filter(|report| report.is_overloaded()).collect();
    assert_eq!(overloaded.len(), 1);
    assert_eq!(overloaded[0].machine, "slow");
}

#[test]
fn distinct_games_and_one_sided_results() {
    let plan = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 10);
    let pairs = schedule(&plan, &[]).pairs;
    let records: Vec<Record> = pairs
        .iter()
        .flat_map(|pair| [(pair, 0), (pair, 1)])
        .map(|(pair, game)| {
            let a = pair.seated(game).iter().position(|entrant| *entrant == 0).expect("it plays");
            made_up(&plan, pair, game, Some(a), "m")
        })
        .collect();
    let standings = Standings::of(&plan, &records);
    assert_eq!((standings.games(), standings.distinct()), (40, 20));
    assert_eq!(standings.duel(0, 1).expect("they met").scores.0, [0, 0, 0, 0, 20]);
    let best = &standings.rows()[0];
    assert!(
        best.name == "a" && best.elo.is_finite() && best.elo > 100.0 && best.mean.estimate.high.is_finite()
    );
}

#[test]
fn a_sequential_test_comes_to_the_same_decision_however_it_was_interrupted() {
    let plan = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 200);
    let mut random = Random::from_seed(9);
    let mut records: Vec<Record> = Vec::new();
    for pair in &schedule(&plan, &[]).pairs {
        for game in [0, 1] {
            let a = pair.seated(game).iter().position(|entrant| *entrant == 0).expect("it plays");
            let winner = if random.unit() < 0.7 { a } else { 1 - a };
            records.push(made_up(&plan, pair, game, Some(winner), "m"));
        }
    }
    for test in [Sprt::logistic(0.0, 50.0), Sprt::normalized(0.0, 60.0), Sprt::mean(0.0, 2.0)] {
        let mut at_once = Trial::new(test);
        assert_eq!(at_once.follow(&plan, &records), Decision::Upper, "{test:?}");
        let mut in_pieces = Trial::new(test);
        for end in (0..=records.len()).filter(|_| random.below(3) == 0).chain([records.len()]) {
            in_pieces.follow(&plan, &records[..end]);
        }
        assert_eq!(in_pieces.course(), at_once.course());
        // The bounds are corrected for overshoot, and the ratio is beyond its own.
        let [low, high] = at_once.course().bounds();
        assert!(test.lower() <= low && high < test.upper() && at_once.course().ratio() >= high);
    }
}

#[test]
fn places_and_their_probabilities() {
    let plan = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 30);
    let pairs = schedule(&plan, &[]).pairs;
    let records: Vec<Record> = pairs
        .iter()
        .flat_map(|pair| [(pair, 0), (pair, 1)])
        .map(|(pair, game)| {
            let a = pair.seated(game).iter().position(|entrant| *entrant == 0).expect("it plays");
            let winner = if pair.number % 5 == 0 { 1 - a } else { a };
            made_up(&plan, pair, game, Some(winner), "m")
        })
        .collect();
    let ranks = Standings::of(&plan, &records).ranks(1).expect("enough pairs");
    assert_eq!((ranks[0].best, ranks[0].worst, ranks[1].worst), (1, 1, 2));
    assert!(ranks[0].first > 0.99, "{ranks:?}");
    assert_eq!(Standings::of(&plan, &records[..40]).ranks(1), None);
}

#[test]
fn plans_that_make_no_sense() {
    let good = plan(vec![entrant("a", "good"), entrant("b", "good")], System::RoundRobin, 1);
    let changed = |change: fn(&mut Plan)| {
        let mut plan = good.clone();
        change(&mut plan);
        plan.check(&Toy).expect_err("refused").to_string()
    };
    for (words, named) in [
        (changed(|plan| plan.contest = "chess".into()), "the plan is for chess, not for counting"),
        (changed(|plan| plan.entrants.truncate(1)), "at least two bots are needed"),
        (changed(|plan| plan.entrants[1].name = "a".into()), "two bots are called \"a\""),
        (changed(|plan| plan.categories.clear()), "nothing to play"),
        (changed(|plan| plan.categories.push("x".into())), "\"x\": a number was expected"),
    ] {
        assert!(words.contains(named), "{words}");
    }
}

#[test]
fn arguments_with_blanks_to_fill() {
    let mut taker = entrant("a", "good");
    taker.program = taker
        .program
        .argument("--seed={seed}")
        .argument("{role} {time} {category}")
        .argument("--opening={opening}");
    assert!(taker.takes_openings() && !entrant("b", "good").takes_openings());
    let arguments = |opening| {
        let time = Duration::from_millis(1500);
        let program =
            taker.program_for(&Blanks { seed: 9, role: "chooser", time, category: "7 cells", opening });
        program.arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(arguments(Some("c3-d4 x")), ["good", "--seed=9", "chooser 1.5 7 cells", "--opening=c3-d4 x"]);
    assert_eq!(arguments(None), ["good", "--seed=9", "chooser 1.5 7 cells"]);
}

#[test]
fn openings_only_for_those_who_can() {
    let mut able = entrant("able", "good");
    able.program = able.program.argument("{opening}");
    let second = Entrant { name: "able too".to_owned(), ..able.clone() };
    let mut plan = plan(vec![able, second, entrant("foreign", "good")], System::RoundRobin, 2);
    plan.openings = ["x", "y", "z"].map(str::to_owned).into();
    let pairs = schedule(&plan, &[]).pairs;
    for pair in &pairs {
        assert_eq!(pair.opening.is_some(), !pair.entrants.contains(&2), "{pair:?}");
    }
    let used: HashSet<_> = pairs.iter().filter_map(|pair| pair.opening.clone()).collect();
    assert_eq!(used.len(), 3);
}

/// Plays a Swiss tournament in which the lower number always wins; how often each pair met, and the final order.
fn swiss(count: usize, rounds: u32) -> (Vec<[usize; 2]>, Vec<usize>) {
    let entrants = (0..count).map(|number| entrant(&number.to_string(), "good")).collect();
    let mut plan = plan(entrants, System::Swiss { rounds }, 1);
    plan.categories.truncate(1);
    let mut records: Vec<Record> = Vec::new();
    loop {
        let schedule = schedule(&plan, &records);
        let done: HashSet<String> = games(&records).into_iter().collect();
        let new: Vec<&Pair> = schedule.pairs.iter().filter(|pair| !done.contains(&pair.game(0))).collect();
        if new.is_empty() {
            assert!(schedule.complete);
            let meetings = schedule.pairs.iter().map(|pair| {
                let [one, other] = pair.entrants;
                [one.min(other), one.max(other)]
            });
            let order = Standings::of(&plan, &records).rows().iter().map(|row| row.entrant).collect();
            return (meetings.collect(), order);
        }
        assert_eq!(new.len(), count / 2);
        for pair in new {
            for game in [0, 1] {
                let seated = pair.seated(game);
                let winner = usize::from(seated[1] < seated[0]);
                records.push(made_up(&plan, pair, game, Some(winner), "m"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn swiss_rounds_pair_everybody_and_nobody_twice(count in 2_usize..14, rounds in 1_u32..5) {
        let rounds = rounds.min(u32::try_from(count).expect("small") / 2).max(1);
        let (meetings, order) = swiss(count, rounds);
        let distinct: HashSet<_> = meetings.iter().collect();
        prop_assert_eq!(distinct.len(), meetings.len());
        prop_assert!(order.len() == count);
    }

    #[test]
    fn everybody_meets_everybody_equally(count in 2_usize..8, pairs in 1_u32..4) {
        let entrants: Vec<_> = (0..count).map(|number| entrant(&number.to_string(), "good")).collect();
        for (system, meetings) in [(System::RoundRobin, count * (count - 1) / 2), (System::Gauntlet, count - 1)] {
            let plan = plan(entrants.clone(), system, pairs);
            let schedule = schedule(&plan, &[]);
            prop_assert!(schedule.complete);
            prop_assert_eq!(schedule.pairs.len(), meetings * 2 * pairs as usize);
            let seeds: HashSet<_> = schedule.pairs.iter().map(|pair| pair.seed).collect();
            prop_assert_eq!(seeds.len(), schedule.pairs.len());
        }
    }
}

#[test]
fn a_swiss_tournament_finds_the_best() {
    let (_, order) = swiss(8, 3);
    assert_eq!(order[0], 0);
}

#[test]
fn a_status_reads_as_it_was_written() {
    let text = serde_json::to_string(&Status::ClosedOutput).expect("written");
    assert_eq!(text, "\"closed-output\"");
    assert!(Path::new(BOTS).is_file());
}
