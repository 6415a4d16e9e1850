//! The grammar of docs/formats/shape.md §3, and what §4 leaves open about it: §8 (a), (b), (c), (h).

use crate::clean;
use crate::shape_file::samples::{everything, minimal, triangle};
use crate::shape_file::{Draft, Identifier, Switches, write};
use castview_formats::shape::{CountWidth, Document, Layout, Text, ValueKind, outline};

#[test]
fn the_smallest_file_has_204_bytes() {
    let file = write(&minimal(), &Switches::default());
    assert_eq!(file.len(), 204);
    let document = clean(&file);
    assert_eq!((document.nodes.len(), document.layers.len()), (1, 0));
    assert_eq!(document.text(document.author), "");
    let narrow = Switches {
        layer_count_bits: 8,
        ..Switches::default()
    };
    assert_eq!(write(&minimal(), &narrow).len(), 203);
}

#[test]
fn every_form_of_the_identifier_opens() {
    for (identifier, form) in [
        (Identifier::Length8, "text with an 8-bit length"),
        (Identifier::Length16, "text with a 16-bit length"),
        (Identifier::Length32, "text with a 32-bit length"),
        (Identifier::Bare, "bare characters"),
        (Identifier::Terminated, "characters with a NUL"),
    ] {
        let switches = Switches {
            identifier,
            ..Switches::default()
        };
        assert_eq!(clean(&write(&triangle(), &switches)).identifier, form);
    }
}

#[test]
fn strings_of_one_and_two_bytes_say_the_same() {
    for (unicode, encoding) in [(false, "UTF-8"), (true, "UTF-16")] {
        let switches = Switches {
            unicode,
            ..Switches::default()
        };
        let document = clean(&write(&triangle(), &switches));
        assert_eq!(document.text_encoding(), encoding);
        assert_eq!(document.text(document.author), "Zoë");
        assert_eq!(document.text(document.nodes[0].name), "Wurzel ünd Äste");
        let geometry = &document.geometries[0];
        let corner = |vertex| [0, 1, 2].map(|axis| document.float(&geometry.positions, vertex, axis));
        assert_eq!(
            [corner(0), corner(1), corner(2)],
            [[0.0, 0.0, 0.25], [0.0, 1.0, 0.25], [1.0, 0.0, 0.25]]
        );
        assert_eq!([0, 1, 2].map(|i| document.uint(&geometry.indices, i)), [0, 1, 2]);
    }
}

/// The sizes the page states for records (docs/formats/shape.md §3), as differences between files.
#[test]
fn records_have_the_sizes_of_the_page() {
    let size = |change: &dyn Fn(&mut Draft)| {
        let mut draft = minimal();
        change(&mut draft);
        write(&draft, &Switches::default()).len() - 204
    };
    let geometry = triangle().geometries;
    assert_eq!(size(&|draft| draft.geometries = geometry.clone()), 68);
    assert_eq!(size(&|draft| draft.materials = vec![Default::default()]), 64 + 2);
    assert_eq!(size(&|draft| draft.lights = vec![Default::default()]), 79 + 2);
    assert_eq!(size(&|draft| draft.lens_flares = vec![Default::default()]), 24 + 2);
    assert_eq!(size(&|draft| draft.cameras = vec![Default::default()]), 32 + 1);
    assert_eq!(size(&|draft| draft.anchors = vec![Default::default()]), 24 + 1);
    assert_eq!(size(&|draft| draft.sub_shapes = vec![Default::default()]), 36 + 2);
    assert_eq!(size(&|draft| draft.scripts = vec![Default::default()]), 2 + 2);
    assert_eq!(size(&|draft| draft.sounds = vec![Default::default()]), 47 + 3);
    assert_eq!(size(&|draft| draft.root.children = vec![Default::default()]), 134 + 1);
    assert_eq!(size(&|draft| draft.layers = vec![Default::default()]), 19 + 1);
}

