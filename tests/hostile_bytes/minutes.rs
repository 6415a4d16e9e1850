//! Files broken at random, for as long as `CASTVIEW_HOSTILE_SECONDS` says of each reader (`cargo xtask test`: 20).
//!
//! Variant `n` of the same files is the same on every machine. Time only decides how many there are, up to those that have been looked at
//! before: a faster machine does not stumble over what nobody saw. To find more, fuzz, or ask for another seed. A variant that fails is
//! kept and named, and the number of the variant at hand lies in `target/tmp` for a run that ends without a word.

use crate::check;
use crate::files::{self, Good};
use crate::hostile::{
    ARCHIVE, CAST, DEFORM, DRACO, GLTF, IMAGES, LIGHT, MRTK, PACK, PATHS, Random, Reader, SEANIM, SEMODEL, SHAPE,
    broken_bytes, broken_gltf, mutate,
};
use crate::shape_file::{Codec, bytes::encode};
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// `CASTVIEW_HOSTILE_SEED` asks for other files.
const SEED: u64 = 1;
const SECONDS: u64 = 2;

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}")),
        Err(_) => default,
    }
}

/// At most `seen` variants, unless another seed is asked for.
fn break_for_a_while(reader: Reader, seen: u64, broken: fn(&Good, &mut Random) -> Vec<u8>) {
    let seed = number("CASTVIEW_HOSTILE_SEED", SEED);
    let end = Instant::now() + Duration::from_secs(number("CASTVIEW_HOSTILE_SECONDS", SECONDS));
    let most = if seed == SEED { seen } else { u64::MAX };
    let files = files::of(reader, files::SMALL);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile.{}.variant", reader.name));
    let mut at_hand = std::fs::File::create(path).expect("room for a file");
    let (mut variant, mut opened) = (0, 0);
    while variant < most && Instant::now() < end {
        let mut random = Random::new(seed, variant);
        let file = &files[random.below(files.len())];
        let bytes = broken(file, &mut random);
        at_hand.rewind().expect("a file");
        write!(at_hand, "{variant:20}").expect("room for a number");
        let what = format_args!("variant {variant} of seed {seed}, made of {}", file.name);
        opened += u64::from(check(reader, &what, &bytes));
        variant += 1;
    }
    println!(
        "{}: {variant} variants of {} files, seed {seed}; {opened} opened",
        reader.name,
        files.len()
    );
    assert!(opened > 0 && opened < variant, "some open, some do not");
}

/// Calls `work` with the seed and 0, 1, 2 … for as long as each reader is given; at most `seen` times, unless another seed is
/// asked for.
pub fn for_a_while(name: &str, seen: u64, mut work: impl FnMut(u64, u64)) {
    let seed = number("CASTVIEW_HOSTILE_SEED", SEED);
    let most = if seed == SEED { seen } else { u64::MAX };
    let end = Instant::now() + Duration::from_secs(number("CASTVIEW_HOSTILE_SECONDS", SECONDS));
    let mut variant = 0;
    while variant < most && (variant == 0 || Instant::now() < end) {
        work(seed, variant);
        variant += 1;
    }
    println!("{name}: {variant} variants, seed {seed}");
}

/// A good file of any format, broken: JSON as JSON, Cast nodes as nodes half of the time.
pub fn broken_any(file: &Good, random: &mut Random) -> Vec<u8> {
    let is_blunt = random.below(2) == 0;
    match &file.bytes[..] {
        [b'c', b'a', b's', b't', ..] if !is_blunt => mutate::broken(&file.bytes, random),
        [b'g', b'l', b'T', b'F', ..] | [b'{', ..] if !is_blunt => {
            broken_gltf(&file.bytes, random).expect("a good file")
        }
        _ => broken_bytes(&file.bytes, random),
    }
}

#[test]
fn deform() {
    break_for_a_while(DEFORM, 4_000, broken_any);
}

#[test]
fn pack() {
    break_for_a_while(PACK, 4_000, broken_any);
}

/// Half of the lines of two files, one of them broken.
#[test]
fn paths() {
    break_for_a_while(PATHS, 4_000, |file, random| {
        let broken = broken_bytes(&file.bytes, random);
        let others = files::written(PATHS);
        let other = &others[random.below(others.len())].bytes;
        let lines = [&broken[..], other]
            .into_iter()
            .flat_map(|bytes| bytes.split(|byte| *byte == b'\n'));
        let kept: Vec<&[u8]> = lines.filter(|_| random.below(2) == 0).collect();
        kept.join(&b'\n')
    });
}

#[test]
fn cast() {
    break_for_a_while(CAST, 4_000, |file, random| match random.below(4) {
        0 => broken_bytes(&file.bytes, random),
        _ => mutate::broken(&file.bytes, random),
    });
}

#[test]
fn gltf() {
    break_for_a_while(GLTF, 62_000, |file, random| match random.below(4) {
        0 => broken_bytes(&file.bytes, random),
        _ => broken_gltf(&file.bytes, random).expect("a good file"),
    });
}

/// A third of the plain files is broken first and compressed then.
#[test]
fn shape() {
    /// `SHAPE` behind its length, and the version.
    const HEAD: usize = 8;
    break_for_a_while(SHAPE, 140_000, |file, random| {
        let is_plain = !file.name.contains(',');
        if !is_plain || random.below(3) > 0 {
            return broken_bytes(&file.bytes, random);
        }
        let (head, content) = file.bytes.split_at(HEAD);
        let codecs = [Codec::Zlib, Codec::Gzip, Codec::Lz4, Codec::Deflate];
        let packed = encode(broken_bytes(content, random), codecs[random.below(codecs.len())]);
        [head, &packed].concat()
    });
}

#[test]
fn draco() {
    break_for_a_while(DRACO, 40_000, |file, random| broken_bytes(&file.bytes, random));
}

#[test]
fn archive() {
    break_for_a_while(ARCHIVE, 20_000, |file, random| broken_bytes(&file.bytes, random));
}

#[test]
fn mrtk() {
    break_for_a_while(MRTK, 4_200, |file, random| broken_bytes(&file.bytes, random));
}

#[test]
fn semodel() {
    break_for_a_while(SEMODEL, 20_000, |file, random| broken_bytes(&file.bytes, random));
}

#[test]
fn seanim() {
    break_for_a_while(SEANIM, 20_000, |file, random| broken_bytes(&file.bytes, random));
}

#[test]
fn images() {
    break_for_a_while(IMAGES, 82_000, |file, random| broken_bytes(&file.bytes, random));
}

#[test]
fn light() {
    break_for_a_while(LIGHT, 20_000, |file, random| broken_bytes(&file.bytes, random));
}

/// The mutator is the same on every machine, and leaves no kind unused on a file that has everything.
#[test]
fn mutants_depend_on_the_seed_alone() {
    use std::collections::HashSet;
    let file = crate::everything::everything();
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

/// Writes what the fuzzers start from: `cargo test --test hostile_bytes -- --ignored corpus`.
#[test]
#[ignore = "writes into fuzz/corpus"]
fn corpus() {
    for reader in [
        ARCHIVE, CAST, GLTF, DRACO, SHAPE, MRTK, SEMODEL, SEANIM, IMAGES, LIGHT, DEFORM, PACK, PATHS,
    ] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("fuzz/corpus")
            .join(reader.name);
        std::fs::create_dir_all(&folder).expect("a folder");
        for file in files::of(reader, files::SMALL) {
            std::fs::write(folder.join(file.name.replace([' ', ','], "_")), file.bytes).expect("room for a file");
        }
    }
}
