//! The time panels: ruler, range, transport, filmstrip, events, and the dock with dope sheet, curves, keys, notifications, layers.

pub mod curve_view;
pub mod dock;
pub mod dope_sheet;
pub mod event_list;
pub mod event_marks;
pub mod event_rows;
pub mod filmstrip;
pub mod heights;
pub mod key_table;
mod layer_blocks;
pub mod panel_parts;
pub mod range_bar;
pub mod ruler;
mod scroll_bar;
mod ticks;
pub mod time_axis;
pub mod time_view;
pub mod transport;
