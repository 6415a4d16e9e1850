//! Two files → their differences: a file and itself, and a file with one seeded change of every kind.

mod content;
mod seeded;
mod seeds_model;
mod seeds_other;
mod themselves;
