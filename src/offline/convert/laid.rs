//! Images that become files of their own beside the written one.
//!
//! In: the textures that the written file names. Out: names and bytes of files for its folder; the scene then names those. Nothing is written
//! here, and no name is given that another file of the folder has.

use super::conversion::{Conversion, ConversionTarget, ConvertError, Textures};
use super::gather::{FoundImages, place_of};
use super::images::{TakenImage, embeddable, media_type, taken_from};
use crate::core::{Diagnostics, TextureIndex};
use crate::export;
use crate::files;
use crate::formats::Packing;
use crate::formats::rules::convert as rule;
use crate::scene::Scene;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Bytes of all images that are copied beside one file, at most.
const MOST_BYTES: u64 = 2 << 30;
/// Characters of a copy's name that come from its image.
const MOST_NAME: usize = 80;

/// Images beside the file.
#[derive(Default)]
pub(super) struct LaidImages {
    /// Names in the folder of the written file, and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// Files of which they are made.
    pub taken: Vec<TakenImage>,
}

/// Images inside the sources that are `used` become files of their own, and, if the user wants copies, those that lie elsewhere. `packings` are
/// the last textures of the scene.
pub(super) fn lay_beside(
    scene: &mut Scene,
    (used, packings): (&BTreeSet<TextureIndex>, &[Packing]),
    found: &FoundImages,
    conversion: &Conversion<'_>,
    losses: &mut Diagnostics,
) -> Result<LaidImages, ConvertError> {
    let stem = files::file_stem(conversion.output);
    let mut laid = LaidImages::default();
    let embedded = std::mem::take(&mut scene.embedded);
    let first_packed = scene.textures.len() - packings.len();
    let mut names = Names::of(conversion.output, &stem);
    for (texture, bytes) in embedded.into_iter().filter(|(texture, _)| used.contains(texture)) {
        let bytes = bytes.to_vec();
        let name = format!("{stem}_{}.{}", texture.get(), ending_of(&bytes));
        names.taken.insert(name.to_lowercase());
        scene.textures[texture.get()] = name.clone();
        if let Some(packed) = texture.get().checked_sub(first_packed) {
            let from = taken_from(&packings[packed].sources(), found, bytes.len(), Some(&name));
            laid.taken.extend(from);
        }
        laid.files.push((name, bytes));
    }
    copy(scene, used, (found, &mut names), (conversion, &stem), &mut laid, losses)?;
    Ok(laid)
}

