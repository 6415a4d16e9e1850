//! The shading model: pixels against the CPU's own account of it.

use crate::{assert_color, image, middle, pixel, plain, point_seen, quad, seen, textured, value};
use castview_base::core::{MeshIndex, StandardView};
use castview_base::scene::{BlendShape, ColorLayer, Material, Mesh, Model, Slot, Surface, Workflow};
use castview_images::Image;
use castview_picture::Picture;
use castview_render::Renderer;
use castview_testkit::shading::{Lighting, Point};
use castview_testkit::{gpu, shapes};
use glam::{Affine3A, Vec3};

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

/// The quad with that normal all over.
fn turned(normal: Vec3) -> Mesh {
    Mesh {
        normals: vec![normal.normalize().to_array(); 4].into(),
        ..quad(0.0, 0)
    }
}

fn assert_shaded(renderer: &mut Renderer, picture: &Picture, what: &str, wanted: impl Fn(Vec3, &Lighting) -> Vec3) {
    renderer.draw(picture).expect("draws");
    let drawn = renderer.read_pixels().expect("reads");
    let lighting = Lighting::of(picture);
    for (x, y) in [(16, 16), (11, 12), (21, 19), (13, 22)] {
        let (_, v) = point_seen(picture, x, y);
        assert_color(
            pixel(&drawn, x, y),
            lighting.shown(wanted(v, &lighting)).to_array(),
            &format!("{what} at {x}, {y}"),
        );
    }
}

#[test]
fn metals_and_dielectrics_shine_as_the_reference_does() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    for normal in [Vec3::Z, Vec3::new(-0.3, 0.5, 1.0), Vec3::new(0.8, -0.4, 0.6)] {
        for (metallic, roughness) in [(0.0, 0.9), (0.0, 0.3), (1.0, 0.15), (1.0, 0.6), (0.4, 0.5)] {
            let surface = Surface {
                metallic,
                roughness,
                ..Surface::default()
            };
            let picture = seen(vec![turned(normal)], vec![material(surface, Vec::new())], Vec::new());
            assert_shaded(
                &mut renderer,
                &picture,
                &format!("{metallic} {roughness} {normal}"),
                |v, lighting| lighting.all(&Point::rough(normal.normalize(), v, BASE, metallic, roughness)),
            );
        }
    }
}

/// KHR_materials_ior and KHR_materials_specular.
#[test]
fn reflections_of_dielectrics_follow_index_strength_and_tint() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let tint = Vec3::new(1.0, 0.5, 0.25);
    for (ior, specular, f0) in [
        (1.5, 1.0, 0.04),
        (2.0, 1.0, 1.0 / 9.0),
        (1.5, 0.0, 0.0),
        (0.0, 1.0, 1.0),
        (1.33, 0.5, 0.010_03),
    ] {
        let surface = Surface {
            roughness: 0.3,
            ior,
            specular,
            specular_color: tint,
            ..Surface::default()
        };
        let picture = seen(vec![quad(0.0, 0)], vec![material(surface, Vec::new())], Vec::new());
        assert_shaded(
            &mut renderer,
            &picture,
            &format!("ior {ior}, strength {specular}"),
            |v, lighting| {
                lighting.all(&Point {
                    f0: f0 * tint,
                    f90: specular,
                    ..Point::rough(Vec3::Z, v, BASE, 0.0, 0.3)
                })
            },
        );
    }
}

/// KHR_materials_pbrSpecularGlossiness: the same surface told in the other way.
#[test]
fn glossy_materials_equal_their_rough_twins() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let glossy = Surface {
        workflow: Workflow::SpecularGloss,
        specular_color: Vec3::splat(0.04),
        roughness: 0.4,
        ..Surface::default()
    };
    let mut rough = material(
        Surface {
            roughness: 0.4,
            ..Surface::default()
        },
        Vec::new(),
    );
    rough.surface.base_color = (BASE * 0.96).extend(1.0);
    let pixels = [material(glossy, Vec::new()), rough].map(|material| {
        let picture = seen(vec![turned(Vec3::new(-0.2, 0.3, 1.0))], vec![material], Vec::new());
        middle(&mut renderer, &picture)
    });
    assert_eq!(pixels[0], pixels[1]);
    // A slot of gloss 0.25 where the factor allows 0.8.
    let slotted = Surface {
        roughness: 0.2,
        ..glossy
    };
    let picture = seen(
        vec![quad(0.0, 0)],
        vec![material(
            slotted,
            vec![value("gloss", [0.25; 4]), value("specular", [0.5, 0.25, 0.125, 1.0])],
        )],
        Vec::new(),
    );
    let f0 = Vec3::new(0.5, 0.25, 0.125) * 0.04;
    assert_shaded(&mut renderer, &picture, "slots", |v, lighting| {
        lighting.all(&Point {
            diffuse: BASE * (1.0 - f0.max_element()),
            f0,
            ..Point::rough(Vec3::Z, v, BASE, 0.0, 0.8)
        })
    });
}

