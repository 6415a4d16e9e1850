//! Images decoded ahead: handed over as they are, never when they have changed, never beyond the budget.

use super::prefetch::{BUDGET, read_ahead, walk};
use super::*;

/// The side of each texture of the open file, in the file's order; 0 for a texture that is not ready.
fn sides(file: &OpenedFile) -> Vec<u32> {
    let side = |state: &TextureState| match state {
        TextureState::Ready(image) => image.size()[0],
        _ => 0,
    };
    file.textures.iter().map(|entry| side(&entry.state)).collect()
}

/// Returns the results that arrive until the loads have ended.
fn rest(loader: &Loader) -> Vec<Arrival> {
    // This loader, and the thread that reads ahead.
    while Arc::strong_count(&loader.shared) > 2 {
        std::thread::yield_now();
    }
    loader.results()
}

#[test]
fn a_walk_to_a_file_read_ahead_decodes_nothing() {
    let folder = Folder::new();
    folder.put("skin.png", &png_of(16));
    folder.put("deep/gloss.png", &png_of(8));
    // The same image by two names counts once.
    let textures = [
        ("albedo", "skin.png"),
        ("emissive", "./skin.png"),
        ("gloss", "deep/gloss.png"),
    ];
    let plain = folder.put("plain.cast", &model_file("none.png"));
    let next = folder.put("next.cast", &model_with(&textures));
    let mut loader = Loader::new(|| ());
    let told = read_ahead(&mut loader, &[&next, &plain], BUDGET);
    assert_eq!((told.locations.len(), told.images), (2, 3));
    let images = 4 * (16 * 16 + 8 * 8);
    let without = {
        let mut loader = Loader::new(|| ());
        std::fs::remove_file(folder.at("skin.png")).expect("there");
        std::fs::rename(folder.at("deep"), folder.at("shallow")).expect("there");
        let told = read_ahead(&mut loader, &[&next, &plain], BUDGET);
        assert_eq!(told.images, 0);
        folder.put("skin.png", &png_of(16));
        std::fs::rename(folder.at("shallow"), folder.at("deep")).expect("there");
        told.bytes
    };
    assert_eq!(told.bytes, without + images);

    let told = read_ahead(&mut loader, &[&next, &plain], BUDGET);
    assert_eq!(
        told.images, 3,
        "what has not changed stays, and what has is decoded again"
    );
    let (files, taken) = walk(&mut loader, &next);
    assert_eq!((sides(&files[0]), taken), (vec![16, 16, 8], 1));
    let entry = &files[0].textures[2];
    assert!(
        entry
            .location
            .as_ref()
            .is_some_and(|place| place.ends_with("gloss.png"))
    );
    assert_eq!((entry.file_bytes, entry.full_size), (png_of(8).len() as u64, None));
    assert_eq!(rest(&loader), []);
    assert_eq!(loader.prefetched().images_taken, 3);
    // They count as shown by what is loaded beside them.
    let counted: u64 = {
        let memory = loader.shared.memory();
        let known = memory.files.iter().find(|known| known.key == files[0].key);
        let images = known.map(|known| known.images.values().map(|(texels, _)| *texels).sum());
        images.unwrap_or_default()
    };
    assert_eq!(counted, images / 4);
}

