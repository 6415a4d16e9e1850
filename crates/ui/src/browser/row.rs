//! The lines of the list: names of folders, and files with what they hold.

use crate::app_info::ThumbnailOf;
use crate::kit::keyboard::row_keys::{Walked, is_by_key};
use crate::kit::theme::{self, size, space};
use crate::kit::thumbnail::{self, ThumbnailWishes};
use crate::kit::{control, words};
use castview_picture::opened::{FileKey, ListedFile, ListedKind, Placement};
use castview_session::{Action, BrowserAction, StageAction};
use egui::accesskit::Role;
use egui::{Align2, FontId, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Its rows are walked by keys.
pub const LIST: Walked = Walked("browser wants focus");
/// Two lines of text and the air around them.
pub const ENTRY: f32 = 2.0 * size::ROW - space::XS;

/// The name of a folder below the listed one, over its files.
pub fn folder(ui: &mut Ui, name: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let galley = control::cut_name(ui, name, font, theme.dim, rect.width() - 2.0 * space::S);
    let at = pos2(rect.left() + space::S, rect.bottom() - space::XS - galley.size().y);
    ui.painter().galley(at, galley, theme.dim);
    response.on_hover_text(name);
}

/// Returns the action of a click on a file.
pub fn open(file: &ListedFile) -> Action {
    Action::Browser(BrowserAction::Open(file.location.clone()))
}

/// One file, in that line of the list. `is_at`: the user asked for it last. `to`: the file that the keys of this pass lead to. `names_folder`: no
/// line above it does. Beside `thumbnails`: the models that clips are shown on.
pub fn file(
    ui: &mut Ui,
    (line, file): (usize, &ListedFile),
    [is_at, is_open, names_folder]: [bool; 3],
    to: Option<&ListedFile>,
    thumbnails: (&mut ThumbnailWishes, &[(FileKey, usize)]),
    actions: &mut Vec<Action>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_at, &file.name));
    if response.clicked() && !is_by_key(ui) {
        response.request_focus();
        actions.push(match ui.input(|input| input.modifiers.shift) {
            true => Action::Stage(StageAction::Open {
                locations: vec![file.location.clone()],
                placement: Placement::Add,
            }),
            false => open(file),
        });
    }
    LIST.keys(ui, &response, (line, file, is_at), to, open, actions);
    control::row_band(ui, rect, line);
    control::row_back(ui, rect, &response, is_at);
    paint(ui, file, rect, [is_open, names_folder], thumbnails);
    let what = match file.kind {
        ListedKind::Unreadable => " It does not look like a file that castview opens.",
        _ => "",
    };
    response.on_hover_ui(|ui| {
        ui.label(whole_name(file));
        let changed = words::date(file.changed_secs).map_or(String::new(), |date| format!("Changed {date}."));
        let help = "Click to open it, Shift+click to open it beside what is there, ↑ ↓ to walk to the others.";
        ui.label(format!("{changed}{what} {help}"));
    });
}

/// With the folders below the listed one that it lies in.
fn whole_name(file: &ListedFile) -> String {
    match &file.below[..] {
        "" => file.name.clone(),
        below => format!("{below}/{}", file.name),
    }
}

/// The name; under it what the file holds, and its size.
fn paint(
    ui: &Ui,
    file: &ListedFile,
    rect: Rect,
    [is_open, names_folder]: [bool; 2],
    (thumbnails, models): (&mut ThumbnailWishes, &[(FileKey, usize)]),
) {
    let theme = theme::of(ui);
    let body = TextStyle::Body.resolve(ui.style());
    let small = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let (upper, lower) = (rect.top() + ENTRY * 0.3, rect.top() + ENTRY * 0.72);
    let (glyph, word, color) = match file.kind {
        ListedKind::Unknown => (icons::ICON_DRAFT, "", theme.dim),
        ListedKind::Model => (icons::ICON_VIEW_IN_AR, "model", theme.dim),
        ListedKind::Clips => (icons::ICON_MOVIE, "clips", theme.dim),
        ListedKind::Unreadable => (icons::ICON_BROKEN_IMAGE, "not readable", theme.warning),
    };
    let picture = thumbnail::place(rect, size::RING);
    let (location, bytes) = (file.location.clone(), file.bytes);
    let of = match file.kind {
        ListedKind::Model => Some(ThumbnailOf::File { location, bytes }),
        ListedKind::Clips if !models.is_empty() => Some(ThumbnailOf::ClipFile {
            location,
            bytes,
            on: models.to_vec(),
        }),
        // On bones of its own.
        ListedKind::Clips => Some(ThumbnailOf::File { location, bytes }),
        _ => None,
    };
    if of.is_none_or(|of| !thumbnails.paint(ui, picture, of)) {
        control::paint_icon(ui, picture.center(), glyph, size::ICON, color);
    }
    let (left, right) = (picture.right() + space::XS, rect.right() - space::S);
    let name_color = if is_open { theme.accent } else { theme.text };
    let galley = control::cut_name(ui, &file.name, body.clone(), name_color, right - left);
    let at = pos2(left, upper - galley.size().y * 0.5);
    ui.painter().galley(at, galley, name_color);
    let (center, bytes) = (Align2::RIGHT_CENTER, words::bytes(file.bytes));
    let bytes = ui
        .painter()
        .text(pos2(right, lower), center, bytes, small.clone(), theme.dim);
    let room = bytes.left() - space::S - left;
    let word = control::elided(ui, word, small, color, room);
    let after = left + word.size().x + space::S;
    ui.painter()
        .galley(pos2(left, lower - word.size().y * 0.5), word, color);
    if names_folder && !file.below.is_empty() {
        let font = FontId::new(size::SMALL, body.family);
        let folder = control::cut_name(ui, &file.below, font, theme.dim, left + room - after);
        ui.painter()
            .galley(pos2(after, lower - folder.size().y * 0.5), folder, theme.dim);
    }
}
