//! Items of a picture as they are seen from anywhere: what casts shadows, and by which triangles.

use crate::gpu::pipeline::Sides;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::passes::picture::shown::Shown;
use crate::passes::shadows::depth::{DOT_STEP, DepthDraw};
use crate::passes::shadows::fit::{Casting, GROUND_SIDE, Seer};
use crate::upload::placements::{Placements, Standing};
use crate::upload::scene_gpu::{HairGpu, MeshGpu};
use castview_base::scene::Alpha;

/// Materials that let through more than that throw no shadow.
const CLEAR: f32 = 0.5;

/// Models and items of one picture.
#[derive(Clone, Copy)]
pub struct SeenItems<'a> {
    pub shown: &'a Shown,
    pub list: &'a DrawList,
}

impl<'a> SeenItems<'a> {
    /// Positions of all items.
    pub fn items(self) -> std::ops::Range<usize> {
        0..self.list.items.len()
    }

    /// Whether a mesh or hair throws shadows.
    pub fn casts(self, item: usize) -> bool {
        self.strands_seen(item, Seer::Key).is_some() || self.mesh_casts(item)
    }

    /// The hair of an item, if `seer` sees it. The eye does not: strands are thinner than the pixels that occlusion is found for, and nothing is
    /// held back of their own light.
    pub fn strands_seen(self, item: usize, seer: Seer) -> Option<(&'a HairGpu, &'a Placements)> {
        let Drawable::Hair(hair) = self.list.items[item].part else {
            return None;
        };
        let placed = &self.shown.placed[self.list.items[item].placed];
        let hair = placed.gpu.hairs.get(hair)?.as_ref()?;
        (seer != Seer::Eye).then_some((hair, &placed.placements))
    }

    fn mesh_casts(self, item: usize) -> bool {
        let list = self.list;
        matches!(list.items[item].part, Drawable::Mesh(_))
            && list.looks[list.items[item].look].uniform.transmission <= CLEAR
            && self
                .shown
                .standing(list, item)
                .is_some_and(|(mesh, _)| mesh.triangles.is_some())
    }

    /// Returns the triangles of an item's mesh that `seer` sees, if it is seen: points are too thin for maps.
    pub fn seen(self, casting: &Casting, item: usize, seer: Seer) -> Option<(DepthDraw<'a>, Standing<'a>)> {
        let (mesh, standing) = self.shown.standing(self.list, item)?;
        let drawn = &self.list.items[item];
        let is_seen = match seer {
            // Surfaces that blend are not in the eye's map: something is seen behind them.
            Seer::Eye => !drawn.shows_behind(),
            Seer::Key | Seer::Ground => self.mesh_casts(item),
        };
        // Alpha is found by texture coordinates, which sparse triangles do not keep.
        let takes_sparse = drawn.alpha == Alpha::Opaque && casting.takes_sparse(seer);
        let sparse = mesh.sparse.as_ref().filter(|_| takes_sparse);
        let drawn = DepthDraw {
            item: drawn,
            mesh,
            triangles: sparse.or(mesh.triangles.as_ref()).filter(|_| is_seen)?,
            sides: match seer {
                Seer::Eye => drawn.sides,
                // Light meets the back of faces, too.
                Seer::Key | Seer::Ground => Sides::Both,
            },
            dot_step: match seer {
                Seer::Ground if drawn.alpha == Alpha::Opaque && !casting.has_section => dot_step(mesh, casting),
                _ => 0,
            },
        };
        Some((drawn, standing))
    }

    /// Whether the key light sees nothing but sparse triangles.
    pub fn key_sees_sparse(self, casting: &Casting) -> bool {
        let seer = Seer::Key;
        self.items().all(|item| {
            let mesh = self.seen(casting, item, seer);
            self.strands_seen(item, seer).is_none() && mesh.is_none_or(|(drawn, _)| drawn.is_sparse())
        })
    }
}

/// Returns the step between dots: one of so many vertices of a mesh shows as much of it as all its triangles do, in a map as coarse as the
/// ground's; 0: none does. Vertices that no triangle uses would be seen: a mesh with few triangles may share those of others.
fn dot_step(mesh: &MeshGpu, casting: &Casting) -> u32 {
    let triangles = mesh.triangles.as_ref().map_or(0, |triangles| triangles.count / 3);
    let Casting { uniform, .. } = casting;
    // Texels of all that is posed; a mesh has fewer.
    let side = GROUND_SIDE as f32 / uniform.ground_half;
    let texels = uniform.foot_half[0] * uniform.foot_half[1] * side * side;
    // There are about half as many vertices as triangles, and each texel needs a few.
    let step = 0.3 / (mesh.mean_cover * texels * 2.0);
    match mesh.vertex_count <= triangles {
        // A float beyond the range of the integer becomes its largest value, and what is not a number 0.
        true => (step as u32).min(DOT_STEP),
        false => 0,
    }
}
