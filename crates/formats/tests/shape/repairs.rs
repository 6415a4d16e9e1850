//! docs/formats/shape.md §7, the rows that lowering decides: 11, 13–17, 19–27, and A21, A22.

use crate::imported;
use crate::reports;
use crate::shape_file::samples::{everything, four_layers, skinned_strip, triangle};
use crate::shape_file::{Array, Draft, Geometry, Material, Node, Switches};
use castview_base::scene::{FixtureKind, Mesh, Property, Values};
use castview_formats::Import;
use glam::Mat4;

/// A changed sample, imported, and its reports.
fn changed(mut draft: Draft, change: impl FnOnce(&mut Draft)) -> (Import, Vec<String>) {
    change(&mut draft);
    let import = imported(&draft, &Switches::default(), &[]);
    let reports = reports(&import);
    (import, reports)
}

/// The mesh of a triangle whose geometry was changed.
fn geometry(change: impl FnOnce(&mut Geometry)) -> (Mesh, Vec<String>) {
    let (import, reports) = changed(triangle(), |draft| change(&mut draft.geometries[0]));
    (import.scene.models[0].meshes[0].clone(), reports)
}

const FOUR: [[f32; 3]; 4] = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];

fn triangles(mesh: &Mesh) -> Vec<u32> {
    mesh.triangles.iter().collect()
}

#[test]
fn row_11_no_vertices() {
    let (mesh, reports) = geometry(|geometry| {
        geometry.positions = Array::float3s(&[]);
        geometry.indices = Array::default();
    });
    assert_eq!((mesh.vertex_count(), reports), (0, vec!["S11 geometry[0]".into()]));
    assert!(mesh.skin.is_none() && mesh.influences.is_empty());
}

#[test]
fn rows_13_and_14_indices_that_lead_nowhere() {
    let (mesh, reports) = geometry(|geometry| geometry.indices = Array::uints(&[0, 1, 2, 0, 1, 3, 2, 1, 0, 2, 1]));
    assert_eq!(triangles(&mesh), [0, 2, 1, 2, 0, 1]);
    assert_eq!(reports, ["S13 geometry[0]", "S14 geometry[0]"]);
    // All of them gone: no cloud of points is left.
    let (mesh, _) = geometry(|geometry| geometry.indices = Array::uints(&[7, 8, 9]));
    assert_eq!(mesh.vertex_count(), 0);
}

#[test]
fn row_15_indices_of_other_kinds() {
    let (mesh, reports) = geometry(|geometry| {
        geometry.indices = Array {
            format: 42,
            ..Array::default()
        };
    });
    assert_eq!((triangles(&mesh), reports.len()), (vec![0, 2, 1], 0), "unindexed");
    let (mesh, reports) = geometry(|geometry| {
        geometry.indices = Array {
            format: 57,
            count: 3,
            bytes: vec![0, 0, 1, 0, 2, 0],
        };
    });
    assert_eq!((triangles(&mesh), reports.len()), (vec![0, 2, 1], 0), "16 bits");
    let (mesh, reports) = geometry(|geometry| geometry.indices = Array::float3s(&[[0.0; 3]; 3]));
    assert_eq!((mesh.vertex_count(), reports), (0, vec!["S15 geometry[0]".into()]));
}

