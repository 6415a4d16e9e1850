//! Good files, by docs/formats/semodel.md §2 to §4.

use super::{Bone, Material, Mesh, Model, clean, everything, opened_with, row};
use castview_base::core::{Options, Stored, UintStream, UpAxis};
use castview_base::scene::{ColorLayer, Skinning, SlotSource};
use castview_formats::semodel;
use glam::{Quat, Vec3};

#[test]
fn everything_has_its_place_in_the_scene() {
    let scene = clean(&everything());
    let [model] = &scene.models[..] else {
        panic!("one model")
    };
    assert_eq!((model.name.as_str(), scene.metadata.up), ("stem", Some(UpAxis::Z)));
    let names: Vec<&str> = model.skeleton.bones().map(|bone| model.skeleton.name(bone)).collect();
    assert_eq!(names, ["tag_origin", "j_hip", "j_knee"]);
    assert!(
        model
            .skeleton
            .compensates_scale()
            .iter()
            .all(|compensates| !compensates)
    );
    assert_eq!(model.meshes.len(), 2);
    let mesh = &model.meshes[1];
    assert_eq!(mesh.positions.to_vec()[3], [1.0, 2.0, 1.0]);
    assert_eq!(
        (mesh.uvs[0].to_vec()[1], mesh.uvs[1].to_vec()[1]),
        ([1.0, 0.0], [0.6, 0.5])
    );
    assert_eq!(mesh.normals.to_vec(), [[0.0, 0.0, 1.0]; 4]);
    let ColorLayer::Packed(_) = &mesh.colors[0] else {
        panic!("packed colors")
    };
    assert_eq!(mesh.colors[0].get(3), [10.0, 20.0, 30.0, 40.0].map(|c| c / 255.0));
    let of_vertex = |vertex| mesh.influences.of_vertex(vertex).collect::<Vec<_>>();
    assert_eq!(
        (of_vertex(0), of_vertex(2)),
        (vec![(1, 1.0)], vec![(1, 0.25), (2, 0.75)])
    );
    assert_eq!(mesh.skinning, Skinning::Linear);
    assert_eq!(mesh.material.map(|material| material.get()), Some(1));
    let slots = |material: usize| -> Vec<(String, String)> {
        let slots = model.materials[material].slots.iter();
        slots
            .map(|slot| match slot.source {
                SlotSource::Texture(texture) => (slot.name.to_string(), scene.textures[texture.get()].clone()),
                _ => panic!("a texture"),
            })
            .collect()
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        slots(0),
        [
            pair("diffuse", "_images/skin.png"),
            pair("normal", "_images/skin_n.png")
        ]
    );
    assert_eq!(
        slots(1),
        [pair("diffuse", r"..\images\cloth.png"), pair("specular", "cloth_s.png")]
    );
    // Materials of further layers are listed.
    assert_eq!(scene.facts[0].children[1].children[0].value, "none");
}

/// Faces are clockwise in the file, counter-clockwise in a scene: they look where the normals do.
#[test]
fn faces_are_turned_round_in_every_width() {
    for vertices in [4, 255, 256, 65_535, 65_536] {
        let mut file = Model::empty();
        let mut mesh = row(vertices);
        let last = vertices as u32 - 1;
        // Vertices of odd numbers lie higher: these three are clockwise seen from +z.
        mesh.faces = vec![[0, 1, 2], [last - 1, last, 0]];
        file.meshes.push(mesh);
        let scene = clean(&file);
        let mesh = &scene.models[0].meshes[0];
        let triangles: Vec<u32> = mesh.triangles.iter().collect();
        assert_eq!(triangles, [1, 0, 2, last, last - 1, 0]);
        let width = match mesh.triangles {
            UintStream::U8(_) => 1,
            UintStream::U16(_) => 2,
            UintStream::U32(_) => 4,
        };
        let wanted = if vertices <= 0xff {
            1
        } else if vertices <= 0xffff {
            2
        } else {
            4
        };
        assert_eq!(width, wanted, "{vertices}");
        let [a, b, c] = [1, 0, 2].map(|vertex| Vec3::from(mesh.positions.get(vertex)));
        assert!((b - a).cross(c - a).z > 0.0);
    }
}

