//! Materials → metallic-roughness materials, their textures and images (docs/formats/gltf.md §5).

use super::Extras;
use super::buffer::Use;
use super::maps::{ANISOTROPY, CLEARCOAT, GltfMaterial, IRIDESCENCE, Map, SHEEN, SPECULAR, TRANSMISSION, VOLUME};
use super::surface::DIELECTRIC;
use super::writer::Writer;
use castview_base::core::TextureIndex;
use castview_base::scene::{Alpha, Interior, Lookup, Scene, Surface, Workflow, Wrap};
use glam::{Vec2, Vec3, Vec4};
use serde_json::{Value, json};

impl Writer<'_> {
    pub(super) fn material(&mut self, scene: &Scene, name: &str, told: &GltfMaterial, extras: &Extras) -> Value {
        let GltfMaterial { surface, maps } = told;
        let mut written = json!({ "name": name });
        let mut pbr = json!({
            "metallicFactor": surface.metallic.clamp(0.0, 1.0),
            "roughnessFactor": surface.roughness.clamp(0.0, 1.0),
            "baseColorFactor": surface.base_color.clamp(Vec4::ZERO, Vec4::ONE).to_array(),
        });
        if !surface.unlit {
            self.layers(surface, &mut written);
        }
        for Map { place, texture, lookup } in maps {
            let mut info = self.texture_info(scene, (*texture, lookup), extras);
            match place.property {
                "normalTexture" => info["scale"] = json!(surface.normal_scale),
                "occlusionTexture" => info["strength"] = json!(surface.occlusion_strength.clamp(0.0, 1.0)),
                "clearcoatNormalTexture" => info["scale"] = json!(surface.clearcoat_normal_scale),
                _ => {}
            }
            match place.extension {
                Some(_) if surface.unlit => {}
                Some(extension) => {
                    self.extensions.insert(extension);
                    written["extensions"][extension][place.property] = info;
                }
                None if matches!(place.property, "baseColorTexture" | "metallicRoughnessTexture") => {
                    pbr[place.property] = info;
                }
                None => written[place.property] = info,
            }
        }
        let strength = surface.emissive.max_element();
        if strength > 0.0 {
            let emissive = (surface.emissive / strength.max(1.0)).max(Vec3::ZERO);
            written["emissiveFactor"] = json!(emissive.to_array());
        }
        if strength > 1.0 {
            self.extensions.insert("KHR_materials_emissive_strength");
            written["extensions"]["KHR_materials_emissive_strength"] = json!({ "emissiveStrength": strength });
        }
        if surface.unlit {
            self.extensions.insert("KHR_materials_unlit");
            written["extensions"]["KHR_materials_unlit"] = json!({});
        }
        match surface.alpha {
            Alpha::Opaque => {}
            Alpha::Mask(cutoff) => {
                written["alphaMode"] = json!("MASK");
                written["alphaCutoff"] = json!(cutoff.max(0.0));
            }
            Alpha::Blend => written["alphaMode"] = json!("BLEND"),
        }
        if surface.double_sided {
            written["doubleSided"] = json!(true);
        }
        written["pbrMetallicRoughness"] = pbr;
        written
    }

    /// Writes the layers over metal and roughness, and the inside.
    fn layers(&mut self, surface: &Surface, written: &mut Value) {
        let all = dielectric(surface)
            .into_iter()
            .chain(interior(surface))
            .chain(coats(surface));
        for (extension, values) in all.flatten() {
            self.extensions.insert(extension);
            written["extensions"][extension] = values;
        }
    }

    fn texture_info(&mut self, scene: &Scene, (texture, lookup): (TextureIndex, &Lookup), extras: &Extras) -> Value {
        let mut info = json!({ "index": self.texture(scene, (texture, lookup), extras) });
        if lookup.uv_layer != 0 {
            info["texCoord"] = json!(lookup.uv_layer);
        }
        let plain = Lookup::default();
        if (lookup.offset, lookup.rotation_rad, lookup.scale) != (plain.offset, plain.rotation_rad, plain.scale) {
            self.extensions.insert("KHR_texture_transform");
            let mut transform = json!({});
            if lookup.offset != Vec2::ZERO {
                transform["offset"] = json!(lookup.offset.to_array());
            }
            if lookup.rotation_rad != 0.0 {
                transform["rotation"] = json!(lookup.rotation_rad);
            }
            if lookup.scale != Vec2::ONE {
                transform["scale"] = json!(lookup.scale.to_array());
            }
            info["extensions"] = json!({ "KHR_texture_transform": transform });
        }
        info
    }

    /// Position among the textures: one for each image and way to sample it.
    fn texture(&mut self, scene: &Scene, (texture, lookup): (TextureIndex, &Lookup), extras: &Extras) -> usize {
        let image = self.image(scene, texture, extras);
        let mut written = json!({ "source": image });
        if lookup.wrap != [Wrap::Repeat; 2] || !lookup.smooth {
            let [wrap_s, wrap_t] = lookup.wrap.map(|wrap| match wrap {
                Wrap::Repeat => 10497,
                Wrap::Mirror => 33648,
                Wrap::Clamp => 33071,
            });
            let filter = if lookup.smooth { 9729 } else { 9728 };
            let sampler = json!({ "wrapS": wrap_s, "wrapT": wrap_t, "magFilter": filter });
            written["sampler"] = json!(position(&mut self.samplers, sampler));
        }
        position(&mut self.textures, written)
    }

    fn image(&mut self, scene: &Scene, texture: TextureIndex, extras: &Extras) -> usize {
        if let Some(known) = self.image_of.get(&texture) {
            return *known;
        }
        let path = &scene.textures[texture.get()];
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let image = match extras.images.get(&texture) {
            Some(image) => {
                let view = self.buffer.view(&image.bytes, Use::Other);
                json!({ "name": name, "bufferView": view, "mimeType": image.media_type })
            }
            None => json!({ "name": name, "uri": uri(path) }),
        };
        let at = self.images.push(&image);
        self.image_of.insert(texture, at);
        at
    }
}

