//! Guesses the kind of a file by its bytes, for choosing a reader and for saying what a wrong file is.

use super::mrtk::{BIG_ENDIAN_MAGIC as MRTK_BIG_ENDIAN, MAGIC as MRTK};
use std::fmt;

/// Kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guess {
    /// A Cast file.
    Cast,
    /// An MRTK2 input animation, in either byte order.
    Mrtk,
    /// A `.Shape`.
    Shape,
    /// Nothing: the file has no bytes.
    Empty,
    /// glTF in one binary file.
    Glb,
    /// glTF as JSON.
    Gltf,
    /// FBX, binary or text.
    Fbx,
    /// A Blender file.
    Blend,
    /// An SEModel.
    SeModel,
    /// An SEAnim.
    SeAnim,
    /// Wavefront OBJ.
    Obj,
    /// STL, binary or text.
    Stl,
    /// PLY.
    Ply,
    /// USD, binary or text.
    Usd,
    /// A recording of a terminal, which is called `.cast` too.
    Asciinema,
    /// XML of any kind.
    Xml,
    /// JSON of any other kind.
    Json,
    /// A ZIP archive, and what is kept in one.
    Zip,
    /// Something packed with gzip.
    Gzip,
    /// A PDF document.
    Pdf,
    /// A PNG image.
    Png,
    /// A JPEG image.
    Jpeg,
    /// A DDS texture.
    Dds,
    /// A TIFF image.
    Tiff,
    /// A BMP image.
    Bmp,
    /// A GIF image.
    Gif,
    /// An image of light: Radiance HDR.
    Hdr,
    /// An image of light: OpenEXR.
    OpenExr,
    /// A RIFF file: sound, film or WebP.
    Riff,
    /// A WebP image.
    WebP,
    /// A KTX texture, of either version.
    Ktx,
    /// A Photoshop document.
    Psd,
    /// An archive of 7-Zip.
    SevenZip,
    /// An RAR archive.
    Rar,
    /// Something packed with bzip2, xz or Zstandard.
    Packed,
    /// A Maya scene, binary or text.
    Maya,
    /// A Collada scene.
    Collada,
    /// A BVH recording of movement.
    Bvh,
    /// A model of MikuMikuDance.
    Pmx,
    /// A compiled model of the Source engine.
    SourceModel,
    /// A model or clip as text, for the tools of Call of Duty.
    CodText,
    /// A bundle of Unity.
    UnityBundle,
    /// A scene, prefab or asset of Unity as text.
    UnityText,
    /// An asset of the Unreal engine.
    UnrealAsset,
    /// A sound file.
    Sound,
    /// A video.
    Video,
    /// A font.
    Font,
    /// A database.
    Database,
    /// A page of the web.
    WebPage,
    /// A pointer that Git keeps in place of a large file.
    LfsPointer,
    /// A program of Windows, Linux or macOS.
    Program,
    /// Words.
    Text,
    /// Nothing but zeros, as far as one looks.
    Zeros,
    /// None of these.
    Unknown,
}

/// Bytes that are looked at, of any file.
const LOOKED_AT: usize = 512;

