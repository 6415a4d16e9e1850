//! The textures of a scene: which are found, and which are wanted.

use super::reach::{Allowance, Listings, Reach, ReachedFile};
use super::{TextureSearch, location_of};
use castview_base::core::{Stream, TextureIndex};
use castview_base::scene::{Alpha, ColorSpace, Input, Scene, SlotSource};
use castview_images::{has_known_extension, has_radiance_extension};
use castview_picture::opened::{Elsewhere, TextureEntry, TextureState};
use std::ffi::OsStr;
use std::path::Path;

/// A texture that was found and is worth decoding.
#[derive(Clone, Debug)]
pub struct WantedTexture {
    /// Place in the scene's list of textures.
    pub texture: TextureIndex,
    /// The bytes of its image.
    pub source: ImageSource,
}

/// Where the bytes of an image are.
#[derive(Clone, Debug)]
pub enum ImageSource {
    /// Whether its texels are colours or numbers of a map.
    File(ReachedFile, ColorSpace),
    /// In the file that names it.
    Inside(Stream<u8>, ColorSpace),
}

impl ImageSource {
    /// Where the image lies, if it is a file of its own.
    pub fn location(&self) -> Option<String> {
        match self {
            Self::File(found, _) => Some(location_of(found.path())),
            Self::Inside(..) => None,
        }
    }
}

/// Looks for every texture of `scene`. A texture that is found and feeds an input of a surface is wanted; the other textures that are found
/// are listed only: nothing draws them.
pub fn find_textures(scene: &Scene, search: &mut TextureSearch) -> (Vec<TextureEntry>, Vec<WantedTexture>) {
    let drawn = drawn_textures(scene);
    let numbers = numbers_alone(scene);
    let mut wanted = Vec::new();
    let entries = scene
        .textures
        .iter()
        .enumerate()
        .map(|(index, reference)| {
            let texture = TextureIndex::new(index);
            let found = match scene.embedded.get(&texture) {
                Some(bytes) => Ok((ImageSource::Inside(bytes.clone(), space_of(numbers[index])), false)),
                None => {
                    let source = |found| ImageSource::File(found, space_of(numbers[index]));
                    let found = search.find_from(reference);
                    found.map(|(found, is_elsewhere)| (source(found), is_elsewhere))
                }
            };
            let elsewhere = match found {
                Ok((_, true)) => Elsewhere::ByName,
                _ => Elsewhere::No,
            };
            let found = found.map(|(source, _)| source);
            let location = found.as_ref().ok().and_then(ImageSource::location);
            let state = match found {
                Err(reason) => TextureState::Missing(reason),
                Ok(_) if !drawn[index] => TextureState::Unused,
                Ok(source) => {
                    wanted.push(WantedTexture { texture, source });
                    TextureState::Loading
                }
            };
            TextureEntry {
                reference: reference.clone(),
                location,
                file_bytes: 0,
                full_size: None,
                parts: None,
                state,
                elsewhere,
            }
        })
        .collect();
    (entries, wanted)
}

/// Where the image of a texture lies, as a picture of colors; or why there is none.
pub(super) fn image_source(
    scene: &Scene,
    texture: TextureIndex,
    search: &mut TextureSearch,
) -> Result<ImageSource, String> {
    match scene.embedded.get(&texture) {
        Some(bytes) => Ok(ImageSource::Inside(bytes.clone(), ColorSpace::Srgb)),
        None => {
            let found = search.find(&scene.textures[texture.get()])?;
            Ok(ImageSource::File(found, ColorSpace::Srgb))
        }
    }
}

/// The image at `path`, which the user named, in place of the texture `texture` of `scene`; or why it is none.
pub fn named_image(scene: &Scene, texture: TextureIndex, path: &Path) -> Result<ImageSource, String> {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if !(has_known_extension(name) || has_radiance_extension(name)) {
        return Err("its name is not that of an image".into());
    }
    // It may be read wherever it lies: nothing but itself is.
    let reach = Reach::of(path, &Allowance::NONE);
    let found = Listings::default().regular_file(reach.roots(), reach.folder(), name);
    let found = found.map_err(|_| "there is no such file".to_owned())?;
    let is_of_numbers = numbers_alone(scene).get(texture.get()).copied().unwrap_or_default();
    Ok(ImageSource::File(found, space_of(is_of_numbers)))
}

fn space_of(is_of_numbers: bool) -> ColorSpace {
    match is_of_numbers {
        true => ColorSpace::Linear,
        false => ColorSpace::Srgb,
    }
}

