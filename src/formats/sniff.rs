//! What bytes look like, for choosing a reader and for saying what a wrong file is.

use super::mrtk::{BIG_ENDIAN_MAGIC as MRTK_BIG_ENDIAN, MAGIC as MRTK};
use std::fmt;

/// What the first bytes of a file say it is.
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
    /// A program of Windows or Linux.
    Program,
    /// None of these.
    Unknown,
}

/// Beginnings that name a format beyond doubt.
const BEGINNINGS: [(&[u8], Guess); 29] = [
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
    (b"PK\x03\x04", Guess::Zip),
    (b"\x1f\x8b", Guess::Gzip),
    (b"%PDF-", Guess::Pdf),
    (b"\x89PNG\r\n\x1a\n", Guess::Png),
    (b"\xff\xd8\xff", Guess::Jpeg),
    (b"DDS ", Guess::Dds),
    (b"II*\0", Guess::Tiff),
    (b"MM\0*", Guess::Tiff),
    (b"BM", Guess::Bmp),
    (b"GIF8", Guess::Gif),
    (b"#?RADIANCE", Guess::Hdr),
    (b"#?RGBE", Guess::Hdr),
    (b"\x76\x2f\x31\x01", Guess::OpenExr),
    (b"RIFF", Guess::Riff),
    (b"\x7fELF", Guess::Program),
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
    if super::shape::is_shape(bytes) {
        return Guess::Shape;
    }
    // Text formats may begin with a byte-order mark and blanks; a few hundred bytes tell them apart.
    let head = &bytes[..bytes.len().min(512)];
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let holds = |word: &[u8]| text.windows(word.len()).any(|window| window == word);
    if is_binary_stl(bytes) {
        return Guess::Stl;
    }
    match text.first() {
        Some(b'{') if holds(b"\"version\"") && holds(b"\"width\"") => Guess::Asciinema,
        Some(b'{') if GLTF_WORDS.iter().any(|word| holds(word)) => Guess::Gltf,
        Some(b'{' | b'[') if head.is_ascii() => Guess::Json,
        Some(b'<') if head.is_ascii() => Guess::Xml,
        Some(_) if is_obj(text) => Guess::Obj,
        _ => Guess::Unknown,
    }
}

/// Lines of vertices and faces, after any number of comments.
fn is_obj(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"mtllib ", b"usemtl ", b"v ", b"vn ", b"vt ", b"o "];
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    text.is_ascii() && first.is_some_and(|line| WORDS.iter().any(|word| line.starts_with(word)))
}

/// No magic, but a count of triangles that fits the length to the byte.
fn is_binary_stl(bytes: &[u8]) -> bool {
    let count = bytes
        .get(80..84)
        .and_then(|count| count.try_into().ok())
        .map(u32::from_le_bytes);
    count.is_some_and(|count| count > 0 && bytes.len() as u64 == 84 + 50 * u64::from(count))
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
            Self::Program => "a program",
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
            (b"# a list\nvegetables\n", Guess::Unknown),
            (b"solid cube\nfacet normal 0 0 1\n", Guess::Stl),
            (b"ply\nformat ascii 1.0\n", Guess::Ply),
            (b"cas", Guess::Unknown),
            (b"\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a\x01\0\0\0", Guess::Mrtk),
            (b"\x6a\x8f\xaf\x6e\x0f\x9e\x42\xc6", Guess::Mrtk),
            (b"\xc6\x42\x9e\x0f\x6e\xaf\x8f", Guess::Unknown),
            (b"\0\0\0\0", Guess::Unknown),
        ] {
            assert_eq!(sniff(bytes), wanted, "{bytes:?}");
        }
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
