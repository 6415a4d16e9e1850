//! The command palette: every command of the table and everything with a name, found by typing.
//!
//! In: what is typed. Out: the action of what is chosen. Without a word the commands that were chosen last come first. Preferences kept
//! from one run to the next are never switched silently: the session tells the new state.

use super::answers::{self, Answer, Things};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_session::command;
use castview_session::{Action, Page, Session, WindowAction};
use egui::accesskit::Role;
use egui::text::{CCursor, CCursorRange};
use egui::{
    Align2, Area, Context, Event, FontId, Frame, Key, Margin, Order, Rect, Response, ScrollArea, Sense, TextEdit,
    TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// Characters that can be typed.
const LONGEST_QUERY: usize = 128;
/// Rows that are seen at once.
const ROWS: usize = 12;
/// Height of the palette's upper edge, as a share of the window's height.
const TOP: f32 = 0.12;

/// Typed text, and the row that Enter takes.
#[derive(Default)]
pub struct Palette {
    query: String,
    things: Things,
    chosen: usize,
    /// It was open in the last pass.
    was_open: bool,
}

impl Palette {
    pub fn show(&mut self, ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
        let is_open = session.window().page() == Some(Page::Palette);
        let opens = is_open && !self.was_open;
        self.was_open = is_open;
        if !is_open {
            return;
        }
        if opens {
            self.query.clear();
            self.chosen = 0;
        }
        self.take_typed(ctx);
        let close = Action::Window(WindowAction::TogglePage(Page::Palette));
        if beside(ctx) {
            actions.push(close.clone());
        }
        let (mut found, mut run) = (Vec::new(), None);
        let screen = ctx.content_rect();
        let width = size::DIALOG.min(screen.width() - 2.0 * space::L);
        let top = screen.top() + screen.height() * TOP;
        Area::new(control::stable_id("palette"))
            .order(Order::Foreground)
            .fixed_pos(pos2(screen.center().x - width * 0.5, top))
            .constrain(false)
            .fade_in(false)
            .accessible_name("Command palette")
            .show(ctx, |ui| {
                let frame = Frame::window(ui.style()).inner_margin(Margin::same(space::S as i8));
                frame.show(ui, |ui| {
                    ui.set_width(width - 2.0 * space::S);
                    // Taken before the field is shown, which has uses for them, and walked after it: a slow pass sees a whole word and
                    // Enter at once.
                    let steps = Steps::taken(ui);
                    if self.search(ui, opens) {
                        self.chosen = 0;
                    }
                    found = self.found(session);
                    let walked = self.walk(&steps, found.len());
                    ui.add_space(space::XS);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    let room = screen.bottom() - ui.cursor().top() - space::L;
                    let height = (size::ROW * ROWS as f32).min(room);
                    if found.is_empty() {
                        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
                        let mut middle = ui.new_child(egui::UiBuilder::new().max_rect(rect));
                        control::empty(&mut middle, "Nothing has this name.");
                        return;
                    }
                    ScrollArea::vertical()
                        .id_salt("commands")
                        .max_height(height)
                        .min_scrolled_height(height)
                        .auto_shrink([false, false])
                        .show(ui, |ui| {
                            for (at, answer) in found.iter().enumerate() {
                                let response = row(ui, session, answer, at == self.chosen);
                                if at == self.chosen && (walked || opens) {
                                    response.scroll_to_me(None);
                                }
                                let is_enabled = is_enabled(session, answer);
                                if response.clicked() && is_enabled {
                                    run = Some(answer.clone());
                                }
                                if let Some(needs) = needs(answer).filter(|_| !is_enabled) {
                                    response.on_hover_text(needs);
                                }
                            }
                        });
                });
            });
        let chosen = found.get(self.chosen);
        let chosen = chosen.filter(|answer| is_enabled(session, answer));
        let mut is_closed = actions.contains(&Action::Escape) || actions.contains(&close);
        let carry_out = |answer: &Answer, actions: &mut Vec<Action>| {
            // Closed first: the command may open another page.
            actions.push(close.clone());
            match answer {
                Answer::Command(command) => {
                    actions.push(Action::Window(WindowAction::NoteCommand(command.name)));
                    actions.push(command.action());
                    if command.is_checked(session).is_some() {
                        let before = Box::new(command::switches(session));
                        actions.push(Action::Window(WindowAction::TellSwitched(command.name, before)));
                    }
                }
                Answer::Thing(thing) => actions.push(thing.action.clone()),
            }
        };
        if let Some(answer) = run.filter(|_| !is_closed) {
            carry_out(&answer, actions);
            is_closed = true;
        }
        for key in ended(ctx) {
            match (key, chosen) {
                // It is about what the command has opened.
                (Key::Escape, _) if is_closed => actions.push(Action::Escape),
                (Key::Escape, _) => {
                    actions.push(close.clone());
                    is_closed = true;
                }
                (_, Some(answer)) if !is_closed => {
                    carry_out(answer, actions);
                    is_closed = true;
                }
                _ => {}
            }
        }
        if is_closed {
            // The next key is about what is seen then.
            ctx.memory_mut(|memory| memory.surrender_focus(search_id()));
        }
    }

    fn found(&mut self, session: &Session) -> Vec<Answer> {
        let query = self.query.trim();
        match query.is_empty() {
            true => answers::all_commands(session)
                .into_iter()
                .map(Answer::Command)
                .collect(),
            false => answers::found(session, query, &mut self.things),
        }
    }

    /// Adds typed text to the query while the field has no focus: in its first pass, and in a pass with Escape, at which egui drops the
    /// focus before the field is shown.
    fn take_typed(&mut self, ctx: &Context) {
        let id = search_id();
        if ctx.memory(|memory| memory.has_focus(id)) {
            return;
        }
        let before = self.query.chars().count();
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Text(text) => {
                    let room = LONGEST_QUERY.saturating_sub(self.query.chars().count());
                    self.query.extend(text.chars().take(room));
                    false
                }
                _ => true,
            });
        });
        let count = self.query.chars().count();
        if count > before {
            self.chosen = 0;
            let mut state = TextEdit::load_state(ctx, id).unwrap_or_default();
            let end = CCursorRange::one(CCursor::new(count));
            state.cursor.set_char_range(Some(end));
            state.store(ctx, id);
        }
    }

    /// Walks through the rows. Whether another one is chosen than before.
    fn walk(&mut self, steps: &Steps, rows: usize) -> bool {
        let last = rows.saturating_sub(1);
        let before = self.chosen.min(last);
        self.chosen = before;
        if steps.down {
            self.chosen = if self.chosen >= last { 0 } else { self.chosen + 1 };
        }
        if steps.up {
            self.chosen = if self.chosen == 0 { last } else { self.chosen - 1 };
        }
        if steps.page_down {
            self.chosen = (self.chosen + ROWS).min(last);
        }
        if steps.page_up {
            self.chosen = self.chosen.saturating_sub(ROWS);
        }
        self.chosen != before
    }

    /// Whether something else is typed now.
    fn search(&mut self, ui: &mut Ui, opens: bool) -> bool {
        let theme = theme::of(ui);
        let id = search_id();
        let field = TextEdit::singleline(&mut self.query)
            .id(id)
            .hint_text("Search commands, bones, clips and files")
            .char_limit(LONGEST_QUERY)
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .desired_width(f32::INFINITY)
            .min_size(vec2(0.0, size::TRANSPORT_ROW))
            .align(Align2::LEFT_CENTER);
        let response = ui.add(field).accessible_name("Search all commands");
        if opens || !response.has_focus() {
            response.request_focus();
        }
        response.changed()
    }
}

