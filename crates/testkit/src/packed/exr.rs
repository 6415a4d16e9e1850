//! OpenEXR files that OpenEXR itself (3.5.3) packed as DWA, with what it unpacks of them: gradients, and a sun of 2000.

/// A packed file, and the same pixels packed by ZIP, which loses nothing.
#[derive(Clone, Copy)]
pub struct PackedExr {
    pub name: &'static str,
    pub packed: &'static [u8],
    pub unpacked: &'static [u8],
}

macro_rules! packed {
    ($name:literal) => {
        PackedExr {
            name: $name,
            packed: include_bytes!(concat!("../../fixtures/exr/", $name, ".exr")),
            unpacked: include_bytes!(concat!("../../fixtures/exr/", $name, "_unpacked.exr")),
        }
    };
}

/// 44 × 70 pixels in blocks of 32 rows, and 37 × 300 in blocks of 256.
pub const PACKED_EXR: [PackedExr; 2] = [packed!("dwaa"), packed!("dwab")];
