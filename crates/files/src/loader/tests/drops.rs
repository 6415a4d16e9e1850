//! Folders and images of drops: which files they serve, and which they are only offered to.

use super::*;
use castview_picture::opened::Instances;
use std::collections::{BTreeMap, BTreeSet};

/// Two versions of a mod have images of one name. Whatever was dropped before or with them, each shows its own or none.
#[test]
fn an_image_of_another_drop_or_model_is_offered_and_never_used() {
    let folder = Folder::new();
    folder.put("old/tex/skin.png", &png());
    folder.put("old/a.cast", &model_file("skin.png"));
    let new = folder.put("new/b.cast", &model_file("skin.png"));
    let spare = folder.put("spare/skin.png", &png());
    let is_own = |file: &OpenedFile| file.textures[0].state == TextureState::Loading;
    // A folder of an earlier drop; then an image of one.
    for earlier in [&folder.at("old"), &spare] {
        let mut loader = Loader::new(|| ());
        loader.load(1, std::slice::from_ref(earlier), &[], Placement::Replace);
        while !matches!(next(&loader), Arrival::Loaded { .. }) {}
        loader.load(2, std::slice::from_ref(&new), &[], Placement::Add);
        let opened = loop {
            if let Arrival::Loaded { files, .. } = next(&loader) {
                break files;
            }
        };
        assert!(
            is_offered(&opened[0], "skin.png"),
            "{earlier}: {:?}",
            opened[0].textures
        );
    }
    // Files of a later drop, in their folder, offer their images to what is open.
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&new), &[], Placement::Replace);
    let (opened, _) = batch(&loader);
    loader.load(2, &[folder.at("old")], &[], Placement::Add);
    let (later, _) = batch(&loader);
    assert!(is_own(&later[0]));
    let (images, used) = found(&loader);
    assert_eq!((images[0].file, images.len(), used), (opened[0].key, 1, false));
    // Both folders in one drop: each is that of its own model.
    folder.put("other/c.cast", &model_file("skin.png"));
    let mut loader = Loader::new(|| ());
    let both = [
        folder.at("old"),
        folder.at("other"),
        folder.at("old/a.cast"),
        folder.at("other/c.cast"),
    ];
    loader.load(1, &both, &[], Placement::Replace);
    let (opened, _) = batch(&loader);
    assert!(is_own(&opened[0]) && !is_own(&opened[1]), "{:?}", opened[1].textures);
}

/// Files opened out of a dropped folder may use that folder; textures found there by name alone are marked.
#[test]
fn a_dropped_folder_serves_the_files_in_it() {
    let folder = Folder::new();
    for at in 0..=crate::OPENED_TOGETHER {
        folder.put(&format!("mod/{at}.cast"), b"");
    }
    folder.put("mod/skins/skin.png", &png());
    let model = folder.put("mod/models/a.cast", &model_file("skin.png"));
    let mut loader = Loader::new(|| ());
    loader.load(1, &[folder.at("mod")], &[], Placement::Replace);
    while !matches!(next(&loader), Arrival::Loaded { .. }) {}
    loader.load(2, &[model], &[], Placement::Replace);
    let (opened, _) = batch(&loader);
    let entry = &opened[0].textures[0];
    assert_eq!(
        (&entry.state, &entry.elsewhere),
        (&TextureState::Loading, &Elsewhere::ByName)
    );
}

