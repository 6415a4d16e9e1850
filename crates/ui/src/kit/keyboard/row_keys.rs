//! The keys of the focused row in a list that is walked: arrows, pages, Home and End choose another row, Enter the row itself, Space plays.
//!
//! In: the row, what it stands for, and where the keys of this pass lead. Out: actions. The row that is chosen takes the focus along, in the
//! pass that shows it.

use crate::kit::control;
use castview_session::{Action, command};
use egui::{Context, Event, EventFilter, Id, Key, Modifiers, Rect, Response, Sense, Ui, Vec2};

/// A list, by the name under which it remembers that a row wants the focus.
#[derive(Clone, Copy)]
pub struct Walked(pub &'static str);

impl Walked {
    fn wants_focus(self) -> Id {
        control::stable_id(self.0)
    }

    /// The chosen row takes the keyboard when it is shown.
    pub fn want_focus(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(self.wants_focus(), Wanted::Chosen));
    }

    /// The row of that line takes the keyboard when it is shown, though nobody has chosen it.
    pub fn want_line(self, ui: &Ui, line: usize) {
        ui.data_mut(|data| data.insert_temp(self.wants_focus(), Wanted::Line(line)));
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

    /// Hears the keys of the row of `own` in `line`. `is_chosen`: it is the one that was chosen last. `to`: where the [`presses`] of this pass
    /// lead.
    pub fn keys<T>(
        self,
        ui: &Ui,
        response: &Response,
        (line, own, is_chosen): (usize, T, bool),
        to: Option<T>,
        choose: impl Fn(T) -> Action,
        actions: &mut Vec<Action>,
    ) {
        let wanted = self.wants_focus();
        let is_wanted = match ui.data(|data| data.get_temp::<Wanted>(wanted)) {
            Some(Wanted::Chosen) => is_chosen,
            Some(Wanted::Line(of)) => of == line,
            None => false,
        };
        if is_wanted {
            response.request_focus();
            ui.data_mut(|data| data.remove::<Wanted>(wanted));
        }
        if !response.has_focus() {
            return;
        }
        // The key that brought the keyboard here is another's.
        let had = ui.memory(|memory| memory.had_focus_last_frame(response.id));
        let pass = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| {
            data.insert_temp(self.focused(), (response.id, pass));
            data.insert_temp(walked(), response.id);
        });
        // An open menu, this row's own or another, has the keys.
        if egui::Popup::is_any_open(ui.ctx()) || !had {
            return;
        }
        let arrows = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        if let Some(to) = to {
            actions.push(choose(to));
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

/// The row that takes the keyboard when it is shown.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// That of what was chosen last.
    Chosen,
    Line(usize),
}

/// The row that had the keyboard last, of any list that is walked.
fn walked() -> Id {
    control::stable_id("walked row")
}

/// Whether a row of a list has the keyboard.
pub fn has_focus(ctx: &Context) -> bool {
    let row = ctx.data(|data| data.get_temp::<Id>(walked()));
    row.is_some_and(|row| ctx.memory(|memory| memory.has_focus(row)))
}

/// Keys that lists are walked by.
const WALKING: [Key; 6] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
];

/// Whether a row that has the keyboard takes the key.
pub fn takes(key: Key, modifiers: Modifiers) -> bool {
    !modifiers.any() && WALKING.contains(&key)
}

/// The keys of this pass that walk, in the order they were pressed. A slow pass may find several presses, and each is a step.
pub fn presses(ui: &Ui) -> Vec<Key> {
    ui.input(|input| {
        let walks = |event: &Event| match *event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => takes(key, modifiers).then_some(key),
            _ => None,
        };
        input.events.iter().filter_map(walks).collect()
    })
}

/// Whether ↓ in the search field of `response` leads from it into the list below.
pub fn enters_list(response: &Response) -> bool {
    let is_down = |input: &egui::InputState| input.key_pressed(Key::ArrowDown) && !input.modifiers.any();
    response.has_focus() && response.ctx.input(is_down)
}

/// Where `keys` lead from the row `at` of `count`, `page` of which are in sight; `None` if that is the same row.
pub fn walk(keys: &[Key], at: usize, count: usize, page: usize) -> Option<usize> {
    let step = |at: usize, key: &Key| jump(*key, Some(at), count, page).unwrap_or(at);
    let to = keys.iter().fold(at, step);
    (to != at && to < count).then_some(to)
}

/// Where `key` leads from the row `at` of `count` rows, `page` of which are in sight; `None`: from none of them.
pub fn jump(key: Key, at: Option<usize>, count: usize, page: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    let page = page.saturating_sub(1).max(1);
    let to = match (key, at) {
        (Key::Home, _) => 0,
        (Key::End, _) => last,
        (Key::ArrowUp | Key::ArrowDown | Key::PageUp | Key::PageDown, None) => 0,
        (Key::ArrowUp, Some(at)) => at.saturating_sub(1),
        (Key::ArrowDown, Some(at)) => at + 1,
        (Key::PageUp, Some(at)) => at.saturating_sub(page),
        (Key::PageDown, Some(at)) => at.saturating_add(page),
        _ => return None,
    };
    Some(to.min(last))
}

/// Whether the click of a row comes from a key: a focused row hears Enter and Space as clicks, and they mean something else here.
pub fn is_by_key(ui: &Ui) -> bool {
    ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_press_is_a_step_and_the_ends_hold() {
        use Key::{ArrowDown, ArrowUp, End, Home, PageDown, PageUp};
        for (keys, at, wanted) in [
            (&[][..], 3, None),
            (&[ArrowDown], 3, Some(4)),
            (&[ArrowDown, ArrowDown, ArrowUp], 3, Some(4)),
            (&[ArrowUp], 0, None),
            (&[ArrowDown], 19, None),
            (&[PageDown], 3, Some(7)),
            (&[PageUp], 3, Some(0)),
            (&[PageDown, PageDown, PageDown, PageDown, PageDown], 3, Some(19)),
            (&[End], 3, Some(19)),
            (&[End, Home, ArrowDown], 3, Some(1)),
        ] {
            assert_eq!(walk(keys, at, 20, 5), wanted, "{keys:?} from {at}");
        }
        assert_eq!(walk(&[End], 0, 0, 5), None);
    }
}
