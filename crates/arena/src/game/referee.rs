use std::thread;
use std::time::{Duration, Instant};

use jugada_contest::{Judge, Message};
use jugada_core::Side;

use super::seat::{Seat, State};
use super::{Offence, Played, Status, TimeControl, Turn};
use crate::process::{Keeper, Limits, Program, Running, Starting, wait_for_any};

/// How often the referee looks at its stop flag when nothing happens.
const GLANCE: Duration = Duration::from_millis(100);

/// What a game is played with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The programs of the first and the second side.
    pub programs: [Program; 2],
    /// What each may use.
    pub limits: Limits,
    /// How long each may think.
    pub time: TimeControl,
    /// Whether a program is stopped while it is not its turn. Wrong for games in which both think at once.
    pub suspend: bool,
    /// What stands between the arena and the programs.
    pub keeper: Keeper,
}

/// Plays one game to its end. Nothing of the programs is left when this returns.
///
/// Whatever the programs do, there is a verdict: a program that breaks the rules, the protocol or its limits when its answer is due
/// forfeits, and its opponent does not suffer from it. Lines that a program writes ahead of their time wait until they are due; empty
/// lines are passed over. A line that was written counts even if its program ended right after it.
///
/// # Panics
/// If the judge neither awaits a side nor has a verdict after a forfeit.
pub fn referee(judge: &mut dyn Judge, setup: &Setup) -> Played {
    watched(judge, setup, &|| false, &mut |_| {}).expect("nobody breaks it off")
}

/// The same with a listener for the accepted lines, and a question, asked often, whether to break the game off: nothing is returned
/// then, and nothing of the programs is left either.
pub fn watched(
    judge: &mut dyn Judge,
    setup: &Setup,
    stop: &dyn Fn() -> bool,
    listen: &mut dyn FnMut(&Turn),
) -> Option<Played> {
    // Both are asked for before either is waited for.
    let starting =
        setup.programs.each_ref().map(|program| Running::begin(program, &setup.limits, &setup.keeper));
    let started = starting.map(|starting| starting.and_then(Starting::started));
    let [first, second] = started;
    let seats = [Seat::new(0, first, setup.time), Seat::new(1, second, setup.time)];
    let mut table = Table { judge, setup, seats, turns: Vec::new(), offences: Vec::new(), stop, listen };
    table.settle();
    table.play();
    table.judge.verdict()?;
    table.dismiss();
    Some(table.close())
}

/// A game under way.
struct Table<'a> {
    judge: &'a mut dyn Judge,
    setup: &'a Setup,
    seats: [Seat; 2],
    turns: Vec<Turn>,
    offences: Vec<Offence>,
    stop: &'a dyn Fn() -> bool,
    listen: &'a mut dyn FnMut(&Turn),
}

