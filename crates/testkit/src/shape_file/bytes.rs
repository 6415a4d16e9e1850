//! A draft as bytes, in the order of docs/formats/shape.md §3.

use super::{
    Array, Bone, Codec, Draft, Geometry, Identifier, Keys, Layer, Material, Matrix, Node, Quaternion, Switches, Track,
    Volume,
};
use glam::Mat4;
use std::io::Write;

/// The whole file.
pub fn write(draft: &Draft, switches: &Switches) -> Vec<u8> {
    let identifier: &[u8] = match switches.identifier {
        Identifier::Length8 => b"\x05SHAPE",
        Identifier::Length16 => b"\x05\0SHAPE",
        Identifier::Length32 => b"\x05\0\0\0SHAPE",
        Identifier::Bare => b"SHAPE",
        Identifier::Terminated => b"SHAPE\0",
    };
    let mut out = identifier.to_vec();
    out.extend(1u16.to_le_bytes());
    let content = content(draft, switches);
    let mut sizes = (content.len() as u32).to_le_bytes().to_vec();
    sizes.resize(switches.size_fields, 0);
    out.extend(sizes);
    out.extend(encode(content, switches.codec));
    out
}

pub fn encode(content: Vec<u8>, codec: Codec) -> Vec<u8> {
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    let level = flate2::Compression::default();
    match codec {
        Codec::Plain => Ok(content),
        Codec::Zlib => finish(ZlibEncoder::new(Vec::new(), level), &content, ZlibEncoder::finish),
        Codec::Gzip => finish(GzEncoder::new(Vec::new(), level), &content, GzEncoder::finish),
        Codec::Deflate => finish(DeflateEncoder::new(Vec::new(), level), &content, DeflateEncoder::finish),
        Codec::Lz4 => {
            let info = lz4_flex::frame::FrameInfo::new().content_checksum(true);
            let encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
            finish(encoder, &content, |encoder| {
                encoder.finish().map_err(std::io::Error::other)
            })
        }
    }
    .expect("written to memory")
}

fn finish<W: Write>(
    mut encoder: W,
    content: &[u8],
    finish: impl FnOnce(W) -> std::io::Result<Vec<u8>>,
) -> std::io::Result<Vec<u8>> {
    encoder.write_all(content)?;
    finish(encoder)
}

struct Out<'a> {
    bytes: Vec<u8>,
    switches: &'a Switches,
}

fn content(draft: &Draft, switches: &Switches) -> Vec<u8> {
    let mut out = Out {
        bytes: Vec::new(),
        switches,
    };
    out.bool(switches.unicode);
    out.text(&draft.author);
    out.text(&draft.website);
    out.bool(draft.allow_edit);
    out.volume(&draft.volume);
    out.properties(&draft.properties);
    out.list(16, &draft.materials, Out::material);
    out.list(16, &draft.lights, |out, light| {
        out.text(&light.name);
        out.text(&light.projection_map);
        out.u8(light.kind);
        out.f32s(&light.position);
        out.f32s(&light.color);
        out.f32s(&light.direction);
        out.f32s(&[
            light.line_rotation,
            light.radius,
            light.watt,
            light.lux_per_watt,
            light.color_temperature,
        ]);
        out.f32s(&light.extends);
        out.f32s(&light.cone);
        out.f32s(&[light.circle_radius, light.inner_distance]);
        out.u16(light.lens_flare);
    });
    out.list(16, &draft.lens_flares, |out, flare| {
        out.text(&flare.name);
        out.text(&flare.kind);
        out.f32s(&flare.color);
        out.f32s(&[flare.scale, flare.max_distance]);
    });
    out.list(8, &draft.cameras, |out, camera| {
        out.text(&camera.name);
        out.f32s(&camera.position);
        out.f32s(&camera.direction);
        out.f32s(&[camera.depth_distance, camera.fov]);
    });
    out.list(8, &draft.anchors, |out, anchor| {
        out.text(&anchor.name);
        out.f32s(&anchor.position);
        out.f32s(&anchor.direction);
    });
    out.list(8, &draft.sub_shapes, |out, sub| {
        out.text(&sub.name);
        out.text(&sub.file);
        out.f32s(&sub.position);
        out.f32s(&sub.rotation);
        out.f32s(&sub.scale);
    });
    out.list(8, &draft.scripts, |out, script| {
        out.text(&script.file);
        out.text(&script.commands);
        out.properties(&script.arguments);
    });
    out.list(8, &draft.sounds, |out, sound| {
        sound.names.iter().for_each(|name| out.text(name));
        out.f32s(&sound.position);
        out.f32s(&sound.direction);
        out.f32s(&[sound.radius]);
        out.bool(sound.allow_shape_change);
        out.f32s(&sound.change_times);
        out.f32s(&[sound.change_radius, sound.change_speed]);
        out.list(
            out.switches.sound_count_bits,
            &sound.properties,
            |out, (name, value)| {
                out.text(name);
                out.f32s(&[*value]);
            },
        );
    });
    out.list(16, &draft.geometries, Out::geometry);
    out.node(&draft.root);
    out.list(switches.layer_count_bits, &draft.layers, Out::layer);
    out.bytes.extend(&draft.trailing);
    out.bytes
}

