//! The demo creature and its clip, compiled into the program, so that there is something to see before any file is open.
//!
//! Made by `cargo xtask demo`; the same files lie in `assets/`.

use castview_base::core::SharedBytes;
use castview_formats::{self as formats, Request};
use castview_images as images;
use castview_picture::opened::{FileKey, OpenedFile, TextureEntry, TextureState};
use flate2::read::DeflateDecoder;
use std::io::Read;
use std::sync::Arc;

/// The keys of the demo's two files. No loader gives these: it counts upwards.
pub const DEMO_KEYS: [FileKey; 2] = [FileKey(u64::MAX - 1), FileKey(u64::MAX)];

/// The files by name: the model, then its clip.
pub fn demo_files() -> [(&'static str, Vec<u8>); 2] {
    PACKED_FILES.map(|(name, packed)| {
        let mut bytes = Vec::new();
        let read = DeflateDecoder::new(packed).read_to_end(&mut bytes);
        read.expect("build.rs packs the demo");
        (name, bytes)
    })
}

/// The files as `build.rs` packs them. No constant: each crate that uses one has its bytes once more.
static PACKED_FILES: [(&str, &[u8]); 2] = [
    ("demo.cast", include_bytes!(concat!(env!("OUT_DIR"), "/demo.cast"))),
    (
        "demo_idle.cast",
        include_bytes!(concat!(env!("OUT_DIR"), "/demo_idle.cast")),
    ),
];

/// Pictures at their paths as the demo's materials spell them.
pub static DEMO_TEXTURES: [(&str, &[u8]); 5] = [
    ("demo/eyes.png", include_bytes!("../../../assets/demo/eyes.png")),
    ("demo/face.png", include_bytes!("../../../assets/demo/face.png")),
    ("demo/fur.png", include_bytes!("../../../assets/demo/fur.png")),
    ("demo/sprout.png", include_bytes!("../../../assets/demo/sprout.png")),
    ("demo/tail.png", include_bytes!("../../../assets/demo/tail.png")),
];

/// The picture at a path as the demo's materials spell it; `None` for any other.
pub fn demo_texture(path: &str) -> Option<&'static [u8]> {
    let found = DEMO_TEXTURES.iter().find(|(name, _)| *name == path);
    found.map(|(_, bytes)| *bytes)
}

/// The demo as a batch that is ready to join a session, its textures decoded.
pub fn open_demo() -> Vec<OpenedFile> {
    let files = demo_files().into_iter().zip(DEMO_KEYS);
    files.map(|((name, bytes), key)| open(name, bytes, key)).collect()
}

fn open(name: &str, bytes: Vec<u8>, key: FileKey) -> OpenedFile {
    let bytes = SharedBytes::from(bytes);
    let import = formats::import(bytes.clone(), &Request::alone(name)).expect("the demo is a Cast file");
    let textures = import
        .scene
        .textures
        .iter()
        .map(|reference| texture(reference))
        .collect();
    OpenedFile {
        bytes,
        diagnostics: Arc::new(import.diagnostics),
        textures,
        is_demo: true,
        // It has no location: it cannot be opened again.
        ..OpenedFile::of(key, name, import.scene)
    }
}

fn texture(reference: &str) -> TextureEntry {
    let state = match demo_texture(reference).map(|bytes| images::decode(bytes, reference)) {
        Some(Ok(image)) => TextureState::Ready(Arc::new(image.into())),
        Some(Err(error)) => TextureState::Broken(error.to_string()),
        None => TextureState::Missing("not compiled in".into()),
    };
    TextureEntry {
        elsewhere: Default::default(),
        reference: reference.into(),
        location: None,
        full_size: None,
        parts: None,
        file_bytes: 0,
        state,
    }
}
