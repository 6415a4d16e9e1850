//! Loading, step by step, beside a plain `std::fs::read` of the same file.
//!
//! `cargo bench --bench load [-- --rounds N] [--only NAME]` writes three files into a temporary folder: a big `model`, a big
//! `animation`, and 200 000 small `nodes`. Every round runs every step once, in turn, so that noise hits all of them alike; freeing memory is
//! not timed. Each line gives the minimum, the median, and both as multiples of the read (the minimum of the minima, the
//! median of the ratios round by round). Peak memory is that of a child process that does nothing else.

use castview::core::{Diagnostics, SharedBytes};
use castview::formats::cast::{self, NodeDraft, NodeKind};
use castview::formats::{Request, import};
use rayon::ThreadPool;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

#[path = "common/random.rs"]
mod random;

use random::Random;

fn main() {
    // A first load meets fresh pages; glibc would otherwise hand freed arrays back warm.
    const FRESH: &str = "MALLOC_MMAP_THRESHOLD_";
    let arguments: Vec<String> = env::args().skip(1).collect();
    if env::var_os(FRESH).is_none() {
        let exe = env::current_exe().expect("a running program has a path");
        let status = Command::new(exe)
            .args(&arguments)
            .env(FRESH, "131072")
            .status()
            .expect("runs again");
        std::process::exit(status.code().unwrap_or(2));
    }
    if let [mode, file] = &arguments[..]
        && mode == "--peak"
    {
        return print_peak(Path::new(file));
    }
    let option = |name: &str| arguments.iter().skip_while(|word| *word != name).nth(1);
    let rounds = option("--rounds").and_then(|n| n.parse().ok()).unwrap_or(15);
    let only = option("--only");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, draft) in [
        ("model", big_model as fn() -> NodeDraft),
        ("animation", big_animation),
        ("nodes", small_nodes),
    ] {
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let file = folder.path().join(name).with_extension("cast");
        fs::write(&file, cast::write(&[draft()])).expect("room for the file");
        measure(name, &file, rounds);
    }
}

fn read(file: &Path) -> SharedBytes {
    SharedBytes::from(fs::read(file).expect("written above"))
}

fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a thread pool")
}

/// One step: its name, and seconds per round.
struct Step<'a> {
    name: &'static str,
    /// Runs the step once and returns how long it took.
    run: Box<dyn Fn() -> f64 + 'a>,
    secs: Vec<f64>,
}

fn step<'a, R>(name: &'static str, body: impl Fn() -> R + 'a) -> Step<'a> {
    let run = move || {
        let start = Instant::now();
        let kept = black_box(body());
        let secs = start.elapsed().as_secs_f64();
        drop(kept);
        secs
    };
    Step {
        name,
        run: Box::new(run),
        secs: Vec::new(),
    }
}

fn measure(name: &str, file: &Path, rounds: usize) {
    let bytes = read(file);
    let document = cast::read(bytes.clone(), &mut Diagnostics::default()).expect("a valid file");
    let all = import(bytes.clone(), &Request::alone(name)).expect("a valid file");
    println!(
        "\n{name}: {:.1} MB, {} nodes, {} properties, {} diagnostics; {rounds} rounds",
        bytes.len() as f64 / 1e6,
        document.node_count(),
        document.property_count(),
        all.diagnostics.items().len(),
    );
    drop(all);
    let (one, two) = (pool(1), pool(2));
    let to_document = || cast::read(bytes.clone(), &mut Diagnostics::default());
    let to_scene = || cast::lower(&document, name, &mut Diagnostics::default());
    let both = || import(bytes.clone(), &Request::alone(name));
    let mut steps = [
        step("fs::read", || fs::read(file)),
        step("bytes → document", to_document),
        step("document → scene, 1 thread", || one.install(to_scene)),
        step("document → scene, 2 threads", || two.install(to_scene)),
        step("bytes → scene, 1 thread", || one.install(both)),
        step("bytes → scene, 2 threads", || two.install(both)),
        step("file → scene, 2 threads (fs::read included)", || {
            two.install(|| import(read(file), &Request::alone(name)))
        }),
    ];
    for round in 0..=rounds {
        for step in &mut steps {
            let secs = (step.run)();
            // Round 0 warms up.
            if round > 0 {
                step.secs.push(secs);
            }
        }
    }
    let plain = steps[0].secs.clone();
    for step in &steps {
        let ratios: Vec<f64> = step.secs.iter().zip(&plain).map(|(a, b)| a / b).collect();
        println!(
            "  {:<45} min {:8.3} ms {:6.3}x   median {:8.3} ms {:6.3}x   {:7.0} ns per node",
            step.name,
            least(&step.secs) * 1e3,
            least(&step.secs) / least(&plain),
            median(&step.secs) * 1e3,
            median(&ratios),
            least(&step.secs) * 1e9 / document.node_count() as f64,
        );
    }
    let peak = Command::new(env::current_exe().expect("a running program has a path"))
        .arg("--peak")
        .arg(file)
        .output();
    println!(
        "  {}",
        String::from_utf8_lossy(&peak.expect("runs again").stdout).trim()
    );
}

