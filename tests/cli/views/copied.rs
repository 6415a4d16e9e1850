//! Views of many kinds, each copied as a command that draws the same picture.

use super::window::{Window, assert_same, draws};
use crate::render::folder;
use castview::core::{BlendShapeIndex, BoneIndex, MeshIndex, StandardView, UpAxis};
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::light::Preset;
use castview::picture::{ColorBy, PlacedKey, Shading, Tone};
use castview::session::{
    Action, Attachment, Backdrop, CameraKey, CameraMove, CompositionAction, DialValue, LayerChange, Moved,
    PlaybackAction, ProbeAction, RootMotion, Seek, Selected, SelectionAction, Session, Spot, Switch, Theme, ViewAction,
};
use castview_testkit::gltf::Gltf;
use castview_testkit::program::clip;
use glam::{Quat, Vec3};
use serde_json::json;

/// Two triangles beside each other, which begin at `y`. They have vertex colors, which are data unless something else is decided.
fn tint(y: f32) -> NodeDraft {
    let mesh = |name: &str, x: f32| {
        NodeDraft::new(NodeKind::Mesh)
            .string("n", name)
            // Above the grid: in one plane with it, rounding would decide which of them is seen.
            .vec3s("vp", &[[x, y, 0.25], [x + 1.0, y, 0.25], [x, y + 2.0, 0.25]])
            .vec3s("vn", &[[0.0, 0.0, 1.0]; 3])
            .uints("cl", &[1])
            .u32s("c0", &[0xff00_ff40; 3])
            .uints("f", &[0, 1, 2])
            .u64s("m", &[7])
    };
    let material = NodeDraft::new(NodeKind::Material).hash(7).string("n", "paint");
    NodeDraft::new(NodeKind::Model)
        .string("n", "tint")
        .children([material, mesh("left", 0.0), mesh("right", 2.0)])
}

