//! The picture and the tools that float over it. A click without a drag asks what lies there.

use super::handles::{divider, halves, model};
use super::uv_layout::surface::UvSurface;
use super::{
    aid_words, bone_away, bone_pointer, color_choices, file_names, offers, shown_pose, steer, view_cube, welcome,
};
use crate::picture::ColorBy;
use crate::session::{Action, Backdrop, Session};
use crate::ui::AppInfo;
use crate::ui::inspector::motion::attaching;
use crate::ui::kit::theme::{self, Theme, size, space};
use crate::ui::kit::{checkerboard, control};
use crate::ui::shell::widths::{Drawers, TOOLBAR, Widths};
use crate::ui::shell::{menu_bar, view_menu};
use egui::accesskit::Role;
use egui::emath::GuiRounding;
use egui::{
    Align, Align2, CentralPanel, Color32, FontId, Frame, Label, Layout, Margin, PointerButton, Pos2, Rect, Response,
    RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// What each tool takes with its share of the panels' buttons, points: where there is not as much the tools fold into one.
const TOOL: f32 = 122.0;

/// Between a text over the picture and the edges of its plate.
const PLATE_MARGIN: Vec2 = vec2(space::S, space::XS);

/// Points between two drawers in which words still find room.
const LEAST: f32 = 120.0;

/// Length of the little axes.
const AXIS: f32 = 26.0;

/// Between two lines of the statistics.
const STATS_GAP: f32 = 2.0;

/// Width of the corner that the little axes stand in.
pub const AXES_CORNER: f32 = 2.0 * (AXIS + space::L);

/// A question about what is drawn at a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Of the viewport, from its top left.
    pub pixel: [u32; 2],
    pub purpose: Purpose,
}

/// What becomes of what is there.
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
    /// What floats over the picture: left, top, right and bottom in pixels.
    pub covered: Vec<[u32; 4]>,
    /// Where legends and the menus of halves stand, in points.
    pub foot: Vec<Rect>,
}

/// What floats over the picture keeps out of the drawers that are out.
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
            let response = ui.allocate_rect(rect, Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Viewport"));
            background(ui, rect, session, app);
            steer::show(ui, rect, session, &response, actions);
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
                sentence(ui, free, "There is no picture", trouble, theme.warning);
            } else if session.stage().is_empty() {
                welcomes = session.opening().loading.is_none() && session.window().drop_hint.is_none();
            } else {
                top = notes(ui, free, session, theme, &mut plates);
                little_axes(ui, free, session, theme);
                file_names::show(ui, rect, session);
            }
            plates.extend(stats(ui, free, session, app, theme));
            attaching::view(ui, rect, session, &response, actions);
            let is_answered = bone_pointer::show(ui, rect, session, &response, actions);
            view_menu::show(&response, session, actions);
            let names_of_halves = divider::show(ui, rect, session, actions);
            let mut foot = names_of_halves.clone();
            if app.trouble.is_none() && !session.stage().is_empty() {
                let below: Vec<Rect> = names_of_halves.iter().chain(&plates).copied().collect();
                foot.extend(aid_words::legends(ui, rect, session, &below));
            }
            model::show(ui, rect, session, actions);
            view_cube::show(ui, free, session, actions);
            toolbar(ui, rect, session, widths, actions);
            bone_away::show(ui, free.with_min_y(top.max(free.top() + TOOLBAR)), session, actions);
            if welcomes {
                let below = free.with_min_y(free.top() + TOOLBAR);
                welcome::show(ui, below, session, app, actions);
            }
            let right = view_cube::place(free, session).map_or(free.right(), |cube| cube.left());
            let below = Rect::from_min_max(pos2(free.left(), top), pos2(right, free.bottom()));
            shown_pose::show(ui, below, session, actions);
            if let Some(hint) = &session.window().drop_hint {
                drop_hint(ui, rect, hint, theme);
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
                pick: pick.filter(|_| !is_answered).or(hovered),
            }
        })
        .inner
}

