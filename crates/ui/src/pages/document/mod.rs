//! The page of a file as it is stored: its document as a tree, the values of an array, and the bytes, each of which leads to the others.
//!
//! In: the bytes of an open file, and the place that was asked for. Out: actions that select what the bytes describe. The document is read
//! in the background; of lists of any length only the lines in sight are made.

mod hex;
pub mod lines;
mod links;
mod loaded;
mod matches;
mod rows;
mod search;
mod state;
mod told;
mod values;

pub use state::DocumentPage;

use crate::kit::control;
use crate::kit::fonts::Background;
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use castview_session::{Action, OpenFile, Page, Session};
use egui::{Context, Rect, RichText, Ui, UiBuilder, pos2};

/// Share of the width that the tree takes.
const TREE: f32 = 0.44;
/// Share of the height beside the tree that values take, where there are any.
const VALUES: f32 = 0.4;

/// Shows the page.
pub fn show(
    ctx: &Context,
    session: &Session,
    memory: &mut DocumentPage,
    background: &Background,
    actions: &mut Vec<Action>,
) {
    page::show_wide(ctx, Page::Document, "The file itself", actions, |ui, actions| {
        let Some(file) = memory.file(session) else {
            control::empty(ui, "Open a file, and its nodes, values and bytes are shown here.");
            return;
        };
        memory.update(ui.ctx(), file, background);
        head(ui, session, memory, file);
        if file.bytes.is_empty() {
            control::empty(ui, "Nobody kept the bytes of this file.");
            return;
        }
        match memory.problem() {
            Some(problem) => control::empty(ui, &problem),
            None if memory.outlined().is_none() => {
                ui.label(RichText::new("Reading the file…").color(theme::of(ui).dim));
            }
            None => body(ui, session, memory, file, actions),
        }
    });
}

/// The file, all of them in a menu, and the search.
fn head(ui: &mut Ui, session: &Session, memory: &mut DocumentPage, file: &OpenFile) {
    ui.horizontal(|ui| {
        let half = ui.available_width() * TREE;
        ui.scope(|ui| {
            ui.set_max_width(half);
            let title = "File that is shown";
            control::menu_within(ui, &file.name, title, title, |ui| {
                for other in session.stage().files() {
                    if control::entry(ui, &other.name, "", true, Some(other.key == file.key)) {
                        memory.choose(other.key);
                    }
                }
            });
        });
        search::show(ui, memory);
    });
    told::findings(ui, memory);
    ui.add_space(space::XS);
}

fn body(ui: &mut Ui, session: &Session, memory: &mut DocumentPage, file: &OpenFile, actions: &mut Vec<Action>) {
    let whole = ui.available_rect_before_wrap();
    let split = whole.left() + whole.width() * TREE;
    let left = Rect::from_min_max(whole.min, pos2(split - space::S, whole.bottom()));
    let right = Rect::from_min_max(pos2(split, whole.top()), whole.max);
    let part = |ui: &mut Ui, rect: Rect, name: &str| ui.new_child(UiBuilder::new().max_rect(rect).id_salt(name));
    rows::show(&mut part(ui, left, "document rows"), memory, left);
    let mut beside = part(ui, right, "document beside");
    told::selected(&mut beside, session, memory, file, actions);
    let mut rest = Rect::from_min_max(pos2(right.left(), beside.min_rect().bottom() + space::XS), right.max);
    if let Some(values) = memory.values() {
        let lines = (values.count as f32).min((rest.height() * VALUES / size::ROW).floor());
        let (above, below) = rest.split_top_bottom_at_y(rest.top() + lines.max(1.0) * size::ROW);
        values::show(&mut part(ui, above, "document values"), memory, values, above);
        rest = Rect::from_min_max(pos2(below.left(), below.top() + space::XS), below.max);
    }
    hex::show(&mut part(ui, rest, "document bytes"), memory, rest);
    ui.allocate_rect(whole, egui::Sense::hover());
}