#[test]
fn bones_of_influences_have_every_width() {
    for bones in [255usize, 256, 65_535, 65_536] {
        let mut file = Model::empty();
        file.bones = (0..bones)
            .map(|at| Bone::at(&format!("b{at}"), -1, [at as f32, 0.0, 0.0]))
            .collect();
        let last = bones as u32 - 1;
        file.meshes.push(Mesh {
            influences: vec![
                vec![(last, 0.75), (1, 0.25)],
                vec![(2, 1.0), (0, 0.0)],
                vec![(last - 1, 1.0), (0, 0.0)],
            ],
            ..row(3)
        });
        let scene = clean(&file);
        let model = &scene.models[0];
        let mesh = &model.meshes[0];
        let bone = |slot: usize| model.skeleton.name(model.skins[0].bones[slot]).to_owned();
        let held: Vec<(String, f32)> = (0..3)
            .flat_map(|vertex| mesh.influences.of_vertex(vertex))
            .map(|(slot, weight)| (bone(slot), weight))
            .collect();
        let named = |bone: u32, weight: f32| (format!("b{bone}"), weight);
        assert_eq!(
            held,
            [named(last, 0.75), named(1, 0.25), named(2, 1.0), named(last - 1, 1.0)],
            "{bones}"
        );
    }
}

/// Each presence of transforms leads to the same rest pose, where it says enough.
#[test]
fn rest_poses_come_from_local_or_global_transforms() {
    let (turn, place) = (Quat::from_rotation_z(0.7), Vec3::new(1.0, 2.0, 3.0));
    let (child_turn, child_place) = (Quat::from_rotation_x(-0.4), Vec3::new(0.5, 0.0, -1.0));
    let pair = |place: Vec3, turn: Quat| (place.to_array(), turn.to_array());
    let wild = (([9.0; 3]), [0.0, 1.0, 0.0, 0.0]);
    for presence in [1u8, 2, 5, 6] {
        let scale = if presence & 4 != 0 {
            Vec3::new(2.0, 1.0, 0.5)
        } else {
            Vec3::ONE
        };
        let mut file = Model::empty();
        file.bone_presence = presence;
        // The child stands before its parent in the file.
        file.bones = vec![Bone::at("child", 1, [0.0; 3]), Bone::at("root", -1, [0.0; 3])];
        file.bones[1].scale = scale.to_array();
        // Without segment scale compensate the parent's scale moves its child.
        let global_place = place + turn * (scale * child_place);
        for (bone, local, global) in [
            (1, pair(place, turn), pair(place, turn)),
            (0, pair(child_place, child_turn), pair(global_place, turn * child_turn)),
        ] {
            file.bones[bone].local = if presence & 2 != 0 { local } else { wild };
            file.bones[bone].global = if presence & 1 != 0 { global } else { wild };
        }
        let scene = clean(&file);
        let skeleton = &scene.models[0].skeleton;
        let child = skeleton.find("child").expect("a child");
        let rest = skeleton.rest()[child.get()];
        assert!(rest.translation.abs_diff_eq(child_place, 1e-5), "{presence}: {rest:?}");
        assert!(rest.rotation.angle_between(child_turn) < 1e-3, "{presence}: {rest:?}");
        let root = skeleton.rest()[skeleton.find("root").expect("a root").get()];
        assert_eq!(root.scale, scale);
    }
}

#[test]
fn local_transforms_count_where_both_are_there() {
    let mut file = everything();
    file.bones[2].local.0 = [5.0, 0.0, 0.0];
    let (scene, _) = super::told(file.bytes(), &["SM11"]);
    let skeleton = &scene.models[0].skeleton;
    let knee = skeleton.find("j_knee").expect("a knee");
    assert_eq!(skeleton.rest()[knee.get()].translation, Vec3::new(5.0, 0.0, 0.0));
}

