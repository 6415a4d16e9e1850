//! Materials of any format → slots that Cast has words for (docs/formats/cast.md §2.10 and §3.12).
//!
//! In: a material and its factors. Out: slots. Cast has no factors: they go into constant slots and into maps, which must then be
//! made first; a map of several inputs becomes one for each. Never here: pixels.

use super::draft::place;
use crate::cast::surface;
use crate::rules::convert as rule;
use crate::{Mix, Packing, Packings, Term};
use castview_base::core::{Diagnostics, TextureIndex};
use castview_base::scene::{
    Alpha, ColorSpace, Input, Interior, Lookup, Material, Model, Part, Scene, Slot, SlotSource, Surface, Workflow,
};
use glam::{Vec3, Vec4};

/// F0 where a level of reflections is 1.
const FULL_LEVEL: f32 = 0.08;
/// F0 of most that is no metal.
const DIELECTRIC: f32 = 0.04;
const CLOSE: f32 = 1e-4;

/// The slots of a material, in Cast's words.
pub type CastSlots = Vec<Slot>;

/// Slots of all models' materials, one after the other. Packings are noted, properties that Cast cannot say are reported.
pub fn settle(scene: &Scene, packings: &mut Packings<'_>, losses: &mut Diagnostics) -> Vec<CastSlots> {
    let mut all = Vec::new();
    for model in &scene.models {
        let tinted = tinted(model);
        for (index, material) in model.materials.iter().enumerate() {
            let mut settling = Settling {
                material,
                surface: as_cast_tells(material),
                packings,
                slots: Vec::new(),
                lost: Vec::new(),
                packed: Vec::new(),
                unread: Vec::new(),
            };
            settling.slots_of(tinted[index]);
            let Settling {
                slots,
                lost,
                packed,
                unread,
                ..
            } = settling;
            let at = || place("material", &material.name);
            for message in packed {
                losses.report(rule::X_PACKED, at, || message);
            }
            for message in unread {
                losses.report(rule::X_IMAGE, at, || message);
            }
            if !lost.is_empty() {
                losses.report(rule::X_LOST, at, || {
                    format!("Cast has no {}; left out", lost.join(", no "))
                });
            }
            all.push(slots);
        }
    }
    all
}

/// Says of each material whether it multiplies vertex colours with its own.
fn tinted(model: &Model) -> Vec<bool> {
    let mut tinted = vec![false; model.materials.len()];
    for mesh in model.meshes.iter().filter(|mesh| !mesh.colors.is_empty()) {
        if let Some(material) = mesh.material {
            tinted[material.get()] = model.materials[material.get()].surface.vertex_colors;
        }
    }
    tinted
}

/// A dielectric that reflects in a colour of its own, all of it, is Cast's other workflow: glTF tells that by an index of 0.
fn as_cast_tells(material: &Material) -> Surface {
    let surface = material.surface;
    let by_color = surface.workflow == Workflow::Metalness && surface.ior == 0.0;
    let is_metal = surface.metallic > 0.0;
    if !by_color || is_metal {
        return surface;
    }
    Surface {
        workflow: Workflow::SpecularGloss,
        specular_color: surface.specular_color * surface.specular,
        specular: 1.0,
        ior: 1.5,
        ..surface
    }
}

struct Settling<'a, 'b, 's> {
    material: &'a Material,
    surface: Surface,
    packings: &'b mut Packings<'s>,
    slots: CastSlots,
    /// Properties that Cast has no word for.
    lost: Vec<&'static str>,
    packed: Vec<String>,
    /// Slots that would have to be made of images that are not there.
    unread: Vec<String>,
}

/// An input that an image feeds.
#[derive(Clone, Copy)]
struct Fed<'a> {
    slot: &'a Slot,
    part: Part,
    texture: TextureIndex,
}

