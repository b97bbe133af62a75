use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use jugada_core::{Game, Notation, NotationError, Side};

use crate::position::{LAST_PLY, MOVES_EACH};
use crate::{Ban, Move, Point, PointSet, Position};

/// Stones that each side starts with, so that no position holds more.
const STONES_EACH: u32 = 24;

/// What a position looks like in text.
const POSITION_FORM: &str = "a position is written like \
     \"bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w - - 1\"";

/// Seven rows from rank 7 down to rank 1, `/` between them, each from file a to file g: `w` a white stone, `b` a black one, a digit that many
/// empty points; then the side to move, `w` or `b`; the quiet move that White must not make at its next turn, and the one that Black must
/// not make, `-` for none; and the number of the move that is due, 1 to 101 (101 only for White: the game is over).
///
/// ```
/// use jugada_alquerque::Position;
/// let text = "b6/7/7/3w3/7/7/7 b d4-c3 - 12";
/// let position: Position = text.parse()?;
/// assert_eq!(position.to_string(), text);
/// assert_eq!(position.plies(), 23);
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..7).rev() {
            let mut gap = 0;
            for file in 0..7 {
                let point = Point::new(file, rank).expect("within the board");
                let letter =
                    Side::BOTH.into_iter().find(|&side| self.stones(side).contains(point)).map(letter);
                if letter.is_none() {
                    gap += 1;
                }
                if gap > 0 && (letter.is_some() || file == 6) {
                    write!(f, "{gap}")?;
                    gap = 0;
                }
                if let Some(letter) = letter {
                    write!(f, "{letter}")?;
                }
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", letter(self.side_to_move()))?;
        for side in Side::BOTH {
            match self.ban(side) {
                Some(ban) => write!(f, " {}-{}", ban.from, ban.to)?,
                None => f.write_str(" -")?,
            }
        }
        write!(f, " {}", self.plies() / 2 + 1)
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

/// The name of a side's colour.
pub(crate) const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = |reason: &str| NotationError::new(text, format!("{reason}; {POSITION_FORM}"));
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, side, white_ban, black_ban, number] = fields[..] else {
            return Err(wrong("five fields were expected"));
        };
        let (white, black) = parse_rows(rows).map_err(|reason| wrong(&reason))?;
        let side = match side {
            "w" => 0,
            "b" => 1,
            _ => return Err(wrong("the side to move is neither w nor b")),
        };
        let plies = match number.parse::<u16>() {
            Ok(number @ 1..=101) if number <= MOVES_EACH || side == 0 => 2 * (number - 1) + side,
            _ => return Err(wrong("the number of the move is not from 1 to 100, or 101 with White to move")),
        };
        let occupied = white.union(black);
        let ban = |text: &str, own: PointSet| match text {
            "-" => Ok(None),
            _ => parse_ban(text)
                .filter(|ban| own.contains(ban.from) && !occupied.contains(ban.to))
                .map(Some)
                .ok_or_else(|| wrong("a ban is no quiet move of that side's stones")),
        };
        let bans = (ban(white_ban, white)?, ban(black_ban, black)?);
        Ok(Self::from_parts(white, black, bans.0, bans.1, plies))
    }
}

fn parse_ban(text: &str) -> Option<Ban> {
    let (from, to) = text.split_once('-')?;
    let ban = Ban { from: from.parse().ok()?, to: to.parse().ok()? };
    ban.from.neighbours().contains(ban.to).then_some(ban)
}

fn parse_rows(rows: &str) -> Result<(PointSet, PointSet), String> {
    let mut sets = [PointSet::EMPTY; 2];
    let texts: Vec<&str> = rows.split('/').collect();
    if texts.len() != 7 {
        return Err("seven rows were expected".to_owned());
    }
    for (row, rank) in texts.into_iter().zip((0..7).rev()) {
        let mut file = 0;
        for symbol in row.chars() {
            let side = match symbol {
                '1'..='7' => {
                    file += symbol.to_digit(10).expect("a digit");
                    continue;
                }
                'w' => Side::First,
                'b' => Side::Second,
                _ => return Err(format!("{symbol:?} is neither w nor b nor a digit from 1 to 7")),
            };
            let point = Point::new(file, rank).ok_or_else(|| format!("row {} is too long", rank + 1))?;
            sets[side.index()] = sets[side.index()].with(point);
            file += 1;
        }
        if file != 7 {
            return Err(format!("row {} does not have seven points", rank + 1));
        }
    }
    match Side::BOTH.into_iter().find(|side| sets[side.index()].len() > STONES_EACH) {
        Some(side) => Err(format!("{} has more than {STONES_EACH} stones", colour(side))),
        None => Ok((sets[0], sets[1])),
    }
}

