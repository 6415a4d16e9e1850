//! The command palette: every command of the table, found by typing.
//!
//! In: what is typed. Out: the action of the command that is chosen. Without a word the commands that were chosen last come first.

use crate::session::{Action, Command, Menu, Page, Session, WindowAction, commands};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::tree::search::found::Wording;
use crate::ui::view::tools::environment_choices;
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
/// Of the palette's upper edge, as a share of the window's height.
const TOP: f32 = 0.12;

/// What is typed, and the row that Enter takes.
#[derive(Default)]
pub struct Palette {
    query: String,
    wording: Wording,
    chosen: usize,
    /// It was open in the last pass.
    was_open: bool,
}

pub fn word(menu: Menu) -> &'static str {
    match menu {
        Menu::File => "File",
        Menu::Edit => "Edit",
        Menu::View => "View",
        Menu::Play => "Play",
        Menu::Skeleton => "Skeleton",
        Menu::Help => "Help",
    }
}

/// The submenu without whose title the titles of its commands say too little: names of environments.
fn submenu(command: &Command) -> Option<&'static str> {
    let is_in_it = environment_choices::COMMANDS.contains(&command.name);
    is_in_it.then_some(environment_choices::TITLE)
}

impl Palette {
    pub fn show(&mut self, ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
        let is_open = session.window().page == Some(Page::Palette);
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
                        control::empty(&mut middle, "No command has this name.");
                        return;
                    }
                    ScrollArea::vertical()
                        .id_salt("commands")
                        .max_height(height)
                        .min_scrolled_height(height)
                        .auto_shrink([false, false])
                        .show(ui, |ui| {
                            for (at, command) in found.iter().enumerate() {
                                let response = row(ui, session, command, at == self.chosen);
                                if at == self.chosen && (walked || opens) {
                                    response.scroll_to_me(None);
                                }
                                if response.clicked() && command.is_enabled(session) {
                                    run = Some(*command);
                                }
                            }
                        });
                });
            });
        let chosen = found.get(self.chosen).copied();
        let chosen = chosen.filter(|command| command.is_enabled(session));
        let mut is_closed = actions.contains(&Action::Escape) || actions.contains(&close);
        let carry_out = |command: &Command, actions: &mut Vec<Action>| {
            // Closed first: the command may open another page.
            actions.push(close.clone());
            actions.push(Action::Window(WindowAction::NoteCommand(command.name)));
            actions.push(command.action());
        };
        if let Some(command) = run.filter(|_| !is_closed) {
            carry_out(command, actions);
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
                (_, Some(command)) if !is_closed => {
                    carry_out(command, actions);
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

    /// Commands by how well they fit the typed text: the same title, then titles that begin with it, then all others. Disabled ones come last.
    fn found(&mut self, session: &Session) -> Vec<&'static Command> {
        let query = self.query.trim();
        let offered = commands().filter(|command| !["escape", "palette"].contains(&command.name));
        let recent = &session.preferences().recent_commands;
        let is_late = |command: &Command| !command.is_enabled(session);
        if query.is_empty() {
            let mut all: Vec<&'static Command> = offered.collect();
            all.sort_by_key(|command| {
                let used = recent.iter().position(|name| name == command.name);
                (is_late(command), used.unwrap_or(usize::MAX))
            });
            return all;
        }
        self.wording.set(query);
        let mut fits: Vec<((bool, bool, u32), &'static Command)> = offered
            .filter_map(|command| {
                let said = format!("{} {}", command.title, word(command.menu));
                let within = |wording: &mut Wording, title: &str| {
                    // By itself: letters of short words are found in long ones. Words that are typed apart are looked for in both.
                    let both = format!("{} {title}", command.title);
                    let is_apart = query.contains(char::is_whitespace);
                    wording.fit(title).or_else(|| wording.fit(&both).filter(|_| is_apart))
                };
                let fit = self.wording.fit(&said);
                let fit = fit.or_else(|| within(&mut self.wording, submenu(command)?));
                let exactly = command.title.eq_ignore_ascii_case(query);
                let start = command.title.get(..query.len());
                let begins = start.is_some_and(|start| start.eq_ignore_ascii_case(query));
                Some(((exactly, begins, fit?), command))
            })
            .collect();
        fits.sort_by_key(|(fit, command)| {
            let used = recent.iter().position(|name| name == command.name);
            (is_late(command), std::cmp::Reverse(*fit), used.unwrap_or(usize::MAX))
        });
        fits.into_iter().map(|(_, command)| command).collect()
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
            .hint_text("Search all commands")
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
    let shown = shade.show(ctx, |ui| {
        ui.memory_mut(|memory| memory.set_modal_layer(ui.layer_id()));
        let (_, response) = ui.allocate_exact_size(screen.size(), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Close palette"));
        response.clicked()
    });
    shown.inner
}

/// One command: a mark if it is on, its title, its menu, its key.
fn row(ui: &mut Ui, session: &Session, command: &Command, is_chosen: bool) -> Response {
    let theme = theme::of(ui);
    let enabled = command.is_enabled(session);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, enabled, is_chosen, name(command)));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    control::row_back(ui, rect, &response, is_chosen);
    let color = if enabled { theme.text } else { theme.dim };
    let body = TextStyle::Body.resolve(ui.style());
    let dense: FontId = theme::dense().resolve(ui.style());
    let middle = rect.center().y;
    if command.is_checked(session) == Some(true) {
        let center = pos2(rect.left() + space::M, middle);
        control::paint_icon(ui, center, icons::ICON_CHECK, size::ICON, theme.accent);
    }
    let keys = session.key_label(command);
    let painter = ui.painter();
    let keys = painter.text(
        pos2(rect.right() - space::S, middle),
        Align2::RIGHT_CENTER,
        keys,
        dense.clone(),
        theme.dim,
    );
    let left = rect.left() + space::XL;
    let galley = control::elided(
        ui,
        command.title.trim_end_matches('…'),
        body,
        color,
        keys.left() - space::M - left,
    );
    let title = Rect::from_min_size(pos2(left, middle - galley.size().y * 0.5), galley.size());
    ui.painter().galley(title.min, galley, color);
    let beside = pos2(title.right() + space::S, middle);
    let place = submenu(command).unwrap_or(word(command.menu));
    ui.painter().text(beside, Align2::LEFT_CENTER, place, dense, theme.dim);
    response
}

/// What a row is called: titles alone are not unique.
fn name(command: &Command) -> String {
    format!("{}, {}", command.title.trim_end_matches('…'), word(command.menu))
}
