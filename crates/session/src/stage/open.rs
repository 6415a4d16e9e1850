//! A loaded batch joins the stage: the files it replaces, those it keeps, the clip that starts to play.

use super::changed::read_last::as_read_last;
use crate::placed::staging::Staging;
use crate::placed::standing::Carried;
use crate::snapshot::OpenStep;
use crate::stage::arrange::{Arranged, several};
use crate::stage::changed::compared;
use crate::stage::opened_told::{Gone, arranged_told, is_clip_library};
use crate::stage::walk::Walk;
use crate::undo::Remembers;
use crate::window::motion::plays_at_once;
use crate::{
    Action, Attachment, Change, ClipEntry, ClipKey, Effect, Notice, OpenFile, Opening, Page, Placed, Session, Stage,
    WindowAction,
};
use castview_base::core::{ClipIndex, ModelIndex, Transform};
use castview_base::scene::{Clip, Model, Scene};
use castview_motion::animation::{self, DrivenCount};
use castview_picture::PlacedKey;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Session {
    pub(crate) fn opened(&mut self, batch: Vec<OpenedFile>, placement: Placement) -> Vec<Effect> {
        if placement == Placement::Reload && !batch.is_empty() {
            return self.told_reloaded(batch);
        }
        let is_new = |file: &OpenedFile| self.stage.file(file.key).is_none();
        // A walk goes on by walking back, and an empty stage is nothing to come back to.
        let can_go_back = placement != Placement::Walk && !self.stage.is_empty() && batch.iter().any(is_new);
        let before = can_go_back.then(|| self.snapshot());
        // All files that came count, those that were open before included: a user who drops a model with a clip wants to see that clip on
        // it.
        let came: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
        let first_clip_opened = batch.iter().find_map(first_clip);
        let (again, batch): (Vec<OpenedFile>, Vec<OpenedFile>) =
            (batch.into_iter()).partition(|file| self.stage.file(file.key).is_some());
        let stays: Vec<FileKey> = again.iter().map(|file| file.key).collect();
        let mut effects = match again.is_empty() {
            true => Vec::new(),
            false => self.opened_again(again, batch.is_empty(), placement),
        };
        if batch.is_empty() {
            return effects;
        }
        let walks = placement == Placement::Walk;
        // A step of the walk to a file that holds nothing shows just that.
        let brings_model = batch
            .iter()
            .any(|file| file.has_models() || walks && !is_clip_library(&file.scene));
        let had_model = self.stage.has_model() && !self.stage.files.iter().all(|file| file.is_demo);
        let replaces = placement.replaces() && brings_model;
        let fit_none = match replaces && had_model && batch.iter().any(OpenedFile::has_models) {
            true => self.libraries_that_fit_none(&batch, &stays),
            false => Vec::new(),
        };
        let walk = walks.then(|| Walk::begin(self, brings_model, &fit_none));

        let gone = self.make_room((&stays, &fit_none), replaces, walk.as_ref());
        let names: Vec<String> = batch.iter().map(|file| file.name.clone()).collect();
        let standing: Vec<String> = (batch.iter().filter(|file| file.has_models()))
            .map(|file| file.name.clone())
            .collect();
        let keys: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
        let warnings = batch.iter().map(|file| file.diagnostics.warnings()).sum();
        for file in batch {
            let key = file.key;
            self.place(file);
            if let Placement::On { leader, bone } = placement {
                self.hang_all(key, Attachment::Bone { leader, bone });
            }
        }
        if replaces || !had_model {
            self.recall_up_axis();
        }
        self.stage.count_models();
        let arranged = match placement {
            Placement::On { .. } => Arranged::default(),
            _ => self.arrange(&keys),
        };
        match &walk {
            Some(walk) => self.go_on_playing(walk, first_clip_opened, &keys),
            None => {
                self.play_what_came(first_clip_opened, replaces && had_model);
                if !matches!(placement, Placement::On { .. }) {
                    effects.extend(self.pair_clips(&came, first_clip_opened));
                }
            }
        }
        self.stand_in_for_missing_model();
        self.evaluate();
        let stays_put = had_model
            && (walk.as_ref()).is_some_and(|walk| walk.camera_stays(self.view.is_framed(), self.view.steady_bounds()));
        if !stays_put && (brings_model || self.view.is_framed() || !had_model) {
            self.frame_all();
        }
        effects.extend(self.stage.cut_notices(&keys));
        self.history.forget_replaced();
        let replaced = replaces && !gone.is_empty() && walk.is_none();
        if let Some(there) = before {
            let over = placement.over().filter(|_| replaced);
            let hung = matches!(placement, Placement::On { .. }) && brings_model;
            self.remember_open(OpenStep {
                there,
                replaced,
                over,
                hung,
            });
        }
        let hung = match placement {
            Placement::On { leader, bone } => self.stage.hung_told(&standing, (leader, bone)),
            _ => None,
        };
        if let Some(hung) = hung {
            effects.push(hung);
        } else if replaced {
            effects.push(self.replaced_told((&names, &standing), warnings, &gone, &arranged));
        } else if arranged != Arranged::default() {
            effects.push(arranged_told(&standing, &arranged, keys.clone()));
        }
        effects.extend(self.notices_of_opened(&keys));
        // A walk shows models by the way.
        effects.extend(self.browser.look_for_hung(&self.stage, &keys, !walks));
        effects
    }

    /// Closes what a batch replaces, by a walk or because it brings a model, and the demo. `stays` was asked for together with the batch;
    /// `fit_none`: clips that fit nothing in it.
    fn make_room(&mut self, (stays, fit_none): (&[FileKey], &[FileKey]), replaces: bool, walk: Option<&Walk>) -> Gone {
        let goes = |file: &OpenFile| {
            let is_unfit = walk.is_none() && fit_none.contains(&file.key);
            let is_left_out = !is_clip_library(&file.scene) || is_unfit;
            let is_walked = walk.is_some_and(|walk| walk.leaves.contains(&file.key));
            file.is_demo || (is_walked || replaces && is_left_out) && !stays.contains(&file.key)
        };
        let gone = Gone::of(self.stage.files.iter().filter(|file| goes(file)));
        self.close_files(goes);
        if replaces {
            if walk.is_some() {
                // The steps that were undone belonged to another stage.
                self.history.clear();
            }
            self.edits = self.edits.of_another_stage().into();
        }
        gone
    }

    /// Plays the first clip of the batch. Without one, a model in place of another shows its rest pose, and otherwise the playing clip goes
    /// on.
    fn play_what_came(&mut self, first_clip: Option<ClipKey>, replaces_model: bool) {
        if let Some(clip) = first_clip {
            self.activate_beside(clip, plays_at_once(self));
        } else if replaces_model {
            self.activate(None, false);
        } else {
            // A clip that waited for a model, or played on its own bones, goes on.
            self.bind_active_clip();
        }
    }

    /// Notices about files that are on the stage now, and about the stage with them.
    fn notices_of_opened(&mut self, keys: &[FileKey]) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.matching_notice().into_iter().collect();
        self.follow_levels();
        self.follow_budget();
        effects.extend(self.view.budget_notice());
        effects.extend(self.far_notice());
        effects.extend(self.stage.missing_instances_notice());
        effects.extend(self.stage.outside_notice(keys));
        // Where some still load, the last of them tells.
        effects.extend(self.missing_textures_notice(keys));
        effects
    }

    /// Files that were open and have been opened again: each takes its own place. The first clip they hold plays if `alone`, as nothing
    /// else came with them and one of them may be what the user wants to see.
    fn opened_again(&mut self, again: Vec<OpenedFile>, alone: bool, placement: Placement) -> Vec<Effect> {
        let clip = again.iter().find_map(first_clip);
        let is_active = |clip: ClipKey| self.active_clip().is_some_and(|active| active.key.file == clip.file);
        let plays = clip.filter(|clip| alone && !is_active(*clip));
        let effects = match placement {
            Placement::Walk => self.walked_to_open(again, plays.is_some()),
            _ => self.told_reloaded(again),
        };
        if plays.is_some() {
            self.activate(plays, plays_at_once(self));
            self.stand_in_for_missing_model();
            self.evaluate();
        }
        effects
    }

    /// A step of the walk has led to files that are open. Nobody asked to reload them; a clip of theirs that plays now tells enough.
    fn walked_to_open(&mut self, again: Vec<OpenedFile>, plays: bool) -> Vec<Effect> {
        let names: Vec<String> = again.iter().map(|file| file.name.clone()).collect();
        let mut effects = self.reloaded(again);
        if !plays {
            let verb = if names.len() == 1 { "is" } else { "are" };
            let text = format!("{} {verb} open already.", several(&names));
            effects.insert(0, Effect::Notify(Notice::info(text)));
        }
        effects
    }

    /// Files that the user wanted to reload, or opened once more.
    fn told_reloaded(&mut self, batch: Vec<OpenedFile>) -> Vec<Effect> {
        let is_open = |file: &&OpenedFile| self.stage.file(file.key).is_some();
        let count = batch.iter().filter(is_open).count();
        let files = if count == 1 {
            "1 file".to_owned()
        } else {
            format!("{count} files")
        };
        let changes = self.stage.changes_by(&batch);
        let keys: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
        compared::keep_former(self, &keys);
        let text = match changes.is_empty() {
            true => format!("Reloaded {files}."),
            false => format!("Reloaded {files}: {changes}."),
        };
        let mut effects = self.reloaded(batch);
        let mut notice = Notice::info(text);
        if !changes.is_empty() {
            let page = Action::Window(WindowAction::TogglePage(Page::Compare));
            notice = notice.with_action("Compare", page);
        }
        effects.insert(0, Effect::Notify(notice));
        effects
    }

    /// Files of clips of which none fits a model of `batch` or of the files that stay: most of its tracks drive nothing there.
    fn libraries_that_fit_none(&self, batch: &[OpenedFile], stays: &[FileKey]) -> Vec<FileKey> {
        let is_left = |placed: &&Placed| stays.contains(&placed.file) && !placed.is_stand_in;
        let left = self.stage.models.iter().filter(is_left).map(Placed::model);
        let models = batch.iter().flat_map(OpenedFile::models).chain(left);
        let renames = &self.preferences.motion.renames;
        let libraries = self.stage.files.iter().filter(|file| is_clip_library(&file.scene));
        let mut fit_none: Vec<&OpenFile> = libraries.collect();
        // The names of one model at a time: a file may hold very many.
        for model in models {
            if fit_none.is_empty() {
                break;
            }
            let count = DrivenCount::new(model, renames);
            let fits = |clip: &Clip| 2 * count.of(clip) >= clip.tracks.len();
            fit_none.retain(|file| !file.scene.clips.iter().any(fits));
        }
        fit_none.into_iter().map(|file| file.key).collect()
    }

    /// Hangs every model of that file there. A bone that is gone by now holds nothing; the models are there all the same.
    fn hang_all(&mut self, file: FileKey, there: Attachment) {
        let of_file = self.stage.models.iter().filter(|placed| placed.file == file);
        let keys: Vec<PlacedKey> = of_file.map(|placed| placed.key).collect();
        for key in &keys {
            self.attach(*key, Some(there));
        }
        if let Some(first) = keys.first() {
            self.browser.remember_hung(&self.stage, &self.edits, *first);
        }
    }

    /// Brings back the files that the last open replaced, beside the files that it brought. With `hang`, the models of the new files hang
    /// there. The clip that played goes on.
    pub(crate) fn add_instead(&mut self, hang: Option<Attachment>) -> Vec<Effect> {
        let Some(there) = self.history.last_open().filter(|step| step.replaced) else {
            return Vec::new();
        };
        let there = there.there.clone();
        self.history.forget_replaced();
        let is_moved = |placed: &&Placed| placed.clips.is_matched();
        let moved = there.stage.models.iter().filter(is_moved);
        let moved: Vec<PlacedKey> = moved
            .filter(|placed| !placed.is_stand_in)
            .map(|placed| placed.key)
            .collect();
        let new = std::mem::take(&mut self.stage);
        let mut stage = as_read_last(there.stage, &new);
        stage.files.retain(|file| !file.is_demo);
        let files: BTreeSet<FileKey> = stage.files.iter().map(|file| file.key).collect();
        let is_new = |file: FileKey| !files.contains(&file);
        let stays = |placed: &Placed| !placed.is_stand_in && !is_new(placed.file);
        stage.models.retain(stays);
        stage
            .models
            .extend(new.models.into_iter().filter(|placed| is_new(placed.file)));
        let clips = new.clips.into_iter().filter(|clip| is_new(clip.key.file));
        stage.clips.extend(clips);
        let added: Vec<OpenFile> = new.files.into_iter().filter(|file| is_new(file.key)).collect();
        let added_keys: Vec<FileKey> = added.iter().map(|file| file.key).collect();
        stage.files.extend(added);
        self.stage = stage;
        self.note(Change::MODELS);
        self.edits = there.edits.beside(&self.edits).into();
        // The open before is the step that all of this belongs to.
        self.changes.remember_as(Remembers::Nothing);
        match hang {
            Some(there) => added_keys.iter().for_each(|file| self.hang_all(*file, there)),
            None => _ = self.arrange(&added_keys),
        }
        match (self.playback.active_clip(), there.playhead.clip()) {
            (None, Some(_)) => {
                self.playback.go_on_with(&there.playhead);
                self.settle_looping();
            }
            // Both go on, each on its own models.
            (Some(active), Some(before)) if active != before && self.stage.clip(before).is_some() => {
                moved.into_iter().for_each(|model| self.play_alone(before, model));
            }
            _ => {}
        }
        self.bind_active_clip();
        self.evaluate();
        self.frame_all();
        self.remember_stage();
        Vec::new()
    }

    /// Hangs what the last open brought on the bone that it was dropped over, beside what it replaced.
    pub(crate) fn hang_instead(&mut self) -> Vec<Effect> {
        let over = self.history.last_open().and_then(|step| step.over);
        match over {
            Some((leader, bone)) => self.add_instead(Some(Attachment::Bone { leader, bone })),
            None => Vec::new(),
        }
    }

    /// Whether the last open replaced something that can be brought back.
    pub fn can_keep_both(&self) -> bool {
        self.history.last_open().is_some_and(|step| step.replaced)
    }

    fn remember_open(&mut self, step: OpenStep) {
        let files = self.stage.files.iter();
        let scenes = files.flat_map(|file| {
            let inside = file.instances.files.iter().map(|inside| &inside.scene);
            std::iter::once(&file.scene).chain(inside)
        });
        let scenes: BTreeSet<usize> = scenes.map(|scene| Arc::as_ptr(scene) as usize).collect();
        self.history.remember_open(step, scenes);
    }

    /// The same locations read again: camera, clip and playhead stay; what is selected stays if it still exists.
    fn reloaded(&mut self, batch: Vec<OpenedFile>) -> Vec<Effect> {
        let active = self.active_clip().map(|clip| (clip.key, clip.name.clone()));
        let frame = self.frame();
        let playing = self.playback.transport().playing;
        let keys: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
        for file in batch {
            let Some(at) = self.stage.files.iter().position(|old| old.key == file.key) else {
                continue;
            };
            let key = file.key;
            let kept: Vec<PlacedKey> = self
                .stage
                .models
                .iter()
                .filter(|m| m.file == key && !m.is_stand_in)
                .map(|m| m.key)
                .collect();
            let models_at = self
                .stage
                .models
                .iter()
                .position(|m| m.file == key)
                .unwrap_or(self.stage.models.len());
            let clips_at = self
                .stage
                .clips
                .iter()
                .position(|c| c.key.file == key)
                .unwrap_or(self.stage.clips.len());
            self.stage.models.retain(|m| m.file != key);
            self.stage.clips.retain(|c| c.key.file != key);
            let (open, models, clips) = self.opening.unpack(file, &kept);
            let old = std::mem::replace(&mut self.stage.files[at], open);
            self.keep_images(&old, key);
            self.stage.models.splice(models_at..models_at, models);
            self.stage.clips.splice(clips_at..clips_at, clips);
        }
        self.note(Change::MODELS);
        self.forget_what_is_gone();
        let again = active.and_then(|(key, name)| {
            let in_file = |clip: &&ClipEntry| clip.key.file == key.file;
            let same_name = self.stage.clips.iter().filter(in_file).find(|clip| clip.name == name);
            same_name
                .or_else(|| self.stage.clips.iter().find(|clip| clip.key == key))
                .map(|clip| clip.key)
        });
        self.activate(again, playing);
        if let (Some(frame), Some(timeline)) = (frame, self.timeline()) {
            self.playback.put_on(frame, &timeline);
        }
        self.stand_in_for_missing_model();
        self.evaluate();
        self.stage.outside_notice(&keys).into_iter().collect()
    }

    pub(crate) fn close_files(&mut self, close: impl Fn(&OpenFile) -> bool) {
        let gone: Vec<FileKey> = self
            .stage
            .files
            .iter()
            .filter(|file| close(file))
            .map(|file| file.key)
            .collect();
        self.stage.files.retain(|file| !gone.contains(&file.key));
        self.stage.models.retain(|placed| !gone.contains(&placed.file));
        self.stage.clips.retain(|clip| !gone.contains(&clip.key.file));
        self.note(Change::MODELS);
        self.forget_kept_images();
        self.forget_what_is_gone();
    }

    fn place(&mut self, file: OpenedFile) {
        let (open, models, clips) = self.opening.unpack(file, &[]);
        self.stage
            .models
            .retain(|placed| !placed.is_stand_in || models.is_empty());
        self.stage.files.push(open);
        self.stage.models.extend(models);
        self.stage.clips.extend(clips);
        self.note(Change::MODELS);
    }

    /// While there is no model, the active clip plays on its own skeleton, as sticks (cast.md A26), or on bones made for its targets.
    pub(crate) fn stand_in_for_missing_model(&mut self) {
        if self.stage.models.iter().any(|placed| placed.is_stand_in) {
            self.stage.models.retain(|placed| !placed.is_stand_in);
            self.note(Change::MODELS);
        }
        if self.stage.has_model() {
            return;
        }
        let Some(clip) = self.active_clip() else {
            return;
        };
        let own = clip.clip().skeleton.clone();
        let Some(skeleton) = own.or_else(|| Some(animation::stand_in(clip.clip())?.skeleton)) else {
            return;
        };
        let model = Model {
            name: clip.name.clone(),
            placement: Transform::IDENTITY,
            skeleton,
            ..Model::default()
        };
        let file = clip.key.file;
        let metadata = clip.scene.metadata.clone();
        let scene = Arc::new(Scene {
            metadata,
            models: vec![model],
            ..Scene::default()
        });
        let key = self.opening.new_placed_key();
        let placed = Placed {
            is_stand_in: true,
            ..Placed::at_rest(key, file, (scene, ModelIndex::new(0)), Arc::default(), Arc::default())
        };
        self.stage.models.push(placed);
        self.note(Change::MODELS);
        self.bind_active_clip();
    }
}