/// Topologies, and shape.md row 16. Corners come turned around: the file's fronts are clockwise.
#[test]
fn strips_fans_lines_and_points() {
    const RESTART: u32 = u32::MAX;
    for (topology, indices, wanted, lines) in [
        (5, &[0, 1, 2, 3][..], &[0, 2, 1, 2, 3, 1][..], &[][..]),
        (5, &[0, 1, 2, RESTART, 1, 2, 3], &[0, 2, 1, 1, 3, 2], &[]),
        (5, &[0, 1, 2, 2, 3], &[0, 2, 1], &[]),
        (6, &[0, 1, 3, 2], &[0, 3, 1, 0, 2, 3], &[]),
        (2, &[0, 1, 2, 3], &[], &[0, 1, 2, 3]),
        (3, &[0, 1, 2, RESTART, 2, 3], &[], &[0, 1, 1, 2, 2, 3]),
        (1, &[0, 1, 2], &[], &[]),
    ] {
        let (mesh, reports) = geometry(|geometry| {
            geometry.topology = topology;
            geometry.positions = Array::float3s(&FOUR);
            geometry.indices = Array::uints(indices);
        });
        assert_eq!(reports, [""; 0]);
        // The strip's second triangle may begin at any of its corners.
        let found = triangles(&mesh);
        let turned = |t: &[u32]| {
            (0..3)
                .map(|i| (t[i], t[(i + 1) % 3]))
                .min()
                .map(|first| (first, t.iter().sum::<u32>()))
        };
        let all = |list: &[u32]| list.chunks(3).map(turned).collect::<Vec<_>>();
        assert_eq!(all(&found), all(wanted), "{topology}: {found:?}");
        assert_eq!(mesh.lines.iter().collect::<Vec<_>>(), lines);
        assert_eq!(mesh.vertex_count(), 4);
    }
    for topology in [0, 7, 10, 13, 33, 64] {
        let (mesh, reports) = geometry(|geometry| geometry.topology = topology);
        assert_eq!(
            (mesh.vertex_count(), reports),
            (0, vec!["S26 geometry[0]".into()]),
            "{topology}"
        );
    }
}

#[test]
fn row_17_geometries_that_do_not_exist() {
    let (import, reports) = changed(triangle(), |draft| draft.root.geometries = vec![9, 0]);
    assert_eq!(
        (import.scene.models[0].meshes.len(), reports),
        (1, vec!["S17 node[0]".into()])
    );
}

#[test]
fn row_19_positions_that_are_no_numbers() {
    let mut corners = FOUR;
    corners[3][1] = f32::NAN;
    let (mesh, reports) = geometry(|geometry| {
        geometry.positions = Array::float3s(&corners);
        geometry.indices = Array::uints(&[0, 1, 2, 1, 2, 3]);
    });
    assert_eq!(
        (mesh.positions.get(3), triangles(&mesh)),
        (mesh.positions.get(2), vec![0, 2, 1])
    );
    assert_eq!(reports, ["S19 geometry[0]", "S13 geometry[0]"]);
}

#[test]
fn row_19_positions_that_are_no_numbers_make_no_bounds_larger() {
    let corners = FOUR.map(|corner| corner.map(|number| number + 5.0));
    let boxed = |corners: &[[f32; 3]]| {
        let (mesh, _) = geometry(|geometry| {
            geometry.positions = Array::float3s(corners);
            geometry.indices = Array::uints(&[0, 1, 2]);
        });
        [mesh.bounds.min, mesh.bounds.max]
    };
    let of_three = boxed(&corners[..3]);
    let mut all = corners;
    all[3][1] = f32::NAN;
    assert_eq!(boxed(&all), of_three);
    assert!(of_three[0] != glam::Vec3::ZERO && of_three[1] != glam::Vec3::ZERO);
}

#[test]
fn row_20_matrices_that_are_flat_or_not_affine() {
    let (_, reports) = changed(triangle(), |draft| {
        draft.root.transformation = Mat4::from_scale([1.0, 0.0, 1.0].into())
    });
    assert_eq!(reports, ["S20 node[0]"]);
    let (import, reports) = changed(triangle(), |draft| {
        // Neither reading has an empty last row.
        draft.root.transformation.x_axis.w = 0.5;
        draft.root.transformation.w_axis.x = 1.0;
    });
    assert_eq!(reports, ["S20 node[0]"]);
    assert_eq!(import.scene.models[0].skeleton.rest()[0].scale, glam::Vec3::ONE);
    let (_, reports) = changed(triangle(), |draft| draft.root.transformation.y_axis.y = f32::INFINITY);
    assert_eq!(reports, ["S20 node[0]"]);
}

#[test]
fn row_21_bones_without_a_node() {
    let (import, reports) = changed(skinned_strip(), |draft| {
        draft.geometries[0].bones[2].name = "gone".into()
    });
    assert_eq!(reports, ["S21 geometry[0]/bone[2]", "S22 geometry[0]"]);
    let skeleton = &import.scene.models[0].skeleton;
    let free = skeleton.find("gone").expect("stands free");
    assert!(skeleton.is_root(free));
    // inverse(offset) of the third bone, mirrored.
    let at = skeleton.rest()[free.get()].translation;
    assert!(at.abs_diff_eq([1.0, 0.25, -0.25].into(), 1e-6), "{at}");
}

