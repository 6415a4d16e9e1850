//! How the vertices of a mesh hang on bones (docs/formats/semodel.md §4.2).
//!
//! In: pairs of bone and weight, vertex by vertex. Out: lawful influences, borrowed where the file's already are.

use crate::counts;
use crate::lower::scan;
use crate::lower::weights::{Faults, settle_all};
use crate::rules::semodel as rule;
use crate::semodel::document::place;
use crate::semodel::{Document, Mesh};
use crate::walk::UintWidth;
use castview_base::core::{Diagnostics, Element, SharedBytes, Stream, UintStream};
use castview_base::scene::Influences;

/// The bones that the mesh lists, vertex by vertex; `None`: it has no weights.
pub(super) fn bones(document: &Document, mesh: &Mesh) -> Option<UintStream> {
    fn column<T: Element>(bytes: &SharedBytes, mesh: &Mesh) -> Option<Stream<T>> {
        let count = mesh.weights.len() / (T::SIZE + 4);
        Stream::strided(bytes.clone(), mesh.weights.start, T::SIZE + 4, count)
    }
    if mesh.weights.is_empty() {
        return None;
    }
    Some(match document.bone_width() {
        UintWidth::U8 => UintStream::U8(column(&document.bytes, mesh)?),
        UintWidth::U16 => UintStream::U16(column(&document.bytes, mesh)?),
        UintWidth::U32 => UintStream::U32(column(&document.bytes, mesh)?),
    })
}

pub(super) fn lower(document: &Document, at: usize, bone_count: usize, diagnostics: &mut Diagnostics) -> Influences {
    let mesh = &document.meshes[at];
    let Some(slots) = bones(document, mesh) else {
        return Influences::default();
    };
    if bone_count == 0 {
        diagnostics.report(
            rule::SM17,
            || place(at, "weights", mesh.weights.start),
            || "the mesh has weights but the file has no bones; taken as rigid".into(),
        );
        return Influences::default();
    }
    let width = document.bone_width();
    let first = mesh.weights.start + width.bytes();
    let weights: Stream<f32> = Stream::strided(document.bytes.clone(), first, width.bytes() + 4, slots.len())
        .expect("the reader checked the range");
    let (bytes, stride) = (&document.bytes[mesh.weights.clone()], usize::from(mesh.influences));
    let is_lawful = match width {
        UintWidth::U8 => scan::paired_influences::<u8, 5>(bytes, stride, bone_count),
        UintWidth::U16 => scan::paired_influences::<u16, 6>(bytes, stride, bone_count),
        UintWidth::U32 => scan::paired_influences::<u32, 8>(bytes, stride, bone_count),
    };
    let stored = Influences {
        stride: stride as u32,
        slots,
        weights,
        ..Influences::default()
    };
    match is_lawful {
        true => stored,
        false => settled((document, at), stored, bone_count, diagnostics),
    }
}

fn settled(
    (document, at): (&Document, usize),
    stored: Influences,
    bone_count: usize,
    diagnostics: &mut Diagnostics,
) -> Influences {
    let mut weights = stored.weights.to_vec();
    let (slots, faults, wrong_sums) = settle_all(stored.stride as usize, stored.slots, &mut weights, bone_count);
    report((document, at), &faults, bone_count, diagnostics);
    Influences {
        stride: stored.stride,
        slots,
        weights: stored.weights.remade(weights, "brought to a sum of 1, each bone once"),
        wrong_sums,
    }
}

fn report((document, at): (&Document, usize), faults: &Faults, bone_count: usize, diagnostics: &mut Diagnostics) {
    let Faults {
        outside,
        broken,
        weightless,
        far,
        bereft: _,
    } = *faults;
    let place = || place(at, "weights", document.meshes[at].weights.start);
    if outside > 0 {
        diagnostics.report(rule::SM17, place, || {
            format!("{outside} influences name bones beyond the {bone_count} there are; dropped")
        });
    }
    if broken + weightless + far > 0 {
        diagnostics.report(rule::SM18, place, || {
            counts::told(&[
                (
                    broken,
                    "weight is negative or not finite and ignored",
                    "weights are negative or not finite and ignored",
                ),
                (
                    far,
                    "vertex has weights far from 1, divided by their sum",
                    "vertices have weights far from 1, divided by their sum",
                ),
                (
                    weightless,
                    "vertex has no weight and stays where it is",
                    "vertices have no weight and stay where they are",
                ),
            ])
        });
    }
}
