//! Broken files through reading and lowering: no panic, no runaway memory, no endless loop, whatever the bytes.
//!
//! Two seeds of the mutator by default; `HOSTILE_SEEDS=20` for the full sweep.
//!
//! Memory is the process's resident peak (`/proc`), because counting allocations would need `unsafe`: a bound broken
//! here is really broken, while an allocation that is never touched, or that fits in what an earlier file freed, goes
//! unseen. Time is the process's own processor time, so a busy machine does not fail the test.

#[path = "common/assets.rs"]
mod assets;
#[path = "common/everything.rs"]
mod everything;
#[path = "common/mutate.rs"]
mod mutate;

use castview::core::Diagnostics;
use castview::formats::cast::{Document, NodeDraft, NodeKind, NodeView, read, write, write_document};
use castview::formats::{Request, import};
use std::collections::HashSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

/// Processor seconds that one file may take.
const SECONDS: f64 = 5.0;
/// Bytes that one file may take: this many times its own size, and so much more.
const TIMES: u64 = 8;
const PLUS: u64 = 100 << 20;
/// Broken variants of each file and seed.
const VARIANTS: usize = 120;
/// Files up to this size are also held against the laws of documents; the largest fixtures are left out for speed.
const LAWFUL: usize = 32 << 10;
/// Files up to this size are cut at every length.
const SMALL: usize = 2000;

/// Held by each test: what is measured of this process must be one test's own doing.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn broken_files_are_survived() {
    let _alone = ALONE.lock();
    let seeds: u64 = match std::env::var("HOSTILE_SEEDS") {
        Ok(seeds) => seeds.parse().expect("HOSTILE_SEEDS is a number"),
        Err(_) => 2,
    };
    let fixtures = fixtures();
    let mut sweep = Sweep::default();
    sweep.meter.look();
    for (name, file) in &fixtures {
        sweep.check(name, "as it is", file);
        if file.len() <= SMALL || name == "everything" {
            for length in 0..file.len() {
                sweep.check(name, &format!("cut at {length}"), &file[..length]);
            }
        }
    }
    let (name, file) = &fixtures[0];
    for at in 0..file.len() {
        for flip in [0x01, 0x20, 0x80, 0xff] {
            let mut bytes = file.clone();
            bytes[at] ^= flip;
            sweep.check(name, &format!("byte {at} changed by {flip:#04x}"), &bytes);
        }
    }
    for seed in 1..=seeds {
        for (name, file) in &fixtures {
            let mutants = mutate::mutants(file, seed, VARIANTS);
            sweep.meter.look();
            for (i, mutant) in mutants.iter().enumerate() {
                // Two kinds make one file from any other; once is enough.
                if sweep.is_new(&mutant.bytes) {
                    sweep.check(
                        name,
                        &format!("{} (seed {seed}, variant {i})", mutant.kind),
                        &mutant.bytes,
                    );
                }
            }
        }
    }
    println!(
        "{} files of {} fixtures, {seeds} seeds: at most {:.2} s of processor time ({}) and {:.1} MB of memory ({})",
        sweep.files,
        fixtures.len(),
        sweep.slowest.0,
        sweep.slowest.1,
        sweep.biggest.0 as f64 / 1e6,
        sweep.biggest.1,
    );
    assert!(
        sweep.failures.is_empty(),
        "{} failures:\n{}",
        sweep.failures.len(),
        sweep.failures.join("\n")
    );
}

