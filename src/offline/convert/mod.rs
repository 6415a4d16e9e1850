//! Files of any format → one Cast or GLB file.
//!
//! In: paths, and how textures travel. Out: the bytes to write, image files to lay beside them, and what was lost. Never here:
//! command lines; nothing is written.

mod bake;
mod budget;
mod conversion;
mod copies;
mod gather;
mod images;
mod laid;
mod left_out;
mod lines;
mod normals;
mod packing;
mod plain;
mod range;
mod relinked;

use bake::SolidMesh;
pub use bake::{BakedPart, Baking};
pub use conversion::{BakeWatch, Conversion, ConversionTarget, ConvertError, Textures};
pub use images::TakenImage;

use crate::animation::{DrivenCount, Fit, Renames, Retarget, stand_in};
use crate::core::{Diagnostics, TextureIndex, UpAxis};
use crate::files;
use crate::formats::gltf::{self, Extras};
use crate::formats::obj::{self, ObjPart};
use crate::formats::rules::convert as rule;
use crate::formats::{Packing, Packings, PlainMovement, cast, seanim, semodel};
use crate::offline::wish::play_as::{ResolvedWay, WayWish, clip_named};
use crate::opened::Outside;
use crate::scene::{Clip, Model, Scene, SlotSource};
use gather::{FoundImages, Gathered};
use laid::{LaidImages, lay_beside};
use plain::{Between, plain};
use std::collections::{BTreeMap, BTreeSet};

/// A file in another format.
#[derive(Debug)]
pub struct Converted {
    pub bytes: Vec<u8>,
    /// Names and bytes of image files for the folder of the file.
    pub images: Vec<(String, Vec<u8>)>,
    /// Every image file that was put into it, or copied beside it.
    pub taken: Vec<TakenImage>,
    /// Content that the target cannot hold, and assumptions.
    pub losses: Diagnostics,
    /// For each source that names files outside its allowed folders: its name and those files.
    pub outside: Vec<(String, Vec<Outside>)>,
    /// Sentences about how the names of clips fit their models.
    pub fitting: Vec<String>,
    /// Sentences about images that a view names in place of those of the files.
    pub relinked: Vec<String>,
    pub models: usize,
    pub clips: usize,
}

/// Reads the sources, puts their models and clips together and writes them anew.
pub fn convert(conversion: &Conversion<'_>) -> Result<Converted, ConvertError> {
    let mut losses = Diagnostics::default();
    let mut gathered = gather::gather(conversion, &mut losses)?;
    let baked = match &conversion.bake {
        Some(baking) => Some(bake::bake(&mut gathered, (conversion, baking), &mut losses)?),
        None => None,
    };
    for model in &mut gathered.scene.models {
        left_out::keep_lowest_level(model, &mut losses);
    }
    let baked = match conversion.target {
        ConversionTarget::Cast => {
            let stays: Vec<bool> = gathered
                .scene
                .models
                .iter()
                .map(|model| model.copies.is_none())
                .collect();
            copies::write_out(&mut gathered, &mut losses);
            baked.map(|baked| baked.without_copies(&stays, &mut losses))
        }
        _ => baked,
    };
    gathered.room.check(&gathered.scene, conversion.output)?;
    let (mut surfaces, mut chosen_up) = (Vec::new(), None);
    let (clips, fitting, alone) = match baked {
        Some(baked) => {
            (surfaces, chosen_up) = (baked.surfaces, baked.up);
            (baked.clips, baked.fitting, false)
        }
        None => as_stored(&mut gathered, conversion, &mut losses)?,
    };
    let Gathered {
        mut scene,
        found,
        outside,
        relinked,
        ..
    } = gathered;
    found.name_from(&mut scene, files::folder_of(conversion.output));
    let alone: Vec<Clip> = match alone {
        true => std::mem::take(&mut scene.clips),
        false => Vec::new(),
    };
    let up = chosen_up.or_else(|| scene.metadata.up_axis()).unwrap_or(UpAxis::Z);
    report_up((&scene, chosen_up), conversion.target, &mut losses);
    // They are written as they are told by now.
    scene.clips = Vec::new();
    let clip_count = clips.len() + alone.len();
    let written = match conversion.target {
        ConversionTarget::Glb => as_glb(conversion, (&mut scene, up), &found, clips, &mut losses)?,
        ConversionTarget::Cast => as_cast(conversion, (&mut scene, up), &found, (clips, &alone), &mut losses)?,
        ConversionTarget::Semodel => as_semodel(conversion, (&mut scene, up), &found, &mut losses)?,
        ConversionTarget::Obj => as_obj(conversion, &mut scene, &found, surfaces, &mut losses)?,
        ConversionTarget::Seanim => as_seanim(conversion, &scene, (&clips, &alone), &mut losses)?,
    };
    let Written { bytes, laid } = written;
    if bytes.len() as u64 > conversion.most_bytes {
        return Err(ConvertError::TooLarge {
            bytes: bytes.len() as u64,
            most: conversion.most_bytes,
            output: conversion.output.into(),
        });
    }
    let models = scene.models.len();
    let (models, clips) = match conversion.target {
        ConversionTarget::Semodel => (models.min(1), 0),
        ConversionTarget::Seanim => (0, clip_count.min(1)),
        ConversionTarget::Obj => (models, 0),
        _ => (models, clip_count),
    };
    Ok(Converted {
        bytes,
        images: laid.files,
        taken: laid.taken,
        losses,
        outside,
        fitting,
        relinked,
        models,
        clips,
    })
}

