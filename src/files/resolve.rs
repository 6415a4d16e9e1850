//! Where a texture that a file names lies on this machine (spec/cast.md 3.12 [R]; containment: section 4 row 78).
//!
//! In: the path as a file spells it, and where that file lies. Out: a regular file with a known image extension, or
//! nothing. Folders are listed, candidates looked up in the lists; nothing is opened.
//!
//! Paths come from untrusted files. Only what a folder's listing shows is ever touched, so device names and streams of
//! the system cannot be reached; network paths, URLs and the system's own trees are never followed: of such a path only
//! the file name is used.

use super::listings::{Listings, absolute};
use super::stored_path::{Start, StoredPath};
use crate::images::{EXTENSIONS, has_known_extension};
use crate::scene::{References, Scene};
use std::path::{Path, PathBuf};

/// Folders beside the model in which a bare file name is looked for.
const BESIDE: [&str; 4] = ["", "_images", "textures", "images"];

/// Subfolders of an extra root in which a bare file name is looked for.
const MAX_SUBFOLDERS: usize = 256;

/// Looks for the textures of one file; remembers the folders it has listed.
#[derive(Debug)]
pub struct TextureSearch {
    /// Folder of the file that names the textures, absolute.
    folder: PathBuf,
    extra_roots: Vec<PathBuf>,
    /// Bare names are looked for in the folder above, too.
    looks_above: bool,
    /// Every extra root followed by its subfolders; listed on first use.
    extra_folders: Option<Vec<PathBuf>>,
    listings: Listings,
}

impl TextureSearch {
    /// `folder` holds the file that names the textures; `extra_roots` are folders the user added (a dropped folder of
    /// textures).
    pub fn new(folder: &Path, extra_roots: &[PathBuf]) -> Self {
        Self {
            folder: absolute(folder),
            extra_roots: extra_roots.iter().map(|root| absolute(root)).collect(),
            looks_above: false,
            extra_folders: None,
            listings: Listings::default(),
        }
    }

    /// The same for the textures of `scene`, which lie where that says.
    pub fn for_scene(mut self, scene: &Scene) -> Self {
        self.looks_above = scene.references == References::OwnFolder;
        self
    }

    /// The file that `stored` means, if there is one.
    pub fn find(&mut self, stored: &str) -> Option<PathBuf> {
        let wanted = StoredPath::parse(stored)?;
        let mut places: Vec<(PathBuf, Vec<String>)> = Vec::new();
        let bare = vec![wanted.name.clone()];
        match &wanted.start {
            Start::Relative => places.push((self.folder.clone(), wanted.with_folders())),
            Start::Absolute(root) => places.push((root.clone(), wanted.with_folders())),
            Start::Foreign => {}
        }
        for beside in BESIDE {
            let mut steps: Vec<String> = Vec::new();
            steps.extend((!beside.is_empty()).then(|| beside.to_owned()));
            steps.extend(bare.iter().cloned());
            places.push((self.folder.clone(), steps));
        }
        let is_bare = wanted.start == Start::Relative && wanted.folders.is_empty();
        if let Some(above) = self.folder.parent().filter(|_| self.looks_above && is_bare) {
            places.push((above.to_path_buf(), bare.clone()));
        }
        if wanted.start == Start::Relative {
            places.extend(
                self.extra_roots
                    .iter()
                    .map(|root| (root.clone(), wanted.with_folders())),
            );
        }
        places.extend(self.extra_folders().into_iter().map(|folder| (folder, bare.clone())));
        places
            .into_iter()
            .find_map(|(base, steps)| self.find_from(base, &steps))
    }

    /// Where [`Self::find`] looks for `stored`, for people: one line.
    pub fn describe(&self, stored: &str) -> String {
        let extra = match self.extra_roots.len() {
            0 if self.looks_above => " and in the folder above".to_owned(),
            0 => String::new(),
            n => format!(" and in {n} added folder{}", if n == 1 { "" } else { "s" }),
        };
        match StoredPath::parse(stored) {
            None => "the path names no file".to_owned(),
            Some(StoredPath {
                start: Start::Foreign,
                name,
                ..
            }) => format!(
                "the path is of another machine; looked for {name} beside the model, in _images, textures, images{extra}"
            ),
            Some(wanted) => format!(
                "looked for it at its path and for {} beside the model, in _images, textures, images{extra}",
                wanted.name
            ),
        }
    }