/// Beginnings that name a format beyond doubt.
const BEGINNINGS: &[(&[u8], Guess)] = &[
    (b"cast", Guess::Cast),
    (&MRTK, Guess::Mrtk),
    (&MRTK_BIG_ENDIAN, Guess::Mrtk),
    (b"glTF", Guess::Glb),
    (b"Kaydara FBX Binary", Guess::Fbx),
    (b"; FBX", Guess::Fbx),
    (b"BLENDER", Guess::Blend),
    (b"SEModel", Guess::SeModel),
    (b"SEAnim", Guess::SeAnim),
    (b"ply\n", Guess::Ply),
    (b"ply\r\n", Guess::Ply),
    (b"PXR-USDC", Guess::Usd),
    (b"#usda", Guess::Usd),
    (b"solid ", Guess::Stl),
    (b"//Maya ASCII", Guess::Maya),
    (b"FOR4", Guess::Maya),
    (b"FOR8", Guess::Maya),
    (b"HIERARCHY", Guess::Bvh),
    (b"PMX ", Guess::Pmx),
    (b"Pmd\0", Guess::Pmx),
    (b"IDST", Guess::SourceModel),
    (b"UnityFS\0", Guess::UnityBundle),
    (b"UnityWeb\0", Guess::UnityBundle),
    (b"UnityRaw\0", Guess::UnityBundle),
    (b"%YAML 1.1\n%TAG !u!", Guess::UnityText),
    (b"%YAML 1.1\r\n%TAG !u!", Guess::UnityText),
    (b"\xc1\x83\x2a\x9e", Guess::UnrealAsset),
    (b"\x9e\x2a\x83\xc1", Guess::UnrealAsset),
    (b"PK\x03\x04", Guess::Zip),
    (b"PK\x05\x06", Guess::Zip),
    (b"7z\xbc\xaf\x27\x1c", Guess::SevenZip),
    (b"Rar!\x1a\x07", Guess::Rar),
    (b"\x1f\x8b", Guess::Gzip),
    (b"BZh", Guess::Packed),
    (b"\xfd7zXZ\0", Guess::Packed),
    (b"\x28\xb5\x2f\xfd", Guess::Packed),
    (b"%PDF-", Guess::Pdf),
    (b"\x89PNG\r\n\x1a\n", Guess::Png),
    (b"\xff\xd8\xff", Guess::Jpeg),
    (b"DDS ", Guess::Dds),
    (b"\xabKTX ", Guess::Ktx),
    (b"8BPS", Guess::Psd),
    (b"II*\0", Guess::Tiff),
    (b"MM\0*", Guess::Tiff),
    (b"BM", Guess::Bmp),
    (b"GIF8", Guess::Gif),
    (b"#?RADIANCE", Guess::Hdr),
    (b"#?RGBE", Guess::Hdr),
    (b"\x76\x2f\x31\x01", Guess::OpenExr),
    (b"OggS", Guess::Sound),
    (b"ID3", Guess::Sound),
    (b"fLaC", Guess::Sound),
    (b"\x1a\x45\xdf\xa3", Guess::Video),
    (b"\0\x01\0\0\0", Guess::Font),
    (b"OTTO", Guess::Font),
    (b"SQLite format 3\0", Guess::Database),
    (b"version https://git-lfs", Guess::LfsPointer),
    (b"\x7fELF", Guess::Program),
    (b"MZ", Guess::Program),
    (b"\xcf\xfa\xed\xfe", Guess::Program),
];

/// Keys of a glTF file's own object; which of them comes first is its writer's choice.
const GLTF_WORDS: [&[u8]; 6] = [
    b"\"asset\"",
    b"\"accessors\"",
    b"\"bufferViews\"",
    b"\"extensionsUsed\"",
    b"\"scenes\"",
    b"\"meshes\"",
];

/// Looks at the first bytes, few of them; never at the rest.
pub fn sniff(bytes: &[u8]) -> Guess {
    if bytes.is_empty() {
        return Guess::Empty;
    }
    if let Some((_, guess)) = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)) {
        return *guess;
    }
    if let Some(guess) = by_second_word(bytes) {
        return guess;
    }
    if super::shape::is_shape(bytes) {
        return Guess::Shape;
    }
    if is_stl_of(bytes, bytes.len() as u64) {
        return Guess::Stl;
    }
    // Text formats may begin with a byte-order mark and blanks; a few hundred bytes tell them apart.
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let holds = |word: &[u8]| text.windows(word.len()).any(|window| window == word);
    match text.first() {
        Some(b'{') if holds(b"\"version\"") && holds(b"\"width\"") => Guess::Asciinema,
        Some(b'{') if GLTF_WORDS.iter().any(|word| holds(word)) => Guess::Gltf,
        Some(b'{' | b'[') if head.is_ascii() => Guess::Json,
        Some(b'<') if is_web_page(text) => Guess::WebPage,
        Some(b'<') if holds(b"<COLLADA") => Guess::Collada,
        Some(b'<') if head.is_ascii() => Guess::Xml,
        Some(_) if begins_line(text, &[b"mtllib ", b"usemtl ", b"v ", b"vn ", b"vt ", b"o "], b"#") => Guess::Obj,
        Some(_) if is_cod_text(text) => Guess::CodText,
        _ if bytes.len() < 4 => Guess::Unknown,
        _ if is_text(head) => Guess::Text,
        _ if bytes.len() >= 16 && head.iter().all(|byte| *byte == 0) => Guess::Zeros,
        _ => Guess::Unknown,
    }
}

/// Formats that share their first word with others.
fn by_second_word(bytes: &[u8]) -> Option<Guess> {
    match (bytes.get(..4)?, bytes.get(4..8)?, bytes.get(8..12)) {
        (b"RIFF", _, Some(b"WEBP")) => Some(Guess::WebP),
        (b"RIFF", _, Some(b"WAVE")) => Some(Guess::Sound),
        (b"RIFF", _, Some(b"AVI ")) => Some(Guess::Video),
        (b"RIFF", ..) => Some(Guess::Riff),
        (_, b"ftyp", _) => Some(Guess::Video),
        _ => None,
    }
}

