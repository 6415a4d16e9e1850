//! One step of undo or redo.

use crate::command::switch::switched::{is_switched_otherwise, switch_back};
use crate::joining::taken_back::bring_back;
use crate::stage::up_axis::up_axis;
use crate::undo::{Remembers, Step, SwitchStep};
use crate::view::camera::placing::turned_up;
use crate::{Change, Effect, Session};

pub(crate) fn undo_or_redo(session: &mut Session, undo: bool) -> Vec<Effect> {
    let up = up_axis(session);
    let mut effects = Vec::new();
    let mut history = std::mem::take(&mut session.history);
    history.drop_switches(undo, |step| is_switched_otherwise(session, step));
    let stepped = history.go(undo, |step| match step {
        Step::Edited(step) => Step::Edited(Box::new(step.bring_back(&mut session.edits))),
        Step::Opened(step) => {
            let (opposite, wanted) = bring_back(session, *step);
            effects = wanted;
            Step::Opened(Box::new(opposite))
        }
        Step::Switched(step) => {
            effects = switch_back(session, step);
            Step::Switched(SwitchStep {
                is_undone: !step.is_undone,
                ..step
            })
        }
    });
    session.history = history;
    session.changes.remember_as(Remembers::Nothing);
    if stepped {
        session.note(Change::POSES);
        session.forget_what_is_gone();
        if up_axis(session) != up {
            turned_up(session);
        }
    }
    effects
}
