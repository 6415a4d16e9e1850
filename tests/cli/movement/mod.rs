//! Clips and what they make of models: names, numbers, files of public reports.

mod names;
mod reports;
