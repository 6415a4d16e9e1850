//! Each row of the table of malformed and odd input (docs/formats/mrtk.md §10) that the bytes decide; what rows 20 to
//! 26 mean for a scene is tested where scenes are made.

use super::recording::{Curve, Recording, wave};
use super::{clean, refused, warned};
use castview_base::core::Severity;
use castview_formats::mrtk::{CurveName, Document, KeySize, Side, State};

/// The camera alone, with one key at each of 0, 1 and 2 s in every curve.
fn camera(full: bool) -> Recording {
    let curve = Curve::of(&[(0.0, 0.0), (1.0, 0.5), (2.0, 0.25)]);
    Recording {
        full,
        camera: Some(vec![curve; 7]),
        ..Recording::bare()
    }
}

/// The byte where the curve begins.
fn begin(document: &Document, name: CurveName) -> usize {
    let curve = document.curves().find(|curve| curve.name() == name);
    curve.expect("that curve").place().offset as usize
}

fn put(bytes: &mut [u8], at: usize, value: i32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn edit(file: &mut Recording, curve: usize, change: impl FnOnce(&mut Curve)) {
    change(&mut file.camera.as_mut().expect("a camera")[curve]);
}

#[test]
fn row_1_truncated_headers() {
    let bytes = wave().bytes();
    for length in 0..16 {
        let error = refused(&bytes[..length], "M1");
        assert!(error.to_string().contains("truncated header"), "{error}");
    }
    // In 1.1 the flags follow.
    for length in 16..19 {
        let error = refused(&bytes[..length], "M7");
        assert!(error.to_string().contains("truncated in the flags"), "{error}");
    }
}

#[test]
fn row_2_other_magics() {
    let mut bytes = wave().bytes();
    bytes[..8].reverse();
    let error = refused(&bytes, "M2").to_string();
    assert!(error.contains("big-endian") && error.contains("unsupported"), "{error}");
    for at in 0..8 {
        let mut bytes = wave().bytes();
        bytes[at] ^= 0x10;
        let error = refused(&bytes, "M2").to_string();
        assert!(
            error.contains("not an MRTK input animation (magic mismatch)"),
            "{error}"
        );
    }
}

#[test]
fn row_3_other_versions() {
    for (major, minor) in [(2, 0), (1, 2), (0, 9), (1, -1), (-1, 1), (0, 1), (i32::MIN, i32::MAX)] {
        let mut bytes = wave().bytes();
        put(&mut bytes, 8, major);
        put(&mut bytes, 12, minor);
        let error = refused(&bytes, "M3").to_string();
        assert!(error.contains(&format!("version {major}.{minor}")), "{error}");
    }
}

#[test]
fn row_4_flags_above_one_are_set() {
    for flag in [2, 128, 255] {
        let mut bytes = wave().bytes();
        bytes[17] = flag;
        let (document, diagnostics) = warned(&bytes, &["M4"]);
        assert!(document.has_hands());
        assert_eq!(diagnostics.items()[0].place.offset, 17);
    }
}

#[test]
fn row_5_negative_counts() {
    let good = wave().bytes();
    let name = CurveName::Joint(Side::Right, 6, 6);
    let at = begin(&clean(&good), name);
    for count in [-1, i32::MIN] {
        let mut bytes = good.clone();
        put(&mut bytes, at + 8, count);
        let error = refused(&bytes, "M5");
        assert_eq!(error.place().node_path, "right ThumbTip rotation W");
        assert_eq!(error.place().offset, at as u64);
        assert!(error.to_string().contains(&format!("{count} keys")), "{error}");
    }
}

#[test]
fn row_6_counts_beyond_the_file() {
    let good = wave().bytes();
    let name = CurveName::Hand(Side::Left, State::Pinch);
    let at = begin(&clean(&good), name);
    for count in [0x7fff_ffff, good.len() as i32] {
        let mut bytes = good.clone();
        put(&mut bytes, at + 8, count);
        let error = refused(&bytes, "M6");
        assert_eq!(error.place().node_path, "left pinch");
        assert_eq!(error.place().offset, at as u64);
    }
}

/// Wherever the curves are cut, those that are complete are told by number; the rest is empty, and so is what is there of
/// a vector or rotation.
#[test]
fn row_7_cut_curves() {
    for full in [false, true] {
        let file = camera(full);
        let bytes = file.bytes();
        let curves = bytes.len() - 4;
        let of_curve = 12 + 3 * if full { 28 } else { 8 };
        // So early in a file of full keys, short ones make as much sense.
        let first = if full { 19 + of_curve } else { 19 };
        for length in first..curves {
            let (document, diagnostics) = super::open(&bytes[..length]);
            let document = document.unwrap_or_else(|error| panic!("{length}: {error}"));
            let complete = (length - 19) / of_curve;
            let told = diagnostics.cut().expect("the cut is told");
            assert_eq!(told.rule.id, "M7");
            assert_eq!(
                told.message,
                format!("the file is cut off: {complete} of 7 curves are here"),
                "{length}"
            );
            let here = document.curves().filter(|curve| !curve.is_empty()).count();
            assert_eq!(here, if complete < 3 { 0 } else { 3 }, "{length}");
        }
    }
}

#[test]
fn row_8_no_list_of_markers() {
    let file = Recording {
        markers: None,
        ..wave()
    };
    let (document, diagnostics) = warned(&file.bytes(), &[]);
    assert!(document.markers().is_empty());
    assert!(diagnostics.is_cut());
    assert_eq!(diagnostics.items()[0].place.offset, file.bytes().len() as u64);
}

#[test]
fn row_9_broken_marker_counts_and_trailing_bytes() {
    for full in [false, true] {
        let bytes = camera(full).bytes();
        let wanted: &[&str] = &["M9"];
        let size = if full { KeySize::Full } else { KeySize::Short };
        for cut in 1..4 {
            let (document, diagnostics) = warned(&bytes[..bytes.len() - cut], &[]);
            assert!(diagnostics.is_cut());
            assert!((document.keys(), document.markers().len()) == (size, 0));
        }
        for more in [1, 4, 100] {
            let longer = [&bytes[..], &vec![7; more]].concat();
            assert_eq!(warned(&longer, wanted).0.keys(), size);
        }
    }
}

#[test]
fn row_10_broken_markers_end_the_list() {
    let mut file = camera(false);
    file.markers = Some(vec![(0.5, b"kept".to_vec()), (1.0, b"lost".to_vec())]);
    let good = file.bytes();
    let list = good.len() - 4 - 2 * 9;
    let second = list + 4 + 9;
    let broken = |what: &str, kept: usize, is_cut: bool, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        let (document, diagnostics) = warned(&bytes, if is_cut { &[] } else { &["M10"] });
        assert_eq!(
            (document.markers().len(), diagnostics.is_cut()),
            (kept, is_cut),
            "{what}"
        );
    };
    broken("a negative number", 0, false, &|b| put(b, list, -1));
    broken("more than there are", 2, true, &|b| put(b, list, i32::MAX));
    broken("a name past the end", 1, true, &|b| b[second + 4] = 5);
    broken("a length of six bytes", 1, false, &|b| {
        drop(b.splice(second + 4.., [0x80; 6]))
    });
    broken("a cut marker", 1, true, &|b| b.truncate(b.len() - 8));
}

