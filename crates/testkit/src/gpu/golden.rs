//! The golden pictures: small, one feature each.
//!
//! In: nothing. Out: pictures made in code, whose pixels on software Vulkan lie in `crates/render/tests/golden`.

use super::{COLORS, empty_picture};
use crate::shapes::{self, cube_bounds, framed, place, placed, scene};
use castview_base::core::{BoneIndex, Bounds, MaterialIndex, MeshIndex, Projection, StandardView, UpAxis};
use castview_base::scene::{Alpha, Input, Material, Mesh, Model, Skeleton, Skinning, Surface};
use castview_motion::animation::Pose;
use castview_picture::light::Preset;
use castview_picture::{
    Background, ColorBy, Divided, Environment, Ghost, Label, Matcap, Overlays, Picture, PlacedModel, Reflection,
    Section, Selection, Shading, Shadows, Texture, Way,
};
use glam::{Affine3A, Quat, Vec3, Vec4};
use std::sync::Arc;

/// Every picture by its name, which is that of its file among the golden ones of `render`.
pub fn pictures() -> Vec<(&'static str, Picture)> {
    vec![
        (
            "background_gradient",
            background(Background::Gradient {
                top: [58, 64, 74],
                bottom: [32, 36, 42],
            }),
        ),
        ("background_solid", background(Background::Solid([200, 120, 40]))),
        (
            "background_none",
            Picture {
                background: Background::Transparent,
                samples: 4,
                ..ball(plain_ball())
            },
        ),
        ("light", ball(plain_ball())),
        (
            "light_color",
            ball(with_material(shapes::color_material(Vec4::new(0.8, 0.25, 0.2, 1.0)))),
        ),
        ("light_mirrored", mirrored()),
        ("environment_mirror", mirror(Preset::Studio, 0.0, false)),
        ("glass_thick", glass(0.0, 1.4)),
        ("glass_rough", glass(0.4, 0.0)),
        (
            "sheen",
            covered(|surface| {
                surface.base_color = Vec4::new(0.05, 0.02, 0.1, 1.0);
                (surface.roughness, surface.sheen_color, surface.sheen_roughness) =
                    (0.9, Vec3::new(0.9, 0.5, 0.6), 0.5);
            }),
        ),
        (
            "anisotropy",
            covered(|surface| {
                (surface.metallic, surface.roughness, surface.anisotropy) = (1.0, 0.2, 0.9);
            }),
        ),
        ("environment_blurred", mirror(Preset::Sunset, 0.35, true)),
        ("texture", ball(with_material(shapes::texture_material()))),
        ("texture_far", far_texture()),
        ("texture_missing", ball(without_texture())),
        (
            "texture_missing_marked",
            with_overlays(
                ball(without_texture()),
                Overlays {
                    missing: true,
                    ..Overlays::default()
                },
            ),
        ),
        ("unlit", ball_by(ColorBy::Unlit)),
        ("input_roughness", ball_by(ColorBy::Input(Input::Roughness))),
        ("depth", ball_by(ColorBy::Depth)),
        (
            "overdraw",
            Picture {
                color_by: ColorBy::Overdraw,
                ..tube(Skinning::Linear)
            },
        ),
        ("texel_density", ever_denser()),
        (
            "xray",
            with_overlays(
                framed(empty_picture(), vec![over_dish()], cube_bounds(1.6)),
                Overlays {
                    xray: true,
                    ..Overlays::default()
                },
            ),
        ),
        (
            "normals",
            Picture {
                color_by: ColorBy::Normals,
                ..tube(Skinning::Linear)
            },
        ),
        (
            "back_faces",
            Picture {
                color_by: ColorBy::FaceSides,
                ..open_tube()
            },
        ),
        ("divided", divided()),
        (
            "clearcoat",
            covered(|surface| {
                surface.base_color = Vec4::new(0.5, 0.03, 0.03, 1.0);
                (surface.roughness, surface.clearcoat) = (0.7, 1.0);
            }),
        ),
        (
            "iridescence",
            covered(|surface| {
                surface.base_color = Vec4::new(0.6, 0.6, 0.6, 1.0);
                (surface.metallic, surface.roughness) = (1.0, 0.3);
                (surface.iridescence, surface.iridescence_ior) = (1.0, 1.9);
                surface.iridescence_thickness_nm = [550.0, 550.0];
            }),
        ),
        ("matcap_clay", ball_by(ColorBy::Matcap(Matcap::Clay))),
        ("matcap_metal", ball_by(ColorBy::Matcap(Matcap::Metal))),
        ("matcap_pearl", ball_by(ColorBy::Matcap(Matcap::Pearl))),
        ("matcap_wax", ball_by(ColorBy::Matcap(Matcap::Wax))),
        (
            "untextured",
            Picture {
                shading: Shading::Untextured,
                ..ball(with_material(shapes::texture_material()))
            },
        ),
        (
            "wireframe",
            Picture {
                shading: Shading::Wireframe,
                ..tube(Skinning::Linear)
            },
        ),
        ("wireframe_dense", dense_wireframe()),
        ("ghost_behind", with_ghost(false)),
        ("ghost_outline", with_ghost(true)),
        ("ghost_cut", with_cut_ghost()),
        (
            "wireframe_cut",
            Picture {
                shading: Shading::Wireframe,
                ..with_cut_ghost()
            },
        ),
        (
            "mesh_selected_cut",
            Picture {
                ghosts: Vec::new(),
                samples: 4,
                ..selected(with_cut_ghost())
            },
        ),
        (
            "wireframe_over",
            with_overlays(
                tube(Skinning::Linear),
                Overlays {
                    wireframe: true,
                    ..Overlays::default()
                },
            ),
        ),
        (
            "multisampling",
            Picture {
                samples: 4,
                ..tube(Skinning::Linear)
            },
        ),
        ("skinning_linear", tube(Skinning::Linear)),
        ("skinning_dual_quaternion", tube(Skinning::DualQuaternion)),
        ("bones", bones(None, true)),
        ("bones_selected", bones(Some(Selection::Bone(BoneIndex::new(1))), true)),
        (
            "bone_selected_without_bones",
            bones(Some(Selection::Bone(BoneIndex::new(1))), false),
        ),
        ("section", halved(true)),
        ("section_open", halved(false)),
        ("labels", labels()),
        ("bones_alone", bones_alone()),
        ("one_bone", one_bone()),
        ("mesh_selected", bones(Some(Selection::Mesh(MeshIndex::new(0))), false)),
        ("hair", hair()),
        ("points", points()),
        ("grid", grid()),
        (
            "grid_z_up",
            Picture {
                world_from_stage: UpAxis::Z.world_from_stage(),
                ..grid()
            },
        ),
        ("orthographic", orthographic()),
        ("shadow_key", shaded(|shadows| shadows.key = true)),
        ("shadow_occlusion", shaded(|shadows| shadows.occlusion = true)),
        (
            "shadow_ground",
            on_ground(Preset::Studio, Background::Solid([226, 229, 234])),
        ),
        (
            "shadow_ground_overcast",
            on_ground(Preset::Overcast, Background::Transparent),
        ),
        ("reflection", reflected(0.0, Background::Solid([60, 66, 74]))),
        ("reflection_rough", reflected(0.6, Background::Transparent)),
    ]
}

