//! Each row of the table of malformed files (docs/formats/seanim.md §5).

use super::{Anim, Bone, everything, frames, opened, rotations, scalars, told};
use castview_base::core::Severity;
use castview_formats::{ImportError, Request, import};

fn refused(bytes: &[u8], id: &str) -> String {
    let error: ImportError = import(bytes.to_vec().into(), &Request::alone("stem")).expect_err("a file to refuse");
    assert_eq!(error.rule().map(|rule| rule.id), Some(id), "{error}");
    error.to_string()
}

fn one_bone() -> Anim {
    let mut file = Anim::of_kind(0);
    file.bones = vec![Bone::named("b")];
    file.bones[0].locations = vec![(0, [1.0; 3]), (5, [2.0; 3]), (9, [3.0; 3])];
    file
}

#[test]
fn rows_1_to_3_headers() {
    let bytes = everything().bytes();
    for length in 6..36 {
        let said = refused(&bytes[..length], "SN1");
        assert!(said.contains("only the beginning of an SEAnim file"), "{said}");
    }
    let mut other = everything();
    other.version = 2;
    assert!(refused(&other.bytes(), "SN2").contains("version 2, and castview reads version 1"));
    let mut small = bytes.clone();
    small[8] = 0x1b;
    refused(&small, "SN3");
    other.version = 1;
    other.more_header = 7;
    told(other.bytes(), &["SN3"]);
}

#[test]
fn row_4_counts_without_their_bit() {
    let mut bytes = everything().bytes();
    bytes[12] &= !0xc0;
    let (scene, _) = told(bytes, &["SN4", "SN6"]);
    assert!(scene.clips[0].notifications.is_empty());
}

/// Cut at every byte, the file keeps the bones and notes that are whole, and says how many.
#[test]
fn row_5_cuts() {
    let file = everything();
    let bytes = file.bytes();
    let mut ends = Vec::new();
    for part in file.parts() {
        ends.push(ends.last().unwrap_or(&0) + part.len());
    }
    // Header, names and modifiers, then three bones and three notes.
    let whole = |length: usize, parts: std::ops::Range<usize>| parts.filter(|part| ends[*part] <= length).count();
    for length in 36..bytes.len() {
        let (bones, notes) = (whole(length, 2..5), whole(length, 5..8));
        if bones == 0 {
            let said = refused(&bytes[..length], "SN5");
            assert!(
                said.contains("cut off or damaged before the keys of its first bone"),
                "{said}"
            );
            continue;
        }
        let import = opened(bytes[..length].to_vec());
        let items = import.diagnostics.items();
        let wanted = format!("the file is cut off: {bones} of 3 bones and {notes} of 3 notes are here");
        assert_eq!(
            (items.len(), items[0].rule.id, items[0].message.as_str()),
            (1, "SN5", wanted.as_str())
        );
        assert_eq!(items[0].rule.severity, Severity::Error);
        let clip = &import.scene.clips[0];
        assert_eq!(clip.tracks.len(), [3, 4, 11][bones - 1]);
    }
}

/// Counts that lie end at the end of the file, whatever they claim.
#[test]
fn row_5_lying_counts() {
    let bytes = everything().bytes();
    for at in [20, 24, 32] {
        let mut lying = bytes.clone();
        lying[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        match import(lying.into(), &Request::alone("stem")) {
            Ok(import) => assert!(import.diagnostics.is_cut(), "{at}"),
            Err(error) => assert_eq!(error.rule().map(|rule| rule.id), Some("SN5"), "{at}"),
        }
    }
    let mut modifiers = bytes.clone();
    modifiers[28] = 0xff;
    refused(&modifiers, "SN5");
}

#[test]
fn rows_6_to_9_odd_bytes() {
    let mut bytes = everything().bytes();
    bytes.extend([1, 2, 3]);
    told(bytes, &["SN6"]);
    let mut file = one_bone();
    file.bones[0].name = b"h\xf6he".to_vec();
    file.notes = vec![(0, b"\xff".to_vec())];
    let (scene, _) = told(file.bytes(), &["SN7"]);
    assert_eq!(scene.clips[0].tracks[0].target, "h\u{fffd}he");
    let mut file = one_bone();
    file.kind = 9;
    file.modifiers = vec![(0, 200)];
    let (scene, diagnostics) = told(file.bytes(), &["SN8"]);
    assert_eq!((diagnostics.count("SN8"), scene.clips[0].overrides.len()), (2, 1));
    for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let mut file = one_bone();
        file.rate = rate;
        let (scene, _) = told(file.bytes(), &["SN9"]);
        assert_eq!(scene.clips[0].frames_per_second, 30.0);
    }
}

