//! Games to look at: one self-contained page, or a picture in the terminal.
//!
//! What a position looks like is said by the game, through [`Contest::scene`](crate::Contest::scene), in terms of cells and pieces; neither
//! the page nor the terminal knows any rules.

mod page;
mod scene;
mod terminal;

pub use page::{Part, page};
pub use scene::{Layout, Ply, Scene};
pub use terminal::{TerminalError, terminal};
