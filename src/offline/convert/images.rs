//! Image files as a GLB may hold them: PNG and JPEG as they are, everything else as PNG.

use super::gather::{FoundImages, place_of};
use super::packing;
use crate::core::{Diagnostics, Place, TextureIndex};
use crate::export;
use crate::formats::Packing;
use crate::formats::gltf::EmbeddedImage;
use crate::formats::rules::convert as rule;
use crate::images::{self, ImageParts};
use crate::scene::Scene;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// An image file that was put into the written one, or copied beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenImage {
    pub path: PathBuf,
    /// Bytes of the image as it was written, which may be made of several files.
    pub bytes: usize,
    /// Name of the file beside the written one; `None`: the image is inside.
    pub beside: Option<String>,
    /// It lies outside the folder of the file that names it, or is named by an absolute path.
    pub is_outside: bool,
}

/// The files of these textures, of which one image of `bytes` bytes was made.
pub(super) fn taken_from(
    textures: &[TextureIndex],
    found: &FoundImages,
    bytes: usize,
    beside: Option<&str>,
) -> Vec<TakenImage> {
    let files = textures.iter().filter_map(|texture| found.get(*texture));
    let taken = files.map(|found| TakenImage {
        path: found.file.path().to_owned(),
        bytes,
        beside: beside.map(str::to_owned),
        is_outside: found.is_outside,
    });
    taken.collect()
}

/// Sizes of the images that are there, each looked up once.
pub(super) struct Sizes<'a> {
    scene: &'a Scene,
    found: &'a FoundImages,
    known: RefCell<BTreeMap<TextureIndex, Option<[u32; 2]>>>,
}

impl<'a> Sizes<'a> {
    pub fn new(scene: &'a Scene, found: &'a FoundImages) -> Self {
        Self {
            scene,
            found,
            known: RefCell::default(),
        }
    }

    pub fn get(&self, texture: TextureIndex) -> Option<[u32; 2]> {
        let look = || {
            let bytes = self.found.read(self.scene, texture)?.ok()?;
            images::size(&bytes, &self.scene.textures[texture.get()]).ok()
        };
        *self.known.borrow_mut().entry(texture).or_insert_with(look)
    }
}

/// Makes the images of `packings` and puts them into the scene, after its own.
pub(super) fn add_packed(scene: &mut Scene, packings: &[Packing], found: &FoundImages, losses: &mut Diagnostics) {
    for packing in packings {
        let image = packing::make(packing, |texture| {
            let name = &scene.textures[texture.get()];
            let bytes = found.read(scene, texture)?;
            let image = bytes.and_then(|bytes| {
                tell_of_several(&bytes, || place_of(scene, texture), losses);
                images::decode(&bytes, name).map_err(|reason| reason.to_string())
            });
            image
                .inspect_err(|reason| {
                    losses.report(
                        rule::X_IMAGE,
                        || place_of(scene, texture),
                        || format!("{reason}; white in the {} image made of it", packing.word),
                    );
                })
                .ok()
        });
        let texture = TextureIndex::new(scene.textures.len());
        let of = packing
            .sources()
            .first()
            .map_or("", |first| &scene.textures[first.get()]);
        scene.textures.push(format!("{}_{}.png", stem(of), packing.word));
        scene.embedded.insert(texture, export::png(&image).into());
    }
}

/// Returns the stem of a path as a file spells it.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The images of the textures `used` inside of a GLB, and the files they came from. `packings` are the last textures of the
/// scene.
pub(super) fn embedded(
    used: &BTreeSet<TextureIndex>,
    (scene, packings): (&Scene, &[Packing]),
    found: &FoundImages,
    losses: &mut Diagnostics,
) -> (BTreeMap<TextureIndex, EmbeddedImage>, Vec<TakenImage>) {
    let first_packed = scene.textures.len() - packings.len();
    let mut inside = BTreeMap::new();
    let mut files = Vec::new();
    for &texture in used {
        let bytes = match found.read(scene, texture) {
            Some(Ok(bytes)) => bytes,
            Some(Err(reason)) => {
                losses.report(
                    rule::X_IMAGE,
                    || place_of(scene, texture),
                    || format!("{reason}; named by its path"),
                );
                continue;
            }
            None => {
                losses.report(
                    rule::X_IMAGE,
                    || place_of(scene, texture),
                    || "the image was not found; named by its path".into(),
                );
                continue;
            }
        };
        let Some(image) = embeddable(bytes, scene, texture, losses) else {
            continue;
        };
        let sources = match texture.get().checked_sub(first_packed) {
            Some(packed) => packings[packed].sources(),
            None => vec![texture],
        };
        files.extend(taken_from(&sources, found, image.bytes.len(), None));
        inside.insert(texture, image);
    }
    (inside, files)
}

/// The image as glTF may name or hold it; `None`: it cannot be read.
pub(super) fn embeddable(
    bytes: Vec<u8>,
    scene: &Scene,
    texture: TextureIndex,
    losses: &mut Diagnostics,
) -> Option<EmbeddedImage> {
    if let Some(media_type) = media_type(&bytes) {
        return Some(EmbeddedImage { media_type, bytes });
    }
    let place = || place_of(scene, texture);
    match images::decode(&bytes, &scene.textures[texture.get()]) {
        Ok(image) => {
            tell_of_several(&bytes, place, losses);
            losses.report(rule::X_PNG, place, || {
                "glTF holds PNG and JPEG images only; written as PNG of 8 bits a channel".into()
            });
            Some(EmbeddedImage {
                media_type: "image/png",
                bytes: export::png(&image),
            })
        }
        Err(reason) => {
            losses.report(rule::X_IMAGE, place, || {
                format!("glTF holds PNG and JPEG images only, and this is none that castview reads: {reason}; named by its path")
            });
            None
        }
    }
}

/// Tells that the first of several images is written, and the others are not.
fn tell_of_several(bytes: &[u8], place: impl FnOnce() -> Place, losses: &mut Diagnostics) {
    if let Some(parts) = ImageParts::of(bytes) {
        losses.report(rule::X_FIRST, place, || {
            format!("it is {}; {} is written", parts.kind(), parts.shown())
        });
    }
}

pub(super) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}
