//! The textures of a scene: which are found, which are wanted, and their pixels.

use super::reach::Found;
use super::read::read_found;
use super::{TextureSearch, guard, location_of};
use crate::core::{Stream, TextureIndex};
use crate::images;
use crate::scene::{Scene, SlotSource};
use crate::session::{TextureEntry, TextureState};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The largest image file that is read.
const MAX_IMAGE_FILE: u64 = 1 << 30;

/// Decoded pixels of one batch. A file may name any number of textures.
const MAX_BATCH_BYTES: u64 = 4 << 30;

/// Decoding threads: they share the machine with whoever draws.
const MAX_THREADS: usize = 4;

/// A texture that was found and is worth decoding.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub texture: TextureIndex,
    pub source: ImageSource,
}

/// Where the bytes of an image are.
#[derive(Clone, Debug)]
pub enum ImageSource {
    File(Found),
    /// In the file that names it.
    Inside(Stream<u8>),
}

impl ImageSource {
    /// Where the image lies, if it is a file of its own.
    pub fn location(&self) -> Option<String> {
        match self {
            Self::File(found) => Some(location_of(found.path())),
            Self::Inside(_) => None,
        }
    }
}

/// Looks for every texture of `scene`. What is found and feeds an input of a surface is wanted; the rest of what is found is
/// listed only: nothing draws it.
pub fn find_textures(scene: &Scene, search: &mut TextureSearch) -> (Vec<TextureEntry>, Vec<Wanted>) {
    let drawn = drawn_textures(scene);
    let mut wanted = Vec::new();
    let entries = scene
        .textures
        .iter()
        .enumerate()
        .map(|(index, reference)| {
            let texture = TextureIndex::new(index);
            let found = match scene.embedded.get(&texture) {
                Some(bytes) => Ok(ImageSource::Inside(bytes.clone())),
                None => search.find(reference).map(ImageSource::File),
            };
            let location = found.as_ref().ok().and_then(ImageSource::location);
            let state = match found {
                Err(reason) => TextureState::Missing(reason),
                Ok(_) if !drawn[index] => TextureState::Unused,
                Ok(source) => {
                    wanted.push(Wanted { texture, source });
                    TextureState::Loading
                }
            };
            TextureEntry {
                reference: reference.clone(),
                location,
                state,
            }
        })
        .collect();
    (entries, wanted)
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

/// Reads and decodes each distinct file once, on a few threads; `done` gets the states as they come, with the position
/// in `sources`, and returns `false` to stop. Never panics over a file.
pub fn decode_all(sources: &[&ImageSource], done: impl FnMut(usize, TextureState) -> bool + Send) {
    let mut positions: Vec<(&ImageSource, Vec<usize>)> = Vec::new();
    let mut seen: HashMap<&Path, usize> = HashMap::new();
    for (position, source) in sources.iter().enumerate() {
        let at = match source {
            ImageSource::File(found) => *seen.entry(found.path()).or_insert(positions.len()),
            ImageSource::Inside(_) => positions.len(),
        };
        match positions.get_mut(at) {
            Some((_, same)) => same.push(position),
            None => positions.push((source, vec![position])),
        }
    }
    let threads = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(MAX_THREADS);
    let (next, spent) = (AtomicUsize::new(0), AtomicU64::new(0));
    // `None` once it was told to stop.
    let done = Mutex::new(Some(done));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(positions.len()) {
            scope.spawn(|| {
                while let Some((source, positions)) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let state = decode_within(source, &spent);
                    let mut guarded = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    let Some(report) = guarded.as_mut() else {
                        return;
                    };
                    if !positions.iter().all(|position| report(*position, state.clone())) {
                        *guarded = None;
                    }
                }
            });
        }
    });
}

fn decode_within(source: &ImageSource, spent: &AtomicU64) -> TextureState {
    let too_much = || {
        TextureState::Broken(format!(
            "the textures together need more than {} GiB",
            MAX_BATCH_BYTES >> 30
        ))
    };
    if spent.load(Ordering::Relaxed) >= MAX_BATCH_BYTES {
        return too_much();
    }
    match decode(source) {
        Ok(image) => {
            spent.fetch_add(image.rgba.len() as u64, Ordering::Relaxed);
            TextureState::Ready(image.into())
        }
        Err(reason) => TextureState::Broken(reason),
    }
}

fn decode(source: &ImageSource) -> Result<images::Image, String> {
    let decoded = match source {
        ImageSource::File(found) => {
            let bytes =
                read_found(found, u64::MAX, MAX_IMAGE_FILE, &mut |_| true).map_err(|error| error.to_string())?;
            let name = found.path().file_name().map(|name| name.to_string_lossy().into_owned());
            guard(|| images::decode(&bytes, &name.unwrap_or_default()))
        }
        ImageSource::Inside(stream) => match stream.raw_bytes() {
            Some(bytes) => guard(|| images::decode(bytes, "")),
            None => guard(|| images::decode(&stream.to_vec(), "")),
        },
    };
    decoded
        .map_err(|panic| format!("it meets a mistake in its decoder ({panic})"))?
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::reach::{Allowance, Reach};
    use super::*;
    use crate::images::Image;
    use crate::scene::{Material, Model, Slot};
    use std::sync::Arc;

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

    fn write_png(path: &Path) -> Image {
        let image = Image {
            width: 1,
            height: 1,
            rgba: vec![1, 2, 3, 255],
        };
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::write_buffer_with_format(
            &mut bytes,
            &image.rgba,
            1,
            1,
            image::ColorType::Rgba8,
            image::ImageFormat::Png,
        )
        .expect("written to memory");
        std::fs::write(path, bytes.into_inner()).expect("writable");
        image
    }

    #[test]
    fn what_feeds_a_surface_is_wanted_and_the_rest_is_listed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let image = write_png(&folder.path().join("body.png"));
        write_png(&folder.path().join("extra.png"));
        write_png(&folder.path().join("other.png"));
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

        let mut got = Vec::new();
        decode_all(&[&wanted[0].source], |position, state| {
            got.push((position, state));
            true
        });
        assert_eq!(got, [(0, TextureState::Ready(Arc::new(image)))]);
    }

    #[test]
    fn one_file_is_decoded_once_and_a_broken_one_breaks_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (good, bad) = (folder.path().join("a.png"), folder.path().join("b.png"));
        write_png(&good);
        std::fs::write(&bad, b"no image").expect("writable");
        let mut search = TextureSearch::new(&reach_of(folder.path()));
        let [good, bad] = ["a.png", "b.png"].map(|name| ImageSource::File(search.find(name).expect("it is there")));
        let mut got = vec![None; 3];
        decode_all(&[&good, &bad, &good], |position, state| {
            got[position] = Some(state);
            true
        });
        let [
            Some(TextureState::Ready(first)),
            Some(TextureState::Broken(_)),
            Some(TextureState::Ready(again)),
        ] = &got[..]
        else {
            panic!("{got:?}");
        };
        assert!(Arc::ptr_eq(first, again));
    }
}
