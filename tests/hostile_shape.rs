//! Broken `.Shape` files: no panic, no runaway, whatever the bytes. Each sample is cut at every length, each of its bytes
//! changed, and its counts made to lie; then the same inside a compressed stream.

#[path = "common/shape_file/mod.rs"]
#[allow(dead_code)]
mod shape_file;

use castview::formats::{Request, import};
use shape_file::{Codec, Draft, Switches, samples, write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a fuzzer would call: reads and lowers, and lets what comes out be used.
fn survives(bytes: Vec<u8>) {
    let Ok(import) = import(bytes.into(), &Request::alone("hostile")) else {
        return;
    };
    for model in &import.scene.models {
        let vertices = model.meshes.iter().map(|mesh| {
            let corners = mesh.triangles.iter().chain(mesh.lines.iter());
            assert!(
                corners
                    .max()
                    .is_none_or(|corner| (corner as usize) < mesh.vertex_count())
            );
            assert!(mesh.positions.iter().flatten().all(f32::is_finite));
            (0..mesh.vertex_count()).for_each(|vertex| {
                let sum: f32 = mesh.influences.of_vertex(vertex).map(|pair| pair.1).sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
            });
        });
        vertices.count();
        assert!(model.skeleton.rest().iter().all(|rest| rest.rotation.is_normalized()));
    }
    for clip in &import.scene.clips {
        assert!(clip.range.start <= clip.range.end && clip.range.end.is_finite());
        for track in &clip.tracks {
            let frames: Vec<f64> = (0..track.keys.len()).map(|key| track.keys.frame(key)).collect();
            assert!(frames.is_sorted_by(|a, b| a < b) && !frames.is_empty());
        }
    }
}

fn files() -> Vec<(&'static str, Draft)> {
    vec![
        ("minimal", samples::minimal()),
        ("triangle", samples::triangle()),
        ("everything", samples::everything()),
        ("strip", samples::skinned_strip()),
        ("levels", samples::three_lods()),
        ("layers", samples::four_layers()),
    ]
}

#[derive(Default)]
struct Sweep {
    files: usize,
    failures: Vec<String>,
}

impl Sweep {
    fn check(&mut self, what: impl Fn() -> String, bytes: Vec<u8>) {
        self.files += 1;
        if catch_unwind(AssertUnwindSafe(|| survives(bytes))).is_err() {
            self.failures.push(what());
        }
    }
}

#[test]
fn broken_shapes_are_survived() {
    let mut sweep = Sweep::default();
    for (name, draft) in files() {
        let file = write(&draft, &Switches::default());
        sweep.check(|| name.into(), file.clone());
        for length in (0..file.len()).step_by(3) {
            sweep.check(|| format!("{name} cut at {length}"), file[..length].to_vec());
        }
        for at in 0..file.len() {
            // Of the larger files every byte gets one of the changes, the smaller ones all.
            let changes = [0x01, 0x7f, 0x80, 0xff];
            let few = if file.len() > 600 {
                &changes[at % 4..=at % 4]
            } else {
                &changes[..]
            };
            for flip in few {
                let mut bytes = file.clone();
                bytes[at] ^= flip;
                sweep.check(|| format!("{name} with byte {at} changed by {flip:#04x}"), bytes);
            }
        }
        for at in (0..file.len().saturating_sub(4)).step_by(2) {
            let mut bytes = file.clone();
            let value = [u32::MAX, 0x7fff_ffff, 0x7fc0_0000, 0, 0xff80_0000][at / 2 % 5];
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            sweep.check(|| format!("{name} with {value:#x} at {at}"), bytes);
        }
    }
    for codec in [Codec::Zlib, Codec::Gzip, Codec::Lz4, Codec::Deflate] {
        let switches = Switches {
            codec,
            ..Switches::default()
        };
        let file = write(&samples::triangle(), &switches);
        for at in 8..file.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = file.clone();
                bytes[at] ^= flip;
                sweep.check(|| format!("{codec:?} with byte {at} changed by {flip:#04x}"), bytes);
            }
            sweep.check(|| format!("{codec:?} cut at {at}"), file[..at].to_vec());
        }
    }
    println!("{} broken files", sweep.files);
    assert!(
        sweep.failures.is_empty(),
        "{} fail:\n{}",
        sweep.failures.len(),
        sweep.failures.join("\n")
    );
}
