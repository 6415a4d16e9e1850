//! Numbers of materials, cameras and lights that a track may drive.
//!
//! In: a parameter and a value. Out: the changed material or fixture. Values are held to what their fields promise.

use crate::scene::{Alpha, Camera, FixtureKind, Lens, Light, LightShape, Lookup, Material, Surface};
use std::borrow::Cow;
use std::f32::consts::{FRAC_PI_2, PI};

/// One number. Colours are linear light; their components count from 0 for red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameter {
    /// Component of [`Surface::base_color`], 3 for coverage.
    BaseColor(u8),
    /// [`Surface::metallic`].
    Metallic,
    /// [`Surface::roughness`].
    Roughness,
    /// With its strength.
    Emissive(u8),
    /// Where the surface ends, if alpha cuts it.
    AlphaCutoff,
    /// [`Surface::normal_scale`].
    NormalScale,
    /// [`Surface::occlusion_strength`].
    OcclusionStrength,
    /// How the texture of the slot of that name is looked up.
    Lookup(&'static str, LookupPart),
    /// The whole vertical angle of a camera, radians.
    FovY,
    /// Distance of a camera's near plane.
    Near,
    /// Distance of a camera's far plane; nothing where it has none.
    Far,
    /// Width to height.
    Aspect,
    /// Half of what a parallel camera sees: its width, its height.
    HalfWidth,
    /// Half the height that a parallel camera sees.
    HalfHeight,
    /// Component of a light's colour.
    LightColor(u8),
    /// A light's intensity: candela, lux for directional ones.
    Intensity,
    /// Where a light ends; nothing where it does not.
    Range,
    /// Half angles, radians.
    InnerCone,
    /// Half angle of the cone beyond which there is no light.
    OuterCone,
}

/// Axis 0 is across, 1 is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LookupPart {
    /// Offset of the texture coordinates, in textures.
    Offset(u8),
    /// Scale of the texture coordinates.
    Scale(u8),
    /// Rotation of the texture coordinates, radians.
    Rotation,
}

impl Parameter {
    /// For people.
    pub fn words(self) -> Cow<'static, str> {
        let component = |what: &str, index: u8| format!("{what} {}", ["r", "g", "b", "a"][usize::from(index.min(3))]);
        let axis = |what: &str, index: u8| format!("{what} {}", ["u", "v"][usize::from(index.min(1))]);
        Cow::Borrowed(match self {
            Self::BaseColor(index) => return component("base color", index).into(),
            Self::Emissive(index) => return component("emissive", index).into(),
            Self::LightColor(index) => return component("color", index).into(),
            Self::Lookup(slot, part) => {
                return match part {
                    LookupPart::Offset(index) => axis(&format!("{slot} offset"), index).into(),
                    LookupPart::Scale(index) => axis(&format!("{slot} scale"), index).into(),
                    LookupPart::Rotation => format!("{slot} rotation").into(),
                };
            }
            Self::Metallic => "metallic",
            Self::Roughness => "roughness",
            Self::AlphaCutoff => "alpha cutoff",
            Self::NormalScale => "normal scale",
            Self::OcclusionStrength => "occlusion strength",
            Self::FovY => "field of view",
            Self::Near => "near",
            Self::Far => "far",
            Self::Aspect => "aspect",
            Self::HalfWidth => "half width",
            Self::HalfHeight => "half height",
            Self::Intensity => "intensity",
            Self::Range => "range",
            Self::InnerCone => "inner cone",
            Self::OuterCone => "outer cone",
        })
    }
}

impl Material {
    /// The value in force; `None` where this material has no such number.
    pub fn parameter(&self, parameter: Parameter) -> Option<f32> {
        if let Parameter::Lookup(slot, part) = parameter {
            let slot = self.slots.iter().find(|other| *other.name == *slot)?;
            return Some(*lookup_part(&mut { slot.lookup }, part));
        }
        let mut surface = self.surface;
        surface.number(parameter).copied()
    }

    /// Nothing, where it has no such number.
    pub fn set(&mut self, parameter: Parameter, value: f32) {
        if let Parameter::Lookup(name, part) = parameter {
            let of_name = self.slots.iter_mut().filter(|slot| *slot.name == *name);
            of_name.for_each(|slot| *lookup_part(&mut slot.lookup, part) = value);
        } else if let Some(number) = self.surface.number(parameter) {
            *number = match parameter {
                Parameter::Metallic | Parameter::Roughness | Parameter::OcclusionStrength => value.clamp(0.0, 1.0),
                Parameter::NormalScale | Parameter::AlphaCutoff => value,
                _ => value.max(0.0),
            };
        }
    }
}

fn lookup_part(lookup: &mut Lookup, part: LookupPart) -> &mut f32 {
    match part {
        LookupPart::Offset(axis) => &mut lookup.offset[usize::from(axis.min(1))],
        LookupPart::Scale(axis) => &mut lookup.scale[usize::from(axis.min(1))],
        LookupPart::Rotation => &mut lookup.rotation_rad,
    }
}

