//! A loaded batch joins the stage: the files it replaces, those it keeps, the clip that starts to play.

use super::arrange::{self, Arranged, several};
use super::told::{Gone, arranged_told, is_clip_library, replaced_told};
use super::walk::{Walk, go_on_playing};
use crate::browser::remember::remember_stage;
use crate::composition::attach;
use crate::joining::pairs::pair_clips;
use crate::joining::taken_back;
use crate::placed::staging::Staging;
use crate::placed::standing::Carried;
use crate::playback::looping::settle_looping;
use crate::playback::own_clips::{activate_beside, play_alone};
use crate::snapshot::OpenStep;
use crate::stage::changed::compared;
use crate::stage::changed::read_last::as_read_last;
use crate::stage::textures::elsewhere::missing_textures_notice;
use crate::stage::up_axis::recall_up_axis;
use crate::stage::watched::{forget_kept_images, keep_images};
use crate::undo::Remembers;
use crate::view::camera::framed::far_notice;
use crate::view::camera::placing::frame_all;
use crate::view::shown::levels::follow_levels;
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
    /// While there is no model, the active clip plays on its own skeleton, as sticks (cast.md A26), or on bones made for its targets.
    pub(crate) fn stand_in_for_missing_model(&mut self) {
        if self.stage.remove_stand_in() {
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
        self.stage.stand_in(placed);
        self.note(Change::MODELS);
        self.bind_active_clip();
    }
}

pub(crate) fn opened(session: &mut Session, batch: Vec<OpenedFile>, placement: Placement) -> Vec<Effect> {
    if placement == Placement::Reload && !batch.is_empty() {
        return told_reloaded(session, batch);
    }
    let is_new = |file: &OpenedFile| session.stage.file(file.key).is_none();
    // A walk goes on by walking back, and an empty stage is nothing to come back to.
    let can_go_back = placement != Placement::Walk && !session.stage.is_empty() && batch.iter().any(is_new);
    let before = can_go_back.then(|| taken_back::snapshot(session));
    // All files that came count, those that were open before included: a user who drops a model with a clip wants to see that clip on
    // it.
    let came: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
    let first_clip_opened = batch.iter().find_map(first_clip);
    let (again, batch): (Vec<OpenedFile>, Vec<OpenedFile>) =
        (batch.into_iter()).partition(|file| session.stage.file(file.key).is_some());
    let stays: Vec<FileKey> = again.iter().map(|file| file.key).collect();
    let mut effects = match again.is_empty() {
        true => Vec::new(),
        false => opened_again(session, again, batch.is_empty(), placement),
    };
    if batch.is_empty() {
        return effects;
    }
    let walks = placement == Placement::Walk;
    // A step of the walk to a file that holds nothing shows just that.
    let brings_model = batch
        .iter()
        .any(|file| file.has_models() || walks && !is_clip_library(&file.scene));
    let had_model = session.stage.has_model() && !session.stage.files().iter().all(|file| file.is_demo);
    let replaces = placement.replaces() && brings_model;
    let fit_none = match replaces && had_model && batch.iter().any(OpenedFile::has_models) {
        true => libraries_that_fit_none(session, &batch, &stays),
        false => Vec::new(),
    };
    let walk = walks.then(|| Walk::begin(session, brings_model, &fit_none));

    let gone = make_room(session, (&stays, &fit_none), replaces, walk.as_ref());
    let names: Vec<String> = batch.iter().map(|file| file.name.clone()).collect();
    let standing: Vec<String> = (batch.iter().filter(|file| file.has_models()))
        .map(|file| file.name.clone())
        .collect();
    let keys: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
    let warnings = batch.iter().map(|file| file.diagnostics.warnings()).sum();
    for file in batch {
        let key = file.key;
        place(session, file);
        if let Placement::On { leader, bone } = placement {
            hang_all(session, key, Attachment::Bone { leader, bone });
        }
    }
    if replaces || !had_model {
        recall_up_axis(session);
    }
    session.stage.count_models();
    let arranged = match placement {
        Placement::On { .. } => Arranged::default(),
        _ => arrange::arrange(session, &keys),
    };
    match &walk {
        Some(walk) => go_on_playing(session, walk, first_clip_opened, &keys),
        None => {
            play_what_came(session, first_clip_opened, replaces && had_model);
            if !matches!(placement, Placement::On { .. }) {
                effects.extend(pair_clips(session, &came, first_clip_opened));
            }
        }
    }
    session.stand_in_for_missing_model();
    session.evaluate();
    let stays_put = had_model
        && (walk.as_ref())
            .is_some_and(|walk| walk.camera_stays(session.view.is_framed(), session.view.steady_bounds()));
    if !stays_put && (brings_model || session.view.is_framed() || !had_model) {
        frame_all(session);
    }
    effects.extend(session.stage.cut_notices(&keys));
    session.history.forget_replaced();
    let replaced = replaces && !gone.is_empty() && walk.is_none();
    if let Some(there) = before {
        let over = placement.over().filter(|_| replaced);
        let hung = matches!(placement, Placement::On { .. }) && brings_model;
        remember_open(
            session,
            OpenStep {
                there,
                replaced,
                over,
                hung,
            },
        );
    }
    let hung = match placement {
        Placement::On { leader, bone } => session.stage.hung_told(&standing, (leader, bone)),
        _ => None,
    };
    if let Some(hung) = hung {
        effects.push(hung);
    } else if replaced {
        effects.push(replaced_told(session, (&names, &standing), warnings, &gone, &arranged));
    } else if arranged != Arranged::default() {
        effects.push(arranged_told(&standing, &arranged, keys.clone()));
    }
    effects.extend(notices_of_opened(session, &keys));
    // A walk shows models by the way.
    effects.extend(session.browser.look_for_hung(&session.stage, &keys, !walks));
    effects
}

