//! Where the file that an instance names lies on this machine (docs/formats/cast.md §3.14).
//!
//! In: the paths as a file spells them, its scene root, and the folders that it may read. Out: a regular `.cast` file (for a
//! `.Shape`, whose references stay in its folder, a regular `.Shape` file), or the reason why none was found. The search
//! lists folders and compares names; it opens no file.
//!
//! Paths come from untrusted files. A network path, a URL or another system's drive is never followed: only its file name is
//! looked for. A path that leads outside is noted by [`Reach`], and the user is asked about its folder.

use crate::reach::{Listings, Look, Reach, ReachedFile, Start, Stop, StoredPath};
use castview_base::scene::{References, Scene};
use castview_picture::opened::OutsideKind;
use std::path::{Path, PathBuf};

/// Folders above the file's own that are tried as scene root.
const MAX_PARENTS: usize = 6;

/// Looks for the files that one file's instances name; remembers the folders it has listed.
#[derive(Debug)]
pub struct InstanceSearch {
    reach: Reach,
    /// The scene root, then the folders the user added.
    roots: Vec<PathBuf>,
    references: References,
    listings: Listings,
}

impl InstanceSearch {
    /// The scene root is the folder named by the file's `sr`. Without such a folder, the file's own folder and six parents are tried,
    /// nearest first, for the first path of an instance; if none has it, the root is the own folder. Folders outside are never tried.
    pub fn new(reach: &Reach, scene: &Scene) -> Self {
        let folder = reach.folder().to_path_buf();
        let mut search = Self {
            reach: reach.clone(),
            roots: vec![folder.clone()],
            references: scene.references,
            listings: reach.listings(),
        };
        if search.references == References::OwnFolder {
            return search;
        }
        let stated = scene.metadata.scene_root.as_deref();
        match stated.and_then(|stored| search.stated_root(stored)) {
            Some(Ok(root)) => search.roots = vec![root],
            // The user is asked about the root, and about nothing else.
            Some(Err(())) => {}
            None => search.guess_root(&folder, scene),
        }
        search.roots.extend(reach.added().iter().chain(reach.lent()).cloned());
        search
    }

    /// The file that `stored` means; else why there is none, for people, as the end of a sentence.
    pub fn find(&mut self, stored: &str) -> Result<ReachedFile, String> {
        self.find_from(stored).map(|(found, _)| found)
    }

    /// The same, and whether the path alone does not lead there: the user chose it, or it lies in a folder that came along.
    pub(super) fn find_from(&mut self, stored: &str) -> Result<(ReachedFile, bool), String> {
        let chosen = self.reach.instead_of(&mut self.listings, stored);
        // Whoever chose it: only files of the kind that instances name are opened for them.
        if let Some(chosen) = chosen.filter(|chosen| self.has_ending(chosen.path())) {
            return Ok((chosen, true));
        }
        let looked = |search: &Self| format!("not found; looked for it in {}", search.describe());
        let Some(wanted) = StoredPath::parse(stored) else {
            return Err(looked(self));
        };
        let mut outside = None;
        match self.look_at_path(&wanted, &mut outside) {
            Some(found) => return Ok(found),
            // A file that stays in its folder means one there by any path that leads out.
            None if wanted.start != Start::Relative || outside.is_some() && self.is_bound() => {
                if let Some(found) = self.look_at_path(&wanted.bare(), &mut None) {
                    return Ok(found);
                }
            }
            None => {}
        }
        let bare = (wanted.start != Start::Relative || outside.is_some() && self.is_bound()).then(|| wanted.bare());
        for sought in std::iter::once(&wanted).chain(&bare) {
            let name = self.file_name(sought);
            for root in &self.roots {
                let place = (&sought.start, &**root, &*sought.folders);
                self.reach.seek(&mut self.listings, place, &name);
            }
        }
        let noted = outside.and_then(|folder| self.reach.note_outside(OutsideKind::Instance, stored, &folder));
        Err(noted.map_or_else(|| looked(self), |noted| format!("not read: {noted}")))
    }

    /// Looks for a missing file in added folders: at its path below one of them, or by its name in one and in the folders directly inside.
    /// The find is only offered to the user.
    pub fn find_elsewhere(&mut self, stored: &str) -> Option<ReachedFile> {
        let wanted = StoredPath::parse(stored)?;
        if let Some((found, _)) = self.look_at_path(&wanted, &mut None) {
            return Some(found);
        }
        let bare = wanted.bare();
        let folders = self.reach.added_with_subfolders(&mut self.listings);
        folders.iter().find_map(|folder| match self.look_below(folder, &bare) {
            Look::Found(found) => Some(found),
            Look::Outside(_) | Look::Nothing => None,
        })
    }

    fn is_bound(&self) -> bool {
        self.references == References::OwnFolder
    }

    /// Where [`Self::find`] looks, for people.
    fn describe(&self) -> String {
        let shown: Vec<String> = self.roots.iter().map(|root| root.display().to_string()).collect();
        shown.join(", ")
    }

    /// The folder that `stored` (`sr`) means: `None` if it is none, or is never followed; an error if it lies outside.
    fn stated_root(&mut self, stored: &str) -> Option<Result<PathBuf, ()>> {
        let path = StoredPath::parse_folder(stored)?;
        let place = (&path.start, self.reach.folder(), &*path.folders);
        match self.reach.enter(&mut self.listings, place) {
            Ok(root) => Some(Ok(root)),
            Err(Stop::Nothing) => None,
            Err(Stop::Leaves(folder)) => {
                let noted = self.reach.note_outside(OutsideKind::SceneRoot, stored, &folder);
                noted.map(|_| Err(()))
            }
        }
    }

