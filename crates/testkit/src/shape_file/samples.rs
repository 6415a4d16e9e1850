//! The files of the test plan (docs/formats/shape.md §8).

use super::{
    Anchor, Array, Bone, Camera, Draft, Geometry, Layer, LensFlare, Light, Material, Node, Script, Sound, SubShape,
    Track, Volume,
};
use glam::{Mat4, Quat, Vec3};

/// A cube of half a metre around the origin, seen from outside with clockwise fronts, as Direct3D has them.
fn unit_box() -> Geometry {
    let corner = |i: u32| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -0.5 } else { 0.5 });
    let corners: Vec<[f32; 3]> = (0..8).map(corner).collect();
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let mut out = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for face in faces {
        let at = face.map(|i: usize| Vec3::from(corners[i]));
        let normal = (at[0] + at[1] + at[2] + at[3]).normalize();
        let first = out.0.len() as u32;
        out.0.extend(at.map(|p| p.to_array()));
        out.1.extend([normal.to_array(); 4]);
        out.2.extend([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
        out.3.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
    }
    Geometry {
        positions: Array::float3s(&out.0),
        normals: Some(Array::float3s(&out.1)),
        uvs: [Some(Array::float2s(&out.2)), None],
        indices: Array::uints(&out.3),
        ..Geometry::default()
    }
}

/// (a) Nothing but what must be there: 204 bytes.
pub fn minimal() -> Draft {
    Draft::default()
}

/// (b) One triangle, clockwise when looked at along +z.
pub fn triangle() -> Draft {
    let geometry = Geometry {
        material: 0xffff,
        positions: Array::float3s(&[[0.0, 0.0, 0.25], [0.0, 1.0, 0.25], [1.0, 0.0, 0.25]]),
        indices: Array::uints(&[0, 1, 2]),
        ..Geometry::default()
    };
    Draft {
        author: "Zoë".into(),
        website: "https://example.org".into(),
        geometries: vec![geometry],
        root: Node {
            name: "Wurzel ünd Äste".into(),
            geometries: vec![0],
            ..Node::default()
        },
        ..Draft::default()
    }
}

/// (c) Every section with two entries.
pub fn everything() -> Draft {
    let text = |text: &str| text.to_owned();
    let materials = [("red", "paint.png"), ("glass", "glass_n.dds")].map(|(name, file)| Material {
        name: name.into(),
        effect: if name == "red" { "" } else { "Glass" }.into(),
        has_opacity: name == "glass",
        blend: if name == "glass" {
            [5, 6, 1, 2, 1, 1, 4, 0]
        } else {
            [2, 1, 1, 2, 1, 1, 4, 0]
        },
        raster: [3, if name == "glass" { 1 } else { 3 }, 0, 3, 0],
        definitions: vec![(text("quality"), text("high")), (text("pass"), text("2"))],
        bools: vec![(text("wet"), true), (text("snow"), false)],
        ints: vec![(text("bias"), -3), (text("layer"), 4)],
        uints: vec![(text("mask"), 0xffff_ffff), (text("id"), 7)],
        floats: vec![(text("Roughness"), 0.25), (text("Metalness"), 0.75)],
        float2s: vec![(text("tiling"), [2.0, 3.0]), (text("offset"), [0.5, 0.25])],
        float3s: vec![(text("DiffuseColor"), [1.0, 0.25, 0.125]), (text("tint"), [0.5; 3])],
        float4s: vec![(text("fresnel"), [1.0, 2.0, 3.0, 4.0]), (text("wind"), [0.0; 4])],
        maps: vec![
            (text("Diffuse"), file.into(), 0),
            (text("extra"), text("detail_n.dds"), 1),
        ],
        ..Material::default()
    });
    let lights = [0u8, 2].map(|kind| Light {
        name: format!("light {kind}"),
        projection_map: text("cookie"),
        kind,
        position: [1.0, 2.0, f32::from(kind)],
        color: [1.0, 0.5, 0.25],
        direction: [0.5, -0.25],
        line_rotation: 0.125,
        radius: 12.0,
        watt: 60.0,
        lux_per_watt: 15.0,
        color_temperature: 2700.0,
        extends: [2.0, 3.0],
        cone: [0.3, 0.6],
        circle_radius: 0.75,
        inner_distance: 0.1,
        lens_flare: if kind == 0 { 1 } else { 0xffff },
    });
    let lens_flares = ["sun", "lamp"].map(|name| LensFlare {
        name: name.into(),
        kind: text("star"),
        color: [1.0, 0.9, 0.8, 1.0],
        scale: 1.5,
        max_distance: 400.0,
    });
    let cameras = ["driver", "passenger"].map(|name| Camera {
        name: name.into(),
        position: [0.0, 2.5, 4.0],
        direction: [0.1, 0.2, 0.3],
        depth_distance: 2000.0,
        fov: 0.9,
    });
    let anchors = ["coupler", "smoke"].map(|name| Anchor {
        name: name.into(),
        position: [0.0, 1.0, 9.0],
        direction: [0.0, 0.0, 1.0],
    });
    let sub_shapes = ["bogie_a", "bogie_b"].map(|name| SubShape {
        name: name.into(),
        file: text("bogie.Shape"),
        position: [0.0, 0.0, 5.0],
        rotation: [1.0, 0.5, 0.25],
        scale: [1.0, 1.0, 1.0],
    });
    let scripts = ["doors", "wipers"].map(|name| Script {
        file: format!("{name}.lua"),
        commands: text("start; loop"),
        arguments: vec![(text("speed"), text("2")), (text("side"), text("left"))],
    });
    let sounds = ["horn", "engine"].map(|name| Sound {
        names: [name.into(), text("bank"), format!("play_{name}")],
        position: [0.0, 3.0, 1.0],
        direction: [0.1, 0.2, 0.3],
        radius: 40.0,
        allow_shape_change: true,
        change_times: [0.5, 1.5],
        change_radius: 3.0,
        change_speed: 2.0,
        properties: vec![(text("pitch"), 1.0), (text("volume"), 0.5)],
    });
    let second = Geometry {
        material: 1,
        uvs: [None, Some(Array::float2s(&[[0.25, 0.75]; 24]))],
        ..unit_box()
    };
    let child = |name: &str, x: f32, geometry: u16| Node {
        name: name.into(),
        transformation: Mat4::from_scale_rotation_translation(
            Vec3::new(1.0, 2.0, 1.0),
            Quat::from_rotation_y(0.5),
            Vec3::new(x, 0.5, -1.0),
        ),
        distance: [0.0, 100.0],
        null_position: [0.0, 0.25, 0.0],
        geometries: vec![geometry],
        ..Node::default()
    };
    Draft {
        author: text("Somebody"),
        website: text("https://example.org"),
        allow_edit: true,
        volume: Volume {
            // Around both turned boxes: sin and cos of half a radian, halved.
            min: [-1.6785, -0.5, -1.6785],
            max: [1.6785, 1.5, -0.3215],
            sphere: [0.0, 0.0, 0.0, 3.0],
        },
        properties: vec![(text("type"), text("coach")), (text("length"), text("26.4"))],
        materials: materials.into(),
        lights: lights.into(),
        lens_flares: lens_flares.into(),
        cameras: cameras.into(),
        anchors: anchors.into(),
        sub_shapes: sub_shapes.into(),
        scripts: scripts.into(),
        sounds: sounds.into(),
        geometries: vec![unit_box(), second],
        root: Node {
            name: text("root"),
            children: vec![child("door", -1.0, 0), child("window", 1.0, 1)],
            ..Node::default()
        },
        layers: vec![door_layer("open", 3), door_layer("close", 1)],
        trailing: Vec::new(),
    }
}

/// A second of the node `door`: it slides, grows, turns, and says when.
fn door_layer(name: &str, processing: u8) -> Layer {
    let half_turn = Quat::from_rotation_y(1.5).to_array();
    let rest = Quat::from_rotation_y(0.5).to_array();
    let door = Track {
        node: "door".into(),
        positions: vec![(0.0, [-1.0, 0.5, -1.0]), (1000.0, [-3.0, 0.5, -1.0])],
        scales: vec![(0.0, [1.0, 2.0, 1.0]), (1000.0, [1.0, 3.0, 1.0])],
        rotations: vec![(0.0, rest), (1000.0, half_turn)],
        events: vec![(0.0, "hiss".into()), (500.0, "half way".into())],
    };
    let window = Track {
        node: "window".into(),
        positions: vec![(0.0, [1.0, 0.5, -1.0]), (1000.0, [1.0, 1.5, -1.0])],
        ..Track::default()
    };
    Layer {
        name: name.into(),
        processing,
        duration_ms: 1000.0,
        key_frame_ms: 40.0,
        tracks: vec![door, window],
    }
}

/// (d) A triangle strip along x, two vertices at every half metre, bent by six bones in a row.
pub fn skinned_strip() -> Draft {
    const BONES: usize = 6;
    let positions: Vec<[f32; 3]> = (0..2 * BONES)
        .map(|i| [(i / 2) as f32 * 0.5, (i % 2) as f32 * 0.5, 0.25])
        .collect();
    // A weight of 3 to 1 between a bone and its neighbour, for the normalising to have work.
    let weight = |bone: usize, vertex: usize| match (vertex / 2).abs_diff(bone) {
        0 => 3.0,
        1 => 1.0,
        _ => 0.0,
    };
    let bones = (0..BONES).map(|bone| Bone {
        name: format!("bone {bone}"),
        offset: Mat4::from_translation(Vec3::new(bone as f32 * -0.5, -0.25, -0.25)),
        weights: (0..positions.len()).map(|vertex| weight(bone, vertex)).collect(),
    });
    let geometry = Geometry {
        topology: 5,
        positions: Array::float3s(&positions),
        bones: bones.collect(),
        ..Geometry::default()
    };
    let chain = (0..BONES).rev().fold(None, |child: Option<Node>, bone| {
        let at = if bone == 0 {
            Vec3::new(0.0, 0.25, 0.25)
        } else {
            Vec3::new(0.5, 0.0, 0.0)
        };
        Some(Node {
            name: format!("bone {bone}"),
            transformation: Mat4::from_translation(at),
            children: child.into_iter().collect(),
            ..Node::default()
        })
    });
    let skin = Node {
        name: "skin".into(),
        geometries: vec![0],
        ..Node::default()
    };
    let turn = |angle: f32| Quat::from_rotation_z(angle).to_array();
    let bend = |bone: usize| Track {
        node: format!("bone {bone}"),
        rotations: vec![(0.0, turn(0.0)), (500.0, turn(0.4)), (1000.0, turn(0.0))],
        ..Track::default()
    };
    Draft {
        materials: vec![Material {
            name: "belt".into(),
            raster: [3, 1, 0, 3, 0],
            ..Material::default()
        }],
        geometries: vec![geometry],
        root: Node {
            name: "root".into(),
            children: chain.into_iter().chain([skin]).collect(),
            ..Node::default()
        },
        layers: vec![Layer {
            name: "bend".into(),
            processing: 2,
            duration_ms: 1000.0,
            key_frame_ms: 100.0,
            tracks: (1..BONES).map(bend).collect(),
        }],
        ..Draft::default()
    }
}

/// (e) The same box in three levels of detail, and a child of the middle one.
pub fn three_lods() -> Draft {
    let level = |lod: u32, distance: [f32; 2]| Node {
        name: format!("lod {lod}"),
        lod,
        distance,
        transformation: Mat4::from_scale(Vec3::splat(1.0 + lod as f32)),
        geometries: vec![0],
        ..Node::default()
    };
    let mut levels = vec![level(1, [0.0, 10.0]), level(2, [10.0, 50.0]), level(3, [50.0, 0.0])];
    levels[1].children.push(Node {
        name: "part of 2".into(),
        lod: 2,
        geometries: vec![0],
        ..Node::default()
    });
    Draft {
        geometries: vec![Geometry {
            material: 0xffff,
            ..unit_box()
        }],
        root: Node {
            name: "root".into(),
            lod: 1,
            children: levels,
            ..Node::default()
        },
        ..Draft::default()
    }
}

/// (f) One layer of each processing mode, all of two seconds with a key every fifth of a second.
pub fn four_layers() -> Draft {
    let layer = |(processing, name): (u8, &str)| {
        let at = |key: usize| (key as f64 * 200.0, [0.0, key as f32 * 0.1, 0.0]);
        Layer {
            name: name.into(),
            processing,
            duration_ms: 2000.0,
            key_frame_ms: 200.0,
            tracks: vec![Track {
                node: "lift".into(),
                positions: (0..=10).map(at).collect(),
                events: vec![(1000.0, format!("middle of {name}"))],
                ..Track::default()
            }],
        }
    };
    let modes = [(0, "manual"), (1, "playback"), (2, "repeat"), (3, "state")];
    Draft {
        geometries: vec![Geometry {
            material: 0xffff,
            ..unit_box()
        }],
        root: Node {
            name: "root".into(),
            children: vec![Node {
                name: "lift".into(),
                geometries: vec![0],
                ..Node::default()
            }],
            ..Node::default()
        },
        layers: modes.map(layer).into(),
        ..Draft::default()
    }
}
