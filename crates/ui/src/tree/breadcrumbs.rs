//! The path of the selection above the tree: model, bones from the root down, the selected thing; each selects itself.
//!
//! In: the stage and the selection. Out: one line that never changes its height. A long path has its middle behind a `…`
//! menu.

use super::node::{self, Node};
use crate::kit::control;
use crate::kit::cut::{self, CutLook};
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_session::{Action, Selected, SelectionAction, Session};
use egui::accesskit::Role;
use egui::text::TextFormat;
use egui::{Button, CursorIcon, RichText, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use std::sync::Arc;

/// The path, made when the selection or the stage changed: a chain may be 65 000 bones long.
#[derive(Default)]
pub struct Breadcrumbs {
    made_for: Option<(Selected, usize)>,
    path: Vec<Selected>,
}

/// The shares of the line that the first name, the last and any other take at most.
const FIRST_SHARE: f32 = 0.2;
const LAST_SHARE: f32 = 0.4;
const SHARE: f32 = 0.25;
const BETWEEN: &str = "›";

impl Breadcrumbs {
    /// From the outside in; empty without a selection.
    pub fn path(&mut self, session: &Session) -> &[Selected] {
        let selected = session.edits().selected;
        let placed = selected.and_then(Selected::placed);
        let placed = placed.and_then(|key| session.stage().placed(key));
        let made_for = selected.map(|it| (it, placed.map_or(0, |placed| Arc::as_ptr(&placed.scene) as usize)));
        if made_for != self.made_for {
            self.made_for = made_for;
            self.path = selected.map_or_else(Vec::new, |selected| path(session, selected));
        }
        &self.path
    }
}

fn path(session: &Session, selected: Selected) -> Vec<Selected> {
    let mut path = vec![selected];
    if let Selected::Bone(key, bone) = selected
        && let Some(placed) = session.stage().placed(key)
        && bone.get() < placed.model().skeleton.len()
    {
        let above = placed.model().skeleton.ancestors_and_self(bone).skip(1);
        path.extend(above.map(|bone| Selected::Bone(key, bone)));
    }
    if let Some(key) = selected.placed()
        && selected != Selected::Model(key)
    {
        path.push(Selected::Model(key));
    }
    path.reverse();
    path
}

pub fn show(ui: &mut Ui, session: &Session, crumbs: &mut Breadcrumbs, actions: &mut Vec<Action>) {
    let path = crumbs.path(session);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let inside = row.shrink2(vec2(space::S, 0.0));
    let builder = egui::UiBuilder::new()
        .max_rect(inside)
        .layout(egui::Layout::left_to_right(egui::Align::Center))
        .accessibility_role(Role::Navigation)
        .accessibility_label("Path of the selection");
    let mut line = ui.new_child(builder);
    line.shrink_clip_rect(inside);
    line.spacing_mut().item_spacing.x = space::XS * 0.5;
    let Some((last, above)) = path.split_last() else {
        let hint = RichText::new("Nothing is selected").text_style(theme::dense());
        line.label(hint.color(theme::of(ui).dim));
        return;
    };
    let plan = plan(&line, session, above, *last, inside.width());
    let mut chosen = None;
    for part in plan {
        match part {
            Part::Name(item, room) => crumb(&mut line, session, item, (room, item == *last), &mut chosen),
            Part::Between => _ = line.label(small(ui, BETWEEN)),
            Part::Hidden(from, to) => hidden(&mut line, session, &path[from..to], &mut chosen),
        }
    }
    if let Some(item) = chosen {
        actions.push(Action::Selection(SelectionAction::Select(Some(item))));
    }
}

enum Part {
    /// With its width in points, at most.
    Name(Selected, f32),
    Between,
    /// A range of the path.
    Hidden(usize, usize),
}

/// The first and the last name always; from the last one up as many as there is room for. No name takes more than its share.
fn plan(ui: &Ui, session: &Session, above: &[Selected], last: Selected, width: f32) -> Vec<Part> {
    let gap = ui.spacing().item_spacing.x;
    let between = text_width(ui, BETWEEN) + 2.0 * gap;
    let Some((first, middle)) = above.split_first() else {
        return vec![Part::Name(last, width)];
    };
    let share = |item, share: f32| name_width(ui, session, item).min(width * share);
    let mut room = width - share(*first, FIRST_SHARE) - between - share(last, LAST_SHARE);
    let dots = text_width(ui, "…") + 2.0 * space::XS + between;
    let mut shown = middle.len();
    // Ends where the line is full: its cost does not grow with the depth.
    for (index, item) in middle.iter().enumerate().rev() {
        let spare = if index > 0 { dots } else { 0.0 };
        let wanted = share(*item, SHARE) + between;
        if wanted + spare > room {
            break;
        }
        room -= wanted;
        shown = index;
    }
    let mut parts = vec![Part::Name(*first, width * FIRST_SHARE), Part::Between];
    if shown > 0 {
        parts.extend([Part::Hidden(1, 1 + shown), Part::Between]);
        room -= dots;
    }
    for item in &middle[shown..] {
        parts.extend([Part::Name(*item, width * SHARE), Part::Between]);
    }
    // The last one gets the room that is left.
    parts.push(Part::Name(last, share(last, LAST_SHARE) + room.max(0.0)));
    parts
}

fn small(ui: &Ui, text: &str) -> RichText {
    RichText::new(text).text_style(theme::dense()).color(theme::of(ui).dim)
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    cut::middle(ui, text, &look(ui, false), f32::INFINITY).galley.size().x
}

fn name_width(ui: &Ui, session: &Session, item: Selected) -> f32 {
    text_width(ui, node::label(session.stage(), Node::Item(item)))
}

fn look(ui: &Ui, is_last: bool) -> CutLook<'static> {
    let theme = theme::of(ui);
    let color = if is_last { theme.text } else { theme.dim };
    CutLook {
        plain: TextFormat::simple(theme::dense().resolve(ui.style()), color),
        marked: &[],
        mark: theme.match_fill,
    }
}

