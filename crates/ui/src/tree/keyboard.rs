//! The tree under the keyboard: arrows walk and fold, Home, End and pages jump, Shift selects the rows on the way.
//!
//! In: the rows and where the keyboard stands. Out: the row it goes to, or a fold. The keys are taken from the window's table while
//! the tree has the keyboard, so that they do not seek the clip (see `shell::keys`).

use super::tree_rows::TreeRow;
use crate::kit::control;
use crate::kit::keyboard::row_keys::jump;
use egui::{Event, EventFilter, Id, Key, Modifiers, Ui};

/// Keys that the tree takes, without modifiers.
pub const KEYS: [Key; 8] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
];

/// Keys that the tree takes with Shift, to select all rows on the way.
const EXTENDING: [Key; 4] = [Key::ArrowUp, Key::ArrowDown, Key::PageUp, Key::PageDown];

/// Whether a key is the tree's while it has the keyboard.
pub fn takes(key: Key, modifiers: Modifiers) -> bool {
    let plain = !modifiers.any() && KEYS.contains(&key);
    plain || modifiers == Modifiers::SHIFT && EXTENDING.contains(&key)
}

/// Returns the id that has the focus while the tree has the keyboard.
pub fn id() -> Id {
    control::stable_id("tree keyboard")
}

/// Effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// To the row of this position.
    To(usize),
    /// Folds or unfolds the row of this position.
    Fold(usize, bool),
    Stay,
}

/// Takes the tree's keys of this pass, in the order they were pressed, each with whether Shift was held, and keeps egui from
/// moving the focus of `id`, which has the keyboard, by them.
pub fn take(ui: &Ui, id: Id) -> Vec<(Key, bool)> {
    let filter = EventFilter {
        tab: false,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: false,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    let mut keys = Vec::new();
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if takes(*key, *modifiers) => {
                keys.push((*key, modifiers.shift));
                false
            }
            _ => true,
        });
    });
    keys
}

/// As [`jump`], in rows that fold: left folds or goes to the row above in the hierarchy, right unfolds or goes to the first one below.
pub fn step(key: Key, at: Option<usize>, rows: &[TreeRow], page: usize) -> TreeStep {
    if let Some(to) = jump(key, at, rows.len(), page) {
        return TreeStep::To(to);
    }
    let Some((at, row)) = at.and_then(|at| Some((at, rows.get(at)?))) else {
        return TreeStep::Stay;
    };
    match (key, row.open) {
        (Key::ArrowLeft, Some(true)) => TreeStep::Fold(at, false),
        (Key::ArrowLeft, _) => {
            let above = rows[..at].iter().rposition(|above| above.depth < row.depth);
            above.map_or(TreeStep::Stay, TreeStep::To)
        }
        (Key::ArrowRight, Some(false)) => TreeStep::Fold(at, true),
        (Key::ArrowRight, Some(true)) if at + 1 < rows.len() => TreeStep::To(at + 1),
        _ => TreeStep::Stay,
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::Node;
    use super::*;

    fn rows() -> Vec<TreeRow> {
        let row = |depth, open| TreeRow {
            node: Node::Instances,
            depth,
            open,
        };
        vec![
            row(0, Some(true)),
            row(1, Some(false)),
            row(1, Some(true)),
            row(2, None),
        ]
    }

    #[test]
    fn each_key_does_what_trees_do() {
        use TreeStep::{Fold, Stay, To};
        for (key, at, wanted) in [
            (Key::ArrowDown, None, To(0)),
            (Key::ArrowDown, Some(3), To(3)),
            (Key::ArrowDown, Some(0), To(1)),
            (Key::ArrowUp, Some(0), To(0)),
            (Key::ArrowUp, Some(3), To(2)),
            (Key::Home, Some(3), To(0)),
            (Key::End, Some(0), To(3)),
            (Key::PageDown, Some(0), To(2)),
            (Key::PageUp, Some(3), To(1)),
            (Key::ArrowLeft, Some(3), To(2)),
            (Key::ArrowLeft, Some(2), Fold(2, false)),
            (Key::ArrowLeft, Some(1), To(0)),
            (Key::ArrowRight, Some(1), Fold(1, true)),
            (Key::ArrowRight, Some(2), To(3)),
            (Key::ArrowRight, Some(3), Stay),
            (Key::ArrowRight, None, Stay),
        ] {
            assert_eq!(step(key, at, &rows(), 3), wanted, "{key:?} at {at:?}");
        }
        assert_eq!(step(Key::End, None, &[], 3), Stay);
    }
}
