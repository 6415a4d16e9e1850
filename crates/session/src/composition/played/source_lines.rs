//! The source of a retargeted clip, as lines beside the model.
//!
//! In: the active clip on a model of other proportions. Out: lines in world space, from bone to bone, as the clip's file has it. The skeleton
//! is bound when the clip is; each picture poses it anew.

use crate::composition::binding::Terms;
use crate::placed::source_ghost::SourceGhost;
use crate::stage::up_axis::world_from_stage;
use crate::window::colors;
use crate::{ClipEntry, Session};
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Model, Scene, Skeleton, model_from_bone};
use castview_motion::animation::{self, AxisTurn, Retarget};
use castview_picture::{Line, PlacedKey};
use glam::{Affine3A, Vec3};
use std::sync::Arc;

/// Lines at most: a body has a few hundred.
const MOST_LINES: usize = 4096;
/// Between both bodies, as a part of their widths.
const APART: f32 = 1.2;

/// Binds the clip to its own skeleton. `None` if the clip plays as stored, or without a known source.
pub(crate) fn source_ghost(
    terms: Terms<'_>,
    entry: &ClipEntry,
    (placed, beside): (PlacedKey, &Model),
    scene: &Scene,
) -> Option<Arc<SourceGhost>> {
    let way = terms.retargets.get(&(entry.key, placed)).copied();
    if way.unwrap_or_default() == Retarget::Stored {
        return None;
    }
    let model = Model {
        skeleton: entry.source()?.clone(),
        ..Model::default()
    };
    let binding = animation::bind(entry.clip(), &model);
    let mut placement = Transform::IDENTITY;
    if let Some(turn) = AxisTurn::between(&entry.scene.metadata, &scene.metadata) {
        turn.place(&mut placement);
    }
    let half = half_width(&model.skeleton) + half_width(&beside.skeleton);
    placement.translation = Vec3::X * half * APART;
    Some(Arc::new(SourceGhost {
        model,
        binding,
        placement,
    }))
}

/// Lines of the sources of retargeted clips, beside the models.
pub(crate) fn source_lines(session: &Session) -> Vec<Line> {
    let (Some(entry), Some(frame)) = (session.active_clip(), session.frame()) else {
        return Vec::new();
    };
    let color = colors::colors(session).bone;
    let mut lines = Vec::new();
    for placed in session.stage.models() {
        let Some(ghost) = &placed.clips.source_ghost else {
            continue;
        };
        let pose = animation::local_pose(&ghost.model, entry.clip(), &ghost.binding, frame);
        let skeleton = &ghost.model.skeleton;
        let mut bones: Vec<Affine3A> = Vec::new();
        model_from_bone(skeleton, &pose.local, &mut bones);
        let world_from_source = world_from_stage(session)
            * placed.first_stage_from_model()
            * placed.pose().model_from_file()
            * ghost.placement.affine();
        let place = |bone: BoneIndex| world_from_source.transform_point3(bones[bone.get()].translation.into());
        let between = skeleton.bones().filter_map(|bone| Some((skeleton.parent(bone)?, bone)));
        lines.extend(between.take(MOST_LINES - lines.len()).map(|(parent, bone)| Line {
            from: place(parent),
            to: place(bone),
            color,
            opacity: 0.6,
        }));
    }
    lines.retain(|line| line.from.is_finite() && line.to.is_finite());
    lines
}

/// How far the joints stand from the middle at rest, sideways.
fn half_width(skeleton: &Skeleton) -> f32 {
    let places = skeleton.rest_model_from_bone();
    let widths = places.iter().map(|place| place.translation.x.abs());
    let heights = places.iter().map(|place| place.translation.length());
    // A body seen from the side has no width.
    widths.fold(0.0, f32::max).max(heights.fold(0.0, f32::max) * 0.2)
}
