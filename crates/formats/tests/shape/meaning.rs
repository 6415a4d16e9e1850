//! Meaning of the records (docs/formats/shape.md §4 to §6): §8 (d), (e), (f), (j), and each ambiguity both ways.

use crate::shape_file::samples::{everything, four_layers, skinned_strip, three_lods, triangle};
use crate::shape_file::{Anchor, Camera, Draft, Keys, Light, Matrix, Quaternion, Switches, Volume};
use crate::{choice, imported, reports};
use castview_base::core::UpAxis;
use castview_base::scene::{
    Alpha, BoneKind, FixtureKind, Keys as SceneKeys, Lens, LightShape, Model, Property, SlotSource, Values, VolumeOf,
};
use castview_formats::Import;
use glam::{Affine3A, Mat4, Quat, Vec3};

fn plain(draft: &Draft) -> Import {
    let import = imported(draft, &Switches::default(), &[]);
    assert_eq!(reports(&import), [""; 0]);
    import
}

fn model(import: &Import) -> &Model {
    &import.scene.models[0]
}

/// `model_from_mesh` positions of every vertex at rest, by the linear skinning of the scene's own definition.
fn placed(model: &Model) -> Vec<Vec<Vec3>> {
    let rest = model.skeleton.rest_model_from_bone();
    let place = |mesh: &castview_base::scene::Mesh| {
        let skin = &model.skins[mesh.skin.expect("every mesh hangs on its node").get()];
        let palette: Vec<Affine3A> = skin
            .bones
            .iter()
            .zip(&skin.bone_from_mesh)
            .map(|(bone, from)| rest[bone.get()] * from.unwrap_or(Affine3A::IDENTITY))
            .collect();
        let vertex = |(vertex, p): (usize, [f32; 3])| {
            let pairs = mesh.influences.of_vertex(vertex);
            pairs
                .map(|(slot, weight)| palette[slot].transform_point3(p.into()) * weight)
                .sum()
        };
        mesh.positions.iter().enumerate().map(vertex).collect()
    };
    model.meshes.iter().map(place).collect()
}

fn assert_close(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
        assert!(a.abs_diff_eq(*b, 1e-5), "{a} {b}");
    }
}

/// docs/formats/shape.md §5: z is mirrored in everything, positions, matrices and normals alike.
#[test]
fn a_left_handed_file_is_mirrored() {
    let import = plain(&everything());
    let model = model(&import);
    let door = model.skeleton.find("door").expect("a node");
    let world = model.skeleton.rest_model_from_bone()[door.get()];
    let stored = Mat4::from_scale_rotation_translation(
        Vec3::new(1.0, 2.0, 1.0),
        Quat::from_rotation_y(0.5),
        Vec3::new(-1.0, 0.5, -1.0),
    );
    let corner = Vec3::new(-0.5, -0.5, -0.5);
    let flip = |v: Vec3| Vec3::new(v.x, v.y, -v.z);
    let wanted = flip(stored.transform_point3(corner));
    assert!(world.transform_point3(flip(corner)).abs_diff_eq(wanted, 1e-6));
    assert!(placed(model)[0][0].abs_diff_eq(wanted, 1e-6));
    assert_eq!(import.scene.metadata.up, Some(UpAxis::Y));
    assert_eq!(import.scene.metadata.author.as_deref(), Some("Somebody"));
}

/// Fronts are clockwise in Direct3D's left-handed space; in ours they run counter-clockwise around the outward normal.
#[test]
fn triangles_turn_around_their_normals() {
    let mut other = everything();
    for material in &mut other.materials {
        material.flags[0] = true;
    }
    for (draft, chosen, wanted) in [
        (everything(), &[][..], 1.0),
        (other.clone(), &[], -1.0),
        (other, &["winding=flipped"], 1.0),
        (everything(), &["hand=right"], -1.0),
    ] {
        let import = imported(&draft, &Switches::default(), chosen);
        for mesh in &model(&import).meshes {
            assert_eq!(mesh.triangle_count(), 12);
            for triangle in 0..12 {
                let at = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner) as usize);
                let [a, b, c] = at.map(|vertex| Vec3::from(mesh.positions.get(vertex)));
                let normal = Vec3::from(mesh.normals.get(at[0]));
                let side = (b - a).cross(c - a).normalize().dot(normal);
                assert!((side - wanted).abs() < 1e-5, "{chosen:?}: {side}");
            }
        }
    }
}

