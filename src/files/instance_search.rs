//! Where the file that an instance names lies on this machine (spec/cast.md 3.14; containment: section 4 row 78).
//!
//! In: the paths as a file spells them, its scene root, and where that file lies. Out: a regular file that ends in
//! `.cast`, or for a file that stays in its folder one there that ends in `.Shape`, or nothing. Folders are listed, names looked up in the lists; nothing is opened.
//!
//! Paths come from untrusted files. As the format means it, they may lead out of the file's own folder (`..`, absolute),
//! but only ever to Cast files; the system's own trees, network paths and URLs are never followed: of such a path only the
//! file name is used.

use super::listings::{Listings, absolute};
use super::stored_path::{Start, StoredPath};
use crate::scene::{References, Scene};
use std::path::{Path, PathBuf};

/// Folders above the file's own that are tried as scene root.
const MAX_PARENTS: usize = 6;

const CAST: &str = "cast";

/// Looks for the files that one file's instances name; remembers the folders it has listed.
#[derive(Debug)]
pub struct InstanceSearch {
    /// The scene root, then the folders the user added.
    roots: Vec<PathBuf>,
    references: References,
    listings: Listings,
}

impl InstanceSearch {
    /// `folder` holds the file that `scene` came from; `extra_roots` are folders the user added.
    ///
    /// The scene root is the file's `sr`, if that is a folder; else the first of its own folder and six parents in which
    /// the first path that is named exists; else its own folder.
    pub fn new(folder: &Path, scene: &Scene, extra_roots: &[PathBuf]) -> Self {
        let folder = absolute(folder);
        let references = scene.references;
        let mut listings = Listings::default();
        if references == References::OwnFolder {
            return Self {
                roots: vec![folder],
                references,
                listings,
            };
        }
        let stated = scene.metadata.scene_root.as_deref();
        let stated = stated.and_then(|stored| stated_root(&folder, stored, &mut listings));
        let root = stated.unwrap_or_else(|| {
            let first = scene.instances.first().and_then(|one| StoredPath::parse(&one.path));
            let holds = |root: &&Path| {
                let wanted = first.as_ref().filter(|wanted| wanted.start == Start::Relative);
                wanted.is_some_and(|wanted| find_below(root, wanted, CAST, &mut listings).is_some())
            };
            let up = folder.ancestors().take(MAX_PARENTS + 1);
            up.into_iter().find(holds).unwrap_or(&folder).to_path_buf()
        });
        let extra = extra_roots.iter().map(|root| absolute(root));
        Self {
            roots: std::iter::once(root).chain(extra).collect(),
            references,
            listings,
        }
    }

    /// The file that `stored` means, if there is one: links resolved, so that equal files are equal paths.
    pub fn find(&mut self, stored: &str) -> Option<PathBuf> {
        let wanted = StoredPath::parse(stored)?;
        let leaves = wanted.start != Start::Relative || wanted.folders.iter().any(|folder| folder == "..");
        let is_bound = self.references == References::OwnFolder;
        let found = match &wanted.start {
            _ if is_bound && leaves => None,
            Start::Absolute(root) => find_below(root, &wanted, CAST, &mut self.listings),
            Start::Relative => self.below_roots(&wanted),
            Start::Foreign => None,
        };
        let bare = || StoredPath {
            start: Start::Relative,
            folders: Vec::new(),
            name: wanted.name.clone(),
        };
        let found = match (found, &wanted.start) {
            (None, Start::Absolute(_) | Start::Foreign) => self.below_roots(&bare()),
            (None, Start::Relative) if is_bound && leaves => self.below_roots(&bare()),
            (found, _) => found,
        };
        found.map(|path| absolute(&path))
    }

    /// Where [`Self::find`] looks, for people.
    pub fn describe(&self) -> String {
        let shown: Vec<String> = self.roots.iter().map(|root| root.display().to_string()).collect();
        shown.join(", ")
    }

    fn below_roots(&mut self, wanted: &StoredPath) -> Option<PathBuf> {
        let ending = match self.references {
            References::SceneRoot => CAST,
            References::OwnFolder => "Shape",
        };
        let listings = &mut self.listings;
        self.roots
            .iter()
            .find_map(|root| find_below(root, wanted, ending, listings))
    }
}

/// The folder that `stored` (`sr`) means; `None` if it is none, or is never followed.
fn stated_root(folder: &Path, stored: &str, listings: &mut Listings) -> Option<PathBuf> {
    if stored.trim().is_empty() {
        return None;
    }
    // A name at its end makes a folder a path.
    let path = StoredPath::parse(&format!("{}/x", stored.trim()))?;
    let base = match path.start {
        Start::Relative => folder.to_path_buf(),
        Start::Absolute(root) => root,
        Start::Foreign => return None,
    };
    let root = listings.follow(base, &path.folders)?;
    root.is_dir().then_some(root)
}

