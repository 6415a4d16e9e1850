//! Loading, step by step, beside a plain `std::fs::read` of the same file.
//!
//! `cargo bench --bench load [-- --rounds N] [--only NAME]` writes files into a temporary folder, in Cast a big `model`, a
//! big `animation` and 200 000 small `nodes`, then the model as `glb`, `shape` and `semodel`, `meshes` of every array
//! as `semodel`, a `recording` and a clip as `seanim`. Every round runs
//! every step once, in turn, so that noise hits all of them alike; freeing memory is not timed. The GLB is also parsed by
//! the `gltf` crate, which checks its JSON and copies its binary chunk and makes nothing of either. Each line gives the minimum, the median, and both as multiples of the read (the minimum of the minima, the
//! median of the ratios round by round). Peak memory is that of a child process that does nothing else.

use castview::core::{Diagnostics, SharedBytes};
use castview::formats::cast;
use castview::formats::{Request, import};
use rayon::ThreadPool;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

#[path = "load/big_mesh.rs"]
mod big_mesh;
#[path = "load/casts.rs"]
mod casts;
#[path = "load/others.rs"]
mod others;
#[path = "common/random.rs"]
mod random;
use castview_testkit::gltf as writer;
use castview_testkit::mrtk as recording;
use castview_testkit::shape_file;

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
    for (name, bytes) in [
        ("model.cast", (|| cast::write(&[casts::model()])) as fn() -> Vec<u8>),
        ("animation.cast", || cast::write(&[casts::animation()])),
        ("nodes.cast", || cast::write(&[casts::nodes()])),
        ("model.glb", others::glb),
        ("model.shape", others::shape),
        ("recording.bin", others::recording),
        ("model.semodel", others::semodel),
        ("meshes.semodel", others::semodel_meshes),
        ("clip.seanim", others::seanim),
    ] {
        if only.is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let file = folder.path().join(name);
        fs::write(&file, bytes()).expect("room for the file");
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
    let all = import(bytes.clone(), &Request::alone(name)).expect("a valid file");
    println!(
        "\n{name}: {:.1} MB, {} diagnostics; {rounds} rounds",
        bytes.len() as f64 / 1e6,
        all.diagnostics.items().len(),
    );
    drop(all);
    let (one, two) = (pool(1), pool(2));
    let both = || import(bytes.clone(), &Request::alone(name));
    let document = name
        .ends_with(".cast")
        .then(|| cast::read(bytes.clone(), &mut Diagnostics::default()).expect("a valid file"));
    let mut steps = vec![step("fs::read", || fs::read(file))];
    if let Some(document) = &document {
        println!(
            "  {} nodes, {} properties",
            document.node_count(),
            document.property_count()
        );
        let (one, two) = (&one, &two);
        let to_scene = move || cast::lower(document, name, &mut Diagnostics::default());
        steps.extend([
            step("bytes → document", || {
                cast::read(bytes.clone(), &mut Diagnostics::default())
            }),
            step("document → scene, 1 thread", move || one.install(to_scene)),
            step("document → scene, 2 threads", move || two.install(to_scene)),
        ]);
    }
    if name.ends_with(".glb") {
        steps.push(step("the gltf crate, parsing alone", || {
            gltf_crate::Gltf::from_slice(&bytes).expect("a valid file")
        }));
    }
    steps.extend([
        step("bytes → scene, 1 thread", || one.install(both)),
        step("bytes → scene, 2 threads", || two.install(both)),
        step("file → scene, 2 threads (fs::read included)", || {
            two.install(|| import(read(file), &Request::alone(name)))
        }),
    ]);
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
            "  {:<45} min {:8.3} ms {:6.3}x   median {:8.3} ms {:6.3}x",
            step.name,
            least(&step.secs) * 1e3,
            least(&step.secs) / least(&plain),
            median(&step.secs) * 1e3,
            median(&ratios),
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

/// Prints the memory that a process needs at most to load `file`, beyond what it needs anyway.
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
