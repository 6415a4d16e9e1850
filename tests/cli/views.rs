//! A view of the window as a command: the same picture, byte for byte, and arguments beside the view file that change it.

use super::moving::frames::frames;
use super::render::{even_hdr, folder};
use castview::core::{BlendShapeIndex, BoneIndex, MeshIndex, Options, StandardView, TextureIndex, UpAxis};
use castview::files::Allowance;
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::images::{self, Image};
use castview::light::Preset;
use castview::offline::{Beside, FileSet};
use castview::opened::{FileKey, OpenedFile, Placement, TextureState};
use castview::picture::{ColorBy, PlacedKey, Shading, Tone};
use castview::render::Renderer;
use castview::render::adapters::{self, AdapterChoice, Headless, Proof};
use castview::session::view;
use castview::session::{
    Action, Attachment, Backdrop, CameraKey, CameraMove, CompositionAction, DialValue, Effect, LayerChange, Message,
    Moved, PlaybackAction, ProbeAction, RootMotion, Seek, Selected, SelectionAction, Session, Spot, StageAction,
    Switch, Theme, ViewAction,
};
use castview_testkit::gltf::Gltf;
use castview_testkit::program::{Folder, clip, is_for_windows};
use glam::{Quat, Vec3};
use serde_json::json;
use std::sync::Arc;

const SIZE: [u32; 2] = [200, 120];

/// The window's session, and the renderer that draws it.
struct Window {
    session: Session,
    renderer: Renderer,
}

impl Window {
    /// `flag.cast` and `wave.cast`, stopped between two frames; `None` without an adapter.
    fn open(folder: &Folder) -> Option<Self> {
        Self::open_as(folder, &[("flag.cast", ""), ("wave.cast", "")])
    }

    /// Files, each with what was decided about it.
    fn open_as(folder: &Folder, named: &[(&str, &str)]) -> Option<Self> {
        let beside = Beside {
            maps: castview::offline::Maps::All,
            instances: true,
            full_size: false,
        };
        let mut files = Vec::new();
        for (at, (name, decided)) in named.iter().enumerate() {
            let options = Options::parse(decided).expect("options");
            let opened = FileSet::open_as(&[folder.at(name)], beside, &options, &Allowance::default());
            let [mut file] = <[OpenedFile; 1]>::try_from(opened.expect("a file").files).expect("one");
            // Others than those of the command.
            file.key = FileKey(40 + at as u64);
            files.push(file);
        }
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files,
            placement: Placement::Replace,
        });
        let proof = Proof::Tested { samples: 4 };
        let Ok(opened) = adapters::open(&AdapterChoice::default(), proof, &Headless) else {
            assert!(!std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1"));
            return None;
        };
        let renderer = opened.renderer.unwrap_or_else(|| Renderer::new(&opened.context));
        let is_software = renderer.context().is_software();
        let memory = is_software.then(castview::files::system_memory).flatten();
        session.receive(Message::LimitMemory {
            bytes: memory,
            reads_blocks: renderer.context().abilities().blocks,
        });
        let mut window = Self { session, renderer };
        window.does([
            Action::View(ViewAction::ResizeViewport(SIZE)),
            Action::Playback(PlaybackAction::Pause),
            Action::Playback(PlaybackAction::Seek(Seek::Frame(2.3))),
        ]);
        Some(window)
    }

    fn does(&mut self, actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            for effect in self.session.apply(action).effects {
                let measured = match effect {
                    Effect::MeasureMeshes { question } => {
                        self.session.view().measure_meshes(question).map(|count| count())
                    }
                    Effect::MeasureSpeeds { question } => {
                        view::measure_speeds(&self.session, question).map(|measure| measure())
                    }
                    _ => None,
                };
                if let Some(measured) = measured {
                    self.session.receive(measured);
                }
                if let Effect::Relink(asked) = effect {
                    for one in asked {
                        let location = one.location.expect("an image was chosen");
                        let bytes = std::fs::read(&location).expect("it is there");
                        let state = match images::decode(&bytes, &location) {
                            Ok(image) => TextureState::Ready(Arc::new(image.into())),
                            Err(why) => TextureState::Broken(why.to_string()),
                        };
                        self.session.receive(Message::Relinked {
                            question: one.question,
                            file: one.file,
                            texture: one.texture,
                            location: Some(location),
                            file_bytes: bytes.len() as u64,
                            full_size: None,
                            state,
                        });
                    }
                }
            }
        }
    }

    /// Puts the image of that name in place of `skin.png`.
    fn puts(&mut self, folder: &Folder, image: &str) {
        let file = self.session.stage().files[0].key;
        self.does([Action::Stage(StageAction::Relink {
            file,
            texture: TextureIndex::new(0),
            location: Some(castview::files::whole_location_of(&folder.at(image))),
        })]);
    }

    /// The picture that is seen, and the view file of the command, in `folder`.
    fn copies(&mut self, folder: &Folder) -> Vec<u8> {
        self.renderer.draw(&self.session.picture(SIZE, 4)).expect("drawn");
        let drawn = castview::export::png(&self.renderer.read_pixels().expect("pixels"));
        let command = self.session.view_command().expect("files");
        let json = serde_json::to_string(&command.view).expect("plain data");
        folder.put("view.json", json.as_bytes());
        drawn
    }
}