pub(crate) fn close_files(session: &mut Session, close: impl Fn(&OpenFile) -> bool) {
    let files = session.stage.files().iter().filter(|file| close(file));
    let gone: Vec<FileKey> = files.map(|file| file.key).collect();
    session.stage.remove(&gone);
    session.note(Change::MODELS);
    forget_kept_images(session);
    session.forget_what_is_gone();
}

/// Closes what a batch replaces, by a walk or because it brings a model, and the demo. `stays` was asked for together with the batch;
/// `fit_none`: clips that fit nothing in it.
fn make_room(
    session: &mut Session,
    (stays, fit_none): (&[FileKey], &[FileKey]),
    replaces: bool,
    walk: Option<&Walk>,
) -> Gone {
    let goes = |file: &OpenFile| {
        let is_unfit = walk.is_none() && fit_none.contains(&file.key);
        let is_left_out = !is_clip_library(&file.scene) || is_unfit;
        let is_walked = walk.is_some_and(|walk| walk.leaves.contains(&file.key));
        file.is_demo || (is_walked || replaces && is_left_out) && !stays.contains(&file.key)
    };
    let gone = Gone::of(session.stage.files().iter().filter(|file| goes(file)));
    close_files(session, goes);
    if replaces {
        if walk.is_some() {
            // The steps that were undone belonged to another stage.
            session.history.clear();
        }
        session.edits = session.edits.of_another_stage().into();
    }
    gone
}

/// Plays the first clip of the batch. Without one, a model in place of another shows its rest pose, and otherwise the playing clip goes
/// on.
fn play_what_came(session: &mut Session, first_clip: Option<ClipKey>, replaces_model: bool) {
    if let Some(clip) = first_clip {
        activate_beside(session, clip, plays_at_once(session));
    } else if replaces_model {
        session.activate(None, false);
    } else {
        // A clip that waited for a model, or played on its own bones, goes on.
        session.bind_active_clip();
    }
}

/// Notices about files that are on the stage now, and about the stage with them.
fn notices_of_opened(session: &mut Session, keys: &[FileKey]) -> Vec<Effect> {
    let mut effects: Vec<Effect> = session.matching_notice().into_iter().collect();
    follow_levels(session);
    session.follow_budget();
    effects.extend(session.view.budget_notice());
    effects.extend(far_notice(session));
    effects.extend(session.stage.missing_instances_notice());
    effects.extend(session.stage.outside_notice(keys));
    // Where some still load, the last of them tells.
    effects.extend(missing_textures_notice(session, keys));
    effects
}

