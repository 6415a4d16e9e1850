//! Surfaces that blend: sorting by meshes and weighted blending beside what is right, pixel by pixel on the CPU.
//!
//! Every surface of a model is rasterised once. The right picture is known then: the fragments of each pixel, from far to near. Colors are
//! plain (a base color with its texture, a light at the eye), as only their order matters. `render::lists::interleaved` has the numbers.

use castview_base::core::{Bounds, Camera, MaterialIndex, MeshIndex, SkinIndex};
use castview_base::scene::{Alpha, ColorLayer, Influences, Mesh, Model, Skeleton, SlotSource, Surface};
use castview_images::Image;
use castview_motion::animation::rest_pose;
use castview_motion::deform::{Deformed, Rest, deform, smooth_normals};
use castview_picture::opened::{TextureEntry, TextureState};
use castview_render::{Renderer, Work};
use castview_testkit::assets::shared_assets;
use castview_testkit::gpu;
use castview_testkit::shapes::{self, color_material, sheet, sphere};
use castview_testkit::worlds::opened_with_images;
use glam::{Vec2, Vec3, Vec4};
use std::sync::Arc;

const SIDE: usize = 256;

/// One surface at one pixel.
#[derive(Clone, Copy)]
struct Fragment {
    /// From the eye, along the line of sight.
    depth: f32,
    /// Distance of the middle of its mesh from the eye.
    mesh_distance: f32,
    /// The mesh and the triangle, in the order of the file.
    order: (usize, usize),
    faces_eye: bool,
    /// Linear light.
    color: Vec3,
    alpha: f32,
}

/// The fragments of every pixel before its nearest opaque one, and that one's color.
struct Layers {
    pixels: Vec<(Vec<Fragment>, Vec3)>,
    /// The nearest and the farthest depth of the model.
    depths: [f32; 2],
}

/// A model, the images of its textures, and whether all of it is seen through.
struct Case {
    name: &'static str,
    model: Model,
    images: Vec<Option<Arc<Image>>>,
    xray: bool,
}

fn to_linear(texel: u8) -> f32 {
    match f32::from(texel) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    }
}

fn encoded(linear: f32) -> f32 {
    255.0
        * match linear.clamp(0.0, 1.0) {
            c if c <= 0.003_130_8 => 12.92 * c,
            c => 1.055 * c.powf(1.0 / 2.4) - 0.055,
        }
}

impl Case {
    /// Base color with its texture, bilinear; wraps around.
    fn base(&self, mesh: &Mesh, uv: Vec2) -> (Vec4, Alpha) {
        let Some(material) = mesh.material.map(|index| &self.model.materials[index.get()]) else {
            return (Vec4::new(0.46, 0.46, 0.47, 1.0), Alpha::Opaque);
        };
        let mut color = material.surface.base_color;
        let alpha = material.surface.alpha;
        match material.base_color().map(|slot| slot.source) {
            Some(SlotSource::Color { rgba, space }) => color *= space.to_linear(rgba),
            Some(SlotSource::Texture(texture)) => {
                if let Some(Some(image)) = self.images.get(texture.get()) {
                    let size = Vec2::new(image.width as f32, image.height as f32);
                    let at = (uv - uv.floor()) * size - 0.5;
                    let part = at - at.floor();
                    let texel = |dx: i64, dy: i64| {
                        let x = (at.x.floor() as i64 + dx).rem_euclid(i64::from(image.width));
                        let y = (at.y.floor() as i64 + dy).rem_euclid(i64::from(image.height));
                        let first = ((y * i64::from(image.width) + x) * 4) as usize;
                        let [r, g, b, a] = [0, 1, 2, 3].map(|channel| image.rgba[first + channel]);
                        Vec4::new(to_linear(r), to_linear(g), to_linear(b), f32::from(a) / 255.0)
                    };
                    let row = |dy| texel(0, dy).lerp(texel(1, dy), part.x);
                    color *= row(0).lerp(row(1), part.y);
                }
            }
            _ => {}
        }
        (color, alpha)
    }