    fn guess_root(&mut self, folder: &Path, scene: &Scene) {
        let first = scene.instances.first().and_then(|one| StoredPath::parse(&one.path));
        let Some(first) = first.filter(|first| first.start == Start::Relative) else {
            return;
        };
        for above in folder.ancestors().take(MAX_PARENTS + 1) {
            if let Look::Found(_) = self.look_below(above, &first) {
                self.roots = vec![above.to_path_buf()];
                return;
            }
        }
    }

    fn look_at_path(&mut self, wanted: &StoredPath, outside: &mut Option<PathBuf>) -> Option<(ReachedFile, bool)> {
        for (at, root) in self.roots.clone().iter().enumerate() {
            match self.look_below(root, wanted) {
                Look::Found(found) => {
                    let is_near = found.path().starts_with(self.reach.folder());
                    return Some((found, at > 0 && !is_near));
                }
                Look::Outside(folder) if at == 0 => *outside = Some(folder),
                Look::Outside(_) | Look::Nothing => {}
            }
        }
        None
    }

    /// The file at `wanted` from `root`.
    fn look_below(&mut self, root: &Path, wanted: &StoredPath) -> Look {
        let place = (&wanted.start, root, &*wanted.folders);
        let name = self.file_name(wanted);
        self.reach.look(&mut self.listings, place, [name].into_iter())
    }

    /// The name of the file at `wanted`, whose ending is perhaps left out.
    fn file_name(&self, wanted: &StoredPath) -> String {
        match self.has_ending(Path::new(&wanted.name)) {
            true => wanted.name.clone(),
            false => format!("{}.{}", wanted.name, self.ending()),
        }
    }

    /// The ending of the files that instances name.
    fn ending(&self) -> &'static str {
        match self.references {
            References::SceneRoot => "cast",
            References::OwnFolder => "Shape",
        }
    }

    fn has_ending(&self, path: &Path) -> bool {
        path.extension()
            .is_some_and(|own| own.eq_ignore_ascii_case(self.ending()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::Allowance;
    use castview_base::core::Transform;
    use castview_base::scene::{Instance, Metadata};

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

    /// Path that the first of `paths` resolves to from `folder` with the folders `allowed`, relative to the tree; empty if nothing.
    fn found(
        tree: &tempfile::TempDir,
        (folder, allowed): (&str, &[&str]),
        root: Option<&str>,
        paths: &[&str],
        extra: &[&str],
    ) -> String {
        let allowance = Allowance {
            added: extra.iter().map(|e| tree.path().join(e)).collect(),
            folders: allowed.iter().map(|e| tree.path().join(e)).collect(),
            ..Allowance::default()
        };
        let scene = scene(root, paths);
        let reach = Reach::of(&tree.path().join(folder).join("map.cast"), &allowance);
        let found = InstanceSearch::new(&reach, &scene).find(paths[0]);
        let inside = |found: ReachedFile| {
            let base = tree.path().canonicalize().expect("exists");
            let path = found.path();
            path.strip_prefix(base)
                .unwrap_or(path)
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
            // Only the file name of a path that is never followed is used.
            (Some("../../../else"), r"D:\game\props\rock.cast", "else/rock.cast"),
            (Some("../../../else"), "https://example.org/rock.cast", "else/rock.cast"),
            (Some("../../../else"), "/dev/rock.cast", "else/rock.cast"),
            // Only regular Cast files are ever found.
            (None, "secret.txt", ""),
            (None, "x.cast", ""),
            (None, "", ""),
            (None, "props/", ""),
        ] {
            let allowed = found(&tree, (town, &["."]), root, &[stored], &[]);
            assert_eq!(allowed, wanted, "{root:?} {stored:?}");
            // Without leave only what lies in the file's own folder.
            let alone = found(&tree, (town, &[]), root, &[stored], &[]);
            let is_inside = alone.starts_with("game/maps/town/");
            assert!(alone.is_empty() || is_inside, "{root:?} {stored:?}: {alone}");
            assert!(
                alone == wanted || !wanted.starts_with("game/maps/town/"),
                "{root:?} {stored:?}: {alone}"
            );
        }
        assert_eq!(
            found(&tree, (town, &[]), None, &["props/tree.cast"], &["else"]),
            "else/props/tree.cast",
            "added folders come last"
        );
        let absolute = tree.path().join("else/rock.cast");
        assert_eq!(
            found(&tree, (town, &["else"]), None, &[&absolute.to_string_lossy()], &[]),
            "else/rock.cast"
        );
        // The file name of a path outside is still looked for inside.
        let absolute = tree.path().join("else/secret.cast");
        assert_eq!(found(&tree, (town, &[]), None, &[&absolute.to_string_lossy()], &[]), "");
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
            assert_eq!(
                found(&tree, (folder, &["."]), None, paths, &[]),
                wanted,
                "{folder} {paths:?}"
            );
            assert_eq!(found(&tree, (folder, &[]), None, paths, &[]), "", "{folder} {paths:?}");
        }
        let far = self::tree(&["props/x.cast", "1/2/3/4/5/6/7/map.cast"]);
        assert_eq!(
            found(&far, ("1/2/3/4/5/6", &["."]), None, &["props/x.cast"], &[]),
            "props/x.cast"
        );
        assert_eq!(
            found(&far, ("1/2/3/4/5/6/7", &["."]), None, &["props/x.cast"], &[]),
            "",
            "the seventh parent is too far"
        );
    }
}
