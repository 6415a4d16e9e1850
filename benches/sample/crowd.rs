//! Many models at once, as a session evaluates them: poses, comparison with the pose before, bounds.

use super::{Axes, Motions, Random, least, median, ratio};
use castview::core::Transform;
use castview::opened::{FileKey, OpenedFile, Placement};
use castview::scene::{Bone, Model, Scene, Skeleton};
use castview::session::{Message, Session};
use glam::Vec3;
use std::time::Instant;

const MODELS: usize = 1_000;
const BONES: usize = 64;
const FRAMES: usize = 301;

pub fn measure(rounds: usize) {
    println!("\n{MODELS} models of {BONES} bones, all playing; {rounds} rounds");
    for (name, gap) in [("dense", 1), ("sparse", 7)] {
        let mut session = session(gap);
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pools = [1, 2].map(|threads| pool(threads).expect("a thread pool"));
        let mut random = Random(5);
        let mut secs = [Vec::new(), Vec::new()];
        for round in 0..=rounds {
            for (pool, secs) in pools.iter().zip(&mut secs) {
                let delta = f64::from(random.unit()) / 30.0;
                let took = pool.install(|| {
                    let start = Instant::now();
                    session.advance(delta);
                    start.elapsed().as_secs_f64()
                });
                if round > 0 {
                    secs.push(took);
                }
            }
        }
        for (threads, own) in [1, 2].iter().zip(&secs) {
            println!(
                "  {:<45} min {:7.3} ms {:5.2}x   median {:7.3} ms {:5.2}x",
                format!("{name}, {threads} threads"),
                least(own) * 1e3,
                least(own) / least(&secs[0]),
                median(own) * 1e3,
                ratio(own, &secs[0]),
            );
        }
    }
}

fn session(gap: usize) -> Session {
    let bone = |index: usize| Bone {
        name: format!("bone_{index:05}"),
        parent: (index > 0).then(|| super::parent(index)),
        rest: Transform {
            translation: Vec3::new(0.0, 0.1, 0.0),
            ..Transform::IDENTITY
        },
        compensates_scale: false,
        ..Bone::default()
    };
    let model = |number: usize| Model {
        name: format!("model {number}"),
        skeleton: Skeleton::new((0..BONES).map(bone).collect()).expect("no cycle"),
        ..Model::default()
    };
    let scene = Scene {
        models: (0..MODELS).map(model).collect(),
        clips: vec![Motions::new(BONES, FRAMES).clip(gap, Axes::Together)],
        ..Scene::default()
    };
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: vec![OpenedFile::of(FileKey(1), "crowd.cast", scene)],
        placement: Placement::Replace,
    });
    assert!(session.is_playing(), "a file with a clip plays at once");
    session
}