    fn layers(&self) -> Layers {
        let pose = rest_pose(&self.model);
        let meshes: Vec<Deformed> = (0..self.model.meshes.len())
            .map(|index| {
                let mut posed = Deformed::default();
                deform(&self.model, MeshIndex::new(index), &pose, Rest::default(), &mut posed);
                posed
            })
            .collect();
        let bounds: Bounds = meshes.iter().flat_map(|mesh| mesh.positions.iter().copied()).collect();
        let mut camera = Camera {
            yaw_rad: 0.6,
            pitch_rad: 0.3,
            ..Camera::default()
        };
        camera.frame(&bounds, 1.0);
        let clip_from_world = camera.clip_from_world(1.0);
        let depth_of = |point: Vec3| (point - camera.eye()).dot(camera.forward());
        let mut layers = vec![(Vec::<Fragment>::new(), (f32::INFINITY, Vec3::splat(0.05))); SIDE * SIDE];
        let mut depths = [f32::INFINITY, 0.0_f32];
        for (index, (mesh, posed)) in self.model.meshes.iter().zip(&meshes).enumerate() {
            let middle: Bounds = mesh.bounds;
            let mesh_distance = middle.center().distance(camera.eye());
            let normals = smooth_normals(&Mesh {
                positions: posed.positions.iter().map(|p| p.to_array()).collect::<Vec<_>>().into(),
                normals: Default::default(),
                ..mesh.clone()
            });
            let corners: Vec<u32> = mesh.triangles.iter().collect();
            for (triangle, ids) in corners.chunks_exact(3).enumerate() {
                let ids = [ids[0], ids[1], ids[2]].map(|id| id as usize);
                let points = ids.map(|id| posed.positions[id]);
                let clips = points.map(|point| clip_from_world * point.extend(1.0));
                if clips.iter().any(|clip| clip.w <= 1e-6) {
                    continue;
                }
                let screen = clips.map(|clip| {
                    let ndc = Vec2::new(clip.x, -clip.y) / clip.w;
                    (ndc * 0.5 + 0.5) * SIDE as f32
                });
                for point in points {
                    depths = [depths[0].min(depth_of(point)), depths[1].max(depth_of(point))];
                }
                let area = (screen[1] - screen[0]).perp_dot(screen[2] - screen[0]);
                if area == 0.0 {
                    continue;
                }
                let low = screen[0].min(screen[1]).min(screen[2]).max(Vec2::ZERO);
                let high = screen[0]
                    .max(screen[1])
                    .max(screen[2])
                    .min(Vec2::splat(SIDE as f32 - 1.0));
                for y in low.y as usize..=high.y.max(0.0) as usize {
                    for x in low.x as usize..=high.x.max(0.0) as usize {
                        let at = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                        let shares =
                            [0, 1, 2].map(|k| (screen[(k + 1) % 3] - at).perp_dot(screen[(k + 2) % 3] - at) / area);
                        if shares.iter().any(|share| *share < 0.0) {
                            continue;
                        }
                        let shares = [0, 1, 2].map(|k| shares[k] / clips[k].w);
                        let all: f32 = shares.iter().sum();
                        let mix3 = |of: &dyn Fn(usize) -> Vec3| (0..3).map(|k| of(k) * (shares[k] / all)).sum::<Vec3>();
                        let point = mix3(&|k| points[k]);
                        let normal = mix3(&|k| normals[ids[k]]).normalize_or_zero();
                        let uv = mesh.uvs.first().map_or(Vec2::ZERO, |uvs| {
                            mix3(&|k| Vec2::from(uvs.get(ids[k])).extend(0.0)).truncate()
                        });
                        let (base, alpha) = self.base(mesh, uv);
                        let facing = normal.dot((camera.eye() - point).normalize()).abs();
                        let coverage = match (self.xray, alpha) {
                            (true, _) => 0.14 + (0.6 - 0.14) * (1.0 - facing) * (1.0 - facing),
                            (false, Alpha::Blend) => base.w.clamp(0.0, 1.0),
                            (false, Alpha::Mask(cutoff)) if base.w < cutoff => continue,
                            _ => 1.0,
                        };
                        let fragment = Fragment {
                            depth: depth_of(point),
                            mesh_distance,
                            order: (index, triangle),
                            faces_eye: area < 0.0,
                            color: base.truncate() * (0.2 + 0.8 * facing),
                            alpha: coverage,
                        };
                        let (blended, solid) = &mut layers[y * SIDE + x];
                        if self.xray || alpha == Alpha::Blend {
                            blended.push(fragment);
                        } else if fragment.depth < solid.0 {
                            *solid = (fragment.depth, fragment.color);
                        }
                    }
                }
            }
        }
        let before = |(mut blended, (depth, color)): (Vec<Fragment>, (f32, Vec3))| {
            blended.retain(|fragment| fragment.depth < depth);
            (blended, color)
        };
        Layers {
            pixels: layers.into_iter().map(before).collect(),
            depths,
        }
    }
}

