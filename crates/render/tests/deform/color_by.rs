//! Colours of surfaces by a value: the GPU's numbers are those of the CPU twin, their colours those of the legend, and nothing is computed
//! twice.

use castview_base::core::{BlendShapeIndex, BoneIndex, MeshIndex};
use castview_base::scene::{BlendShape, ColorLayer, Mesh, Model, Skinning};
use castview_images::Image;
use castview_motion::animation::{Pose, SlotMotion, rest_pose};
use castview_motion::deform::{
    Asked, Deformed, Rest, deform, deform_vertex, rest_normal, rest_tangents, vertex_steps, vertex_values,
};
use castview_picture::{Background, Channel, ColorBy, Colors, Marked, Picture, PlacedModel, Ramp, bone_colors};
use castview_render::{ChunkLimits, Renderer};
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::rigs::{Dice, Limits, random_model};
use castview_testkit::shapes::{self, cube_bounds, framed};
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

const MESH: fn() -> MeshIndex = || MeshIndex::new(0);

fn renderer() -> Option<Renderer> {
    // Small, so that a mesh has several chunks.
    let limits = ChunkLimits {
        vertices: 256,
        ..ChunkLimits::default()
    };
    gpu::context().map(|context| Renderer::with_chunks(&context, limits))
}

fn rig(seed: u64, skinning: Skinning) -> Model {
    random_model(
        seed,
        Limits {
            bones: 30,
            vertices: 900,
            influences: 6,
            shapes: 3,
            scales: &[1.0],
            skinning,
        },
    )
}

/// Turns of less than a right angle: far from where the dual-quaternion formula branches.
fn bent(model: &Model, dice: &mut Dice) -> Pose {
    let mut pose = rest_pose(model);
    for weight in &mut pose.shape_weights {
        *weight = dice.between(-1.0, 1.0);
    }
    for matrix in pose.palettes.iter_mut().flatten() {
        let turn = Quat::IDENTITY.slerp(dice.rotation(), 0.2);
        *matrix = Affine3A::from_rotation_translation(turn, dice.vec3(0.5));
    }
    let motions = |palette: &Vec<Affine3A>| palette.iter().map(|matrix| SlotMotion::of(*matrix)).collect();
    let wanted = model.meshes[0].skinning == Skinning::DualQuaternion;
    for (motion, palette) in pose.motions.iter_mut().zip(&pose.palettes) {
        *motion = if wanted { motions(palette) } else { Vec::new() };
    }
    pose
}