#[test]
fn every_section_keeps_both_of_its_entries() {
    for unicode in [false, true] {
        let switches = Switches {
            unicode,
            ..Switches::default()
        };
        holds_everything(&clean(&write(&everything(), &switches)));
    }
}

/// (h) A file written with one switch off the default reads the same, and says which width it took.
#[test]
fn every_retry_finds_its_layout() {
    use CountWidth::{Bits8, Bits16};
    for (bool_bytes, sound_count_bits, layer_count_bits, wanted) in [
        (1, 16, 16, (1, Bits16, Bits16)),
        (1, 8, 16, (1, Bits8, Bits16)),
        (1, 16, 8, (1, Bits16, Bits8)),
        (1, 8, 8, (1, Bits8, Bits8)),
        (4, 16, 16, (4, Bits16, Bits16)),
    ] {
        let switches = Switches {
            bool_bytes,
            sound_count_bits,
            layer_count_bits,
            ..Switches::default()
        };
        let document = clean(&write(&everything(), &switches));
        let (bool_bytes, sound_count, layer_count) = wanted;
        let wanted = Layout {
            bool_bytes,
            sound_count,
            layer_count,
        };
        assert_eq!(document.layout, wanted);
        holds_everything(&document);
    }
}

fn holds_everything(document: &Document) {
    let text = |text: Text| document.text(text);
    assert_eq!(
        (text(document.author), text(document.website)),
        ("Somebody".into(), "https://example.org".into())
    );
    assert!(document.allow_edit);
    assert_eq!(
        (document.volume.min, document.volume.sphere),
        ([-1.6785, -0.5, -1.6785], [0.0, 0.0, 0.0, 3.0])
    );
    let pairs = |properties: &[castview_formats::shape::Property]| -> Vec<String> {
        properties
            .iter()
            .map(|p| format!("{}={}", text(p.name), text(p.value)))
            .collect()
    };
    assert_eq!(pairs(&document.properties), ["type=coach", "length=26.4"]);
    materials(document);
    scenery(document);
    for (index, script) in document.scripts.iter().enumerate() {
        assert_eq!(text(script.file), ["doors.lua", "wipers.lua"][index]);
        assert_eq!(
            (text(script.commands), pairs(&script.arguments)),
            ("start; loop".into(), vec!["speed=2".into(), "side=left".into()])
        );
    }
    for (geometry, has_uvs) in document.geometries.iter().zip([[true, false], [false, true]]) {
        assert_eq!(
            (geometry.topology, geometry.positions.count, geometry.indices.count),
            (4, 24, 36)
        );
        assert_eq!(geometry.normals.map(|normals| normals.count), Some(24));
        assert_eq!(geometry.uvs.map(|uv| uv.is_some()), has_uvs);
    }
    let nodes: Vec<_> = document
        .nodes
        .iter()
        .map(|node| (text(node.name), node.parent))
        .collect();
    assert_eq!(
        nodes,
        [
            ("root".into(), None),
            ("door".into(), Some(0)),
            ("window".into(), Some(0))
        ]
    );
    let window = &document.nodes[2];
    assert_eq!(
        (window.geometries[0].0, window.distance, window.null_position),
        (1, [0.0, 100.0], [0.0, 0.25, 0.0])
    );
    assert_eq!(window.transformation[12..], [1.0, 0.5, -1.0, 1.0]);
    layers(document);
}

