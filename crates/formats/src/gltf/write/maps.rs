//! Maps of any format → those that a glTF material has (docs/formats/gltf.md §5): roughness and metal in one image,
//! opacity in the alpha of the base colour.
//!
//! In: a material. Out: its surface, and the textures for each place; images that must be made first are asked for. Never here:
//! pixels.

use super::surface::{fold, neutralise};
use crate::rules::convert as rule;
use crate::{Mix, Packing, Packings, Term};
use castview_base::core::{Diagnostics, Place, TextureIndex};
use castview_base::scene::{ColorSpace, Input, Lookup, Material, Part, Scene, Slot, SlotSource, Surface, Workflow};
use glam::Vec3;

/// A material in glTF's words.
#[derive(Clone, Debug)]
pub struct GltfMaterial {
    /// Factors and flags.
    pub surface: Surface,
    /// The textures, at most one for each place that glTF has.
    pub maps: Vec<Map>,
}

/// A texture in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    pub place: MapPlace,
    pub texture: TextureIndex,
    pub lookup: Lookup,
}

/// The extension (none: the material itself) and the property in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPlace {
    pub extension: Option<&'static str>,
    pub property: &'static str,
}

pub(super) const SPECULAR: &str = "KHR_materials_specular";
pub(super) const CLEARCOAT: &str = "KHR_materials_clearcoat";
pub(super) const TRANSMISSION: &str = "KHR_materials_transmission";
pub(super) const VOLUME: &str = "KHR_materials_volume";
pub(super) const SHEEN: &str = "KHR_materials_sheen";
pub(super) const IRIDESCENCE: &str = "KHR_materials_iridescence";
pub(super) const ANISOTROPY: &str = "KHR_materials_anisotropy";

const fn own(property: &'static str) -> MapPlace {
    MapPlace {
        extension: None,
        property,
    }
}

const fn of(extension: &'static str, property: &'static str) -> MapPlace {
    MapPlace {
        extension: Some(extension),
        property,
    }
}

const BASE_COLOR: MapPlace = own("baseColorTexture");
const METALLIC_ROUGHNESS: MapPlace = own("metallicRoughnessTexture");
const OCCLUSION: MapPlace = own("occlusionTexture");
const EMISSIVE: MapPlace = own("emissiveTexture");
const SPECULAR_COLOR: MapPlace = of(SPECULAR, "specularColorTexture");

/// Where the map of `slot` goes as it is; `None` where others belong in the same image or another channel is read.
fn place(slot: &str, input: Input) -> Option<MapPlace> {
    match (input, slot) {
        (Input::Normal, _) => Some(own("normalTexture")),
        (Input::Specular, "specularStrength") => Some(of(SPECULAR, "specularTexture")),
        (Input::Clearcoat, _) => Some(of(CLEARCOAT, "clearcoatTexture")),
        (Input::ClearcoatRoughness, _) => Some(of(CLEARCOAT, "clearcoatRoughnessTexture")),
        (Input::ClearcoatNormal, _) => Some(of(CLEARCOAT, "clearcoatNormalTexture")),
        (Input::Transmission, _) => Some(of(TRANSMISSION, "transmissionTexture")),
        (Input::SheenColor, _) => Some(of(SHEEN, "sheenColorTexture")),
        (Input::SheenRoughness, _) => Some(of(SHEEN, "sheenRoughnessTexture")),
        (Input::Thickness, _) => Some(of(VOLUME, "thicknessTexture")),
        (Input::Iridescence, _) => Some(of(IRIDESCENCE, "iridescenceTexture")),
        (Input::IridescenceThickness, _) => Some(of(IRIDESCENCE, "iridescenceThicknessTexture")),
        (Input::Anisotropy, _) => Some(of(ANISOTROPY, "anisotropyTexture")),
        _ => None,
    }
}

/// The materials of all models, one after the other. Packings are noted, properties without a place are reported.
pub fn settle(scene: &Scene, packings: &mut Packings<'_>, losses: &mut Diagnostics) -> Vec<GltfMaterial> {
    let materials = scene.models.iter().flat_map(|model| &model.materials);
    materials.map(|material| one(material, packings, losses)).collect()
}

/// An input that an image feeds.
#[derive(Clone, Copy)]
struct Fed<'a> {
    input: Input,
    part: Part,
    slot: &'a Slot,
    texture: TextureIndex,
}

struct Settling<'a, 'b, 's> {
    surface: Surface,
    maps: Vec<Map>,
    fed: Vec<Fed<'a>>,
    packings: &'b mut Packings<'s>,
    losses: &'b mut Diagnostics,
    material: &'a Material,
}

