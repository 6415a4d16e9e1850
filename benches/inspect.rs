//! The whole window's panels over a rig of 5 000 bones and a clip of 3 500 curves, and 10 000 bones in the view.
//!
//! `cargo bench --bench inspect` prints the CPU time of one picture of the panels, from events to triangles, least, median and most:
//! standing, playing, with the curve view and the table of keys open, while names are typed. Then what bones cost the view: the picture
//! the session hands over, and encoding it on the best adapter there is, with bones and without them. Last, on a skinned mesh of a
//! million triangles: the processor time of a click, the time of a picture with and without a heat map, and of one of the panels with the UV
//! layout open.

#[path = "common/times.rs"]
mod times;

use castview::core::{BoneIndex, FrameRange, SkinIndex, Transform, UintStream};
use castview::opened::{FileKey, OpenedFile, Placement};
use castview::picture::ColorBy;
use castview::render::{Context, Renderer, Work};
use castview::scene::{
    Bone, Clip, CurveMode, Influences, Keys, Mesh, Model, Property, Scene, Skeleton, Skin, Track, UvLayout, Values,
};
use castview::session::probe;
use castview::session::{
    Action, BoneSpace, Message, PlaybackAction, Readout, Selected, SelectionAction, Session, StageAction, Switch,
    ViewAction, WindowAction,
};
use castview::ui::{self, AppInfo, UiState};
use egui::{Context as Egui, Event, RawInput, pos2, vec2};
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;
use std::time::{Duration, Instant};
use times::report;

const BONES: usize = 5_000;
const CURVES: usize = 3_500;
const KEYS: u32 = 60;
/// Joints of a chain.
const CHAIN: usize = 30;
/// Every picture counts as the quickest of so many: what else the machine does is none of its cost.
const WALKS: usize = 5;
const PICTURES: usize = 90;

fn main() {
    println!("{BONES} bones, {CURVES} curves of {KEYS} keys, a window of 1280 × 720 points");
    let select = |session: &mut Session| {
        let key = session.stage().models()[0].key;
        let item = Selected::Bone(key, BoneIndex::new(1234));
        session.apply(Action::Selection(SelectionAction::Select(Some(item))));
        let readout = Readout {
            space: BoneSpace::World,
            ..Readout::default()
        };
        session.apply(Action::Window(WindowAction::SetReadout(readout)));
    };
    let curves = |session: &mut Session| {
        select(session);
        session.apply(Switch::CURVE_VIEW.toggle());
    };
    report("standing, nothing selected", &walks(false, &|_| {}));
    report("standing, a bone selected", &walks(false, &select));
    report("playing, nothing selected", &walks(true, &|_| {}));
    report("playing, a bone selected", &walks(true, &select));
    report("playing, its curves", &walks(true, &curves));
    report(
        "playing, curves and keys",
        &walks(true, &|session| {
            curves(session);
            session.apply(Switch::KEY_TABLE.toggle());
        }),
    );
    report(
        "playing, all curves",
        &walks(true, &|session| {
            session.apply(Switch::CURVE_VIEW.toggle());
        }),
    );
    report(
        "playing, dope sheet",
        &walks(true, &|session| {
            select(session);
            session.apply(Switch::DOPE_SHEET.toggle());
        }),
    );
    view();
    picking();
    heat();
    layout();
}

/// The quickest time of each picture of a window that `prepare` has set up.
fn walks(plays: bool, prepare: &dyn Fn(&mut Session)) -> Vec<Duration> {
    let mut least = vec![Duration::MAX; PICTURES];
    for _ in 0..WALKS {
        let mut session = session(BONES, CURVES);
        if !plays {
            session.apply(Action::Playback(PlaybackAction::Pause));
        }
        prepare(&mut session);
        let mut bench = Bench::new(session);
        for least in &mut least {
            *least = (*least).min(bench.picture(Vec::new()));
        }
    }
    least
}

struct Bench {
    ctx: Egui,
    session: Session,
    state: UiState,
    time: f64,
}

