//! Lights of files: inverse squares, cones and ranges (docs/formats/gltf.md §5).

use crate::writer::Gltf;
use crate::{assert_color, pixel, point_seen, quad, seen};
use castview_base::core::Transform;
use castview_base::scene::{Fixture, FixtureKind, Light, LightShape, Material, Surface};
use castview_formats::{Request, import};
use castview_motion::animation::{Layer, Motion, Pose, bind, evaluate};
use castview_picture::light::reflect_sheen;
use castview_picture::{Lights, Picture};
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::shading::{Lighting, Point};
use glam::{Quat, Vec3};
use serde_json::json;
use std::f32::consts::PI;
use std::sync::Arc;

const BASE: Vec3 = Vec3::splat(0.8);
const ROUGHNESS: f32 = 0.7;

fn lit(lights: Vec<(Light, Vec3)>) -> Picture {
    let surface = Surface {
        base_color: BASE.extend(1.0),
        roughness: ROUGHNESS,
        ..Surface::default()
    };
    lit_on(surface, lights)
}

fn lit_on(surface: Surface, lights: Vec<(Light, Vec3)>) -> Picture {
    let material = Material {
        surface,
        ..Material::default()
    };
    let mut picture = seen(vec![quad(0.0, 0)], vec![material], Vec::new());
    let placed = &mut picture.models[0];
    let mut scene = (*placed.scene).clone();
    scene.models[0].fixtures = lights
        .into_iter()
        .map(|(light, translation)| Fixture {
            name: "lamp".into(),
            bone: None,
            placement: Transform {
                translation,
                rotation: Quat::IDENTITY,
                ..Transform::IDENTITY
            },
            kind: FixtureKind::Light(light),
            facts: Vec::new(),
        })
        .collect();
    placed.scene = Arc::new(scene);
    picture.lights = Lights::Files;
    picture
}

fn light(shape: LightShape, intensity: f32, range: Option<f32>) -> Light {
    Light {
        shape,
        color: Vec3::new(1.0, 0.9, 0.5),
        intensity,
        range,
    }
}

/// Colour of the pixel lit by one lamp in the direction `l` that shines with `strength`, over π.
fn wanted(picture: &Picture, x: u32, y: u32, l: Vec3, strength: f32) -> [f32; 3] {
    let (_, v) = point_seen(picture, x, y);
    let p = Point::rough(Vec3::Z, v, BASE, 0.0, ROUGHNESS);
    let lamp = p.lamp(l, p.n.dot(l).max(0.0)) * Vec3::new(1.0, 0.9, 0.5) * strength / PI;
    let lighting = Lighting::of(picture);
    lighting.shown(lighting.around(&p, true) + lamp).to_array()
}

#[test]
fn light_falls_off_with_the_square_and_ends_at_its_range() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (away, intensity, range) in [
        (1.0, 2.0, None),
        (2.0, 2.0, None),
        (2.0, 4.0, Some(4.0)),
        (2.0, 4.0, Some(2.0)),
        (2.0, 4.0, Some(1.0)),
    ] {
        let stands = Vec3::new(0.3, 0.2, away);
        let picture = lit(vec![(light(LightShape::Point, intensity, range), stands)]);
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        for (x, y) in [(16, 16), (11, 12), (21, 22)] {
            let (at, _) = point_seen(&picture, x, y);
            let way = stands - at;
            let window = range.map_or(1.0, |range: f32| (1.0 - (way.length() / range).powi(4)).clamp(0.0, 1.0));
            let strength = intensity * window / way.length_squared();
            assert_color(
                pixel(&drawn, x, y),
                wanted(&picture, x, y, way.normalize(), strength),
                &format!("{away} away, range {range:?}, at {x}, {y}"),
            );
        }
    }
}

