//! Why a file shows nothing, in a modder's words: its look, the damage, and what to do.
//!
//! In: the error of a reader. Out: one sentence without bytes, offsets or paths; those are in [`ImportError::details`].

use super::cast::CastError;
use super::gltf::GltfError;
use super::import::ImportError;
use super::mrtk::{MrtkError, Problem, Spot};
use super::request::NO_SUCH_FILE;
use super::seanim::SeanimError;
use super::semodel::SemodelError;
use super::shape::ShapeError;
use super::sniff::Guess;
use super::table::endings;

/// Advice for a damaged file.
const AGAIN: &str = "copy, download or export it again";
/// Kinds of files that are read, for files whose names promise nothing.
const OPENED: &str = "Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files";

/// The kind of file that an ending promises, with its article. `None`: any kind.
pub fn promised_by(extension: &str) -> Option<&'static str> {
    let row = endings().find(|(known, _)| extension.eq_ignore_ascii_case(known))?;
    Some(row.1)
}

impl ImportError {
    /// `promised`: what the name of the file promises ([`promised_by`]).
    pub fn told(&self, promised: Option<&str>) -> String {
        match self {
            Self::OtherFormat(guess) => other_format(*guess, promised),
            Self::Unknown(_) => unknown(promised),
            Self::Cast(CastError::TooShort { .. }) => only_the_beginning("a Cast file"),
            Self::Cast(CastError::WrongMagic { .. }) => unknown(promised),
            Self::Gltf(error) => gltf(error),
            Self::Mrtk(error) => mrtk(error, promised),
            Self::Seanim(error) => seanim(error),
            Self::Semodel(error) => semodel(error),
            Self::Shape(error) => shape(error, promised),
        }
    }

    /// Where and by which rule the file was refused; empty where the sentence says all there is.
    pub fn details(&self) -> String {
        let said = match self {
            Self::OtherFormat(_) => return String::new(),
            Self::Unknown(first) => return format!("it begins with {first:02x?}"),
            Self::Cast(error) => error.to_string(),
            Self::Gltf(error) => error.to_string(),
            Self::Mrtk(error) => error.to_string(),
            Self::Seanim(error) => error.to_string(),
            Self::Semodel(error) => error.to_string(),
            Self::Shape(error) => error.to_string(),
        };
        match self.rule() {
            Some(rule) => format!("rule {}: {said}", rule.id),
            None => said,
        }
    }

    /// The option of the command line with which the file opens all the same.
    pub fn option(&self) -> Option<&'static str> {
        match self {
            Self::Gltf(GltfError::Extensions { is_seen: true, .. }) => {
                Some("--import extensions=ignore opens it all the same")
            }
            _ => None,
        }
    }
}

fn other_format(guess: Guess, promised: Option<&str>) -> String {
    let advice = guess.advice();
    match (guess, promised) {
        (Guess::Empty | Guess::Zeros, _) => format!("this is {guess}: {advice}"),
        (_, Some(promised)) => format!("this is {guess}, not {promised}; {advice}"),
        (_, None) if advice.contains(OPENED) => format!("this is {guess}; {advice}"),
        (_, None) => format!("this is {guess}, and castview opens {OPENED}; {advice}"),
    }
}

fn unknown(promised: Option<&str>) -> String {
    match promised {
        Some(promised) => format!(
            "this does not look like {promised}: its beginning is damaged or encrypted, or it is another kind of file under this \
             name; {AGAIN}"
        ),
        None => format!("this is none of what castview opens: {OPENED}"),
    }
}

fn only_the_beginning(of: &str) -> String {
    format!("this is only the beginning of {of}: it was not written or copied to its end; {AGAIN}")
}

fn gltf(error: &GltfError) -> String {
    match error {
        GltfError::ContainerVersion1 => "this is glTF 1.0, which castview does not read; export it as glTF 2.0".into(),
        GltfError::ContainerVersion(version) => {
            format!("this is a GLB file of version {version}, and castview reads version 2; export it as glTF 2.0")
        }
        GltfError::Version(version) => {
            format!("this is glTF version {version}, and castview reads 2.0; export it as glTF 2.0")
        }
        GltfError::Truncated { .. } => {
            format!("the file is cut off before the first thing that could be shown; {AGAIN}")
        }
        GltfError::FirstChunk => {
            format!("this GLB file is damaged: the list of its content is not where it belongs; {AGAIN}")
        }
        GltfError::Json { line, .. } => format!("the text of this glTF file is damaged in line {line}; {AGAIN}"),
        GltfError::OutOfProportion { what, total, .. } => format!(
            "this file claims to hold {what}, {total} MB in memory: it is damaged, or made to do harm, and was not read further"
        ),
        GltfError::Extensions { names, is_seen } => {
            let end = if *is_seen {
                ""
            } else {
                "; without it there is nothing to see"
            };
            format!(
                "the file requires what castview does not know: {}{end}",
                names.join(", ")
            )
        }
        GltfError::Buffer { uri, problem, .. } if problem == NO_SUCH_FILE => format!(
            "the data of its meshes and clips ({uri}) is missing: {problem}; put that file beside this one, or export it again"
        ),
        GltfError::Buffer { uri, problem, .. } => {
            format!(
                "the data of its meshes and clips ({uri}) cannot be read: {problem}; put a whole one beside this file, or export it again"
            )
        }
    }
}

