//! The memory that a container leaves to this program: control groups of Linux, of both versions.
//!
//! In: the files by which the kernel tells the groups of this process. Out: the tightest limit of its group and of those above. Reads a few
//! small files, each up to a bound; `None` where there are none, as on other systems.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Bytes that are read of each file.
const MOST_BYTES: u64 = 1 << 16;
/// Groups above each other that are asked.
const MOST_LEVELS: usize = 32;

/// Bytes that a container may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Container {
    pub limit: u64,
    /// Bytes of it that are not in use. The disk's cache makes room, so it counts as free.
    pub left: u64,
}

/// Names of a version's files.
struct Version {
    folder: &'static str,
    limit: &'static str,
    used: &'static str,
    cache: &'static str,
}

const FIRST: Version = Version {
    folder: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cache: "total_inactive_file",
};

const SECOND: Version = Version {
    folder: "sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    cache: "inactive_file",
};

impl Container {
    /// `root`: the folder that has `proc` and `sys`.
    pub fn by_files(root: &Path) -> Option<Self> {
        let groups = text(&root.join("proc/self/cgroup"))?;
        let limits = groups.lines().filter_map(|line| {
            // A number, the controllers, and the group.
            let mut parts = line.splitn(3, ':');
            let (number, controllers, group) = (parts.next()?, parts.next()?, parts.next()?);
            let version = match controllers {
                "" if number == "0" => SECOND,
                of_first if of_first.split(',').any(|one| one == "memory") => FIRST,
                _ => return None,
            };
            version.tightest(&root.join(version.folder), group)
        });
        limits.reduce(Self::tighter)
    }

    fn tighter(self, other: Self) -> Self {
        Self {
            limit: self.limit.min(other.limit),
            left: self.left.min(other.left),
        }
    }
}

impl Version {
    /// The tightest limit of `group` and the groups above. A container may be told the path that its group has on the machine, and see only
    /// its own group, at the top.
    fn tightest(&self, mounted: &Path, group: &str) -> Option<Container> {
        let is_plain = |part: &Component| matches!(part, Component::Normal(_) | Component::RootDir);
        let group = Path::new(group);
        let group: PathBuf = match group.components().all(|part| is_plain(&part)) {
            true => group.strip_prefix("/").unwrap_or(group).to_owned(),
            false => PathBuf::new(),
        };
        let levels = group.ancestors().take(MOST_LEVELS);
        let levels = levels.filter_map(|level| self.of_level(&mounted.join(level)));
        levels.reduce(Container::tighter)
    }

    fn of_level(&self, folder: &Path) -> Option<Container> {
        // The word "max" is no number: no limit.
        let limit = number(&folder.join(self.limit))?;
        let used = number(&folder.join(self.used)).unwrap_or(0);
        let told = text(&folder.join("memory.stat")).unwrap_or_default();
        let cache = told.lines().find_map(|line| {
            let (name, bytes) = line.split_once(' ')?;
            bytes.parse().ok().filter(|_| name == self.cache)
        });
        let used = used.saturating_sub(cache.unwrap_or(0));
        Some(Container {
            limit,
            left: limit.saturating_sub(used),
        })
    }
}

fn number(path: &Path) -> Option<u64> {
    text(path)?.trim().parse().ok()
}

fn text(path: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(path).ok()?.take(MOST_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(files: &[(&str, &str)]) -> Option<Container> {
        let root = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        Container::by_files(root.path())
    }

    #[test]
    fn the_tightest_limit_of_a_group_and_those_above_counts() {
        let files = [
            ("proc/self/cgroup", "0::/slice/one\n"),
            ("sys/fs/cgroup/slice/memory.max", "3000\n"),
            ("sys/fs/cgroup/slice/memory.current", "2500\n"),
            ("sys/fs/cgroup/slice/one/memory.max", "max\n"),
            ("sys/fs/cgroup/slice/one/memory.current", "900\n"),
        ];
        let above = machine(&files);
        assert_eq!(above, Some(Container { limit: 3000, left: 500 }));
        let own = [("sys/fs/cgroup/slice/one/memory.max", "1000\n")];
        let own = machine(&[&files[..], &own].concat());
        assert_eq!(own, Some(Container { limit: 1000, left: 100 }));
        let stat = [("sys/fs/cgroup/slice/memory.stat", "anon 1800\ninactive_file 700\n")];
        let with_cache = machine(&[&files[..], &stat].concat());
        assert_eq!(
            with_cache,
            Some(Container {
                limit: 3000,
                left: 1200
            })
        );
    }

    #[test]
    fn groups_of_the_first_version_count_and_their_top_where_the_path_is_that_of_the_machine() {
        let top = [
            (
                "proc/self/cgroup",
                "5:cpu:/docker/abc\n4:hugetlb,memory:/docker/abc\n0::/\n",
            ),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "5000\n"),
            ("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 1000\n"),
        ];
        assert_eq!(machine(&top), Some(Container { limit: 4096, left: 96 }));
    }

    #[test]
    fn without_groups_or_limits_there_is_no_container() {
        assert_eq!(machine(&[]), None);
        assert_eq!(machine(&[("proc/self/cgroup", "0::/\n")]), None);
        // A path that leads out is not followed.
        let outside = [
            ("proc/self/cgroup", "0::/../../x\n"),
            ("sys/x/memory.max", "1\n"),
            ("x/memory.max", "1\n"),
        ];
        assert_eq!(machine(&outside), None);
        let long = "0".repeat(MOST_BYTES as usize) + "7";
        let endless = [("proc/self/cgroup", "0::/\n"), ("sys/fs/cgroup/memory.max", &long)];
        assert_eq!(
            machine(&endless).map(|read| read.limit),
            Some(0),
            "no more than its beginning is read"
        );
    }
}
