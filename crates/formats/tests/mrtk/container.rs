//! Sizes, order and layouts of good files.

use super::recording::{Curve, Hands, Recording, wave};
use super::{clean, open, refused, warned};
use castview_formats::mrtk::{JOINTS, Key, KeySize, Side, State, read};

/// The table of docs/formats/mrtk.md §4.8.
#[test]
fn empty_files_have_the_sizes_of_the_specification() {
    let camera = vec![Curve::default(); 7];
    let bare = Recording::bare();
    let files = [
        (Recording::empty((1, 0)), 4688),
        (bare.clone(), 23),
        (
            Recording {
                camera: Some(camera),
                ..bare.clone()
            },
            107,
        ),
        (
            Recording {
                gaze: Some(vec![Curve::default(); 6]),
                ..bare.clone()
            },
            95,
        ),
        (
            Recording {
                hands: Some(Hands::default()),
                ..bare.clone()
            },
            4607,
        ),
        (Recording::empty((1, 1)), 4763),
    ];
    for (file, size) in files {
        assert_eq!(file.bytes().len(), size);
        clean(&file.bytes());
    }
    let bytes = [
        0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    assert_eq!(bare.bytes(), bytes);
}

/// The bytes spelled out in docs/formats/mrtk.md §4.8, read and written.
#[test]
fn the_bytes_of_the_specification_mean_what_it_says() {
    let state = Curve::of(&[(0.0, 1.0), (1.5, 0.0)]);
    let spelled = b"\x08\0\0\0\x08\0\0\0\x02\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\xc0\x3f\0\0\0\0";
    let markers = b"\x01\0\0\0\0\0\x80\x3f\x02go";
    let mut hands = Hands::default();
    hands.states[3] = state;
    let file = Recording {
        hands: Some(hands),
        markers: Some(vec![(1.0, b"go".to_vec())]),
        ..Recording::bare()
    };
    let bytes = file.bytes();
    let third_state = 19 + 3 * 12;
    assert_eq!(bytes[third_state..third_state + spelled.len()], spelled[..]);
    assert_eq!(bytes[bytes.len() - markers.len()..], markers[..]);

    let document = clean(&bytes);
    let pinch = document.state(Side::Right, State::Pinch).expect("hands");
    assert_eq!((pinch.wrap_modes(), pinch.len()), ([8, 8], 2));
    let key = |time, value| Key {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        in_weight: 0.0,
        out_weight: 1e6,
        weighted: 3,
    };
    assert_eq!(pinch.keys(), [key(0.0, 1.0), key(1.5, 0.0)]);
    assert_eq!(document.markers()[0].name, "go");
    assert_eq!(document.markers()[0].time, 1.0);
    assert_eq!(document.duration(), 1.5);
}

/// Every curve of a file carries its own number; each is found under its own name.
#[test]
fn every_curve_is_where_its_name_says() {
    for version in [(1, 0), (1, 1)] {
        let mut file = Recording::empty(version);
        let mut next = 0.0;
        let mut number = |curve: &mut Curve| {
            next += 1.0;
            *curve = Curve::of(&[(0.0, next)]);
        };
        file.camera.iter_mut().flatten().for_each(&mut number);
        let hands = file.hands.as_mut().expect("hands");
        hands.joints.iter_mut().flatten().flatten().for_each(&mut number);
        file.gaze.iter_mut().flatten().for_each(&mut number);
        let document = clean(&file.bytes());
        let value = |view: castview_formats::mrtk::CurveView<'_>| view.keys()[0].value;
        let camera = document.camera().expect("a camera");
        let mut found: Vec<f32> = camera.map(value).to_vec();
        for side in Side::BOTH {
            for joint in 0..JOINTS.len() {
                found.extend(document.joint(side, joint).expect("hands").map(value));
            }
        }
        found.extend(document.gaze().into_iter().flatten().map(value));
        let count = 7 + 2 * 27 * 7 + if version == (1, 1) { 6 } else { 0 };
        assert_eq!(found, (1..=count).map(|n| n as f32).collect::<Vec<_>>());
        let names = document.curves().map(|curve| curve.name().to_string());
        let distinct: std::collections::BTreeSet<String> = names.collect();
        assert_eq!(distinct.len(), document.curves().len());
    }
}

/// Every combination of flags, in both sizes of keys.
#[test]
fn the_size_of_keys_is_found_out() {
    for flags in 1..8 {
        for full in [false, true] {
            let mut file = wave();
            file.full = full;
            file.camera = file.camera.filter(|_| flags & 1 != 0);
            file.hands = file.hands.filter(|_| flags & 2 != 0);
            file.gaze = file.gaze.filter(|_| flags & 4 != 0);
            let (document, diagnostics) = open(&file.bytes());
            let document = document.expect("a good file");
            let wanted = if full { KeySize::Full } else { KeySize::Short };
            assert_eq!(document.keys(), wanted, "flags {flags}");
            // The layout of the description, which no toolkit writes, is worth a note.
            let ids: Vec<_> = diagnostics.items().iter().map(|d| d.rule.id).collect();
            assert_eq!(ids, if full { vec!["M4.4"] } else { vec![] });
        }
    }
}

#[test]
fn full_keys_give_their_tangents_and_weights() {
    let mut file = Recording::empty((1, 0));
    let numbers = [0.5, 2.0, -1.0, f32::INFINITY, 0.25, 0.75];
    file.camera.as_mut().expect("a camera")[3].keys = vec![(numbers, 1)];
    let document = clean(&file.bytes());
    let [time, value, in_tangent, out_tangent, in_weight, out_weight] = numbers;
    let wanted = Key {
        time,
        value,
        in_tangent,
        out_tangent,
        in_weight,
        out_weight,
        weighted: 1,
    };
    assert_eq!(document.camera().expect("a camera")[3].keys(), [wanted]);
}

/// "For 1.0 only 28-byte keys exist, but if that fails try 8-byte keys before giving up, with a warning."
#[test]
fn version_1_0_with_short_keys_opens_with_a_warning() {
    let file = Recording {
        version: (1, 0),
        gaze: None,
        ..wave()
    };
    let (document, _) = warned(&file.bytes(), &["M4.4"]);
    assert_eq!(document.keys(), KeySize::Short);
}

/// Where both fail, both are told: the first with its place.
#[test]
fn a_failure_tells_of_both_layouts() {
    let mut bytes = wave().bytes();
    // The number of keys of the first curve, behind the flags.
    bytes[27..31].copy_from_slice(&(-1i32).to_le_bytes());
    let message = refused(&bytes, "M5").to_string();
    assert!(message.contains("-1 keys"), "{message}");
    assert!(
        message.contains("keys of 8 bytes") && message.contains("keys of 28 bytes"),
        "{message}"
    );
    assert!(message.contains("at byte 0x"), "{message}");
}

#[test]
fn a_layout_can_be_chosen() {
    let bytes = wave().bytes();
    let choose = |keys| read(bytes.clone().into(), Some(keys), &mut Default::default());
    assert_eq!(choose(KeySize::Short).expect("its own layout").keys(), KeySize::Short);
    let error = choose(KeySize::Full).expect_err("another layout").to_string();
    assert!(
        error.contains("keys of 28 bytes") && !error.contains("keys of 8"),
        "{error}"
    );
}

/// 395 curves with a million keys between them: linear, and no copy of the keys (mrtk.md row 27).
#[test]
fn a_long_recording_opens_in_linear_time() {
    let mut file = Recording::empty((1, 1));
    let keys: Vec<_> = (0..200_000).map(|i| (i as f32 / 60.0, i as f32)).collect();
    for curve in file.camera.iter_mut().flatten() {
        *curve = Curve::of(&keys);
    }
    let document = clean(&file.bytes());
    let camera = document.camera().expect("a camera");
    assert_eq!(camera.iter().map(|curve| curve.len()).sum::<usize>(), 1_400_000);
    assert_eq!(document.duration(), 199_999.0 / 60.0);
}