/// Each over what is there.
fn over(sorted: &[Fragment], behind: Vec3) -> Vec3 {
    sorted
        .iter()
        .fold(behind, |below, fragment| below.lerp(fragment.color, fragment.alpha))
}

fn exact(fragments: &[Fragment], behind: Vec3, _: [f32; 2]) -> Vec3 {
    let mut sorted = fragments.to_vec();
    sorted.sort_by(|a, b| b.depth.total_cmp(&a.depth).then(a.order.cmp(&b.order)));
    over(&sorted, behind)
}

/// As the renderer does it: meshes from far to near by their middles, triangles in the order of the file.
fn by_mesh(fragments: &[Fragment], behind: Vec3, _: [f32; 2]) -> Vec3 {
    let mut sorted = fragments.to_vec();
    sorted.sort_by(|a, b| b.mesh_distance.total_cmp(&a.mesh_distance).then(a.order.cmp(&b.order)));
    over(&sorted, behind)
}

/// The same, but of each mesh the triangles that face away first.
fn backs_first(fragments: &[Fragment], behind: Vec3, _: [f32; 2]) -> Vec3 {
    let mut sorted = fragments.to_vec();
    sorted.sort_by(|a, b| {
        let meshes = b.mesh_distance.total_cmp(&a.mesh_distance);
        let sides = a.faces_eye.cmp(&b.faces_eye);
        meshes
            .then(a.order.0.cmp(&b.order.0))
            .then(sides)
            .then(a.order.cmp(&b.order))
    });
    over(&sorted, behind)
}

/// McGuire and Bavoil 2013; nearer surfaces weigh more, by `octaves` from the farthest to the nearest.
fn weighted(octaves: f32) -> impl Fn(&[Fragment], Vec3, [f32; 2]) -> Vec3 {
    move |fragments, behind, [near, far]| {
        let mut sum = Vec4::ZERO;
        let mut left = 1.0;
        for fragment in fragments {
            let part = ((far - fragment.depth) / (far - near).max(1e-6)).clamp(0.0, 1.0);
            let weight = (octaves * (part - 0.5)).exp2();
            sum += (fragment.color * fragment.alpha).extend(fragment.alpha) * weight;
            left *= 1.0 - fragment.alpha;
        }
        if sum.w == 0.0 {
            return behind;
        }
        (sum.truncate() / sum.w).lerp(behind, left)
    }
}

/// Mean difference of the channels over the pixels where something blends, of 255.
fn mean_error(layers: &Layers, by: impl Fn(&[Fragment], Vec3, [f32; 2]) -> Vec3) -> f32 {
    let (mut sum, mut count) = (0.0_f64, 0_u32);
    for (fragments, behind) in layers.pixels.iter().filter(|(fragments, _)| !fragments.is_empty()) {
        let wanted = exact(fragments, *behind, layers.depths);
        let got = by(fragments, *behind, layers.depths);
        let difference: f32 = (0..3).map(|c| (encoded(wanted[c]) - encoded(got[c])).abs()).sum();
        sum += f64::from(difference / 3.0);
        count += 1;
    }
    (sum / f64::from(count.max(1))) as f32
}

