//! Where measured points are, now and at other times, and the numbers between them.

use super::state::{Measure, MeasurePoint};
use crate::placed::timed_pose::TimedPose;
use crate::stage::up_axis;
use crate::{Placed, Session};
use castview_motion::animation::Pose;
use castview_motion::deform;
use castview_picture::{PlacedKey, Places};
use glam::{Affine3A, Vec3};

/// A measure at one time, in the units of the stage and the file's own axes.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredNow {
    /// A length, or degrees.
    pub value: f32,
    /// From the second end to the first; of an angle `None`.
    pub delta: Option<Vec3>,
    /// The ends, or arm, corner, arm, in stage space.
    pub places: Vec<Vec3>,
}

/// How one model stands.
pub(super) struct Stand<'a> {
    pose: &'a Pose,
    stage_from_model: Affine3A,
    places: &'a Places,
}

impl<'a> Stand<'a> {
    pub fn now(placed: &'a Placed) -> Self {
        Self {
            pose: placed.pose(),
            stage_from_model: placed.stage_from_model(),
            places: &placed.standing().places,
        }
    }

    pub fn at(posed: &'a TimedPose) -> Self {
        Self {
            pose: &posed.pose,
            stage_from_model: posed.stage_from_model,
            places: &posed.standing.places,
        }
    }
}

/// Whether the point is on the stage.
pub(crate) fn is_there(session: &Session, point: MeasurePoint) -> bool {
    match point {
        MeasurePoint::Ground => true,
        MeasurePoint::Bone(model, bone) => {
            let placed = session.stage.placed(model);
            placed.is_some_and(|placed| bone.get() < placed.model().skeleton.len())
        }
        MeasurePoint::Pin(number) => session.edits.pins().iter().any(|pin| pin.number == number),
    }
}

/// The model that the point moves with.
pub(super) fn model_of(session: &Session, point: MeasurePoint) -> Option<PlacedKey> {
    match point {
        MeasurePoint::Ground => None,
        MeasurePoint::Bone(model, _) => Some(model),
        MeasurePoint::Pin(number) => {
            let mut pins = session.edits.pins().iter();
            pins.find(|pin| pin.number == number).map(|pin| pin.spot.model)
        }
    }
}

/// The measure as the models stand now; `None` where a point is not there, or nowhere.
pub fn measured_now(session: &Session, measure: &Measure) -> Option<MeasuredNow> {
    measured(session, measure, |placed| Some(Stand::now(placed)))
}

/// The measure as the models `stand`.
pub(super) fn measured<'a>(
    session: &'a Session,
    measure: &Measure,
    stand: impl Fn(&'a Placed) -> Option<Stand<'a>>,
) -> Option<MeasuredNow> {
    let place = |point| place_of(session, point, &stand).filter(|place| place.is_finite());
    let found = match *measure {
        Measure::Distance([end, MeasurePoint::Ground]) => {
            let end = place(end)?;
            of_distance([end, below(session, end)?])
        }
        Measure::Distance(ends) => {
            let [a, b] = ends.map(place);
            of_distance([a?, b?])
        }
        Measure::Angle { corner, arms } => {
            let (corner, [a, b]) = (place(corner)?, arms.map(place));
            let (a, b) = (a?, b?);
            MeasuredNow {
                value: (a - corner)
                    .as_dvec3()
                    .angle_between((b - corner).as_dvec3())
                    .to_degrees() as f32,
                delta: None,
                places: vec![a, corner, b],
            }
        }
    };
    found.value.is_finite().then_some(found)
}

fn of_distance([a, b]: [Vec3; 2]) -> MeasuredNow {
    MeasuredNow {
        value: a.as_dvec3().distance(b.as_dvec3()) as f32,
        delta: Some(a - b),
        places: vec![a, b],
    }
}

/// The point of the ground below `place`, both in stage space.
fn below(session: &Session, place: Vec3) -> Option<Vec3> {
    let world_from_stage = up_axis::world_from_stage(session);
    let mut world = world_from_stage.transform_point3(place);
    world.y = session.view.ground()?;
    Some(world_from_stage.inverse().transform_point3(world))
}

/// In stage space.
fn place_of<'a>(
    session: &'a Session,
    point: MeasurePoint,
    stand: &impl Fn(&'a Placed) -> Option<Stand<'a>>,
) -> Option<Vec3> {
    let placed = session.stage.placed(model_of(session, point)?)?;
    let Stand {
        pose,
        stage_from_model,
        places,
    } = stand(placed)?;
    let (in_model, stage_from_place) = match point {
        MeasurePoint::Ground => return None,
        MeasurePoint::Bone(_, bone) => (
            pose.model_from_bone.get(bone.get())?.translation.into(),
            places.first_place(),
        ),
        MeasurePoint::Pin(number) => {
            let mut pins = session.edits.pins().iter();
            let spot = &pins.find(|pin| pin.number == number)?.spot;
            let vertex = deform::deform_vertex(placed.model(), spot.mesh, pose, spot.vertex as usize);
            (vertex, *places.get(spot.placement as usize)?)
        }
    };
    Some(stage_from_place.transform_point3(stage_from_model.transform_point3(in_model)))
}
