//! Lifting the budget: what was decoded at a smaller size comes again at full size.

use super::*;
use castview_base::core::TextureIndex;

/// On a side.
const SIDE: u32 = 512;

/// A machine whose budget holds so many pictures of [`SIDE`] texels on a side, and a few meshes.
fn loader_for(pictures: u64, wake: impl Fn() + Send + Sync + 'static) -> Loader {
    Loader::new(wake).with_memory(24 * pictures * u64::from(SIDE * SIDE))
}

fn large_png() -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let texels = vec![9; (SIDE * SIDE) as usize];
    let (color, format) = (image::ColorType::L8, image::ImageFormat::Png);
    image::write_buffer_with_format(&mut out, &texels, SIDE, SIDE, color, format).expect("written to memory");
    out.into_inner()
}

/// The locations of so many models, each with a large picture of its own beside it.
fn textured_models(folder: &Folder, count: usize) -> Vec<String> {
    let put = |number| {
        folder.put(&format!("{number}/skin.png"), &large_png());
        folder.put(&format!("{number}/a.cast"), &model_file("skin.png"))
    };
    (0..count).map(put).collect()
}

/// A texture that arrived: its file, its size, and its stored size if that differs.
type Arrived = (FileKey, u32, Option<[u32; 2]>);

/// The textures that arrive until `is_last` says so of another message, and everything else that is told.
fn textures_until(loader: &Loader, is_last: impl Fn(&Arrival) -> bool) -> (Vec<Arrived>, Vec<String>) {
    let (mut arrived, mut told) = (Vec::new(), Vec::new());
    loop {
        match next(loader) {
            Arrival::Texture {
                file,
                full_size,
                state: TextureState::Ready(image),
                ..
            } => arrived.push((file, image.size()[0], full_size)),
            Arrival::Warning(text) | Arrival::Error(text) | Arrival::Trouble(_, text) => told.push(text),
            last if is_last(&last) => break,
            Arrival::FullSizeProgress { progress: Some(_), .. } => {}
            other => panic!("{other:?}"),
        }
    }
    arrived.sort();
    (arrived, told)
}

fn ends(arrival: &Arrival, request: u64) -> bool {
    let progress = None;
    let generation = request;
    *arrival == Arrival::FullSizeProgress { generation, progress }
}

fn is_reduced(arrival: &Arrival) -> bool {
    matches!(arrival, Arrival::TexturesReduced(_))
}

/// The first texture of each of `files`.
fn first_textures(files: &[OpenedFile]) -> Vec<(FileKey, TextureIndex)> {
    files.iter().map(|file| (file.key, TextureIndex::new(0))).collect()
}

fn keys_of(files: &[OpenedFile]) -> Vec<FileKey> {
    files.iter().map(|file| file.key).collect()
}

#[test]
fn a_lifted_budget_brings_textures_at_full_size_now_and_when_they_are_loaded_again() {
    let folder = Folder::new();
    let mut locations = textured_models(&folder, 4);
    let other = locations.pop().expect("four");
    let mut loader = loader_for(1, || ());
    loader.load(1, &locations, &[], Placement::Replace);
    let (files, _) = batch(&loader);
    let keys = keys_of(&files);
    let (arrived, _) = textures_until(&loader, is_reduced);
    assert_eq!(arrived, [0, 1, 2].map(|at| (keys[at], SIDE / 2, Some([SIDE; 2]))));

    loader.lift_budget(7, &keys, first_textures(&files));
    let (arrived, told) = textures_until(&loader, |message| ends(message, 7));
    assert_eq!(arrived, [0, 1, 2].map(|at| (keys[at], SIDE, None)));
    assert_eq!(told, [""; 0]);

    // They count: what joins them has the share that is always left.
    loader.load(2, std::slice::from_ref(&other), &[], Placement::Add);
    let (late, _) = batch(&loader);
    let (arrived, _) = textures_until(&loader, is_reduced);
    assert_eq!(arrived, [(late[0].key, SIDE / 8, Some([SIDE; 2]))]);

    // Read again, each is as the user wanted it.
    locations.push(other);
    let all = [&keys[..], &[late[0].key]].concat();
    loader.load(3, &locations, &all, Placement::Reload);
    let (again, _) = batch(&loader);
    assert_eq!(keys_of(&again), all);
    let (arrived, _) = textures_until(&loader, is_reduced);
    let lifted = [0, 1, 2].map(|at| (keys[at], SIDE, None));
    assert_eq!(
        arrived,
        [&lifted[..], &[(late[0].key, SIDE / 8, Some([SIDE; 2]))]].concat()
    );
}

