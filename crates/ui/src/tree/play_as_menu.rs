//! Lines of a menu that choose how curves play whatever their file says.

use crate::kit::control;
use castview_session::{Action, Base, ClipKey, CompositionAction, ModeScope, PlayAs, Session};
use egui::Ui;

/// Other clips that the menu offers as a base; the inspector's number then chooses the frame.
pub const MOST_BASES: usize = 8;

/// Plays the curves of `scope` in this way; `None`: as the file says.
pub fn choose(scope: ModeScope, how: Option<PlayAs>) -> Action {
    Action::Composition(CompositionAction::OverrideMode(scope, how))
}

/// The entries of a menu: as the file says, or one of the other ways. `clip`: whose curves they are; its own frames are no other clip's.
pub fn menu(ui: &mut Ui, session: &Session, (scope, clip): (ModeScope, Option<ClipKey>), actions: &mut Vec<Action>) {
    let chosen = session.edits().mode_overrides.get(&scope).copied();
    let mut entry = |title: &str, how: Option<PlayAs>| {
        if control::entry(ui, title, "", true, Some(chosen == how)) {
            actions.push(choose(scope, how));
            ui.close();
        }
    };
    entry("As the file says", None);
    for (title, how) in [
        ("Play as absolute", PlayAs::Absolute),
        ("Play as relative", PlayAs::Relative),
        ("Play as additive", PlayAs::Additive),
        ("Additive over its first frame", PlayAs::Beyond(Base::First)),
        ("Additive over the rest pose", PlayAs::Beyond(Base::Rest)),
    ] {
        entry(title, Some(how));
    }
    for base in bases(session, clip, chosen) {
        let title = session.stage().play_as_words(PlayAs::Beyond(base));
        let title = title.replacen("additive", "Additive", 1);
        entry(&title, Some(PlayAs::Beyond(base)));
    }
}

/// The chosen frame, the frame that the active clip shows, and the first frames of other clips.
fn bases(session: &Session, clip: Option<ClipKey>, chosen: Option<PlayAs>) -> Vec<Base> {
    let stage = session.stage();
    let mut bases = Vec::new();
    if let Some(PlayAs::Beyond(base @ Base::Frame { .. })) = chosen {
        bases.push(base);
    }
    let active = session.active_clip().map(|entry| entry.key);
    let others = stage
        .clips()
        .iter()
        .map(|entry| entry.key)
        .filter(|key| Some(*key) != active);
    for key in active.into_iter().chain(others).filter(|key| Some(*key) != clip) {
        let Some(entry) = stage.clip(key).filter(|_| bases.len() < MOST_BASES) else {
            continue;
        };
        let frame = match Some(key) == active {
            // A whole frame, as its number is told.
            true => session.frame().map_or(0.0, f64::round),
            false => entry.clip().range.start,
        };
        let base = Base::Frame { clip: key, frame };
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    bases
}
