//! Seven curves of a pose → tracks of a node (docs/formats/mrtk.md §5.6, §6.5, §7).

use super::super::{CurveView, is_damaged, repaired_w};
use super::knots::{Knot, are_straight, at_times, beyond, knots, mirrored, rotations, scalars, value_at};
use super::maker::Maker;
use crate::rules::mrtk as rule;
use castview_base::core::BoneIndex;
use castview_base::scene::{Beyond, Property};
use glam::{DVec4, Quat, Vec3};

/// Lerped quaternions shorter than this give way to the nearer key.
const CANCELLED: f64 = 0.1;
const TRANSLATION: [Property; 3] = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];

impl Maker<'_> {
    /// Position X, Y, Z, rotation X, Y, Z, W in Unity's world; the node stands there at rest, too, as the first keys say.
    pub(super) fn pose(&mut self, bone: BoneIndex, curves: &[CurveView<'_>; 7]) {
        let [x, y, z, ..] = curves;
        self.position(bone, &[*x, *y, *z]);
        let four = self.rotation_knots(curves);
        if four.iter().all(Vec::is_empty) {
            return;
        }
        let [x, y, z, w] = four;
        let four = [mirrored(x), mirrored(y), z, w];
        self.rotate(bone, curves, four);
    }

    /// Three curves of a place in Unity's world.
    pub(super) fn position(&mut self, bone: BoneIndex, curves: &[CurveView<'_>; 3]) {
        let mut rest = Vec3::ZERO;
        for (axis, (curve, property)) in curves.iter().zip(TRANSLATION).enumerate() {
            let mut knots = knots(&curve.keys());
            if axis == 2 {
                knots = mirrored(knots);
            }
            let Some(first) = knots.first() else { continue };
            rest[axis] = first.value;
            let (values, interpolation) = scalars(&knots);
            let track = self.track(bone, property, times(&knots), values);
            (track.interpolation, track.beyond) = (interpolation, beyond(*curve));
        }
        self.bones[bone.get()].rest.translation = rest;
    }

    /// X, Y, Z, W as stored, or with W repaired.
    fn rotation_knots(&mut self, curves: &[CurveView<'_>; 7]) -> [Vec<Knot>; 4] {
        let [.., x, y, z, w] = curves.map(CurveView::keys);
        let mut four = [&x, &y, &z, &w].map(|keys| knots(keys));
        if is_damaged(curves) {
            self.damaged += 1;
            let repairs = self.repairs;
            let done = if repairs {
                "repaired from the other three"
            } else {
                "left as it is"
            };
            let message = || format!("rotation W looks damaged (known MRTK 1.1 recorder bug); {done}");
            self.diagnostics.report(rule::M6_5, || curves[6].place(), message);
            if repairs {
                four[3] = knots(&repaired_w(&x, &y, &z, &w));
            }
        }
        four
    }

    /// One track from four curves, which may have keys of their own each.
    fn rotate(&mut self, bone: BoneIndex, curves: &[CurveView<'_>; 7], four: [Vec<Knot>; 4]) {
        let mut times: Vec<f32> = four.iter().flatten().map(|knot| knot.time).collect();
        times.sort_by(f32::total_cmp);
        // Zero has two signs.
        times.dedup_by(|a, b| a == b);
        let first = times[0];
        let rest = four.each_ref().map(|knots| value_at(knots, first));
        let ends = |knots: &Vec<Knot>| Some((knots.first()?.time, knots.last()?.time));
        let last = times[times.len() - 1];
        let share_range = four
            .iter()
            .all(|knots| knots.len() < 2 || ends(knots) == Some((first, last)));
        let beyond = self.common_beyond(curves, share_range);
        let four = four.map(|knots| {
            if knots.len() == times.len() {
                knots
            } else {
                at_times(&knots, &times)
            }
        });
        self.tell_cancelled(curves, &four);
        let (values, interpolation) = rotations(&four);
        let track = self.track(bone, Property::Rotation, times, values);
        (track.interpolation, track.beyond) = (interpolation, beyond);
        let rest = DVec4::from_array(rest.map(f64::from));
        if rest.length() >= 1e-6 {
            self.bones[bone.get()].rest.rotation = Quat::from_vec4(rest.normalize().as_vec4());
        }
    }

    /// How the four go on outside their keys; they hold where they would go on differently.
    fn common_beyond(&mut self, curves: &[CurveView<'_>; 7], share_range: bool) -> [Beyond; 2] {
        let hold = [Beyond::Hold; 2];
        let all: Vec<_> = curves[3..]
            .iter()
            .filter(|curve| curve.len() > 1)
            .map(|curve| beyond(*curve))
            .collect();
        let Some(first) = all.first() else { return hold };
        if share_range && all.iter().all(|other| other == first) {
            return *first;
        }
        if all.iter().any(|other| *other != hold) {
            let message = || "the curves of one rotation repeat over different times; they hold their ends".into();
            self.diagnostics.report(rule::M21, || curves[3].place(), message);
        }
        hold
    }

    /// Counts the stretches on which opposite keys cancel out, where the nearer key is shown instead.
    fn tell_cancelled(&mut self, curves: &[CurveView<'_>; 7], four: &[Vec<Knot>; 4]) {
        if !four.iter().all(|knots| are_straight(knots)) {
            return;
        }
        let at = |key: usize| DVec4::from_array(four.each_ref().map(|knots| f64::from(knots[key].value)));
        let cancels = |key: &usize| {
            let (a, b) = (at(key - 1), at(*key));
            let along = (-a.dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            a.dot(b) < 0.0 && a.lerp(b, along).length() < CANCELLED
        };
        let count = (1..four[0].len()).filter(cancels).count();
        if count > 0 {
            let message =
                || format!("{count} pairs of neighbouring rotations cancel out between them; the nearer is shown");
            self.diagnostics.report(rule::M5_6, || curves[3].place(), message);
        }
    }
}

pub fn times(knots: &[Knot]) -> Vec<f32> {
    knots.iter().map(|knot| knot.time).collect()
}