fn crumb(ui: &mut Ui, session: &Session, item: Selected, (room, is_last): (f32, bool), chosen: &mut Option<Selected>) {
    let theme = theme::of(ui);
    let name = node::label(session.stage(), Node::Item(item));
    let cut = cut::middle(ui, name, &look(ui, is_last), room);
    let (rect, response) = ui.allocate_exact_size(vec2(cut.galley.size().x, size::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, name));
    let color = if is_last || response.hovered() {
        theme.text
    } else {
        theme.dim
    };
    let at = egui::pos2(rect.left(), rect.center().y - cut.galley.size().y * 0.5);
    if response.hovered() {
        let line = egui::Stroke::new(size::LINE, color);
        ui.painter().hline(rect.x_range(), at.y + cut.galley.size().y, line);
    }
    ui.painter().galley_with_override_text_color(at, cut.galley, color);
    if response.has_focus() {
        control::focus_ring(ui, rect);
    }
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let response = if cut.is_cut {
        response.on_hover_text(name)
    } else {
        response
    };
    if response.clicked() {
        *chosen = Some(item);
    }
}

/// A `…` with a menu of what it stands for.
fn hidden(ui: &mut Ui, session: &Session, path: &[Selected], chosen: &mut Option<Selected>) {
    let button = Button::new(small(ui, "…"))
        .frame_when_inactive(false)
        .min_size(vec2(0.0, size::ROW - space::XS));
    ui.spacing_mut().button_padding.x = space::XS;
    let tip = words::counted(path.len() as u64, "more above", "more above");
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_min_width(size::CLIP_MIN);
        let height = size::ROW * 16.0;
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        area.show_rows(ui, size::ROW, path.len(), |ui, shown| {
            for item in &path[shown] {
                let name = node::label(session.stage(), Node::Item(*item));
                if control::entry(ui, &words::shortened(name, cut::MOST), "", true, None) {
                    *chosen = Some(*item);
                    ui.close();
                }
            }
        });
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &tip));
    response.on_hover_text(&tip).accessible_name(&tip);
}
