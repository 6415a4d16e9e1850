//! How rows lie in the panel: indented up to a cap, with guide lines, as wide as the longest name needs.
//!
//! In: the longest name of each depth. Out: where a row's parts begin, and how far the list scrolls sideways.

use crate::kit::theme::{self, size, space};
use castview_base::scene::Model;
use egui::{FontId, TextStyle, Ui};

/// Row depth of a root bone, below its model and the group.
const ROOT_DEPTH: u16 = 2;
/// Rows deeper than this, eight bones below a root, are indented as if they were here and begin with crumbs.
const DEEPEST: u16 = ROOT_DEPTH + 8;
/// Crumbs before a name, at most: beyond, the first is an ellipsis.
const MOST_CRUMBS: u16 = 2;

/// How rows lie in the panel.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// How far the list is scrolled sideways, in points.
    pub shift: f32,
}

impl Sight {
    pub fn unscrolled() -> Self {
        Self { shift: 0.0 }
    }

    /// Where a row of that depth begins, from the list's left.
    pub fn indent(&self, depth: u16) -> f32 {
        space::XS + f32::from(depth.min(DEEPEST)) * size::TREE_INDENT
    }

    /// Where the guide lines of a row of that depth stand, from the list's left: below the fold arrow of each row above it.
    pub fn guides(&self, depth: u16) -> impl Iterator<Item = f32> + '_ {
        (0..depth.min(DEEPEST)).map(|above| self.indent(above) + size::ICON * 0.5)
    }

    /// Where the name or the crumbs before it begin.
    pub fn name_left(&self, depth: u16) -> f32 {
        self.indent(depth) + size::ICON + space::S + space::M
    }

    /// Crumbs before a name that is deeper than the indent says: one for each level.
    pub fn crumbs(&self, depth: u16) -> Option<&'static str> {
        let beyond = depth.checked_sub(DEEPEST)?;
        ["", "›", "››", "…›"]
            .get(usize::from(beyond.min(MOST_CRUMBS + 1)))
            .copied()
            .filter(|crumbs| !crumbs.is_empty())
    }
}

/// The longest name of each depth, counted when the stage changes: what is folded does not move the scroll bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SightWidths {
    /// In characters of one column each, by row depth; the last entry holds all depths from there on.
    columns: Vec<u32>,
}

/// A longer name does not make the list any wider; its middle stays cut.
const MOST_COLUMNS: u32 = 160;

impl SightWidths {
    pub fn of<'a>(models: impl Iterator<Item = &'a Model>) -> Self {
        let mut widths = Self {
            columns: vec![0; usize::from(DEEPEST + MOST_CRUMBS) + 2],
        };
        let mut depths = Vec::new();
        for model in models {
            let skeleton = &model.skeleton;
            depths.clear();
            for bone in skeleton.bones() {
                let depth = skeleton
                    .parent(bone)
                    .map_or(ROOT_DEPTH, |parent: castview_base::core::BoneIndex| {
                        let above: u16 = depths[parent.get()];
                        above.saturating_add(1)
                    });
                depths.push(depth);
                widths.hold(depth, skeleton.name(bone));
            }
            let names = model.meshes.iter().map(|mesh| mesh.name.as_str());
            let names = names.chain(model.materials.iter().map(|material| material.name.as_str()));
            let names = names.chain(model.blend_shapes.iter().map(|shape| shape.name.as_str()));
            names.for_each(|name| widths.hold(ROOT_DEPTH, name));
        }
        widths
    }

    fn hold(&mut self, depth: u16, name: &str) {
        let last = self.columns.len() - 1;
        let column = &mut self.columns[usize::from(depth).min(last)];
        *column = (*column).max(columns(name));
    }

    /// The width in points that shows every name whole.
    pub fn most(&self, ui: &Ui, sight: &Sight) -> f32 {
        let advance = ui.fonts_mut(|fonts| fonts.glyph_width(&name_font(ui, true), '0'));
        let depths = self.columns.iter().enumerate().filter(|(_, columns)| **columns > 0);
        let widths = depths.map(|(depth, columns)| {
            let told = sight.crumbs(depth as u16).map_or(0.0, |_| size::NUMBER * 0.5);
            sight.name_left(depth as u16) + told + *columns as f32 * advance
        });
        // The eye, and the gap before it.
        widths.fold(0.0, f32::max) + size::ROW + space::S
    }
}

/// Wide letters count twice.
fn columns(name: &str) -> u32 {
    const WIDE: char = '\u{1100}';
    if name.is_ascii() {
        return (name.len() as u32).min(MOST_COLUMNS);
    }
    let wide = |c: char| if c < WIDE { 1 } else { 2 };
    name.chars()
        .take(MOST_COLUMNS as usize)
        .map(wide)
        .sum::<u32>()
        .min(MOST_COLUMNS)
}

/// Names are text: proportional letters leave room for more of them.
pub fn name_font(ui: &Ui, is_item: bool) -> FontId {
    if is_item { theme::dense() } else { TextStyle::Body }.resolve(ui.style())
}
