//! A `.Shape` as it is stored, for people: every record with its place in the content, arrays by their size.

use super::document::KeyArray;
use super::{Array, Document, Format, Geometry, Layer, Light, Material, Node, Sound, Text, Track, Value, ValueKind};
use crate::outline::{OutlineEntry, StoredNumber, StoredValues};
use std::fmt::Debug;

/// Records of one list, then a count.
const MOST: usize = 10_000;

/// The content as it is stored, for people: records in file order, the first of each long list.
pub fn outline(document: &Document) -> Vec<OutlineEntry> {
    let out = Outline(document);
    let layout = document.layout;
    vec![
        OutlineEntry::new("identifier", document.identifier),
        OutlineEntry::new(
            "stream",
            format!("{}, {} bytes of content", document.codec, document.bytes.len()),
        ),
        OutlineEntry::new("strings", document.text_encoding()),
        OutlineEntry::new("bool bytes", layout.bool_bytes),
        out.text("author", document.author),
        out.text("website", document.website),
        OutlineEntry::new("allow edit", document.allow_edit),
        OutlineEntry::new("volume", volume(&document.volume)),
        out.list("properties", &document.properties, |p| out.property(p)),
        out.list("materials", &document.materials, |m| out.material(m)),
        out.list("lights", &document.lights, |l| out.light(l)),
        out.list("lens flares", &document.lens_flares, |f| {
            let children = vec![
                numbers("color", &f.color),
                OutlineEntry::new("scale", f.scale),
                OutlineEntry::new("max distance", f.max_distance),
            ];
            OutlineEntry::new(document.text(f.name), document.text(f.kind)).above(children)
        }),
        out.list("cameras", &document.cameras, |c| {
            let children = vec![
                numbers("position", &c.position),
                numbers("yaw, pitch, roll", &c.direction),
                OutlineEntry::new("depth distance", c.depth_distance),
                OutlineEntry::new("fov", c.fov),
            ];
            out.record("camera", c.name, c.at, children)
        }),
        out.list("anchors", &document.anchors, |a| {
            let children = vec![
                numbers("position", &a.position),
                numbers("yaw, pitch, roll", &a.direction),
            ];
            out.record("anchor", a.name, a.at, children)
        }),
        out.list("sub shapes", &document.sub_shapes, |s| {
            let children = vec![
                out.text("file", s.file),
                numbers("position", &s.position),
                numbers("yaw, pitch, roll", &s.rotation),
                numbers("scale", &s.scale),
            ];
            out.record("sub shape", s.name, s.at, children)
        }),
        out.list("scripts", &document.scripts, |s| {
            let mut children = vec![out.text("commands", s.commands)];
            children.extend(s.arguments.iter().map(|argument| out.property(argument)));
            OutlineEntry::heading(document.text(s.file), children)
        }),
        out.list("sounds", &document.sounds, |s| out.sound(s)),
        out.list("geometries", &document.geometries, |g| out.geometry(g)),
        out.list("nodes", &document.nodes, |n| out.node(n)),
        out.list("layers", &document.layers, |l| out.layer(l)),
    ]
}

struct Outline<'a>(&'a Document);

