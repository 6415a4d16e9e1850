//! Results of a run that are kept, by the running program: pictures it saves, files opened lately, the adapter that works.

pub mod adapter;
pub mod recent;
pub mod saving;
pub mod target;
