//! One picture: files → stage → camera → pixels.

mod trim;

use super::arrange::{Arranged, Clips, Counting};
use super::compose::{Composed, compose, override_models};
use super::file_set::{Beside, FileSet, Maps, OfflineError};
use super::named::{bones_named, camera_named, shape_named};
use super::opening::{Drawing, open_beside};
use super::shown_images::may_be_read;
use super::wish::{EnvironmentWish, Shot, ViewWish};
use crate::files;
use crate::formats::rules::common as rule;
use crate::images::Image;
use crate::opened::OpenedFile;
use crate::picture::Shadows;
use crate::render::adapters::AdapterChoice;
use crate::session::playback;
use crate::session::{CameraKey, Message, Selected};
use std::path::PathBuf;

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Straight alpha.
    pub image: Image,
    /// Samples per pixel it has.
    pub samples: u32,
    /// Sentences about parts that had to be left out, and about wishes for which the files have nothing.
    pub problems: Vec<String>,
    /// Something is left out or smaller as it would cost too much: [`Shot::whole`] shows it.
    pub is_reduced: bool,
    /// No model shows anything of itself.
    pub is_empty: bool,
}

/// All of a picture that needs no graphics adapter.
pub struct PreparedShot {
    arranged: Arranged,
    /// Clips that are laid out when the view file is shown; `None`: they are already, there is no view file.
    over_view: Option<Clips>,
    selected: Vec<Selected>,
    camera: Option<CameraKey>,
    /// As in [`Taken`].
    problems: Vec<String>,
    is_reduced: bool,
}

impl PreparedShot {
    /// Whether a clip plays. Not known yet where a view file says it.
    pub fn plays(&self) -> bool {
        playback::played(&self.arranged.session).is_some()
    }
}

/// The picture of the files at `paths`, with what lies beside them, by the first graphics adapter that works.
pub fn picture_of(paths: &[PathBuf], shot: &Shot) -> Result<Taken, OfflineError> {
    let beside = Beside {
        maps: Maps::All,
        instances: true,
        full_size: shot.whole,
    };
    let read = || prepare(FileSet::open(paths, beside)?, shot);
    let bytes = files::bytes_of(paths);
    let (prepared, drawing) = open_beside(
        &AdapterChoice::default(),
        (shot.samples, Shadows::default()),
        bytes,
        read,
    );
    take(prepared?, &mut drawing?, shot)
}

/// Lays `batch` out as `shot` says.
pub fn prepare(batch: FileSet, shot: &Shot) -> Result<PreparedShot, OfflineError> {
    let mut problems = cut_files(&batch);
    problems.extend(taken_of_several(&batch));
    let shrunk = batch.shrunk.sentence();
    let is_reduced = shrunk.is_some();
    problems.extend(shrunk);
    problems.extend(batch.stay_smaller.iter().chain(&batch.of_view).cloned());
    let (mut arranged, over_view) = match &shot.saved {
        Some(_) => {
            let clips = Clips::named(&batch, &shot.arrangement)?;
            (Arranged::opened(batch, Counting::AsDrawn), Some(clips))
        }
        None => (Arranged::new(batch, &shot.arrangement, Counting::AsDrawn)?, None),
    };
    let mut selected = bones_named(&arranged.session, &shot.bones_selected)?;
    if let Some(name) = &shot.shape_selected {
        selected.push(shape_named(&arranged.session, name)?);
    }
    let camera = match &shot.view {
        Some(ViewWish::Camera(name)) => Some(camera_named(&arranged.session, name)?),
        _ => None,
    };
    let of_view = shot.saved.as_ref().and_then(|view| view.environment_image.as_deref());
    let wanted = match &shot.light.environment {
        Some(EnvironmentWish::Image(path)) => Some(path.clone()),
        Some(EnvironmentWish::Preset(_)) => None,
        None => {
            let opened = arranged.session.stage().files().iter();
            let mut places = opened.map(|file| file.location.as_str());
            let of_view = of_view.filter(|image| places.any(|own| may_be_read(image, own)));
            of_view.map(files::path_of)
        }
    };
    match (wanted, &shot.light.environment) {
        (Some(path), _) => {
            let image = files::open_environment(&path)?;
            arranged.session.receive(Message::EnvironmentLoaded(image));
        }
        // The adapter is being opened meanwhile: its map is at hand when the picture wants it.
        (None, Some(EnvironmentWish::Preset(preset))) => drop(preset.map()),
        (None, _) => drop(arranged.session.preferences().look.environment.preset.map()),
    }
    if over_view.is_none() {
        override_models(&mut arranged.session, shot)?;
    }
    Ok(PreparedShot {
        arranged,
        over_view,
        selected,
        camera,
        problems,
        is_reduced,
    })
}

/// Draws what is `prepared` as `shot` says.
pub fn take(prepared: PreparedShot, drawing: &mut Drawing, shot: &Shot) -> Result<Taken, OfflineError> {
    let (mut composed, mut problems, is_reduced) = compose_prepared(prepared, drawing, shot)?;
    let (drawn, image) = match shot.is_thumbnail {
        true => trim::drawn_tight(drawing, &mut composed.picture)?,
        false => drawing.draw(&composed.picture)?,
    };
    problems.append(&mut drawing.passed);
    problems.extend(composed.over_budget);
    problems.extend(composed.unseen);
    problems.extend(drawn.problems.iter().map(ToString::to_string));
    Ok(Taken {
        image,
        samples: drawn.samples,
        problems,
        is_reduced,
        is_empty: composed.is_empty,
    })
}

/// The picture of `prepared`, the notes to print before drawing, and whether anything is left out. Fails if a software adapter has no
/// room for the picture.
pub(super) fn compose_prepared(
    prepared: PreparedShot,
    drawing: &Drawing,
    shot: &Shot,
) -> Result<(Composed, Vec<String>, bool), OfflineError> {
    let PreparedShot {
        arranged,
        over_view,
        selected,
        camera,
        problems,
        is_reduced,
    } = prepared;
    let context = drawing.renderer.context();
    let memory = context.is_software().then(files::system_memory).flatten();
    let adapter = (memory, context.abilities().blocks);
    let composed = compose((arranged, over_view), (selected, camera), shot, adapter)?;
    if let Some(free) = memory.and_then(|_| files::free_memory()) {
        drawing.renderer.check_room(&composed.picture, free)?;
    }
    let is_reduced = is_reduced || composed.over_budget.is_some();
    Ok((composed, problems, is_reduced))
}

/// Files that end too early: the picture shows what is whole in them.
fn cut_files(batch: &FileSet) -> Vec<String> {
    let told = |file: &OpenedFile| Some(format!("{}: {}", file.name, file.diagnostics.cut()?.message));
    batch.files.iter().filter_map(told).collect()
}

/// Files that were taken for ones that the opened files name, though others would do as well.
fn taken_of_several(batch: &FileSet) -> Vec<String> {
    let all = batch.files.iter().flat_map(|file| file.diagnostics.items());
    let taken = all.filter(|item| item.rule.id == rule::T3.id);
    taken
        .map(|item| format!("{}: {}", item.place.node_path, item.message))
        .collect()
}
