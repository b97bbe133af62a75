//! What the arena, the keeper and the launching process say to each other: one JSON object a line on a socket pair, the first one
//! accompanied by the three descriptors of the program.

use std::io::{self, ErrorKind, IoSlice, IoSliceMut, Read};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{MemoryControl, Program};

/// What the arena asks a keeper for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub program: Program,
    pub memory: Option<u64>,
    pub memory_control: MemoryControl,
    pub processes: u32,
}

/// What a keeper asks the launching process for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Launch {
    pub program: Program,
    /// The process whose death ends the program.
    pub keeper: i32,
    /// Files that a process joins a control group by writing to.
    pub join: Vec<PathBuf>,
    /// Private writable memory, in bytes.
    pub data: Option<u64>,
    /// Processes and threads of this user at once.
    pub user_processes: Option<u64>,
}

/// What a keeper tells the arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Event {
    /// The program runs as this process, which leads its own group; with what limits its memory, in words.
    Started { process: i32, control: String },
    /// The program could not be started; why, in words.
    Failed(String),
    /// The program's first process has ended.
    Exited { code: Option<i32>, signal: Option<i32> },
    /// The program used more memory than it may, in bytes, and was killed.
    Memory(u64),
    /// The program had more processes than it may and was killed.
    Processes(u64),
    /// Everything of the program's is gone.
    Gone {
        /// The most memory it had resident, in bytes, as far as is known.
        peak_memory: u64,
        /// Whether the system killed something of it for memory.
        out_of_memory: bool,
    },
}

/// Sends a message, with descriptors that the receiver gets duplicates of.
pub(super) fn send(socket: &UnixStream, message: &impl Serialize, files: &[OwnedFd]) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let borrowed: Vec<_> = files.iter().map(AsFd::as_fd).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !borrowed.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(ErrorKind::InvalidInput.into());
    }
    let mut sent = 0;
    while sent < line.len() {
        // A peer that is gone is an error, not a signal.
        sent += sendmsg(socket, &[IoSlice::new(&line[sent..])], &mut ancillary, SendFlags::NOSIGNAL)?;
        ancillary.clear();
    }
    Ok(())
}

/// Waits for a message and the descriptors that came with it. They do not survive the start of another program.
pub(super) fn receive<T: DeserializeOwned>(socket: &UnixStream) -> io::Result<(T, Vec<OwnedFd>)> {
    let mut line = Vec::new();
    let mut files = Vec::new();
    while line.last() != Some(&b'\n') {
        let mut bytes = [0; 4096];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let iov = &mut [IoSliceMut::new(&mut bytes)];
        let count = recvmsg(socket, iov, &mut ancillary, RecvFlags::CMSG_CLOEXEC)?.bytes;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                files.extend(descriptors);
            }
        }
        if count == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        line.extend_from_slice(&bytes[..count]);
    }
    Ok((serde_json::from_slice(&line)?, files))
}

/// The events that a socket has brought, as far as they are complete.
#[derive(Debug, Default)]
pub(super) struct Events {
    bytes: Vec<u8>,
    /// Whether the other end is gone.
    pub ended: bool,
}

impl Events {
    /// Takes in what a socket that does not block has to offer.
    pub fn read(&mut self, mut socket: &UnixStream) -> Vec<Event> {
        let mut bytes = [0; 4096];
        loop {
            match socket.read(&mut bytes) {
                Ok(0) => self.ended = true,
                Ok(count) => {
                    self.bytes.extend_from_slice(&bytes[..count]);
                    continue;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => self.ended = true,
            }
            break;
        }
        let mut events = Vec::new();
        while let Some(end) = self.bytes.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.bytes.drain(..=end).collect();
            events.extend(serde_json::from_slice(&line));
        }
        events
    }
}
