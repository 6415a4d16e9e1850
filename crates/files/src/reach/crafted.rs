//! Tests of crafted paths: for each kind of reference and each spelling, whether a file is opened, the user is asked, or
//! nothing happens. In all cases no call to the system names a path outside the model's folder.

#![cfg(test)]

use super::{Allowance, Reach, ReachedFile, system};
use crate::{Beside, InstanceSearch, TextureSearch};
use castview_base::core::{TextureIndex, Transform};
use castview_base::scene::{Instance, Metadata, References, Scene};
use castview_formats::{self as formats, Request, SideFiles};
use castview_picture::opened::Wish;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Kind of path that a file may name, and the ending that its kind of file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Texture,
    ShapeTexture,
    Instance,
    SceneRoot,
    SubShape,
    Buffer,
    /// Buffers and images of a glTF file, whose paths are URIs.
    GltfBuffer,
    GltfImage,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Texture, "png"),
    (Kind::ShapeTexture, "png"),
    (Kind::Instance, "cast"),
    (Kind::SceneRoot, "cast"),
    (Kind::SubShape, "Shape"),
    (Kind::Buffer, "bin"),
];

const URI_KINDS: [(Kind, &str); 2] = [(Kind::GltfBuffer, "bin"), (Kind::GltfImage, "png")];