/// Files that were open and have been opened again: each takes its own place. The first clip they hold plays if `alone`, as nothing
/// else came with them and one of them may be what the user wants to see.
fn opened_again(session: &mut Session, again: Vec<OpenedFile>, alone: bool, placement: Placement) -> Vec<Effect> {
    let clip = again.iter().find_map(first_clip);
    let is_active = |clip: ClipKey| session.active_clip().is_some_and(|active| active.key.file == clip.file);
    let plays = clip.filter(|clip| alone && !is_active(*clip));
    let effects = match placement {
        Placement::Walk => walked_to_open(session, again, plays.is_some()),
        _ => told_reloaded(session, again),
    };
    if plays.is_some() {
        session.activate(plays, plays_at_once(session));
        session.stand_in_for_missing_model();
        session.evaluate();
    }
    effects
}

/// A step of the walk has led to files that are open. Nobody asked to reload them; a clip of theirs that plays now tells enough.
fn walked_to_open(session: &mut Session, again: Vec<OpenedFile>, plays: bool) -> Vec<Effect> {
    let names: Vec<String> = again.iter().map(|file| file.name.clone()).collect();
    let mut effects = reloaded(session, again);
    if !plays {
        let verb = if names.len() == 1 { "is" } else { "are" };
        let text = format!("{} {verb} open already.", several(&names));
        effects.insert(0, Effect::Notify(Notice::info(text)));
    }
    effects
}

/// Files that the user wanted to reload, or opened once more.
fn told_reloaded(session: &mut Session, batch: Vec<OpenedFile>) -> Vec<Effect> {
    let is_open = |file: &&OpenedFile| session.stage.file(file.key).is_some();
    let count = batch.iter().filter(is_open).count();
    let files = if count == 1 {
        "1 file".to_owned()
    } else {
        format!("{count} files")
    };
    let changes = session.stage.changes_by(&batch);
    let keys: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
    compared::keep_former(session, &keys);
    let text = match changes.is_empty() {
        true => format!("Reloaded {files}."),
        false => format!("Reloaded {files}: {changes}."),
    };
    let mut effects = reloaded(session, batch);
    let mut notice = Notice::info(text);
    if !changes.is_empty() {
        let page = Action::Window(WindowAction::TogglePage(Page::Compare));
        notice = notice.with_action("Compare", page);
    }
    effects.insert(0, Effect::Notify(notice));
    effects
}

