//! The node tree: its rows, their menus, the path above them.

mod breadcrumbs;
mod facts;
mod filter;
mod filter_menu;
mod folds;
mod found;
mod items;
pub mod keyboard;
mod lane;
pub mod node;
pub mod node_menu;
pub mod node_tree;
mod roles;
mod row;
mod sight;
pub mod tree_rows;
