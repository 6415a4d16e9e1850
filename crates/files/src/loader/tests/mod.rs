//! The loader driven by hand: its messages, their order, and its memory.

mod ahead_images;
mod awaited;
mod drops;
mod full_size;
mod prefetch;

use super::*;
use crate::location_of;
use castview_formats::cast::{NodeDraft, NodeKind, write};
use castview_picture::opened::{Elsewhere, FoundFile, Lacking, NamedPath, OpenedFile, Target, TextureState, wishes};
use std::time::Duration;

/// A model of one triangle whose material names `texture`.
fn model_file(texture: &str) -> Vec<u8> {
    model_with(&[("albedo", texture)])
}

/// The same with a texture for each of these slots.
fn model_with(textures: &[(&str, &str)]) -> Vec<u8> {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[7]);
    let mut material = NodeDraft::new(NodeKind::Material)
        .hash(7)
        .string("n", "skin")
        .string("t", "pbr");
    for ((slot, texture), hash) in textures.iter().zip(8..) {
        let file = NodeDraft::new(NodeKind::File).hash(hash).string("p", texture);
        material = material.u64s(slot, &[hash]).child(file);
    }
    let model = NodeDraft::new(NodeKind::Model)
        .string("n", "body")
        .child(mesh)
        .child(material);
    write(&[NodeDraft::new(NodeKind::Root).child(model)])
}

fn png() -> Vec<u8> {
    png_of(1)
}

/// With so many texels on a side.
fn png_of(side: u32) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut out,
        &[9, 8, 7, 255].repeat((side * side) as usize),
        side,
        side,
        image::ColorType::Rgba8,
        image::ImageFormat::Png,
    )
    .expect("written to memory");
    out.into_inner()
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// The location of a new file in it.
    fn put(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        std::fs::write(&path, bytes).expect("writable");
        path.to_string_lossy().into_owned()
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }
}

fn next(loader: &Loader) -> Arrival {
    loader.wait(Duration::from_secs(60)).expect("the loader answers")
}