/// What a click there is for.
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

/// What covers a part of the picture: the tools, the cube, the little axes, and drawers that leave `free` of `rect`.
fn floating(session: &Session, rect: Rect, free: Rect) -> impl Iterator<Item = Rect> {
    let strip = Rect::from_min_size(rect.min, vec2(rect.width(), TOOLBAR));
    let cube = view_cube::place(free, session);
    let sides = [rect.with_max_x(free.left()), rect.with_min_x(free.right())];
    let axes = axes_corner(free).filter(|_| !session.stage().is_empty());
    let all = [strip].into_iter().chain(cube).chain(axes).chain(sides);
    all.filter(|part| part.is_positive())
}

/// Left, top, right and bottom of a part of the viewport.
fn in_pixels(part: Rect, viewport: Rect, pixels: [u32; 2]) -> [u32; 4] {
    let scale = vec2(pixels[0] as f32, pixels[1] as f32) / viewport.size();
    let (min, max) = ((part.min - viewport.min) * scale, (part.max - viewport.min) * scale);
    [min.x, min.y, max.x, max.y].map(|side| side.round().max(0.0) as u32)
}

fn background(ui: &Ui, rect: Rect, session: &Session, app: &AppInfo<'_>) {
    match app.viewport.filter(|_| app.trouble.is_none()) {
        Some(texture) => {
            if session.preferences().environment.backdrop == Backdrop::Transparent {
                checkerboard::paint(ui, rect);
            }
            // A plain quad on whole pixels, which the screen of a software adapter paints by a shader of its own.
            let rect = rect.round_to_pixels(ui.pixels_per_point());
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture, rect, whole, Color32::WHITE);
        }
        None => {
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
    }
}

/// The pixel that was clicked; a drag is not a click.
fn pick(response: &Response, session: &Session, rect: Rect, pixels: [u32; 2]) -> Option<[u32; 2]> {
    let is_click = response.clicked() || response.clicked_by(PointerButton::Middle);
    let is_click = is_click || view_menu::is_asked(response, session);
    let at = response.interact_pointer_pos().filter(|_| is_click)?;
    Some(super::uv_layout::surface::pixel_at(at, rect, pixels))
}

/// One line that floats over the top of the picture; the ends open the side panels.
fn toolbar(ui: &mut Ui, rect: Rect, session: &Session, widths: Widths, actions: &mut Vec<Action>) {
    let strip = Rect::from_min_size(rect.min, vec2(rect.width(), TOOLBAR)).shrink(space::XS);
    let mut ui = ui.new_child(
        UiBuilder::new()
            .max_rect(strip)
            .layout(Layout::left_to_right(Align::Center)),
    );
    let shown = |open: bool| open && !widths.narrow && !session.window().panels_hidden;
    if !shown(session.preferences().tree_open) {
        island(&mut ui, |ui| {
            actions.extend(panel_button(ui, "tree", icons::ICON_DOCK_TO_RIGHT))
        });
    }
    let tools = tools(session);
    let folds = rect.width() < TOOL * tools.len() as f32;
    island(&mut ui, |ui| {
        if folds {
            control::menu(ui, "View", "View", "How the model is drawn and seen", |ui| {
                for (title, _, add) in tools {
                    control::submenu(ui, title, |ui| add(ui, session, actions));
                }
            });
        } else {
            for (title, (word, tip), add) in tools {
                let words = words_of(title, session);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                control::menu_for(ui, (&word, &words), title, tip, |ui| add(ui, session, actions));
            }
        }
    });
    if offers::any(session) {
        island(&mut ui, |ui| offers::menus(ui, session, actions));
    }
    if !shown(session.preferences().inspector_open) {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            island(ui, |ui| {
                actions.extend(panel_button(ui, "inspector", icons::ICON_DOCK_TO_LEFT))
            });
        });
    }
}