/// Fibres and scratches, lit by a lamp: their own lobes, written again on the CPU.
#[test]
fn lamps_light_fibres_and_scratches() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let stands = Vec3::new(1.2, 0.4, 1.0);
    let color = Vec3::new(1.0, 0.9, 0.5);
    let fibres = Surface {
        base_color: BASE.extend(1.0),
        roughness: ROUGHNESS,
        sheen_color: Vec3::new(0.8, 0.3, 0.6),
        sheen_roughness: 0.7,
        ..Surface::default()
    };
    let scratches = Surface {
        base_color: BASE.extend(1.0),
        metallic: 1.0,
        roughness: 0.4,
        anisotropy: 0.9,
        ..Surface::default()
    };
    for surface in [fibres, scratches] {
        let picture = lit_on(surface, vec![(light(LightShape::Point, 6.0, None), stands)]);
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        let lighting = Lighting::of(&picture);
        for (x, y) in [(16, 16), (11, 12), (21, 22)] {
            let (at, v) = point_seen(&picture, x, y);
            let way = stands - at;
            let (l, strength) = (way.normalize(), color * 6.0 / way.length_squared() / PI);
            let h = (l + v).normalize();
            let sum = match surface.anisotropy > 0.0 {
                true => {
                    let p = Point::rough(Vec3::Z, v, BASE, 1.0, 0.4);
                    let around = lighting.scratched(&p, Vec3::X, 0.9) - lighting.key(&p);
                    around * 0.3 + p.lamp_over_scratches(l, Vec3::X, 0.9) * strength
                }
                false => {
                    let p = Point::rough(Vec3::Z, v, BASE, 0.0, ROUGHNESS);
                    let below = lighting.around(&p, true) + p.lamp(l, l.z.max(0.0)) * strength;
                    let (_, left) = lighting.sheen(Vec3::Z, v, surface.sheen_color, 0.7);
                    let albedo = (1.0 - left) / 0.8;
                    let back = PI * reflect_sheen(0.7, h.z, l.z, v.z) * l.z;
                    let around = lighting.irradiance(Vec3::Z) * albedo * 0.3;
                    below * left + surface.sheen_color * (around + back * strength)
                }
            };
            let what = format!("{surface:?} at {x}, {y}");
            assert_color(pixel(&drawn, x, y), lighting.shown(sum).to_array(), &what);
        }
    }
}

#[test]
fn cones_have_soft_edges_and_lights_far_away_none() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let (inner, outer) = (0.12_f32, 0.36_f32);
    let stands = Vec3::new(0.0, 0.0, 1.5);
    let picture = lit(vec![(light(LightShape::Spot { inner, outer }, 3.0, None), stands)]);
    renderer.draw(&picture).expect("draws");
    let drawn = renderer.read_pixels().expect("reads");
    let mut seen = [0; 3];
    for x in 9..23 {
        let (at, _) = point_seen(&picture, x, 16);
        let way = stands - at;
        let cosine = way.normalize().z;
        let cone = ((cosine - outer.cos()) / (inner.cos() - outer.cos()))
            .clamp(0.0, 1.0)
            .powi(2);
        seen[if cone == 0.0 {
            0
        } else if cone == 1.0 {
            2
        } else {
            1
        }] += 1;
        let strength = 3.0 * cone / way.length_squared();
        assert_color(
            pixel(&drawn, x, 16),
            wanted(&picture, x, 16, way.normalize(), strength),
            &format!("spot at {x}"),
        );
    }
    assert!(seen.iter().all(|count| *count > 1), "dark, soft and full: {seen:?}");

    let picture = lit(vec![(light(LightShape::Directional, 2.0, None), Vec3::splat(70.0))]);
    renderer.draw(&picture).expect("draws");
    let drawn = renderer.read_pixels().expect("reads");
    for (x, y) in [(16, 16), (11, 12)] {
        assert_color(pixel(&drawn, x, y), wanted(&picture, x, y, Vec3::Z, 2.0), "directional");
    }
}

/// Real lamps are too bright for a picture: all are turned down alike. If there are many, the strongest light it.
#[test]
fn of_a_crowd_the_strongest_light_the_picture_and_nothing_burns_out() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut color = |lights| {
        renderer.draw(&lit(lights)).expect("draws");
        pixel(&renderer.read_pixels().expect("reads"), 16, 16)
    };
    let lamp = |lux| (light(LightShape::Directional, lux, None), Vec3::ZERO);
    let [r, _, b] = color(vec![lamp(100_000.0)]);
    assert!(r > 200 && b < 250, "{r} {b}");
    let mut crowd: Vec<_> = (0..1000).map(|_| lamp(1e-6)).collect();
    crowd.insert(500, lamp(2.0));
    let alone = color(vec![lamp(2.0)]);
    assert!(color(crowd).iter().zip(alone).all(|(a, b)| a.abs_diff(b) <= 1));
}

/// As strong as a number can be, and near enough to be stronger: bright, and still a picture.
#[test]
fn lamps_too_strong_for_numbers_burn_nothing_out() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for shape in [LightShape::Point, LightShape::Directional] {
        let mut lamp = light(shape, f32::MAX, None);
        lamp.color = Vec3::new(f32::MAX, 0.0, 0.0);
        renderer.draw(&lit(vec![(lamp, Vec3::Z)])).expect("draws");
        let [red, green, _] = pixel(&renderer.read_pixels().expect("reads"), 16, 16);
        assert!(red > green + 50, "{red} {green}");
    }
}

