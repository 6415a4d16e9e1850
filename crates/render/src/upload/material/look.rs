//! Material → how it is drawn: one uniform, and the images of its maps.
//!
//! In: a material and the textures that are there. Out: a [`Look`]. Values of missing slots stay neutral. A surface that is animated is the
//! material with other factors: nothing else is read from the scene here.
//!
//! The way of a material, from a file to the screen:
//!
//! 1. A format's `lower` keeps the file's slots by their own names and fills `scene::Surface`, the factors: what is special about
//!    a format is settled there (`formats::cast::surface`: what Cast leaves unsaid).
//! 2. `scene::input` is the one table of slots: the input that each feeds, and by which channel. Loader (what
//!    is worth decoding), renderer and inspector read it.
//! 3. `render::upload::material::Look` is the only place where a material becomes a uniform and a list of maps; clay is a look too. An
//!    animated material is the same material with other factors.
//! 4. `render::upload::texture` keeps one bind group for each set of maps. An image used as colours and as numbers is uploaded
//!    once for each.
//! 5. `shaders/surfaces/mesh.wgsl` is one shader, for which `render::upload::material::Wiring` writes the part that reads maps: it binds
//!    those that a material has, and reads an image once for all that it feeds. Constants choose the features of a material beside metal
//!    and roughness ([`Features`]). Where an adapter samples fewer textures than a material has, the least important maps are left out and
//!    told of (`texture::LOSES`). Surfaces that let light through are drawn after all others, and look into a copy of these
//!    (`render::job::behind`). Normal maps take the frame that MikkTSpace would give them from the texture coordinates on the screen
//!    (`bent` in `shaders/shared/material.wgsl`): nothing to generate, upload or deform, and right after any deformation. Where a glTF file
//!    gives tangents, which may say something else, the frame is theirs: other entry points of the same shader (`FRAMED`). Cast's have no
//!    side and are not read.
//! 6. Written to another format, a material is told in that format's words by `gltf::settle` and `cast::settle`. Where these want
//!    several maps in one image, or one by itself, they ask for a `formats::Packing`: for each channel of the new image the
//!    source image, its channel and a factor. `offline::convert` has the pixels and makes it.
//! 7. `crates/testkit/src/shading.rs` is the CPU twin of `shaders/shared/light/reflection.wgsl` and `light.wgsl`; `crates/render/tests/surfaces` compares
//!    pixels.

use crate::gpu::gpu_types::{MapUniform, MaterialUniform};
use crate::upload::image_sending::Texel;
use castview_base::scene::{Alpha, ColorSpace, Input, Lookup, Material, Part, SlotSource, Surface, Workflow, Wrap};
use castview_images::Pixels;
use castview_picture::Texture;
use glam::{Vec3, Vec4};
use std::sync::Arc;

/// Sets of texture coordinates that one material can use.
pub const LAYERS: usize = 2;

/// Surfaces without a material or without the image of their base colour, and all of them when untextured; linear light.
pub const CLAY: Vec4 = Vec4::new(0.46, 0.46, 0.47, 1.0);

/// Less coverage than this shows nothing of a surface that blends.
const BARELY_SEEN: f32 = 0.02;

/// F0 of most that is no metal.
const DIELECTRIC: f32 = 0.04;

/// The shader's flags.
const UNLIT: u32 = 1;
const SPECULAR_GLOSS: u32 = 2;
const GLOSS: u32 = 4;
const SEEN_THROUGH: u32 = 8;
const WHOLE: u32 = 16;

/// Features of a material beside metal and roughness: constants of the shader by these names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    pub coated: bool,
    pub sheen: bool,
    pub iridescent: bool,
    pub anisotropic: bool,
    pub transmits: bool,
}

