//! Costs of a day with folders: walking from file to file, listing, and a large model on its way.
//!
//! `cargo bench --bench everyday [-- --files N] [--vertices N]`. Everything runs as in the window, but without one: the loader reads in the
//! background, the session takes in what arrives and makes the picture that a renderer would get.
//!
//! * `walk`: from a step to the posed picture of the next file, for files up to 5 MB, once with every neighbour read ahead and once with
//!   none. Both walk the same files, in turn. The second line of files has a texture of 1024 texels on a side each, and ends when that is there.
//! * `list`: a folder of 10 000 files, until its names are there and until the kind of each is.
//! * `large`: a model of 3 000 000 vertices is loaded while the demo plays. The longest turn is that of the session: what it takes in, time
//!   and the picture. The panels and the GPU have no part in it. If there is an adapter, the first picture is measured to the end of the
//!   GPU's work, once with a picture of less before it as in the window, and once drawn whole at once.

// Other benches draw numbers with a sign, too.
#[allow(dead_code)]
#[path = "common/random.rs"]
mod random;

use castview::app::message_of;
use castview::files::{Loader, list_folder, location_of, open_demo};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use castview::opened::{FolderNews, Placement, TextureState};
use castview::picture::Picture;
use castview::render::{Context, Growing, NextPicture, Renderer, Work};
use castview::session::browser;
use castview::session::{Action, BrowserAction, Effect, Message, Session, StageAction};
use random::Random;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

const SIZE: [u32; 2] = [1280, 720];
const BONES: u32 = 60;
const KEYS: u16 = 200;
/// Bytes of a file for each vertex of its model.
const BYTES_PER_VERTEX: usize = 80;
const LARGEST_FILE: usize = 5_000_000;
const LISTED: usize = 10_000;
/// As in the settings of a new user.
const BUDGET: u64 = 1 << 30;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |name: &str, usual: usize| {
        let after = arguments.iter().skip_while(|word| *word != name).nth(1);
        after.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    println!("{}", machine());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = number("--files", 40).max(3);
    walk(folder.path(), files, false);
    walk(folder.path(), files, true);
    list(folder.path());
    large(folder.path(), number("--vertices", 3_000_000).max(100));
}

fn machine() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name"));
    let name = name.map_or("a processor", |name| name.trim_start_matches([' ', '\t', ':']));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let profile = match cfg!(debug_assertions) {
        true => "checks of a debug build are on",
        false => "no checks of a debug build",
    };
    format!("{name}, {threads} threads; {profile}")
}

/// A skinned grid of about so many vertices, and a clip that moves it.
fn model(vertices: usize, random: &mut Random, texture: Option<&str>) -> Vec<u8> {
    let wide = (vertices as f64).sqrt().max(2.0) as u32;
    let count = wide * wide;
    let positions: Vec<[f32; 3]> = (0..count)
        .map(|at| [(at % wide) as f32, random.unit(), (at / wide) as f32].map(|side| side / wide as f32))
        .collect();
    let corners = (0..wide - 1).flat_map(|row| (0..wide - 1).map(move |column| row * wide + column));
    let corners: Vec<u32> = corners
        .flat_map(|a| [a, a + wide, a + 1, a + 1, a + wide, a + wide + 1])
        .collect();
    let slots: Vec<u16> = (0..count)
        .flat_map(|at| [0, 1, 2, 3].map(|more| ((at / wide * BONES / wide + more) % BONES) as u16))
        .collect();
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .string("n", "grid")
        .vec3s("vp", &positions)
        .vec3s("vn", &vec![[0.0, 1.0, 0.0]; count as usize])
        .uints("ul", &[1])
        .vec2s("u0", &positions.iter().map(|[x, _, z]| [*x, *z]).collect::<Vec<_>>())
        .uints("mi", &[4])
        .u16s("wb", &slots)
        .floats("wv", &[0.4_f32, 0.3, 0.2, 0.1].repeat(count as usize))
        .u32s("f", &corners);
    let mesh = match texture {
        Some(_) => mesh.u64s("m", &[7]),
        None => mesh,
    };
    let material = texture.map(|texture| {
        NodeDraft::new(NodeKind::Material)
            .hash(7)
            .string("n", "skin")
            .string("t", "pbr")
            .u64s("albedo", &[8])
            .child(NodeDraft::new(NodeKind::File).hash(8).string("p", texture))
    });
    let bones = (0..BONES).map(|at| {
        NodeDraft::new(NodeKind::Bone)
            .string("n", &format!("bone_{at}"))
            .u32s("p", &[if at == 0 { u32::MAX } else { (at - 1) / 2 }])
            .vec3s("lp", &[[0.0, 0.1, 0.0]])
            .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
    });
    let model = NodeDraft::new(NodeKind::Model)
        .string("n", "grid")
        .child(NodeDraft::new(NodeKind::Skeleton).children(bones))
        .child(mesh)
        .children(material);
    let frames: Vec<u16> = (0..KEYS).collect();
    let curves = (0..BONES).map(|at| {
        let turns: Vec<[f32; 4]> = (frames.iter())
            .map(|frame| (0.2 * (f32::from(*frame) * 0.1).sin(), f32::from(*frame)))
            .map(|(sine, _)| [sine, 0.0, 0.0, (1.0 - sine * sine).sqrt()])
            .collect();
        NodeDraft::new(NodeKind::Curve)
            .string("nn", &format!("bone_{at}"))
            .string("kp", "rq")
            .string("m", "absolute")
            .u16s("kb", &frames)
            .vec4s("kv", &turns)
    });
    let clip = NodeDraft::new(NodeKind::Animation)
        .string("n", "sway")
        .floats("fr", &[30.0])
        .children(curves);
    write(&[NodeDraft::new(NodeKind::Root).child(model).child(clip)])
}

