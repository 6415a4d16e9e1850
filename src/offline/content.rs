//! Content that plays and is drawn as it is, and is worth a look all the same, whatever the format.
//!
//! In: a scene. Out: notes on rotations whose keys stand out (`trouble` tells more of them), on vertex colors that nothing shows, and on
//! models and placements that cannot be seen.

use crate::animation::curves::OddKeys;
use crate::animation::rest_pose;
use crate::core::{Diagnostics, Place};
use crate::deform::lacks_area;
use crate::formats::check_colors;
use crate::formats::rules::common as rule;
use crate::scene::{Clip, Scene, Values};
use crate::trouble::{TroubleKind, TroubleKinds};

/// Reports what stands out in the clips of `scene`, but for kinds of trouble that are looked for anyway.
pub fn check_rotations(scene: &Scene, besides: TroubleKinds) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let clips = scene.clips.iter();
    clips.for_each(|clip| check_clip(clip, besides, &mut diagnostics));
    diagnostics
}

/// Reports what stands out in the models of `scene`.
pub fn check_content(scene: &Scene) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    check_colors(scene, &mut diagnostics);
    check_area(scene, &mut diagnostics);
    check_placements(scene, &mut diagnostics);
    diagnostics
}

/// Reports models that show no surface as they stand at rest.
fn check_area(scene: &Scene, diagnostics: &mut Diagnostics) {
    // A pose is made of all bones, however many those are: not of models that have no meshes.
    for model in scene.models.iter().filter(|model| !model.meshes.is_empty()) {
        let place = model.placement.affine();
        if lacks_area(model, &rest_pose(model), std::iter::once(place), |_| true) {
            diagnostics.report(
                rule::D1,
                || named("model", &model.name),
                || "at rest no triangle of its meshes has an area".into(),
            );
        }
    }
}

/// Reports placements that leave nothing, or something flat, of what they place.
fn check_placements(scene: &Scene, diagnostics: &mut Diagnostics) {
    let models = scene
        .models
        .iter()
        .map(|model| ("model", &*model.name, &model.placement));
    let instances = scene.instances.iter();
    let instances = instances.map(|instance| ("instance", &*instance.name, &instance.placement));
    for (what, name, placement) in models.chain(instances) {
        let axes: Vec<&str> = ["x", "y", "z"]
            .into_iter()
            .zip(placement.scale.to_array())
            .filter(|(_, scale)| *scale == 0.0)
            .map(|(axis, _)| axis)
            .collect();
        if !axes.is_empty() {
            diagnostics.report(
                rule::D2,
                || named(what, name),
                || {
                    let becomes = if axes.len() == 1 {
                        "it is flat"
                    } else {
                        "nothing of it is seen"
                    };
                    format!("its placement has a scale of 0 along {}: {becomes}", axes.join(", "))
                },
            );
        }
    }
}

fn named(what: &str, name: &str) -> Place {
    Place {
        node_path: format!("{what} {name}"),
        offset: 0,
    }
}

fn check_clip(clip: &Clip, besides: TroubleKinds, diagnostics: &mut Diagnostics) {
    let rotations = clip
        .tracks
        .iter()
        .filter(|track| matches!(track.values, Values::Rotation(_)));
    for track in rotations {
        let odd = OddKeys::of(std::slice::from_ref(track));
        let place = || Place {
            node_path: format!("clip {}, rotation of {}", clip.name, track.target),
            offset: 0,
        };
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let flips = odd.flips_within(f64::NEG_INFINITY, f64::INFINITY);
        if let Some(first) = flips.first().filter(|_| !besides.has(TroubleKind::Flip)) {
            diagnostics.report(rule::K1, place, || {
                let keys = count(flips.len(), "quaternion");
                format!("{keys} with the opposite sign of the key before, the first at frame {first}")
            });
        }
        let jumps = odd.jumps_within(f64::NEG_INFINITY, f64::INFINITY);
        if let Some((jumps, widest)) = jumps.filter(|_| !besides.has(TroubleKind::TurnPop)) {
            diagnostics.report(rule::K2, place, || {
                let (frame, degrees) = (widest.frame, widest.degrees);
                format!("{}, the widest by {degrees:.0}° at frame {frame}", count(jumps, "jump"))
            });
        }
    }
}
