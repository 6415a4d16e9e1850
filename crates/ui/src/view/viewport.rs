//! The picture and the tools that float over it. A click without a drag asks what lies there.

use super::handles::{divider, goal, hand, model, shape};
use super::over_b::shows_b;
use super::tools::toolbar;
use super::uv_layout::surface::{self, UvSurface};
use super::words::{away, corners, file_names, legends, passing, shown_pose, welcome};
use super::{bone_pointer, steer, view_cube};
use crate::AppInfo;
use crate::kit::checkerboard;
use crate::kit::theme::{self, Theme, size, space};
use crate::kit::words;
use crate::tree::attaching;
use crate::view::view_menu;
use crate::view::widths::{Drawers, TOOLBAR, Widths};
use castview_session::{Action, Backdrop, Session};
use egui::accesskit::Role;
use egui::emath::GuiRounding;
use egui::{
    Align, CentralPanel, Color32, FontId, Frame, PointerButton, Rect, Response, Sense, Stroke, StrokeKind, TextStyle,
    Ui, WidgetInfo, pos2, vec2,
};

/// A question about what is drawn at a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Pixel of the viewport, from its top left.
    pub pixel: [u32; 2],
    pub purpose: Purpose,
}

/// Effect of a pick on the thing that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It alone is selected.
    Select,
    /// It is added to the selection, or taken away from it.
    Add,
    /// The surface there is pinned; nothing is selected.
    Pin,
    /// It alone is selected, unless it is selected already: a menu about it is open.
    Menu,
    /// The pointer is over it; nothing was clicked.
    Hover,
    /// An image was dropped on it.
    Put,
}

impl Purpose {
    /// It is about what surfaces are there: bones that are drawn over them are looked through.
    pub fn is_of_surfaces(self) -> bool {
        match self {
            Self::Pin | Self::Hover | Self::Put => true,
            Self::Select | Self::Add | Self::Menu => false,
        }
    }
}

pub struct View {
    pub rect: Rect,
    pub pixels: [u32; 2],
    pub pixels_per_point: f32,
    pub pick: Option<Pick>,
    /// Areas that float over the picture: left, top, right and bottom in pixels.
    pub covered: Vec<[u32; 4]>,
    /// Where legends and the menus of halves stand, in points.
    pub foot: Vec<Rect>,
    /// Pixels at the lower edge that legends and one notice above them take.
    pub foot_pixels: u32,
}