/// The window without a window.
struct Viewer {
    session: Session,
    loader: Loader,
}

impl Viewer {
    fn new() -> Self {
        Self {
            session: Session::default(),
            loader: Loader::new(|| ()),
        }
    }

    fn act(&mut self, action: Action) {
        let effects = self.session.apply(action).effects;
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Load {
                    generation,
                    locations,
                    keys,
                    placement,
                } => self.loader.load(generation, &locations, &keys, placement),
                Effect::ListFolder {
                    generation,
                    location,
                    is_deep,
                    has_targets,
                } => list_folder(Path::new(&location), is_deep, has_targets, |news| {
                    self.session.receive(Message::Folder { generation, news });
                    true
                }),
                _ => {}
            }
        }
    }

    /// Whether a file or a texture is on its way.
    fn awaits(&self) -> bool {
        let textures = || self.session.stage().files().iter().flat_map(|file| &file.textures);
        self.session.opening().loading.is_some() || textures().any(|texture| texture.state == TextureState::Loading)
    }

    /// Takes in what arrives until nothing is being loaded; the picture that shows it.
    fn arrive(&mut self) {
        while self.awaits() {
            let arrival = self.loader.wait(Duration::from_secs(600)).expect("the loader answers");
            let effects = self.session.receive(message_of(arrival)).effects;
            self.carry_out(effects);
        }
        black_box(self.session.picture(SIZE, 1));
    }
}

/// A picture that no compression makes small.
fn noise(random: &mut Random) -> Vec<u8> {
    const SIDE: u32 = 1024;
    let texels = (0..SIDE * SIDE * 3).map(|_| (random.unit() * 255.0) as u8).collect();
    let mut out = std::io::Cursor::new(Vec::new());
    let image = image::RgbImage::from_raw(SIDE, SIDE, texels).expect("as many");
    image.write_to(&mut out, image::ImageFormat::Png).expect("into memory");
    out.into_inner()
}

fn walk(folder: &Path, files: usize, is_textured: bool) {
    let folder = folder.join(if is_textured { "textured" } else { "walk" });
    fs::create_dir(&folder).expect("a folder");
    if is_textured {
        fs::write(folder.join("skin.png"), noise(&mut Random(4))).expect("room for the file");
    }
    let random = &mut Random(1);
    let mut bytes = 0;
    for at in 0..files {
        // From a tenth of the largest to the largest.
        let wanted = LARGEST_FILE / 10 + (LARGEST_FILE * 9 / 10) * at / (files - 1);
        let file = model(wanted / BYTES_PER_VERTEX, random, is_textured.then_some("skin.png"));
        bytes += file.len();
        fs::write(folder.join(format!("{:03}.cast", at * 7 % files)), file).expect("room for the file");
    }
    println!(
        "walk: {files} files, {:.1} MB on average{}",
        bytes as f64 / files as f64 / 1e6,
        if is_textured { ", each with a texture" } else { "" }
    );
    let mut times = [Vec::new(), Vec::new()];
    let mut viewers = [Viewer::new(), Viewer::new()];
    for viewer in &mut viewers {
        viewer.act(Action::Browser(BrowserAction::OpenFolder(location_of(&folder))));
        let first = viewer.session.browser().listed_files()[0].location.clone();
        viewer.act(Action::Browser(BrowserAction::Open(first)));
        viewer.arrive();
    }
    for _ in 1..files {
        for (viewer, (times, budget)) in viewers.iter_mut().zip(times.iter_mut().zip([0, BUDGET])) {
            viewer.loader.prefetch(&browser::neighbours(&viewer.session), budget);
            viewer.loader.finish_prefetch();
            let start = Instant::now();
            viewer.act(Action::Browser(BrowserAction::Step { forward: true }));
            viewer.arrive();
            times.push(start.elapsed());
        }
    }
    let [without, with] = times;
    let ready = viewers[1].loader.prefetched().taken;
    let tell = |what: &str, times: &[Duration]| {
        println!(
            "  {what:<16} {:8.2} ms median, {:8.2} ms p95, {:8.2} ms most",
            millis(share(times, 0.5)),
            millis(share(times, 0.95)),
            millis(share(times, 1.0))
        );
    };
    tell("nothing ahead", &without);
    tell("read ahead", &with);
    println!(
        "  {ready} of {} were ready; p95 without is {:.1} times p95 with",
        with.len(),
        share(&without, 0.95).as_secs_f64() / share(&with, 0.95).as_secs_f64()
    );
}