#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// This file is opened; relative to the model's folder.
    Opened(&'static str),
    /// Nothing is opened, and the user is asked about this folder.
    Asked(&'static str),
    /// Nothing is opened, and the place is not asked about.
    Refused,
}
use Wanted::{Asked, Opened, Refused};

/// `E` stands for the ending, `@` for the folder of all of it. No file outside has the name of a file in the model's folder: else
/// a search for the bare name could hide a mistake.
const SPELLINGS: &[(&str, Wanted)] = &[
    ("inside.E", Opened("inside.E")),
    ("./inside.E", Opened("inside.E")),
    ("sub/deep.E", Opened("sub/deep.E")),
    (r"sub\deep.E", Opened("sub/deep.E")),
    ("SUB/Deep.E", Opened("sub/deep.E")),
    ("sub/../sub/./deep.E", Opened("sub/deep.E")),
    ("../model/sub/deep.E", Opened("sub/deep.E")),
    ("@/model/sub/deep.E", Opened("sub/deep.E")),
    ("@/MODEL/sub/deep.E", Opened("sub/deep.E")),
    ("@/secret/../model/sub/deep.E", Opened("sub/deep.E")),
    // Links that stay inside, one after another.
    ("link_in.E", Opened("sub/deep.E")),
    ("link_absolute.E", Opened("sub/deep.E")),
    ("chain_in.E", Opened("sub/deep.E")),
    ("folder_in/deep.E", Opened("sub/deep.E")),
    // Up, by every way of writing it.
    ("../secret/key.E", Asked("../secret")),
    (r"..\secret\key.E", Asked("../secret")),
    ("sub/../../secret/key.E", Asked("../secret")),
    ("no/such/../../../secret/key.E", Asked("../secret")),
    (".././secret/./key.E", Asked("../secret")),
    ("../SECRET/KEY.E", Asked("../SECRET")),
    ("../secret/deeper/key.E", Asked("../secret/deeper")),
    ("../key.E", Asked("..")),
    // From the root.
    ("@/secret/key.E", Asked("../secret")),
    ("@/model/../secret/key.E", Asked("../secret")),
    ("/../../@/secret/key.E", Asked("../secret")),
    ("/etc/key.E", Asked("/etc")),
    ("../../../../../../../../../../../../etc/key.E", Asked("/etc")),
    // Links that lead out.
    ("link_out.E", Asked("../secret")),
    ("link_out_absolute.E", Asked("../secret")),
    ("chain_out.E", Asked("../secret")),
    ("folder_out/key.E", Asked("../secret")),
    ("sub/folder_up/secret/key.E", Asked("..")),
    ("link_nowhere.E", Asked("../nowhere")),
    // None of these is a file.
    ("loop.E", Refused),
    ("pipe.E", Refused),
    ("zero.E", Refused),
    ("environ.E", Refused),
    ("pipe_link.E", Refused),
    ("folder.E", Refused),
    ("", Refused),
    (".", Refused),
    ("..", Refused),
    ("sub/", Refused),
    // The system's own.
    ("/dev/zero", Refused),
    ("/dev/key.E", Refused),
    ("/dev/../dev/key.E", Refused),
    ("../../../../../../../../../../../../dev/key.E", Refused),
    ("/proc/self/environ", Refused),
    ("/proc/self/cwd/key.E", Refused),
    ("/sys/key.E", Refused),
    ("/run/user/0/gvfs/key.E", Refused),
    ("/key.E", Refused),
    // Networks and addresses.
    ("//server/share/key.E", Refused),
    (r"\\server\share\key.E", Refused),
    (r"\\?\UNC\server\share\key.E", Refused),
    (r"\\?\C:\secret\key.E", Refused),
    (r"\\.\PhysicalDrive0\key.E", Refused),
    ("//./pipe/key.E", Refused),
    ("file://@/secret/key.E", Refused),
    ("FILE:///@/secret/key.E", Refused),
    ("http://example.org/key.E", Refused),
    ("smb://server/share/key.E", Refused),
    // Other systems' drives and devices.
    (r"C:\secret\key.E", Refused),
    ("C:key.E", Refused),
    ("c:/../secret/key.E", Refused),
    ("nul.E", Refused),
    ("NUL", Refused),
    ("aux/key.E", Refused),
    ("sub/com1/key.E", Refused),
    ("lpt9.key.E", Refused),
    ("con .E", Refused),
    // Names that some systems shorten, and text that other programs expand.
    ("inside.E.", Refused),
    ("sub./deep.E", Refused),
    ("... /key.E", Refused),
    (".../key.E", Refused),
    (".. /secret/key.E", Refused),
    ("inside.E\0", Refused),
    ("..\0/secret/key.E", Refused),
    ("key.E:stream", Refused),
    ("%2e%2e/secret/key.E", Refused),
    ("..%2fsecret%2fkey.E", Refused),
    ("~/key.E", Refused),
    ("$HOME/key.E", Refused),
    ("%USERPROFILE%/key.E", Refused),
    ("..／secret／key.E", Refused),
];

/// The same for URIs, in which `%` and two digits stand for a byte. They are decoded once.
const ENCODED: &[(&str, Wanted)] = &[
    ("inside%2eE", Opened("inside.E")),
    ("%69nside.E", Opened("inside.E")),
    ("sub%2fdeep.E", Opened("sub/deep.E")),
    ("sub%5Cdeep.E", Opened("sub/deep.E")),
    ("%2e%2e/model/%2e/sub/deep.E", Opened("sub/deep.E")),
    ("link%5Fin.E", Opened("sub/deep.E")),
    ("%2e%2e/secret/key.E", Asked("../secret")),
    ("%2E%2E/secret/key.E", Asked("../secret")),
    (".%2e/secret/key.E", Asked("../secret")),
    ("..%2fsecret%2Fkey.E", Asked("../secret")),
    ("..%5csecret%5Ckey.E", Asked("../secret")),
    ("%2e%2e%2f%73ecret%2fkey%2eE", Asked("../secret")),
    ("sub/%2e%2e%2f%2e%2e%2fsecret/key.E", Asked("../secret")),
    ("link%5fout.E", Asked("../secret")),
    ("folder%5Fout%2Fkey.E", Asked("../secret")),
    ("%2Fetc%2Fkey.E", Asked("/etc")),
    // Decoded twice they would lead out.
    ("%252e%252e/secret/key.E", Refused),
    ("%252e%252e%252fsecret%252fkey.E", Refused),
    ("..%252fsecret%252fkey.E", Refused),
    // These decode to no path that is ever followed.
    ("%2fdev%2fzero", Refused),
    ("%2Fproc%2Fself%2Fenviron", Refused),
    ("%2f%2fserver%2fshare%2fkey.E", Refused),
    ("%5c%5cserver%5cshare%5ckey.E", Refused),
    ("%5C%5C%3F%5CC%3A%5Csecret%5Ckey.E", Refused),
    ("C%3A%5Csecret%5Ckey.E", Refused),
    ("http%3A%2F%2Fexample.org%2Fkey.E", Refused),
    ("file%3a//@/secret/key.E", Refused),
    ("file:///@/secret/key.E", Refused),
    ("http://example.org/key.E", Refused),
    ("n%75l.E", Refused),
    ("inside.E%00", Refused),
    ("%00../secret/key.E", Refused),
    ("pip%65.E", Refused),
    ("%2e%2e", Refused),
    // No text, or no code.
    ("%ff%fe/key.E", Refused),
    ("%c0%ae%c0%ae/secret/key.E", Refused),
    ("%u002e%u002e/secret/key.E", Refused),
    ("%2/secret/key.E", Refused),
];

/// The model's folder and a secret beside it, with links of all kinds between them.
fn lay_out(root: &Path, ending: &str) {
    let model = root.join("model");
    for folder in ["model/sub", "secret/deeper", &format!("model/folder.{ending}")] {
        std::fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    for file in [
        "model/inside",
        "model/sub/deep",
        "secret/key",
        "secret/deeper/key",
        "key",
    ] {
        std::fs::write(root.join(format!("{file}.{ending}")), b"bytes").expect("writable");
    }
    let deep = format!("sub/deep.{ending}");
    let key = format!("../secret/key.{ending}");
    let absolute = |path: &str| model.join(path).to_string_lossy().into_owned();
    let secret = root.join(format!("secret/key.{ending}")).to_string_lossy().into_owned();
    for (link, target) in [
        ("link_in.E", deep.clone()),
        ("link_absolute.E", absolute(&deep)),
        ("chain_in.E", format!("./sub/../link_in.{ending}")),
        ("folder_in", "sub".into()),
        ("link_out.E", key.clone()),
        ("link_out_absolute.E", secret),
        ("chain_out.E", format!("sub/../link_out.{ending}")),
        ("folder_out", "../secret".into()),
        ("sub/folder_up", "../..".into()),
        ("link_nowhere.E", "../nowhere/key".into()),
        ("loop.E", format!("loop.{ending}")),
        ("zero.E", "/dev/zero".into()),
        ("environ.E", "/proc/self/environ".into()),
        ("pipe_link.E", format!("pipe.{ending}")),
    ] {
        symlink(target, model.join(link.replace('E', ending))).expect("a link");
    }
    let pipe = model.join(format!("pipe.{ending}"));
    let made = std::process::Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("mkfifo is there");
    assert!(made.success());
}

fn scene(kind: Kind, stored: &str) -> Scene {
    // A scene root is the folder of the path; what is named in it is the rest.
    let (root, path) = match stored.rsplit_once(['/', '\\']) {
        Some((root, path)) if kind == Kind::SceneRoot => (Some(root.to_owned()), path),
        _ => (None, stored),
    };
    Scene {
        metadata: Metadata {
            scene_root: root,
            ..Metadata::default()
        },
        references: match kind {
            Kind::SubShape | Kind::ShapeTexture => References::OwnFolder,
            _ => References::SceneRoot,
        },
        instances: vec![Instance {
            name: "".into(),
            path: path.into(),
            placement: Transform::IDENTITY,
            offset: 0,
        }],
        ..Scene::default()
    }
}

/// Path of the file that `stored` brings, read to its end.
fn open(kind: Kind, stored: &str, reach: &Reach) -> Option<PathBuf> {
    let scene = scene(kind, stored);
    let found: Result<ReachedFile, String> = match kind {
        Kind::Texture | Kind::ShapeTexture => TextureSearch::new(reach).for_scene(&scene).find(stored),
        Kind::Instance | Kind::SceneRoot | Kind::SubShape => {
            InstanceSearch::new(reach, &scene).find(&scene.instances[0].path)
        }
        Kind::Buffer => {
            let read = Beside::new(reach).read(stored, u64::MAX);
            assert!(read.as_ref().is_ok_and(|bytes| **bytes == *b"bytes") || read.is_err());
            // It says its bytes, not its place: the name tells.
            return read.ok().map(|_| match stored.contains("inside") {
                true => reach.folder().join("inside.bin"),
                false => reach.folder().join("sub/deep.bin"),
            });
        }
        Kind::GltfBuffer => {
            let images = serde_json::json!([{ "bufferView": 0, "mimeType": "image/png" }]);
            let scene = gltf(stored, images, reach)?;
            let bytes = scene.embedded.get(&TextureIndex::new(0))?;
            assert_eq!(bytes.iter().collect::<Vec<u8>>(), b"bytes", "{stored:?}");
            return Some(match stored.contains("side") {
                true => reach.folder().join("inside.bin"),
                false => reach.folder().join("sub/deep.bin"),
            });
        }
        Kind::GltfImage => {
            let scene = gltf("inside.png", serde_json::json!([{ "uri": stored }]), reach)?;
            let search = TextureSearch::new(reach)
                .for_scene(&scene)
                .find(scene.textures.first()?);
            search.inspect_err(|reason| assert!(!reason.is_empty()))
        }
    };
    let found = found.ok()?;
    assert_eq!(*found.read(100).expect("readable"), *b"bytes", "{kind:?} {stored:?}");
    Some(found.path().to_path_buf())
}

/// A glTF file with one material whose colour map is the first of `images`, and with `buffer` as a buffer of 5 bytes.
fn gltf(buffer: &str, images: serde_json::Value, reach: &Reach) -> Option<Scene> {
    let document = serde_json::json!({
        "asset": { "version": "2.0" },
        "nodes": [{}],
        "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
        "textures": [{ "source": 0 }],
        "images": images,
        "bufferViews": [{ "buffer": 0, "byteLength": 5 }],
        "buffers": [{ "uri": buffer, "byteLength": 5 }],
    });
    let request = Request {
        side_files: &Beside::new(reach),
        ..Request::alone("crafted")
    };
    let import = formats::import(document.to_string().into_bytes().into(), &request);
    import.ok().map(|import| import.scene)
}

#[test]
fn nothing_outside_is_touched_whatever_the_kind_and_the_spelling() {
    assert!(hold(&KINDS, SPELLINGS) > 400);
}

#[test]
fn percent_signs_are_decoded_before_a_path_is_judged() {
    assert_eq!(hold(&URI_KINDS, ENCODED), 2 * ENCODED.len());
}

/// Looks each of `spellings` up as each of `kinds`; how many cases that were.
fn hold(kinds: &[(Kind, &str)], spellings: &[(&str, Wanted)]) -> usize {
    let mut cases = 0;
    for (kind, ending) in kinds.iter().copied() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let root = root.path().canonicalize().expect("it exists");
        lay_out(&root, ending);
        let model = root.join("model");
        for (spelling, wanted) in spellings {
            let stored = spelling
                .replace('@', &root.to_string_lossy())
                .replace(".E", &format!(".{ending}"))
                .replace("2eE", &format!("2e{ending}"));
            // Without a root there is only the folder itself.
            if kind == Kind::SceneRoot && !stored.contains(['/', '\\']) {
                continue;
            }
            cases += 1;
            let case = format!("{kind:?} {stored:?}");
            let reach = Reach::of(&model.join("model.x"), &Allowance::default());
            system::asked();
            let opened = open(kind, &stored, &reach);
            for asked in system::asked() {
                assert!(asked.starts_with(&model), "{case}: asked about {}", asked.display());
            }
            let outside = reach.outside();
            let asks: Vec<&str> = outside.iter().map(|one| one.shown.as_str()).collect();
            match wanted {
                Opened(path) => {
                    assert_eq!(opened, Some(model.join(path.replace('E', ending))), "{case}");
                    assert_eq!(asks, [""; 0], "{case}");
                }
                Asked(folder) => {
                    assert_eq!(opened, None, "{case}");
                    assert_eq!(asks, [*folder], "{case}");
                }
                Refused => {
                    assert_eq!(opened, None, "{case}");
                    // Bare names of textures mean the folder above a shape, too.
                    let is_above = asks == [".."] && kind == Kind::ShapeTexture;
                    assert!(asks.is_empty() || is_above, "{case}: {asks:?}");
                }
            }
        }
    }
    cases
}

/// A file that was found is looked at again when it is opened.
#[test]
fn what_is_swapped_after_it_was_found_is_not_read() {
    type Swap = fn(&Path, &Path);
    let swaps: [(&str, Swap); 4] = [
        ("a link in its place", |model, secret| {
            std::fs::remove_file(model.join("sub/deep.png")).expect("removable");
            symlink(secret.join("key.png"), model.join("sub/deep.png")).expect("a link");
        }),
        ("a link in its folder's place", |model, secret| {
            std::fs::rename(model.join("sub"), model.join("gone")).expect("movable");
            std::fs::write(secret.join("deep.png"), b"secret").expect("writable");
            symlink(secret, model.join("sub")).expect("a link");
        }),
        ("a pipe", |model, _| {
            std::fs::remove_file(model.join("sub/deep.png")).expect("removable");
            std::fs::rename(model.join("pipe.png"), model.join("sub/deep.png")).expect("movable");
        }),
        ("a folder", |model, _| {
            std::fs::remove_file(model.join("sub/deep.png")).expect("removable");
            std::fs::create_dir(model.join("sub/deep.png")).expect("a folder");
        }),
    ];
    for (what, swap) in swaps {
        let root = tempfile::tempdir().expect("a temporary folder");
        lay_out(root.path(), "png");
        let model = root.path().join("model");
        let reach = Reach::of(&model.join("model.x"), &Allowance::default());
        let found = TextureSearch::new(&reach).find("sub/deep.png").expect("it is there");
        swap(&model, &root.path().join("secret"));
        assert!(found.read(100).is_err(), "{what}");
    }
}

/// Leave is for the folder whose files asked, for what was there then, and for nothing around it.
#[test]
fn leave_holds_for_one_folder_and_one_place() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let root = root.path().canonicalize().expect("it exists");
    lay_out(&root, "png");
    std::fs::write(root.join("secret/only.png"), b"bytes").expect("writable");
    let finds = |folder: &str, stored: &str, allowance: &Allowance| {
        let reach = Reach::of(&root.join(folder).join("model.x"), allowance);
        TextureSearch::new(&reach).find(stored).is_ok()
    };
    let reach = Reach::of(&root.join("model/model.x"), &Allowance::default());
    assert!(TextureSearch::new(&reach).find("../SECRET/key.png").is_err());
    let wishes: Vec<_> = reach.outside().iter().map(Wish::from).collect();
    let (consents, missing) = super::consents(&wishes);
    assert_eq!(
        (consents.len(), missing.len()),
        (1, 0),
        "another letter case is the same folder"
    );
    let allowed = Allowance {
        consents,
        ..Allowance::default()
    };
    for (folder, stored, wanted) in [
        ("model", "../secret/key.png", true),
        ("model", "../SECRET/key.png", true),
        ("model", "folder_out/key.png", true),
        ("model", "../secret/deeper/key.png", true),
        ("model", "../key.png", false),
        ("model/sub", "../../secret/key.png", false),
        (".", "secret/key.png", true),
        ("secret/deeper", "../only.png", false),
    ] {
        assert_eq!(finds(folder, stored, &allowed), wanted, "{folder} {stored}");
    }
    // A folder that has become a link since is another place.
    std::fs::rename(root.join("secret"), root.join("elsewhere")).expect("movable");
    symlink(root.join("elsewhere"), root.join("secret")).expect("a link");
    assert!(!finds("model", "../secret/key.png", &allowed));
    let gone = [Wish {
        of: "/nowhere".into(),
        folder: root.join("none").to_string_lossy().into_owned(),
    }];
    assert_eq!(super::consents(&gone).1.len(), 1);
}

/// Files dropped together may name one another; the rest of their folders stays closed.
#[test]
fn what_came_with_the_same_drop_is_read() {
    let root = tempfile::tempdir().expect("a temporary folder");
    lay_out(root.path(), "bin");
    std::fs::write(root.path().join("secret/other.bin"), b"bytes").expect("writable");
    let model = root.path().join("model/model.gltf");
    let together = Allowance {
        files: vec![model.clone(), root.path().join("secret/key.bin")].into(),
        ..Allowance::default()
    };
    let reach = Reach::of(&model, &together);
    assert!(Beside::new(&reach).read("../secret/key.bin", 100).is_ok());
    assert!(Beside::new(&reach).read("../secret/other.bin", 100).is_err());
    assert!(
        Beside::new(&Reach::of(&model, &Allowance::default()))
            .read("../secret/key.bin", 100)
            .is_err()
    );
}