fn draw(renderer: &mut Renderer, by: ColorBy, placed: &PlacedModel) -> Image {
    let mut picture = empty_picture();
    picture.size = [16, 16];
    picture.color_by = by;
    picture.models = vec![placed.clone()];
    let drawn = renderer.draw(&picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer.read_pixels().expect("reads back")
}

fn words(renderer: &mut Renderer, by: ColorBy, placed: &PlacedModel) -> Vec<u32> {
    draw(renderer, by, placed);
    let bytes = renderer.read_values(placed.key, MESH()).expect("reads back");
    bytemuck::pod_collect_to_vec(&bytes.expect("there are values"))
}

fn numbers(renderer: &mut Renderer, by: ColorBy, placed: &PlacedModel) -> Vec<f32> {
    words(renderer, by, placed).into_iter().map(f32::from_bits).collect()
}

#[test]
fn the_numbers_of_the_gpu_are_those_of_its_twin() {
    let Some(mut renderer) = renderer() else { return };
    for (seed, skinning) in (0..6).zip([Skinning::Linear, Skinning::DualQuaternion].into_iter().cycle()) {
        let model = rig(seed, skinning);
        let mut dice = Dice::new(seed ^ 77);
        let mut placed = shapes::placed(model.clone());
        placed.pose = Arc::new(bent(&model, &mut dice));
        let slots: Vec<bool> = (0..30).map(|_| dice.chance(0.3)).collect();
        let bones = model.skins[0].bones.iter().zip(&slots).filter(|(_, marked)| **marked);
        let mut bones: Vec<BoneIndex> = bones.map(|(bone, _)| *bone).collect();
        bones.sort_unstable();
        placed.marked = Marked {
            bones,
            shapes: vec![BlendShapeIndex::new(0), BlendShapeIndex::new(2)],
            ..Marked::default()
        };
        let twin = |asked| vertex_values(&model, MESH(), &placed.pose, asked);
        let sum: f32 = twin(Asked::Weight(&slots)).iter().sum();
        assert!(sum > 50.0, "the marked bones weigh {sum} in all");
        assert_eq!(
            numbers(&mut renderer, ColorBy::Weights, &placed),
            twin(Asked::Weight(&slots))
        );
        assert_eq!(
            numbers(&mut renderer, ColorBy::InfluenceCount, &placed),
            twin(Asked::Count)
        );
        let colors = bone_colors(&model.skeleton);
        let of_slot = |slot: f32| {
            let [r, g, b] = colors[model.skins[0].bones[slot as usize].get()];
            u32::from_le_bytes([r, g, b, 255])
        };
        let dominant: Vec<u32> = twin(Asked::Dominant).into_iter().map(of_slot).collect();
        assert_eq!(words(&mut renderer, ColorBy::DominantBone, &placed), dominant);
        let near = |by, got: Vec<f32>, wanted: Vec<f32>| {
            assert_eq!(got.len(), wanted.len());
            let most = wanted.iter().copied().fold(0.0, f32::max);
            assert!(most > 0.01, "{by:?}: {most}");
            for (vertex, (got, wanted)) in got.iter().zip(&wanted).enumerate() {
                assert!(
                    (got - wanted).abs() <= 1e-4 * most,
                    "{by:?}, seed {seed}, {vertex}: {got}, {wanted}"
                );
            }
        };
        let deltas = numbers(&mut renderer, ColorBy::ShapeDelta, &placed);
        near(ColorBy::ShapeDelta, deltas, twin(Asked::Delta(&[true, false, true])));
        let apart = numbers(&mut renderer, ColorBy::MethodDifference, &placed);
        near(ColorBy::MethodDifference, apart, twin(Asked::Difference));
    }
}

/// A mesh that is shown by another method stands as one whose file says so, on the CPU to the bit.
#[test]
fn another_method_is_what_the_file_could_have_said() {
    let Some(mut renderer) = renderer() else { return };
    let methods = [Skinning::Linear, Skinning::DualQuaternion];
    for (seed, told, wanted) in [
        (1, methods[0], methods[1]),
        (2, methods[1], methods[0]),
        (3, methods[1], methods[1]),
    ] {
        let (model, as_wanted) = (rig(seed, told), rig(seed, wanted));
        let stand = |model: &Model| {
            let mut pose = bent(model, &mut Dice::new(seed));
            castview_motion::animation::use_methods(model, [(MESH(), wanted)].into_iter(), &mut pose);
            pose
        };
        let pose = stand(&model);
        let posed = |model: &Model, pose: &Pose| {
            let mut out = Deformed::default();
            deform(model, MESH(), pose, Rest::default(), &mut out);
            out.positions
        };
        let native = bent(&as_wanted, &mut Dice::new(seed));
        let positions = posed(&model, &pose);
        assert_eq!(positions, posed(&as_wanted, &native));
        assert_eq!(deform_vertex(&model, MESH(), &pose, 7), positions[7]);
        let normal = rest_normal(&model.meshes[0], 7);
        let steps = vertex_steps(&model, MESH(), &pose, 7, normal);
        assert_eq!(steps.posed.position, positions[7], "what a pin tells");
        let mut placed = shapes::placed(model.clone());
        // First as the file says, so that buffers are there.
        let plain = bent(&model, &mut Dice::new(seed));
        let differs = posed(&model, &plain) != positions;
        assert_eq!(differs, told != wanted);
        for (pose, positions) in [
            (&plain, posed(&model, &plain)),
            (&pose, positions.clone()),
            (&plain, posed(&model, &plain)),
        ] {
            placed.pose = Arc::new(pose.clone());
            draw(&mut renderer, ColorBy::Material, &placed);
            let read = renderer
                .read_deformed(placed.key, MESH())
                .expect("reads back")
                .expect("it is there");
            for (vertex, (got, wanted)) in read.positions.iter().zip(&positions).enumerate() {
                assert!(
                    Vec3::from(*got).distance(*wanted) < 1e-3,
                    "{told:?}, {vertex}: {got:?}, {wanted}"
                );
            }
        }
        let bounds = castview_motion::deform::posed_bounds(&model, &pose);
        let reach = castview_motion::deform::ReachBoxes::of(&model).bounds(&model, &pose);
        assert!(reach.union(bounds) == reach, "{reach:?} holds {bounds:?}");
    }
}

#[test]
fn what_did_not_change_is_not_computed_again() {
    let Some(mut renderer) = renderer() else { return };
    let model = rig(3, Skinning::Linear);
    let mut dice = Dice::new(5);
    let mut placed = shapes::placed(model.clone());
    let mut valued = |by, placed: &PlacedModel| {
        let before = renderer.counts().valued_vertices;
        draw(&mut renderer, by, placed);
        renderer.counts().valued_vertices - before
    };
    assert_eq!(valued(ColorBy::Material, &placed), 0);
    placed.marked.bones = vec![BoneIndex::new(2)];
    assert_eq!(valued(ColorBy::Weights, &placed), 900);
    assert_eq!(valued(ColorBy::Weights, &placed), 0);
    placed.pose = Arc::new(bent(&model, &mut dice));
    assert_eq!(
        valued(ColorBy::Weights, &placed),
        0,
        "weights do not depend on the pose"
    );
    placed.marked.bones = vec![BoneIndex::new(2), BoneIndex::new(4)];
    assert_eq!(valued(ColorBy::Weights, &placed), 900);
    assert_eq!(valued(ColorBy::MethodDifference, &placed), 900);
    assert_eq!(valued(ColorBy::MethodDifference, &placed), 0);
    placed.pose = Arc::new(bent(&model, &mut dice));
    assert_eq!(valued(ColorBy::MethodDifference, &placed), 900, "this does");
    assert_eq!(valued(ColorBy::Normals, &placed), 0);
}

/// Tangents go where the surface goes, by either method, with shapes; a vertex whose tangent has no direction has none.
#[test]
fn tangents_are_those_of_the_posed_surface() {
    let Some(mut renderer) = renderer() else { return };
    let methods = [Skinning::Linear, Skinning::DualQuaternion];
    for (seed, method) in (20..24).zip(methods.into_iter().cycle()) {
        let mut model = rig(seed, method);
        let mut dice = Dice::new(seed);
        let count = model.meshes[0].vertex_count();
        let mut tangents: Vec<[f32; 4]> = (0..count)
            .map(|_| (dice.rotation() * Vec3::X).extend(1.0).to_array())
            .collect();
        tangents[5] = [0.0; 4];
        model.meshes[0].tangents = tangents.into();
        for shape in &mut model.blend_shapes {
            shape.tangent_deltas = shape.vertices.iter().map(|_| dice.vec3(0.5).to_array()).collect();
        }
        let mut placed = shapes::placed(model.clone());
        let mut seen = Vec::new();
        for _ in 0..2 {
            placed.pose = Arc::new(bent(&model, &mut dice));
            let rest = rest_tangents(&model.meshes[0]);
            let still = Rest {
                tangents: &rest,
                ..Rest::default()
            };
            let mut posed = Deformed::default();
            deform(&model, MESH(), &placed.pose, still, &mut posed);
            let words = words(&mut renderer, ColorBy::Tangents, &placed);
            assert_eq!(words[5], 0, "none");
            for (vertex, (word, wanted)) in words.iter().zip(&posed.tangents).enumerate() {
                let [x, y, z, _] = unpack_tangent(*word);
                let off = Vec3::new(x, y, z).distance(wanted.truncate());
                assert!(
                    vertex == 5 || off < 2e-3,
                    "{method:?}, seed {seed}, {vertex}: {off} apart"
                );
            }
            seen.push(words);
        }
        assert_ne!(seen[0], seen[1], "another pose");
        let other = methods[usize::from(method == Skinning::Linear)];
        let mut pose = (*placed.pose).clone();
        castview_motion::animation::use_methods(&model, [(MESH(), other)].into_iter(), &mut pose);
        placed.pose = Arc::new(pose);
        let otherwise = words(&mut renderer, ColorBy::Tangents, &placed);
        assert_ne!(otherwise, seen[1], "another method");
    }
}

/// As `pack_tangent` in shaders/shared/octahedron.wgsl packs them.
fn unpack_tangent(word: u32) -> [f32; 4] {
    let x = f32::from(word as u16 as i16) / 32767.0;
    let y = f32::from((((word >> 16) << 1) as u16 as i16) >> 1) / 16383.0;
    let z = 1.0 - x.abs() - y.abs();
    let fold = (-z).max(0.0);
    let folded = Vec3::new(x - fold.copysign(x), y - fold.copysign(y), z);
    folded.normalize().extend(1.0).to_array()
}

/// A triangle between two bones has the colour of one of them, not of both mixed.
#[test]
fn colors_of_bones_do_not_mix() {
    let Some(mut renderer) = renderer() else { return };
    let mut model = quad();
    model.meshes[0].influences.weights = vec![0.6, 0.4, 0.4, 0.6, 0.6, 0.4, 0.4, 0.6].into();
    let skin = model.skins[0].bones.clone();
    let colors = bone_colors(&model.skeleton);
    let picture = scene(ColorBy::DominantBone, |placed| *placed = shapes::placed(model.clone()));
    assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
    let image = renderer.read_pixels().expect("reads back");
    let mut surface = 0;
    for pixel in image
        .rgba
        .as_chunks::<4>()
        .0
        .iter()
        .filter(|pixel| pixel[..3] != [0, 0, 0])
    {
        let is_of = |bone: &BoneIndex| {
            pixel
                .iter()
                .zip(colors[bone.get()])
                .all(|(got, wanted)| got.abs_diff(wanted) <= 3)
        };
        surface += 1;
        assert!(skin.iter().any(is_of), "{pixel:?} is the colour of neither bone");
    }
    assert!(surface > 100, "{surface} pixels");
}

/// A square of side 2 in the plane z, facing +z, that hangs on the bones of a chain by 0.6 and 0.4.
fn quad() -> Model {
    let mut model = random_model(
        1,
        Limits {
            bones: 2,
            vertices: 4,
            influences: 2,
            shapes: 0,
            scales: &[1.0],
            skinning: Skinning::Linear,
        },
    );
    let old = &model.meshes[0];
    model.meshes = vec![Mesh {
        positions: vec![[-1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [-1.0, -1.0, 0.0]].into(),
        normals: vec![[0.0, 0.0, 1.0]; 4].into(),
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; 4].into(),
        uvs: vec![vec![[0.4, 0.9]; 4].into()],
        colors: vec![ColorLayer::Float(vec![[0.25, 0.5, 0.75, 1.0]; 4].into())],
        triangles: vec![0, 2, 1, 0, 3, 2].into(),
        influences: castview_base::scene::Influences {
            stride: 2,
            slots: vec![0u32, 1, 0, 1, 0, 1, 0, 1].into(),
            weights: vec![0.6, 0.4, 0.6, 0.4, 0.6, 0.4, 0.6, 0.4].into(),
            ..Default::default()
        },
        ..old.clone()
    }];
    model
}

fn scene(by: ColorBy, edit: impl Fn(&mut PlacedModel)) -> Picture {
    let mut placed = shapes::placed(quad());
    edit(&mut placed);
    let mut picture = framed(empty_picture(), vec![placed], cube_bounds(1.0));
    picture.size = [32, 32];
    picture.background = Background::Solid([0, 0, 0]);
    picture.camera.set_view(castview_base::core::StandardView::Front);
    picture.camera.frame(&cube_bounds(1.0), 1.0);
    picture.color_by = by;
    picture
}

#[test]
fn colors_are_those_of_the_legend() {
    let Some(mut renderer) = renderer() else { return };
    let colors = Colors::DARK;
    let mark = |slot: usize| {
        move |placed: &mut PlacedModel| {
            placed.marked.bones = vec![placed.model().skins[0].bones[slot]];
        }
    };
    let bone = bone_colors(&quad().skeleton)[quad().skins[0].bones[0].get()];
    let turn = |placed: &mut PlacedModel| placed.stage_from_model = Affine3A::from_rotation_y(std::f32::consts::PI);
    let mirror = |placed: &mut PlacedModel| placed.stage_from_model = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let sums = |placed: &mut PlacedModel| {
        let mut content = (*placed.scene).clone();
        let wrong = (0..4).map(|vertex| (vertex, 0.75));
        content.models[0].meshes[0].influences.wrong_sums = wrong.collect();
        placed.scene = Arc::new(content);
    };
    let flat = |placed: &mut PlacedModel| {
        let mut content = (*placed.scene).clone();
        let triangles = &mut content.models[0].meshes[0].triangles;
        // A line from corner to corner, through the middle of the picture.
        let more: Vec<u32> = triangles.iter().chain([0, 2, 2, 1, 3, 3]).collect();
        *triangles = more.into();
        placed.scene = Arc::new(content);
    };
    let grey = |byte| [byte, byte, byte];
    for (what, picture, wanted) in [
        ("0.6", scene(ColorBy::Weights, mark(0)), colors.on(Ramp::Heat, 0.6)),
        ("0.4", scene(ColorBy::Weights, mark(1)), colors.on(Ramp::Heat, 0.4)),
        ("nothing", scene(ColorBy::Weights, |_| {}), colors.neutral),
        ("greatest", scene(ColorBy::DominantBone, |_| {}), bone),
        (
            "two",
            scene(ColorBy::InfluenceCount, |_| {}),
            colors.on(Ramp::Heat, (1.0f32 / 7.0).powf(0.6)),
        ),
        (
            "sum of 0.75",
            scene(ColorBy::WeightSum, sums),
            colors.on(Ramp::Heat, 0.25),
        ),
        ("sum of 1", scene(ColorBy::WeightSum, |_| {}), colors.neutral),
        ("no shape", scene(ColorBy::ShapeDelta, |_| {}), colors.neutral),
        ("normal", scene(ColorBy::Normals, |_| {}), [0x80, 0x80, 0xff]),
        ("tangent", scene(ColorBy::Tangents, |_| {}), [0xff, 0x80, 0x80]),
        ("front", scene(ColorBy::FaceSides, |_| {}), colors.neutral),
        ("back", scene(ColorBy::FaceSides, turn), colors.back),
        ("no flat face", scene(ColorBy::DegenerateFaces, |_| {}), colors.neutral),
        ("flat faces", scene(ColorBy::DegenerateFaces, flat), colors.heat[4]),
        ("front of a mirror", scene(ColorBy::FaceSides, mirror), colors.neutral),
        (
            "all",
            scene(ColorBy::VertexColors(0, Channel::All), |_| {}),
            [0x40, 0x80, 0xbf],
        ),
        (
            "green",
            scene(ColorBy::VertexColors(0, Channel::Green), |_| {}),
            grey(0x80),
        ),
        (
            "alpha",
            scene(ColorBy::VertexColors(0, Channel::Alpha), |_| {}),
            grey(0xff),
        ),
        (
            "no layer",
            scene(ColorBy::VertexColors(1, Channel::All), |_| {}),
            colors.neutral,
        ),
    ] {
        let drawn = renderer.draw(&picture).expect("draws");
        assert_eq!(drawn.problems, []);
        let image = renderer.read_pixels().expect("reads back");
        let at = (16 * 32 + 16) * 4;
        let got = &image.rgba[at..at + 3];
        let near = got.iter().zip(wanted).all(|(got, wanted)| got.abs_diff(wanted) <= 3);
        assert!(near, "{what}: {got:?}, not {wanted:?}");
    }
}

/// A model at half its size is moved half as far: the ramp is about lengths on the stage.
#[test]
fn lengths_are_those_of_the_stage() {
    let Some(mut renderer) = renderer() else { return };
    let mut delta = |size: f32| {
        let mut picture = scene(ColorBy::ShapeDelta, |placed| {
            let mut content = (*placed.scene).clone();
            content.models[0].blend_shapes.push(BlendShape {
                name: "out".into(),
                mesh: MESH(),
                max_weight: 1.0,
                rest_weight: 0.0,
                vertices: (0..4).collect(),
                deltas: vec![[0.0, 0.0, 0.6]; 4],
                normal_deltas: Vec::new(),
                tangent_deltas: Vec::new(),
                source: None,
            });
            *placed = PlacedModel {
                stage_from_model: Affine3A::from_scale(Vec3::splat(size)),
                ..shapes::placed(content.models.remove(0))
            };
            placed.marked.shapes = vec![BlendShapeIndex::new(0)];
        });
        picture.longest = 1.0;
        assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
        let image = renderer.read_pixels().expect("reads back");
        let at = (16 * 32 + 16) * 4;
        [image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]]
    };
    for size in [1.0, 0.5] {
        let (got, wanted) = (delta(size), Colors::DARK.on(Ramp::Heat, 0.6 * size));
        let near = got.iter().zip(wanted).all(|(got, wanted)| got.abs_diff(wanted) <= 3);
        assert!(near, "{size}: {got:?}, not {wanted:?}");
    }
}