fn opened(name: &'static str, file: &str, xray: bool) -> Option<Case> {
    let folder = shared_assets()?;
    let file = opened_with_images(&folder.join(file));
    Some(Case {
        name,
        model: file.scene.models[0].clone(),
        images: file.textures.iter().map(image_of).collect(),
        xray,
    })
}

fn image_of(entry: &TextureEntry) -> Option<Arc<Image>> {
    match &entry.state {
        TextureState::Ready(image) => image.texels().map(|image| Arc::new(image.into_owned())),
        _ => None,
    }
}

fn made(name: &'static str, meshes: Vec<(Mesh, Vec4)>) -> Case {
    let mut model = Model::default();
    for (index, (mesh, color)) in meshes.into_iter().enumerate() {
        let mut material = color_material(color);
        material.surface.alpha = if color.w < 1.0 { Alpha::Blend } else { Alpha::Opaque };
        material.surface.double_sided = true;
        model.materials.push(material);
        model.meshes.push(Mesh {
            material: Some(MaterialIndex::new(index)),
            ..mesh
        });
    }
    Case {
        name,
        model,
        images: Vec::new(),
        xray: false,
    }
}

/// A pane through the origin, turned about y.
fn pane(turn_rad: f32) -> Mesh {
    let along = Vec3::new(turn_rad.cos(), 0.0, turn_rad.sin());
    sheet(4, 4, |u, v| along * (2.0 * u - 1.0) + Vec3::Y * (2.0 * v - 1.0))
}

/// Square puffs that face +z, every second of a row.
fn puffs(first: usize) -> Mesh {
    let quads = (0..24).map(|k| {
        let place = (2 * k + first) as f32;
        let at = Vec3::new((place * 2.4).sin() * 0.6, (place * 1.7).cos() * 0.6, place / 24.0 - 1.0);
        [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| (at + Vec3::new(x, y, 0.0)).to_array())
    });
    let positions: Vec<[f32; 3]> = quads.flatten().collect();
    let triangles = (0..24).flat_map(|k| [0, 1, 2, 0, 2, 3].map(|corner| 4 * k + corner));
    shapes::mesh(positions, triangles.collect())
}

fn shell(radius: f32) -> Mesh {
    let sphere = sphere();
    let positions: Vec<[f32; 3]> = sphere.positions.iter().map(|p| p.map(|side| side * radius)).collect();
    Mesh {
        normals: Default::default(),
        ..shapes::mesh(positions, sphere.triangles.iter().collect())
    }
}

/// As in shaders/surfaces/mesh.wgsl.
const DOUBLINGS: f32 = 3.0;

/// Prints the numbers of `render::lists::interleaved`.
#[test]
fn sorting_and_weighted_blending_beside_what_is_right() {
    let files = [
        opened("AlphaBlendModeTest.glb", "khronos/AlphaBlendModeTest.glb", false),
        opened("ClearCoatTest.glb", "khronos/ClearCoatTest.glb", false),
        opened("Fox.glb, x-ray", "gltf/Fox.glb", true),
        opened("Mage.glb, x-ray", "gltf/Mage.glb", true),
        opened("AnimatedMorphCube.glb, x-ray", "gltf/AnimatedMorphCube.glb", true),
    ];
    let blue = Vec4::new(0.2, 0.4, 0.9, 0.4);
    let red = Vec4::new(0.9, 0.2, 0.2, 0.6);
    let made = [
        made(
            "a glass ball around a core",
            vec![(shell(0.4), Vec4::new(0.8, 0.7, 0.2, 1.0)), (shell(1.0), blue)],
        ),
        made("a glass ball in another", vec![(shell(0.5), red), (shell(1.0), blue)]),
        made("two panes that cross", vec![(pane(0.3), red), (pane(1.8), blue)]),
        made("dense puffs of two meshes", vec![(puffs(0), red), (puffs(1), blue)]),
        made(
            "thin puffs of two meshes",
            vec![(puffs(0), red.with_w(0.15)), (puffs(1), blue.with_w(0.15))],
        ),
    ];
    // Meshes of these interleave.
    let interleave = ["Mage.glb, x-ray", "a glass ball in another", "two panes that cross"];
    for case in files.into_iter().flatten().chain(made) {
        let layers = case.layers();
        let [sorted, halves, evenly, weighed, steeply] = [
            mean_error(&layers, by_mesh),
            mean_error(&layers, backs_first),
            mean_error(&layers, weighted(0.0)),
            mean_error(&layers, weighted(DOUBLINGS)),
            mean_error(&layers, weighted(8.0)),
        ];
        println!(
            "{:32} sorted {sorted:5.2}, backs first {halves:5.2}; weighted {evenly:5.2} {weighed:5.2} {steeply:5.2}",
            case.name
        );
        if interleave.contains(&case.name) || case.name.contains("puffs") {
            assert!(weighed < 0.65 * halves, "{}: weighted blending is nearer", case.name);
        } else {
            assert!(
                halves < 0.5 && halves <= weighed && halves <= sorted,
                "{}: sorting is",
                case.name
            );
        }
    }
}