fn list(folder: &Path) {
    let folder = folder.join("list");
    fs::create_dir(&folder).expect("a folder");
    let bytes = model(100, &mut Random(2), None);
    for at in 0..LISTED {
        fs::write(folder.join(format!("{at}.cast")), &bytes).expect("room for the file");
    }
    // The same names, read and not looked at.
    let start = Instant::now();
    let names = fs::read_dir(&folder).expect("readable").flatten().count();
    let plain = start.elapsed();
    assert_eq!(names, LISTED);
    let start = Instant::now();
    let mut listed = Duration::ZERO;
    list_folder(&folder, false, false, |news| {
        if let FolderNews::Listed(list) = news {
            assert_eq!(list.files.len(), LISTED);
            listed = start.elapsed();
        }
        true
    });
    println!(
        "list: {LISTED} files; names {:.1} ms ({:.1} times a plain read of the folder), kinds {:.1} ms",
        millis(listed),
        listed.as_secs_f64() / plain.as_secs_f64(),
        millis(start.elapsed())
    );
}

fn large(folder: &Path, vertices: usize) {
    let file = folder.join("large.cast");
    fs::write(&file, model(vertices, &mut Random(3), None)).expect("room for the file");
    let mut viewer = Viewer::new();
    viewer.session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    let (mut idle, mut loading, mut arriving) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let turn = |viewer: &mut Viewer| {
        let start = Instant::now();
        for arrival in viewer.loader.results() {
            let effects = viewer.session.receive(message_of(arrival)).effects;
            viewer.carry_out(effects);
        }
        viewer.session.advance(1.0 / 60.0);
        black_box(viewer.session.picture(SIZE, 1));
        start.elapsed()
    };
    for _ in 0..200 {
        idle = idle.max(turn(&mut viewer));
    }
    let start = Instant::now();
    viewer.act(Action::Stage(StageAction::Open {
        locations: vec![location_of(&file)],
        placement: Placement::Replace,
    }));
    let mut turns = 0;
    while viewer.session.opening().loading.is_some() {
        let took = turn(&mut viewer);
        match viewer.session.opening().loading.is_some() {
            true => loading = loading.max(took),
            false => arriving = took,
        }
        turns += 1;
        std::thread::sleep(Duration::from_millis(2));
    }
    let there = start.elapsed();
    println!(
        "large: {vertices} vertices, {:.0} MB; on the stage after {:.0} ms and {turns} turns",
        fs::metadata(&file).map_or(0.0, |data| data.len() as f64 / 1e6),
        millis(there)
    );
    println!(
        "  longest turn of the session: {:.1} ms while it is read ({:.1} ms with nothing to do), {:.1} ms when it arrives",
        millis(loading),
        millis(idle),
        millis(arriving)
    );
    match Context::headless() {
        Err(error) => println!("  first picture: skipped, {error}"),
        Ok(context) => {
            first_pictures(&context, &viewer, there);
            drop(context);
            let context = Context::headless().expect("it was there");
            let begun = Instant::now();
            draw(&mut Renderer::new(&context), &viewer.session.picture(SIZE, 1));
            println!(
                "  the same drawn whole at once: {:.0} ms after the drop, {:.0} ms of them on {}",
                millis(there + begun.elapsed()),
                millis(begun.elapsed()),
                context.adapter_name()
            );
        }
    }
}

/// Work that a step of the window does before it has learned how much it can do.
const STEP: Work = Work {
    bytes: 8e6,
    vertices: 5e5,
    corners: 3e5,
    draws: 3e3,
    pixels: 4e6,
    depths: 4e6,
};

/// The pictures that the window draws until all is there.
fn first_pictures(context: &Context, viewer: &Viewer, there: Duration) {
    let mut renderer = Renderer::new(context);
    renderer.pack_elsewhere(Arc::new(|job| {
        std::thread::spawn(job);
        true
    }));
    let begun = Instant::now();
    let mut growing = Growing::default();
    loop {
        let (picture, shown) = match growing.next(&renderer, viewer.session.picture(SIZE, 1), &STEP) {
            NextPicture::NotYet => {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            NextPicture::Less(picture, less) => {
                let shown = format!("{} of {} meshes, {} more coarse", less.meshes, less.of, less.coarse);
                (picture, Some(shown))
            }
            NextPicture::Whole(picture) => (picture, None),
        };
        draw(&mut renderer, &picture);
        println!(
            "  a picture of {}: {:.0} ms after the drop",
            shown.as_deref().unwrap_or("all"),
            millis(there + begun.elapsed())
        );
        if shown.is_none() {
            return;
        }
    }
}

/// To the end of the GPU's work.
fn draw(renderer: &mut Renderer, picture: &Picture) {
    renderer.draw(picture).expect("it draws");
    let done = renderer.context().device.poll(wgpu::PollType::wait_indefinitely());
    done.expect("the adapter finishes");
}

fn share(times: &[Duration], share: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