/// The bytes of the file where values of vertices lie.
#[test]
fn values_of_vertices_lie_where_the_file_has_them() {
    let file = everything();
    let bytes = file.bytes();
    let scene = clean(&file);
    let mesh = &scene.models[0].meshes[1];
    let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let byte = |stored: Stored<'_>| match stored {
        Stored::At { file: None, offset, .. } => offset,
        other => panic!("{other:?}"),
    };
    for vertex in 0..4 {
        let one = vertex..vertex + 1;
        assert_eq!(
            float(byte(mesh.positions.stored(one.clone())) + 4),
            mesh.positions.get(vertex)[1]
        );
        for layer in &mesh.uvs {
            assert_eq!(float(byte(layer.stored(one.clone()))), layer.get(vertex)[0]);
        }
        assert_eq!(float(byte(mesh.normals.stored(one.clone())) + 8), 1.0);
        for influence in 2 * vertex..2 * vertex + 2 {
            let (slot, weight) = (
                mesh.influences.slots.get(influence),
                mesh.influences.weights.get(influence),
            );
            let at = byte(mesh.influences.slots.stored(influence..influence + 1));
            assert_eq!(u32::from(bytes[at]), slot);
            assert_eq!(byte(mesh.influences.weights.stored(influence..influence + 1)), at + 1);
            assert_eq!(float(at + 1), weight);
        }
    }
    for face in 0..2 {
        let corners = 3 * face..3 * face + 3;
        let at = byte(mesh.triangles.stored(corners.clone()));
        // Clockwise in the file.
        let [a, b, c] = [0, 1, 2].map(|corner| mesh.triangles.get(3 * face + corner));
        assert_eq!(bytes[at..at + 3], [b, a, c].map(|corner| corner as u8));
        assert_eq!(byte(mesh.triangles.stored(corners.start..corners.start + 1)), at + 1);
    }
}

#[test]
fn the_up_axis_and_vertex_colors_are_choices() {
    let options = Options::NONE.with("up", "y").with("vertex-colors", "multiply");
    let import = opened_with(everything().bytes(), &options);
    assert_eq!(import.scene.metadata.up, Some(UpAxis::Y));
    assert!(
        import.scene.models[0]
            .materials
            .iter()
            .all(|material| material.surface.vertex_colors)
    );
    let keys: Vec<&str> = import.choices.iter().map(|choice| choice.key).collect();
    assert_eq!(keys, ["up", "vertex-colors"]);
    assert!(
        import.diagnostics.items().is_empty(),
        "{:?}",
        import.diagnostics.items()
    );
}

/// A mesh without the arrays of another, a custom block, a longer header: all of it is read past.
#[test]
fn what_is_not_there_is_left_out_and_what_is_unknown_is_passed() {
    let mut file = Model::empty();
    file.meshes = vec![row(3), Mesh::default()];
    file.materials.push(Material::of("plain", [""; 3]));
    file.custom = Some(vec![1, 2, 3]);
    file.more_header = 5;
    let (scene, _) = super::told(file.bytes(), &["SM3", "SM13"]);
    let model = &scene.models[0];
    assert!(model.skeleton.is_empty() && model.skins.is_empty());
    let mesh = &model.meshes[0];
    assert!(mesh.uvs.is_empty() && mesh.normals.is_empty() && mesh.colors.is_empty() && mesh.influences.is_empty());
    assert_eq!((mesh.material, model.meshes[1].vertex_count()), (None, 0));
    assert_eq!(
        (model.materials[0].name.as_str(), model.materials[0].slots.len()),
        ("plain", 0)
    );
    let facts = semodel::read(file.bytes().into(), &mut Default::default());
    let facts = semodel::outline(&facts.expect("it opens"));
    assert!(
        facts
            .iter()
            .any(|fact| fact.name == "custom block" && fact.value.starts_with("3 bytes"))
    );
    let document = semodel::read(file.bytes().into(), &mut Default::default()).expect("it opens");
    assert_eq!(
        document.custom().map(|range| document.bytes()[range].to_vec()),
        Some(vec![1, 2, 3])
    );
}

#[test]
fn what_is_stored_is_listed() {
    let facts = semodel::read(everything().bytes().into(), &mut Default::default());
    let facts = semodel::outline(&facts.expect("it opens"));
    let find = |name: &str| facts.iter().find(|fact| fact.name == name).expect("that fact");
    assert_eq!(
        (find("bones").value.as_str(), find("meshes").value.as_str()),
        ("3", "2")
    );
    let knee = &find("bones").children[2];
    assert_eq!(knee.name, "j_knee");
    let values: Vec<&str> = knee.children.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(values[..3], ["2", "1 (j_hip)", "0 2 0"]);
    assert_eq!(values[4..], ["1 0 0", "0 0 0 1", "1 1 1"]);
    assert!(
        find("meshes").children[0]
            .value
            .contains("4 vertices, 2 faces, 2 UV layers, 2 influences")
    );
    assert_eq!(find("materials").children[1].children[1].value, r"..\images\cloth.png");
}
