//! An open as one step of undo: taken back, and done again.

use super::snapshot::{OpenStep, Snapshot, as_read_last};
use super::{Change, Effect, OpenFile, Session, Stage};
use castview_base::core::Camera;
use castview_picture::opened::{Placement, TextureState};

impl Session {
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            stage: self.stage.clone(),
            edits: self.edits.clone(),
            active_clip: self.playback.active_clip,
            transport: self.playback.transport,
            loops_by_hand: self.playback.loops_by_hand,
            keyed_layer: self.composition.keyed_layer,
            camera: (!self.view.camera_is_framed).then_some(self.view.camera),
        }
    }

    /// Takes an open back, or does it again. Returns the step that does the opposite, and what is to be done about files that come back.
    pub(crate) fn bring_back(&mut self, step: OpenStep) -> (OpenStep, Vec<Effect>) {
        let now = self.snapshot();
        let there = step.there;
        let models = |stage: &Stage| stage.models.iter().map(|placed| placed.key).collect::<Vec<_>>();
        let are_others = models(&there.stage) != models(&now.stage);
        let comes_back = |file: &&OpenFile| now.stage.file(file.key).is_none();
        let is_awaited = |file: &&OpenFile| has_awaited_images(file);
        let back = there.stage.files.iter().filter(comes_back);
        // The images of a file that was replaced while they were read arrived for nobody.
        let unread = back.filter(is_awaited).map(|file| file.location.clone());
        let unread: Vec<String> = unread.filter(|location| !location.is_empty()).collect();
        self.stage = as_read_last(there.stage, &now.stage);
        self.edits = there.edits.with_what_is_kept(&self.edits).into();
        self.playback.active_clip = there.active_clip;
        self.playback.loops_by_hand = there.loops_by_hand;
        self.playback.transport = there.transport;
        self.playback.fired.clear();
        self.composition.keyed_layer = there.keyed_layer;
        self.settle_looping();
        self.forget_what_is_gone();
        self.bind_active_clip();
        self.note(Change::MODELS | Change::PICTURE | Change::LOOKS | Change::GROUND | Change::SIZE);
        self.evaluate();
        if are_others {
            self.look_as_before(there.camera);
        }
        self.follow_levels();
        self.follow_budget();
        self.remember_stage();
        self.opening.changed.extend(unread);
        self.come_back_changed();
        let effects = self.reload_changed();
        let opposite = OpenStep { there: now, ..step };
        (opposite, effects)
    }

    /// The files that the last drop hung on a bone; none once that is taken back or something else was opened.
    fn hung_files(&self) -> impl Iterator<Item = &OpenFile> {
        let step = self.history.last_open().filter(|step| step.hung);
        let is_new = move |file: &&OpenFile| step.is_some_and(|step| step.there.stage.file(file.key).is_none());
        self.stage.files.iter().filter(is_new)
    }

    /// Whether the last drop hung files on a bone, and that can be taken back.
    pub fn can_take_back_hung(&self) -> bool {
        self.hung_files().next().is_some()
    }

    /// Takes the drop back, and whatever was changed since.
    pub(crate) fn take_back_hung(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while self.can_take_back_hung() {
            effects.extend(self.undo_or_redo(true));
        }
        effects
    }

    /// Opens them as any other drop does.
    pub(crate) fn open_instead(&mut self) -> Vec<Effect> {
        let locations: Vec<String> = self.hung_files().map(|file| file.location.clone()).collect();
        let mut effects = self.take_back_hung();
        if !locations.is_empty() {
            effects.extend(self.open_or_reload(locations, Placement::Replace));
        }
        effects
    }

    fn look_as_before(&mut self, camera: Option<Camera>) {
        self.frame_all();
        if let Some(camera) = camera {
            self.view.camera = camera;
            self.view.camera_is_framed = false;
            (self.view.glide, self.view.flight) = (None, None);
        }
    }
}

/// The file's scene and those of the files that it references, with the images of each.
fn has_awaited_images(file: &OpenFile) -> bool {
    let inside = file.instances.files.iter().flat_map(|inside| &inside.textures);
    let mut all = file.textures.iter().chain(inside);
    all.any(|entry| entry.state == TextureState::Loading)
}