/// (j) The same geometry, its matrices stored either way, is the same scene; told wrong it is not.
#[test]
fn matrices_in_both_orders_look_identical() {
    for draft in [everything(), skinned_strip(), three_lods()] {
        let column = Switches {
            matrix: Matrix::ColumnVector,
            ..Switches::default()
        };
        let rows = imported(&draft, &Switches::default(), &[]);
        let columns = imported(&draft, &column, &[]);
        assert_eq!(reports(&rows), reports(&columns));
        assert_close(&placed(model(&rows)), &placed(model(&columns)));
    }
    let column = Switches {
        matrix: Matrix::ColumnVector,
        ..Switches::default()
    };
    let import = imported(&everything(), &column, &[]);
    let told = "column vectors: so are 2 of the 2 matrices with a translation";
    assert_eq!(choice(&import, "matrix"), ("auto", told));
    let forced = imported(&everything(), &column, &["matrix=row"]);
    assert_eq!(choice(&forced, "matrix").0, "row");
    assert!(reports(&forced).iter().any(|report| report.starts_with("S20 node[1]")));
    // Without any translation nothing tells, and rows are taken.
    let import = plain(&three_lods());
    assert!(choice(&import, "matrix").1.starts_with("row vectors: no matrix"));
}

/// (d) Weights of 3 and 1 are divided by their sum; at rest the strip lies where it is stored.
#[test]
fn a_skinned_strip_rests_in_its_place() {
    let import = imported(&skinned_strip(), &Switches::default(), &[]);
    assert_eq!(reports(&import), ["S22 geometry[0]"]);
    let model = model(&import);
    let mesh = &model.meshes[0];
    assert_eq!((mesh.triangle_count(), mesh.influences.stride), (10, 3));
    let placed = placed(model);
    for (vertex, at) in placed[0].iter().enumerate() {
        assert!(at.abs_diff_eq(mesh.positions.get(vertex).into(), 1e-5));
        let sum: f32 = mesh.influences.of_vertex(vertex).map(|pair| pair.1).sum();
        assert!((sum - 1.0).abs() < 1e-6);
    }
    let joints = model
        .skeleton
        .bones()
        .filter(|bone| model.skeleton.kind(*bone) == BoneKind::Joint);
    assert_eq!(joints.count(), 6);
    assert!(choice(&import, "skin").1.starts_with("the bones alone"));
    // Every triangle of the strip faces the same way.
    for triangle in 0..10 {
        let at = [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner) as usize);
        let [a, b, c] = at.map(|vertex| Vec3::from(mesh.positions.get(vertex)));
        assert!((b - a).cross(c - a).z.abs() > 0.0);
        assert_eq!((b - a).cross(c - a).z > 0.0, {
            let first = [0, 1, 2].map(|corner| Vec3::from(mesh.positions.get(mesh.triangles.get(corner) as usize)));
            (first[1] - first[0]).cross(first[2] - first[0]).z > 0.0
        });
    }
}

/// shape.md A23: offsets that take the model's space to the bone's, in a mesh whose node stands elsewhere.
#[test]
fn skins_may_start_from_the_models_space() {
    let mut draft = skinned_strip();
    let at = Vec3::new(3.0, 0.0, 0.0);
    let skin = draft.root.children.last_mut().expect("the skin's node");
    skin.transformation = Mat4::from_translation(at);
    for bone in &mut draft.geometries[0].bones {
        bone.offset *= Mat4::from_translation(-at);
    }
    let first = &mut draft.root.children[0];
    first.transformation = Mat4::from_translation(at) * first.transformation;
    // Bones · offset · v is v: what glTF does.
    let import = imported(&draft, &Switches::default(), &[]);
    assert!(
        choice(&import, "skin").1.starts_with("the bones alone"),
        "{:?}",
        choice(&import, "skin")
    );
    for bone in &mut draft.geometries[0].bones {
        bone.offset *= Mat4::from_translation(-at);
    }
    let import = imported(&draft, &Switches::default(), &[]);
    assert!(
        choice(&import, "skin").1.starts_with("after the mesh's node"),
        "{:?}",
        choice(&import, "skin")
    );
    let model = model(&import);
    for (vertex, place) in placed(model)[0].iter().enumerate() {
        let stored = Vec3::from(model.meshes[0].positions.get(vertex));
        assert!(place.abs_diff_eq(stored, 1e-4), "{place} {stored}");
    }
}