fn background(background: Background) -> Picture {
    Picture {
        background,
        ..empty_picture()
    }
}

fn with_overlays(picture: Picture, overlays: Overlays) -> Picture {
    Picture { overlays, ..picture }
}

fn plain_ball() -> PlacedModel {
    placed(Model {
        meshes: vec![shapes::sphere()],
        ..Model::default()
    })
}

fn with_material(material: Material) -> PlacedModel {
    let mesh = Mesh {
        material: Some(MaterialIndex::new(0)),
        ..shapes::sphere()
    };
    placed(Model {
        meshes: vec![mesh],
        materials: vec![material],
        ..Model::default()
    })
}

/// Edges over a sheet that is so fine in the distance that they would cover it.
fn dense_wireframe() -> Picture {
    let mesh = |size: f32, from: f32, cuts: u32| {
        shapes::sheet(cuts, cuts, move |u, v| {
            Vec3::new(
                (u - 0.5) * size + from,
                0.15 * (u * 9.0).sin() * (v * 9.0).cos(),
                (v - 0.5) * size,
            )
        })
    };
    let dark = |mesh: Mesh| Mesh {
        material: Some(MaterialIndex::new(0)),
        ..mesh
    };
    let model = placed(Model {
        meshes: vec![dark(mesh(1.4, -0.8, 8)), dark(mesh(1.4, 0.8, 200))],
        materials: vec![shapes::color_material(Vec4::new(0.7, 0.2, 0.15, 1.0))],
        ..Model::default()
    });
    let mut picture = framed(empty_picture(), vec![model], cube_bounds(1.2));
    picture.overlays.wireframe = true;
    picture.camera.pitch_rad = 0.6;
    picture
}

