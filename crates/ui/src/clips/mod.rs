//! The Clips tab of the left panel: every clip of every open file.
//!
//! A click plays a clip; the arrow keys walk and play. Matches are counted once for each row that is shown.

mod order;
mod row;

use crate::app_info::ThumbnailOf;
use crate::kit::keyboard::field::{self, Left};
use crate::kit::keyboard::row_keys;
use crate::kit::theme::{self, size, space};
use crate::kit::thumbnail::ThumbnailWishes;
use crate::kit::{control, words};
use castview_base::scene::Scene;
use castview_motion::animation::Renames;
use castview_picture::PlacedKey;
use castview_picture::opened::{TextureEntry, TextureState};
use castview_session::composition;
use castview_session::{Action, ClipKey, Matches, Session, command};
use egui::accesskit::Role;
use egui::{Align2, Context, Id, RichText, ScrollArea, TextEdit, Ui, vec2};
use egui_material_icons::icons;
use order::{ClipLine, ClipSort, ListedClips};
use row::{ENTRY, LIST};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// Characters that can be typed: names that are searched are no longer.
const LONGEST_QUERY: usize = 256;

/// Counted matches, and the state of the list.
#[derive(Default)]
pub struct Library {
    counted_on: Counted,
    /// How often.
    counted: u64,
    matches: BTreeMap<ClipKey, Option<Matches>>,
    listed: ListedClips,
    /// The search gets the keyboard in the next pass.
    pub wants_search: bool,
    /// ↓ leads from the search into the list in this pass.
    enters_list: bool,
    /// The active clip when the list last scrolled to it.
    revealed: Option<ClipKey>,
}

/// Clips that are counted in one pass for the summary of what is open.
const COUNTED_AT_ONCE: usize = 16;

/// Inputs of the counts: models, clips, renames. A reload keeps keys, so scenes are compared too; a weak pointer keeps its address from
/// being used for another scene.
#[derive(Default)]
struct Counted {
    models: Vec<(PlacedKey, Weak<Scene>)>,
    clips: Vec<(ClipKey, Weak<Scene>)>,
    renames: Renames,
}

