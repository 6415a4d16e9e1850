//! Models far from the origin of the world.

use castview_base::core::{Bounds, MaterialIndex};
use castview_base::scene::{Mesh, Model};
use castview_images::Image;
use castview_picture::{Background, ColorBy, Matcap};
use castview_render::Renderer;
use castview_testkit::gpu::{self, empty_picture};
use castview_testkit::shapes::{self, framed};
use glam::{Affine3A, Vec3, Vec4};

const FAR: Vec3 = Vec3::new(1e5, 1e5, -1e5);

/// A sphere drawn at that place, and seen from as far away from it wherever that is.
fn sphere_at(renderer: &mut Renderer, place: Vec3, color_by: ColorBy) -> Image {
    let mut placed = shapes::placed(Model {
        meshes: vec![Mesh {
            material: Some(MaterialIndex::new(0)),
            ..shapes::sphere()
        }],
        materials: vec![shapes::color_material(Vec4::new(0.3, 0.5, 0.7, 1.0))],
        ..Model::default()
    });
    placed.stage_from_model = Affine3A::from_translation(place);
    let bounds = Bounds {
        min: place - Vec3::ONE,
        max: place + Vec3::ONE,
    };
    let mut picture = framed(empty_picture(), vec![placed], bounds);
    picture.background = Background::Transparent;
    picture.color_by = color_by;
    renderer.draw(&picture).expect("draws");
    renderer.read_pixels().expect("reads")
}

/// But for what the places of its corners lose by themselves, which is a part of a pixel.
#[test]
fn surfaces_far_from_the_origin_look_as_they_do_there() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for color_by in [ColorBy::Material, ColorBy::Matcap(Matcap::Clay), ColorBy::Normals] {
        let [near, far] = [Vec3::ZERO, FAR].map(|place| sphere_at(&mut renderer, place, color_by));
        let pairs = near.rgba.chunks_exact(4).zip(far.rgba.chunks_exact(4));
        let inside: Vec<_> = pairs.filter(|(near, far)| near[3] == 255 && far[3] == 255).collect();
        assert!(inside.len() > 10_000, "{} pixels", inside.len());
        let differs = |(near, far): &&(&[u8], &[u8])| (0..3).any(|channel| near[channel].abs_diff(far[channel]) > 24);
        let others = inside.iter().filter(differs).count();
        assert!(
            others * 500 < inside.len(),
            "{color_by:?}: {others} of {} pixels",
            inside.len()
        );
    }
}
