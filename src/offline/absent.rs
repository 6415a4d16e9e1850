//! Textures and instances that a picture lacks, for people.

use super::FileSet;
use crate::files;
use crate::opened::{OpenedFile, StandsFor, Target, TextureEntry, TextureState};
use std::collections::HashSet;
use std::path::PathBuf;

/// Folders and unreadable textures that are named before the rest is counted.
const MOST_NAMED: usize = 6;

/// Lists the textures in place of which the picture shows clay, or nothing: missing textures as one line with their count and the folders
/// that were looked in, or one by one.
pub fn absent_textures(batch: &FileSet, one_by_one: bool) -> Vec<String> {
    let all: Vec<(&TextureEntry, &OpenedFile)> = batch.files.iter().flat_map(entries).collect();
    let missing = |entry: &TextureEntry| matches!(entry.state, TextureState::Missing(_));
    let is_known = |(entry, _): &&(&TextureEntry, &OpenedFile)| missing(entry) || broken(entry).is_some();
    if one_by_one {
        return all
            .iter()
            .filter(is_known)
            .filter_map(|(entry, _)| told(entry))
            .collect();
    }
    // Textures outside have a line of their own, with the option for them.
    let is_outside =
        |entry: &TextureEntry, file: &OpenedFile| file.outside.iter().any(|one| one.stored == entry.reference);
    let lost = all
        .iter()
        .filter(|(entry, file)| missing(entry) && !is_outside(entry, file));
    let mut lines = Vec::new();
    match lost.count() {
        0 => {}
        1 => lines.extend(all.iter().find(|(entry, file)| missing(entry) && !is_outside(entry, file)).and_then(|(entry, _)| told(entry))),
        count => lines.push(format!(
            "{count} of {} textures are missing, looked for at their paths and beside the models, in _images, textures and images of {}; \
             --verbose names each",
            all.len(),
            folders(&batch.texture_folders)
        )),
    }
    let unreadable: Vec<String> = all
        .iter()
        .filter(|(entry, _)| broken(entry).is_some())
        .filter_map(|(entry, _)| told(entry))
        .collect();
    lines.extend(unreadable.iter().take(MOST_NAMED).cloned());
    if unreadable.len() > MOST_NAMED {
        lines.push(format!(
            "{} more textures cannot be read; --verbose names each",
            unreadable.len() - MOST_NAMED
        ));
    }
    lines
}

/// Sentences about what boxes, or nothing, stand for: instances whose files are missing or cannot be read, as one line for each file that
/// names them, or one by one; and instances that are too many.
pub fn absent_instances(batch: &FileSet, one_by_one: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &batch.files {
        let is_outside = |path: &str| file.outside.iter().any(|one| one.stored == path);
        let crowds = file
            .instances
            .files
            .iter()
            .filter(|inside| inside.stands_for == StandsFor::Crowd);
        let boxes: usize = crowds.map(|crowd| crowd.standing.places.len()).sum();
        if boxes > 0 {
            let boxes = match boxes {
                1 => "1 box stands".to_owned(),
                count => format!("{count} boxes stand"),
            };
            lines.push(format!(
                "{}: its instances are too many, nested ones multiplied out; {boxes} for what some of them bring",
                file.name
            ));
        }
        let mut said = HashSet::new();
        let (mut missing, mut unreadable, mut all) = (0, 0, Vec::new());
        for (instance, target) in file.scene.instances.iter().zip(&file.instances.target_of) {
            let path = &instance.path;
            let line = match file.instances.targets.get(*target as usize) {
                Some(Target::Missing(_)) if is_outside(path) => continue,
                Some(Target::Missing(why)) => {
                    missing += 1;
                    format!(
                        "instance {} is missing: {path} was {why}; a box stands in its place",
                        instance.name
                    )
                }
                Some(Target::Unreadable(_, why)) => {
                    unreadable += 1;
                    format!(
                        "instance {} cannot be read, and a box stands in its place: {why}",
                        instance.name
                    )
                }
                Some(Target::Found(_) | Target::LeftOut) | None => continue,
            };
            if said.insert(*target) {
                all.push(line);
            }
        }
        let count = file.scene.instances.len();
        let told = match (missing, unreadable) {
            _ if one_by_one || all.len() <= 1 => {
                lines.extend(all);
                continue;
            }
            (missing, 0) => format!("the files of {missing} of {count} instances are missing"),
            (0, unreadable) => format!("the files of {unreadable} of {count} instances cannot be read"),
            (missing, unreadable) => {
                format!(
                    "of {count} instances the files of {missing} are missing, and those of {unreadable} cannot be read"
                )
            }
        };
        lines.push(format!(
            "{}: {told}; boxes stand in their place; --verbose names each",
            file.name
        ));
    }
    lines
}

