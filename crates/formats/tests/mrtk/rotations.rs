//! Rotations that lost W, and their repair (docs/formats/mrtk.md §6.5).

use super::clean;
use super::recording::{Curve, Recording, pose};
use castview_formats::mrtk::{Document, Key, is_damaged, repaired_w};
use glam::{Quat, Vec3};

/// A head that turns about a slanted axis; W is what `lose` makes of it.
fn turning(turns: impl Fn(f32) -> Quat, lose: impl Fn(&mut [Curve])) -> Document {
    let keys: Vec<_> = (0..40)
        .map(|i| {
            let time = i as f32 / 10.0;
            (time, Vec3::ZERO, turns(time))
        })
        .collect();
    let mut camera = pose(&keys);
    lose(&mut camera);
    let file = Recording {
        camera: Some(camera),
        ..Recording::bare()
    };
    clean(&file.bytes())
}

fn repaired(document: &Document) -> Vec<Key> {
    let camera = document.camera().expect("a camera");
    let [.., x, y, z, w] = camera.map(|curve| curve.keys());
    repaired_w(&x, &y, &z, &w)
}

fn first_key_only(camera: &mut [Curve]) {
    camera[6].keys.truncate(1);
}

/// The other damage: two keys, the second with the last Z.
fn last_is_z(camera: &mut [Curve]) {
    let last = *camera[5].keys.last().expect("keys");
    let w = &mut camera[6].keys;
    w.truncate(1);
    w.push(last);
}

#[test]
fn damage_is_known_by_the_number_of_keys() {
    let turn = |time: f32| Quat::from_axis_angle(Vec3::new(1.0, 2.0, 2.0) / 3.0, time);
    let whole = turning(turn, |_| {});
    assert!(!is_damaged(&whole.camera().expect("a camera")));
    for damage in [first_key_only, last_is_z] {
        let document = turning(turn, damage);
        assert!(is_damaged(&document.camera().expect("a camera")));
    }
    // A short recording has one key of everything, which is no damage.
    let short = turning(turn, |camera| {
        camera.iter_mut().for_each(|curve| curve.keys.truncate(1))
    });
    assert!(!is_damaged(&short.camera().expect("a camera")));
}

/// Up to half a turn to either side, and starting from either sign.
#[test]
fn w_comes_back() {
    for sign in [1.0, -1.0] {
        let turn = |time: f32| Quat::from_axis_angle(Vec3::new(1.0, 2.0, 2.0) / 3.0, (time * 2.0).sin() * 3.0) * sign;
        for damage in [first_key_only, last_is_z] {
            let keys = repaired(&turning(turn, damage));
            assert_eq!(keys.len(), 40);
            for key in keys {
                let wanted = turn(key.time).w;
                assert!(
                    (key.value - wanted).abs() < 1e-3,
                    "{}: {} for {wanted}",
                    key.time,
                    key.value
                );
            }
        }
    }
}

/// Where X, Y and Z leap to the other side, W does.
#[test]
fn the_sign_follows_a_leap() {
    let turn = |time: f32| {
        let turn = Quat::from_rotation_y(2.0 + time * 0.1);
        if time < 2.0 { turn } else { -turn }
    };
    for key in repaired(&turning(turn, first_key_only)) {
        let wanted = turn(key.time).w;
        assert!(
            (key.value - wanted).abs() < 1e-4,
            "{}: {} for {wanted}",
            key.time,
            key.value
        );
    }
}

/// Values that no rotation has give a W of 0, not a NaN.
#[test]
fn too_long_a_rotation_has_no_w() {
    let key = |time, value| Key {
        time,
        value,
        in_tangent: 0.0,
        out_tangent: 0.0,
        in_weight: 0.0,
        out_weight: 0.0,
        weighted: 3,
    };
    let long = [key(0.0, 2.0), key(1.0, 0.0)];
    let values: Vec<f32> = repaired_w(&long, &[], &[], &[]).iter().map(|key| key.value).collect();
    assert_eq!(values, [0.0, 1.0]);
}
