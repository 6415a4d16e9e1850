//! Where a texture that a file names lies on this machine (docs/formats/cast.md §3.12).
//!
//! In: the path as a file spells it, and what that file may read. Out: a regular file with a known image extension, or the
//! reason why there is none. Folders are listed, candidates looked up in the lists; nothing is opened.
//!
//! Paths come from untrusted files. A network path, a URL or another system's drive is never followed: only its file name is
//! looked for. A path that leads outside is noted by [`Reach`], and the user is asked about its folder.

use super::reach::{Listings, Look, Reach, ReachedFile, Start, StoredPath};
use castview_base::scene::{References, Scene};
use castview_images::{EXTENSIONS, has_known_extension, has_unread_extension};
use castview_picture::opened::OutsideKind;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Folders beside the model in which a bare file name is looked for.
const BESIDE: [&str; 4] = ["", "_images", "textures", "images"];

/// Looks for the textures of one file; remembers the folders it has listed.
#[derive(Debug)]
pub struct TextureSearch {
    reach: Reach,
    /// Bare names are looked for in the folder above, too.
    looks_above: bool,
    /// Every added folder followed by its subfolders; listed on first use.
    added_folders: Option<Vec<PathBuf>>,
    /// Folders of images that came along; listed on first use.
    folders_of_images: Option<BTreeSet<PathBuf>>,
    listings: Listings,
}

/// The folders that are searched for a file's textures by name, to be told to people: the file's own, then those added by the user. In
/// the file's own, `_images`, `textures` and `images` are searched too.
pub fn texture_folders(reach: &Reach) -> Vec<PathBuf> {
    let own = std::iter::once(reach.folder().to_path_buf());
    own.chain(reach.added().iter().cloned()).collect()
}

/// One folder to look in.
struct Spot {
    start: Start,
    base: PathBuf,
    folders: Vec<String>,
    /// If it lies outside, the user is asked about it.
    is_asked_for: bool,
    /// It came along, or the user added it: what is found there is not where the file says.
    is_elsewhere: bool,
}

impl Spot {
    fn at(base: PathBuf, folders: &[&str]) -> Self {
        Self {
            start: Start::Relative,
            base,
            folders: folders.iter().map(|folder| (*folder).to_owned()).collect(),
            is_asked_for: false,
            is_elsewhere: false,
        }
    }

    fn elsewhere(self) -> Self {
        Self {
            is_elsewhere: true,
            ..self
        }
    }
}

impl TextureSearch {
    /// For the textures of one file, within the folders that `reach` allows.
    pub fn new(reach: &Reach) -> Self {
        Self {
            reach: reach.clone(),
            looks_above: false,
            added_folders: None,
            folders_of_images: None,
            listings: reach.listings(),
        }
    }

    /// The same for the textures of `scene`, by the paths in the scene.
    pub fn for_scene(mut self, scene: &Scene) -> Self {
        self.looks_above = scene.references == References::OwnFolder;
        self
    }

    /// The file that `stored` means; else why there is none, for people, as one line.
    pub fn find(&mut self, stored: &str) -> Result<ReachedFile, String> {
        self.find_from(stored).map(|(found, _)| found)
    }

    /// The same, and whether it lies neither where the file says nor in the file's folder.
    pub(super) fn find_from(&mut self, stored: &str) -> Result<(ReachedFile, bool), String> {
        let wanted = StoredPath::parse(stored).ok_or("the path names no file")?;
        let names: Vec<String> = candidates(&wanted.name).collect();
        let mut outside = None;
        for spot in self.spots(&wanted) {
            let place = (&spot.start, &*spot.base, &*spot.folders);
            match self.reach.look(&mut self.listings, place, names.iter().cloned()) {
                Look::Found(found) => {
                    let is_near = found.path().starts_with(self.reach.folder());
                    return Ok((found, spot.is_elsewhere && !is_near));
                }
                Look::Outside(folder) if spot.is_asked_for => outside = outside.or(Some(folder)),
                Look::Outside(_) | Look::Nothing => {}
            }
        }
        for spot in self.spots(&wanted) {
            let place = (&spot.start, &*spot.base, &*spot.folders);
            self.reach.await_at(&mut self.listings, place);
        }
        let noted = outside.and_then(|folder| self.reach.note_outside(OutsideKind::Texture, stored, &folder));
        Err(noted.unwrap_or_else(|| self.describe(&wanted)))
    }

