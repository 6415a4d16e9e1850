//! The left panel's other side: every clip of every open file, to try one after another.
//!
//! A click selects, a double click plays, the arrow keys walk and play. What a clip would find to drive is counted once, for the
//! rows that are shown.

use crate::animation::{Renames, Timeline};
use crate::picture::PlacedKey;
use crate::scene::Scene;
use crate::session::{
    Action, ClipEntry, ClipKey, ClipStep, Matches, PlaybackAction, Selected, SelectionAction, Session, command,
};
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{control, words};
use crate::ui::time::time_text;
use crate::ui::tree::node_menu;
use egui::accesskit::Role;
use egui::{
    Align2, Button, EventFilter, FontId, Id, Key, Rect, Response, RichText, ScrollArea, Sense, TextStyle, Ui,
    WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// Two lines of text and the air around them.
const ENTRY: f32 = 2.0 * size::ROW - space::XS;

/// What was counted, and where the list stands.
#[derive(Default)]
pub struct Library {
    counted_on: Counted,
    matches: BTreeMap<ClipKey, Option<Matches>>,
    /// The active clip when the list last scrolled to it.
    revealed: Option<ClipKey>,
}

/// What counts follow from: models, clips, and the table of names. A reload keeps keys, so scenes count too; a weak one is
/// none that comes later.
#[derive(Default)]
struct Counted {
    models: Vec<(PlacedKey, Weak<Scene>)>,
    clips: Vec<(ClipKey, Weak<Scene>)>,
    renames: Renames,
}

impl Counted {
    fn on(session: &Session) -> Self {
        let stage = session.stage();
        let models = stage.models.iter().filter(|placed| !placed.is_stand_in);
        let clips = stage.clips.iter();
        Self {
            models: models
                .map(|placed| (placed.key, Arc::downgrade(&placed.scene)))
                .collect(),
            clips: clips.map(|clip| (clip.key, Arc::downgrade(&clip.scene))).collect(),
            renames: session.preferences().renames.clone(),
        }
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        fn alike<K: PartialEq>(a: &[(K, Weak<Scene>)], b: &[(K, Weak<Scene>)]) -> bool {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && a.1.ptr_eq(&b.1))
        }
        alike(&self.models, &other.models) && alike(&self.clips, &other.clips) && self.renames == other.renames
    }
}

/// The two sides of the left panel.
pub fn tabs(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let library = session.preferences().library;
    let command = command("library");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(space::XS);
        let width = (ui.available_width() - space::XS) * 0.5;
        let clips = session.stage().clips.len() as u64;
        for (name, title, shown) in [
            ("Nodes tab", "Nodes".to_owned(), !library),
            ("Clips tab", format!("Clips {}", words::grouped(clips)), library),
        ] {
            let theme = theme::of(ui);
            let text = RichText::new(title).color(if shown { theme.text } else { theme.dim });
            let button = Button::new(text)
                .frame_when_inactive(shown)
                .min_size(vec2(width, size::ROW));
            let response = ui.add(button);
            response.widget_info(|| WidgetInfo::selected(Role::Tab, true, shown, name));
            if shown {
                let line = response.rect.with_min_y(response.rect.bottom() - size::RING);
                ui.painter().rect_filled(line, 0, theme.accent);
            }
            let response = response.on_hover_text(control::tip(command)).accessible_name(name);
            if response.clicked() && !shown {
                actions.push(command.action());
            }
        }
    });
}

pub fn show(ui: &mut Ui, session: &Session, library: &mut Library, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let clips = &session.stage().clips;
    if clips.is_empty() {
        control::empty(ui, "No clips. Drop a .cast with an animation.");
        return;
    }
    library.forget_what_changed(session);
    ui.add_space(space::XS);
    ui.horizontal(|ui| {
        ui.add_space(space::XS);
        play_all(ui, session, actions);
    });
    ui.add_space(space::XS);
    control::named(ui, Role::List, "Clip library", |ui| list(ui, session, library, actions));
}

fn play_all(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let (command, on) = (command("play_all"), session.playback().plays_all);
    let glyph = control::icon(icons::ICON_PLAYLIST_PLAY).color(if on { theme.accent } else { theme.dim });
    let button = Button::new((glyph, "One after another")).selected(on);
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, command.title));
    let response = response
        .on_hover_text("At the end of a clip the next one begins")
        .accessible_name(command.title);
    if response.clicked() {
        actions.push(command.action());
    }
}

fn list(ui: &mut Ui, session: &Session, library: &mut Library, actions: &mut Vec<Action>) {
    let clips = &session.stage().clips;
    let active = session.playback().active_clip;
    let mut area = ScrollArea::vertical()
        .id_salt("clip library")
        .auto_shrink([false, false]);
    if active != library.revealed {
        library.revealed = active;
        let at = active.and_then(|key| clips.iter().position(|clip| clip.key == key));
        if let Some(offset) = at.and_then(|at| offset_that_shows(ui, at)) {
            area = area.vertical_scroll_offset(offset);
        }
    }
    let output = area.show_rows(ui, ENTRY, clips.len(), |ui, shown| {
        for entry in clips.get(shown).unwrap_or_default() {
            let matches = *library
                .matches
                .entry(entry.key)
                .or_insert_with(|| session.matches_of(entry.key));
            line(ui, session, entry, matches, actions);
        }
    });
    let seen = (output.state.clamped_offset().y, output.inner_rect.height());
    ui.data_mut(|data| data.insert_temp(view_id(), seen));
}

fn view_id() -> Id {
    control::stable_id("clip library view")
}

