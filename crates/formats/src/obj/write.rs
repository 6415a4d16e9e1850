//! Posed meshes → the text of an OBJ file, and that of the MTL file beside it.
//!
//! In: positions and normals where they shall stand, y up. Out: two texts. Numbers have as many digits as give the same number again. Never
//! here: poses, files.

use super::material;
use super::names::Names;
use crate::cast::CastSlots;
use crate::rules::convert as rule;
use castview_base::core::{Diagnostics, Place};
use castview_base::scene::{Mesh, Scene};
use glam::Vec3;
use std::fmt::Write;

/// One mesh at one place.
pub struct ObjPart<'a> {
    /// Its triangles, lines and texture coordinates.
    pub mesh: &'a Mesh,
    /// Position of its material among those of all models; `None`: it has none.
    pub material: Option<usize>,
    /// One per vertex.
    pub positions: Vec<Vec3>,
    /// One per vertex, unit length; or none at all.
    pub normals: Vec<Vec3>,
    /// The place mirrors it: what was the front would be the back.
    pub is_mirrored: bool,
}

/// The two texts.
pub struct ObjFiles {
    /// The OBJ file.
    pub obj: Vec<u8>,
    /// The MTL file that it names; `None`: no part has a material.
    pub mtl: Option<Vec<u8>>,
}

/// `materials`: of all models, one after the other; `mtl_name`: of the file beside, which the OBJ file names.
pub fn write(
    scene: &Scene,
    parts: Vec<ObjPart<'_>>,
    materials: &[CastSlots],
    mtl_name: &str,
    losses: &mut Diagnostics,
) -> ObjFiles {
    let all = scene.models.iter().flat_map(|model| &model.materials);
    let mut names = Names::default();
    let material_names: Vec<String> = all
        .clone()
        .map(|material| names.add(&material.name, "material"))
        .collect();
    let used = parts.iter().any(|part| part.material.is_some());
    report(scene, losses);
    let mut obj = format!("# castview {}\n", env!("CARGO_PKG_VERSION"));
    // Words into a string are never refused, here and below.
    if used {
        let _ = writeln!(obj, "mtllib {}", super::names::path(mtl_name));
    }
    let mut first = [1; 3];
    let mut names = Names::default();
    for part in parts {
        let name = names.add(&part.mesh.name, "mesh");
        let _ = writeln!(obj, "o {name}");
        let material = part.material.and_then(|material| material_names.get(material));
        write_part(&part, material.map(String::as_str), &mut first, &mut obj);
    }
    let mtl = used.then(|| {
        let mut mtl = format!("# castview {}\n", env!("CARGO_PKG_VERSION"));
        for ((material, name), slots) in all.zip(&material_names).zip(materials) {
            let lost = material::write(scene, name, slots, &mut mtl);
            if !lost.is_empty() {
                let place = || Place {
                    node_path: format!("material \"{}\"", material.name.escape_debug()),
                    offset: 0,
                };
                losses.report(rule::X_LOST, place, || {
                    format!("MTL has no {}; left out", lost.join(", no "))
                        .escape_debug()
                        .to_string()
                });
            }
        }
        mtl.into_bytes()
    });
    ObjFiles {
        obj: obj.into_bytes(),
        mtl,
    }
}

/// Parts of models for which the format has no place.
fn report(scene: &Scene, losses: &mut Diagnostics) {
    for model in &scene.models {
        for (count, what) in [
            (model.skeleton.len(), "bones: the surfaces stand in one pose"),
            (
                model.blend_shapes.iter().count(),
                "blend shapes: their weights are in the surfaces",
            ),
            (model.hairs.len(), "hair"),
            (model.fixtures.len(), "cameras, lights and other fixtures"),
            (
                model.meshes.iter().filter(|mesh| mesh.uvs.len() > 1).count(),
                "further layers of texture coordinates",
            ),
            (
                model.meshes.iter().filter(|mesh| !mesh.colors.is_empty()).count(),
                "vertex colors",
            ),
        ] {
            if count > 0 {
                let place = || Place {
                    node_path: format!("model \"{}\"", model.name.escape_debug()),
                    offset: 0,
                };
                losses.report(rule::X_LOST, place, || format!("OBJ has no {what}; {count} left out"));
            }
        }
    }
}

/// `first`: numbers of the next position, texture coordinate and normal of the file.
fn write_part(part: &ObjPart<'_>, material: Option<&str>, first: &mut [usize; 3], obj: &mut String) {
    let count = part.positions.len();
    for Vec3 { x, y, z } in &part.positions {
        let _ = writeln!(obj, "v {x} {y} {z}");
    }
    let uvs = part.mesh.uvs.first();
    for uv in uvs.into_iter().flat_map(|uvs| uvs.iter()) {
        // Their origin is at the bottom.
        let _ = writeln!(obj, "vt {} {}", uv[0], 1.0 - uv[1]);
    }
    for Vec3 { x, y, z } in &part.normals {
        let _ = writeln!(obj, "vn {x} {y} {z}");
    }
    if let Some(material) = material {
        let _ = writeln!(obj, "usemtl {material}");
    }
    let [v, vt, vn] = *first;
    let has_normals = !part.normals.is_empty();
    let corner = |vertex: u32| {
        let at = vertex as usize;
        match (uvs.is_some(), has_normals) {
            (true, true) => format!("{}/{}/{}", v + at, vt + at, vn + at),
            (true, false) => format!("{}/{}", v + at, vt + at),
            (false, true) => format!("{}//{}", v + at, vn + at),
            (false, false) => (v + at).to_string(),
        }
    };
    let corners: Vec<u32> = part.mesh.triangles.iter().collect();
    for [a, b, c] in corners.as_chunks::<3>().0 {
        let [b, c] = if part.is_mirrored { [c, b] } else { [b, c] };
        let _ = writeln!(obj, "f {} {} {}", corner(*a), corner(*b), corner(*c));
    }
    let ends: Vec<u32> = part.mesh.lines.iter().collect();
    for [a, b] in ends.as_chunks::<2>().0 {
        let _ = writeln!(obj, "l {} {}", v + *a as usize, v + *b as usize);
    }
    if corners.is_empty() && ends.is_empty() {
        for point in 0..count {
            let _ = writeln!(obj, "p {}", v + point);
        }
    }
    first[0] += count;
    first[1] += uvs.map_or(0, |uvs| uvs.len());
    first[2] += part.normals.len();
}
