//! Small files that ask for very much: what they share is packed, sent, deformed and drawn once, and what would cost too much all
//! the same is drawn in part.

use castview_base::core::{MeshIndex, SkinIndex};
use castview_base::scene::{Mesh, Skinning};
use castview_formats::Request;
use castview_images::Image;
use castview_picture::opened::{FileKey, OpenedFile, Placement};
use castview_picture::{Overlays, Picture, PlacedModel, Selection};
use castview_render::{Counts, Renderer};
use castview_session::{Action, Effect, Menu, Message, Notice, Session, ViewAction, command};
use castview_testkit::assets;
use castview_testkit::gltf;
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::multiplying;
use castview_testkit::program::Folder;
use castview_testkit::shapes::{self, cube_bounds, framed, place, scene};
use castview_testkit::worlds::opened_with_images;
use glam::Vec3;
use std::sync::Arc;

/// Message that tells for how many bytes the adapter has room.
fn limit(bytes: Option<u64>) -> Message {
    Message::LimitMemory {
        bytes,
        reads_blocks: true,
    }
}

/// Picture that the window shows of a file that was just opened.
fn shown(name: &str, bytes: Vec<u8>) -> Picture {
    let import = castview_formats::import(bytes.into(), &Request::alone(name)).expect("it opens");
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), name, import.scene)],
        placement: Placement::Replace,
    });
    let mut picture = session.picture([96, 96], 1);
    picture.overlays = Overlays::default();
    picture
}

/// Draws one picture on a fresh renderer. Returns its counts and the image.
fn draw(context: &castview_render::Context, picture: &Picture) -> (Counts, Image) {
    let mut renderer = Renderer::new(context);
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    (renderer.counts(), renderer.read_pixels().expect("reads back"))
}

#[test]
fn equal_meshes_are_sent_deformed_and_drawn_once() {
    let Some(context) = gpu::context() else { return };
    // Name, many, one; meshes sent, runs of the deform pass, vertices it wrote, draws.
    for (name, many, one, wanted) in [
        (
            "nodes on one skin",
            multiplying::nodes_on_one_skin(300, 8),
            multiplying::nodes_on_one_skin(1, 8),
            [1, 1, 17 * 17, 1],
        ),
        (
            "nodes in one place",
            multiplying::nodes_on_one_mesh(300, false),
            multiplying::nodes_on_one_mesh(1, false),
            [1, 1, 9 * 9, 1],
        ),
        (
            "nodes in four places",
            multiplying::nodes_on_one_mesh(4, true),
            multiplying::nodes_on_one_mesh(4, true),
            [1, 4, 4 * 9 * 9, 4],
        ),
        (
            "primitives",
            multiplying::primitives(300),
            multiplying::primitives(1),
            [1, 1, 5 * 5, 1],
        ),
        (
            "geometries of a shape",
            multiplying::shape(3, 100, false),
            multiplying::shape(1, 1, false),
            [1, 1, 256, 1],
        ),
        (
            "geometries of a shape in three places",
            multiplying::shape(3, 100, true),
            multiplying::shape(3, 1, true),
            [1, 3, 3 * 256, 3],
        ),
    ] {
        let (counts, image) = draw(&context, &shown(name, many));
        let took = [
            counts.meshes,
            counts.deformed_chunks,
            counts.deformed_vertices,
            counts.draws,
        ];
        assert_eq!(took, wanted, "{name}");
        let (_, alone) = draw(&context, &shown(name, one));
        assert!(
            image == alone,
            "{name}: the picture is that of a file without repetitions"
        );
    }
}

/// Two tubes that hang on skins of their own, and share their streams or do not.
fn tubes(share: bool, skinning: Skinning) -> PlacedModel {
    let mut model = shapes::tube(skinning);
    let (mesh, skin) = (model.meshes[0].clone(), model.skins[0].clone());
    model.skins.push(skin);
    let positions = match share {
        true => mesh.positions.clone(),
        false => mesh.positions.to_vec().into(),
    };
    model.meshes.push(Mesh {
        skin: Some(SkinIndex::new(1)),
        positions,
        ..mesh
    });
    let pose = shapes::posed(&model, |bone, local| {
        local.rotation = glam::Quat::from_rotation_z(0.2 * bone as f32)
    });
    place(&scene(model, 1), pose)
}

fn shared_pose(skinning: Skinning) -> castview_motion::animation::Pose {
    (*tubes(true, skinning).pose).clone()
}

