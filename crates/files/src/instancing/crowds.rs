//! Boxes for instances that bring too much: one for each of them, fewer where they would cover each other many times.

use castview_base::core::Bounds;
use glam::{Affine3A, Quat, Vec3};
use std::collections::HashSet;

/// Surface of all boxes, as a multiple of the surface of one box around them. More of it is drawn over itself that often, and a hundred
/// boxes that each fill the picture take many seconds.
const MOST_COVERED: f64 = 8.0;

#[derive(Default)]
pub struct Crowds {
    /// From the box of edge 1 around the origin to the stage.
    stage_from_box: Vec<Affine3A>,
    /// The instances of the opened file that led to them.
    sources: Vec<u32>,
    /// The bits of `stage_from_box`: boxes that coincide are one.
    places: HashSet<[u32; 12]>,
}

impl Crowds {
    /// Adds a box around `bounds` of an instance, on behalf of instance `source` of the opened file.
    pub fn add(&mut self, source: u32, stage_from_instance: Affine3A, bounds: Bounds) {
        if bounds.is_empty() {
            return;
        }
        let stage_from_box = stage_from_instance * instance_from_box(bounds);
        if self.places.insert(stage_from_box.to_cols_array().map(f32::to_bits)) {
            self.stage_from_box.push(stage_from_box);
            self.sources.push(source);
        }
    }

    /// The boxes to be drawn, and the instances that led to them: as they were added, where they lie beside each other; else one for each
    /// instance of the opened file; else one around everything.
    pub fn settle(&mut self) {
        for by_source in [true, false] {
            if self.is_spread() {
                return;
            }
            let mut joined: Vec<(u32, Bounds)> = Vec::new();
            for (matrix, source) in self.stage_from_box.iter().zip(&self.sources) {
                let bounds = UNIT.transformed(*matrix);
                match joined.last_mut() {
                    // Boxes are added by one instance of the opened file after another.
                    Some((last, all)) if !by_source || last == source => *all = all.union(bounds),
                    _ => joined.push((*source, bounds)),
                }
            }
            *self = Self::default();
            for (source, bounds) in joined {
                self.add(source, Affine3A::IDENTITY, bounds);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Where the boxes stand, and for which instances of the opened file.
    pub fn into_parts(self) -> (Vec<Affine3A>, Vec<u32>) {
        (self.stage_from_box, self.sources)
    }

    fn is_spread(&self) -> bool {
        let around = self.stage_from_box.iter().map(|matrix| UNIT.transformed(*matrix));
        let around = around.fold(Bounds::EMPTY, Bounds::union);
        let surfaces: f64 = self.stage_from_box.iter().map(surface).sum();
        self.len() < 2 || surfaces <= MOST_COVERED * surface(&instance_from_box(around))
    }
}

const UNIT: Bounds = Bounds {
    min: Vec3::splat(-0.5),
    max: Vec3::splat(0.5),
};

fn instance_from_box(bounds: Bounds) -> Affine3A {
    Affine3A::from_scale_rotation_translation(bounds.max - bounds.min, Quat::IDENTITY, bounds.center())
}

/// Area of all six sides.
fn surface(stage_from_box: &Affine3A) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| stage_from_box.matrix3.col(axis).as_dvec3());
    2.0 * (x.cross(y).length() + y.cross(z).length() + z.cross(x).length())
}
