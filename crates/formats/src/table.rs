//! The formats that castview reads, a row each: whatever other rooms ask of a format is a field of its row.

use super::cast;
use super::gltf;
use super::import::{Document, Import, ImportError};
use super::judged::{self, Judged};
use super::mrtk;
use super::outline::Outlined;
use super::request::Request;
use super::seanim;
use super::semodel;
use super::shape;
use super::sniff::{Guess, is_stl_of, sniff};
use super::vertex_colors;
use castview_base::core::{Diagnostics, Options, SharedBytes};

/// One format.
pub struct Format {
    /// Name of its folder, of its page in `docs/formats` and of its tests.
    pub name: &'static str,
    /// Its kinds of files, by their first bytes.
    pub kinds: &'static [Guess],
    /// Endings of its files in small letters, each with the words for such a file ("a Cast file"). Empty for formats without an ending of their
    /// own.
    pub endings: &'static [(&'static str, &'static str)],
    /// Judges a file by its kind, its beginning and its size, as [`judged()`].
    judged: fn(Guess, &[u8], u64) -> Judged,
    /// Reads a file.
    pub(crate) import: fn(SharedBytes, &Request) -> Result<Import, ImportError>,
    /// A tree of what is in the file, as it is stored.
    pub(crate) outline: fn(SharedBytes, &Options, &mut Diagnostics) -> Result<Outlined, ImportError>,
    /// The topmost nodes of a file tell whether it holds clips alone; files of other formats would have to be read as a whole.
    pub is_told_by_nodes: bool,
    /// Memory that reading takes.
    pub takes: Takes,
}

/// Memory that reading a file takes.
#[derive(Clone, Copy)]
pub enum Takes {
    /// A multiple of the bytes of the file.
    Itself,
    /// The same, and its buffers, which may lie in other files.
    Buffers,
    /// The same, and its content, which is packed: whether that fits in so many bytes.
    Unpacked(fn(&[u8], u64) -> bool),
}

/// All of them.
pub const FORMATS: [Format; 6] = [
    Format {
        name: "cast",
        kinds: &[Guess::Cast],
        endings: &[("cast", "a Cast file")],
        judged: judged::by_header,
        import: import_cast,
        outline: |bytes, _, diagnostics| Ok(Outlined::of_nodes(cast::read(bytes, diagnostics)?)),
        is_told_by_nodes: true,
        takes: Takes::Itself,
    },
    Format {
        name: "gltf",
        kinds: &[Guess::Glb, Guess::Gltf],
        endings: &[("gltf", "a glTF file"), ("glb", "a binary glTF file")],
        judged: judged::gltf,
        import: import_gltf,
        outline: |bytes, _, diagnostics| {
            let entries = gltf::outline(&bytes, diagnostics)?;
            Ok(Outlined::of_entries(bytes, entries))
        },
        is_told_by_nodes: false,
        takes: Takes::Buffers,
    },
    Format {
        name: "shape",
        kinds: &[Guess::Shape],
        endings: &[("shape", "a .Shape file")],
        judged: judged::by_header,
        import: import_shape,
        outline: |bytes, options, diagnostics| {
            let document = shape::read(bytes, options, diagnostics)?;
            Ok(Outlined::of_entries(
                document.bytes().clone(),
                shape::outline(&document),
            ))
        },
        is_told_by_nodes: false,
        takes: Takes::Unpacked(shape::unpacks_within),
    },
    Format {
        name: "mrtk",
        kinds: &[Guess::Mrtk],
        // Recordings end in `.bin`.
        endings: &[],
        judged: judged::by_header,
        import: |bytes, request| Ok(mrtk::import(bytes, request)?),
        outline: |bytes, options, diagnostics| {
            let document = mrtk::read(bytes, mrtk::chosen_keys(options), diagnostics)?;
            Ok(Outlined::of_entries(document.bytes().clone(), mrtk::outline(&document)))
        },
        is_told_by_nodes: false,
        takes: Takes::Itself,
    },
    Format {
        name: "semodel",
        kinds: &[Guess::SeModel],
        endings: &[("semodel", "an SEModel file")],
        judged: judged::by_header,
        import: import_semodel,
        outline: |bytes, _, diagnostics| {
            let document = semodel::read(bytes, diagnostics)?;
            Ok(Outlined::of_entries(
                document.bytes().clone(),
                semodel::outline(&document),
            ))
        },
        is_told_by_nodes: false,
        takes: Takes::Itself,
    },
    Format {
        name: "seanim",
        kinds: &[Guess::SeAnim],
        endings: &[("seanim", "an SEAnim file")],
        judged: judged::by_header,
        import: import_seanim,
        outline: |bytes, _, diagnostics| {
            let document = seanim::read(bytes, diagnostics)?;
            Ok(Outlined::of_entries(
                document.bytes().clone(),
                seanim::outline(&document),
            ))
        },
        is_told_by_nodes: false,
        takes: Takes::Itself,
    },
];

impl Format {
    /// The format of files of that kind; `None`: castview reads none of them.
    pub fn of(kind: Guess) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.kinds.contains(&kind))
    }
}

/// The endings of all formats, each with the kind of file that it promises, with its article.
pub fn endings() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMATS.iter().flat_map(|format| format.endings.iter().copied())
}

