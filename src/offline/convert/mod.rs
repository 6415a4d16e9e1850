//! Files of any format → one Cast or GLB file.
//!
//! In: paths, and how textures travel. Out: the bytes to write, image files to lay beside them, and what was lost. Never here:
//! command lines; nothing is written.

mod budget;
mod conversion;
mod copies;
mod gather;
mod images;
mod left_out;
mod lines;
mod normals;
mod packing;
mod plain;
mod range;

pub use conversion::{Conversion, ConvertError, Target, Textures};
pub use images::EmbeddedFile;

use crate::animation::{DrivenCount, Renames};
use crate::core::{Diagnostics, TextureIndex, UpAxis};
use crate::files;
use crate::formats::gltf::{self, Extras};
use crate::formats::rules::convert as rule;
use crate::formats::{Packing, Packings, PlainClip, cast};
use crate::opened::Outside;
use crate::scene::{Model, Scene, SlotSource};
use gather::{Found, Gathered};
use images::media_type;
use plain::{Between, plain};
use std::collections::BTreeSet;
use std::path::Path;

/// A file in another format.
#[derive(Debug)]
pub struct Converted {
    pub bytes: Vec<u8>,
    /// Names and bytes of image files for the folder of the file.
    pub images: Vec<(String, Vec<u8>)>,
    /// Every file that was put into it.
    pub embedded: Vec<EmbeddedFile>,
    /// Content that the target cannot hold, and assumptions.
    pub losses: Diagnostics,
    /// For each source that names files outside its allowed folders: its name and those files.
    pub outside: Vec<(String, Vec<Outside>)>,
    /// Sentences about how the names of clips fit their models.
    pub fitting: Vec<String>,
    pub models: usize,
    pub clips: usize,
}

/// Reads the sources, puts their models and clips together and writes them anew.
pub fn convert(conversion: &Conversion<'_>) -> Result<Converted, ConvertError> {
    let mut losses = Diagnostics::default();
    let mut gathered = gather::gather(conversion, &mut losses)?;
    for model in &mut gathered.scene.models {
        left_out::keep_lowest_level(model, &mut losses);
    }
    if conversion.target == Target::Cast {
        copies::write_out(&mut gathered, &mut losses);
    }
    gathered.room.check(&gathered.scene, conversion.output)?;
    let names = conversion.names;
    add_stand_ins(&mut gathered, names);
    let matches = best_matches(&gathered, names);
    let clips = plain_clips(&gathered, &matches, (conversion.target, names), &mut losses);
    let is_moving = |clip: usize| matches[clip].is_some();
    let fitting = gathered.fitting(names, is_moving);
    let Gathered {
        mut scene,
        found,
        outside,
        ..
    } = gathered;
    found.name_from(&mut scene, files::folder_of(conversion.output));
    let up = scene.metadata.up_axis().unwrap_or(UpAxis::Z);
    report_up(&scene, conversion.target, &mut losses);
    let written = match conversion.target {
        Target::Glb => as_glb(conversion, (&mut scene, up), &found, &clips, &mut losses)?,
        Target::Cast => as_cast(conversion, (&mut scene, up), &found, &clips, &mut losses)?,
    };
    let Written { bytes, laid, embedded } = written;
    if bytes.len() as u64 > conversion.most_bytes {
        return Err(ConvertError::TooLarge {
            bytes: bytes.len() as u64,
            most: conversion.most_bytes,
            output: conversion.output.into(),
        });
    }
    Ok(Converted {
        bytes,
        images: laid,
        embedded,
        losses,
        outside,
        fitting,
        models: scene.models.len(),
        clips: clips.len(),
    })
}

/// A file with the images that lie beside it and inside it.
struct Written {
    bytes: Vec<u8>,
    laid: Vec<(String, Vec<u8>)>,
    embedded: Vec<EmbeddedFile>,
}

fn as_glb(
    conversion: &Conversion<'_>,
    (scene, up): (&mut Scene, UpAxis),
    found: &Found,
    clips: &[(usize, PlainClip)],
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    let (materials, packings) = in_words_of(scene, found, losses, gltf::settle)?;
    images::add_packed(scene, &packings, found, losses);
    normals::add_smooth(scene);
    let used = materials.iter().flat_map(|material| &material.maps);
    let used: BTreeSet<TextureIndex> = used.map(|map| map.texture).collect();
    let (mut laid, mut embedded) = (Vec::new(), Vec::new());
    let images = match conversion.textures {
        Textures::Embedded => {
            let (images, files) = images::embedded(&used, (&*scene, &packings), found, losses);
            embedded = files;
            images
        }
        Textures::Beside => {
            laid = lay_beside(scene, &used, conversion.output);
            Default::default()
        }
    };
    let extras = Extras {
        clips,
        images: &images,
        materials: &materials,
        up,
    };
    let bytes = gltf::write_glb(scene, &extras, losses);
    Ok(Written { bytes, laid, embedded })
}

fn as_cast(
    conversion: &Conversion<'_>,
    (scene, up): (&mut Scene, UpAxis),
    found: &Found,
    clips: &[(usize, PlainClip)],
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    let (materials, packings) = in_words_of(scene, found, losses, cast::settle)?;
    images::add_packed(scene, &packings, found, losses);
    let used = materials.iter().flatten().filter_map(|slot| match slot.source {
        SlotSource::Texture(texture) => Some(texture),
        _ => None,
    });
    let laid = lay_beside(scene, &used.collect(), conversion.output);
    let root = cast::encode(scene, clips, &materials, (up, conversion.rate), losses);
    Ok(Written {
        bytes: cast::write(&[root]),
        laid,
        embedded: Vec::new(),
    })
}

