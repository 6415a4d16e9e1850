//! Files read ahead: taken as they are, never when they have changed, never beyond the budget.

use super::*;
use crate::loader::Prefetched;

pub const BUDGET: u64 = 1 << 30;

/// Waits until all of them are held or given up.
pub fn read_ahead(loader: &mut Loader, locations: &[&String], budget: u64) -> Prefetched {
    let locations: Vec<String> = locations.iter().map(|location| (*location).clone()).collect();
    loader.prefetch(&locations, budget);
    loader.finish_prefetch();
    loader.prefetched()
}

/// Walks there; returns what arrives and how many loads have found their file ready by now.
pub fn walk(loader: &mut Loader, location: &String) -> (Vec<OpenedFile>, u64) {
    loader.load(1, std::slice::from_ref(location), &[], Placement::Walk);
    let (files, failures) = batch(loader);
    assert_eq!(failures, [""; 0]);
    (files, loader.prefetched().taken)
}

#[test]
fn a_walk_takes_the_file_that_was_read_ahead_with_its_textures() {
    let folder = Folder::new();
    let next = folder.put("next.cast", &model_file("skin.png"));
    let mut loader = Loader::new(|| panic!("nobody is told"));
    let told = read_ahead(&mut loader, &[&next], BUDGET);
    assert_eq!(told.locations, std::slice::from_ref(&next));
    assert!(told.bytes > 0 && told.taken == 0);
    drop(loader);

    let mut loader = Loader::new(|| ());
    read_ahead(&mut loader, &[&next], BUDGET);
    // Was missing while the file was read.
    folder.put("skin.png", &png());
    let (files, taken) = walk(&mut loader, &next);
    assert_eq!((&files[0].name[..], &files[0].location, taken), ("next.cast", &next, 1));
    assert_eq!(files[0].textures[0].state, TextureState::Loading);
    assert!(matches!(
        super::next(&loader),
        Arrival::Texture {
            state: TextureState::Ready(_),
            ..
        }
    ));
    let told = loader.prefetched();
    assert_eq!((told.bytes, told.locations.len()), (0, 0), "it is the stage's now");
    // A file that was taken is a file like any other: it loads again under its key.
    loader.load(2, std::slice::from_ref(&next), &[files[0].key], Placement::Reload);
    assert_eq!(batch(&loader).0[0].key, files[0].key);
}

#[test]
fn a_file_that_has_changed_since_is_read_again() {
    let folder = Folder::new();
    let (a, b) = (
        folder.put("a.cast", &model_file("skin.png")),
        folder.put("b.cast", &model_file("skin.png")),
    );
    let mut loader = Loader::new(|| ());
    read_ahead(&mut loader, &[&a, &b], BUDGET);
    folder.put("a.cast", &model_file("longer_name.png"));
    let (files, taken) = walk(&mut loader, &a);
    assert_eq!((&files[0].textures[0].reference[..], taken), ("longer_name.png", 0));
    // One that changes while it is held is read ahead again, too.
    folder.put("b.cast", &model_file("another_name.png"));
    read_ahead(&mut loader, &[&b], BUDGET);
    let (files, taken) = walk(&mut loader, &b);
    assert_eq!((&files[0].textures[0].reference[..], taken), ("another_name.png", 1));
    // Another decision of the user about all files.
    read_ahead(&mut loader, &[&a], BUDGET);
    loader.read_all_as(Options::NONE.with("up", "z"));
    assert_eq!(walk(&mut loader, &a).1, 1);
    // Another folder that files may read.
    read_ahead(&mut loader, &[&b], BUDGET);
    loader.allow_folders(&[folder.0.path().join("elsewhere")]);
    assert_eq!(walk(&mut loader, &b).1, 1);
}

#[test]
fn a_buffer_of_gltf_that_has_changed_counts_as_the_file() {
    let folder = Folder::new();
    let json = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin","byteLength":36}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}"#;
    let bytes = |x: f32| {
        let values = [0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, 1.0, 0.0];
        values
            .iter()
            .flat_map(|value: &f32| value.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    let model = folder.put("a.gltf", json.as_bytes());
    folder.put("a.bin", &bytes(1.0));
    let mut loader = Loader::new(|| ());
    assert_eq!(read_ahead(&mut loader, &[&model], BUDGET).locations.len(), 1);
    assert_eq!(walk(&mut loader, &model).1, 1);
    read_ahead(&mut loader, &[&model], BUDGET);
    // Longer: times of file systems are coarse.
    folder.put("a.bin", &[bytes(2.0), vec![0; 4]].concat());
    let (files, taken) = walk(&mut loader, &model);
    assert_eq!(
        (files[0].scene.models[0].meshes[0].positions.get(1), taken),
        ([2.0, 0.0, 0.0], 1)
    );
}

/// A model of one triangle in a file of four megabytes.
fn long_file() -> Vec<u8> {
    let note = NodeDraft::new(NodeKind::Metadata).string("a", &"a".repeat(4 << 20));
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2]);
    let model = NodeDraft::new(NodeKind::Model).string("n", "body").child(mesh);
    write(&[NodeDraft::new(NodeKind::Root).child(note).child(model)])
}