/// Shows the viewport. Controls that float over the picture keep out of the drawers that are out.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    app: &AppInfo<'_>,
    (widths, drawers): (Widths, Drawers),
    uv_surface: &mut UvSurface,
    actions: &mut Vec<Action>,
) -> View {
    let theme = theme::of(ui);
    CentralPanel::default()
        .frame(Frame::new().fill(theme.sky[1]))
        .show(ui, |ui| {
            let rect = ui.available_rect_before_wrap();
            let free = drawers.free(session, widths, rect);
            let scale = ui.pixels_per_point();
            let pixels = [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32);
            // Tab does not stop at it: keys that nothing else has are the view's.
            let response = ui.allocate_rect(rect, Sense::CLICK | Sense::DRAG);
            response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Viewport"));
            background(ui, (rect, pixels), session, app);
            if !shape::show(ui, rect, session, &response, actions) {
                steer::show(ui, rect, session, &response, actions);
            }
            let pick = pick(&response, session, rect, pixels).map(|pixel| Pick {
                pixel,
                purpose: purpose(ui, session, &response),
            });
            let hovered = uv_surface.pixel(ui, session, &response, (rect, pixels), actions);
            let hovered = hovered.map(|pixel| Pick {
                pixel,
                purpose: Purpose::Hover,
            });

            let mut top = rect.top() + TOOLBAR;
            let (mut plates, mut welcomes) = (Vec::new(), false);
            if let Some(trouble) = app.trouble {
                corners::sentence(ui, free, "There is no picture", trouble, theme.warning);
            } else if app.viewport_is_former {
                former(ui, free, session);
            } else if session.stage().is_empty() {
                welcomes = session.opening().loading.is_none() && session.window().drop_hint().is_none();
            } else {
                top = corners::notes(ui, free, session, theme, &mut plates);
                corners::little_axes(ui, free, session, theme);
                file_names::show(ui, rect, session);
            }
            attaching::view(ui, rect, session, &response, actions);
            let is_answered = bone_pointer::show(ui, rect, session, &response, actions);
            view_menu::show(&response, session, actions);
            let names_of_halves = divider::show(ui, rect, session, actions);
            let mut foot = names_of_halves.clone();
            if app.trouble.is_none() && !session.stage().is_empty() {
                let below: Vec<Rect> = names_of_halves.iter().chain(&plates).copied().collect();
                foot.extend(legends::show(ui, rect, session, &below));
            }
            model::show(ui, rect, session, actions);
            hand::show(ui, rect, session, actions);
            goal::show(ui, rect, session, actions);
            view_cube::show(ui, free, session, actions);
            toolbar::show(ui, rect, session, widths, actions);
            // One notice finds room above the legends.
            let legends = foot.iter().skip(names_of_halves.len());
            let foot_top = legends.map(|part| part.top()).fold(rect.bottom() - space::S, f32::min);
            let foot_height = rect.bottom() - foot_top + size::NOTICE_LINE + space::XS;
            let around = Rect::from_min_max(
                pos2(free.left(), top.max(free.top() + TOOLBAR)),
                pos2(free.right(), foot_top),
            );
            let corners = view_cube::place(free, session)
                .into_iter()
                .chain(corners::axes_corner(free));
            plates.extend(away::show(ui, around, &corners.collect::<Vec<_>>(), session, actions));
            passing::show(ui, around, session);
            if welcomes {
                let below = free.with_min_y(free.top() + TOOLBAR);
                welcome::show(ui, below, session, app, actions);
            }
            let right = view_cube::place(free, session).map_or(free.right(), |cube| cube.left());
            let below = Rect::from_min_max(pos2(free.left(), top), pos2(right, free.bottom()));
            shown_pose::show(ui, below, session, actions);
            if let Some(hint) = session.window().drop_hint() {
                drop_hint(ui, (rect, top), hint, theme);
            }
            View {
                rect,
                pixels,
                pixels_per_point: scale,
                covered: floating(session, rect, free)
                    .chain(names_of_halves)
                    .chain(plates)
                    .map(|part| in_pixels(part, rect, pixels))
                    .collect(),
                foot,
                foot_pixels: match session.stage().is_empty() {
                    true => 0,
                    false => (foot_height * scale).round() as u32,
                },
                pick: pick.filter(|_| !is_answered).or(hovered),
            }
        })
        .inner
}

/// Returns the purpose of a click there.
fn purpose(ui: &Ui, session: &Session, response: &Response) -> Purpose {
    if view_menu::is_asked(response, session) {
        Purpose::Menu
    } else if bone_pointer::pins(ui, response) {
        Purpose::Pin
    } else if bone_pointer::adds(ui) {
        Purpose::Add
    } else {
        Purpose::Select
    }
}

/// Returns the areas that cover a part of the picture: the tools, the cube, the little axes, and drawers that leave `free` of `rect`.
fn floating(session: &Session, rect: Rect, free: Rect) -> impl Iterator<Item = Rect> {
    let strip = Rect::from_min_size(rect.min, vec2(rect.width(), TOOLBAR));
    let cube = view_cube::place(free, session);
    let sides = [rect.with_max_x(free.left()), rect.with_min_x(free.right())];
    let axes = corners::axes_corner(free).filter(|_| !session.stage().is_empty());
    let all = [strip].into_iter().chain(cube).chain(axes).chain(sides);
    all.filter(|part| part.is_positive())
}

/// Left, top, right and bottom of a part of the viewport.
fn in_pixels(part: Rect, viewport: Rect, pixels: [u32; 2]) -> [u32; 4] {
    let scale = vec2(pixels[0] as f32, pixels[1] as f32) / viewport.size();
    let (min, max) = ((part.min - viewport.min) * scale, (part.max - viewport.min) * scale);
    [min.x, min.y, max.x, max.y].map(|side| side.round().max(0.0) as u32)
}

