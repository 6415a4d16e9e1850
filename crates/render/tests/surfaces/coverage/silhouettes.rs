//! Every way to look shows the same shape: what a picture covers does not depend on what it is coloured by.

use castview_base::core::{Bounds, MaterialIndex, MeshIndex};
use castview_base::scene::{
    Alpha, BlendShape, ColorLayer, CurveMode, Input, Material, Mesh, Model, Property, Skinning, Surface,
};
use castview_images::Image;
use castview_picture::{Background, Channel, ColorBy, Divided, Matcap, Picture, PlacedKey, Shading, Way};
use castview_render::Renderer;
use castview_session::{Action, PlaybackAction, Seek};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::rigs;
use castview_testkit::sessions::staged::paused;
use castview_testkit::shapes::{self, framed};
use glam::{Quat, Vec3, Vec4};
use std::sync::Arc;

const SIDE: u32 = 64;
/// Edges that lie closer than a pixel are not seen.
const SIDE_WITH_EDGES: u32 = 128;

/// A tube that bends, twists and swells, with holes of three kinds: of a texture, of vertex colours and of a surface whose material
/// leaves nothing of it; a pane that blends, and hair.
fn model() -> Model {
    let mut model = shapes::tube(Skinning::DualQuaternion);
    let tube = model.meshes[0].clone();
    let count = tube.vertex_count();
    let cut = |base_color: Vec4, vertex_colors: bool| Surface {
        alpha: Alpha::Mask(0.5),
        base_color,
        vertex_colors,
        ..Surface::default()
    };
    model.materials = vec![
        Material {
            surface: cut(Vec4::ONE, false),
            ..shapes::texture_material()
        },
        Material {
            surface: cut(Vec4::ONE, true),
            ..Material::default()
        },
        Material {
            surface: cut(Vec4::new(1.0, 1.0, 1.0, 0.4), false),
            ..Material::default()
        },
        Material {
            surface: Surface {
                alpha: Alpha::Blend,
                base_color: Vec4::new(0.8, 0.5, 0.3, 0.5),
                ..Surface::default()
            },
            ..Material::default()
        },
    ];
    let moved = |mesh: &Mesh, by: Vec3, material: usize| Mesh {
        positions: (mesh.positions.iter())
            .map(|at| (Vec3::from(at) + by).to_array())
            .collect::<Vec<_>>()
            .into(),
        material: Some(MaterialIndex::new(material)),
        ..mesh.clone()
    };
    let fades = |at: usize| [1.0, 1.0, 1.0, if at % 33 < 16 { 1.0 } else { 0.0 }];
    model.meshes = vec![
        moved(&tube, Vec3::X * -1.2, 0),
        Mesh {
            colors: vec![ColorLayer::Float((0..count).map(fades).collect::<Vec<_>>().into())],
            ..moved(&tube, Vec3::ZERO, 1)
        },
        moved(&tube, Vec3::Y * -3.0, 2),
        moved(&tube, Vec3::X * 1.2, 3),
    ];
    model.hairs = vec![shapes::hair()];
    for mesh in 0..2 {
        model.blend_shapes.push(BlendShape {
            name: "swollen".into(),
            mesh: MeshIndex::new(mesh),
            max_weight: 1.0,
            rest_weight: 0.0,
            vertices: (0..count as u32 / 2).collect(),
            deltas: vec![[0.3, 0.0, 0.4]; count / 2],
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        });
    }
    model
}

/// The same model at five times of its clip, in pictures of `side` pixels along an edge.
fn pictures(side: u32) -> Vec<Picture> {
    let turns = |axis: Vec3| [(0, Quat::IDENTITY), (40, Quat::from_axis_angle(axis, 1.4))];
    let clip = rigs::clip(vec![
        rigs::rotation_track("mid", CurveMode::Relative, 1.0, &turns(Vec3::Z)),
        rigs::rotation_track("tip", CurveMode::Relative, 1.0, &turns(Vec3::Y)),
        rigs::scalar_track(
            "swollen",
            Property::BlendWeight,
            CurveMode::Absolute,
            1.0,
            &[(0, 0.0), (40, 1.0)],
        ),
    ]);
    let mut session = paused(vec![model()], vec![clip]);
    let scene = shapes::scene(model(), 1);
    let mut seen = Vec::new();
    for frame in [0.0, 9.5, 20.0, 31.0, 40.0] {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        session.advance(0.0);
        let pose = session.picture([side; 2], 1).models[0].pose.clone();
        let mut placed = shapes::place(&scene, castview_motion::animation::rest_pose(&scene.models[0]));
        placed.pose = pose;
        let bounds = Bounds {
            min: Vec3::new(-2.5, -0.5, -1.0),
            max: Vec3::new(2.5, 4.5, 1.0),
        };
        let mut picture = framed(empty_picture(), vec![placed], bounds);
        picture.size = [side; 2];
        seen.push(picture);
    }
    assert!(
        seen.windows(2)
            .all(|two| two[0].models[0].pose != two[1].models[0].pose),
        "the clip moves it"
    );
    seen
}

