//! The corners of the picture: whatever is otherwise than usual at the top, the little axes at the bottom.

use crate::kit::theme::{self, Theme, size, space};
use crate::view::view_cube;
use crate::view::widths::TOOLBAR;
use castview_session::Session;
use castview_session::stage;
use castview_session::view;
use egui::{
    Align, Align2, Color32, FontId, Frame, Label, Layout, Margin, Pos2, Rect, RichText, Stroke, TextStyle, Ui,
    UiBuilder, Vec2, pos2, vec2,
};

/// Between a text over the picture and the edges of its plate.
const PLATE_MARGIN: Vec2 = vec2(space::S, space::XS);

/// Points between two drawers in which words still find room.
const LEAST: f32 = 120.0;

/// Length of the little axes.
const AXIS: f32 = 26.0;

/// Width of the corner that the little axes stand in.
pub const AXES_CORNER: f32 = 2.0 * (AXIS + space::L);

/// Text under the tools: how to leave the demo, the content of a file without surfaces, or the name of the camera. Adds what the texts
/// cover to `plates`. Returns where free space begins below what is otherwise than usual.
pub fn notes(ui: &mut Ui, rect: Rect, session: &Session, theme: &Theme, plates: &mut Vec<Rect>) -> f32 {
    let files = session.stage().files();
    let mut at = pos2(rect.left() + space::M, rect.top() + TOOLBAR + space::S);
    if let Some(demo) = files.iter().find(|file| file.is_demo) {
        let line = |text: &str, style: TextStyle, color: Color32| {
            let font = style.resolve(ui.style());
            ui.painter().layout_no_wrap(text.to_owned(), font, color)
        };
        let name = line(&demo.name, TextStyle::Heading, theme.text);
        let hint = line("drop a .cast here, or Ctrl+O", TextStyle::Body, theme.dim);
        let below = pos2(at.x, at.y + name.size().y + space::XS);
        let name_rect = Rect::from_min_size(at, name.size());
        let hint_rect = Rect::from_min_size(below, hint.size());
        let around = plate(ui, name_rect.union(hint_rect), theme);
        ui.painter().galley(at, name, theme.text);
        ui.painter().galley(below, hint, theme.dim);
        plates.push(around);
        at.y = around.bottom() + space::S;
    }
    if let Some(text) = view::empty_message(session) {
        sentence(ui, rect, "Nothing to see", &text, theme.text);
    }
    let text = state_words(session).filter(|_| rect.width() >= LEAST);
    let Some(text) = text else { return rect.top() + TOOLBAR };
    let right = view_cube::place(rect, session).map_or(rect.right(), |cube| cube.left());
    let width = (right - at.x - space::M).max(0.0);
    let text = Label::new(RichText::new(text).color(theme.text))
        .wrap()
        .selectable(false);
    // As high as its lines are: beside two drawers one is not enough.
    let place = Rect::from_min_size(at, vec2(width, 0.0)).expand2(PLATE_MARGIN);
    let layout = Layout::top_down(Align::Min);
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    let frame = Frame::new().fill(theme.float).corner_radius(size::RADIUS);
    let frame = frame.inner_margin(Margin::symmetric(PLATE_MARGIN.x as i8, PLATE_MARGIN.y as i8));
    let around = frame.show(&mut child, |ui| ui.add(text)).response.rect;
    plates.push(around);
    around.bottom() + space::S
}

/// Names the unusual state of the view, and the way back.
fn state_words(session: &Session) -> Option<String> {
    let looks = view::looked_through(session);
    let looks = looks.map(|(_, name)| format!("Through {name}: C for the next, Esc to go back"));
    let follows = || {
        let (_, name) = view::followed(session)?;
        Some(format!("Following {name}: Esc to stop"))
    };
    let flies = || {
        let speed = session.view().flight()?.speed;
        Some(format!(
            "Flying at {speed:.2}×: W A S D, Q down, E up, Shift faster, wheel for the speed, Esc to stop"
        ))
    };
    let alone = || {
        let alone = "Only what was selected is shown: / for all of it";
        session.edits().is_solo().then(|| alone.to_owned())
    };
    let pulls = || {
        let pulls = "Dragging blend shapes: a surface to the right for more, to the left for less, P or Esc to stop";
        session.composition().hand_tool().pulls_shapes.then(|| pulls.to_owned())
    };
    looks.or_else(follows).or_else(flies).or_else(pulls).or_else(alone)
}

