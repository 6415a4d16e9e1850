//! An open as one step of undo: taken back, and done again.

use super::snapshot::{OpenStep, Snapshot};
use super::{Change, Effect, OpenFile, Session, Stage};
use crate::apply;
use crate::stage::changed::read_last::as_read_last;
use crate::stage::watched;
use castview_base::core::Camera;
use castview_picture::opened::{Placement, TextureState};

impl Session {
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            stage: self.stage.clone(),
            edits: self.edits.clone(),
            playhead: self.playback.kept_playhead(),
            keyed_layer: self.composition.keyed_layer(),
            camera: (!self.view.is_framed()).then_some(self.view.camera()),
        }
    }

    /// Takes an open back, or does it again. Returns the step that does the opposite, and what is to be done about files that come back.
    pub(crate) fn bring_back(&mut self, step: OpenStep) -> (OpenStep, Vec<Effect>) {
        let now = self.snapshot();
        let there = step.there;
        let models = |stage: &Stage| stage.models().iter().map(|placed| placed.key).collect::<Vec<_>>();
        let are_others = models(&there.stage) != models(&now.stage);
        let comes_back = |file: &&OpenFile| now.stage.file(file.key).is_none();
        let is_awaited = |file: &&OpenFile| has_awaited_images(file);
        let back = there.stage.files().iter().filter(comes_back);
        // The images of a file that was replaced while they were read arrived for nobody.
        let unread = back.filter(is_awaited).map(|file| file.location.clone());
        let unread: Vec<String> = unread.filter(|location| !location.is_empty()).collect();
        self.stage = as_read_last(there.stage, &now.stage);
        self.edits = there.edits.with_what_is_kept(&self.edits).into();
        self.playback.bring_back(&there.playhead);
        self.composition.look_at_keys(there.keyed_layer);
        self.settle_looping();
        self.forget_what_is_gone();
        self.bind_active_clip();
        self.note(Change::MODELS | Change::PICTURE | Change::LOOKS | Change::GROUND | Change::SIZE);
        self.evaluate();
        if are_others {
            look_as_before(self, there.camera);
        }
        self.follow_levels();
        self.follow_budget();
        self.remember_stage();
        self.opening.changed.extend(unread);
        watched::come_back_changed(self);
        let effects = self.reload_changed();
        let opposite = OpenStep { there: now, ..step };
        (opposite, effects)
    }

    /// Whether the last drop hung files on a bone, and that can be taken back.
    pub fn can_take_back_hung(&self) -> bool {
        hung_files(self).next().is_some()
    }

    /// Takes the drop back, and whatever was changed since.
    pub(crate) fn take_back_hung(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while self.can_take_back_hung() {
            effects.extend(apply::undo_or_redo(self, true));
        }
        effects
    }

    /// Opens them as any other drop does.
    pub(crate) fn open_instead(&mut self) -> Vec<Effect> {
        let locations: Vec<String> = hung_files(self).map(|file| file.location.clone()).collect();
        let mut effects = self.take_back_hung();
        if !locations.is_empty() {
            effects.extend(self.open_or_reload(locations, Placement::Replace));
        }
        effects
    }
}

/// The files that the last drop hung on a bone; none once that is taken back or something else was opened.
fn hung_files(session: &Session) -> impl Iterator<Item = &OpenFile> {
    let step = session.history.last_open().filter(|step| step.hung);
    let is_new = move |file: &&OpenFile| step.is_some_and(|step| step.there.stage.file(file.key).is_none());
    session.stage.files().iter().filter(is_new)
}

fn look_as_before(session: &mut Session, camera: Option<Camera>) {
    session.frame_all();
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
