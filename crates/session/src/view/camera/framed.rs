//! All that framing shows: the outlines of what is open, without small meshes that lie far away from the rest.
//!
//! In: the models as they are posed. Out: points of their outlines and a box, in world space, and the meshes that are left out. No vertex
//! of what is framed lies outside of the points' hull.

use crate::composition::stopped::pose_at;
use crate::placed::timed_pose::TimedSteps;
use crate::playback::played;
use crate::stage::up_axis;
use crate::view::covered::ABOVE_BOUNDS;
use crate::view::ground::world_bounds;
use crate::{Action, Effect, Notice, Placed, Problem, Selected, Session, View, ViewAction, mesh_name};
use castview_base::core::{Bounds, Camera, MeshIndex};
use castview_motion::deform::{MeshOutline, corners};
use castview_picture::{LARGEST_BALL, PlacedKey};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;

/// Points of all outlines together, beside eight for each mesh.
const MOST_POINTS: usize = 16_384;
/// Times of the clip at which bones that stand in for a model are looked at.
const MOST_TIMES: usize = 33;
/// Models of such bones that are looked at over the clip.
const MOST_STAND_INS: usize = 16;
/// A piece joins the bulk if it is nearer than this many times the size of the bulk, or of the piece.
const FAR: f32 = 20.0;
/// Times the box grows, at most. Where that does not suffice nothing is left out.
const MOST_STEPS: usize = 32;
/// Something that has this share of the size of the bulk is no stray: both are shown.
const LARGE: f32 = 0.5;

/// Times of a clip at which is looked where something roams; and how many models are followed.
const ROAMING_STEPS: u32 = 64;
const MOST_ROAMING: usize = 16;

/// The pieces that *Frame all* shows.
#[derive(Debug, Default)]
pub(crate) struct Framed {
    /// In world space.
    pub points: Vec<Vec3>,
    /// Around the points.
    pub bounds: Bounds,
    /// Meshes that lie far away from the rest, in the order of the tree.
    pub far: Vec<Selected>,
    /// Around these.
    pub far_bounds: Bounds,
}

/// A mesh, or what is no mesh and always counts, at all of its places.
struct Piece {
    mesh: Option<Selected>,
    bounds: Bounds,
    points: Vec<Vec3>,
}

impl Piece {
    /// A piece of which only a box is known.
    fn of_box(bounds: Bounds) -> Self {
        Self {
            mesh: None,
            bounds,
            points: corners(&bounds).to_vec(),
        }
    }
}

/// Finds what framing of the whole stage shows. Beside models that can be seen, bare skeletons count only while bones are shown: those
/// of clips may be of another size altogether.
pub(crate) fn framed(session: &mut Session) -> Framed {
    let mut pieces = self::pieces(session, true);
    if pieces.is_empty() {
        pieces = self::pieces(session, false);
    }
    let meshes: Vec<usize> = (0..pieces.len()).filter(|at| pieces[*at].mesh.is_some()).collect();
    let boxes: Vec<Bounds> = meshes.iter().map(|at| pieces[*at].bounds).collect();
    let mut is_far = vec![false; pieces.len()];
    for stray in strays(&boxes) {
        is_far[meshes[stray]] = true;
    }
    let mut framed = Framed::default();
    for (piece, is_far) in pieces.into_iter().zip(is_far) {
        if is_far {
            framed.far.extend(piece.mesh);
            framed.far_bounds = framed.far_bounds.union(piece.bounds);
        } else {
            framed.bounds = framed.bounds.union(piece.bounds);
            framed.points.extend(piece.points);
        }
    }
    framed
}

/// The meshes that framing left out, as far as they are still open.
pub fn far_meshes(session: &Session) -> impl Iterator<Item = (&Placed, MeshIndex)> {
    session.view.far.iter().filter_map(|part| match part {
        Selected::Mesh(key, mesh) => Some((session.stage.placed(*key)?, *mesh)),
        _ => None,
    })
}

