//! Programs that behave badly in one way each, and good ones to play against: the corpus that the referee is tested with. Also
//! serves as the keeper of the tests, which have no `main` of their own.
//!
//! The good program plays the counting game of `tests/common`: it answers `start` with 1 and a number with the next one.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::process::{self, ExitCode};
use std::thread;
use std::time::Duration;

use jugada_arena::game::{Setup, TimeControl, referee};
use jugada_arena::process::{Keeper, Limits, Program};
use jugada_arena::tournament::{Log, Plan, Run, Stopped, run};
use jugada_contest::{Foul, Judge, Message, Verdict};
use jugada_core::{Side, StopFlag};
use nix::time::ClockId;

#[path = "../common/toys.rs"]
mod toys;

use toys::Toy;

fn main() -> ExitCode {
    if let Some(code) = jugada_arena::process::take_over() {
        return code;
    }
    let mode = env::args().nth(1).unwrap_or_default();
    let number = env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(0);
    behave(&mode, number);
    ExitCode::SUCCESS
}

fn behave(mode: &str, number: u64) {
    match mode {
        "good" => count(|_| {}, "\n"),
        "slow-start" => {
            burn(Duration::from_millis(number));
            count(|_| {}, "\n");
        }
        "computes-aside" => {
            thread::spawn(|| burn(Duration::from_hours(1)));
            count(|_| {}, "\n");
        }
        "slow" => count(|_| thread::sleep(Duration::from_millis(number)), "\n"),
        "crlf" => count(|_| {}, "\r\n"),
        "empty-lines" => count(|_| say(b"\n  \n"), "\n"),
        "remarks" => count(|answer| eprintln!("I say {answer} <script>"), "\n"),
        "busy" => count(|_| burn(Duration::from_millis(number)), "\n"),
        "ponders" => ponder(),
        "exits-at-start" => {}
        "exits-thinking" => {
            read();
            process::exit(7);
        }
        "aborts-thinking" => {
            read();
            process::abort();
        }
        "never-answers" => while read().is_some() {},
        "reads-nothing" => sleep_for_ever(),
        "closes-output" => {
            read();
            nix::unistd::close(1).expect("it was open");
            sleep_for_ever();
        }
        "closes-input" => {
            read();
            nix::unistd::close(0).expect("it was open");
            // Cannot know what the other says, but the counting game lets one guess.
            for own in (1..).step_by(2).take(5) {
                say(format!("{own}\n").as_bytes());
            }
            thread::sleep(Duration::from_millis(50));
        }
        "says-and-exits" => {
            read();
            say(b"1\n");
        }
        "exits-with-error-after-winning" => {
            count(|_| {}, "\n");
            process::exit(3);
        }
        "goes-on-after-the-end" => {
            count(|_| {}, "\n");
            say(b"9\n9\n9\n");
        }
        "two-lines-at-once" => {
            read();
            say(b"1\n3\n");
            while read().is_some() {}
        }
        "two-writes" => {
            count(
                |answer| {
                    say(&answer.to_string().as_bytes()[..1]);
                    thread::sleep(Duration::from_millis(number));
                },
                "-rest\n",
            );
        }
        "half-a-line-late" => {
            read();
            say(b"1");
            thread::sleep(Duration::from_millis(number));
            say(b"\n");
            sleep_for_ever();
        }
        "no-line-end" => {
            read();
            say(b"1");
        }
        _ => behave_very_badly(mode, number),
    }
}

fn behave_very_badly(mode: &str, number: u64) {
    match mode {
        "nul" => answer_and_stay(b"1\0\n"),
        "not-utf-8" => answer_and_stay(b"\xFF1\n"),
        "not-a-number" => answer_and_stay(b"one\n"),
        "wrong-number" => answer_and_stay(b"5\n"),
        "long-line" => answer_and_stay(&[vec![b'1'; 10_000], vec![b'\n']].concat()),
        "flood" => {
            read();
            flood(&mut io::stdout(), b'x');
        }
        "flood-of-lines" => {
            read();
            flood(&mut io::stdout(), b'\n');
        }
        "flood-of-numbers" => {
            read();
            let mut output = io::stdout();
            while output.write_all(b"1\n").is_ok() {}
        }
        "flood-of-remarks" => {
            flood(&mut io::stderr(), b'x');
            count(|_| {}, "\n");
        }
        "memory-hog" => {
            read();
            hog();
        }
        "memory-burst" => {
            read();
            drop(touched(number << 20));
            thread::sleep(Duration::from_millis(100));
            say(b"1\n");
            while read().is_some() {}
        }
        "descriptors" => {
            let open: Vec<_> = fs::read_dir("/proc/self/fd").expect("readable").flatten().collect();
            eprintln!("descriptors {}", open.len() - 1);
            count(|_| {}, "\n");
        }
        "arena" => arena(),
        "tournament" => tournament(),
        _ => panic!("{mode}: no such behaviour"),
    }
}

