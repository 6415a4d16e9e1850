//! Which texture and sampler feeds which input of a material, as text of a shader.
//!
//! In: the maps of one material. Out: a [`Wiring`], which is the same for all materials with maps of the same kind, and the part of
//! a shader that reads them. Constants choose everything else about a shader, but no constant can leave a binding out: a
//! pipeline has to bind whatever its text names.
//!
//! An image that several inputs take parts of is read once. Samplers are shared by all maps that wrap and blend alike.

use castview_base::scene::{Input, Part};
use std::fmt::Write;

/// How the inputs of a material are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wiring {
    /// By [`Input`]: position in `reads`, and the part of the texel.
    inputs: [Option<(u8, Part)>; Input::COUNT],
    reads: Vec<Read>,
    textures: u8,
    samplers: u8,
}

/// One look into a texture, for one input or several. Positions in the bind group's textures and samplers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    pub texture: u8,
    pub sampler: u8,
}

impl Wiring {
    /// Wiring of a material that has a base colour's image and no other.
    pub fn of_base_color() -> Self {
        let mut wiring = Self::default();
        let read = Read { texture: 0, sampler: 0 };
        wiring.feed(Input::BaseColor, Part::Color, read, None);
        wiring
    }

    /// Feeds `input` from that texture and sampler. `read`: the position of an equal read that is there already; returns the position
    /// of the one that is used.
    pub fn feed(&mut self, input: Input, part: Part, of: Read, read: Option<usize>) -> usize {
        let at = read.unwrap_or_else(|| {
            self.reads.push(of);
            self.reads.len() - 1
        });
        self.textures = self.textures.max(of.texture + 1);
        self.samplers = self.samplers.max(of.sampler + 1);
        // There are fewer reads than inputs.
        self.inputs[input as usize] = Some((at as u8, part));
        at
    }

    pub fn textures(&self) -> usize {
        self.textures.into()
    }

    pub fn samplers(&self) -> usize {
        self.samplers.into()
    }

    /// Whether a map of it turns along the directions of texture coordinates.
    pub fn needs_frame(&self) -> bool {
        [Input::Normal, Input::ClearcoatNormal, Input::Anisotropy]
            .into_iter()
            .any(|input| self.inputs[input as usize].is_some())
    }

    /// `shaders/shared/unmapped.wgsl`, but with these maps.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |words: std::fmt::Arguments<'_>| {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{words}");
        };
        for at in 0..self.textures {
            line(format_args!("@group(2) @binding({at}) var map_{at}: texture_2d<f32>;"));
        }
        for at in 0..self.samplers {
            let binding = self.textures + at;
            line(format_args!("@group(2) @binding({binding}) var sampler_{at}: sampler;"));
        }
        for (name, input) in [
            ("NORMAL_READ", Input::Normal),
            ("CLEARCOAT_NORMAL_READ", Input::ClearcoatNormal),
            ("ANISOTROPY_READ", Input::Anisotropy),
        ] {
            match self.inputs[input as usize] {
                Some((read, _)) => line(format_args!("const {name}: u32 = {read}u;")),
                None => line(format_args!("const {name}: u32 = NO_READ;")),
            }
        }
        // Whose texels are counted.
        let base = self.inputs[Input::BaseColor as usize].map(|(read, _)| read);
        match base.or((!self.reads.is_empty()).then_some(0)) {
            Some(read) => line(format_args!("const MEASURED_READ: u32 = {read}u;")),
            None => line(format_args!("const MEASURED_READ: u32 = NO_READ;")),
        }
        line(format_args!("fn texels_at(uvs: vec4f) -> Texels {{"));
        line(format_args!("    var texels = BARE;"));
        self.read(|_| true, &mut line);
        for (input, (read, part)) in self.fed() {
            line(format_args!("    texels.{} = {};", field(input), value(read, part)));
        }
        line(format_args!("    return texels;\n}}"));
        let covering = |input| matches!(input, Input::BaseColor | Input::Opacity);
        line(format_args!("fn coverage_at(uvs: vec4f) -> f32 {{"));
        self.read(covering, &mut line);
        let opacity = self.inputs[Input::Opacity as usize];
        let alpha = self.inputs[Input::BaseColor as usize].map(|(read, _)| format!("t{read}.a"));
        let opacity = opacity.map(|(read, part)| value(read, part));
        let parts: Vec<String> = alpha.into_iter().chain(opacity).collect();
        match parts.is_empty() {
            true => line(format_args!("    return 1.0;\n}}")),
            false => line(format_args!("    return {};\n}}", parts.join(" * "))),
        }
        text
    }

    fn fed(&self) -> impl Iterator<Item = (Input, (u8, Part))> {
        let fed = Input::ALL.into_iter().zip(self.inputs);
        fed.filter_map(|(input, read)| Some((input, read?)))
    }

    /// The lines that read what the wanted inputs take.
    fn read(&self, is_wanted: impl Fn(Input) -> bool, line: &mut impl FnMut(std::fmt::Arguments<'_>)) {
        for (at, Read { texture, sampler }) in self.reads.iter().enumerate() {
            if self
                .fed()
                .any(|(input, (read, _))| usize::from(read) == at && is_wanted(input))
            {
                line(format_args!(
                    "    let t{at} = looked_up(map_{texture}, sampler_{sampler}, {at}u, uvs);"
                ));
            }
        }
    }
}