/// Clips as they are stored, sentences about how their names fit, and whether they are written without any model.
fn as_stored(
    gathered: &mut Gathered,
    conversion: &Conversion<'_>,
    losses: &mut Diagnostics,
) -> Result<(Vec<PlainMovement>, Vec<String>, bool), ConvertError> {
    let names = conversion.names;
    add_stand_ins(gathered, conversion, losses);
    let matches = matches_of(gathered, names, conversion.retarget);
    let ways = ways(gathered, conversion)?;
    let terms = (conversion.target, names, conversion.retarget);
    let clips = plain_clips(gathered, (&matches, &ways), terms, losses);
    let alone = stays_alone(gathered, conversion.target);
    let is_moving = |clip: usize| matches[clip].is_some();
    Ok((clips, gathered.fitting(names, is_moving), alone))
}

/// A file with the images that lie beside it, and all that were taken.
struct Written {
    bytes: Vec<u8>,
    laid: LaidImages,
}

fn as_glb(
    conversion: &Conversion<'_>,
    (scene, up): (&mut Scene, UpAxis),
    found: &FoundImages,
    clips: Vec<PlainMovement>,
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    let (materials, packings) = in_words_of(scene, found, losses, gltf::settle)?;
    images::add_packed(scene, &packings, found, losses);
    normals::add_smooth(scene);
    let used = materials.iter().flat_map(|material| &material.maps);
    let used: BTreeSet<TextureIndex> = used.map(|map| map.texture).collect();
    let mut laid = LaidImages::default();
    let images = match conversion.textures {
        Textures::Embedded => {
            let (images, taken) = images::embedded(&used, (&*scene, &packings), found, losses);
            laid.taken = taken;
            images
        }
        Textures::Copied | Textures::Named => {
            laid = lay_beside(scene, (&used, &packings), found, conversion, losses)?;
            Default::default()
        }
    };
    let extras = Extras {
        images: &images,
        materials: &materials,
        up,
    };
    let bytes = gltf::write_glb(scene, clips, &extras, losses);
    Ok(Written { bytes, laid })
}

fn as_cast(
    conversion: &Conversion<'_>,
    (scene, up): (&mut Scene, UpAxis),
    found: &FoundImages,
    clips: (Vec<PlainMovement>, &[Clip]),
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    let (materials, packings) = in_words_of(scene, found, losses, cast::settle)?;
    images::add_packed(scene, &packings, found, losses);
    let used = textures_of(&materials);
    let laid = lay_beside(scene, (&used, &packings), found, conversion, losses)?;
    let bytes = cast::encode(scene, clips, &materials, (up, conversion.rate), losses);
    Ok(Written { bytes, laid })
}