/// The file at `wanted` from `root` that ends in `.{ending}`, which is perhaps left out.
fn find_below(root: &Path, wanted: &StoredPath, ending: &str, listings: &mut Listings) -> Option<PathBuf> {
    let folder = listings.follow(root.to_path_buf(), &wanted.folders)?;
    let name = &wanted.name;
    let own = Path::new(name).extension();
    if own.is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
        listings.regular_file(&folder, name)
    } else {
        listings.regular_file(&folder, &format!("{name}.{ending}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Transform;
    use crate::scene::{Instance, Metadata};

    /// Empty files below a temporary folder, by path.
    fn tree(paths: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a temporary folder");
        for path in paths {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
            std::fs::write(&path, b"").expect("a file");
        }
        root
    }

    fn scene(scene_root: Option<&str>, paths: &[&str]) -> Scene {
        Scene {
            metadata: Metadata {
                scene_root: scene_root.map(str::to_owned),
                ..Metadata::default()
            },
            instances: paths
                .iter()
                .map(|path| Instance {
                    name: "".into(),
                    path: (*path).into(),
                    placement: Transform::IDENTITY,
                    offset: 0,
                })
                .collect(),
            ..Scene::default()
        }
    }

    /// What the first of `paths` resolves to from `folder`, relative to the tree; empty if nothing.
    fn found(tree: &tempfile::TempDir, folder: &str, root: Option<&str>, paths: &[&str], extra: &[&str]) -> String {
        let extra: Vec<PathBuf> = extra.iter().map(|e| tree.path().join(e)).collect();
        let scene = scene(root, paths);
        let mut search = InstanceSearch::new(&tree.path().join(folder), &scene, &extra);
        let found = search.find(paths[0]);
        let inside = |path: PathBuf| {
            let base = tree.path().canonicalize().expect("exists");
            path.strip_prefix(base)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/")
        };
        found.map_or(String::new(), inside)
    }

    #[test]
    fn paths_start_at_the_scene_root() {
        let tree = tree(&[
            "game/props/rock.cast",
            "game/maps/town/props/rock.cast",
            "game/maps/town/secret.txt",
            "game/maps/town/x.cast/inner",
            "else/rock.cast",
            "else/props/tree.cast",
        ]);
        let town = "game/maps/town";
        for (root, stored, wanted) in [
            // Its own folder comes before its parents.
            (None, "props/rock.cast", "game/maps/town/props/rock.cast"),
            (None, r"props\rock.cast", "game/maps/town/props/rock.cast"),
            (None, "Props/./ROCK.Cast", "game/maps/town/props/rock.cast"),
            (None, "props/rock", "game/maps/town/props/rock.cast"),
            (Some("../.."), "props/rock.cast", "game/props/rock.cast"),
            (Some(r"..\..\"), r"props\rock.cast", "game/props/rock.cast"),
            (Some("."), "../../props/rock.cast", "game/props/rock.cast"),
            (Some("../../../else"), "rock.cast", "else/rock.cast"),
            // No folder, none at all, another machine's: as if it were not stated.
            (Some("../nowhere"), "props/rock.cast", "game/maps/town/props/rock.cast"),
            (Some(""), "props/rock.cast", "game/maps/town/props/rock.cast"),
            (Some("C:/game"), "props/rock.cast", "game/maps/town/props/rock.cast"),
            (
                Some("//server/game"),
                "props/rock.cast",
                "game/maps/town/props/rock.cast",
            ),
            // A stated root is where it is looked for, and nowhere else.
            (Some("../.."), "props/tree.cast", ""),
            // Of a path that is never followed only the file name is used.
            (Some("../../../else"), r"D:\game\props\rock.cast", "else/rock.cast"),
            (Some("../../../else"), "https://example.org/rock.cast", "else/rock.cast"),
            (Some("../../../else"), "/dev/rock.cast", "else/rock.cast"),
            // Only regular Cast files are ever found.
            (None, "secret.txt", ""),
            (None, "x.cast", ""),
            (None, "", ""),
            (None, "props/", ""),
        ] {
            assert_eq!(found(&tree, town, root, &[stored], &[]), wanted, "{root:?} {stored:?}");
        }
        assert_eq!(
            found(&tree, town, None, &["props/tree.cast"], &["else"]),
            "else/props/tree.cast",
            "added folders come last"
        );
        let absolute = tree.path().join("else/rock.cast");
        assert_eq!(
            found(&tree, town, None, &[&absolute.to_string_lossy()], &[]),
            "else/rock.cast"
        );
    }

    #[test]
    fn without_a_stated_root_the_nearest_parent_that_holds_the_first_path_is_it() {
        let tree = tree(&["a/props/x.cast", "a/1/2/3/4/5/6/map.cast", "a/1/2/y.cast"]);
        for (folder, paths, wanted) in [
            ("a/1/2/3/4/5/6", &["props/x.cast"][..], "a/props/x.cast"),
            ("a/1/2/3/4/5/6", &["y.cast"], "a/1/2/y.cast"),
            // The first path decides for all of them.
            ("a/1/2/3/4", &["y.cast", "props/x.cast"], "a/1/2/y.cast"),
        ] {
            assert_eq!(found(&tree, folder, None, paths, &[]), wanted, "{folder} {paths:?}");
        }
        let far = self::tree(&["props/x.cast", "1/2/3/4/5/6/7/map.cast"]);
        assert_eq!(found(&far, "1/2/3/4/5/6", None, &["props/x.cast"], &[]), "props/x.cast");
        assert_eq!(
            found(&far, "1/2/3/4/5/6/7", None, &["props/x.cast"], &[]),
            "",
            "the seventh parent is too far"
        );
    }
}