impl Features {
    pub fn constants(self) -> [(&'static str, f64); 5] {
        [
            ("COATED", self.coated.into()),
            ("SHEEN", self.sheen.into()),
            ("IRIDESCENT", self.iridescent.into()),
            ("ANISOTROPIC", self.anisotropic.into()),
            ("TRANSMITS", self.transmits.into()),
        ]
    }
}

/// How a material is drawn.
#[derive(Clone, Debug)]
pub struct Look {
    pub uniform: MaterialUniform,
    /// By [`Input`].
    pub maps: [Option<Sampled>; Input::COUNT],
    pub alpha: Alpha,
    /// For people.
    pub name: String,
}

/// An image and how it is sampled.
#[derive(Clone, Debug)]
pub struct Sampled {
    pub image: Arc<Pixels>,
    pub kind: Texel,
    /// Across and down.
    pub wrap: [Wrap; 2],
    pub smooth: bool,
    pub lookup: MapUniform,
    pub part: Part,
}

impl Look {
    /// `missing` stands for base colours that are not found; without it these are clay.
    pub fn of(material: &Material, textures: &[Texture], missing: Option<&Arc<Pixels>>) -> Self {
        let mut look = Self::plain(&material.surface);
        look.name.clone_from(&material.name);
        let layers = layers(material);
        let mut is_fed = [false; Input::COUNT];
        for slot in &material.slots {
            for (input, part) in material.feeds(&slot.name) {
                let at = input as usize;
                if std::mem::replace(&mut is_fed[at], true) {
                    continue;
                }
                // Texel density is told of the file's own image, however small the one is that is drawn.
                let mut size = None;
                let image = match slot.source {
                    SlotSource::Color { rgba, space } => {
                        look.uniform.vary(input, part, rgba, space);
                        continue;
                    }
                    SlotSource::Texture(texture) => match textures.get(texture.get()) {
                        Some(Texture::Missing) if input == Input::BaseColor => {
                            if missing.is_none() {
                                let alpha = look.uniform.base_color[3];
                                look.uniform.base_color = CLAY.with_w(alpha).to_array();
                            }
                            missing
                        }
                        texture => {
                            size = texture.and_then(Texture::full_size);
                            texture.and_then(Texture::image)
                        }
                    },
                    SlotSource::NoPath | SlotSource::Missing => None,
                };
                let Some(image) = image else {
                    look.uniform.neutralise(input, material.surface.workflow);
                    continue;
                };
                let layer = layers.iter().position(|layer| *layer == slot.lookup.uv_layer);
                if matches!(part, Part::Inverse(_)) {
                    look.uniform.flags |= GLOSS;
                }
                look.maps[at] = Some(Sampled {
                    image: image.clone(),
                    kind: match part {
                        // Alpha is the same in both, and colours are more likely to be there.
                        Part::Channel(3) | Part::Inverse(3) => Texel::Light,
                        _ => Texel::of(material.space_of(&slot.name), input),
                    },
                    wrap: slot.lookup.wrap,
                    smooth: slot.lookup.smooth,
                    lookup: map(&slot.lookup, layer.unwrap_or(0), size.unwrap_or(image.size())),
                    part,
                });
            }
        }
        look.drop_idle();
        look.uniform.hold();
        look
    }

