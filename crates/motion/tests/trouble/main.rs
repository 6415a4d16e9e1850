//! Seeded mistakes are found, and nothing else is: of each kind precision and recall.

mod assets;
mod bodies;
mod body;
mod clean;
mod exact;
mod seeded;
