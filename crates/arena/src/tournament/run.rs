use std::collections::VecDeque;
use std::fs;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use jugada_core::StopFlag;
use thiserror::Error;

use super::{Blanks, Log, LogError, Pair, Plan, Record, schedule};
use crate::contest::Contest;
use crate::game::{Setup, Turn, watched};
use crate::process::Keeper;

/// How long nothing happens until the listener is told.
const MOMENT: Duration = Duration::from_millis(200);

/// What happens while games are played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A game begins.
    Begun {
        /// Its name.
        game: String,
        /// The names of the bots by side.
        bots: [String; 2],
        /// What is played.
        category: String,
    },
    /// A line was accepted.
    Turn {
        /// The game.
        game: String,
        /// The line.
        turn: Turn,
    },
    /// A game is over and its record on the disk.
    Over(Box<Record>),
    /// Nothing has happened for a moment.
    Idle,
}

/// How games are to be played.
pub struct Run<'a> {
    /// What is to be played.
    pub plan: &'a Plan,
    /// The game.
    pub contest: &'a dyn Contest,
    /// How many games at once.
    pub jobs: usize,
    /// Which of the pairs: those whose number leaves the first number when divided by the second.
    pub share: (u32, u32),
    /// Breaks the run off when it is thrown.
    pub stop: StopFlag,
    /// What stands between the arena and the programs.
    pub keeper: Keeper,
}

impl<'a> Run<'a> {
    /// The whole plan, one game at a time.
    #[must_use]
    pub fn new(plan: &'a Plan, contest: &'a dyn Contest) -> Self {
        Self { plan, contest, jobs: 1, share: (0, 1), stop: StopFlag::new(), keeper: Keeper::default() }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Every game was played.
    Complete,
    /// The listener had seen enough.
    Enough,
    /// Somebody threw the stop flag.
    Interrupted,
}

/// A run that cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The log cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A game has no judge.
    #[error("{0}")]
    Judge(String),
}

/// Plays the games of a plan that the log does not have yet, several at once, and appends each as it ends.
///
/// `listen` hears of everything in the order in which it happens, a game's end after it was written, and says whether to go on.
/// Games that are under way when the run ends early are broken off and not recorded; the next run plays them from the start.
///
/// # Errors
/// [`RunError`]; the log holds what was played before.
pub fn run(
    run: &Run<'_>,
    log: &mut Log,
    mut listen: impl FnMut(&Event, &Log) -> bool,
) -> Result<Stopped, RunError> {
    loop {
        let schedule = schedule(run.plan, log.records());
        let mut games = VecDeque::new();
        for pair in schedule.pairs {
            let (index, of) = run.share;
            if pair.number % of == index {
                games.extend([0, 1].map(|game| (pair.clone(), game)));
            }
        }
        games.retain(|(pair, game): &(Pair, usize)| !log.has(&pair.game(*game)));
        if games.is_empty() {
            return Ok(Stopped::Complete);
        }
        let stopped = play_all(run, games, log, &mut listen)?;
        if stopped != Stopped::Complete {
            return Ok(stopped);
        }
    }
}

fn play_all(
    run: &Run<'_>,
    games: VecDeque<(Pair, usize)>,
    log: &mut Log,
    listen: &mut impl FnMut(&Event, &Log) -> bool,
) -> Result<Stopped, RunError> {
    let worker = Worker {
        run,
        queue: Mutex::new(games),
        hash: run.plan.hash(),
        machine: machine(),
        enough: StopFlag::default(),
    };
    let (sender, events) = channel();
    thread::scope(|scope| {
        for _ in 0..run.jobs.max(1) {
            let sender = sender.clone();
            let worker = &worker;
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        let mut outcome = Ok(Stopped::Complete);
        loop {
            let event = match events.recv_timeout(MOMENT) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => Ok(Event::Idle),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            // Whatever comes after the decision to stop is dropped, so that what was decided upon stays what it was.
            if !matches!(outcome, Ok(Stopped::Complete)) {
                continue;
            }
            let handled = event.and_then(|event| {
                if let Event::Over(record) = &event {
                    log.append((**record).clone())?;
                }
                Ok(listen(&event, log))
            });
            match handled {
                Ok(true) => continue,
                Ok(false) => outcome = Ok(Stopped::Enough),
                Err(error) => outcome = Err(error),
            }
            worker.enough.stop();
        }
        if matches!(outcome, Ok(Stopped::Complete)) && run.stop.is_stopped() {
            outcome = Ok(Stopped::Interrupted);
        }
        outcome
    })
}

/// What the threads that play games share.
struct Worker<'a> {
    run: &'a Run<'a>,
    queue: Mutex<VecDeque<(Pair, usize)>>,
    hash: String,
    machine: String,
    enough: StopFlag,
}

impl Worker<'_> {
    fn work(&self, sender: &Sender<Result<Event, RunError>>) {
        while !self.run.stop.is_stopped() && !self.enough.is_stopped() {
            let next = self.queue.lock().map(|mut queue| queue.pop_front());
            let Ok(Some((pair, game))) = next else { return };
            // If nobody listens any more, the run is over.
            match self.play(&pair, game, sender) {
                Ok(Some(record)) => {
                    let _ = sender.send(Ok(Event::Over(Box::new(record))));
                }
                Ok(None) => return,
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        }
    }

    /// One game; nothing if it was broken off.
    fn play(
        &self,
        pair: &Pair,
        game: usize,
        sender: &Sender<Result<Event, RunError>>,
    ) -> Result<Option<Record>, RunError> {
        let plan = self.run.plan;
        let seated = pair.seated(game).map(|entrant| &plan.entrants[entrant]);
        let name = pair.game(game);
        let _ = sender.send(Ok(Event::Begun {
            game: name.clone(),
            bots: seated.map(|entrant| entrant.name.clone()),
            category: pair.category.clone(),
        }));
        let mut judge =
            self.run.contest.judge(&pair.category, pair.opening.as_deref()).map_err(RunError::Judge)?;
        let time = plan.time.unwrap_or_else(|| self.run.contest.time(&pair.category));
        let setup = Setup {
            programs: [0, 1].map(|side| {
                seated[side].program_for(&Blanks {
                    seed: pair.seed,
                    role: self.run.contest.role(side),
                    time: time.game,
                    category: &pair.category,
                    opening: pair.opening.as_deref(),
                })
            }),
            limits: plan.limits.clone(),
            time,
            suspend: plan.suspend && self.run.contest.alternates(),
            keeper: self.run.keeper.clone(),
        };
        let played = watched(
            &mut *judge,
            &setup,
            &|| self.run.stop.is_stopped() || self.enough.is_stopped(),
            &mut |turn| {
                let _ = sender.send(Ok(Event::Turn { game: name.clone(), turn: turn.clone() }));
            },
        );
        Ok(played.map(|played| Record::new(plan, &self.hash, pair, game, &self.machine, time.game, played)))
    }
}

/// The name of this machine.
fn machine() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname")
        .map_or_else(|_| "unknown".to_owned(), |name| name.trim().to_owned())
}