/// Every clip that can be written, as curves of the target's kinds, with the model it goes with.
fn plain_clips(
    gathered: &Gathered,
    matches: &[Option<Match>],
    (target, names): (Target, &Renames),
    losses: &mut Diagnostics,
) -> Vec<(usize, PlainClip)> {
    let between = match target {
        Target::Cast => Between::Lines,
        Target::Glb => Between::LinesStepsAndCubics,
    };
    let samples = gathered.room.samples() / gathered.scene.clips.len().max(1) as f64;
    let mut clips = Vec::new();
    for ((index, clip), best) in gathered.scene.clips.iter().enumerate().zip(matches) {
        let Some(Match { model, others }) = *best else {
            losses.report(
                rule::X_UNMATCHED,
                || plain::place_of(clip),
                || "no model has anything this clip moves; left out".into(),
            );
            continue;
        };
        // A Cast file names bones, whichever model has them.
        if others > 0 && target == Target::Glb {
            losses.report(
                rule::X_LOST,
                || plain::place_of(clip),
                || format!("it moves other models, too, which stand still in the file: {others}"),
            );
        }
        let fit = gathered.fit(index, model, names);
        let bound = &gathered.scene.models[model];
        let mut clip = plain(clip, (bound, fit), (between, samples), losses);
        range::fit(&mut clip, target, losses);
        match target.holds(&clip) {
            true => clips.push((model, clip)),
            false => losses.report(
                rule::X_LOST,
                || plain::place_in("clip", &clip.name),
                || "nothing of this clip can be written; left out".into(),
            ),
        }
    }
    clips
}

/// Reports that the upright axis is a guess where no file says it (A40).
fn report_up(scene: &Scene, target: Target, losses: &mut Diagnostics) {
    if scene.metadata.up_axis().is_some() || scene.models.is_empty() {
        return;
    }
    losses.report(rule::X_UP, Default::default, || match target {
        Target::Glb => "no file says which axis is up; z is taken, and all is turned to glTF's y".into(),
        Target::Cast => "no file says which axis is up; z is taken, and written".into(),
    });
}

/// A clip that moves no model but has a skeleton of its own gets a model made of that skeleton.
fn add_stand_ins(gathered: &mut Gathered, names: &Renames) {
    let matches = best_matches(gathered, names);
    let alone = (0..matches.len()).filter(|clip| matches[*clip].is_none());
    for index in alone {
        let clip = &gathered.scene.clips[index];
        if let Some(skeleton) = clip.skeleton.clone() {
            let model = Model {
                name: clip.name.clone(),
                skeleton,
                ..Model::default()
            };
            gathered.add_model(model, gathered.origin_of_clips[index].clone());
        }
    }
}

/// The model that a clip goes with.
#[derive(Clone, Copy)]
struct Match {
    model: usize,
    /// Other models that would be seen to move.
    others: usize,
}

/// Finds for each clip the model of which it moves the most parts. Among equals one that can be seen counts, as files of clips bring their
/// bones along; else the first.
fn best_matches(gathered: &Gathered, names: &Renames) -> Vec<Option<Match>> {
    let mut best: Vec<Option<((usize, bool), Match)>> = vec![None; gathered.scene.clips.len()];
    for (index, model) in gathered.scene.models.iter().enumerate() {
        let driven = DrivenCount::new(model, names);
        let is_seen = !model.meshes.is_empty() || !model.hairs.is_empty();
        for (clip, best) in gathered.scene.clips.iter().zip(&mut best) {
            let matched = driven.of(clip);
            if matched == 0 {
                continue;
            }
            let rank = (matched, is_seen);
            match best {
                Some((most, found)) => {
                    found.others += usize::from(most.1 && is_seen);
                    if rank > *most {
                        (*most, found.model) = (rank, index);
                    }
                }
                None => {
                    let found = Match {
                        model: index,
                        others: 0,
                    };
                    *best = Some((rank, found));
                }
            }
        }
    }
    best.into_iter().map(|best| best.map(|(_, found)| found)).collect()
}

/// All materials as a format tells them, and the images that must be made for that.
fn in_words_of<T>(
    scene: &Scene,
    found: &Found,
    losses: &mut Diagnostics,
    settle: impl FnOnce(&Scene, &mut Packings<'_>, &mut Diagnostics) -> T,
) -> Result<(T, Vec<Packing>), ConvertError> {
    let sizes = images::Sizes::new(scene, found);
    let size_of = |texture| sizes.get(texture);
    let mut packings = Packings::new(scene.textures.len(), &size_of);
    let materials = settle(scene, &mut packings, losses);
    let packings = packings.into_list().ok_or(ConvertError::TooManyImages)?;
    Ok((materials, packings))
}

/// Images inside the scene that are `used` become files of their own; the scene then names those.
fn lay_beside(scene: &mut Scene, used: &BTreeSet<TextureIndex>, output: &Path) -> Vec<(String, Vec<u8>)> {
    let stem = files::file_stem(output);
    let embedded = std::mem::take(&mut scene.embedded);
    let mut images = Vec::new();
    for (texture, bytes) in embedded.into_iter().filter(|(texture, _)| used.contains(texture)) {
        let bytes = bytes.to_vec();
        let extension = match media_type(&bytes) {
            Some("image/png") => "png",
            Some(_) => "jpg",
            None if bytes.starts_with(b"DDS ") => "dds",
            None if bytes.starts_with(b"RIFF") => "webp",
            None => "image",
        };
        let name = format!("{stem}_{}.{extension}", texture.get());
        scene.textures[texture.get()] = name.clone();
        images.push((name, bytes));
    }
    images
}