/// Tells of what framing left out.
pub(crate) fn far_notice(session: &Session) -> Option<Effect> {
    let names: Vec<String> = far_meshes(session)
        .map(|(placed, mesh)| mesh_name(placed, mesh))
        .collect();
    let (text, label) = match names.len() {
        0 => return None,
        1 => ("1 mesh lies far away.".to_owned(), "Show it"),
        count => (format!("{count} meshes lie far away."), "Show them"),
    };
    let notice = Notice::warning(text).with_details(names.join("\n"));
    let notice = notice.with_action(label, Action::View(ViewAction::ShowFar));
    Some(Effect::Notify(notice.about(Problem::FarAway)))
}

/// The target and the distance of a camera that sees what framing left out; `None`: nothing.
pub fn aim_at_far(session: &Session) -> Option<(Vec3, f32)> {
    let camera = session.view.far_framed(session.view.camera);
    far_meshes(session).next().map(|_| (camera.target, camera.distance))
}

/// `framed`: of what counts beside others; else of all the rest.
fn pieces(session: &mut Session, framed: bool) -> Vec<Piece> {
    let world_from_stage = up_axis::world_from_stage(session);
    let counts: Vec<bool> = (session.stage.models().iter())
        .map(|placed| session.view.counts(placed) == framed)
        .collect();
    let over_clip = stand_ins_over_clip(session);
    let style = session.preferences.bones.display.style();
    let ball = match style.is_constant {
        true => 0.0,
        false => LARGEST_BALL * style.size * world_bounds(session).diagonal(),
    };
    let share = MOST_POINTS / counts.iter().filter(|counts| **counts).count().max(1);
    let models = session.stage.models_mut().iter_mut().zip(counts);
    models
        .filter(|(_, counts)| *counts)
        .flat_map(|(placed, _)| match over_clip.get(&placed.key) {
            // Bones far from each other are seen by their balls alone, and the near ones are large.
            Some(bounds) => vec![Piece::of_box(around_balls(bounds.transformed(world_from_stage), ball))],
            None => pieces_of(placed, share, world_from_stage),
        })
        .filter(|piece| !piece.bounds.is_empty())
        .collect()
}

/// `bounds` of heads of bones with the balls around these, of that radius; as they are where one of both is not finite.
fn around_balls(bounds: Bounds, radius: f32) -> Bounds {
    let grown = Bounds {
        min: bounds.min - radius,
        max: bounds.max + radius,
    };
    let is_known = !bounds.is_empty() && grown.min.is_finite() && grown.max.is_finite();
    if is_known { grown } else { bounds }
}

/// Bounds of bones that stand in for a model, over the whole clip and in stage space: they have no size but their way, and would leave a view of
/// where they stand now.
fn stand_ins_over_clip(session: &Session) -> BTreeMap<PlacedKey, Bounds> {
    let Some(timeline) = session.timeline() else {
        return BTreeMap::new();
    };
    let over_clip = |placed: &Placed| {
        let times = (0..MOST_TIMES).map(|time| time as f64 / (MOST_TIMES - 1) as f64);
        times.fold(Bounds::EMPTY, |all, share| {
            let frame = timeline.range.start + timeline.range.length() * share;
            let posed = pose_at::timed_pose(session, placed, timeline.secs(frame), TimedSteps::All);
            let around = placed.reach().bounds(placed.model(), &posed.pose);
            let around = around.transformed(posed.stage_from_model);
            all.union(posed.standing.places.around(around))
        })
    };
    let stand_ins = session.stage.models().iter().filter(|placed| placed.is_stand_in);
    let bounds = stand_ins
        .take(MOST_STAND_INS)
        .map(|placed| (placed.key, over_clip(placed)));
    bounds.collect()
}

impl View {
    /// `camera` where it sees what framing left out.
    pub(super) fn far_framed(&self, mut camera: Camera) -> Camera {
        let bounds = self.far_bounds;
        if !bounds.is_empty() {
            self.frame_for_room(&mut camera, ABOVE_BOUNDS, |camera, aspect| {
                camera.frame(&bounds, aspect)
            });
            self.move_into_room(&mut camera, ABOVE_BOUNDS);
        }
        camera
    }
}

/// Points of the outline of one model, in world space.
pub(super) fn points_of(placed: &mut Placed, world_from_stage: Affine3A) -> Vec<Vec3> {
    let pieces = pieces_of(placed, MOST_POINTS, world_from_stage);
    pieces.into_iter().flat_map(|piece| piece.points).collect()
}