/// (e) Every node that holds geometry is on its level; what the file hides is another matter.
#[test]
fn levels_of_detail() {
    let import = plain(&three_lods());
    let levels = model(&import).levels.as_ref().expect("three levels");
    assert_eq!(levels.numbers, [1, 2, 3]);
    let nodes: Vec<_> = levels.nodes.iter().map(|n| (n.above, n.level, n.near, n.far)).collect();
    let none = f32::INFINITY;
    assert_eq!(
        nodes,
        [
            (None, 1, 0.0, 10.0),
            (None, 2, 10.0, 50.0),
            (Some(1), 2, 0.0, none),
            (None, 3, 50.0, none)
        ]
    );
    assert_eq!(levels.of_mesh, [0, 1, 2, 3].map(Some));
    assert!(model(&import).meshes.iter().all(|mesh| !mesh.hidden));
    // One level is no choice.
    assert!(model(&plain(&everything())).levels.is_none());
    // A hidden node hides what is below it.
    let mut draft = everything();
    draft.root.children[0].flags[2] = true;
    let import = plain(&draft);
    let hidden: Vec<bool> = model(&import).meshes.iter().map(|mesh| mesh.hidden).collect();
    assert_eq!(hidden, [true, false]);
}

/// docs/formats/shape.md §3.6 leaves open in which space volumes are: where the boxes fit.
#[test]
fn volumes_are_in_the_space_where_they_fit() {
    let half = Volume {
        min: [-0.5; 3],
        max: [0.5; 3],
        sphere: [0.0, 0.0, 0.0, 1.0],
    };
    let lifted = Volume {
        min: [-0.5, 4.5, -0.5],
        max: [0.5, 5.5, 0.5],
        sphere: [0.0, 5.0, 0.0, 1.0],
    };
    for (volume, told, is_of_node) in [
        (half, "the node's own: there 1 of 1 boxes fit better", true),
        (lifted, "the whole shape's: there 1 of 1 boxes fit better", false),
    ] {
        let mut draft = three_lods();
        draft.root.children.truncate(1);
        let node = &mut draft.root.children[0];
        node.transformation = Mat4::from_translation(Vec3::Y * 5.0);
        (node.volume, node.volumes) = (volume, vec![volume]);
        draft.volume = lifted;
        let import = plain(&draft);
        assert_eq!(reports(&import), [""; 0]);
        assert_eq!(choice(&import, "volumes"), ("auto", told));
        let volumes = &model(&import).volumes;
        let kinds: Vec<_> = volumes
            .iter()
            .map(|volume| (volume.of, volume.bone.is_some()))
            .collect();
        assert_eq!(
            kinds,
            [
                (VolumeOf::Model, false),
                (VolumeOf::Node, is_of_node),
                (VolumeOf::Mesh, is_of_node)
            ]
        );
        assert_eq!((volumes[2].radius, volumes[2].center.y), (1.0, volume.sphere[1]));
        // Off by more than a hundredth of the diagonal: worth a note.
        draft.volume.max[1] += 0.05;
        draft.root.children[0].volumes[0].max[1] += 0.01;
        let import = imported(&draft, &Switches::default(), &[]);
        assert_eq!(reports(&import), ["S6.4 bounds"]);
        let note = &import.diagnostics.items()[0];
        assert!(note.message.contains("differ by 3 %"), "{}", note.message);
    }
    assert!(
        plain(&three_lods())
            .choices
            .iter()
            .all(|choice| choice.key != "volumes")
    );
}