/// Lines of a tool's menu.
type Choices = fn(&mut Ui, &Session, &mut Vec<Action>);

/// What the tool of that name may say.
fn words_of(title: &str, session: &Session) -> Vec<String> {
    match title {
        "Shading" => {
            let shadings = menu_bar::SHADINGS.iter().map(|(_, word)| (*word).to_owned());
            shadings.chain(color_choices::all_words()).collect()
        }
        "Up axis" => ["Up: Auto", "Up: X", "Up: Y", "Up: Z"].map(str::to_owned).to_vec(),
        "Level of detail" => {
            let numbers = session.level_numbers();
            let levels = numbers.iter().map(|number| format!("Level {number}"));
            levels.chain(["Level: auto".into(), "All levels".into()]).collect()
        }
        _ => Vec::new(),
    }
}

/// Name, word on the line and tip, choices.
fn tools(session: &Session) -> Vec<(&'static str, (String, &'static str), Choices)> {
    let shading = session.view().shading;
    let shading = menu_bar::SHADINGS.iter().find(|(s, _)| *s == shading);
    let shading = match session.color_by() {
        ColorBy::Material => shading.map_or("Shading", |(_, word)| word).to_owned(),
        by => by.words(),
    };
    let up = match session.edits().up {
        None => "Up: Auto".to_owned(),
        Some(axis) => format!("Up: {}", axis.letter()),
    };
    let mut tools: Vec<(_, _, Choices)> = vec![
        (
            "Shading",
            (shading, "How surfaces are drawn (Z)"),
            |ui, session, actions| {
                menu_bar::shading_choices(ui, session, actions);
                ui.separator();
                for name in ["file_lights", "divide", "swap_halves"] {
                    actions.extend(control::menu_entry(ui, session, crate::session::command(name)));
                }
                halves::submenu(ui, session, actions);
                super::environment_choices::submenu(ui, session, actions);
                ui.separator();
                color_choices::choices(ui, session, actions);
            },
        ),
        (
            "Overlays",
            ("Overlays".into(), "What is drawn over the model"),
            menu_bar::overlay_choices,
        ),
        (
            "Camera",
            ("Camera".into(), "Framing and named views"),
            menu_bar::camera_choices,
        ),
        (
            "Up axis",
            (up, "Which axis of the file points up"),
            menu_bar::up_choices,
        ),
    ];
    if !session.level_numbers().is_empty() {
        let word = menu_bar::level_word(session);
        tools.push((
            "Level of detail",
            (word, "Which level of detail is drawn"),
            menu_bar::level_choices,
        ));
    }
    tools
}

fn panel_button(ui: &mut Ui, name: &str, glyph: egui_material_icons::MaterialIcon) -> Option<Action> {
    let command = crate::session::command(name);
    let response = control::icon_button(ui, glyph, command.title, &format!("Show: {}", command.title), true);
    response.clicked().then(|| command.action())
}

/// A translucent ground for a few tools.
fn island(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let theme = theme::of(ui);
    Frame::new()
        .fill(theme.float)
        .stroke(Stroke::new(size::LINE, theme.line))
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::symmetric(2, 1))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.horizontal(add);
        });
}

/// The ground of text over the picture, whose background may have any colour. Returns what it covers.
fn plate(ui: &Ui, text: Rect, theme: &Theme) -> Rect {
    let around = text.expand2(PLATE_MARGIN);
    ui.painter().rect_filled(around, size::RADIUS, theme.float);
    around
}

