//! A `.Shape` as it is stored, for people: every record with its place in the content, arrays by their size.

use super::document::KeyArray;
use super::{Array, Document, Geometry, Layer, Light, Material, Node, Sound, Text, Track, Value, ValueKind};
use castview_base::scene::Fact;
use std::fmt::Debug;

/// Records of one list, then a count.
const MOST: usize = 10_000;

/// The content as it is stored, for people: records in file order, the first of each long list.
pub fn outline(document: &Document) -> Vec<Fact> {
    let out = Outline(document);
    let layout = document.layout;
    vec![
        Fact::new("identifier", document.identifier),
        Fact::new(
            "stream",
            format!("{}, {} bytes of content", document.codec, document.bytes.len()),
        ),
        Fact::new("strings", document.text_encoding()),
        Fact::new("bool bytes", layout.bool_bytes),
        out.text("author", document.author),
        out.text("website", document.website),
        Fact::new("allow edit", document.allow_edit),
        Fact::new("volume", volume(&document.volume)),
        out.list("properties", &document.properties, |p| out.property(p)),
        out.list("materials", &document.materials, |m| out.material(m)),
        out.list("lights", &document.lights, |l| out.light(l)),
        out.list("lens flares", &document.lens_flares, |f| {
            let children = vec![
                numbers("color", &f.color),
                Fact::new("scale", f.scale),
                Fact::new("max distance", f.max_distance),
            ];
            Fact {
                name: document.text(f.name),
                value: document.text(f.kind),
                children,
            }
        }),
        out.list("cameras", &document.cameras, |c| {
            let children = vec![
                numbers("position", &c.position),
                numbers("yaw, pitch, roll", &c.direction),
                Fact::new("depth distance", c.depth_distance),
                Fact::new("fov", c.fov),
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
            Fact::heading(document.text(s.file), children)
        }),
        out.list("sounds", &document.sounds, |s| out.sound(s)),
        out.list("geometries", &document.geometries, |g| out.geometry(g)),
        out.list("nodes", &document.nodes, |n| out.node(n)),
        out.list("layers", &document.layers, |l| out.layer(l)),
    ]
}

struct Outline<'a>(&'a Document);

