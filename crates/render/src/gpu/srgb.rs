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
pub(crate) fn linear(srgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b] = srgb.map(|channel| decode(f32::from(channel) / 255.0));
    [r, g, b, 1.0]
}

/// Relative luminance of linear light, whatever its opacity.
pub(crate) fn luminance([r, g, b, _]: [f32; 4]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast of two luminances, as WCAG 2.2 defines it: 1 if they are the same, 21 for black and white.
pub(crate) fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + GLARE) / (a.min(b) + GLARE)
}

/// Light that a screen adds to every luminance (WCAG 2.2).
pub(crate) const GLARE: f32 = 0.05;
