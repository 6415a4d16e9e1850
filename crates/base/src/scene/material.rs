//! Materials as named slots, and what the renderer makes of them.

use super::Fact;
use crate::core::TextureIndex;
use glam::{Vec2, Vec3, Vec4};
use std::sync::Arc;

/// How the surface of a mesh looks. The default has no slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Curves of its parameters find it by this name; may be empty.
    pub name: String,
    /// The file's own word for the type (`pbr`, `lambert`, …); shown, not used.
    pub kind: Arc<str>,
    /// In the file's property order; of two slots that feed the same input the first wins (cast.md A35).
    pub slots: Vec<Slot>,
    /// Factors and flags.
    pub surface: Surface,
    /// Other facts of the file about the material; shown, not used. Shared by those that are the same in several models.
    pub facts: Arc<Vec<Fact>>,
}

/// Factors that the slots' values are multiplied with, and how the surface meets light. The default is a white dielectric, rather
/// rough: what is true of a surface of which a file says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Which of the numbers below tell what is reflected.
    pub workflow: Workflow,
    /// Linear light; alpha is coverage.
    pub base_color: Vec4,
    /// 0…1.
    pub metallic: f32,
    /// Perceptual, 0…1. A slot of gloss `g` makes it `1 − (1 − roughness) · g`.
    pub roughness: f32,
    /// Index of refraction of a dielectric, at least 1; 0 means that F0 is 1.
    pub ior: f32,
    /// Strength of a dielectric's reflection (KHR_materials_specular); above 1 as far as F0 stays below it.
    pub specular: f32,
    /// Linear light: tint of a dielectric's F0, or F0 itself with [`Workflow::SpecularGloss`].
    pub specular_color: Vec3,
    /// Linear light, not held to 1.
    pub emissive: Vec3,
    /// Factor of the normal map's x and y.
    pub normal_scale: f32,
    /// 0…1.
    pub occlusion_strength: f32,
    /// Strength of a clear layer on top, 0…1.
    pub clearcoat: f32,
    /// Perceptual, 0…1.
    pub clearcoat_roughness: f32,
    /// Factor of x and y of the clear layer's own normal map.
    pub clearcoat_normal_scale: f32,
    /// Share of the light that goes through instead of being scattered, 0…1.
    pub transmission: f32,
    /// Inside of the surface.
    pub interior: Interior,
    /// Light that fibres reflect at grazing angles, linear; black: there are none.
    pub sheen_color: Vec3,
    /// Perceptual, 0…1.
    pub sheen_roughness: f32,
    /// How much a thin film colours what is reflected, 0…1.
    pub iridescence: f32,
    /// Index of refraction of the film, at least 1.
    pub iridescence_ior: f32,
    /// Thickness of the film, where its map is 0 and where it is 1 or missing.
    pub iridescence_thickness_nm: [f32; 2],
    /// How much what is reflected is drawn out along one direction, 0…1.
    pub anisotropy: f32,
    /// That direction, from the tangent towards the bitangent.
    pub anisotropy_rotation_rad: f32,
    /// Meaning of the coverage.
    pub alpha: Alpha,
    /// Whether back faces are drawn too, with their normals turned over.
    pub double_sided: bool,
    /// The base colour as it is, whatever the lights.
    pub unlit: bool,
    /// The mesh's first colour layer multiplies the base colour and its coverage.
    pub vertex_colors: bool,
}

/// Inside of a surface that lets light through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interior {
    /// How far light goes inside, in the units of the mesh; 0: the surface is a thin wall.
    pub thickness: f32,
    /// Linear light, 0…1: what is left of white light after [`Self::attenuation_distance`].
    pub attenuation_color: Vec3,
    /// Above 0, in the units of the file; infinite: nothing is lost.
    pub attenuation_distance: f32,
}

/// Meaning of the alpha of the base colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// Nothing (cast.md A39).
    #[default]
    Opaque,
    /// There is a surface where it is at least this.
    Mask(f32),
    /// Straight alpha.
    Blend,
}

/// A named value of a material, from a texture or constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The file's own name: `albedo`, `extra3`, …
    pub name: Arc<str>,
    /// Where the value comes from.
    pub source: SlotSource,
    /// Where and how the texture is looked up; of no meaning for a colour.
    pub lookup: Lookup,
}

/// How a texture is looked up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookup {
    /// Into the mesh's UV layers.
    pub uv_layer: u32,
    /// See [`Self::matrix`].
    pub offset: Vec2,
    /// See [`Self::matrix`].
    pub rotation_rad: f32,
    /// See [`Self::matrix`].
    pub scale: Vec2,
    /// Across and down.
    pub wrap: [Wrap; 2],
    /// Whether texels are blended where the picture is larger than the texture.
    pub smooth: bool,
}

/// Texture outside 0…1 of texture coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texture again.
    #[default]
    Repeat,
    /// The texture again, every second time mirrored.
    Mirror,
    /// The texels of the edge.
    Clamp,
}

