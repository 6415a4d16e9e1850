//! Images of a file that is held, decoded before anybody asks for the file.
//!
//! In: a held file, and the room left in the budget. Out: its images at full size, each held as soon as it is ready; a load that takes the
//! file hands them over with it. The load itself decodes, and tells about, three kinds of images: broken ones, those made smaller by the
//! plan, and those without room.

use super::prefetch::Job;
use super::ready_image::ReadyImage;
use super::shared::Shared;
use crate::decoding::{Decoded, Images, Shrunk};
use crate::reach::Reach;
use crate::textures::{ImageSource, WantedTexture, find_textures};
use crate::watch::{Stamp, Stamped};
use crate::{DecodeBudget, TextureSearch};
use castview_picture::opened::TextureState;
use std::collections::BTreeMap;

/// Decodes the images of the file that is held for `job`, one after another on this thread.
pub(super) fn decode(shared: &Shared, job: &Job) {
    let held = {
        let state = shared.prefetch.state();
        let held = state.held.iter().find(|held| held.path == job.path);
        held.map(|held| {
            let scene = held.opened.file.scene.clone();
            (scene, held.allowance.clone(), held.looked_at.clone())
        })
    };
    let Some((scene, allowance, before)) = held else { return };
    let reach = Reach::of(&job.path, &allowance);
    let (_, wanted) = find_textures(&scene, &mut TextureSearch::new(&reach).for_scene(&scene));
    let looked_at = image_files(&wanted);
    if before.as_ref() == Some(&looked_at) {
        return;
    }
    shared.prefetch.state().forget_images(&job.path);
    let sources: Vec<&ImageSource> = wanted.iter().map(|wanted| &wanted.source).collect();
    let Some(images) = Images::while_wanted(&sources, || !job.is_stopped()) else {
        return;
    };
    // The plan of a load that replaces what is shown.
    let memory = shared.memory().bytes;
    let fitted = images.fit(&DecodeBudget::beside([&scene]), memory, |_| false);
    if fitted.shrunk == Shrunk::default() {
        if !shared.prefetch.state().make_room(fitted.most_bytes()) {
            // There may be more room another time.
            return;
        }
        let counts = fitted.taken().map(|(at, texels, bytes)| (at, (texels, bytes)));
        let counts: BTreeMap<usize, (u64, u64)> = counts.collect();
        fitted.decode_here(|at, decoded| {
            let image = ready(&wanted[at], &looked_at, counts.get(&at).copied(), decoded);
            let is_held = image.is_none_or(|image| shared.prefetch.state().hold_image(&job.path, image));
            is_held && !job.is_stopped()
        });
    }
    if !job.is_stopped() {
        shared.prefetch.state().all_images_seen(&job.path, looked_at);
    }
}

/// The files of these images, each as it is now.
fn image_files(wanted: &[WantedTexture]) -> Stamped {
    let mut files = Stamped::new();
    for wanted in wanted {
        if let ImageSource::File(found, _) = &wanted.source
            && !files.iter().any(|(path, _)| path == found.path())
        {
            files.push((found.path().to_path_buf(), Stamp::of(found.path())));
        }
    }
    files
}

/// `None` for an image that could not be decoded, and for one whose file has changed since `looked_at`.
fn ready(
    wanted: &WantedTexture,
    looked_at: &Stamped,
    counts: Option<(u64, u64)>,
    decoded: Decoded,
) -> Option<ReadyImage> {
    let file = match &wanted.source {
        ImageSource::File(found, _) => {
            let (path, stamp) = looked_at.iter().find(|(path, _)| path == found.path())?;
            Some((path.clone(), (*stamp)?)).filter(|(path, stamp)| Stamp::of(path) == Some(*stamp))
        }
        ImageSource::Inside(..) => None,
    };
    let is_as_wanted = file.is_some() || matches!(wanted.source, ImageSource::Inside(..));
    let is_good = is_as_wanted && matches!(decoded.state, TextureState::Ready(_));
    is_good.then_some(ReadyImage {
        texture: wanted.texture,
        file,
        counts,
        decoded,
    })
}