#[test]
fn what_is_decoded_at_full_size_can_be_stopped() {
    let folder = Folder::new();
    let mut locations = textured_models(&folder, 9);
    let other = locations.pop().expect("nine");
    // Whoever sends a message waits here while the test holds it.
    let gate = Arc::new(Mutex::new(()));
    let wait = gate.clone();
    let mut loader = loader_for(4, move || drop(wait.lock()));
    loader.load(1, &locations, &[], Placement::Replace);
    let (files, _) = batch(&loader);
    let (arrived, _) = textures_until(&loader, is_reduced);
    assert!(arrived.len() == 8 && arrived.iter().all(|(_, side, _)| *side == SIDE / 2));

    let held = gate.lock().expect("nobody panicked");
    loader.lift_budget(7, &keys_of(&files), first_textures(&files));
    let first = next(&loader);
    assert!(matches!(first, Arrival::Texture { full_size: None, .. }), "{first:?}");
    loader.stop_full_size();
    drop(held);
    let (more, _) = textures_until(&loader, |message| ends(message, 7));
    assert_eq!(more, [], "the first was the last");

    // Images that were not reached leave their memory to others: one large picture and seven smaller ones take less than three.
    loader.load(2, &[other], &[], Placement::Add);
    let _late = batch(&loader);
    assert_eq!(next_side(&loader), SIDE);
}

/// A second request goes on in place of the first, which sends nothing more.
#[test]
fn what_was_asked_for_first_gives_way() {
    let folder = Folder::new();
    let locations = textured_models(&folder, 8);
    let gate = Arc::new(Mutex::new(()));
    let wait = gate.clone();
    let mut loader = loader_for(1, move || drop(wait.lock()));
    loader.load(1, &locations, &[], Placement::Replace);
    let (files, _) = batch(&loader);
    textures_until(&loader, is_reduced);
    let held = gate.lock().expect("nobody panicked");
    loader.lift_budget(7, &keys_of(&files), first_textures(&files));
    let Arrival::Texture { file: first, .. } = next(&loader) else {
        panic!("a texture");
    };
    let mut left = first_textures(&files);
    left.retain(|(file, _)| *file != first);
    loader.lift_budget(8, &keys_of(&files), left.clone());
    drop(held);
    let mut arrived = Vec::new();
    while arrived.len() < left.len() {
        if let Arrival::Texture { file, .. } = next(&loader) {
            arrived.push(file);
        }
    }
    arrived.sort();
    assert_eq!(arrived, left.iter().map(|(file, _)| *file).collect::<Vec<_>>());
}

#[test]
fn what_may_be_opened_is_judged_again() {
    let folder = Folder::new();
    folder.put("tex/skin.png", &large_png());
    let model = folder.put("models/a.cast", &model_file("../tex/skin.png"));
    let mut loader = loader_for(1, || ()).with_memory(10 * u64::from(SIDE * SIDE));
    loader.load(1, std::slice::from_ref(&model), &[], Placement::Replace);
    let (files, _) = batch(&loader);
    loader.allow(wishes(&files[0].outside));
    loader.load(2, &[model], &[files[0].key], Placement::Reload);
    assert!(matches!(next(&loader), Arrival::Allowed(_)));
    let (files, _) = batch(&loader);
    let (arrived, _) = textures_until(&loader, is_reduced);
    assert_eq!(arrived, [(files[0].key, SIDE / 2, Some([SIDE; 2]))]);
    // The consent that was given is taken back.
    loader.set_consents(Vec::new());
    loader.lift_budget(7, &keys_of(&files), first_textures(&files));
    let (arrived, told) = textures_until(&loader, |message| ends(message, 7));
    assert_eq!(arrived, []);
    assert!(
        told.len() == 1 && told[0].starts_with("../tex/skin.png stays as it is shown: "),
        "{told:?}"
    );
}