/// A value that lies on a line of the ramp and is the same all over has one colour: rounding draws no lines there.
#[test]
fn a_flat_value_on_a_line_shows_no_line() {
    let Some(mut renderer) = renderer() else { return };
    for weight in [0.25, 0.5, 0.75, 1.0] {
        let mut picture = scene(ColorBy::Weights, |placed| {
            let mut content = (*placed.scene).clone();
            let weights = [weight, 1.0 - weight].repeat(4);
            content.models[0].meshes[0].influences.weights = weights.into();
            placed.scene = Arc::new(content);
            placed.marked.bones = vec![placed.model().skins[0].bones[0]];
        });
        picture.size = [128, 128];
        assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
        let image = renderer.read_pixels().expect("reads back");
        let wanted = Colors::DARK.on(Ramp::Heat, weight);
        let is_seen = |texel: &[u8]| texel[0] as u32 + texel[1] as u32 + texel[2] as u32 > 0;
        let is_other = |texel: &&[u8]| (0..3).any(|channel| texel[channel].abs_diff(wanted[channel]) > 12);
        let seen = || image.rgba.chunks_exact(4).filter(|texel| is_seen(texel));
        assert!(seen().count() > 4000);
        assert_eq!(seen().filter(is_other).count(), 0, "{weight}");
    }
}