/// Two unlit panes that cross: what is drawn is the weighted mean of the CPU, in either order and in any number of steps.
#[test]
fn meshes_that_cross_are_drawn_in_any_order() {
    let Some(context) = gpu::context() else { return };
    if !context.abilities().any_order {
        return;
    }
    let mut renderer = Renderer::new(&context);
    let tilted = |side: f32| {
        let sheet = shapes::sheet(1, 1, |u, v| {
            Vec3::new(2.0 * u - 1.0, 2.0 * v - 1.0, side * (1.6 * u - 0.8))
        });
        Mesh {
            normals: vec![[0.0, 0.0, 1.0]; 4].into(),
            ..sheet
        }
    };
    let colors = [Vec4::new(0.8, 0.1, 0.1, 0.6), Vec4::new(0.1, 0.2, 0.9, 0.4)];
    let glass = |color: Vec4| {
        let surface = Surface {
            alpha: Alpha::Blend,
            ..Surface::default()
        };
        crate::plain(color.to_array(), surface)
    };
    let crossed = |order: [usize; 2]| {
        let meshes = order.map(|at| Mesh {
            material: Some(MaterialIndex::new(at)),
            ..tilted([1.0, -1.0][at])
        });
        let mut picture = crate::seen(meshes.into(), colors.map(glass).into(), Vec::new());
        picture.size = [64, 64];
        picture.posed_bounds = shapes::cube_bounds(1.0);
        picture
    };
    let picture = crossed([0, 1]);
    let drawn = renderer.draw(&picture).expect("draws");
    assert_eq!(drawn.problems, []);
    let image = renderer.read_pixels().expect("reads");
    let [near, far] = picture.depth_range();
    for x in [16, 24, 40, 48] {
        let mut fragments: Vec<Fragment> = Vec::new();
        for (at, side) in [1.0, -1.0].into_iter().enumerate() {
            // On the plane z = side · 0.8 x.
            let ndc = Vec2::new((x as f32 + 0.5) / 32.0 - 1.0, 1.0 - 32.5 / 32.0);
            let (origin, direction) = picture.camera.ray(ndc, 1.0);
            let slope = 0.8 * side;
            let along = (slope * origin.x - origin.z) / (direction.z - slope * direction.x);
            let point = origin + direction * along;
            fragments.push(Fragment {
                depth: (point - picture.camera.eye()).dot(picture.camera.forward()),
                mesh_distance: 0.0,
                order: (at, 0),
                faces_eye: true,
                color: colors[at].truncate(),
                alpha: colors[at].w,
            });
        }
        let wanted = weighted(DOUBLINGS)(&fragments, Vec3::ZERO, [near, far]);
        crate::assert_color(crate::pixel(&image, x, 32), wanted.to_array(), &format!("column {x}"));
    }
    renderer.draw(&crossed([1, 0])).expect("draws");
    let other = renderer.read_pixels().expect("reads");
    let differs = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 1;
    assert_eq!(
        image.rgba.iter().zip(&other.rgba).filter(|two| differs(*two)).count(),
        0
    );
    for samples in [1, 4] {
        let mut picture = crossed([0, 1]);
        picture.samples = samples;
        renderer.draw(&picture).expect("draws");
        let whole = renderer.read_pixels().expect("reads");
        let (parted, submissions) = gpu::draw_in_steps(&mut renderer, &picture, &Work::each(1.0));
        assert!(submissions > 4, "{submissions}");
        assert!(whole == parted, "{samples} samples");
    }
}

