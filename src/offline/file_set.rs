//! Files opened together, and the clip that poses them.

use super::moving::MovingError;
use super::shown_images::{put_back, replace_images};
use super::shown_instances;
use super::unknown_choice::{UnknownChoice, check_options};
use crate::core::{ClipIndex, Options};
use crate::files::{self, Allowance, DecodeBudget, Decoded, EnvironmentError, OpenError, Opened, Reach, Shrunk};
use crate::opened::{FileKey, OpenedFile, Outside};
use crate::render::RenderError;
use crate::scene::{Clip, Scene};
use crate::session::{ClipKey, SavedView};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why there is no picture or pose. One sentence each.
#[derive(Debug, thiserror::Error)]
pub enum OfflineError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Choice(#[from] UnknownChoice),
    #[error("there is no clip named or numbered {wanted}; {}", there_are(clips))]
    NoSuchClip { wanted: String, clips: Vec<String> },
    #[error("there is no model named {wanted}; there are: {}", models.join(", "))]
    NoSuchModel { wanted: String, models: Vec<String> },
    #[error("there is no mesh named or numbered {wanted}; {}", there_are_meshes(*count, first))]
    NoSuchMesh {
        wanted: String,
        count: usize,
        /// Names of the first of them.
        first: Vec<String>,
    },
    #[error("several meshes are named {wanted}; their numbers are {}", numbers.join(", "))]
    SeveralMeshes { wanted: String, numbers: Vec<String> },
    #[error("there is no vertex {wanted} in mesh {mesh}; {}", there_are_vertices(*count))]
    NoSuchVertex { mesh: String, wanted: usize, count: usize },
    #[error("no model has the step {0} to stop after at this frame")]
    NoStep(String),
    #[error("no model but {model} has a bone {wanted} to hang it on")]
    NoSuchBone { model: String, wanted: String },
    #[error("there is no bone named {wanted}{}", near_to(near, "bones"))]
    NoBone { wanted: String, near: Vec<String> },
    #[error("there is no blend shape named {wanted}{}", near_to(near, "blend shapes"))]
    NoShape { wanted: String, near: Vec<String> },
    #[error("there is no mesh named {wanted}{}", near_to(near, "meshes"))]
    NoMesh { wanted: String, near: Vec<String> },
    #[error(
        "there is no group of meshes and no file with models named {wanted}; {}",
        there_are_groups(groups)
    )]
    NoGroup { wanted: String, groups: Vec<String> },
    #[error("there is no material named {wanted}{}", near_to(near, "materials"))]
    NoMaterial { wanted: String, near: Vec<String> },
    #[error("there is no camera named or numbered {wanted}; {}", there_are_cameras(cameras))]
    NoCamera { wanted: String, cameras: Vec<String> },
    #[error("{0}")]
    View(String),
    #[error("no environment was made: {0}")]
    Environment(#[from] EnvironmentError),
    #[error("{model} would hang on itself")]
    GoesRound { model: String },
    #[error("{0}")]
    Render(#[from] RenderError),
    #[error("{0}")]
    Moving(#[from] MovingError),
    #[error("the adapter did not deform mesh {mesh} of model {model}; pose it on the CPU")]
    NotDeformed { model: String, mesh: String },
}

impl OfflineError {
    /// As [`OpenError::outside`](crate::files::OpenError::outside); `None` for every other error.
    pub fn outside(&self) -> Option<(&Path, &[Outside])> {
        match self {
            Self::Open(error) => error.outside(),
            _ => None,
        }
    }
}

/// Data that are read beside the files themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    pub maps: Maps,
    /// Textures at full size, whatever that takes.
    pub full_size: bool,
    /// The files that instances reference.
    pub instances: bool,
}

/// Which maps of materials are decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Maps {
    #[default]
    None,
    /// Those that cut holes: all that is seen of them where surfaces do not show their materials.
    Holes,
    All,
}

/// Clips that an error lists by name.
const LISTED: usize = 8;

fn there_are(clips: &[String]) -> String {
    match clips.len() {
        0 => "the files hold no clips".into(),
        n if n > LISTED => format!("there are {n}: {}, …", clips[..LISTED].join(", ")),
        _ => format!("there are: {}", clips.join(", ")),
    }
}

fn near_to(names: &[String], what: &str) -> String {
    match names {
        [] => format!("; the files have no {what}"),
        names => format!("; near to it are: {}", names.join(", ")),
    }
}

