//! The animation chapter of docs/formats/cast.md as slow, plain f64: formulas as they stand there, nothing prepared,
//! nothing kept.
//!
//! In: checked scene types. Out: f64 bones. Shares no code with the product, only the types it reads; `glam` serves for
//! multiplication alone.

pub mod clips;
pub mod random_rig;
pub mod rig;

use castview_base::core::Transform;
use castview_base::scene::Skeleton;
use glam::{DMat3, DMat4, DQuat, DVec3};

/// A local transform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trs {
    pub t: DVec3,
    pub r: DQuat,
    pub s: DVec3,
}

/// Bones in the skeleton's own order: parents first.
#[derive(Clone, Debug)]
pub struct Bones {
    pub parents: Vec<Option<usize>>,
    pub ssc: Vec<bool>,
    pub rest: Vec<Trs>,
    pub local: Vec<Trs>,
}

impl Bones {
    /// `local` has one transform per bone.
    pub fn new(skeleton: &Skeleton, local: &[Transform]) -> Self {
        let trs = |transform: &Transform| Trs {
            t: transform.translation.as_dvec3(),
            r: transform.rotation.as_dquat().normalize(),
            s: transform.scale.as_dvec3(),
        };
        Self {
            parents: skeleton.parents().iter().map(|p| p.map(|p| p.get())).collect(),
            ssc: skeleton.compensates_scale().to_vec(),
            rest: skeleton.rest().iter().map(trs).collect(),
            local: local.iter().map(trs).collect(),
        }
    }

    /// 3.3: `W = W_parent · T(t) · C · R(q) · S(s)`.
    pub fn worlds(&self, local: &[Trs]) -> Vec<DMat4> {
        let mut worlds: Vec<DMat4> = Vec::new();
        for (bone, own) in local.iter().enumerate() {
            let parent = self.parents[bone].map_or(DMat4::IDENTITY, |parent| worlds[parent]);
            let joint = DMat4::from_translation(own.t)
                * DMat4::from_mat3(self.compensation(local, bone))
                * DMat4::from_quat(own.r)
                * DMat4::from_scale(own.s);
            worlds.push(parent * joint);
        }
        worlds
    }

    /// `C`: the parent's scale cancelled, axis by axis, unless it is nothing.
    fn compensation(&self, local: &[Trs], bone: usize) -> DMat3 {
        match self.parents[bone] {
            Some(parent) if self.ssc[bone] => {
                let s = local[parent].s.to_array();
                DMat3::from_diagonal(DVec3::from_array(s.map(|s| if s.abs() < 1e-8 { 1.0 } else { 1.0 / s })))
            }
            _ => DMat3::IDENTITY,
        }
    }

    /// The rotation of what the bone's own rotation is applied in: parent and compensation, stretch and shear taken out.
    pub fn frame(&self, local: &[Trs], bone: usize) -> DQuat {
        let worlds = self.worlds(local);
        let parent = self.parents[bone].map_or(DMat3::IDENTITY, |parent| DMat3::from_mat4(worlds[parent]));
        rotation_of(parent * self.compensation(local, bone))
    }

    /// `Rw`.
    pub fn rotation(&self, local: &[Trs], bone: usize) -> DQuat {
        self.frame(local, bone) * local[bone].r
    }
}

/// The polar factor of a matrix that is not flat, a mirror's turned into a rotation by its negative: the mean of a matrix and its
/// inverse transpose, again and again.
fn rotation_of(matrix: DMat3) -> DQuat {
    let mut m = if matrix.determinant() < 0.0 { -matrix } else { matrix };
    for _ in 0..200 {
        m = (m + m.inverse().transpose()) * 0.5;
    }
    DQuat::from_mat3(&m).normalize()
}
