//! The images that a view file names, in place of those that the search for textures finds.
//!
//! In: opened files, not yet decoded. Out: the same files, whose textures are to be decoded from the named images, and sentences about
//! images of other places. An image that cannot be read changes nothing, as in the window.

use crate::core::TextureIndex;
use crate::files::{Opened, WantedTexture, named_image, path_of};
use crate::opened::{TextureEntry, TextureState};
use crate::scene::Scene;
use crate::session::{SavedImage, SavedView};

/// Files of other places that are named before the rest is counted.
const MOST_NAMED: usize = 6;

/// A texture of which another image is decoded than its file leads to.
pub struct ReplacedImage {
    /// Position of the file.
    file: usize,
    /// Position among the files that its instances lead to.
    inside: Option<usize>,
    texture: TextureIndex,
    own: Option<WantedTexture>,
    entry: TextureEntry,
}

/// Replaces images in `opened`, the files that the view is of, in its order; sentences say which images are not there.
pub fn replace_images(opened: &mut [Opened], view: &SavedView) -> (Vec<ReplacedImage>, Vec<String>) {
    let (mut replaced, mut problems) = (Vec::new(), Vec::new());
    for image in &view.images {
        let file = view.file_keys.iter().position(|key| *key == image.file);
        let Some((file, one)) = file.and_then(|at| Some((at, opened.get_mut(at)?))) else {
            continue;
        };
        let inside = image.inside.map(|at| at as usize);
        let own = one.file.location.clone();
        let Some((scene, textures, wanted)) = parts(one, inside) else {
            continue;
        };
        if !may_be_read(&image.location, &own) {
            problems.push(unread(
                image,
                "a view file names no image on a share from which nothing was opened",
            ));
            continue;
        }
        let named = textures.iter().enumerate();
        let named: Vec<usize> = named
            .filter(|(_, entry)| entry.reference == image.texture && entry.location.as_ref() != Some(&image.location))
            .map(|(at, _)| at)
            .collect();
        for at in named {
            let texture = TextureIndex::new(at);
            match named_image(scene, texture, &path_of(&image.location)) {
                Ok(source) => {
                    let own = wanted.iter().position(|wanted| wanted.texture == texture);
                    let own = own.map(|at| wanted.remove(at));
                    wanted.push(WantedTexture { texture, source });
                    let entry = textures[at].clone();
                    textures[at].location = Some(image.location.clone());
                    textures[at].state = TextureState::Loading;
                    replaced.push(ReplacedImage {
                        file,
                        inside,
                        texture,
                        own,
                        entry,
                    });
                }
                Err(why) => problems.push(unread(image, &why)),
            }
        }
    }
    (replaced, problems)
}

/// Whether an image that a view file names may be looked at beside the opened file `own`. A view file may come from a stranger, and
/// looking at a share tells its server who looks: that is done only where the user opened something from there.
pub fn may_be_read(location: &str, own: &str) -> bool {
    share_of(location).is_none_or(|share| share_of(own) == Some(share))
}

/// Server and share of a path on a network; `None` on this machine.
fn share_of(location: &str) -> Option<[String; 2]> {
    let location = location.replace('\\', "/");
    let rest = location.strip_prefix("//")?;
    let rest = match rest.strip_prefix("?/") {
        Some(long) => long.strip_prefix("UNC/")?,
        None => rest,
    };
    let mut parts = rest.split('/');
    Some([
        parts.next()?.to_lowercase(),
        parts.next().unwrap_or_default().to_lowercase(),
    ])
}

/// Puts back what the named images could not replace, and wants nothing else any more. Out: a sentence for each of those, and sentences about
/// the images that are shown.
pub fn put_back(opened: &mut [Opened], replaced: Vec<ReplacedImage>) -> (Vec<String>, Vec<String>) {
    for one in opened.iter_mut() {
        one.wanted.clear();
        one.instanced.iter_mut().for_each(Vec::clear);
    }
    let (mut problems, mut shown) = (Vec::new(), Vec::new());
    for replaced in replaced {
        let name = opened[replaced.file].file.name.clone();
        let Some((_, textures, wanted)) = parts(&mut opened[replaced.file], replaced.inside) else {
            continue;
        };
        let entry = &mut textures[replaced.texture.get()];
        if let TextureState::Broken(why) = &entry.state {
            let location = entry.location.clone().unwrap_or_default();
            problems.push(format!("{location} does not stand for {}: {why}", entry.reference));
            *entry = replaced.entry;
            wanted.extend(replaced.own);
        } else {
            let (texture, location) = (&entry.reference, entry.location.as_deref().unwrap_or_default());
            shown.push(format!(
                "texture {texture} of {name} is shown by {location}, as the view file says"
            ));
        }
    }
    let more = |more| format!("{more} more textures are shown by images that the view file names");
    (problems, first_of(shown, more))
}

/// The first of `sentences`, and one about the others.
pub fn first_of(mut sentences: Vec<String>, more: impl Fn(usize) -> String) -> Vec<String> {
    let others = sentences.len().saturating_sub(MOST_NAMED);
    sentences.truncate(MOST_NAMED);
    sentences.extend((others > 0).then(|| more(others)));
    sentences
}

/// The scene, its textures, and those that are to be decoded.
fn parts(one: &mut Opened, inside: Option<usize>) -> Option<(&Scene, &mut [TextureEntry], &mut Vec<WantedTexture>)> {
    match inside {
        None => Some((&one.file.scene, &mut one.file.textures, &mut one.wanted)),
        Some(at) => {
            let file = one.file.instances.files.get_mut(at)?;
            Some((&file.scene, &mut file.textures, one.instanced.get_mut(at)?))
        }
    }
}

/// Why the image that a view file names is not shown.
pub fn unread(image: &SavedImage, why: &str) -> String {
    format!("{} does not stand for {}: {why}", image.location, image.texture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_file_leads_to_no_share_that_the_user_did_not_open() {
        for (location, own, may) in [
            ("/home/me/skin.png", "/home/me/hero.cast", true),
            (r"D:\skins\skin.png", r"C:\hero.cast", true),
            (r"\\?\D:\skins\skin.png", r"C:\hero.cast", true),
            (r"\\evil\share\skin.png", r"C:\hero.cast", false),
            (r"\\?\UNC\evil\share\skin.png", r"C:\hero.cast", false),
            ("//evil/share/skin.png", "/home/me/hero.cast", false),
            (r"\\Own\Share\skin.png", r"\\own\share\hero.cast", true),
            (r"\\own\other\skin.png", r"\\own\share\hero.cast", false),
        ] {
            assert_eq!(may_be_read(location, own), may, "{location} beside {own}");
        }
    }
}