impl Table<'_> {
    /// Lets both programs come to rest: their start-up is charged to nobody, but has its own bound.
    fn settle(&mut self) {
        const PAUSE: Duration = Duration::from_micros(500);
        /// Found computing so many times in a row, a program is not one that looks for its input now and then.
        const BUSY: u32 = 20;
        /// A machine so busy that it does not let a program start within this many bounds will not let it play either.
        const PATIENCE: u32 = 4;
        let begun = Instant::now();
        let bound = self.setup.limits.start;
        let mut before = [None; 2];
        let mut busy = [0; 2];
        loop {
            let mut at_rest = true;
            let mut in_time = false;
            for ((seat, before), busy) in self.seats.iter_mut().zip(&mut before).zip(&mut busy) {
                seat.pump(Instant::now());
                let Some(running) = &mut seat.running else { continue };
                // Some run-time systems wait in their first thread and compute in others, and a shell waits for what it has started, so
                // the time of all of them must stand still as well.
                let is_waiting = running.is_waiting();
                let activity = is_waiting.then(|| running.activity());
                at_rest &= activity.is_some_and(|activity| activity.is_waiting) && *before == activity;
                *before = activity;
                *busy = if is_waiting { 0 } else { *busy + 1 };
                // Processor time rather than time, for what the system keeps it from is not its own doing.
                in_time |= match activity {
                    Some(activity) => !activity.is_waiting && activity.processor_time < bound,
                    None => running.cpu_time() < bound || *busy < BUSY,
                };
            }
            // After the bound the game begins all the same where others than the first thread compute: that is theirs to do.
            let over = begun.elapsed() >= bound && !in_time || begun.elapsed() >= bound * PATIENCE;
            if at_rest || over {
                break;
            }
            thread::sleep(PAUSE);
        }
        for (seat, busy) in self.seats.iter_mut().zip(busy) {
            if busy >= BUSY && seat.running.is_some() && begun.elapsed() >= bound {
                seat.has_not_started(bound);
            }
        }
        if self.setup.suspend {
            self.seats.iter_mut().filter_map(|seat| seat.running.as_mut()).for_each(Running::suspend);
        }
    }

    fn play(&mut self) {
        let messages = self.judge.start();
        self.deliver(messages);
        while self.judge.verdict().is_none() && !(self.stop)() {
            let now = Instant::now();
            self.seats.iter_mut().for_each(|seat| seat.pump(now));
            if let Some(wake) = self.step(now) {
                let [first, second] = &mut self.seats;
                let programs: Vec<&mut Running> =
                    [first, second].into_iter().filter_map(|seat| seat.running.as_mut()).collect();
                wait_for_any(&programs, Some(wake));
            }
        }
    }

    /// Deals with one thing that is due; when there is nothing, says when to look again.
    fn step(&mut self, now: Instant) -> Option<Instant> {
        let mut wake = now + GLANCE;
        for side in Side::BOTH {
            let seat = &mut self.seats[side.index()];
            if !self.judge.awaits(side) {
                wake = seat.suspend_when_due(now).map_or(wake, |at| wake.min(at));
                continue;
            }
            seat.await_answer();
            match seat.state(now) {
                State::Waiting(until) => wake = wake.min(until),
                State::Answer { text, .. } if text.is_empty() => return None,
                State::Answer { text, wall, cpu } => {
                    self.receive(side, text, wall, cpu);
                    return None;
                }
                State::Out(status, reason) => {
                    seat.charge_until(now);
                    self.forfeit(side, status, reason);
                    return None;
                }
            }
        }
        Some(wake)
    }

    fn receive(&mut self, side: Side, text: String, wall: Duration, cpu: Duration) {
        match self.judge.receive(side, &text) {
            Ok(messages) => {
                let seat = &mut self.seats[side.index()];
                let turn = seat.answered(text, wall, cpu, self.setup.suspend);
                (self.listen)(&turn);
                self.turns.push(turn);
                self.deliver(messages);
            }
            Err(foul) => {
                self.seats[side.index()].charge(wall, cpu);
                self.forfeit(side, Status::of_foul(&foul), foul.to_string());
            }
        }
    }

    fn forfeit(&mut self, side: Side, status: Status, reason: String) {
        let messages = self.judge.forfeit(side, &format!("{status}: {reason}"));
        self.offences.push(Offence { side: side.index(), status, reason });
        self.deliver(messages);
    }

    fn deliver(&mut self, messages: Vec<Message>) {
        // Before anything is sent, so that nobody's clock runs meanwhile.
        for side in Side::BOTH.into_iter().filter(|side| messages.iter().any(|message| message.to == *side)) {
            self.collect_notes(side.index());
        }
        for message in messages {
            let seat = &mut self.seats[message.to.index()];
            if self.judge.awaits(message.to) {
                seat.await_answer();
            }
            seat.send(&message.line);
        }
    }

    /// What a program wrote after its last line belongs to that line.
    fn collect_notes(&mut self, side: usize) {
        if self.seats[side].turns_written == 0 {
            return;
        }
        self.seats[side].wind_up();
        self.seats[side].pump(Instant::now());
        let notes = self.seats[side].take_notes();
        if let Some(turn) = self.turns.iter_mut().rev().find(|turn| turn.side == side) {
            turn.notes.push_str(&notes);
        }
    }

    /// Gives the programs their grace to end by themselves, then tells them to, then stops waiting.
    fn dismiss(&mut self) {
        self.seats.iter_mut().for_each(Seat::dismiss);
        if !self.wait_for_the_end() {
            for side in 0..2 {
                let innocent = self.offences.iter().all(|offence| offence.side != side);
                if !self.seats[side].has_ended() && innocent {
                    let reason =
                        format!("it still ran {:?} after the end of the game", self.setup.limits.grace);
                    self.offences.push(Offence { side, status: Status::DidNotExit, reason });
                }
                self.seats[side].terminate();
            }
            self.wait_for_the_end();
        }
    }

    fn wait_for_the_end(&mut self) -> bool {
        let deadline = Instant::now() + self.setup.limits.grace;
        loop {
            let now = Instant::now();
            self.seats.iter_mut().for_each(|seat| seat.pump(now));
            if self.seats.iter().all(Seat::has_ended) {
                return true;
            }
            if now >= deadline {
                return false;
            }
            let [first, second] = &mut self.seats;
            let programs: Vec<&mut Running> =
                [first, second].into_iter().filter_map(|seat| seat.running.as_mut()).collect();
            wait_for_any(&programs, Some(deadline));
        }
    }

    fn close(mut self) -> Played {
        let under_load = self.seats.iter().any(Seat::was_under_load);
        self.seats.iter_mut().for_each(Seat::let_go);
        let accounts = self.seats.map(Seat::finish);
        let [first, second] = accounts;
        for (side, out_of_memory) in [first.1, second.1].into_iter().enumerate() {
            for offence in &mut self.offences {
                // The system's killer looks like any other until the books are closed.
                let died = matches!(offence.status, Status::Crash | Status::ClosedOutput);
                if offence.side == side && died && out_of_memory {
                    offence.status = Status::Memory;
                    offence.reason = format!("it was killed for memory, and so {}", offence.reason);
                }
            }
        }
        let verdict = self.judge.verdict().expect("the game was played to its end");
        let reason = match self.offences.iter().find(|offence| {
            verdict.forfeited.map(Side::index) == Some(offence.side) && offence.status != Status::DidNotExit
        }) {
            Some(offence) => offence.to_string(),
            None => verdict.reason.clone(),
        };
        Played {
            points: verdict.points,
            winner: verdict.winner.map(Side::index),
            forfeited: verdict.forfeited.map(Side::index),
            reason,
            offences: self.offences,
            turns: self.turns,
            accounts: [first.0, second.0],
            under_load,
        }
    }
}
