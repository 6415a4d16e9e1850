//! Missing files that come later: images, instances, buffers.

use super::*;

/// Textures that are written after the file, also into a folder that is made for them.
#[test]
fn what_comes_later_is_found_when_it_is_looked_for_again() {
    let folder = Folder::new();
    let model = folder.put("models/a.cast", &model_file("maps/skin.png"));
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&model), &[], Placement::Replace);
    let (files, _) = batch(&loader);
    let own = path_of(&folder.at("models")).canonicalize().expect("it is there");
    let has_folder = |folders: &[String], wanted: &Path| folders.iter().any(|folder| path_of(folder) == wanted);
    assert!(has_folder(&files[0].awaited, &own), "{:?}", files[0].awaited);
    // The folder comes first: it is awaited from then on.
    std::fs::create_dir(own.join("maps")).expect("made");
    loader.look_again(vec![files[0].key]);
    let Arrival::Awaited { folders, .. } = next(&loader) else {
        panic!("nothing has come yet")
    };
    assert!(has_folder(&folders, &own.join("maps")), "{folders:?}");
    folder.put("models/maps/skin.png", &png());
    loader.look_again(vec![files[0].key]);
    let Arrival::Awaited { folders, .. } = next(&loader) else {
        panic!("first where others would be")
    };
    assert_eq!(folders, [""; 0]);
    let arrival = next(&loader);
    assert!(
        matches!(&arrival, Arrival::Texture { file, state: TextureState::Ready(_), .. } if *file == files[0].key),
        "{arrival:?}"
    );
}

/// A file with an instance of `path` and no model.
fn instance_of(path: &str) -> Vec<u8> {
    let instance = NodeDraft::new(NodeKind::Instance)
        .string("n", "one")
        .u64s("rf", &[5])
        .vec3s("p", &[[0.0; 3]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(NodeDraft::new(NodeKind::File).hash(5).string("p", path));
    write(&[NodeDraft::new(NodeKind::Root).child(instance)])
}

/// An instance inside the file of an instance is awaited, and its file is opened again when it comes; so is an own one.
#[test]
fn instances_inside_instances_are_noticed_when_they_come() {
    for (inner, wanted) in [("inner.cast", "leaf.cast"), ("inner.cast", "inner.cast")] {
        let folder = Folder::new();
        let outer = folder.put("outer.cast", &instance_of(inner));
        if wanted != inner {
            folder.put(inner, &instance_of(wanted));
        }
        let mut loader = Loader::new(|| ());
        loader.load(1, std::slice::from_ref(&outer), &[], Placement::Replace);
        let (files, _) = batch(&loader);
        let own = path_of(&folder.at("")).canonicalize().expect("it is there");
        assert!(
            files[0].awaited.iter().any(|one| path_of(one) == own),
            "{:?}",
            files[0].awaited
        );
        // Something else comes.
        folder.put("other.cast", &model_file("x.png"));
        loader.look_again(vec![files[0].key]);
        let Arrival::Awaited { folders, .. } = next(&loader) else {
            panic!("nothing has come yet")
        };
        assert!(folders.iter().any(|one| path_of(one) == own), "{folders:?}");
        folder.put(wanted, &model_file("x.png"));
        loader.look_again(vec![files[0].key]);
        assert!(matches!(next(&loader), Arrival::Awaited { .. }));
        let come = next(&loader);
        assert!(
            matches!(&come, Arrival::Come(locations) if *locations == [outer.clone()]),
            "{wanted}: {come:?}"
        );
    }
}

/// A glTF model of one triangle whose positions lie in `first` and whose further buffer, of an image alone, in `second`.
fn gltf_of(first: &str, second: &str) -> Vec<u8> {
    let json = serde_json::json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}
        ],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 1, "byteLength": 4}],
        "images": [{"bufferView": 1, "mimeType": "image/png"}],
        "buffers": [{"uri": first, "byteLength": 36}, {"uri": second, "byteLength": 4}]
    });
    json.to_string().into_bytes()
}

/// Users export in any order: a model that was refused opens when its buffer comes, and one that was opened without a buffer is read again.
#[test]
fn buffers_that_come_later_are_noticed() {
    let folder = Folder::new();
    let model = folder.put("a.gltf", &gltf_of("a.bin", "image.bin"));
    let own = path_of(&folder.at("")).canonicalize().expect("it is there");
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&model), &[], Placement::Replace);
    let waits = loop {
        match next(&loader) {
            Arrival::Failed { waits, .. } => break waits.expect("something may come"),
            Arrival::Progress { .. } => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(batch(&loader).0, []);
    assert_eq!(waits.names, ["a.bin", "image.bin"]);
    assert_eq!((&waits.short[..], waits.placement), (&[][..], Placement::Replace));
    assert!(
        waits.folders.iter().any(|one| path_of(one) == own),
        "{:?}",
        waits.folders
    );
    let come = |loader: &mut Loader, key| {
        loader.look_again(vec![key]);
        assert!(matches!(next(loader), Arrival::Awaited { .. }));
        next(loader)
    };
    // Something else comes.
    folder.put("other.bin", &[0; 36]);
    loader.look_again(vec![waits.file]);
    assert!(matches!(next(&loader), Arrival::Awaited { file, folders } if file == waits.file && !folders.is_empty()));
    folder.put("a.bin", &[0; 36]);
    let arrival = come(&mut loader, waits.file);
    assert!(
        matches!(&arrival, Arrival::Come(locations) if *locations == [model.clone()]),
        "{arrival:?}"
    );
    loader.load(2, std::slice::from_ref(&model), &[waits.file], waits.placement);
    let (files, failures) = batch(&loader);
    assert_eq!((files.len(), failures), (1, Vec::new()));
    assert_eq!(files[0].key, waits.file);
    // The other one is still missing.
    folder.put("image.bin", &[0; 4]);
    loader.look_again(vec![waits.file]);
    let mut arrivals = vec![next(&loader)];
    while !matches!(arrivals.last(), Some(Arrival::Come(_))) {
        arrivals.push(next(&loader));
    }
    assert!(matches!(arrivals.last(), Some(Arrival::Come(locations)) if *locations == [model]));
}

/// A buffer that is there and still being written.
#[test]
fn a_model_waits_for_a_buffer_that_is_empty_so_far() {
    let folder = Folder::new();
    let model = folder.put("a.gltf", &gltf_of("a.bin", "a.bin"));
    let short = folder.put("a.bin", &[]);
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&model), &[], Placement::Walk);
    let waits = loop {
        match next(&loader) {
            Arrival::Failed { waits, .. } => break waits.expect("it may grow"),
            Arrival::Progress { .. } => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(waits.names, ["a.bin"]);
    let short = path_of(&short).canonicalize().expect("it is there");
    assert_eq!(waits.short, [location_of(&short)]);
    assert_eq!(waits.placement, Placement::Replace, "the walk may have gone on");
}