fn mrtk(error: &MrtkError, promised: Option<&str>) -> String {
    const THIS: &str = "an MRTK input animation";
    match error {
        MrtkError::TruncatedHeader { .. } => only_the_beginning(THIS),
        MrtkError::OtherMagic { .. } => match promised {
            Some(_) => unknown(promised),
            None => format!(
                "this is not {THIS}, nor another file that castview opens; data of a .gltf file is opened with that file"
            ),
        },
        MrtkError::BigEndian { .. } => {
            format!(
                "this is {THIS} in big-endian byte order, which castview does not read; record it on another device"
            )
        }
        MrtkError::OtherVersion { major, minor, .. } => {
            format!("this is {THIS} of version {major}.{minor}, and castview reads 1.0 and 1.1")
        }
        MrtkError::Body { fault, .. } => {
            let place = match fault.spot {
                Spot::Flags => "before its first curve".to_owned(),
                Spot::Curve(name) => format!("in the curve \"{name}\""),
                Spot::Tail => "in its markers".to_owned(),
            };
            match fault.problem {
                Problem::Truncated | Problem::TooManyKeys { .. } => {
                    format!("the recording is cut off or damaged {place}; {AGAIN}")
                }
                _ => format!("the recording is damaged {place}, or of a non-standard variant; {AGAIN}"),
            }
        }
        MrtkError::Variant { .. } => {
            format!("this is a non-standard variant of {THIS}: its poses have a scale, which castview does not read")
        }
    }
}

fn seanim(error: &SeanimError) -> String {
    const THIS: &str = "an SEAnim file";
    match error {
        SeanimError::TooShort { .. } => only_the_beginning(THIS),
        SeanimError::Version(version) => {
            format!("this is {THIS} of version {version}, and castview reads version 1")
        }
        SeanimError::Header(_) => format!("the header of this SEAnim file is damaged; {AGAIN}"),
        SeanimError::Cut { .. } => {
            format!("the file is cut off or damaged before the keys of its first bone; {AGAIN}")
        }
    }
}

fn semodel(error: &SemodelError) -> String {
    const THIS: &str = "an SEModel file";
    match error {
        SemodelError::TooShort { .. } => only_the_beginning(THIS),
        SemodelError::Version(version) => {
            format!("this is {THIS} of version {version}, and castview reads version 1")
        }
        SemodelError::Header(_) => format!("the header of this SEModel file is damaged; {AGAIN}"),
        SemodelError::Cut { .. } => {
            format!("the file is cut off or damaged before its first bone or mesh; {AGAIN}")
        }
    }
}