/// One flag per texture reference: whether it is a map of a material.
fn drawn_textures(scene: &Scene) -> Vec<bool> {
    let mut drawn = vec![false; scene.textures.len()];
    for material in scene.models.iter().flat_map(|model| &model.materials) {
        for slot in &material.slots {
            if let SlotSource::Texture(texture) = slot.source {
                drawn[texture.get()] |= material.fed_by(slot).next().is_some();
            }
        }
    }
    drawn
}

/// One flag per texture reference: whether its alpha, or its opacity, leaves holes in a surface.
pub fn cutting_textures(scene: &Scene) -> Vec<bool> {
    let mut cutting = vec![false; scene.textures.len()];
    let materials = scene.models.iter().flat_map(|model| &model.materials);
    // Blended materials have holes too, where they are all but clear.
    for material in materials.filter(|material| material.surface.alpha != Alpha::Opaque) {
        for (slot, _) in [Input::BaseColor, Input::Opacity]
            .into_iter()
            .filter_map(|input| material.fed(input))
        {
            if let SlotSource::Texture(texture) = slot.source {
                cutting[texture.get()] = true;
            }
        }
    }
    cutting
}

/// One flag per texture reference: whether all that it feeds takes its texels as numbers.
fn numbers_alone(scene: &Scene) -> Vec<bool> {
    let mut numbers = vec![true; scene.textures.len()];
    for material in scene.models.iter().flat_map(|model| &model.materials) {
        for slot in &material.slots {
            if let SlotSource::Texture(texture) = slot.source {
                numbers[texture.get()] &= material.space_of(&slot.name) == ColorSpace::Linear;
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::reach::{Allowance, Reach};
    use super::*;
    use castview_base::scene::{Material, Model, Slot};
    use std::path::Path;

    fn textured_scene() -> Scene {
        let slot = |name: &str, texture| Slot {
            name: name.into(),
            source: SlotSource::Texture(TextureIndex::new(texture)),
            lookup: Default::default(),
        };
        let material = Material {
            slots: vec![slot("albedo", 0), slot("diffuse", 3), slot("extra1", 1)],
            ..Material::default()
        };
        Scene {
            models: vec![Model {
                materials: vec![material],
                ..Model::default()
            }],
            textures: ["body.png", "extra.png", "gone.png", "other.png"]
                .map(String::from)
                .to_vec(),
            ..Scene::default()
        }
    }

    fn reach_of(folder: &Path) -> Reach {
        Reach::of(&folder.join("model.cast"), &Allowance::default())
    }

    #[test]
    fn what_feeds_a_surface_is_wanted_and_the_rest_is_listed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["body.png", "extra.png", "other.png"] {
            std::fs::write(folder.path().join(name), b"").expect("writable");
        }
        let (entries, wanted) = find_textures(&textured_scene(), &mut TextureSearch::new(&reach_of(folder.path())));
        assert_eq!(wanted.iter().map(|w| w.texture.get()).collect::<Vec<_>>(), [0]);
        let states: Vec<&TextureState> = entries.iter().map(|entry| &entry.state).collect();
        assert!(matches!(
            states[..],
            [
                TextureState::Loading,
                TextureState::Unused,
                TextureState::Missing(_),
                TextureState::Unused
            ]
        ));
        assert!(entries[0].location.is_some() && entries[2].location.is_none());
    }

    #[test]
    fn light_of_a_map_of_numbers_stays_as_it_is() {
        let slot = |name: &str, texture| Slot {
            name: name.into(),
            source: SlotSource::Texture(TextureIndex::new(texture)),
            lookup: Default::default(),
        };
        let material = Material {
            slots: vec![slot("albedo", 0), slot("normal", 1), slot("ao", 0), slot("gloss", 2)],
            ..Material::default()
        };
        let scene = Scene {
            models: vec![Model {
                materials: vec![material],
                ..Model::default()
            }],
            textures: ["body.exr", "bumps.exr", "gloss.png"].map(String::from).to_vec(),
            ..Scene::default()
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in &scene.textures {
            std::fs::write(folder.path().join(name), b"").expect("writable");
        }
        let (_, wanted) = find_textures(&scene, &mut TextureSearch::new(&reach_of(folder.path())));
        let spaces: Vec<ColorSpace> = wanted
            .iter()
            .map(|wanted| match &wanted.source {
                ImageSource::File(_, space) => *space,
                ImageSource::Inside(..) => panic!("all are files"),
            })
            .collect();
        assert_eq!(spaces, [ColorSpace::Srgb, ColorSpace::Linear, ColorSpace::Linear]);
    }
}