/// Text under the tools: how to leave the demo, the content of a file without surfaces, or the name of the camera. Adds what the texts
/// cover to `plates`. Returns where free space begins below what is otherwise than usual.
fn notes(ui: &mut Ui, rect: Rect, session: &Session, theme: &Theme, plates: &mut Vec<Rect>) -> f32 {
    let files = &session.stage().files;
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
    if let Some(text) = session.empty_message() {
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

/// What is otherwise than usual in the view, and the way back.
fn state_words(session: &Session) -> Option<String> {
    let looks = session.looked_through();
    let looks = looks.map(|(_, name)| format!("Through {name}: C for the next, Esc to go back"));
    let follows = || {
        let (_, name) = session.followed()?;
        Some(format!("Following {name}: Esc to stop"))
    };
    let flies = || {
        let speed = session.view().flight?.speed;
        Some(format!(
            "Flying at {speed:.2}×: W A S D, Q down, E up, Shift faster, wheel for the speed, Esc to stop"
        ))
    };
    let alone = || {
        let alone = "Only what was selected is shown: / for all of it";
        session.is_solo().then(|| alone.to_owned())
    };
    looks.or_else(follows).or_else(flies).or_else(alone)
}

/// A title and a sentence in the middle of the viewport.
fn sentence(ui: &Ui, rect: Rect, title: &str, text: &str, color: Color32) {
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

/// Where the little axes stand; `None`: they would reach under the tools.
fn axes_corner(free: Rect) -> Option<Rect> {
    let corner = Rect::from_min_max(
        free.left_bottom() - vec2(0.0, AXES_CORNER),
        free.left_bottom() + vec2(AXES_CORNER, 0.0),
    );
    (free.height() >= TOOLBAR + AXES_CORNER).then_some(corner)
}

/// The file's axes as the camera sees them, with their letters.
fn little_axes(ui: &Ui, free: Rect, session: &Session, theme: &Theme) {
    let Some(corner) = axes_corner(free) else { return };
    let camera = session.seen_camera();
    let world_from_stage = session.world_from_stage();
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

/// Lines of (what, value) in the lower right corner, beside the cube if they are as high. Returns what they cover; `None`: they are off.
fn stats(ui: &Ui, rect: Rect, session: &Session, app: &AppInfo<'_>, theme: &Theme) -> Option<Rect> {
    let widest = control::stable_id("width of statistics");
    if !session.preferences().stats || app.stats.is_empty() {
        ui.data_mut(|data| data.remove::<f32>(widest));
        return None;
    }
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let line = |(what, value): &(&str, String)| {
        ui.painter()
            .layout_no_wrap(format!("{what} {value}"), font.clone(), theme.dim)
    };
    let lines: Vec<_> = app.stats.iter().map(line).collect();
    // It never gets narrower while it is shown: what is covered is a part of the picture, and each picture brings other numbers.
    let width = lines.iter().map(|line| line.size().x);
    let width = width.fold(ui.data(|data| data.get_temp(widest)).unwrap_or(0.0), f32::max);
    ui.data_mut(|data| data.insert_temp(widest, width));
    let height = lines.iter().map(|line| line.size().y + STATS_GAP).sum::<f32>() - STATS_GAP;
    let bottom = rect.bottom() - space::S;
    let cube = view_cube::place(rect, session).filter(|cube| bottom - height - PLATE_MARGIN.y < cube.bottom());
    let right = cube.map_or(rect.right(), |cube| cube.left()) - space::M;
    let place = Rect::from_min_max(pos2(right - width, bottom - height), pos2(right, bottom));
    let around = plate(ui, place, theme);
    let mut top = place.top();
    for line in lines {
        let size = line.size();
        ui.painter().galley(pos2(right - size.x, top), line, theme.dim);
        top += size.y + STATS_GAP;
    }
    Some(around)
}

/// While files hover: the picture dims and one large line says what a drop would do.
fn drop_hint(ui: &Ui, rect: Rect, hint: &str, theme: &Theme) {
    let painter = ui.painter();
    painter.rect_filled(rect, 0, theme.veil);
    let frame = rect.shrink(space::L);
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
    let at = pos2(rect.center().x, rect.center().y - galley.size().y * 0.5);
    painter.galley(at, galley, theme.text);
}
