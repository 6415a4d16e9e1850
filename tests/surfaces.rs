//! What a picture makes of a material's surface: unlit quads, whose pixels can be told beforehand.

mod common;

use castview::core::{Bounds, MaterialIndex};
use castview::images::Image;
use castview::picture::{Background, Picture};
use castview::render::Renderer;
use castview::scene::{Alpha, ColorLayer, ColorSpace, Lookup, Material, Mesh, Model, Slot, SlotSource, Surface};
use common::gpu::{self, empty_picture};
use common::shapes::{self, cube_bounds, framed};
use glam::{Vec2, Vec3, Vec4};
use std::sync::Arc;

/// A square of side 2 in the plane z, facing +z; u runs right, v down.
fn quad(z: f32, material: usize) -> Mesh {
    let corners = [[-1.0, 1.0, z], [1.0, 1.0, z], [1.0, -1.0, z], [-1.0, -1.0, z]];
    Mesh {
        positions: corners.to_vec().into(),
        normals: vec![[0.0, 0.0, 1.0]; 4].into(),
        uvs: vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].into()],
        triangles: vec![0, 2, 1, 0, 3, 2].into(),
        bounds: corners.iter().map(|corner| Vec3::from(*corner)).collect::<Bounds>(),
        material: Some(MaterialIndex::new(material)),
        ..Mesh::default()
    }
}

fn plain(rgba: [f32; 4], surface: Surface) -> Material {
    let color = SlotSource::Color {
        rgba: Vec4::from_array(rgba),
        space: ColorSpace::Linear,
    };
    Material {
        slots: vec![Slot::new("baseColor", color)],
        surface: Surface { unlit: true, ..surface },
        ..Material::default()
    }
}

fn seen(meshes: Vec<Mesh>, materials: Vec<Material>, texture: Option<Image>) -> Picture {
    let model = Model {
        meshes,
        materials,
        ..Model::default()
    };
    let mut placed = shapes::placed(model);
    if let Some(texture) = texture {
        placed.textures = Arc::new(vec![Some(Arc::new(texture))]);
    }
    let mut picture = framed(empty_picture(), vec![placed], cube_bounds(1.0));
    picture.size = [32, 32];
    picture.background = Background::Solid([0, 0, 0]);
    picture.camera.set_view(castview::core::StandardView::Front);
    picture.camera.frame(&cube_bounds(1.0), 1.0);
    picture
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let at = ((y * image.width + x) * 4) as usize;
    [image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]]
}

fn srgb(linear: f32) -> u8 {
    let encoded = match linear {
        c if c <= 0.003_130_8 => 12.92 * c,
        c => 1.055 * c.powf(1.0 / 2.4) - 0.055,
    };
    (encoded * 255.0).round() as u8
}

fn assert_color(got: [u8; 3], linear: [f32; 3], what: &str) {
    let wanted = linear.map(srgb);
    let near = got.iter().zip(wanted).all(|(got, wanted)| got.abs_diff(wanted) <= 2);
    assert!(near, "{what}: {got:?}, not {wanted:?}");
}

#[test]
fn alpha_means_what_the_material_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut middle = |front: Material| {
        let behind = plain([0.0, 0.0, 1.0, 1.0], Surface::default());
        // The one in front is drawn first unless it is sorted.
        let picture = seen(vec![quad(0.5, 0), quad(-0.5, 1)], vec![front, behind], None);
        renderer.draw(&picture).expect("draws");
        pixel(&renderer.read_pixels().expect("reads"), 16, 16)
    };
    let red = |alpha| {
        let surface = Surface {
            alpha,
            ..Surface::default()
        };
        plain([1.0, 0.0, 0.0, 0.25], surface)
    };
    assert_color(middle(red(Alpha::Opaque)), [1.0, 0.0, 0.0], "opaque");
    assert_color(
        middle(red(Alpha::Mask(0.2))),
        [1.0, 0.0, 0.0],
        "masked, above the cutoff",
    );
    assert_color(middle(red(Alpha::Mask(0.3))), [0.0, 0.0, 1.0], "masked, below it");
    assert_color(middle(red(Alpha::Blend)), [0.25, 0.0, 0.75], "blended");
}

#[test]
fn factors_colours_and_own_light_come_together() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        base_color: Vec4::new(0.5, 1.0, 1.0, 1.0),
        emissive: Vec3::new(0.0, 0.0, 0.3),
        vertex_colors: true,
        ..Surface::default()
    };
    let mut mesh = quad(0.0, 0);
    mesh.uvs.clear();
    mesh.colors = vec![ColorLayer::Float(vec![[0.5, 0.5, 1.0, 1.0]; 4].into())];
    let picture = seen(vec![mesh], vec![plain([0.8, 0.4, 0.2, 1.0], surface)], None);
    renderer.draw(&picture).expect("draws");
    let image = renderer.read_pixels().expect("reads");
    assert_color(
        pixel(&image, 16, 16),
        [0.2, 0.2, 0.5],
        "0.8·0.5·0.5, 0.4·0.5, 0.2 + 0.3",
    );
}

/// Four texels: red and green above, blue and white below.
#[test]
fn a_texture_is_looked_up_where_its_transform_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let texels = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [255, 255, 255, 255],
    ];
    let texture = Image {
        width: 2,
        height: 2,
        rgba: texels.concat(),
    };
    // A quarter turn of the lower left quadrant (the example of KHR_texture_transform), in the middle of the blue texel.
    let lookup = Lookup {
        offset: Vec2::new(0.2, 0.8),
        rotation_rad: std::f32::consts::FRAC_PI_2,
        scale: Vec2::splat(0.1),
        ..Lookup::default()
    };
    let material = Material {
        slots: vec![Slot {
            lookup,
            ..Slot::new("baseColor", SlotSource::Texture(castview::core::TextureIndex::new(0)))
        }],
        surface: Surface {
            unlit: true,
            ..Surface::default()
        },
        ..Material::default()
    };
    let picture = seen(vec![quad(0.0, 0)], vec![material], Some(texture));
    renderer.draw(&picture).expect("draws");
    let image = renderer.read_pixels().expect("reads");
    let [red, _, blue] = pixel(&image, 16, 16);
    assert!(
        blue > 200 && red < 120,
        "mostly the blue texel, not {:?}",
        pixel(&image, 16, 16)
    );
}