#[test]
fn row_22_weights_that_are_all_zero() {
    let (import, reports) = changed(skinned_strip(), |draft| {
        for bone in &mut draft.geometries[0].bones {
            bone.weights[0] = if bone.name == "bone 1" { -4.0 } else { 0.0 };
            bone.weights[1] = f32::NAN;
        }
    });
    // Weights that are no weights, vertices without any, and a sum that is not 1.
    assert_eq!(reports, ["S22 geometry[0]"; 3]);
    let model = &import.scene.models[0];
    let mesh = &model.meshes[0];
    assert_eq!(
        mesh.influences.wrong_sums[..2],
        [(0, 0.0), (1, 0.0)],
        "as in other formats"
    );
    for vertex in [0, 1] {
        let pairs: Vec<_> = mesh.influences.of_vertex(vertex).collect();
        assert_eq!(pairs, [(6, 1.0)], "follows its node");
    }
    let skin = &model.skins[mesh.skin.expect("a skin").get()];
    assert_eq!(Some(skin.bones[6]), model.skeleton.find("skin"));
}

#[test]
fn row_23_tracks_of_unknown_nodes_are_kept() {
    let (import, reports) = changed(four_layers(), |draft| draft.layers[1].tracks[0].node = "nobody".into());
    assert_eq!(reports, ["S23 layer[1]/track[0]"]);
    assert_eq!(import.scene.clips[1].tracks[0].target, "nobody");
}

#[test]
fn row_24_keys_that_are_no_keys() {
    let (import, reports) = changed(four_layers(), |draft| {
        let track = &mut draft.layers[0].tracks[0];
        track.positions.truncate(4);
        track.positions.swap(1, 2);
        track.positions.push((400.0, [9.0; 3]));
        track.positions.push((f64::NAN, [0.0; 3]));
        track.rotations = vec![(0.0, [0.0; 4]), (200.0, [0.0, 0.0, f32::NAN, 1.0])];
        track.events[0].0 = f64::INFINITY;
    });
    assert_eq!(reports, ["S24 layer[0]/track[0]"; 5]);
    let clip = &import.scene.clips[0];
    let x = &clip.tracks[0];
    let frames: Vec<f64> = (0..x.keys.len()).map(|key| x.keys.frame(key).round()).collect();
    assert_eq!(frames, [0.0, 1.0, 2.0, 3.0]);
    let Values::Scalar(values) = &x.values else {
        panic!("scalars")
    };
    assert_eq!(
        values.to_vec(),
        [0.0, 0.0, 9.0, 0.0],
        "of two keys at one time the later counts"
    );
    let turned = clip
        .tracks
        .iter()
        .find(|track| track.property == Property::Rotation)
        .expect("kept");
    let Values::Rotation(values) = &turned.values else {
        panic!("rotations")
    };
    assert_eq!(values.to_vec(), [[0.0, 0.0, 0.0, 1.0]]);
    assert!(clip.notifications.is_empty());
}

#[test]
fn row_25_durations_that_are_no_time() {
    for duration in [0.0, -5.0, f64::NAN, f64::INFINITY] {
        let (import, reports) = changed(four_layers(), |draft| draft.layers[2].duration_ms = duration);
        assert_eq!(reports, ["S25 layer[2]"], "{duration}");
        assert!((import.scene.clips[2].range.end - 10.0).abs() < 1e-5);
    }
    for time in [0.0, -1.0, f64::NAN] {
        let (import, reports) = changed(four_layers(), |draft| draft.layers[2].key_frame_ms = time);
        assert!(reports.contains(&"S25 layer[2]".into()), "{time}: {reports:?}");
        assert_eq!(import.scene.clips[2].frames_per_second, 30.0);
    }
}