#[test]
fn occlusion_dims_only_what_comes_from_all_around() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let grey = image(1, &[[51, 255, 255, 255]]);
    for (strength, open) in [(0.0, 1.0), (0.5, 0.6), (1.0, 0.2)] {
        let surface = Surface {
            roughness: 0.3,
            occlusion_strength: strength,
            ..Surface::default()
        };
        for (slot, textures) in [
            (value("ao", [0.2; 4]), vec![]),
            (textured("occlusion", 0), vec![grey.clone()]),
        ] {
            let picture = seen(vec![quad(0.0, 0)], vec![material(surface, vec![slot])], textures);
            assert_shaded(
                &mut renderer,
                &picture,
                &format!("strength {strength}"),
                |v, lighting| {
                    let p = Point::rough(Vec3::Z, v, BASE, 0.0, 0.3);
                    lighting.around(&p, false) * open + lighting.key(&p)
                },
            );
        }
    }
}

/// KHR_materials_clearcoat.
#[test]
fn a_clear_layer_adds_its_own_reflection() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let normal = Vec3::new(-0.3, 0.4, 1.0).normalize();
    for (coat, coat_roughness) in [(1.0, 0.1), (0.5, 0.4)] {
        let surface = Surface {
            roughness: 0.9,
            clearcoat: coat,
            clearcoat_roughness: coat_roughness,
            ..Surface::default()
        };
        let picture = seen(vec![turned(normal)], vec![material(surface, Vec::new())], Vec::new());
        assert_shaded(&mut renderer, &picture, &format!("coat {coat}"), |v, lighting| {
            let below = lighting.all(&Point::rough(normal, v, BASE, 0.0, 0.9));
            let layer = Point {
                diffuse: Vec3::ZERO,
                ..Point::rough(normal, v, Vec3::ZERO, 0.0, coat_roughness)
            };
            let kept = 1.0 - coat * (0.04 + 0.96 * (1.0 - normal.dot(v)).powi(5));
            below * kept + coat * lighting.all(&layer)
        });
    }
}

/// x to the right, y up the picture: texture coordinates run down.
#[test]
fn normal_maps_turn_normals_in_their_own_frame() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    // 0.6 in eight bits.
    let tilted = |x: f32, y: f32| [x, y, 1.0].map(|c| ((c * 0.5 + 0.5) * 255.0_f32).round() as u8);
    let flat = material(
        Surface {
            roughness: 0.5,
            ..Surface::default()
        },
        vec![textured("normal", 0)],
    );
    let mut mirrored = quad(0.0, 0);
    mirrored.uvs = vec![vec![[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0]].into()];
    let halved = Material {
        surface: Surface {
            normal_scale: 0.5,
            ..flat.surface
        },
        ..flat.clone()
    };
    for (what, x, y, mesh, material, view, wanted) in [
        (
            "right",
            0.6,
            0.0,
            quad(0.0, 0),
            &flat,
            StandardView::Front,
            Vec3::new(0.6, 0.0, 0.8),
        ),
        (
            "up",
            0.0,
            0.6,
            quad(0.0, 0),
            &flat,
            StandardView::Front,
            Vec3::new(0.0, 0.6, 0.8),
        ),
        (
            "mirrored",
            0.6,
            0.0,
            mirrored,
            &flat,
            StandardView::Front,
            Vec3::new(-0.6, 0.0, 0.8),
        ),
        (
            "half",
            0.6,
            0.0,
            quad(0.0, 0),
            &halved,
            StandardView::Front,
            Vec3::new(0.3, 0.0, 0.8),
        ),
        // From behind, the normal is the same one reversed.
        (
            "behind",
            0.6,
            0.0,
            quad(0.0, 0),
            &flat,
            StandardView::Back,
            Vec3::new(-0.6, 0.0, -0.8),
        ),
    ] {
        let [r, g, b] = tilted(x, y);
        let mut picture = seen(vec![mesh], vec![material.clone()], vec![image(1, &[[r, g, b, 255]])]);
        picture.camera.set_view(view);
        assert_shaded(&mut renderer, &picture, what, |v, lighting| {
            lighting.all(&Point::rough(wanted.normalize(), v, BASE, 0.0, 0.5))
        });
    }
}