impl Opening {
    /// `keys` are used again for the first models, so that what points at them keeps its meaning.
    fn unpack(&mut self, file: OpenedFile, keys: &[PlacedKey]) -> (OpenFile, Vec<Placed>, Vec<ClipEntry>) {
        let open = OpenFile {
            key: file.key,
            name: file.name,
            location: file.location,
            bytes: file.bytes,
            scene: file.scene.clone(),
            diagnostics: file.diagnostics,
            textures: file.textures,
            instances: file.instances,
            is_demo: file.is_demo,
            decided: file.decided,
            outside: file.outside,
            buffers: file.buffers,
            awaited: file.awaited,
        };
        let textures = Stage::texture_set(&open.textures);
        let mut models: Vec<Placed> = Vec::with_capacity(file.scene.models.len());
        for (index, reach) in file.reach.iter().enumerate() {
            let key = keys.get(index).copied().unwrap_or_else(|| self.new_placed_key());
            let model = (file.scene.clone(), ModelIndex::new(index));
            let placed = Placed::at_rest(key, file.key, model, textures.clone(), reach.clone());
            let copies = placed.model().copies.as_deref();
            let carried = copies.and_then(|copies| Carried::of_copies(copies, models.get(copies.leader.get())?));
            models.push(match carried {
                Some((carried, home)) => Placed {
                    staging: Staging::at(home, Some(Arc::new(carried))),
                    ..placed
                },
                None => placed,
            });
        }
        let carrier = models.first().zip(open.scene.instances_on);
        let carried_by = carrier.map(|(leader, bone)| Arc::new(Carried::on(leader, bone)));
        for inside in &open.instances.files {
            let textures = Stage::texture_set(&inside.textures);
            for (index, reach) in inside.reach.iter().enumerate() {
                let key = keys.get(models.len()).copied().unwrap_or_else(|| self.new_placed_key());
                let model = (inside.scene.clone(), ModelIndex::new(index));
                models.push(Placed {
                    staging: Staging::at(inside.standing.clone(), carried_by.clone()),
                    ..Placed::at_rest(key, file.key, model, textures.clone(), reach.clone())
                });
            }
        }
        let clips = file
            .scene
            .clips
            .iter()
            .enumerate()
            .map(|(index, clip)| ClipEntry {
                key: ClipKey {
                    file: file.key,
                    clip: ClipIndex::new(index),
                },
                name: clip.name.clone(),
                scene: file.scene.clone(),
                keys: file.keys.get(index).cloned().flatten(),
            })
            .collect();
        (open, models, clips)
    }

    fn new_placed_key(&mut self) -> PlacedKey {
        self.next_placed += 1;
        PlacedKey(self.next_placed)
    }
}

fn first_clip(file: &OpenedFile) -> Option<ClipKey> {
    (!file.scene.clips.is_empty()).then_some(ClipKey {
        file: file.key,
        clip: ClipIndex::new(0),
    })
}