impl Counted {
    fn on(session: &Session) -> Self {
        let stage = session.stage();
        let models = stage.models().iter().filter(|placed| !placed.is_stand_in);
        let clips = stage.clips().iter();
        Self {
            models: models
                .map(|placed| (placed.key, Arc::downgrade(&placed.scene)))
                .collect(),
            clips: clips.map(|clip| (clip.key, Arc::downgrade(&clip.scene))).collect(),
            renames: session.preferences().motion.renames.clone(),
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

pub fn show(
    ui: &mut Ui,
    session: &Session,
    library: &mut Library,
    thumbnails: &mut ThumbnailWishes,
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let clips = session.stage().clips();
    if session.stage().is_empty() {
        return;
    }
    if clips.is_empty() {
        control::empty(ui, "No clips. Drop a .cast with an animation.");
        return;
    }
    library.forget_what_changed(session);
    ui.add_space(space::XS);
    search(ui, session, library, actions);
    library.listed.update(session);
    ui.add_space(space::XS);
    if library.listed.lines.is_empty() {
        control::empty(ui, "No clip has this name. Esc shows all of them.");
        return;
    }
    control::named(ui, Role::List, "Clip library", |ui| {
        list(ui, session, library, thumbnails, actions)
    });
}

/// The search field and the menu of orders.
fn search(ui: &mut Ui, session: &Session, library: &mut Library, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let id = control::stable_id("clip search");
    ui.horizontal(|ui| {
        ui.add_space(space::XS);
        let listed = &mut library.listed;
        let found = (!listed.query.trim().is_empty()).then(|| words::grouped(listed.clips() as u64));
        let mut field = TextEdit::singleline(&mut listed.query)
            .id(id)
            .hint_text("Search clips")
            .char_limit(LONGEST_QUERY)
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .desired_width(ui.available_width() - size::ROW - space::S - 2.0)
            .min_size(vec2(0.0, size::ROW))
            .align(Align2::LEFT_CENTER);
        if let Some(found) = found {
            field = field.suffix(RichText::new(found).color(theme.dim).text_style(theme::dense()));
        }
        let response = ui
            .add(field)
            .on_hover_text("Find by the name of the clip or of its file (Ctrl+F)")
            .accessible_name("Search clips");
        if std::mem::take(&mut library.wants_search) {
            response.request_focus();
        }
        library.enters_list = row_keys::enters_list(&response);
        if field::left(&response) == Some(Left::Escaped) {
            listed.query.clear();
        } else if !listed.query.trim().is_empty() && actions.contains(&Action::Escape) {
            actions.retain(|action| *action != Action::Escape);
            listed.query.clear();
        }
        ui.spacing_mut().item_spacing.x = space::XS;
        order_menu(ui, session, &mut listed.sort, actions);
    });
}

/// Orders of the list, and *Play all clips*.
fn order_menu(ui: &mut Ui, session: &Session, sort: &mut ClipSort, actions: &mut Vec<Action>) {
    const NAME: &str = "Order of clips";
    let is_on = *sort != ClipSort::default() || session.playback().plays_all();
    let response = control::list_menu(ui, icons::ICON_SORT, NAME, is_on, |ui| {
        for way in ClipSort::ALL {
            if control::tick(ui, way.title(), true, *sort == way) {
                *sort = way;
            }
        }
        ui.separator();
        actions.extend(control::menu_entry(ui, session, command("play_all")));
    });
    response.on_hover_text(NAME);
}

fn list(
    ui: &mut Ui,
    session: &Session,
    library: &mut Library,
    thumbnails: &mut ThumbnailWishes,
    actions: &mut Vec<Action>,
) {
    let Library {
        listed,
        matches,
        revealed,
        counted,
        enters_list,
        ..
    } = library;
    // Until then pictures would lack what is on its way.
    let is_loading = |texture: &TextureEntry| matches!(texture.state, TextureState::Loading);
    let mut textures = session.stage().files().iter().flat_map(|file| &file.textures);
    let is_whole = !session.stage().models().is_empty() && !textures.any(is_loading);
    let clips = session.stage().clips();
    let active = session.playback().active_clip();
    let line_of_active = || {
        let at = clips.iter().position(|clip| Some(clip.key) == active)?;
        listed.lines.iter().position(|line| *line == ClipLine::Clip(at))
    };
    let mut area = ScrollArea::vertical()
        .id_salt("clip library")
        .auto_shrink([false, false]);
    let enters = std::mem::take(enters_list);
    if enters {
        match line_of_active() {
            Some(_) => LIST.want_focus(ui),
            None => {
                let first = listed.lines.iter().position(|line| matches!(line, ClipLine::Clip(_)));
                first.into_iter().for_each(|line| LIST.want_line(ui, line));
                area = area.vertical_scroll_offset(0.0);
            }
        }
    }
    if active != *revealed || enters {
        *revealed = active;
        if let Some(offset) = line_of_active().and_then(|at| offset_that_shows(ui, at)) {
            area = area.vertical_scroll_offset(offset);
        }
    }
    let keys = row_keys::presses(ui);
    let page = page(ui);
    let output = area.show_rows(ui, ENTRY, listed.lines.len(), |ui, shown| {
        for at in shown {
            match listed.lines.get(at) {
                Some(ClipLine::File(key)) => row::file(ui, session, *key),
                Some(ClipLine::Clip(clip)) => {
                    let Some(entry) = clips.get(*clip) else { continue };
                    let matches = *matches
                        .entry(entry.key)
                        .or_insert_with(|| composition::matches_of(session, entry.key));
                    let to = listed.walk(at, &keys, page).and_then(|to| clips.get(to));
                    let to = to.map(|clip| clip.key);
                    let of = ThumbnailOf::Clip(entry.key, *counted);
                    let picture = is_whole.then_some((of, &mut *thumbnails));
                    let line = (at, entry, matches);
                    row::clip(ui, session, line, !listed.names_files(), to, picture, actions);
                }
                None => {}
            }
        }
    });
    let seen = (output.state.clamped_offset().y, output.inner_rect.height());
    ui.data_mut(|data| data.insert_temp(view_id(), seen));
}

/// Rows that are in sight.
fn page(ui: &Ui) -> usize {
    let seen = ui.data(|data| data.get_temp::<(f32, f32)>(view_id()));
    seen.map_or(1, |(_, height)| (height / ENTRY) as usize)
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

impl Library {
    /// The clips that the tab lists, in its order.
    pub fn clips(&mut self, session: &Session) -> Vec<ClipKey> {
        self.forget_what_changed(session);
        self.listed.update(session);
        let clips = session.stage().clips();
        let key = |line: &ClipLine| match line {
            ClipLine::Clip(at) => clips.get(*at).map(|clip| clip.key),
            ClipLine::File(_) => None,
        };
        self.listed.lines.iter().filter_map(key).collect()
    }

    /// The clips in the order that was asked for; empty while it is that of the stage.
    pub fn chosen_order(&mut self, session: &Session) -> Vec<ClipKey> {
        match self.listed.sort == ClipSort::File && self.searched().is_none() {
            true => Vec::new(),
            false => self.clips(session),
        }
    }

    /// Returns the text that is searched for, if any.
    pub fn searched(&self) -> Option<&str> {
        Some(self.listed.query.trim()).filter(|query| !query.is_empty())
    }

    /// All clips are listed again.
    pub fn clear_search(&mut self) {
        self.listed.query.clear();
    }

    /// How many clips drive something of what is open, and how many there are. Counting takes several passes if they are many; `None` until
    /// all are counted.
    pub fn count_fitting(&mut self, ctx: &Context, session: &Session) -> Option<(usize, usize)> {
        self.forget_what_changed(session);
        let clips = session.stage().clips();
        let new = clips.iter().filter(|clip| !self.matches.contains_key(&clip.key));
        let next: Vec<ClipKey> = new.take(COUNTED_AT_ONCE).map(|clip| clip.key).collect();
        for key in next {
            self.matches.insert(key, composition::matches_of(session, key));
        }
        if self.matches.len() < clips.len() {
            ctx.request_repaint();
            return None;
        }
        let fits = |matches: &&Option<Matches>| matches.is_some_and(|matches| matches.matched > 0);
        Some((self.matches.values().filter(fits).count(), clips.len()))
    }

    /// Counts again when other models or clips are open, or names are matched otherwise.
    fn forget_what_changed(&mut self, session: &Session) {
        let now = Counted::on(session);
        if self.counted_on != now {
            self.counted_on = now;
            self.counted += 1;
            self.matches.clear();
            self.listed.forget();
        }
    }
}