/// docs/formats/gltf.md §3: without normals faces are flat, also after shapes have turned them.
#[test]
fn flat_faces_stay_flat_when_shapes_turn_them() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        roughness: 0.5,
        ..Surface::default()
    };
    let whole = quad(0.0, 0);
    let corners: Vec<usize> = whole.triangles.iter().map(|corner| corner as usize).collect();
    let positions: Vec<[f32; 3]> = corners.iter().map(|corner| whole.positions.get(*corner)).collect();
    let leans = BlendShape {
        name: "leans".into(),
        mesh: MeshIndex::new(0),
        max_weight: 1.0,
        rest_weight: 1.0,
        vertices: (0..6).collect(),
        deltas: positions.iter().map(|[x, ..]| [0.0, 0.0, 0.4 * x]).collect(),
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    };
    let flat = Mesh {
        positions: positions.into(),
        normals: Vec::new().into(),
        uvs: Vec::new(),
        triangles: vec![0, 1, 2, 3, 4, 5].into(),
        ..whole
    };
    let mut picture = seen(vec![flat.clone()], vec![material(surface, Vec::new())], Vec::new());
    picture.models = vec![shapes::placed(Model {
        meshes: vec![flat],
        materials: vec![material(surface, Vec::new())],
        blend_shapes: vec![leans].into(),
        ..Model::default()
    })];
    let normal = Vec3::new(-0.4, 0.0, 1.0).normalize();
    assert_shaded(&mut renderer, &picture, "leaning", |v, lighting| {
        lighting.all(&Point::rough(normal, v, BASE, 0.0, 0.5))
    });
}

/// However a picture is stretched or sheared, a map bends as much along u as along v, and both are at right angles: the frame of
/// MikkTSpace, whose tangent is where u grows while v stands still.
#[test]
fn stretched_pictures_bend_normals_alike() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        roughness: 0.5,
        ..Surface::default()
    };
    let material = material(surface, vec![textured("normal", 0)]);
    let [r, g, b] = [0.4, 0.5, 1.0].map(|c| ((c * 0.5 + 0.5) * 255.0_f32).round() as u8);
    let z = (1.0f32 - 0.4 * 0.4 - 0.5 * 0.5).sqrt();
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    // Each of growing x and falling y: rows that make u and v.
    for (what, u, v, tangent) in [
        ("even", [1.0, 0.0], [0.0, 1.0], Vec3::X),
        ("wide", [4.0, 0.0], [0.0, 1.0], Vec3::X),
        ("tall", [1.0, 0.0], [0.0, 4.0], Vec3::X),
        // v is the same where y grows as x does.
        ("sheared", [1.0, 0.0], [1.0, 1.0], Vec3::new(1.0, 1.0, 0.0)),
        ("a quarter turned", [0.0, 1.0], [-3.0, 0.0], Vec3::NEG_Y),
        ("flat", [1.0, 0.0], [0.0, 0.0], Vec3::X),
    ] {
        let mut mesh = quad(0.0, 0);
        let at = |[x, y]: [f32; 2]| [u[0] * x + u[1] * y, v[0] * x + v[1] * y];
        mesh.uvs = vec![corners.map(at).to_vec().into()];
        let picture = seen(vec![mesh], vec![material.clone()], vec![image(1, &[[r, g, b, 255]])]);
        let tangent = tangent.normalize();
        let normal = tangent * 0.4 + Vec3::Z.cross(tangent) * 0.5 + Vec3::Z * z;
        assert_shaded(&mut renderer, &picture, what, |v, lighting| {
            lighting.all(&Point::rough(normal.normalize(), v, BASE, 0.0, 0.5))
        });
    }
}