impl Outline<'_> {
    fn material(&self, m: &Material) -> OutlineEntry {
        let mut children = vec![
            self.text("effect", m.effect),
            OutlineEntry::new("has opacity", m.has_opacity),
            OutlineEntry::new("no shadow", m.no_shadow),
        ];
        children.extend(rasterizer(m));
        children.extend(sampler(m));
        children.extend(blending(m));
        children.extend(m.values.iter().map(|value| self.value(value)));
        children.extend(m.maps.iter().map(|map| {
            OutlineEntry::new(
                format!("map {}", self.0.text(map.name)),
                format!("{} ({})", self.0.text(map.file), map.index),
            )
        }));
        self.record("material", m.name, m.at, children)
    }

    fn light(&self, l: &Light) -> OutlineEntry {
        let children = vec![
            self.text("projection map", l.projection_map),
            OutlineEntry::new("kind", l.kind),
            numbers("position", &l.position),
            numbers("color", &l.color),
            numbers("yaw, pitch", &l.direction),
            OutlineEntry::new("line rotation (roll)", l.line_rotation),
            OutlineEntry::new("radius", l.radius),
            OutlineEntry::new("watt", l.watt),
            OutlineEntry::new("lux per watt", l.lux_per_watt),
            OutlineEntry::new("color temperature", l.color_temperature),
            numbers("extends", &l.extends),
            numbers("cone (inner, outer)", &l.cone),
            OutlineEntry::new("circle radius", l.circle_radius),
            OutlineEntry::new("inner distance", l.inner_distance),
            OutlineEntry::new("lens flare", l.lens_flare),
        ];
        self.record("light", l.name, l.at, children)
    }

    fn sound(&self, s: &Sound) -> OutlineEntry {
        let mut children = vec![
            self.text("bank", s.bank),
            self.text("event", s.event),
            numbers("position", &s.position),
            numbers("yaw, pitch, roll", &s.direction),
            OutlineEntry::new("radius", s.radius),
            OutlineEntry::new("allow shape change", s.allow_shape_change),
            numbers("change times", &s.change_times),
            OutlineEntry::new("change radius", s.change_radius),
            OutlineEntry::new("change speed", s.change_speed),
        ];
        children.extend(s.properties.iter().map(|value| self.value(value)));
        self.record("sound", s.name, s.at, children)
    }

    fn text(&self, name: &str, text: Text) -> OutlineEntry {
        OutlineEntry::new(name, self.0.text(text))
    }

    fn record(&self, kind: &str, name: Text, at: usize, children: Vec<OutlineEntry>) -> OutlineEntry {
        let told = format!("at byte {at:#x}");
        OutlineEntry::new(format!("{kind} \"{}\"", self.0.text(name)), told)
            .from(at)
            .above(children)
    }

    fn list<T>(&self, name: &str, list: &[T], one: impl Fn(&T) -> OutlineEntry) -> OutlineEntry {
        let mut children: Vec<OutlineEntry> = list.iter().take(MOST).map(one).collect();
        if list.len() > MOST {
            children.push(OutlineEntry::new("…", format!("{} more", list.len() - MOST)));
        }
        OutlineEntry::new(name, list.len()).above(children)
    }

    fn property(&self, property: &super::Property) -> OutlineEntry {
        OutlineEntry::new(self.0.text(property.name), self.0.text(property.value))
    }

    fn value(&self, value: &Value) -> OutlineEntry {
        let name = self.0.text(value.name);
        match value.value {
            ValueKind::Text(text) => OutlineEntry::new(name, self.0.text(text)),
            ValueKind::Bool(value) => OutlineEntry::new(name, value),
            ValueKind::Int(value) => OutlineEntry::new(name, value),
            ValueKind::Uint(value) => OutlineEntry::new(name, value),
            ValueKind::Float(value) => OutlineEntry::new(name, value),
            ValueKind::Float2(values) => numbers(name, &values),
            ValueKind::Float3(values) => numbers(name, &values),
            ValueKind::Float4(values) => numbers(name, &values),
        }
    }

    fn geometry(&self, geometry: &Geometry) -> OutlineEntry {
        let mut children = vec![
            OutlineEntry::new("topology", geometry.topology),
            OutlineEntry::new("material", geometry.material).linked("materials", i64::from(geometry.material)),
            array("positions", &geometry.positions),
        ];
        children.extend(geometry.normals.iter().map(|normals| array("normals", normals)));
        children.extend(geometry.uvs.iter().flatten().map(|uvs| array("uvs", uvs)));
        children.push(array("indices", &geometry.indices));
        let weights = |bone: &super::Bone| {
            let facts = vec![
                numbers("offset", &bone.offset),
                OutlineEntry::new("weights", format!("at byte {:#x}", bone.weights_at)).from(bone.weights_at),
            ];
            self.record("bone", bone.name, bone.at, facts)
        };
        children.extend(geometry.bones.iter().map(weights));
        OutlineEntry::new("geometry", format!("at byte {:#x}", geometry.at))
            .from(geometry.at)
            .above(children)
    }

    fn node(&self, node: &Node) -> OutlineEntry {
        let parent = node.parent.map_or("none".into(), |parent| parent.to_string());
        let geometries = node.geometries.iter().take(MOST);
        let geometries = geometries.map(|(geometry, inside)| {
            OutlineEntry::new(format!("geometry {geometry}"), volume(inside)).linked("geometries", i64::from(*geometry))
        });
        let children = vec![
            OutlineEntry::new("parent", parent).linked("nodes", node.parent.map_or(-1, i64::from)),
            OutlineEntry::new("lod", node.lod),
            numbers("distance", &node.distance),
            numbers("transformation", &node.transformation),
            OutlineEntry::new("has opacity", node.has_opacity),
            OutlineEntry::new("no shadow", node.no_shadow),
            OutlineEntry::new("hidden", node.is_hidden),
            OutlineEntry::new("render before children", node.render_before_children),
            numbers("null position", &node.null_position),
            OutlineEntry::new("volume", volume(&node.volume)),
            OutlineEntry::new("geometries", node.geometries.len()).above(geometries.collect()),
        ];
        self.record("node", node.name, node.at, children)
    }

    fn layer(&self, layer: &Layer) -> OutlineEntry {
        let processing = ["none", "playback", "repeat", "state"].get(usize::from(layer.processing));
        let mut children = vec![
            OutlineEntry::new("processing", processing.unwrap_or(&"unknown")),
            OutlineEntry::new("duration", format!("{} ms", layer.duration_ms)),
            OutlineEntry::new("key frame", format!("{} ms", layer.key_frame_ms)),
        ];
        children.push(self.list("tracks", &layer.tracks, |track| self.track(track)));
        self.record("layer", layer.name, layer.at, children)
    }

    fn track(&self, track: &Track) -> OutlineEntry {
        let keys = |name: &str, keys: &KeyArray| {
            OutlineEntry::new(name, format!("{} keys at byte {:#x}", keys.count, keys.at)).from(keys.at)
        };
        let mut children = vec![
            keys("positions", &track.positions),
            keys("scales", &track.scales),
            keys("rotations", &track.rotations),
        ];
        let event = |event: &super::EventKey| OutlineEntry::new(self.0.text(event.event), event.key);
        children.extend(track.events.iter().map(event));
        self.record("track of", track.node, track.at, children)
    }
}

