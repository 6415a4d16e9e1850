//! Images that a view names in place of those that its files lead to.
//!
//! In: the view of a window, and one of its files. Out: the image for each texture that was relinked, and sentences. An image that cannot be
//! read changes nothing, as in the window.

use crate::core::TextureIndex;
use crate::files::{ImageSource, Reach, ReachedFile, TextureSearch, location_of, named_image, path_of};
use crate::images;
use crate::offline::shown_images::{first_of, may_be_read, unread};
use crate::scene::Scene;
use crate::session::SavedView;
use std::collections::BTreeMap;
use std::path::Path;

/// The largest image that is looked at.
const MOST_BYTES: u64 = 256 << 20;

/// Images for textures of one file.
#[derive(Default)]
pub(super) struct Relinked {
    pub images: BTreeMap<TextureIndex, ReachedFile>,
    /// Sentences about these images, and about those that cannot be read.
    pub told: Vec<String>,
}

/// The images of the view that stand in for those of one file. `index`: position of the file at `path` among the files of the view. Images
/// that the file leads to by itself are left out.
pub(super) fn images_of(view: &SavedView, (index, path): (usize, &Path), (scene, reach): (&Scene, &Reach)) -> Relinked {
    let mut search = TextureSearch::new(reach).for_scene(scene);
    let mut relinked = Relinked::default();
    let (mut written, mut problems) = (Vec::new(), Vec::new());
    let Some(key) = view.file_keys.get(index) else {
        return relinked;
    };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let of_file = view
        .images
        .iter()
        .filter(|image| image.file == *key && image.inside.is_none());
    for image in of_file {
        let own = search.find(&image.texture).ok();
        if own.is_some_and(|own| location_of(own.path()) == image.location) {
            continue;
        }
        if !may_be_read(&image.location, &location_of(path)) {
            problems.push(unread(
                image,
                "a view file names no image on a share from which nothing was opened",
            ));
            continue;
        }
        let named = scene.textures.iter().enumerate();
        let named = named.filter(|(_, stored)| **stored == image.texture);
        for texture in named.map(|(at, _)| TextureIndex::new(at)) {
            match readable(scene, texture, &image.location) {
                Ok(file) => {
                    let (texture_name, location) = (&image.texture, &image.location);
                    written.push(format!(
                        "texture {texture_name} of {name} is taken from {location}, as the view file says"
                    ));
                    relinked.images.insert(texture, file);
                }
                Err(why) => problems.push(unread(image, &why)),
            }
        }
    }
    let more = |more| format!("{more} more textures are taken from images that the view file names");
    relinked.told = problems;
    relinked.told.extend(first_of(written, more));
    relinked
}

/// The file of an image, once it is known to be one.
fn readable(scene: &Scene, texture: TextureIndex, location: &str) -> Result<ReachedFile, String> {
    let ImageSource::File(file, _) = named_image(scene, texture, &path_of(location))? else {
        return Err("it lies inside another file".into());
    };
    let bytes = file.read(MOST_BYTES).map_err(|error| error.to_string())?;
    let name = file.path().to_string_lossy();
    images::decode(&bytes, &name).map_err(|reason| reason.to_string())?;
    Ok(file)
}
