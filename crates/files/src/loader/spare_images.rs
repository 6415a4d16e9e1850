//! Images that were dropped by themselves and that no open file lacks.
//!
//! In: their paths. Out: a sentence that says where to drop them, or what is wrong with one. They are decoded to find out, and not kept.

use super::arrival::Arrival;
use super::shared::Shared;
use crate::decoding::Images;
use crate::textures::{ImageSource, named_image};
use castview_base::core::TextureIndex;
use castview_base::scene::Scene;
use castview_picture::opened::TextureState;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Images that are decoded to see whether they are broken. More of them are no slip of the hand.
const LOOKED_AT: usize = 16;

/// `None` without any image. Ends early once `is_stopped`.
pub fn told_of(images: &[PathBuf], shared: &Shared, is_stopped: &dyn Fn() -> bool) -> Option<Arrival> {
    let first = images.first()?;
    let broken = |(at, why): (usize, String)| Arrival::Error(format!("{} is of no use: {why}.", name_of(&images[at])));
    Some(broken_one(images, shared, is_stopped).map_or_else(
        || {
            Arrival::Note(format!(
                "No open file lacks a texture named {}. To use the image all the same, drop it on a mesh, or on a texture in View ▸ Textures of all files.",
                name_of(first)
            ))
        },
        broken,
    ))
}

/// For people.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The first of [`LOOKED_AT`] that cannot be decoded, and why.
fn broken_one(images: &[PathBuf], shared: &Shared, is_stopped: &dyn Fn() -> bool) -> Option<(usize, String)> {
    let mut sources: Vec<ImageSource> = Vec::new();
    for (at, path) in images.iter().take(LOOKED_AT).enumerate() {
        match named_image(&Scene::default(), TextureIndex::new(0), path) {
            Ok(source) => sources.push(source),
            Err(why) => return Some((at, why)),
        }
    }
    let fitted = {
        let memory = shared.memory();
        let room = memory.room(&BTreeSet::new(), false);
        Images::of(&sources.iter().collect::<Vec<_>>()).fit(&room, memory.bytes, |_| false)
    };
    let mut broken = None;
    fitted.decode_here(|at, decoded| {
        if let TextureState::Broken(why) = decoded.state {
            broken = Some((at, why));
        }
        broken.is_none() && !is_stopped()
    });
    broken
}
