//! Layers over a surface: fibres, a thin film, scratches. Pixels against the CPU's own account of them.

use crate::film;
use crate::{assert_color, image, pixel, point_seen, quad, seen, textured};
use castview_base::scene::{Material, Mesh, Slot, Surface};
use castview_picture::light::Preset;
use castview_picture::{Environment, Picture};
use castview_render::Renderer;
use castview_testkit::gpu;
use castview_testkit::shading::{Lighting, Point};
use glam::Vec3;

const BASE: Vec3 = Vec3::new(0.7, 0.45, 0.2);

fn material(surface: Surface, slots: Vec<Slot>) -> Material {
    Material {
        slots,
        surface: Surface {
            base_color: BASE.extend(1.0),
            ..surface
        },
        ..Material::default()
    }
}

fn turned(normal: Vec3) -> Mesh {
    Mesh {
        normals: vec![normal.normalize().to_array(); 4].into(),
        ..quad(0.0, 0)
    }
}

fn assert_shaded(renderer: &mut Renderer, picture: &Picture, what: &str, wanted: impl Fn(Vec3, &Lighting) -> Vec3) {
    let problems = renderer.draw(picture).expect("draws").problems;
    assert_eq!(problems, []);
    let drawn = renderer.read_pixels().expect("reads");
    let lighting = Lighting::of(picture);
    for (x, y) in [(16, 16), (11, 12), (21, 19), (13, 22)] {
        let (_, v) = point_seen(picture, x, y);
        let light = lighting.shown(wanted(v, &lighting)).to_array();
        assert_color(pixel(&drawn, x, y), light, &format!("{what} at {x}, {y}"));
    }
}

/// KHR_materials_sheen: colour from red, green and blue of one map, roughness from the alpha of another or the same.
#[test]
fn fibres_shine_over_what_is_below_them() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let color = Vec3::new(0.9, 0.2, 0.4);
    for normal in [Vec3::Z, Vec3::new(0.8, -0.4, 0.6), Vec3::new(-2.0, 0.5, 0.6)] {
        for roughness in [0.3, 0.6, 1.0] {
            let surface = Surface {
                sheen_color: color,
                sheen_roughness: roughness,
                roughness: 0.8,
                ..Surface::default()
            };
            let picture = seen(vec![turned(normal)], vec![material(surface, Vec::new())], Vec::new());
            assert_shaded(
                &mut renderer,
                &picture,
                &format!("{roughness} {normal}"),
                |v, lighting| {
                    let n = normal.normalize();
                    let (fibres, left) = lighting.sheen(n, v, color, roughness);
                    lighting.all(&Point::rough(n, v, BASE, 0.0, 0.8)) * left + fibres
                },
            );
        }
    }
    // 188 is half the light; alpha is a number.
    let surface = Surface {
        sheen_color: Vec3::ONE,
        sheen_roughness: 1.0,
        roughness: 0.8,
        ..Surface::default()
    };
    let slots = vec![textured("sheenColor", 0), textured("sheenRoughness", 0)];
    let map = image(1, &[[188, 188, 0, 128]]);
    let normal = Vec3::new(0.8, -0.4, 0.6);
    let picture = seen(vec![turned(normal)], vec![material(surface, slots)], vec![map]);
    assert_shaded(&mut renderer, &picture, "maps", |v, lighting| {
        let n = normal.normalize();
        let (fibres, left) = lighting.sheen(n, v, Vec3::new(0.503, 0.503, 0.0), 0.502);
        lighting.all(&Point::rough(n, v, BASE, 0.0, 0.8)) * left + fibres
    });
}

