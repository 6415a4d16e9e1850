//! The pages of `docs/formats`, the table of rules and the code agree: every citation resolves.

mod citations;
mod tree;