/// Meshes that share data come apart where a pose, the user or the selection tells them apart, and come together again.
#[test]
fn meshes_that_share_all_look_as_those_that_share_nothing() {
    let Some(context) = gpu::context() else { return };
    for skinning in [Skinning::Linear, Skinning::DualQuaternion] {
        let [mut shared, mut separate] = [true, false].map(|share| {
            let model = tubes(share, skinning);
            (
                Renderer::new(&context),
                framed(empty_picture(), vec![model], cube_bounds(4.0)),
            )
        });
        let mut runs = 0;
        let mut step = |what: &str, wanted: u64, change: &dyn Fn(&mut PlacedModel)| {
            let mut images = [&mut shared, &mut separate].map(|(renderer, picture)| {
                change(&mut picture.models[0]);
                let drawn = renderer.draw(picture).expect("draws");
                assert_eq!(drawn.problems, [], "{what}");
                renderer.read_pixels().expect("reads back")
            });
            let now = shared.0.counts().deformed_chunks;
            assert_eq!(now - runs, wanted, "{what} ({skinning:?})");
            runs = now;
            let empty = images[0].rgba.chunks(4).all(|texel| texel == &images[0].rgba[..4]);
            assert!(!empty, "{what}: something is there");
            let [a, b] = &mut images;
            assert!(a == b, "{what} ({skinning:?}): another picture");
        };
        let rest = shared_pose(skinning);
        let moved = |placed: &mut PlacedModel, by: [f32; 2]| {
            let mut pose = rest.clone();
            for (skin, by) in by.into_iter().enumerate() {
                for (matrix, motion) in pose.palettes[skin].iter_mut().zip(&mut pose.motions[skin]) {
                    matrix.translation += glam::Vec3A::X * by;
                    *motion = castview_motion::animation::SlotMotion::of(*matrix);
                }
            }
            placed.pose = Arc::new(pose);
        };
        step("in one pose", 1, &|_| {});
        step("again", 0, &|_| {});
        step("one moves", 2, &|placed| moved(placed, [0.0, 1.5]));
        step("it moves back", 1, &|placed| moved(placed, [0.0; 2]));
        step("both move", 1, &|placed| moved(placed, [0.5; 2]));
        step("the other is hidden", 1, &|placed| {
            placed.hidden_meshes = Arc::new(vec![false, true]);
        });
        step("all are back, one selected", 0, &|placed| {
            placed.hidden_meshes = Arc::default();
            placed.selection = Some(Selection::Mesh(MeshIndex::new(0)));
        });
        let deformed = [&mut shared, &mut separate].map(|(renderer, picture)| {
            let key = picture.models[0].key;
            let read = |mesh| renderer.read_deformed(key, MeshIndex::new(mesh));
            [0, 1]
                .map(read)
                .map(|read| read.expect("reads back").expect("it is there"))
        });
        assert_eq!(deformed[0], deformed[1]);
        assert!(Vec3::from(deformed[0][0].positions[0]).is_finite());
    }
}

/// Meshes that are hidden or left out cost nothing: neither their vertices nor the palettes of their skins are sent until they are shown.
#[test]
fn what_is_not_drawn_is_not_sent() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = framed(empty_picture(), vec![tubes(false, Skinning::Linear)], cube_bounds(4.0));
    let bones = picture.models[0].model().skins[0].bones.len() as u64;
    let mut before = Counts::default();
    let mut step = |what: &str, hidden: [bool; 2], wanted: [u64; 3]| {
        picture.models[0].hidden_meshes = Arc::new(hidden.to_vec());
        assert_eq!(renderer.draw(&picture).expect("draws").problems, [], "{what}");
        let now = renderer.counts();
        let took = [
            now.meshes - before.meshes,
            now.deformed_chunks - before.deform_dispatches,
            now.pose_bytes - before.pose_bytes,
        ];
        assert_eq!(took, wanted, "{what}");
        before = now;
        renderer.read_pixels().expect("reads back")
    };
    // A palette has three rows of four floats for each bone.
    let palette = bones * 48;
    let first = step("one of two", [false, true], [1, 1, palette]);
    let both = step("the other comes", [false, false], [1, 2, 2 * palette]);
    assert!(first == both, "they stand in one place");
    step("all of it is there", [true, false], [0, 0, 0]);
    assert!(step("again", [false, true], [0, 0, 0]) == first);
    assert_eq!(renderer.counts().uploads, 1);
}