impl Bench {
    fn new(session: Session) -> Self {
        let ctx = Egui::default();
        let state = UiState::new(&ctx, true, |job| drop(std::thread::spawn(job)));
        let mut bench = Self {
            ctx,
            session,
            state,
            time: 0.0,
        };
        // Work that is done once, on the side too, is none of a picture's cost.
        for _ in 0..5 {
            bench.picture(vec![Event::PointerMoved(pos2(100.0, 300.0))]);
            std::thread::sleep(Duration::from_millis(60));
        }
        bench
    }

    /// The time of one picture, from its events to its triangles; posing the model is none of it.
    fn picture(&mut self, events: Vec<Event>) -> Duration {
        self.time += 1.0 / 60.0;
        self.session.advance(1.0 / 60.0);
        let input = RawInput {
            screen_rect: Some(egui::Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 720.0))),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let app = AppInfo {
            viewport: None,
            viewport_pixels: None,
            viewport_is_former: false,
            adapter: "none",
            adapter_lacks: &[],
            passed_adapters: &[],
            adapters: &[],
            chosen_adapter: None,
            trouble: None,
            stats: &[],
            film: &[],
            thumbnails: None,
            coarse: None,
        };
        let (session, state) = (&self.session, &mut self.state);
        let start = Instant::now();
        let mut asked = Vec::new();
        let output = self.ctx.run_ui(input, |ui| {
            asked = ui::show(ui, session, state, &app).actions;
        });
        let meshes = self.ctx.tessellate(output.shapes.clone(), 1.0);
        let spent = start.elapsed();
        std::hint::black_box(meshes);
        output.drop_without_applying_deltas();
        for action in asked {
            self.session.apply(action);
        }
        spent
    }
}

/// Measures what 10 000 bones cost the 3D view.
fn view() {
    const MANY: usize = 10_000;
    let mut session = session(MANY, 0);
    let context = match Context::headless() {
        Ok(context) => context,
        Err(error) => return println!("the view is skipped: {error}"),
    };
    println!("{MANY} bones in the view, {}", context.adapter_name());
    let mut renderer = Renderer::new(&context);
    for (what, toggles) in [
        ("with bones", Some(Switch::BONES)),
        ("with their names", Some(Switch::NAMES)),
    ] {
        toggles
            .into_iter()
            .for_each(|toggle| drop(session.apply(toggle.toggle())));
        let mut handed = Vec::new();
        let mut encoded = Vec::new();
        for _ in 0..20 {
            let start = Instant::now();
            let mut picture = session.picture([1280, 720], 1);
            handed.push(start.elapsed());
            picture.camera.yaw_rad += handed.len() as f32 * 0.01;
            let start = Instant::now();
            renderer.draw(&picture).expect("draws");
            encoded.push(start.elapsed());
            renderer.read_pixels().expect("the adapter finishes");
        }
        report(&format!("picture {what}"), &handed);
        report(&format!("encoding {what}"), &encoded);
    }
}