fn shape(error: &ShapeError, promised: Option<&str>) -> String {
    const HARM: &str = "it is damaged, or made to do harm, and was not read further";
    let spot = error.place().node_path.as_str();
    let spot = if spot.is_empty() { "its content" } else { spot };
    match error {
        ShapeError::TooShort { .. } => only_the_beginning("a .Shape file"),
        ShapeError::WrongIdentifier { .. } => unknown(promised),
        ShapeError::Version { version, .. } => {
            format!("this is a .Shape file of version {version}, which castview does not read")
        }
        ShapeError::UnknownEncoding { .. } => {
            "the content of this .Shape file is packed or encrypted in a way that castview does not know; export it unpacked".into()
        }
        ShapeError::Damaged { .. } => format!("the packed content of this .Shape file is damaged; {AGAIN}"),
        ShapeError::TooLarge { .. } => format!("this .Shape file unpacks to more than one may hold: {HARM}"),
        ShapeError::PastEnd { .. } | ShapeError::TooMany { .. } => {
            format!("the file is cut off or damaged in {spot}, before anything could be shown; {AGAIN}")
        }
        ShapeError::UnknownFormat { format, .. } => {
            format!("vertices in {spot} are stored in a way that castview does not know (DXGI format {format})")
        }
        ShapeError::CountMismatch { found, wanted, .. } => {
            format!("the file is damaged: {spot} has {found} entries for {wanted} vertices; {AGAIN}")
        }
        ShapeError::NoFormat { .. } => format!("the file is damaged in {spot}; {AGAIN}"),
        ShapeError::TooDeep { most, .. } => format!("this .Shape file has more than {most} nodes inside each other: {HARM}"),
        ShapeError::TooManyNodes { most, .. } => format!("this .Shape file has more than {most} nodes: {HARM}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, import, mrtk, shape};
    use castview_base::core::{Options, SharedBytes};

    fn refused(bytes: &[u8]) -> ImportError {
        import(SharedBytes::from(bytes.to_vec()), &Request::alone("x")).expect_err("nothing to show")
    }

    #[test]
    fn a_refusal_says_what_it_looks_like_and_what_to_do() {
        for (bytes, promised, wanted) in [
            (
                &b"PK\x03\x04\x14\0\0\0"[..],
                Some("a Cast file"),
                "this is a ZIP archive, not a Cast file; unpack it and open what is inside",
            ),
            (
                b"PK\x03\x04\x14\0\0\0",
                None,
                "this is a ZIP archive, and castview opens Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files; unpack it and open \
                 what is inside",
            ),
            (
                b"",
                Some("a Cast file"),
                "this is an empty file: it was not written or copied to its end; copy, download or export it again",
            ),
            (
                b"some words\nof a readme",
                Some("a .Shape file"),
                "this is plain text, not a .Shape file; castview opens Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files",
            ),
            (
                b"<!DOCTYPE html><title>404",
                Some("a binary glTF file"),
                "this is a web page, not a binary glTF file; the download saved a page instead of the file; download it again",
            ),
            (
                b"\x01\x02\x03\x04\x05",
                Some("a Cast file"),
                "this does not look like a Cast file: its beginning is damaged or encrypted, or it is another kind of file under \
                 this name; copy, download or export it again",
            ),
            (
                b"\x01\x02\x03\x04\x05",
                None,
                "this is none of what castview opens: Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files",
            ),
            (
                b"cast\x01\0",
                Some("a Cast file"),
                "this is only the beginning of a Cast file: it was not written or copied to its end; copy, download or export it \
                 again",
            ),
            (
                b"ca",
                Some("a Cast file"),
                "this is only the beginning of a Cast file: it was not written or copied to its end; copy, download or export it \
                 again",
            ),
            (
                b"glTF\x02\0\0\0",
                None,
                "the file is cut off before the first thing that could be shown; copy, download or export it again",
            ),
            (
                b"{\"asset\":{\"version\":\"1.0\"}}",
                None,
                "this is glTF version 1.0, and castview reads 2.0; export it as glTF 2.0",
            ),
        ] {
            assert_eq!(refused(bytes).told(promised), wanted);
        }
    }

    /// Offsets, hexadecimal numbers and paths belong to the details.
    #[test]
    fn bytes_are_told_in_the_details_alone() {
        let mut swapped = mrtk::MAGIC.to_vec();
        swapped.reverse();
        let cut_shape = [&b"\x05SHAPE\x01\0"[..], &[0; 3]].concat();
        for bytes in [
            &b"\x01\x02\x03\x04\x05"[..],
            b"cast\x01\0",
            b"ca",
            b"glTF\x02\0\0\0",
            b"glTF\x07\0\0\0\x0c\0\0\0",
            b"{\"asset\":{\"version\":\"2.0\"}",
            b"{\"asset\":}",
            &mrtk::MAGIC,
            &swapped,
            &[&mrtk::MAGIC[..], &[9, 0, 0, 0, 0, 0, 0, 0]].concat(),
            &[&mrtk::MAGIC[..], &[1, 0, 0, 0, 1, 0, 0, 0]].concat(),
            &cut_shape,
            b"\x05SHAPE\x07\0",
        ] {
            let error = match import(SharedBytes::from(bytes.to_vec()), &Request::alone("x")) {
                Err(error) => error,
                Ok(_) => continue,
            };
            let told = error.told(None);
            assert!(!told.contains("0x") && !told.contains("byte 0"), "{told}");
            assert!(!told.contains("bytes"), "{told}");
            assert!(!error.details().is_empty(), "{told}");
            let plain = error.to_string();
            assert!(plain.starts_with(&told), "{plain}");
            assert_eq!(format!("{error:#}"), format!("{plain} ({})", error.details()));
        }
        let unread = shape::read(
            b"\x05SHAPE\x07\0".to_vec().into(),
            &Options::NONE,
            &mut Default::default(),
        );
        let error = ImportError::from(unread.expect_err("an unknown version"));
        assert_eq!(
            error.told(None),
            "this is a .Shape file of version 7, which castview does not read"
        );
        assert!(error.details().starts_with("rule S3: "), "{}", error.details());
    }
}
