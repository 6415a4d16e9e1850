//! Marks, bars, badges and names of the dope sheet → shapes.

use super::marks::KeyMark;
use super::rows::{Badge, DopeItem, DopeRow};
use crate::kit::control;
use crate::kit::theme::{self, Theme, size, space};
use castview_base::scene::{Clip, CurveMode, Property};
use castview_motion::animation::Channel;
use egui::accesskit::Role;
use egui::epaint::Mesh;
use egui::{
    Align2, Color32, FontId, Id, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};

/// A row's ground over its whole width.
pub fn ground(ui: &Ui, rect: Rect, response: &Response, selected: bool, keys_hovered: bool) {
    control::row_back(ui, rect, response, selected);
    if keys_hovered && !selected && !response.hovered() {
        ui.painter().rect_filled(rect, size::RADIUS, theme::of(ui).hover);
    }
}

/// The colour of a row's keys: the channel's, where the row is one.
pub fn color_of(ui: &Ui, row: &DopeRow, clip: &Clip, channels: &[Channel], selected: bool) -> Color32 {
    let theme = theme::of(ui);
    match (row.item, channels) {
        (DopeItem::Track(..), [channel]) => clip
            .tracks
            .get(channel.track)
            .map_or(theme.dim, |track| channel_color(theme, track.property)),
        _ if selected => theme.selected,
        _ => theme.dim,
    }
}

pub fn channel_color(theme: &Theme, property: Property) -> Color32 {
    match property {
        Property::TranslationX | Property::ScaleX => theme.axes[0],
        Property::TranslationY | Property::ScaleY => theme.axes[1],
        Property::TranslationZ | Property::ScaleZ => theme.axes[2],
        Property::Rotation => theme.axes[3],
        Property::BlendWeight | Property::Parameter(_) => theme.accent,
        Property::Visibility => theme.dim,
    }
}

/// Diamonds and bars, in one mesh.
pub fn keys(ui: &Ui, rect: Rect, marks: &[KeyMark], color: Color32) {
    let painter = ui.painter_at(rect);
    let mut mesh = Mesh::default();
    let y = rect.center().y;
    for mark in marks {
        if !mark.is_single() {
            let bar = Rect::from_min_max(
                pos2(mark.from, y - size::KEY_BAR * 0.5),
                pos2(mark.to, y + size::KEY_BAR * 0.5),
            );
            mesh.add_colored_rect(bar, color);
            diamond(&mut mesh, pos2(mark.to, y), color);
        }
        diamond(&mut mesh, pos2(mark.from, y), color);
    }
    painter.add(Shape::mesh(mesh));
}

/// A diamond with a soft edge of one point.
pub fn diamond(mesh: &mut Mesh, center: Pos2, color: Color32) {
    let radius = size::KEY * 0.5;
    let first = mesh.vertices.len() as u32;
    for (radius, color) in [(radius - 0.5, color), (radius + 0.5, Color32::TRANSPARENT)] {
        for by in [
            vec2(0.0, -radius),
            vec2(radius, 0.0),
            vec2(0.0, radius),
            vec2(-radius, 0.0),
        ] {
            mesh.colored_vertex(center + by, color);
        }
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
    for side in 0..4 {
        let next = (side + 1) % 4;
        mesh.add_triangle(first + side, first + 4 + side, first + 4 + next);
        mesh.add_triangle(first + side, first + 4 + next, first + next);
    }
}

/// The row's name between two `ends` inside of `rect`; a track's has its colour and is indented.
pub fn name(ui: &Ui, row: &DopeRow, clip: &Clip, rect: Rect, ends: [f32; 2], name: &str) {
    let theme = theme::of(ui);
    let [mut left, right] = [ends[0] + space::XS, ends[1]];
    let mut color = match row.item {
        DopeItem::Group(..) => theme.dim,
        _ => theme.text,
    };
    if let DopeItem::Track(_, _, track) = row.item {
        let property = clip.tracks.get(track).map(|track| track.property);
        color = property.map_or(theme.dim, |property| channel_color(theme, property));
        left += space::S;
    }
    let font = theme::dense().resolve(ui.style());
    let galley = control::cut_name(ui, name, font, color, right - left);
    let at = pos2(left, rect.center().y - galley.size().y * 0.5);
    ui.painter_at(rect).galley(at, galley, color);
}

/// A badge that ends at `right`. Its word, frame and tooltip say which mode, and whether the file or the user overrides it.
pub fn badge(ui: &Ui, right: Pos2, badge: Badge, id: Id, of: &str) -> Response {
    let theme = theme::of(ui);
    let word = badge.mode.map_or("mixed", short);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let (text, edge) = if badge.changed {
        (theme.warning, theme.warning)
    } else if badge.overridden {
        (theme.note, theme.note)
    } else {
        (theme.dim, theme.line)
    };
    // Told apart without colour too.
    let word = match (badge.changed, badge.overridden) {
        (true, _) => format!("{word}*"),
        (_, true) => format!("{word}!"),
        _ => word.to_owned(),
    };
    let galley = ui.painter().layout_no_wrap(word, font, text);
    let room = galley.size() + vec2(space::S, 2.0);
    let rect = Rect::from_min_size(pos2(right.x - room.x, right.y - room.y * 0.5), room);
    let response = ui.interact(rect, id.with("badge"), Sense::click());
    let said = sentence(badge);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Mode of {of}: {said}")));
    if response.hovered() {
        ui.painter().rect_filled(rect, size::RADIUS, theme.pressed);
    }
    let width = if response.has_focus() { size::RING } else { size::LINE };
    ui.painter()
        .rect_stroke(rect, size::RADIUS, Stroke::new(width, edge), StrokeKind::Inside);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size()).min;
    ui.painter().galley(at, galley, text);
    response.on_hover_text(said)
}

fn short(mode: CurveMode) -> &'static str {
    match mode {
        CurveMode::Absolute => "abs",
        CurveMode::Relative => "rel",
        CurveMode::Additive => "add",
    }
}

fn sentence(badge: Badge) -> String {
    let mode = match badge.mode {
        None => "Curves of several modes",
        Some(CurveMode::Absolute) => "Absolute: the keys are the values",
        Some(CurveMode::Relative) => "Relative: the keys are offsets from the rest pose",
        Some(CurveMode::Additive) => "Additive: the keys add to what lies below",
    };
    let why = match (badge.changed, badge.overridden) {
        (true, _) => ". Changed by you",
        (_, true) => ". By an override of the file",
        _ => "",
    };
    format!("{mode}{why}")
}