const COMMAND: &str = "render flag.cast wave.cast --view-file view.json --size 200x120";

/// The bytes that the command writes, with these words behind it.
fn command(folder: &Folder, words: &str) -> Vec<u8> {
    folder.run(&format!("{COMMAND} -o drawn.png {words}")).fine();
    std::fs::read(folder.at("drawn.png")).expect("written")
}

fn assert_same(drawn: &[u8], wanted: &[u8]) {
    if is_for_windows() {
        // That program has the sine of another system: edges of a few pixels may differ.
        let [ours, theirs] = [wanted, drawn].map(|bytes| images::decode(bytes, "same.png").expect("a PNG"));
        let both = ours.rgba.chunks_exact(4).zip(theirs.rgba.chunks_exact(4));
        let is_far = |(ours, theirs): &(&[u8], &[u8])| ours.iter().zip(*theirs).any(|(a, b)| a.abs_diff(*b) > 3);
        let differing = both.filter(is_far).count();
        assert!(differing <= 16, "{differing} pixels differ");
    } else {
        assert!(drawn == wanted, "byte for byte");
    }
}

fn texel(rgba: [u8; 4]) -> Vec<u8> {
    castview::export::png(&Image {
        width: 1,
        height: 1,
        rgba: rgba.to_vec(),
    })
}

/// Frames 0 to 10 at 20 a second, as the window plays them.
#[test]
fn pictures_that_move_keep_the_pace_and_the_way_of_a_view() {
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let mut moving = |actions: Vec<Action>, words: &str| {
        window.does(actions);
        window.copies(&folder);
        folder.run(&format!("{COMMAND} {words} -o moving.apng")).fine();
        let shown = frames(&std::fs::read(folder.at("moving.apng")).expect("written"), "apng");
        let secs: f64 = shown.iter().map(|shown| shown.secs).sum();
        (shown, secs)
    };
    let (plain, secs) = moving(Vec::new(), "");
    assert_eq!((plain.len(), (secs * 1000.0).round()), (10, 500.0));
    let halved = Action::Playback(PlaybackAction::SetSpeed(0.5));
    let (slow, secs) = moving(vec![halved], "");
    assert_eq!((slow.len(), (secs * 1000.0).round()), (20, 1000.0));
    assert!(
        slow[2].image == plain[1].image,
        "every second one is a frame of the clip"
    );
    let back = Action::Playback(PlaybackAction::SetSpeed(-1.0));
    let (back, _) = moving(vec![back], "--frames 2..5");
    assert!(back[0].image == plain[5].image && back[3].image == plain[2].image);
    let forth = Action::Playback(PlaybackAction::SetSpeed(1.0));
    let (swinging, secs) = moving(vec![forth, Switch::PING_PONG.toggle()], "");
    assert_eq!((swinging.len(), (secs * 1000.0).round()), (20, 1000.0));
    assert!(swinging[19].image == plain[1].image && swinging[9].image == plain[9].image);
    let (round, _) = moving(Vec::new(), "--loop");
    assert_eq!(round.len(), 10, "what is said counts more than the view");
}