/// Where a slot's value comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlotSource {
    /// A texture of the scene.
    Texture(TextureIndex),
    /// `rgba` as stored, in `space`.
    Color {
        /// Red, green, blue and alpha.
        rgba: Vec4,
        /// How red, green and blue are stored.
        space: ColorSpace,
    },
    /// The slot names a file without a path.
    NoPath,
    /// The slot's link leads nowhere.
    Missing,
}

/// How numbers stand for light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorSpace {
    /// By the curve of sRGB; alpha is linear.
    #[default]
    Srgb,
    /// In proportion.
    Linear,
}

/// How a surface's reflection is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Workflow {
    /// By how metallic it is: metals reflect in their base colour, the rest as `ior`, `specular` and `specular_color` say.
    #[default]
    Metalness,
    /// By its colour, F0, at right angles; what is reflected is not scattered.
    SpecularGloss,
}

impl Default for Surface {
    fn default() -> Self {
        Self {
            workflow: Workflow::Metalness,
            base_color: Vec4::ONE,
            metallic: 0.0,
            roughness: 0.6,
            ior: 1.5,
            specular: 1.0,
            specular_color: Vec3::ONE,
            emissive: Vec3::ZERO,
            normal_scale: 1.0,
            occlusion_strength: 1.0,
            clearcoat: 0.0,
            clearcoat_roughness: 0.0,
            clearcoat_normal_scale: 1.0,
            transmission: 0.0,
            interior: Interior::default(),
            sheen_color: Vec3::ZERO,
            sheen_roughness: 0.0,
            iridescence: 0.0,
            iridescence_ior: 1.3,
            iridescence_thickness_nm: [100.0, 400.0],
            anisotropy: 0.0,
            anisotropy_rotation_rad: 0.0,
            alpha: Alpha::Opaque,
            double_sided: true,
            unlit: false,
            vertex_colors: false,
        }
    }
}

impl Default for Interior {
    fn default() -> Self {
        Self {
            thickness: 0.0,
            attenuation_color: Vec3::ONE,
            attenuation_distance: f32::INFINITY,
        }
    }
}

impl Default for Lookup {
    fn default() -> Self {
        Self {
            uv_layer: 0,
            offset: Vec2::ZERO,
            rotation_rad: 0.0,
            scale: Vec2::ONE,
            wrap: [Wrap::Repeat; 2],
            smooth: true,
        }
    }
}

impl Lookup {
    /// The rows that take (u, v, 1) to where the texture is looked up (docs/formats/gltf.md §5): scale first, then
    /// rotation, then offset.
    pub fn matrix(&self) -> [Vec3; 2] {
        let (sine, cosine) = self.rotation_rad.sin_cos();
        [
            Vec3::new(cosine * self.scale.x, sine * self.scale.y, self.offset.x),
            Vec3::new(-sine * self.scale.x, cosine * self.scale.y, self.offset.y),
        ]
    }
}

impl Slot {
    /// A slot whose texture, if any, is looked up by the default [`Lookup`].
    pub fn new(name: impl Into<Arc<str>>, source: SlotSource) -> Self {
        Self {
            name: name.into(),
            source,
            lookup: Lookup::default(),
        }
    }
}

impl ColorSpace {
    /// How `linear` light, 0…1, is stored.
    pub fn from_linear(self, linear: f32) -> f32 {
        match self {
            Self::Linear => linear,
            Self::Srgb if linear <= 0.003_130_8 => linear * 12.92,
            Self::Srgb => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
        }
    }

    /// `rgba` as linear light; alpha is never converted (docs/formats/cast.md §3.12).
    pub fn to_linear(self, rgba: Vec4) -> Vec4 {
        let linear = |c: f32| {
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        match self {
            Self::Linear => rgba,
            Self::Srgb => Vec4::new(linear(rgba.x), linear(rgba.y), linear(rgba.z), rgba.w),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_stored_as_they_were() {
        for byte in 0..=255 {
            let stored = byte as f32 / 255.0;
            let linear = ColorSpace::Srgb.to_linear(Vec4::splat(stored)).x;
            assert!((ColorSpace::Srgb.from_linear(linear) - stored).abs() < 1e-5, "{byte}");
        }
    }

    /// The example of KHR_texture_transform: a quarter turn, half the size, from the upper left corner's other end.
    #[test]
    fn the_lower_left_quadrant_is_looked_up() {
        let lookup = Lookup {
            offset: Vec2::Y,
            rotation_rad: std::f32::consts::FRAC_PI_2,
            scale: Vec2::splat(0.5),
            ..Lookup::default()
        };
        let [x, y] = lookup.matrix();
        let at = |u: f32, v: f32| Vec2::new(x.dot(Vec3::new(u, v, 1.0)), y.dot(Vec3::new(u, v, 1.0)));
        assert!(at(0.0, 0.0).distance(Vec2::new(0.0, 1.0)) < 1e-6);
        assert!(at(1.0, 1.0).distance(Vec2::new(0.5, 0.5)) < 1e-6);
        assert!(at(1.0, 0.0).distance(Vec2::new(0.0, 0.5)) < 1e-6);
    }
}