fn as_semodel(
    conversion: &Conversion<'_>,
    (scene, up): (&mut Scene, UpAxis),
    found: &FoundImages,
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    if scene.models.is_empty() {
        return Err(ConvertError::Nothing("model", conversion.output.into()));
    }
    let (materials, packings) = in_words_of(scene, found, losses, cast::settle)?;
    images::add_packed(scene, &packings, found, losses);
    normals::add_smooth(scene);
    let used = textures_of(&materials);
    let laid = lay_beside(scene, (&used, &packings), found, conversion, losses)?;
    Ok(Written {
        bytes: semodel::write(scene, &materials, up, losses),
        laid,
    })
}

/// The surfaces of one pose. The MTL file lies beside, as images do.
fn as_obj(
    conversion: &Conversion<'_>,
    scene: &mut Scene,
    found: &FoundImages,
    surfaces: Vec<SolidMesh>,
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    if surfaces.is_empty() {
        return Err(ConvertError::Nothing("visible surface", conversion.output.into()));
    }
    let (materials, packings) = in_words_of(scene, found, losses, cast::settle)?;
    images::add_packed(scene, &packings, found, losses);
    let used = textures_of(&materials);
    let mut laid = lay_beside(scene, (&used, &packings), found, conversion, losses)?;
    let first_material: Vec<usize> = (scene.models.iter())
        .scan(0, |next, model| {
            *next += model.materials.len();
            Some(*next - model.materials.len())
        })
        .collect();
    let scene = &*scene;
    let parts = surfaces.into_iter().map(|surface| {
        let (model, mesh) = surface.at;
        let mesh = &scene.models[model].meshes[mesh];
        ObjPart {
            mesh,
            material: mesh.material.map(|material| first_material[model] + material.get()),
            positions: surface.positions,
            normals: surface.normals,
            is_mirrored: surface.is_mirrored,
        }
    });
    let name = format!("{}.mtl", files::file_stem(conversion.output));
    let written = obj::write(scene, parts.collect(), &materials, &name, losses);
    laid.files.extend(written.mtl.map(|mtl| (name, mtl)));
    Ok(Written {
        bytes: written.obj,
        laid,
    })
}

/// Images that materials in Cast's words name.
fn textures_of(materials: &[cast::CastSlots]) -> BTreeSet<TextureIndex> {
    let used = materials.iter().flatten().filter_map(|slot| match slot.source {
        SlotSource::Texture(texture) => Some(texture),
        _ => None,
    });
    used.collect()
}

/// The first clip.
fn as_seanim(
    conversion: &Conversion<'_>,
    scene: &Scene,
    (played, alone): (&[PlainMovement], &[Clip]),
    losses: &mut Diagnostics,
) -> Result<Written, ConvertError> {
    let others = (played.len() + alone.len()).saturating_sub(1);
    if others > 0 {
        losses.report(rule::X_LOST, Default::default, || {
            format!("SEAnim holds one clip; left out: {others}")
        });
    }
    let bytes = match (played.first(), alone.first()) {
        (Some(movement), _) => seanim::write_played(&scene.models, movement, conversion.rate, losses),
        (None, Some(clip)) => seanim::write_stored(clip, conversion.rate, losses),
        (None, None) => return Err(ConvertError::Nothing("clip", conversion.output.into())),
    };
    Ok(Written {
        bytes,
        laid: LaidImages::default(),
    })
}

/// Whether clips are written as they are: no model says where they rest, and the target has modes.
fn stays_alone(gathered: &Gathered, target: ConversionTarget) -> bool {
    gathered.scene.models.is_empty() && target != ConversionTarget::Glb
}

/// Clips that play otherwise than their files say, by their positions.
fn ways(gathered: &Gathered, conversion: &Conversion<'_>) -> Result<BTreeMap<usize, WayWish<usize>>, ConvertError> {
    let find = |name: &str| clip_named(&gathered.scene.clips, name);
    let ways = conversion.play_as.iter().map(|wish| wish.resolved(find));
    ways.collect::<Result<_, _>>()
        .map_err(|error| ConvertError::Clip(Box::new(error)))
}

