//! One run of the property: random files are opened, random actions follow, and every cache is compared after each.
//!
//! `fuzz/` compiles this file, too. So it names public things of the library only.

use super::any_action::any_action;
use super::any_scene::any_scene;
use crate::derived;
use crate::{Action, Change, Message, Session};
use castview_base::scene::Scene;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use proptest::prelude::*;

/// Files and actions of one run: a few files are opened one after the other, and then these actions follow.
pub fn run() -> impl Strategy<Value = (Vec<Scene>, Vec<Action>)> {
    let scenes = prop::collection::vec(any_scene(), 1..4);
    (scenes, prop::collection::vec(any_action(), 1..25))
}

/// Whether each cache equals one made from nothing, after each action; else says which action broke it.
pub fn holds(scenes: Vec<Scene>, actions: Vec<Action>) -> Result<(), String> {
    let mut session = Session::default();
    for (number, scene) in (1..).zip(scenes) {
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![OpenedFile::of(FileKey(number), format!("file{number}.cast"), scene)],
            placement: Placement::Add,
        });
    }
    for action in actions {
        let shown = format!("{action:?}");
        let before = derived::picture_as_text(&session);
        let revision = session.revision();
        let changed = session.apply(action).changed;
        if derived::picture_as_text(&session) != before {
            let is_told = changed.has(Change::PICTURE) && session.revision() > revision;
            if !is_told {
                return Err(format!("{shown} changed the picture in silence"));
            }
        }
        let kept = derived::derived_as_text(&session);
        derived::derive_anew(&mut session);
        let made = derived::derived_as_text(&session);
        if kept != made {
            return Err(format!("after {shown}\n--- kept\n{kept}\n--- from nothing\n{made}"));
        }
    }
    Ok(())
}