fn least(secs: &[f64]) -> f64 {
    secs.iter().copied().fold(f64::INFINITY, f64::min)
}

fn median(secs: &[f64]) -> f64 {
    let mut secs = secs.to_vec();
    secs.sort_by(f64::total_cmp);
    secs[secs.len() / 2]
}

/// What a process needs at most to load `file`, beyond what it needs anyway.
fn print_peak(file: &Path) {
    let Some(before) = peak_bytes() else {
        println!("peak memory: only measured where /proc tells it");
        return;
    };
    let size = fs::metadata(file).expect("written above").len() as f64;
    let import = black_box(import(read(file), &Request::alone("peak")).expect("a valid file"));
    let after = peak_bytes().unwrap_or(before);
    drop(import);
    println!(
        "peak memory {:.1} MB, {:.3}x the file",
        (after - before) / 1e6,
        (after - before) / size
    );
}

fn peak_bytes() -> Option<f64> {
    let status = fs::read_to_string(PathBuf::from("/proc/self/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024.0)
}

fn rotation(random: &mut Random) -> [f32; 4] {
    let raw = [random.signed(), random.signed(), random.signed(), 2.0 + random.unit()];
    let length = raw.iter().map(|v| v * v).sum::<f32>().sqrt();
    raw.map(|v| v / length)
}

const BONES: u32 = 200;

fn bone(name: &str, parent: u32, random: &mut Random) -> NodeDraft {
    NodeDraft::new(NodeKind::Bone)
        .string("n", name)
        .u32s("p", &[parent])
        .u8s("ssc", &[0])
        .vec3s("lp", &[[random.signed(), random.unit(), random.signed()]])
        .vec4s("lr", &[rotation(random)])
        .vec3s("s", &[[1.0; 3]])
}

fn skeleton(bones: u32, random: &mut Random) -> NodeDraft {
    let bones = (0..bones).map(|index| {
        // Bushy, so that no chain grows as long as the skeleton.
        let parent = if index == 0 { u32::MAX } else { (index - 1) / 3 };
        bone(&format!("bone_{index:05}"), parent, random)
    });
    NodeDraft::new(NodeKind::Skeleton).children(bones)
}

/// One mesh of a million vertices and two million triangles, all arrays of the usual kind: 76 MiB.
fn big_model() -> NodeDraft {
    const WIDTH: u32 = 1000;
    const VERTICES: u32 = WIDTH * WIDTH;
    let random = &mut Random(1);
    let mut mesh = NodeDraft::new(NodeKind::Mesh).string("n", "big");
    let positions: Vec<[f32; 3]> = (0..VERTICES)
        .map(|_| [random.signed(), random.signed(), random.signed()])
        .collect();
    let normals: Vec<[f32; 3]> = (0..VERTICES)
        .map(|_| rotation(random))
        .map(|[x, y, _, w]| [x, y, w])
        .collect();
    let uvs: Vec<[f32; 2]> = (0..VERTICES).map(|_| [random.unit(), random.unit()]).collect();
    let mut slots = Vec::new();
    let mut weights = Vec::new();
    for _ in 0..VERTICES {
        let first = random.next() % BONES;
        let raw = [random.unit() + 0.1, random.unit(), random.unit(), random.unit()];
        let sum: f32 = raw.iter().sum();
        for (j, weight) in (0..).zip(raw) {
            slots.push(((first + j * 7) % BONES) as u16);
            weights.push(weight / sum);
        }
    }
    let mut faces = Vec::new();
    for corner in (0..VERTICES - WIDTH).chain(0..WIDTH) {
        let [right, below] = [corner + 1, corner + WIDTH];
        let [a, b, c, d] = [corner, right, below, below + 1].map(|vertex| vertex % VERTICES);
        faces.extend([a, c, b, b, c, d]);
    }
    mesh = mesh
        .vec3s("vp", &positions)
        .vec3s("vn", &normals)
        .uints("ul", &[1])
        .vec2s("u0", &uvs);
    mesh = mesh
        .uints("mi", &[4])
        .u16s("wb", &slots)
        .floats("wv", &weights)
        .u32s("f", &faces);
    let model = NodeDraft::new(NodeKind::Model)
        .child(skeleton(BONES, random))
        .child(mesh);
    NodeDraft::new(NodeKind::Root).child(model)
}

/// 200 bones, each with rotation and three translation curves of 5 000 keys: 36 MB.
fn big_animation() -> NodeDraft {
    let random = &mut Random(2);
    let frames: Vec<u16> = (0..5_000).collect();
    let mut animation = NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]);
    for bone in 0..BONES {
        let curve = |property: &str| {
            NodeDraft::new(NodeKind::Curve)
                .string("nn", &format!("bone_{bone:05}"))
                .string("kp", property)
                .string("m", "absolute")
                .u16s("kb", &frames)
        };
        let rotations: Vec<[f32; 4]> = frames.iter().map(|_| rotation(random)).collect();
        animation = animation.child(curve("rq").vec4s("kv", &rotations));
        for property in ["tx", "ty", "tz"] {
            let values: Vec<f32> = frames.iter().map(|_| random.signed()).collect();
            animation = animation.child(curve(property).floats("kv", &values));
        }
    }
    NodeDraft::new(NodeKind::Root).child(animation)
}

