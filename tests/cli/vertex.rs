//! `pose --vertex` prints the numbers that the window shows for a pinned vertex, digit for digit.

use crate::assets::shared_assets;
use crate::folder;
use crate::gltf::Gltf;
use castview::core::MeshIndex;
use castview::offline::{Beside, FileSet};
use castview::opened::Placement;
use castview::session::probe;
use castview::session::{Action, Message, PlaybackAction, ProbeAction, Seek, Session, Spot, StoredPlace, VertexFacts};
use castview_testkit::program::{Folder, Ran};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The files open, the first clip standing still.
fn session(paths: &[PathBuf]) -> Session {
    let batch = FileSet::open(paths, Beside::default()).expect("they open");
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: batch.files,
        placement: Placement::Replace,
    });
    let clip = session.stage().clips().first().map(|clip| clip.key);
    session.apply(Action::Playback(PlaybackAction::ChooseClip(clip)));
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

/// Pins one corner of a triangle of a mesh of the first model.
fn pin(session: &mut Session, mesh: usize, triangle: usize) -> u32 {
    let placed = &session.stage().models()[0];
    let triangles = &placed.model().meshes[mesh].triangles;
    let corners = [0, 1, 2].map(|corner| triangles.get(3 * triangle + corner));
    let spot = Spot {
        model: placed.key,
        mesh: MeshIndex::new(mesh),
        placement: 0,
        triangle: triangle as u32,
        corners,
        shares: [0.5, 0.25, 0.25],
        vertex: corners[2],
    };
    session.apply(Action::Probe(ProbeAction::Pin(spot)));
    corners[2]
}

/// Without the triangle, which nobody on the command line names.
fn said(facts: VertexFacts<'_>) -> String {
    let mut facts = facts;
    facts.of.triangle = None;
    facts.stored.retain(|part| part.stream != "triangle");
    facts.json()
}

