//! Materials at a point: what their factors and maps say, and the light that goes from there to the eye.

use super::surroundings::{Point, Surroundings};
use super::texture::Texture;
use super::triangles::{Hit, Triangle};
use castview_base::scene::{Alpha, ColorSpace, Input, Lookup, Material, Part, SlotSource, Surface, Workflow};
use castview_picture::{self as picture, Picture, PlacedModel};
use glam::{Quat, Vec2, Vec3, Vec4};
use std::collections::HashMap;
use std::sync::Arc;

enum Source {
    Even(Vec4),
    Map(Arc<Texture>, Lookup),
}

/// A material with all that it reads.
pub struct Paint {
    pub surface: Surface,
    inputs: HashMap<u8, (Source, Part)>,
}

/// Returns the paints of all materials, for each model of a picture.
pub fn paints(picture: &Picture) -> Vec<Vec<Paint>> {
    picture.models.iter().map(of_model).collect()
}

fn of_model(placed: &PlacedModel) -> Vec<Paint> {
    let mut textures = HashMap::new();
    let materials = placed.model().materials.iter();
    materials
        .map(|material| {
            let mut inputs = HashMap::new();
            for input in Input::ALL {
                let Some((slot, part)) = material.fed(input) else {
                    continue;
                };
                let source = match slot.source {
                    SlotSource::Color { rgba, space } => Source::Even(match part {
                        Part::Color => space.to_linear(rgba),
                        _ => rgba,
                    }),
                    SlotSource::Texture(texture) => {
                        let space = material.space_of(&slot.name);
                        let made = textures.entry((texture.get(), space == ColorSpace::Srgb));
                        let made = made.or_insert_with(|| {
                            let picture::Texture::Ready(image) = &placed.textures[texture.get()] else {
                                panic!("{}: a texture is not there", material.name);
                            };
                            Arc::new(Texture::of(&image.texels().expect("decoded"), space))
                        });
                        Source::Map(made.clone(), slot.lookup)
                    }
                    SlotSource::NoPath | SlotSource::Missing => continue,
                };
                inputs.insert(input as u8, (source, part));
            }
            check(material);
            Paint {
                surface: material.surface,
                inputs,
            }
        })
        .collect()
}

/// The reference draws no material that it would draw wrong.
fn check(material: &Material) {
    let surface = &material.surface;
    let unknown = [
        ("has a thin film", surface.iridescence > 0.0),
        ("is scratched", surface.anisotropy > 0.0),
    ];
    for (what, is_so) in unknown {
        assert!(!is_so, "{} {what}, which the reference does not know", material.name);
    }
}

/// The light that comes to a point from that direction.
pub type Behind<'a> = dyn Fn(Vec3, Vec3) -> Vec3 + 'a;

/// A place of a surface in the picture.
pub struct Place<'a> {
    pub triangle: &'a Triangle,
    pub hit: &'a Hit,
    /// From it to the eye, of unit length.
    pub v: Vec3,
    pub eye: Vec3,
    /// Shares of the corners one sample further right, and one further down.
    pub beside: [Vec3; 2],
}

impl Place<'_> {
    fn uv(&self, shares: Vec3, lookup: &Lookup) -> Vec2 {
        let at = self
            .triangle
            .blend(shares, |c| c.uvs[lookup.uv_layer as usize])
            .extend(1.0);
        let [u, v] = lookup.matrix();
        Vec2::new(u.dot(at), v.dot(at))
    }
}

/// A surface as a sample of a pixel shows it: linear light, and how much it covers.
pub struct Shown {
    pub light: Vec3,
    pub coverage: f32,
    pub is_light: bool,
}

impl Paint {
    fn texel(&self, input: Input, place: &Place) -> Option<Vec4> {
        let (source, _) = self.inputs.get(&(input as u8))?;
        Some(match source {
            Source::Even(value) => *value,
            Source::Map(texture, lookup) => {
                let at = place.uv(place.hit.shares, lookup);
                let steps = place.beside.map(|shares| place.uv(shares, lookup) - at);
                texture.at(lookup, at, steps)
            }
        })
    }

    fn color(&self, input: Input, place: &Place) -> Vec4 {
        self.texel(input, place).unwrap_or(Vec4::ONE)
    }

    fn number(&self, input: Input, place: &Place) -> f32 {
        let part = self.inputs.get(&(input as u8)).map(|(_, part)| *part);
        match (self.texel(input, place), part) {
            (Some(texel), Some(Part::Channel(at) | Part::Inverse(at))) => texel[usize::from(at)],
            _ => 1.0,
        }
    }

    /// The normal that a map makes of the surface's own, `n`.
    fn bent(&self, input: Input, scale: f32, n: Vec3, place: &Place) -> Vec3 {
        let Some(texel) = self.texel(input, place) else {
            return n;
        };
        let tangent = place.triangle.blend(place.hit.shares, |c| c.tangent);
        let along = (tangent.truncate() - n * n.dot(tangent.truncate())).normalize_or_zero();
        let across = n.cross(along) * tangent.w.signum();
        let stored = texel.truncate() * 2.0 - 1.0;
        (along * (stored.x * scale) + across * (stored.y * scale) + n * stored.z)
            .try_normalize()
            .unwrap_or(n)
    }

    /// Whether rays from behind glass end here.
    pub fn is_opaque(&self) -> bool {
        self.surface.transmission == 0.0 && self.surface.alpha != Alpha::Blend
    }

