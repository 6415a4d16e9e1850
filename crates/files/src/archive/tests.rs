//! Content of archives, and the lies they may tell.

use super::{Archive, ArchiveNode, EntryReader};
use castview_testkit::zip::{Entry, archive, entry, stored};
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};

fn read(bytes: &[u8]) -> Option<Archive> {
    Archive::read(&mut Cursor::new(bytes)).ok()
}

/// Paths of all files.
fn paths(node: &ArchiveNode, way: &str) -> Vec<String> {
    match node {
        ArchiveNode::File(_) => vec![way.to_owned()],
        ArchiveNode::Folder(nodes) => {
            let below = nodes
                .iter()
                .flat_map(|(name, node)| paths(node, &format!("{way}/{name}")));
            below.collect()
        }
    }
}

fn on_disk(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("writable");
    file
}

/// Bytes of the entry at `path`, or why there are none.
fn bytes_of(file: &[u8], path: &str) -> Result<Vec<u8>, String> {
    let archive = read(file).ok_or("no archive")?;
    let Some(ArchiveNode::File(entry)) = archive.root.at(path.split('/')) else {
        return Err("no file".into());
    };
    let mut reader = EntryReader::open(on_disk(file), entry).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

#[test]
fn entries_come_back_as_they_were() {
    let text = b"a line that comes again\n".repeat(4000);
    for is_long in [false, true] {
        let entries = [
            stored("models/", b""),
            entry("models/hero.cast", &text),
            stored("models\\skin.png", b"png"),
            entry("empty", b""),
        ];
        let file = archive(&entries, is_long);
        let found = read(&file).expect("an archive");
        assert_eq!(
            paths(&found.root, ""),
            ["/empty", "/models/hero.cast", "/models/skin.png"]
        );
        assert_eq!(found.left_out, 0);
        assert_eq!(
            bytes_of(&file, "models/hero.cast").as_deref(),
            Ok(&text[..]),
            "{is_long}"
        );
        assert_eq!(bytes_of(&file, "models/skin.png").as_deref(), Ok(&b"png"[..]));
        assert_eq!(bytes_of(&file, "empty").as_deref(), Ok(&b""[..]));
        // A comment may hold what an end begins with.
        let mut commented = file.clone();
        let comment = b"PK\x05\x06 is how it ends";
        let last = commented.len() - 2;
        commented[last..].copy_from_slice(&(comment.len() as u16).to_le_bytes());
        commented.extend(comment);
        assert_eq!(paths(&read(&commented).expect("an archive").root, "").len(), 3);
    }
}

#[test]
fn a_reader_goes_back_and_forth() {
    let text: Vec<u8> = (0..100_000u32).map(|at| (at / 7) as u8).collect();
    for one in [entry("a", &text), stored("a", &text)] {
        let file = archive(&[one], false);
        let archive = read(&file).expect("an archive");
        let Some(ArchiveNode::File(entry)) = archive.root.at(["a"]) else {
            panic!("no file")
        };
        let mut reader = EntryReader::open(on_disk(&file), entry).expect("open");
        let mut four = [0; 4];
        for (to, at) in [
            (SeekFrom::Start(90_000), 90_000),
            (SeekFrom::Start(5), 5),
            (SeekFrom::Current(1000), 1009),
            (SeekFrom::End(-4), 99_996),
            (SeekFrom::Start(0), 0),
        ] {
            assert_eq!(reader.seek(to).expect("a place"), at);
            reader.read_exact(&mut four).expect("bytes");
            assert_eq!(four, text[at as usize..at as usize + 4], "{at}");
        }
        assert_eq!(reader.seek(SeekFrom::Start(u64::MAX)).expect("the end"), 100_000);
        assert_eq!(reader.read(&mut four).expect("nothing"), 0);
    }
}

#[test]
fn paths_that_lead_outside_are_left_out() {
    for name in [
        "../up.cast",
        "a/../../up.cast",
        "/etc/passwd",
        "\\\\host\\share\\x.cast",
        "C:/x.cast",
        "C:x.cast",
        "a//b.cast",
        "a/./b.cast",
        "./b.cast",
        "..",
        "",
        "a\0b.cast",
        "x.cast:stream",
        "line\nbreak.cast",
    ] {
        let found = read(&archive(&[stored(name, b"x"), stored("fine", b"x")], false)).expect("an archive");
        assert_eq!(
            (paths(&found.root, ""), found.left_out),
            (vec!["/fine".into()], 1),
            "{name:?}"
        );
    }
    let link = Entry {
        mode: 0o120_777,
        ..stored("link.cast", b"/etc/passwd")
    };
    let twice = [
        stored("a", b"first"),
        stored("a", b"second"),
        stored("a/b", b"inside a file"),
        link,
    ];
    let file = archive(&twice, false);
    let found = read(&file).expect("an archive");
    assert_eq!((paths(&found.root, ""), found.left_out), (vec!["/a".into()], 3));
    assert_eq!(bytes_of(&file, "a").as_deref(), Ok(&b"first"[..]));
    // A folder that comes again is the same folder.
    let again = [
        stored("a/", b""),
        stored("a/b", b"1"),
        stored("a/", b""),
        stored("a/c", b"2"),
    ];
    let found = read(&archive(&again, false)).expect("an archive");
    assert_eq!((paths(&found.root, "").len(), found.left_out), (2, 0));
    let deep = "a/".repeat(100) + "b";
    assert_eq!(
        read(&archive(&[stored(&deep, b"x")], false))
            .expect("an archive")
            .left_out,
        1
    );
}

#[test]
fn what_cannot_be_read_says_why() {
    let good = entry("a", &b"some bytes ".repeat(100));
    let lies = [
        (
            Entry {
                flags: 1,
                ..good.clone()
            },
            "encrypted",
        ),
        (
            Entry {
                method: 14,
                ..good.clone()
            },
            "method of zip that is not read (14)",
        ),
        (
            Entry {
                bytes: 1 << 40,
                ..good.clone()
            },
            "claims",
        ),
        (
            Entry {
                bytes: good.bytes + 1,
                ..good.clone()
            },
            "missing",
        ),
        (
            Entry {
                checksum: 7,
                ..good.clone()
            },
            "checksum",
        ),
        (
            Entry {
                bytes: 5,
                ..good.clone()
            },
            "checksum",
        ),
        (
            Entry {
                packed: vec![0xff; 20],
                ..good.clone()
            },
            "",
        ),
        (
            Entry {
                bytes: 9,
                ..stored("a", b"x")
            },
            "damaged",
        ),
    ];
    for (lie, why) in lies {
        let error = bytes_of(&archive(&[lie], true), "a").expect_err(why);
        assert!(error.contains(why), "{why}: {error}");
    }
}

/// Zeros of a gigabyte in a megabyte: nothing of them is unpacked.
#[test]
fn bombs_are_refused_by_their_claims() {
    let bomb = Entry {
        bytes: 1 << 30,
        packed: vec![0; 1 << 20],
        method: 8,
        ..stored("bomb.cast", b"")
    };
    let file = archive(&[bomb], false);
    let took = allocation_counter::measure(|| {
        let error = bytes_of(&file, "bomb.cast").expect_err("too much");
        assert!(error.contains("claims"), "{error}");
    });
    assert!(took.bytes_max < 1 << 20, "{} bytes", took.bytes_max);
}

/// Paths of few bytes that name many folders each.
#[test]
fn folders_are_counted_before_they_are_made() {
    let way = |at: usize| format!("{at}/{}x", "f/".repeat(62));
    let entries: Vec<Entry> = (0..1000).map(|at| stored(&way(at), b"")).collect();
    let found = read(&archive(&entries, false)).expect("an archive");
    let whole = (1 << 15) / 63;
    assert_eq!(found.left_out, entries.len() - whole);
    assert_eq!(paths(&found.root, "").len(), whole);
    // Files beside each other need none.
    let flat: Vec<Entry> = (0..1000).map(|at| stored(&format!("all/{at}"), b"")).collect();
    assert_eq!(read(&archive(&flat, false)).expect("an archive").left_out, 0);
}

#[test]
fn broken_archives_are_errors_at_every_place() {
    for is_long in [false, true] {
        let file = archive(&[entry("a/b", &b"text ".repeat(50)), stored("c", b"x")], is_long);
        for cut in 0..file.len() {
            assert!(
                read(&file[..cut]).is_none_or(|found| paths(&found.root, "").is_empty()),
                "{cut}"
            );
            for value in [0, 0x7f, 0x80, 0xff] {
                let mut lying = file.clone();
                lying[cut] = value;
                let Some(found) = read(&lying) else { continue };
                for path in paths(&found.root, "") {
                    let _ = bytes_of(&lying, path.trim_start_matches('/'));
                }
            }
        }
    }
}
