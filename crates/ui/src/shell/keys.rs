//! Pressed keys → actions, by the session's table.

use crate::kit::keyboard::{field, row_keys};
use crate::time::key_table;
use crate::tree::keyboard as tree;
use crate::view::fly;
use castview_session::{Action, Binding, Command, Page, Session, WindowAction, commands};
use egui::{Context, Event, FocusDirection, Key, Modifiers};

/// Who had the keyboard when the last pass ended: egui gives a focus up on Escape before anybody can ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Some control has the focus.
    pub focused: bool,
    /// It is a text field.
    pub typing: bool,
    /// It is the tree or the table of keys, which take no more keys than they walk by.
    pub walking: bool,
    /// It is a row of a list that is walked, such as those of clips and files.
    pub listing: bool,
    /// A menu, or another popup, is open.
    pub menu_open: bool,
    /// The settings wait for a key that a command is to have.
    pub binding: bool,
}

impl Holder {
    /// Call it when a pass has shown all of its controls.
    pub fn now(ctx: &Context) -> Self {
        Self {
            focused: ctx.memory(|memory| memory.focused().is_some()),
            typing: ctx.text_edit_focused(),
            walking: ctx.memory(|memory| memory.has_focus(tree::id()) || memory.has_focus(key_table::id())),
            listing: row_keys::has_focus(ctx),
            menu_open: egui::Popup::is_any_open(ctx),
            binding: false,
        }
    }
}

/// The actions of the keys pressed in this pass; call it before any control is shown. The `holder` of the keyboard keeps its own keys: a
/// text field all but function keys and chords it does not know, a focused control Space, Enter, Tab and arrows, the tree and the table of
/// keys Tab and what [`tree::takes`], a row of a list what [`row_keys::takes`], an open menu and the built-in file dialog all but function
/// keys, so that nothing changes behind them; under a page no letter and no key that scrolls does anything else.
pub fn actions(ctx: &Context, session: &Session, holder: Holder) -> Vec<Action> {
    let Holder {
        focused,
        typing,
        walking,
        listing,
        menu_open,
        binding,
    } = holder;
    field::note_free(ctx, Vec::new());
    if binding {
        return Vec::new();
    }
    let pressed: Vec<(Key, Modifiers)> = ctx.input(|input| {
        let key = |event: &Event| match *event {
            Event::Key {
                key,
                physical_key,
                pressed: true,
                modifiers,
                ..
            } => Some((meant(session, key, physical_key, modifiers), modifiers)),
            // Ctrl+C arrives as this.
            Event::Copy => Some((Key::C, Modifiers::COMMAND)),
            _ => None,
        };
        input.events.iter().filter_map(key).collect()
    });
    let pasted = |input: &egui::InputState| {
        input.events.iter().find_map(|event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    };
    let is_asked = session.window().page() == Some(Page::FileDialog);
    let pasted = ctx.input(pasted).filter(|_| !typing && !menu_open && !is_asked);
    let mut out = Vec::from_iter(fly::keys(ctx, session, typing || menu_open || is_asked));
    out.extend(pasted.map(|text| Action::Window(WindowAction::Paste(text))));
    let flies = session.view().flight().is_some();
    let mut free = Vec::new();
    for (key, modifiers) in pressed {
        let belongs_to_focus = match key {
            Key::F1 | Key::F5 | Key::F6 | Key::F10 | Key::F11 => false,
            _ if menu_open => true,
            _ if is_asked => key != Key::Escape,
            _ if flies && fly::takes(key, modifiers) => true,
            Key::Tab if walking => true,
            _ if walking => tree::takes(key, modifiers),
            _ if listing && row_keys::takes(key, modifiers) => true,
            // It closes a page at once, except out of a field.
            Key::Escape => typing || focused && session.window().page().is_none(),
            Key::Tab => focused || session.window().page().is_some(),
            Key::Space | Key::Enter => focused,
            // Nothing changes behind a page by a letter, and the page scrolls.
            _ if is_under_page(session, key, modifiers) => true,
            Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => focused,
            Key::Home | Key::End => focused && (typing || !modifiers.alt),
            _ if modifiers.command => typing && matches!(key, Key::A | Key::C | Key::V | Key::X | Key::Y | Key::Z),
            _ => typing,
        };
        if belongs_to_focus {
            continue;
        }
        if let Some(command) = commands_of(session, key, modifiers).find(|command| command.is_enabled(session)) {
            if key == Key::Tab {
                // Otherwise the same key would also put the focus on the first control.
                ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            }
            out.push(command.action());
            continue;
        }
        let waits = commands_of(session, key, modifiers).find(|command| command.needs().is_some());
        out.extend(waits.map(|command| Action::Window(WindowAction::TellNeed(command.name))));
        if !focused {
            free.push(key);
        }
    }
    field::note_free(ctx, free);
    out
}

/// Whether the key is a letter or scrolls, a page is open, and the key's command does not open or close a page.
fn is_under_page(session: &Session, key: Key, modifiers: Modifiers) -> bool {
    let scrolls = row_keys::takes(key, modifiers);
    let is_letter = key.name().len() == 1 && !modifiers.command && !modifiers.alt;
    let is_of_page = |command: &Command| matches!(command.action(), Action::Window(WindowAction::TogglePage(_)));
    session.window().page().is_some() && (is_letter || scrolls) && !commands_of(session, key, modifiers).any(is_of_page)
}

/// With Alt a key with a digit on it means that digit, whatever it writes: Shift makes signs of digits, and on some keyboards a digit is
/// written with Shift only.
fn meant(session: &Session, key: Key, physical_key: Option<Key>, modifiers: Modifiers) -> Key {
    const DIGITS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    // Its own chord is known, as Alt+Minus is where a digit's key writes it.
    let is_known = commands_of(session, key, modifiers).next().is_some();
    match physical_key.filter(|key| modifiers.alt && DIGITS.contains(key)) {
        Some(digit) if !is_known => digit,
        _ => key,
    }
}

/// The commands that have that chord. As a rule it is one; of several the first that can be carried out is meant.
fn commands_of(session: &Session, key: Key, modifiers: Modifiers) -> impl Iterator<Item = &'static Command> {
    commands().filter(move |command| {
        session
            .preferences()
            .bound_keys(command)
            .iter()
            .any(|bound| is_pressed(bound, key, modifiers))
    })
}

