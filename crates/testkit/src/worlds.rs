//! Files that reference one another.

use castview_files::{self as files, Allowance, DecodeBudget, Opened};
use castview_formats::cast::{NodeDraft, NodeKind};
use castview_picture::opened::{FileKey, OpenedFile};
use std::path::Path;

/// An instance of `path` at `position`.
pub fn instance(name: &str, path: &str, position: [f32; 3]) -> NodeDraft {
    NodeDraft::new(NodeKind::Instance)
        .string("n", name)
        .u64s("rf", &[7])
        .vec3s("p", &[position])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(NodeDraft::new(NodeKind::File).hash(7).string("p", path))
}

/// A model of one triangle on a bone `hip`; its own placement moves it by 1 along z.
pub fn prop(name: &str) -> NodeDraft {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .string("n", name)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2])
        .uints("mi", &[1])
        .uints("wb", &[0, 0, 0])
        .floats("wv", &[1.0, 1.0, 1.0]);
    let bone = NodeDraft::new(NodeKind::Bone)
        .string("n", "hip")
        .vec3s("lp", &[[0.0; 3]])
        .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]]);
    NodeDraft::new(NodeKind::Model)
        .string("n", name)
        .vec3s("p", &[[0.0, 0.0, 1.0]])
        .child(NodeDraft::new(NodeKind::Skeleton).child(bone))
        .child(mesh)
}

/// The scene root.
pub fn scene_root(folder: &str) -> NodeDraft {
    NodeDraft::new(NodeKind::Metadata).string("sr", folder)
}

/// The file at `path` with everything it references.
pub fn open(path: &Path) -> OpenedFile {
    opened(path).file
}

pub fn opened(path: &Path) -> Opened {
    let mut opened = files::open_file(path, FileKey(1), &Allowance::default(), &mut |_| true).expect("opens");
    let mut last = 1;
    let mut new_key = || {
        last += 1;
        FileKey(last)
    };
    files::open_instances(&mut opened, path, &mut new_key, &mut |_, share| {
        assert!((0.0..=1.0).contains(&share));
        true
    })
    .expect("nothing stops it");
    opened
}

/// The file at `path` with all images that its materials name, at full size.
pub fn opened_with_images(path: &Path) -> OpenedFile {
    let mut opened = files::open_file(path, FileKey(1), &Allowance::default(), &mut |_| true).expect("opens");
    let room = DecodeBudget::beside(&[opened.file.scene.clone()]);
    let sources: Vec<_> = opened.wanted.iter().map(|wanted| &wanted.source).collect();
    let textures = &mut opened.file.textures;
    files::decode_all(
        &room,
        files::system_memory(),
        &sources,
        |_| false,
        |at, decoded| {
            let entry = &mut textures[opened.wanted[at].texture.get()];
            (entry.state, entry.file_bytes) = (decoded.state, decoded.file_bytes);
            entry.full_size = decoded.full_size;
            entry.parts = decoded.parts;
            true
        },
    );
    opened.file
}
