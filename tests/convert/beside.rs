//! Images of a written file: named, copied beside it, never over the file of somebody else.

use super::{image_file, read, textured};
use castview::formats::cast::{self, NodeDraft, NodeKind};
use castview_testkit::program::Folder;
use castview_testkit::zip;
use std::collections::BTreeSet;
use std::path::Path;

/// A triangle for each of these textures.
fn dressed(textures: &[&str]) -> Vec<u8> {
    let model = textures.iter().enumerate().fold(
        NodeDraft::new(NodeKind::Model).string("n", "doll"),
        |model, (at, texture)| {
            let at = 10 * at as u64;
            let file = NodeDraft::new(NodeKind::File).hash(at + 1).string("p", texture);
            let material = NodeDraft::new(NodeKind::Material)
                .hash(at + 2)
                .string("n", &format!("cloth {at}"))
                .u64s("albedo", &[at + 1])
                .child(file);
            let mesh = NodeDraft::new(NodeKind::Mesh)
                .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
                .vec2s("u0", &[[0.0; 2]; 3])
                .uints("ul", &[1])
                .uints("f", &[0, 1, 2])
                .u64s("m", &[at + 2]);
            model.children([material, mesh])
        },
    );
    cast::write(&[NodeDraft::new(NodeKind::Root).child(model)])
}

fn png(shade: u8) -> Vec<u8> {
    castview::export::png(&castview::images::Image {
        width: 2,
        height: 2,
        rgba: [shade, 80, 200, 255].repeat(4),
    })
}

/// Names of textures, as the materials of the written file spell them.
fn named(path: &Path) -> BTreeSet<String> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("obj") => {
            let text = std::fs::read_to_string(path.with_extension("mtl")).expect("materials");
            let maps = text.lines().filter_map(|line| line.strip_prefix("map_Kd "));
            maps.map(str::to_owned).collect()
        }
        _ => read(path).textures.iter().cloned().collect(),
    }
}

/// Two images of one name, one that two materials share, one with odd letters, one that is missing, one that is no PNG.
#[test]
fn copies_have_names_of_their_own_that_the_file_names() {
    let folder = Folder::new();
    folder
        .put("in/a/skin.png", &png(1))
        .put("in/b/skin.png", &png(2))
        .put("in/my hat#1.png", &png(3))
        .put("in/coat.tga", &image_file(image::ImageFormat::Tga));
    let textures = [
        "a/skin.png",
        "b/skin.png",
        "my hat#1.png",
        "coat.tga",
        "gone.png",
        "./a/skin.png",
    ];
    folder.put("in/doll.cast", &dressed(&textures));
    for ending in ["cast", "glb", "semodel", "obj"] {
        let to = format!("{ending}/doll.{ending}");
        folder.put(format!("{ending}/keep"), b"");
        // Somebody else has a name that a copy would like to have.
        folder.put(format!("{ending}/doll_my_hat_1.png"), b"of somebody");
        let ran = folder
            .run(&format!("convert in/doll.cast -o {to} --textures copy"))
            .fine();
        let text = ran.text();
        assert!(
            text.contains("X-image") && text.contains("gone.png"),
            "{ending}: {text}"
        );
        for name in ["doll_skin.png", "doll_skin_2.png", "doll_my_hat_1_2.png"] {
            assert!(text.contains(name), "{ending} tells of {name}: {text}");
        }
        let bytes = |name: &str| std::fs::read(folder.at(format!("{ending}/{name}"))).expect(name);
        assert_eq!(bytes("doll_skin.png"), png(1), "{ending}");
        assert_eq!(bytes("doll_skin_2.png"), png(2), "{ending}");
        assert_eq!(bytes("doll_my_hat_1_2.png"), png(3), "{ending}");
        assert_eq!(bytes("doll_my_hat_1.png"), b"of somebody", "{ending}");
        let coat = if ending == "glb" {
            "doll_coat.png"
        } else {
            "doll_coat.tga"
        };
        assert!(!bytes(coat).is_empty());
        let names = named(&folder.at(&to));
        for name in [
            "doll_skin.png",
            "doll_skin_2.png",
            "doll_my_hat_1_2.png",
            coat,
            "gone.png",
        ] {
            assert!(names.contains(name), "{ending} names {name}: {names:?}");
        }
        assert_eq!(names.len(), 5, "{ending}: {names:?}");
        // Once more: the copies are there already.
        let count = || std::fs::read_dir(folder.at(ending)).expect("a folder").count();
        let before = count();
        folder
            .run(&format!("convert in/doll.cast -o {to} --textures copy"))
            .fine();
        assert_eq!(count(), before, "{ending}");
    }
}

/// Materials that do not belong to the file are never seen: either both are new or both are old.
#[test]
fn an_obj_file_that_cannot_be_written_leaves_its_materials() {
    let folder = Folder::new();
    folder.put("a.png", &png(1));
    folder.put("doll.cast", &textured("a.png"));
    folder.run("convert doll.cast -o out/pose.obj").refused("cannot write");
    folder.put("out/keep", b"");
    folder.run("convert doll.cast -o out/pose.obj --textures copy").fine();
    let materials = std::fs::read(folder.at("out/pose.mtl")).expect("materials");
    std::fs::remove_file(folder.at("out/pose.obj")).expect("it is there");
    folder.put("out/pose.obj/keep", b"a folder is in the way");
    folder.put("b.png", &png(2));
    folder.put("doll.cast", &textured("b.png"));
    folder
        .run("convert doll.cast -o out/pose.obj --textures copy")
        .refused("cannot write");
    assert_eq!(std::fs::read(folder.at("out/pose.mtl")).expect("materials"), materials);
    assert!(!folder.at("out/pose_b.png").exists());
}

/// The folder is made while files are written: paths are seen from there all the same.
#[test]
fn textures_are_named_from_a_folder_that_is_made() {
    let folder = Folder::new();
    folder.put("in/tex/a.png", &png(1));
    folder.put("in/doll.cast", &textured("tex/a.png"));
    for (words, ending) in [("--to cast", "cast"), ("--to glb --textures path", "glb")] {
        folder.run(&format!("convert in -o new/{ending} {words}")).fine();
        let names = named(&folder.at(format!("new/{ending}/doll.{ending}")));
        assert_eq!(names, BTreeSet::from(["../../in/tex/a.png".to_owned()]), "{ending}");
    }
}

/// No program finds an image by a path that leads into an archive.
#[test]
fn images_of_an_archive_are_laid_beside() {
    let folder = Folder::new();
    let entries = [
        zip::stored("doll.cast", &textured("tex/a.png")),
        zip::stored("tex/a.png", &png(1)),
    ];
    folder.put("pack.zip", &zip::archive(&entries, false));
    folder.run("convert pack.zip/doll.cast -o doll.cast").fine();
    assert_eq!(
        named(&folder.at("doll.cast")),
        BTreeSet::from(["doll_a.png".to_owned()])
    );
    assert_eq!(std::fs::read(folder.at("doll_a.png")).expect("laid there"), png(1));
}
