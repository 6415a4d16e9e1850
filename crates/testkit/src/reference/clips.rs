//! 3.7 to 3.10: keys, modes, overrides and layers, track by track.
//!
//! Names are exact here: what else may match is tested where names are.

use super::{Bones, Trs};
use castview_base::scene::{Clip, CurveMode, Model, Property, Track, Values};
use glam::DQuat;

/// One clip over those below.
pub struct Layer<'a> {
    pub clip: &'a Clip,
    pub frame: f64,
    pub weight: f64,
    /// From the bone of this name down.
    pub mask: Option<&'a str>,
}

/// Local transforms, and the weight of every shape.
pub fn evaluate(model: &Model, layers: &[Layer]) -> (Bones, Vec<f64>) {
    let skeleton = &model.skeleton;
    let mut bones = Bones::new(skeleton, skeleton.rest());
    let mut weights = vec![0.0; model.blend_shapes.len()];
    for layer in layers {
        for bone in 0..bones.local.len() {
            let masked = layer.mask.is_some_and(|root| !is_below(model, &bones, bone, root));
            if !masked {
                let below = bones.local[bone];
                let made = moved(model, &bones, layer, bone, below);
                bones.local[bone] = Trs {
                    t: below.t + (made.t - below.t) * layer.weight,
                    r: slerp(below.r, made.r, layer.weight),
                    s: below.s + (made.s - below.s) * layer.weight,
                };
            }
        }
        if layer.mask.is_none() {
            for (weight, shape) in weights.iter_mut().zip(&model.blend_shapes) {
                let tracks = channel(layer.clip, &shape.name, Property::BlendWeight, |track| track.mode);
                let made = tracks.fold(*weight, |current, (track, mode)| {
                    let value = scalar(track, layer.frame);
                    match mode {
                        CurveMode::Additive => current + f64::from(track.additive_weight) * value,
                        _ => value,
                    }
                });
                let limit = f64::from(shape.max_weight);
                *weight = (*weight + (made - *weight) * layer.weight).clamp(-limit, limit);
            }
        }
    }
    (bones, weights)
}

fn is_below(model: &Model, bones: &Bones, bone: usize, root: &str) -> bool {
    let mut at = Some(bone);
    while let Some(bone) = at {
        if name(model, bone) == root {
            return true;
        }
        at = bones.parents[bone];
    }
    false
}

fn name(model: &Model, bone: usize) -> &str {
    model.skeleton.name(castview_base::core::BoneIndex::new(bone))
}

/// The tracks of one channel as they count: the last that replaces, then those that add, in file order.
fn channel<'a>(
    clip: &'a Clip,
    target: &'a str,
    property: Property,
    mode: impl Fn(&Track) -> CurveMode + 'a,
) -> impl Iterator<Item = (&'a Track, CurveMode)> {
    let own: Vec<(&Track, CurveMode)> = clip
        .tracks
        .iter()
        .filter(|track| track.target == target && track.property == property)
        .map(|track| (track, mode(track)))
        .collect();
    let adds = |(_, mode): &(&Track, CurveMode)| *mode == CurveMode::Additive;
    let replaces = own.iter().rev().find(|track| !adds(track)).copied();
    let added: Vec<_> = own.into_iter().filter(|track| adds(track)).collect();
    replaces.into_iter().chain(added)
}

/// 3.10: the nearest of the bone and its ancestors with an override for the channel; of its overrides the last.
fn mode(model: &Model, bones: &Bones, clip: &Clip, bone: usize, track: &Track) -> CurveMode {
    let mut at = Some(bone);
    while let Some(bone) = at {
        let covering = clip.overrides.iter().rev().find(|o| {
            o.bone == name(model, bone)
                && match track.property {
                    Property::Rotation => o.rotation,
                    Property::ScaleX | Property::ScaleY | Property::ScaleZ => o.scale,
                    _ => o.translation,
                }
        });
        if let Some(o) = covering {
            return o.mode;
        }
        at = bones.parents[bone];
    }
    track.mode
}

/// Local transform of one bone after the clip's layer is applied on `below`.
fn moved(model: &Model, bones: &Bones, layer: &Layer, bone: usize, below: Trs) -> Trs {
    use Property::{Rotation, ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};
    let rest = bones.rest[bone];
    let mut out = below;
    let tracks = |property| {
        channel(layer.clip, name(model, bone), property, move |track| {
            mode(model, bones, layer.clip, bone, track)
        })
    };
    for (axis, property) in [TranslationX, TranslationY, TranslationZ].into_iter().enumerate() {
        for (track, mode) in tracks(property) {
            let (value, weight) = (scalar(track, layer.frame), f64::from(track.additive_weight));
            out.t[axis] = match mode {
                CurveMode::Absolute => value,
                CurveMode::Relative => rest.t[axis] + value,
                CurveMode::Additive => out.t[axis] + weight * value,
            };
        }
    }
    for (axis, property) in [ScaleX, ScaleY, ScaleZ].into_iter().enumerate() {
        for (track, mode) in tracks(property) {
            let (value, weight) = (scalar(track, layer.frame), f64::from(track.additive_weight));
            let current = out.s[axis];
            out.s[axis] = match mode {
                CurveMode::Absolute => value,
                CurveMode::Relative => rest.s[axis] * value,
                CurveMode::Additive => current + weight * (current * value - current),
            };
        }
    }
    for (track, mode) in tracks(Rotation) {
        let (value, weight) = (rotation(track, layer.frame), f64::from(track.additive_weight));
        out.r = match mode {
            CurveMode::Absolute => value,
            CurveMode::Relative => rest.r * value,
            CurveMode::Additive => slerp(out.r, out.r * value, weight),
        };
    }
    out
}

/// 3.7: the keys on either side, and how far along; before the first and after the last key that one holds.
fn between(track: &Track, frame: f64) -> (usize, usize, f64) {
    let last = track.keys.len() - 1;
    if frame <= track.keys.frame(0) {
        return (0, 0, 0.0);
    }
    for key in 0..last {
        let (a, b) = (track.keys.frame(key), track.keys.frame(key + 1));
        if frame < b {
            return (key, key + 1, (frame - a) / (b - a));
        }
    }
    (last, last, 0.0)
}

fn scalar(track: &Track, frame: f64) -> f64 {
    let Values::Scalar(values) = &track.values else {
        panic!("scalars for {:?}", track.property);
    };
    let (a, b, along) = between(track, frame);
    let (a, b) = (f64::from(values.get(a)), f64::from(values.get(b)));
    a + (b - a) * along
}

fn rotation(track: &Track, frame: f64) -> DQuat {
    let Values::Rotation(values) = &track.values else {
        panic!("rotations for {:?}", track.property);
    };
    let (a, b, along) = between(track, frame);
    let unit = |key: usize| DQuat::from_array(values.get(key).map(f64::from)).normalize();
    slerp(unit(a), unit(b), along)
}

/// 3.8: the shorter arc; nlerp above 0.9995.
fn slerp(a: DQuat, b: DQuat, along: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let dot = a.dot(b).min(1.0);
    if dot > 0.9995 {
        return (a * (1.0 - along) + b * along).normalize();
    }
    let angle = dot.acos();
    let share = |along: f64| (along * angle).sin() / angle.sin();
    (a * share(1.0 - along) + b * share(along)).normalize()
}
