//! The ways of chosen bones through the clip.
//!
//! In: the bones that were chosen, and everything that moves them. Out: points in stage space with a speed each, made by the
//! same evaluation as the pictures, once, and again only when something that moves the models has changed.

use super::state::Source;
use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::TimedSteps;
use crate::playback::played;
use crate::playback::played::motion_key;
use crate::{Aids, Change, Edits, Effect, Notice, Placed, Selected, Session};
use castview_base::core::{BoneIndex, Bounds, FrameRange};
use castview_picture::{PlacedKey, Trail, TrailPoint};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More ways than this cannot be told apart.
const MOST_TRAILS: usize = 32;
/// Points of one way: a longer clip is sampled at every second, third, … frame.
const MOST_POINTS: f64 = 1024.0;
/// Keys between the sampled frames that get points of their own.
const MOST_KEYS: usize = 1024;

pub(crate) fn toggle_trail(session: &mut Session) -> Vec<Effect> {
    if session.aids.selected_has_trail(&session.edits) {
        let edits = &session.edits;
        let is_selected = |(model, bone): &(PlacedKey, BoneIndex)| edits.is_selected(Selected::Bone(*model, *bone));
        session.aids.trails.bones.retain(|bone| !is_selected(bone));
        return Vec::new();
    }
    let missing = session
        .edits
        .selected_bones()
        .filter(|bone| !session.aids.trails.bones.contains(bone));
    // One more than there is room for tells that some are left out.
    let missing: Vec<_> = missing
        .take(MOST_TRAILS + 1 - session.aids.trails.bones.len())
        .collect();
    let bones = &mut session.aids.trails.bones;
    bones.extend(missing);
    if bones.len() <= MOST_TRAILS {
        return Vec::new();
    }
    bones.truncate(MOST_TRAILS);
    let full = format!("{MOST_TRAILS} motion trails are shown, more would hide one another. Clear some first.");
    vec![Effect::Notify(Notice::info(full))]
}

/// Makes the ways anew, if anything they follow from has changed.
pub(crate) fn follow_trails(session: &mut Session) {
    let stage = &session.stage;
    session.aids.trails.bones.retain(|(key, bone)| {
        let placed = stage.placed(*key);
        placed.is_some_and(|placed| bone.get() < placed.model().skeleton.len())
    });
    let range = played::played(session).map(|timeline| timeline.range);
    let source = range
        .filter(|_| !session.aids.trails.bones.is_empty())
        .map(|range| Source {
            moves: motion_key(session),
            range,
            bones: session.aids.trails.bones.clone(),
        });
    if source == session.aids.trails.source {
        return;
    }
    let mut ways = source
        .as_ref()
        .map_or_else(Vec::new, |source| self::ways(session, source));
    session.aids.trails.top_speed = ways.iter().flatten().map(|point| point.pace).fold(0.0, f32::max);
    let top = session.aids.trails.top_speed;
    for point in ways.iter_mut().flatten() {
        point.pace = if top > 0.0 { point.pace / top } else { 0.0 };
    }
    session.aids.trails.bounds = ways.iter().flatten().map(|point| point.position).collect();
    session.aids.trails.made = ways.into_iter().map(Arc::new).collect();
    session.aids.trails.source = source;
    session.note(Change::PICTURE);
}

/// One list of points per bone; their pace is still a speed.
fn ways(session: &Session, source: &Source) -> Vec<Vec<TrailPoint>> {
    let mut by_model: BTreeMap<PlacedKey, Vec<BoneIndex>> = BTreeMap::new();
    for (key, bone) in &source.bones {
        by_model.entry(*key).or_default().push(*bone);
    }
    let mut made = BTreeMap::new();
    for (key, bones) in by_model {
        if let Some(placed) = session.stage.placed(key) {
            let ways = ways_of(session, placed, &bones, source.range);
            made.extend(bones.iter().map(|bone| (key, *bone)).zip(ways));
        }
    }
    let of = |bone| made.remove(bone).unwrap_or_default();
    source.bones.iter().map(of).collect()
}

fn ways_of(session: &Session, placed: &Placed, bones: &[BoneIndex], range: FrameRange) -> Vec<Vec<TrailPoint>> {
    let Some(timeline) = session.timeline() else {
        return Vec::new();
    };
    let keys: Vec<Vec<f64>> = bones
        .iter()
        .map(|bone| keys_of(session, placed, *bone, range))
        .collect();
    let frames = sampled_frames(range, &keys);
    let mut ways = vec![Vec::with_capacity(frames.len()); bones.len()];
    for frame in &frames {
        let posed = pose_at::timed_pose(session, placed, timeline.secs(*frame), TimedSteps::Shown);
        let stage_from_instance = posed.first_place();
        for ((bone, keys), way) in bones.iter().zip(&keys).zip(&mut ways) {
            let head: Vec3 = posed.pose.model_from_bone[bone.get()].translation.into();
            way.push(TrailPoint {
                position: stage_from_instance.transform_point3(posed.stage_from_model.transform_point3(head)),
                pace: 0.0,
                frame: *frame,
                is_key: holds(keys, *frame),
            });
        }
    }
    for way in &mut ways {
        measure(way, |frame| timeline.secs(frame));
    }
    ways
}