fn is_web_page(text: &[u8]) -> bool {
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word));
    begins(b"<!doctype html") || begins(b"<html")
}

/// `MODEL`, `ANIMATION` or `NOTETRACKS`, and then `VERSION`, after any number of comments.
fn is_cod_text(text: &[u8]) -> bool {
    begins_line(text, &[b"MODEL", b"ANIMATION", b"NOTETRACKS"], b"//")
        && text.windows(8).any(|window| window == b"VERSION ")
}

/// Words of any language: no control characters, and UTF-8 up to a character that the look cuts; or UTF-16 that says so.
fn is_text(head: &[u8]) -> bool {
    let is_plain = |byte: &u8| *byte >= 0x20 && *byte != 0x7f || matches!(byte, b'\t' | b'\r' | b'\n' | 0x0c);
    let is_utf8 = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(error) => head.len() == LOOKED_AT && error.error_len().is_none(),
    };
    head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") || is_utf8 && head.iter().all(is_plain)
}

/// Whether the first line that is neither empty nor a comment begins with one of `words`.
fn begins_line(text: &[u8], words: &[&[u8]], comment: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(comment));
    text.is_ascii() && first.is_some_and(|line| words.iter().any(|word| line.starts_with(word)))
}

/// No magic, but a count of triangles that fits the length of the file to the byte.
pub(super) fn is_stl_of(beginning: &[u8], length: u64) -> bool {
    let count = beginning
        .get(80..84)
        .and_then(|count| count.try_into().ok())
        .map(u32::from_le_bytes);
    count.is_some_and(|count| count > 0 && length == 84 + 50 * u64::from(count))
}

impl Guess {
    /// Returns the advice for someone who has such a file and wanted to see a model or a clip.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Empty | Self::Zeros => "it was not written or copied to its end; copy, download or export it again",
            Self::Zip | Self::Gzip | Self::SevenZip | Self::Rar | Self::Packed => "unpack it and open what is inside",
            Self::WebPage => "the download saved a page instead of the file; download it again",
            Self::LfsPointer => "git lfs pull fetches the file itself",
            Self::Fbx
            | Self::Blend
            | Self::Obj
            | Self::Stl
            | Self::Ply
            | Self::Usd
            | Self::Maya
            | Self::Collada
            | Self::Bvh
            | Self::Pmx => "open it in the program that made it, or in Blender, and export it as glTF",
            Self::CodText => "export it as Cast",
            Self::SourceModel | Self::UnityBundle | Self::UnityText | Self::UnrealAsset => {
                "take the model out of it with a tool for that engine, as Cast or glTF"
            }
            Self::Png
            | Self::Jpeg
            | Self::Dds
            | Self::Tiff
            | Self::Bmp
            | Self::Gif
            | Self::WebP
            | Self::Ktx
            | Self::Psd => "an image is taken as a texture of a model that names it, not by itself",
            _ => "castview opens Cast, SEModel, SEAnim, glTF, .Shape and MRTK input animation files",
        }
    }
}

