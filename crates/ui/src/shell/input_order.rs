//! Splits waiting events into turns.
//!
//! egui looks at where the pointer is and what has the focus once a turn. When turns take long, several events wait for the next
//! one. Taken together, a press on a handle would be looked up at the end of the drag after it, and letters typed after Ctrl+F
//! would run as commands. So a turn ends before the first event whose meaning is decided by an earlier one. Keys then wait until what
//! they follow has taken effect: a field that was promised the keyboard has it, a page that was asked for is open.

use egui::{Event, Key};

/// Where the next key would go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keyboard {
    /// A text field has the focus.
    pub typing: bool,
    pub awaited: Awaited,
}

/// An event that has to come first, before it is known whom the next key is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Awaited {
    #[default]
    Nothing,
    /// A turn of the window, which moves the focus or opens a page.
    Turn,
    /// Something outside the window that may take long, such as a dialog of the system. Escape ends the wait.
    Answer,
}

/// Events that wait for later turns.
#[derive(Debug, Default)]
pub struct InputOrder {
    /// A key of the turn before that may have done anything: the keys that follow it give it a turn to take effect.
    settles: Option<Event>,
}

impl InputOrder {
    /// Leaves in `events` what the next turn is to see and returns what has to wait for the one after it.
    pub fn split(&mut self, events: &mut Vec<Event>, keyboard: Keyboard) -> Vec<Event> {
        let before = self.settles.take();
        match keyboard.awaited {
            Awaited::Answer => match events.iter().position(is_escape) {
                // Keys typed for something that is not wanted any more are for nobody.
                Some(escape) => {
                    let mut at = 0;
                    events.retain(|event| {
                        at += 1;
                        at > escape || !is_key(event)
                    });
                }
                None => return split_at(events, events.iter().position(is_key)),
            },
            Awaited::Turn => return split_at(events, events.iter().position(is_key)),
            Awaited::Nothing => {
                if let Some(before) = before {
                    let other = first_other(events, &before);
                    let is_held = events[..other.unwrap_or(events.len())].contains(&before);
                    self.settles = is_held.then_some(before);
                    return split_at(events, other);
                }
            }
        }
        let Some(first) = events.iter().position(|event| decides(event, keyboard.typing)) else {
            return Vec::new();
        };
        let decisive = events[first].clone();
        let next = match &decisive {
            Event::Key { .. } => first_other(&events[first..], &decisive),
            _ => events[first + 1..].iter().position(goes_below).map(|at| at + 1),
        };
        self.settles = matches!(decisive, Event::Key { .. }).then_some(decisive);
        split_at(events, next.map(|next| first + next))
    }
}

fn split_at(events: &mut Vec<Event>, at: Option<usize>) -> Vec<Event> {
    at.map_or_else(Vec::new, |at| events.split_off(at))
}

fn is_escape(event: &Event) -> bool {
    matches!(
        event,
        Event::Key {
            key: Key::Escape,
            pressed: true,
            ..
        }
    )
}

/// Whether the keyboard sends it.
fn is_key(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { .. } | Event::Text(_) | Event::Paste(_) | Event::Copy | Event::Cut | Event::Ime(_)
    )
}

/// The first event that must not share a turn with the pressed key `first`. The same key may: a key that is held sends itself again and
/// again, faster than slow turns follow each other, and those would pile up. So may the text that it writes.
fn first_other(events: &[Event], first: &Event) -> Option<usize> {
    let mut writes = false;
    events.iter().position(|event| match event {
        Event::Key { pressed: false, .. } => false,
        Event::Key { .. } => {
            writes = event == first;
            !writes
        }
        Event::Text(_) => !writes,
        Event::PointerButton { pressed, .. } => *pressed,
        event => is_key(event),
    })
}

/// Whether what comes later may mean something else because of it: what is held or has the focus changes. While something is `typing`,
/// a key that writes or moves the caret decides nothing.
fn decides(event: &Event, typing: bool) -> bool {
    match event {
        Event::PointerButton { .. } => true,
        Event::Key {
            key,
            pressed: true,
            modifiers,
            ..
        } => !typing || modifiers.command || modifiers.alt || !edits(*key),
        _ => false,
    }
}

/// Whether a text field keeps the focus, whatever the key does in it.
fn edits(key: Key) -> bool {
    let walks = matches!(key, Key::ArrowUp | Key::ArrowDown);
    let has_sign = key.symbol_or_name().chars().count() == 1;
    has_sign && !walks || matches!(key, Key::Home | Key::End | Key::Backspace | Key::Delete | Key::Space)
}