/// Frames of the active clip's keys on `bone`, ascending.
fn keys_of(session: &Session, placed: &Placed, bone: BoneIndex, range: FrameRange) -> Vec<f64> {
    let (Some(entry), Some(binding)) = (session.active_clip(), &placed.binding()) else {
        return Vec::new();
    };
    let tracks = binding
        .bone_tracks(bone)
        .map(|(track, _)| &entry.clip().tracks[track].keys);
    let mut frames: Vec<f64> = tracks
        .flat_map(|keys| (0..keys.len()).map(|key| keys.frame(key)))
        .filter(|frame| range.contains(*frame))
        .collect();
    frames.sort_by(f64::total_cmp);
    frames.dedup();
    frames
}

pub(crate) fn shown_trails(session: &Session) -> Vec<Trail> {
    let shown = session.aids.trails.bones.iter().zip(&session.aids.trails.made);
    shown
        .filter_map(|((key, bone), points)| {
            let placed = session.stage.placed(*key)?;
            let head: Vec3 = placed.pose().model_from_bone.get(bone.get())?.translation.into();
            Some(Trail {
                points: points.clone(),
                now: placed
                    .standing()
                    .places
                    .first_place()
                    .transform_point3(placed.stage_from_model().transform_point3(head)),
            })
        })
        .collect()
}

impl Aids {
    /// The bones whose ways are shown.
    pub fn trail_bones(&self) -> &[(PlacedKey, BoneIndex)] {
        &self.trails.bones
    }

    /// The way of each of [`Self::trail_bones`]; empty without a clip.
    pub fn trail_points(&self) -> &[Arc<Vec<TrailPoint>>] {
        &self.trails.made
    }

    /// The greatest speed on any of the ways that are shown, in units of the stage per second; `None` without a way.
    pub fn trail_top_speed(&self) -> Option<f32> {
        let any = self.trails.made.iter().any(|points| !points.is_empty());
        any.then_some(self.trails.top_speed)
    }

    pub(crate) fn selected_has_trail(&self, edits: &Edits) -> bool {
        let mut bones = edits.selected_bones().peekable();
        bones.peek().is_some() && bones.all(|bone| self.trails.bones.contains(&bone))
    }

    pub(crate) fn clear_trails(&mut self) {
        self.trails.bones.clear();
    }

    /// Around ways and ghosts, in stage space.
    pub(crate) fn aids_bounds(&self) -> Bounds {
        self.trails.bounds.union(self.ghosts.bounds())
    }
}

impl Edits {
    fn selected_bones(&self) -> impl Iterator<Item = (PlacedKey, BoneIndex)> + '_ {
        self.all_selected().filter_map(|item| match item {
            Selected::Bone(model, bone) => Some((model, bone)),
            _ => None,
        })
    }
}

/// Every frame of the range, every second, … so that they stay below the bound; and the keys between them.
fn sampled_frames(range: FrameRange, keys: &[Vec<f64>]) -> Vec<f64> {
    let step = (range.length() / MOST_POINTS).ceil().max(1.0);
    let count = (range.length() / step).floor() as usize;
    let mut frames: Vec<f64> = (0..=count).map(|at| range.start + at as f64 * step).collect();
    frames.push(range.end);
    let between = || keys.iter().flatten().copied();
    if between().count() <= MOST_KEYS {
        frames.extend(between());
    }
    frames.sort_by(f64::total_cmp);
    frames.dedup();
    frames
}

/// Whether `frame` is one of `frames`, which ascend.
fn holds(frames: &[f64], frame: f64) -> bool {
    frames.binary_search_by(|key| key.total_cmp(&frame)).is_ok()
}

/// Speeds from the way to both neighbours, over the time between them.
fn measure(way: &mut [TrailPoint], secs: impl Fn(f64) -> f64) {
    let speeds: Vec<f32> = (0..way.len())
        .map(|at| {
            let near = &way[at.saturating_sub(1)..(at + 2).min(way.len())];
            let length: f32 = near
                .windows(2)
                .map(|pair| pair[0].position.distance(pair[1].position))
                .sum();
            let time = secs(near[near.len() - 1].frame) - secs(near[0].frame);
            let speed = if time > 0.0 { length / time as f32 } else { 0.0 };
            if speed.is_finite() { speed } else { 0.0 }
        })
        .collect();
    for (point, speed) in way.iter_mut().zip(speeds) {
        point.pace = speed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_clips_are_sampled_coarser_and_keys_are_never_missed() {
        for (end, keys, count, step) in [
            (10.0, vec![], 11, 1.0),
            (10.0, vec![2.5, 3.0], 12, 1.0),
            (18_000.0, vec![17.0], 1002, 18.0),
            (0.0, vec![], 1, 0.0),
            (10.5, vec![], 12, 1.0),
        ] {
            let range = FrameRange { start: 0.0, end };
            let frames = sampled_frames(range, std::slice::from_ref(&keys));
            assert_eq!(frames.len(), count, "{end}");
            assert!(
                frames
                    .windows(2)
                    .all(|pair| pair[0] < pair[1] && pair[1] - pair[0] <= step)
            );
            assert!(keys.iter().all(|key| holds(&frames, *key)));
            assert_eq!((frames[0], frames[frames.len() - 1]), (0.0, end));
        }
    }

    #[test]
    fn speed_is_way_over_time() {
        let point = |frame: f64, x: f32| TrailPoint {
            position: Vec3::new(x, 0.0, 0.0),
            pace: 0.0,
            frame,
            is_key: false,
        };
        let mut way = [point(0.0, 0.0), point(1.0, 2.0), point(2.0, 2.0), point(4.0, -2.0)];
        measure(&mut way, |frame| frame / 10.0);
        assert_eq!(way.map(|point| point.pace), [20.0, 10.0, 4.0 / 0.3, 20.0]);
    }
}
