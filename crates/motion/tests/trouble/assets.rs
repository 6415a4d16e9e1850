//! Findings in the shared files, which are clean but for what is listed here. Each was looked at.

use castview_base::scene::{Clip, Model, Scene};
use castview_formats::{Request, import};
use castview_motion::animation::{Binding, bind, stand_in};
use castview_motion::trouble::{LookedAt, TroubleKinds, trouble_of_clip, trouble_of_model};
use castview_testkit::assets::shared_assets;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// File and kind, with how many there are.
///
/// The pops of the Mage, in 76 clips: knees, ankles and elbows that straighten or bend by 20 to 67 degrees from one frame to the next, and a
/// twitch of a knee of 8 degrees, four times in one clip. Its foot sinks by 6 cm in `Death_B`. The second plate of `shapes`
/// hangs on one bone at each vertex, so that it tears as `tip` turns.
const LOOKED_AT: &[(&str, &str, u32)] = &[
    ("authored/shapes@talk.cast", "stretched-edge", 1),
    ("gltf/Mage.glb", "below-ground", 1),
    ("gltf/Mage.glb", "turn-pop", 13),
];

fn scene(path: &Path) -> Option<Scene> {
    let reach = castview_files::Reach::of(path, &Default::default());
    let request = Request {
        side_files: &castview_files::Beside::new(&reach),
        ..Request::alone("file")
    };
    let bytes = std::fs::read(path).expect("it is readable");
    import(bytes.into(), &request).ok().map(|import| import.scene)
}

/// The files of `folder`, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found
}

/// The model that a clip of `path` plays on: `NAME.cast` of `NAME@CLIP.cast`.
fn model_beside(path: &Path) -> Option<Scene> {
    let stem = path.file_stem()?.to_str()?;
    let (name, _) = stem.split_once('@')?;
    let beside = path.with_file_name(format!("{name}.cast"));
    beside.is_file().then(|| scene(&beside))?
}

fn on_stand_ins(clip: &Clip) -> Option<(Model, Binding)> {
    let model = Model {
        skeleton: clip.skeleton.clone().or_else(|| Some(stand_in(clip)?.skeleton))?,
        ..Model::default()
    };
    let binding = bind(clip, &model);
    Some((model, binding))
}

#[test]
fn shared_files_have_the_troubles_that_were_looked_at() {
    let Some(folder) = shared_assets() else { return };
    let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
    let mut told = String::new();
    let mut clips = 0;
    for part in ["models", "gltf", "authored"] {
        for path in files(&folder.join(part)) {
            let Some(scene) = scene(&path) else { continue };
            let beside = model_beside(&path);
            let models: Vec<&Model> = scene
                .models
                .iter()
                .chain(beside.iter().flat_map(|scene| &scene.models))
                .collect();
            let name = format!("{part}/{}", path.file_name().expect("a file").to_string_lossy());
            for model in &scene.models {
                let found = trouble_of_model(model, TroubleKinds::default(), &|| true).expect("it is wanted");
                for trouble in found.items() {
                    *counts.entry((name.clone(), trouble.kind.row().name)).or_default() += 1;
                    told += &format!(
                        "{name} {} {} {:?} {}\n",
                        model.name,
                        trouble.kind.row().name,
                        trouble.of,
                        trouble.message
                    );
                }
            }
            for clip in &scene.clips {
                clips += 1;
                let mut bound = models.iter().map(|model| ((*model).clone(), bind(clip, model)));
                let fitting = bound
                    .find(|(_, binding)| binding.matched > 0)
                    .or_else(|| on_stand_ins(clip));
                let Some((model, binding)) = fitting else { continue };
                let at = LookedAt {
                    model: &model,
                    clip,
                    binding: &binding,
                    up: LookedAt::up_of(&model, &beside.as_ref().unwrap_or(&scene).metadata),
                    kinds: TroubleKinds::default(),
                };
                let found = trouble_of_clip(at, &|| true).expect("it is wanted");
                for kind in castview_motion::trouble::TroubleKind::all().filter(|kind| found.count(*kind) > 0) {
                    let key = (name.clone(), kind.row().name);
                    *counts.entry(key).or_default() += found.count(kind);
                }
                for trouble in found.items() {
                    let of = format!("{:?}", trouble.of);
                    told += &format!(
                        "{name} {} {} {of} {:?} {}\n",
                        clip.name,
                        trouble.kind.row().name,
                        trouble.frame,
                        trouble.message
                    );
                }
            }
        }
    }
    assert!(clips > 25, "{clips} clips");
    let counts: Vec<(&str, &str, u32)> = counts
        .iter()
        .map(|((file, kind), count)| (&**file, *kind, *count))
        .collect();
    if std::env::var_os("TELL_TROUBLE").is_some() {
        println!("{told}\n{counts:?}");
    }
    assert_eq!(counts, LOOKED_AT, "TELL_TROUBLE=1 lists each");
}