/// Picture of the window → the command that it copies → the same bytes.
#[test]
fn the_command_of_a_view_draws_the_picture_of_the_window() {
    let folder = folder();
    folder.put("blue.hdr", &even_hdr([40, 60, 128]));
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let image = castview::files::open_environment(&folder.at("blue.hdr")).expect("an image of light");
    window.session.receive(Message::EnvironmentLoaded(image));
    window.does([
        Action::View(ViewAction::Cover(vec![[0, 0, 60, 20]])),
        Action::View(ViewAction::ScaleViewport(Some(1.5))),
        Action::View(ViewAction::Camera(CameraMove::Orbit { yaw: 0.4, pitch: 0.1 })),
        Switch::BONES.toggle(),
        Switch::NAMES.toggle(),
        Action::View(ViewAction::SetExposure(0.4)),
        Switch::GHOSTS.toggle(),
    ]);
    let wanted = window.copies(&folder);
    assert_same(&command(&folder, ""), &wanted);
    assert!(command(&folder, "--samples 1") != wanted);
    assert_same(&command(&folder, "--pixels-per-point 1.5"), &wanted);
    assert!(command(&folder, "--pixels-per-point 1") != wanted, "thinner lines");
    folder
        .run("render flag.cast --view-file view.json -o it.png")
        .refused("2 files");
    folder.put("view.json", b"{}");
    folder.run(&format!("{COMMAND} -o it.png")).refused("no view file");
}

/// Each value of a view file counts by itself: what cannot be read is told, and the usual stands in its place.
#[test]
fn a_broken_view_file_is_read_as_far_as_it_can_be() {
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([Switch::BONES.toggle()]);
    let whole = window.copies(&folder);
    let text = std::fs::read_to_string(folder.at("view.json")).expect("it is written");
    let view: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let draws = |text: &str| {
        folder.put("view.json", text.as_bytes());
        let ran = folder.run(&format!("{COMMAND} -o broken.png"));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        (std::fs::read(folder.at("broken.png")).expect("a picture"), ran.stderr)
    };
    let broken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut view = view.clone();
        change(&mut view);
        draws(&view.to_string())
    };
    // Nothing was pinned, and textured is the usual: the picture is the same.
    let (drawn, told) = broken(&|view| {
        view["shading"] = json!("shiny");
        view["edits"]["pins"] = json!([7]);
        view["later"] = json!(1);
    });
    assert_same(&drawn, &whole);
    assert!(
        told.contains("the usual stands in place of edits.pins[0], later, shading: "),
        "{told}"
    );
    // A comma too many loses nothing.
    let (drawn, told) = draws(&text.replacen('{', "{ , // mine\n", 1));
    assert_same(&drawn, &whole);
    assert!(
        told.contains("it is no JSON any more; all that a view says could be read"),
        "{told}"
    );
    // Where nobody knows where the eye was, all is framed.
    let (drawn, told) = broken(&|view| view["camera"]["distance"] = json!("far"));
    assert!(
        drawn != whole && told.contains("in place of camera.distance: "),
        "{told}"
    );
    let (_, told) = draws(&text[..text.len() - 10]);
    assert_eq!(
        (told.matches("it is no JSON any more").count(), told.lines().count()),
        (1, 1),
        "{told}"
    );
    // The files and models of a view cannot be guessed.
    for needed in ["castview_view", "files", "file_keys", "models"] {
        let mut view = view.clone();
        view[needed] = json!({"a": 1});
        folder.put("view.json", view.to_string().as_bytes());
        folder.run(&format!("{COMMAND} -o it.png")).refused("no view file");
    }
}

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
    session.stage().models[at].key
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
                Action::Playback(PlaybackAction::ChooseClip(Some(session.stage().clips[1].key))),
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
            let clip = session.stage().clips[1].key;
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
        files: &[("tint.cast", "vertex-colors=multiply"), ("again.cast", "")],
        actions: |_| vec![view(ViewAction::SetShading(Shading::Untextured))],
    },
    View {
        about: "the same two, of which the second alone was",
        files: &[("tint.cast", ""), ("again.cast", "vertex-colors=multiply")],
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
        folder.run(&words).fine();
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
        folder.run(&format!("{words}={value}")).fine();
        let picture = std::fs::read(folder.at("drawn.png")).expect("written");
        assert!(drawn.iter().all(|(_, other)| *other != picture), "{value}");
    }
}

