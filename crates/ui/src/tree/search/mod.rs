//! Requests to the tree: names that are typed, filters, another order than that of the hierarchy.

pub(super) mod differences;
pub(super) mod facts;
pub(super) mod filter;
pub(super) mod filter_menu;
pub mod found;