fn there_are_meshes(count: usize, first: &[String]) -> String {
    let more = if count > first.len() { ", …" } else { "" };
    match count {
        0 => "the files hold no meshes".into(),
        _ => format!("they are 0 to {}: {}{more}", count - 1, first.join(", ")),
    }
}

fn there_are_cameras(cameras: &[String]) -> String {
    match cameras.len() {
        0 => "the files hold no cameras".into(),
        n if n > LISTED => format!("there are {n}: {}, …", cameras[..LISTED].join(", ")),
        _ => format!("there are: {}", cameras.join(", ")),
    }
}

fn there_are_groups(groups: &[String]) -> String {
    match groups.len() {
        0 => "no meshes have names that begin alike".into(),
        n if n > LISTED => format!("there are {n} groups: {}, …", groups[..LISTED].join(", ")),
        _ => format!("there are the groups: {}", groups.join(", ")),
    }
}

fn there_are_vertices(count: usize) -> String {
    match count {
        0 => "it has none".into(),
        _ => format!("they are 0 to {}", count - 1),
    }
}

/// Files opened together, in the order given.
#[derive(Debug)]
pub struct FileSet {
    pub files: Vec<OpenedFile>,
    /// Folders in which their textures were looked for by name.
    pub texture_folders: Vec<PathBuf>,
    /// Which textures did not find room as they are.
    pub shrunk: Shrunk,
    /// Why some are smaller although they were asked for at full size, one sentence each.
    pub stay_smaller: Vec<String>,
    /// About images and instanced files that a view file names: those that are shown though their file does not lead there, and those that
    /// cannot be, one sentence each.
    pub of_view: Vec<String>,
}

impl FileSet {
    /// Opens every file; all or nothing. Files beside them are looked at as `beside` says; a missing one is a diagnostic.
    pub fn open(paths: &[PathBuf], beside: Beside) -> Result<Self, OfflineError> {
        Self::open_as(paths, beside, &Options::NONE, &Allowance::default())
    }

    /// [`Self::open`], with what the user decided about every one of them, and what they may read beside their folders. A decision that
    /// none of them leaves open is an error.
    pub fn open_as(
        paths: &[PathBuf],
        beside: Beside,
        options: &Options,
        allowance: &Allowance,
    ) -> Result<Self, OfflineError> {
        Self::open_for(paths, beside, (options, allowance), None)
    }

    /// [`Self::open_as`] for the picture of `view`: each file is read as it says, unless `options` say otherwise, and textures are read from
    /// the images that it names.
    pub fn open_for(
        paths: &[PathBuf],
        beside: Beside,
        (options, allowance): (&Options, &Allowance),
        view: Option<&SavedView>,
    ) -> Result<Self, OfflineError> {
        let (mut opened, mut of_view) = (Vec::new(), Vec::new());
        let mut texture_folders = Vec::new();
        let mut last_key = paths.len() as u64;
        let mut new_key = || {
            last_key += 1;
            FileKey(last_key)
        };
        for (index, path) in paths.iter().enumerate() {
            let key = FileKey(index as u64 + 1);
            let reach = Reach::of(path, &shown_instances::allowance_of(allowance, view, (index, path)));
            let imports = view.and_then(|view| view.imports.get(index));
            let mut decided = imports.cloned().unwrap_or_default();
            decided.extend(options);
            let mut one = files::open_file_as(path, key, &reach, &decided, &mut |_| true)?;
            if beside.instances {
                files::open_instances(&mut one, path, &mut new_key, &mut |_, _| true).map_err(OpenError::from)?;
                of_view.extend(shown_instances::told(
                    (&one.file.name, &one.file.location, &one.file.instances),
                    view,
                    index,
                ));
            }
            for folder in files::texture_folders(&reach) {
                if !texture_folders.contains(&folder) {
                    texture_folders.push(folder);
                }
            }
            opened.push(one);
        }
        check_options(options, opened.iter().flat_map(|one| &one.file.decided.choices))?;
        let (replaced, unread) = match view {
            Some(view) => replace_images(&mut opened, view),
            None => Default::default(),
        };
        of_view.extend(unread);
        match beside.maps {
            Maps::All => {}
            Maps::Holes => opened.iter_mut().for_each(want_holes_alone),
            Maps::None => opened.iter_mut().for_each(want_nothing),
        }
        let (shrunk, mut stay_smaller) = decode_textures(&mut opened, beside.full_size);
        let (unread, shown) = put_back(&mut opened, replaced);
        if !unread.is_empty() {
            opened
                .iter_mut()
                .filter(|_| beside.maps == Maps::Holes)
                .for_each(want_holes_alone);
            stay_smaller.extend(decode_textures(&mut opened, beside.full_size).1);
        }
        of_view.extend(unread.into_iter().chain(shown));
        Ok(Self {
            texture_folders,
            shrunk,
            stay_smaller,
            of_view,
            files: opened.into_iter().map(|one| one.file).collect(),
        })
    }