/// The pieces of one model, in world space, of about `most` points.
fn pieces_of(placed: &mut Placed, most: usize, world_from_stage: Affine3A) -> Vec<Piece> {
    if !placed.model().has_surface() {
        return vec![Piece::of_box(placed.tight_bounds().transformed(world_from_stage))];
    }
    let outline = placed.outline();
    let places = &placed.standing().places;
    let points: usize = outline.meshes.iter().map(|mesh| mesh.points.len()).sum();
    let are_many = 8 * outline.meshes.len() * places.len() > MOST_POINTS;
    let around = |bounds: Bounds| placed.staging.around(bounds).transformed(world_from_stage);
    let piece = |mesh: &MeshOutline| {
        let points = match are_many {
            true => corners(&around(mesh.bounds)).to_vec(),
            false => {
                // Each mesh has its share of the points.
                let share = most * mesh.points.len() / (points * places.len()).max(1);
                let thinned = thinned(&mesh.points, share.max(8));
                let world_from_model = places
                    .iter()
                    .map(|place| world_from_stage * *place * placed.stage_from_model());
                let at_place = |place: Affine3A| thinned.iter().map(move |point| place.transform_point3(*point));
                world_from_model.flat_map(at_place).collect()
            }
        };
        Piece {
            mesh: Some(Selected::Mesh(placed.key, mesh.mesh)),
            bounds: match are_many {
                true => around(mesh.bounds),
                false => points.iter().copied().collect(),
            },
            points,
        }
    };
    let mut pieces: Vec<Piece> = outline.meshes.iter().map(piece).collect();
    let hairs = placed.model().hairs.iter();
    let hair: Bounds = hairs.flat_map(|hair| hair.points.iter().map(Vec3::from)).collect();
    if !hair.is_empty() {
        pieces.push(Piece::of_box(around(hair)));
    }
    if pieces.is_empty() {
        pieces.push(Piece::of_box(around(outline.bounds)));
    }
    pieces
}

/// About `most` points, so that all of `points` lie in their hull: corners of boxes around points that follow each other.
fn thinned(points: &[Vec3], most: usize) -> Vec<Vec3> {
    if points.len() <= most {
        return points.to_vec();
    }
    let block = (points.len() * 8).div_ceil(most.max(1));
    let boxes = points.chunks(block).map(|block| block.iter().copied().collect());
    boxes.flat_map(|around: Bounds| corners(&around)).collect()
}