impl fmt::Display for Guess {
    /// With its article, to stand in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cast => "a Cast file",
            Self::Mrtk => "an MRTK input animation",
            Self::Shape => "a Train Simulator NEXT shape",
            Self::Empty => "an empty file",
            Self::Glb => "a binary glTF file",
            Self::Gltf => "a glTF file",
            Self::Fbx => "an FBX file",
            Self::Blend => "a Blender file",
            Self::SeModel => "an SEModel file",
            Self::SeAnim => "an SEAnim file",
            Self::Obj => "an OBJ model",
            Self::Stl => "an STL model",
            Self::Ply => "a PLY model",
            Self::Usd => "a USD scene",
            Self::Asciinema => "a recording of a terminal (asciinema)",
            Self::Xml => "an XML file",
            Self::Json => "a JSON file",
            Self::Zip => "a ZIP archive",
            Self::Gzip => "a gzip archive",
            Self::Pdf => "a PDF document",
            Self::Png => "a PNG image",
            Self::Jpeg => "a JPEG image",
            Self::Dds => "a DDS image",
            Self::Tiff => "a TIFF image",
            Self::Bmp => "a BMP image",
            Self::Gif => "a GIF image",
            Self::Hdr => "a Radiance HDR image",
            Self::OpenExr => "an OpenEXR image",
            Self::Riff => "a RIFF file (sound, video or WebP)",
            Self::WebP => "a WebP image",
            Self::Ktx => "a KTX texture",
            Self::Psd => "a Photoshop document",
            Self::SevenZip => "a 7-Zip archive",
            Self::Rar => "an RAR archive",
            Self::Packed => "a packed file (bzip2, xz or Zstandard)",
            Self::Maya => "a Maya scene",
            Self::Collada => "a Collada scene",
            Self::Bvh => "a BVH recording",
            Self::Pmx => "a MikuMikuDance model",
            Self::SourceModel => "a compiled model of the Source engine",
            Self::CodText => "a model or clip for the Call of Duty mod tools",
            Self::UnityBundle => "a Unity bundle",
            Self::UnityText => "a Unity scene, prefab or asset",
            Self::UnrealAsset => "an Unreal asset",
            Self::Sound => "a sound file",
            Self::Video => "a video",
            Self::Font => "a font",
            Self::Database => "a database",
            Self::WebPage => "a web page",
            Self::LfsPointer => "a pointer of Git LFS to the real file",
            Self::Program => "a program",
            Self::Text => "plain text",
            Self::Zeros => "a file of nothing but zeros",
            Self::Unknown => "a file of an unknown kind",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        for (bytes, wanted) in [
            (&b"cast\x01\0\0\0"[..], Guess::Cast),
            (b"", Guess::Empty),
            (b"\x05SHAPE\x01\0", Guess::Shape),
            (b"glTF\x02\0\0\0", Guess::Glb),
            (b"\xef\xbb\xbf {\"asset\":{}}", Guess::Gltf),
            (b"{ \"scenes\" : [ {\"nodes\" : [0]} ]", Guess::Gltf),
            (b"  {\"a\": 1}", Guess::Json),
            (b"<?xml ?>", Guess::Xml),
            (b"{\xff\xfe", Guess::Unknown),
            (b"{\"version\": 2, \"width\": 80, \"height\": 24}\n", Guess::Asciinema),
            (b"# Blender\nmtllib a.mtl\no Cube\nv 1 1 1\n", Guess::Obj),
            (b"# a list\nvegetables\n", Guess::Text),
            (b"solid cube\nfacet normal 0 0 1\n", Guess::Stl),
            (b"ply\nformat ascii 1.0\n", Guess::Ply),
            (b"cas", Guess::Unknown),
            (b"\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a\x01\0\0\0", Guess::Mrtk),
            (b"\x6a\x8f\xaf\x6e\x0f\x9e\x42\xc6", Guess::Mrtk),
            (b"\xc6\x42\x9e\x0f\x6e\xaf\x8f", Guess::Unknown),
            (b"\0\0\0\0", Guess::Unknown),
            (&[0; 700], Guess::Zeros),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Guess::WebP),
            (b"RIFF\x10\0\0\0WAVEfmt ", Guess::Sound),
            (b"RIFF\x10\0\0\0RDIB", Guess::Riff),
            (b"\0\0\0\x20ftypisom", Guess::Video),
            (b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n", Guess::UnityText),
            (b"UnityFS\0\0\0\0\x08", Guess::UnityBundle),
            (b"<!DOCTYPE html>\n<html>", Guess::WebPage),
            (b"<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"x\">", Guess::Collada),
            (
                b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
                Guess::LfsPointer,
            ),
            (b"// made by a tool\nMODEL\nVERSION 6\n", Guess::CodText),
            ("Grüße an alle\n".as_bytes(), Guess::Text),
            (b"\xff\xfeh\0i\0", Guess::Text),
            (b"words\0and more", Guess::Unknown),
        ] {
            assert_eq!(sniff(bytes), wanted, "{bytes:?}");
        }
    }

    #[test]
    fn a_look_ends_within_a_character() {
        let mut text = vec![b'x'; LOOKED_AT - 1];
        text.extend("ü".as_bytes());
        assert_eq!(sniff(&text), Guess::Text);
        text.truncate(LOOKED_AT);
        text[LOOKED_AT - 1] = 0xff;
        assert_eq!(sniff(&text), Guess::Unknown);
    }

    #[test]
    fn a_binary_stl_is_known_by_its_length() {
        let mut bytes = vec![b'x'; 84 + 100];
        bytes[80..84].copy_from_slice(&2u32.to_le_bytes());
        assert_eq!(sniff(&bytes), Guess::Stl);
        bytes.push(0);
        assert_eq!(sniff(&bytes), Guess::Unknown);
    }
}