/// Files of clips of which none fits a model of `batch` or of the files that stay: most of its tracks drive nothing there.
fn libraries_that_fit_none(session: &Session, batch: &[OpenedFile], stays: &[FileKey]) -> Vec<FileKey> {
    let is_left = |placed: &&Placed| stays.contains(&placed.file) && !placed.is_stand_in;
    let left = session.stage.models().iter().filter(is_left).map(Placed::model);
    let models = batch.iter().flat_map(OpenedFile::models).chain(left);
    let renames = &session.preferences.motion.renames;
    let libraries = session.stage.files().iter().filter(|file| is_clip_library(&file.scene));
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
fn hang_all(session: &mut Session, file: FileKey, there: Attachment) {
    let of_file = session.stage.models().iter().filter(|placed| placed.file == file);
    let keys: Vec<PlacedKey> = of_file.map(|placed| placed.key).collect();
    for key in &keys {
        attach::attach(session, *key, Some(there));
    }
    if let Some(first) = keys.first() {
        session.browser.remember_hung(&session.stage, &session.edits, *first);
    }
}

/// Brings back the files that the last open replaced, beside the files that it brought. With `hang`, the models of the new files hang
/// there. The clip that played goes on.
pub(crate) fn add_instead(session: &mut Session, hang: Option<Attachment>) -> Vec<Effect> {
    let Some(there) = session.history.last_open().filter(|step| step.replaced) else {
        return Vec::new();
    };
    let there = there.there.clone();
    session.history.forget_replaced();
    let is_moved = |placed: &&Placed| placed.clips.is_matched();
    let moved = there.stage.models().iter().filter(is_moved);
    let moved: Vec<PlacedKey> = moved
        .filter(|placed| !placed.is_stand_in)
        .map(|placed| placed.key)
        .collect();
    let new = std::mem::take(&mut session.stage);
    let mut stage = as_read_last(there.stage, &new);
    let added_keys = stage.take_beside(new);
    session.stage = stage;
    session.note(Change::MODELS);
    session.edits = there.edits.beside(&session.edits).into();
    // The open before is the step that all of this belongs to.
    session.changes.remember_as(Remembers::Nothing);
    match hang {
        Some(there) => added_keys.iter().for_each(|file| hang_all(session, *file, there)),
        None => _ = arrange::arrange(session, &added_keys),
    }
    match (session.playback.active_clip(), there.playhead.clip()) {
        (None, Some(_)) => {
            session.playback.go_on_with(&there.playhead);
            settle_looping(session);
        }
        // Both go on, each on its own models.
        (Some(active), Some(before)) if active != before && session.stage.clip(before).is_some() => {
            moved.into_iter().for_each(|model| play_alone(session, before, model));
        }
        _ => {}
    }
    session.bind_active_clip();
    session.evaluate();
    frame_all(session);
    remember_stage(session);
    Vec::new()
}

/// Opens the last drop again beside the files it replaced, and hangs its model on the bone below the pointer at that time.
pub(crate) fn hang_instead(session: &mut Session) -> Vec<Effect> {
    let over = session.history.last_open().and_then(|step| step.over);
    match over {
        Some((leader, bone)) => add_instead(session, Some(Attachment::Bone { leader, bone })),
        None => Vec::new(),
    }
}

fn remember_open(session: &mut Session, step: OpenStep) {
    let files = session.stage.files().iter();
    let scenes = files.flat_map(|file| {
        let inside = file.instances.files.iter().map(|inside| &inside.scene);
        std::iter::once(&file.scene).chain(inside)
    });
    let scenes: BTreeSet<usize> = scenes.map(|scene| Arc::as_ptr(scene) as usize).collect();
    session.history.remember_open(step, scenes);
}

/// The same locations read again: camera, clip and playhead stay; what is selected stays if it still exists.
fn reloaded(session: &mut Session, batch: Vec<OpenedFile>) -> Vec<Effect> {
    let active = session.active_clip().map(|clip| (clip.key, clip.name.clone()));
    let frame = session.frame();
    let playing = session.playback.transport().playing;
    let keys: Vec<FileKey> = batch.iter().map(|file| file.key).collect();
    for file in batch {
        let key = file.key;
        if session.stage.file(key).is_none() {
            continue;
        }
        let models = session.stage.models().iter();
        let kept = models.filter(|placed| placed.file == key && !placed.is_stand_in);
        let kept: Vec<PlacedKey> = kept.map(|placed| placed.key).collect();
        let (open, models, clips) = session.opening.unpack(file, &kept);
        if let Some(old) = session.stage.replace(open, models, clips) {
            keep_images(session, &old, key);
        }
    }
    session.note(Change::MODELS);
    session.forget_what_is_gone();
    let again = active.and_then(|(key, name)| {
        let in_file = |clip: &&ClipEntry| clip.key.file == key.file;
        let same_name = session
            .stage
            .clips()
            .iter()
            .filter(in_file)
            .find(|clip| clip.name == name);
        same_name
            .or_else(|| session.stage.clips().iter().find(|clip| clip.key == key))
            .map(|clip| clip.key)
    });
    session.activate(again, playing);
    if let (Some(frame), Some(timeline)) = (frame, session.timeline()) {
        session.playback.put_on(frame, &timeline);
    }
    session.stand_in_for_missing_model();
    session.evaluate();
    session.stage.outside_notice(&keys).into_iter().collect()
}

fn place(session: &mut Session, file: OpenedFile) {
    let (open, models, clips) = session.opening.unpack(file, &[]);
    session.stage.join(open, models, clips);
    session.note(Change::MODELS);
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