fn materials(document: &Document) {
    let names: Vec<_> = document
        .materials
        .iter()
        .map(|m| (document.text(m.name), document.text(m.effect)))
        .collect();
    assert_eq!(names, [("red".into(), String::new()), ("glass".into(), "Glass".into())]);
    for material in &document.materials {
        let values: Vec<String> = material
            .values
            .iter()
            .map(|value| {
                let shown = match value.value {
                    ValueKind::Text(value) => document.text(value),
                    other => format!("{other:?}"),
                };
                format!("{} {shown}", document.text(value.name))
            })
            .collect();
        let wanted = [
            "quality high",
            "pass 2",
            "wet Bool(true)",
            "snow Bool(false)",
            "bias Int(-3)",
            "layer Int(4)",
            "mask Uint(4294967295)",
            "id Uint(7)",
            "Roughness Float(0.25)",
            "Metalness Float(0.75)",
            "tiling Float2([2.0, 3.0])",
            "offset Float2([0.5, 0.25])",
            "DiffuseColor Float3([1.0, 0.25, 0.125])",
            "tint Float3([0.5, 0.5, 0.5])",
            "fresnel Float4([1.0, 2.0, 3.0, 4.0])",
            "wind Float4([0.0, 0.0, 0.0, 0.0])",
        ];
        assert_eq!(values, wanted);
        let maps: Vec<_> = material
            .maps
            .iter()
            .map(|map| (document.text(map.name), map.index))
            .collect();
        assert_eq!(maps, [("Diffuse".into(), 0), ("extra".into(), 1)]);
        assert_eq!((material.fill, material.filter, material.address), (3, 0x15, [1; 3]));
        assert_eq!((material.max_anisotropy, material.mip_range), (16, [0.0, 1000.0]));
        let flags = [
            material.front_is_counter_clockwise,
            material.depth_clip,
            material.multisample,
            material.antialiased_line,
            material.depth_enable,
            material.depth_bounds_test,
        ];
        assert_eq!(flags, [false, true, true, false, true, false]);
    }
    let glass = &document.materials[1];
    assert_eq!(
        (glass.has_opacity, glass.cull, glass.blend, glass.logic_op),
        (true, 1, [5, 6, 1, 2, 1, 1], 4)
    );
}

fn scenery(document: &Document) {
    let text = |text: Text| document.text(text);
    for (light, (kind, flare)) in document.lights.iter().zip([(0, 1), (2, 0xffff)]) {
        assert_eq!(
            (light.kind, light.lens_flare, text(light.projection_map)),
            (kind, flare, "cookie".into())
        );
        assert_eq!(
            (light.position, light.color),
            ([1.0, 2.0, f32::from(kind)], [1.0, 0.5, 0.25])
        );
        assert_eq!(
            (light.direction, light.line_rotation, light.radius),
            ([0.5, -0.25], 0.125, 12.0)
        );
        assert_eq!(
            [light.watt, light.lux_per_watt, light.color_temperature],
            [60.0, 15.0, 2700.0]
        );
        assert_eq!((light.extends, light.cone), ([2.0, 3.0], [0.3, 0.6]));
        assert_eq!((light.circle_radius, light.inner_distance), (0.75, 0.1));
    }
    for flare in &document.lens_flares {
        assert_eq!(
            (text(flare.kind), flare.scale, flare.max_distance),
            ("star".into(), 1.5, 400.0)
        );
    }
    for camera in &document.cameras {
        assert_eq!(
            (camera.direction, camera.depth_distance, camera.fov),
            ([0.1, 0.2, 0.3], 2000.0, 0.9)
        );
    }
    let anchors: Vec<_> = document
        .anchors
        .iter()
        .map(|anchor| (text(anchor.name), anchor.direction))
        .collect();
    assert_eq!(
        anchors,
        [("coupler".into(), [0.0, 0.0, 1.0]), ("smoke".into(), [0.0, 0.0, 1.0])]
    );
    for sub in &document.sub_shapes {
        assert_eq!(
            (text(sub.file), sub.rotation, sub.scale),
            ("bogie.Shape".into(), [1.0, 0.5, 0.25], [1.0; 3])
        );
    }
    for (sound, name) in document.sounds.iter().zip(["horn", "engine"]) {
        assert_eq!(
            [sound.name, sound.bank, sound.event].map(text),
            [name.into(), "bank".into(), format!("play_{name}")]
        );
        assert_eq!(
            (sound.radius, sound.allow_shape_change, sound.change_times),
            (40.0, true, [0.5, 1.5])
        );
        assert_eq!((sound.change_radius, sound.change_speed), (3.0, 2.0));
        let values: Vec<_> = sound.properties.iter().map(|p| (text(p.name), p.value)).collect();
        assert_eq!(
            values,
            [
                ("pitch".into(), ValueKind::Float(1.0)),
                ("volume".into(), ValueKind::Float(0.5))
            ]
        );
    }
}