/// Measures what a click on a million triangles costs the processor; the adapter's work meanwhile is not counted.
fn picking() {
    const SIDE: u32 = 708;
    let context = match Context::headless() {
        Ok(context) => context,
        Err(error) => return println!("picking is skipped: {error}"),
    };
    let (model, triangles) = sheet(SIDE);
    println!("a click on {triangles} skinned triangles, {}", context.adapter_name());
    let scene = Scene {
        models: vec![model],
        ..Scene::default()
    };
    let session = opened(scene);
    let picture = session.picture([1280, 720], 1);
    let mut renderer = Renderer::new(&context);
    renderer.draw(&picture).expect("draws");
    let (mut asked, mut placed, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..40 {
        let [x, y] = [620 + at, 350 + at / 2];
        let start = Instant::now();
        renderer.begin_pick_surface(x, y).expect("begins");
        while !renderer.step_pick(&Work::WHOLE).1 {}
        let asking = start.elapsed();
        let picked = loop {
            if let Some(answer) = renderer.take_pick().expect("reads back") {
                break answer.expect("the sheet is there");
            }
            std::thread::sleep(Duration::from_micros(200));
        };
        let start = Instant::now();
        let point = renderer.surface_point(&picked, x, y);
        let placing = start.elapsed();
        assert!(point.is_some());
        asked.push(asking);
        placed.push(placing);
        both.push(asking + placing);
    }
    // The first makes the pipelines, once in a window's life.
    report("the first click", &both[..1]);
    report("asking which triangle", &asked[1..]);
    report("the point on it", &placed[1..]);
    report("both", &both[1..]);
}

/// Measures the time that the heat map of a bone adds to a picture of a million triangles, drawn to its end: of the same pose again, and of
/// another each time.
fn heat() {
    let context = match Context::headless() {
        Ok(context) => context,
        Err(error) => return println!("heat maps are skipped: {error}"),
    };
    let (model, triangles) = sheet(708);
    println!(
        "a heat map on {triangles} skinned triangles, {}",
        context.adapter_name()
    );
    let mut session = opened(Scene {
        models: vec![model],
        ..Scene::default()
    });
    let key = session.stage().models()[0].key;
    let item = Selected::Bone(key, BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(item))));
    let mut renderer = Renderer::new(&context);
    let plain = session.picture([1280, 720], 1);
    session.apply(Action::View(ViewAction::ToggleColorBy(ColorBy::Weights)));
    let heated = session.picture([1280, 720], 1);
    for (what, moves) in [("the same pose", false), ("another pose each time", true)] {
        let mut spent = [Vec::new(), Vec::new()];
        // In turn, so that what else the machine does falls on both alike.
        for at in 0..24 {
            for (spent, picture) in spent.iter_mut().zip([&plain, &heated]) {
                let mut picture = picture.clone();
                if moves {
                    let pose = Arc::make_mut(&mut picture.models[0].pose);
                    pose.palettes[0][1] = Affine3A::from_rotation_x(0.01 * at as f32);
                }
                // Each kind by itself first: what it needs is there then.
                renderer.draw(&picture).expect("draws");
                renderer.read_pixels().expect("the adapter finishes");
                if moves {
                    let pose = Arc::make_mut(&mut picture.models[0].pose);
                    pose.palettes[0][1] = Affine3A::from_rotation_x(0.01 * at as f32 + 0.005);
                }
                let start = Instant::now();
                renderer.draw(&picture).expect("draws");
                renderer.read_pixels().expect("the adapter finishes");
                spent.push(start.elapsed());
            }
        }
        for (spent, name) in spent.iter().zip(["materials", "the heat map"]) {
            report(&format!("{name}, {what}"), spent);
        }
    }
}

