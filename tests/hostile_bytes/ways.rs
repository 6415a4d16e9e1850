//! Broken files through more of the program than its readers: converted to another format and back, and their images through
//! the loader, as the commands do it.

use crate::files::{self, Good};
use crate::hostile::{CAST, DEFORM, GLTF, IMAGES, Random, Reader, broken_bytes};
use crate::minutes;
use castview::offline::{Beside, Conversion, ConversionTarget, FileSet, convert};
use castview::opened::TextureState;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Larger files are not converted back: the time goes to many small files.
const MOST_BYTES: u64 = 8 << 20;

/// Keeps the variant where it is found when the run ends in a panic.
fn kept(name: &str, bytes: &[u8], work: impl FnOnce()) {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    if let Err(panic) = outcome {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile.{name}"));
        std::fs::write(&path, bytes).expect("room for a file");
        println!("{name}: kept as {}", path.display());
        std::panic::resume_unwind(panic);
    }
}

fn extension(file: &Good) -> &'static str {
    match &file.bytes[..] {
        [b'c', b'a', b's', b't', ..] => "cast",
        [b'g', b'l', b'T', b'F', ..] => "glb",
        [b'{', ..] => "gltf",
        [5, ..] => "Shape",
        _ => "bin",
    }
}

/// The bytes of `source` in that format, if there is anything to write.
fn converted(source: &Path, target: ConversionTarget, to: &Path) -> Option<Vec<u8>> {
    let sources = [source.to_owned()];
    let conversion = Conversion {
        most_bytes: MOST_BYTES,
        ..Conversion::new(&sources, target, to)
    };
    Some(convert(&conversion).ok()?.bytes).filter(|bytes| bytes.len() as u64 <= MOST_BYTES)
}

/// Whatever a file was made of, it is read again without a law being broken, and so is a second file made of it.
#[test]
fn convert_there_and_back() {
    let files = files::of(DEFORM, files::SMALL);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut written = 0;
    minutes::for_a_while("convert", 800, |seed, variant| {
        let mut random = Random::new(seed, variant);
        let file = &files[random.below(files.len())];
        let bytes = minutes::broken_any(file, &mut random);
        let source = folder.path().join("source").with_extension(extension(file));
        std::fs::write(&source, &bytes).expect("room for a file");
        let order = [
            (ConversionTarget::Cast, CAST, "cast"),
            (ConversionTarget::Glb, GLTF, "glb"),
        ];
        let first = random.below(2);
        kept("convert", &bytes, || {
            let mut from = source.clone();
            for (target, reader, extension) in [order[first], order[1 - first]] {
                let to = folder.path().join(format!("written.{extension}"));
                let Some(bytes) = converted(&from, target, &to) else {
                    return;
                };
                assert!(opens(reader, &bytes), "variant {variant} of {}: {extension}", file.name);
                std::fs::write(&to, &bytes).expect("room for a file");
                written += 1;
                from = to;
            }
        });
    });
    println!("convert: {written} files written");
    assert!(written > 0);
}

/// The readers' shares are for what strangers send; here only laws count.
fn opens(reader: Reader, bytes: &[u8]) -> bool {
    reader.survives(bytes)
}

/// Broken images inside a file and beside it: each is shown or refused with a reason, and none is larger than it may be.
#[test]
fn images_through_the_loader() {
    let pictures = files::of(IMAGES, files::SMALL);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut ready, mut refused) = (0, 0);
    minutes::for_a_while("images through the loader", 1_500, |seed, variant| {
        let mut random = Random::new(seed, variant);
        let file = &pictures[random.below(pictures.len())];
        let bytes = broken_bytes(&file.bytes, &mut random);
        let mut model = files::gltf_everything();
        let view = model.view(&bytes, None);
        let inside = model.add("images", json!({"bufferView": view, "mimeType": "image/png"}));
        // By its name it is an image of light or none; what only numbers read is not made into colors.
        let name = ["beside.tga", "beside.exr", "beside.hdr"][random.below(3)];
        let beside = model.add("images", json!({"uri": name}));
        model.json["textures"] = json!([{"source": inside}, {"source": beside}]);
        model.json["materials"] = json!([{
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicRoughnessTexture": {"index": 1}},
        }]);
        if random.below(2) == 0 {
            model.json["materials"][0]["emissiveTexture"] = json!({"index": 1});
        }
        let source = folder.path().join("pictures.glb");
        std::fs::write(&source, model.glb()).expect("room for a file");
        std::fs::write(folder.path().join(name), &bytes).expect("room for a file");
        kept("loader", &bytes, || {
            let everything = Beside {
                maps: castview::offline::Maps::All,
                instances: true,
                full_size: false,
            };
            let batch = FileSet::open(std::slice::from_ref(&source), everything).expect("the model itself is good");
            for texture in batch.files.iter().flat_map(|file| &file.textures) {
                match &texture.state {
                    TextureState::Ready(_) => ready += 1,
                    TextureState::Broken(reason) | TextureState::Missing(reason) => {
                        assert!(!reason.is_empty());
                        refused += 1;
                    }
                    TextureState::Loading => panic!("variant {variant}: {} is still awaited", texture.reference),
                    TextureState::Unused => {}
                }
            }
        });
    });
    println!("images through the loader: {ready} shown, {refused} refused");
    assert!(ready > 0 && refused > 0);
}