#[test]
fn row_11_names_that_are_no_utf_8() {
    let mut file = camera(false);
    file.markers = Some(vec![(0.5, b"a\xffb".to_vec())]);
    let (document, _) = warned(&file.bytes(), &["M11"]);
    assert_eq!(document.markers()[0].name, "a\u{fffd}b");
}

/// Names of 128 bytes and more have lengths of two bytes; markers come in order of time.
#[test]
fn markers_are_sorted_and_may_have_long_names() {
    let long = vec![b'x'; 300];
    let mut file = camera(false);
    file.markers = Some(vec![(2.0, long), (1.0, b"first".to_vec()), (1.0, b"second".to_vec())]);
    let document = clean(&file.bytes());
    let found: Vec<_> = document.markers().iter().map(|m| (m.time, m.name.len())).collect();
    assert_eq!(found, [(1.0, 5), (1.0, 6), (2.0, 300)]);
}

#[test]
fn row_12_times_that_are_no_numbers() {
    for full in [false, true] {
        for time in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut file = camera(full);
            edit(&mut file, 2, |curve| curve.keys[1].0[0] = time);
            let error = super::open(&file.bytes()).0.expect_err("a broken time");
            let told = error.to_string();
            assert!(
                told.contains("a key at time") && told.contains(&time.to_string()),
                "{told}"
            );
        }
    }
    let mut file = camera(false);
    edit(&mut file, 2, |curve| curve.keys[1].0[0] = f32::NAN);
    let error = refused(&file.bytes(), "M12");
    assert_eq!(error.place().node_path, "camera position Z");
    assert_eq!(error.place().offset, 19 + 2 * 36 + 12 + 8);

    let mut file = camera(false);
    file.markers = Some(vec![(f32::NAN, b"never".to_vec()), (1.0, b"once".to_vec())]);
    let (document, _) = warned(&file.bytes(), &["M12"]);
    assert_eq!(document.markers().len(), 1);
}

