//! Image files as a GLB may hold them: PNG and JPEG as they are, everything else as PNG.

use super::gather::{Found, place_of};
use crate::core::{Diagnostics, TextureIndex};
use crate::export;
use crate::formats::gltf::EmbeddedImage;
use crate::images;
use crate::scene::Scene;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A file that was put into the one that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddedFile {
    pub path: PathBuf,
    /// As it lies inside.
    pub bytes: usize,
    /// It lies outside the folder of the file that names it, or is named by an absolute path.
    pub is_outside: bool,
}

/// What `images` are inside a GLB, and which files they were.
pub(super) fn embedded(
    images: BTreeMap<TextureIndex, Vec<u8>>,
    scene: &Scene,
    found: &Found,
    losses: &mut Diagnostics,
) -> (BTreeMap<TextureIndex, EmbeddedImage>, Vec<EmbeddedFile>) {
    let mut inside = BTreeMap::new();
    let mut files = Vec::new();
    for (texture, bytes) in images {
        let Some(image) = embeddable(bytes, scene, texture, losses) else {
            continue;
        };
        files.extend(found.get(texture).map(|found| EmbeddedFile {
            path: found.path.clone(),
            bytes: image.bytes.len(),
            is_outside: found.is_outside,
        }));
        inside.insert(texture, image);
    }
    (inside, files)
}

fn embeddable(bytes: Vec<u8>, scene: &Scene, texture: TextureIndex, losses: &mut Diagnostics) -> Option<EmbeddedImage> {
    if let Some(media_type) = media_type(&bytes) {
        return Some(EmbeddedImage { media_type, bytes });
    }
    let place = || place_of(scene, texture);
    match images::decode(&bytes, &scene.textures[texture.get()]) {
        Ok(image) => {
            losses.note("X-png", place, || {
                "glTF holds PNG and JPEG images only; written as PNG of 8 bits a channel".into()
            });
            Some(EmbeddedImage {
                media_type: "image/png",
                bytes: export::png(&image),
            })
        }
        Err(reason) => {
            losses.warn("X-image", place, || {
                format!("glTF holds PNG and JPEG images only, and this is none that castview reads: {reason}; named by its path")
            });
            None
        }
    }
}

pub(super) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}