/// Every clip that can be written, as curves of the target's kinds, with the models it moves.
fn plain_clips(
    gathered: &Gathered,
    (matches, ways): (&[Option<Match>], &BTreeMap<usize, WayWish<usize>>),
    (target, names, retarget): (ConversionTarget, &Renames, Retarget),
    losses: &mut Diagnostics,
) -> Vec<PlainMovement> {
    let between = match target {
        ConversionTarget::Glb => Between::LinesStepsAndCubics,
        _ => Between::Lines,
    };
    let parts: usize = matches.iter().flatten().map(|found| found.models.len()).sum();
    let samples = gathered.room.samples() / parts.max(1) as f64;
    let mut clips = Vec::new();
    for ((index, clip), found) in gathered.scene.clips.iter().enumerate().zip(matches) {
        let Some(Match { models, still }) = found else {
            if stays_alone(gathered, target) {
                if ways.contains_key(&index) {
                    losses.report(
                        rule::X_LOST,
                        || plain::place_of(clip),
                        || "no model is there on which it could play otherwise than its file says; written as it is stored".into(),
                    );
                }
                continue;
            }
            losses.report(
                rule::X_UNMATCHED,
                || plain::place_of(clip),
                || "no model has anything this clip moves; left out".into(),
            );
            continue;
        };
        // A Cast file names bones, whichever model has them.
        if *still > 0 && target == ConversionTarget::Glb {
            losses.report(
                rule::X_LOST,
                || plain::place_of(clip),
                || format!("it moves so many models that some stand still in the file: {still}"),
            );
        }
        let mut unmatched: Option<Vec<String>> = None;
        let mut movement: PlainMovement = Vec::with_capacity(models.len());
        for model in models {
            let bound = &gathered.scene.models[*model];
            let fit_of = |clip: usize| gathered.fit(clip, *model, names);
            let way = ways.get(&index);
            let way = way.and_then(|way| ResolvedWay::of(way, (&gathered.scene.clips, index), bound, fit_of));
            let played = way.as_ref().map(ResolvedWay::played);
            let fit = Fit {
                modes: &|_| played,
                shapes: played,
                retarget: gathered.retarget((index, *model), retarget),
                ..fit_of(index)
            };
            let (part, lacks) = plain(clip, (bound, fit), (between, samples), losses);
            movement.push((*model, part));
            unmatched = Some(match unmatched {
                None => lacks,
                Some(mut so_far) => {
                    let lacks: BTreeSet<String> = lacks.into_iter().collect();
                    so_far.retain(|name| lacks.contains(name));
                    so_far
                }
            });
        }
        for name in unmatched.iter().flatten() {
            losses.report(
                rule::X_UNMATCHED,
                || plain::place_of(clip),
                || {
                    let name = name.escape_debug();
                    format!("nothing in the models is called \"{name}\"; its curves are left out")
                },
            );
        }
        range::fit(&mut movement, target, losses);
        match movement.iter().any(|(_, part)| target.holds(part)) {
            true => clips.push(movement),
            false => losses.report(
                rule::X_LOST,
                || plain::place_in("clip", &clip.name),
                || "nothing of this clip can be written; left out".into(),
            ),
        }
    }
    clips
}

/// Reports an upright axis that is guessed, as neither the user nor a file says it (cast.md A40), and a chosen one that the format has no place for.
fn report_up((scene, chosen): (&Scene, Option<UpAxis>), target: ConversionTarget, losses: &mut Diagnostics) {
    if let Some(chosen) = chosen {
        if target == ConversionTarget::Seanim {
            losses.report(rule::X_LOST, Default::default, || {
                let axis = chosen.letter();
                format!("SEAnim says nothing about which axis is up; the clip stays as its model lies, though {axis} was chosen")
            });
        }
        return;
    }
    if scene.metadata.up_axis().is_some() || scene.models.is_empty() {
        return;
    }
    losses.report(rule::X_UP, Default::default, || match target {
        ConversionTarget::Glb => "no file says which axis is up; z is taken, and all is turned to glTF's y".into(),
        ConversionTarget::Obj => "no file says which axis is up; z is taken, and all is turned to y".into(),
        _ => "no file says which axis is up; z is taken, and written".into(),
    });
}

