//! The page of sockets: bones that are named as places for other models or that something hangs on, each with the models on it. A row selects
//! its bone, and hangs what hung there before.

use super::document::lines::LineList;
use crate::kit::keyboard::field::{self, Left};
use crate::kit::keyboard::row_keys::jump;
use crate::kit::theme::{self, size, space};
use crate::kit::{control, page, words};
use crate::tree::attaching;
use castview_base::core::printed;
use castview_picture::opened::Placement;
use castview_session::composition;
use castview_session::{
    Action, CameraMove, CompositionAction, FilePlace, Page, Selected, Session, Socket, SocketList, StageAction,
    ViewAction, WindowAction, command,
};
use egui::accesskit::Role;
use egui::{
    Align2, Button, Context, Key, Label, Rect, Response, RichText, Sense, TextEdit, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use egui_material_icons::icons;

/// Characters that can be typed.
const LONGEST: usize = 200;
/// Models that are named on a row.
const MOST_NAMED: usize = 3;
/// Width of the button that hangs a file again.
const AGAIN: f32 = 4.0 * size::ROW;
/// Shares of a row that the names of bones and of models take; the rest tells what hangs there.
const SHARES: [f32; 2] = [0.4, 0.25];

/// State of the page.
#[derive(Default)]
pub struct SocketsPage {
    made: Option<SocketList>,
    query: String,
    /// The search that `shown` was made for.
    searched: Option<String>,
    /// Places of the shown sockets in the list.
    shown: Vec<usize>,
    lines: LineList,
    row: Option<usize>,
}

impl SocketsPage {
    /// Lets go of the list; it may be long.
    pub fn close(&mut self) {
        if self.made.is_some() {
            *self = Self {
                query: std::mem::take(&mut self.query),
                ..Self::default()
            };
        }
    }

    fn update(&mut self, session: &Session) {
        if self.made.as_ref().is_none_or(|made| !made.is_of(session)) {
            self.made = Some(SocketList::of(session));
            self.searched = None;
        }
        if self.searched.as_ref() != Some(&self.query) {
            let query = self.query.trim().to_lowercase();
            let sockets = self.sockets().iter().enumerate();
            let has = |name: &str| name.to_lowercase().contains(&query);
            let is_found = |socket: &Socket| {
                let carried = || socket.carries.iter().any(|model| has(attaching::name(session, *model)));
                let before = || socket.before.iter().any(|hung| has(words::file_name(hung)));
                query.is_empty()
                    || has(bone_name(session, socket))
                    || has(attaching::name(session, socket.model))
                    || carried()
                    || before()
            };
            self.shown = sockets
                .filter(|(_, socket)| is_found(socket))
                .map(|(at, _)| at)
                .collect();
            self.searched = Some(self.query.clone());
            (self.row, self.lines) = (None, LineList::default());
        }
    }

    fn sockets(&self) -> &[Socket] {
        self.made.as_ref().map_or(&[], |made| &made.sockets)
    }
}

fn bone_name<'a>(session: &'a Session, socket: &Socket) -> &'a str {
    let placed = session.stage().placed(socket.model);
    placed.map_or("", |placed| placed.model().skeleton.name(socket.bone))
}

/// Shows the page.
pub fn show(ctx: &Context, session: &Session, memory: &mut SocketsPage, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Sockets, "Sockets", actions, |ui, actions| {
        memory.update(session);
        let count = memory.sockets().len();
        if count == 0 {
            control::empty(
                ui,
                "No bone is named tag_…, socket_… or …_socket, and nothing hangs on a bone or hung on one before. Drop a model on a bone to hang it there.",
            );
            return;
        }
        search(ui, memory, count);
        // As tall as all rows need, whatever is searched: the field stays where it is.
        let room = ui.available_rect_before_wrap();
        let rect = room.with_max_y(room.bottom().min(room.top() + count as f32 * size::ROW));
        ui.allocate_rect(rect, Sense::hover());
        if memory.shown.is_empty() {
            let mut ui = ui.new_child(UiBuilder::new().max_rect(rect));
            control::empty(&mut ui, "No socket and no model on one has this in its name.");
            return;
        }
        list(ui, session, memory, rect, actions);
    });
}

