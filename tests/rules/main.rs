//! The pages of `docs`, the table of rules, the code and its tests agree.

mod citations;
mod contributing;
mod dependencies;
mod icons;
mod security;
mod software;
mod switches;
mod table;
mod tree;
mod trouble;
mod type_names;
