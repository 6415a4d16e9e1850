//! At each place in the table of keys, the file's bytes hold the value in the table.

use super::assets::shared_assets;
use super::writer::{F32, Gltf, I16};
use super::{Options, SharedBytes};
use castview_base::scene::{KeyByte, Scene, Values};
use castview_formats::{NoSideFiles, Request, SideFiles, import};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Files of one folder.
struct Folder(PathBuf);

impl SideFiles for Folder {
    fn read(&self, uri: &str, wanted: u64) -> Result<SharedBytes, String> {
        let mut bytes = std::fs::read(self.0.join(uri)).map_err(|error| error.to_string())?;
        bytes.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
        Ok(bytes.into())
    }
}

/// The value of every key against the bytes at its place; how many there are, and how many lie nowhere. `bytes_of` are those of the
/// file, or of what lies beside it.
fn compared(scene: &Scene, bytes_of: &dyn Fn(Option<&str>) -> Vec<u8>) -> (usize, usize) {
    let (mut plain, mut nowhere) = (0, 0);
    for (clip_index, clip) in scene.clips.iter().enumerate() {
        let mut opened: Option<(Option<String>, Vec<u8>)> = None;
        for (track_index, track) in clip.tracks.iter().enumerate() {
            for key in 0..track.keys.len() {
                let place = scene.key_places.of(clip_index, track_index, key, &track.values);
                let KeyByte { byte, of } = match place {
                    Ok(place) => place,
                    Err(why) => {
                        assert!(why.ends_with('.'), "{why}");
                        nowhere += 1;
                        continue;
                    }
                };
                if opened.as_ref().is_none_or(|(name, _)| name.as_deref() != of) {
                    opened = Some((of.map(str::to_owned), bytes_of(of)));
                }
                let (_, bytes) = opened.as_ref().expect("just opened");
                let number = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
                match &track.values {
                    Values::Scalar(values) => assert_eq!(number(byte), values.get(key), "{} {key}", track.target),
                    Values::Rotation(values) => {
                        let stored: [f32; 4] = std::array::from_fn(|axis| number(byte + 4 * axis));
                        assert_eq!(stored, values.get(key), "{} {key}", track.target);
                    }
                    Values::Switch(_) => panic!("a switch is no number"),
                }
                plain += 1;
            }
        }
    }
    (plain, nowhere)
}

fn scene_of(bytes: &[u8], side_files: &dyn SideFiles) -> Scene {
    let request = Request {
        name: "stem",
        options: &Options::NONE,
        side_files,
    };
    import(bytes.to_vec().into(), &request).expect("it opens").scene
}

/// A node whose translation, rotation and weights are driven: at equal distances, interleaved, by splines, and out of order.
fn moving() -> Gltf {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let lifted = file.floats(&[[0.0, 0.5, 0.0]; 3]);
    let mesh = file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "targets": [{"POSITION": lifted}, {"POSITION": lifted}]}]}),
    );
    file.add("nodes", json!({"mesh": mesh}));
    let times = file.scalars(&[0.0, 1.0, 2.0]);
    let shuffled = file.scalars(&[2.0, 0.0, 1.0]);
    // A stride of 16 bytes around 12 of each.
    let interleaved: Vec<u8> = (0..12_u8).flat_map(|i| f32::from(i).to_le_bytes()).collect();
    let view = file.view(&interleaved, Some(16));
    let strided = file.add(
        "accessors",
        json!({"bufferView": view, "componentType": F32, "type": "VEC3", "count": 3}),
    );
    file.animation(0, "translation", "LINEAR", times, strided);
    let spline: Vec<[f32; 4]> = (0..9).map(|i| [i as f32, 0.0, 0.0, 1.0]).collect();
    let spline = file.floats(&spline);
    file.animation(0, "rotation", "CUBICSPLINE", times, spline);
    let weights = file.scalars(&(0..18).map(|i| i as f32 * 0.1).collect::<Vec<_>>());
    file.animation(0, "weights", "CUBICSPLINE", times, weights);
    let scales = file.floats(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]);
    file.animation(0, "scale", "STEP", shuffled, scales);
    file
}

/// Three of translation, one of rotation, two of weights, three of scale: three keys each.
const KEYS: usize = 9 * 3;