/// The files of the next batch, and the failures before it.
fn batch(loader: &Loader) -> (Vec<OpenedFile>, Vec<String>) {
    let mut failures = Vec::new();
    loop {
        match next(loader) {
            Arrival::Loaded { files, .. } => return (files, failures),
            Arrival::Failed { name, message, .. } => failures.push(format!("{name}: {message}")),
            Arrival::Progress { progress, .. } => assert!((0.0..=1.0).contains(&progress)),
            Arrival::Folder { opens, .. } => assert!(opens),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_batch_brings_its_files_in_order_then_their_textures() {
    let folder = Folder::new();
    folder.put("tex/skin.png", &png());
    let good = folder.put("good.cast", &model_file("tex\\skin.png"));
    let bad = folder.put("bad.cast", b"no cast file at all");
    let empty = folder.put("empty.cast", &write(&[NodeDraft::new(NodeKind::Root)]));
    let mut loader = Loader::new(|| ());
    loader.load(4, &[good, bad, folder.at("none.cast"), empty], &[], Placement::Add);
    let (files, failures) = batch(&loader);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["good.cast", "empty.cast"]);
    assert!(
        failures[0].starts_with("bad.cast: ") && failures[1].contains("no such file"),
        "{failures:?}"
    );
    assert_ne!(files[0].key, files[1].key);
    assert_eq!(files[0].textures[0].state, TextureState::Loading);
    let Arrival::Texture {
        file, texture, state, ..
    } = next(&loader)
    else {
        panic!("a texture");
    };
    assert_eq!((file, texture.get()), (files[0].key, 0));
    assert!(
        matches!(state, TextureState::Ready(image) if image.texels().is_some_and(|image| image.rgba == [9, 8, 7, 255]))
    );
}

/// Its files are listed then, not opened.
#[test]
fn a_folder_with_many_files_opens_none_of_them() {
    let folder = Folder::new();
    for at in 0..=crate::OPENED_TOGETHER {
        folder.put(&format!("many/{at}.cast"), &model_file("skin.png"));
    }
    let mut loader = Loader::new(|| ());
    loader.load(1, &[folder.at("many")], &[], Placement::Replace);
    let told = next(&loader);
    let location = folder.at("many");
    assert_eq!(told, Arrival::Folder { location, opens: false });
    assert_eq!(batch(&loader), (Vec::new(), Vec::new()));
}

#[test]
fn a_folder_alone_opens_its_cast_files_and_beside_others_lends_its_textures() {
    let folder = Folder::new();
    folder.put("models/b.cast", &model_file("skin.png"));
    folder.put("models/a.CAST", &model_file("skin.png"));
    folder.put("models/c.txt", b"");
    folder.put("elsewhere/deep/skin.png", &png());
    let mut loader = Loader::new(|| ());
    loader.load(1, &[folder.at("models")], &[], Placement::Replace);
    let (files, failures) = batch(&loader);
    assert_eq!(failures, [""; 0]);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["a.CAST", "b.cast"]);
    assert!(matches!(files[0].textures[0].state, TextureState::Missing(_)));

    // A folder of textures dropped later serves the files that are open, by the user's choice.
    loader.load(2, &[folder.at("elsewhere")], &[], Placement::Replace);
    let keys: Vec<FileKey> = files.iter().map(|file| file.key).collect();
    assert_eq!(next(&loader), Arrival::Lent(keys.clone()));
    assert_eq!(batch(&loader), (Vec::new(), Vec::new()));
    let (found, used) = found(&loader);
    assert!(used);
    assert_eq!(found.iter().map(|image| image.file).collect::<Vec<_>>(), keys);
    assert!(found.iter().all(|image| image.location.ends_with("skin.png")));

    // And is no more than an offer to files that come later.
    let late = folder.put("late.cast", &model_file("skin.png"));
    loader.load(3, &[late], &[], Placement::Add);
    let (late, _) = batch(&loader);
    assert!(
        is_offered(&late[0], "elsewhere/deep/skin.png"),
        "{:?}",
        late[0].textures
    );
}

/// Images of a drop for textures that open files lack.
fn found(loader: &Loader) -> (Vec<FoundFile>, bool) {
    match next(loader) {
        Arrival::Found { found, used } => (found, used),
        other => panic!("{other:?}"),
    }
}

/// The file lacks its texture, and this image is offered for it.
fn is_offered(file: &OpenedFile, image: &str) -> bool {
    let entry = &file.textures[0];
    let is_this =
        matches!(&entry.elsewhere, Elsewhere::Offered(location) if location.replace('\\', "/").ends_with(image));
    is_this && matches!(entry.state, TextureState::Missing(_))
}

/// The side of the next texture that arrives.
fn next_side(loader: &Loader) -> u32 {
    loop {
        if let Arrival::Texture { state, .. } = next(loader) {
            let TextureState::Ready(image) = state else {
                panic!("{state:?}")
            };
            return image.size()[0];
        }
    }
}

/// A machine on which one picture of 512 on a side has room, and not two.
#[test]
fn a_drop_finds_the_room_that_is_left_by_what_is_open() {
    let folder = Folder::new();
    let mut large = std::io::Cursor::new(Vec::new());
    let texels = vec![9; 512 * 512];
    let (color, format) = (image::ColorType::L8, image::ImageFormat::Png);
    image::write_buffer_with_format(&mut large, &texels, 512, 512, color, format).expect("written to memory");
    let [one, two] = ["one", "two"].map(|name| {
        folder.put(&format!("{name}/skin.png"), large.get_ref());
        folder.put(&format!("{name}/a.cast"), &model_file("skin.png"))
    });
    let mut open: Vec<OpenedFile> = Vec::new();
    let mut loader = Loader::new(|| ()).with_memory(6_000_000);
    for (file, placement, side) in [
        (&one, Placement::Replace, 512),
        (&two, Placement::Add, 128),
        (&two, Placement::Replace, 512),
    ] {
        loader.load(1, std::slice::from_ref(file), &[], placement);
        open.extend(batch(&loader).0);
        assert_eq!(next_side(&loader), side, "{placement:?}");
        if side < 512 {
            assert!(matches!(next(&loader), Arrival::TexturesReduced(_)));
        }
    }
    // Closed files leave their room to others.
    open.clear();
    loader.load(2, std::slice::from_ref(&one), &[], Placement::Add);
    open.extend(batch(&loader).0);
    assert_eq!(next_side(&loader), 512);
    // Once more: only as much as it needs to be counted anew.
    loader.load(3, &[one], &[open[0].key], Placement::Reload);
    let again = batch(&loader).0;
    assert_eq!((next_side(&loader), again.len()), (512, 1));
}

/// A file outside is asked for, read when that is allowed, remembered, and no longer read when it is taken back.
#[test]
fn what_is_allowed_is_read_at_once_and_taken_back_later() {
    let folder = Folder::new();
    folder.put("tex/skin.png", &png());
    let model = folder.put("models/a.cast", &model_file("../tex/skin.png"));
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&model), &[], Placement::Replace);
    let (files, _) = batch(&loader);
    assert!(matches!(files[0].textures[0].state, TextureState::Missing(_)));
    assert_eq!(files[0].outside.len(), 1);
    loader.allow(wishes(&files[0].outside));
    loader.load(2, std::slice::from_ref(&model), &[files[0].key], Placement::Reload);
    let Arrival::Allowed(given) = next(&loader) else {
        panic!("leave is told first");
    };
    let (files, _) = batch(&loader);
    assert_eq!((files[0].outside.len(), given.len()), (0, 1));
    assert!(matches!(
        next(&loader),
        Arrival::Texture {
            state: TextureState::Ready(_),
            ..
        }
    ));
    // A command about that file has to say it; one about files of another folder does not.
    let elsewhere = path_of(&folder.put("other/a.cast", &model_file("")));
    let named = |files: &[PathBuf]| -> Vec<PathBuf> {
        let folders = loader.allowance().folders_for(files).into_iter();
        folders.filter_map(|folder| folder.canonicalize().ok()).collect()
    };
    let tex = path_of(&folder.put("tex/b.png", &png()));
    let tex = tex.canonicalize().expect("it is there");
    let tex = tex.parent().expect("a folder").to_path_buf();
    assert_eq!(named(&[path_of(&model)]), std::slice::from_ref(&tex));
    assert_eq!(named(&[elsewhere.clone(), path_of(&model)]), [tex]);
    assert!(named(&[elsewhere]).is_empty());
    // Another run remembers it; one from which it was taken does not.
    for (remembered, asks) in [(given, 0), (Vec::new(), 1)] {
        let mut later = Loader::new(|| ());
        later.set_consents(remembered);
        later.load(1, std::slice::from_ref(&model), &[], Placement::Replace);
        assert_eq!(batch(&later).0[0].outside.len(), asks);
    }
    // A file that cannot be opened without it comes back with the button.
    let broken = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"../data/b.bin","byteLength":36}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}"#;
    let broken = folder.put("models/b.gltf", broken.as_bytes());
    loader.load(3, &[broken], &[], Placement::Add);
    loop {
        match next(&loader) {
            Arrival::Failed { retry, .. } => {
                let retry = retry.expect("a way to open it");
                assert_eq!((retry.label, retry.wishes.len()), ("Allow", 1));
                break;
            }
            Arrival::Progress { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_file_is_read_as_it_was_decided_whenever_it_is_read_again() {
    let folder = Folder::new();
    let location = folder.put("a.cast", &model_file(""));
    let options = |text| Options::parse(text).expect("good");
    let mut loader = Loader::new(|| ());
    loader.read_all_as(options("a=1"));
    let read = |loader: &mut Loader, keys: &[FileKey]| {
        loader.load(1, std::slice::from_ref(&location), keys, Placement::Reload);
        batch(loader).0.remove(0)
    };
    let first = read(&mut loader, &[]);
    assert_eq!(first.decided.options, options("a=1"));
    loader.read_as(first.key, options("b=2"));
    for _ in 0..2 {
        assert_eq!(read(&mut loader, &[first.key]).decided.options, options("b=2"));
    }
    let other = read(&mut loader, &[]);
    assert_eq!(other.decided.options, options("a=1"));
    // A Cast file has no choices: that is said.
    assert_eq!(other.diagnostics.count("I1"), 1);
}

#[test]
fn a_file_that_requires_what_nobody_knows_comes_back_with_a_way_to_open_it() {
    let folder = Folder::new();
    let text =
        br#"{"asset": {"version": "2.0"}, "extensionsUsed": ["ACME_shape"], "extensionsRequired": ["ACME_shape"]}"#;
    let location = folder.put("a.gltf", text);
    let other = folder.put("b.cast", &model_file(""));
    let mut loader = Loader::new(|| ());
    loader.load(1, &[location.clone(), other], &[], Placement::Replace);
    let retry = loop {
        match next(&loader) {
            Arrival::Failed { retry, .. } => break retry.expect("a way"),
            Arrival::Loaded { .. } => panic!("it was refused"),
            _ => {}
        }
    };
    assert_eq!(
        (&retry.location, retry.placement),
        (&location, Placement::Add),
        "beside b.cast"
    );
    assert_eq!(batch(&loader).0.len(), 1);
    loader.read_as(retry.file, retry.options);
    loader.load(2, &[retry.location], &[retry.file], retry.placement);
    let (files, failures) = batch(&loader);
    assert_eq!(failures, [""; 0]);
    assert_eq!(files[0].key, retry.file);
    let choice = &files[0].decided.choices[0];
    assert_eq!((choice.key, choice.chosen.as_str()), ("extensions", "ignore"));
    assert_eq!(files[0].diagnostics.count("I1"), 0);
}

#[test]
fn reloading_keeps_a_files_key() {
    let folder = Folder::new();
    let location = folder.put("a.cast", &model_file(""));
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&location), &[], Placement::Replace);
    let (first, _) = batch(&loader);
    let key = first[0].key;
    for (placement, keys, same) in [(Placement::Reload, &[key][..], true), (Placement::Add, &[], false)] {
        loader.load(2, std::slice::from_ref(&location), keys, placement);
        let (again, _) = batch(&loader);
        assert_eq!(again[0].key == key, same, "{placement:?}");
    }
}

/// Everything up to the end of the batch: files, and what was told.
fn reloaded(loader: &mut Loader, location: &str, key: FileKey) -> (usize, Vec<String>) {
    loader.load(9, &[location.to_owned()], &[key], Placement::Reload);
    let mut told = Vec::new();
    loop {
        match next(loader) {
            Arrival::Loaded { files, .. } => return (files.len(), told),
            Arrival::Warning(text) | Arrival::Error(text) | Arrival::Trouble(_, text) => told.push(text),
            Arrival::Failed { message, .. } => told.push(message),
            Arrival::Progress { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_reload_of_a_half_written_file_keeps_what_was_read() {
    let folder = Folder::new();
    let whole = model_file("");
    let location = folder.put("a.cast", &whole);
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&location), &[], Placement::Replace);
    let key = batch(&loader).0[0].key;
    for length in [20, whole.len() / 2, whole.len() - 1] {
        folder.put("a.cast", &whole[..length]);
        let (count, told) = reloaded(&mut loader, &location, key);
        assert_eq!(count, 0, "{length} bytes");
        assert!(
            told.len() == 1
                && told[0].starts_with("a.cast is not whole yet (")
                && told[0].ends_with("still showing what was read before."),
            "{length} bytes: {told:?}"
        );
    }
    // The next writing is whole.
    folder.put("a.cast", &whole);
    assert_eq!(reloaded(&mut loader, &location, key), (1, Vec::new()));
    // A folder in its place.
    std::fs::remove_file(&location).expect("ours");
    std::fs::create_dir(&location).expect("a folder");
    let (count, told) = reloaded(&mut loader, &location, key);
    assert!(
        count == 0 && told[0].starts_with("this is a folder, not a file"),
        "{told:?}"
    );
}

#[test]
fn a_file_that_was_cut_when_it_was_opened_is_shown_as_far_as_it_goes() {
    let folder = Folder::new();
    let whole = model_file("");
    let location = folder.put("a.cast", &whole[..whole.len() - 1]);
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&location), &[], Placement::Replace);
    let (files, _) = batch(&loader);
    assert!(files[0].diagnostics.is_cut());
    // Nothing better was read before.
    assert_eq!(reloaded(&mut loader, &location, files[0].key), (1, Vec::new()));
}

#[test]
fn a_file_open_twice_is_reloaded_for_each_with_its_own_textures() {
    let folder = Folder::new();
    folder.put("skin.png", &png());
    let location = folder.put("a.cast", &model_file("skin.png"));
    let twice = [location.clone(), location];
    let mut loader = Loader::new(|| ());
    loader.load(1, &twice, &[], Placement::Add);
    let (first, _) = batch(&loader);
    let keys = [first[0].key, first[1].key];
    assert_ne!(keys[0], keys[1]);
    let textured = |loader: &Loader| {
        let mut files = [next(loader), next(loader)].map(|action| match action {
            Arrival::Texture { file, .. } => file,
            other => panic!("{other:?}"),
        });
        files.sort();
        files
    };
    assert_eq!(textured(&loader), keys);
    loader.load(2, &twice, &keys, Placement::Reload);
    let (again, _) = batch(&loader);
    assert_eq!([again[0].key, again[1].key], keys);
    assert_eq!(textured(&loader), keys);
}

#[test]
fn a_new_batch_stops_the_one_before() {
    let folder = Folder::new();
    let file = folder.put("a.cast", &model_file(""));
    let many = vec![file.clone(); 200];
    let mut loader = Loader::new(|| ());
    loader.load(1, &many, &[], Placement::Replace);
    loader.load(2, &[file], &[], Placement::Replace);
    let mut counts = Vec::new();
    while counts.last() != Some(&2) {
        if let Arrival::Loaded { generation, .. } = next(&loader) {
            counts.push(generation);
        }
    }
    // The first may have been quick; it never comes after the second.
    assert!(counts == [2] || counts == [1, 2], "{counts:?}");
}

#[test]
fn everything_that_arrives_wakes() {
    use std::sync::atomic::AtomicUsize;
    let wakes = Arc::new(AtomicUsize::new(0));
    let counted = wakes.clone();
    let mut loader = Loader::new(move || {
        counted.fetch_add(1, Ordering::SeqCst);
    });
    loader.load(1, &["/nowhere/at/all.cast".into()], &[], Placement::Replace);
    let mut arrived = 0;
    while !matches!(next(&loader), Arrival::Loaded { .. }) {
        arrived += 1;
        // A result is there before its wake-up; the next one is behind it.
        assert!(wakes.load(Ordering::SeqCst) + 1 >= arrived);
    }
    assert!(arrived >= 2, "progress and the failure came first");
}

/// An image that the user names, wherever it lies, and the file's own one again.
#[test]
fn an_image_takes_the_place_of_a_texture() {
    let folder = Folder::new();
    folder.put("models/skin.png", &png());
    let model = folder.put("models/a.cast", &model_file("skin.png"));
    let other = folder.put("far/away.png", &png());
    let rubbish = folder.put("far/rubbish.png", b"no image");
    let mut loader = Loader::new(|| ());
    loader.load(1, &[model], &[], Placement::Replace);
    let (files, _) = batch(&loader);
    let Arrival::Texture {
        file,
        texture,
        location: own,
        ..
    } = next(&loader)
    else {
        panic!("a texture");
    };
    assert_eq!(file, files[0].key);
    let mut relinked = |question, location: Option<&String>| {
        loader.relink(vec![Relink {
            question,
            file,
            texture,
            location: location.cloned(),
        }]);
        match next(&loader) {
            Arrival::Relinked {
                question: answered,
                location,
                state,
                ..
            } => {
                assert_eq!(answered, question);
                (location.unwrap_or_default(), state)
            }
            other => panic!("{other:?}"),
        }
    };
    let (location, state) = relinked(1, Some(&other));
    assert!(location.ends_with("away.png") && matches!(state, TextureState::Ready(_)));
    for (location, wanted) in [
        (rubbish, "not an image"),
        (folder.at("far/none.png"), "no such file"),
        (folder.at("models/a.cast"), "not that of an image"),
        (folder.at("far"), "not that of an image"),
    ] {
        let (_, state) = relinked(2, Some(&location));
        assert!(
            matches!(&state, TextureState::Broken(why) if !why.is_empty()),
            "{wanted}: {state:?}"
        );
    }
    let (location, state) = relinked(3, None);
    assert_eq!(Some(location), own);
    assert!(matches!(state, TextureState::Ready(_)));
}

/// The window tells it as `castview validate` does.
#[test]
fn colors_that_nothing_shows_are_told_with_the_file() {
    let mesh = |colors: bool| {
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2]);
        let mesh = if colors {
            mesh.uints("cl", &[1]).u32s("c0", &[7; 3])
        } else {
            mesh
        };
        // A material that has nothing else shows them.
        let material = NodeDraft::new(NodeKind::Material)
            .hash(7)
            .u64s("albedo", &[8])
            .child(NodeDraft::new(NodeKind::File).hash(8).string("p", "skin.png"));
        let model = NodeDraft::new(NodeKind::Model)
            .child(mesh.u64s("m", &[7]))
            .child(material);
        write(&[NodeDraft::new(NodeKind::Root).child(model)])
    };
    let folder = Folder::new();
    let locations = [
        folder.put("with.cast", &mesh(true)),
        folder.put("without.cast", &mesh(false)),
    ];
    let mut loader = Loader::new(|| ());
    loader.load(1, &locations, &[], Placement::Replace);
    let (files, _) = batch(&loader);
    let told = files.iter().map(|file| file.diagnostics.count("V1"));
    assert_eq!(told.collect::<Vec<_>>(), [1, 0]);
}
