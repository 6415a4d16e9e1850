//! Why an image could not be decoded, as the end of a sentence that begins with its name.

/// Why an image could not be decoded. Displayed without the name of the image, which whoever tells it puts before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// A file of no bytes.
    #[error("the file is empty")]
    Empty,
    /// Bytes of no kind that castview knows.
    #[error(
        "it is not an image of a kind castview reads (PNG, JPEG, TGA, BMP, WebP, TIFF, DDS, KTX, Radiance HDR, OpenEXR)"
    )]
    UnknownKind,
    /// Another kind of image, where light was wanted.
    #[error("it is not an image of light of a kind castview reads (Radiance HDR, OpenEXR)")]
    NoRadiance,
    /// A kind that castview knows and does not decode.
    #[error("castview does not read {kind} images; convert it to PNG")]
    UnsupportedKind {
        /// Name of the kind, as people write it.
        kind: String,
    },
    /// An image of light with something that castview does not read.
    #[error("castview does not read it, as {reason}; save it as OpenEXR packed by ZIP, with the channels R, G and B")]
    UnsupportedLight {
        /// A sentence about the image.
        reason: String,
    },
    /// A side above the limit, by the header.
    #[error("it claims {width} × {height} pixels; the most castview reads is {limit} on a side")]
    TooLarge {
        /// By the header, in pixels.
        width: u32,
        /// By the header, in pixels.
        height: u32,
        /// Longest side that is read, in pixels.
        limit: u32,
    },
    /// More pixels than bytes of this kind can describe.
    #[error("it claims {width} × {height} pixels, which its {bytes} bytes cannot hold")]
    Implausible {
        /// By the header, in pixels.
        width: u32,
        /// By the header, in pixels.
        height: u32,
        /// Length of the file.
        bytes: usize,
    },
    /// A width or height of 0.
    #[error("it has no pixels")]
    NoPixels,
    /// More pixels than the caller has room for, of a kind that cannot be made smaller while it is decoded.
    #[error(
        "it has {width} × {height} pixels, and there is room for {texels}; it can only be decoded as a whole, and is too large for that"
    )]
    NoRoom {
        /// By the header, in pixels.
        width: u32,
        /// By the header, in pixels.
        height: u32,
        /// Pixels that there is room for.
        texels: u64,
    },
    /// Working memory above the limit of the decoder.
    #[error("decoding it would need more than {limit_mib} MiB")]
    TooMuchMemory {
        /// The limit, in MiB.
        limit_mib: u64,
    },
    /// The header is lawful, the data behind it are not.
    #[error("the {kind} data is damaged: {reason}")]
    Damaged {
        /// Name of the kind, as people write it.
        kind: &'static str,
        /// The decoder's sentence.
        reason: String,
    },
}