/// KHR_materials_iridescence, over dielectrics and metals.
#[test]
fn thin_films_colour_what_is_reflected() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut hues = Vec::new();
    for (metallic, strength, ior, thickness) in [
        (1.0, 1.0, 1.3, 400.0),
        (1.0, 0.5, 1.8, 250.0),
        (0.0, 1.0, 1.33, 550.0),
        (0.0, 1.0, 2.0, 300.0),
    ] {
        let surface = Surface {
            metallic,
            roughness: 0.2,
            iridescence: strength,
            iridescence_ior: ior,
            iridescence_thickness_nm: [100.0, thickness],
            ..Surface::default()
        };
        let normal = Vec3::new(-0.3, 0.5, 1.0).normalize();
        let picture = seen(vec![turned(normal)], vec![material(surface, Vec::new())], Vec::new());
        assert_shaded(&mut renderer, &picture, &format!("{surface:?}"), |v, lighting| {
            let plain = Point::rough(normal, v, BASE, metallic, 0.2);
            let cosine = normal.dot(v).max(1e-3);
            let share = film::reflection(ior, cosine, thickness, plain.f0);
            let f0 = plain.f0.lerp(film::f0_of(share, cosine), strength);
            lighting.all(&Point { f0, ..plain })
        });
        hues.push(pixel(&renderer.read_pixels().expect("reads"), 16, 16));
    }
    hues.dedup();
    assert_eq!(hues.len(), 4, "{hues:?}");
    // Green of the thickness map goes from the least to the greatest: 0 is the least.
    let surface = Surface {
        metallic: 1.0,
        roughness: 0.2,
        iridescence: 1.0,
        iridescence_thickness_nm: [300.0, 900.0],
        ..Surface::default()
    };
    let slots = vec![textured("iridescenceThickness", 0)];
    let map = image(1, &[[255, 0, 255, 255]]);
    let picture = seen(vec![quad(0.0, 0)], vec![material(surface, slots)], vec![map]);
    assert_shaded(&mut renderer, &picture, "least", |v, lighting| {
        let plain = Point::rough(Vec3::Z, v, BASE, 1.0, 0.2);
        let f0 = film::f0_of(film::reflection(1.3, v.z, 300.0, plain.f0), v.z);
        lighting.all(&Point { f0, ..plain })
    });
}

/// KHR_materials_anisotropy: scratches along the tangent, turned by a factor and by a map.
#[test]
fn scratches_draw_reflections_out() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let normal = Vec3::new(0.2, 0.3, 1.0).normalize();
    let flat = |along: Vec3| (along - normal * normal.dot(along)).normalize();
    // Green of a map points up the picture, as y does here; 217 is cos 45° of a direction.
    for (what, rotation, map, along, share) in [
        ("tangent", 0.0, None, Vec3::X, 1.0),
        ("a quarter turn", std::f32::consts::FRAC_PI_2, None, Vec3::Y, 1.0),
        ("map", 0.0, Some([128, 255, 128, 255]), Vec3::Y, 0.502),
    ] {
        let surface = Surface {
            metallic: 1.0,
            roughness: 0.5,
            anisotropy: 0.6,
            anisotropy_rotation_rad: rotation,
            ..Surface::default()
        };
        let slots = map.map(|_| textured("anisotropy", 0)).into_iter().collect();
        let images = map.map(|texel| image(1, &[texel])).into_iter().collect();
        let mut picture = seen(vec![turned(normal)], vec![material(surface, slots)], images);
        // Rims of soft boxes are steeper than the steps by which an adapter blends texels.
        picture.environment = Environment::Preset(Preset::Overcast);
        assert_shaded(&mut renderer, &picture, what, |v, lighting| {
            let p = Point::rough(normal, v, BASE, 1.0, 0.5);
            lighting.scratched(&p, flat(along), 0.6 * share)
        });
    }
}

/// A clear layer and fibres take their share of what glows below.
#[test]
fn a_clear_layer_dims_what_glows_below() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let glow = Vec3::new(0.0, 0.3, 0.0);
    let surface = Surface {
        roughness: 0.9,
        clearcoat: 1.0,
        clearcoat_roughness: 0.5,
        emissive: glow,
        ..Surface::default()
    };
    let normal = Vec3::new(2.0, 0.5, 0.6).normalize();
    let picture = seen(vec![turned(normal)], vec![material(surface, Vec::new())], Vec::new());
    assert_shaded(&mut renderer, &picture, "glow", |v, lighting| {
        let below = lighting.all(&Point::rough(normal, v, BASE, 0.0, 0.9)) + glow;
        let layer = Point {
            diffuse: Vec3::ZERO,
            ..Point::rough(normal, v, Vec3::ZERO, 0.0, 0.5)
        };
        let cosine = normal.dot(v).clamp(0.0, 1.0);
        below * (1.0 - (0.04 + 0.96 * (1.0 - cosine).powi(5))) + lighting.all(&layer)
    });
}
