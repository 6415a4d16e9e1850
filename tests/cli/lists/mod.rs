//! Commands that take many files: lists and folders of them, archives, sheets.

mod archives;
mod batches;
mod sheet;
