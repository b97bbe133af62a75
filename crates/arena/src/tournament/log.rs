use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::Record;

/// The games that were played so far, a JSON object a line, on disk before anybody hears of them; or in memory only.
#[derive(Debug, Default)]
pub struct Log {
    file: Option<(PathBuf, File)>,
    records: Vec<Record>,
    games: HashSet<String>,
}

/// A log that cannot be used: one sentence that names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The log.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Somebody else is writing it.
    #[error("{}: another run is writing this file", .0.display())]
    InUse(PathBuf),
    /// A line is no record.
    #[error("{}, line {line}: this is no record of a game: {source}", path.display())]
    Format {
        /// The log.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// It belongs to another plan.
    #[error("{}, line {line}: this game belongs to plan {found}, not to {expected}; choose another file", path.display())]
    OtherPlan {
        /// The log.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The plan it belongs to.
        found: String,
        /// The plan that was expected.
        expected: String,
    },
}

impl Log {
    /// An empty log that no file keeps: what is played is gone with it.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Opens the log of a plan, or begins it. A last line that was cut off in the middle of writing is removed: that game counts as
    /// not played.
    ///
    /// # Errors
    /// [`LogError`] if the file cannot be used, is in use, or holds something else.
    pub fn open(path: &Path, plan: &str) -> Result<Self, LogError> {
        let failed = |source| LogError::File { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        lock(&file).map_err(|()| LogError::InUse(path.to_owned()))?;
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).map_err(failed)?;
        let whole = whole_lines(&bytes);
        if whole.len() < bytes.len() {
            file.set_len(whole.len() as u64).and_then(|()| file.sync_all()).map_err(failed)?;
        }
        let mut log = Self { file: Some((path.to_owned(), file)), ..Self::default() };
        for (line, record) in numbered(whole).map_err(|wrong| wrong.in_file(path))? {
            if record.plan != plan {
                let (found, expected) = (record.plan, plan.to_owned());
                return Err(LogError::OtherPlan { path: path.to_owned(), line, found, expected });
            }
            log.remember(record);
        }
        Ok(log)
    }

    fn remember(&mut self, record: Record) {
        if self.games.insert(record.game.clone()) {
            self.records.push(record);
        }
    }

    /// Appends a game and waits until it is on the disk, if there is a file. A game that is there already is not appended again.
    ///
    /// # Errors
    /// [`LogError::File`]; what was half written is removed when the log is opened again.
    pub fn append(&mut self, record: Record) -> Result<(), LogError> {
        if self.has(&record.game) {
            return Ok(());
        }
        if let Some((path, file)) = &mut self.file {
            let mut write = || {
                let mut line = serde_json::to_vec(&record)?;
                line.push(b'\n');
                file.write_all(&line)?;
                file.sync_data()
            };
            write().map_err(|source| LogError::File { path: path.clone(), source })?;
        }
        self.remember(record);
        Ok(())
    }

    /// Whether a game was played.
    #[must_use]
    pub fn has(&self, game: &str) -> bool {
        self.games.contains(game)
    }

    /// The games that were played, in the order in which they ended.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

/// Makes sure that nobody else writes the file.
fn lock(file: &File) -> Result<(), ()> {
    /// A run that was killed can leave a process behind that has just been made and holds the file until it has become another
    /// program.
    const PATIENCE: Duration = Duration::from_secs(3);
    let deadline = Instant::now() + PATIENCE;
    // A file system without locks is no reason not to play.
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        if Instant::now() >= deadline {
            return Err(());
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Reads the records of a file that nobody is going to continue. A last line that was cut off is passed over.
///
/// # Errors
/// [`LogError`] if it cannot be read or holds something else.
pub fn read_records(path: &Path) -> Result<Vec<Record>, LogError> {
    let bytes = std::fs::read(path).map_err(|source| LogError::File { path: path.to_owned(), source })?;
    parse_records(&bytes).map_err(|wrong| wrong.in_file(path))
}

/// A line that is no record.
#[derive(Debug)]
pub(crate) struct WrongLine {
    /// Its number, from 1.
    line: usize,
    source: serde_json::Error,
}

impl WrongLine {
    fn in_file(self, path: &Path) -> LogError {
        LogError::Format { path: path.to_owned(), line: self.line, source: self.source }
    }
}

/// The records in bytes, without a last line that was cut off.
pub(crate) fn parse_records(bytes: &[u8]) -> Result<Vec<Record>, WrongLine> {
    Ok(numbered(whole_lines(bytes))?.into_iter().map(|(_, record)| record).collect())
}

/// The bytes up to the last end of a line.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)]
}

/// The records with the numbers of their lines.
fn numbered(bytes: &[u8]) -> Result<Vec<(usize, Record)>, WrongLine> {
    let lines = bytes.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    lines
        .map(|(number, text)| {
            let line = number + 1;
            let record = serde_json::from_slice(text).map_err(|source| WrongLine { line, source })?;
            Ok((line, record))
        })
        .collect()
}
