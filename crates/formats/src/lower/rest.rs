//! The law of rest poses: parents before children without circles, and each bone relative to its parent.
//!
//! In: parents, and what a file holds of each bone: local values, values in the model's space, or both. Out: local transforms whose places in the
//! model's space are finite, and the bones whose values contradict each other.

use super::skin::inverse;
use castview_base::core::{Bounds, Transform};
use glam::{Affine3A, Mat3A, Quat, Vec3};

/// Makes a root of each bone that closes a circle, tells it to `broken`, and returns the bones with parents before children.
/// Each bone is opened once, so this is linear.
pub(crate) fn break_cycles(parents: &mut [Option<usize>], mut broken: impl FnMut(usize)) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Placed,
    }
    let mut state = vec![State::New; parents.len()];
    let mut order = Vec::with_capacity(parents.len());
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut next = Some(start);
        while let Some(bone) = next
            && state[bone] == State::New
        {
            state[bone] = State::Open;
            path.push(bone);
            next = parents[bone];
            if next.is_some_and(|parent| state[parent] == State::Open) {
                parents[bone] = None;
                broken(bone);
                break;
            }
        }
        while let Some(bone) = path.pop() {
            state[bone] = State::Placed;
            order.push(bone);
        }
    }
    order
}

/// Where a bone rests in model space.
#[derive(Clone, Copy)]
struct Rested {
    matrix: Affine3A,
    /// The rotations alone.
    rotation: Quat,
    scale: Vec3,
}

/// Who hangs on whom, and how; file order.
pub(crate) struct Hierarchy<'a> {
    pub parents: &'a [Option<usize>],
    /// Bones that cancel their parent's scale; beyond its end no bone does.
    pub compensates: &'a [bool],
    /// Parents before children.
    pub order: &'a [usize],
}

/// Rest transforms relative to the parent, in file order, and the bones whose local and global values disagree. `stored` says what the file
/// holds of a bone; `beyond` is told of bones that would stand beyond all numbers, and stand where their parent does.
pub(crate) fn rests(
    hierarchy: &Hierarchy<'_>,
    mut stored: impl FnMut(usize) -> StoredRest,
    mut beyond: impl FnMut(usize),
) -> (Vec<Transform>, Vec<usize>) {
    let count = hierarchy.parents.len();
    let mut rests = vec![Transform::IDENTITY; count];
    let mut rested = vec![
        Rested {
            matrix: Affine3A::IDENTITY,
            rotation: Quat::IDENTITY,
            scale: Vec3::ONE
        };
        count
    ];
    let mut conflicts = Conflicts::default();
    for &bone in hierarchy.order {
        let parent = hierarchy.parents[bone].map(|parent| &rested[parent]);
        let compensates = hierarchy.compensates.get(bone).copied().unwrap_or(false);
        let stored = stored(bone);
        let mut rest = stored.local(parent);
        let mut own = place(parent, &rest, compensates);
        if !own.matrix.is_finite() {
            beyond(bone);
            rest = Transform::IDENTITY;
            own = place(parent, &rest, compensates);
        }
        conflicts.note(bone, &stored, &own);
        rests[bone] = rest;
        rested[bone] = own;
    }
    (rests, conflicts.bones(&rested))
}

/// `W = W_parent · T · C · R · S`, as [`castview_base::scene::model_from_bone`] builds it.
/// The parent's rest scale moves the child, compensated or not.
fn place(parent: Option<&Rested>, rest: &Transform, compensates: bool) -> Rested {
    let Some(parent) = parent else {
        return Rested {
            matrix: rest.affine(),
            rotation: rest.rotation,
            scale: rest.scale,
        };
    };
    let mut joint = rest.affine();
    if compensates {
        let inverse = |s: f32| if s.abs() < 1e-8 { 1.0 } else { 1.0 / s };
        let cancelled = Vec3::new(
            inverse(parent.scale.x),
            inverse(parent.scale.y),
            inverse(parent.scale.z),
        );
        joint.matrix3 = Mat3A::from_diagonal(cancelled) * joint.matrix3;
    }
    Rested {
        matrix: parent.matrix * joint,
        rotation: (parent.rotation * rest.rotation).normalize(),
        scale: rest.scale,
    }
}

/// Values that a file holds of a bone, broken parts left out.
pub(crate) struct StoredRest {
    pub local_position: Option<Vec3>,
    pub local_rotation: Option<Quat>,
    pub world_position: Option<Vec3>,
    pub world_rotation: Option<Quat>,
    pub scale: Vec3,
}

impl StoredRest {
    /// Local data first, world data for the components that have none; position and rotation on their own.
    fn local(&self, parent: Option<&Rested>) -> Transform {
        let local_of = |world: Vec3| parent.map_or(world, |parent| parent.local_point(world));
        let turn_of = |world: Quat| parent.map_or(world, |parent| (parent.rotation.conjugate() * world).normalize());
        Transform {
            translation: self
                .local_position
                .or_else(|| self.world_position.map(local_of))
                .unwrap_or(Vec3::ZERO),
            rotation: self
                .local_rotation
                .or_else(|| self.world_rotation.map(turn_of))
                .unwrap_or(Quat::IDENTITY),
            scale: self.scale,
        }
    }
}

impl Rested {
    /// `W⁻¹ · point`; without the scale where that cannot be undone.
    fn local_point(&self, point: Vec3) -> Vec3 {
        let local = inverse(&self.matrix).map(|inverse| inverse.transform_point3(point));
        local.unwrap_or_else(|| self.rotation.conjugate() * (point - Vec3::from(self.matrix.translation)))
    }
}

/// Bones whose local and world data disagree.
#[derive(Default)]
struct Conflicts {
    /// Bone, and how far apart its two positions are.
    moved: Vec<(usize, f32)>,
    turned: Vec<usize>,
}

impl Conflicts {
    /// Positions count as equal up to this part of the skeleton's size, rotations up to this angle.
    const POSITION: f32 = 1e-3;
    const ANGLE_RAD: f32 = std::f32::consts::PI / 180.0;

    fn note(&mut self, bone: usize, stored: &StoredRest, own: &Rested) {
        if let (Some(_), Some(world)) = (stored.local_position, stored.world_position) {
            self.moved.push((bone, world.distance(own.matrix.translation.into())));
        }
        if let (Some(_), Some(world)) = (stored.local_rotation, stored.world_rotation)
            && own.rotation.angle_between(world) > Self::ANGLE_RAD
        {
            self.turned.push(bone);
        }
    }

    fn bones(mut self, rested: &[Rested]) -> Vec<usize> {
        let bounds: Bounds = rested.iter().map(|bone| Vec3::from(bone.matrix.translation)).collect();
        let tolerance = bounds.diagonal() * Self::POSITION;
        self.moved.retain(|(_, distance)| *distance > tolerance);
        let mut bones: Vec<usize> = self.moved.iter().map(|(bone, _)| *bone).chain(self.turned).collect();
        bones.sort_unstable();
        bones.dedup();
        bones
    }
}