fn background(ui: &Ui, (rect, pixels): (Rect, [u32; 2]), session: &Session, app: &AppInfo<'_>) {
    match app
        .viewport
        .filter(|_| app.trouble.is_none() && !app.viewport_is_former)
    {
        Some(texture) => {
            let drawn_for = app.viewport_pixels.unwrap_or(pixels);
            if drawn_for != pixels {
                // The picture of a viewport of another size: its own comes soon.
                sky(ui, rect);
                let (place, part) = kept_in_shape(rect, drawn_for);
                ui.painter().image(texture, place, part, Color32::WHITE);
                return;
            }
            if session.preferences().look.environment.backdrop == Backdrop::Transparent {
                checkerboard::paint(ui, rect);
            }
            // A plain quad on whole pixels, which the screen of a software adapter paints by a shader of its own.
            let rect = rect.round_to_pixels(ui.pixels_per_point());
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, rect, whole, Color32::WHITE);
        }
        None => sky(ui, rect),
    }
}

/// Says whose picture is awaited. The one of closed files is not painted: it would be taken for the files whose names stand around it.
fn former(ui: &Ui, free: Rect, session: &Session) {
    let files = session.stage().files();
    let name = files.last().map_or("", |file| file.name.as_str());
    let title = format!("Drawing {}", words::shortened(name, 32));
    let so_far = "Its first picture is not there yet.";
    corners::sentence(ui, free, &title, so_far, theme::of(ui).text);
}

fn sky(ui: &Ui, rect: Rect) {
    let (theme, mut mesh) = (theme::of(ui), egui::Mesh::default());
    for (corner, color) in [
        (rect.left_top(), theme.sky[0]),
        (rect.right_top(), theme.sky[0]),
        (rect.left_bottom(), theme.sky[1]),
        (rect.right_bottom(), theme.sky[1]),
    ] {
        mesh.colored_vertex(corner, color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 3, 2);
    ui.painter().add(mesh);
}

/// Where a picture of another viewport stands in `rect`, and which part of it, in shares. As high as the viewport, as a camera sees as much
/// from top to bottom in every viewport, and as wide as it is then: its sides are cut off, or the sky stands beside it.
fn kept_in_shape(rect: Rect, drawn_for: [u32; 2]) -> (Rect, Rect) {
    let [width, height] = drawn_for.map(|side| side.max(1) as f32);
    let whole = rect.height() * width / height;
    let shown = whole.min(rect.width());
    let place = Rect::from_center_size(rect.center(), vec2(shown, rect.height()));
    let part = Rect::from_center_size(pos2(0.5, 0.5), vec2(shown / whole, 1.0));
    (place, part)
}

/// The pixel that was clicked; a drag is not a click.
fn pick(response: &Response, session: &Session, rect: Rect, pixels: [u32; 2]) -> Option<[u32; 2]> {
    let is_click = response.clicked() || response.clicked_by(PointerButton::Middle);
    let is_click = is_click || view_menu::is_asked(response, session);
    let at = response.interact_pointer_pos().filter(|_| is_click)?;
    (!shows_b(session, rect, at)).then(|| surface::pixel_at(at, rect, pixels))
}

/// While files hover: one large line at the top of the view, below what stands at `top`, says what a drop would do. The picture stays as
/// bright as it is.
fn drop_hint(ui: &Ui, (rect, top): (Rect, f32), hint: &str, theme: &Theme) {
    let painter = ui.painter();
    let frame = rect.shrink(space::XS);
    painter.rect_stroke(
        frame,
        size::RADIUS,
        Stroke::new(size::RING, theme.accent),
        StrokeKind::Inside,
    );
    let font = FontId::new(size::LARGE, TextStyle::Heading.resolve(ui.style()).family);
    let mut job = egui::text::LayoutJob::simple(hint.to_owned(), font, theme.text, frame.width() - 2.0 * space::XL);
    job.halign = Align::Center;
    let galley = painter.layout_job(job);
    let at = pos2(rect.center().x, top + space::L);
    let plate = galley.rect.translate(at.to_vec2()).expand2(vec2(space::L, space::S));
    painter.rect(
        plate,
        size::RADIUS,
        theme.raised,
        Stroke::new(size::LINE, theme.line),
        StrokeKind::Inside,
    );
    painter.galley(at, galley, theme.text);
}
