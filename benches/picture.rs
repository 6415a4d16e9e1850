//! Costs of shadows, ambient occlusion and the ground beside the same picture without them, and of light beside none.
//!
//! `cargo bench --bench picture [-- --rounds N] [--triangles N]` draws the demo and skinned models of a hundred thousand and of a million
//! triangles, 1280 × 720 with one sample, on the best adapter there is. Each round draws every variant once. Half of the measurements turn
//! the camera alone, the others move every vertex. It prints the time until the adapter is done, and the ratio to the picture without
//! shadows and to the same triangles unlit; then the passes of the whole picture by what the adapter says they take, in parts of the unlit
//! picture. Beside what has a limit, the limit is told. While only the camera turns nothing is deformed: a picture that deforms then ends the run.

use castview::core::Camera;
use castview::files::open_demo;
use castview::opened::Placement;
use castview::picture::{Background, ColorBy, Picture, Shadows};
use castview::render::{Context, Renderer, Timed};
use castview::scene::Skinning;
use castview::session::{Action, Message, PlaybackAction, Seek, Session};
use castview_testkit::bodies::MeasuredBody;
use std::env;
use std::time::Instant;

const SIZE: [u32; 2] = [1280, 720];
/// Factors by which shadows, occlusion and ground together may lengthen a picture's time, for the demo and for a million triangles.
const MOST_DEMO: f64 = 3.0;
const MOST_MILLION: f64 = 1.6;

/// A name, and what it makes of a picture.
type Variant = (&'static str, fn(&mut Picture));

/// Effects that a picture has besides its image-lit surfaces.
const VARIANTS: [Variant; 6] = [
    ("unlit", |picture| {
        picture.shadows = Shadows::default();
        picture.color_by = ColorBy::Unlit;
    }),
    ("plain", |picture| picture.shadows = Shadows::default()),
    ("shadows", |picture| only(picture, true, false, false)),
    ("occlusion", |picture| only(picture, false, true, false)),
    ("ground", |picture| only(picture, false, false, true)),
    ("all", |picture| only(picture, true, true, true)),
];

fn only(picture: &mut Picture, key: bool, occlusion: bool, ground: bool) {
    let height = picture.bounds.min.y;
    picture.shadows = Shadows {
        key,
        occlusion,
        ground: ground.then_some(height),
    };
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |name: &str, usual: usize| {
        let after = arguments.iter().skip_while(|word| *word != name).nth(1);
        after.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let rounds = number("--rounds", 7).max(1);
    let context = match Context::headless() {
        Ok(context) => context,
        Err(error) => return println!("skipped: {error}"),
    };
    println!("adapter: {}", context.adapter_name());
    let demo = demo();
    let at = |round: usize| demo.at(20.0 + 3.0 * round as f64);
    measure("the demo", &context, rounds, Some(MOST_DEMO), &at);
    for triangles in [100_000, number("--triangles", 1_000_000)] {
        let big = Big::new(triangles);
        let limit = (triangles == 1_000_000).then_some(MOST_MILLION);
        measure(&big.name(), &context, rounds, limit, &|round| big.at(round));
    }
}

/// `limit`: how many times as long as the plain picture the whole one may take.
fn measure(name: &str, context: &Context, rounds: usize, limit: Option<f64>, at: &dyn Fn(usize) -> Picture) {
    for moves in [false, true] {
        println!("{name}, {}", if moves { "playing" } else { "still, the camera turns" });
        let mut renderers: Vec<_> = VARIANTS.iter().map(|_| Renderer::new(context)).collect();
        let mut times = vec![Vec::new(); VARIANTS.len()];
        let still = at(0);
        let mut deformed = 0;
        for round in 0..=rounds {
            let picture = if moves { at(round) } else { still.clone() };
            for (which, (renderer, (_, change))) in renderers.iter_mut().zip(VARIANTS).enumerate() {
                let mut picture = picture.clone();
                picture.camera.yaw_rad += 0.01 * round as f32;
                change(&mut picture);
                let start = Instant::now();
                renderer.draw(&picture).expect("draws");
                wait(context);
                // The first picture uploads.
                if round > 0 {
                    times[which].push(start.elapsed().as_secs_f64());
                } else {
                    deformed += renderer.counts().deformed_vertices;
                }
            }
        }
        let after: u64 = renderers
            .iter()
            .map(|renderer| renderer.counts().deformed_vertices)
            .sum();
        assert!(moves || after == deformed, "a still pose is deformed again");
        let [unlit, plain] = [0, 1].map(|which| least(&times[which]));
        for ((name, _), times) in VARIANTS.iter().zip(&times) {
            println!(
                "  {name:24} {:8.1} ms least, {:8.1} ms median, {:5.2} times the plain one, {:5.2} times unlit",
                least(times) * 1e3,
                median(times) * 1e3,
                least(times) / plain,
                least(times) / unlit
            );
        }
        if let Some(limit) = limit {
            println!("    at most {limit} times the plain one is wanted of all, on a software adapter");
        }
        let all = renderers.last_mut().expect("there are variants");
        let round = |round: usize| at(if moves { round } else { 0 });
        passes(context, all, &round, unlit);
    }
}

/// The passes of a picture with everything, each by its least time in some pictures. `unlit`: seconds.
fn passes(context: &Context, renderer: &mut Renderer, at: &dyn Fn(usize) -> Picture, unlit: f64) {
    renderer.time(Timed::Passes);
    let mut known: Vec<(&str, Option<f64>)> = Vec::new();
    for round in 0..6 {
        let mut picture = at(round);
        picture.camera.yaw_rad += 0.01 * round as f32;
        only(&mut picture, true, true, true);
        renderer.draw(&picture).expect("draws");
        wait(context);
        for pass in renderer.pass_times() {
            let took = pass.gpu.map(|took| took.as_secs_f64());
            match known.iter_mut().find(|(name, _)| *name == pass.name) {
                Some((_, least)) => *least = least.zip(took).map(|(least, took)| least.min(took)),
                None => known.push((pass.name, took)),
            }
        }
    }
    renderer.time(Timed::Nothing);
    for (name, took) in known {
        match took {
            Some(took) => println!("    {name:22} {:8.2} ms, {:5.2} times unlit", took * 1e3, took / unlit),
            None => println!("    {name:22} the adapter does not tell"),
        }
    }
}

fn wait(context: &Context) {
    let done = context.device.poll(wgpu::PollType::wait_indefinitely());
    done.expect("the adapter finishes");
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

struct Demo(std::cell::RefCell<Session>);

fn demo() -> Demo {
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    Demo(session.into())
}

impl Demo {
    fn at(&self, frame: f64) -> Picture {
        let mut session = self.0.borrow_mut();
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        session.picture(SIZE, 1)
    }
}

/// A knobbly body on a chain of bones.
struct Big(MeasuredBody);

impl Big {
    fn new(triangles: usize) -> Self {
        Self(MeasuredBody::new(triangles, Skinning::Linear, false))
    }

    fn name(&self) -> String {
        format!("{} triangles", self.0.mesh().triangle_count())
    }

    fn at(&self, round: usize) -> Picture {
        let pose = self.0.bent(0.01 * (round as f32).sin());
        let bounds = self.0.mesh().bounds;
        let mut camera = Camera::default();
        camera.frame(&bounds, SIZE[0] as f32 / SIZE[1] as f32);
        Picture {
            posed_bounds: bounds,
            size: SIZE,
            camera,
            bounds,
            background: Background::DARK,
            ..Picture::of(vec![self.0.placed(1, pose)])
        }
    }
}