impl Surface {
    fn number(&mut self, parameter: Parameter) -> Option<&mut f32> {
        Some(match parameter {
            Parameter::BaseColor(component) => &mut self.base_color[usize::from(component.min(3))],
            Parameter::Metallic => &mut self.metallic,
            Parameter::Roughness => &mut self.roughness,
            Parameter::Emissive(component) => &mut self.emissive[usize::from(component.min(2))],
            Parameter::NormalScale => &mut self.normal_scale,
            Parameter::OcclusionStrength => &mut self.occlusion_strength,
            Parameter::AlphaCutoff => match &mut self.alpha {
                Alpha::Mask(cutoff) => cutoff,
                Alpha::Opaque | Alpha::Blend => return None,
            },
            _ => return None,
        })
    }
}

impl FixtureKind {
    /// The value in force; `None` where this fixture has no such number.
    pub fn parameter(&self, parameter: Parameter) -> Option<f32> {
        let mut kind = *self;
        kind.number(parameter).copied()
    }

    /// Nothing, where it has no such number.
    pub fn set(&mut self, parameter: Parameter, value: f32) {
        let value = match parameter {
            Parameter::FovY => value.clamp(LEAST, PI - LEAST),
            Parameter::InnerCone | Parameter::OuterCone => value.clamp(0.0, FRAC_PI_2),
            Parameter::Aspect | Parameter::HalfWidth | Parameter::HalfHeight => value.max(LEAST),
            _ => value.max(0.0),
        };
        if let Some(number) = self.number(parameter) {
            *number = value;
        }
    }

    fn number(&mut self, parameter: Parameter) -> Option<&mut f32> {
        match self {
            Self::Camera(camera) => camera.number(parameter),
            Self::Light(light) => light.number(parameter),
            Self::Anchor | Self::Sound { .. } | Self::Ray { .. } => None,
        }
    }
}

/// Angles and sizes that must be above 0.
const LEAST: f32 = 1e-4;

impl Camera {
    fn number(&mut self, parameter: Parameter) -> Option<&mut f32> {
        match (parameter, &mut self.lens) {
            (Parameter::FovY, Lens::Perspective { fov_y }) => Some(fov_y),
            (Parameter::HalfWidth, Lens::Orthographic { half }) => Some(&mut half.x),
            (Parameter::HalfHeight, Lens::Orthographic { half }) => Some(&mut half.y),
            (Parameter::Near, _) => Some(&mut self.near),
            (Parameter::Far, _) => self.far.as_mut(),
            (Parameter::Aspect, _) => self.aspect.as_mut(),
            _ => None,
        }
    }
}

impl Light {
    fn number(&mut self, parameter: Parameter) -> Option<&mut f32> {
        match (parameter, &mut self.shape) {
            (Parameter::LightColor(component), _) => Some(&mut self.color[usize::from(component.min(2))]),
            (Parameter::Intensity, _) => Some(&mut self.intensity),
            (Parameter::Range, _) => self.range.as_mut(),
            (Parameter::InnerCone, LightShape::Spot { inner, .. }) => Some(inner),
            (Parameter::OuterCone, LightShape::Spot { outer, .. }) => Some(outer),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Slot, SlotSource};

    #[test]
    fn what_is_set_is_in_force_and_held_to_its_range() {
        let mut material = Material {
            slots: vec![Slot::new("normal", SlotSource::NoPath)],
            surface: Surface {
                alpha: Alpha::Mask(0.5),
                ..Surface::default()
            },
            ..Material::default()
        };
        let turn = Parameter::Lookup("normal", LookupPart::Rotation);
        for (parameter, value, held) in [
            (Parameter::BaseColor(2), 0.25, 0.25),
            (Parameter::Roughness, 1.5, 1.0),
            (Parameter::Emissive(0), -1.0, 0.0),
            (Parameter::AlphaCutoff, 0.75, 0.75),
            (turn, -2.0, -2.0),
        ] {
            material.set(parameter, value);
            assert_eq!(material.parameter(parameter), Some(held), "{parameter:?}");
        }
        for none in [Parameter::FovY, Parameter::Lookup("emissive", LookupPart::Rotation)] {
            material.set(none, 1.0);
            assert_eq!(material.parameter(none), None, "{none:?}");
        }
        let mut lamp = FixtureKind::Light(Light {
            shape: LightShape::Spot { inner: 0.1, outer: 0.5 },
            color: glam::Vec3::ONE,
            intensity: 1.0,
            range: None,
        });
        lamp.set(Parameter::OuterCone, 9.0);
        assert_eq!(lamp.parameter(Parameter::OuterCone), Some(FRAC_PI_2));
        lamp.set(Parameter::Range, 3.0);
        assert_eq!(lamp.parameter(Parameter::Range), None, "it has no end");
    }
}
