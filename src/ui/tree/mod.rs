//! The node tree: its rows, their menus.

pub mod node;
pub mod node_menu;
pub mod node_tree;
pub mod tree_rows;