    /// Where it is looked for, best first.
    fn spots(&mut self, wanted: &StoredPath) -> Vec<Spot> {
        let folder = self.reach.folder().to_path_buf();
        let is_relative = wanted.start == Start::Relative;
        let at_its_path = |base: PathBuf, is_asked_for| Spot {
            start: wanted.start.clone(),
            base,
            folders: wanted.folders.clone(),
            is_asked_for,
            is_elsewhere: false,
        };
        let mut spots = vec![at_its_path(folder.clone(), true)];
        spots.extend(BESIDE.iter().map(|beside| match *beside {
            "" => Spot::at(folder.clone(), &[]),
            beside => Spot::at(folder.clone(), &[beside]),
        }));
        if self.looks_above && is_relative && wanted.folders.is_empty() {
            spots.push(Spot {
                is_asked_for: true,
                ..Spot::at(folder, &[".."])
            });
        }
        if is_relative {
            let roots = self.reach.added().iter();
            spots.extend(roots.map(|root| at_its_path(root.clone(), false).elsewhere()));
        }
        let added = self.added_folders().iter();
        spots.extend(added.map(|folder| Spot::at(folder.clone(), &[]).elsewhere()));
        let reach = &self.reach;
        let of_images = self.folders_of_images.get_or_insert_with(|| reach.folders_of_images());
        spots.extend(of_images.iter().map(|folder| Spot::at(folder.clone(), &[]).elsewhere()));
        spots
    }

    fn describe(&self, wanted: &StoredPath) -> String {
        let added = match self.reach.added().len() {
            0 if self.looks_above => " and in the folder above".to_owned(),
            0 => String::new(),
            n => format!(" and in {n} added folder{}", if n == 1 { "" } else { "s" }),
        };
        let name = &wanted.name;
        match wanted.start {
            Start::Foreign => format!(
                "the path is of another machine; looked for {name} beside the model, in _images, textures, images{added}"
            ),
            _ => format!(
                "looked for it at its path and for {name} beside the model, in _images, textures, images{added}"
            ),
        }
    }

    fn added_folders(&mut self) -> &[PathBuf] {
        let Self {
            reach,
            added_folders,
            listings,
            ..
        } = self;
        added_folders.get_or_insert_with(|| reach.added_with_subfolders(listings))
    }
}

/// `name` itself if it has a known image extension, then its stem with each of them. A stem may contain dots, so an
/// unknown extension is first kept as part of it. An image of a kind that is not read comes last: found, it is said to be so.
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
    let unread = has_unread_extension(name).then(|| name.to_owned());
    exact.into_iter().chain(others).chain(unread)
}

#[cfg(test)]
mod tests {
    use super::super::reach::Allowance;
    use super::*;
    use castview_base::core::Diagnostics;

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

    /// Reach of a file in `folder`, with the folders `added`.
    fn reach(root: &tempfile::TempDir, folder: &str, added: &[&str]) -> Reach {
        let allowance = Allowance {
            added: added.iter().map(|folder| root.path().join(folder)).collect(),
            ..Allowance::default()
        };
        Reach::of(&root.path().join(folder).join("model.cast"), &allowance)
    }

