//! Processor time for a picture of many meshes, and for the first picture of a program.
//!
//! `cargo bench --bench draws [-- --rounds N]`. For a model of 200 meshes and for one of as many as are drawn at most unless a file pays
//! for more (16 384): the time of `Session::picture`, of `Renderer::begin`, and of each step of the picture, first for a renderer that has seen
//! nothing, then while the camera turns, then while the pose moves. Pictures are drawn whole, as on a fast adapter, and in
//! steps as small as a window's on a slow one, whose longest is what cannot be divided. Only encoding and submitting are timed: the
//! adapter is waited for between pictures. A software adapter takes the processor meanwhile, so the limit is for the time of this thread on a
//! processor, told on Unix. Freeing submitted commands, between pictures, is told apart. Then the demo without a window, from nothing to a PNG, part
//! by part. Limits are told beside the times.

#[path = "common/times.rs"]
mod times;

use castview::core::{BoneIndex, FrameRange, SkinIndex, Transform};
use castview::export::png;
use castview::files::open_demo;
use castview::opened::{FileKey, OpenedFile, Placement};
use castview::render::adapters::{AdapterChoice, AdapterId, Headless, Outlet, Proof, open};
use castview::render::{Context, Renderer, Step, Work};
use castview::scene::{
    Bone, Clip, CurveMode, Influences, Keys, Mesh, Model, Property, Scene, Skeleton, Skin, Track, Values,
};
use castview::session::{Action, Message, PlaybackAction, Seek, Session, StageAction};
use glam::{Affine3A, Quat, Vec3};
use std::cell::Cell;
use std::env;
use std::time::{Duration, Instant};
use times::report;

const SIZE: [u32; 2] = [1280, 720];
const ORDINARY: usize = 200;
const MOST: usize = 1 << 14;
/// To encode and submit a picture of [`ORDINARY`] meshes.
const MOST_TIME: Duration = Duration::from_millis(1);
/// Work that a step may do: about 50 ms of software Vulkan on two cores.
const LIMIT: Work = Work {
    bytes: 16e6,
    vertices: 1e6,
    corners: 1e6,
    draws: 500.0,
    pixels: 4e6,
    depths: 4e6,
};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let rounds = arguments.iter().skip_while(|word| *word != "--rounds").nth(1);
    let rounds = rounds.and_then(|text| text.parse().ok()).unwrap_or(20).max(1);
    let timed = Timed::default();
    let start = Instant::now();
    let opened = match open(&AdapterChoice::default(), Proof::Device, &timed) {
        Ok(opened) => opened,
        Err(error) => return println!("skipped: {error}"),
    };
    let all = start.elapsed();
    let context = opened.context;
    println!("adapter: {}", context.adapter_name());
    let instance = timed.instance.get();
    first_picture(&context, [instance, all - instance]);
    for (meshes, how, limit) in [
        (ORDINARY, "each picture whole", Work::WHOLE),
        (ORDINARY, "in steps", LIMIT),
        (MOST, "in steps", LIMIT),
    ] {
        println!("{meshes} meshes, {how}");
        many(&context, (meshes, limit), rounds);
    }
}

/// No window; says how long it took to make the instances and to list their adapters.
#[derive(Default)]
struct Timed {
    began: Cell<Option<Instant>>,
    instance: Cell<Duration>,
}

impl Outlet for Timed {
    type Ready = ();

    fn instance(&self) -> wgpu::InstanceDescriptor {
        self.began.set(Some(Instant::now()));
        Headless.instance()
    }

    fn attach(&self, _: &wgpu::Instance, _: &wgpu::Adapter, _: &Context) -> Result<(), String> {
        Ok(())
    }

    /// An interface has been asked for its adapters when it is told of for the second time.
    fn trying(&self, what: Option<&AdapterId>) {
        if what.is_none()
            && let Some(began) = self.began.take()
        {
            self.instance.set(self.instance.get() + began.elapsed());
        }
    }
}

/// From nothing to a PNG. Instance and device were made first, so that nothing of them is kept from an earlier picture.
fn first_picture(context: &Context, [instance, device]: [Duration; 2]) {
    println!("the demo, from nothing to a PNG, each part once");
    let say = |what: &str, time: Duration| println!("  {what:<28} {:8.1} ms", time.as_secs_f64() * 1e3);
    say("instance, its adapters", instance);
    say("device", device);
    let start = Instant::now();
    let mut renderer = Renderer::new(context);
    say("renderer", start.elapsed());
    let start = Instant::now();
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    say("load", start.elapsed());
    let picture = session.picture(SIZE, 4);
    let start = Instant::now();
    renderer.begin(picture).expect("begins");
    say("pipelines, targets", start.elapsed());
    let start = Instant::now();
    while !matches!(renderer.step(&Work::WHOLE), Ok(Some(Step::Done(..)))) {}
    say("encode: send, record, submit", start.elapsed());
    let start = Instant::now();
    let image = renderer.read_pixels().expect("the adapter finishes");
    say("draw, read back", start.elapsed());
    let start = Instant::now();
    png(&image);
    say("PNG", start.elapsed());
}

fn many(context: &Context, (meshes, limit): (usize, Work), rounds: usize) {
    let mut session = opened(scene(meshes));
    session.apply(Action::Playback(PlaybackAction::Pause));
    let mut renderer = Renderer::new(context);
    let mut first = Times::default();
    first.draw((&mut renderer, &limit), &mut session, 0.0);
    first.report("first", None);
    let mut turned = Times::default();
    (1..=rounds).for_each(|round| turned.draw((&mut renderer, &limit), &mut session, 0.01 * round as f32));
    let most = (meshes == ORDINARY).then_some(MOST_TIME);
    turned.report("camera turns", most);
    let mut posed = Times::default();
    for round in 1..=rounds {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(round as f64))));
        posed.draw((&mut renderer, &limit), &mut session, 0.0);
    }
    posed.report("pose moves", most);
}

