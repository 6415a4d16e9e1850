//! Why an image could not be decoded, as the end of a sentence that begins with its name.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("the file is empty")]
    Empty,
    #[error(
        "it is not an image of a kind castview reads (PNG, JPEG, TGA, BMP, WebP, TIFF, DDS, Radiance HDR, OpenEXR)"
    )]
    UnknownKind,
    #[error("it is not an image of light of a kind castview reads (Radiance HDR, OpenEXR)")]
    NoRadiance,
    #[error("castview does not read {kind} images; convert it to PNG")]
    UnsupportedKind { kind: String },
    #[error("it claims {width} × {height} pixels; the most castview reads is {limit} on a side")]
    TooLarge { width: u32, height: u32, limit: u32 },
    #[error("it claims {width} × {height} pixels, which its {bytes} bytes cannot hold")]
    Implausible { width: u32, height: u32, bytes: usize },
    #[error("it has no pixels")]
    NoPixels,
    #[error(
        "it has {width} × {height} pixels, and there is room for {texels}; it can only be decoded as a whole, and is too large for that"
    )]
    NoRoom { width: u32, height: u32, texels: u64 },
    #[error("decoding it would need more than {limit_mib} MiB")]
    TooMuchMemory { limit_mib: u64 },
    #[error("the {kind} data is damaged: {reason}")]
    Damaged { kind: &'static str, reason: String },
}
