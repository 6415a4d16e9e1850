//! Panels of time: ruler, transport, dope sheet, curves, table of keys.

pub mod curve_view;
mod dock;
pub mod dope_sheet;
mod events;
mod extreme_times;
mod key_table;
mod range;
mod scrub;
mod transport;