/// The mutator is the same on every machine, and leaves no kind unused on a file that has everything.
#[test]
fn mutants_depend_on_the_seed_alone() {
    let _alone = ALONE.lock();
    let file = everything::everything();
    let bytes = |seed| -> Vec<Vec<u8>> { mutate::mutants(&file, seed, 60).into_iter().map(|m| m.bytes).collect() };
    assert_eq!(bytes(7), bytes(7));
    assert_ne!(bytes(7), bytes(8));
    let kinds: HashSet<_> = (1..5)
        .flat_map(|seed| mutate::mutants(&file, seed, 60))
        .map(|m| m.kind)
        .collect();
    let unused: Vec<_> = mutate::kinds().filter(|kind| !kinds.contains(kind)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Good files by name: those built in code, then those of the shared folder where it is there.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let mut all = vec![
        ("everything".into(), everything::everything()),
        ("empty".into(), write(&[])),
        (
            "two roots".into(),
            write(&[
                NodeDraft::new(NodeKind::Root),
                NodeDraft::new(NodeKind::Root).u8s("x", &[1]),
            ]),
        ),
    ];
    let Some(assets) = assets::shared_assets() else {
        return all;
    };
    for folder in ["models", "authored"] {
        let mut paths: Vec<_> = fs::read_dir(assets.join(folder))
            .expect("a folder of shared assets")
            .map(|entry| entry.expect("a folder entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "cast"))
            .collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            all.push((name, fs::read(&path).expect("a shared asset")));
        }
    }
    all
}

#[derive(Default)]
struct Sweep {
    files: usize,
    meter: Meter,
    seen: HashSet<(usize, u32)>,
    failures: Vec<String>,
    slowest: (f64, String),
    biggest: (u64, String),
}

impl Sweep {
    fn is_new(&mut self, bytes: &[u8]) -> bool {
        self.seen.insert((bytes.len(), crc32fast::hash(bytes)))
    }

    fn check(&mut self, name: &str, change: &str, bytes: &[u8]) {
        self.files += 1;
        let file = || format!("{name}, {change}, {} bytes", bytes.len());
        let outcome = catch_unwind(AssertUnwindSafe(|| survives(bytes)));
        let (seconds, memory) = self.meter.look();
        let fault = match outcome {
            Err(_) => Some("panics".to_owned()),
            Ok(Err(fault)) => Some(fault),
            Ok(Ok(())) if seconds > SECONDS => Some(format!("takes {seconds:.1} s")),
            Ok(Ok(())) if memory > TIMES * bytes.len() as u64 + PLUS => {
                Some(format!("takes {:.0} MB", memory as f64 / 1e6))
            }
            Ok(Ok(())) => None,
        };
        if let Some(fault) = fault {
            self.failures.push(format!("{}: {fault}", file()));
        }
        if seconds > self.slowest.0 {
            self.slowest = (seconds, file());
        }
        if memory > self.biggest.0 {
            self.biggest = (memory, file());
        }
    }
}

/// Reads, lowers, and holds what was read against its laws.
fn survives(bytes: &[u8]) -> Result<(), String> {
    if import(bytes.to_vec().into(), &Request::alone("hostile")).is_ok() && bytes.len() <= LAWFUL {
        let document = read(bytes.to_vec().into(), &mut Diagnostics::default()).map_err(|e| e.to_string())?;
        is_sound(&document)?;
        return written_again_is_the_same(&document);
    }
    Ok(())
}

/// Every range lies in the file, in file order, and every way to read a property returns.
fn is_sound(document: &Document) -> Result<(), String> {
    let mut end = 16;
    for node in document.nodes() {
        if node.offset() < end || node.path().is_empty() {
            return Err(format!("{} overlaps what is before it", node.place()));
        }
        end = node.offset() + 24;
        for property in node.properties() {
            if property.offset() < end || property.payload_range().end > document.bytes().len() {
                return Err(format!("{} overlaps what is before it", property.place()));
            }
            end = property.payload_range().end as u64;
            let shown = property.preview();
            if shown.chars().count() > 200 {
                return Err(format!("{} is shown too long", property.place()));
            }
            let _ = (
                property.uint(),
                property.float(),
                property.hash(),
                property.is_true(),
                property.vec3(),
            );
            let _ = (
                property.uints(),
                property.floats(),
                property.vec2s(),
                property.vec3s(),
                property.vec4s(),
            );
            let _ = (
                property.strings().map(|strings| strings.count()),
                property.hashes(),
                property.vec4(),
            );
        }
    }
    Ok(())
}

/// What was made sense of is a good file: written and read again it is the same, and needs no repair.
fn written_again_is_the_same(document: &Document) -> Result<(), String> {
    let mut diagnostics = Diagnostics::default();
    let again = read(write_document(document).into(), &mut diagnostics).map_err(|error| error.to_string())?;
    let harmless = ["C5", "C7", "C19", "C20", "C21", "C22", "C25"];
    if let Some(repair) = diagnostics.items().iter().find(|d| !harmless.contains(&d.id)) {
        return Err(format!(
            "written again it needs {} {}: {}",
            repair.id, repair.place, repair.message
        ));
    }
    type Row = (u32, u64, Option<usize>, Vec<(Vec<u8>, Vec<u8>)>);
    fn row(node: NodeView<'_>) -> Row {
        let parts = node
            .properties()
            .map(|p| (p.name_bytes().to_vec(), p.string_bytes().to_vec()));
        (
            node.id(),
            node.hash(),
            node.parent().map(|parent| parent.index().get()),
            parts.collect(),
        )
    }
    match document.nodes().map(row).eq(again.nodes().map(row)) {
        true => Ok(()),
        false => Err("written again it reads differently".into()),
    }
}

/// What this process used up to the last look: processor seconds, and memory in use.
#[derive(Default)]
struct Meter {
    seconds: f64,
    resident: u64,
}

impl Meter {
    /// Processor seconds since the last look, and how far memory rose since then at most.
    fn look(&mut self) -> (f64, u64) {
        let seconds = processor_seconds();
        let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let rise = (
            seconds - self.seconds,
            memory(&text, "VmHWM:").saturating_sub(self.resident),
        );
        *self = Self {
            seconds,
            resident: memory(&text, "VmRSS:"),
        };
        // Resets the peak. Where that is forbidden the peak only grows, and only what exceeds all before is measured.
        let _ = fs::write("/proc/self/clear_refs", "5");
        rise
    }
}

/// A line of `/proc/self/status` in bytes; 0 on a system without that, where memory is not measured.
fn memory(status: &str, key: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Processor time of all threads so far, in ticks of 10 ms; 0 on a system without `/proc`.
fn processor_seconds() -> f64 {
    let text = fs::read_to_string(Path::new("/proc/self/stat")).unwrap_or_default();
    // The second field, the program's name, may hold anything; the fields wanted are the 14th and 15th of all.
    let fields = text
        .rsplit_once(')')
        .map(|(_, rest)| rest.split_whitespace().skip(11).take(2));
    fields
        .into_iter()
        .flatten()
        .filter_map(|field| field.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}