fn search(ui: &mut Ui, memory: &mut SocketsPage, count: usize) {
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        let shown = memory.shown.len();
        let has_more = memory.made.as_ref().is_some_and(|made| made.has_more);
        let told = match (shown == count, has_more) {
            (true, false) => words::counted(count as u64, "socket", "sockets"),
            (true, true) => format!("the first {}", words::counted(count as u64, "socket", "sockets")),
            (false, _) => format!("{} of {}", words::grouped(shown as u64), words::grouped(count as u64)),
        };
        let typed = TextEdit::singleline(&mut memory.query)
            .id(control::stable_id("socket search"))
            .hint_text("Search bones and models")
            .char_limit(LONGEST)
            .prefix(control::icon(icons::ICON_SEARCH).color(theme.dim))
            .desired_width(ui.available_width() * 0.6)
            .min_size(vec2(0.0, size::ROW))
            .align(Align2::LEFT_CENTER);
        let response = ui.add(typed).accessible_name("Search sockets");
        let told = RichText::new(told).color(theme.dim).text_style(theme::dense());
        ui.add(Label::new(told).truncate());
        // Down and Enter lead from the search into the list.
        let goes_down = response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
        if goes_down || field::left(&response) == Some(Left::Entered) {
            ui.memory_mut(|memory| memory.request_focus(control::stable_id("socket list")));
            memory.row = memory.row.or((shown > 0).then_some(0));
        }
    });
    ui.add_space(space::XS);
}