#[test]
fn row_13_values_that_are_no_numbers_take_the_one_before() {
    let mut file = camera(false);
    edit(&mut file, 0, |curve| {
        *curve = Curve::of(&[(0.0, f32::NAN), (1.0, 3.0), (2.0, f32::INFINITY), (3.0, f32::NAN)]);
    });
    let (document, diagnostics) = warned(&file.bytes(), &["M13"]);
    let values: Vec<f32> = document.camera().expect("a camera")[0]
        .keys()
        .iter()
        .map(|key| key.value)
        .collect();
    assert_eq!(values, [0.0, 3.0, 3.0, 3.0]);
    assert!(
        diagnostics.items()[0].message.starts_with("3 keys"),
        "{:?}",
        diagnostics.items()
    );
}

/// Version 1.0, whose keys have tangents and weights.
fn old(change: impl FnOnce(&mut Curve)) -> Vec<u8> {
    let mut file = Recording::empty((1, 0));
    edit(&mut file, 0, |curve| {
        *curve = Curve::of(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]);
        change(curve);
    });
    file.bytes()
}

#[test]
fn row_14_infinite_tangents_are_legal() {
    clean(&old(|curve| {
        curve.keys[0].0[3] = f32::INFINITY;
        curve.keys[1].0[2] = f32::NEG_INFINITY;
    }));
}

#[test]
fn row_15_tangents_and_weights_that_are_no_numbers() {
    let (document, _) = warned(&old(|curve| curve.keys[1].0[2..].fill(f32::NAN)), &["M15", "M15"]);
    let key = document.camera().expect("a camera")[0].keys()[1];
    assert_eq!((key.in_tangent, key.out_tangent), (0.0, 0.0));
    assert_eq!((key.in_weight, key.out_weight), (1.0 / 3.0, 1.0 / 3.0));
}