/// Copies the images that lie in files of their own, as far as they are to be copied.
fn copy(
    scene: &mut Scene,
    used: &BTreeSet<TextureIndex>,
    (found, names): (&FoundImages, &mut Names),
    (conversion, stem): (&Conversion<'_>, &str),
    laid: &mut LaidImages,
    losses: &mut Diagnostics,
) -> Result<(), ConvertError> {
    let copies_all = conversion.textures == Textures::Copied;
    let mut copied: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mut bytes_of_all = 0;
    for &texture in used {
        let is_laid = laid
            .files
            .iter()
            .any(|(name, _)| *name == scene.textures[texture.get()]);
        let Some(image) = found.get(texture) else {
            if copies_all && !is_laid {
                let place = || place_of(scene, texture);
                losses.report(rule::X_IMAGE, place, || {
                    "the image was not found; named by its path".into()
                });
            }
            continue;
        };
        // Nobody finds an image by the path of an archive.
        if !copies_all && !image.file.is_in_archive() {
            continue;
        }
        let path = image.file.path().to_owned();
        if let Some(name) = copied.get(&path) {
            scene.textures[texture.get()].clone_from(name);
            continue;
        }
        let bytes = match found.read(scene, texture) {
            Some(Ok(bytes)) => bytes,
            Some(Err(reason)) => {
                let place = || place_of(scene, texture);
                losses.report(rule::X_IMAGE, place, || format!("{reason}; named by its path"));
                continue;
            }
            None => continue,
        };
        bytes_of_all += bytes.len() as u64;
        if bytes_of_all > MOST_BYTES {
            return Err(ConvertError::TooManyCopies(MOST_BYTES >> 30));
        }
        let own = path.extension().map(|ending| safe(&ending.to_string_lossy()));
        let (bytes, ending) = match conversion.target {
            ConversionTarget::Glb if media_type(&bytes).is_none() => match embeddable(bytes, scene, texture, losses) {
                Some(image) => (image.bytes, "png".to_owned()),
                None => continue,
            },
            _ => {
                let ending = own.filter(|ending| !ending.is_empty());
                let ending = ending.unwrap_or_else(|| ending_of(&bytes).to_owned());
                (bytes, ending)
            }
        };
        let own_stem = safe(&files::file_stem(&path));
        let name = names.free(&format!("{stem}_{own_stem}"), &ending, &bytes);
        laid.taken
            .extend(taken_from(&[texture], found, bytes.len(), Some(&name)));
        scene.textures[texture.get()].clone_from(&name);
        copied.insert(path, name.clone());
        laid.files.push((name, bytes));
    }
    Ok(())
}

/// The ending for an image that has no file name.
fn ending_of(bytes: &[u8]) -> &'static str {
    match media_type(bytes) {
        Some("image/png") => "png",
        Some(_) => "jpg",
        None if bytes.starts_with(b"DDS ") => "dds",
        None if bytes.starts_with(b"RIFF") => "webp",
        None => "image",
    }
}

/// Part of a file name that every system takes and every program reads in one word.
fn safe(name: &str) -> String {
    let plain = |c: char| match c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
        true => c,
        false => '_',
    };
    let name: String = name.chars().take(MOST_NAME).map(plain).collect();
    name.trim_matches('.').to_owned()
}

/// Names of files in the folder of the written file.
struct Names<'a> {
    folder: &'a Path,
    /// In small letters: some systems take names that differ in case alone for one.
    taken: BTreeSet<String>,
}

impl<'a> Names<'a> {
    /// The written file and its materials have their names.
    fn of(output: &'a Path, stem: &str) -> Self {
        let own = output.file_name().unwrap_or_default().to_string_lossy();
        Self {
            folder: files::folder_of(output),
            taken: [own.to_lowercase(), format!("{stem}.mtl").to_lowercase()].into(),
        }
    }

    /// A name that no other file has, with a number if need be. A file of the same bytes is the image itself, written before.
    fn free(&mut self, stem: &str, ending: &str, bytes: &[u8]) -> String {
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{stem}.{ending}"),
                _ => format!("{stem}_{number}.{ending}"),
            };
            let path = self.folder.join(&name);
            let is_free = !path.exists() || export::holds(&path, bytes);
            if is_free && self.taken.insert(name.to_lowercase()) {
                return name;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_that_every_system_takes() {
        for (name, wanted) in [
            ("skin", "skin"),
            ("my skin#1", "my_skin_1"),
            ("..", ""),
            ("a:b*c?\n", "a_b_c__"),
            ("größe", "größe"),
            ("C1.diffuse", "C1.diffuse"),
        ] {
            assert_eq!(safe(name), wanted);
        }
    }

    #[test]
    fn names_that_others_have_get_a_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("writable");
        put("a_skin.png", b"of somebody");
        put("a_same.png", b"image");
        let output = folder.path().join("a.glb");
        let mut names = Names::of(&output, "a");
        assert_eq!(names.free("a_skin", "png", b"image"), "a_skin_2.png");
        assert_eq!(names.free("a_New", "png", b"image"), "a_New.png");
        assert_eq!(names.free("a_new", "png", b"other"), "a_new_2.png");
        assert_eq!(names.free("a_same", "png", b"image"), "a_same.png");
        assert_eq!(names.free("a_same", "png", b"image"), "a_same_2.png");
    }
}
