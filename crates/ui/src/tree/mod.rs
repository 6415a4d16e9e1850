//! The node tree: its rows, their menus, the path above them, the search.

mod breadcrumbs;
mod folds;
pub mod items;
pub mod keyboard;
mod lane;
pub mod node;
pub mod node_menu;
pub mod node_tree;
mod roles;
mod row;
pub(crate) mod search;
mod sight;
pub mod tree_rows;
