//! Mistakes of animation and geometry in a scene without a fault of its file: bones that pop, loops that stay open, keys without effect.
//!
//! In: a model, or a clip bound to it. Out: [`Troubles`], each with its kind, bone or mesh, frames, a number and a sentence. The kinds are the
//! rows of one table. Everything that needs poses shares one sweep over the frames of the clip, whose work is bounded before it begins.
//! Never here: files, clocks, what a session has open.

mod built;
mod curves;
mod found;
mod look;
mod looked_at;
mod played;
mod table;

pub use found::{FoundTrouble, TroubleOf, Troubles};
pub use look::{trouble_of_clip, trouble_of_model};
pub use looked_at::LookedAt;
pub use table::{TROUBLE_ROWS, TroubleKind, TroubleKinds, TroubleRow, TroubleUnit};
