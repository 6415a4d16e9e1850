//! Draco streams unpacked, beside their number of triangles.
//!
//! `cargo bench --bench draco [-- --rounds N]` opens a glTF file around each stream of the tests' kit, one thread and all. Each line gives
//! the best of the rounds, in millions of triangles a second. The streams are small: opening the file around them counts, too. Figures of a
//! large stream stand in docs/formats/gltf.md.

use castview::core::SharedBytes;
use castview::formats::{Request, import};
use castview_testkit::draco::STREAMS;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let rounds = arguments.iter().skip_while(|word| *word != "--rounds").nth(1);
    let rounds: u32 = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(200);
    let threads = |count| rayon::ThreadPoolBuilder::new().num_threads(count).build();
    let [one, all] = [1, 0].map(|count| threads(count).expect("threads"));
    for stream in STREAMS {
        let file = SharedBytes::from(stream.file().glb());
        let open = || {
            let begin = Instant::now();
            black_box(import(file.clone(), &Request::alone("stream")).expect("it opens"));
            begin.elapsed().as_secs_f64()
        };
        let best = |pool: &rayon::ThreadPool| (0..rounds).map(|_| pool.install(open)).fold(f64::MAX, f64::min);
        let rate = |seconds: f64| stream.triangles as f64 / seconds / 1e6;
        println!(
            "{:<12} {:>5} triangles {:>6} bytes: {:>6.2} M/s with one thread, {:>6.2} with all",
            stream.name,
            stream.triangles,
            stream.bytes.len(),
            rate(best(&one)),
            rate(best(&all)),
        );
    }
}