impl Notation for Position {
    /// Reads a legal move in any of its texts: `c3-d4` for a quiet move, `e5*c3*a1` with every point on the way for a capture.
    ///
    /// The error says what would have been legal, where a capture was missed or not finished.
    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let wrong = |reason: String| NotationError::new(text, reason);
        if self.outcome().is_some() {
            return Err(wrong("the game is over".to_owned()));
        }
        let (path, is_capture) = parse_path(text).ok_or_else(|| {
            wrong("a move is written like \"c3-d4\" or, with every point on the way, \"e5*c3*a1\"".to_owned())
        })?;
        let side = self.side_to_move();
        if !self.stones(side).contains(path[0]) {
            return Err(wrong(format!("{} has no stone on {}", colour(side), path[0])));
        }
        if is_capture { self.read_capture(&path) } else { self.read_quiet(path[0], path[1]) }.map_err(wrong)
    }

    /// Writes a legal move with its full path, always the same one of several. Any other move is shown without one.
    fn display_move(&self, shown: Move) -> String {
        if !shown.is_capture() {
            return format!("{}-{}", shown.from(), shown.to());
        }
        self.walk(shown.from(), &mut |path, captured| {
            if path.last() == Some(&shown.to()) && captured == shown.captured() {
                ControlFlow::Break(written(path))
            } else {
                ControlFlow::Continue(())
            }
        })
        .break_value()
        .unwrap_or_else(|| format!("{shown:?}"))
    }
}

/// The points of a move text, at least two, and whether it is a capture.
fn parse_path(text: &str) -> Option<(Vec<Point>, bool)> {
    let (separator, is_capture) = if text.contains('*') { ('*', true) } else { ('-', false) };
    let path: Vec<Point> = text.split(separator).map(|point| point.parse().ok()).collect::<Option<_>>()?;
    let fits = if is_capture { path.len() >= 2 } else { path.len() == 2 };
    fits.then_some((path, is_capture))
}

/// Whether a text has the form of a move, legal or not.
pub(crate) fn is_move_text(text: &str) -> bool {
    parse_path(text).is_some()
}

fn written(path: &[Point]) -> String {
    path.iter().map(ToString::to_string).collect::<Vec<_>>().join("*")
}