/// Plays well, doing something before each answer, which ends in `line_end`.
fn count(mut before: impl FnMut(u64), line_end: &str) {
    while let Some(line) = read() {
        let answer = match line.as_str() {
            "start" => 1,
            "quit" => return,
            number => number.parse::<u64>().expect("a number") + 1,
        };
        before(answer);
        if line_end.starts_with('-') {
            say(&answer.to_string().as_bytes()[1..]);
            say(b"\n");
        } else {
            say(format!("{answer}{line_end}").as_bytes());
        }
    }
}

/// An arena in a game without end between two shell scripts.
fn arena() {
    let scripts: Vec<_> = env::args().skip(2).collect();
    let program = |script: &String| Program::new("/bin/sh").argument(script);
    let setup = Setup {
        programs: [program(&scripts[0]), program(&scripts[1])],
        limits: Limits::default(),
        time: TimeControl::game(Duration::from_hours(1)),
        suspend: false,
        keeper: Keeper::default(),
    };
    let played = referee(&mut NoEnd::default(), &setup);
    println!("{}", played.reason);
}

/// Plays the plan in the first file into the log in the second, and says so when it is complete.
fn tournament() {
    let files: Vec<_> = env::args().skip(2).collect();
    let plan = Plan::read(files[0].as_ref()).expect("a plan");
    let mut log = Log::open(files[1].as_ref(), &plan.hash()).expect("a log");
    let stop = StopFlag::new();
    let keeper = Keeper::default();
    let settings = Run { plan: &plan, contest: &Toy, jobs: 2, share: (0, 1), stop, keeper };
    let stopped = run(&settings, &mut log, |_, _| true).expect("played");
    assert_eq!(stopped, Stopped::Complete);
    println!("complete");
}

/// Awaits both sides until one forfeits.
#[derive(Default)]
struct NoEnd {
    verdict: Option<Verdict>,
}

impl Judge for NoEnd {
    fn start(&mut self) -> Vec<Message> {
        Vec::new()
    }

    fn awaits(&self, _: Side) -> bool {
        self.verdict.is_none()
    }

    fn receive(&mut self, _: Side, line: &str) -> Result<Vec<Message>, Foul> {
        Err(Foul::malformed(line, "nothing was expected"))
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        let reason = reason.to_owned();
        self.verdict.get_or_insert(Verdict { points: [0, 0], winner: None, forfeited: Some(side), reason });
        Vec::new()
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &[]
    }
}

fn answer_and_stay(answer: &[u8]) {
    read();
    say(answer);
    while read().is_some() {}
}

fn read() -> Option<String> {
    let mut line = String::new();
    let count = io::stdin().lock().read_line(&mut line).expect("readable");
    (count > 0).then(|| line.trim().to_owned())
}

fn say(bytes: &[u8]) {
    let mut output = io::stdout();
    // Nobody there to hear it is what some of these programs are about.
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

fn flood(output: &mut impl Write, byte: u8) {
    for _ in 0..10_000 {
        let _ = output.write_all(&[byte; 1000]);
    }
    let _ = output.flush();
}

fn touched(bytes: u64) -> Vec<u8> {
    let mut memory = vec![0_u8; usize::try_from(bytes).expect("fits")];
    for page in memory.chunks_mut(4096) {
        page[0] = 1;
    }
    memory
}

fn hog() {
    let mut all = Vec::new();
    loop {
        all.push(touched(4 << 20));
        thread::sleep(Duration::from_millis(1));
    }
}

/// Computes until so much processor time is spent.
fn burn(time: Duration) {
    let now = || Duration::from(ClockId::CLOCK_PROCESS_CPUTIME_ID.now().expect("a clock"));
    let end = now() + time;
    while now() < end {}
}

/// Plays well, computes all the time once it has read a line, and says in the end how many milliseconds of processor time it got.
fn ponder() {
    let mut pondering = false;
    while let Some(line) = read() {
        if !pondering {
            pondering = true;
            thread::spawn(|| burn(Duration::from_hours(1)));
        }
        if let Ok(number) = line.parse::<u64>() {
            say(format!("{}\n", number + 1).as_bytes());
        }
    }
    let used = Duration::from(ClockId::CLOCK_PROCESS_CPUTIME_ID.now().expect("a clock"));
    eprintln!("{}", used.as_millis());
}

fn sleep_for_ever() {
    loop {
        thread::sleep(Duration::from_mins(1));
    }
}
