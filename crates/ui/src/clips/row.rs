//! The lines of the list: names of files, and clips with what they hold.

use crate::app_info::ThumbnailOf;
use crate::kit::keyboard::row_keys::{Walked, is_by_key};
use crate::kit::theme::{self, size, space};
use crate::kit::thumbnail::{self, ThumbnailWishes};
use crate::kit::words::time_text;
use crate::kit::{control, words};
use crate::tree::node::{self, Node};
use crate::tree::node_menu;
use castview_motion::animation::Timeline;
use castview_picture::opened::FileKey;
use castview_session::composition;
use castview_session::{Action, ClipEntry, ClipKey, Matches, PlaybackAction, Selected, SelectionAction, Session};
use egui::accesskit::Role;
use egui::{Align2, FontId, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Its rows are walked by keys.
pub const LIST: Walked = Walked("clip library wants focus");
/// Two lines of text and the air around them.
pub const ENTRY: f32 = 2.0 * size::ROW - space::XS;

/// The name of a file, over its clips.
pub fn file(ui: &mut Ui, session: &Session, key: FileKey) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::hover());
    let name = session.stage().file(key).map_or("", |file| &file.name[..]);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let galley = control::cut_name(ui, name, font, theme.dim, rect.width() - 2.0 * space::S);
    let at = pos2(rect.left() + space::S, rect.bottom() - space::XS - galley.size().y);
    ui.painter().galley(at, galley, theme.dim);
}

/// One clip in line `at`; `to`: the clip that the keys of this pass lead to. `names_file`: no line above it
/// does.
pub fn clip(
    ui: &mut Ui,
    session: &Session,
    (at, entry, matches): (usize, &ClipEntry, Option<Matches>),
    names_file: bool,
    to: Option<ClipKey>,
    picture: Option<(ThumbnailOf, &mut ThumbnailWishes)>,
    actions: &mut Vec<Action>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::click());
    let is_active = session.playback().active_clip() == Some(entry.key);
    let item = Selected::Clip(entry.key);
    let selected = session.edits().selected == Some(item);
    let name = node::label(session.stage(), Node::Item(item));
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_active, name));
    let play = || Action::Playback(PlaybackAction::ChooseClip(Some(entry.key)));
    if response.double_clicked() {
        // From its beginning, though the first click has made it the active one.
        actions.push(play());
    } else if response.clicked() && !is_by_key(ui) {
        response.request_focus();
        if !is_active {
            actions.push(play());
        } else if !session.is_playing() {
            actions.push(Action::Playback(PlaybackAction::Play));
        }
        // A bone that is looked at while clips are tried stays selected.
        if matches!(session.edits().selected, None | Some(Selected::Clip(_))) {
            actions.push(Action::Selection(SelectionAction::Select(Some(item))));
        }
    } else if response.secondary_clicked() {
        actions.push(Action::Selection(SelectionAction::Select(Some(item))));
    }
    let choose = |clip| Action::Playback(PlaybackAction::ChooseClip(Some(clip)));
    LIST.keys(ui, &response, (at, entry.key, is_active), to, choose, actions);
    control::row_band(ui, rect, at);
    control::row_back(ui, rect, &response, selected);
    let place = thumbnail::place(rect, size::RING);
    let has_picture = picture.is_some();
    if let Some((of, thumbnails)) = picture {
        thumbnails.paint(ui, place, of);
    }
    let left = if has_picture {
        place.right() + space::XS
    } else {
        rect.left() + space::XL
    };
    let file = session.stage().file(entry.key.file).map_or("", |file| &file.name);
    let words = [name, if names_file { file } else { "" }];
    let plays = composition::clip_plays_as(session, entry.key, None);
    let plays = plays.map(|how| session.stage().play_as_words(how));
    paint(ui, (entry, plays.as_deref()), words, matches, (rect, left), is_active);
    let mode = entry.clip().mode;
    let means = mode.map_or(String::new(), |mode| format!(" It {}.", mode.meaning()));
    let plays = plays.map_or(String::new(), |plays| format!(" You have it play {plays}."));
    let response = response.on_hover_text(format!(
        "{name} of {file}.{means}{plays} Click to play it, ↑ ↓ to try the others."
    ));
    response.context_menu(|ui| control::menu_column(ui, |ui| node_menu::show(ui, session, item, name, actions)));
}

/// The name and its matches; under them how the user has it play, or the file if it is to be named, then the length and the rate.
fn paint(
    ui: &Ui,
    (entry, plays): (&ClipEntry, Option<&str>),
    [name, file]: [&str; 2],
    matches: Option<Matches>,
    (rect, left): (Rect, f32),
    is_active: bool,
) {
    let theme = theme::of(ui);
    let body = TextStyle::Body.resolve(ui.style());
    let word = FontId::new(size::SMALL, body.family.clone());
    let small = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let (upper, lower) = (rect.top() + ENTRY * 0.3, rect.top() + ENTRY * 0.72);
    let right = rect.right() - space::S;
    if is_active {
        let center = pos2(rect.left() + space::M, upper);
        control::paint_icon(ui, center, icons::ICON_PLAY_ARROW, size::ICON, theme.accent);
    }
    let pair = |y: f32, text: &str, font: FontId, color, facts: String, facts_color| {
        let facts = ui
            .painter()
            .text(pos2(right, y), Align2::RIGHT_CENTER, facts, small.clone(), facts_color);
        let galley = control::cut_name(ui, text, font, color, facts.left() - space::S - left);
        ui.painter()
            .galley(pos2(left, y - galley.size().y * 0.5), galley, color);
    };
    let (matched, color) = match matches {
        Some(Matches { matched: 0, total, .. }) if total > 0 => ("no match".to_owned(), theme.warning),
        Some(Matches {
            matched,
            total,
            namesakes: 0,
        }) => (format!("{matched} of {total}"), theme.dim),
        Some(Matches { matched, total, .. }) => (format!("{matched} of {total}, namesakes still"), theme.dim),
        None => (String::new(), theme.dim),
    };
    let name_color = if is_active { theme.accent } else { theme.text };
    pair(upper, name, body, name_color, matched, color);
    let timeline = Timeline::of(entry.clip());
    let mut facts = format!(
        "{} · {}",
        time_text::seconds(timeline.duration_secs()),
        words::frames_per_second(timeline.frames_per_second)
    );
    if let Some(mode) = entry.clip().mode {
        facts = format!("{} · {facts}", mode.word());
    }
    // In place of the file's name, which the tooltip has.
    let (under, color) = match plays {
        Some(plays) => (format!("* {plays}"), theme.warning),
        None => (file.to_owned(), theme.dim),
    };
    pair(lower, &under, word, color, facts, theme.dim);
}