/// egui's key of that name: the table says `Num1` where egui reads `1`.
pub fn key_of(name: &str) -> Option<Key> {
    Key::from_name(name.strip_prefix("Num").unwrap_or(name))
}

fn is_pressed(bound: &Binding, key: Key, modifiers: Modifiers) -> bool {
    key_of(&bound.key) == Some(key)
        && bound.ctrl == modifiers.command
        && bound.shift == modifiers.shift
        && bound.alt == modifiers.alt
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_session::ViewAction;
    use castview_session::{CameraMove, Switch};

    #[test]
    fn every_chord_of_the_table_is_a_key_of_the_window() {
        for command in commands() {
            for chord in command.keys {
                assert!(key_of(chord.key).is_some(), "{}: {} is no key", command.name, chord.key);
            }
        }
    }

    #[test]
    fn chords_find_their_command() {
        for (key, modifiers, name) in [
            (Key::Space, Modifiers::NONE, Some("play")),
            (Key::O, Modifiers::COMMAND, Some("open")),
            (Key::O, Modifiers::NONE, Some("ghosts")),
            (Key::O, Modifiers::ALT, None),
            (Key::ArrowLeft, Modifiers::SHIFT, Some("first_frame")),
            (Key::Num7, Modifiers::COMMAND, Some("view_bottom")),
            (Key::Z, Modifiers::COMMAND | Modifiers::SHIFT, Some("redo")),
            (Key::F11, Modifiers::NONE, Some("full_screen")),
        ] {
            let first = commands_of(&Session::default(), key, modifiers).next();
            assert_eq!(first.map(|command| command.name), name, "{key:?}");
        }
    }

    fn pressed(keys: &[Key], holder: Holder) -> Vec<Action> {
        let ctx = Context::default();
        let session = Session::default();
        let mut input = egui::RawInput::default();
        for key in keys {
            input.events.push(Event::Key {
                key: *key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            });
        }
        let mut found = Vec::new();
        let output = ctx.run_ui(input, |ui| found = actions(ui.ctx(), &session, holder));
        output.drop_without_applying_deltas();
        found
    }

    #[test]
    fn a_pressed_key_is_an_action() {
        let found = pressed(&[Key::Home, Key::ArrowRight, Key::Tab], Holder::default());
        // Without a clip there is no frame to step to, which is told.
        assert_eq!(
            found,
            [
                Action::View(ViewAction::Camera(CameraMove::FrameAll)),
                Action::Window(WindowAction::TellNeed("step_forward")),
                Switch::PANELS.toggle()
            ]
        );
    }

    #[test]
    fn who_has_the_keyboard_keeps_what_it_needs() {
        let typing = Holder {
            focused: true,
            typing: true,
            ..Holder::default()
        };
        assert_eq!(pressed(&[Key::G, Key::Home, Key::Escape, Key::Space], typing), []);
        let button = Holder {
            typing: false,
            ..typing
        };
        assert_eq!(
            pressed(&[Key::G, Key::Space, Key::Tab], button),
            [Switch::GRID.toggle()]
        );
        let tree = Holder {
            focused: true,
            walking: true,
            ..Holder::default()
        };
        let taken = [Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End, Key::PageUp, Key::Tab];
        assert_eq!(pressed(&taken, tree), []);
        // It takes no letters, and Escape goes on meaning what it means.
        assert_eq!(
            pressed(&[Key::G, Key::Escape], tree),
            [Switch::GRID.toggle(), Action::Escape]
        );
        // A row of a list keeps the keys that walk it.
        let row = Holder {
            focused: true,
            listing: true,
            ..Holder::default()
        };
        assert_eq!(pressed(&[Key::PageDown, Key::PageUp, Key::Home, Key::End], row), []);
        let menu = Holder {
            menu_open: true,
            ..Holder::default()
        };
        assert_eq!(pressed(&[Key::G, Key::Tab, Key::Home, Key::Escape], menu), []);
    }
}