/// Judges a file of `size` bytes that begins with `beginning`: a few hundred bytes are enough. For a stream whose size nobody knows, `size`
/// is the number of bytes that it has at least.
pub fn judged(beginning: &[u8], size: u64) -> Judged {
    let kind = sniff(beginning);
    match Format::of(kind) {
        Some(format) => (format.judged)(kind, beginning, size),
        // Only the length of a binary STL file tells its kind, so it is read, and then refused by name.
        None if kind == Guess::Unknown && is_stl_of(beginning, size) => Judged::Readable,
        None => Judged::Refused,
    }
}

fn import_cast(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    let mut diagnostics = Diagnostics::default();
    let document = cast::read(bytes, &mut diagnostics)?;
    let mut scene = cast::lower(&document, request.name, &mut diagnostics);
    let of_colors = vertex_colors::choose(&mut scene, request.options);
    Ok(Import {
        scene,
        document: Document::Cast(document),
        diagnostics,
        choices: of_colors.into_iter().collect(),
    })
}

fn import_gltf(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    let mut diagnostics = Diagnostics::default();
    let document = gltf::read(bytes, request.options, request.side_files, &mut diagnostics)?;
    let (scene, choices) = gltf::lower(&document, request.name, request.options, &mut diagnostics);
    Ok(Import {
        scene,
        document: Document::Gltf(Box::new(document)),
        diagnostics,
        choices,
    })
}

fn import_shape(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    let mut diagnostics = Diagnostics::default();
    let document = shape::read(bytes, request.options, &mut diagnostics)?;
    let (scene, choices) = shape::lower(&document, request.name, request.options, &mut diagnostics);
    Ok(Import {
        scene,
        document: Document::Shape(Box::new(document)),
        diagnostics,
        choices,
    })
}

fn import_seanim(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    let mut diagnostics = Diagnostics::default();
    let document = seanim::read(bytes, &mut diagnostics)?;
    let scene = seanim::lower(&document, request.name, &mut diagnostics);
    Ok(Import {
        scene,
        document: Document::Seanim(document),
        diagnostics,
        choices: Vec::new(),
    })
}

fn import_semodel(bytes: SharedBytes, request: &Request) -> Result<Import, ImportError> {
    let mut diagnostics = Diagnostics::default();
    let document = semodel::read(bytes, &mut diagnostics)?;
    let (scene, choices) = semodel::lower(&document, request.name, request.options, &mut diagnostics);
    Ok(Import {
        scene,
        document: Document::Semodel(document),
        diagnostics,
        choices,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_ending_has_one_format() {
        for (at, format) in FORMATS.iter().enumerate() {
            assert!(!format.kinds.is_empty(), "{}", format.name);
            for other in &FORMATS[..at] {
                assert_ne!(format.name, other.name);
                let is_theirs = |kind: &Guess| other.kinds.contains(kind);
                assert!(
                    !format.kinds.iter().any(is_theirs),
                    "{} and {}",
                    format.name,
                    other.name
                );
            }
            for (ending, promised) in format.endings {
                assert_eq!(endings().filter(|(other, _)| other == ending).count(), 1, "{ending}");
                assert_eq!(crate::promised_by(&ending.to_uppercase()), Some(*promised));
            }
        }
    }

    #[test]
    fn a_beginning_says_whether_the_rest_is_read() {
        let glb = |version: u32, json: u32| {
            let words = [0x4654_6c67, version, 0xffff_ffff, json, 0x4e4f_534a];
            words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
        };
        let hollow = |head: &[u8]| {
            let mut bytes = head.to_vec();
            bytes.resize(4096, 0);
            bytes
        };
        for (beginning, size, wanted) in [
            (&[0; 4096][..], 4 << 30, Judged::Refused),
            (b"cast\x01\0\0\0", 4 << 30, Judged::Readable),
            (&glb(2, 2000), 4 << 30, Judged::Readable),
            (
                &glb(2, 0xffff_fff0),
                4 << 30,
                Judged::JsonTooLong { bytes: 0xffff_fff0 },
            ),
            (&glb(1, 0), 4 << 30, Judged::Refused),
            (&hollow(b"cast"), 4 << 30, Judged::Hollow),
            (
                &hollow(b"cast\x01\0\0\0\x01\0\0\0\0\0\0\0toor"),
                4 << 30,
                Judged::Hollow,
            ),
            (&hollow(b"\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a"), 4 << 30, Judged::Hollow),
            (&hollow(b"\x05SHAPE\x01\0"), 4 << 30, Judged::Hollow),
            (&hollow(&glb(2, 2000)), 4 << 30, Judged::Hollow),
            (b"{\"asset\":{}}", 100 << 20, Judged::Readable),
            (b"{\"asset\":{}}", 4 << 30, Judged::JsonTooLong { bytes: 4 << 30 }),
            (b"{\"a\":{}}", 4 << 30, Judged::Refused),
            (b"PK\x03\x04", 4 << 30, Judged::Refused),
            (b"a log\n", 4 << 30, Judged::Refused),
        ] {
            assert_eq!(
                judged(beginning, size),
                wanted,
                "{:?}",
                &beginning[..beginning.len().min(20)]
            );
        }
        let mut stl = vec![1; 84];
        stl[80..].copy_from_slice(&1_000_000u32.to_le_bytes());
        assert_eq!(judged(&stl, 84 + 50_000_000), Judged::Readable);
        assert_eq!(judged(&stl, 84 + 50_000_001), Judged::Refused);
    }
}