/// A title and a sentence in the middle of the viewport.
pub fn sentence(ui: &Ui, rect: Rect, title: &str, text: &str, color: Color32) {
    let theme = theme::of(ui);
    let painter = ui.painter();
    let width = (rect.width() - 2.0 * space::XL).min(size::DIALOG);
    let layout = |text: &str, style: TextStyle, color: Color32| {
        let mut job = egui::text::LayoutJob::simple(text.to_owned(), style.resolve(ui.style()), color, width);
        job.halign = Align::Center;
        painter.layout_job(job)
    };
    let title = layout(title, TextStyle::Heading, color);
    let text = layout(text, TextStyle::Body, theme.dim);
    let top = rect.center().y - (title.size().y + space::S + text.size().y) * 0.5;
    let below = top + title.size().y + space::S;
    // Grid and axes may run behind it.
    let size = vec2(title.size().x.max(text.size().x), below + text.size().y - top);
    let around = Rect::from_center_size(rect.center(), size).expand(space::M);
    painter.rect_filled(around, size::RADIUS, theme.sky[1]);
    painter.galley(pos2(rect.center().x, top), title, color);
    painter.galley(pos2(rect.center().x, below), text, theme.dim);
}

/// The ground of text over the picture, whose background may have any colour. Returns what it covers.
fn plate(ui: &Ui, text: Rect, theme: &Theme) -> Rect {
    let around = text.expand2(PLATE_MARGIN);
    ui.painter().rect_filled(around, size::RADIUS, theme.float);
    around
}

/// Where the little axes stand; `None`: they would reach under the tools.
pub fn axes_corner(free: Rect) -> Option<Rect> {
    let corner = Rect::from_min_max(
        free.left_bottom() - vec2(0.0, AXES_CORNER),
        free.left_bottom() + vec2(AXES_CORNER, 0.0),
    );
    (free.height() >= TOOLBAR + AXES_CORNER).then_some(corner)
}

/// The file's axes as the camera sees them, with their letters.
pub fn little_axes(ui: &Ui, free: Rect, session: &Session, theme: &Theme) {
    let Some(corner) = axes_corner(free) else { return };
    let camera = session.view().seen_camera();
    let world_from_stage = stage::world_from_stage(session);
    let (right, up, back) = (camera.right(), camera.up(), -camera.forward());
    let center = corner.center();
    let mut axes: Vec<(f32, Vec2, usize)> = [glam::Vec3::X, glam::Vec3::Y, glam::Vec3::Z]
        .into_iter()
        .enumerate()
        .map(|(index, axis)| {
            let world = world_from_stage.transform_vector3(axis);
            (world.dot(back), vec2(world.dot(right), -world.dot(up)), index)
        })
        .collect();
    // The nearest last: it lies over the others.
    axes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let painter = ui.painter();
    painter.circle_filled(center, AXIS + space::M + size::RING, theme.float);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    for (toward, direction, index) in axes {
        let color = theme.axes[index];
        let faded = color.gamma_multiply(if toward < -0.2 { 0.6 } else { 1.0 });
        let tip: Pos2 = center + direction * AXIS;
        painter.line_segment([center, tip], Stroke::new(size::RING, faded));
        if direction.length() > 0.2 {
            let letter = ["x", "y", "z"][index];
            let at = tip + direction.normalized() * space::S;
            painter.text(at, Align2::CENTER_CENTER, letter, font.clone(), color);
        }
    }
}