/// An image that was dropped on a surface is part of the view; where it is no image any more the file's own is shown.
#[test]
fn the_command_of_a_view_shows_the_images_that_were_put_on_surfaces() {
    let folder = folder();
    folder
        .put("elsewhere/green.png", &texel([0, 255, 0, 255]))
        .put("elsewhere/no.png", b"hello");
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    let own = window.copies(&folder);
    assert_same(&command(&folder, ""), &own);
    window.puts(&folder, "elsewhere/no.png");
    assert!(window.copies(&folder) == own, "the window keeps what it shows");
    window.puts(&folder, "elsewhere/green.png");
    let wanted = window.copies(&folder);
    assert!(wanted != own, "the image is seen");
    assert_same(&command(&folder, ""), &wanted);
    folder.put("elsewhere/green.png", b"no image any more");
    let ran = folder.run(&format!("{COMMAND} -o drawn.png"));
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("does not stand for tex\\skin.png"),
        "{}",
        ran.stderr
    );
    let drawn = std::fs::read(folder.at("drawn.png")).expect("written");
    assert_same(&drawn, &own);
}

/// Every option that says something of the picture counts beside a view file, and can be taken back to what the view has by saying that.
#[test]
fn what_the_arguments_say_counts_more_than_the_view_file() {
    let folder = folder();
    folder.put("blue.hdr", &even_hdr([40, 60, 128]));
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([
        Action::View(ViewAction::Camera(CameraMove::Orbit { yaw: 0.4, pitch: 0.1 })),
        Switch::BONES.toggle(),
        Action::View(ViewAction::SetExposure(0.4)),
    ]);
    let view = window.copies(&folder);
    // These options say what the view has already, so the picture stays the same.
    for same in [
        "--bones",
        "--bones=on",
        "--names=off",
        "--exposure 0.4",
        "--environment studio",
        "--environment-turn 0",
        "--tone neutral",
        "--shadows on",
        "--occlusion on",
        "--ground on",
        "--shading textured",
        "--mode materials",
        "--frame 2.3",
        "--clip wave --frame 2.3",
        "--orthographic=off",
        "--file-lights=off",
        "--xray=off",
        "--background gradient",
        "--lod 0",
        "--grid",
    ] {
        assert_same(&command(&folder, same), &view);
    }
    for other in [
        "--bones=off",
        "--names",
        "--exposure 0",
        "--environment sunset",
        "--environment blue.hdr",
        "--environment-turn 90",
        "--tone none",
        "--shadows off --occlusion off --ground off",
        "--shading untextured",
        "--mode normals",
        "--weights tip",
        "--delta puff",
        "--frame 5",
        "--time 0.3",
        "--clip rest",
        "--orthographic",
        "--xray",
        "--grid=off",
        "--bounds",
        "--hide quad",
        "--blend puff=1",
        "--view front",
        "--view 20,30",
        "--target 9,0,0",
        "--distance 9",
        "--fov 20",
        "--background ff00ff",
        "--background none",
        "--background environment",
        "--background blurred",
    ] {
        assert!(command(&folder, other) != view, "{other}");
    }
    // Without a size it is that of the view.
    folder
        .run("render flag.cast wave.cast --view-file view.json -o own.png")
        .fine();
    assert_same(&std::fs::read(folder.at("own.png")).expect("written"), &view);
    folder
        .run(&format!("{COMMAND} -o it.png --clip walk"))
        .refused("there are: wave");
}

/// Where a bone's glyph lies over a surface, a dropped image goes to the surface.
#[test]
fn a_surface_is_found_below_a_bone() {
    use castview::render::PickedPart;
    let folder = folder();
    let Some(mut window) = Window::open(&folder) else {
        return;
    };
    window.does([Switch::BONES.toggle()]);
    window.copies(&folder);
    let renderer = &mut window.renderer;
    let (mut bones, mut below) = (0, 0);
    for (x, y) in (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y))).step_by(7) {
        let hit = renderer.pick(x, y).expect("picks");
        if !hit.is_some_and(|hit| matches!(hit.what, PickedPart::Bone(_))) {
            continue;
        }
        bones += 1;
        let surface = renderer.pick_surface(x, y).expect("picks");
        below += usize::from(surface.is_some_and(|hit| matches!(hit.what, PickedPart::Mesh(_))));
        let is_bone = surface.is_some_and(|hit| matches!(hit.what, PickedPart::Bone(_)));
        assert!(!is_bone, "at {x}, {y}");
    }
    assert!(bones > 0 && below > 0, "{bones} bones, {below} surfaces below");
}
