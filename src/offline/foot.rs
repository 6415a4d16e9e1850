//! Room for legends in pictures that stand for themselves: no window has told how high they reach.

use crate::deform::corners;
use crate::picture::Picture;
use crate::render::top_of_legends;

/// Pixels at the lower edge that framing has to keep free for the legends of `picture`; `None` where the models end above them anyway, so
/// that legends which disturb nobody move nothing.
pub(super) fn wanted(picture: &Picture) -> Option<u32> {
    let top = top_of_legends(picture)?;
    let bounds = picture.posed_bounds;
    if bounds.is_empty() {
        return None;
    }
    let height = picture.size[1] as f32;
    let clip_from_world = picture.camera.clip_from_world(picture.aspect());
    let lowest = corners(&bounds)
        .map(|corner| clip_from_world * corner.extend(1.0))
        .into_iter()
        .filter(|at| at.w > 0.0)
        .map(|at| (1.0 - at.y / at.w) * 0.5 * height)
        .fold(f32::NEG_INFINITY, f32::max);
    (lowest > top).then(|| (height - top).ceil() as u32)
}