/// Times whose frames would be no numbers.
#[test]
fn row_25_times_beyond_all_frames() {
    let (import, reports) = changed(four_layers(), |draft| {
        let layer = &mut draft.layers[0];
        (layer.duration_ms, layer.key_frame_ms) = (1e308, 1e-3);
        layer.tracks[0].events = vec![(1e308, "late".into()), (-1e308, "early".into()), (0.0, "now".into())];
    });
    assert!(reports.contains(&"S25 layer[0]".into()) && reports.contains(&"S24 layer[0]/track[0]".into()));
    let clip = &import.scene.clips[0];
    assert!(clip.range.end.is_finite());
    let names: Vec<&str> = clip.notifications.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["now"]);
}

/// All products in the shading of a light stay numbers.
#[test]
fn lights_stronger_than_any() {
    let (import, _) = changed(everything(), |draft| {
        (draft.lights[0].color, draft.lights[0].watt) = ([f32::MAX; 3], f32::MAX);
        (draft.lights[1].color, draft.lights[1].watt) = ([-1.0, 0.5, f32::MIN], -4.0);
    });
    let lights: Vec<_> = import.scene.models[0]
        .fixtures
        .iter()
        .filter_map(|fixture| match &fixture.kind {
            FixtureKind::Light(light) => Some((light.color.to_array(), light.intensity)),
            _ => None,
        })
        .collect();
    assert_eq!(lights, [([1e12; 3], 1e12), ([0.0, 0.5, 0.0], 0.0)]);
}

#[test]
fn rows_26_and_27_numbers_past_their_lists() {
    let (_, reports) = changed(everything(), |draft| {
        draft.layers[0].processing = 4;
        draft.lights[0].kind = 6;
        draft.lights[1].lens_flare = 2;
        draft.materials[0].raster[1] = 0;
        draft.materials[1].sampler[2] = 9;
    });
    let wanted = [
        "S26 material[0]",
        "S26 material[1]",
        "S26 light[0]",
        "S27 light[1]",
        "S26 layer[0]",
    ];
    assert_eq!(reports, wanted);
}

/// shape.md row 31: of a path that leaves the folder of the file only the name is looked for.
#[test]
fn row_31_textures_elsewhere() {
    let maps = [
        "/etc/paint.png",
        "C:\\art\\paint.png",
        "\\\\host\\paint.png",
        "a/../../paint.png",
        "a/../b/paint.png",
    ];
    let (import, reports) = changed(everything(), |draft| {
        let map = |path: &&str| ("extra".to_owned(), (*path).to_owned(), 0);
        draft.materials[0].maps = maps.iter().map(map).collect();
        draft.materials.truncate(1);
        draft.geometries[1].material = 0;
    });
    assert_eq!(reports, ["S31 material[0]"; 4]);
    assert_eq!(import.scene.textures, ["paint.png", "a/../b/paint.png"]);
}

#[test]
fn materials_that_do_not_exist() {
    let (mesh, reports) = geometry(|geometry| geometry.material = 3);
    assert_eq!((mesh.material, reports), (None, vec!["SA21 geometry[0]".into()]));
    let (mesh, reports) = geometry(|geometry| geometry.material = 0xffff);
    assert_eq!((mesh.material, reports.len()), (None, 0));
}

/// shape.md A22: told only when somebody means one of them.
#[test]
fn nodes_of_one_name() {
    let twin = |name: &str| Node {
        name: name.into(),
        ..Node::default()
    };
    let (_, reports) = changed(everything(), |draft| {
        draft.root.children.extend([twin("spare"), twin("spare")])
    });
    assert_eq!(reports, [""; 0]);
    let (import, reports) = changed(everything(), |draft| draft.root.children.push(twin("door")));
    assert_eq!(reports, ["SA22 node[3]"]);
    let skeleton = &import.scene.models[0].skeleton;
    assert_eq!(skeleton.find("door").map(|bone| skeleton.file_index(bone)), Some(1));
}