    /// The clip `wanted` means: its exact name, else `rest` for none, else its number counted from 0 over all files.
    /// Without a wish the first clip of the last file that has one. `None` is the rest pose.
    pub fn choose_clip(&self, wanted: Option<&str>) -> Result<Option<ClipKey>, OfflineError> {
        let Some(wanted) = wanted else {
            let last = self.files.iter().rev().find_map(|file| clips_of(file).next());
            return Ok(last.map(|(key, _)| key));
        };
        let is_a_clip = || self.files.iter().flat_map(clips_of).any(|(_, name)| name == wanted);
        if wanted == "rest" && !is_a_clip() {
            return Ok(None);
        }
        self.named_clip(wanted).map(Some)
    }

    /// The clip of exactly that name, else of that number, counted from 0 over all files.
    pub fn named_clip(&self, wanted: &str) -> Result<ClipKey, OfflineError> {
        let clips: Vec<(ClipKey, &str)> = self.files.iter().flat_map(clips_of).collect();
        let named = clips.iter().find(|(_, name)| *name == wanted);
        let numbered = || wanted.parse::<usize>().ok().and_then(|index| clips.get(index));
        match named.or_else(numbered) {
            Some((key, _)) => Ok(*key),
            None => Err(OfflineError::NoSuchClip {
                wanted: wanted.to_owned(),
                clips: clips.iter().map(|(_, name)| (*name).to_owned()).collect(),
            }),
        }
    }

    pub fn clip(&self, key: ClipKey) -> Option<&Clip> {
        let file = self.files.iter().find(|file| file.key == key.file)?;
        file.scene.clips.get(key.clip.get())
    }
}

fn want_holes_alone(one: &mut Opened) {
    let keep = |scene: &Scene, wanted: &mut Vec<files::WantedTexture>| {
        let cut = files::cutting_textures(scene);
        wanted.retain(|wanted| cut[wanted.texture.get()]);
    };
    keep(&one.file.scene, &mut one.wanted);
    for (file, wanted) in one.file.instances.files.iter().zip(&mut one.instanced) {
        keep(&file.scene, wanted);
    }
}

fn want_nothing(one: &mut Opened) {
    one.wanted.clear();
    one.instanced.iter_mut().for_each(Vec::clear);
}

fn decode_textures(opened: &mut [Opened], full_size: bool) -> (Shrunk, Vec<String>) {
    // For each texture: the file, the referenced file (or the file itself), and the use of the texture.
    let mut places = Vec::new();
    for (at, one) in opened.iter().enumerate() {
        places.extend(one.wanted.iter().map(|wanted| (at, None, wanted.clone())));
        for (inside, wanted) in one.instanced.iter().enumerate() {
            places.extend(wanted.iter().map(|wanted| (at, Some(inside), wanted.clone())));
        }
    }
    if places.is_empty() {
        return Default::default();
    }
    let sources: Vec<_> = places.iter().map(|(.., wanted)| &wanted.source).collect();
    let mut scenes: Vec<Arc<Scene>> = Vec::new();
    for file in opened.iter().map(|one| &one.file) {
        scenes.push(file.scene.clone());
        scenes.extend(file.instances.files.iter().map(|inside| inside.scene.clone()));
    }
    let room = DecodeBudget::beside(&scenes);
    let mut stay_smaller = Vec::new();
    let done = |position: usize, decoded: Decoded| {
        let (at, inside, wanted) = &places[position];
        let file = &mut opened[*at].file;
        let textures = match inside {
            Some(inside) => &mut file.instances.files[*inside].textures,
            None => &mut file.textures,
        };
        let entry = &mut textures[wanted.texture.get()];
        if let Some(why) = decoded.stays_smaller {
            stay_smaller.push(format!("texture {} stays at a smaller size: {why}", entry.reference));
        }
        (entry.state, entry.file_bytes) = (decoded.state, decoded.file_bytes);
        entry.full_size = decoded.full_size;
        entry.parts = decoded.parts;
        true
    };
    let shrunk = files::decode_all(&room, files::system_memory(), &sources, |_| full_size, done);
    (shrunk, stay_smaller)
}

