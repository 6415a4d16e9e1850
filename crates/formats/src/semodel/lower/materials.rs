//! Materials and their images (docs/formats/semodel.md §4.3).

use crate::cast::surface;
use crate::lower::names::{Words, short};
use crate::lower::textures::Textures;
use crate::rules::semodel as rule;
use crate::semodel::{Document, Mesh};
use crate::walk;
use castview_base::core::{Diagnostics, Element, MaterialIndex, Place};
use castview_base::scene::{Material, Slot, SlotSource};

/// Names that Cast has for the three images.
pub(in crate::semodel) const SLOTS: [&str; 3] = ["diffuse", "normal", "specular"];

pub(super) fn lower(
    document: &Document,
    at: usize,
    (textures, words): (&mut Textures, &mut Words),
    diagnostics: &mut Diagnostics,
) -> Material {
    let stored = &document.materials[at];
    let path = || format!("material[{at}]");
    let name = walk::text(&document.bytes, &stored.name, rule::SM7, path, diagnostics);
    let mut slots = Vec::new();
    for (slot, image) in SLOTS.into_iter().zip(&stored.images) {
        let image = walk::text(&document.bytes, image, rule::SM7, path, diagnostics);
        // An empty path is how the format says that there is no image.
        if !image.is_empty() {
            slots.push(Slot {
                name: words.share(slot),
                source: SlotSource::Texture(textures.of_path(&image)),
                lookup: Default::default(),
            });
        }
    }
    Material {
        name: short(&name).to_owned(),
        surface: surface::of(&slots),
        slots,
        ..Material::default()
    }
}

/// The material of each UV layer, −1 for none.
pub(super) fn numbers<'a>(document: &'a Document, mesh: &Mesh) -> impl Iterator<Item = i32> + 'a {
    let stored = document.bytes[mesh.materials.clone()].chunks_exact(4);
    stored.map(|number| <u32 as Element>::from_le(number) as i32)
}

/// The material of the first UV layer, which is the mesh's.
pub(super) fn of_mesh(document: &Document, at: usize, diagnostics: &mut Diagnostics) -> Option<MaterialIndex> {
    let mesh = &document.meshes[at];
    let number = numbers(document, mesh).next().filter(|number| *number != -1)?;
    let material = usize::try_from(number).ok();
    if let Some(material) = material.filter(|material| *material < document.materials.len()) {
        return Some(MaterialIndex::new(material));
    }
    // One that the end of the file cut off is told with the end.
    let announced = document.header.counts[2] as usize;
    if material.is_none_or(|material| material >= announced) {
        let place = || Place {
            node_path: format!("mesh[{at}].materials"),
            offset: mesh.materials.start as u64,
        };
        diagnostics.report(rule::SM19, place, || {
            format!("material {number} of {announced} does not exist; drawn grey")
        });
    }
    None
}