/// `gun.cast, hat.cast and 2 more`; empty where nothing hangs.
fn carried(session: &Session, socket: &Socket) -> String {
    let named = socket.carries.iter().take(MOST_NAMED);
    let names: Vec<_> = named.map(|model| printed(attaching::name(session, *model))).collect();
    match socket.carries.len().saturating_sub(MOST_NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// `gun.cast and 2 more`, which hung here before; empty where nothing did.
fn before(socket: &Socket) -> String {
    let Some(first) = socket.before.first() else {
        return String::new();
    };
    let name = printed(words::file_name(first));
    match socket.before.len() - 1 {
        0 => name.into_owned(),
        more => format!("{name} and {more} more"),
    }
}

/// Out: the words that are read out.
fn paint(ui: &Ui, session: &Session, rect: Rect, socket: &Socket) -> String {
    let theme = theme::of(ui);
    let font = theme::dense().resolve(ui.style());
    let (bone, model) = (
        printed(bone_name(session, socket)),
        printed(attaching::name(session, socket.model)),
    );
    let (carried, before) = (carried(session, socket), before(socket));
    let (hangs, color) = match carried.is_empty() {
        true => (&before, theme.dim),
        false => (&carried, theme.text),
    };
    let mut left = rect.left();
    let rest = 1.0 - SHARES[0] - SHARES[1];
    for (text, color, share) in [
        (&*bone, theme.text, SHARES[0]),
        (&*model, theme.dim, SHARES[1]),
        (hangs, color, rest),
    ] {
        let width = rect.width() * share;
        let galley = control::cut_name(ui, text, font.clone(), color, width - 2.0 * space::XS);
        let at = pos2(left + space::XS, rect.center().y - galley.size().y * 0.5);
        ui.painter().galley(at, galley, color);
        left += width;
    }
    match (carried.is_empty(), before.is_empty()) {
        (false, _) => format!("{bone}, {model}, {carried} hangs there"),
        (true, false) => format!("{bone}, {model}, {before} hung there before"),
        (true, true) => format!("{bone}, {model}, nothing hangs there"),
    }
}

/// Selects the bone; the page closes, so that it is seen.
fn go(socket: &Socket, actions: &mut Vec<Action>) {
    actions.push(Action::select(Selected::Bone(socket.model, socket.bone)));
    actions.push(Action::View(ViewAction::Camera(CameraMove::FrameSelection)));
    actions.push(Action::Window(WindowAction::TogglePage(Page::Sockets)));
}

/// Opens the file at that location, and hangs it on the socket.
fn hang_again(socket: &Socket, location: &str) -> Action {
    Action::Stage(StageAction::Open {
        locations: vec![location.to_owned()],
        placement: Placement::On {
            leader: socket.model,
            bone: socket.bone,
        },
    })
}

fn menu(response: &Response, session: &Session, socket: &Socket, actions: &mut Vec<Action>) {
    response.context_menu(|ui| {
        if control::entry(ui, "Select", "Enter", true, None) {
            go(socket, actions);
        }
        for model in socket.carries.iter().take(MOST_NAMED) {
            let name = words::shortened(&printed(attaching::name(session, *model)), 32);
            if control::entry(ui, &format!("Detach {name}"), "", true, None) {
                actions.push(Action::Composition(CompositionAction::Attach(*model, None)));
            }
        }
        for hung in socket.before.iter().take(MOST_NAMED) {
            let name = words::shortened(&printed(words::file_name(hung)), 32);
            if control::entry(ui, &format!("Hang {name} again"), "", true, None) {
                actions.push(hang_again(socket, hung));
            }
        }
        if composition::carried_model(session).is_some() && control::entry(ui, command("hang").title, "", true, None) {
            actions.push(Action::select(Selected::Bone(socket.model, socket.bone)));
            actions.push(command("hang").action());
        }
        if control::entry(ui, "Show in the file", "", true, None) {
            let place = FilePlace::Item(Selected::Bone(socket.model, socket.bone));
            actions.push(Action::Window(WindowAction::ShowInFile(place)));
        }
    });
}

fn list(ui: &mut Ui, session: &Session, memory: &mut SocketsPage, rect: Rect, actions: &mut Vec<Action>) {
    let id = control::stable_id("socket list");
    let mut lines = std::mem::take(&mut memory.lines);
    let sockets = memory.sockets();
    let (mut clicked, mut chosen, mut again) = (None, memory.row, None);
    let keys = lines.show(ui, (id, "Sockets"), rect, memory.shown.len(), |ui, rect, at| {
        let socket = &sockets[memory.shown[at]];
        let response = ui.interact(rect, control::stable_id("socket row").with(at), Sense::CLICK);
        let is_chosen = memory.row == Some(at);
        control::row_back(ui, rect, &response, is_chosen);
        let spoken = match socket.before.first() {
            Some(hung) => {
                let (words, button) = rect.split_left_right_at_x(rect.right() - AGAIN);
                let name = printed(words::file_name(hung));
                let response = ui.put(button.shrink(1.0), Button::new("Hang again").small());
                let tip = format!("Hang {name} again");
                if response.accessible_name(&tip).on_hover_text(tip).clicked() {
                    again = Some(hang_again(socket, hung));
                }
                paint(ui, session, words, socket)
            }
            None => paint(ui, session, rect, socket),
        };
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_chosen, &spoken));
        if response.clicked() {
            clicked = Some(at);
        }
        menu(&response, session, socket, actions);
    });
    for key in keys {
        chosen = jump(key, chosen, memory.shown.len(), lines.page).or(chosen);
    }
    let is_here = ui.memory(|memory| memory.has_focus(id));
    if is_here && ui.input(|input| input.key_pressed(Key::Enter)) {
        clicked = clicked.or(chosen);
    }
    if let Some(at) = clicked {
        chosen = Some(at);
        go(&sockets[memory.shown[at]], actions);
    }
    if let Some(row) = chosen.filter(|_| chosen != memory.row) {
        lines.reveal(row);
    }
    actions.extend(again);
    memory.lines = lines;
    memory.row = chosen;
}
