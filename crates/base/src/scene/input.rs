//! The inputs of a surface, and the slot that feeds each.
//!
//! In: a slot's name. Out: the inputs it feeds, each by one part of its value. Names are those of the formats: Cast's
//! (docs/formats/cast.md §3.12; .Shape maps take the same), and glTF's own without the word texture.

use super::{ColorSpace, Material, Slot, Workflow};

/// Something of a [`super::Surface`] that a texture can vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Input {
    /// Linear light and coverage: [`super::Surface::base_color`].
    BaseColor,
    /// More coverage: multiplies that of the base colour.
    Opacity,
    /// [`super::Surface::metallic`].
    Metallic,
    /// Perceptual.
    Roughness,
    /// Colour of the reflection: of a dielectric, or all of F0 ([`Workflow::SpecularGloss`]).
    SpecularColor,
    /// Strength of a dielectric's reflection.
    Specular,
    /// Direction of the surface in the frame of normal and tangent.
    Normal,
    /// Share of the light from all around that arrives.
    Occlusion,
    /// Occlusion by small cracks, multiplied with `Occlusion`.
    Cavity,
    /// [`super::Surface::emissive`].
    Emissive,
    /// Multiplies what is emitted.
    EmissionMask,
    /// [`super::Surface::clearcoat`].
    Clearcoat,
    /// [`super::Surface::clearcoat_roughness`].
    ClearcoatRoughness,
    /// As `Normal`, of the clear layer on top.
    ClearcoatNormal,
    /// [`super::Surface::transmission`].
    Transmission,
    /// [`super::Surface::sheen_color`].
    SheenColor,
    /// [`super::Surface::sheen_roughness`].
    SheenRoughness,
    /// [`super::Interior::thickness`].
    Thickness,
    /// [`super::Surface::iridescence`].
    Iridescence,
    /// From one end of [`super::Surface::iridescence_thickness_nm`] to the other.
    IridescenceThickness,
    /// Direction in the frame of tangent and bitangent; blue is a share of [`super::Surface::anisotropy`].
    Anisotropy,
}

/// Which part of a slot's value an input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Stored as sRGB, alpha as it is.
    Color,
    /// Twice a vector minus one.
    Vector,
    /// One channel, 0 to 3.
    Channel(u8),
    /// One minus a channel: gloss.
    Inverse(u8),
}

use Input::*;
use Part::*;

/// Slot, input, part.
const FEEDS: &[(&str, Input, Part)] = &[
    ("albedo", BaseColor, Color),
    ("diffuse", BaseColor, Color),
    ("baseColor", BaseColor, Color),
    ("opacity", Opacity, Channel(0)),
    ("metal", Metallic, Channel(0)),
    ("metallicRoughness", Metallic, Channel(2)),
    ("metallicRoughness", Roughness, Channel(1)),
    ("roughness", Roughness, Channel(0)),
    ("gloss", Roughness, Inverse(0)),
    ("specularGlossiness", SpecularColor, Color),
    ("specularGlossiness", Roughness, Inverse(3)),
    ("specularStrength", Specular, Channel(3)),
    ("specularColor", SpecularColor, Color),
    ("normal", Normal, Vector),
    ("ao", Occlusion, Channel(0)),
    ("occlusion", Occlusion, Channel(0)),
    ("cavity", Cavity, Channel(0)),
    ("emissive", Emissive, Color),
    ("emask", EmissionMask, Channel(0)),
    ("clearcoat", Clearcoat, Channel(0)),
    ("clearcoatRoughness", ClearcoatRoughness, Channel(1)),
    ("clearcoatNormal", ClearcoatNormal, Vector),
    ("transmission", Transmission, Channel(0)),
    ("sheenColor", SheenColor, Color),
    ("sheenRoughness", SheenRoughness, Channel(3)),
    ("thickness", Thickness, Channel(1)),
    ("iridescence", Iridescence, Channel(0)),
    ("iridescenceThickness", IridescenceThickness, Channel(1)),
    ("anisotropy", Anisotropy, Vector),
];

impl Input {
    /// How many inputs there are.
    pub const COUNT: usize = 21;