/// Tangents of the file outdo the texture coordinates; and whatever mirrors a mesh mirrors its bumps.
#[test]
fn given_tangents_and_mirrors_turn_normals_with_them() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        roughness: 0.5,
        double_sided: true,
        ..Surface::default()
    };
    let material = material(surface, vec![textured("normal", 0)]);
    // 0.6 along the tangent, a little along the bitangent.
    let tilted = [0.6, 0.2, 1.0].map(|c| ((c * 0.5 + 0.5) * 255.0_f32).round() as u8);
    let [r, g, b] = tilted;
    let z = (1.0f32 - 0.6 * 0.6 - 0.2 * 0.2).sqrt();
    let still = Vec3::ONE;
    let mirror = Vec3::new(-1.0, 1.0, 1.0);
    for (what, tangent, scale, wanted) in [
        ("none", None, still, [0.6, 0.2]),
        ("like the coordinates", Some([2.0, 0.0, 0.0, 1.0]), still, [0.6, 0.2]),
        ("up", Some([0.0, 1.0, 0.0, 1.0]), still, [-0.2, 0.6]),
        ("up, other side", Some([0.0, 1.0, 0.0, -1.0]), still, [0.2, 0.6]),
        ("mirrored, none", None, mirror, [-0.6, 0.2]),
        (
            "mirrored, like the coordinates",
            Some([1.0, 0.0, 0.0, 1.0]),
            mirror,
            [-0.6, 0.2],
        ),
        ("mirrored, up", Some([0.0, 1.0, 0.0, 1.0]), mirror, [0.2, 0.6]),
    ] {
        let mut mesh = quad(0.0, 0);
        mesh.tangents = tangent.map_or(Vec::new(), |tangent| vec![tangent; 4]).into();
        // Colours ask for the other vertex shader.
        for colors in [Vec::new(), vec![ColorLayer::Float(vec![[1.0; 4]; 4].into())]] {
            mesh.colors = colors;
            let mut picture = seen(
                vec![mesh.clone()],
                vec![material.clone()],
                vec![image(1, &[[r, g, b, 255]])],
            );
            picture.models[0].stage_from_model = Affine3A::from_scale(scale);
            let normal = Vec3::new(wanted[0], wanted[1], z);
            assert_shaded(&mut renderer, &picture, what, |v, lighting| {
                lighting.all(&Point::rough(normal.normalize(), v, BASE, 0.0, 0.5))
            });
        }
    }
}

/// glTF's packing: metallic in blue, roughness in green; own light in sRGB, times its mask.
#[test]
fn channels_feed_what_the_standard_says() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let surface = Surface {
        metallic: 1.0,
        roughness: 1.0,
        emissive: Vec3::new(0.0, 0.5, 0.0),
        ..Surface::default()
    };
    let slots = vec![
        textured("metallicRoughness", 0),
        textured("emissive", 1),
        value("emask", [0.5; 4]),
    ];
    let textures: Vec<Image> = vec![image(1, &[[255, 102, 204, 255]]), image(1, &[[255, 188, 255, 255]])];
    let picture = seen(vec![quad(0.0, 0)], vec![material(surface, slots)], textures);
    assert_shaded(&mut renderer, &picture, "packed", |v, lighting| {
        // 188 is half the light.
        lighting.all(&Point::rough(Vec3::Z, v, BASE, 0.8, 0.4)) + Vec3::new(0.0, 0.5 * 0.5 * 0.503, 0.0)
    });
}

/// KHR_materials_transmission.
#[test]
fn what_lets_light_through_shows_what_is_behind() {
    let Some(context) = gpu::context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut blue = |transmission| {
        let glass = Material {
            surface: Surface {
                transmission,
                roughness: 0.2,
                ..Surface::default()
            },
            ..Material::default()
        };
        let behind = plain([0.0, 0.0, 1.0, 1.0], Surface::default());
        let picture = seen(vec![quad(0.5, 0), quad(-0.5, 1)], vec![glass, behind], Vec::new());
        middle(&mut renderer, &picture)
    };
    let (shut, open) = (blue(0.0), blue(1.0));
    assert!(shut[0] > 120 && shut[0].abs_diff(shut[2]) < 20, "white: {shut:?}");
    // No light is shown as so pure a blue.
    assert!(open[0] < 90 && open[2] > 220, "blue from behind: {open:?}");
}
