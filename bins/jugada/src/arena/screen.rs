//! The live screen.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use crossterm::event::{self, KeyCode, KeyModifiers};
use jugada_arena::tournament::{Event, Log, Pair, Plan, Standings, schedule};
use jugada_core::StopFlag;
use ratatui::DefaultTerminal;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Row, Table};

use super::contests::Game;
use super::outcome;
use super::report::{Reporter, UnderWay, rate};

/// How often the screen is drawn at most.
const FRAME: Duration = Duration::from_millis(100);
/// How many irregular losses are shown.
const LOSSES: usize = 5;

/// Table, running games and irregular losses on the whole terminal, until it is dropped.
pub struct Screen {
    terminal: DefaultTerminal,
    plan: Plan,
    game: &'static dyn Game,
    begun: Instant,
    drawn: Option<Instant>,
    played: usize,
    under_way: UnderWay,
    losses: Vec<String>,
}

impl Screen {
    /// Takes the terminal over. `q` and Ctrl-C throw the flag.
    pub fn open(plan: Plan, game: &'static dyn Game, stop: StopFlag) -> Result<Self> {
        let terminal = ratatui::try_init().context("the terminal cannot be drawn on; try --plain")?;
        thread::spawn(move || {
            while let Ok(event) = event::read() {
                let Some(key) = event.as_key_press_event() else { continue };
                let interrupt =
                    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
                if interrupt || key.code == KeyCode::Char('q') {
                    stop.stop();
                }
            }
        });
        Ok(Self {
            terminal,
            plan,
            game,
            begun: Instant::now(),
            drawn: None,
            played: 0,
            under_way: UnderWay::default(),
            losses: Vec::new(),
        })
    }

    fn draw(&mut self, log: &Log) {
        let standings = Standings::in_contest(&self.plan, log.records(), self.game);
        let total = schedule(&self.plan, log.records()).pairs.iter().flat_map(Pair::games).count();
        let speed = rate(self.played, self.begun);
        let left = total.saturating_sub(log.records().len());
        let status = status(&self.plan, log.records().len(), total, speed, left);
        let rows = standings.rows().iter().enumerate().map(|(place, row)| {
            let estimate = row.mean.estimate;
            Row::new([
                format!("{}. {}", place + 1, row.name),
                row.games.to_string(),
                format!("{:.2} ± {:.2}", estimate.value, estimate.error()),
                format!("{}/{}/{}", row.results.wins, row.results.draws, row.results.losses),
                row.irregular.to_string(),
                format!("{:+.0} ± {:.0}", row.elo, 1.96 * row.elo_error),
            ])
        });
        let widths = [
            Constraint::Fill(2),
            Constraint::Length(7),
            Constraint::Length(16),
            Constraint::Length(14),
            Constraint::Length(9),
            Constraint::Length(13),
        ];
        let header = Row::new(["bot", "games", "points a game", "won/drawn/lost", "irregular", "Elo"]);
        let table = Table::new(rows, widths)
            .header(header.style(Style::new().bold()))
            .block(Block::bordered().title(status));
        let mut running: Vec<_> = self.under_way.games.iter().collect();
        running.sort_by(|a, b| a.0.cmp(b.0));
        let running: Vec<Line<'_>> =
            running.into_iter().map(|(name, game)| Line::raw(running_line(name, game))).collect();
        let losses: Vec<Line<'_>> = self.losses.iter().map(|line| Line::raw(line.as_str())).collect();
        let heights = [
            Constraint::Fill(1),
            Constraint::Length(u16::try_from(running.len()).unwrap_or(8).min(8) + 2),
            Constraint::Length(u16::try_from(LOSSES).unwrap_or(5) + 2),
        ];
        // A terminal that cannot be drawn on is no reason to stop the games.
        let _ = self.terminal.draw(|frame| {
            let [top, middle, bottom] = Layout::vertical(heights).areas(frame.area());
            frame.render_widget(table, top);
            frame.render_widget(Paragraph::new(running).block(Block::bordered().title(" running ")), middle);
            let title = " lost irregularly ";
            frame.render_widget(Paragraph::new(losses).block(Block::bordered().title(title)), bottom);
        });
    }
}

fn status(plan: &Plan, played: usize, total: usize, speed: f64, left: usize) -> String {
    let seconds = f64::from(u32::try_from(left).unwrap_or(u32::MAX)) / speed.max(1e-6);
    let left = if speed > 0.0 { format!(", {seconds:.0} s left") } else { String::new() };
    format!(" {}: {played} of {total} games, {speed:.1} a second{left} – q to stop ", plan.contest)
}

fn running_line(name: &str, game: &super::report::Game) -> String {
    let [first, second] = &game.bots;
    let seconds = |micros: u64| Duration::from_micros(micros).as_secs_f64();
    format!(
        "{name:>7}  {first} {:.2} s – {second} {:.2} s  {}  line {}, {:.0} s",
        seconds(game.used[0]),
        seconds(game.used[1]),
        game.category,
        game.lines,
        game.begun.elapsed().as_secs_f64()
    )
}

impl Reporter for Screen {
    fn event(&mut self, event: &Event, log: &Log) {
        self.under_way.event(event);
        if let Event::Over(record) = event {
            self.played += 1;
            if let Some(line) = outcome::irregular(record) {
                self.losses.insert(0, line);
                self.losses.truncate(LOSSES);
            }
        }
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME) {
            self.draw(log);
            self.drawn = Some(Instant::now());
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}
