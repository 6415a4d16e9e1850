//! Slots → the factors that Cast leaves unsaid (docs/formats/cast.md §3.12): what a slot feeds it feeds in full.

use castview_base::scene::{Input, Material, Slot, Surface, Workflow};
use glam::{Vec3, Vec4};

/// F0 of a dielectric with an index of refraction of 1.5.
const DIELECTRIC: f32 = 0.04;
/// Linear light: a surface without a base colour.
const NEUTRAL: Vec4 = Vec4::new(0.46, 0.46, 0.47, 1.0);

pub(crate) fn of(slots: &[Slot]) -> Surface {
    let is_there = |name: &str| slots.iter().any(|slot| &*slot.name == name);
    let plain = Surface {
        // cast.md A36.
        workflow: match is_there("metal") {
            true => Workflow::Metalness,
            false => Workflow::SpecularGloss,
        },
        ..Surface::default()
    };
    let material = Material {
        slots: slots.to_vec(),
        surface: plain,
        ..Material::default()
    };
    let fed = |input| material.fed(input).map(|(slot, _)| slot);
    let is_named = |input, name| fed(input).is_some_and(|slot| &*slot.name == name);
    Surface {
        base_color: fed(Input::BaseColor).map_or(NEUTRAL, |_| Vec4::ONE),
        metallic: fed(Input::Metallic).map_or(plain.metallic, |_| 1.0),
        roughness: match fed(Input::Roughness) {
            None => plain.roughness,
            Some(_) if is_named(Input::Roughness, "gloss") => 0.0,
            Some(_) => 1.0,
        },
        // The level is F0 in units of 0.08.
        specular: fed(Input::Specular).map_or(plain.specular, |_| 0.08 / DIELECTRIC),
        specular_color: match (plain.workflow, fed(Input::SpecularColor)) {
            (Workflow::SpecularGloss, None) => Vec3::splat(DIELECTRIC),
            _ => Vec3::ONE,
        },
        // Without a colour of its own light, a mask of it means nothing.
        emissive: fed(Input::Emissive).map_or(Vec3::ZERO, |_| Vec3::ONE),
        ..plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::SlotSource;

    fn surface(names: &[&str]) -> Surface {
        let slots: Vec<Slot> = names
            .iter()
            .map(|name| {
                Slot::new(
                    *name,
                    SlotSource::Color {
                        rgba: Vec4::ONE,
                        space: Default::default(),
                    },
                )
            })
            .collect();
        of(&slots)
    }

    #[test]
    fn a_slot_feeds_in_full_what_it_feeds() {
        let metal = surface(&["albedo", "metal", "specular", "gloss", "emissive"]);
        assert_eq!(metal.workflow, Workflow::Metalness);
        assert_eq!((metal.metallic, metal.specular, metal.roughness), (1.0, 2.0, 0.0));
        assert_eq!((metal.base_color, metal.emissive), (Vec4::ONE, Vec3::ONE));
        let glossy = surface(&["specular", "roughness", "emask"]);
        assert_eq!(glossy.workflow, Workflow::SpecularGloss);
        assert_eq!(
            (glossy.metallic, glossy.specular_color, glossy.roughness),
            (0.0, Vec3::ONE, 1.0)
        );
        assert_eq!((glossy.base_color, glossy.emissive), (NEUTRAL, Vec3::ZERO));
        let bare = surface(&["albedo"]);
        assert_eq!(
            (bare.specular_color, bare.roughness),
            (Vec3::splat(DIELECTRIC), Surface::default().roughness)
        );
    }
}