/// docs/formats/shape.md §6.2: culled fronts are backs that are seen, and a wireframe is its edges, each once.
#[test]
fn culling_and_filling_as_the_material_says() {
    let drawn = |raster: [u8; 5]| {
        let (import, reports) = changed(triangle(), |draft| {
            draft.geometries[0].positions = Array::float3s(&FOUR);
            draft.geometries[0].indices = Array::uints(&[0, 1, 2, 2, 1, 3]);
            draft.geometries[0].material = 0;
            draft.materials = vec![Material {
                raster,
                ..Material::default()
            }];
        });
        assert_eq!(reports, [""; 0]);
        import.scene.models[0].meshes[0].clone()
    };
    let back = drawn([3, 3, 0, 3, 0]);
    assert_eq!(triangles(&back), [0, 2, 1, 2, 3, 1]);
    let front = drawn([3, 2, 0, 3, 0]);
    assert_eq!(triangles(&front), [0, 1, 2, 2, 1, 3]);
    let wire = drawn([2, 3, 0, 3, 0]);
    assert!(wire.triangles.is_empty());
    let lines: Vec<u32> = wire.lines.iter().collect();
    assert_eq!(lines, [0, 1, 0, 2, 1, 2, 1, 3, 2, 3]);
}

/// shape.md A25: nodes with the same bones share a skin. A node with vertices that follow it has a skin of its own.
#[test]
fn nodes_that_name_one_geometry_share_its_skin() {
    let leaf = |name: &str| Node {
        name: name.into(),
        geometries: vec![0, 0],
        ..Node::default()
    };
    let (import, _) = changed(skinned_strip(), |draft| {
        draft.root.children.extend([leaf("one"), leaf("two")]);
    });
    let model = &import.scene.models[0];
    assert_eq!((model.meshes.len(), model.skins.len()), (5, 1));
    assert_eq!(model.skins[0].bones.len(), 6);
    let (import, _) = changed(skinned_strip(), |draft| {
        draft.root.children.extend([leaf("one"), leaf("two")]);
        draft.geometries[0]
            .bones
            .iter_mut()
            .for_each(|bone| bone.weights[0] = 0.0);
    });
    let model = &import.scene.models[0];
    let followed: Vec<&str> = model
        .skins
        .iter()
        .map(|skin| model.skeleton.name(skin.bones[6]))
        .collect();
    assert_eq!(followed, ["skin", "one", "two"]);
    let skin_of = |mesh: usize| model.meshes[mesh].skin;
    assert!(skin_of(1) == skin_of(2) && skin_of(2) != skin_of(3) && skin_of(3) == skin_of(4));
}

/// One geometry at many nodes makes a mesh, vertices and a skin at each: those that find no room are left out, and reported once.
#[test]
fn one_geometry_at_many_nodes_is_bounded() {
    let count = |reports: &[String]| reports.iter().filter(|report| report.starts_with("SA25")).count();
    // Vertices that follow their nodes: each node has a skin of its own.
    let (import, reports) = changed(skinned_strip(), |draft| {
        let mut bone = draft.geometries[0].bones[0].clone();
        bone.weights.fill(0.0);
        draft.geometries[0].bones = vec![bone; 255];
        let leaf = Node {
            geometries: vec![0],
            ..Node::default()
        };
        draft.root.children.extend(vec![leaf; 1100]);
        *draft = std::mem::take(draft).in_rows();
    });
    let model = &import.scene.models[0];
    let slots: usize = model.skins.iter().map(|skin| skin.bones.len()).sum();
    assert_eq!((slots, count(&reports)), (1 << 18, 1));
    let last = model.meshes.last().expect("kept in the list");
    assert!(last.positions.is_empty() && last.skin.is_none() && last.influences.is_empty());

    let leaves = |draft: &mut Draft, nodes: usize| {
        let leaf = Node {
            geometries: vec![0; 255],
            ..Node::default()
        };
        draft.root.children.extend(vec![leaf; nodes]);
        *draft = std::mem::take(draft).in_rows();
    };
    let (import, reports) = changed(triangle(), |draft| leaves(draft, 258));
    assert_eq!((import.scene.models[0].meshes.len(), count(&reports)), (1 << 16, 1));
    let (import, reports) = changed(triangle(), |draft| {
        draft.geometries[0] = Geometry {
            topology: 1,
            positions: Array::float3s(&vec![[1.0; 3]; 300_000]),
            ..Geometry::default()
        };
        leaves(draft, 1);
    });
    let meshes = &import.scene.models[0].meshes;
    let vertices: usize = meshes.iter().map(Mesh::vertex_count).sum();
    assert_eq!((meshes.len(), count(&reports)), (256, 1));
    assert_eq!(vertices, 300_000 * ((1 << 24) / 300_000));
}