    /// Light that goes through, of what lies behind and of what is not reflected (KHR_materials_transmission; with a thickness
    /// KHR_materials_volume: bent as it enters, and on its way lost by Beer's law; it leaves towards the eye).
    fn through(&self, p: &Point, place: &Place, (around, behind): (&Surroundings, &Behind), which: usize) -> Vec3 {
        let (interior, [file, world]) = (&self.surface.interior, place.triangle.longer);
        let thickness = interior.thickness * self.number(Input::Thickness, place);
        let at = place.triangle.blend(place.hit.shares, |corner| corner.position);
        let into = (-p.v).refract(p.n, 1.0 / self.surface.ior.max(1.0)) * (thickness * world);
        let straight = (at + into - place.eye).normalize();
        let lost = |left: f32| left.max(1e-6).powf(thickness * file / interior.attenuation_distance);
        let left = interior.attenuation_color.map(lost);
        let scattering = p.roughness * (self.surface.ior * 2.0 - 2.0).clamp(0.0, 1.0);
        let bent = Quat::from_rotation_arc(-p.v, straight);
        let seen = around.let_through(p, scattering, which, |towards| behind(at + into, bent * towards));
        p.diffuse * left * seen
    }

    /// `None`: there is a hole. `which` of the samples of a pixel.
    pub fn shown(&self, place: &Place, around: &Surroundings, behind: &Behind, which: usize) -> Option<Shown> {
        let (surface, shares) = (&self.surface, place.hit.shares);
        let mut base =
            surface.base_color * self.color(Input::BaseColor, place) * place.triangle.blend(shares, |c| c.color);
        base.w *= self.number(Input::Opacity, place);
        let coverage = match surface.alpha {
            Alpha::Mask(cutoff) if base.w < cutoff => return None,
            Alpha::Blend => base.w.clamp(0.0, 1.0),
            Alpha::Opaque | Alpha::Mask(_) => 1.0,
        };
        let emitted =
            surface.emissive * self.color(Input::Emissive, place).truncate() * self.number(Input::EmissionMask, place);
        let base = base.truncate();
        if surface.unlit {
            return Some(Shown {
                light: base + emitted,
                coverage,
                is_light: false,
            });
        }
        let [a, b, c] = place.triangle.corners.map(|corner| corner.position);
        let face = (b - a).cross(c - a);
        let facing = face * if face.dot(place.v) < 0.0 { -1.0 } else { 1.0 };
        let own = place.triangle.blend(shares, |c| c.normal).normalize();
        let side = if own.dot(facing) < 0.0 { -1.0 } else { 1.0 };
        let n = side * self.bent(Input::Normal, surface.normal_scale, own, place);
        let gloss = self.inputs.get(&(Input::Roughness as u8));
        let roughness = match (self.number(Input::Roughness, place), gloss) {
            (gloss, Some((_, Part::Inverse(_)))) => 1.0 - (1.0 - surface.roughness) * gloss,
            (rough, _) => surface.roughness * rough,
        };
        let metallic = surface.metallic * self.number(Input::Metallic, place);
        let specular = surface.specular * self.number(Input::Specular, place);
        let tint = surface.specular_color * self.color(Input::SpecularColor, place).truncate();
        let dielectric = ((surface.ior - 1.0) / (surface.ior + 1.0)).powi(2);
        let v = place.v;
        let point = match surface.workflow {
            Workflow::Metalness => Point {
                n,
                v,
                diffuse: base * (1.0 - metallic),
                f0: ((dielectric * tint).min(Vec3::ONE) * specular).lerp(base, metallic),
                f90: specular + (1.0 - specular) * metallic,
                roughness,
            },
            Workflow::SpecularGloss => Point {
                n,
                v,
                diffuse: base * (1.0 - tint.max_element()),
                f0: tint,
                f90: 1.0,
                roughness,
            },
        };
        let occlusion = 1.0 + surface.occlusion_strength * (self.number(Input::Occlusion, place) - 1.0);
        let open = occlusion * self.number(Input::Cavity, place);
        let mut scattered = around.scattered(&point, which) * open;
        let transmission = surface.transmission * self.number(Input::Transmission, place);
        if transmission > 0.0 {
            scattered = scattered.lerp(self.through(&point, place, (around, behind), which), transmission);
        }
        let mut light = scattered + around.reflected(&point, which) * open;
        if surface.sheen_color != Vec3::ZERO {
            let color = surface.sheen_color * self.color(Input::SheenColor, place).truncate();
            let roughness = surface.sheen_roughness * self.number(Input::SheenRoughness, place);
            let (fibres, albedo) = around.fibres(n, v, roughness, which);
            light = light * (1.0 - color.max_element() * albedo) + color * fibres * open;
        }
        light += emitted;
        let coat = surface.clearcoat * self.number(Input::Clearcoat, place);
        if coat > 0.0 {
            let n = side * self.bent(Input::ClearcoatNormal, surface.clearcoat_normal_scale, own, place);
            let layer = Point {
                n,
                v,
                diffuse: Vec3::ZERO,
                f0: Vec3::splat(0.04),
                f90: 1.0,
                roughness: surface.clearcoat_roughness * self.number(Input::ClearcoatRoughness, place),
            };
            let share = 0.04 + 0.96 * (1.0 - n.dot(v).clamp(0.0, 1.0)).powi(5);
            light = light * (1.0 - coat * share) + around.reflected(&layer, which) * open * coat;
        }
        Some(Shown {
            light,
            coverage,
            is_light: true,
        })
    }
}