impl<'a> Settling<'a, '_, '_> {
    fn slots_of(&mut self, is_tinted: bool) {
        if self.is_cast_already() {
            self.slots.clone_from(&self.material.slots);
        } else {
            self.base_color();
            if self.surface.workflow == Workflow::Metalness {
                self.number(Input::Metallic, "metal", self.surface.metallic);
            }
            self.roughness();
            self.reflection();
            self.normal();
            self.occlusion();
            self.emission();
            self.rest();
        }
        let textured = self
            .slots
            .iter()
            .filter(|slot| matches!(slot.source, SlotSource::Texture(_)));
        let placed = textured.filter(|slot| slot.lookup != Lookup::default()).count() > 0;
        let surface = &self.surface;
        for (is_lost, what) in [
            (placed, "choice of where textures lie and how they go on"),
            (surface.alpha != Alpha::Opaque, "alpha modes"),
            (surface.unlit, "unlit surfaces"),
            (is_tinted, "vertex colours that tint a surface"),
            (surface.clearcoat > 0.0, "clearcoat"),
            (surface.transmission > 0.0, "transmission"),
            (surface.interior != Interior::default(), "volume"),
            (surface.sheen_color != Vec3::ZERO, "sheen"),
            (surface.iridescence > 0.0, "iridescence"),
            (surface.anisotropy > 0.0, "anisotropy"),
        ] {
            self.lost.extend(is_lost.then_some(what));
        }
    }

    /// The slots alone make the same surface.
    fn is_cast_already(&self) -> bool {
        let Surface {
            double_sided,
            vertex_colors,
            alpha,
            ..
        } = self.surface;
        let by_slots = Surface {
            double_sided,
            vertex_colors,
            alpha,
            ..surface::of(&self.material.slots)
        };
        let is_known = |slot: &Slot| !matches!(&*slot.name, "baseColor" | "metallicRoughness" | "specularGlossiness");
        by_slots == self.surface && self.material.slots.iter().all(is_known)
    }

