//! Certificates, checked by a small program that shares nothing with the crate but the text format.

use std::collections::{BTreeMap, BTreeSet};

use jugada_core::{Limits, Play};
use jugada_strip3::{Certificate, Run, Strip};

/// The rules on text: a position is a sum of segments joined by `+`, `-` is the empty sum.
struct Rules {
    run: usize,
}

impl Rules {
    fn is_dead(&self, cells: &[char], at: usize) -> bool {
        let left = cells[..at].iter().rev().take_while(|cell| **cell == 'X').count();
        let right = cells[at + 1..].iter().take_while(|cell| **cell == 'X').count();
        left + right + 1 >= self.run
    }

    /// The segments of a strip.
    fn split(&self, cells: &[char]) -> Vec<String> {
        let open = |at: usize| cells[at] == 'X' || !self.is_dead(cells, at);
        let mut segments = Vec::new();
        let mut at = 0;
        while at < cells.len() {
            let length = (at..cells.len()).take_while(|at| open(*at)).count();
            let stretch = &cells[at..at + length];
            if length >= self.run {
                segments.push(canonical(stretch));
            } else {
                let empty = stretch.iter().filter(|cell| **cell == '.').count();
                segments.extend(std::iter::repeat_n(".".to_owned(), empty));
            }
            at += length + 1;
        }
        segments
    }

    /// The positions that one move leads to.
    fn options(&self, position: &str) -> BTreeSet<String> {
        let segments: Vec<&str> = if position == "-" { Vec::new() } else { position.split('+').collect() };
        let mut options = BTreeSet::new();
        for (played, segment) in segments.iter().enumerate() {
            for at in 0..segment.len() {
                let mut cells: Vec<char> = segment.chars().collect();
                if cells[at] == 'X' || self.is_dead(&cells, at) {
                    continue;
                }
                cells[at] = 'X';
                let mut parts = self.split(&cells);
                parts.extend(
                    segments
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| *at != played)
                        .map(|(_, part)| (*part).to_owned()),
                );
                options.insert(sum(parts));
            }
        }
        options
    }
}

/// The number that a segment is, first cell lowest, after its length: what segments are sorted by.
fn rank(segment: &str) -> (usize, Vec<bool>) {
    (segment.len(), segment.chars().rev().map(|cell| cell == 'X').collect())
}

fn canonical(stretch: &[char]) -> String {
    let forwards: String = stretch.iter().collect();
    let backwards: String = stretch.iter().rev().collect();
    if rank(&forwards) <= rank(&backwards) { forwards } else { backwards }
}

fn sum(mut segments: Vec<String>) -> String {
    segments.sort_by_key(|segment| rank(segment));
    if segments.is_empty() { "-".to_owned() } else { segments.join("+") }
}

/// Accepts a certificate for this strip or says what is wrong.
fn check(certificate: &str, cells: &str) -> Result<(), String> {
    let mut lines = certificate.lines();
    let mut field = |name: &str| {
        let line = lines.next().ok_or_else(|| format!("no line for {name}"))?;
        line.strip_prefix(name).map(str::trim).ok_or_else(|| format!("{line:?} is not {name}"))
    };
    field("strip3 certificate")?;
    let rules = Rules { run: field("run")?.parse().map_err(|_| "no run")? };
    let misere = match field("play")? {
        "normal" => false,
        "misere" => true,
        other => return Err(format!("{other:?} is no kind of play")),
    };
    let start = field("start")?;
    let cells: Vec<char> = cells.chars().collect();
    if start != sum(rules.split(&cells)) {
        return Err(format!("{start} is not the position asked about"));
    }
    let winner = field("winner")?;
    let replies: BTreeMap<&str, &str> = lines
        .map(|line| line.split_once(" -> ").ok_or_else(|| format!("{line:?} has no reply")))
        .collect::<Result<_, _>>()?;
    let is_answered = |position: &str| {
        if replies.contains_key(position) || (misere && rules.options(position).is_empty()) {
            Ok(())
        } else {
            Err(format!("{position} has no reply"))
        }
    };
    match winner {
        "first" => is_answered(start)?,
        "second" => {
            if misere && rules.options(start).is_empty() {
                return Err("who cannot move wins".to_owned());
            }
            rules.options(start).iter().try_for_each(|option| is_answered(option))?;
        }
        other => return Err(format!("{other:?} does not win")),
    }
    for (position, reply) in &replies {
        if !rules.options(position).contains(*reply) {
            return Err(format!("{reply} is no option of {position}"));
        }
        let options = rules.options(reply);
        if misere && options.is_empty() {
            return Err(format!("{reply} lets the opponent win at once"));
        }
        options.iter().try_for_each(|option| is_answered(option))?;
    }
    Ok(())
}

