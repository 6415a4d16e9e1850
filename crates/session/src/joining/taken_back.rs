//! An open as one step of undo: taken back, and done again.

use crate::browser::remember::remember_stage;
use crate::playback::looping::settle_looping;
use crate::snapshot::{OpenStep, Snapshot};
use crate::stage::changed::read_last::as_read_last;
use crate::stage::watched;
use crate::view::camera::placing::frame_all;
use crate::view::shown::levels::follow_levels;
use crate::{Change, Effect, OpenFile, Session, Stage};
use castview_base::core::Camera;
use castview_picture::opened::TextureState;

pub(crate) fn snapshot(session: &Session) -> Snapshot {
    Snapshot {
        stage: session.stage.clone(),
        edits: session.edits.clone(),
        playhead: session.playback.kept_playhead(),
        keyed_layer: session.composition.keyed_layer(),
        camera: (!session.view.is_framed()).then_some(session.view.camera()),
    }
}

/// Takes an open back, or does it again. Returns the step that does the opposite, and what is to be done about files that come back.
pub(crate) fn bring_back(session: &mut Session, step: OpenStep) -> (OpenStep, Vec<Effect>) {
    let now = snapshot(session);
    let there = step.there;
    let models = |stage: &Stage| stage.models().iter().map(|placed| placed.key).collect::<Vec<_>>();
    let are_others = models(&there.stage) != models(&now.stage);
    let comes_back = |file: &&OpenFile| now.stage.file(file.key).is_none();
    let is_awaited = |file: &&OpenFile| has_awaited_images(file);
    let back = there.stage.files().iter().filter(comes_back);
    // The images of a file that was replaced while they were read arrived for nobody.
    let unread = back.filter(is_awaited).map(|file| file.location.clone());
    let unread: Vec<String> = unread.filter(|location| !location.is_empty()).collect();
    session.stage = as_read_last(there.stage, &now.stage);
    session.edits = there.edits.with_what_is_kept(&session.edits).into();
    session.playback.bring_back(&there.playhead);
    session.composition.look_at_keys(there.keyed_layer);
    settle_looping(session);
    session.forget_what_is_gone();
    session.bind_active_clip();
    session.note(Change::MODELS | Change::PICTURE | Change::LOOKS | Change::GROUND | Change::SIZE);
    session.evaluate();
    if are_others {
        look_as_before(session, there.camera);
    }
    follow_levels(session);
    session.follow_budget();
    remember_stage(session);
    session.opening.changed.extend(unread);
    watched::come_back_changed(session);
    let effects = watched::reload_changed(session);
    let opposite = OpenStep { there: now, ..step };
    (opposite, effects)
}

fn look_as_before(session: &mut Session, camera: Option<Camera>) {
    frame_all(session);
    if let Some(camera) = camera {
        session.view.begin_at(camera);
        session.view.leave_frame();
    }
}

/// The file's scene and those of the files that it references, with the images of each.
fn has_awaited_images(file: &OpenFile) -> bool {
    let inside = file.instances.files.iter().flat_map(|inside| &inside.textures);
    let mut all = file.textures.iter().chain(inside);
    all.any(|entry| entry.state == TextureState::Loading)
}
