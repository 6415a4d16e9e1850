//! A view of the window as a command: the same picture, byte for byte, and arguments beside the view file that change it.

use super::render::{even_hdr, folder};
use crate::common::program::{Folder, is_for_windows};
use castview::core::TextureIndex;
use castview::images::{self, Image};
use castview::offline::{Beside, FileSet};
use castview::opened::{Placement, TextureState};
use castview::render::Renderer;
use castview::render::adapters::{self, AdapterChoice, Headless, Proof};
use castview::session::{
    Action, AidsAction, CameraMove, Effect, Message, PlaybackAction, Seek, Session, StageAction, ViewAction,
};
use std::sync::Arc;

const SIZE: [u32; 2] = [200, 120];

/// What the window has open, and what it draws with.
struct Window {
    session: Session,
    renderer: Renderer,
}

impl Window {
    /// `flag.cast` and `wave.cast`, stopped between two frames; `None` without an adapter.
    fn open(folder: &Folder) -> Option<Self> {
        let paths = ["flag.cast", "wave.cast"].map(|name| folder.at(name));
        let beside = Beside {
            maps: castview::offline::Maps::All,
            instances: true,
            full_size: false,
        };
        let batch = FileSet::open(&paths, beside).expect("two files");
        let mut session = Session::default();
        session.receive(Message::Loaded {
            generation: 0,
            files: batch.files,
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

/// What the window shows → the command that it copies → the same bytes.
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
        Action::View(ViewAction::ToggleBones),
        Action::View(ViewAction::ToggleNames),
        Action::View(ViewAction::SetExposure(0.4)),
        Action::Aids(AidsAction::ToggleGhosts),
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
        Action::View(ViewAction::ToggleBones),
        Action::View(ViewAction::SetExposure(0.4)),
    ]);
    let view = window.copies(&folder);
    // What the view has already.
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
    window.does([Action::View(ViewAction::ToggleBones)]);
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
