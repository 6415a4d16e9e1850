//! Where cameras that a clip moves were a moment ago and will be in a moment.
//!
//! In: the playhead and everything that moves the models. Out: points in stage space a second either way, from the same
//! evaluation as the pictures. They lie on a fixed grid of times, so that a playhead that moves on needs few new ones.

use super::moment::{Moment, Moves, first_place};
use crate::animation::Pose;
use crate::core::BoneIndex;
use crate::picture::{PlacedKey, Wake, WakePoint};
use crate::scene::FixtureKind;
use crate::session::{Placed, Session};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;

/// How far a wake reaches either way.
const REACH_SECS: f64 = 1.0;
/// Points of the grid in a second.
const RATE: f64 = 30.0;
/// More would be a tangle.
const MOST_CAMERAS: usize = 16;

#[derive(Debug, Default)]
pub(in crate::session) struct Wakes {
    moves: Option<Moves>,
    cameras: Vec<Camera>,
    /// By their time on the grid: where each of `cameras` is.
    points: BTreeMap<i64, Vec<Vec3>>,
    /// Seconds of the playhead, and where each of `cameras` is now.
    now: (f64, Vec<Vec3>),
}

/// The bone of one, and where it sits on it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Camera {
    model: PlacedKey,
    bone: BoneIndex,
    in_bone: Vec3,
}

impl Camera {
    /// In stage space.
    fn place(&self, stage_from_instance: Affine3A, pose: &Pose, stage_from_model: Affine3A) -> Vec3 {
        let stage_from_bone = stage_from_instance * stage_from_model * pose.model_from_bone[self.bone.get()];
        stage_from_bone.transform_point3(self.in_bone)
    }
}

impl Wakes {
    pub fn shown(&self) -> Vec<Wake> {
        let (now, places) = &self.now;
        let wake = |(camera, place): (usize, &Vec3)| {
            let on_grid = self
                .points
                .iter()
                .map(|(time, places)| (*time as f64 / RATE, places[camera]));
            let (mut points, later): (Vec<_>, Vec<_>) = on_grid.partition(|(secs, _)| secs < now);
            points.push((*now, *place));
            points.extend(later);
            let point = |(secs, position): (f64, Vec3)| WakePoint {
                position,
                when: ((secs - now) / REACH_SECS) as f32,
            };
            Wake {
                points: points.into_iter().map(point).collect(),
            }
        };
        places.iter().enumerate().map(wake).collect()
    }
}

impl Session {
    pub(in crate::session) fn follow_wakes(&mut self) {
        let cameras = self.moved_cameras();
        let moves = Some(self.moves());
        if self.aids.wakes.moves != moves || self.aids.wakes.cameras != cameras {
            self.aids.wakes = Wakes {
                moves,
                cameras,
                ..Wakes::default()
            };
        }
        let (Some(timeline), false) = (self.played(), self.aids.wakes.cameras.is_empty()) else {
            return;
        };
        let now = self.playback.transport.playhead_secs();
        let [begin, end] = [timeline.range.start, timeline.range.end].map(|frame| timeline.secs(frame));
        let first = ((now - REACH_SECS).max(begin) * RATE).ceil() as i64;
        let last = ((now + REACH_SECS).min(end) * RATE).floor() as i64;
        let mut points = std::mem::take(&mut self.aids.wakes.points);
        points.retain(|time, _| (first..=last).contains(time));
        for time in first..=last {
            points
                .entry(time)
                .or_insert_with(|| self.camera_places_at(time as f64 / RATE));
        }
        self.aids.wakes.points = points;
        self.aids.wakes.now = (now, self.camera_places_now());
    }

    /// Where each camera of the wakes is at `secs`.
    fn camera_places_at(&self, secs: f64) -> Vec<Vec3> {
        let mut made: Option<(PlacedKey, Moment)> = None;
        let place = |camera: &Camera| {
            let placed = self.stage.placed(camera.model)?;
            // Cameras of one model come one after another.
            if made.as_ref().is_none_or(|(key, _)| *key != camera.model) {
                made = Some((camera.model, self.moment(placed, secs)));
            }
            let (_, moment) = made.as_ref()?;
            Some(camera.place(moment.first_place(), &moment.pose, moment.stage_from_model))
        };
        let places = self.aids.wakes.cameras.iter().map(place);
        places.map(Option::unwrap_or_default).collect()
    }

    fn camera_places_now(&self) -> Vec<Vec3> {
        let place = |camera: &Camera| {
            let placed = self.stage.placed(camera.model)?;
            let first = first_place(placed.stands.as_ref());
            Some(camera.place(first, &placed.pose, placed.stage_from_model))
        };
        let places = self.aids.wakes.cameras.iter().map(place);
        places.map(Option::unwrap_or_default).collect()
    }

    /// Every camera on a bone that the active clip drives, itself or through one above it.
    fn moved_cameras(&self) -> Vec<Camera> {
        let of_model = |placed: &Placed| {
            let (key, model) = (placed.key, placed.model());
            let drives = |bone: BoneIndex| {
                let binding = placed.binding.as_ref();
                binding.is_some_and(|binding| binding.bone_tracks(bone).next().is_some())
            };
            let on_bone = model.fixtures.iter().filter_map(|fixture| match fixture.kind {
                FixtureKind::Camera(_) => Some((fixture.bone?, fixture.placement.translation)),
                _ => None,
            });
            let moved = on_bone.filter(|(bone, _)| model.skeleton.ancestors_and_self(*bone).any(drives));
            let cameras = moved.map(|(bone, in_bone)| Camera {
                model: key,
                bone,
                in_bone,
            });
            cameras.collect::<Vec<_>>()
        };
        self.stage.models.iter().flat_map(of_model).take(MOST_CAMERAS).collect()
    }
}