/// (f) The same motion with keys counted or timed; modes, range and events.
#[test]
fn layers_become_clips() {
    for (keys, told) in [
        (Keys::Index, "numbers of keys in all 4 layers"),
        (Keys::Milliseconds, "milliseconds in all 4 layers"),
    ] {
        let switches = Switches {
            keys,
            ..Switches::default()
        };
        let import = imported(&four_layers(), &switches, &[]);
        assert_eq!(choice(&import, "keys"), ("auto", told));
        let looping: Vec<_> = import
            .scene
            .clips
            .iter()
            .map(|clip| (clip.name.as_str(), clip.looping))
            .collect();
        assert_eq!(
            looping,
            [
                ("manual", false),
                ("playback", false),
                ("repeat", true),
                ("state", false)
            ]
        );
        for clip in &import.scene.clips {
            assert_eq!(
                (clip.frames_per_second, clip.range.start, clip.range.end),
                (5.0, 0.0, 10.0)
            );
            let y = clip
                .tracks
                .iter()
                .find(|track| track.property == Property::TranslationY)
                .expect("a track");
            assert_eq!((y.target.as_str(), y.keys.len()), ("lift", 11));
            assert!((y.keys.frame(7) - 7.0).abs() < 1e-6);
            let Values::Scalar(values) = &y.values else {
                panic!("scalars")
            };
            assert_eq!(values.get(7), 7.0 * 0.1);
            assert_eq!(clip.notifications[0].name, format!("middle of {}", clip.name));
            assert!((clip.notifications[0].frames[0] - 5.0).abs() < 1e-6);
        }
    }
    let import = imported(&four_layers(), &Switches::default(), &["keys=ms"]);
    let y = &import.scene.clips[0].tracks[1];
    assert!(matches!(&y.keys, SceneKeys::Float { times, .. } if times.get(10) == 0.01));
}

/// shape.md A12: the order whose first keys are nearer to the rest pose.
#[test]
fn quaternions_in_both_orders() {
    let first = |import: &Import| {
        let track = import.scene.clips[0]
            .tracks
            .iter()
            .find(|track| track.property == Property::Rotation);
        let Some(Values::Rotation(values)) = track.map(|track| &track.values) else {
            panic!("a rotation")
        };
        Quat::from_array(values.get(0))
    };
    // Mirrored: half a radian around y turns the other way.
    let wanted = Quat::from_rotation_y(-0.5);
    for quaternion in [Quaternion::Xyzw, Quaternion::Wxyz] {
        let switches = Switches {
            quaternion,
            ..Switches::default()
        };
        // Three tracks, as many as a vote takes.
        let mut draft = everything();
        draft.layers.push(draft.layers[0].clone());
        let import = imported(&draft, &switches, &[]);
        assert!(
            first(&import).angle_between(wanted) < 1e-3,
            "{quaternion:?}: {:?}",
            choice(&import, "quaternion")
        );
        draft.layers.truncate(1);
        let lone = choice(&imported(&draft, &switches, &[]), "quaternion").1.to_owned();
        assert!(lone.starts_with("x, y, z, w"), "one track: {lone}");
    }
    let forced = imported(&everything(), &Switches::default(), &["quaternion=wxyz"]);
    assert!(first(&forced).angle_between(wanted) > 0.5);
    assert_eq!(choice(&forced, "quaternion").0, "wxyz");
}

/// shape.md A12: first keys that are far from rest in either order tell nothing, however many they are.
#[test]
fn an_order_far_from_rest_wins_no_vote() {
    for (key, wanted) in [
        // 152° from rest as x, y, z, w and 49° as w, x, y, z.
        ([0.909_96, 0.337, 0.0, 0.241_9], "x, y, z, w"),
        // 152° and 12°.
        ([0.994_5, 0.104_7, 0.0, 0.0], "w, x, y, z"),
    ] {
        let mut draft = four_layers();
        for layer in &mut draft.layers {
            layer.tracks[0].rotations = vec![(0.0, key)];
        }
        let outcome = |draft: &Draft| choice(&plain(draft), "quaternion").1.to_owned();
        assert!(outcome(&draft).starts_with(wanted), "{key:?}: {}", outcome(&draft));
        draft.layers.truncate(2);
        assert!(
            outcome(&draft).starts_with("x, y, z, w"),
            "two tracks: {}",
            outcome(&draft)
        );
    }
}

