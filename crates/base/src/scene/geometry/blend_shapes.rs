//! All blend shapes of one model, and which of them belong to which mesh.

use crate::core::{BlendShapeIndex, MeshIndex};
use crate::scene::BlendShape;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

/// A list of shapes in any order. The shapes of one mesh are found without a walk over the others: a file may have tens of
/// thousands of meshes with a shape each.
#[derive(Clone, Debug, Default)]
pub struct BlendShapes {
    list: Vec<BlendShape>,
    /// Positions in `list` by mesh, those of one mesh ascending. Made at the first question after a change.
    by_mesh: OnceLock<Vec<u32>>,
}

impl BlendShapes {
    /// The shapes of one mesh, in file order.
    pub fn of(&self, mesh: MeshIndex) -> impl Iterator<Item = (BlendShapeIndex, &BlendShape)> + Clone {
        let by_mesh = self.by_mesh.get_or_init(|| {
            let mut by_mesh: Vec<u32> = (0..self.list.len() as u32).collect();
            by_mesh.sort_by_key(|at| self.list[*at as usize].mesh);
            by_mesh
        });
        let shape = |at: &u32| {
            record(1);
            &self.list[*at as usize]
        };
        let first = by_mesh.partition_point(|at| shape(at).mesh < mesh);
        by_mesh[first..]
            .iter()
            .map(move |at| (BlendShapeIndex::new(*at as usize), shape(at)))
            .take_while(move |(_, shape)| shape.mesh == mesh)
    }
}

impl From<Vec<BlendShape>> for BlendShapes {
    fn from(list: Vec<BlendShape>) -> Self {
        Self {
            list,
            by_mesh: OnceLock::new(),
        }
    }
}

impl FromIterator<BlendShape> for BlendShapes {
    fn from_iter<I: IntoIterator<Item = BlendShape>>(shapes: I) -> Self {
        Vec::from_iter(shapes).into()
    }
}

impl Deref for BlendShapes {
    type Target = Vec<BlendShape>;

    fn deref(&self) -> &Vec<BlendShape> {
        record(self.list.len());
        &self.list
    }
}

/// Whoever may change the list may change which mesh a shape belongs to.
impl DerefMut for BlendShapes {
    fn deref_mut(&mut self) -> &mut Vec<BlendShape> {
        self.by_mesh.take();
        &mut self.list
    }
}

impl<'a> IntoIterator for &'a BlendShapes {
    type Item = &'a BlendShape;
    type IntoIter = std::slice::Iter<'a, BlendShape>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'a> IntoIterator for &'a mut BlendShapes {
    type Item = &'a mut BlendShape;
    type IntoIter = std::slice::IterMut<'a, BlendShape>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(not(debug_assertions))]
fn record(_: usize) {}

#[cfg(debug_assertions)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Whoever takes the whole list may look at all of it.
#[cfg(debug_assertions)]
fn record(shapes: usize) {
    LOOKED_AT.set(LOOKED_AT.get() + shapes);
}

/// How many shapes this thread has looked at since the last call: for tests of crates that deform.
#[cfg(debug_assertions)]
pub fn looked_at() -> usize {
    LOOKED_AT.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(name: &str, mesh: usize) -> BlendShape {
        BlendShape {
            name: name.into(),
            mesh: MeshIndex::new(mesh),
            max_weight: 1.0,
            rest_weight: 0.0,
            vertices: Vec::new(),
            deltas: Vec::new(),
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        }
    }

    fn names(shapes: &BlendShapes, mesh: usize) -> Vec<(usize, &str)> {
        let of = shapes.of(MeshIndex::new(mesh));
        of.map(|(index, shape)| (index.get(), shape.name.as_str())).collect()
    }

    #[test]
    fn each_mesh_has_its_own_in_file_order_also_after_a_change() {
        let mut shapes: BlendShapes = [("a", 2), ("b", 0), ("c", 2), ("d", 5)]
            .map(|(name, mesh)| shape(name, mesh))
            .into_iter()
            .collect();
        assert_eq!(names(&shapes, 2), [(0, "a"), (2, "c")]);
        assert_eq!(names(&shapes, 0), [(1, "b")]);
        assert_eq!(names(&shapes, 1), []);
        assert_eq!(names(&shapes, 9), []);
        shapes.push(shape("e", 0));
        shapes[0].mesh = MeshIndex::new(1);
        assert_eq!(names(&shapes, 0), [(1, "b"), (4, "e")]);
        assert_eq!(names(&shapes, 1), [(0, "a")]);
        assert_eq!(names(&shapes, 2), [(2, "c")]);
    }
}