/// A tube that bends, as it stood before.
fn with_ghost(is_outline: bool) -> Picture {
    let picture = tube(Skinning::Linear);
    let now = picture.models[0].clone();
    let pose = shapes::posed(now.model(), |bone, local| {
        if bone == 1 {
            local.rotation = Quat::from_rotation_z(0.5);
        }
    });
    Picture {
        ghosts: vec![Ghost {
            model: PlacedModel {
                pose: Arc::new(pose),
                ..now
            },
            color: picture.colors.before,
            opacity: 0.6,
            is_outline,
        }],
        ..picture
    }
}

/// A card whose material has holes, turned, before a ball; its ghost stands beside it.
fn with_cut_ghost() -> Picture {
    let mut material = shapes::texture_material();
    material.surface.alpha = Alpha::Mask(0.5);
    let card = Mesh {
        material: Some(MaterialIndex::new(0)),
        ..shapes::sheet(1, 1, |u, v| Vec3::new(1.2 * u - 0.6, 0.6 - 1.2 * v, 1.2))
    };
    let model = placed(Model {
        meshes: vec![shapes::sphere(), card],
        materials: vec![material],
        ..Model::default()
    });
    let ghost = PlacedModel {
        stage_from_model: Affine3A::from_translation(Vec3::new(1.3, 0.3, 0.0)),
        hidden_meshes: Arc::new(vec![true, false]),
        ..model.clone()
    };
    let picture = framed(empty_picture(), vec![model], cube_bounds(1.2));
    Picture {
        ghosts: vec![Ghost {
            model: ghost,
            color: picture.colors.before,
            opacity: 0.9,
            is_outline: false,
        }],
        ..picture
    }
}

/// With its card outlined.
fn selected(mut picture: Picture) -> Picture {
    picture.models[0].selection = Some(Selection::Mesh(MeshIndex::new(1)));
    picture
}

/// A ball of a rough material with checks for its base colour, as `color_by` shows it.
fn ball_by(color_by: ColorBy) -> Picture {
    let mut material = shapes::texture_material();
    material.surface.roughness = 0.3;
    Picture {
        color_by,
        posed_bounds: cube_bounds(0.8),
        ..ball(with_material(material))
    }
}

/// Its base colour is an image that is not found.
fn without_texture() -> PlacedModel {
    PlacedModel {
        textures: Arc::new(vec![Texture::Missing]),
        ..with_material(shapes::texture_material())
    }
}

fn ball(model: PlacedModel) -> Picture {
    framed(empty_picture(), vec![model], cube_bounds(0.8))
}

/// A ball of a white material that `change` turns into another.
fn covered(change: fn(&mut Surface)) -> Picture {
    let mut material = Material::default();
    change(&mut material.surface);
    ball(with_material(material))
}

/// A ball of green glass before coloured checks.
fn glass(roughness: f32, thickness: f32) -> Picture {
    let mut material = Material::default();
    let surface = &mut material.surface;
    (surface.roughness, surface.transmission) = (roughness, 1.0);
    surface.base_color = Vec4::new(0.7, 1.0, 0.8, 1.0);
    surface.interior.thickness = thickness;
    let of = |material: usize, mesh: Mesh| Mesh {
        material: Some(MaterialIndex::new(material)),
        ..mesh
    };
    let wall = shapes::sheet(1, 1, |u, v| Vec3::new(u * 4.0 - 2.0, 2.0 - v * 4.0, -1.5));
    let model = placed(Model {
        meshes: vec![of(0, shapes::sphere()), of(1, wall)],
        materials: vec![material, shapes::texture_material()],
        ..Model::default()
    });
    ball(model)
}

/// A metal ball of that roughness before what it reflects.
fn mirror(preset: Preset, roughness: f32, blurred: bool) -> Picture {
    let mut material = shapes::color_material(Vec4::new(0.95, 0.95, 0.95, 1.0));
    (material.surface.metallic, material.surface.roughness) = (1.0, roughness);
    Picture {
        environment: Environment::Preset(preset),
        background: Background::Environment { blurred },
        ..ball(with_material(material))
    }
}

