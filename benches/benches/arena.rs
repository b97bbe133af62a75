//! The arena: what starting, refereeing and ending programs costs, and what a table of many games costs.

#[path = "../../crates/arena/tests/common/toys.rs"]
mod toys;

use std::env;
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use criterion::{Criterion, criterion_group};
use jugada_arena::game::{Account, Played, Setup, TimeControl, Turn, referee};
use jugada_arena::process::{Keeper, Limits, Program, take_over};
use jugada_arena::statistics::Sprt;
use jugada_arena::tournament::{Entrant, Plan, Record, Standings, System, schedule};
use jugada_core::Random;
use toys::Counting;

/// The argument that makes this executable a program that answers at once.
const BOT: &str = "answer-at-once";

fn setup(suspend: bool, memory: Option<u64>) -> Setup {
    let bot = || Program::new("/proc/self/exe").argument(BOT);
    Setup {
        programs: [bot(), bot()],
        limits: Limits { memory, ..Limits::default() },
        time: TimeControl::game(Duration::from_mins(1)),
        suspend,
        keeper: Keeper::default(),
    }
}

/// A move's cost is the difference between the long and the short game, divided by the moves between them.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("referee");
    group.sample_size(20);
    for (name, suspend, memory) in [
        ("suspending", true, None),
        ("both at work", false, None),
        ("suspending, with limited memory", true, Some(256_000_000)),
    ] {
        let setup = setup(suspend, memory);
        for plies in [2, 202] {
            group.bench_function(format!("a game of {plies} moves, {name}"), |bencher| {
                bencher.iter(|| {
                    let played = referee(&mut Counting::to(plies), &setup);
                    assert!(played.offences.is_empty(), "{played:?}");
                });
            });
        }
    }
}

/// Ten thousand games of eight bots, some of them better.
fn records() -> (Plan, Vec<Record>) {
    let entrant = |name: u32| Entrant {
        name: name.to_string(),
        program: Program::new("bot"),
        fingerprint: String::new(),
    };
    let plan = Plan {
        contest: "counting".to_owned(),
        entrants: (0..8).map(entrant).collect(),
        system: System::RoundRobin,
        categories: vec!["4".to_owned()],
        openings: Vec::new(),
        pairs: 179,
        seed: 1,
        time: None,
        limits: Limits::default(),
        suspend: true,
    };
    let mut random = Random::from_seed(1);
    let mut records = Vec::new();
    for pair in schedule(&plan, &[]).pairs.into_iter().take(5000) {
        for game in 0..2 {
            let [first, second] = pair.seated(game);
            // Whoever has the lower number is the better one.
            let winner = usize::from(random.below((first + second + 2) as u64) <= first as u64);
            let mut points = [0, 0];
            points[winner] = 12;
            let played = Played {
                points,
                winner: Some(winner),
                forfeited: None,
                reason: String::new(),
                offences: Vec::new(),
                turns: (1..=4).map(|turn| turn_of(turn, random.below(50))).collect(),
                accounts: [Account::default(), Account::default()],
                under_load: false,
            };
            records.push(Record::new(&plan, "plan", &pair, game, "m", Duration::from_secs(1), played));
        }
    }
    (plan, records)
}

fn turn_of(number: usize, text: u64) -> Turn {
    Turn { side: number % 2, text: text.to_string(), wall_us: 1, cpu_us: 1, notes: String::new() }
}

fn statistics(criterion: &mut Criterion) {
    let (plan, records) = records();
    criterion.bench_function("the table of 10,000 games", |bencher| {
        bencher.iter(|| Standings::of(&plan, black_box(&records)));
    });
    let standings = Standings::of(&plan, &records);
    let duel = standings.duel(0, 1).expect("they met");
    criterion.bench_function("a sequential test's ratio on scores", |bencher| {
        bencher.iter(|| Sprt::normalized(0.0, 5.0).decide(&black_box(duel).scores.outcomes()));
    });
    criterion.bench_function("a sequential test's ratio on margins", |bencher| {
        bencher.iter(|| Sprt::mean(0.0, 1.0).decide(&black_box(duel).margin_outcomes()));
    });
}

criterion_group!(benches, games, statistics);

/// Plays the counting game.
fn answer_at_once() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let next = match line.as_str() {
            "quit" => return Ok(()),
            "start" => 1,
            number => number.parse::<u64>().map_err(io::Error::other)? + 1,
        };
        writeln!(io::stdout(), "{next}")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    if let Some(status) = take_over() {
        return status;
    }
    if env::args().nth(1).as_deref() == Some(BOT) {
        return answer_at_once().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
    ExitCode::SUCCESS
}
