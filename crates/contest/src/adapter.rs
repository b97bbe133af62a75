use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use jugada_core::quoted;
use thiserror::Error;

use crate::{Interrupt, Player, ProtocolError, Reply};

/// The longest line that [`serve`] reads, in bytes, its end not counted.
pub const MAX_LINE: usize = 4096;

/// Lines that may wait while the player is thinking, before reading pauses.
const WAITING_LINES: usize = 64;

/// Why a program had to end before its game did.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AdapterError {
    /// The player did not accept a line.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// A line was longer than [`MAX_LINE`] bytes. Holds its beginning.
    #[error("{}: a line of more than {MAX_LINE} bytes", quoted(.0))]
    TooLong(String),
    /// A line contained a NUL byte. Holds the line.
    #[error("{}: a line with a NUL byte", quoted(.0))]
    Nul(String),
    /// A line was not UTF-8. Holds the line with the wrong bytes replaced.
    #[error("{}: a line that is not UTF-8", quoted(.0))]
    NotUtf8(String),
    /// The input could not be read.
    #[error("the input cannot be read: {0}")]
    Input(#[source] io::Error),
    /// The output could not be written, for another reason than that its reader is gone.
    #[error("the output cannot be written: {0}")]
    Output(#[source] io::Error),
}

/// Plays on streams: feeds the player line by line and writes and flushes each answer before the next line is looked at.
///
/// `\r\n`, surrounding blanks, blank lines and a missing last line end are accepted. Returns at the end of the input, when the player
/// has finished, when its [quit line](Interrupt::quit_line) arrives, and quietly when nobody reads `output` any more. Remarks go to
/// `notes`; whether anybody reads those does not matter.
///
/// Reading goes on in a thread of its own, so that a line can interrupt the player's thinking.
///
/// ```
/// use jugada_contest::{Player, ProtocolError, Reply, serve};
/// struct Echo;
/// impl Player for Echo {
///     fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
///         Ok(Reply::line(line))
///     }
/// }
/// let mut output = Vec::new();
/// serve(Echo, "a\r\n\n  b c \nlast".as_bytes(), &mut output, &mut std::io::sink())?;
/// assert_eq!(output, b"a\nb c\nlast\n");
/// # Ok::<(), jugada_contest::AdapterError>(())
/// ```
///
/// # Errors
/// [`AdapterError`], after everything answered so far was written.
pub fn serve(
    mut player: impl Player,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    notes: &mut impl Write,
) -> Result<(), AdapterError> {
    let has_quit = Arc::new(AtomicBool::new(false));
    let (sender, lines) = sync_channel(WAITING_LINES);
    let reader = Reader { interrupt: player.interrupt(), has_quit: Arc::clone(&has_quit), sender };
    thread::spawn(move || reader.run(BufReader::new(input)));
    answer_lines(&mut player, &lines, &has_quit, output, notes)
}

fn answer_lines(
    player: &mut impl Player,
    lines: &Receiver<(Instant, Result<String, AdapterError>)>,
    has_quit: &AtomicBool,
    output: &mut impl Write,
    notes: &mut impl Write,
) -> Result<(), AdapterError> {
    let mut idle_since = Instant::now();
    for (read_at, line) in lines {
        let waited = unattended(read_at, idle_since, Instant::now());
        if has_quit.load(Ordering::Acquire) {
            return Ok(());
        }
        let line = line?;
        player.line_waited(waited);
        let reply = player.receive(&line);
        if has_quit.load(Ordering::Acquire) {
            return Ok(());
        }
        let reply = reply?;
        match write_reply(&reply, output, notes) {
            Ok(()) if reply.finished => return Ok(()),
            Ok(()) => idle_since = Instant::now(),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(AdapterError::Output(error)),
        }
    }
    Ok(())
}

/// How long a line has lain there while nothing else was being answered.
fn unattended(read_at: Instant, idle_since: Instant, now: Instant) -> Duration {
    now.saturating_duration_since(read_at.max(idle_since))
}

fn write_reply(reply: &Reply, output: &mut impl Write, notes: &mut impl Write) -> io::Result<()> {
    if !reply.lines.is_empty() {
        let mut text = reply.lines.join("\n");
        text.push('\n');
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    for note in &reply.notes {
        // A game is not lost over a remark that nobody can read.
        let _ = writeln!(notes, "{note}");
    }
    Ok(())
}

/// The reading half, in its own thread.
struct Reader {
    interrupt: Interrupt,
    has_quit: Arc<AtomicBool>,
    sender: SyncSender<(Instant, Result<String, AdapterError>)>,
}

impl Reader {
    fn run(self, mut input: impl BufRead) {
        loop {
            let line = read_line(&mut input);
            let read_at = Instant::now();
            match line {
                Ok(None) => {
                    if self.interrupt.stop_at_end_of_input {
                        self.interrupt.stop.stop();
                    }
                    return;
                }
                Ok(Some(line)) => {
                    let line = line.trim();
                    if line.is_empty() {
                        continue;
                    }
                    if self.interrupt.quit_line == Some(line) {
                        self.has_quit.store(true, Ordering::Release);
                        self.interrupt.stop.stop();
                        return;
                    }
                    // The other half is gone when the game is over; then nobody needs the rest.
                    if self.sender.send((read_at, Ok(line.to_owned()))).is_err() {
                        return;
                    }
                }
                Err(error) => {
                    let _ = self.sender.send((read_at, Err(error)));
                    return;
                }
            }
        }
    }
}

/// The next line without its end; nothing at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, AdapterError> {
    let mut bytes = Vec::new();
    // One byte more than a line and its end (`\r\n`) may have tells a line that is too long.
    let cap = u64::try_from(MAX_LINE + 2).expect("a small number");
    input.take(cap).read_until(b'\n', &mut bytes).map_err(AdapterError::Input)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    }
    if bytes.len() > MAX_LINE {
        return Err(AdapterError::TooLong(String::from_utf8_lossy(&bytes).into_owned()));
    }
    let line = String::from_utf8(bytes)
        .map_err(|error| AdapterError::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()))?;
    if line.contains('\0') { Err(AdapterError::Nul(line)) } else { Ok(Some(line)) }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Repeats each line; `end` finishes, `bad` is refused.
    struct Echo {
        interrupt: Interrupt,
    }

    impl Echo {
        fn new() -> Self {
            Self { interrupt: Interrupt::default() }
        }
    }

    impl Player for Echo {
        fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
            match line {
                "end" => Ok(Reply::line("bye").note("finished").finish()),
                "bad" => Err(ProtocolError::new(line, "refused")),
                "think" => {
                    while !self.interrupt.stop.is_stopped() {
                        thread::yield_now();
                    }
                    Ok(Reply::line("stopped"))
                }
                _ => Ok(Reply::line(line)),
            }
        }

        fn interrupt(&self) -> Interrupt {
            self.interrupt.clone()
        }
    }

    fn played(player: Echo, input: &[u8]) -> (String, Result<(), String>) {
        let mut output = Vec::new();
        let result = serve(player, io::Cursor::new(input.to_vec()), &mut output, &mut io::sink());
        (String::from_utf8(output).expect("text"), result.map_err(|error| error.to_string()))
    }

    #[test]
    fn blank_lines_and_line_ends_of_all_kinds() {
        assert_eq!(played(Echo::new(), b"a\r\n\r\n \t\n  b\nc"), ("a\nb\nc\n".into(), Ok(())));
        assert_eq!(played(Echo::new(), b""), (String::new(), Ok(())));
    }

    #[test]
    fn nothing_is_answered_after_the_end() {
        assert_eq!(played(Echo::new(), b"end\nmore\n"), ("bye\n".into(), Ok(())));
    }

    #[test]
    fn answers_before_an_error_are_kept() {
        for (input, named) in [
            (b"a\nbad\nb\n".to_vec(), "\"bad\": refused"),
            (b"a\nx\0y\nb\n".to_vec(), "\"x\\0y\": a line with a NUL byte"),
            (b"a\nx\xFFy\nb\n".to_vec(), "\"x\u{FFFD}y\": a line that is not UTF-8"),
        ] {
            assert_eq!(played(Echo::new(), &input), ("a\n".into(), Err(named.into())));
        }
    }

    #[test]
    fn the_longest_line_and_one_byte_more() {
        for (line_end, length, fits) in [
            ("\n", MAX_LINE, true),
            ("\r\n", MAX_LINE, true),
            ("", MAX_LINE, true),
            ("\n", MAX_LINE + 1, false),
            ("\r\n", MAX_LINE + 1, false),
            ("", MAX_LINE + 1, false),
            ("\n", 100 * MAX_LINE, false),
        ] {
            let line = "x".repeat(length);
            let (output, result) = played(Echo::new(), format!("{line}{line_end}").as_bytes());
            if fits {
                assert_eq!((output, result), (format!("{line}\n"), Ok(())));
            } else {
                let error = result.expect_err("too long");
                assert!(error.ends_with("a line of more than 4096 bytes") && error.len() < 400, "{error}");
            }
        }
    }

    /// Keeps what it is told of each line's waiting, and thinks for a while about each.
    struct Slow {
        waited: Arc<Mutex<Vec<Duration>>>,
    }

    impl Slow {
        const THINKS: Duration = Duration::from_millis(40);
    }

    impl Player for Slow {
        fn line_waited(&mut self, waited: Duration) {
            self.waited.lock().expect("nobody panics").push(waited);
        }

        fn receive(&mut self, _: &str) -> Result<Reply, ProtocolError> {
            thread::sleep(Self::THINKS);
            Ok(Reply::wait())
        }
    }

    #[test]
    fn a_line_has_not_waited_while_another_was_being_answered() {
        let waited = Arc::new(Mutex::new(Vec::new()));
        let begun = Instant::now();
        let player = Slow { waited: Arc::clone(&waited) };
        serve(player, &b"a\nb\nc\nd\n"[..], &mut io::sink(), &mut io::sink()).expect("nothing is wrong");
        let waited = waited.lock().expect("nobody panics");
        // Whatever was waited and thought came one after the other; with three answers counted as waiting it would be more.
        let all = waited.iter().sum::<Duration>() + 4 * Slow::THINKS;
        assert!(waited.len() == 4 && all <= begun.elapsed(), "{waited:?}");
    }

    #[test]
    fn a_line_waits_from_its_reading_or_from_the_answer_before_it() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        for (read, idle, now, expected) in
            [(20, 5, 50, 30), (5, 20, 50, 30), (20, 20, 20, 0), (20, 60, 50, 0)]
        {
            assert_eq!(unattended(at(read), at(idle), at(now)), Duration::from_millis(expected));
        }
    }

    #[test]
    fn a_quit_line_drops_the_answer_under_way() {
        let mut player = Echo::new();
        player.interrupt.quit_line = Some("Quit");
        assert_eq!(played(player, b"think\nQuit\nafter\n"), (String::new(), Ok(())));
    }

    #[test]
    fn the_end_of_input_stops_thinking_but_not_the_answer() {
        let mut player = Echo::new();
        player.interrupt.stop_at_end_of_input = true;
        assert_eq!(played(player, b"think\n"), ("stopped\n".into(), Ok(())));
    }

    /// An output of which somebody has closed the other end.
    struct Closed(io::ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_is_gone_ends_the_program_quietly_and_a_full_disk_does_not() {
        let quiet =
            serve(Echo::new(), &b"a\nb\n"[..], &mut Closed(io::ErrorKind::BrokenPipe), &mut io::sink());
        assert!(quiet.is_ok());
        let loud = serve(Echo::new(), &b"a\n"[..], &mut Closed(io::ErrorKind::StorageFull), &mut io::sink());
        assert!(matches!(loud, Err(AdapterError::Output(_))));
    }

    #[test]
    fn closed_notes_change_nothing() {
        let mut output = Vec::new();
        let result = serve(Echo::new(), &b"end\n"[..], &mut output, &mut Closed(io::ErrorKind::BrokenPipe));
        assert!(result.is_ok() && output == b"bye\n");
    }
}
