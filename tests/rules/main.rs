//! The pages of `docs/formats`, the table of rules and the code agree.

mod citations;
mod table;
mod tree;