/// Compares at ten frames; returns how many vertices were held against each other.
fn compare(paths: &[PathBuf], run: &dyn Fn(&[String]) -> Ran) -> usize {
    let mut session = session(paths);
    let meshes = session.stage().models()[0].model().meshes.len().min(4);
    let mut asked: Vec<String> = Vec::new();
    for mesh in 0..meshes {
        let count = session.stage().models()[0].model().meshes[mesh].triangle_count();
        if count > 0 {
            let vertex = pin(&mut session, mesh, count / 3);
            asked.extend(["--vertex".to_owned(), format!("{mesh}:{vertex}")]);
        }
    }
    let last = session.active_clip().map_or(10.0, |clip| clip.clip().range.end);
    let frames: Vec<f64> = (0..10)
        .map(|at| (last * f64::from(at) / 9.0 * 8.0).round() / 8.0)
        .collect();
    let list: Vec<String> = frames.iter().map(f64::to_string).collect();
    let mut words = vec!["pose".to_owned(), "--clip".to_owned(), "0".to_owned()];
    if session.active_clip().is_none() {
        words.truncate(1);
    }
    words.extend(["--frame".to_owned(), list.join(",")]);
    words.extend(asked);
    words.extend(paths.iter().map(|path| path.to_str().expect("ASCII").to_owned()));
    let printed = run(&words).fine().text();
    let mut compared = 0;
    for frame in frames {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        for pin in session.edits().pins() {
            let said = said(probe::pin_facts(&session, pin).expect("it is open"));
            assert!(
                printed.contains(&said),
                "frame {frame} of {paths:?}: {said} is not in {printed}"
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn the_window_says_what_pose_prints_at_ten_frames() {
    let folder = folder();
    let files = [folder.at("flag.cast"), folder.at("wave.cast")];
    assert_eq!(compare(&files, &|words| folder.run_with(words, &[])), 10);
}

#[test]
fn the_window_says_what_pose_prints_of_five_real_files() {
    let Some(assets) = shared_assets() else { return };
    let folder = Folder::new();
    for names in [
        &["models/Mage.cast", "models/Mage@Idle.cast"][..],
        &["models/Fox.cast", "models/Fox@Run.cast"],
        &["models/AnimatedMorphCube.cast", "models/AnimatedMorphCube@Square.cast"],
        &["authored/skin_quaternion.cast", "authored/skin_twist@anim.cast"],
        &["gltf/Fox.glb"],
    ] {
        let files: Vec<PathBuf> = names.iter().map(|name| assets.join(name)).collect();
        let compared = compare(&files, &|words| folder.run_with(words, &[]));
        assert!(compared >= 10, "{names:?}: {compared}");
    }
}

#[test]
fn a_vertex_is_named_by_its_mesh_and_its_number() {
    let folder = folder();
    let of = |words: &str| {
        let pose = folder
            .run(&format!("pose flag.cast wave.cast --frame 5 {words}"))
            .fine()
            .json()
            .remove(0);
        pose["frames"][0]["vertices"].clone()
    };
    let name = folder.run("info flag.cast --json").fine().json()[0]["models"][0]["meshes"][0]["name"].clone();
    let name = name.as_str().expect("a name").to_owned();
    let both = of(&format!("--vertex {name}:2 --vertex 0:1"));
    let two = &both[0];
    assert_eq!(
        (&two["mesh"], &two["vertex"], &two["model"]),
        (&json!(name), &json!(2), &json!("flag"))
    );
    assert_eq!(
        (&both[1]["vertex"], both.as_array().map(Vec::len)),
        (&json!(1), Some(2))
    );
    // As `pose_evaluates_in_stage_space` has it: 10 to the right, up by 2, pushed out by half of the shape.
    assert_eq!(two["position"]["world"], json!([12.0, 4.0, 0.5]));
    assert_eq!(two["position"]["rest"], json!([2.0, 2.0, 0.0]));
    assert_eq!(two["position"]["morphed"], json!([2.0, 2.0, 0.5]));
    assert_eq!(
        (&two["shapes"][0]["name"], &two["shapes"][0]["weight"]),
        (&json!("puff"), &json!(0.5))
    );
    assert_eq!(
        (&two["influences"][0]["bone"], &two["influences"][0]["weight"]),
        (&json!("tip"), &json!(1.0))
    );
    assert_eq!(of(""), Value::Null, "none were asked for");
    for (words, what) in [
        ("--vertex quad", "body:1234"),
        ("--vertex 0:x", "body:1234"),
        ("--vertex nobody:0", "they are 0 to 1"),
        ("--vertex 7:0", "they are 0 to 1"),
        ("--vertex 0:4", "they are 0 to 3"),
        ("--vertex 1:0", "it has none"),
    ] {
        folder.run(&format!("pose flag.cast --frame 0 {words}")).refused(what);
    }
}

/// The bytes that the offsets point at are the numbers that are shown.
#[test]
fn offsets_lead_to_the_numbers() {
    let folder = folder();
    let bytes = std::fs::read(folder.at("flag.cast")).expect("just written");
    let mut session = session(&[folder.at("flag.cast")]);
    pin(&mut session, 0, 1);
    let facts = probe::pin_facts(&session, &session.edits().pins()[0]).expect("it is open");
    let floats = |stream: &str| -> Vec<f32> {
        let part = facts.stored.iter().find(|part| part.stream == stream);
        let StoredPlace::At {
            file: None,
            offset,
            len,
        } = part.expect("it is listed").place
        else {
            panic!("{stream} lies in the file");
        };
        let numbers = bytes[offset..offset + len].chunks_exact(4);
        numbers
            .map(|four| f32::from_le_bytes(four.try_into().expect("four")))
            .collect()
    };
    assert_eq!(floats("position"), facts.steps.rest.position.to_array());
    assert_eq!(floats("normal"), facts.steps.rest.normal.to_array());
    assert_eq!(floats("uv 0"), facts.uvs[0]);
}

#[test]
fn what_is_beside_or_written_as_text_says_so() {
    let mut file = Gltf::new();
    let mesh = file.triangle();
    file.mesh(mesh);
    file.add("nodes", json!({"mesh": 0}));
    let folder = Folder::new();
    let bin = file.bin.clone();
    let text = |uri: &str| file.gltf(uri);
    folder.put("whole.glb", &file.glb()).put("body.bin", &bin);
    folder.put("beside.gltf", &text("body.bin"));
    let data = base64_of(&bin);
    folder.put(
        "text.gltf",
        &text(&format!("data:application/octet-stream;base64,{data}")),
    );
    let place = |name: &str| {
        let mut session = session(&[folder.at(name)]);
        pin(&mut session, 0, 0);
        let facts = probe::pin_facts(&session, &session.edits().pins()[0]).expect("it is open");
        facts.stored[0].place.words()
    };
    for (name, begins, ends) in [
        ("whole.glb", "0x", "12 bytes"),
        ("beside.gltf", "0x", "12 bytes, in body.bin"),
        ("text.gltf", "no offset: base64 text", "bytes"),
    ] {
        let words = place(name);
        assert!(words.starts_with(begins) && words.ends_with(ends), "{name}: {words}");
    }
}

/// Interleaved numbers have an offset each. Converted values name their bytes and the reason; shapes do the same.
#[test]
fn what_is_not_there_as_it_is_names_the_bytes_it_was_made_from() {
    let mut file = Gltf::new();
    // Position and normal of each vertex beside each other.
    let rows: Vec<u8> = (0..3)
        .flat_map(|vertex| [vertex as f32, (vertex * vertex) as f32, 0.0, 0.0, 0.0, 1.0])
        .flat_map(f32::to_le_bytes)
        .collect();
    let view = file.view(&rows, Some(24));
    let mut interleaved = |offset: usize| {
        file.add(
            "accessors",
            json!({"bufferView": view, "byteOffset": offset, "componentType": 5126, "count": 3, "type": "VEC3",
                "min": [0, 0, 0], "max": [2, 4, 1]}),
        )
    };
    let (position, normal) = (interleaved(0), interleaved(12));
    let uv = file.accessor(&[0, 0, 255, 0, 0, 255], 5121, "VEC2", 3, true);
    let shape = file.floats(&[[0.0, 0.0, 1.0], [0.0, 0.0, 2.0], [0.0, 0.0, 3.0]]);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv},
            "targets": [{"POSITION": shape}]}], "extras": {"targetNames": ["up"]}}),
    );
    file.add("nodes", json!({"mesh": 0}));
    let bytes = file.glb();
    let folder = Folder::new();
    folder.put("rows.glb", &bytes);
    let mut session = session(&[folder.at("rows.glb")]);
    assert_eq!(pin(&mut session, 0, 0), 2);
    let facts = probe::pin_facts(&session, &session.edits().pins()[0]).expect("it is open");
    let place = |stream: &str| {
        let part = facts.stored.iter().find(|part| part.stream == stream);
        part.expect("it is listed").place
    };
    let read = |stream: &str| {
        let StoredPlace::At { offset, len, .. } = place(stream) else {
            panic!("{stream} lies in the file: {:?}", place(stream));
        };
        let numbers = bytes[offset..offset + len].chunks_exact(4);
        let number = |four: &[u8]| f32::from_le_bytes(four.try_into().expect("four"));
        numbers.map(number).collect::<Vec<f32>>()
    };
    assert_eq!(read("position"), [2.0, 4.0, 0.0]);
    assert_eq!(read("normal"), [0.0, 0.0, 1.0]);
    assert_eq!(read("up"), [0.0, 0.0, 3.0]);
    let said = place("uv 0").words();
    let range = said
        .strip_prefix("no offset: bytes 0x")
        .and_then(|rest| rest.strip_suffix(", stored as integers of 1 byte"));
    let (first, end) = range
        .and_then(|range| range.split_once(" to 0x"))
        .expect("it names its bytes");
    let [first, end] = [first, end].map(|hex| usize::from_str_radix(hex, 16).expect("a number"));
    assert_eq!(&bytes[first..end], &[0, 0, 255, 0, 0, 255], "{said}");
}

/// Without padding where it needs none: RFC 4648.
fn base64_of(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let padded = [three[0], *three.get(1).unwrap_or(&0), *three.get(2).unwrap_or(&0), 0];
        let bits = u32::from_be_bytes(padded) >> 8;
        for at in 0..4 {
            match at <= three.len() {
                true => out.push(LETTERS[(bits >> (18 - 6 * at)) as usize & 63].into()),
                false => out.push('='),
            }
        }
    }
    out
}