/// A clip that moves no model but has a skeleton of its own gets a model made of that skeleton. Where there is no model at all, and the format
/// has no clips without one, bones stand in for the targets.
fn add_stand_ins(gathered: &mut Gathered, conversion: &Conversion<'_>, losses: &mut Diagnostics) {
    let matches = matches_of(gathered, conversion.names, conversion.retarget);
    let needs_bones = gathered.scene.models.is_empty() && !stays_alone(gathered, conversion.target);
    let alone = (0..matches.len()).filter(|clip| matches[*clip].is_none());
    for index in alone {
        let clip = &gathered.scene.clips[index];
        let own = clip.skeleton.clone();
        let made = match own {
            None if needs_bones && !moves_whole(clip, gathered, conversion.names) => stand_in(clip),
            _ => None,
        };
        if let Some(made) = &made {
            losses.report(rule::X_STAND_IN, || plain::place_of(clip), || made.told());
        }
        if let Some(skeleton) = own.or(made.map(|made| made.skeleton)) {
            let model = Model {
                name: clip.name.clone(),
                skeleton,
                ..Model::default()
            };
            gathered.add_model(model, gathered.origin_of_clips[index].clone());
        }
    }
}

/// Whether a model that was made for an earlier clip has everything that this one moves.
fn moves_whole(clip: &Clip, gathered: &Gathered, names: &Renames) -> bool {
    let mut models = gathered.scene.models.iter();
    models.any(|model| DrivenCount::new(model, names).of(clip) >= clip.tracks.len())
}

/// The models that a clip goes with.
struct Match {
    /// The first is the one of which it moves the most parts.
    models: Vec<usize>,
    /// Models that would be seen to move and for whose keys there is no room.
    still: usize,
}

/// Finds for each clip the models that it moves. The first is the one of which it moves the most parts; among equals one that can be seen
/// counts, as files of clips bring their bones along; else the first. Keys are written anew for each model, as far as there is room.
fn matches_of(gathered: &Gathered, names: &Renames, retarget: Retarget) -> Vec<Option<Match>> {
    let by_role = retarget != Retarget::Stored;
    let (models, clips) = (&gathered.scene.models, &gathered.scene.clips);
    // The names of a million bones take as much memory as the bones.
    if clips.is_empty() {
        return Vec::new();
    }
    let is_seen = |model: &Model| !model.meshes.is_empty() || !model.hairs.is_empty();
    let mut best: Vec<Option<((usize, bool), usize)>> = vec![None; clips.len()];
    for (index, model) in models.iter().enumerate() {
        let driven = DrivenCount::new(model, names).by_role(by_role);
        for (clip, best) in clips.iter().zip(&mut best) {
            let rank = (driven.of(clip), is_seen(model));
            if rank.0 > 0 && best.is_none_or(|(most, _)| rank > most) {
                *best = Some((rank, index));
            }
        }
    }
    let of_best = |best: Option<(_, usize)>| {
        best.map(|(_, model)| Match {
            models: vec![model],
            still: 0,
        })
    };
    let mut matches: Vec<Option<Match>> = best.into_iter().map(of_best).collect();
    let mut room = gathered.room.keys();
    for (index, model) in models.iter().enumerate() {
        let driven = DrivenCount::new(model, names).by_role(by_role);
        for (clip, found) in clips.iter().zip(&mut matches) {
            let Some(found) = found.as_mut().filter(|found| found.models[0] != index) else {
                continue;
            };
            if driven.of(clip) == 0 {
                continue;
            }
            let keys: u64 = clip.tracks.iter().map(|track| track.keys.len() as u64 + 1).sum();
            match room.checked_sub(keys) {
                Some(left) => {
                    room = left;
                    found.models.push(index);
                }
                None => found.still += usize::from(is_seen(model)),
            }
        }
    }
    matches
}

/// All materials as a format tells them, and the images that must be made for that.
fn in_words_of<T>(
    scene: &Scene,
    found: &FoundImages,
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
