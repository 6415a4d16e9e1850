//! The keys that fly.

use castview_session::{Action, Session, ViewAction};
use egui::{Context, Key, Modifiers};
use glam::Vec3;

/// Which way each key pushes: right, up, ahead.
const PUSHES: [(Key, Vec3); 6] = [
    (Key::D, Vec3::X),
    (Key::A, Vec3::NEG_X),
    (Key::E, Vec3::Y),
    (Key::Q, Vec3::NEG_Y),
    (Key::W, Vec3::Z),
    (Key::S, Vec3::NEG_Z),
];

/// Whether flying has that key for itself.
pub fn takes(key: Key, modifiers: Modifiers) -> bool {
    let is_plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
    is_plain && PUSHES.iter().any(|(push, _)| *push == key)
}

/// Tells the session when other keys are held than before. None count while somebody types or a menu is open.
pub fn keys(ctx: &Context, session: &Session, is_taken: bool) -> Option<Action> {
    let flight = session.view().flight()?;
    let (push, is_fast) = ctx.input(|input| {
        let counts = !is_taken && !input.modifiers.command && !input.modifiers.alt;
        let held = PUSHES.iter().filter(|(key, _)| counts && input.key_down(*key));
        (held.map(|(_, push)| *push).sum::<Vec3>(), input.modifiers.shift)
    });
    let is_other = push != flight.push || push != Vec3::ZERO && is_fast != flight.is_fast;
    is_other.then_some(Action::View(ViewAction::Fly { push, is_fast }))
}
