//! One kind of change each, to models, bones, meshes, shapes, hair, rigs, fixtures.

use crate::content::{QUARTER, Seed, changed, fixture, longer};
use castview::compare::{DifferenceKind, DifferencePart};
use castview::core::{MeshIndex, Stream, UintStream};
use castview::glam::{Affine3A, Mat3, Vec3};
use castview::scene::{BlendShape, Bone, BoneKind, ColorLayer, FixtureKind, Mesh, Skinning};

/// A difference, and how it gets into a file.
pub const SEEDS: &[(DifferencePart, DifferenceKind, &str, Seed)] = &[
    (DifferencePart::Model, DifferenceKind::Moved, "", |c, _| {
        c.model()?.placement.translation.x += 1.0;
        Some(())
    }),
    (DifferencePart::Model, DifferenceKind::Turned, "", |c, _| {
        let placement = &mut c.model()?.placement;
        placement.rotation = (placement.rotation * QUARTER).normalize();
        Some(())
    }),
    (DifferencePart::Model, DifferenceKind::Scaled, "", |c, _| {
        c.model()?.placement.scale.y *= 2.0;
        Some(())
    }),
    (DifferencePart::Model, DifferenceKind::Renamed, "", |c, _| {
        c.model()?.name = "another".into();
        Some(())
    }),
    (DifferencePart::Model, DifferenceKind::Extra, "", |c, _| {
        let mut model = c.model()?.clone();
        model.name = "one more".into();
        c.scene.models.push(model);
        Some(())
    }),
    (DifferencePart::Bone, DifferenceKind::Extra, "", |c, dice| {
        c.bone(dice, |bones, at| {
            bones.push(Bone {
                name: "qqqq".into(),
                parent: Some(at),
                ..Bone::default()
            });
            Some(())
        })
    }),
    (DifferencePart::Bone, DifferenceKind::Renamed, "", |c, dice| {
        c.bone(dice, |bones, at| {
            bones[at].name = "renamed".into();
            Some(())
        })
    }),
    (DifferencePart::Bone, DifferenceKind::Reparented, "", |c, dice| {
        c.bone(dice, |bones, at| {
            let parent = bones[at].parent?;
            bones[at].parent = bones[parent].parent;
            Some(())
        })
    }),
    (DifferencePart::Bone, DifferenceKind::Moved, "", |c, dice| {
        c.bone(dice, |bones, at| {
            bones[at].rest.translation.z += 0.5;
            Some(())
        })
    }),
    (DifferencePart::Bone, DifferenceKind::Turned, "", |c, dice| {
        c.bone(dice, |bones, at| {
            bones[at].rest.rotation = (bones[at].rest.rotation * QUARTER).normalize();
            Some(())
        })
    }),
    (DifferencePart::Bone, DifferenceKind::Scaled, "", |c, dice| {
        c.bone(dice, |bones, at| {
            bones[at].rest.scale.x += 1.0;
            Some(())
        })
    }),
    (
        DifferencePart::Bone,
        DifferenceKind::Set,
        "segment scale compensate",
        |c, dice| {
            c.bone(dice, |bones, at| {
                bones[at].compensates_scale ^= true;
                Some(())
            })
        },
    ),
    (DifferencePart::Bone, DifferenceKind::Set, "kind", |c, dice| {
        c.bone(dice, |bones, at| {
            let kind = &mut bones[at].kind;
            *kind = if *kind == BoneKind::Joint {
                BoneKind::Node
            } else {
                BoneKind::Joint
            };
            Some(())
        })
    }),
    (DifferencePart::Bone, DifferenceKind::Set, "shear", |c, dice| {
        c.bone(dice, |bones, at| {
            bones[at].shear = Some(Mat3::from_cols(Vec3::X, Vec3::ONE, Vec3::Z * 3.0));
            Some(())
        })
    }),
    (DifferencePart::Mesh, DifferenceKind::Extra, "", |c, _| {
        c.model()?.meshes.push(Mesh {
            name: "one more".into(),
            ..Mesh::default()
        });
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Renamed, "", |c, dice| {
        c.mesh(dice, |mesh| mesh.vertex_count() > 0)?.name = "renamed".into();
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Moved, "", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.vertex_count() > 0)?;
        changed(&mut mesh.positions, dice, |position| position[1] += 0.25)
    }),
    (DifferencePart::Mesh, DifferenceKind::Normals, "", |c, dice| {
        let mesh = c.mesh(dice, |mesh| !mesh.normals.is_empty())?;
        changed(&mut mesh.normals, dice, |normal| *normal = normal.map(|part| -part))
    }),
    (DifferencePart::Mesh, DifferenceKind::Uvs, "", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.vertex_count() > 0 && !mesh.uvs.is_empty())?;
        changed(&mut mesh.uvs[0], dice, |uv| uv[0] += 1.0)
    }),
    (DifferencePart::Mesh, DifferenceKind::Colors, "", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.vertex_count() > 0 && !mesh.colors.is_empty())?;
        match &mut mesh.colors[0] {
            ColorLayer::Packed(colors) => changed(colors, dice, |color| *color ^= 0x80),
            ColorLayer::Float(colors) => changed(colors, dice, |color| color[0] += 0.5),
        }
    }),
    (DifferencePart::Mesh, DifferenceKind::Corners, "", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.triangle_count() > 0)?;
        let mut corners: Vec<u32> = mesh.triangles.iter().collect();
        let second = corners.iter().position(|corner| *corner != corners[0])?;
        corners[0] = corners[second];
        mesh.triangles = UintStream::U32(corners.into());
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Count, "triangles", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.triangle_count() > 1)?;
        let corners: Vec<u32> = mesh.triangles.iter().skip(3).collect();
        mesh.triangles = UintStream::U32(corners.into());
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Count, "vertices", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.vertex_count() > 0)?;
        longer(&mut mesh.positions, 1);
        longer(&mut mesh.normals, 1);
        longer(&mut mesh.tangents, 1);
        mesh.uvs.iter_mut().for_each(|uvs| longer(uvs, 1));
        for colors in &mut mesh.colors {
            match colors {
                ColorLayer::Packed(colors) => longer(colors, 1),
                ColorLayer::Float(colors) => longer(colors, 1),
            }
        }
        let stride = mesh.influences.stride as usize;
        longer(&mut mesh.influences.weights, stride);
        let mut slots: Vec<u32> = mesh.influences.slots.iter().collect();
        slots.extend_from_within(slots.len() - stride..);
        mesh.influences.slots = UintStream::U32(slots.into());
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Count, "UV layers", |c, dice| {
        let mesh = c.mesh(dice, |_| true)?;
        mesh.uvs.push(vec![[0.0; 2]; mesh.vertex_count()].into());
        Some(())
    }),
    (
        DifferencePart::Mesh,
        DifferenceKind::Count,
        "color layers",
        |c, dice| {
            let mesh = c.mesh(dice, |_| true)?;
            mesh.colors
                .push(ColorLayer::Packed(vec![7; mesh.vertex_count()].into()));
            Some(())
        },
    ),
    (DifferencePart::Mesh, DifferenceKind::Set, "normals", |c, dice| {
        let mesh = c.mesh(dice, |mesh| !mesh.normals.is_empty() && mesh.tangents.is_empty())?;
        mesh.normals = Stream::default();
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Weights, "", |c, dice| {
        let mesh = c.mesh(dice, |mesh| mesh.skin.is_some() && mesh.vertex_count() > 0)?;
        let weighs = mesh.influences.weights.iter().position(|weight| weight > 0.1)?;
        let mut weights = mesh.influences.weights.to_vec();
        weights[weighs] -= 0.05;
        mesh.influences.weights = weights.into();
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::BindPose, "", |c, _| {
        let model = c.model()?;
        let skin = model.meshes.iter().find_map(|mesh| mesh.skin)?;
        // Several meshes of one skin would all be told.
        if model.meshes.iter().filter(|mesh| mesh.skin == Some(skin)).count() != 1 {
            return None;
        }
        let matrix = model.skins[skin.get()].bone_from_mesh.last_mut()?.as_mut()?;
        *matrix *= Affine3A::from_translation(Vec3::X);
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Set, "hidden", |c, dice| {
        c.mesh(dice, |_| true)?.hidden ^= true;
        Some(())
    }),
    (
        DifferencePart::Mesh,
        DifferenceKind::Set,
        "absent at rest",
        |c, dice| {
            c.mesh(dice, |_| true)?.absent_at_rest ^= true;
            Some(())
        },
    ),
    (DifferencePart::Mesh, DifferenceKind::Set, "skinning", |c, dice| {
        let skinning = &mut c.mesh(dice, |mesh| mesh.skin.is_some())?.skinning;
        *skinning = match skinning {
            Skinning::Linear => Skinning::DualQuaternion,
            Skinning::DualQuaternion => Skinning::Linear,
        };
        Some(())
    }),
    (DifferencePart::Mesh, DifferenceKind::Set, "material", |c, dice| {
        c.mesh(dice, |mesh| mesh.material.is_some())?.material = None;
        Some(())
    }),
    (DifferencePart::Shape, DifferenceKind::Extra, "", |c, _| {
        let model = c.model()?;
        let mesh = model.meshes.iter().position(|mesh| mesh.vertex_count() > 0)?;
        model.blend_shapes.push(BlendShape {
            name: "one more".into(),
            mesh: MeshIndex::new(mesh),
            max_weight: 1.0,
            rest_weight: 0.0,
            vertices: vec![0],
            deltas: vec![[9.0; 3]],
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        });
        Some(())
    }),
    (DifferencePart::Shape, DifferenceKind::Renamed, "", |c, _| {
        c.model()?.blend_shapes.first_mut()?.name = "renamed".into();
        Some(())
    }),
    (DifferencePart::Shape, DifferenceKind::Deltas, "", |c, _| {
        c.model()?.blend_shapes.first_mut()?.deltas.last_mut()?[0] += 1.0;
        Some(())
    }),
    (DifferencePart::Shape, DifferenceKind::Set, "greatest weight", |c, _| {
        c.model()?.blend_shapes.first_mut()?.max_weight += 1.0;
        Some(())
    }),
    (DifferencePart::Shape, DifferenceKind::Set, "weight at rest", |c, _| {
        c.model()?.blend_shapes.first_mut()?.rest_weight += 0.5;
        Some(())
    }),
    (DifferencePart::Hair, DifferenceKind::Moved, "", |c, dice| {
        let hair = c.model()?.hairs.first_mut()?;
        changed(&mut hair.points, dice, |point| point[2] -= 3.0)
    }),
    (DifferencePart::Hair, DifferenceKind::Extra, "", |c, _| {
        let model = c.model()?;
        let mut hair = model.hairs.first()?.clone();
        hair.name = "one more".into();
        model.hairs.push(hair);
        Some(())
    }),
    (DifferencePart::Handle, DifferenceKind::Set, "target offset", |c, _| {
        c.model()?.rig.handles.first_mut()?.target_offset.x += 1.0;
        Some(())
    }),
    (
        DifferencePart::Handle,
        DifferenceKind::Set,
        "target rotation",
        |c, _| {
            c.model()?.rig.handles.first_mut()?.takes_target_rotation ^= true;
            Some(())
        },
    ),
    (DifferencePart::Handle, DifferenceKind::Extra, "", |c, _| {
        let rig = &mut c.model()?.rig;
        let mut handle = rig.handles.first()?.clone();
        handle.name = "one more".into();
        rig.handles.push(handle);
        Some(())
    }),
    (DifferencePart::Constraint, DifferenceKind::Set, "weight", |c, _| {
        c.model()?.rig.constraints.first_mut()?.weight -= 0.25;
        Some(())
    }),
    (
        DifferencePart::Constraint,
        DifferenceKind::Set,
        "skipped axes",
        |c, _| {
            c.model()?.rig.constraints.first_mut()?.skips[1] ^= true;
            Some(())
        },
    ),
    (DifferencePart::Constraint, DifferenceKind::Extra, "", |c, _| {
        let rig = &mut c.model()?.rig;
        let mut constraint = rig.constraints.first()?.clone();
        constraint.name = "one more".into();
        rig.constraints.push(constraint);
        Some(())
    }),
    (DifferencePart::Fixture, DifferenceKind::Extra, "", |c, _| {
        c.model()?.fixtures.push(fixture("one more"));
        Some(())
    }),
    (DifferencePart::Fixture, DifferenceKind::Set, "numbers", |c, _| {
        let kind = &mut c.model()?.fixtures.first_mut()?.kind;
        matches!(kind, FixtureKind::Sound { .. }).then(|| *kind = FixtureKind::Sound { radius: 2.0 })
    }),
    (DifferencePart::Fixture, DifferenceKind::Set, "kind", |c, _| {
        c.model()?.fixtures.first_mut()?.kind = FixtureKind::Ray;
        Some(())
    }),
    (DifferencePart::Fixture, DifferenceKind::Moved, "", |c, _| {
        c.model()?.fixtures.first_mut()?.placement.translation.y = 4.0;
        Some(())
    }),
];