/// Where `value` is in `list`; it is added if it is not there.
fn position(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

/// A stored path as a relative URI: forward slashes, everything unusual in percent.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

/// An extension's name and values; `None` if the surface has no need of it.
type Extension = Option<(&'static str, Value)>;

/// Reflections of what is no metal.
fn dielectric(surface: &Surface) -> [Extension; 2] {
    // An index of 0 lets the colour alone say what is reflected (KHR_materials_ior, on specular-glossiness); what reflects as most
    // things do needs no word.
    let is_plain = (surface.specular_color - Vec3::splat(DIELECTRIC)).abs().max_element() < 1e-4;
    let (ior, color) = match surface.workflow {
        Workflow::Metalness => (surface.ior, surface.specular_color),
        Workflow::SpecularGloss if is_plain => (1.5, Vec3::ONE),
        Workflow::SpecularGloss => (0.0, surface.specular_color),
    };
    let specular = json!({
        "specularFactor": surface.specular.clamp(0.0, 1.0),
        "specularColorFactor": color.max(Vec3::ZERO).to_array(),
    });
    [
        (ior != 1.5).then(|| ("KHR_materials_ior", json!({ "ior": ior }))),
        (surface.specular != 1.0 || color != Vec3::ONE).then_some((SPECULAR, specular)),
    ]
}

/// Light that goes through, and what becomes of it.
fn interior(surface: &Surface) -> [Extension; 2] {
    let Interior {
        thickness,
        attenuation_color,
        attenuation_distance,
    } = surface.interior;
    let mut volume = json!({
        "thicknessFactor": thickness.max(0.0),
        "attenuationColor": attenuation_color.clamp(Vec3::ZERO, Vec3::ONE).to_array(),
    });
    // Without it nothing is lost.
    if attenuation_distance.is_finite() {
        volume["attenuationDistance"] = json!(attenuation_distance);
    }
    let transmission = json!({ "transmissionFactor": surface.transmission.clamp(0.0, 1.0) });
    [
        (surface.transmission > 0.0).then_some((TRANSMISSION, transmission)),
        (surface.interior != Interior::default()).then_some((VOLUME, volume)),
    ]
}

/// Layers over the base: a clear layer, fibres, a thin film, scratches.
fn coats(surface: &Surface) -> [Extension; 4] {
    let clearcoat = json!({
        "clearcoatFactor": surface.clearcoat.clamp(0.0, 1.0),
        "clearcoatRoughnessFactor": surface.clearcoat_roughness.clamp(0.0, 1.0),
    });
    let sheen = json!({
        "sheenColorFactor": surface.sheen_color.clamp(Vec3::ZERO, Vec3::ONE).to_array(),
        "sheenRoughnessFactor": surface.sheen_roughness.clamp(0.0, 1.0),
    });
    let [thin, thick] = surface.iridescence_thickness_nm;
    let iridescence = json!({
        "iridescenceFactor": surface.iridescence.clamp(0.0, 1.0),
        "iridescenceIor": surface.iridescence_ior.max(1.0),
        "iridescenceThicknessMinimum": thin,
        "iridescenceThicknessMaximum": thick,
    });
    let anisotropy = json!({
        "anisotropyStrength": surface.anisotropy.clamp(0.0, 1.0),
        "anisotropyRotation": surface.anisotropy_rotation_rad,
    });
    [
        (surface.clearcoat > 0.0).then_some((CLEARCOAT, clearcoat)),
        (surface.sheen_color != Vec3::ZERO).then_some((SHEEN, sheen)),
        (surface.iridescence > 0.0).then_some((IRIDESCENCE, iridescence)),
        (surface.anisotropy > 0.0).then_some((ANISOTROPY, anisotropy)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_relative_uris() {
        assert_eq!(uri(r"_images\my skin#1.png"), "_images/my%20skin%231.png");
    }
}