    /// Without any slots.
    pub fn plain(surface: &Surface) -> Self {
        let has = |flag: bool, bit: u32| if flag { bit } else { 0 };
        // Straight on, between air and a medium of that index.
        let reflected = (surface.ior - 1.0) / (surface.ior + 1.0);
        let interior = &surface.interior;
        let [thin, thick] = surface.iridescence_thickness_nm;
        Self {
            uniform: MaterialUniform {
                base_color: surface.base_color.to_array(),
                emissive: surface.emissive.to_array(),
                cutoff: match surface.alpha {
                    Alpha::Mask(cutoff) => cutoff,
                    _ => 0.0,
                },
                specular_color: surface.specular_color.to_array(),
                specular: surface.specular,
                metallic: surface.metallic,
                roughness: surface.roughness,
                dielectric: reflected * reflected,
                normal_scale: surface.normal_scale,
                occlusion_strength: surface.occlusion_strength,
                openness: 1.0,
                transmission: surface.transmission,
                clearcoat: surface.clearcoat,
                clearcoat_roughness: surface.clearcoat_roughness,
                clearcoat_normal_scale: surface.clearcoat_normal_scale,
                flags: has(surface.unlit, UNLIT) | has(surface.workflow == Workflow::SpecularGloss, SPECULAR_GLOSS),
                ior: surface.ior.max(1.0),
                sheen_color: surface.sheen_color.to_array(),
                sheen_roughness: surface.sheen_roughness,
                absorption: interior
                    .attenuation_color
                    .to_array()
                    .map(|left| -left.max(1e-6).ln() / interior.attenuation_distance),
                thickness: interior.thickness,
                iridescence: surface.iridescence,
                iridescence_ior: surface.iridescence_ior,
                film_thickness: thin,
                film_range: thick - thin,
                anisotropy_direction: [
                    surface.anisotropy_rotation_rad.cos(),
                    surface.anisotropy_rotation_rad.sin(),
                ],
                anisotropy: surface.anisotropy,
                pad: 0,
                maps: [MapUniform::default(); Input::COUNT],
            },
            maps: [const { None }; Input::COUNT],
            alpha: surface.alpha,
            name: String::new(),
        }
    }

    /// The same with its base colour multiplied by an sRGB colour; alpha stays.
    pub fn tinted(mut self, tint: Option<[u8; 3]>) -> Self {
        if let Some([red, green, blue]) = tint {
            let stored = Vec4::new(f32::from(red), f32::from(green), f32::from(blue), 255.0) / 255.0;
            let base = Vec4::from(self.uniform.base_color) * ColorSpace::Srgb.to_linear(stored);
            self.uniform.base_color = base.to_array();
        }
        self
    }

    /// The same under X-ray: seen through, most where it faces the eye. Holes stay holes, and where the material has no use for
    /// alpha the alpha of its maps still means nothing.
    pub fn seen_through(mut self) -> Self {
        self.uniform.flags |= SEEN_THROUGH;
        // All of it lets light through.
        self.uniform.transmission = 0.0;
        if self.alpha != Alpha::Blend {
            self.uniform.flags |= WHOLE;
        }
        self.alpha = Alpha::Blend;
        self
    }

    /// The look for one input shown by itself: a blended surface is drawn whole, unless it is all but clear.
    pub fn bare(mut self) -> Self {
        if self.alpha == Alpha::Blend {
            (self.alpha, self.uniform.cutoff) = (Alpha::Mask(BARELY_SEEN), BARELY_SEEN);
        }
        self
    }

    /// Clay with the same holes, for ways to look that do not show materials; `None` without holes. They belong to the shape: a leaf is no
    /// board because it is clay.
    pub fn holes(self) -> Option<Self> {
        let mut bare = self.bare();
        let Alpha::Mask(_) = bare.alpha else { return None };
        let mut clay = Self::plain(&Surface {
            base_color: CLAY.with_w(bare.uniform.base_color[3]),
            alpha: bare.alpha,
            ..Surface::default()
        });
        for input in [Input::BaseColor, Input::Opacity] {
            clay.maps[input as usize] = bare.maps[input as usize].take();
        }
        clay.name = bare.name;
        Some(clay)
    }

    /// Features that the shader needs for this look.
    pub fn features(&self) -> Features {
        let uniform = &self.uniform;
        if uniform.flags & UNLIT != 0 {
            return Features::default();
        }
        Features {
            coated: uniform.clearcoat > 0.0,
            sheen: uniform.sheen_color.iter().any(|channel| *channel > 0.0),
            iridescent: uniform.iridescence > 0.0,
            anisotropic: uniform.anisotropy > 0.0,
            transmits: uniform.transmission > 0.0,
        }
    }