#[test]
fn an_image_that_has_changed_is_decoded_anew() {
    let folder = Folder::new();
    folder.put("skin.png", &png_of(16));
    folder.put("gloss.png", &png_of(8));
    let textures = [("albedo", "skin.png"), ("gloss", "gloss.png")];
    let next = folder.put("next.cast", &model_with(&textures));
    let mut loader = Loader::new(|| ());
    assert_eq!(read_ahead(&mut loader, &[&next], BUDGET).images, 2);
    // While it is held, and nobody looks again.
    folder.put("skin.png", &png_of(32));
    let (files, taken) = walk(&mut loader, &next);
    assert_eq!(
        (sides(&files[0]), taken),
        (vec![0, 8], 1),
        "the file and the other image are good"
    );
    let [
        Arrival::Texture {
            state: TextureState::Ready(image),
            ..
        },
    ] = &rest(&loader)[..]
    else {
        panic!("one image");
    };
    assert_eq!(image.size(), [32; 2]);

    // The next wish for the file looks again.
    read_ahead(&mut loader, &[&next], BUDGET);
    folder.put("gloss.png", &png_of(64));
    // An image in a better place than the one that was found.
    folder.put("better/skin.png", &png_of(4));
    assert_eq!(read_ahead(&mut loader, &[&next], BUDGET).images, 2);
    let (files, _) = walk(&mut loader, &next);
    assert_eq!(sides(&files[0]), [32, 64]);
    read_ahead(&mut loader, &[&next], BUDGET);
    std::fs::remove_file(folder.at("skin.png")).expect("there");
    folder.put("textures/skin.png", &png_of(128));
    let (files, _) = walk(&mut loader, &next);
    assert_eq!(sides(&files[0]), [0, 64]);
    assert_eq!(rest(&loader).len(), 1);
}

/// The beginning of a PNG file with so many texels on a side: its data ends at once.
fn header_of(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("writable");
    writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c]).expect("writable");
    drop(writer);
    bytes
}

#[test]
fn hostile_images_harm_nothing_and_are_left_to_the_load() {
    let folder = Folder::new();
    folder.put("broken.png", b"no image");
    folder.put("half.png", &png_of(64)[..100]);
    folder.put("huge.png", &header_of(30_000));
    let sparse = std::fs::File::create(folder.at("sparse.png")).expect("writable");
    sparse.set_len(1 << 34).expect("writable");
    folder.put("good.png", &png_of(16));
    let model = |image: &str| model_with(&[("albedo", image), ("gloss", "good.png")]);
    let mut loader = Loader::new(|| ());
    for image in ["broken.png", "half.png", "huge.png", "sparse.png"] {
        let next = folder.put("next.cast", &model(image));
        let told = read_ahead(&mut loader, &[&next], BUDGET);
        assert_eq!((told.locations.len(), told.images), (1, 1), "{image}");
        assert!(told.bytes < 100_000, "{image}: {} bytes", told.bytes);
        let (files, _) = walk(&mut loader, &next);
        assert_eq!(sides(&files[0]), [0, 16], "{image}");
        let told = rest(&loader);
        let is_broken = |arrival: &&Arrival| {
            let Arrival::Texture { state, .. } = arrival else {
                return false;
            };
            matches!(state, TextureState::Broken(_))
        };
        assert_eq!(
            told.iter().filter(is_broken).count(),
            1,
            "{image}: the load tells of it"
        );
    }
}

#[test]
fn images_beyond_the_budget_are_left_to_the_load() {
    let folder = Folder::new();
    folder.put("skin.png", &png_of(512));
    let next = folder.put("next.cast", &model_file("skin.png"));
    let old = folder.put("old.cast", &model_file("skin.png"));
    // No more than reading the file may take.
    let least = (100 << 20) + 8 * std::fs::metadata(&next).expect("there").len();
    let mut loader = Loader::new(|| ());
    let bytes = read_ahead(&mut loader, &[&old], BUDGET).bytes;
    assert!(bytes > 1 << 20);
    let told = read_ahead(&mut loader, &[&next], least);
    assert_eq!(
        (told.images, told.locations),
        (1, vec![next.clone()]),
        "the oldest has made room"
    );
    assert_eq!(read_ahead(&mut loader, &[&next, &old], BUDGET).images, 2);
    // The budget holds what is there, and nothing more.
    assert_eq!(read_ahead(&mut loader, &[&next, &old], 2 * bytes).images, 2);
    let told = read_ahead(&mut loader, &[], bytes);
    assert_eq!((told.images, told.bytes, told.locations), (1, bytes, vec![old]));
    // An image larger than the whole budget.
    folder.put("skin.png", &header_of(6_000));
    let told = read_ahead(&mut loader, &[&next], least);
    assert_eq!((told.images, told.locations), (0, vec![next.clone()]));
    assert!(told.bytes < 1 << 20, "{} bytes", told.bytes);
    folder.put("skin.png", &png_of(512));
    assert_eq!(
        read_ahead(&mut loader, &[&next], least).images,
        1,
        "there is room again"
    );
}

