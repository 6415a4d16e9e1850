//! Shares of a network: a file that the user opens from one may read its own folder there; whatever a file names, none is ever
//! touched on its behalf.
//!
//! Wine looks for shares in a folder of its own (`dosdevices/unc/SERVER/SHARE`), so one is made there. It knows the real path of
//! a file on it by the drive that holds it, as Windows does for a share that is a folder of the same machine.

use crate::program::Folder;
use crate::{assert_windows, watched};
use castview::formats::cast::{NodeDraft, NodeKind};
use serde_json::{Value, json};
use std::path::PathBuf;

const SHARE: &str = "stuff";

/// A server whose one share is a folder of this machine; gone with its owner.
struct Server {
    name: String,
    folder: PathBuf,
}

impl Server {
    fn new(shared: &Folder) -> Self {
        let prefix = std::env::var_os("WINEPREFIX").expect("cargo xtask test-windows sets it");
        let name = format!("castview-{}-{:?}", std::process::id(), std::thread::current().id());
        let name: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
        let folder = PathBuf::from(prefix).join("dosdevices/unc").join(&name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::os::unix::fs::symlink(shared.at(""), folder.join(SHARE)).expect("a link");
        Self { name, folder }
    }

    /// `\\server\share\path`.
    fn path(&self, path: &str) -> String {
        format!(r"\\{}\{SHARE}\{path}", self.name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A folder that stays is in the way of nothing.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A model with a texture of each of `paths`.
fn textured(paths: &[String]) -> NodeDraft {
    let materials = (1..).zip(paths).map(|(index, path)| {
        let file = NodeDraft::new(NodeKind::File).hash(1000 + index).string("p", path);
        NodeDraft::new(NodeKind::Material)
            .hash(index)
            .string("n", &format!("row {index}"))
            .u64s("albedo", &[1000 + index])
            .child(file)
    });
    NodeDraft::new(NodeKind::Model).children(materials)
}

fn instance(path: &str) -> NodeDraft {
    NodeDraft::new(NodeKind::Instance)
        .string("n", "prop")
        .u64s("rf", &[7])
        .vec3s("p", &[[0.0; 3]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(NodeDraft::new(NodeKind::File).hash(7).string("p", path))
}

#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn a_file_opened_from_a_share_reads_its_own_folder_there() {
    assert_windows();
    let folder = Folder::new();
    let server = Server::new(&folder);
    let rows = [
        (r"tex\body.png".to_owned(), Some("tex/body.png")),
        ("TEX/BODY.PNG".into(), Some("tex/body.png")),
        (server.path(r"models\tex\body.png"), Some("tex/body.png")),
        (server.path(r"MODELS\tex\body.png").to_uppercase(), Some("tex/body.png")),
        (server.path(r"else\..\models\bare.png"), Some("bare.png")),
        (server.path("bare.png"), Some("bare.png")),
        // Beside the model's folder on the same share, on another share, on another server.
        (server.path(r"else\secret.png"), None),
        (server.path("secret.png"), None),
        (format!(r"\\{}\other\secret.png", server.name), None),
        (r"\\server\share\secret.png".into(), None),
        (format!(r"\\?\UNC\{}\{SHARE}\models\tex\body.png", server.name), None),
        (r"..\else\secret.png".into(), None),
    ];
    folder
        .put("models/tex/body.png", b"not looked into")
        .put("models/bare.png", b"not looked into")
        .put("else/secret.png", b"not looked into")
        .put("secret.png", b"not looked into")
        .cast("models/model.cast", [textured(&rows.clone().map(|(stored, _)| stored))]);
    let (ran, log) = watched::run(&folder, &["info", "--json", &server.path(r"models\model.cast")]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let info = &ran.json()[0];
    let listed = info["models"][0]["materials"].as_array().expect("a list");
    assert_eq!(listed.len(), rows.len());
    for (material, (stored, wanted)) in listed.iter().zip(&rows) {
        let found = material["slots"][0]["found"]
            .as_str()
            .map(|path| path.replace('\\', "/"));
        let is_right = match (&found, wanted) {
            (None, None) => true,
            (Some(found), Some(wanted)) => found.ends_with(&format!("/models/{wanted}")),
            _ => false,
        };
        assert!(is_right, "{stored}: found {found:?}, wanted {wanted:?}");
    }
    assert!(
        !log.about(&server.name).is_empty(),
        "the log shows the share that was opened"
    );
    for part in ["secret", r"\\other", r"\\server"] {
        assert_eq!(log.about(part), Vec::<&str>::new(), "these were touched");
    }
}

/// The share is there, so that touching it would succeed.
#[test]
#[ignore = "needs the program for Windows: cargo xtask test-windows"]
fn no_kind_of_reference_touches_a_share() {
    assert_windows();
    let folder = Folder::new();
    let server = Server::new(&folder);
    let unc = |name: &str| server.path(name);
    let slashes = |name: &str| unc(name).replace('\\', "/");
    let gltf = |buffer: &str, image: &str| {
        let document = json!({
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
            "textures": [{"source": 0}],
            "images": [{"uri": image}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"uri": buffer, "byteLength": 36}],
        });
        document.to_string().into_bytes()
    };
    let root = |path: &str| NodeDraft::new(NodeKind::Metadata).string("sr", path);
    folder
        .put("secret.png", b"not looked into")
        .put("secret.bin", &[0; 36])
        .put("models/own.bin", &[0; 36])
        .cast("secret.cast", [textured(&[])])
        .cast(
            "models/texture.cast",
            [textured(&[unc("secret.png"), slashes("secret.png")])],
        )
        .cast(
            "models/instance.cast",
            [instance(&unc("secret.cast")), instance(&slashes("secret.cast"))],
        )
        .cast("models/root.cast", [root(&unc("")), instance("secret.cast")])
        .cast("models/slashes.cast", [root(&slashes("")), instance("secret.cast")])
        .put("models/buffer.gltf", &gltf(&unc("secret.bin"), ""))
        .put("models/slashes.gltf", &gltf(&slashes("secret.bin"), ""))
        .put(
            "models/escaped.gltf",
            &gltf(&unc("secret.bin").replace('\\', "%5C"), ""),
        )
        .put("models/url.gltf", &gltf(&format!("file:{}", slashes("secret.bin")), ""))
        .put(
            "models/image.gltf",
            &gltf("own.bin", &unc("secret.png").replace('\\', "%5c")),
        );
    let mut names: Vec<String> = std::fs::read_dir(folder.at("models"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.ends_with(".bin"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 9);
    for name in &names {
        let path = format!("models/{name}");
        for words in [&["info", &*path][..], &["convert", &path, "-o", "out.glb"]] {
            let (ran, log) = watched::run(&folder, words);
            let case = format!("{words:?}: {}", ran.stderr);
            assert!(!log.about(name).is_empty(), "{case}: Wine's log is empty");
            for part in ["secret", &server.name, "unc\\"] {
                assert_eq!(log.about(part), Vec::<&str>::new(), "{case}");
            }
            // Nor is anybody asked about a share.
            assert!(!ran.stderr.contains("--allow"), "{case}");
        }
    }
    // The trap works: the share can be read, and the log shows it.
    let (ran, log) = watched::run(&folder, &["info", "--json", &server.path("secret.cast")]);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    assert_eq!(
        ran.json()[0]["models"],
        Value::Array(vec![ran.json()[0]["models"][0].clone()])
    );
    assert!(!log.about(&server.name).is_empty());
}