/// The same light as `light_color`, the texture's white corner on the other side.
fn mirrored() -> Picture {
    let model = with_material(shapes::texture_material());
    let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    ball(PlacedModel {
        stage_from_model: mirror,
        ..model
    })
}

/// A floor to the horizon: mips and anisotropy.
fn far_texture() -> Picture {
    let floor = shapes::sheet(1, 1, |u, v| Vec3::new(u - 0.5, 0.0, v - 0.5) * 60.0);
    let uvs: Vec<[f32; 2]> = floor.uvs[0].iter().map(|[u, v]| [u * 30.0, v * 30.0]).collect();
    let mesh = Mesh {
        uvs: vec![uvs.into()],
        material: Some(MaterialIndex::new(0)),
        ..floor
    };
    let model = placed(Model {
        meshes: vec![mesh],
        materials: vec![shapes::texture_material()],
        ..Model::default()
    });
    let mut picture = framed(empty_picture(), vec![model], cube_bounds(2.0));
    picture.camera.pitch_rad = 0.2;
    picture.camera.fit_depth(&cube_bounds(60.0));
    picture
}

/// A card whose texels halve in area along each sixteenth of its width: all of the ramp.
fn ever_denser() -> Picture {
    let card = shapes::sheet(64, 64, |u, v| {
        Vec3::new(2.0 * u - 1.0, 1.0 - 2.0 * v, 0.3 * (6.0 * v).sin())
    });
    let along = |u: f32| (16.0 * u).exp2() / (16.0 * 2f32.ln());
    let texels = |[u, v]: &[f32; 2]| [along(*u) / 16.0, v * 2.0];
    let mesh = Mesh {
        uvs: vec![card.uvs[0].iter().map(|uv| texels(&uv)).collect::<Vec<_>>().into()],
        material: Some(MaterialIndex::new(0)),
        ..card
    };
    let model = placed(Model {
        meshes: vec![mesh],
        materials: vec![shapes::texture_material()],
        ..Model::default()
    });
    Picture {
        color_by: ColorBy::TexelDensity,
        ..framed(empty_picture(), vec![model], cube_bounds(1.0))
    }
}

/// A tube that stands upright, seen from above: into its open end.
fn open_tube() -> Picture {
    let model = shapes::tube(Skinning::Linear);
    let bounds = model.meshes[0].bounds;
    let mut picture = framed(empty_picture(), vec![placed(model)], bounds);
    picture.camera.pitch_rad = 0.7;
    picture
}

/// Materials at the left, normals with edges at the right.
fn divided() -> Picture {
    Picture {
        divided: Some(Divided {
            at: 0.4,
            right: Way {
                color_by: ColorBy::Normals,
                wireframe: true,
                ..Way::default()
            },
            longest: 1.0,
        }),
        ..ball(with_material(shapes::texture_material()))
    }
}

/// A ball in a ball, of which a plane leaves out the near half.
fn halved(caps: bool) -> Picture {
    let mut inner = shapes::sphere();
    let positions = inner.positions.to_vec().into_iter();
    let positions = positions.map(|position| (Vec3::from_array(position) * 0.5).to_array());
    inner.positions = positions.collect::<Vec<_>>().into();
    let model = placed(Model {
        meshes: vec![shapes::sphere(), inner],
        ..Model::default()
    });
    Picture {
        section: Some(Section {
            toward: Vec3::new(0.3, 0.2, 1.0).normalize(),
            at: 0.15,
            caps,
        }),
        ..ball(model)
    }
}

fn bend(model: &Model) -> Pose {
    shapes::posed(model, |bone, local| match bone {
        1 => local.rotation = Quat::from_rotation_z(-0.7) * Quat::from_rotation_y(1.6),
        2 => local.rotation = Quat::from_rotation_z(-0.9),
        _ => {}
    })
}

fn tube_bounds() -> Bounds {
    Bounds {
        min: Vec3::new(-0.6, 0.0, -0.6),
        max: Vec3::new(2.4, 3.4, 0.6),
    }
}

fn bent_tube(skinning: Skinning) -> PlacedModel {
    let model = shapes::tube(skinning);
    let pose = bend(&model);
    place(&scene(model, 0), pose)
}

fn tube(skinning: Skinning) -> Picture {
    framed(empty_picture(), vec![bent_tube(skinning)], tube_bounds())
}

