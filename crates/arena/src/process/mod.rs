//! Programs under limits, and nothing left behind.
//!
//! Between the arena and each program stands a **keeper**: a small process of our own executable. It confines the program, watches
//! it, reports how it ended, and when the arena lets go of it – or is gone, however that came about – it kills everything that the
//! program has started. A keeper is a *child subreaper*: descendants that change their session or lose their parent stay below it,
//! so it always finds them. The program itself dies with its keeper (the parent-death signal). What is not defended against is a
//! program that kills its keeper on purpose after its children left its process group: that needs another user or a namespace.
//!
//! An executable that uses the arena calls [`take_over`] first thing in `main`.

mod cgroup;
mod confinement;
mod keeper;
mod launch;
mod limits;
mod output;
mod program;
mod running;
mod tree;
mod wire;

pub use keeper::{Keeper, take_over};
pub use limits::{Limits, MemoryControl};
pub use output::{Flood, Line};
pub use program::Program;
pub use running::{Activity, Ending, Exit, NoStart, Running, Starting, wait_for_any};