fn entries(file: &OpenedFile) -> impl Iterator<Item = (&TextureEntry, &OpenedFile)> {
    let instanced = file.instances.files.iter().flat_map(|file| &file.textures);
    file.textures.iter().chain(instanced).map(move |entry| (entry, file))
}

fn broken(entry: &TextureEntry) -> Option<&str> {
    match &entry.state {
        TextureState::Broken(reason) => Some(reason),
        _ => None,
    }
}

fn told(entry: &TextureEntry) -> Option<String> {
    let name = &entry.reference;
    match &entry.state {
        TextureState::Missing(searched) => Some(format!("texture {name} is missing: {searched}")),
        TextureState::Broken(reason) => Some(format!("texture {name} cannot be read: {reason}")),
        TextureState::Loading | TextureState::Ready(_) | TextureState::Unused => None,
    }
}

fn folders(all: &[PathBuf]) -> String {
    let mut named: Vec<String> = all
        .iter()
        .take(MOST_NAMED)
        .map(|folder| files::plain_path(folder))
        .collect();
    if all.len() > MOST_NAMED {
        named.push(format!("{} more folders", all.len() - MOST_NAMED));
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::FileKey;
    use crate::scene::Scene;

    fn entry(at: usize, state: TextureState) -> TextureEntry {
        TextureEntry {
            elsewhere: Default::default(),
            reference: format!("t{at}.png"),
            location: None,
            file_bytes: 0,
            full_size: None,
            parts: None,
            state,
        }
    }

    fn batch(missing: usize, broken: usize) -> FileSet {
        let mut file = OpenedFile::of(FileKey(1), "hero.cast", Scene::default());
        file.textures.push(entry(0, TextureState::Unused));
        let lost = (1..=missing).map(|at| entry(at, TextureState::Missing("looked for it".into())));
        file.textures.extend(lost);
        let unreadable = (100..100 + broken).map(|at| entry(at, TextureState::Broken("no image".into())));
        file.textures.extend(unreadable);
        FileSet {
            files: vec![file],
            texture_folders: vec!["/mods/hero".into(), "/mods/tex".into()],
            shrunk: Default::default(),
            stay_smaller: Vec::new(),
            of_view: Vec::new(),
        }
    }

    #[test]
    fn missing_textures_are_one_line_unless_each_is_asked_for() {
        assert_eq!(absent_textures(&batch(0, 0), false), [""; 0]);
        assert_eq!(
            absent_textures(&batch(1, 0), false),
            ["texture t1.png is missing: looked for it"]
        );
        assert_eq!(
            absent_textures(&batch(17, 0), false),
            [
                "17 of 18 textures are missing, looked for at their paths and beside the models, in _images, textures and \
                 images of /mods/hero, /mods/tex; --verbose names each"
            ]
        );
        assert_eq!(absent_textures(&batch(17, 0), true).len(), 17);
    }

    #[test]
    fn textures_that_cannot_be_read_are_named_up_to_a_number() {
        assert_eq!(absent_textures(&batch(0, 6), false).len(), 6);
        let many = absent_textures(&batch(2, 20), false);
        assert_eq!(many.len(), 1 + MOST_NAMED + 1);
        assert_eq!(
            many.last().map(String::as_str),
            Some("14 more textures cannot be read; --verbose names each")
        );
        assert_eq!(absent_textures(&batch(2, 20), true).len(), 22);
    }

    #[test]
    fn instances_that_are_missing_or_cannot_be_read_are_told() {
        let instance = |path: &str| crate::scene::Instance {
            name: path.trim_end_matches(".cast").into(),
            path: path.into(),
            placement: crate::core::Transform::IDENTITY,
            offset: 0,
        };
        let gone = || Target::Missing("not found".into());
        let bad = || Target::Unreadable("/b.cast".into(), "it is empty: /b.cast".into());
        let told = |targets: Vec<Target>, one_by_one| {
            let mut set = batch(0, 0);
            set.files[0].scene = std::sync::Arc::new(Scene {
                instances: ["a.cast", "b.cast", "c.cast"].map(instance).to_vec(),
                ..Scene::default()
            });
            set.files[0].instances.target_of = (0..targets.len() as u32).collect();
            set.files[0].instances.targets = targets;
            absent_instances(&set, one_by_one)
        };
        let here = || Target::Found("/c.cast".into());
        assert_eq!(told(vec![here(), here(), Target::LeftOut], true), [""; 0]);
        assert_eq!(
            told(vec![here(), bad(), here()], false),
            ["instance b cannot be read, and a box stands in its place: it is empty: /b.cast"]
        );
        assert_eq!(
            told(vec![gone(), bad(), gone()], false),
            [
                "hero.cast: of 3 instances the files of 2 are missing, and those of 1 cannot be read; boxes stand in their place; --verbose names each"
            ]
        );
        assert_eq!(
            told(vec![gone(), bad(), here()], true)[0],
            "instance a is missing: a.cast was not found; a box stands in its place"
        );
    }
}