/// How long this thread had a processor.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let told = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(
        told.tv_sec.try_into().ok()?,
        told.tv_nsec.try_into().ok()?,
    ))
}

/// Not told.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[derive(Default)]
struct Times {
    pictures: Vec<Duration>,
    begins: Vec<Duration>,
    /// All steps of a picture together.
    steps: Vec<Duration>,
    /// The longest of a picture.
    longest: Vec<Duration>,
    /// Time of this thread on a processor, spent on encoding and submitting a picture.
    submits: Vec<Duration>,
    /// The same: freeing it.
    frees: Vec<Duration>,
}

impl Times {
    fn draw(&mut self, (renderer, limit): (&mut Renderer, &Work), session: &mut Session, yaw_rad: f32) {
        let start = Instant::now();
        let mut picture = session.picture(SIZE, 1);
        self.pictures.push(start.elapsed());
        picture.camera.yaw_rad += yaw_rad;
        let mut had = processor_time();
        // Since the last call, on a processor.
        let mut lap = || {
            let now = processor_time();
            let taken = now.zip(had).map(|(now, before)| now - before);
            had = now;
            taken
        };
        let start = Instant::now();
        renderer.begin(picture).expect("begins");
        self.begins.push(start.elapsed());
        let (mut all, mut longest) = (Duration::ZERO, Duration::ZERO);
        let (mut submits, mut frees) = (lap(), Some(Duration::ZERO));
        loop {
            let start = Instant::now();
            let step = renderer.step(limit).expect("draws");
            let taken = start.elapsed();
            all += taken;
            longest = longest.max(taken);
            submits = submits.zip(lap()).map(|(all, more)| all + more);
            let done = renderer.context().device.poll(wgpu::PollType::wait_indefinitely());
            done.expect("the adapter finishes");
            frees = frees.zip(lap()).map(|(all, more)| all + more);
            if matches!(step, Some(Step::Done(..))) {
                break;
            }
        }
        self.steps.push(all);
        self.longest.push(longest);
        self.submits.extend(submits);
        self.frees.extend(frees);
    }

    /// `limit`: what encoding and submitting may take.
    fn report(&self, when: &str, limit: Option<Duration>) {
        report(&format!("{when}: Session::picture"), &self.pictures);
        report(&format!("{when}: begin"), &self.begins);
        report(&format!("{when}: all steps"), &self.steps);
        report(&format!("{when}: the longest step"), &self.longest);
        if let Some(limit) = limit {
            let each = self
                .begins
                .iter()
                .zip(&self.steps)
                .map(|(begin, steps)| *begin + *steps);
            report(&format!("{when}: encode, submit"), &each.collect::<Vec<_>>());
            if !self.submits.is_empty() {
                report(&format!("{when}: of it this thread"), &self.submits);
                report(&format!("{when}: freeing, this thread"), &self.frees);
            }
            println!(
                "    at most {:.3} ms is wanted of the median",
                limit.as_secs_f64() * 1e3
            );
        }
    }
}

/// A square of skinned triangles on one bone, each a mesh by itself.
fn scene(meshes: usize) -> Scene {
    let side = (meshes as f32).sqrt().ceil() as usize;
    let mesh = |index: usize| {
        let corner = Vec3::new((index % side) as f32, 0.0, (index / side) as f32);
        // No two are equal, or they would be sent once.
        let positions = [
            corner,
            corner + Vec3::Z * 0.8,
            corner + Vec3::X * (0.5 + index as f32 * 1e-5),
        ];
        Mesh {
            name: format!("mesh {index}"),
            bounds: positions.into_iter().collect(),
            positions: positions.map(|position| position.to_array()).to_vec().into(),
            normals: vec![[0.0, 1.0, 0.0]; 3].into(),
            triangles: vec![0, 1, 2].into(),
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                stride: 1,
                slots: vec![0; 3].into(),
                weights: vec![1.0; 3].into(),
                ..Influences::default()
            },
            ..Mesh::default()
        }
    };
    let bone = Bone {
        name: "root".into(),
        rest: Transform::IDENTITY,
        ..Bone::default()
    };
    let model = Model {
        skeleton: Skeleton::new(vec![bone]).expect("a bone"),
        skins: vec![Skin {
            bones: vec![BoneIndex::new(0)],
            bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
        }],
        meshes: (0..meshes).map(mesh).collect(),
        ..Model::default()
    };
    Scene {
        models: vec![model],
        clips: vec![spin()],
        ..Scene::default()
    }
}

fn spin() -> Clip {
    let last = 60_u32;
    let turn = |at: u32| Quat::from_rotation_y(at as f32 * 0.05).to_array();
    let track = Track {
        target: "root".into(),
        property: Property::Rotation,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole((0..=last).collect::<Vec<u32>>().into()),
        values: Values::Rotation((0..=last).map(turn).collect::<Vec<_>>().into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    Clip {
        root: None,
        name: "spin".into(),
        frames_per_second: 30.0,
        looping: true,
        mode: None,
        tracks: vec![track],
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange {
            start: 0.0,
            end: f64::from(last),
        },
        skeleton: None,
    }
}

fn opened(scene: Scene) -> Session {
    let mut session = Session::default();
    session.apply(Action::Stage(StageAction::Open {
        locations: vec!["many.cast".into()],
        placement: Placement::Replace,
    }));
    session.receive(Message::Loaded {
        generation: 1,
        files: vec![OpenedFile::of(FileKey(1), "many.cast", scene)],
        placement: Placement::Replace,
    });
    session
}