impl Out<'_> {
    fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    fn u16(&mut self, value: u16) {
        self.bytes.extend(value.to_le_bytes());
    }

    fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    fn f32s(&mut self, values: &[f32]) {
        values.iter().for_each(|value| self.bytes.extend(value.to_le_bytes()));
    }

    fn f64(&mut self, value: f64) {
        self.bytes.extend(value.to_le_bytes());
    }

    fn bool(&mut self, value: bool) {
        self.u8(value.into());
        self.bytes.extend(std::iter::repeat_n(0, self.switches.bool_bytes - 1));
    }

    fn text(&mut self, text: &str) {
        if self.switches.unicode {
            let units: Vec<u16> = text.encode_utf16().collect();
            self.u8(u8::try_from(units.len()).expect("a short text"));
            units.into_iter().for_each(|unit| self.u16(unit));
        } else {
            self.u8(u8::try_from(text.len()).expect("a short text"));
            self.bytes.extend(text.bytes());
        }
    }

    fn list<T>(&mut self, count_bits: u32, items: &[T], one: impl Fn(&mut Self, &T)) {
        match count_bits {
            8 => self.u8(u8::try_from(items.len()).expect("few")),
            _ => self.u16(u16::try_from(items.len()).expect("few")),
        }
        items.iter().for_each(|item| one(self, item));
    }

    fn properties(&mut self, properties: &[(String, String)]) {
        self.list(16, properties, |out, (name, value)| {
            out.text(name);
            out.text(value);
        });
    }

    fn volume(&mut self, volume: &Volume) {
        self.f32s(&volume.min);
        self.f32s(&volume.max);
        self.f32s(&volume.sphere);
    }

    fn matrix(&mut self, matrix: &Mat4) {
        match self.switches.matrix {
            Matrix::RowVector => self.f32s(&matrix.to_cols_array()),
            Matrix::ColumnVector => self.f32s(&matrix.transpose().to_cols_array()),
        }
    }

    fn material(&mut self, material: &Material) {
        self.text(&material.name);
        self.text(&material.effect);
        self.bool(material.has_opacity);
        self.bool(material.no_shadow);
        self.bytes.extend(material.raster);
        material.flags.iter().for_each(|flag| self.bool(*flag));
        let counts = [
            material.definitions.len(),
            material.bools.len(),
            material.ints.len(),
            material.uints.len(),
            material.floats.len(),
            material.float2s.len(),
            material.float3s.len(),
            material.float4s.len(),
            material.maps.len(),
        ];
        counts.iter().for_each(|count| self.u8(*count as u8));
        self.values(&material.definitions, |out, value| out.text(value));
        self.values(&material.bools, |out, value| out.bool(*value));
        self.values(&material.ints, |out, value| out.u32(*value as u32));
        self.values(&material.uints, |out, value| out.u32(*value));
        self.values(&material.floats, |out, value| out.f32s(&[*value]));
        self.values(&material.float2s, |out, value| out.f32s(value));
        self.values(&material.float3s, |out, value| out.f32s(value));
        self.values(&material.float4s, |out, value| out.f32s(value));
        for (name, file, index) in &material.maps {
            self.text(name);
            self.text(file);
            self.u8(*index);
        }
        self.bytes.extend(material.sampler);
        self.f32s(&material.border);
        self.u8(material.anisotropy);
        self.f32s(&material.mips);
        self.bytes.extend(material.blend);
    }

    fn values<T>(&mut self, values: &[(String, T)], one: impl Fn(&mut Self, &T)) {
        for (name, value) in values {
            self.text(name);
            one(self, value);
        }
    }

    fn geometry(&mut self, geometry: &Geometry) {
        self.u32(geometry.topology);
        self.u16(geometry.material);
        let [uv0, uv1] = &geometry.uvs;
        self.bool(geometry.normals.is_some());
        self.bool(uv0.is_some());
        self.bool(uv1.is_some());
        self.u8(geometry.bones.len() as u8);
        self.array(&geometry.positions);
        for present in [&geometry.normals, uv0, uv1].into_iter().flatten() {
            self.array(present);
        }
        self.array(&geometry.indices);
        geometry.bones.iter().for_each(|bone| self.bone(bone));
    }

    fn array(&mut self, array: &Array) {
        self.u8(array.format);
        self.u32(array.count);
        self.bytes.extend(&array.bytes);
    }

    fn bone(&mut self, bone: &Bone) {
        self.text(&bone.name);
        self.matrix(&bone.offset);
        self.u32(bone.weights.len() as u32);
        self.f32s(&bone.weights);
    }

    /// With a stack of its own, so that deep trees can be written too.
    fn node(&mut self, root: &Node) {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            self.text(&node.name);
            self.matrix(&node.transformation);
            self.u32(node.lod);
            self.f32s(&node.distance);
            node.flags.iter().for_each(|flag| self.bool(*flag));
            self.f32s(&node.null_position);
            self.volume(&node.volume);
            self.u8(node.geometries.len() as u8);
            self.u8(node.children.len() as u8);
            node.geometries.iter().for_each(|geometry| self.u16(*geometry));
            for place in 0..node.geometries.len() {
                let volume = node.volumes.get(place).or(node.volumes.last());
                self.volume(&volume.copied().unwrap_or_default());
            }
            open.extend(node.children.iter().rev());
        }
    }

    fn layer(&mut self, layer: &Layer) {
        self.text(&layer.name);
        self.u8(layer.processing);
        self.f64(layer.duration_ms);
        self.f64(layer.key_frame_ms);
        let unit_ms = match self.switches.keys {
            Keys::Index => layer.key_frame_ms,
            Keys::Milliseconds => 1.0,
        };
        self.list(16, &layer.tracks, |out, track| out.track(track, unit_ms));
    }

    fn track(&mut self, track: &Track, unit_ms: f64) {
        self.text(&track.node);
        let counts = [
            track.positions.len(),
            track.scales.len(),
            track.rotations.len(),
            track.events.len(),
        ];
        counts.iter().for_each(|count| self.u16(*count as u16));
        for (time, value) in track.positions.iter().chain(&track.scales) {
            self.f64(time / unit_ms);
            self.f32s(value);
        }
        for (time, [x, y, z, w]) in &track.rotations {
            self.f64(time / unit_ms);
            self.f32s(&match self.switches.quaternion {
                Quaternion::Xyzw => [*x, *y, *z, *w],
                Quaternion::Wxyz => [*w, *x, *y, *z],
            });
        }
        for (time, event) in &track.events {
            self.f64(time / unit_ms);
            self.text(event);
        }
    }
}
