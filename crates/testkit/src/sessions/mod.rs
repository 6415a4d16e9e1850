//! Sessions with files that are built in code.

pub mod extremes;
pub mod staged;
pub mod ui_session;