    /// Takes out maps that change nothing: those of layers that are not there.
    fn drop_idle(&mut self) {
        let features = self.features();
        for (at, input) in Input::ALL.into_iter().enumerate() {
            let is_used = match input {
                Input::Clearcoat | Input::ClearcoatRoughness | Input::ClearcoatNormal => features.coated,
                Input::SheenColor | Input::SheenRoughness => features.sheen,
                Input::Iridescence | Input::IridescenceThickness => features.iridescent,
                Input::Anisotropy => features.anisotropic,
                Input::Transmission | Input::Thickness => features.transmits,
                _ => true,
            };
            if !is_used {
                self.maps[at] = None;
            }
        }
    }
}

/// Factors beyond this are held to it: products of a few of them stay numbers.
const LARGEST: f32 = 1e9;

impl MaterialUniform {
    /// Factors of files are finite, but not their products with constants and with what clips set.
    fn hold(&mut self) {
        let colors = [
            &mut self.base_color[..],
            &mut self.emissive,
            &mut self.specular_color,
            &mut self.sheen_color,
            &mut self.absorption,
        ];
        let numbers = [
            &mut self.specular,
            &mut self.metallic,
            &mut self.roughness,
            &mut self.dielectric,
            &mut self.normal_scale,
            &mut self.openness,
            &mut self.transmission,
            &mut self.clearcoat,
            &mut self.clearcoat_roughness,
            &mut self.clearcoat_normal_scale,
            &mut self.ior,
            &mut self.sheen_roughness,
            &mut self.thickness,
            &mut self.iridescence,
            &mut self.iridescence_ior,
            &mut self.film_thickness,
            &mut self.film_range,
            &mut self.anisotropy,
        ];
        let directions = self.anisotropy_direction.iter_mut();
        for number in colors.into_iter().flatten().chain(numbers).chain(directions) {
            hold(number);
        }
    }

    /// A slot's one value all over, as stored. Colours are linear light here; numbers stay as they are
    /// (docs/formats/cast.md §3.12).
    fn vary(&mut self, input: Input, part: Part, rgba: Vec4, space: ColorSpace) {
        let linear = space.to_linear(rgba);
        let number = match part {
            Part::Channel(at) | Part::Inverse(at) => rgba[usize::from(at)],
            Part::Color | Part::Vector => 1.0,
        };
        let times = |factor: [f32; 3]| (Vec3::from(factor) * linear.truncate()).to_array();
        match input {
            Input::BaseColor => self.base_color = (Vec4::from(self.base_color) * linear).to_array(),
            Input::Opacity => self.base_color[3] *= number,
            Input::Metallic => self.metallic *= number,
            Input::Roughness if matches!(part, Part::Inverse(_)) => {
                self.roughness = 1.0 - (1.0 - self.roughness) * number;
            }
            Input::Roughness => self.roughness *= number,
            Input::SpecularColor => self.specular_color = times(self.specular_color),
            Input::Specular => self.specular *= number,
            Input::Occlusion => self.openness *= 1.0 + self.occlusion_strength * (number - 1.0),
            Input::Cavity => self.openness *= number,
            Input::Emissive => self.emissive = times(self.emissive),
            Input::EmissionMask => self.emissive = self.emissive.map(|channel| channel * number),
            Input::Clearcoat => self.clearcoat *= number,
            Input::ClearcoatRoughness => self.clearcoat_roughness *= number,
            Input::Transmission => self.transmission *= number,
            Input::SheenColor => self.sheen_color = times(self.sheen_color),
            Input::SheenRoughness => self.sheen_roughness *= number,
            Input::Thickness => self.thickness *= number,
            Input::Iridescence => self.iridescence *= number,
            Input::IridescenceThickness => self.film_range *= number,
            // One direction all over is no map.
            Input::Normal | Input::ClearcoatNormal | Input::Anisotropy => {}
        }
    }