/// Field of `Texels` in `shaders/shared/material.wgsl`.
fn field(input: Input) -> &'static str {
    match input {
        Input::BaseColor => "base_color",
        Input::Opacity => "opacity",
        Input::Metallic => "metallic",
        Input::Roughness => "roughness",
        Input::SpecularColor => "specular_color",
        Input::Specular => "specular",
        Input::Normal => "normal",
        Input::Occlusion => "occlusion",
        Input::Cavity => "cavity",
        Input::Emissive => "emissive",
        Input::EmissionMask => "emission_mask",
        Input::Clearcoat => "clearcoat",
        Input::ClearcoatRoughness => "clearcoat_roughness",
        Input::ClearcoatNormal => "clearcoat_normal",
        Input::Transmission => "transmission",
        Input::SheenColor => "sheen_color",
        Input::SheenRoughness => "sheen_roughness",
        Input::Thickness => "thickness",
        Input::Iridescence => "iridescence",
        Input::IridescenceThickness => "iridescence_thickness",
        Input::Anisotropy => "anisotropy",
    }
}

fn value(read: u8, part: Part) -> String {
    match part {
        Part::Color | Part::Vector => format!("t{read}"),
        Part::Channel(at) | Part::Inverse(at) => format!("t{read}[{at}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::shaders;

    fn read(texture: u8, sampler: u8) -> Read {
        Read { texture, sampler }
    }

    #[test]
    fn without_maps_the_text_is_that_of_the_file() {
        let file: Vec<&str> = shaders::UNMAPPED
            .lines()
            .filter(|line| !line.starts_with("//") && !line.is_empty())
            .collect();
        assert_eq!(Wiring::default().text().lines().collect::<Vec<_>>(), file);
    }

    /// Every input by itself, and all of them; both shaders that read maps.
    #[test]
    fn every_wiring_makes_valid_shaders() {
        let mut all = Wiring::default();
        let mut wirings = Vec::new();
        for (at, input) in Input::ALL.into_iter().enumerate() {
            let part = match input {
                Input::BaseColor | Input::SpecularColor | Input::Emissive | Input::SheenColor => Part::Color,
                Input::Normal | Input::ClearcoatNormal | Input::Anisotropy => Part::Vector,
                Input::Roughness => Part::Inverse(1),
                _ => Part::Channel(2),
            };
            let mut one = Wiring::default();
            one.feed(input, part, read(0, 0), None);
            wirings.push(one);
            all.feed(input, part, read(at as u8 % 14, at as u8 % 3), None);
        }
        wirings.push(all);
        for wiring in wirings {
            for (shader, shows_inputs) in [(shaders::MESH, false), (shaders::MESH, true), (shaders::DEPTH, false)] {
                let source = shader.source_wired(&wiring.text(), shows_inputs);
                let module = naga::front::wgsl::parse_str(&source)
                    .unwrap_or_else(|error| panic!("{wiring:?}: {}", error.emit_to_string(&source)));
                let flags = naga::valid::ValidationFlags::all();
                naga::valid::Validator::new(flags, naga::valid::Capabilities::MULTISAMPLED_SHADING)
                    .validate(&module)
                    .unwrap_or_else(|error| panic!("{wiring:?}: {}", error.emit_to_string(&source)));
            }
        }
    }

    #[test]
    fn an_image_that_several_inputs_take_parts_of_is_read_once() {
        let mut wiring = Wiring::default();
        let first = wiring.feed(Input::Metallic, Part::Channel(2), read(0, 0), None);
        wiring.feed(Input::Roughness, Part::Channel(1), read(0, 0), Some(first));
        let text = wiring.text();
        assert_eq!(text.matches("looked_up").count(), 1, "{text}");
        assert!(
            text.contains("texels.metallic = t0[2];\n    texels.roughness = t0[1];"),
            "{text}"
        );
        assert_eq!((wiring.textures(), wiring.samplers()), (1, 1));
    }
}