fn one(material: &Material, packings: &mut Packings<'_>, losses: &mut Diagnostics) -> GltfMaterial {
    let mut settling = Settling {
        surface: material.surface,
        maps: Vec::new(),
        fed: Vec::new(),
        packings,
        losses,
        material,
    };
    let mut lost: Vec<&str> = Vec::new();
    for slot in &material.slots {
        let mut is_fed = false;
        for (input, part) in material.fed_by(slot) {
            is_fed = true;
            match slot.source {
                SlotSource::Color { .. } => {
                    lost.extend((!fold(&mut settling.surface, slot, input, part)).then_some(&*slot.name));
                }
                SlotSource::Texture(texture) => settling.fed.push(Fed {
                    input,
                    part,
                    slot,
                    texture,
                }),
                SlotSource::NoPath | SlotSource::Missing => neutralise(&mut settling.surface, input),
            }
        }
        if !is_fed && matches!(slot.source, SlotSource::Texture(_) | SlotSource::Color { .. }) {
            lost.push(&slot.name);
        }
    }
    settling.base_color();
    settling.metal_and_roughness();
    settling.occlusion();
    settling.emission();
    settling.reflection();
    for fed in settling.fed.clone() {
        if let Some(place) = place(&fed.slot.name, fed.input) {
            settling.put(place, fed.texture, fed.slot);
        }
    }
    lost.dedup();
    if !lost.is_empty() {
        settling.lose(format!("this writer has no place for {}; left out", lost.join(", ")));
    }
    GltfMaterial {
        surface: settling.surface,
        maps: settling.maps,
    }
}

impl<'a> Settling<'a, '_, '_> {
    fn place(&self) -> Place {
        Place {
            node_path: format!("material \"{}\"", self.material.name.escape_debug()),
            offset: 0,
        }
    }

    fn lose(&mut self, message: String) {
        let place = self.place();
        self.losses.report(rule::X_LOST, || place, || message);
    }

