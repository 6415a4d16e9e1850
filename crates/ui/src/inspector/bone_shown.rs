//! On which side a bone's rotation is shown: q and −q mean the same, and the shown one must not flip while time passes.

use super::curve_rows::CurveRows;
use castview_base::core::BoneIndex;
use castview_base::scene::{CurveMode, Property};
use castview_picture::PlacedKey;
use castview_session::{BoneSpace, Placed, Session};
use glam::Quat;

/// State of a bone's inspector, kept from pass to pass.
#[derive(Default)]
pub struct BoneShown {
    /// The rotation that was shown last, and what it was of.
    rotation: Option<(Subject, Quat)>,
    /// The curves of what is selected; that of a bone's rotation settles its sign.
    pub rows: CurveRows,
}

/// Whose rotation is shown, in which space, and whether with y up.
type Subject = (PlacedKey, BoneIndex, BoneSpace, bool);

impl BoneShown {
    /// `rotation` or its negative, which means the same: on the side of `near`, else of what was shown before. So no sign
    /// flips from frame to frame.
    pub fn continued(&mut self, subject: Subject, rotation: Quat, near: Option<Quat>) -> Quat {
        let before = self.rotation.filter(|(of, _)| *of == subject).map(|(_, shown)| shown);
        let side = near.or(before).unwrap_or(rotation);
        let shown = if side.dot(rotation) < 0.0 { -rotation } else { rotation };
        self.rotation = Some((subject, shown));
        shown
    }

    /// The rotation of `bone` as its one curve has it at the playhead, its sign continuous over all keys; `None` where no
    /// curve alone says what it is.
    pub fn rotation_of_curve(&mut self, session: &Session, placed: &Placed, bone: BoneIndex) -> Option<Quat> {
        let keyed = session.keyed()?;
        let clip = keyed.entry.clip();
        let rotation = |(track, _): &(usize, CurveMode)| clip.tracks[*track].property == Property::Rotation;
        let mut tracks = keyed.binding(placed)?.bone_tracks(bone).filter(rotation);
        let (track, mode) = tracks.next().filter(|_| tracks.next().is_none())?;
        let curves = self.rows.source(session).track(session, track);
        let [x, y, z, w] = &curves[..] else { return None };
        let frame = keyed.own_frame(session.frame()?);
        let value = Quat::from_array([x, y, z, w].map(|curve| curve.sample(frame)));
        let rest = placed.model().skeleton.rest()[bone.get()].rotation;
        Some(match mode {
            CurveMode::Absolute => value,
            CurveMode::Relative | CurveMode::Additive => rest * value,
        })
    }
}