fn ways() -> Vec<Way> {
    let by = |color_by| Way {
        color_by,
        ..Way::default()
    };
    let seen_through = |way: Way| Way { xray: true, ..way };
    let grey = Way {
        shading: Shading::Untextured,
        ..Way::default()
    };
    let mut ways = vec![
        by(ColorBy::Material),
        grey,
        seen_through(by(ColorBy::Material)),
        seen_through(grey),
        seen_through(by(ColorBy::Normals)),
    ];
    ways.extend(Input::ALL.into_iter().map(ColorBy::Input).map(by));
    ways.extend(Matcap::ALL.into_iter().map(ColorBy::Matcap).map(by));
    ways.extend(
        [
            ColorBy::Unlit,
            ColorBy::TexelDensity,
            ColorBy::Weights,
            ColorBy::DominantBone,
            ColorBy::InfluenceCount,
            ColorBy::WeightSum,
            ColorBy::ShapeDelta,
            ColorBy::MethodDifference,
            ColorBy::Normals,
            ColorBy::Tangents,
            ColorBy::FaceSides,
            ColorBy::DegenerateFaces,
            ColorBy::Uv(0),
            ColorBy::VertexColors(0, Channel::All),
            ColorBy::Depth,
            ColorBy::Overdraw,
        ]
        .map(by),
    );
    ways
}

fn seen_as(picture: &Picture, way: Way, samples: u32) -> Picture {
    let mut shown = picture.clone();
    (shown.shading, shown.color_by, shown.samples) = (way.shading, way.color_by, samples);
    (shown.overlays.xray, shown.overlays.wireframe) = (way.xray, way.wireframe);
    shown
}

fn drawn(renderer: &mut Renderer, picture: &Picture) -> Image {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer.read_pixels().expect("reads")
}

/// The pixels that a model covers: those that differ from the background, before black or before white.
fn covered(renderer: &mut Renderer, picture: &Picture) -> Vec<bool> {
    let mut covered = vec![false; (picture.size[0] * picture.size[1]) as usize];
    for ground in [0, 255] {
        let mut shown = picture.clone();
        shown.background = Background::Solid([ground; 3]);
        let empty = Picture {
            models: Vec::new(),
            ..shown.clone()
        };
        let (with, without) = (drawn(renderer, &shown), drawn(renderer, &empty));
        let pixels = with.rgba.chunks_exact(4).zip(without.rgba.chunks_exact(4));
        covered
            .iter_mut()
            .zip(pixels)
            .for_each(|(covered, (a, b))| *covered |= a != b);
    }
    covered
}

fn count(covered: &[bool]) -> usize {
    covered.iter().filter(|covered| **covered).count()
}

/// With all pixels that touch one of these; of a square picture.
fn widened(covered: &[bool]) -> Vec<bool> {
    let side = covered.len().isqrt();
    let around = |at: usize| at.saturating_sub(1)..(at + 2).min(side);
    let touches = |at: usize| around(at / side).any(|y| around(at % side).any(|x| covered[y * side + x]));
    (0..covered.len()).map(touches).collect()
}

/// How many pixels `wide` lacks of those that `covered` has.
fn lacks(wide: &[bool], covered: &[bool]) -> usize {
    wide.iter()
        .zip(covered)
        .filter(|(wide, covered)| **covered && !**wide)
        .count()
}

/// How many pixels more than lit surfaces cover those of `way` may.
///
/// Under X-ray the edge of a hole is blended instead of masked. Beside an edge of the mesh it may then cover samples that are empty when lit.
fn most_more(lit: &[bool], way: Way, samples: u32) -> usize {
    let is_blended = way.xray && samples == 4;
    if is_blended { count(lit) / 25 } else { 0 }
}