fn bones(selection: Option<Selection>, bones: bool) -> Picture {
    let model = PlacedModel {
        selection,
        ..bent_tube(Skinning::Linear)
    };
    let picture = Picture {
        samples: 4,
        ..framed(empty_picture(), vec![model], tube_bounds())
    };
    with_overlays(
        picture,
        Overlays {
            bones,
            ..Overlays::default()
        },
    )
}

/// Two names that would overlap, one with letters that the font lacks, and one outside.
fn labels() -> Picture {
    let label = |text: &str, anchor, color| Label {
        anchor,
        text: text.into(),
        color,
        is_minor: false,
    };
    let middle = tube_bounds().center();
    Picture {
        labels: vec![
            label("j_elbow_le", middle, COLORS.selected),
            label("Ärm_助", middle, COLORS.bone),
            label("far away", Vec3::splat(1e4), COLORS.bone),
        ],
        ..bones(Some(Selection::Bone(BoneIndex::new(1))), true)
    }
}

/// Without a surface, bones are drawn unasked.
fn bones_alone() -> Picture {
    let mut model = shapes::tube(Skinning::Linear);
    model.meshes.clear();
    let pose = bend(&model);
    Picture {
        samples: 4,
        ..framed(empty_picture(), vec![place(&scene(model, 0), pose)], tube_bounds())
    }
}

fn one_bone() -> Picture {
    let skeleton = Skeleton::new(vec![shapes::bone("root", None, Vec3::ZERO)]).expect("one bone");
    let model = placed(Model {
        skeleton,
        ..Model::default()
    });
    let point = Bounds {
        min: Vec3::ZERO,
        max: Vec3::ZERO,
    };
    Picture {
        samples: 4,
        ..framed(empty_picture(), vec![model], point)
    }
}

fn hair() -> Picture {
    let model = Model {
        meshes: vec![shapes::sphere()],
        hairs: vec![shapes::hair()],
        ..Model::default()
    };
    Picture {
        samples: 4,
        ..ball(placed(model))
    }
}

fn points() -> Picture {
    let mesh = Mesh {
        triangles: Vec::new().into(),
        ..shapes::sphere()
    };
    ball(placed(Model {
        meshes: vec![mesh],
        ..Model::default()
    }))
}

fn grid() -> Picture {
    let cube = shapes::sheet(1, 1, |u, v| Vec3::new(u - 0.5, 0.4, 0.5 - v));
    let model = placed(Model {
        meshes: vec![cube],
        ..Model::default()
    });
    let picture = framed(empty_picture(), vec![model], cube_bounds(1.0));
    with_overlays(
        Picture { samples: 4, ..picture },
        Overlays {
            grid: true,
            axes: true,
            ..Overlays::default()
        },
    )
}

/// A ball over a dish, both of one model.
fn over_dish() -> PlacedModel {
    let dish = shapes::sheet(24, 24, |u, v| {
        let (x, z) = (3.2 * (u - 0.5), 3.2 * (0.5 - v));
        Vec3::new(x, -1.1 + 0.12 * (x * x + z * z), z)
    });
    placed(Model {
        meshes: vec![shapes::sphere(), dish],
        ..Model::default()
    })
}

fn shaded(wanted: fn(&mut Shadows)) -> Picture {
    let mut picture = framed(empty_picture(), vec![over_dish()], cube_bounds(1.6));
    wanted(&mut picture.shadows);
    picture
}

/// A tube that stands a little above its ground, and leans.
fn on_ground(preset: Preset, background: Background) -> Picture {
    let mut picture = Picture {
        background,
        environment: Environment::Preset(preset),
        shadows: Shadows {
            key: true,
            occlusion: true,
            ground: Some(-0.05),
        },
        ..tube(Skinning::Linear)
    };
    picture.camera.pitch_rad = 0.5;
    picture.camera.distance *= 1.2;
    picture
}

fn reflected(roughness: f32, background: Background) -> Picture {
    Picture {
        reflection: Some(Reflection {
            height: -0.05,
            strength: 0.8,
            roughness,
        }),
        samples: 4,
        ..on_ground(Preset::Studio, background)
    }
}

fn orthographic() -> Picture {
    let mut picture = bones(None, true);
    picture.overlays.grid = true;
    picture.camera.projection = Projection::Orthographic;
    picture.camera.set_view(StandardView::Iso);
    picture.camera.frame(&tube_bounds(), 1.0);
    picture
}