fn search_id() -> egui::Id {
    control::stable_id("palette search")
}

/// Keys that walk through the rows.
struct Steps {
    down: bool,
    up: bool,
    page_down: bool,
    page_up: bool,
}

impl Steps {
    /// Those of this pass; nothing else gets them.
    fn taken(ui: &Ui) -> Self {
        let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        Self {
            down: pressed(Key::ArrowDown),
            up: pressed(Key::ArrowUp),
            page_down: pressed(Key::PageDown),
            page_up: pressed(Key::PageUp),
        }
    }
}

/// Enter and Escape in the order in which they were pressed in this pass.
fn ended(ctx: &Context) -> Vec<Key> {
    let key = |event: &Event| match event {
        Event::Key {
            key: key @ (Key::Enter | Key::Escape),
            pressed: true,
            ..
        } => Some(*key),
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(key).collect())
}

/// Takes the clicks beside the palette: it closes, and nothing below it is touched.
fn beside(ctx: &Context) -> bool {
    let screen = ctx.content_rect();
    let shade = Area::new(control::stable_id("palette shade"))
        .order(Order::Middle)
        .fixed_pos(screen.min)
        .fade_in(false);
    // Drawers and the UV layout are of the same order, and may have been opened later.
    ctx.move_to_top(shade.layer());
    let shown = shade.show(ctx, |ui| {
        ui.memory_mut(|memory| memory.set_modal_layer(ui.layer_id()));
        let (_, response) = ui.allocate_exact_size(screen.size(), Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Close palette"));
        response.clicked()
    });
    shown.inner
}

/// A command with a mark if it is on, its title, its menu, its key; or a thing with its glyph, its name and its place.
fn row(ui: &mut Ui, session: &Session, answer: &Answer, is_chosen: bool) -> Response {
    let theme = theme::of(ui);
    let enabled = is_enabled(session, answer);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::CLICK);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, enabled, is_chosen, name(answer)));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    control::row_back(ui, rect, &response, is_chosen);
    let color = if enabled { theme.text } else { theme.dim };
    let body = TextStyle::Body.resolve(ui.style());
    let dense: FontId = theme::dense().resolve(ui.style());
    let middle = rect.center().y;
    let (title, place, keys, glyph) = match answer {
        Answer::Command(command) => {
            let is_on = command.is_checked(session) == Some(true);
            let title = command.title.trim_end_matches('…');
            let waits = command.needs().filter(|_| !enabled);
            let place = answers::submenu(command).unwrap_or(answers::word(command.menu));
            let place = waits.unwrap_or(place);
            let mark = is_on.then_some((icons::ICON_CHECK, theme.accent));
            (title, place, session.preferences().key_label(command), mark)
        }
        Answer::Thing(thing) => (
            &thing.name[..],
            &thing.place[..],
            String::new(),
            Some((thing.glyph, theme.dim)),
        ),
    };
    if let Some((glyph, color)) = glyph {
        let center = pos2(rect.left() + space::M, middle);
        control::paint_icon(ui, center, glyph, size::ICON, color);
    }
    let keys = ui.painter().text(
        pos2(rect.right() - space::S, middle),
        Align2::RIGHT_CENTER,
        keys,
        dense.clone(),
        theme.dim,
    );
    let left = rect.left() + space::XL;
    let right = keys.left() - space::M;
    let galley = control::cut_name(ui, title, body, color, right - left);
    let title = Rect::from_min_size(pos2(left, middle - galley.size().y * 0.5), galley.size());
    ui.painter().galley(title.min, galley, color);
    let beside = title.right() + space::S;
    let galley = control::elided(ui, place, dense, theme.dim, right - beside);
    let place = pos2(beside, middle - galley.size().y * 0.5);
    ui.painter().galley(place, galley, theme.dim);
    response
}

fn is_enabled(session: &Session, answer: &Answer) -> bool {
    match answer {
        Answer::Command(command) => command.is_enabled(session),
        Answer::Thing(_) => true,
    }
}

/// The selection that a row's command waits for.
fn needs(answer: &Answer) -> Option<&'static str> {
    match answer {
        Answer::Command(command) => command.needs(),
        Answer::Thing(_) => None,
    }
}

/// Returns the name of a row: titles alone are not unique.
fn name(answer: &Answer) -> String {
    match answer {
        Answer::Command(command) => format!(
            "{}, {}",
            command.title.trim_end_matches('…'),
            answers::word(command.menu)
        ),
        Answer::Thing(thing) => format!("{}, {}", thing.name, thing.place),
    }
}