    fn fed(&self, input: Input) -> Option<Fed<'a>> {
        self.fed.iter().find(|fed| fed.input == input).copied()
    }

    fn put(&mut self, place: MapPlace, texture: TextureIndex, slot: &Slot) {
        self.maps.push(Map {
            place,
            texture,
            lookup: slot.lookup,
        });
    }

    /// `second` beside `first` in one image, if that can be; else it is lost.
    fn beside(&mut self, first: Option<Fed<'a>>, second: Option<Fed<'a>>) -> Option<Fed<'a>> {
        let second = second?;
        let first = first.unwrap_or(second);
        match self
            .packings
            .obstacle((first.slot, first.texture), (second.slot, second.texture))
        {
            None => Some(second),
            Some(obstacle) => {
                neutralise(&mut self.surface, second.input);
                self.lose(format!("{} {obstacle}; left out", second.slot.name));
                None
            }
        }
    }

    /// Puts an image made of `channels` in its place.
    fn pack(
        &mut self,
        (place, word): (MapPlace, &'static str),
        sources: &[Fed<'a>],
        channels: [Mix; 4],
    ) -> TextureIndex {
        let texture = self.packings.add(word, &sources[0].slot.lookup, channels);
        let names: Vec<(&str, TextureIndex)> = sources.iter().map(|fed| (&*fed.slot.name, fed.texture)).collect();
        let message = self.packings.sentence(texture, &names);
        let at = self.place();
        self.losses.report(rule::X_PACKED, || at, || message);
        self.put(place, texture, sources[0].slot);
        texture
    }

    /// Alpha is coverage.
    fn base_color(&mut self) {
        let base = self.fed(Input::BaseColor);
        let opacity = self.beside(base, self.fed(Input::Opacity));
        let Some(opacity) = opacity else {
            if let Some(base) = base {
                self.put(BASE_COLOR, base.texture, base.slot);
            }
            return;
        };
        let color = |at| match base {
            Some(base) => Mix::srgb([Term::new(base.texture, at, ColorSpace::Srgb)]),
            None => Mix::srgb([]),
        };
        let covered = base.map(|base| Term::number(base.texture, 3));
        let alpha = Mix::linear(covered.into_iter().chain([number(opacity)]));
        let sources: Vec<Fed> = base.into_iter().chain([opacity]).collect();
        self.pack(
            (BASE_COLOR, "baseColor"),
            &sources,
            [color(0), color(1), color(2), alpha],
        );
    }

    /// Green is roughness, blue is metal. Red is free: occlusion goes there if it is of the same size, so that one image does.
    fn metal_and_roughness(&mut self) {
        let (metal, rough) = (self.fed(Input::Metallic), self.fed(Input::Roughness));
        if let (Some(metal), Some(rough)) = (metal, rough)
            && std::ptr::eq(metal.slot, rough.slot)
            && &*metal.slot.name == "metallicRoughness"
        {
            self.put(METALLIC_ROUGHNESS, metal.texture, metal.slot);
            return;
        }
        let rough = self.beside(rough, rough);
        let metal = self.beside(rough, metal);
        let sources: Vec<Fed> = rough.into_iter().chain(metal).collect();
        let Some(first) = sources.first() else { return };
        let green = rough.map(|rough| {
            let term = number(rough);
            match rough.part {
                // Gloss `g` makes it 1 − (1 − roughness) · g, and `term` is 1 − g.
                Part::Inverse(_) => {
                    let factor = std::mem::replace(&mut self.surface.roughness, 1.0);
                    term.times(1.0 - factor).plus(factor)
                }
                _ => term,
            }
        });
        let size = self.packings.common_size(sources.iter().map(|fed| fed.texture));
        let shared = self.fed(Input::Occlusion).filter(|occlusion| {
            let fits =
                self.packings.size(occlusion.texture) == Some(size) && occlusion.slot.lookup == first.slot.lookup;
            fits && occlusion.part == Part::Channel(0) && self.fed(Input::Cavity).is_none()
        });
        let channels = [
            Mix::linear(shared.map(number)),
            Mix::linear(green),
            Mix::linear(metal.map(number)),
            Mix::ONE,
        ];
        let sources: Vec<Fed> = sources.into_iter().chain(shared).collect();
        let texture = self.pack((METALLIC_ROUGHNESS, "metallicRoughness"), &sources, channels);
        if let Some(shared) = shared {
            self.put(OCCLUSION, texture, shared.slot);
        }
    }

    /// Settles occlusion, in red. The cavities of other formats darken the same light.
    fn occlusion(&mut self) {
        if self.maps.iter().any(|map| map.place == OCCLUSION) {
            return;
        }
        let occlusion = self.fed(Input::Occlusion);
        let cavity = self.fed(Input::Cavity);
        match (occlusion, cavity) {
            (Some(only), None) => self.put(OCCLUSION, only.texture, only.slot),
            (None, Some(only)) => {
                self.surface.occlusion_strength = 1.0;
                self.put(OCCLUSION, only.texture, only.slot);
            }
            (Some(occlusion), Some(_)) => match self.beside(Some(occlusion), cavity) {
                Some(cavity) => {
                    let strength = std::mem::replace(&mut self.surface.occlusion_strength, 1.0);
                    let darkened = number(occlusion).times(strength).plus(1.0 - strength);
                    let grey = Packing::grey(Mix::linear([darkened, number(cavity)]));
                    self.pack((OCCLUSION, "occlusion"), &[occlusion, cavity], grey);
                }
                None => self.put(OCCLUSION, occlusion.texture, occlusion.slot),
            },
            (None, None) => {}
        }
    }

    fn emission(&mut self) {
        let own = self.fed(Input::Emissive);
        // A mask of no light.
        if self.surface.emissive == Vec3::ZERO {
            return;
        }
        let Some(mask) = self.beside(own, self.fed(Input::EmissionMask)) else {
            if let Some(own) = own {
                self.put(EMISSIVE, own.texture, own.slot);
            }
            return;
        };
        let color = |at| {
            let own = own.map(|own| Term::new(own.texture, at, ColorSpace::Srgb));
            Mix::srgb(own.into_iter().chain([number(mask)]))
        };
        let sources: Vec<Fed> = own.into_iter().chain([mask]).collect();
        self.pack(
            (EMISSIVE, "emissive"),
            &sources,
            [color(0), color(1), color(2), Mix::ONE],
        );
    }

    /// The colour of the reflection may take a level as a grey; a strength of its own would also thin out what is seen at grazing
    /// angles.
    fn reflection(&mut self) {
        let color = self.fed(Input::SpecularColor);
        if let Some(color) = color {
            self.put(SPECULAR_COLOR, color.texture, color.slot);
        }
        let level = self
            .fed(Input::Specular)
            .filter(|fed| &*fed.slot.name != "specularStrength");
        if color.is_some() && level.is_some() {
            self.lose("the level of reflections has no place beside their colour; left out".into());
        } else if let Some(level) = self.beside(level, level) {
            self.surface.specular_color *= self.surface.specular;
            self.surface.specular = 1.0;
            let mix = Mix::srgb([number(level)]);
            self.pack((SPECULAR_COLOR, "specularColor"), &[level], Packing::grey(mix));
        }
        // F0 may be twice what is usual for Cast and .Shape; a factor of glTF is a share.
        if self.surface.workflow == Workflow::Metalness && self.surface.specular > 1.0 {
            self.surface.specular_color *= self.surface.specular;
            self.surface.specular = 1.0;
        }
    }
}

/// The one number that `fed` takes.
fn number(fed: Fed<'_>) -> Term {
    match fed.part {
        Part::Inverse(at) => Term::number(fed.texture, at).times(-1.0).plus(1.0),
        Part::Channel(at) => Term::number(fed.texture, at),
        Part::Color | Part::Vector => Term::number(fed.texture, 0),
    }
}