/// The load tells of them.
#[test]
fn images_that_have_to_be_made_smaller_are_left_to_the_load() {
    let folder = Folder::new();
    folder.put("skin.png", &png_of(512));
    let next = folder.put("next.cast", &model_file("skin.png"));
    let mut loader = Loader::new(|| ()).with_memory(20 * 512 * 512 / 2);
    assert_eq!(read_ahead(&mut loader, &[&next], BUDGET).images, 0);
    let (files, taken) = walk(&mut loader, &next);
    assert_eq!((sides(&files[0]), taken), (vec![0], 1));
    let told = rest(&loader);
    assert!(matches!(told.last(), Some(Arrival::TexturesReduced(_))), "{told:?}");
}

/// A file that joins others finds less room than one that replaces them.
#[test]
fn images_that_find_no_room_beside_others_are_decoded_smaller_by_the_load() {
    let folder = Folder::new();
    folder.put("skin.png", &png_of(512));
    let [first, next] = ["first.cast", "next.cast"].map(|name| folder.put(name, &model_file("skin.png")));
    let mut loader = Loader::new(|| ()).with_memory(20 * 512 * 512 * 3 / 2);
    loader.load(1, &[first], &[], Placement::Replace);
    let (shown, _) = batch(&loader);
    assert_eq!(rest_of_first(&loader), [512]);
    assert_eq!(read_ahead(&mut loader, &[&next], BUDGET).images, 1);
    loader.load(2, std::slice::from_ref(&next), &[], Placement::Add);
    let (files, _) = batch(&loader);
    assert_eq!((loader.prefetched().taken, loader.prefetched().images_taken), (1, 0));
    assert_eq!(sides(&files[0]), [0]);
    let told = rest(&loader);
    assert!(
        matches!(
            &told[..],
            [
                Arrival::Texture {
                    full_size: Some([512, 512]),
                    parts: None,
                    ..
                },
                Arrival::TexturesReduced(_)
            ]
        ),
        "{told:?}"
    );
    // In place of it the same file keeps its image.
    read_ahead(&mut loader, &[&next], BUDGET);
    let (files, _) = walk(&mut loader, &next);
    assert_eq!(sides(&files[0]), [512]);
    drop(shown);
}

/// Sides of the images that arrive before anything is read ahead.
fn rest_of_first(loader: &Loader) -> Vec<u32> {
    while Arc::strong_count(&loader.shared) > 1 {
        std::thread::yield_now();
    }
    let side = |arrival| match arrival {
        Arrival::Texture {
            state: TextureState::Ready(image),
            ..
        } => image.size()[0],
        other => panic!("{other:?}"),
    };
    loader.results().into_iter().map(side).collect()
}

#[test]
fn a_load_stops_what_is_decoded_ahead() {
    let folder = Folder::new();
    let files: Vec<String> = (0..20)
        .map(|at| {
            folder.put(&format!("{at}.png"), &png_of(64));
            folder.put(&format!("{at}.cast"), &model_file(&format!("{at}.png")))
        })
        .collect();
    let mut loader = Loader::new(|| ());
    loader.prefetch(&files, BUDGET);
    loader.load(1, &[folder.at("none.cast")], &[], Placement::Walk);
    // Nothing is wanted any more, so the thread comes to rest whatever it has reached.
    loader.finish_prefetch();
    let there = loader.prefetched();
    batch(&loader);
    loader.finish_prefetch();
    assert_eq!(loader.prefetched(), there, "nothing is added later");
    // The work that was stopped is taken up again.
    assert_eq!(
        read_ahead(&mut loader, &files.iter().collect::<Vec<_>>(), BUDGET).images,
        20
    );
}
