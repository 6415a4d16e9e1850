//! Files of any format → one Cast or GLB file.
//!
//! In: paths, and how textures travel. Out: the bytes to write, image files to lay beside them, and what was lost. Never here:
//! command lines; nothing is written.

mod gather;
mod plain;

use crate::core::{Diagnostics, TextureIndex, UpAxis};
use crate::files::OpenError;
use crate::formats::gltf::{EmbeddedImage, Extras, write_glb};
use crate::formats::{PlainClip, cast};
use crate::scene::{Clip, Model, Scene};
use gather::Gathered;
use plain::{Between, plain};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Cast,
    Glb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Textures {
    /// Inside the file, where the target can hold them.
    Embedded,
    /// Named by their paths; those that lie inside a source are laid beside the file.
    Beside,
}

/// A file in another format.
#[derive(Debug)]
pub struct Converted {
    pub bytes: Vec<u8>,
    /// Names and bytes of image files for the folder of the file.
    pub images: Vec<(String, Vec<u8>)>,
    /// What the target cannot hold, and what was assumed.
    pub losses: Diagnostics,
    pub models: usize,
    pub clips: usize,
}

/// Reads `paths`, puts their models and clips together and writes them anew. `stem`: of the file that is written, to name what is
/// laid beside it.
pub fn convert(paths: &[PathBuf], target: Target, textures: Textures, stem: &str) -> Result<Converted, OpenError> {
    let mut losses = Diagnostics::default();
    let Gathered { mut scene, found } = gather::gather(paths)?;
    add_stand_ins(&mut scene);
    let between = match target {
        Target::Cast => Between::Lines,
        Target::Glb => Between::LinesStepsAndCubics,
    };
    let clips: Vec<(usize, PlainClip)> = scene
        .clips
        .iter()
        .filter_map(|clip| {
            let model = best_match(clip, &scene.models);
            if model.is_none() {
                losses.warn(
                    "X-unmatched",
                    || plain::place_of(clip),
                    || "no model has anything this clip moves; left out".into(),
                );
            }
            let model = model?;
            Some((model, plain(clip, &scene.models[model], between, &mut losses)))
        })
        .collect();
    let up = scene.metadata.up.unwrap_or(UpAxis::Z);
    let (bytes, images) = match target {
        Target::Glb => {
            let images = match textures {
                Textures::Embedded => found.all(&scene, &mut losses),
                Textures::Beside => found.inside(&scene),
            };
            let embedded = images.into_iter().filter_map(|(texture, bytes)| {
                let media_type = media_type(&bytes);
                if media_type.is_none() {
                    let name = &scene.textures[texture.get()];
                    losses.warn(
                        "X-image",
                        || plain::place_in("texture", name),
                        || "glTF holds PNG and JPEG images only; named by its path".into(),
                    );
                }
                Some((
                    texture,
                    EmbeddedImage {
                        media_type: media_type?,
                        bytes,
                    },
                ))
            });
            let embedded: BTreeMap<TextureIndex, EmbeddedImage> = embedded.collect();
            let extras = Extras {
                clips: &clips,
                images: &embedded,
                up,
            };
            (write_glb(&scene, &extras, &mut losses), Vec::new())
        }
        Target::Cast => {
            let images = lay_beside(&mut scene, stem);
            let root = cast::raise(&scene, &clips, up, &mut losses);
            (cast::write(&[root]), images)
        }
    };
    Ok(Converted {
        bytes,
        images,
        losses,
        models: scene.models.len(),
        clips: clips.len(),
    })
}

/// A clip that moves no model but brings its own skeleton gets that as a model, so that it can be written.
fn add_stand_ins(scene: &mut Scene) {
    let alone = scene
        .clips
        .iter()
        .filter(|clip| best_match(clip, &scene.models).is_none());
    let stand_ins: Vec<Model> = alone
        .filter_map(|clip| {
            Some(Model {
                name: clip.name.clone(),
                skeleton: clip.skeleton.clone()?,
                ..Model::default()
            })
        })
        .collect();
    scene.models.extend(stand_ins);
}

/// The model most of whose parts the clip moves; the first of equals.
fn best_match(clip: &Clip, models: &[Model]) -> Option<usize> {
    let matched = |model: &Model| crate::animation::bind(clip, model).matched;
    let counts = models.iter().map(matched).enumerate();
    let best = counts.rev().max_by_key(|(_, matched)| *matched)?;
    (best.1 > 0).then_some(best.0)
}

fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}

/// Images inside the scene become files of their own; the scene then names those.
fn lay_beside(scene: &mut Scene, stem: &str) -> Vec<(String, Vec<u8>)> {
    let embedded = std::mem::take(&mut scene.embedded);
    let mut images = Vec::new();
    for (texture, bytes) in embedded {
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