    /// Path that `stored` resolves to from `models/`, relative to the root; empty if nothing.
    fn find(root: &tempfile::TempDir, stored: &str, added: &[&str]) -> String {
        let found = TextureSearch::new(&reach(root, "models", added)).find(stored);
        let root = root.path().canonicalize().expect("it exists");
        found.map_or(String::new(), |found| {
            let path = found.path();
            let inside = path.strip_prefix(&root).unwrap_or(path);
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
            // Outside, unless that is allowed.
            ("../above.png", ""),
            ("x/../../above.png", ""),
            ("../models/bare.png", "models/bare.png"),
            ("../elsewhere/bare.png", "models/bare.png"),
            // Paths of other machines: the bare name only.
            ("C:\\Users\\me\\tex\\bare.png", "models/bare.png"),
            ("C:bare.png", "models/bare.png"),
            ("\\\\server\\share\\bare.png", "models/bare.png"),
            ("//server/share/bare.png", "models/bare.png"),
            ("https://example.org/bare.png", "models/bare.png"),
            ("/dev/bare.png", "models/bare.png"),
            ("/nowhere/else/bare.png", "models/bare.png"),
            // Only image files are ever found.
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
            ("../extra/sub/far.png", "extra/sub/far.png"),
        ] {
            assert_eq!(find(&root, stored, &["extra"]), wanted, "{stored:?}");
        }
    }

    /// It comes after an image that is read, and is not said to be missing.
    #[test]
    fn an_image_of_a_kind_that_is_not_read_is_found_last() {
        let root = tree(&[
            "models/skin.PSB",
            "models/both.psb",
            "models/tex/both.png",
            "models/old.vtf",
            "models/drawn.psd",
        ]);
        assert_eq!(find(&root, "old.vtf", &[]), "models/old.vtf");
        assert_eq!(find(&root, "maps/drawn.PSD", &[]), "models/drawn.psd");
        assert_eq!(find(&root, "skin.PSB", &[]), "models/skin.PSB");
        assert_eq!(find(&root, "tex/both.psb", &[]), "models/tex/both.png");
        assert_eq!(find(&root, "gone.psb", &[]), "");
    }

    /// A file of the wanted name is no choice, whatever lies beside it.
    #[test]
    fn one_of_several_is_told_with_the_others() {
        let root = tree(&[
            "models/only.tga",
            "models/only.dds",
            "models/only.png/",
            "models/named.png",
            "models/named.dds",
            "models/textures/alone.png",
        ]);
        for name in ["Case.PNG", "case.png"] {
            std::fs::write(root.path().join("models").join(name), b"").expect("a file");
        }
        let has_cases = std::fs::read_dir(root.path().join("models")).expect("a folder").count() == 8;
        for (stored, wanted) in [
            ("only.bmp", Some("only.dds is taken for it; only.tga lies beside it")),
            ("named.png", None),
            ("alone.tga", None),
            (
                "CASE.png",
                Some("Case.PNG is taken for it; case.png lies beside it").filter(|_| has_cases),
            ),
            ("case.png", None),
            ("missing.png", None),
        ] {
            let reach = reach(&root, "models", &[]);
            let mut search = TextureSearch::new(&reach);
            let _ = [search.find(stored), search.find(stored)];
            let mut told = Diagnostics::default();
            reach.report_several(&mut told);
            let messages: Vec<String> = told.items().iter().map(|item| item.message.clone()).collect();
            assert_eq!(messages, Vec::from_iter(wanted), "{stored}");
            reach.report_several(&mut told);
            assert_eq!(told.items().len(), messages.len(), "each is told once");
        }
    }

    #[cfg(unix)]
    #[test]
    fn absolute_paths_are_followed_inside_and_to_regular_images_only() {
        let root = tree(&["else/where.png", "models/tex/own.png"]);
        let absolute = |path: &str| root.path().join(path).to_string_lossy().into_owned();
        assert_eq!(find(&root, &absolute("models/tex/own.png"), &[]), "models/tex/own.png");
        assert_eq!(find(&root, &absolute("MODELS/tex/own.png"), &[]), "models/tex/own.png");
        assert_eq!(find(&root, &absolute("else/where.png"), &[]), "");
        assert_eq!(find(&root, &absolute("else/where.png"), &["else"]), "else/where.png");
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
        let root = tree(&["models/"]);
        for (stored, wanted) in [
            ("a/b.png", "looked for it at its path and for b.png"),
            ("C:\\a\\b.png", "another machine"),
            ("", "names no file"),
            ("../tex/b.png", "outside the model's folder, in ../tex, "),
        ] {
            let text = TextureSearch::new(&reach(&root, "models", &["."])).find(stored);
            let text = text.map(|_| ()).err();
            // `.` is the folder above the model's, so nothing lies outside.
            let wanted = if stored.starts_with("..") {
                "looked for it"
            } else {
                wanted
            };
            assert!(text.as_ref().is_some_and(|text| text.contains(wanted)), "{text:?}");
        }
        let reach = reach(&root, "models", &[]);
        let text = TextureSearch::new(&reach).find("../tex/b.png").map(|_| ());
        assert!(
            text.as_ref().is_err_and(|text| text.contains("in ../tex, ")),
            "{text:?}"
        );
        assert_eq!(reach.outside().len(), 1);
    }

    /// docs/formats/shape.md §6.2: the folder above holds bare names, for files that stay in their folder, and nothing
    /// farther up.
    #[test]
    fn the_folder_above_is_looked_in_only_for_bare_names() {
        let root = tree(&["models/deep/", "models/above.png", "far.png", "models/deep/own.png"]);
        let scene = Scene {
            references: References::OwnFolder,
            ..Scene::default()
        };
        for (added, stored, found) in [
            (&["models"][..], "above.png", true),
            (&["models"], "ABOVE.dds", true),
            (&[], "own.png", true),
            (&[], "above.png", false),
            (&["models/deep"], "far.png", false),
        ] {
            let reach = reach(&root, "models/deep", &[]);
            let allowance = Allowance {
                folders: added.iter().map(|folder| root.path().join(folder)).collect(),
                ..Allowance::default()
            };
            let reach = match added {
                [] => reach,
                _ => Reach::of(&root.path().join("models/deep/model.shape"), &allowance),
            };
            let mut search = TextureSearch::new(&reach).for_scene(&scene);
            assert_eq!(search.find(stored).is_ok(), found, "{added:?} {stored}");
            let asks = reach.outside().iter().any(|one| one.shown == "..");
            assert_eq!(asks, !found, "{added:?} {stored}");
            assert!(TextureSearch::new(&reach).find("above.png").is_err());
        }
    }
}