/// The scroll offset that brings row `at` into sight; `None` while it is.
fn offset_that_shows(ui: &Ui, at: usize) -> Option<f32> {
    let (offset, height) = ui.data(|data| data.get_temp::<(f32, f32)>(view_id()))?;
    let top = at as f32 * ENTRY;
    let is_seen = top >= offset && top + ENTRY <= offset + height;
    (!is_seen).then(|| (top - (height - ENTRY) * 0.5).max(0.0))
}

fn line(ui: &mut Ui, session: &Session, entry: &ClipEntry, matches: Option<Matches>, actions: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ENTRY), Sense::click());
    let is_active = session.playback().active_clip == Some(entry.key);
    let selected = session.edits().selected == Some(Selected::Clip(entry.key));
    let name = crate::ui::tree::node::label(
        session.stage(),
        crate::ui::tree::node::Node::Item(Selected::Clip(entry.key)),
    );
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_active, name));
    // A focused row hears Enter and Space as clicks; here they mean something else.
    let by_key = ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space));
    if response.double_clicked() {
        actions.push(Action::Playback(PlaybackAction::ChooseClip(Some(entry.key))));
    } else if response.secondary_clicked() || response.clicked() && !by_key {
        response.request_focus();
        actions.push(Action::Selection(SelectionAction::Select(Some(Selected::Clip(
            entry.key,
        )))));
    }
    walk(ui, &response, entry, is_active, actions);
    control::row_back(ui, rect, &response, selected);
    paint(ui, session, entry, name, matches, rect, is_active);
    let file = session.stage().file(entry.key.file).map_or("", |file| &file.name);
    let mode = entry.clip().mode;
    let means = mode.map_or(String::new(), |mode| format!(" It {}.", mode.meaning()));
    let response = response.on_hover_text(format!(
        "{name} of {file}.{means} Double-click to play it, ↑ ↓ to try the others."
    ));
    let item = Selected::Clip(entry.key);
    response.context_menu(|ui| node_menu::show(ui, session, item, name, actions));
}

/// The keys of the focused row: Enter plays it, ↑ and ↓ play its neighbours and take the focus along.
fn walk(ui: &Ui, response: &Response, entry: &ClipEntry, is_active: bool, actions: &mut Vec<Action>) {
    let wanted = focus_id();
    let is_wanted = ui.data(|data| data.get_temp::<bool>(wanted)).unwrap_or_default();
    if is_wanted && is_active {
        response.request_focus();
        ui.data_mut(|data| data.remove_temp::<bool>(wanted));
    }
    // An open menu, this row's own or another, has the keys.
    if !response.has_focus() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let arrows = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    for (key, step) in [(Key::ArrowUp, ClipStep::Previous), (Key::ArrowDown, ClipStep::Next)] {
        if !ui.input(|input| input.key_pressed(key)) {
            continue;
        }
        // From the row that has the focus, whatever plays.
        if !is_active {
            actions.push(Action::Playback(PlaybackAction::ChooseClip(Some(entry.key))));
        }
        actions.push(Action::Playback(PlaybackAction::StepClip(step)));
        ui.data_mut(|data| data.insert_temp(wanted, true));
    }
    if ui.input(|input| input.key_pressed(Key::Enter)) {
        actions.push(Action::Playback(PlaybackAction::ChooseClip(Some(entry.key))));
    }
    if ui.input(|input| input.key_pressed(Key::Space)) {
        actions.push(Action::Playback(PlaybackAction::TogglePlay));
    }
}

fn focus_id() -> Id {
    control::stable_id("clip library wants focus")
}

/// The name and its matches; under them the file, the length and the rate.
fn paint(
    ui: &Ui,
    session: &Session,
    entry: &ClipEntry,
    name: &str,
    matches: Option<Matches>,
    rect: Rect,
    is_active: bool,
) {
    let theme = theme::of(ui);
    let mono = TextStyle::Monospace.resolve(ui.style());
    let small = FontId::new(size::SMALL, mono.family.clone());
    let (upper, lower) = (rect.top() + ENTRY * 0.3, rect.top() + ENTRY * 0.72);
    let (left, right) = (rect.left() + space::XL, rect.right() - space::S);
    if is_active {
        let center = pos2(rect.left() + space::M, upper);
        control::paint_icon(ui, center, icons::ICON_PLAY_ARROW, size::ICON, theme.accent);
    }
    let pair = |y: f32, text: &str, font: FontId, color, facts: String, facts_color| {
        let facts = ui
            .painter()
            .text(pos2(right, y), Align2::RIGHT_CENTER, facts, small.clone(), facts_color);
        let galley = control::elided(ui, text, font, color, facts.left() - space::S - left);
        ui.painter()
            .galley(pos2(left, y - galley.size().y * 0.5), galley, color);
    };
    let (matched, color) = match matches {
        Some(Matches { matched, total }) if matched == 0 && total > 0 => ("no match".to_owned(), theme.warning),
        Some(Matches { matched, total }) => (format!("{matched} of {total}"), theme.dim),
        None => (String::new(), theme.dim),
    };
    let name_color = if is_active { theme.accent } else { theme.text };
    pair(upper, name, mono.clone(), name_color, matched, color);
    let timeline = Timeline::of(entry.clip());
    let mut facts = format!(
        "{} · {}",
        time_text::seconds(timeline.duration_secs()),
        words::frames_per_second(timeline.frames_per_second)
    );
    if let Some(mode) = entry.clip().mode {
        facts = format!("{} · {facts}", mode.word());
    }
    let file = session
        .stage()
        .file(entry.key.file)
        .map_or("", |file| file.name.as_str());
    pair(lower, file, small.clone(), theme.dim, facts, theme.dim);
}

impl Library {
    /// Counts again when other models or clips are open, or names are matched otherwise.
    fn forget_what_changed(&mut self, session: &Session) {
        let now = Counted::on(session);
        if self.counted_on != now {
            self.counted_on = now;
            self.matches.clear();
        }
    }
}