#[test]
fn row_16_times_that_decrease_are_sorted_if_the_file_fits() {
    for full in [false, true] {
        let mut file = camera(full);
        edit(&mut file, 0, |curve| {
            *curve = Curve::of(&[(0.0, 1.0), (2.0, 2.0), (1.0, 3.0), (2.0, 4.0)])
        });
        let (document, _) = warned(&file.bytes(), &["M16"]);
        let keys = document.camera().expect("a camera")[0].keys();
        let found: Vec<_> = keys.iter().map(|key| (key.time, key.value)).collect();
        assert_eq!(found, [(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (2.0, 4.0)]);
        assert_eq!(document.duration(), 2.0);
        // With a damaged tail too, nothing speaks for the layout any more.
        let longer = [&file.bytes()[..], &[0]].concat();
        assert!(super::open(&longer).0.is_err());
    }
}

#[test]
fn row_17_two_keys_at_one_time_are_a_jump() {
    let mut file = camera(false);
    edit(&mut file, 0, |curve| {
        *curve = Curve::of(&[(0.0, 0.0), (1.0, 1.0), (1.0, 5.0), (2.0, 5.0)])
    });
    assert_eq!(clean(&file.bytes()).camera().expect("a camera")[0].len(), 4);
}

#[test]
fn row_18_unknown_modes() {
    for mode in [3, 5, -1, 7] {
        let mut file = camera(false);
        edit(&mut file, 3, |curve| curve.wrap[1] = mode);
        let (document, _) = warned(&file.bytes(), &["M18"]);
        assert_eq!(document.camera().expect("a camera")[3].wrap_modes(), [8, mode]);
    }
    for mode in [4, 7, -2] {
        let (document, _) = warned(&old(|curve| curve.keys[1].1 = mode), &["M18"]);
        assert_eq!(document.camera().expect("a camera")[0].keys()[1].weighted, mode & 3);
    }
    // Known modes are no matter; "default" is worth a note.
    for mode in [1, 2, 4] {
        let mut file = camera(false);
        edit(&mut file, 3, |curve| curve.wrap = [mode; 2]);
        clean(&file.bytes());
    }
    let mut file = camera(false);
    edit(&mut file, 3, |curve| curve.wrap[0] = 0);
    let (_, diagnostics) = warned(&file.bytes(), &[]);
    let notes: Vec<_> = diagnostics
        .items()
        .iter()
        .map(|d| (d.rule.id, d.rule.severity))
        .collect();
    assert_eq!(notes, [("M5.2", Severity::Note)]);
}

#[test]
fn row_19_weights_stay_finite() {
    let document = clean(&old(|curve| {
        curve.keys[1].0[4..].copy_from_slice(&[f32::NEG_INFINITY, f32::INFINITY])
    }));
    let key = document.camera().expect("a camera")[0].keys()[1];
    assert_eq!((key.in_weight, key.out_weight), (f32::MIN, f32::MAX));
}

#[test]
fn row_25_states_between_off_and_on() {
    let mut file = wave();
    let hands = file.hands.as_mut().expect("hands");
    hands.states[1] = Curve::of(&[(0.0, 0.5), (1.0, 7.0), (2.0, 1.0)]);
    let (_, diagnostics) = warned(&file.bytes(), &["M25"]);
    let told = &diagnostics.items()[0];
    assert_eq!(told.place.node_path, "right tracked");
    assert!(told.message.starts_with("2 keys"), "{}", told.message);
}

/// The variant of a known fork, whose poses have a scale, in both sizes of keys, with markers and without.
#[test]
fn row_28_poses_of_ten_curves() {
    for full in [false, true] {
        for markers in [None, Some(Vec::new())] {
            let mut file = wave();
            (file.full, file.markers) = (full, markers);
            let scaled = |pose: &mut Vec<Curve>| pose.extend(vec![Curve::of(&[(0.0, 1.0)]); 3]);
            file.camera.iter_mut().for_each(scaled);
            let hands = file.hands.as_mut().expect("hands");
            hands.joints.iter_mut().flatten().for_each(scaled);
            let error = refused(&file.bytes(), "M28").to_string();
            assert!(error.contains("non-standard variant"), "{error}");
        }
    }
}

/// mrtk.md row 27: a million moments, each by another name, take linear time.
#[test]
fn row_27_many_markers() {
    let markers = (0..200_000).map(|at| (at as f32, format!("m{at}").into_bytes()));
    let file = Recording {
        markers: Some(markers.collect()),
        ..wave()
    };
    let import = castview_formats::import(file.bytes().into(), &castview_formats::Request::alone("long"));
    let clip = &import.expect("opens").scene.clips[0];
    assert!(clip.notifications.len() > 200_000);
    assert_eq!(clip.notifications.last().map(|last| last.frames.len()), Some(1));
}