impl Position {
    /// The texts of all legal moves, sorted: every path of every capture. Empty where the game is over.
    ///
    /// There can be very many: far more than there are moves.
    ///
    /// ```
    /// use jugada_alquerque::Position;
    /// let position: Position = "7/7/7/2bbb2/7/3w3/7 w - - 30".parse()?;
    /// assert_eq!(position.paths(), ["d2-c1", "d2-c2", "d2-c3", "d2-d1", "d2-d3", "d2-e1", "d2-e2", "d2-e3"]);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let capturers = self.capturers();
        let mut texts = Vec::new();
        if capturers.is_empty() {
            texts.extend(self.moves().into_iter().map(|quiet| self.display_move(quiet)));
        }
        for from in capturers {
            let _ = self.walk(from, &mut |path, _| {
                texts.push(written(path));
                ControlFlow::<()>::Continue(())
            });
        }
        texts.sort_unstable();
        texts
    }

    /// Hands the path and the captured set of every complete capture of the stone on `from` to `visit`.
    fn walk<B>(
        &self,
        from: Point,
        visit: &mut impl FnMut(&[Point], PointSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.walk_on(&mut vec![from], PointSet::EMPTY, visit)
    }

    fn walk_on<B>(
        &self,
        path: &mut Vec<Point>,
        captured: PointSet,
        visit: &mut impl FnMut(&[Point], PointSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let jumps = self.jumps(path, captured);
        if jumps.is_empty() && path.len() > 1 {
            return visit(path, captured);
        }
        for (over, landing) in jumps {
            path.push(landing);
            self.walk_on(path, captured.with(over), visit)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }

    /// The stones that a stone can jump after it has gone this way and taken these, and where it lands.
    fn jumps(&self, path: &[Point], captured: PointSet) -> Vec<(Point, Point)> {
        let at = path[path.len() - 1];
        let enemy = self.stones(self.side_to_move().opponent()).without(captured);
        let empty = self.empty().with(path[0]);
        at.neighbours()
            .intersection(enemy)
            .into_iter()
            .map(|over| (over, at.beyond(over)))
            .filter(|&(_, landing)| empty.contains(landing))
            .collect()
    }

    fn read_quiet(&self, from: Point, to: Point) -> Result<Move, String> {
        if let Some(capturer) = self.capturers().into_iter().next() {
            return Err(format!("a stone can be captured, so one must be: {}", self.example(&[capturer])));
        }
        if !from.neighbours().contains(to) {
            return Err(format!("no line joins {from} to {to}, or they are not next to each other"));
        }
        if !self.empty().contains(to) {
            return Err(format!("there is a stone on {to}"));
        }
        let quiet = Move::new(from, to, PointSet::EMPTY);
        if self.allows(quiet) {
            Ok(quiet)
        } else {
            Err("that stone's last move would be taken straight back".to_owned())
        }
    }

    fn read_capture(&self, path: &[Point]) -> Result<Move, String> {
        let mut captured = PointSet::EMPTY;
        for (index, step) in path.windows(2).enumerate() {
            let jumps = self.jumps(&path[..=index], captured);
            let Some((over, _)) = jumps.iter().find(|(_, landing)| *landing == step[1]) else {
                return Err(self.why_not(step[0], step[1], path[0], captured));
            };
            captured = captured.with(*over);
        }
        if self.jumps(path, captured).is_empty() {
            Ok(Move::new(path[0], path[path.len() - 1], captured))
        } else {
            Err(format!("the same stone can go on capturing, so it must: {}", self.example(path)))
        }
    }

    /// Why a stone cannot jump from `from` to `to`.
    fn why_not(&self, from: Point, to: Point, origin: Point, captured: PointSet) -> String {
        let enemy = self.stones(self.side_to_move().opponent());
        match from.between(to) {
            None => format!("no line leads from {from} over one point to {to}"),
            Some(over) if captured.contains(over) => format!("the stone on {over} is already captured"),
            Some(over) if !enemy.contains(over) => {
                format!("{} has no stone on {over} to be captured", colour(self.side_to_move().opponent()))
            }
            Some(_) if !self.empty().with(origin).contains(to) => format!("there is a stone on {to}"),
            Some(_) => unreachable!("an enemy's stone before an empty point can be jumped"),
        }
    }

    /// The text of one complete capture that begins this way.
    fn example(&self, beginning: &[Point]) -> String {
        let mut path = beginning.to_vec();
        let captured = beginning.windows(2).filter_map(|step| step[0].between(step[1])).collect();
        self.walk_on(&mut path, captured, &mut |path, _| ControlFlow::Break(written(path)))
            .break_value()
            .expect("a stone that can capture completes a capture")
    }
}

/// The position after a whole game's moves, given as texts in a row.
///
/// ```
/// use jugada_alquerque::{Position, replay};
/// let position = replay(Position::start(), "c3-d4 e5*c3 b2*d4")?;
/// assert_eq!(position.plies(), 3);
/// assert!(replay(position, "a5-a4").is_err());
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
///
/// # Errors
/// What [`parse_move`](Notation::parse_move) says of the first text that is not a legal move.
pub fn replay(start: Position, moves: &str) -> Result<Position, NotationError> {
    moves.split_whitespace().try_fold(start, |position, text| {
        position.parse_move(text).map(|chosen| position.play_unchecked(chosen))
    })
}

const _: () = assert!(LAST_PLY == 200, "the text form counts moves to 100");
