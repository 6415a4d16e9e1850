//! The keys of the focused row in a list that is walked: ↑ and ↓ choose its neighbours, Enter the row itself, Space plays.
//!
//! In: the row, what it stands for, and its neighbours in this pass. Out: actions. The row that is chosen takes the focus along, in the pass
//! that shows it.

use crate::session::{Action, command};
use crate::ui::kit::control;
use egui::{EventFilter, Id, Key, Rect, Response, Sense, Ui, Vec2};

/// A list, by the name under which it remembers that a row wants the focus.
#[derive(Clone, Copy)]
pub struct Walked(pub &'static str);

impl Walked {
    fn wants_focus(self) -> Id {
        control::stable_id(self.0)
    }

    /// The chosen row takes the keyboard when it is shown.
    pub fn want_focus(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(self.wants_focus(), true));
    }

    fn focused(self) -> Id {
        self.wants_focus().with("focused")
    }

    /// Whether one of its rows had the keyboard when it was last shown, and nothing else has taken it since.
    pub fn has_focus(self, ui: &Ui) -> bool {
        let row = ui.data(|data| data.get_temp::<(Id, u64)>(self.focused()));
        row.is_some_and(|(row, _)| ui.memory(|memory| memory.has_focus(row)))
    }

    /// Keeps the keyboard with its row after that was scrolled out of sight. Out: the row. Call it after the visible rows are shown.
    pub fn out_of_sight(self, ui: &Ui) -> Option<Response> {
        let (row, pass) = ui.data(|data| data.get_temp::<(Id, u64)>(self.focused()))?;
        let is_lost = pass != ui.ctx().cumulative_pass_nr() && ui.memory(|memory| memory.has_focus(row));
        is_lost.then(|| ui.interact(Rect::from_min_size(ui.max_rect().min, Vec2::ZERO), row, Sense::click()))
    }

    /// Hears the keys of the row of `own`. `is_chosen`: it is the one that was chosen last. `neighbours`: what ↑ and ↓ lead to.
    pub fn keys<T>(
        self,
        ui: &Ui,
        response: &Response,
        (own, is_chosen): (T, bool),
        neighbours: [Option<T>; 2],
        choose: impl Fn(T) -> Action,
        actions: &mut Vec<Action>,
    ) {
        let wanted = self.wants_focus();
        let is_wanted = ui.data(|data| data.get_temp::<bool>(wanted)).unwrap_or_default();
        if is_wanted && is_chosen {
            response.request_focus();
            ui.data_mut(|data| data.remove_temp::<bool>(wanted));
        }
        if !response.has_focus() {
            return;
        }
        // The key that brought the keyboard here is another's.
        let had = ui.memory(|memory| memory.had_focus_last_frame(response.id));
        let pass = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| data.insert_temp(self.focused(), (response.id, pass)));
        // An open menu, this row's own or another, has the keys.
        if egui::Popup::is_any_open(ui.ctx()) || !had {
            return;
        }
        let arrows = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        for neighbour in neighbours.into_iter().flatten() {
            actions.push(choose(neighbour));
            self.want_focus(ui);
        }
        if ui.input(|input| input.key_pressed(Key::Enter)) {
            actions.push(choose(own));
        }
        if ui.input(|input| input.key_pressed(Key::Space)) {
            actions.push(command("play").action());
        }
    }
}

/// Whether the click of a row comes from a key: a focused row hears Enter and Space as clicks, and they mean something else here.
pub fn is_by_key(ui: &Ui) -> bool {
    ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space))
}
