//! Content that plays and is drawn as it is, and is worth a look all the same, whatever the format.
//!
//! In: a scene. Out: notes on rotations whose keys stand out, and on vertex colors that nothing shows.

use crate::animation::curves::OddKeys;
use crate::core::{Diagnostics, Place};
use crate::formats::check_colors;
use crate::formats::rules::common as rule;
use crate::scene::{Clip, Scene, Values};

/// Reports what stands out in the clips and models of `scene`.
pub fn check_content(scene: &Scene) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    scene
        .clips
        .iter()
        .for_each(|clip| check_rotations(clip, &mut diagnostics));
    check_colors(scene, &mut diagnostics);
    diagnostics
}

fn check_rotations(clip: &Clip, diagnostics: &mut Diagnostics) {
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
        if let Some(first) = flips.first() {
            diagnostics.report(rule::K1, place, || {
                let keys = count(flips.len(), "quaternion");
                format!("{keys} with the opposite sign of the key before, the first at frame {first}")
            });
        }
        if let Some((jumps, widest)) = odd.jumps_within(f64::NEG_INFINITY, f64::INFINITY) {
            diagnostics.report(rule::K2, place, || {
                let (frame, degrees) = (widest.frame, widest.degrees);
                format!("{}, the widest by {degrees:.0}° at frame {frame}", count(jumps, "jump"))
            });
        }
    }
}