/// How triangles are filled: numbers of Direct3D 12.
fn rasterizer(material: &Material) -> [OutlineEntry; 10] {
    [
        OutlineEntry::new("fill", material.fill),
        OutlineEntry::new("cull", material.cull),
        OutlineEntry::new("conservative raster", material.conservative_raster),
        OutlineEntry::new("topology type", material.topology_type),
        OutlineEntry::new("forced samples", material.forced_samples),
        OutlineEntry::new("front is counter-clockwise", material.front_is_counter_clockwise),
        OutlineEntry::new("depth clip, enable, bounds test", {
            format!(
                "{}, {}, {}",
                material.depth_clip, material.depth_enable, material.depth_bounds_test
            )
        }),
        OutlineEntry::new("multisample", material.multisample),
        OutlineEntry::new("antialiased line", material.antialiased_line),
        OutlineEntry::new("comparison", material.comparison),
    ]
}

fn sampler(material: &Material) -> [OutlineEntry; 6] {
    [
        OutlineEntry::new("filter", material.filter),
        numbers("address u, v, w", &material.address),
        numbers("border", &material.border),
        OutlineEntry::new("max anisotropy", material.max_anisotropy),
        OutlineEntry::new("mip bias", material.mip_bias),
        numbers("mip range", &material.mip_range),
    ]
}

fn blending(material: &Material) -> [OutlineEntry; 3] {
    [
        numbers(
            "blend (source, destination, operation; alpha likewise)",
            &material.blend,
        ),
        OutlineEntry::new("logic op", material.logic_op),
        OutlineEntry::new("alpha to coverage", material.alpha_to_coverage),
    ]
}

fn numbers(name: impl Into<String>, values: &[impl Debug]) -> OutlineEntry {
    let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    OutlineEntry::new(name, values.join(", "))
}

fn array(name: &str, array: &Array) -> OutlineEntry {
    let told = format!("{} × {:?} at byte {:#x}", array.count, array.format, array.at);
    let number = match array.format {
        Format::Unknown => return OutlineEntry::new(name, told).at(array.range()),
        Format::R32G32B32A32Float | Format::R32G32B32Float | Format::R32G32Float => StoredNumber::F32,
        Format::R8G8B8A8Unorm | Format::R8Uint => StoredNumber::U8,
        Format::R8G8B8A8Snorm => StoredNumber::I8,
        Format::R16G16Snorm => StoredNumber::I16,
        // Halves are told by their bits.
        Format::R16G16B16A16Float | Format::R16G16Float | Format::R16G16Unorm | Format::R16Uint => StoredNumber::U16,
        Format::R32Uint => StoredNumber::U32,
    };
    let values = StoredValues::packed(number, array.format.components(), array.range());
    OutlineEntry::new(name, told).with_values(values)
}

fn volume(volume: &super::Volume) -> String {
    format!("{:?} to {:?}, sphere {:?}", volume.min, volume.max, volume.sphere)
}