    /// In the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        BaseColor,
        Opacity,
        Metallic,
        Roughness,
        SpecularColor,
        Specular,
        Normal,
        Occlusion,
        Cavity,
        Emissive,
        EmissionMask,
        Clearcoat,
        ClearcoatRoughness,
        ClearcoatNormal,
        Transmission,
        SheenColor,
        SheenRoughness,
        Thickness,
        Iridescence,
        IridescenceThickness,
        Anisotropy,
    ];

    /// For people.
    pub fn word(self) -> &'static str {
        match self {
            BaseColor => "base color",
            Opacity => "opacity",
            Metallic => "metallic",
            Roughness => "roughness",
            SpecularColor => "specular color",
            Specular => "specular strength",
            Normal => "normal",
            Occlusion => "occlusion",
            Cavity => "cavity",
            Emissive => "emissive",
            EmissionMask => "emission mask",
            Clearcoat => "clearcoat",
            ClearcoatRoughness => "clearcoat roughness",
            ClearcoatNormal => "clearcoat normal",
            Transmission => "transmission",
            SheenColor => "sheen color",
            SheenRoughness => "sheen roughness",
            Thickness => "thickness",
            Iridescence => "iridescence",
            IridescenceThickness => "iridescence thickness",
            Anisotropy => "anisotropy",
        }
    }
}

impl Material {
    /// Inputs that a slot of that name feeds here. Cast's `specular` is a level of dielectrics in one workflow and F0 in the other.
    pub fn feeds(&self, slot: &str) -> impl Iterator<Item = (Input, Part)> {
        let specular = (slot == "specular").then_some(match self.surface.workflow {
            Workflow::Metalness => (Specular, Channel(0)),
            Workflow::SpecularGloss => (SpecularColor, Color),
        });
        let listed = FEEDS.iter().filter(move |(name, ..)| *name == slot);
        listed.map(|(_, input, part)| (*input, *part)).chain(specular)
    }

    /// The slot that feeds `input`, the first in property order (cast.md A35), and by which part.
    pub fn fed(&self, input: Input) -> Option<(&Slot, Part)> {
        self.slots.iter().find_map(|slot| {
            let part = self.feeds(&slot.name).find(|(fed, _)| *fed == input)?.1;
            Some((slot, part))
        })
    }

    /// The inputs that `slot`, one of this material's, feeds: not those that an earlier one feeds already.
    pub fn fed_by(&self, slot: &Slot) -> impl Iterator<Item = (Input, Part)> {
        let is_first =
            move |(input, _): &(Input, Part)| self.fed(*input).is_some_and(|(fed, _)| std::ptr::eq(fed, slot));
        self.feeds(&slot.name).filter(is_first)
    }

    /// How the texels of a slot of that name are stored: as colours where any input takes them so, else as numbers.
    pub fn space_of(&self, slot: &str) -> ColorSpace {
        match self.feeds(slot).any(|(_, part)| part == Color) {
            true => ColorSpace::Srgb,
            false => ColorSpace::Linear,
        }
    }
}

impl Material {
    /// The first slot, in property order, whose name is one of `names`.
    pub fn slot(&self, names: &[&str]) -> Option<&Slot> {
        self.slots.iter().find(|slot| names.contains(&&*slot.name))
    }

    /// The slot that feeds the base colour.
    pub fn base_color(&self) -> Option<&Slot> {
        self.fed(Input::BaseColor).map(|(slot, _)| slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{SlotSource, Surface};

    fn material(workflow: Workflow, slots: &[&str]) -> Material {
        Material {
            slots: slots.iter().map(|name| Slot::new(*name, SlotSource::NoPath)).collect(),
            surface: Surface {
                workflow,
                ..Surface::default()
            },
            ..Material::default()
        }
    }

    #[test]
    fn inputs_are_numbered_in_order() {
        for (at, input) in Input::ALL.into_iter().enumerate() {
            assert_eq!(input as usize, at);
        }
    }

    #[test]
    fn the_first_of_two_slots_feeds_an_input() {
        let material = material(Workflow::Metalness, &["gloss", "roughness", "metal", "specular"]);
        let fed = |input| material.fed(input).map(|(slot, part)| (&*slot.name, part));
        assert_eq!(fed(Roughness), Some(("gloss", Inverse(0))));
        assert_eq!(fed(Specular), Some(("specular", Channel(0))));
        assert_eq!(fed(SpecularColor), None);
        assert_eq!(material.fed_by(&material.slots[1]).count(), 0);
    }

    #[test]
    fn specular_is_a_colour_beside_gloss() {
        let material = material(Workflow::SpecularGloss, &["specular", "specularGlossiness"]);
        let fed = |input| material.fed(input).map(|(slot, part)| (&*slot.name, part));
        assert_eq!(fed(SpecularColor), Some(("specular", Color)));
        assert_eq!(fed(Roughness), Some(("specularGlossiness", Inverse(3))));
        assert_eq!(material.space_of("specularGlossiness"), ColorSpace::Srgb);
        assert_eq!(material.space_of("metallicRoughness"), ColorSpace::Linear);
    }
}
