//! The Cast container, row by row of docs/formats/cast.md §4: each condition is made from a good file by code, and the
//! test names the diagnostics with their places and what is left of the file. Then values, laws, and the reference.
//!
//! Row 82 is a unit test of the reader, which can pretend that sizes have fewer bits; rows 28 to 30 need meaning and
//! are tested where links are followed.

mod laws;
mod patient;
mod properties;
mod reference;
mod sizes;
mod values;