/// A shell of glass by itself: what faces away lies behind what faces the eye, in whatever order its triangles are.
#[test]
fn sides_that_face_away_are_drawn_first() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut middle = |flips: bool| {
        // A red pane in front of a blue one, both of one mesh; the latter is seen from behind.
        let corner = |x: f32, y: f32, z: f32| [x, y, z];
        let mut positions = Vec::new();
        for z in [0.5, -0.5] {
            positions.extend([
                corner(-1.0, -1.0, z),
                corner(1.0, -1.0, z),
                corner(1.0, 1.0, z),
                corner(-1.0, 1.0, z),
            ]);
        }
        let (front, back) = ([0, 1, 2, 0, 2, 3], [4, 6, 5, 4, 7, 6]);
        let triangles = if flips { [back, front] } else { [front, back] };
        let colors = [[0.9, 0.0, 0.0, 0.5], [0.0, 0.0, 0.9, 0.5]]
            .map(|color| [color; 4])
            .concat();
        let mesh = Mesh {
            colors: vec![ColorLayer::Float(colors.into())],
            material: Some(MaterialIndex::new(0)),
            ..shapes::mesh(positions, triangles.concat())
        };
        let surface = Surface {
            alpha: Alpha::Blend,
            vertex_colors: true,
            ..Surface::default()
        };
        let glass = crate::plain([1.0; 4], surface);
        crate::middle(&mut renderer, &crate::seen(vec![mesh], vec![glass], Vec::new()))
    };
    let (one, other) = (middle(false), middle(true));
    assert_eq!(one, other);
    crate::assert_color(one, [0.45, 0.0, 0.225], "red over blue");
}

/// A pane that rests in front of another is carried behind it by its bone: what is in front now is blended last.
#[test]
fn panes_are_sorted_where_they_are_posed() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let skeleton = Skeleton::new(vec![
        shapes::bone("root", None, Vec3::ZERO),
        shapes::bone("moves", Some(0), Vec3::ZERO),
    ]);
    let skeleton = skeleton.expect("two bones");
    let pane = |z: f32, slot: u32, material: usize| Mesh {
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: 1,
            slots: vec![slot; 4].into(),
            weights: vec![1.0; 4].into(),
            ..Default::default()
        },
        ..crate::quad(z, material)
    };
    let color = |rgb: [f32; 3]| {
        let surface = Surface {
            alpha: Alpha::Blend,
            ..Surface::default()
        };
        crate::plain([rgb[0], rgb[1], rgb[2], 0.5], surface)
    };
    let model = Model {
        skins: vec![shapes::skin_of(&skeleton)],
        skeleton,
        meshes: vec![pane(0.5, 1, 0), pane(0.0, 0, 1)],
        materials: vec![color([1.0, 0.0, 0.0]), color([0.0, 0.0, 1.0])],
        ..Model::default()
    };
    let scene = shapes::scene(model, 0);
    for (away, [red, blue]) in [(0.0, [0.5, 0.25]), (-1.0, [0.25, 0.5])] {
        let pose = shapes::posed(&scene.models[0], |bone, local| {
            local.translation.z += if bone == 1 { away } else { 0.0 };
        });
        let mut picture = crate::seen(Vec::new(), Vec::new(), Vec::new());
        picture.models = vec![shapes::place(&scene, pose)];
        crate::assert_color(
            crate::middle(&mut renderer, &picture),
            [red, 0.0, blue],
            &format!("{away}"),
        );
    }
}