fn layers(document: &Document) {
    for (layer, (name, processing)) in document.layers.iter().zip([("open", 3), ("close", 1)]) {
        assert_eq!((document.text(layer.name), layer.processing), (name.into(), processing));
        assert_eq!((layer.duration_ms, layer.key_frame_ms), (1000.0, 40.0));
        let [door, window] = &layer.tracks[..] else {
            panic!("two tracks")
        };
        let positions: Vec<_> = document.keys::<3>(&door.positions).collect();
        assert_eq!(positions, [(0.0, [-1.0, 0.5, -1.0]), (25.0, [-3.0, 0.5, -1.0])]);
        let scales: Vec<_> = document.keys::<3>(&door.scales).collect();
        assert_eq!(scales, [(0.0, [1.0, 2.0, 1.0]), (25.0, [1.0, 3.0, 1.0])]);
        let turned = glam::Quat::from_rotation_y(1.5).to_array();
        assert_eq!(document.keys::<4>(&door.rotations).last(), Some((25.0, turned)));
        let events: Vec<_> = door.events.iter().map(|e| (e.key, document.text(e.event))).collect();
        assert_eq!(events, [(0.0, "hiss".into()), (12.5, "half way".into())]);
        assert_eq!((window.positions.count, window.rotations.count), (2, 0));
    }
}

/// The outline tells every field: whichever byte of a file is another, it reads differently. Arrays are told by their place alone.
#[test]
fn the_outline_tells_every_byte_outside_of_arrays() {
    let mut draft = everything();
    draft.geometries.truncate(1);
    let file = write(&draft, &Switches::default());
    let told = |bytes: &[u8]| {
        let (document, reports) = crate::document(bytes).ok()?;
        let inside = arrays(&document);
        // A count that is too large by now is told as a file that is cut off.
        Some(((outline(&document), reports), inside))
    };
    let (before, arrays) = told(&file).expect("a good file");
    let mut changed = 0;
    for at in 8..file.len() {
        if arrays.iter().any(|array| array.contains(&at)) {
            continue;
        }
        let mut other = file.clone();
        // The lowest bit of most fields means something; of bools any value above 0 is true.
        other[at] ^= if other[at] == 1 { 1 } else { 2 };
        if let Some((outline, _)) = told(&other) {
            assert!(outline != before, "byte {at:#x} of {} is not told", file.len());
            changed += 1;
        }
    }
    assert!(changed > 1000, "{changed} bytes were compared");
}

fn arrays(document: &Document) -> Vec<std::ops::Range<usize>> {
    let geometries = document.geometries.iter().flat_map(|geometry| {
        let uvs = geometry.uvs.iter().flatten();
        let streams = std::iter::once(&geometry.positions).chain(&geometry.normals).chain(uvs);
        let count = geometry.positions.count as usize;
        let weights = geometry
            .bones
            .iter()
            .map(move |bone| bone.weights_at..bone.weights_at + 4 * count);
        streams
            .chain([&geometry.indices])
            .map(|array| array.range())
            .chain(weights)
    });
    let keys = document
        .layers
        .iter()
        .flat_map(|layer| &layer.tracks)
        .flat_map(|track| {
            let keys = [track.positions, track.scales, track.rotations];
            keys.map(|keys| keys.at..keys.at + usize::from(keys.count) * (8 + 4 * keys.components))
        });
    geometries.chain(keys).collect()
}
