//! The time panels: ruler, range, transport, filmstrip, events, dope sheet, curves, keys.

pub mod curve_view;
pub mod dope_sheet;
pub mod event_marks;
pub mod event_rows;
pub mod filmstrip;
pub mod key_table;
pub mod panel_parts;
pub mod range_bar;
pub mod ruler;
pub mod time_axis;
pub mod time_panels;
pub mod time_text;
pub mod time_view;
pub mod transport;
