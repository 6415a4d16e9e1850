//! One pose as OBJ: the vertices that are shown.

use super::bake::{folder, playing};
use castview::offline::{Beside, Deformer, FileSet, PoseTime, Poser};
use castview_testkit::program::Folder;
use glam::Vec3;
use std::path::PathBuf;

/// Positions, normals and statements of an OBJ file.
struct Obj {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    faces: Vec<Vec<String>>,
    others: Vec<String>,
}

fn read(folder: &Folder, name: &str) -> Obj {
    let text = std::fs::read_to_string(folder.at(name)).expect("it was written");
    let mut obj = Obj {
        positions: Vec::new(),
        normals: Vec::new(),
        faces: Vec::new(),
        others: Vec::new(),
    };
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let point = || {
            Vec3::from_slice(
                &words[1..]
                    .iter()
                    .map(|word| word.parse().expect("a number"))
                    .collect::<Vec<f32>>(),
            )
        };
        match words[0] {
            "v" => obj.positions.push(point()),
            "vn" => obj.normals.push(point()),
            "f" => obj
                .faces
                .push(words[1..].iter().map(|word| (*word).to_owned()).collect()),
            _ => obj.others.push(line.to_owned()),
        }
    }
    obj
}

#[test]
fn vertices_are_those_of_the_deformations_twin() {
    let folder = folder();
    let ran = folder.run(
        "convert man.cast sword.cast walk.cast wave.cast --clip walk --layer wave --attach sword:hand --rig -o pose.obj --frame 7",
    );
    let text = ran.fine().text();
    assert!(text.starts_with("pose.obj: 2 models, 0 clips"), "{text}");
    assert!(text.contains("OBJ has no bones"), "{text}");
    let found = read(&folder, "pose.obj");
    let paths: Vec<PathBuf> = ["man.cast", "sword.cast", "walk.cast", "wave.cast"]
        .map(|file| folder.at(file))
        .to_vec();
    let batch = FileSet::open(&paths, Beside::default()).expect("files of ours");
    let mut arrangement = playing("walk");
    arrangement.layers = vec![castview::offline::LayerWish {
        clip: "wave".into(),
        weight: 1.0,
        mask: None,
    }];
    arrangement.attachments = vec![castview::offline::AttachmentWish {
        model: "sword".into(),
        bone: "hand".into(),
    }];
    arrangement.rig = Some(true);
    let mut poser = Poser::new(batch, &arrangement).expect("they can be laid out");
    let poses = poser
        .evaluate(PoseTime::Frame(7.0), Some(1), &mut Deformer::Cpu)
        .expect("they pose");
    let wanted: Vec<Vec3> = (poses.models.iter())
        .flat_map(|model| &model.meshes)
        .flat_map(|mesh| mesh.positions.clone().expect("asked for"))
        .collect();
    assert_eq!(found.positions, wanted, "y is up in these files");
    assert_eq!(found.faces, [["1//1", "2//2", "3//3"], ["4//4", "5//5", "6//6"]]);
    let is_unit = |normal: &Vec3| (normal.length() - 1.0).abs() < 1e-4;
    assert!(found.normals.iter().all(is_unit), "{:?}", found.normals);
    assert_eq!(&found.others[1..], ["o body", "o blade"]);
}

#[test]
fn materials_lie_beside_and_the_file_of_somebody_else_stays() {
    let folder = Folder::new();
    folder.cast("flag.cast", [castview_testkit::program::model()]);
    folder.put("pose.mtl", b"newmtl mine");
    folder.run("convert flag.cast -o pose.obj").refused("would overwrite");
    assert!(!folder.at("pose.obj").exists());
    std::fs::remove_file(folder.at("pose.mtl")).expect("it is there");
    for _ in 0..2 {
        let ran = folder.run("convert flag.cast -o pose.obj");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    let obj = read(&folder, "pose.obj");
    assert!(obj.others.contains(&"mtllib pose.mtl".into()) && obj.others.contains(&"usemtl skin".into()));
    // z is up there: what was (x, y, z) is (x, z, -y).
    assert!(
        obj.positions.contains(&Vec3::new(12.0, 0.0, -2.0)),
        "{:?}",
        obj.positions
    );
    let mtl = std::fs::read_to_string(folder.at("pose.mtl")).expect("it was written");
    assert!(
        mtl.contains("newmtl skin") && mtl.contains("map_Kd tex/skin.png"),
        "{mtl}"
    );
    folder
        .run("convert flag.cast -o pose.obj --bake=clips")
        .refused("hold no clips");
}