/// A session with these files open, and what it said when they came.
fn opened(files: Vec<OpenedFile>) -> (Session, Vec<Effect>) {
    let mut session = Session::default();
    let outcome = session.receive(Message::Loaded {
        generation: 0,
        files,
        placement: Placement::Replace,
    });
    (session, outcome.effects)
}

fn file(name: &str, bytes: Vec<u8>) -> OpenedFile {
    let import = castview_formats::import(bytes.into(), &Request::alone(name)).expect("it opens");
    OpenedFile::of(FileKey(1), name, import.scene)
}

/// The notice about what is not drawn, if there was one.
fn notice(effects: &[Effect]) -> Option<&Notice> {
    let mut notices = effects.iter().filter_map(|effect| match effect {
        Effect::Notify(notice) => Some(notice),
        _ => None,
    });
    notices.find(|notice| notice.text.starts_with("Shows "))
}

#[test]
fn a_file_that_costs_too_much_is_drawn_in_part_until_the_user_wants_all_of_it() {
    let count = 20_000;
    let (mut session, effects) = opened(vec![file("many.glb", multiplying::nodes_on_one_mesh(count, true))]);
    let notice = notice(&effects).expect("it says so");
    assert_eq!(
        notice.text,
        "Shows 16 384 of 20 000 meshes: all of it is 20 000 draws, and at most 16 384 are drawn."
    );
    let button = notice.actions.first().expect("a button");
    assert_eq!(button.label, "Show all of it");
    let drawn = |session: &Session| {
        let picture = session.picture([64, 64], 1);
        picture.models[0]
            .hidden_meshes
            .iter()
            .filter(|hidden| !**hidden)
            .count()
    };
    assert_eq!(drawn(&session), 16_384);
    assert_eq!(session.view().budget_sentence(), Some(notice.text.as_str()));
    // The menu offers the same for as long as something is left out.
    let entry = command("show_whole");
    assert_eq!((entry.title, entry.menu), (&*button.label, Menu::View));
    assert!(entry.is_enabled(&session));
    assert_eq!(entry.action(), *button.action);
    session.apply(entry.action());
    assert_eq!((drawn(&session), session.view().budget_sentence()), (count, None));
    assert!(!entry.is_enabled(&session), "nothing is left out");
    // The user's choice for that file holds when it is read again.
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![file("many.glb", multiplying::nodes_on_one_mesh(count, true))],
        placement: Placement::Reload,
    });
    assert_eq!((drawn(&session), session.view().budget_sentence()), (count, None));
}

#[test]
fn instances_beyond_the_budget_are_boxes() {
    let folder = Folder::new();
    for (name, bytes) in multiplying::nested(4, 36, 2000) {
        folder.put(&name, &bytes);
    }
    let (session, effects) = opened(vec![castview_testkit::worlds::open(&folder.at("0.cast"))]);
    let notice = notice(&effects).expect("it says so");
    assert!(
        notice.text.contains(" instances; the rest are boxes: "),
        "{}",
        notice.text
    );
    let picture = session.picture([64, 64], 1);
    let triangles = |placed: &PlacedModel| {
        let each: usize = placed.model().meshes.iter().map(Mesh::triangle_count).sum();
        each * placed.places.len()
    };
    let all: usize = picture.models.iter().map(triangles).sum();
    assert!(all <= 1 << 25, "{all} triangles");
    assert!(all > 1 << 24, "{all} triangles: not fewer than need be");
    let places: usize = picture.models.iter().map(|placed| placed.places.len()).sum();
    assert_eq!(places, (0..4).map(|level| 36usize.pow(level)).sum::<usize>());
}

/// Half of the adapter's memory is the most, where that is known.
#[test]
fn a_small_adapter_has_a_small_budget() {
    let (mut session, _) = opened(vec![file("few.glb", multiplying::nodes_on_one_mesh(500, true))]);
    assert_eq!(session.view().budget_sentence(), None);
    session.receive(limit(Some(8 << 20)));
    let sentence = session.view().budget_sentence().expect("it does not fit").to_owned();
    assert!(sentence.contains(" of 500 meshes: all of it is "), "{sentence}");
    session.receive(limit(Some(8 << 30)));
    assert_eq!(session.view().budget_sentence(), None);
}

