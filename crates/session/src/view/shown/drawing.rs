//! Drawing that takes its time is stopped.

use crate::{Action, Effect, Notice, PlaybackAction, Session, ViewAction};

/// Nothing moves from here on, or the next picture would begin at once.
pub(crate) fn stop_drawing(session: &mut Session) -> Vec<Effect> {
    if session.view.drawing.take().is_none() {
        return Vec::new();
    }
    let mut effects = session.apply(Action::Playback(PlaybackAction::Pause)).effects;
    let notice = Notice::info("Drawing was stopped.").with_action("Draw it", Action::View(ViewAction::DrawAgain));
    effects.extend([Effect::StopDrawing, Effect::Notify(notice)]);
    effects
}