/// Measures the cost of the UV layout of a million triangles: once to put them in order, which is done in the background, and then a
/// picture of the panels while the pointer moves over it.
fn layout() {
    let (model, triangles) = sheet(708);
    println!("the UV layout of {triangles} triangles");
    let order = || {
        let start = Instant::now();
        std::hint::black_box(UvLayout::of(&model.meshes[0], 0));
        start.elapsed()
    };
    report("putting them in order", &(0..3).map(|_| order()).collect::<Vec<_>>());
    let mut session = opened(Scene {
        models: vec![model],
        ..Scene::default()
    });
    session.apply(Switch::UV_LAYOUT.toggle());
    let mut bench = Bench::new(session);
    let (mut spent, mut hits) = (Vec::new(), 0);
    for at in 0..300 {
        // Over the lower right of the view, where the window stands; until all is in order nothing is found.
        let pointer = pos2(760.0 + (at % 90) as f32 * 2.0, 400.0 + (at % 70) as f32 * 2.0);
        let took = bench.picture(vec![Event::PointerMoved(pointer)]);
        if !probe::hovered_spots(&bench.session).layout().is_empty() {
            spent.push(took);
            hits += 1;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(hits > 0, "the pointer met no triangle");
    report("pointing at a triangle", &spent);
}

/// A square of `side` by `side` quads on two bones, the second turned.
fn sheet(side: u32) -> (Model, usize) {
    let row = side + 1;
    let place = |at: u32| [(at % row) as f32 / side as f32, (at / row) as f32 / side as f32, 0.0];
    let positions: Vec<[f32; 3]> = (0..row * row).map(place).collect();
    let quads = (0..side * side).map(|quad| quad / side * row + quad % side);
    let triangles: Vec<u32> = quads
        .flat_map(|a| [a, a + 1, a + row, a + row, a + 1, a + row + 1])
        .collect();
    let bone = |name: &str, parent: Option<usize>| Bone {
        name: name.into(),
        parent,
        ..Bone::default()
    };
    let count = triangles.len() / 3;
    let mesh = Mesh {
        name: "sheet".into(),
        bounds: positions.iter().map(|position| Vec3::from(*position)).collect(),
        influences: Influences {
            stride: 2,
            slots: UintStream::U8(
                (0..2 * positions.len())
                    .map(|at| (at % 2) as u8)
                    .collect::<Vec<_>>()
                    .into(),
            ),
            weights: positions
                .iter()
                .flat_map(|[x, ..]| [1.0 - x, *x])
                .collect::<Vec<f32>>()
                .into(),
            ..Influences::default()
        },
        uvs: vec![positions.iter().map(|[x, y, _]| [*x, *y]).collect::<Vec<_>>().into()],
        positions: positions.into(),
        triangles: triangles.into(),
        skin: Some(SkinIndex::new(0)),
        ..Mesh::default()
    };
    let model = Model {
        name: "sheet".into(),
        skeleton: Skeleton::new(vec![bone("left", None), bone("right", Some(0))]).expect("parents come first"),
        skins: vec![Skin {
            bones: vec![BoneIndex::new(0), BoneIndex::new(1)],
            bone_from_mesh: vec![Some(Affine3A::IDENTITY), Some(Affine3A::from_rotation_x(0.4))],
        }],
        meshes: vec![mesh],
        ..Model::default()
    };
    (model, count)
}

/// A rig of hair chains without a mesh, and a clip that turns its first bones.
fn session(bones: usize, curves: usize) -> Session {
    let name = |bone: usize| format!("hair_strand_{:04}_joint_{:02}", bone / CHAIN, bone % CHAIN);
    let bone = |index: usize| Bone {
        name: name(index),
        parent: (index > 0).then(|| if index.is_multiple_of(CHAIN) { 0 } else { index - 1 }),
        rest: Transform {
            translation: match index % CHAIN {
                0 => Vec3::new((index % 97) as f32, 0.0, (index % 89) as f32),
                _ => Vec3::Y,
            },
            ..Transform::IDENTITY
        },
        compensates_scale: false,
        ..Bone::default()
    };
    let turn = |at: u32| Quat::from_rotation_x((at as f32 * 0.2).sin() * 0.05).to_array();
    let track = |index: usize| Track {
        target: name(index),
        property: Property::Rotation,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole((0..KEYS).collect::<Vec<u32>>().into()),
        values: Values::Rotation((0..KEYS).map(turn).collect::<Vec<_>>().into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    let clip = Clip {
        root: None,
        name: "sway".into(),
        frames_per_second: 30.0,
        looping: true,
        mode: None,
        tracks: (0..curves).map(track).collect(),
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange {
            start: 0.0,
            end: f64::from(KEYS - 1),
        },
        skeleton: None,
    };
    let model = Model {
        name: "hairy".into(),
        skeleton: Skeleton::new((0..bones).map(bone).collect()).expect("parents come first"),
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        clips: (curves > 0).then_some(clip).into_iter().collect(),
        ..Scene::default()
    };
    opened(scene)
}

fn opened(scene: Scene) -> Session {
    let mut session = Session::default();
    session.apply(Action::Stage(StageAction::Open {
        locations: vec!["hairy.cast".into()],
        placement: Placement::Replace,
    }));
    session.receive(Message::Loaded {
        generation: 1,
        files: vec![OpenedFile::of(FileKey(1), "hairy.cast", scene)],
        placement: Placement::Replace,
    });
    session
}