/// A triangle, seen by a camera that is turned about its own axis and moves to the right.
pub fn eye() -> Gltf {
    let mut file = Gltf::new();
    let triangle = file.triangle();
    file.mesh(triangle);
    file.add(
        "cameras",
        json!({"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}),
    );
    let slanted = Quat::from_rotation_z(0.5).to_array();
    file.add("nodes", json!({"name": "root", "mesh": 0, "children": [1]}));
    file.add(
        "nodes",
        json!({"name": "eye", "camera": 0, "translation": [0.4, 0.4, 3.0], "rotation": slanted}),
    );
    let times = file.scalars(&[0.0, 2.0]);
    let places = file.floats(&[[0.0, 0.4, 3.0], [0.9, 0.4, 3.0]]);
    file.animation(1, "translation", "LINEAR", times, places);
    file
}

/// A view to copy.
struct View {
    about: &'static str,
    /// Each with how it is to be read.
    files: &'static [(&'static str, &'static str)],
    actions: fn(&Session) -> Vec<Action>,
}

fn view(action: ViewAction) -> Action {
    Action::View(action)
}

fn model_of(session: &Session, at: usize) -> PlacedKey {
    session.stage().models()[at].key
}

fn bone_of(session: &Session, bone: usize) -> Action {
    let bone = Selected::Bone(model_of(session, 0), BoneIndex::new(bone));
    Action::Selection(SelectionAction::Select(Some(bone)))
}

const WAVING: &[(&str, &str)] = &[("flag.cast", ""), ("wave.cast", "")];
const BOTH: &[(&str, &str)] = &[("flag.cast", ""), ("tint.cast", ""), ("wave.cast", "")];

const VIEWS: &[View] = &[
    View {
        about: "another clip, between two frames, without loop, stepped",
        files: WAVING,
        actions: |session| {
            vec![
                Action::Playback(PlaybackAction::ChooseClip(Some(session.stage().clips()[1].key))),
                Action::Playback(PlaybackAction::Seek(Seek::Frame(7.25))),
                Switch::LOOP.toggle(),
                Switch::STEPPED.toggle(),
            ]
        },
    },
    View {
        about: "a layer of half the weight from a bone down, root motion, light theme",
        files: WAVING,
        actions: |session| {
            let clip = session.stage().clips()[1].key;
            vec![
                Action::Composition(CompositionAction::AddLayer { clip, model: None }),
                Action::Composition(CompositionAction::ChangeBase(LayerChange::Weight(0.6))),
                DialValue::root_motion(RootMotion::InPlace).choose(),
                Action::Playback(PlaybackAction::Seek(Seek::Frame(4.5))),
                DialValue::theme(Theme::Light).choose(),
            ]
        },
    },
    View {
        about: "weights of the selected bone with their legend",
        files: WAVING,
        actions: |session| {
            vec![
                bone_of(session, 1),
                view(ViewAction::ToggleColorBy(ColorBy::Weights)),
                Switch::MESH_BOUNDS.toggle(),
            ]
        },
    },
    View {
        about: "normals in the left half, wireframe over clay in the right one",
        files: WAVING,
        actions: |_| {
            vec![
                view(ViewAction::SetShading(Shading::Untextured)),
                Switch::WIREFRAME.toggle(),
                Switch::DIVIDE.toggle(),
                view(ViewAction::SwapHalves),
                view(ViewAction::DivideAt(0.37)),
                view(ViewAction::ToggleColorBy(ColorBy::Normals)),
            ]
        },
    },
    View {
        about: "through a slanted camera that a clip moves",
        files: &[("eye.glb", "")],
        actions: |session| {
            let camera = CameraKey {
                model: model_of(session, 0),
                fixture: 0,
            };
            vec![
                view(ViewAction::LookThrough(Some(camera))),
                Action::Playback(PlaybackAction::Seek(Seek::Frame(21.5))),
            ]
        },
    },
    View {
        about: "beside that camera, with its way",
        files: &[("eye.glb", "")],
        actions: |_| {
            let place = CameraMove::Place {
                target: None,
                distance: Some(12.0),
            };
            vec![
                view(ViewAction::Camera(place)),
                Action::Playback(PlaybackAction::Seek(Seek::Frame(21.5))),
            ]
        },
    },
    View {
        about: "a sunset that was turned, on film, behind the model",
        files: WAVING,
        actions: |_| {
            vec![
                DialValue::environment(Some(Preset::Sunset)).choose(),
                view(ViewAction::TurnEnvironment(1.3)),
                view(ViewAction::SetExposure(-0.6)),
                DialValue::tone(Tone::Aces).choose(),
                DialValue::background(Backdrop::Blurred).choose(),
                Switch::OCCLUSION.toggle(),
            ]
        },
    },
    View {
        about: "a hidden mesh, a model that hangs on another and was moved",
        files: BOTH,
        actions: |session| {
            let (flag, tint) = (model_of(session, 0), model_of(session, 1));
            let hidden = Selected::Mesh(tint, MeshIndex::new(1));
            let moved = Moved {
                offset: Vec3::new(0.5, 0.25, 0.5),
                turn: Vec3::new(0.0, 30.0, 0.0),
            };
            let hangs = Attachment::Bone {
                leader: flag,
                bone: BoneIndex::new(1),
            };
            vec![
                Action::Selection(SelectionAction::ToggleShown(hidden)),
                Action::Composition(CompositionAction::Attach(tint, Some(hangs))),
                Action::Composition(CompositionAction::Move(tint, Some(moved))),
            ]
        },
    },
    View {
        about: "bones, names, a trail, ghosts and a pin, x-ray, without a grid",
        files: WAVING,
        actions: |session| {
            let spot = Spot {
                model: model_of(session, 0),
                mesh: MeshIndex::new(0),
                placement: 0,
                triangle: 0,
                corners: [0, 1, 2],
                shares: [0.25, 0.5, 0.25],
                vertex: 1,
            };
            vec![
                Switch::BONES.toggle(),
                Switch::NAMES.toggle(),
                Switch::XRAY.toggle(),
                Switch::GRID.toggle(),
                bone_of(session, 1),
                Switch::TRAIL.toggle(),
                Switch::GHOSTS.toggle(),
                Action::Probe(ProbeAction::Pin(spot)),
            ]
        },
    },
    View {
        about: "from above without perspective, z up, a blend shape by hand",
        files: WAVING,
        actions: |session| {
            vec![
                DialValue::up_axis(Some(UpAxis::Z)).choose(),
                view(ViewAction::Camera(CameraMove::View(StandardView::Top))),
                view(ViewAction::Camera(CameraMove::ToggleProjection)),
                Action::Composition(CompositionAction::SetShapeWeight {
                    model: model_of(session, 0),
                    shape: BlendShapeIndex::new(0),
                    weight: Some(0.7),
                }),
            ]
        },
    },
    View {
        about: "two files, of which the first alone was read otherwise",
        files: &[("tint.cast", "vertex-colors=data"), ("again.cast", "")],
        actions: |_| vec![view(ViewAction::SetShading(Shading::Untextured))],
    },
    View {
        about: "the same two, of which the second alone was",
        files: &[("tint.cast", ""), ("again.cast", "vertex-colors=data")],
        actions: |_| vec![view(ViewAction::SetShading(Shading::Untextured))],
    },
];

/// Files and what was done with them → the command → the same bytes. Each view is another picture than its files are at first.
#[test]
fn commands_of_many_views_draw_the_pictures_of_the_window() {
    let folder = folder();
    folder
        .cast("wave.cast", [clip("wave"), clip("again").floats("fr", &[12.0])])
        .cast("tint.cast", [tint(0.0)])
        // Were both at one place, rounding would decide which of them is seen.
        .cast("again.cast", [tint(3.0)])
        .put("eye.glb", &eye().glb());
    let mut drawn: Vec<(&str, Vec<u8>)> = Vec::new();
    for View { about, files, actions } in VIEWS {
        let Some(mut window) = Window::open_as(&folder, files) else {
            return;
        };
        let first = window.copies(&folder);
        let actions = actions(&window.session);
        window.does(actions);
        let wanted = window.copies(&folder);
        assert!(wanted != first, "{about}: nothing is seen of it");
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        let words = format!("render {} --view-file view.json -o drawn.png", names.join(" "));
        draws(&folder, &words);
        let picture = std::fs::read(folder.at("drawn.png")).expect("written");
        println!("{about}");
        assert_same(&picture, &wanted);
        if let Some((same, _)) = drawn.iter().find(|(_, other)| *other == wanted) {
            panic!("{about} shows nothing else than {same}");
        }
        drawn.push((about, wanted));
    }
    // `--import` beside the view file is about every file, and counts more.
    let words = "render tint.cast again.cast --view-file view.json -o drawn.png --import vertex-colors";
    for value in ["multiply", "data"] {
        draws(&folder, &format!("{words}={value}"));
        let picture = std::fs::read(folder.at("drawn.png")).expect("written");
        assert!(drawn.iter().all(|(_, other)| *other != picture), "{value}");
    }
}
