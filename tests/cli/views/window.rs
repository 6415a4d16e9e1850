//! Session and renderer of a window, without the window: files, actions, and a view to copy.

use castview::core::{Options, TextureIndex};
use castview::files::Allowance;
use castview::images::{self, Image};
use castview::offline::{Beside, FileSet};
use castview::opened::{FileKey, OpenedFile, Placement, TextureState};
use castview::render::Renderer;
use castview::render::adapters::{self, AdapterChoice, Headless, Proof};
use castview::session::view;
use castview::session::{Action, Effect, Message, PlaybackAction, Seek, Session, StageAction, ViewAction};
use castview_testkit::program::{Folder, Ran, is_for_windows};
use std::sync::Arc;

pub const SIZE: [u32; 2] = [200, 120];

/// The window's session, and the renderer that draws it.
pub struct Window {
    pub session: Session,
    pub renderer: Renderer,
}

impl Window {
    /// `flag.cast` and `wave.cast`, stopped between two frames; `None` without an adapter.
    pub fn open(folder: &Folder) -> Option<Self> {
        Self::open_as(folder, &[("flag.cast", ""), ("wave.cast", "")])
    }

    /// Files, each with what was decided about it.
    pub fn open_as(folder: &Folder, named: &[(&str, &str)]) -> Option<Self> {
        Self::open_allowed(folder, named, &Allowance::default())
    }

    /// The same, where they may read more than their folders.
    pub fn open_allowed(folder: &Folder, named: &[(&str, &str)], allowed: &Allowance) -> Option<Self> {
        let beside = Beside {
            maps: castview::offline::Maps::All,
            instances: true,
            full_size: false,
        };
        let mut files = Vec::new();
        for (at, (name, decided)) in named.iter().enumerate() {
            let options = Options::parse(decided).expect("options");
            let opened = FileSet::open_as(&[folder.at(name)], beside, &options, allowed);
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

    pub fn does(&mut self, actions: impl IntoIterator<Item = Action>) {
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
                            parts: None,
                            state,
                        });
                    }
                }
            }
        }
    }

    /// Puts the image of that name in place of `skin.png`.
    pub fn puts(&mut self, folder: &Folder, image: &str) {
        let file = self.session.stage().files()[0].key;
        self.does([Action::Stage(StageAction::Relink {
            file,
            texture: TextureIndex::new(0),
            location: Some(castview::files::whole_location_of(&folder.at(image))),
        })]);
    }

    /// The picture that is seen, and the view file of the command, in `folder`.
    pub fn copies(&mut self, folder: &Folder) -> Vec<u8> {
        self.renderer.draw(&self.session.picture(SIZE, 4)).expect("drawn");
        let drawn = castview::export::png(&self.renderer.read_pixels().expect("pixels"));
        let command = self.session.view_command().expect("files");
        let json = serde_json::to_string(&command.view).expect("plain data");
        folder.put("view.json", json.as_bytes());
        drawn
    }
}

pub const COMMAND: &str = "render flag.cast wave.cast --view-file view.json --size 200x120";

/// Says so where the program is one for Windows, whose paths are not those of a view that was made here: each image of it is told.
pub fn is_of_another_system() -> bool {
    if is_for_windows() {
        eprintln!("skipped: a view of this system names paths that Windows spells otherwise");
    }
    is_for_windows()
}

/// Runs a command that has nothing to tell. A program for Windows spells the paths of a view otherwise than the system that made it, and
/// tells of the images there.
pub fn draws(folder: &Folder, words: &str) -> Ran {
    let ran = folder.run(words);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.is_empty() || is_for_windows(), "{}", ran.stderr);
    ran
}

/// The bytes that the command writes, with these words behind it.
pub fn command(folder: &Folder, words: &str) -> Vec<u8> {
    draws(folder, &format!("{COMMAND} -o drawn.png {words}"));
    std::fs::read(folder.at("drawn.png")).expect("written")
}

pub fn assert_same(drawn: &[u8], wanted: &[u8]) {
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

pub fn texel(rgba: [u8; 4]) -> Vec<u8> {
    castview::export::png(&Image {
        width: 1,
        height: 1,
        rgba: rgba.to_vec(),
    })
}