fn assert_agrees(lit: &[bool], seen: &[bool], most: usize, what: &str) {
    assert_eq!(lacks(seen, lit), 0, "{what}: pixels left out");
    let more = lacks(lit, seen);
    assert!(more <= most, "{what}: {more} pixels more, of {}", count(lit));
}

#[test]
fn every_way_to_look_shows_the_same_shape_at_five_times_of_a_clip() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (at, picture) in pictures(SIDE).iter().enumerate() {
        for samples in [1, 4] {
            let lit = covered(&mut renderer, &seen_as(picture, ways()[0], samples));
            assert!((300..2500).contains(&count(&lit)), "time {at}: {} pixels", count(&lit));
            for way in &ways()[1..] {
                let seen = covered(&mut renderer, &seen_as(picture, *way, samples));
                let what = format!("{way:?}, time {at}, {samples} samples");
                assert_agrees(&lit, &seen, most_more(&lit, *way, samples), &what);
            }
        }
    }
}

/// Each way to look is once left of the line and once right of it, beside the way that follows it.
#[test]
fn divided_pictures_show_that_shape_too() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let ways = ways();
    for (at, picture) in pictures(SIDE).iter().enumerate() {
        for samples in [1, 4] {
            let lit = covered(&mut renderer, &seen_as(picture, ways[0], samples));
            for (left, right) in ways.iter().zip(ways.iter().cycle().skip(1)) {
                let mut divided = seen_as(picture, *left, samples);
                divided.divided = Some(Divided {
                    at: 0.5,
                    right: *right,
                    longest: 1.0,
                });
                let seen = covered(&mut renderer, &divided);
                let what = format!("{left:?} beside {right:?}, time {at}, {samples} samples");
                for (way, is_right) in [(left, false), (right, true)] {
                    let half = |covered: &[bool]| -> Vec<bool> {
                        let is_here = |at: &usize| (at % SIDE as usize >= SIDE as usize / 2) == is_right;
                        (0..covered.len()).filter(is_here).map(|at| covered[at]).collect()
                    };
                    let most = most_more(&lit, *way, samples);
                    assert_agrees(&half(&lit), &half(&seen), most, &what);
                }
            }
        }
    }
}

/// With all that its materials cut out.
fn without_holes(picture: &Picture) -> Picture {
    let mut picture = picture.clone();
    let placed = &mut picture.models[0];
    let mut scene = (*placed.scene).clone();
    for material in &mut scene.models[0].materials {
        material.surface.alpha = Alpha::Opaque;
    }
    (placed.scene, placed.key) = (Arc::new(scene), PlacedKey(2));
    picture
}

/// Edges are those of the whole mesh, so they cross its holes; and as wide as a pixel, so those along its outline lie half beside it. Over
/// values they have borders that are as wide. They cover nothing else of the background and leave nothing out of a surface below them.
#[test]
fn edges_lie_on_the_shape_over_any_way_to_look_and_alone() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for (at, picture) in pictures(SIDE_WITH_EDGES).iter().enumerate() {
        for samples in [1, 4] {
            let lit = covered(&mut renderer, &seen_as(picture, ways()[0], samples));
            let whole = covered(&mut renderer, &seen_as(&without_holes(picture), ways()[0], samples));
            assert!(count(&lit) < count(&whole), "there are holes");
            let wide = widened(&whole);
            let with_borders = widened(&wide);
            for way in ways() {
                let without = drawn(&mut renderer, &seen_as(picture, way, samples));
                let way = Way { wireframe: true, ..way };
                let seen = covered(&mut renderer, &seen_as(picture, way, samples));
                let what = format!("{way:?}, time {at}, {samples} samples");
                assert_eq!(lacks(&seen, &lit), 0, "{what}: pixels left out");
                let around = match way.color_by {
                    ColorBy::Material => &wide,
                    _ => &with_borders,
                };
                assert_eq!(lacks(around, &seen), 0, "{what}: pixels away from the shape");
                let with = drawn(&mut renderer, &seen_as(picture, way, samples));
                assert!(with.rgba != without.rgba, "{what}: there are edges");
            }
            let alone = Way {
                shading: Shading::Wireframe,
                ..Way::default()
            };
            let seen = covered(&mut renderer, &seen_as(picture, alone, samples));
            assert_eq!(lacks(&wide, &seen), 0, "alone, time {at}, {samples} samples");
            assert_eq!(
                lacks(&widened(&seen), &lit),
                0,
                "alone, time {at}, {samples} samples: no edge near"
            );
        }
    }
}
