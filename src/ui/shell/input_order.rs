//! Splits waiting events into turns.
//!
//! egui looks at where the pointer is and what has the focus once a turn. When turns take long, several events wait for the next
//! one. Taken together, a press on a handle would be looked up at the end of the drag after it, and letters typed after Ctrl+F
//! would miss the search field. So a turn ends before the first event whose meaning is decided by an earlier one, and what a
//! command has changed is given a turn to be there.

use egui::{Event, Key};

/// What is left for later turns.
#[derive(Debug, Default)]
pub struct InputOrder {
    /// A command was in the turn before: a field that it opens has the focus after this one.
    settles: bool,
}

impl InputOrder {
    /// Leaves in `events` what the next turn is to see and returns what has to wait for the one after it.
    pub fn split(&mut self, events: &mut Vec<Event>) -> Vec<Event> {
        if std::mem::take(&mut self.settles) {
            let first = events
                .iter()
                .position(|event| matches!(event, Event::Key { .. } | Event::Text(_)));
            return events.split_off(first.unwrap_or(events.len()));
        }
        let later = split(events);
        self.settles = events.iter().any(is_command);
        later
    }
}

fn is_command(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, modifiers, .. } if modifiers.command || modifiers.alt)
}

fn split(events: &mut Vec<Event>) -> Vec<Event> {
    let Some(first) = events.iter().position(decides) else {
        return Vec::new();
    };
    let next = events[first + 1..]
        .iter()
        .position(|event| depends(event, &events[first]));
    next.map_or_else(Vec::new, |at| events.split_off(first + 1 + at))
}

/// Whether what comes later may mean something else because of it: what is held or has the focus changes.
fn decides(event: &Event) -> bool {
    match event {
        Event::PointerButton { .. } => true,
        Event::Key {
            key: Key::Tab | Key::Enter | Key::Escape,
            pressed: true,
            ..
        } => true,
        event => is_command(event),
    }
}

/// Whether it goes to what `before` has put under the pointer or given the focus. A button let go belongs to its press. A key that
/// is held sends the same again and again, faster than slow turns follow each other: those would pile up.
fn depends(event: &Event, before: &Event) -> bool {
    let goes_there = matches!(
        event,
        Event::PointerMoved(_)
            | Event::PointerButton { pressed: true, .. }
            | Event::Key { pressed: true, .. }
            | Event::Text(_)
            | Event::Paste(_)
            | Event::Ime(_)
    );
    goes_there && !(matches!(event, Event::Key { .. }) && event == before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, PointerButton, Pos2};

    fn moved(x: f32) -> Event {
        Event::PointerMoved(Pos2::new(x, 0.0))
    }

    fn button(x: f32, pressed: bool) -> Event {
        Event::PointerButton {
            pos: Pos2::new(x, 0.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    fn key(key: Key, modifiers: Modifiers) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed: true,
            // egui finds out by itself.
            repeat: false,
            modifiers,
        }
    }

    /// The turns that `events` take, all waiting at once.
    fn turns(events: &[Event]) -> Vec<Vec<Event>> {
        let mut waiting = events.to_vec();
        let mut order = InputOrder::default();
        let mut turns = Vec::new();
        while !waiting.is_empty() {
            let later = order.split(&mut waiting);
            turns.push(std::mem::replace(&mut waiting, later));
        }
        turns
    }

    #[test]
    fn a_press_is_looked_up_before_the_pointer_goes_on() {
        let drag = [
            moved(1.0),
            button(1.0, true),
            moved(5.0),
            moved(9.0),
            button(9.0, false),
            moved(20.0),
        ];
        let expected = [&drag[..2], &drag[2..5], &drag[5..]];
        assert_eq!(turns(&drag), expected);
    }

    #[test]
    fn a_click_is_one_turn_and_two_clicks_are_two() {
        let clicks = [
            button(1.0, true),
            button(1.0, false),
            button(1.0, true),
            button(1.0, false),
        ];
        assert_eq!(turns(&clicks), [&clicks[..2], &clicks[2..]]);
    }

    #[test]
    fn what_is_typed_after_a_command_comes_after_it() {
        let typed = [
            key(Key::F, Modifiers::COMMAND),
            key(Key::A, Modifiers::NONE),
            Event::Text("a".into()),
            key(Key::B, Modifiers::NONE),
            Event::Text("b".into()),
            key(Key::Enter, Modifiers::NONE),
            key(Key::Space, Modifiers::NONE),
        ];
        assert_eq!(turns(&typed), [&typed[..1], &[], &typed[1..6], &typed[6..]]);
    }

    /// Also what comes only then.
    #[test]
    fn a_command_has_a_turn_to_take_effect() {
        let mut order = InputOrder::default();
        let mut command = vec![key(Key::F, Modifiers::COMMAND)];
        assert_eq!(order.split(&mut command), []);
        let typed = [moved(3.0), key(Key::A, Modifiers::NONE), Event::Text("a".into())];
        let mut events = typed.to_vec();
        let later = order.split(&mut events);
        assert_eq!((&events[..], &later[..]), (&typed[..1], &typed[1..]));
        let mut events = later;
        assert_eq!(order.split(&mut events), []);
        assert_eq!(events, typed[1..]);
    }

    #[test]
    fn keys_that_repeat_do_not_pile_up() {
        let held: Vec<Event> = (0..9).map(|_| key(Key::Tab, Modifiers::NONE)).collect();
        assert_eq!(turns(&held), [held]);
    }
}
