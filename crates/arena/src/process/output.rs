use std::collections::VecDeque;
use std::time::Instant;

use super::Limits;

/// A line that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When its end was read.
    pub read: Instant,
    /// What it says, without its end.
    pub bytes: Vec<u8>,
}

/// In what way a program wrote too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// A line longer than this many bytes.
    Line(usize),
    /// More than this many bytes in a game.
    Output(usize),
}

/// Cuts a program's output into lines, within limits.
#[derive(Debug)]
pub(super) struct Lines {
    partial: Vec<u8>,
    whole: VecDeque<Line>,
    total: usize,
    line_limit: usize,
    output_limit: usize,
    flood: Option<Flood>,
}

impl Lines {
    pub fn new(limits: &Limits) -> Self {
        Self {
            partial: Vec::new(),
            whole: VecDeque::new(),
            total: 0,
            line_limit: limits.line,
            output_limit: limits.output,
            flood: None,
        }
    }

    /// Takes in bytes that were read at `now`. Once there were too many, nothing more is kept.
    pub fn push(&mut self, bytes: &[u8], now: Instant) {
        if self.flood.is_some() {
            return;
        }
        self.total += bytes.len();
        if self.total > self.output_limit {
            self.flood = Some(Flood::Output(self.output_limit));
            return;
        }
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            self.end_line(now);
            if self.flood.is_some() {
                return;
            }
        }
        self.partial.extend_from_slice(rest);
        if self.partial.len() > self.line_limit {
            self.flood = Some(Flood::Line(self.line_limit));
        }
    }

    fn end_line(&mut self, now: Instant) {
        if self.partial.len() > self.line_limit {
            self.flood = Some(Flood::Line(self.line_limit));
        } else {
            self.whole.push_back(Line { read: now, bytes: std::mem::take(&mut self.partial) });
        }
    }

    /// The output has ended: what has no line end is a line all the same.
    pub fn end(&mut self, now: Instant) {
        if !self.partial.is_empty() && self.flood.is_none() {
            self.end_line(now);
        }
    }

    /// The oldest line.
    pub fn pop(&mut self) -> Option<Line> {
        self.whole.pop_front()
    }

    /// Whether there is a line.
    pub fn has_line(&self) -> bool {
        !self.whole.is_empty()
    }

    /// In what way there was too much, if there was.
    pub const fn flood(&self) -> Option<Flood> {
        self.flood
    }
}

/// Keeps the beginning of a program's remarks and counts the rest.
#[derive(Debug)]
pub(super) struct Remarks {
    bytes: Vec<u8>,
    /// Where `bytes` was when somebody last asked what is new.
    shown: usize,
    room: usize,
    dropped: u64,
}

impl Remarks {
    pub const fn new(characters: usize) -> Self {
        Self { bytes: Vec::new(), shown: 0, room: characters, dropped: 0 }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        // A character is counted where it begins; bytes that continue one are free.
        let begins = |byte: &u8| byte & 0xC0 != 0x80;
        let mut kept = bytes.len();
        for (place, _) in bytes.iter().enumerate().filter(|(_, byte)| begins(byte)) {
            if self.room == 0 {
                kept = place;
                break;
            }
            self.room -= 1;
        }
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.dropped += bytes[kept..].iter().filter(|byte| begins(byte)).count() as u64;
    }

    /// What has come since the last time.
    pub fn news(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.bytes[self.shown..]).into_owned();
        self.shown = self.bytes.len();
        text
    }

    /// How many characters were dropped.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(limits: &Limits, parts: &[&[u8]]) -> (Vec<Vec<u8>>, Option<Flood>) {
        let mut lines = Lines::new(limits);
        for part in parts {
            lines.push(part, Instant::now());
        }
        lines.end(Instant::now());
        (std::iter::from_fn(|| lines.pop()).map(|line| line.bytes).collect(), lines.flood())
    }

    #[test]
    fn lines_are_cut_wherever_the_pieces_end() {
        let limits = Limits { line: 4, output: 20, ..Limits::default() };
        let whole = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>();
        for (parts, expected, flood) in [
            (&[&b"a\nb"[..], b"c\n", b"d"][..], whole(&["a", "bc", "d"]), None),
            (&[b"a\r\n\n"], whole(&["a\r", ""]), None),
            (&[b"abcd\n"], whole(&["abcd"]), None),
            (&[b"x\nabc", b"de"], whole(&["x"]), Some(Flood::Line(4))),
            (&[b"abcde\nx\n"], whole(&[]), Some(Flood::Line(4))),
            (&[b"abc\nabc\nabc\nabc\nabc\n", b"a"], whole(&["abc"; 5]), Some(Flood::Output(20))),
        ] {
            assert_eq!(lines(&limits, parts), (expected, flood), "{parts:?}");
        }
    }

    #[test]
    fn remarks_are_counted_in_characters() {
        let mut remarks = Remarks::new(4);
        remarks.push("añ".as_bytes());
        assert_eq!(remarks.news(), "añ");
        remarks.push("ñbcñ".as_bytes());
        assert_eq!((remarks.news().as_str(), remarks.dropped()), ("ñb", 2));
        remarks.push(b"x");
        assert_eq!((remarks.news().as_str(), remarks.dropped()), ("", 3));
    }
}