#[test]
fn materials_by_their_names() {
    let import = plain(&everything());
    let [red, glass] = &model(&import).materials[..] else {
        panic!("two")
    };
    assert_eq!((&*red.kind, &*glass.kind), ("Standard", "Glass"));
    assert_eq!(red.surface.base_color.to_array(), [1.0, 0.25, 0.125, 1.0]);
    assert_eq!((red.surface.roughness, red.surface.metallic), (0.25, 0.75));
    assert_eq!((red.surface.alpha, glass.surface.alpha), (Alpha::Opaque, Alpha::Blend));
    assert_eq!((red.surface.double_sided, glass.surface.double_sided), (false, true));
    let slots: Vec<&str> = red.slots.iter().map(|slot| &*slot.name).collect();
    assert_eq!(slots, ["albedo", "normal"]);
    let SlotSource::Texture(texture) = red.slots[0].source else {
        panic!("a texture")
    };
    assert_eq!(import.scene.textures[texture.get()], "paint.png");
    assert_eq!(import.scene.textures, ["paint.png", "detail_n.dds", "glass_n.dds"]);
    let values = red.facts.iter().find(|fact| fact.name == "Values").expect("kept");
    assert_eq!(values.children.len(), 16);
}

#[test]
fn lights_cameras_anchors_and_sounds_stand_on_the_root() {
    let import = plain(&everything());
    let fixtures = &model(&import).fixtures;
    assert_eq!(fixtures.len(), 8);
    assert!(
        fixtures
            .iter()
            .all(|fixture| fixture.bone == model(&import).skeleton.find("root"))
    );
    assert_eq!(fixtures[0].placement.translation, Vec3::new(1.0, 2.0, 0.0));
    let FixtureKind::Light(spot) = fixtures[1].kind else {
        panic!("a light")
    };
    assert_eq!(
        (spot.shape, spot.range),
        (LightShape::Spot { inner: 0.3, outer: 0.6 }, Some(12.0))
    );
    assert_eq!(spot.intensity, 900.0);
    let FixtureKind::Camera(camera) = fixtures[2].kind else {
        panic!("a camera")
    };
    assert_eq!(
        (camera.lens, camera.far),
        (Lens::Perspective { fov_y: 0.9 }, Some(2000.0))
    );
    // The couplers point along the file's +z: forward.
    let forward = fixtures[4].placement.rotation * Vec3::NEG_Z;
    assert!(forward.abs_diff_eq(Vec3::NEG_Z, 1e-6), "{forward}");
    assert_eq!(fixtures[6].kind, FixtureKind::Sound { radius: 40.0 });
}