    /// Follows `steps` from `base`, folders first; the last step is a file name that may have another known extension.
    fn find_from(&mut self, base: PathBuf, steps: &[String]) -> Option<PathBuf> {
        let (name, folders) = steps.split_last()?;
        let base = self.listings.follow(base, folders)?;
        candidates(name).find_map(|candidate| self.listings.regular_file(&base, &candidate))
    }

    fn extra_folders(&mut self) -> Vec<PathBuf> {
        if self.extra_folders.is_none() {
            let mut folders = Vec::new();
            for root in self.extra_roots.clone() {
                let inside = self.subfolders(&root);
                folders.push(root);
                folders.extend(inside);
            }
            self.extra_folders = Some(folders);
        }
        self.extra_folders.clone().unwrap_or_default()
    }

    fn subfolders(&mut self, root: &Path) -> Vec<PathBuf> {
        let names = self.listings.names(root);
        let paths = names
            .into_iter()
            .map(|name| root.join(name))
            .filter(|path| path.is_dir());
        paths.take(MAX_SUBFOLDERS).collect()
    }
}

/// `name` itself if it has a known image extension, then its stem with each of them. A stem may contain dots, so an
/// unknown extension is first kept as part of it.
fn candidates(name: &str) -> impl Iterator<Item = String> {
    let known = has_known_extension(name);
    let shorter = name
        .rsplit_once('.')
        .map(|(stem, _)| stem)
        .filter(|stem| !stem.is_empty());
    let stems = [(!known).then_some(name), shorter].into_iter().flatten();
    let exact = known.then(|| name.to_owned());
    let others: Vec<String> = stems
        .flat_map(|stem| EXTENSIONS.iter().map(move |extension| format!("{stem}.{extension}")))
        .collect();
    exact.into_iter().chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of empty files below a temporary folder; a trailing slash makes a folder.
    fn tree(paths: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a temporary folder");
        for path in paths {
            let path = root.path().join(path);
            if path.to_string_lossy().ends_with('/') {
                std::fs::create_dir_all(&path).expect("a folder");
            } else {
                std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
                std::fs::write(&path, b"").expect("a file");
            }
        }
        root
    }

    /// What `stored` resolves to from `models/`, relative to the root; empty if nothing.
    fn find(root: &tempfile::TempDir, stored: &str, extra: &[&str]) -> String {
        let extra: Vec<PathBuf> = extra.iter().map(|e| root.path().join(e)).collect();
        let found = TextureSearch::new(&root.path().join("models"), &extra).find(stored);
        let root = root.path().canonicalize().expect("it exists");
        found.map_or(String::new(), |path| {
            let inside = path.strip_prefix(&root).map(Path::to_path_buf).unwrap_or(path.clone());
            inside.to_string_lossy().replace('\\', "/")
        })
    }

    #[test]
    fn finds_what_the_rules_say_in_their_order() {
        let root = tree(&[
            "models/tex/body.png",
            "models/tex/Head.PNG",
            "models/bare.png",
            "models/_images/inside.dds",
            "models/textures/skin.tga",
            "models/images/eye.jpg",
            "models/both.png",
            "models/tex/both.png",
            "models/dots.v2.png",
            "models/secret.txt",
            "models/folder.png/",
            "models/only.tga",
            "models/only.dds",
            "above.png",
            "extra/sub/far.png",
            "extra/near.webp",
            "extra/tex/deep.png",
        ]);
        for (stored, wanted) in [
            ("tex/body.png", "models/tex/body.png"),
            ("tex\\body.png", "models/tex/body.png"),
            (".\\tex\\..\\tex\\./body.png", "models/tex/body.png"),
            ("  tex/body.png ", "models/tex/body.png"),
            ("TEX/BODY.png", "models/tex/body.png"),
            ("tex/head.png", "models/tex/Head.PNG"),
            // The same stem with another extension, in the order of the list.
            ("tex/body.tga", "models/tex/body.png"),
            ("tex/body", "models/tex/body.png"),
            ("only.bmp", "models/only.dds"),
            ("dots.v2", "models/dots.v2.png"),
            ("dots.v2.tif", "models/dots.v2.png"),
            // The bare name beside the model and in its usual folders.
            ("missing/bare.png", "models/bare.png"),
            ("tex/both.png", "models/tex/both.png"),
            ("other/both.png", "models/both.png"),
            ("inside.dds", "models/_images/inside.dds"),
            ("x/skin.png", "models/textures/skin.tga"),
            ("eye.jpeg", "models/images/eye.jpg"),
            ("../above.png", "above.png"),
            ("x/../../above.png", "above.png"),
            // Paths of other machines: the bare name only.
            ("C:\\Users\\me\\tex\\bare.png", "models/bare.png"),
            ("C:bare.png", "models/bare.png"),
            ("\\\\server\\share\\bare.png", "models/bare.png"),
            ("//server/share/bare.png", "models/bare.png"),
            ("https://example.org/bare.png", "models/bare.png"),
            ("/dev/bare.png", "models/bare.png"),
            ("/nowhere/else/bare.png", "models/bare.png"),
            // What is no image file is never found.
            ("secret.txt", ""),
            ("folder.png", ""),
            ("", ""),
            ("tex/", ""),
            ("..", ""),
            ("nul\0.png", ""),
            ("near.png", ""),
        ] {
            assert_eq!(find(&root, stored, &[]), wanted, "{stored:?}");
        }
        for (stored, wanted) in [
            ("near.png", "extra/near.webp"),
            ("far.png", "extra/sub/far.png"),
            ("C:/x/far.png", "extra/sub/far.png"),
            ("tex/deep.png", "extra/tex/deep.png"),
            ("tex/body.png", "models/tex/body.png"),
        ] {
            assert_eq!(find(&root, stored, &["extra"]), wanted, "{stored:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn absolute_paths_are_followed_to_regular_images_only() {
        let root = tree(&["else/where.png", "models/"]);
        let absolute = root.path().join("else/where.png");
        assert_eq!(find(&root, &absolute.to_string_lossy(), &[]), "else/where.png");
        for refused in ["/dev/zero", "/etc/passwd", "/proc/self/environ", "/dev/../dev/null"] {
            assert_eq!(find(&root, refused, &[]), "", "{refused}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_to_devices_are_no_textures() {
        let root = tree(&["models/"]);
        std::os::unix::fs::symlink("/dev/zero", root.path().join("models/zero.png")).expect("a link");
        assert_eq!(find(&root, "zero.png", &[]), "");
    }

    #[test]
    fn a_missing_texture_says_where_it_was_looked_for() {
        let search = TextureSearch::new(Path::new("."), &[PathBuf::from(".")]);
        for (stored, wanted) in [
            ("a/b.png", "looked for it at its path and for b.png"),
            ("C:\\a\\b.png", "another machine"),
            ("", "names no file"),
        ] {
            let text = search.describe(stored);
            assert!(text.contains(wanted), "{text}");
        }
    }

    /// Spec/shape.md 6.2: the folder above holds bare names, for files that stay in their folder, and nothing farther up.
    #[test]
    fn the_folder_above_is_looked_in_only_for_bare_names() {
        let root = tree(&["models/deep/", "models/above.png", "far.png", "models/deep/own.png"]);
        let folder = root.path().join("models/deep");
        let scene = Scene {
            references: References::OwnFolder,
            ..Scene::default()
        };
        let mut search = TextureSearch::new(&folder, &[]).for_scene(&scene);
        for (stored, found) in [
            ("above.png", true),
            ("ABOVE.dds", true),
            ("own.png", true),
            ("far.png", false),
            ("other/above.png", false),
            ("C:/art/above.png", false),
        ] {
            assert_eq!(search.find(stored).is_some(), found, "{stored}");
        }
        assert!(TextureSearch::new(&folder, &[]).find("above.png").is_none());
    }
}