/// 40 000 bones, 40 000 curves of one key, 40 000 instances with a file each, 10 000 materials with three files each.
fn small_nodes() -> NodeDraft {
    let random = &mut Random(3);
    let file = |path: String, hash: u64| NodeDraft::new(NodeKind::File).hash(hash).string("p", &path);
    let materials = (0..10_000u64).map(|index| {
        let slots = ["albedo", "normal", "specular"];
        let mut material = NodeDraft::new(NodeKind::Material)
            .hash(index)
            .string("n", &format!("m{index}"))
            .string("t", "pbr");
        for (slot, hash) in slots.iter().zip(1..) {
            material = material
                .u64s(slot, &[hash])
                .child(file(format!("_images/{slot}_{}.png", index % 100), hash));
        }
        material
    });
    let model = NodeDraft::new(NodeKind::Model)
        .child(skeleton(40_000, random))
        .children(materials);
    let curves = (0..40_000).map(|index| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", &format!("bone_{index:05}"))
            .string("kp", "tx")
            .string("m", "relative")
            .uints("kb", &[0])
            .floats("kv", &[index as f32])
    });
    let animation = NodeDraft::new(NodeKind::Animation)
        .floats("fr", &[30.0])
        .children(curves);
    let mut root = NodeDraft::new(NodeKind::Root).child(model).child(animation);
    for index in 0..40_000 {
        let instance = NodeDraft::new(NodeKind::Instance)
            .u64s("rf", &[1])
            .vec3s("p", &[[random.signed(), random.signed(), random.signed()]])
            .vec4s("r", &[rotation(random)])
            .vec3s("s", &[[1.0; 3]]);
        root = root.child(instance.child(file(format!("props/rock_{}.cast", index % 50), 1)));
    }
    root
}
