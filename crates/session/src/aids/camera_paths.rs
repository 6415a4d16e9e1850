//! Where cameras that a clip moves were a moment ago and will be in a moment.
//!
//! In: the playhead and everything that moves the models. Out: points in stage space a second either way, from the same
//! evaluation as the pictures. They lie on a fixed grid of times, so that a playhead that moves on needs few new ones.

use super::state::{CameraPaths, PathCamera, RATE, REACH_SECS};
use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::{TimedPose, TimedSteps};
use crate::playback::played;
use crate::playback::played::motion_key;
use crate::{Placed, Session, Stage};
use castview_base::core::BoneIndex;
use castview_base::scene::FixtureKind;
use castview_picture::PlacedKey;
use glam::Vec3;

/// More would be a tangle.
const MOST_CAMERAS: usize = 16;

pub(crate) fn follow_camera_paths(session: &mut Session) {
    let cameras = session.stage.moved_cameras();
    let moves = Some(motion_key(session));
    if session.aids.camera_paths.moves != moves || session.aids.camera_paths.cameras != cameras {
        session.aids.camera_paths = CameraPaths {
            moves,
            cameras,
            ..CameraPaths::default()
        };
    }
    let (Some(timeline), false) = (played::played(session), session.aids.camera_paths.cameras.is_empty()) else {
        return;
    };
    let now = session.playback.transport().playhead_secs();
    let [begin, end] = [timeline.range.start, timeline.range.end].map(|frame| timeline.secs(frame));
    let first = ((now - REACH_SECS).max(begin) * RATE).ceil() as i64;
    let last = ((now + REACH_SECS).min(end) * RATE).floor() as i64;
    let mut points = std::mem::take(&mut session.aids.camera_paths.points);
    points.retain(|time, _| (first..=last).contains(time));
    for time in first..=last {
        points
            .entry(time)
            .or_insert_with(|| camera_places_at(session, time as f64 / RATE));
    }
    session.aids.camera_paths.points = points;
    session.aids.camera_paths.now = (now, camera_places_now(session));
}

/// Where each camera of the camera_paths is at `secs`.
fn camera_places_at(session: &Session, secs: f64) -> Vec<Vec3> {
    let mut made: Option<(PlacedKey, TimedPose)> = None;
    let place = |camera: &PathCamera| {
        let placed = session.stage.placed(camera.model)?;
        // Cameras of one model come one after another.
        if made.as_ref().is_none_or(|(key, _)| *key != camera.model) {
            made = Some((
                camera.model,
                pose_at::timed_pose(session, placed, secs, TimedSteps::Shown),
            ));
        }
        let (_, posed) = made.as_ref()?;
        Some(camera.place(posed.first_place(), &posed.pose, posed.stage_from_model))
    };
    let places = session.aids.camera_paths.cameras.iter().map(place);
    places.map(Option::unwrap_or_default).collect()
}

fn camera_places_now(session: &Session) -> Vec<Vec3> {
    let place = |camera: &PathCamera| {
        let placed = session.stage.placed(camera.model)?;
        let first = placed.standing().places.first_place();
        Some(camera.place(first, placed.pose(), placed.stage_from_model()))
    };
    let places = session.aids.camera_paths.cameras.iter().map(place);
    places.map(Option::unwrap_or_default).collect()
}

impl Stage {
    /// Every camera on a bone that the active clip drives, itself or through one above it.
    fn moved_cameras(&self) -> Vec<PathCamera> {
        let of_model = |placed: &Placed| {
            let (key, model) = (placed.key, placed.model());
            let drives = |bone: BoneIndex| {
                let binding = placed.binding();
                binding.is_some_and(|binding| binding.bone_tracks(bone).next().is_some())
            };
            let on_bone = model.fixtures.iter().filter_map(|fixture| match fixture.kind {
                FixtureKind::Camera(_) => Some((fixture.bone?, fixture.placement.translation)),
                _ => None,
            });
            let moved = on_bone.filter(|(bone, _)| model.skeleton.ancestors_and_self(*bone).any(drives));
            let cameras = moved.map(|(bone, in_bone)| PathCamera {
                model: key,
                bone,
                in_bone,
            });
            cameras.collect::<Vec<_>>()
        };
        self.models().iter().flat_map(of_model).take(MOST_CAMERAS).collect()
    }
}
