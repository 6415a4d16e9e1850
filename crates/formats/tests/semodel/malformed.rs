//! Each row of the table of malformed files (docs/formats/semodel.md §5).

use super::{Bone, Material, Mesh, Model, everything, opened, row, told};
use castview_base::core::Severity;
use castview_formats::{ImportError, Request, import};

fn refused(bytes: &[u8], id: &str) -> String {
    let error: ImportError = import(bytes.to_vec().into(), &Request::alone("stem")).expect_err("a file to refuse");
    assert_eq!(error.rule().map(|rule| rule.id), Some(id), "{error}");
    error.to_string()
}

fn triangle() -> Model {
    let mut file = Model::empty();
    file.bones.push(Bone::at("root", -1, [0.0; 3]));
    file.meshes.push(Mesh {
        uvs: vec![vec![[0.5; 2]; 3]],
        normals: vec![[0.0, 0.0, 1.0]; 3],
        influences: vec![vec![(0, 1.0)]; 3],
        ..row(3)
    });
    file
}

#[test]
fn rows_1_to_3_headers() {
    let bytes = everything().bytes();
    for length in 7..29 {
        let said = refused(&bytes[..length], "SM1");
        assert!(said.contains("only the beginning of an SEModel file"), "{said}");
    }
    let mut other = everything();
    other.version = 2;
    assert!(refused(&other.bytes(), "SM2").contains("version 2, and castview reads version 1"));
    let mut small = bytes.clone();
    small[9] = 0x13;
    refused(&small, "SM3");
    other.version = 1;
    other.more_header = 7;
    told(other.bytes(), &["SM3"]);
}

#[test]
fn row_4_counts_without_their_bit() {
    let mut bytes = everything().bytes();
    // Neither materials nor their bit: they are bytes behind the last part.
    bytes[11] &= !4;
    let (scene, _) = told(bytes, &["SM4", "SM6"]);
    assert!(scene.models[0].materials.is_empty());
}

/// Cut at every byte, the file shows the parts that are whole, and says how many.
#[test]
fn row_5_cuts() {
    let file = everything();
    let bytes = file.bytes();
    let mut ends = Vec::new();
    for part in file.parts() {
        ends.push(ends.last().unwrap_or(&0) + part.len());
    }
    // Header and names, then three bones, two meshes, two materials.
    let whole = |length: usize, parts: std::ops::Range<usize>| parts.filter(|part| ends[*part] <= length).count();
    for length in 29..bytes.len() {
        let (bones, meshes, materials) = (whole(length, 2..5), whole(length, 5..7), whole(length, 7..9));
        if bones == 0 {
            let said = refused(&bytes[..length], "SM5");
            assert!(
                said.contains("cut off or damaged before its first bone or mesh"),
                "{said}"
            );
            continue;
        }
        let import = opened(bytes[..length].to_vec());
        let items = import.diagnostics.items().iter();
        let errors: Vec<_> = items.filter(|item| item.rule.severity == Severity::Error).collect();
        let wanted = format!(
            "the file is cut off: {bones} of 3 bones, {meshes} of 2 meshes and {materials} of 2 materials are here"
        );
        assert_eq!(
            (errors.len(), errors[0].rule.id, errors[0].message.as_str()),
            (1, "SM5", wanted.as_str())
        );
        assert_eq!(import.diagnostics.items().len(), 1, "{:?}", import.diagnostics.items());
        let model = &import.scene.models[0];
        assert_eq!(
            (model.skeleton.len(), model.meshes.len(), model.materials.len()),
            (bones, meshes, materials)
        );
    }
}