fn clips_of(file: &OpenedFile) -> impl Iterator<Item = (ClipKey, &str)> {
    file.scene.clips.iter().enumerate().map(|(index, clip)| {
        let key = ClipKey {
            file: file.key,
            clip: ClipIndex::new(index),
        };
        (key, clip.name.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::FrameRange;

    fn file(key: u64, clips: &[&str]) -> OpenedFile {
        let clip = |name: &&str| Clip {
            root: None,
            name: (*name).to_owned(),
            frames_per_second: 30.0,
            looping: false,
            mode: None,
            tracks: Vec::new(),
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start: 0.0, end: 0.0 },
            skeleton: None,
        };
        let scene = Scene {
            clips: clips.iter().map(clip).collect(),
            ..Scene::default()
        };
        OpenedFile::of(FileKey(key), "", scene)
    }

    #[test]
    fn clips_are_chosen_by_name_then_number() {
        let batch = FileSet {
            files: vec![file(1, &["run", "1"]), file(2, &["walk", "run"]), file(3, &[])],
            texture_folders: Vec::new(),
            shrunk: Shrunk::default(),
            stay_smaller: Vec::new(),
            of_view: Vec::new(),
        };
        for (wanted, chosen) in [
            (None, Some((2, 0))),
            (Some("run"), Some((1, 0))),
            (Some("walk"), Some((2, 0))),
            // A clip's own name goes before its number.
            (Some("1"), Some((1, 1))),
            (Some("3"), Some((2, 1))),
            (Some("rest"), None),
        ] {
            let got = batch.choose_clip(wanted).expect("it exists");
            assert_eq!(got.map(|key| (key.file.0, key.clip.get())), chosen, "{wanted:?}");
        }
        let message = batch.choose_clip(Some("jump")).expect_err("no such clip").to_string();
        assert_eq!(
            message,
            "there is no clip named or numbered jump; there are: run, 1, walk, run"
        );
        assert!(batch.choose_clip(Some("4")).is_err());
        let named_rest = FileSet {
            files: vec![file(1, &["run", "rest"])],
            texture_folders: Vec::new(),
            shrunk: Shrunk::default(),
            stay_smaller: Vec::new(),
            of_view: Vec::new(),
        };
        assert!(named_rest.choose_clip(Some("rest")).expect("a clip").is_some());
        assert_eq!(
            FileSet {
                files: Vec::new(),
                texture_folders: Vec::new(),
                shrunk: Shrunk::default(),
                stay_smaller: Vec::new(),
                of_view: Vec::new(),
            }
            .choose_clip(None)
            .expect("the rest pose"),
            None
        );
    }

    /// Each of two versions of a mod shows its own images or none, whatever else the command names.
    #[test]
    fn a_file_has_no_images_of_another_that_it_was_named_with() {
        use crate::formats::cast::{NodeDraft, NodeKind, write};
        let folder = tempfile::tempdir().expect("a temporary folder");
        let model = |name: &str| {
            let file = NodeDraft::new(NodeKind::File).hash(2).string("p", "skin.png");
            let material = NodeDraft::new(NodeKind::Material)
                .hash(1)
                .u64s("albedo", &[2])
                .child(file);
            let model = NodeDraft::new(NodeKind::Model).child(material);
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
            std::fs::write(&path, write(&[NodeDraft::new(NodeKind::Root).child(model)])).expect("writable");
            path
        };
        let paths = [model("old/a.cast"), model("new/b.cast"), model("old/deep/c.cast")];
        std::fs::write(folder.path().join("old/skin.png"), b"").expect("writable");
        let batch = FileSet::open(&paths, Beside::default()).expect("all open");
        let found = batch.files.iter().map(|file| file.textures[0].location.is_some());
        assert_eq!(found.collect::<Vec<_>>(), [true, false, false]);
    }
}