#[test]
fn an_image_of_a_drop_is_taken_by_whoever_lacks_it() {
    let folder = Folder::new();
    let model = folder.put("models/a.cast", &model_file("C:\\game\\Skin.tga"));
    let other = folder.put("models/b.cast", &model_file("other.png"));
    let skin = folder.put("elsewhere/skin.PNG", &png());
    folder.put("elsewhere/other.png", &png());
    let ready = |loader: &Loader| match next(loader) {
        Arrival::Texture {
            file,
            location: Some(location),
            state: TextureState::Ready(_),
            ..
        } => (file, location),
        other => panic!("{other:?}"),
    };
    let is_missing = |file: &OpenedFile| matches!(file.textures[0].state, TextureState::Missing(_));
    // In the drop of the model, whatever the order; what lies beside it there was not dropped.
    for drop in [[&skin, &model, &other], [&model, &other, &skin]] {
        let mut loader = Loader::new(|| ());
        loader.load(1, &drop.map(String::clone), &[], Placement::Replace);
        let (files, failures) = batch(&loader);
        assert_eq!((files.len(), failures), (2, vec![]));
        assert!(is_missing(&files[1]));
        let (file, location) = ready(&loader);
        assert!(file == files[0].key && location.ends_with("skin.PNG"), "{location}");
    }
    // Later, by itself.
    let mut loader = Loader::new(|| ());
    loader.load(1, &[model, other], &[], Placement::Replace);
    let (files, _) = batch(&loader);
    assert!(files.iter().all(is_missing));
    loader.load(2, std::slice::from_ref(&skin), &[], Placement::Replace);
    assert_eq!(batch(&loader), (Vec::new(), Vec::new()));
    let (images, used) = found(&loader);
    assert_eq!((images.len(), images[0].file, used), (1, files[0].key, true));
    let Lacking::Texture(texture) = images[0].lacking else {
        panic!("{images:?}")
    };
    loader.relink(vec![Relink {
        question: 1,
        file: images[0].file,
        texture,
        location: Some(images[0].location.clone()),
    }]);
    assert!(matches!(
        next(&loader),
        Arrival::Relinked {
            state: TextureState::Ready(_),
            ..
        }
    ));
    // And once more, when nobody lacks it.
    loader.load(3, &[skin], &[], Placement::Replace);
    let Arrival::Note(told) = next(&loader) else {
        panic!("it is fine")
    };
    assert!(
        told.starts_with("No open file lacks a texture named skin.PNG. ") && told.contains("drop it on a mesh"),
        "{told}"
    );
    assert_eq!(batch(&loader), (Vec::new(), Vec::new()));
    // A broken image is of no use anywhere.
    let half = folder.put("elsewhere/half.png", &png()[..20]);
    loader.load(4, &[half], &[], Placement::Replace);
    let Arrival::Error(told) = next(&loader) else {
        panic!("it is broken")
    };
    assert!(told.starts_with("half.png is of no use: "), "{told}");
}

/// A file with one instance, of that path.
fn level(path: &str) -> Vec<u8> {
    level_of(&[path])
}

/// A file with an instance of each of these paths.
fn level_of(paths: &[&str]) -> Vec<u8> {
    let root = paths.iter().fold(NodeDraft::new(NodeKind::Root), |root, path| {
        let file = NodeDraft::new(NodeKind::File).hash(7).string("p", path);
        let instance = NodeDraft::new(NodeKind::Instance)
            .string("n", "rock")
            .u64s("rf", &[7])
            .vec3s("p", &[[1.0, 0.0, 0.0]])
            .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
            .vec3s("s", &[[1.0; 3]])
            .child(file);
        root.child(instance)
    });
    write(&[root])
}

/// As textures are: below the path in another drop or by its name, never used until the user puts it there, with textures beside it then.
#[test]
fn an_instance_of_another_drop_is_offered_and_read_only_when_it_is_chosen() {
    let folder = Folder::new();
    folder.put("old/props/rock.cast", &model_file("skin.png"));
    folder.put("old/props/skin.png", &png());
    let rock = |location: &str| location.replace('\\', "/").ends_with("old/props/rock.cast");
    for path in ["props/rock.cast", "rock", "C:/game/rock.cast"] {
        let level = folder.put("new/level.cast", &level(path));
        // Dropped before it.
        let mut loader = Loader::new(|| ());
        loader.load(1, &[folder.at("old/props"), folder.at("old")], &[], Placement::Replace);
        while !matches!(next(&loader), Arrival::Loaded { .. }) {}
        loader.load(2, std::slice::from_ref(&level), &[], Placement::Add);
        let opened = loop {
            if let Arrival::Loaded { mut files, .. } = next(&loader) {
                break files.remove(0);
            }
        };
        let instances = &opened.instances;
        assert!(matches!(instances.targets[0], Target::Missing(_)), "{path}");
        let named = NamedPath::own(path);
        assert_eq!(instances.lacking, std::slice::from_ref(&named));
        let offered = instances.offered[&named].clone();
        assert!(rock(&offered), "{path}: {offered}");
        // Chosen.
        let instead = [(named.clone(), offered.clone())].into();
        loader.put_instead(opened.key, &instead);
        loader.load(3, std::slice::from_ref(&level), &[opened.key], Placement::Reload);
        let opened = loop {
            if let Arrival::Loaded { mut files, .. } = next(&loader) {
                break files.remove(0);
            }
        };
        let instances = &opened.instances;
        assert_eq!(instances.targets, [Target::Found(offered.clone())], "{path}");
        let textures = &instances.files[0].textures;
        assert_eq!(textures[0].state, TextureState::Loading, "{path}: {textures:?}");
        assert!(instances.lacking.is_empty() && instances.offered.is_empty());
        // Taken back.
        loader.put_instead(opened.key, &Default::default());
        loader.load(4, std::slice::from_ref(&level), &[opened.key], Placement::Reload);
        let opened = loop {
            if let Arrival::Loaded { mut files, .. } = next(&loader) {
                break files.remove(0);
            }
        };
        assert!(matches!(opened.instances.targets[0], Target::Missing(_)), "{path}");
        // Dropped after it, with files of its own.
        let mut loader = Loader::new(|| ());
        loader.load(1, std::slice::from_ref(&level), &[], Placement::Replace);
        let (opened, _) = batch(&loader);
        assert!(opened[0].instances.offered.is_empty());
        loader.load(2, &[folder.at("old/props")], &[], Placement::Add);
        batch(&loader);
        let (found, used) = found(&loader);
        assert!(!used && rock(&found[0].location), "{path}: {found:?}");
        assert_eq!(found[0].lacking, Lacking::Instance(named));
    }
}