fn certificate(cells: &str, run: u8, play: Play) -> String {
    let strip = Strip::from_text(cells, Run::new(run).expect("a run")).expect("a position");
    Certificate::prove(&strip, play, &Limits::new()).expect("no limit was set").to_string()
}

#[test]
fn certificates_of_won_and_lost_positions_are_accepted() {
    for play in [Play::Normal, Play::Misere] {
        for run in 2..=4 {
            for cells in 0..=14 {
                let cells = ".".repeat(cells);
                assert_eq!(
                    check(&certificate(&cells, run, play), &cells),
                    Ok(()),
                    "{cells} run {run} {play:?}"
                );
            }
        }
        for cells in ["XX..X.....", "...X.X.........X", "X", "XX.", "..X..X..X..."] {
            assert_eq!(check(&certificate(cells, 3, play), cells), Ok(()), "{cells} {play:?}");
        }
    }
    for cells in [24, 25, 26, 30] {
        let cells = ".".repeat(cells);
        assert_eq!(check(&certificate(&cells, 3, Play::Normal), &cells), Ok(()), "{cells}");
    }
}

#[test]
fn altered_certificates_are_rejected() {
    let mut cache = BTreeMap::new();
    for cells in [11, 12, 14] {
        let cells = ".".repeat(cells);
        let genuine = certificate(&cells, 3, Play::Normal);
        let lines: Vec<&str> = genuine.lines().collect();
        let rejected = |lines: &[&str], what: &str| {
            let altered = lines.join("\n");
            assert!(check(&altered, &cells).is_err(), "{what} went unnoticed in the certificate of {cells}");
        };
        assert!(check(&genuine, &".".repeat(9)).is_err(), "it is another position's");
        for at in 0..lines.len() {
            let mut altered = lines.clone();
            altered.remove(at);
            rejected(&altered, &format!("that {:?} is missing", lines[at]));
            let Some((position, reply)) = lines[at].split_once(" -> ") else { continue };
            // Any other reply leads to a position that is won for the opponent, so some line must be missing after it.
            for other in (Rules { run: 3 }).options(position).iter().filter(|other| *other != reply) {
                let wrong = format!("{position} -> {other}");
                let mut altered = lines.clone();
                altered[at] = &wrong;
                if value(other, &mut cache) != 0 {
                    rejected(&altered, &wrong);
                }
            }
            let illegal = format!("{position} -> {position}");
            let mut altered = lines.clone();
            altered[at] = &illegal;
            rejected(&altered, &illegal);
        }
        let winner = if genuine.contains("winner first") {
            ["winner first", "winner second"]
        } else {
            ["winner second", "winner first"]
        };
        let swapped = genuine.replace(winner[0], winner[1]);
        rejected(&swapped.lines().collect::<Vec<_>>(), "another winner");
        let other_play = genuine.replace("play normal", "play misere");
        rejected(&other_play.lines().collect::<Vec<_>>(), "another kind of play");
    }
}

/// The nim-value of a sum in text, three in a row forbidden, by plain search over text.
fn value(position: &str, cache: &mut BTreeMap<String, u32>) -> u32 {
    if let Some(value) = cache.get(position) {
        return *value;
    }
    let options = Rules { run: 3 }.options(position);
    let options: BTreeSet<u32> = options.iter().map(|option| value(option, cache)).collect();
    let found = (0..=1000).find(|value| !options.contains(value)).expect("few options");
    cache.insert(position.to_owned(), found);
    found
}
