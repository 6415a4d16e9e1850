//! Boxes where instances lead nowhere, and where they bring too much, as files like any other: so they are drawn, framed and clicked.

use castview_base::core::Bounds;
use castview_base::scene::Scene;
use castview_picture::Places;
use castview_picture::opened::{FileKey, InstancedFile, OpenedFile, Standing, StandsFor};
use castview_picture::unit_box;
use glam::{Affine3A, Vec3, Vec4};
use std::sync::Arc;

/// Edge of a box, as a part of everything's diagonal.
const EDGE: f32 = 0.02;

/// Linear light: a pink that nothing else has.
const COLOR: Vec4 = Vec4::new(0.80, 0.05, 0.35, 1.0);

/// Linear light: the grey of surfaces without a material, a little darker.
const CROWD_COLOR: Vec4 = Vec4::new(0.30, 0.30, 0.32, 1.0);

/// One box for each of `missing` (`stage_from_instance`), upright where the instance stands. All are of one size, because
/// nobody knows that of the missing; one alone has an edge of 1.
pub fn boxes(
    key: FileKey,
    own: &Scene,
    files: &[InstancedFile],
    missing: Vec<Affine3A>,
    sources: Vec<u32>,
) -> InstancedFile {
    let at = |matrix: &Affine3A| Vec3::from(matrix.translation);
    let mut all: Bounds = missing.iter().map(at).collect();
    all = all.union(around(own));
    for file in files {
        all = all.union(file.standing.places.around(around(&file.scene)));
    }
    let diagonal = all.diagonal();
    let edge = if diagonal > 0.0 && diagonal.is_finite() {
        diagonal * EDGE
    } else {
        1.0
    };
    let placements = missing
        .iter()
        .map(|matrix| Affine3A::from_scale_rotation_translation(Vec3::splat(edge), glam::Quat::IDENTITY, at(matrix)));
    let standing = Standing {
        places: Places::of(placements.collect()).unwrap_or_default(),
        sources: Arc::new(sources),
    };
    of_boxes(key, ("missing files", COLOR), standing, StandsFor::Missing)
}

/// A box for each of `stage_from_box`, around all that an instance brings.
pub fn crowd_boxes(key: FileKey, stage_from_box: Vec<Affine3A>, sources: Vec<u32>) -> InstancedFile {
    let standing = Standing {
        places: Places::of(stage_from_box).unwrap_or_default(),
        sources: Arc::new(sources),
    };
    of_boxes(key, ("too many instances", CROWD_COLOR), standing, StandsFor::Crowd)
}

fn of_boxes(key: FileKey, (name, color): (&str, Vec4), standing: Standing, stands_for: StandsFor) -> InstancedFile {
    let scene = unit_box(name, color);
    InstancedFile {
        key,
        name: name.into(),
        location: String::new(),
        textures: Vec::new(),
        reach: OpenedFile::reach_of(&scene),
        scene: Arc::new(scene),
        standing,
        stands_for,
    }
}

/// Around all meshes of a file at rest, in its own stage.
pub fn around(scene: &Scene) -> Bounds {
    scene.models.iter().fold(Bounds::EMPTY, |all, model| {
        let meshes = model.meshes.iter();
        let inside = meshes.fold(Bounds::EMPTY, |inside, mesh| inside.union(mesh.bounds));
        all.union(inside.transformed(model.placement.affine()))
    })
}