#[test]
fn rows_10_and_11_bones() {
    let mut file = one_bone();
    file.modifiers = vec![(7, 1)];
    let (scene, _) = told(file.bytes(), &["SN10"]);
    assert!(scene.clips[0].overrides.is_empty());
    let mut file = one_bone();
    file.bones[0].name.clear();
    let (scene, _) = told(file.bytes(), &["SN11"]);
    assert!(scene.clips[0].tracks.is_empty());
    // Nothing can be found by no name, and nothing is changed by it.
    file.modifiers = vec![(0, 1)];
    let (scene, _) = told(file.bytes(), &["SN11", "SN10"]);
    assert!(scene.clips[0].overrides.is_empty());
    // Its keys find the root of the model, and so does its modifier.
    file.kind = 3;
    let (scene, _) = told(file.bytes(), &[]);
    assert_eq!(scene.clips[0].overrides[0].bone, scene.clips[0].tracks[0].target);
}

#[test]
fn rows_12_to_14_keys() {
    let mut file = one_bone();
    file.bones[0].locations[1].1[2] = f64::NAN;
    let (scene, _) = told(file.bytes(), &["SN12"]);
    assert_eq!(frames(&scene.clips[0].tracks[0]), [0.0, 9.0]);
    // A double that no float holds.
    let mut file = one_bone();
    file.doubles = true;
    file.bones[0].locations[0].1[0] = 1e300;
    let (scene, _) = told(file.bytes(), &["SN12"]);
    assert_eq!(frames(&scene.clips[0].tracks[2]), [5.0, 9.0]);
    let mut file = Anim::of_kind(0);
    file.bones = vec![Bone::named("b")];
    let turns = [[0.0, 0.0, 0.0, 2.0], [0.0; 4], [1.0, 0.0, 0.0, 0.0]];
    file.bones[0].rotations = (0..3).zip(turns).collect();
    let (scene, _) = told(file.bytes(), &["SN13", "SN12"]);
    assert_eq!(rotations(&scene.clips[0].tracks[0])[1], [0.0, 0.0, 0.0, 2.0]);
    for (order, wanted, values) in [
        ([5, 0, 9], [0.0, 5.0, 9.0].to_vec(), [2.0, 1.0, 3.0].to_vec()),
        ([0, 5, 5], [0.0, 5.0].to_vec(), [1.0, 3.0].to_vec()),
    ] {
        let mut file = one_bone();
        for (key, frame) in file.bones[0].locations.iter_mut().zip(order) {
            key.0 = frame;
        }
        let (scene, _) = told(file.bytes(), &["SN14"]);
        let track = &scene.clips[0].tracks[0];
        assert_eq!((frames(track), scalars(track)), (wanted, values));
    }
}

/// Bones of three bytes with a key of thirteen take far more in memory: as many are kept as a file of that size may hold.
#[test]
fn memory_stays_in_proportion() {
    const COUNT: usize = 400_000;
    let mut head = one_bone().bytes()[..36].to_vec();
    head[24..28].copy_from_slice(&(COUNT as u32).to_le_bytes());
    let mut bytes = head.clone();
    bytes.extend(b"b\0".repeat(COUNT));
    bytes.extend([&[0, 1][..], &[0; 13]].concat().repeat(COUNT));
    let size = bytes.len() as u64;
    let mut import = None;
    let peak = allocation_counter::measure(|| import = Some(opened(bytes))).bytes_max;
    assert!(peak <= 8 * size + (100 << 20), "{peak} for {size}");
    let import = import.expect("it opens");
    assert_eq!(import.diagnostics.count("SN-size"), 1);
    assert!(import.scene.clips[0].tracks.len() > 100_000);
}