/// A triangle with two maps of so many texels on a side, one of which is read as colours and as numbers.
fn textured(side: u32) -> Vec<u8> {
    let mut file = gltf::Gltf::new();
    let mut attributes = file.triangle();
    attributes["TEXCOORD_0"] = file.floats(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).into();
    for grey in [90, 160] {
        let mut png = Vec::new();
        let encoder = image::codecs::png::PngEncoder::new(&mut png);
        let texels = vec![grey; (side * side) as usize];
        image::ImageEncoder::write_image(encoder, &texels, side, side, image::ExtendedColorType::L8)
            .expect("a picture");
        let view = file.view(&png, None);
        file.add(
            "images",
            serde_json::json!({"bufferView": view, "mimeType": "image/png"}),
        );
    }
    file.json["textures"] = serde_json::json!([{"source": 0}, {"source": 1}]);
    let material = serde_json::json!({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicRoughnessTexture": {"index": 1}},
        "emissiveTexture": {"index": 1},
        "emissiveFactor": [0.5, 0.5, 0.5],
    });
    file.add("materials", material);
    file.add(
        "meshes",
        serde_json::json!({"primitives": [{"attributes": attributes, "material": 0}]}),
    );
    file.add("nodes", serde_json::json!({"mesh": 0}));
    file.json["scenes"] = serde_json::json!([{"nodes": [0]}]);
    file.glb()
}

/// Textures count together with meshes: where there is no room they are sent at the size of a smaller mip, and whole again when the user
/// asks for all of it.
#[test]
fn textures_beyond_the_budget_are_sent_smaller_until_the_user_wants_all_of_it() {
    let Some(context) = gpu::context() else { return };
    let folder = Folder::new();
    folder.put("textured.glb", &textured(256));
    let (mut session, _) = opened(vec![opened_with_images(&folder.at("textured.glb"))]);
    session.apply(Action::View(ViewAction::ResizeViewport([96, 96])));
    let mut renderer = Renderer::new(&context);
    let mut before = 0;
    let mut sent = |session: &Session| {
        let drawn = renderer.draw(&session.picture([96, 96], 1)).expect("draws");
        assert_eq!(drawn.problems, []);
        let all = renderer.counts().texture_bytes;
        all - std::mem::replace(&mut before, all)
    };
    assert_eq!(session.view().budget_sentence(), None);
    // Three times: one of the two is read in two ways.
    assert_eq!(sent(&session), 3 * 256 * 256 * 4);
    // Decoded textures take 0.5 MB of half the memory, and sent textures 1.2 MB.
    session.receive(limit(Some(2 << 20)));
    let sentence = session.view().budget_sentence().expect("it does not fit").to_owned();
    assert!(
        sentence.starts_with("Shows 3 textures at a smaller size: all of it is "),
        "{sentence}"
    );
    assert_eq!(sent(&session), 3 * 128 * 128 * 4);
    assert_eq!(sent(&session), 0, "they are there");
    session.apply(command("show_whole").action());
    assert_eq!(
        (sent(&session), session.view().budget_sentence()),
        (3 * 256 * 256 * 4, None)
    );
}

/// Files that people open are drawn whole.
#[test]
fn good_files_are_never_reduced() {
    let mut files = vec![("sprig".to_owned(), castview_files::open_demo())];
    match assets::shared_assets() {
        None => eprintln!("the shared assets are absent: only the demo is looked at"),
        Some(assets) => {
            let mut folders = vec![assets];
            while let Some(folder) = folders.pop() {
                for entry in std::fs::read_dir(&folder).expect("a folder") {
                    let path = entry.expect("an entry").path();
                    let kind = path.extension().map(|kind| kind.to_string_lossy().to_lowercase());
                    let kind = kind.unwrap_or_default();
                    if path.is_dir() {
                        folders.push(path);
                    } else if ["cast", "glb", "gltf", "shape"].contains(&kind.as_str()) {
                        let opened = castview_files::open_file(
                            &path,
                            FileKey(1),
                            &castview_files::Allowance::default(),
                            &mut |_| true,
                        );
                        files.extend(
                            opened
                                .ok()
                                .map(|opened| (path.display().to_string(), vec![opened.file])),
                        );
                    }
                }
            }
        }
    }
    for (name, files) in files {
        let (session, _) = opened(files);
        assert_eq!(session.view().budget_sentence(), None, "{name}");
    }
}