impl Outline<'_> {
    fn material(&self, m: &Material) -> Fact {
        let mut children = vec![
            self.text("effect", m.effect),
            Fact::new("has opacity", m.has_opacity),
            Fact::new("no shadow", m.no_shadow),
        ];
        children.extend(rasterizer(m));
        children.extend(sampler(m));
        children.extend(blending(m));
        children.extend(m.values.iter().map(|value| self.value(value)));
        children.extend(m.maps.iter().map(|map| {
            Fact::new(
                format!("map {}", self.0.text(map.name)),
                format!("{} ({})", self.0.text(map.file), map.index),
            )
        }));
        self.record("material", m.name, m.at, children)
    }

    fn light(&self, l: &Light) -> Fact {
        let children = vec![
            self.text("projection map", l.projection_map),
            Fact::new("kind", l.kind),
            numbers("position", &l.position),
            numbers("color", &l.color),
            numbers("yaw, pitch", &l.direction),
            Fact::new("line rotation (roll)", l.line_rotation),
            Fact::new("radius", l.radius),
            Fact::new("watt", l.watt),
            Fact::new("lux per watt", l.lux_per_watt),
            Fact::new("color temperature", l.color_temperature),
            numbers("extends", &l.extends),
            numbers("cone (inner, outer)", &l.cone),
            Fact::new("circle radius", l.circle_radius),
            Fact::new("inner distance", l.inner_distance),
            Fact::new("lens flare", l.lens_flare),
        ];
        self.record("light", l.name, l.at, children)
    }

    fn sound(&self, s: &Sound) -> Fact {
        let mut children = vec![
            self.text("bank", s.bank),
            self.text("event", s.event),
            numbers("position", &s.position),
            numbers("yaw, pitch, roll", &s.direction),
            Fact::new("radius", s.radius),
            Fact::new("allow shape change", s.allow_shape_change),
            numbers("change times", &s.change_times),
            Fact::new("change radius", s.change_radius),
            Fact::new("change speed", s.change_speed),
        ];
        children.extend(s.properties.iter().map(|value| self.value(value)));
        self.record("sound", s.name, s.at, children)
    }

    fn text(&self, name: &str, text: Text) -> Fact {
        Fact::new(name, self.0.text(text))
    }

    fn record(&self, kind: &str, name: Text, at: usize, children: Vec<Fact>) -> Fact {
        Fact {
            name: format!("{kind} \"{}\"", self.0.text(name)),
            value: format!("at byte {at:#x}"),
            children,
        }
    }

    fn list<T>(&self, name: &str, list: &[T], one: impl Fn(&T) -> Fact) -> Fact {
        let mut children: Vec<Fact> = list.iter().take(MOST).map(one).collect();
        if list.len() > MOST {
            children.push(Fact::new("…", format!("{} more", list.len() - MOST)));
        }
        Fact {
            name: name.into(),
            value: list.len().to_string(),
            children,
        }
    }

    fn property(&self, property: &super::Property) -> Fact {
        Fact::new(self.0.text(property.name), self.0.text(property.value))
    }

    fn value(&self, value: &Value) -> Fact {
        let name = self.0.text(value.name);
        match value.value {
            ValueKind::Text(text) => Fact::new(name, self.0.text(text)),
            ValueKind::Bool(value) => Fact::new(name, value),
            ValueKind::Int(value) => Fact::new(name, value),
            ValueKind::Uint(value) => Fact::new(name, value),
            ValueKind::Float(value) => Fact::new(name, value),
            ValueKind::Float2(values) => numbers(name, &values),
            ValueKind::Float3(values) => numbers(name, &values),
            ValueKind::Float4(values) => numbers(name, &values),
        }
    }

    fn geometry(&self, geometry: &Geometry) -> Fact {
        let mut children = vec![
            Fact::new("topology", geometry.topology),
            Fact::new("material", geometry.material),
            Fact::new("positions", array(&geometry.positions)),
        ];
        children.extend(
            geometry
                .normals
                .iter()
                .map(|normals| Fact::new("normals", array(normals))),
        );
        children.extend(geometry.uvs.iter().flatten().map(|uvs| Fact::new("uvs", array(uvs))));
        children.push(Fact::new("indices", array(&geometry.indices)));
        let weights = |bone: &super::Bone| {
            let facts = vec![
                numbers("offset", &bone.offset),
                Fact::new("weights", format!("at byte {:#x}", bone.weights_at)),
            ];
            self.record("bone", bone.name, bone.at, facts)
        };
        children.extend(geometry.bones.iter().map(weights));
        Fact {
            name: "geometry".into(),
            value: format!("at byte {:#x}", geometry.at),
            children,
        }
    }

    fn node(&self, node: &Node) -> Fact {
        let parent = node.parent.map_or("none".into(), |parent| parent.to_string());
        let geometries = node.geometries.iter().take(MOST);
        let geometries = geometries.map(|(geometry, inside)| Fact::new(format!("geometry {geometry}"), volume(inside)));
        let children = vec![
            Fact::new("parent", parent),
            Fact::new("lod", node.lod),
            numbers("distance", &node.distance),
            numbers("transformation", &node.transformation),
            Fact::new("has opacity", node.has_opacity),
            Fact::new("no shadow", node.no_shadow),
            Fact::new("hidden", node.is_hidden),
            Fact::new("render before children", node.render_before_children),
            numbers("null position", &node.null_position),
            Fact::new("volume", volume(&node.volume)),
            Fact {
                name: "geometries".into(),
                value: node.geometries.len().to_string(),
                children: geometries.collect(),
            },
        ];
        self.record("node", node.name, node.at, children)
    }

    fn layer(&self, layer: &Layer) -> Fact {
        let processing = ["none", "playback", "repeat", "state"].get(usize::from(layer.processing));
        let mut children = vec![
            Fact::new("processing", processing.unwrap_or(&"unknown")),
            Fact::new("duration", format!("{} ms", layer.duration_ms)),
            Fact::new("key frame", format!("{} ms", layer.key_frame_ms)),
        ];
        children.push(self.list("tracks", &layer.tracks, |track| self.track(track)));
        self.record("layer", layer.name, layer.at, children)
    }

    fn track(&self, track: &Track) -> Fact {
        let keys = |name: &str, keys: &KeyArray| Fact::new(name, format!("{} keys at byte {:#x}", keys.count, keys.at));
        let mut children = vec![
            keys("positions", &track.positions),
            keys("scales", &track.scales),
            keys("rotations", &track.rotations),
        ];
        let event = |event: &super::EventKey| Fact::new(self.0.text(event.event), event.key);
        children.extend(track.events.iter().map(event));
        self.record("track of", track.node, track.at, children)
    }
}

/// How triangles are filled: numbers of Direct3D 12.
fn rasterizer(material: &Material) -> [Fact; 10] {
    [
        Fact::new("fill", material.fill),
        Fact::new("cull", material.cull),
        Fact::new("conservative raster", material.conservative_raster),
        Fact::new("topology type", material.topology_type),
        Fact::new("forced samples", material.forced_samples),
        Fact::new("front is counter-clockwise", material.front_is_counter_clockwise),
        Fact::new("depth clip, enable, bounds test", {
            format!(
                "{}, {}, {}",
                material.depth_clip, material.depth_enable, material.depth_bounds_test
            )
        }),
        Fact::new("multisample", material.multisample),
        Fact::new("antialiased line", material.antialiased_line),
        Fact::new("comparison", material.comparison),
    ]
}

fn sampler(material: &Material) -> [Fact; 6] {
    [
        Fact::new("filter", material.filter),
        numbers("address u, v, w", &material.address),
        numbers("border", &material.border),
        Fact::new("max anisotropy", material.max_anisotropy),
        Fact::new("mip bias", material.mip_bias),
        numbers("mip range", &material.mip_range),
    ]
}

fn blending(material: &Material) -> [Fact; 3] {
    [
        numbers(
            "blend (source, destination, operation; alpha likewise)",
            &material.blend,
        ),
        Fact::new("logic op", material.logic_op),
        Fact::new("alpha to coverage", material.alpha_to_coverage),
    ]
}

fn numbers(name: impl Into<String>, values: &[impl Debug]) -> Fact {
    let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    Fact::new(name, values.join(", "))
}

fn array(array: &Array) -> String {
    format!("{} × {:?} at byte {:#x}", array.count, array.format, array.at)
}

fn volume(volume: &super::Volume) -> String {
    format!("{:?} to {:?}, sphere {:?}", volume.min, volume.max, volume.sphere)
}