/// shape.md A15: yaw turns +z towards +x (clockwise from above), pitch turns +z towards −y, in the left-handed space.
#[test]
fn yaw_pitch_and_roll() {
    let turned = |direction: [f32; 2], chosen: &[&str]| {
        let draft = Draft {
            lights: vec![Light {
                kind: 2,
                direction,
                cone: [0.2, 0.4],
                lens_flare: 0xffff,
                ..Light::default()
            }],
            ..triangle()
        };
        let import = imported(&draft, &Switches::default(), chosen);
        model(&import).fixtures[0].placement.rotation * Vec3::NEG_Z
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    for (direction, left_handed) in [
        ([0.0, 0.0], Vec3::Z),
        ([quarter, 0.0], Vec3::X),
        ([0.0, quarter], Vec3::NEG_Y),
        ([quarter, quarter], Vec3::NEG_Y),
    ] {
        let wanted = Vec3::new(left_handed.x, left_handed.y, -left_handed.z);
        let found = turned(direction, &[]);
        assert!(found.abs_diff_eq(wanted, 1e-6), "{direction:?}: {found}");
    }
    let unmirrored = turned([0.0, 0.0], &["hand=right"]);
    assert!(unmirrored.abs_diff_eq(Vec3::Z, 1e-6), "{unmirrored}");
}

/// shape.md A15: roll comes first and leans the head over, clockwise as one looks along; all three are marked as not verified.
#[test]
fn roll_comes_first_and_is_not_verified() {
    let looks = |direction: [f32; 3], chosen: &[&str]| {
        let draft = Draft {
            cameras: vec![Camera {
                name: "eye".into(),
                direction,
                depth_distance: 10.0,
                fov: 0.9,
                ..Camera::default()
            }],
            ..triangle()
        };
        let import = imported(&draft, &Switches::default(), chosen);
        let turn = model(&import).fixtures[0].placement.rotation;
        [turn * Vec3::NEG_Z, turn * Vec3::Y].map(|axis| axis.round() + Vec3::ZERO)
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    // Forward and up, in the scene's space.
    assert_eq!(looks([0.0, 0.0, quarter], &[]), [Vec3::NEG_Z, Vec3::NEG_X]);
    assert_eq!(looks([0.0, quarter, quarter], &[]), [Vec3::NEG_Y, Vec3::NEG_X]);
    assert_eq!(looks([quarter; 3], &[]), [Vec3::NEG_Y, Vec3::NEG_Z]);
    assert_eq!(looks([quarter; 3], &["angles=yaw-pitch-roll"])[0], Vec3::Y);

    let import = plain(&everything());
    assert_eq!(
        choice(&import, "angles"),
        ("roll-pitch-yaw", "roll first: Direct3D's habit, unverified")
    );
    let angles = |facts: &[castview_base::scene::Fact]| {
        let angles = facts.iter().filter(|fact| fact.name.starts_with("Yaw"));
        angles
            .map(|fact| fact.value.ends_with("rad (unverified)"))
            .collect::<Vec<_>>()
    };
    // Lights, cameras, anchors that are directions, sounds.
    let marked = model(&import).fixtures.iter().map(|fixture| angles(&fixture.facts));
    let wanted = [1, 1, 1, 1, 0, 0, 1, 1].map(|count| vec![true; count]);
    assert_eq!(marked.collect::<Vec<_>>(), wanted);
    let sub_shapes = import
        .scene
        .facts
        .iter()
        .find(|fact| fact.name == "Sub shapes")
        .expect("two");
    assert!(sub_shapes.children.iter().all(|sub| angles(&sub.children) == [true]));
}

/// shape.md A5: the greater number decides, rows if there is none; what disagrees is counted and told.
#[test]
fn the_vote_on_matrices_says_how_it_went() {
    let at = |x: f32| Mat4::from_translation(Vec3::new(x, 0.0, 0.0));
    // As many nodes of each order, all written as row vectors: those transposed here look like columns.
    let draft = |rows: usize, columns: usize| {
        let node = |transformation| crate::shape_file::Node {
            transformation,
            ..Default::default()
        };
        let mut draft = triangle();
        draft.root.children.extend((0..rows).map(|_| node(at(1.0))));
        draft
            .root
            .children
            .extend((0..columns).map(|_| node(at(1.0).transpose())));
        draft
    };
    for (rows, columns, outcome, told) in [
        (
            0,
            0,
            "row vectors: no matrix of the file has a translation to tell by",
            0,
        ),
        (2, 0, "row vectors: so are 2 of the 2 matrices with a translation", 0),
        (2, 1, "row vectors: so are 2 of the 3 matrices with a translation", 1),
        (2, 2, "row vectors: so are 2 of the 4 matrices with a translation", 1),
        (1, 2, "column vectors: so are 2 of the 3 matrices with a translation", 1),
    ] {
        let import = imported(&draft(rows, columns), &Switches::default(), &[]);
        assert_eq!(choice(&import, "matrix"), ("auto", outcome));
        let reports = reports(&import);
        let count = reports.iter().filter(|report| *report == "SA5 nodes").count();
        assert_eq!(count, told, "{rows} rows, {columns} columns: {reports:?}");
    }
    // Overruled, it still says what the vote was.
    let forced = imported(&draft(2, 1), &Switches::default(), &["matrix=column"]);
    let outcome = "column vectors: so are 1 of the 3 matrices with a translation";
    assert_eq!(choice(&forced, "matrix"), ("column", outcome));
}

/// shape.md A11, A16, A17.
#[test]
fn angles_that_may_be_meant_otherwise() {
    let mut draft = everything();
    let import = plain(&draft);
    assert!(choice(&import, "anchor").1.starts_with("directions: 2 of 2"));
    assert!(choice(&import, "cone").1.starts_with("from the axis"));
    draft.anchors = vec![Anchor {
        name: "turned".into(),
        direction: [0.5, 0.0, 0.0],
        ..Anchor::default()
    }];
    draft.lights[1].cone = [1.0, 2.0];
    let import = imported(&draft, &Switches::default(), &["fov=horizontal"]);
    assert!(choice(&import, "anchor").1.starts_with("yaw, pitch and roll: 0 of 1"));
    assert!(choice(&import, "cone").1.starts_with("from edge to edge"));
    let fixtures = &model(&import).fixtures;
    let FixtureKind::Light(spot) = fixtures[1].kind else {
        panic!("a light")
    };
    assert_eq!(spot.shape, LightShape::Spot { inner: 0.5, outer: 1.0 });
    let FixtureKind::Camera(camera) = fixtures[2].kind else {
        panic!("a camera")
    };
    let Lens::Perspective { fov_y } = camera.lens else {
        panic!("a perspective")
    };
    // tan(fov_x / 2) = aspect · tan(fov_y / 2).
    assert!(((0.9f32 / 2.0).tan() - 16.0 / 9.0 * (fov_y / 2.0).tan()).abs() < 1e-5);
    let turned = fixtures[4].placement.rotation * Vec3::NEG_Z;
    let wanted = Vec3::new(0.5f32.sin(), 0.0, -(0.5f32.cos()));
    assert!(turned.abs_diff_eq(wanted, 1e-6), "{turned}");
    // No length at all is up.
    draft.anchors[0].direction = [0.0; 3];
    let import = imported(&draft, &Switches::default(), &[]);
    let up = model(&import).fixtures[4].placement.rotation * Vec3::NEG_Z;
    assert!(up.abs_diff_eq(Vec3::Y, 1e-6), "{up}");
}

#[test]
fn a_file_with_z_up_says_so() {
    let import = imported(&triangle(), &Switches::default(), &["up=z"]);
    assert_eq!(import.scene.metadata.up, Some(UpAxis::Z));
}

#[test]
fn what_has_no_place_in_a_scene_is_kept_as_facts() {
    let import = plain(&everything());
    let names: Vec<&str> = import.scene.facts.iter().map(|fact| fact.name.as_str()).collect();
    let wanted = [
        "Train Simulator NEXT shape 0.1",
        "Bounds",
        "Properties",
        "Animation layers",
        "Scripts",
        "Lens flares",
        "Sub shapes",
        "Null positions of nodes",
    ];
    assert_eq!(names, wanted);
    let scripts = &import.scene.facts[4].children;
    assert_eq!(
        (scripts[0].name.as_str(), scripts[0].children[1].value.as_str()),
        ("doors.lua", "2")
    );
}

/// Every choice names what is in force among its values, and has a reason.
#[test]
fn every_choice_can_be_shown() {
    let mut draft = everything();
    draft.geometries.extend(skinned_strip().geometries);
    draft.root.children[0].geometries.push(2);
    draft.root.children[1].lod = 4;
    draft.root.children[1].volume.sphere = [0.0, 0.0, 0.0, 1.0];
    let import = imported(&draft, &Switches::default(), &[]);
    let keys: Vec<&str> = import.choices.iter().map(|choice| choice.key).collect();
    let wanted = [
        "stream",
        "bool",
        "sound-count",
        "layer-count",
        "matrix",
        "hand",
        "up",
        "angles",
        "skin",
        "winding",
        "volumes",
        "cone",
        "fov",
        "anchor",
        "quaternion",
        "keys",
    ];
    assert_eq!(keys, wanted);
    for choice in &import.choices {
        assert!(
            choice.values.iter().any(|(value, _)| *value == choice.chosen),
            "{}",
            choice.key
        );
        assert!(!choice.outcome.is_empty() && choice.values.len() > 1, "{}", choice.key);
    }
}