/// Which boxes lie so far from the bulk that it would hardly be seen beside them. None where they are too large, or too many, to be strays.
fn strays(boxes: &[Bounds]) -> Vec<usize> {
    let size = |bounds: &Bounds| bounds.diagonal();
    if boxes.len() < 2 || boxes.iter().any(|bounds| !size(bounds).is_finite()) {
        return Vec::new();
    }
    // Where half of all that has a size lies on either side: there the bulk is.
    let total: f32 = boxes.iter().map(size).sum();
    let middle = Vec3::from_array(std::array::from_fn(|axis| {
        let mut along: Vec<(f32, f32)> = boxes
            .iter()
            .map(|bounds| (bounds.center()[axis], size(bounds)))
            .collect();
        along.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut before = 0.0;
        let half = along.iter().find(|(_, size)| {
            before += size;
            before * 2.0 >= total
        });
        half.map_or(0.0, |(at, _)| *at)
    }));
    let point = Bounds {
        min: middle,
        max: middle,
    };
    let order = |at: &usize| (gap(&boxes[*at], &point), -size(&boxes[*at]));
    let seed = (0..boxes.len()).min_by(|a, b| {
        let (a, b) = (order(a), order(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let Some(seed) = seed else {
        return Vec::new();
    };
    let mut bulk = boxes[seed];
    let mut rest: Vec<usize> = (0..boxes.len()).filter(|at| *at != seed).collect();
    for _ in 0..MOST_STEPS {
        let before = rest.len();
        rest.retain(|at| {
            let stays_out = gap(&bulk, &boxes[*at]) > FAR * size(&bulk).max(size(&boxes[*at]));
            if !stays_out {
                bulk = bulk.union(boxes[*at]);
            }
            stays_out
        });
        if rest.len() == before {
            let are_small = rest.iter().all(|at| size(&boxes[*at]) < LARGE * size(&bulk));
            let are_few = rest.iter().map(|at| size(&boxes[*at])).sum::<f32>() <= size(&bulk);
            return if are_small && are_few { rest } else { Vec::new() };
        }
    }
    Vec::new()
}

/// How far two boxes are from each other; 0 where they touch.
fn gap(a: &Bounds, b: &Bounds) -> f32 {
    (b.min - a.max).max(a.min - b.max).max(Vec3::ZERO).length()
}

/// Finds what is framed now, with the ways of all that has no surface.
pub(super) fn framed_and_roamed(session: &mut Session) -> Framed {
    let (mut framed, roamed) = (framed(session), roamed_world_bounds(session));
    if !roamed.is_empty() {
        framed.bounds = framed.bounds.union(roamed);
        framed.points.extend(corners(&roamed));
    }
    framed
}

/// Around the ways of what has no surface, in world space: heads and hands of a recording end somewhere else than they
/// begin, and there is nothing to go by but the whole of it.
fn roamed_world_bounds(session: &Session) -> Bounds {
    let Some(timeline) = played::played(session) else {
        return Bounds::EMPTY;
    };
    let roams = |placed: &&Placed| {
        let model = placed.model();
        let is_recorded = !model.hands.is_empty() || !model.fixtures.is_empty();
        is_recorded && !model.has_surface() && placed.clips.is_matched()
    };
    let mut all = Bounds::EMPTY;
    for placed in session.stage.models().iter().filter(roams).take(MOST_ROAMING) {
        for step in 0..=ROAMING_STEPS {
            let share = f64::from(step) / f64::from(ROAMING_STEPS);
            let frame = timeline.range.start + timeline.range.length() * share;
            let posed = pose_at::timed_pose(session, placed, timeline.secs(frame), TimedSteps::All);
            let around = placed.reach().bounds(placed.model(), &posed.pose);
            let around = around.transformed(posed.stage_from_model);
            all = all.union(posed.standing.places.around(around));
        }
    }
    all.transformed(up_axis::world_from_stage(session))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(at: f32, half: f32) -> Bounds {
        Bounds {
            min: Vec3::new(at - half, -half, -half),
            max: Vec3::new(at + half, half, half),
        }
    }

    #[test]
    fn small_meshes_far_away_are_strays_and_nothing_else_is() {
        let sky = cube(0.0, 1e4);
        for (boxes, wanted) in [
            (vec![cube(0.0, 1.0), cube(500.0, 0.01)], vec![1]),
            (
                vec![cube(500.0, 0.01), cube(0.0, 1.0), cube(2.0, 1.0), cube(-900.0, 0.1)],
                vec![0, 3],
            ),
            // Two of a size.
            (vec![cube(0.0, 1.0), cube(500.0, 1.0)], vec![]),
            (vec![cube(0.0, 1.0), cube(500.0, 0.01), sky], vec![]),
            (vec![cube(0.0, 1.0), cube(20.0, 0.01)], vec![]),
            // A row, each near the one before.
            ((0..40).map(|at| cube(at as f32 * 30.0, 1.0)).collect(), vec![]),
            // Many that are far are the scene.
            ((0..400).map(|at| cube(at as f32 * 3000.0, 1.0)).collect(), vec![]),
            (vec![cube(0.0, 0.0), cube(500.0, 0.0)], vec![]),
            (vec![cube(0.0, 1.0), cube(f32::INFINITY, 1.0)], vec![]),
            (vec![cube(0.0, 1.0)], vec![]),
            (vec![], vec![]),
        ] {
            assert_eq!(
                strays(&boxes),
                wanted,
                "{} boxes, the first {:?}",
                boxes.len(),
                boxes.first()
            );
        }
    }

    #[test]
    fn thinned_points_have_all_of_them_in_their_box() {
        let points: Vec<Vec3> = (0..999)
            .map(|at| Vec3::new(at as f32, (at * at % 97) as f32, -3.0))
            .collect();
        let few = thinned(&points, 80);
        assert!(few.len() <= 96, "{}", few.len());
        let around = |points: &[Vec3]| points.iter().copied().collect::<Bounds>();
        assert_eq!(around(&few), around(&points));
        assert_eq!(thinned(&points, 1000), points);
    }
}