/// A folder without models, dropped for an open file, lends the files in its folders to the file's instances: each is told as found there,
/// until the user takes one back.
#[test]
fn instances_that_a_lent_folder_leads_to_are_told() {
    let folder = Folder::new();
    let rock = folder.put("old/props/rock.cast", &model_file("skin.png"));
    let level = folder.put("new/level.cast", &level("props/rock.cast"));
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&level), &[], Placement::Replace);
    let (opened, _) = batch(&loader);
    let key = opened[0].key;
    loader.load(2, &[folder.at("old")], &[], Placement::Add);
    assert_eq!(next(&loader), Arrival::Lent(vec![key]));
    batch(&loader);
    let reload = |loader: &mut Loader, generation| {
        loader.load(generation, std::slice::from_ref(&level), &[key], Placement::Reload);
        batch(loader).0.remove(0).instances
    };
    let instances = reload(&mut loader, 3);
    let named = NamedPath::own("props/rock.cast");
    let shown: BTreeMap<NamedPath, String> = [(named.clone(), rock.clone())].into();
    assert_eq!(
        (&instances.elsewhere, &instances.targets[0]),
        (&shown, &Target::Found(rock.clone()))
    );
    let told = FoundFile {
        file: key,
        lacking: Lacking::Instance(named),
        location: rock,
    };
    assert_eq!(found(&loader), (vec![told], true));
    // The user's choice from now on: it is told no more, and what is taken back is not found there again.
    loader.put_instead(key, &shown);
    assert_eq!(reload(&mut loader, 4).elsewhere, shown);
    loader.put_instead(key, &BTreeMap::new());
    let instances = reload(&mut loader, 5);
    assert!(
        matches!(instances.targets[0], Target::Missing(_)),
        "{:?}",
        instances.targets
    );
    assert!(instances.elsewhere.is_empty());
}

/// A path that two files inside of one level spell alike is two paths: a file put in place of one stands for nothing else.
#[test]
fn files_inside_that_spell_one_path_alike_get_each_its_own_file() {
    let folder = Folder::new();
    let rocks = ["one", "two"].map(|name| folder.put(&format!("rocks/{name}.cast"), &model_file("")));
    let parts = ["left", "right"].map(|side| folder.put(&format!("new/{side}.cast"), &level("props/rock.cast")));
    let level = folder.put(
        "new/level.cast",
        &level_of(&["left.cast", "right.cast", "props/rock.cast"]),
    );
    let mut loader = Loader::new(|| ());
    loader.load(1, std::slice::from_ref(&level), &[], Placement::Replace);
    let opened = batch(&loader).0.remove(0);
    let named = |by: &str| NamedPath::by(by, "props/rock.cast");
    let [left, right] = [named(&parts[0]), named(&parts[1])];
    let lacking = |instances: &Instances| instances.lacking.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(
        lacking(&opened.instances),
        [named(""), left.clone(), right.clone()].into()
    );
    let namers: BTreeSet<&String> = opened.instances.namers.iter().collect();
    assert_eq!(namers, parts.iter().collect());

    let read = |loader: &mut Loader, generation, instead: &BTreeMap<NamedPath, String>| {
        loader.put_instead(opened.key, instead);
        loader.load(
            generation,
            std::slice::from_ref(&level),
            &[opened.key],
            Placement::Reload,
        );
        batch(loader).0.remove(0).instances
    };
    let one = [(left.clone(), rocks[0].clone())].into();
    let instances = read(&mut loader, 2, &one);
    assert_eq!(instances.elsewhere, one);
    assert_eq!(lacking(&instances), [named(""), right.clone()].into());
    let both = [(left, rocks[0].clone()), (right, rocks[1].clone())].into();
    let instances = read(&mut loader, 3, &both);
    assert_eq!(instances.elsewhere, both);
    assert_eq!(lacking(&instances), [named("")].into());
    let shown: BTreeSet<&String> = instances.files.iter().map(|file| &file.location).collect();
    assert!(rocks.iter().all(|rock| shown.contains(rock)), "{shown:?}");
}