/// Whether it goes to what a press or a release has put under the pointer or given the focus. A button let go belongs to its press.
fn goes_below(event: &Event) -> bool {
    match event {
        Event::PointerMoved(_) | Event::PointerButton { pressed: true, .. } | Event::Key { pressed: true, .. } => true,
        Event::Key { .. } => false,
        event => is_key(event),
    }
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

    const TYPING: Keyboard = Keyboard {
        typing: true,
        awaited: Awaited::Nothing,
    };

    fn awaiting(awaited: Awaited) -> Keyboard {
        Keyboard { typing: false, awaited }
    }

    fn text(text: &str) -> Event {
        Event::Text(text.into())
    }

    /// The turns that `events` take, all waiting at once, while the keyboard is always the same.
    fn turns(events: &[Event], keyboard: Keyboard) -> Vec<Vec<Event>> {
        let mut waiting = events.to_vec();
        let mut order = InputOrder::default();
        let mut turns = Vec::new();
        while !waiting.is_empty() {
            let later = order.split(&mut waiting, keyboard);
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
        assert_eq!(turns(&drag, Keyboard::default()), expected);
    }

    #[test]
    fn a_click_is_one_turn_and_two_clicks_are_two() {
        let clicks = [
            button(1.0, true),
            button(1.0, false),
            button(1.0, true),
            button(1.0, false),
        ];
        assert_eq!(turns(&clicks, Keyboard::default()), [&clicks[..2], &clicks[2..]]);
    }

    #[test]
    fn each_key_is_seen_before_the_next_and_has_a_turn_to_take_effect() {
        let typed = [
            key(Key::F, Modifiers::COMMAND),
            key(Key::A, Modifiers::NONE),
            text("a"),
            key(Key::B, Modifiers::NONE),
            text("b"),
        ];
        let expected = [&typed[..1], &[], &typed[1..3], &[], &typed[3..]];
        assert_eq!(turns(&typed, Keyboard::default()), expected);
    }

    #[test]
    fn a_word_in_a_field_is_one_turn_and_what_leaves_the_field_ends_it() {
        let typed = [
            key(Key::A, Modifiers::NONE),
            text("a"),
            key(Key::Period, Modifiers::NONE),
            text("."),
            key(Key::ArrowLeft, Modifiers::NONE),
            key(Key::Backspace, Modifiers::NONE),
            key(Key::Enter, Modifiers::NONE),
            key(Key::B, Modifiers::NONE),
            text("b"),
        ];
        assert_eq!(turns(&typed, TYPING), [&typed[..7], &[], &typed[7..]]);
        for leaves in [Key::Tab, Key::Escape, Key::ArrowDown, Key::PageDown, Key::F2] {
            let typed = [key(leaves, Modifiers::NONE), key(Key::B, Modifiers::NONE), text("b")];
            assert_eq!(turns(&typed, TYPING), [&typed[..1], &[], &typed[1..]], "{leaves:?}");
        }
    }

    /// However many turns that takes, and also what comes only then. The pointer goes on meanwhile.
    #[test]
    fn keys_wait_for_a_field_that_was_promised_the_keyboard() {
        let typed = [moved(3.0), key(Key::A, Modifiers::NONE), text("a")];
        for awaited in [Awaited::Turn, Awaited::Answer] {
            let mut order = InputOrder::default();
            let mut waiting = typed.to_vec();
            let later = order.split(&mut waiting, awaiting(awaited));
            assert_eq!((&waiting[..], &later[..]), (&typed[..1], &typed[1..]));
            waiting = later;
            for _ in 0..100 {
                let later = order.split(&mut waiting, awaiting(awaited));
                assert_eq!(waiting, []);
                waiting = later;
            }
            assert_eq!(order.split(&mut waiting, TYPING), []);
            assert_eq!(waiting, typed[1..]);
        }
    }

    #[test]
    fn escape_ends_the_wait_for_an_answer_and_nobody_gets_what_was_typed_before_it() {
        let typed = [
            key(Key::G, Modifiers::NONE),
            text("g"),
            moved(1.0),
            key(Key::Escape, Modifiers::NONE),
            key(Key::B, Modifiers::NONE),
        ];
        let mut order = InputOrder::default();
        let mut waiting = typed.to_vec();
        let later = order.split(&mut waiting, awaiting(Awaited::Answer));
        assert_eq!((&waiting[..], &later[..]), (&typed[2..4], &typed[4..]));
    }

    #[test]
    fn keys_that_repeat_do_not_pile_up() {
        let held: Vec<Event> = (0..9).map(|_| key(Key::Tab, Modifiers::NONE)).collect();
        assert_eq!(turns(&held, Keyboard::default()), [held]);
        let mut order = InputOrder::default();
        for _ in 0..3 {
            let mut held: Vec<Event> = (0..9)
                .flat_map(|at| [key(Key::B, Modifiers::NONE), text("b"), moved(at as f32)])
                .collect();
            assert_eq!(order.split(&mut held, Keyboard::default()), []);
            assert_eq!(held.len(), 27, "a turn without them would be a turn behind");
        }
    }
}
