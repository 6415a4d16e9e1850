//! Levels of detail: nodes of which those of one level are drawn, or those that the eye is near enough to.

use crate::core::BoneIndex;
use glam::Vec3;

/// Levels of detail of a model with more than one level.
#[derive(Clone, Debug)]
pub struct Levels {
    /// Ascending, each once.
    pub numbers: Vec<u32>,
    /// Each comes after the one above it.
    pub nodes: Vec<LevelNode>,
    /// One per mesh of the model: position in `nodes` of the node it is drawn with.
    pub of_mesh: Vec<Option<usize>>,
}

/// A node that is on one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelNode {
    /// Position in the list of the nearest one above; what that hides is hidden here.
    pub above: Option<usize>,
    /// One of [`Levels::numbers`].
    pub level: u32,
    /// The bone that is this node.
    pub bone: BoneIndex,
    /// The sphere that distances are measured to, in the bone's space.
    pub center: Vec3,
    /// Radius of that sphere, at least 0; 0: distances are measured to its center.
    pub radius: f32,
    /// It is drawn from this distance of the eye on.
    pub near: f32,
    /// And below this one; infinite: however far.
    pub far: f32,
}

impl Levels {
    /// One flag per mesh: whether it is left out while the nodes of which `is_active` says so are drawn.
    pub fn left_out(&self, is_active: impl Fn(&LevelNode) -> bool) -> Vec<bool> {
        let mut out: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.above.is_some_and(|above| out[above]);
            out.push(above || !is_active(node));
        }
        let of_mesh = |node: &Option<usize>| node.is_some_and(|node| out[node]);
        self.of_mesh.iter().map(of_mesh).collect()
    }

    /// The level that stands for `wanted`, which other models may have and this one not: the next below it, else the lowest.
    pub fn standing_for(&self, wanted: u32) -> u32 {
        let below = self.numbers.iter().rev().find(|number| **number <= wanted);
        below.or(self.numbers.first()).copied().unwrap_or(wanted)
    }
}

impl LevelNode {
    /// `distance` is from the eye to the sphere, in the units of `near` and `far`.
    pub fn is_in_range(&self, distance: f32) -> bool {
        self.near <= distance && distance < self.far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(above: Option<usize>, level: u32, near: f32, far: f32) -> LevelNode {
        LevelNode {
            above,
            level,
            bone: BoneIndex::new(0),
            center: Vec3::ZERO,
            radius: 0.0,
            near,
            far,
        }
    }

    #[test]
    fn what_is_left_out_takes_along_what_hangs_below() {
        let levels = Levels {
            numbers: vec![0, 2],
            nodes: vec![
                node(None, 0, 0.0, 10.0),
                node(Some(0), 2, 0.0, f32::INFINITY),
                node(None, 2, 10.0, f32::INFINITY),
            ],
            of_mesh: vec![Some(0), Some(1), Some(2), None],
        };
        assert_eq!(levels.left_out(|node| node.level == 0), [false, true, true, false]);
        assert_eq!(levels.left_out(|node| node.level == 2), [true, true, false, false]);
        for (distance, wanted) in [
            (0.0, [false, false, true, false]),
            (9.99, [false, false, true, false]),
            (10.0, [true, true, false, false]),
        ] {
            assert_eq!(levels.left_out(|node| node.is_in_range(distance)), wanted, "{distance}");
        }
        for (wanted, stands) in [(0, 0), (1, 0), (2, 2), (9, 2)] {
            assert_eq!(levels.standing_for(wanted), stands);
        }
    }
}
