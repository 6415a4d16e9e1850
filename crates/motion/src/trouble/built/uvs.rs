//! Texture coordinates outside of the image.

use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::MeshIndex;
use castview_base::scene::Mesh;

/// Rounding at the rim.
const ROOM: f32 = 1e-4;

/// Looks at the first layer, which most textures are laid by.
pub(super) fn look(index: MeshIndex, mesh: &Mesh, out: &mut Troubles) {
    let Some(layer) = mesh.uvs.first() else { return };
    let is_outside = |uv: &[f32; 2]| uv.iter().any(|part| !(-ROOM..=1.0 + ROOM).contains(part));
    let outside = layer.iter().filter(is_outside).count();
    if outside > 0 {
        let percent = outside as f32 / mesh.vertex_count() as f32 * 100.0;
        out.add(TroubleKind::UvsOutside, || FoundTrouble {
            kind: TroubleKind::UvsOutside,
            of: TroubleOf::Mesh(index),
            frame: None,
            range: None,
            value: percent,
            message: format!(
                "{outside} of its {} vertices lie outside the image",
                mesh.vertex_count()
            ),
        });
    }
}
