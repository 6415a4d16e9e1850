//! Materials: slots and factors.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName};
use super::pairs::by_name;
use super::texture::PairedTextures;
use super::{rest, streams};
use castview_base::core::MaterialIndex;
use castview_base::scene::{Alpha, ColorSpace, Lookup, Material, Slot, SlotSource, Surface, Workflow, Wrap};

/// A factor or flag of a surface.
enum Shown {
    Numbers([f32; 4], usize),
    Word(&'static str),
}

/// A name, and how its value is read.
type Stated = (&'static str, fn(&Surface) -> Shown);

/// Everything a surface states.
const SURFACE: &[Stated] = &[
    ("workflow", |s| {
        Shown::Word(match s.workflow {
            Workflow::Metalness => "metalness",
            Workflow::SpecularGloss => "specular and gloss",
        })
    }),
    ("base color", |s| Shown::Numbers(s.base_color.to_array(), 4)),
    ("metallic", |s| one(s.metallic)),
    ("roughness", |s| one(s.roughness)),
    ("index of refraction", |s| one(s.ior)),
    ("specular", |s| one(s.specular)),
    ("specular color", |s| three(s.specular_color)),
    ("emissive", |s| three(s.emissive)),
    ("normal scale", |s| one(s.normal_scale)),
    ("occlusion strength", |s| one(s.occlusion_strength)),
    ("clearcoat", |s| one(s.clearcoat)),
    ("clearcoat roughness", |s| one(s.clearcoat_roughness)),
    ("clearcoat normal scale", |s| one(s.clearcoat_normal_scale)),
    ("transmission", |s| one(s.transmission)),
    ("thickness", |s| one(s.interior.thickness)),
    ("attenuation color", |s| three(s.interior.attenuation_color)),
    ("attenuation distance", |s| one(s.interior.attenuation_distance)),
    ("sheen color", |s| three(s.sheen_color)),
    ("sheen roughness", |s| one(s.sheen_roughness)),
    ("iridescence", |s| one(s.iridescence)),
    ("iridescence index of refraction", |s| one(s.iridescence_ior)),
    ("iridescence thickness", |s| {
        let [least, most] = s.iridescence_thickness_nm;
        Shown::Numbers([least, most, 0.0, 0.0], 2)
    }),
    ("anisotropy", |s| one(s.anisotropy)),
    ("anisotropy rotation", |s| one(s.anisotropy_rotation_rad)),
    ("alpha", |s| {
        Shown::Word(match s.alpha {
            Alpha::Opaque => "opaque",
            Alpha::Mask(_) => "mask",
            Alpha::Blend => "blend",
        })
    }),
    ("alpha cutoff", |s| {
        one(match s.alpha {
            Alpha::Mask(cutoff) => cutoff,
            _ => 0.0,
        })
    }),
    ("double sided", |s| yes(s.double_sided)),
    ("unlit", |s| yes(s.unlit)),
    ("vertex colors", |s| yes(s.vertex_colors)),
];

fn one(number: f32) -> Shown {
    Shown::Numbers([number, 0.0, 0.0, 0.0], 1)
}

fn three(vector: glam::Vec3) -> Shown {
    Shown::Numbers([vector.x, vector.y, vector.z, 0.0], 3)
}

fn yes(yes: bool) -> Shown {
    Shown::Word(if yes { "yes" } else { "no" })
}

/// Tells in what the materials differ; for each of the first model's the one of the second.
pub fn compare(
    out: &mut Differences,
    of: &OwnerName,
    [before, after]: [&[Material]; 2],
    textures: &PairedTextures,
) -> Vec<Option<MaterialIndex>> {
    let names = (|at: usize| &*before[at].name, |at: usize| &*after[at].name);
    let mut pairs = by_name(
        before.iter().map(|material| &*material.name),
        after.iter().map(|material| &*material.name),
    );
    let is_same = |(a, b): (usize, usize)| {
        let [a, b] = [&before[a], &after[b]];
        a.surface == b.surface && a.slots.len() == b.slots.len() && !a.slots.is_empty()
    };
    let renamed = pairs.find_renamed(&mut out.tries, names, is_same);
    for at in &pairs.only_before {
        out.add(DifferencePart::Material, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Material, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &renamed {
        let names = [&*before[*a].name, &*after[*b].name];
        out.add(DifferencePart::Material, of, names[0], DifferenceKind::Renamed)
            .show(names);
    }
    let mut map = vec![None; before.len()];
    for (a, b) in pairs.all(&renamed) {
        map[a] = Some(MaterialIndex::new(b));
        compare_material(out, of, [&before[a], &after[b]], textures);
    }
    map
}

fn compare_material(out: &mut Differences, of: &OwnerName, materials: [&Material; 2], textures: &PairedTextures) {
    let about = (DifferencePart::Material, of, &*materials[0].name);
    out.set(about, "type", materials.map(|material| &*material.kind));
    for (property, value) in SURFACE {
        match materials.map(|material| value(&material.surface)) {
            [Shown::Numbers(a, count), Shown::Numbers(b, _)] => {
                let by = streams::apart(&a, &b);
                // Two infinite distances lie no number apart, which counts as nothing.
                if by > out.tolerance.number {
                    let difference = out.add(about.0, of, about.2, DifferenceKind::Set);
                    (difference.property, difference.greatest) = (*property, Some(by));
                    difference.show([&rest::numbers(&a[..count]), &rest::numbers(&b[..count])]);
                }
            }
            [Shown::Word(a), Shown::Word(b)] => out.set(about, property, [a, b]),
            _ => {}
        }
    }
    let [a, b] = materials.map(|material| &material.facts);
    if !std::sync::Arc::ptr_eq(a, b) && a != b {
        out.set(about, "facts", ["", "other facts"]);
    }
    let of = &OwnerName::of(&materials[0].name);
    let [before, after] = materials.map(|material| &*material.slots);
    let pairs = by_name(
        before.iter().map(|slot| &*slot.name),
        after.iter().map(|slot| &*slot.name),
    );
    for at in &pairs.only_before {
        out.add(DifferencePart::Slot, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Slot, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &pairs.both {
        compare_slot(out, of, [&before[*a], &after[*b]], textures);
    }
}

fn compare_slot(out: &mut Differences, of: &OwnerName, slots: [&Slot; 2], textures: &PairedTextures) {
    let about = (DifferencePart::Slot, of, &*slots[0].name);
    let sources = slots.map(|slot| &slot.source);
    match sources {
        [SlotSource::Texture(a), SlotSource::Texture(b)] => {
            if !textures.are_same(*a, *b) {
                out.set(about, "texture", [textures.name(0, *a), textures.name(1, *b)]);
            }
            let lookups = slots.map(|slot| lookup(&slot.lookup));
            out.set(about, "lookup", [&lookups[0], &lookups[1]]);
        }
        [
            SlotSource::Color { rgba: a, space: s },
            SlotSource::Color { rgba: b, space: t },
        ] => {
            let by = streams::apart(&a.to_array(), &b.to_array());
            if by > out.tolerance.number || s != t {
                let difference = out.add(DifferencePart::Slot, of, about.2, DifferenceKind::Set);
                (difference.property, difference.greatest) = ("color", Some(by));
                difference.show([&color(*a, *s), &color(*b, *t)]);
            }
        }
        _ => {
            let words = [0, 1].map(|side| match sources[side] {
                SlotSource::Texture(texture) => textures.name(side, *texture),
                SlotSource::Color { .. } => "a color",
                SlotSource::NoPath => "a file without a path",
                SlotSource::Missing => "a link to nothing",
            });
            out.set(about, "source", words);
        }
    }
}

fn color(rgba: glam::Vec4, space: ColorSpace) -> String {
    let space = match space {
        ColorSpace::Srgb => "sRGB",
        ColorSpace::Linear => "linear",
    };
    format!("{} {space}", rest::numbers(&rgba.to_array()))
}

fn lookup(lookup: &Lookup) -> String {
    let wraps = lookup.wrap.map(|wrap| match wrap {
        Wrap::Repeat => "repeat",
        Wrap::Mirror => "mirror",
        Wrap::Clamp => "clamp",
    });
    let [offset, scale] = [lookup.offset, lookup.scale].map(|pair| rest::numbers(&pair.to_array()));
    format!(
        "layer {}, offset {offset}, turned {}, scale {scale}, {} and {}, {}",
        lookup.uv_layer,
        rest::numbers(&[lookup.rotation_rad]),
        wraps[0],
        wraps[1],
        if lookup.smooth { "smooth" } else { "texels" }
    )
}