    /// A slot whose texture is not there: without it a surface would be a mirror or glow as a whole.
    fn neutralise(&mut self, input: Input, workflow: Workflow) {
        match input {
            Input::Metallic => self.metallic = 0.0,
            Input::Roughness => self.roughness = Surface::default().roughness,
            Input::Specular => self.specular = 1.0,
            Input::SpecularColor if workflow == Workflow::SpecularGloss => self.specular_color = [DIELECTRIC; 3],
            Input::Emissive => self.emissive = [0.0; 3],
            _ => {}
        }
    }
}

fn hold(number: &mut f32) {
    *number = match number.is_nan() {
        true => 0.0,
        false => number.clamp(-LARGEST, LARGEST),
    };
}

/// `size`: of the image in its file, in texels.
fn map(lookup: &Lookup, layer: usize, size: [u32; 2]) -> MapUniform {
    let mut rows = lookup.matrix().map(|row| row.to_array());
    rows.iter_mut().flatten().for_each(hold);
    let [lookup_u, lookup_v] = rows;
    MapUniform {
        lookup_u,
        layer: layer as u32,
        lookup_v,
        size: size[0].min(0xffff) | size[1].min(0xffff) << 16,
    }
}

/// The sets of texture coordinates that the material's textures are looked up in, each once, at most [`LAYERS`] of them.
pub fn layers(material: &Material) -> Vec<u32> {
    let mut layers = all_layers(material);
    layers.truncate(LAYERS);
    layers
}

/// Whether a map of it bends normals.
pub fn bends(material: &Material) -> bool {
    let is_mapped =
        |input| matches!(material.fed(input), Some((slot, _)) if matches!(slot.source, SlotSource::Texture(_)));
    is_mapped(Input::Normal) || is_mapped(Input::ClearcoatNormal) || material.surface.anisotropy > 0.0
}

/// As [`layers`], however many.
pub fn all_layers(material: &Material) -> Vec<u32> {
    let mut layers = Vec::new();
    for slot in &material.slots {
        let is_used = matches!(slot.source, SlotSource::Texture(_)) && material.feeds(&slot.name).next().is_some();
        if is_used && !layers.contains(&slot.lookup.uv_layer) {
            layers.push(slot.lookup.uv_layer);
        }
    }
    // Scratches run along its directions.
    if layers.is_empty() && material.surface.anisotropy > 0.0 {
        layers.push(0);
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::Slot;

    /// A colour of 1e30 as sRGB is infinite in linear light, and nothing times that is no number.
    #[test]
    fn what_reaches_the_gpu_is_finite() {
        let huge = SlotSource::Color {
            rgba: Vec4::splat(1e30),
            space: ColorSpace::Srgb,
        };
        let material = Material {
            slots: ["albedo", "emissive", "emask", "specular", "gloss", "metal"]
                .map(|name| Slot::new(name, huge))
                .into(),
            surface: Surface {
                base_color: Vec4::new(0.0, f32::MAX, -f32::MAX, 1.0),
                emissive: Vec3::new(0.0, f32::MAX, 1.0),
                specular: f32::MAX,
                normal_scale: -f32::MAX,
                ..Surface::default()
            },
            ..Material::default()
        };
        let missing = Arc::new(Pixels::Plain(castview_images::Image {
            width: 1,
            height: 1,
            rgba: vec![255; 4],
        }));
        let uniform = Look::of(&material, &[], Some(&missing)).uniform;
        let colors = [&uniform.base_color[..], &uniform.emissive, &uniform.specular_color];
        let numbers = [
            uniform.specular,
            uniform.roughness,
            uniform.metallic,
            uniform.normal_scale,
        ];
        for number in colors.into_iter().flatten().chain(&numbers) {
            assert!(number.abs() <= LARGEST, "{uniform:?}");
        }
        assert_eq!(uniform.base_color[..2], [0.0, LARGEST]);
    }
}