/// Counts that lie end at the end of the file, whatever they claim.
#[test]
fn row_5_lying_counts() {
    let bytes = triangle().bytes();
    for (at, what) in [(14, "bones"), (18, "meshes"), (22, "materials")] {
        let mut lying = bytes.clone();
        lying[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        lying[11] |= 4;
        match import(lying.into(), &Request::alone("stem")) {
            Ok(import) => assert!(import.diagnostics.is_cut(), "{what}"),
            Err(error) => assert_eq!(error.rule().map(|rule| rule.id), Some("SM5"), "{what}"),
        }
    }
}

#[test]
fn row_6_bytes_behind() {
    let mut bytes = triangle().bytes();
    bytes.extend([1, 2, 3]);
    let (_, diagnostics) = told(bytes, &["SM6"]);
    assert!(diagnostics.items()[0].message.starts_with("3 bytes"));
}

#[test]
fn row_7_texts() {
    let mut file = triangle();
    file.bones[0].name = b"h\xf6he".to_vec();
    file.materials.push(Material::of("m", ["", "", ""]));
    file.materials[0].images[0] = b"\xe4.png".to_vec();
    let (scene, _) = told(file.bytes(), &["SM7"]);
    let skeleton = &scene.models[0].skeleton;
    assert_eq!(skeleton.name(skeleton.from_file(0).expect("a bone")), "h\u{fffd}he");
    assert_eq!(scene.textures, ["\u{fffd}.png"]);
}

#[test]
fn rows_8_and_9_bones() {
    for (parents, ids) in [
        ([0, -1, -1], &["SM8"][..]),
        ([7, -1, -1], &["SM8"]),
        ([-2, -1, -1], &["SM8"]),
        ([1, 2, 0], &["SM8"]),
        ([2, 2, -1], &[]),
    ] {
        let mut file = Model::empty();
        for (at, parent) in parents.into_iter().enumerate() {
            file.bones.push(Bone::at(&format!("b{at}"), parent, [1.0, 0.0, 0.0]));
        }
        let (scene, _) = told(file.bytes(), ids);
        let skeleton = &scene.models[0].skeleton;
        assert!(skeleton.bones().any(|bone| skeleton.is_root(bone)));
    }
    let mut file = Model::empty();
    file.bones = ["a", "", "a"].map(|name| Bone::at(name, -1, [0.0; 3])).to_vec();
    let (scene, _) = told(file.bytes(), &["SM9"]);
    let skeleton = &scene.models[0].skeleton;
    assert!(skeleton.find("bone_1").is_some());
}

#[test]
fn rows_10_to_12_rest_poses() {
    for (change, ids) in [
        ((|bone| bone.local.0[1] = f32::NAN) as fn(&mut Bone), &["SM10"][..]),
        (|bone| bone.local.1 = [0.0; 4], &["SM10"]),
        (|bone| bone.local.1 = [0.0, 0.0, 0.0, 3.0], &["SM10"]),
        (|bone| bone.scale[2] = f32::INFINITY, &["SM10"]),
        (|bone| bone.scale = [1.0, 0.0, 1.0], &["SM12"]),
    ] {
        let mut file = triangle();
        file.bone_presence = 6;
        change(&mut file.bones[0]);
        told(file.bytes(), ids);
    }
    let mut far = triangle();
    far.bone_presence = 6;
    far.bones[0].scale = [3e38; 3];
    far.bones.push(Bone::at("beyond", 0, [1e30, 0.0, 0.0]));
    told(far.bytes(), &["SM10"]);
}

#[test]
fn rows_13_to_16_vertices_and_faces() {
    type Change = fn(&mut Mesh);
    for (change, ids, triangles) in [
        ((|mesh| mesh.faces.clear()) as Change, &["SM13"][..], 0),
        (|mesh| mesh.positions[1][0] = f32::NAN, &["SM14"], 0),
        (|mesh| mesh.uvs[0][1][0] = f32::INFINITY, &["SM14"], 1),
        (|mesh| mesh.normals[2] = [0.0; 3], &["SM15"], 1),
        (|mesh| mesh.faces.push([0, 1, 9]), &["SM16"], 1),
        (|mesh| mesh.faces.push([0, 1, 1]), &["SM16"], 1),
    ] {
        let mut file = triangle();
        change(&mut file.meshes[0]);
        let (scene, _) = told(file.bytes(), ids);
        let mesh = &scene.models[0].meshes[0];
        assert_eq!(mesh.triangle_count(), triangles, "{ids:?}");
        if triangles > 0 {
            assert_eq!(mesh.triangles.iter().take(3).collect::<Vec<_>>(), [1, 0, 2]);
        }
        assert!(mesh.positions.iter().all(|point| point.iter().all(|v| v.is_finite())));
    }
}

#[test]
fn rows_17_and_18_weights() {
    for (stored, ids, wanted) in [
        (vec![(0, 0.5), (9, 0.5)], &["SM17"][..], vec![(0, 1.0)]),
        (vec![(0, 1.0), (0, -1.0)], &["SM18"], vec![(0, 1.0)]),
        (vec![(0, 2.0), (0, 2.0)], &["SM18"], vec![(0, 1.0)]),
        (vec![(0, 0.0), (0, 0.0)], &["SM18"], vec![]),
        (vec![(0, f32::NAN), (0, 1.0)], &["SM18"], vec![(0, 1.0)]),
    ] {
        let mut file = triangle();
        file.meshes[0].influences = vec![stored; 3];
        let (scene, _) = told(file.bytes(), ids);
        let mesh = &scene.models[0].meshes[0];
        assert_eq!(mesh.influences.of_vertex(1).collect::<Vec<_>>(), wanted);
    }
    let mut boneless = triangle();
    boneless.bones.clear();
    let (scene, _) = told(boneless.bytes(), &["SM17"]);
    assert!(scene.models[0].meshes[0].skin.is_none());
    // More influences than are compared pair by pair, each bone once.
    let mut many = triangle();
    many.bones = (0..40).map(|at| Bone::at(&format!("b{at}"), -1, [0.0; 3])).collect();
    many.meshes[0].influences = vec![(0..40).map(|bone| (bone, 0.025)).collect(); 3];
    let (scene, _) = told(many.bytes(), &[]);
    assert_eq!(scene.models[0].meshes[0].influences.of_vertex(0).count(), 40);
}

#[test]
fn rows_19_to_21_materials_and_layers() {
    let mut file = triangle();
    file.meshes[0].materials = vec![3];
    let (scene, _) = told(file.bytes(), &["SM19"]);
    assert_eq!(scene.models[0].meshes[0].material, None);
    let mut file = triangle();
    file.meshes[0].materials = vec![1];
    file.materials = vec![
        Material::of("a", ["a.png", "", ""]),
        Material::of("b", ["b.png", "", ""]),
    ];
    file.materials[1].simple = 2;
    file.materials.push(Material::of("c", [""; 3]));
    let (scene, _) = told(file.bytes(), &["SM20"]);
    assert_eq!(
        (scene.models[0].materials.len(), &scene.textures[..]),
        (2, &["a.png".to_owned()][..])
    );
    let mut file = triangle();
    file.meshes[0].uvs = vec![vec![[0.0; 2]; 3]; 40];
    let (scene, _) = told(file.bytes(), &["SM21"]);
    assert_eq!(scene.models[0].meshes[0].uvs.len(), 32);
}

/// Bones of six bytes each take far more in memory: as many are kept as a file of that size may hold.
#[test]
fn memory_stays_in_proportion() {
    const COUNT: usize = 400_000;
    let mut bytes = Model::empty().bytes();
    bytes[11] = 1;
    bytes[12] = 0;
    bytes[14..18].copy_from_slice(&(COUNT as u32).to_le_bytes());
    bytes.extend(vec![0; COUNT]);
    bytes.extend([0, 0xff, 0xff, 0xff, 0xff].repeat(COUNT));
    let size = bytes.len() as u64;
    let mut import = None;
    let peak = allocation_counter::measure(|| import = Some(opened(bytes))).bytes_max;
    assert!(peak <= 8 * size + (100 << 20), "{peak} for {size}");
    let import = import.expect("it opens");
    assert_eq!(import.diagnostics.count("SM-size"), 1);
    assert!(import.scene.models[0].skeleton.len() > 100_000);
}
