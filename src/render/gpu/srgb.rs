//! The curve of sRGB: bytes are stored by it, light is added without it.

/// sRGB 0…1 → linear light.
pub fn decode(c: f32) -> f32 {
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// Linear light → sRGB 0…1.
pub fn encode(c: f32) -> f32 {
    if c <= 0.003_130_8 {
        c * 12.92
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    }
}

/// sRGB bytes → linear light, opaque.
pub(in crate::render) fn linear(srgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b] = srgb.map(|channel| decode(f32::from(channel) / 255.0));
    [r, g, b, 1.0]
}
