//! Input from the user and the system: events, pointer, drops, dialogs, and their order.

pub mod aim;
pub mod dialog;
pub mod drop;
pub mod event_loop;
pub mod events;
pub mod hold;
pub mod less_motion;
pub mod pasted;
pub mod pointer;
#[cfg(unix)]
pub mod signals;