#[test]
fn the_oldest_make_room_and_wanted_ones_stay() {
    let folder = Folder::new();
    let bytes = long_file();
    let files: Vec<String> = (0..6).map(|at| folder.put(&format!("{at}.cast"), &bytes)).collect();
    let mut loader = Loader::new(|| ());
    let one = read_ahead(&mut loader, &[&files[0]], BUDGET).bytes;
    assert!(one >= 4 << 20, "its file counts: {one}");
    // Room for what reading one of them can take beside two that are held.
    let budget = (100 << 20) + 8 * bytes.len() as u64 + 2 * one;
    read_ahead(&mut loader, &[&files[1], &files[2]], budget);
    let told = read_ahead(&mut loader, &[&files[3], &files[4]], budget);
    assert_eq!(told.locations, files[2..5], "the oldest are gone");
    assert_eq!(told.bytes, 3 * one);
    // Wanted ones never make room for one another.
    let told = read_ahead(&mut loader, &[&files[2], &files[3], &files[4], &files[5]], budget);
    assert_eq!(told.locations, files[2..5]);
    // Less than reading can take: nothing is read, and what is held stays.
    let told = read_ahead(&mut loader, &[&files[5]], 100 << 20);
    assert_eq!(told.locations, files[2..5]);
    // Less than they take themselves.
    let told = read_ahead(&mut loader, &[], 2 * one);
    assert_eq!(told.locations, files[3..5]);
    assert_eq!(read_ahead(&mut loader, &[], 0), Prefetched::default());
}

#[test]
fn what_a_stranger_lays_beside_a_file_takes_no_more_than_the_budget() {
    let folder = Folder::new();
    let bytes = model_file("skin.png");
    let half = folder.put("half.cast", &bytes[..bytes.len() * 2 / 3]);
    let odd = folder.put("odd.cast", b"cast but not really");
    let none = folder.at("none.cast");
    // A sparse file: reading it would take what it claims.
    let huge = folder.at("huge.cast");
    let file = std::fs::File::create(&huge).expect("writable");
    file.set_len(1 << 34).expect("writable");
    // Its stream unpacks to a hundred times its length.
    let mut packed = b"\x05SHAPE\x01\x00".to_vec();
    let mut zlib = flate2::write::ZlibEncoder::new(&mut packed, flate2::Compression::best());
    std::io::Write::write_all(&mut zlib, &vec![0; 8 << 20]).expect("into memory");
    zlib.finish().expect("into memory");
    let bomb = folder.put("bomb.shape", &packed);
    // It names a buffer outside, which a load would ask about.
    let asks = folder.put(
        "asks.gltf",
        br#"{"asset":{"version":"2.0"},"buffers":[{"uri":"../outside/a.bin","byteLength":36}],
            "bufferViews":[{"buffer":0,"byteLength":36}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}"#,
    );
    // It leads to another model, which leads on.
    let reference = NodeDraft::new(NodeKind::File).hash(7).string("p", "half.cast");
    let instance = NodeDraft::new(NodeKind::Instance)
        .string("n", "one")
        .u64s("rf", &[7])
        .vec3s("p", &[[0.0; 3]])
        .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
        .vec3s("s", &[[1.0; 3]])
        .child(reference);
    let root = NodeDraft::new(NodeKind::Root).child(instance);
    let leads = folder.put("leads.cast", &write(&[root]));
    let mut loader = Loader::new(|| panic!("nobody is asked or told"));
    for one in [&half, &odd, &none, &huge, &bomb, &asks, &leads] {
        // A file that is refused once is not looked at again.
        for _ in 0..2 {
            assert_eq!(
                read_ahead(&mut loader, &[one], 120 << 20),
                Prefetched::default(),
                "{one}"
            );
        }
    }
}

#[test]
fn a_load_stops_what_is_read_ahead() {
    let folder = Folder::new();
    let files: Vec<String> = (0..40)
        .map(|at| folder.put(&format!("{at}.cast"), &model_file("skin.png")))
        .collect();
    let mut loader = Loader::new(|| ());
    loader.prefetch(&files, BUDGET);
    loader.load(1, &[files[39].clone()], &[], Placement::Walk);
    // Nothing is wanted any more, so the thread comes to rest whatever it has reached.
    loader.finish_prefetch();
    let there = loader.prefetched().locations.len();
    batch(&loader);
    loader.finish_prefetch();
    assert_eq!(
        loader.prefetched().locations.len().max(there),
        there,
        "nothing is added later"
    );
}