#[test]
fn without_lights_of_its_own_a_file_is_lit_by_the_viewer() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut picture = lit(Vec::new());
    let mut drawn = [Lights::Files, Lights::Environment].map(|lights| {
        picture.lights = lights;
        renderer.draw(&picture).expect("draws");
        pixel(&renderer.read_pixels().expect("reads"), 16, 16)
    });
    drawn.reverse();
    assert_eq!(drawn[0], drawn[1]);
    assert_ne!(drawn[0], [0; 3]);
}

/// A lit square, and a lamp on a node under another that is turned half round Z within a second.
fn carried(lamp: serde_json::Value, placed: serde_json::Value) -> Gltf {
    let mut file = Gltf::new();
    let corners = [
        [-1.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
        [1.0, -1.0, 0.0],
        [-1.0, -1.0, 0.0f32],
    ];
    let attributes = json!({"POSITION": file.floats(&corners), "NORMAL": file.floats(&[[0.0, 0.0, 1.0f32]; 4])});
    let mesh = file.mesh(attributes);
    let indices = file.indices(&[0, 2, 1, 0, 3, 2]);
    file.json["meshes"][mesh]["primitives"][0]["indices"] = json!(indices);
    file.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
    let base = [BASE.x, BASE.y, BASE.z, 1.0];
    file.add(
        "materials",
        json!({"pbrMetallicRoughness": {"baseColorFactor": base, "metallicFactor": 0, "roughnessFactor": ROUGHNESS}}),
    );
    let mut carrier = placed;
    carrier["extensions"] = json!({"KHR_lights_punctual": {"light": 0}});
    file.json["nodes"] = json!([{"mesh": mesh}, {"children": [2]}, carrier]);
    file.json["scenes"][0]["nodes"] = json!([0, 1]);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [lamp]}});
    let times = file.scalars(&[0.0, 1.0]);
    let turns = file.floats(&[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0f32]]);
    file.animation(1, "rotation", "LINEAR", times, turns);
    file
}

/// The picture of `file` at `secs` of its clip, by the lights of the file.
fn at(file: &Gltf, secs: f64) -> Picture {
    let import = import(file.glb().into(), &Request::alone("carried")).expect("a file of ours");
    assert_eq!(import.diagnostics.items(), []);
    let scene = import.scene;
    let (model, clip) = (&scene.models[0], &scene.clips[0]);
    let binding = bind(clip, model);
    let layers = [Layer::new(clip, &binding, secs * clip.frames_per_second)];
    let mut pose = Pose::default();
    let motion = Motion {
        layers: &layers,
        rig: None,
        ..Motion::default()
    };
    evaluate(model, motion, &mut pose);
    let mut picture = seen(Vec::new(), Vec::new(), Vec::new());
    picture.models[0].pose = Arc::new(pose);
    picture.models[0].hidden_meshes = Arc::new(vec![false; model.meshes.len()]);
    picture.models[0].scene = Arc::new(scene);
    picture.lights = Lights::Files;
    picture
}

#[test]
fn a_lamp_goes_where_the_clip_takes_its_node() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let color = [1.0, 0.9, 0.5];
    let point = carried(
        json!({"type": "point", "color": color, "intensity": 2}),
        json!({"translation": [0.6, 0.4, 1]}),
    );
    for (secs, stands) in [
        (0.0, Vec3::new(0.6, 0.4, 1.0)),
        (0.5, Vec3::new(-0.4, 0.6, 1.0)),
        (1.0, Vec3::new(-0.6, -0.4, 1.0)),
    ] {
        let picture = at(&point, secs);
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        for (x, y) in [(16, 16), (11, 12), (21, 20)] {
            let (at, _) = point_seen(&picture, x, y);
            let way = stands - at;
            let strength = 2.0 / way.length_squared();
            assert_color(
                pixel(&drawn, x, y),
                wanted(&picture, x, y, way.normalize(), strength),
                &format!("at {secs} s, {x}, {y}"),
            );
        }
    }
    // Far away only its direction counts: 45° from the right, then from above, then from the left.
    let tilt = Quat::from_rotation_y(PI / 4.0).to_array();
    let sun = carried(
        json!({"type": "directional", "color": color, "intensity": 2}),
        json!({"rotation": tilt}),
    );
    for (secs, l) in [
        (0.0, Vec3::new(1.0, 0.0, 1.0)),
        (0.5, Vec3::new(0.0, 1.0, 1.0)),
        (1.0, Vec3::new(-1.0, 0.0, 1.0)),
    ] {
        let picture = at(&sun, secs);
        renderer.draw(&picture).expect("draws");
        let drawn = renderer.read_pixels().expect("reads");
        let wanted = wanted(&picture, 11, 20, l.normalize(), 2.0);
        assert_color(pixel(&drawn, 11, 20), wanted, &format!("sun at {secs} s"));
    }
}