    /// The image that feeds `input`.
    fn image(&self, input: Input) -> Option<Fed<'a>> {
        let (slot, part) = self.material.fed(input)?;
        match slot.source {
            SlotSource::Texture(texture) => Some(Fed { slot, part, texture }),
            _ => None,
        }
    }

    /// The constant that feeds `input`, as linear light and as stored.
    fn constant(&self, input: Input) -> Option<(Vec4, f32)> {
        let (slot, part) = self.material.fed(input)?;
        let SlotSource::Color { rgba, space } = slot.source else {
            return None;
        };
        let number = match part {
            Part::Channel(at) | Part::Inverse(at) => rgba[usize::from(at)],
            Part::Color | Part::Vector => 1.0,
        };
        Some((space.to_linear(rgba), number))
    }

    fn is_missing(&self, input: Input) -> bool {
        let source = self.material.fed(input).map(|(slot, _)| slot.source);
        matches!(source, Some(SlotSource::NoPath | SlotSource::Missing))
    }

    fn put(&mut self, name: &'static str, source: SlotSource, lookup: Lookup) {
        self.slots.push(Slot {
            name: name.into(),
            source,
            lookup,
        });
    }

    /// Linear light or a number in red.
    fn put_constant(&mut self, name: &'static str, rgba: Vec4) {
        let source = SlotSource::Color {
            rgba,
            space: ColorSpace::Linear,
        };
        self.put(name, source, Lookup::default());
    }

    fn put_number(&mut self, name: &'static str, value: f32) {
        self.put_constant(name, Vec3::splat(value).extend(1.0));
    }

    fn put_image(&mut self, name: &'static str, fed: Fed<'a>) {
        self.put(name, fed.slot.source, fed.slot.lookup);
    }

    /// An image of its own for the slot `name`. Falls back to the stored image if it cannot be decoded.
    fn pack(&mut self, name: &'static str, fed: Fed<'a>, channels: [Mix; 4]) {
        if self.packings.size(fed.texture).is_none() {
            self.unread.push(format!(
                "{} cannot be read; {name} names it as it is, whatever its channels and factors mean",
                fed.slot.name
            ));
            self.put_image(name, fed);
            return;
        }
        let texture = self.packings.add(name, &fed.slot.lookup, channels);
        self.packed
            .push(self.packings.sentence(texture, &[(&fed.slot.name, fed.texture)]));
        self.put(name, SlotSource::Texture(texture), fed.slot.lookup);
    }

    fn pack_number(&mut self, name: &'static str, fed: Fed<'a>, term: Term) {
        self.pack(name, fed, Packing::grey(Mix::linear([term])));
    }

    /// A map of colours times `factor`.
    fn color(&mut self, name: &'static str, fed: Fed<'a>, factor: Vec4) {
        if factor == Vec4::ONE {
            return self.put_image(name, fed);
        }
        let term = |at: u8| Term::new(fed.texture, at, ColorSpace::Srgb).times(factor[usize::from(at)]);
        let alpha = Mix::linear([Term::number(fed.texture, 3).times(factor.w)]);
        let [red, green, blue] = [0, 1, 2].map(|at| Mix::srgb([term(at)]));
        self.pack(name, fed, [red, green, blue, alpha]);
    }

    fn base_color(&mut self) {
        let name = match self.surface.workflow {
            Workflow::Metalness => "albedo",
            Workflow::SpecularGloss => "diffuse",
        };
        let factor = self.surface.base_color;
        match self.image(Input::BaseColor) {
            Some(fed) => self.color(name, fed, factor),
            None => {
                let own = self.constant(Input::BaseColor).map_or(Vec4::ONE, |(linear, _)| linear);
                self.put_constant(name, factor * own);
            }
        }
    }

    /// `input` times its factor.
    fn number(&mut self, input: Input, name: &'static str, factor: f32) {
        match self.image(input) {
            Some(_) if factor == 0.0 => self.put_number(name, 0.0),
            Some(fed) if fed.part == Part::Channel(0) && factor == 1.0 => self.put_image(name, fed),
            Some(fed) => self.pack_number(name, fed, channel(fed).times(factor)),
            // Without a slot of that name the workflow would be the other.
            None if self.is_missing(input) && input == Input::Metallic => self.put_number(name, 0.0),
            None if self.is_missing(input) => {}
            None => {
                let own = self.constant(input).map_or(1.0, |(_, number)| number);
                self.put_number(name, factor * own);
            }
        }
    }

    /// Gloss `g` makes roughness 1 − (1 − factor) · g.
    fn roughness(&mut self) {
        let factor = self.surface.roughness;
        let Some((slot, Part::Inverse(at))) = self.material.fed(Input::Roughness) else {
            return self.number(Input::Roughness, "roughness", factor);
        };
        match slot.source {
            SlotSource::Texture(texture) => {
                let part = Part::Inverse(at);
                let fed = Fed { slot, part, texture };
                match (at, factor) {
                    (0, 0.0) => self.put_image("gloss", fed),
                    _ => self.pack_number("gloss", fed, Term::number(texture, at).times(1.0 - factor)),
                }
            }
            SlotSource::Color { rgba, .. } => self.put_number("gloss", (1.0 - factor) * rgba[usize::from(at)]),
            SlotSource::NoPath | SlotSource::Missing => {}
        }
    }

    fn reflection(&mut self) {
        let surface = self.surface;
        let color = self.image(Input::SpecularColor);
        let tint = surface.specular_color
            * self
                .constant(Input::SpecularColor)
                .map_or(Vec3::ONE, |(c, _)| c.truncate());
        if surface.workflow == Workflow::SpecularGloss {
            match color {
                Some(fed) => {
                    // Coverage means nothing here.
                    let factor = tint.extend(1.0);
                    self.color("specular", fed, factor);
                }
                None if (tint - Vec3::splat(DIELECTRIC)).abs().max_element() < CLOSE => {}
                None => self.put_constant("specular", tint.extend(1.0)),
            }
            return;
        }
        let own = self.constant(Input::Specular).map_or(1.0, |(_, number)| number);
        let reflected = (surface.ior - 1.0) / (surface.ior + 1.0);
        let level = reflected * reflected * surface.specular * own * tint.max_element() / FULL_LEVEL;
        if (tint - Vec3::splat(tint.max_element())).abs().max_element() > CLOSE {
            self.lost.push("tint of what dielectrics reflect");
        }
        let strength = self.image(Input::Specular);
        match (strength, color) {
            (None, None) if (level - DIELECTRIC / FULL_LEVEL).abs() < CLOSE => {}
            (None, None) => self.put_number("specular", level),
            (Some(fed), None) if fed.part == Part::Channel(0) && level == 1.0 => self.put_image("specular", fed),
            (Some(fed), None) => self.pack_number("specular", fed, channel(fed).times(level)),
            (strength, Some(color)) => {
                // One level for all colours: green is nearest to how bright they are.
                let green = Term::new(color.texture, 1, ColorSpace::Srgb).times(level);
                let together = strength.filter(|fed| {
                    let pair = ((color.slot, color.texture), (fed.slot, fed.texture));
                    self.packings.obstacle(pair.0, pair.1).is_none()
                });
                if strength.is_some() && together.is_none() {
                    self.lost
                        .push("map of the strength of reflections beside one of their colour");
                }
                let terms = [green].into_iter().chain(together.map(channel));
                self.pack("specular", color, Packing::grey(Mix::linear(terms)));
                self.packed
                    .push("the level of reflections is taken from the green of their colour".into());
            }
        }
    }

    fn normal(&mut self) {
        let Some(fed) = self.image(Input::Normal) else { return };
        self.put_image("normal", fed);
        if self.surface.normal_scale != 1.0 {
            self.lost.push("strength of normal maps");
        }
    }

    fn occlusion(&mut self) {
        let strength = self.surface.occlusion_strength;
        let open = 1.0 - strength;
        match (self.image(Input::Occlusion), self.constant(Input::Occlusion)) {
            (Some(fed), _) if strength == 1.0 && fed.part == Part::Channel(0) => self.put_image("ao", fed),
            (Some(fed), _) => self.pack_number("ao", fed, channel(fed).times(strength).plus(open)),
            (None, Some((_, number))) => self.put_number("ao", open + strength * number),
            (None, None) => {}
        }
    }

    /// Settles the emission: light above 1, which an image cannot hold, is the mask's.
    fn emission(&mut self) {
        let own = self.constant(Input::Emissive).map_or(Vec3::ONE, |(c, _)| c.truncate());
        let light = self.surface.emissive * own;
        let brightest = light.max_element();
        if brightest <= 0.0 {
            return;
        }
        let mask = self.image(Input::EmissionMask);
        let masked = self.constant(Input::EmissionMask).map_or(1.0, |(_, number)| number);
        match self.image(Input::Emissive) {
            None => self.put_constant("emissive", (light * masked).extend(1.0)),
            Some(fed) => {
                let is_grey = (light - Vec3::splat(brightest)).abs().max_element() < CLOSE;
                let strength = match is_grey || brightest > 1.0 {
                    true => brightest,
                    false => 1.0,
                };
                self.color("emissive", fed, (light / strength).extend(1.0));
                if mask.is_none() && (strength * masked - 1.0).abs() > CLOSE {
                    self.put_number("emask", strength * masked);
                } else if mask.is_some() && strength != 1.0 {
                    self.lost.push("strength of light beside a mask of it");
                }
            }
        }
        if let Some(mask) = mask {
            self.put_image("emask", mask);
        }
    }

    /// Keeps by its name each slot that has no part in any of these.
    fn rest(&mut self) {
        let told = self.slots.len();
        for slot in &self.material.slots {
            let is_told = self.material.fed_by(slot).any(|(input, _)| {
                matches!(
                    input,
                    Input::BaseColor
                        | Input::Metallic
                        | Input::Roughness
                        | Input::SpecularColor
                        | Input::Specular
                        | Input::Normal
                        | Input::Occlusion
                        | Input::Emissive
                        | Input::EmissionMask
                )
            });
            let is_there = matches!(slot.source, SlotSource::Texture(_) | SlotSource::Color { .. });
            if !is_told && is_there && self.slots[..told].iter().all(|known| known.name != slot.name) {
                self.slots.push(slot.clone());
            }
        }
    }
}

/// The one number that `fed` takes.
fn channel(fed: Fed<'_>) -> Term {
    match fed.part {
        Part::Inverse(at) => Term::number(fed.texture, at).times(-1.0).plus(1.0),
        Part::Channel(at) => Term::number(fed.texture, at),
        Part::Color | Part::Vector => Term::number(fed.texture, 0),
    }
}