#[test]
fn values_lie_where_they_are_told_to_in_binary_files_beside_them_and_in_their_text() {
    let file = moving();
    let glb = file.glb();
    let in_file = |of: Option<&str>| {
        assert_eq!(of, None);
        glb.clone()
    };
    assert_eq!(compared(&scene_of(&glb, &NoSideFiles), &in_file), (KEYS, 0));

    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("walk.bin"), &file.bin).expect("it is writable");
    let scene = scene_of(&file.gltf("walk.bin"), &Folder(folder.path().into()));
    let beside = |of: Option<&str>| {
        assert_eq!(of, Some("walk.bin"));
        file.bin.clone()
    };
    assert_eq!(compared(&scene, &beside), (KEYS, 0));

    let digits: String = file.bin.iter().map(|byte| format!("%{byte:02x}")).collect();
    let scene = scene_of(&file.gltf(&format!("data:,{digits}")), &NoSideFiles);
    let decoded = |of: Option<&str>| {
        assert_eq!(of, Some("the data of buffer 0, decoded"));
        file.bin.clone()
    };
    assert_eq!(compared(&scene, &decoded), (KEYS, 0));
}

#[test]
fn values_that_are_not_stored_as_they_are_say_why() {
    let why = |make: &dyn Fn(&mut Gltf) -> usize| {
        let mut file = Gltf::new();
        let attributes = file.triangle();
        let mesh = file.mesh(attributes);
        file.add("nodes", json!({"mesh": mesh}));
        let times = file.scalars(&[0.0, 1.0]);
        let output = make(&mut file);
        file.animation(0, "rotation", "LINEAR", times, output);
        let scene = scene_of(&file.glb(), &NoSideFiles);
        let track = &scene.clips[0].tracks[0];
        scene
            .key_places
            .of(0, 0, 1, &track.values)
            .expect_err("it lies nowhere")
    };
    let integers = why(&|file| {
        let bytes: Vec<u8> = [0, 0, 0, i16::MAX, i16::MAX, 0, 0, 0]
            .iter()
            .flat_map(|v: &i16| v.to_le_bytes())
            .collect();
        file.accessor(&bytes, I16, "VEC4", 2, true)
    });
    assert!(integers.contains("integers"), "{integers}");
    let zeros = why(&|file| file.add("accessors", json!({"componentType": F32, "type": "VEC4", "count": 2})));
    assert!(zeros.contains("no bytes"), "{zeros}");
    let sparse = why(&|file| {
        let indices = file.view(&[1], None);
        let values = file.view(&[0; 16], None);
        let full: Vec<u8> = [[0.0, 0.0, 0.0, 1.0_f32]; 2]
            .as_flattened()
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect();
        let view = file.view(&full, None);
        file.add(
            "accessors",
            json!({"bufferView": view, "componentType": F32, "type": "VEC4", "count": 2, "sparse": {
                "count": 1, "indices": {"bufferView": indices, "componentType": 5121}, "values": {"bufferView": values}}}),
        )
    });
    assert!(sparse.contains("sparse"), "{sparse}");
    let replaced = why(&|file| file.floats(&[[0.0; 4], [0.0, 0.0, 0.0, 1.0]]));
    assert!(replaced.contains("replaced"), "{replaced}");
}

/// Every key of the shared files that plainly lies somewhere is there, bit for bit.
#[test]
fn values_of_real_files_lie_where_they_are_told_to() {
    let Some(assets) = shared_assets() else { return };
    let folders = ["gltf", "khronos"].map(|name| assets.join(name));
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(&folder).expect("the folder is there");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|path| path.extension().is_some_and(|end| end == "glb" || end == "gltf"));
    files.sort();
    let (mut plain, mut moving) = (0, 0);
    for path in files {
        let folder: &Path = path.parent().expect("it lies in a folder");
        let bytes = std::fs::read(&path).expect("it is readable");
        let request = Request {
            name: "stem",
            options: &Options::NONE,
            side_files: &Folder(folder.into()),
        };
        let Ok(import) = import(bytes.clone().into(), &request) else {
            continue;
        };
        let is_embedded = |of: Option<&str>| of.is_some_and(|of| of.starts_with("the data of"));
        let bytes_of = |of: Option<&str>| match of {
            None => bytes.clone(),
            Some(name) => std::fs::read(folder.join(name)).expect("it lies beside the file"),
        };
        let first = import.scene.clips.first().and_then(|clip| clip.tracks.first());
        let place = first.map(|track| import.scene.key_places.of(0, 0, 0, &track.values));
        if place.is_some_and(|place| place.is_ok_and(|place| is_embedded(place.of))) {
            continue;
        }
        let (found, _) = compared(&import.scene, &bytes_of);
        plain += found;
        moving += usize::from(found > 0);
    }
    assert!(moving >= 5 && plain > 10_000, "{moving} files, {plain} keys");
}
