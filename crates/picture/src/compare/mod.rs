//! Two files → the list of their differences.
//!
//! In: two opened files, and how much numbers may differ. Out: plain data, in the order skeletons, meshes, materials of each model, clips,
//! textures, the file itself. Things belong together by name, and by likeness if their name changed; their order is not compared.
//! The work is linear in bones, vertices, texels and keys: streams and images that many parts share are compared once, and only a few of
//! many leftovers are tried as renamed ones.

mod clip;
mod difference;
mod extras;
mod matched;
mod material;
mod mesh;
mod model;
mod pairs;
mod rest;
mod shapes;
mod skeleton;
mod skin;
mod streams;
mod summary;
mod terms;
mod texture;

pub use difference::{DifferenceKind, DifferencePart, FileDifference};
pub use summary::summary;
pub use terms::content::FileContent;
pub use terms::tolerance::Tolerance;

use difference::{Differences, OwnerName};
use pairs::by_name;
use texture::PairedTextures;

/// All that `after` has otherwise than `before`.
pub fn compare<'a>(
    before: impl Into<FileContent<'a>>,
    after: impl Into<FileContent<'a>>,
    tolerance: &Tolerance,
) -> Vec<FileDifference> {
    let files = [before.into(), after.into()];
    let mut out = Differences::new(*tolerance);
    let textures = PairedTextures::pair(&mut out.tries, files, tolerance);
    let [a, b] = files.map(|file| file.scene);
    let [models_before, models_after] = [&a.models, &b.models];
    let mut models = by_name(
        a.models.iter().map(|model| &*model.name),
        b.models.iter().map(|model| &*model.name),
    );
    let like_models = |(a, b): (usize, usize)| {
        let [x, y] = [&models_before[a], &models_after[b]];
        x.skeleton.len() == y.skeleton.len() && x.meshes.len() == y.meshes.len()
    };
    let names = |at: usize| &*a.models[at].name;
    let names_after = |at: usize| &*b.models[at].name;
    let renamed = models.find_renamed(&mut out.tries, (names, names_after), like_models);
    pairs::tell(
        &mut out,
        &models,
        &renamed,
        files,
        (DifferencePart::Model, &OwnerName::NONE),
        (names, names_after),
    );
    let mut bones = Vec::new();
    for (at_a, at_b) in models.all(&renamed) {
        let [model, other] = [&a.models[at_a], &b.models[at_b]];
        bones.push(((at_a, at_b), model::compare(&mut out, [model, other], &textures)));
    }
    clip::compare(&mut out, files);
    textures.compare(&mut out);
    extras::compare(&mut out, files, &bones);
    out.into_differences()
}