/// Squares of the two kinds lie side by side along a texture, and the light of one is not the light of the next.
#[test]
fn texture_coordinates_show_as_squares() {
    let Some(mut renderer) = renderer() else { return };
    let mut picture = scene(ColorBy::Uv(0), |placed| {
        let mut content = (*placed.scene).clone();
        content.models[0].meshes[0].uvs = vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].into()];
        placed.scene = Arc::new(content);
    });
    picture.size = [256, 256];
    assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
    let image = renderer.read_pixels().expect("reads back");
    let row = 128 * 256;
    let bright = |x: usize| image.rgba[(row + x) * 4 + 1] > 0x60;
    let inside: Vec<bool> = (0..256)
        .filter(|x| image.rgba[(row + x) * 4 + 1] > 20)
        .map(bright)
        .collect();
    let changes = inside.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(changes, 15, "16 squares along the texture");
}

/// A mesh without the layer is as grey as one without vertex colours.
#[test]
fn texture_coordinates_that_are_not_there_show_as_none() {
    let Some(mut renderer) = renderer() else { return };
    let mut drawn = |by: ColorBy| {
        let mut picture = scene(by, |_| {});
        picture.size = [64, 64];
        assert_eq!(renderer.draw(&picture).expect("draws").problems, []);
        renderer.read_pixels().expect("reads back").rgba
    };
    let none = drawn(ColorBy::VertexColors(7, Channel::All));
    assert!(none.chunks_exact(4).any(|texel| texel[0] > 0x80));
    assert_eq!(drawn(ColorBy::Uv(7)), none);
}
